//! What a claim's words point at, looked up in the index: the places that share most of them.

use super::{FAINT_FIT, MOST_READ, Reached, Search, Tables};
use crate::lexicon::synonyms;
use crate::sort;
use crate::verify::context::Context;
use crate::verify::prepare::Place;
use crate::verify::words::{self, Stem};

/// A word chooses among at most this many places: what a claim costs does not grow with the sources.
const MOST_PLACES: usize = 2_048;
/// Sums of weights are told apart up to this many bits.
const COUNTED_BITS: u32 = 14;
/// A word near the claim counts this many times one of the rest of its sentence.
const NEAR: u32 = 4;
/// The same for another word for one near the claim that no source has.
const OTHER_WORD: u32 = 2;

/// The claim's words with their weights. Most words that are looked up are none of them, which a few bits tell.
#[derive(Debug, Default)]
pub(super) struct Weights {
    /// Sorted once closed.
    pub(super) words: Vec<(Stem, u32)>,
    /// A bit for every word, by its lowest bits.
    bits: [u64; 16],
}

impl Weights {
    fn bit(stem: Stem) -> (usize, u64) {
        ((stem.0 as usize >> 6) % 16, 1 << (stem.0 % 64))
    }

    fn add(&mut self, stem: Stem, weight: u32) {
        let (at, bit) = Self::bit(stem);
        self.bits[at] |= bit;
        self.words.push((stem, weight));
    }

    fn close(&mut self) {
        sort::by_number(&mut self.words, |(stem, _)| u64::from(stem.0));
    }

    pub(super) fn of(&self, stem: Stem) -> u32 {
        let (at, bit) = Self::bit(stem);
        if self.bits[at] & bit == 0 {
            return 0;
        }
        self.words.binary_search_by_key(&stem, |(own, _)| *own).map_or(0, |at| self.words[at].1)
    }

    fn clear(&mut self) {
        self.words.clear();
        self.bits = [0; 16];
    }
}

/// A word of a claim that the sources know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    stem: Stem,
    weight: u32,
    /// What the sources know of it, by its number.
    term: u32,
}

/// The weight of a place's own words that a claim which shares so much with it does not say, as far as that tells against it: a row
/// should be named whole; a sentence says much else besides.
pub(super) fn unsaid(place: &Place, own: u32) -> u32 {
    let unsaid = (place.label_weight * NEAR).saturating_sub(own);
    if place.is_row { unsaid / 2 } else { unsaid / 12 }
}

/// What stands for a word that no source has, if one alone does: where the sources know several, those name several things. Nor does
/// one that is said beside it.
fn only(mut others: impl Iterator<Item = (Stem, u32, u32)>, said: impl Fn(&Stem) -> bool) -> Option<(Stem, u32, u32)> {
    let only = others.next().filter(|(other, ..)| !said(other))?;
    others.next().is_none().then_some(only)
}

impl Search<'_> {
    /// The words of the claim's clause, those that no source has in another form that one has: `NIM` as `Net interest margin`.
    pub(crate) fn in_their_words(&self, context: &Context<'_>) -> Vec<Stem> {
        let is_known = |stem: &Stem| self.sources.term(*stem).is_some();
        let mut out = Vec::with_capacity(context.near.len());
        for stem in &context.near {
            let long = self.long_form(context, *stem);
            match context.forms.of(*stem).find(is_known) {
                _ if is_known(stem) => out.push(*stem),
                _ if !long.is_empty() => out.extend(long),
                form => out.push(form.unwrap_or(*stem)),
            }
        }
        words::sorted(out)
    }

    /// The words of the row that one of the claim's abbreviations stands for; none for other words.
    fn long_form(&self, context: &Context<'_>, word: Stem) -> &[Stem] {
        if context.forms.is_short(word) { self.sources.glossary.long_form(word) } else { &[] }
    }

    /// Looks up the claim's words.
    pub(crate) fn ask(&mut self, context: &Context<'_>) {
        let mut asking = core::mem::take(&mut self.tables.asking);
        asking.clear();
        for (stems, times) in [(&context.near, NEAR), (&context.designators, NEAR), (&context.far, 1)] {
            for &stem in stems {
                let known = |stem, times| Some((stem, self.sources.number_of(stem)?, times));
                let said = |other: &Stem| {
                    context.near.binary_search(other).is_ok() || context.far.binary_search(other).is_ok()
                };
                let other =
                    || only(synonyms(stem).filter(|_| times == NEAR).filter_map(|o| known(o, OTHER_WORD)), said);
                // `בקבוקי` of a column called `בקבוקים`
                let form = || only(context.forms.of(stem).filter_map(|form| known(form, times.min(OTHER_WORD))), said);
                let found = known(stem, times).or_else(other).or_else(form);
                // `NIM` of the row `Net interest margin`
                let long = if found.is_none() { self.long_form(context, stem) } else { &[] };
                let long = long.iter().filter(|stem| !said(stem)).filter_map(|stem| known(*stem, times));
                let weighed =
                    |(stem, term, times)| Known { stem, weight: self.sources.numbered(term).weight * times, term };
                asking.extend(found.into_iter().chain(long).map(weighed));
            }
        }
        // The claims of a sentence often ask for the same, but for words that stand nowhere.
        if self.tables.asked != asking {
            self.look_up(&mut asking);
        }
        self.tables.asking = asking;
        self.tables.foreign = self.sources.titles.foreign(&context.near, &context.far);
    }

    /// Finds the places that share most of the claim's words.
    fn look_up(&mut self, asking: &mut Vec<Known>) {
        core::mem::swap(&mut self.tables.asked, asking);
        self.tables.known = self.tables.asked.iter().map(|word| word.weight).sum();
        self.tables.words.clear();
        for word in &self.tables.asked {
            self.tables.words.add(word.stem, word.weight);
        }
        self.tables.words.close();
        for column in self.tables.touched_columns.drain(..) {
            self.tables.under[column as usize] = 0;
        }
        self.tables.counted_all = true;
        if self.sources.places.len() <= MOST_PLACES {
            self.count_everywhere();
        } else {
            self.count_where_touched(asking);
        }
        // Only the best places are looked into, in the order of the sources.
        self.keep_best();
        self.reach();
    }

    /// Sums the weights of the words by place. Of so few places all are counted, which takes less than noting which were touched.
    fn count_everywhere(&mut self) {
        let Tables { shared, touched, asked, .. } = &mut self.tables;
        shared.fill(0);
        for word in asked {
            for &place in self.sources.places_of(self.sources.numbered(word.term)) {
                if let Some(sum) = shared.get_mut(place as usize) {
                    *sum += word.weight;
                }
            }
        }
        touched.clear();
        for at in 0..self.tables.asked.len() {
            self.count_columns(self.tables.asked[at]);
        }
        for column in &self.tables.touched_columns {
            let rows = &self.sources.columns[*column as usize].rows;
            for sum in self.tables.shared.get_mut(rows.start as usize..rows.end as usize).unwrap_or_default() {
                *sum = (*sum).max(1);
            }
        }
        let least = self.least_shared().max(1);
        let Tables { shared, touched, .. } = &mut self.tables;
        // Each is noted, and written over by the next one where it shares too little: a branch would be guessed wrong too often.
        touched.resize(shared.len(), 0);
        let mut kept = 0;
        for (place, sum) in (0..).zip(shared.iter()) {
            touched[kept] = place;
            kept += usize::from(*sum >= least);
        }
        touched.truncate(kept);
    }

    /// Sums the weights of the words by place, and notes which places were touched, as a claim costs only what it touches.
    fn count_where_touched(&mut self, words: &mut Vec<Known>) {
        for place in self.tables.touched.drain(..) {
            self.tables.shared[place as usize] = 0;
        }
        words.clone_from(&self.tables.asked);
        // The rarest words choose; one that stands almost everywhere only adds to what they chose.
        let places = |word: &Known| self.sources.places_of(self.sources.numbered(word.term));
        sort::by_number(words, |word| (places(word).len() as u64) << 32 | u64::from(word.stem.0));
        for word in words.iter() {
            let (places, weight) = (places(word), word.weight);
            self.tables.counted_all &= places.len() <= MOST_PLACES;
            if places.len() > MOST_PLACES && !self.tables.touched.is_empty() {
                for &place in &self.tables.touched {
                    if self.sources.places[place as usize].says(word.stem) {
                        self.tables.shared[place as usize] += weight;
                    }
                }
            } else {
                for &place in places.iter().take(MOST_PLACES) {
                    let sum = &mut self.tables.shared[place as usize];
                    if *sum == 0 {
                        self.tables.touched.push(place);
                    }
                    *sum += weight;
                }
            }
            self.count_columns(*word);
        }
        // Rows that only their column's heading speaks for are asked too.
        for k in 0..self.tables.touched_columns.len() {
            let column = &self.sources.columns[self.tables.touched_columns[k] as usize];
            for place in column.rows.clone() {
                if self.tables.touched.len() >= 2 * MOST_PLACES {
                    break;
                }
                if self.tables.shared[place as usize] == 0 {
                    self.tables.shared[place as usize] = 1;
                    self.tables.touched.push(place);
                }
            }
        }
        self.leave_faint();
    }

    /// Adds the weight of a word to the columns whose heading holds it.
    fn count_columns(&mut self, word: Known) {
        for &column in self.sources.columns_of(self.sources.numbered(word.term)).iter().take(MOST_PLACES) {
            let sum = &mut self.tables.under[column as usize];
            if *sum == 0 {
                self.tables.touched_columns.push(column);
            }
            *sum += word.weight;
        }
    }

    /// The most that the heading of any column shares.
    fn most_under(&self) -> u32 {
        self.tables.touched_columns.iter().map(|c| self.tables.under[*c as usize]).max().unwrap_or(0)
    }

    /// The least that a place must share for [`Search::reach`].
    fn least_shared(&self) -> u32 {
        (self.tables.known * FAINT_FIT).div_ceil(1000).saturating_sub(self.most_under())
    }

    /// Leaves out the places that share too little, which are most.
    fn leave_faint(&mut self) {
        if !self.tables.counted_all {
            return;
        }
        let least = self.least_shared();
        let shared = &mut self.tables.shared;
        self.tables.touched.retain(|place| {
            let sum = &mut shared[*place as usize];
            let keeps = *sum >= least;
            if !keeps {
                *sum = 0;
            }
            keeps
        });
    }

    /// Notes the places left whose values can fit.
    fn reach(&mut self) {
        let mut reached = core::mem::take(&mut self.tables.reached);
        reached.clear();
        let most_under = self.most_under();
        for &number in &self.tables.touched {
            let place = &self.sources.places[number as usize];
            let own = self.tables.shared[number as usize];
            // What only the heading of its group says is said of every row under it.
            let own = if place.is_row && !place.group.is_empty() {
                own - self.only_in_group(place).min(own) / 4
            } else {
                own
            };
            // A clause says no more than its sentence, and a row's columns at most the most that any of them does.
            let all = if place.is_row { own + most_under } else { own };
            // Of a sentence a clause may leave nothing unsaid.
            let unsaid = if place.is_row { unsaid(place, own) } else { 0 };
            let whole = (self.tables.known + unsaid).max(1);
            if !self.tables.counted_all || all * 1000 / whole >= FAINT_FIT {
                reached.push(Reached { place: number, own });
            }
        }
        self.tables.reached = reached;
    }

    /// Keeps the places that share most, of equals the first ones, in the order of the sources.
    fn keep_best(&mut self) {
        let (mut spare, mut least, mut coarse) = (0, 0, 0);
        if self.tables.touched.len() > MOST_READ {
            let most = self.tables.touched.iter().map(|place| self.tables.shared[*place as usize]).max().unwrap_or(0);
            // A question of thousands of words weighs more than is worth counting one by one.
            coarse = most.checked_ilog2().unwrap_or(0).saturating_sub(COUNTED_BITS);
            let mut counts = vec![0; (most >> coarse) as usize + 1];
            self.tables
                .touched
                .iter()
                .for_each(|place| counts[(self.tables.shared[*place as usize] >> coarse) as usize] += 1);
            // Everything above the least is kept, of the least itself only as many as there is room for.
            let mut kept = 0;
            least = most >> coarse;
            while kept + counts[least as usize] < MOST_READ {
                kept += counts[least as usize];
                least -= 1;
            }
            spare = kept + counts[least as usize] - MOST_READ;
            let shared = &mut self.tables.shared;
            self.tables.touched.retain(|place| {
                let keeps = shared[*place as usize] >> coarse >= least;
                if !keeps {
                    shared[*place as usize] = 0;
                }
                keeps
            });
        }
        self.put_in_order();
        for at in (0..self.tables.touched.len()).rev() {
            if spare == 0 {
                break;
            }
            let place = self.tables.touched[at] as usize;
            if self.tables.shared[place] >> coarse == least {
                self.tables.shared[place] = 0;
                spare -= 1;
                // Marked, and gone with the next line.
                self.tables.touched[at] = u32::MAX;
            }
        }
        self.tables.touched.retain(|place| *place != u32::MAX);
    }

    /// Puts the touched places in the order of the sources.
    fn put_in_order(&mut self) {
        if self.tables.touched.is_sorted() {
            return;
        }
        let (mut first, mut last) = (usize::MAX, 0);
        for place in self.tables.touched.drain(..) {
            let at = place as usize / 64;
            self.tables.bits[at] |= 1 << (place % 64);
            (first, last) = (first.min(at), last.max(at));
        }
        for at in first..=last {
            let mut bits = core::mem::take(&mut self.tables.bits[at]);
            while bits != 0 {
                self.tables.touched.push(at as u32 * 64 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}
