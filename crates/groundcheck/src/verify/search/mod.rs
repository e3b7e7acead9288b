//! Which values of the sources a claim's words point at.

mod ask;
mod comparable;

use groundcheck_types::ClaimKind;

use self::ask::{Known, Weights};
pub(crate) use self::comparable::{comparable, counts_the_same, fits_unit, is_plain};
use super::context::Context;
use super::prepare::{Mention, Place, Sources};
use super::tables::Part;
use super::words::Stem;
use crate::claims::Period;
use crate::lexicon::synonyms;

/// A mention with how well its words fit the claim's, in thousandths.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) mention: u32,
    pub(crate) fit: u32,
}

/// How well a value fits, in thousandths, that is only of the claim's time: no word of the claim says what it is about.
const WORDLESS_FIT: u32 = 300;
/// A value that fits less, in thousandths, is not what its words point at.
const LEAST_FIT: u32 = 60;
/// No place that shares less of the claim's known words, in thousandths, is looked into.
const FAINT_FIT: u32 = 100;
/// How well a place fits, in thousandths, whose source is about something else than the claim.
const FOREIGN_FIT: u32 = 600;
/// At most this many of the places chosen are read.
const MOST_READ: usize = 256;
/// A row or a sentence has hardly more values than this.
const MANY_VALUES: usize = 64;
/// And of all values beyond that, in places that have more, so many are looked at.
const MOST_BEYOND: usize = 2_048;

/// A place that shares words with the claim.
#[derive(Debug, Clone, Copy)]
struct Reached {
    place: u32,
    /// The weight of the words that it shares.
    own: u32,
}

/// The index asked for one claim after another; its tables are kept between them so that a claim costs only what it touches.
#[derive(Debug)]
pub(crate) struct Search<'s> {
    sources: &'s Sources,
    tables: Tables,
}

/// What a search notes of its sources, without them: whoever cannot borrow the sources for as long keeps these.
#[derive(Debug, Default)]
pub(crate) struct Tables {
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
    /// The places looked into, in the order of the sources.
    reached: Vec<Reached>,
    /// A bit for every place, to put some of them in order; all clear in between.
    bits: Vec<u64>,
    /// The words that were asked last, as far as the sources know them.
    asked: Vec<Known>,
    /// Room for those that are asked next.
    asking: Vec<Known>,
    /// A bit for every source that is about something else than the claim.
    foreign: u64,
}

impl Tables {
    pub(crate) fn of(sources: &Sources) -> Self {
        Tables {
            shared: vec![0; sources.places.len()],
            under: vec![0; sources.columns.len()],
            counted_all: true,
            bits: vec![0; sources.places.len() / 64 + 1],
            ..Tables::default()
        }
    }
}

impl<'s> Search<'s> {
    pub(crate) fn new(sources: &'s Sources) -> Self {
        Search::with(sources, Tables::of(sources))
    }

    /// A search that goes on with the tables of an earlier one over the same sources.
    pub(crate) fn with(sources: &'s Sources, tables: Tables) -> Self {
        Search { sources, tables }
    }

    /// The tables, for a later search.
    pub(crate) fn into_tables(self) -> Tables {
        self.tables
    }

    pub(crate) fn sources(&self) -> &'s Sources {
        self.sources
    }

    /// A bit for every source that is about something else than the claim that was asked last.
    pub(crate) fn foreign(&self) -> u64 {
        self.tables.foreign
    }

    /// The weight of the claim's words among these.
    fn shared_with(&self, stems: &[Stem]) -> u32 {
        stems.iter().map(|stem| self.tables.words.of(*stem)).sum()
    }

    /// The weight of the claim's words that stand over a row and not in it.
    fn only_in_group(&self, place: &Place) -> u32 {
        let beyond = place.group.iter().filter(|stem| place.labels.binary_search(stem).is_err());
        beyond.map(|stem| self.tables.words.of(*stem)).sum()
    }

    /// The values that the words asked last point at.
    pub(crate) fn found(&self, context: &Context<'_>) -> Vec<Candidate> {
        if self.is_wordless(context) {
            return self.of_its_years(context);
        }
        let stranger = self.is_stranger(context);
        let (mut out, mut beyond) = (Vec::new(), 0);
        for reached in &self.tables.reached {
            self.look(reached, stranger, context, &mut out);
            beyond += self.sources.places[reached.place as usize].mentions.len().saturating_sub(MANY_VALUES);
            if beyond > MOST_BEYOND {
                break;
            }
        }
        out
    }

    /// Whether neither its words nor those around it say what the claim is about.
    fn is_wordless(&self, context: &Context<'_>) -> bool {
        self.tables.words.words.is_empty() && context.wordless
    }

    /// The values of the claim's periods.
    fn of_its_years(&self, context: &Context<'_>) -> Vec<Candidate> {
        let years = context.periods.iter().map(|p| p.year());
        let of_years = years.flat_map(|year| self.sources.mentions_of_year(year).iter().take(MOST_READ));
        let named = |at: u32| {
            let periods = &self.sources.mentions[at as usize].periods;
            periods.iter().any(|own| context.periods.contains(&own.period))
        };
        of_years.filter(|at| named(at.1)).map(|at| Candidate { mention: at.1, fit: WORDLESS_FIT }).collect()
    }

    /// A claim about somebody whom no source names is not about a sentence that names others.
    pub(crate) fn is_stranger(&self, context: &Context<'_>) -> bool {
        context.names.iter().any(|name| !self.is_known(*name))
    }

    /// Whether a source has this name, or what it is called by: `German` names `Germany`.
    pub(crate) fn is_known(&self, name: Stem) -> bool {
        let known = |name: Stem| self.sources.term(name).is_some() || self.sources.titles.have(name);
        known(name) || synonyms(name).any(known)
    }

    /// Whether a value was the one before, as its sentence tells it, and the claim does not say that it was.
    fn is_former(&self, context: &Context<'_>, mention: &Mention) -> bool {
        if !mention.stance.former || context.stance.former || context.of_before {
            return false;
        }
        // Where its sentence names no time, the one before it may.
        let place = self.sources.places.get(mention.place as usize);
        let before = mention.place.checked_sub(1).and_then(|i| self.sources.places.get(i as usize));
        let before = before.filter(|before| place.is_some_and(|place| place.source == before.source));
        let before = before.map(|before| before.mentions.clone()).unwrap_or_default();
        let before =
            before.take(MANY_VALUES).filter_map(|i| self.sources.mentions.get(i as usize)).flat_map(|m| &m.periods);
        let own = mention.periods.iter().map(|own| own.period.year()).max();
        let last = own.or_else(|| before.map(|own| own.period.year()).max());
        let last = last.unwrap_or_else(|| self.sources.latest_year());
        context.periods.iter().all(|period| period.year() >= last)
    }

    /// [`Search::found`] of one place.
    fn look(&self, reached: &Reached, stranger: bool, context: &Context<'_>, out: &mut Vec<Candidate>) {
        let place = &self.sources.places[reached.place as usize];
        let named = |n: &Stem| context.names.binary_search(n).is_ok();
        if stranger && !place.names.is_empty() && !place.names.iter().any(named) {
            return;
        }
        let is_foreign = self.tables.foreign.wrapping_shr(place.source) & 1 == 1;
        let own = reached.own;
        let unsaid = ask::unsaid(place, own);
        // Where a sentence gives a value for the very period, one without a period is of another.
        let of_period = |m: &Mention| m.kind != ClaimKind::Date && !m.periods.is_empty() && in_period(context, m);
        let mentions = || self.sources.mentions[place.mentions.start as usize..place.mentions.end as usize].iter();
        let may_be_dated = !place.is_row && !context.periods.is_empty();
        let mut dated: Option<bool> = None;
        for (index, mention) in place.mentions.clone().zip(mentions()) {
            let under = mention.column.map_or(0, |c| self.tables.under[c as usize]);
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
            // Nor is what it was before, where the claim is about how it is.
            let shared = if self.is_former(context, mention) { shared * OTHER_TIME / 1000 } else { shared };
            // Of a long sentence only the clause's own share of words goes unsaid.
            let whole = match &mention.near {
                Some(near) if !place.labels.is_empty() => {
                    let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                    let (near, all) = (clip(near.len()).min(clip(place.labels.len())), clip(place.labels.len()));
                    (self.tables.known + unsaid * near / all).max(1)
                }
                _ => (self.tables.known + unsaid).max(1),
            };
            let fit = shared * if is_foreign { FOREIGN_FIT } else { 1000 } / whole;
            // What takes longest comes last: most values do not fit.
            if fit >= LEAST_FIT
                && !(may_be_dated
                    && mention.periods.is_empty()
                    && *dated.get_or_insert_with(|| mentions().any(of_period)))
            {
                let fit = fit.min(1000) * period_fit(context, mention) / 1000;
                out.push(Candidate { mention: index, fit });
            }
        }
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
    // A sentence's several dates are as many things; a cell's are headings over one another.
    let any = mention.column.is_none();
    let finest = || mention.periods.iter().map(|d| fineness(d.period)).max().unwrap_or(0);
    let most = if any { 0 } else { finest() };
    mention.periods.iter().map(|d| d.period).filter(move |p| any || fineness(*p) == most)
}

pub(crate) fn overlap(a: Period, b: Period) -> bool {
    a.year() == b.year() && (a.within(b) || b.within(a))
}

/// Whether the value is of a period that the claim names; a value without one is of any.
pub(crate) fn in_period(context: &Context<'_>, mention: &Mention) -> bool {
    let in_time = context.periods.is_empty()
        || mention.periods.is_empty()
        || finest(mention).any(|own| context.periods.iter().any(|p| overlap(own, *p)));
    // What a value is less than was another one.
    let was = |base: Period| {
        mention.column.is_some() && finest(mention).next().is_some() && finest(mention).all(|own| overlap(own, base))
    };
    in_time && !context.base.is_some_and(was) && as_long(context, mention)
}

/// Whether the value is of as long a time as the claim names, where both say it, and of the quarter or month that it names without a
/// year: nine months ended in September are not its third quarter.
pub(crate) fn as_long(context: &Context<'_>, mention: &Mention) -> bool {
    let differs = |claimed: Part, own: Period| match (claimed, own) {
        (Part::Quarter(claimed), Period::Quarter(_, own)) | (Part::Month(claimed), Period::Month(_, own)) => {
            claimed != own
        }
        (Part::Quarter(claimed), own @ Period::Month(..)) => own.quarter() != Some(claimed),
        _ => false,
    };
    let other = |claimed: Part| {
        (mention.column.is_some() || mention.periods.len() == 1)
            && finest(mention).chain(mention.part).any(|own| differs(claimed, own))
    };
    let unlike = matches!((context.months, mention.months), (Some(claimed), Some(own)) if claimed != own);
    !unlike && !context.part.is_some_and(other)
}

/// How well a value of other times too fits, in thousandths.
pub(crate) const OTHER_TIME: u32 = 850;

/// How well the periods fit, in thousandths: a change between two years is no value of one of them.
fn period_fit(context: &Context<'_>, mention: &Mention) -> u32 {
    if context.periods.is_empty() || mention.periods.is_empty() {
        return 1000;
    }
    let unnamed = finest(mention).any(|own| !context.periods.iter().any(|p| overlap(own, *p)));
    let unmatched = context.periods.iter().any(|p| !finest(mention).any(|own| overlap(own, *p)));
    if unnamed || unmatched { OTHER_TIME } else { 1000 }
}
