//! Which values of the sources a claim's words point at.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::context::Context;
use super::prepare::{Mention, Place, Sources, Term};
use super::words::Stem;
use crate::claims::{Period, Quantity, Value};
use crate::sort;

/// A mention with how well its words fit the claim's, in thousandths.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) mention: u32,
    pub(crate) fit: u32,
}

/// A place must share this much of the claim's known words, in thousandths, to be about the same thing.
pub(crate) const LEAST_FIT: u32 = 300;
/// The same for a value whose own clause names nothing, among the many words of the rest of its sentence.
const UNLABELLED_FIT: u32 = 120;
/// Places this close to the best fit, in thousandths of it, are equally meant.
pub(crate) const SAME_FIT: u32 = 900;
/// A word chooses among at most this many places: what a claim costs does not grow with the sources.
const MOST_PLACES: usize = 2_048;
/// At most this many of the places chosen are read.
const MOST_READ: usize = 256;
/// Sums of weights are told apart up to this many bits.
const COUNTED_BITS: u32 = 14;
/// A word near the claim counts this many times one of the rest of its sentence.
const NEAR: u32 = 4;

/// The index asked for one claim after another; its tables are kept between them so that a claim costs only what it touches.
#[derive(Debug)]
pub(crate) struct Search<'s> {
    sources: &'s Sources,
    /// Weight of the claim's words that stand in a place, by place.
    shared: Vec<u32>,
    touched: Vec<u32>,
    /// The same for columns.
    under: Vec<u32>,
    touched_columns: Vec<u32>,
    /// Weight of all the claim's words that stand anywhere.
    known: u32,
    /// Those words with their weights.
    words: Weights,
    /// Whether every place of every word was counted.
    counted_all: bool,
}

/// The claim's words with their weights. Most words that are looked up are none of them, which a few bits tell.
#[derive(Debug, Default)]
struct Weights {
    /// Sorted once closed.
    words: Vec<(Stem, u32)>,
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

    fn of(&self, stem: Stem) -> u32 {
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

impl<'s> Search<'s> {
    pub(crate) fn new(sources: &'s Sources) -> Self {
        Search {
            sources,
            shared: vec![0; sources.places.len()],
            touched: Vec::new(),
            under: vec![0; sources.columns.len()],
            touched_columns: Vec::new(),
            known: 0,
            words: Weights::default(),
            counted_all: true,
        }
    }

    pub(crate) fn sources(&self) -> &'s Sources {
        self.sources
    }

    /// Looks up the claim's words.
    pub(crate) fn ask(&mut self, context: &Context<'_>) {
        for place in self.touched.drain(..) {
            self.shared[place as usize] = 0;
        }
        for column in self.touched_columns.drain(..) {
            self.under[column as usize] = 0;
        }
        self.known = 0;
        self.words.clear();
        self.counted_all = true;
        let mut asked: Vec<(usize, Stem, &Term, u32)> = Vec::with_capacity(context.near.len() + context.far.len());
        for (stems, times) in [(&context.near, NEAR), (&context.far, 1)] {
            let known = stems.iter().filter_map(|stem| self.sources.term(*stem).map(|term| (*stem, term)));
            asked.extend(
                known.map(|(stem, term)| (self.sources.places_of(term).len(), stem, term, term.weight * times)),
            );
        }
        // The rarest words choose; one that stands almost everywhere only adds to what they chose.
        sort::by_number(&mut asked, |(places, stem, ..)| (*places as u64) << 32 | u64::from(stem.0));
        for (_, stem, term, weight) in asked {
            self.known += weight;
            self.words.add(stem, weight);
            let places = self.sources.places_of(term);
            self.counted_all &= places.len() <= MOST_PLACES;
            if places.len() > MOST_PLACES && !self.touched.is_empty() {
                for &place in &self.touched {
                    if self.sources.places[place as usize].says(stem) {
                        self.shared[place as usize] += weight;
                    }
                }
            } else {
                for &(_, place) in places.iter().take(MOST_PLACES) {
                    let sum = &mut self.shared[place as usize];
                    if *sum == 0 {
                        self.touched.push(place);
                    }
                    *sum += weight;
                }
            }
            for &(_, column) in self.sources.columns_of(term).iter().take(MOST_PLACES) {
                let sum = &mut self.under[column as usize];
                if *sum == 0 {
                    self.touched_columns.push(column);
                }
                *sum += weight;
            }
        }
        // Rows that only their column's heading speaks for are asked too.
        for k in 0..self.touched_columns.len() {
            let column = &self.sources.columns[self.touched_columns[k] as usize];
            for place in column.rows.clone() {
                if self.touched.len() >= 2 * MOST_PLACES {
                    break;
                }
                if self.shared[place as usize] == 0 {
                    self.shared[place as usize] = 1;
                    self.touched.push(place);
                }
            }
        }
        // Only the best places are looked into, in the order of the sources.
        self.keep_best();
        self.words.close();
    }

    /// Keeps the places that share most, of equals the first ones, in the order of the sources.
    fn keep_best(&mut self) {
        let shared = &mut self.shared;
        let (mut spare, mut least, mut coarse) = (0, 0, 0);
        if self.touched.len() > MOST_READ {
            let most = self.touched.iter().map(|place| shared[*place as usize]).max().unwrap_or(0);
            // A question of thousands of words weighs more than is worth counting one by one.
            coarse = most.checked_ilog2().unwrap_or(0).saturating_sub(COUNTED_BITS);
            let mut counts = vec![0; (most >> coarse) as usize + 1];
            self.touched.iter().for_each(|place| counts[(shared[*place as usize] >> coarse) as usize] += 1);
            // Everything above the least is kept, of the least itself only as many as there is room for.
            let mut kept = 0;
            least = most >> coarse;
            while kept + counts[least as usize] < MOST_READ {
                kept += counts[least as usize];
                least -= 1;
            }
            spare = kept + counts[least as usize] - MOST_READ;
            self.touched.retain(|place| {
                let keeps = shared[*place as usize] >> coarse >= least;
                if !keeps {
                    shared[*place as usize] = 0;
                }
                keeps
            });
        }
        sort::by_number(&mut self.touched, |place| u64::from(*place));
        for at in (0..self.touched.len()).rev() {
            if spare == 0 {
                break;
            }
            let place = self.touched[at] as usize;
            if shared[place] >> coarse == least {
                shared[place] = 0;
                spare -= 1;
                // Marked, and gone with the next line.
                self.touched[at] = u32::MAX;
            }
        }
        self.touched.retain(|place| *place != u32::MAX);
    }

    /// The weight of the claim's words among these.
    fn shared_with(&self, stems: &[Stem]) -> u32 {
        stems.iter().map(|stem| self.words.of(*stem)).sum()
    }

    /// The weight of the claim's words that stand over a row and not in it.
    fn only_in_group(&self, place: &Place) -> u32 {
        let beyond = place.group.iter().filter(|stem| place.labels.binary_search(stem).is_err());
        beyond.map(|stem| self.words.of(*stem)).sum()
    }

    /// Every value that could be what was asked for and passes `wanted`, with its fit. A claim without any words
    /// is about whatever its period names.
    pub(crate) fn candidates(
        &self,
        context: &Context<'_>,
        wanted: impl Fn(&Place, &Mention) -> bool,
    ) -> Vec<Candidate> {
        let least = if context.near.is_empty() { UNLABELLED_FIT } else { LEAST_FIT };
        self.candidates_from(least, context, wanted)
    }

    /// [`Search::candidates`] that fit at least so well, in thousandths.
    pub(crate) fn candidates_from(
        &self,
        least: u32,
        context: &Context<'_>,
        wanted: impl Fn(&Place, &Mention) -> bool,
    ) -> Vec<Candidate> {
        let mut out = Vec::new();
        if self.words.words.is_empty() && context.wordless {
            let years = context.periods.iter().map(|p| p.year());
            for index in years.flat_map(|year| self.sources.mentions_of_year(year).iter().take(MOST_READ)) {
                let mention = &self.sources.mentions[index.1 as usize];
                let named = mention.periods.iter().any(|own| context.periods.contains(&own.period));
                if named && wanted(&self.sources.places[mention.place as usize], mention) {
                    out.push(Candidate { mention: index.1, fit: LEAST_FIT });
                }
            }
            return out;
        }
        // A claim about somebody whom no source names is not about a sentence that names others.
        let stranger = context.names.iter().any(|name| self.sources.term(*name).is_none());
        let most_under = self.touched_columns.iter().map(|c| self.under[*c as usize]).max().unwrap_or(0);
        for &number in &self.touched {
            let place = &self.sources.places[number as usize];
            if stranger
                && !place.names.is_empty()
                && !place.names.iter().any(|n| context.names.binary_search(n).is_ok())
            {
                continue;
            }
            let own = self.shared[number as usize];
            // What only the heading of its group says is said of every row under it.
            let own = if place.is_row && !place.group.is_empty() {
                own - self.only_in_group(place).min(own) / 4
            } else {
                own
            };
            // A row should be named whole; a sentence says much else besides.
            let unsaid = (place.label_weight * NEAR).saturating_sub(own);
            let unsaid = if place.is_row { unsaid / 2 } else { unsaid / 12 };
            let whole = (self.known + unsaid).max(1);
            // A clause says no more than its sentence, and a row's columns at most the most that any of them does.
            let most = if place.is_row { own + most_under } else { own };
            let least_whole = if place.is_row { whole } else { self.known.max(1) };
            if self.counted_all && most * 1000 / least_whole < least {
                continue;
            }
            // Where a sentence gives a value for the very period, one without a period is of another.
            let of_period = |m: &Mention| m.kind != ClaimKind::Date && !m.periods.is_empty() && in_period(context, m);
            let dated = !place.is_row
                && !context.periods.is_empty()
                && place.mentions.clone().any(|i| of_period(&self.sources.mentions[i as usize]));
            for index in place.mentions.clone() {
                let mention = &self.sources.mentions[index as usize];
                if dated && mention.periods.is_empty() {
                    continue;
                }
                let under = mention.column.map_or(0, |c| self.under[c as usize]);
                // Of a sentence's several values, the one whose own clause says it.
                let shared = match &mention.near {
                    Some(near) => (own + self.shared_with(near)) / 2,
                    None => own + under,
                };
                // What something changed by is not what it was.
                let shared = match (mention.stance.change, context.stance.change || context.of_change) {
                    (true, false) if !place.is_row => shared / 2,
                    _ => shared,
                };
                // Of a long sentence only the clause's own share of words goes unsaid.
                let share = |near: &Vec<Stem>| (near.len() as u32).min(place.labels.len() as u32);
                let whole = match &mention.near {
                    Some(near) if !place.labels.is_empty() => {
                        (self.known + unsaid * share(near) / place.labels.len() as u32).max(1)
                    }
                    _ => whole,
                };
                let fit = shared * 1000 / whole;
                if fit >= least && wanted(place, mention) {
                    out.push(Candidate { mention: index, fit: fit.min(1000) * period_fit(context, mention) / 1000 });
                }
            }
        }
        out
    }
}

/// Those that fit about as well as the best; of one row or sentence only its own best.
pub(crate) fn meant(candidates: &[Candidate], sources: &Sources) -> Vec<Candidate> {
    let best = candidates.iter().map(|c| c.fit).max().unwrap_or(0);
    let place = |c: &Candidate| sources.mentions[c.mention as usize].place;
    let mut out: Vec<Candidate> = Vec::new();
    for run in candidates.chunk_by(|a, b| place(a) == place(b)) {
        let own = run.iter().map(|c| c.fit).max().unwrap_or(0);
        if own * 1000 >= best * SAME_FIT {
            out.extend(run.iter().filter(|c| c.fit == own));
        }
    }
    out
}

/// Whether the kinds can mean the same thing: a plain number in a table may be money, a percentage or a ratio; in a sentence it
/// is what it says.
pub(crate) fn comparable(claim: &Quantity, mention: &Mention) -> bool {
    let plain = mention.kind == ClaimKind::Number && mention.column.is_some();
    // Thousands of something are no percentage.
    let bare = plain && !mention.scaled;
    match claim.kind {
        ClaimKind::Currency => matches!(mention.kind, ClaimKind::Currency) || plain,
        ClaimKind::Percentage => mention.kind == ClaimKind::Percentage || bare,
        ClaimKind::Ratio => matches!(mention.kind, ClaimKind::Ratio | ClaimKind::Number),
        ClaimKind::Number => !matches!(mention.kind, ClaimKind::Date | ClaimKind::Percentage),
        ClaimKind::Date | ClaimKind::Statement => false,
    }
}

/// Whether both count the same thing, where both say what they count: `214 stores` is not about `31 states`.
pub(crate) fn counts_the_same(claim: &Quantity, context: &Context<'_>, mention: &Mention) -> bool {
    // The 1 of `Scope 1` counts nothing, so it is no count of thousands gone wrong.
    let label = context.is_count && mention.column.is_none() && mention.noun.is_none();
    let size = |value: Value| value.number().unwrap_or_default().abs();
    if label && size(mention.value) < Decimal::ONE_HUNDRED && size(claim.value) >= Decimal::ONE_THOUSAND {
        return false;
    }
    // Nor is what is measured money, either way.
    let money = |kind| kind == ClaimKind::Currency;
    if (context.measure.is_some() && money(mention.kind)) || (money(claim.kind) && mention.measure.is_some()) {
        return false;
    }
    // Nor is what a sentence counts its money.
    if context.noun.is_some() && mention.column.is_none() && mention.kind == ClaimKind::Currency {
        return false;
    }
    match (context.noun, mention.noun) {
        (Some(claimed), Some(counted)) => claimed == counted,
        // `30 more` names nothing; its sentence may.
        (None, Some(counted)) if context.is_count => {
            context.near.binary_search(&counted).is_ok() || context.far.binary_search(&counted).is_ok()
        }
        _ => true,
    }
}

/// How finely a period is told; of a cell's several periods the finest ones count.
fn fineness(period: Period) -> u8 {
    match period {
        Period::Year(_) | Period::Fiscal(_) => 1,
        Period::Half(..) => 2,
        Period::Quarter(..) => 3,
        Period::Month(..) => 4,
        Period::Day(..) => 5,
    }
}

pub(crate) fn finest(mention: &Mention) -> impl Iterator<Item = Period> + '_ {
    let most = mention.periods.iter().map(|d| fineness(d.period)).max().unwrap_or(0);
    // A sentence's several dates are as many things; a cell's are headings over one another.
    let any = mention.column.is_none();
    mention.periods.iter().map(|d| d.period).filter(move |p| any || fineness(*p) == most)
}

pub(crate) fn overlap(a: Period, b: Period) -> bool {
    a.within(b) || b.within(a)
}

/// Whether the value is of a period that the claim names; a value without one is of any.
pub(crate) fn in_period(context: &Context<'_>, mention: &Mention) -> bool {
    context.periods.is_empty()
        || mention.periods.is_empty()
        || finest(mention).any(|own| context.periods.iter().any(|p| overlap(own, *p)))
}

/// How well the periods fit, in thousandths: a change between two years is no value of one of them.
fn period_fit(context: &Context<'_>, mention: &Mention) -> u32 {
    if context.periods.is_empty() || mention.periods.is_empty() {
        return 1000;
    }
    let unnamed = finest(mention).any(|own| !context.periods.iter().any(|p| overlap(own, *p)));
    let unmatched = context.periods.iter().any(|p| !finest(mention).any(|own| overlap(own, *p)));
    if unnamed || unmatched { 850 } else { 1000 }
}
