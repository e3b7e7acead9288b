//! Citation marks: wrong where they name no source, or one that does not cover what they are put to while another does. Where it has
//! the words, only a reader or a language model can tell whether it says the same, so that a mark is never supported.
//!
//! A number may count the sources from one or be part of an id; every source that it may name is looked at. A mark covers what stands
//! between it and the one before; where its clause goes on, what follows has to say the same. Behind the full stop it covers the
//! sentence before. Marks side by side cover it together.

use core::ops::Range;
use std::rc::Rc;

use super::named::Named;
use super::quotation::Quoted;
use super::{Found, What};
use crate::claims::{self, Conventions, Reader};
use crate::document::lower;
use crate::document::spelling::letters;
use crate::document::token::{Kind, Token};
use crate::fnv;
use crate::lexicon::Lex;
use crate::lexicon::verbatim::{CITING, CITING_IN_BRACKETS, LOCATORS, SOURCE_LISTS};
use crate::verify::words::{self, Stem};

/// What a mark stands behind says nothing about the sources where they have fewer of a hundred of its words.
const LEAST_KNOWN: usize = 20;
/// A source that has so many of a hundred of the words that any source has covers it.
const GOOD_SHARE: usize = 50;
/// Another source is the one that is meant where it has so many of a hundred of all words, …
const GOOD_PART: usize = 60;
/// … and of the words that only one of the two has so many times what the cited one has, and so many more.
const TIMES_MORE: usize = 2;
/// Fewer words say too little to compare, …
const FEWEST_WORDS: usize = 3;
/// … unless the other source has all of them.
const FEWEST_OF_ALL: usize = 2;

/// A part of an answer as it is held against sources.
#[derive(Debug, Clone)]
struct Said {
    /// Its telling words. Sorted.
    words: Rc<[Stem]>,
    /// Its numbers and addresses.
    numbers: Rc<[String]>,
}

impl Said {
    fn is_enough(&self) -> bool {
        self.words.len() + self.numbers.len() >= FEWEST_WORDS
    }
}

/// What a mark is judged by.
#[derive(Debug, Clone)]
pub(super) struct Cited {
    pub(super) ids: Vec<String>,
    /// The ids of the marks beside it: together they cover what they stand behind.
    beside: Rc<[String]>,
    /// What it stands behind.
    said: Said,
    /// That, and what stands behind it, where its clause goes on.
    around: Option<Said>,
    /// What it quotes last.
    pub(super) quoted: Option<Rc<Quoted>>,
    /// Whether the answer has had a list of its own that its marks may name.
    lists: bool,
}

/// Every mark of a sentence; `before` is the sentence before, which a mark at the beginning closes.
pub(super) fn find(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    before: Option<Range<usize>>,
    lists: &mut Lists,
    out: &mut Vec<Found>,
) {
    let reader = Reader::new(text, tokens, Conventions::default());
    let mut marks = Vec::new();
    let mut i = range.start;
    while i < range.end {
        let end = match reader.ch(i) {
            b'[' => claims::citation(&reader, i),
            b'(' => in_brackets(&reader, i),
            _ => None,
        };
        if let Some(end) = end.filter(|end| *end <= range.end) {
            marks.push(i..end);
        }
        i = end.unwrap_or(i + 1);
    }
    let Some(first) = marks.first() else { return };
    let leads = tokens
        .get(range.start..first.start)
        .unwrap_or_default()
        .iter()
        .all(|t| t.kind != Kind::Word && t.kind != Kind::Number);
    // `[1] Annual report 2023` in a list of sources cites nothing.
    let heads_line = first.start.checked_sub(1).and_then(|i| tokens.get(i)).is_none_or(|t| t.kind == Kind::Newline);
    if leads && (heads_line || tokens.get(first.end).is_some_and(|t| t.ch == b':')) {
        return;
    }
    let read = |said: Range<usize>| -> Said {
        let mut next = marks.iter().peekable();
        let mut outside: Vec<Token> = Vec::new();
        for at in said {
            while next.next_if(|mark| mark.end <= at).is_some() {}
            if next.peek().is_none_or(|mark| at < mark.start) {
                outside.extend(tokens.get(at));
            }
        }
        // Numbers, and addresses: `points@amberline.example`.
        let exact = |t: &&Token| t.kind == Kind::Number || (t.lex == Lex::Opaque && t.text(text).contains('@'));
        let digits = outside.iter().filter(exact).map(|t| letters(t.text(text)));
        let numbers = digits.filter(|own| own.len() >= 2).collect();
        Said { words: words::sorted(words::stems(text, &outside)).into(), numbers }
    };
    // `[1][2]`, `[1], [2]`, `[1] and [2]`
    let joins = |one: &Range<usize>, next: &Range<usize>| {
        let between = tokens.get(one.end..next.start).unwrap_or_default();
        between.len() <= 2
            && between.iter().all(|t| matches!(t.ch, b',' | b';' | b'&') || t.is_one_of(text, &["and", "or", "ו"]))
    };
    let start = tokens.get(range.start).map_or(0, |t| t.start as usize);
    let lists = lists.before(text, start);
    let mut groups = marks.chunk_by(joins).peekable();
    let mut from = range.start;
    while let Some(group) = groups.next() {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        // A mark closes the quotation that nothing but marks parts from it.
        let closes = |found: &Found| {
            let from = tokens.get(from).map_or(0, |t| t.start);
            let to = tokens.get(first.start).map_or(0, |t| t.start);
            let gap = text.get(found.span.end as usize..to as usize);
            found.span.start >= from && gap.is_some_and(|gap| !gap.contains(char::is_alphanumeric))
        };
        let quoted = out.iter().rev().filter(|found| closes(found)).find_map(|found| match &found.what {
            What::Quotation(quoted) => Some(Rc::new(quoted.clone())),
            _ => None,
        });
        let next = groups.peek().and_then(|next| next.first()).map_or(range.end, |next| next.start);
        // A mark behind the full stop closes the sentence before.
        let earlier = before.clone().filter(|_| leads && from == range.start).map(&read);
        // `According to [1], …` has what it cites behind it.
        let (said, around) = earlier.map_or_else(
            || {
                let said = read(from..first.start);
                let is_closed = tokens.get(last.end).is_none_or(|t| {
                    t.kind == Kind::Newline
                        || matches!(t.ch, b'.' | b';' | b'!' | b'?' | b'|' | b')')
                        || last.end >= range.end
                });
                match said.is_enough() {
                    true if is_closed => (said, None),
                    true => (said, Some(read(from..next))),
                    false => (read(from..next), None),
                }
            },
            |earlier| (earlier, None),
        );
        from = last.end;
        let read_ids = |mark: &Range<usize>| -> Vec<String> {
            let ids = match reader.ch(mark.start) {
                b'[' => claims::citations(&reader, mark.clone()),
                _ => vec![reader.span(mark.start + 1, mark.end - 1).of(text).unwrap_or_default().to_owned()],
            };
            ids.into_iter().filter(|id| !is_locator(id)).collect()
        };
        let beside: Rc<[String]> = group.iter().flat_map(read_ids).filter(|id| may_be_id(id)).collect();
        for mark in group {
            let span = reader.span(mark.start, mark.end);
            // `array[0]`, `[Fig. 2]`, `[Q3]` and `[1.5 degrees]` cite nothing; `[S0, p. 2]` cites S0.
            let ids = read_ids(mark);
            let behind = mark.start.checked_sub(1).and_then(|i| tokens.get(i));
            let joined = behind.is_some_and(|t| t.kind == Kind::Word && t.end == span.start);
            if !joined && !ids.is_empty() && ids.iter().all(|id| may_be_id(id)) {
                let (said, around, quoted, beside) = (said.clone(), around.clone(), quoted.clone(), Rc::clone(&beside));
                out.push(Found { span, what: What::Citation(Cited { ids, beside, said, around, quoted, lists }) });
            }
        }
    }
}

/// Where a mark in round brackets ends: `(Source 2)`.
fn in_brackets(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let called = reader.is_word(i + 1) && CITING_IN_BRACKETS.contains(&&*lower(reader.word(i + 1)));
    (called && reader.is_number(i + 2) && reader.word(i + 2).len() <= 3 && reader.ch(i + 3) == b')').then_some(i + 4)
}

/// Whether an answer has had a list of its own sources: a heading, or a line that begins with a mark. What comes later does not count, so
/// that a claim stays what it was while the answer goes on.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lists {
    /// How far the answer was looked through.
    to: usize,
    found: bool,
}

impl Lists {
    fn before(&mut self, text: &str, end: usize) -> bool {
        let mut lines = text.get(self.to..end).unwrap_or_default().lines();
        self.to = self.to.max(end);
        self.found |= lines.any(|line| {
            let plain = line.trim_matches(|c: char| !c.is_alphanumeric() && c != '[');
            let head = plain.split([':', '[']).next().unwrap_or_default().trim_end_matches(['*', ' ']);
            let mark = line.trim_start_matches([' ', '\t', '-', '*', '>']).strip_prefix('[');
            SOURCE_LISTS.contains(&&*lower(head))
                || mark.is_some_and(|mark| mark.trim_start_matches('^').starts_with(|c: char| c.is_ascii_digit()))
        });
        self.found
    }
}

/// A label that ends in a number of up to three digits, as its word in lower case and the number: `S0`, `doc-3`, `Source 2`, `7`.
pub(crate) fn numbered(label: &str) -> Option<(String, u32)> {
    let digits = label.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (head, number) = label.split_at_checked(label.len() - digits)?;
    let number = number.parse().ok().filter(|_| digits <= 3)?;
    let word = head.trim_end_matches([' ', '-', '_', '#', ':', '.', '/', '\u{2011}']);
    let plain = word.chars().all(char::is_alphabetic) && word.chars().count() <= 12 && head.len() - word.len() <= 2;
    (plain && (head.is_empty() || !word.is_empty())).then(|| (lower(word).into_owned(), number))
}

/// Whether it says where in a source, or what is no source: `p. 2`, `Fig. 3`, `Q3`.
fn is_locator(id: &str) -> bool {
    let letters = id.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '.' | '-' | '–'));
    LOCATORS.iter().any(|own| own.eq_ignore_ascii_case(letters))
}

/// The first and the last id of a range, `2-4`; twice the same where it is none.
pub(super) fn ends(id: &str) -> (&str, &str) {
    let range = id.split_once(['-', '–']).map(|(first, last)| (first.trim(), last.trim()));
    range.filter(|(first, _)| numbered(first).is_some()).unwrap_or((id.trim(), id.trim()))
}

/// Whether it may be a source's id: a number of up to three digits, alone or behind a word, or a short range of them.
fn may_be_id(id: &str) -> bool {
    let (first, last) = ends(id);
    match (numbered(first), numbered(last)) {
        (Some((word, from)), Some((_, to))) => {
            let called = CITING.contains(&word.as_str()) || word.chars().count() <= LONGEST_WORD;
            called && from <= to && to - from <= LONGEST_RANGE
        }
        _ => false,
    }
}

/// An id has at most so many letters before its number.
const LONGEST_WORD: usize = 4;
/// A range of ids is no longer.
pub(super) const LONGEST_RANGE: u32 = 5;

/// What the sources say to a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fit {
    /// No source is called so.
    Unknown(String),
    /// This one has what the sentence says.
    Has(usize),
    /// This one does not cover it, and another does.
    Lacks(usize),
    /// This one does not have the words that are quoted from it.
    Misquoted(usize),
    /// Neither.
    Open,
}

/// Compares what a mark stands behind with the sources that it may name.
///
/// `quoted` tells in which sources stands what it quotes, a bit for each; `None` where it quotes nothing that can be looked up.
pub(super) fn compare(cited: &Cited, named: &Named, quoted: Option<u64>) -> Fit {
    let mut meant: Vec<usize> = Vec::new();
    // An interval, `[38, 46]`.
    if cited.ids.len() > 1 && cited.ids.iter().all(|id| named.by(id).is_empty()) {
        return Fit::Open;
    }
    for id in &cited.ids {
        let own = named.by(id);
        if own.is_empty() {
            return if cited.lists || named.counts_otherwise(id) { Fit::Open } else { Fit::Unknown(id.clone()) };
        }
        meant.extend(own);
    }
    let Some(first) = meant.first().copied() else { return Fit::Open };
    let by_others = cited.beside.iter().flat_map(|id| named.by(id));
    let together = meant.iter().copied().chain(by_others).fold(0, |bits, at| bits | bit(at));
    let held = holders(&cited.said, named);
    let differs = lacks(&held, together, named)
        && cited.around.as_ref().is_none_or(|around| lacks(&holders(around, named), together, named));
    let numbers = cited.said.words.len();
    let count = |is: &dyn Fn(u64) -> bool| held.iter().filter(|holders| is(**holders)).count();
    let known = count(&|holders| holders != 0);
    let here = |at: &usize| count(&|holders| holders & bit(*at) != 0);
    let best = meant.iter().copied().max_by_key(|at| (here(at), core::cmp::Reverse(*at))).unwrap_or(first);
    let has_number = held.iter().skip(numbers).any(|holders| meant.iter().any(|at| holders & bit(*at) != 0));
    // A sentence in other words than any source's, or in another language, cannot be compared.
    let comparable = cited.said.is_enough() && 100 * known >= LEAST_KNOWN * held.len();
    if quoted.is_some_and(|holders| holders & together == 0) {
        Fit::Misquoted(best)
    } else if differs {
        Fit::Lacks(best)
    } else if has_number || (comparable && 100 * here(&best) >= GOOD_SHARE * known) {
        Fit::Has(best)
    } else {
        Fit::Open
    }
}

/// Which sources have each word, number and address of it.
fn holders(said: &Said, named: &Named) -> Vec<u64> {
    let words = said.words.iter().map(|stem| named.stems.of(stem.0.into()));
    words.chain(said.numbers.iter().map(|number| named.figures.of(fnv::of(number)))).collect()
}

/// Whether another source has what these `holders` have, and those that are cited `together` have not.
fn lacks(held: &[u64], together: u64, named: &Named) -> bool {
    let count = |is: &dyn Fn(u64) -> bool| held.iter().filter(|holders| is(**holders)).count();
    (0..named.count.min(64)).map(bit).filter(|other| together & other == 0).any(|other| {
        let only_there = count(&|holders| holders & other != 0 && holders & together == 0);
        let only_here = count(&|holders| holders & other == 0 && holders & together != 0);
        let there = count(&|holders| holders & other != 0);
        let most = only_there >= FEWEST_WORDS
            && only_there >= TIMES_MORE * (only_here + 1)
            && 100 * there >= GOOD_PART * held.len();
        most || (only_there >= FEWEST_OF_ALL && only_here == 0 && there == held.len())
    })
}

/// The bit of a source; none where there are too many.
pub(super) fn bit(at: usize) -> u64 {
    u32::try_from(at).ok().and_then(|at| 1_u64.checked_shl(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sentence::sentences;
    use crate::document::token::tokens;

    /// What becomes of each mark: `?` open, `=` has it, `!` lacks it, `0` names no source.
    fn judged(answer: &str, ids: [&str; 2]) -> String {
        let texts = ["The rent is five hundred dollars a month.", "A deposit is held by the letting agent in London."];
        let named = Named::of(ids.into_iter().zip(texts));
        let tokens = tokens(answer);
        let (mut out, mut before, mut lists) = (Vec::new(), None, Lists::default());
        for range in sentences(answer, &tokens) {
            find(answer, &tokens, range.clone(), before.replace(range), &mut lists, &mut out);
        }
        let mark = |found: &Found| match &found.what {
            What::Citation(cited) => match compare(cited, &named, None) {
                Fit::Unknown(_) => '0',
                Fit::Has(_) => '=',
                Fit::Lacks(_) | Fit::Misquoted(_) => '!',
                Fit::Open => '?',
            },
            _ => unreachable!("only marks are looked for"),
        };
        out.iter().map(mark).collect()
    }

    #[test]
    fn marks_are_held_against_what_they_are_put_to() {
        let mut wrong = Vec::new();
        for (answer, expected) in [
            ("The deposit is held by the letting agent in London [S1].", "="),
            ("The deposit is held by the letting agent in London [S0].", "!"),
            ("The deposit is held by the letting agent in London. [S0]", "!"),
            ("The deposit is held by the letting agent in London [S0][S1].", "=="),
            ("The deposit is held by the letting agent in London [S0], [S1].", "=="),
            ("The deposit is held by the letting agent in London [S0] and [S1].", "=="),
            ("The deposit is held by the letting agent in London [S0-S1].", "="),
            (
                "The rent [S0] is five hundred dollars a month and the deposit [S1] is held by the letting agent in London.",
                "==",
            ),
            (
                "According to [S0], the rent is five hundred dollars a month; according to [S1], the deposit is held by the agent.",
                "==",
            ),
            (
                "The rent is five hundred dollars a month [S0], and the deposit is held by the agent in London [S1].",
                "==",
            ),
            (
                "The rent is five hundred dollars a month [S1], and the deposit is held by the agent in London [S0].",
                "?!",
            ),
            ("The deposit is held by the letting agent in London (Source 2).", "="),
            ("The deposit is held by the letting agent in London (Note 12) or (s 21).", ""),
            ("The deposit is held by the agent [3].", "0"),
            ("The deposit is held by the agent [38, 46].", "?"),
            ("The deposit is held by the agent [WP29].", "?"),
            ("**Sources:**\n1. Lease\n\nThe deposit is held by the agent [4].", "?"),
            ("Pets are allowed on the ground floor [S1].", "?"),
        ] {
            let own = judged(answer, ["S0", "S1"]);
            let same = own
                .chars()
                .zip(expected.chars())
                .all(|(own, expected)| own == expected || (expected == '=' && own == '?'));
            if !(same && own.len() == expected.len()) {
                wrong.push(format!("{answer}: {own}"));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
