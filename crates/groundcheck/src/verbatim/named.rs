//! What citation marks may name: the sources by their ids and numbers, and which of them have a word or a number.

use std::collections::HashMap;

use super::citation::{LONGEST_RANGE, bit, ends, numbered};
use super::text::pieces;
use crate::document::spelling::letters;
use crate::document::token;
use crate::lexicon::verbatim::CITING;
use crate::verify::words;
use crate::{fnv, sort};

/// What is in which of the first sources: a bit for each of them, by a hash. Sorted.
#[derive(Debug, Clone, Default)]
pub(super) struct Holders(Vec<(u64, u64)>);

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

    pub(super) fn of(&self, hash: u64) -> u64 {
        let at = self.0.binary_search_by_key(&hash, |(own, _)| *own).ok();
        at.and_then(|at| self.0.get(at)).map_or(0, |(_, bits)| *bits)
    }
}

/// The sources by what marks may call them, and the numbers that they have.
#[derive(Debug, Clone, Default)]
pub(crate) struct Named {
    ids: HashMap<String, usize>,
    numbers: HashMap<u32, Vec<(String, usize)>>,
    pub(super) count: usize,
    /// Who has a number, and who a word.
    pub(super) figures: Holders,
    pub(super) stems: Holders,
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
    pub(super) fn counts_otherwise(&self, id: &str) -> bool {
        // `[WP29]`, `(passage 12)`
        if numbered(id.trim()).is_some_and(|(word, _)| {
            !word.is_empty() && (word == "passage" || !CITING.contains(&word.as_str())) && !self.words.contains(&word)
        }) {
            return true;
        }
        let far = id.parse::<usize>().is_ok_and(|number| number > self.count + FEW_TOO_MANY);
        far && !self.words.is_empty() && self.words.iter().all(|word| !word.is_empty())
    }

    /// Whether a source has this in brackets.
    pub(super) fn is_marked(&self, id: &str) -> bool {
        self.marks.binary_search(&fnv::of(id.trim())).is_ok()
    }

    /// Every source that an id or a number may name.
    pub(super) fn by(&self, id: &str) -> Vec<usize> {
        if let Some(at) = self.ids.get(&letters(id)) {
            return vec![*at];
        }
        let (first, last) = ends(id);
        if first != last {
            let (Some((word, from)), Some((_, to))) = (numbered(first), numbered(last)) else { return Vec::new() };
            let head = first.get(..first.len() - first.bytes().rev().take_while(u8::is_ascii_digit).count());
            let all: Vec<Vec<usize>> = (from..=to.min(from + LONGEST_RANGE))
                .map(|number| self.by(&format!("{}{number}", head.filter(|_| !word.is_empty()).unwrap_or_default())))
                .collect();
            return if all.iter().any(Vec::is_empty) { Vec::new() } else { all.concat() };
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
