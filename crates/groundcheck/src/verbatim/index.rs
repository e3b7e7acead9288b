//! Texts as they are written: their words in order, their codes, their links. Built at the first question, as most answers ask none.

use core::ops::Range;
use std::collections::HashMap;

use groundcheck_types::Span;

use super::align::{common, differ};
use super::numbering::{Numbering, Sections};
use super::table::Table;
use super::text::{Scripts, last_digits, pieces, runs};
use super::{check_digit, identifier, is_called, link, section};
use crate::document::spelling::{self, letters};
use crate::lexicon::verbatim::{NUMBER_WORDS, NUMBERED};
use crate::sort;

/// Where something is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct At {
    /// The text, by its place.
    pub(super) text: u32,
    pub(super) span: Span,
}

/// A word of a text, in half the room: a source has many.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    pub(super) hash: u32,
    span: Span,
}

impl Word {
    fn of(word: &spelling::Word) -> Word {
        Word { hash: short(word.hash), span: Span::new(word.start, word.end) }
    }
}

/// Both halves of a hash, so that its good bits stay.
pub(super) fn short(hash: u64) -> u32 {
    let [a, b, c, d, e, f, g, h] = hash.to_be_bytes();
    u32::from_be_bytes([a ^ e, b ^ f, c ^ g, d ^ h])
}

/// Several texts, by what is written in them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Index {
    /// The words of all texts, one text after another.
    words: Vec<Word>,
    /// The first word of each text.
    firsts: Vec<u32>,
    scripts: Scripts,
    /// Words to their places in `words`, sorted by word.
    by_word: Vec<(u32, u32)>,
    /// What is written in one piece and has a digit or an `@`, by its letters and digits: `inv2041` of `INV-2041`.
    codes: Table,
    /// Some codes of each length, to find one that is nearly the same.
    by_length: HashMap<usize, Vec<(String, At)>>,
    /// The last digits of codes: the `2041` of `INV-2041`.
    numbers: Table,
    /// Runs of digits that blanks and marks part, as phone numbers and bank accounts are written.
    runs: Table,
    /// Some of these runs, to find one that has a country's number in front.
    some_runs: Vec<(String, At)>,
    /// Numbers that are called somebody's: the `4410` of `invoice no. 4410`.
    called: Table,
    /// The last digits of codes without their zeros, and the last seven of runs.
    tails: Table,
    /// The letters that codes begin with: `inv`.
    forms: Table,
    /// Numbers of sections: `4.2`, `12(b)`.
    sections: Sections,
    /// Addresses, as [`link::plain`] has them, and one on each host.
    links: Table,
    hosts: Table,
    /// Paths above these addresses: `acme.com/tool` of `acme.com/tool/issues`.
    parents: Table,
}

impl Index {
    /// Of these texts, with what each is called elsewhere: its own address.
    pub(crate) fn of<'t>(texts: impl Iterator<Item = (&'t str, Option<&'t str>)>) -> Index {
        let mut index = Index::default();
        for (number, (text, address)) in texts.enumerate() {
            index.add(clip(number), text, address);
        }
        index.by_word = index.words.iter().enumerate().map(|(at, word)| (word.hash, clip(at))).collect();
        sort::by_number(&mut index.by_word, |(hash, _)| u64::from(*hash));
        let Index { codes, numbers, called, tails, forms, runs, sections, links, hosts, parents, .. } = &mut index;
        for table in [codes, numbers, called, tails, forms, runs, links, hosts, parents] {
            table.close();
        }
        sections.close();
        index
    }

    fn add(&mut self, number: u32, text: &str, address: Option<&str>) {
        self.firsts.push(clip(self.words.len()));
        self.scripts.count(text);
        self.words.extend(spelling::words(text).iter().map(Word::of));
        let whole = At { text: number, span: Span::new(0, 0) };
        if let Some(address) = address {
            self.add_link(address, whole);
            if let Some(doi) = identifier::doi(address) {
                self.codes.add(&letters(doi), whole);
            }
        }
        let (mut before, mut numbering): (Option<(&str, Span)>, _) = (None, Numbering::default());
        // Pieces of capitals and digits in a row, which another hand writes as one.
        let mut parts: Vec<(&str, Span)> = Vec::new();
        for (piece, span) in pieces(text) {
            let goes_on = parts.last().is_some_and(|(_, last)| span.start <= last.end + 1) && parts.len() < MOST_PARTS;
            if !goes_on || !identifier::is_part(piece) {
                parts.clear();
            }
            if identifier::is_part(piece) {
                parts.push((piece, span));
            }
            for first in 0..parts.len().saturating_sub(1) {
                let own = parts.get(first..).unwrap_or_default();
                let joined: String = own.iter().map(|(part, _)| *part).collect();
                let mixed =
                    joined.bytes().any(|b| b.is_ascii_digit()) && joined.bytes().any(|b| b.is_ascii_alphabetic());
                if let Some((_, from)) = own.first().filter(|_| mixed) {
                    self.codes
                        .add(&letters(&joined), At { text: number, span: Span { start: from.start, end: span.end } });
                }
            }
            let at = At { text: number, span };
            let (_, address) = link::inside(piece);
            if link::may_be(address) || link::is_host(address) {
                self.add_link(address, at);
            }
            if let Some((_, host)) = address.split_once('@').filter(|(_, host)| link::is_host(host)) {
                self.hosts.add(host, at);
            }
            if let Some(part) = numbering.part(text, piece, span) {
                self.sections.add(&part.key, at);
                // Neither right nor wrong.
                part.short.iter().for_each(|short| self.codes.add(&letters(short), at));
            }
            if piece.bytes().any(|b| b.is_ascii_digit() || b == b'@') {
                self.add_code(piece, at);
                if let Some(own) = section::key(piece).filter(|_| section::heads(text, span, before.map(|b| b.0))) {
                    self.sections.add(&own, at);
                    numbering.head(text, &own, span).iter().for_each(|whole| self.sections.add(whole, at));
                }
                if let Some((iban, end)) = check_digit::iban(text, span.start) {
                    self.codes.add(&letters(&iban), At { text: number, span: Span { start: span.start, end } });
                }
                let label = before.map_or("", |(label, _)| label);
                let plain = piece.trim_start_matches('#');
                if piece.len() > plain.len() || is_called(label, NUMBERED) || is_called(label, NUMBER_WORDS) {
                    self.called.add(&letters(plain), at);
                }
                // `INV 2041`, `PO # 77`: letters and digits that a blank parts.
                if let Some((label, label_span)) =
                    before.filter(|(label, _)| label.bytes().all(|b| b.is_ascii_alphabetic()))
                    && piece.starts_with(|c: char| c.is_ascii_digit() || c == '#')
                    && (identifier::is_part(label) || is_called(label, NUMBERED))
                {
                    let span = Span { start: label_span.start, end: span.end };
                    self.codes.add(&letters(&[label, piece].concat()), At { text: number, span });
                }
            }
            before = Some((piece, span));
        }
        for (digits, span) in runs(text) {
            let at = At { text: number, span };
            self.runs.add(digits.trim_start_matches('+'), at);
            self.tails.add(last_seven(&digits), at);
            if self.some_runs.len() < MOST_CODES {
                self.some_runs.push((digits, at));
            }
        }
    }

    fn add_link(&mut self, link: &str, at: At) {
        let plain = link::plain(link);
        self.hosts.add(link::host(&plain), at);
        let mut above = plain.as_str();
        while let Some((parent, _)) = above.rsplit_once('/') {
            self.parents.add(parent, at);
            above = parent;
        }
        self.links.add(&plain, at);
    }

    fn add_code(&mut self, piece: &str, at: At) {
        if let Some(doi) = identifier::doi(piece) {
            self.codes.add(&letters(doi), at);
        }
        // `A-12/B-13` is one piece and may be two codes.
        for part in core::iter::once(piece)
            .chain(piece.split(['/', ',', ';', '=', '|']).filter(|part| part.len() < piece.len()))
        {
            let own = letters(part);
            if own.is_empty() {
                continue;
            }
            if let Some(number) = last_digits(part).filter(|number| number.len() < own.len()) {
                self.tails.add(number.trim_start_matches('0'), at);
                if own.starts_with(char::is_alphabetic) {
                    self.numbers.add(number, at);
                    self.forms.add(form(&own), at);
                }
            } else if identifier::is_short_code(part) {
                self.forms.add(form(&own), at);
            }
            self.codes.add(&own, at);
            let alike = self.by_length.entry(own.len()).or_default();
            if alike.len() < MOST_CODES {
                alike.push((own, at));
            }
        }
    }

    /// Where a code is written, however it is parted: [`letters`] has it.
    pub(super) fn code(&self, code: &str) -> Option<At> {
        self.codes.get(code)
    }

    /// Where a code ends in these digits.
    pub(super) fn number(&self, digits: &str) -> Option<At> {
        self.numbers.get(digits)
    }

    /// Where these digits are written; behind a `+`, with or without the number of their country.
    pub(super) fn run(&self, digits: &str) -> Option<At> {
        let known = |digits: &str| self.runs.get(digits).or_else(|| self.codes.get(digits));
        let (abroad, digits) = digits.strip_prefix('+').map_or((false, digits), |rest| (true, rest));
        let local = digits.trim_start_matches('0');
        let without = |length: usize| local.get(length..).filter(|rest| abroad && rest.len() >= LEAST_LOCAL);
        let as_written = known(digits).or_else(|| known(local)).or_else(|| known(&["0", local].concat()));
        as_written
            .or_else(|| {
                (1..=3).filter_map(without).find_map(|rest| known(rest).or_else(|| known(&["0", rest].concat())))
            })
            .or_else(|| {
                let ends = |run: &str| run.starts_with('+') && run.len() <= local.len() + 4 && run.ends_with(local);
                let long = !abroad && local.len() >= LEAST_LOCAL;
                self.some_runs.iter().find(|(run, _)| long && ends(run)).map(|(_, at)| *at)
            })
    }

    /// Where a number is called somebody's.
    pub(super) fn called(&self, digits: &str) -> Option<At> {
        self.called.get(digits)
    }

    /// Whether a code ends in this number, whatever zeros stand before it.
    pub(super) fn has_tail(&self, tail: &str) -> bool {
        tail.len() >= 2 && self.tails.get(tail).is_some()
    }

    /// Whether a run of digits ends in the same seven.
    pub(super) fn ends_alike(&self, digits: &str) -> bool {
        digits.len() >= LEAST_LOCAL && self.tails.get(last_seven(digits)).is_some()
    }

    /// Whether a code begins with the same letters.
    pub(super) fn has_form(&self, code: &str) -> bool {
        let form = form(code);
        !form.is_empty() && self.forms.get(form).is_some()
    }

    /// Whether sections are numbered at all.
    pub(super) fn has_sections(&self) -> bool {
        !self.sections.is_empty()
    }

    /// Whether an address lies below this one.
    pub(super) fn is_above(&self, plain: &str) -> bool {
        self.parents.get(plain).is_some()
    }

    /// Whether a run is too common for all its places to be looked at.
    pub(super) fn is_common(&self, runs: &[Vec<u32>]) -> bool {
        let cut = |hash: &u32| self.places(*hash).len() > MOST_PLACES;
        runs.iter().any(|run| run.iter().all(cut))
    }

    /// In which scripts the texts are.
    pub(super) fn scripts(&self) -> Scripts {
        self.scripts
    }

    pub(super) fn section(&self, key: &str) -> Option<At> {
        self.sections.get(key)
    }

    /// Whether the parts of a section have numbers of their own.
    pub(super) fn is_parted(&self, key: &str) -> bool {
        self.sections.is_parted(key)
    }

    /// Whether the parts of any section have.
    pub(super) fn numbers_parts(&self) -> bool {
        self.sections.are_parted()
    }

    pub(super) fn link(&self, plain: &str) -> Option<At> {
        self.links.get(plain)
    }

    /// Where an address on this host is written.
    pub(super) fn on_host(&self, host: &str) -> Option<At> {
        self.hosts.get(host)
    }

    /// A code that is nearly this one: two characters other at most, or two that changed places.
    pub(super) fn near_code(&self, own: &str) -> Option<At> {
        let most = if own.len() < SHORT_CODE { 1 } else { MOST_OTHER };
        let alike = self.by_length.get(&own.len()).into_iter().flatten().take(MOST_CODES);
        let mut near = alike.filter(|(other, _)| other != own && differ(own, other) <= most);
        let first = near.next()?;
        let mut all = vec![first];
        all.extend(near);
        // Of a series each is near the others.
        let distinct = all.iter().filter(|(other, _)| *other != first.0).count() + 1;
        let best = all.into_iter().min_by_key(|(other, _)| differ(own, other))?;
        (distinct <= MOST_NEAR).then_some(best.1)
    }

    /// The places where a word stands, the first of them.
    fn places(&self, hash: u32) -> &[(u32, u32)] {
        let from = self.by_word.partition_point(|(other, _)| *other < hash);
        let length = self.by_word[from..].iter().take(MOST_PLACES + 1).take_while(|(other, _)| *other == hash).count();
        &self.by_word[from..from + length]
    }

    /// Whether any text has this word.
    pub(super) fn has(&self, hash: u32) -> bool {
        !self.places(hash).is_empty()
    }

    /// The words around each place of a word, up to so many on either side, with that place.
    pub(super) fn around(&self, hash: u32, reach: usize) -> impl Iterator<Item = (usize, &Word)> {
        self.places(hash).iter().flat_map(move |(_, place)| {
            let place = *place as usize;
            let bounds = self.bounds(place);
            let (from, to) = (place.saturating_sub(reach).max(bounds.start), (place + reach + 1).min(bounds.end));
            self.words.get(from..to).unwrap_or_default().iter().map(move |word| (place, word))
        })
    }

    /// A word at one of its places as it is written there.
    pub(super) fn written<'t>(&self, place: usize, word: &Word, text: impl Fn(usize) -> &'t str) -> &'t str {
        word.span.of(text(self.text_of(place) as usize)).unwrap_or_default()
    }

    /// Each place of a word, with the word right before it or right behind it.
    pub(super) fn neighbours(&self, hash: u32, before: bool) -> impl Iterator<Item = (At, Span)> {
        self.places(hash).iter().filter_map(move |(_, place)| {
            let place = *place as usize;
            let other = if before { place.checked_sub(1)? } else { place + 1 };
            let own = self.words.get(place)?;
            let other = self.words.get(other).filter(|_| self.bounds(place).contains(&other))?;
            Some((At { text: self.text_of(place), span: own.span }, other.span))
        })
    }

    /// The text that a word stands in.
    pub(super) fn text_of(&self, word: usize) -> u32 {
        clip(self.firsts.partition_point(|first| *first as usize <= word).saturating_sub(1))
    }

    /// The words of the text that this one stands in.
    fn bounds(&self, word: usize) -> Range<usize> {
        let text = self.text_of(word) as usize;
        let end = self.firsts.get(text + 1).map_or(self.words.len(), |next| *next as usize);
        self.firsts.get(text).map_or(0, |first| *first as usize)..end
    }

    /// The passage of these words.
    pub(super) fn passage(&self, words: Range<usize>) -> Option<At> {
        let (first, last) = (self.words.get(words.start)?, self.words.get(words.end.checked_sub(1)?)?);
        Some(At { text: self.text_of(words.start), span: Span { start: first.span.start, end: last.span.end } })
    }

    /// Where runs of words stand one behind another in one text, with little between them; the words from the first to the last.
    pub(super) fn find(&self, runs: &[Vec<u32>]) -> Option<Range<usize>> {
        self.finds(runs).next()
    }

    /// All such places.
    pub(super) fn finds<'i>(&'i self, runs: &'i [Vec<u32>]) -> impl Iterator<Item = Range<usize>> + 'i {
        let (first, more) = runs.split_first().map_or((&[][..], &[][..]), |(first, more)| (first.as_slice(), more));
        self.starts(first).filter_map(move |start| {
            let bounds = self.bounds(start);
            let mut end = start + first.len();
            for run in more {
                let to = (end + MOST_LEFT_OUT + run.len()).min(bounds.end);
                end += self.words.get(end..to)?.windows(run.len()).position(|own| same(own, run))? + run.len();
            }
            (end <= bounds.end).then_some(start..end)
        })
    }

    /// Where this run of words stands, every time.
    fn starts<'i>(&'i self, run: &'i [u32]) -> impl Iterator<Item = usize> + 'i {
        // Asked by the rarest word, there are few places.
        let rarest =
            run.iter().enumerate().map(|(at, hash)| (self.places(*hash), at)).min_by_key(|(places, _)| places.len());
        let (places, at) = rarest.unwrap_or_default();
        let start = move |(_, place): &(u32, u32)| (*place as usize).checked_sub(at);
        let holds = move |start: &usize| {
            let own = self.words.get(*start..*start + run.len());
            own.is_some_and(|own| same(own, run)) && self.bounds(*start).end >= *start + run.len()
        };
        places.iter().filter_map(start).filter(holds)
    }

    /// The passage that shares most of these words in their order, and how many it shares.
    pub(super) fn nearest(&self, run: &[u32]) -> Option<(Range<usize>, usize)> {
        let run = run.get(..LONGEST_RUN.min(run.len()))?;
        // Each of the words votes for where the passage begins.
        let mut votes: Vec<u32> = Vec::new();
        for (at, hash) in run.iter().enumerate() {
            let places = self.places(*hash);
            let places = if places.len() > MOST_VOTES { &[] } else { places };
            votes.extend(places.iter().map(|(_, place)| place.saturating_sub(clip(at))));
        }
        sort::by_number(&mut votes, |vote| u64::from(*vote));
        let slack = clip(run.len() / 4 + 2);
        let mut best = (0, 0);
        let mut end = 0;
        for (start, vote) in votes.iter().enumerate() {
            while votes.get(end).is_some_and(|other| *other <= vote.saturating_add(slack)) {
                end += 1;
            }
            if end - start > best.0 {
                best = (end - start, *vote as usize);
            }
        }
        let (count, start) = best;
        if count == 0 {
            return None;
        }
        let inside = self.bounds(start.min(self.words.len().saturating_sub(1)));
        let from = start.saturating_sub(2).max(inside.start);
        let to = (start + run.len() + slack as usize + 4).min(inside.end);
        let (own, of_run, shared) = common(self.words.get(from..to)?, run);
        // What the other has before and behind is set against as many words here.
        let start = (from + own.start).saturating_sub(of_run.start).max(inside.start);
        let end = (from + own.end + run.len() - of_run.end).min(inside.end);
        (shared > 0).then_some((start..end, shared))
    }

    /// Whether the letters of these words stand in one piece around here: a source may glue or split them.
    pub(super) fn has_letters<'t>(
        &self,
        text: impl Fn(usize) -> &'t str,
        around: &Range<usize>,
        letters: &str,
    ) -> bool {
        let bounds = self.bounds(around.start);
        let (from, to) = (around.start.saturating_sub(4).max(bounds.start), (around.end + 4).min(bounds.end));
        let Some(at) = self.passage(from..to) else { return false };
        let passage = at.span.of(text(at.text as usize)).unwrap_or_default();
        !letters.is_empty() && spelling::letters(passage).contains(letters)
    }
}

/// So many places of one word are looked at; a quotation of none but more common words is left open.
const MOST_PLACES: usize = 256;
/// A code is written in at most so many pieces.
const MOST_PARTS: usize = 6;
/// So many codes of one length are compared.
const MOST_CODES: usize = 256;
/// A phone number without its country has at least so many digits.
const LEAST_LOCAL: usize = 7;
/// Codes that differ in more characters are two.
const MOST_OTHER: usize = 2;
/// Codes of fewer characters that differ in two are two.
const SHORT_CODE: usize = 6;
/// More codes than these that are near are a series.
const MOST_NEAR: usize = 2;
/// An ellipsis leaves out at most so many words.
const MOST_LEFT_OUT: usize = 200;
/// Of a longer quotation only so many words are aligned.
const LONGEST_RUN: usize = 200;
/// A word in more places votes for none.
const MOST_VOTES: usize = 64;

fn clip(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn same(own: &[Word], run: &[u32]) -> bool {
    own.iter().zip(run).all(|(word, hash)| word.hash == *hash)
}

/// The letters that a code begins with.
fn form(code: &str) -> &str {
    code.get(..code.find(|c: char| !c.is_alphabetic()).unwrap_or(code.len())).unwrap_or_default()
}

fn last_seven(digits: &str) -> &str {
    digits.get(digits.len().saturating_sub(LEAST_LOCAL)..).unwrap_or(digits)
}
