//! Citation marks: wrong where they name no source, or one that does not cover their sentence while another does. Where it has the sentence's words,
//! only a reader or a language model can tell whether it says the same, so that a mark is never supported.
//!
//! A number may count the sources from one or be part of an id; every source that it may name is looked at. A mark covers what stands between it
//! and the one before. Marks side by side cover it together.

use core::ops::Range;
use std::collections::HashMap;
use std::rc::Rc;

use super::quotation::Quoted;
use super::text::pieces;
use super::{Found, What};
use crate::claims::{self, Conventions, Reader};
use crate::document::lower;
use crate::document::spelling::letters;
use crate::document::token::{self, Kind, Token};
use crate::fnv;
use crate::lexicon::Lex;
use crate::lexicon::verbatim::{CITING, LOCATORS};
use crate::sort;
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

/// What a mark is judged by.
#[derive(Debug, Clone)]
pub(super) struct Cited {
    pub(super) ids: Vec<String>,
    /// The ids of the marks beside it: together they cover what they stand behind.
    beside: Rc<[String]>,
    /// The telling words of what it stands behind. Sorted.
    words: Rc<[Stem]>,
    /// Its numbers and addresses.
    numbers: Rc<[String]>,
    /// What it quotes last.
    pub(super) quoted: Option<Rc<Quoted>>,
    /// Whether the answer has a list of its own that its marks may name.
    lists: bool,
}

/// Every mark of a sentence; `before` is the sentence before, which a mark at the beginning closes.
pub(super) fn find(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    before: Option<Range<usize>>,
    lists: &mut Option<bool>,
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
    type Said = (Rc<[Stem]>, Rc<[String]>);
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
        (words::sorted(words::stems(text, &outside)).into(), digits.filter(|own| own.len() >= 2).collect())
    };
    let mut groups = marks.chunk_by(|one, next| one.end == next.start).peekable();
    let mut from = range.start;
    while let Some(group) = groups.next() {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        // What a quotation's own sentence closes with a mark.
        let closes = |found: &Found| {
            let from = tokens.get(from).map_or(0, |t| t.start);
            let to = tokens.get(first.start).map_or(0, |t| t.start);
            found.span.start >= from && found.span.end <= to
        };
        let quoted = out.iter().rev().filter(|found| closes(found)).find_map(|found| match &found.what {
            What::Quotation(quoted) => Some(Rc::new(quoted.clone())),
            _ => None,
        });
        let next = groups.peek().and_then(|next| next.first()).map_or(range.end, |next| next.start);
        let enough = |said: &Said| said.0.len() + said.1.len() >= FEWEST_WORDS;
        // A mark behind the full stop closes the sentence before.
        let earlier = before.clone().filter(|_| leads && from == range.start).map(&read);
        // `According to [1], …` has what it cites behind it.
        let (words, numbers) = earlier.unwrap_or_else(|| {
            let said = read(from..first.start);
            if enough(&said) { said } else { read(from..next) }
        });
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
                let (words, numbers, beside) = (Rc::clone(&words), Rc::clone(&numbers), Rc::clone(&beside));
                let lists = *lists.get_or_insert_with(|| has_list(text));
                let quoted = quoted.clone();
                out.push(Found { span, what: What::Citation(Cited { ids, beside, words, numbers, quoted, lists }) });
            }
        }
    }
}

/// Where a mark in round brackets ends: `(Source 2)`.
fn in_brackets(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let word = lower(reader.word(i + 1));
    let called = reader.is_word(i + 1) && (word == "s" || word.chars().count() > 2) && CITING.contains(&&*word);
    (called && reader.is_number(i + 2) && reader.word(i + 2).len() <= 3 && reader.ch(i + 3) == b')').then_some(i + 4)
}

/// Whether a line of an answer begins with a mark, as the lines of a list of sources do.
fn has_list(text: &str) -> bool {
    text.lines().any(|line| {
        let mark = line.trim_start_matches([' ', '\t', '-', '*', '>']).strip_prefix('[');
        mark.is_some_and(|mark| mark.trim_start_matches('^').starts_with(|c: char| c.is_ascii_digit()))
    })
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
fn ends(id: &str) -> (&str, &str) {
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
const LONGEST_RANGE: u32 = 5;
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
    let mut held: Vec<u64> = cited.words.iter().map(|stem| named.stems.of(stem.0.into())).collect();
    let numbers = held.len();
    held.extend(cited.numbers.iter().map(|number| named.figures.of(fnv::of(number))));
    let count = |is: &dyn Fn(u64) -> bool| held.iter().filter(|holders| is(**holders)).count();
    let all = held.len();
    let lacks = (0..named.count.min(64)).map(bit).filter(|other| together & other == 0).any(|other| {
        let only_there = count(&|holders| holders & other != 0 && holders & together == 0);
        let only_here = count(&|holders| holders & other == 0 && holders & together != 0);
        let there = count(&|holders| holders & other != 0);
        let most =
            only_there >= FEWEST_WORDS && only_there >= TIMES_MORE * (only_here + 1) && 100 * there >= GOOD_PART * all;
        most || (only_there >= FEWEST_OF_ALL && only_here == 0 && there == all)
    });
    let known = count(&|holders| holders != 0);
    let here = |at: &usize| count(&|holders| holders & bit(*at) != 0);
    let best = meant.iter().copied().max_by_key(|at| (here(at), core::cmp::Reverse(*at))).unwrap_or(first);
    let has_number = held.iter().skip(numbers).any(|holders| meant.iter().any(|at| holders & bit(*at) != 0));
    // A sentence in other words than any source's, or in another language, cannot be compared.
    let comparable = all >= FEWEST_WORDS && 100 * known >= LEAST_KNOWN * all;
    if quoted.is_some_and(|holders| holders & together == 0) {
        Fit::Misquoted(best)
    } else if lacks {
        Fit::Lacks(best)
    } else if has_number || (comparable && 100 * here(&best) >= GOOD_SHARE * known) {
        Fit::Has(best)
    } else {
        Fit::Open
    }
}

/// The bit of a source; none where there are too many.
pub(super) fn bit(at: usize) -> u64 {
    u32::try_from(at).ok().and_then(|at| 1_u64.checked_shl(at)).unwrap_or(0)
}

/// What is in which of the first sources: a bit for each of them, by a hash. Sorted.
#[derive(Debug, Clone, Default)]
struct Holders(Vec<(u64, u64)>);

impl Holders {
    fn add(&mut self, hash: u64, bit: u64) {
        self.0.push((hash, bit));
    }

    fn close(&mut self) {
        sort::by_number(&mut self.0, |(hash, _)| *hash);
        self.0.dedup_by(|next, first| {
            let same = next.0 == first.0;
            first.1 |= if same { next.1 } else { 0 };
            same
        });
        self.0.shrink_to_fit();
    }

    fn of(&self, hash: u64) -> u64 {
        let at = self.0.binary_search_by_key(&hash, |(own, _)| *own).ok();
        at.and_then(|at| self.0.get(at)).map_or(0, |(_, bits)| *bits)
    }
}

/// The sources by what marks may call them, and the numbers that they have.
#[derive(Debug, Clone, Default)]
pub(crate) struct Named {
    ids: HashMap<String, usize>,
    numbers: HashMap<u32, Vec<(String, usize)>>,
    count: usize,
    /// Who has a number, and who a word.
    figures: Holders,
    stems: Holders,
    /// What stands before the numbers of ids.
    words: Vec<String>,
    /// What the sources themselves have in brackets, by its hash. Sorted.
    marks: Vec<u64>,
}

impl Named {
    /// Of sources with these ids and texts.
    pub(super) fn of<'t>(sources: impl Iterator<Item = (&'t str, &'t str)>) -> Named {
        let mut named = Named::default();
        for (at, (id, text)) in sources.enumerate() {
            named.ids.entry(letters(id)).or_insert(at);
            if let Some((word, number)) = numbered(id.trim()) {
                named.words.push(word.clone());
                named.numbers.entry(number).or_default().push((word, at));
            }
            named.count = at + 1;
            let bit = bit(at);
            for (piece, _) in pieces(text).filter(|(piece, _)| piece.bytes().any(|b| b.is_ascii_digit() || b == b'@')) {
                named.figures.add(fnv::of(&letters(piece)), bit);
            }
            named.marks.extend(
                text.split('[')
                    .skip(1)
                    .filter_map(|own| Some(fnv::of(own.get(..own.find(']').filter(|at| *at <= LONGEST_ID)?)?.trim()))),
            );
            for stem in words::sorted(words::stems(text, &token::tokens(text))) {
                named.stems.add(stem.0.into(), bit);
            }
        }
        named.marks.sort_unstable();
        named.stems.close();
        named.figures.close();
        named
    }

    /// Whether a bare number may be of another list than these sources, whose ids have a word before their number: `[12]` beside `S0`. One
    /// that is hardly more than they are counts them, too far.
    fn counts_otherwise(&self, id: &str) -> bool {
        let far = id.parse::<usize>().is_ok_and(|number| number > self.count + FEW_TOO_MANY);
        far && !self.words.is_empty() && self.words.iter().all(|word| !word.is_empty())
    }

    /// Whether a source has this in brackets.
    pub(super) fn is_marked(&self, id: &str) -> bool {
        self.marks.binary_search(&fnv::of(id.trim())).is_ok()
    }

    /// Every source that an id or a number may name.
    fn by(&self, id: &str) -> Vec<usize> {
        if let Some(at) = self.ids.get(&letters(id)) {
            return vec![*at];
        }
        let (first, last) = ends(id);
        if first != last {
            let (first, last) = (self.by(first), self.by(last));
            return if first.is_empty() || last.is_empty() { Vec::new() } else { [first, last].concat() };
        }
        let Some((word, number)) = numbered(id.trim()) else { return Vec::new() };
        // Where ids are called so, one that is none of them is nobody's.
        let counts = word.is_empty() || (CITING.contains(&word.as_str()) && !self.words.contains(&word));
        let own = self.numbers.get(&number).into_iter().flatten();
        let mut all: Vec<usize> = own.filter(|(own, _)| counts || *own == word).map(|(_, at)| *at).collect();
        let counted = [Some(number as usize).filter(|_| self.numbers.is_empty()), (number as usize).checked_sub(1)];
        all.extend(counted.into_iter().flatten().filter(|at| counts && *at < self.count));
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// How far a mark counts on that means no source.
const FEW_TOO_MANY: usize = 3;
/// What brackets hold of a source's own marks, in bytes.
const LONGEST_ID: usize = 32;
