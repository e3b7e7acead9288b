//! Citation marks: wrong where they name no source, or one that does not cover their sentence while another does. Where it has the sentence's words,
//! only a reader or a language model can tell whether it says the same, so that a mark is never supported.
//!
//! A number may count the sources from one or be part of an id; every source that it may name is looked at. A source has what a
//! sentence says where it has a good part of its telling words, or its numbers.

use core::ops::Range;
use std::collections::HashMap;
use std::rc::Rc;

use super::text::pieces;
use super::{Found, What};
use crate::claims::{self, Conventions, Reader};
use crate::document::lower;
use crate::document::spelling::letters;
use crate::document::token::{self, Kind, Token};
use crate::fnv;
use crate::lexicon::verbatim::{CITING, LOCATORS};
use crate::sort;
use crate::verify::words::{self, Stem};

/// A sentence of whose words the sources have fewer of a hundred says nothing about them.
const LEAST_KNOWN: u32 = 20;
/// One that shares so many has it.
const GOOD_SHARE: u32 = 50;
/// Another source that has so many more is the one that is meant.
const OTHER_IS_BETTER: u32 = 45;
/// A sentence of fewer telling words says too little to compare.
const FEWEST_WORDS: usize = 3;

/// What a mark is judged by.
#[derive(Debug, Clone)]
pub(super) struct Cited {
    pub(super) ids: Vec<String>,
    /// The telling words of its sentence. Sorted.
    words: Rc<[Stem]>,
    /// The numbers of its sentence.
    numbers: Rc<[String]>,
    /// Whether the sentence names no other source.
    alone: bool,
}

/// Every mark of a sentence; `before` is the sentence before, which a mark at the beginning closes.
pub(super) fn find(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    before: Option<Range<usize>>,
    out: &mut Vec<Found>,
) {
    let reader = Reader::new(text, tokens, Conventions::default());
    let mut marks = Vec::new();
    let mut i = range.start;
    while i < range.end {
        let end = if reader.ch(i) == b'[' { claims::citation(&reader, i) } else { None };
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
    let alone = marks.len() == 1;
    let read = |said: Range<usize>| -> (Rc<[Stem]>, Rc<[String]>) {
        let mut next = marks.iter().peekable();
        let mut outside: Vec<Token> = Vec::new();
        for at in said {
            while next.next_if(|mark| mark.end <= at).is_some() {}
            if next.peek().is_none_or(|mark| at < mark.start) {
                outside.extend(tokens.get(at));
            }
        }
        let digits = outside.iter().filter(|t| t.kind == Kind::Number).map(|t| letters(t.text(text)));
        (words::sorted(words::stems(text, &outside)).into(), digits.filter(|own| own.len() >= 2).collect())
    };
    let own = read(range.clone());
    // A mark behind the full stop closes the sentence before.
    let earlier = before.filter(|_| leads).map(&read);
    let mut leading_to = leads.then_some(first.start);
    for mark in &marks {
        leading_to = leading_to.filter(|end| *end == mark.start).map(|_| mark.end);
        let (words, numbers) = earlier.as_ref().filter(|_| leading_to.is_some()).unwrap_or(&own).clone();
        let span = reader.span(mark.start, mark.end);
        let ids = claims::citations(&reader, mark.clone());
        // `array[0]`, `[Fig. 2]`, `[Q3]` and `[1.5 degrees]` cite nothing; `[S0, p. 2]` cites S0.
        let before = mark.start.checked_sub(1).and_then(|i| tokens.get(i));
        let joined = before.is_some_and(|t| t.kind == Kind::Word && t.end == span.start);
        let ids: Vec<String> = ids.into_iter().filter(|id| !is_locator(id)).collect();
        if joined || !ids.iter().all(|id| may_be_id(id)) {
            continue;
        }
        let cited = Cited { ids, words, numbers, alone };
        if !cited.ids.is_empty() {
            out.push(Found { span, what: What::Citation(cited) });
        }
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
    /// Neither.
    Open,
}

/// Compares a mark's sentence with the sources that it may name.
pub(super) fn compare(cited: &Cited, named: &Named) -> Fit {
    let mut meant: Vec<usize> = Vec::new();
    let alone = cited.alone && cited.ids.len() == 1;
    for id in &cited.ids {
        let own = named.by(id);
        if own.is_empty() {
            return if named.counts_otherwise(id) { Fit::Open } else { Fit::Unknown(id.clone()) };
        }
        meant.extend(own);
    }
    let bits = named.count.min(64);
    let mut shares = vec![0_u32; bits];
    let mut total = 0;
    let (mut telling, mut numbers) = (0, vec![false; bits]);
    let all = u64::MAX >> (64 - bits.max(1));
    for stem in cited.words.iter() {
        let holders = named.stems.of(stem.0.into());
        if holders == 0 {
            continue;
        }
        // A word of all sources tells none of them.
        let weight = if holders & all == all && bits > 1 { 1 } else { 3 };
        total += weight;
        telling += 1;
        for (at, share) in shares.iter_mut().enumerate() {
            *share += if holders >> at & 1 == 1 { weight } else { 0 };
        }
    }
    for number in cited.numbers.iter() {
        let holders = named.figures.of(fnv::of(number));
        for (at, has) in numbers.iter_mut().enumerate() {
            *has |= holders >> at & 1 == 1;
        }
    }
    let share = |at: usize| shares.get(at).map_or(100, |own| 100 * own / total.max(1));
    let Some(best) = meant.iter().copied().max_by_key(|at| (share(*at), core::cmp::Reverse(*at))) else {
        return Fit::Open;
    };
    let others = (0..bits).filter(|at| !meant.contains(at)).map(share).max().unwrap_or(0);
    // A number of the sentence that another source has, and none that is cited.
    let is_elsewhere = (0..bits).any(|at| !meant.contains(&at) && numbers.get(at) == Some(&true));
    let has_number = meant.iter().any(|at| numbers.get(*at).copied().unwrap_or(true));
    if cited.words.len() < FEWEST_WORDS {
        return if has_number { Fit::Has(best) } else { Fit::Open };
    }
    // A sentence in other words than any source's, or in another language, cannot be compared.
    let known = 100 * telling / u32::try_from(cited.words.len()).unwrap_or(u32::MAX).max(1);
    if known < LEAST_KNOWN {
        return Fit::Open;
    }
    let better = others >= share(best) + OTHER_IS_BETTER || (is_elsewhere && others >= share(best));
    if alone && better && !has_number {
        Fit::Lacks(best)
    } else if share(best) >= GOOD_SHARE || has_number {
        Fit::Has(best)
    } else {
        Fit::Open
    }
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
            let bit = u32::try_from(at).ok().and_then(|at| 1_u64.checked_shl(at)).unwrap_or(0);
            for (piece, _) in pieces(text).filter(|(piece, _)| piece.bytes().any(|b| b.is_ascii_digit())) {
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

    /// Whether a bare number may be of another list than these sources, whose ids have a word before their number: `[12]` beside `S0`.
    fn counts_otherwise(&self, id: &str) -> bool {
        let bare = !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit());
        bare && !self.words.is_empty() && self.words.iter().all(|word| !word.is_empty())
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

/// What brackets hold of a source's own marks, in bytes.
const LONGEST_ID: usize = 32;
