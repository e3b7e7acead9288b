//! A right value of which the claim says the other way: it rose, and did not fall; it is a loss, and no profit; it is denied.
//!
//! Source: the design, "Currency and sign count". Asked of the places that have the claimed value. It is a feature of the decision, which is
//! learnt from labels of numbers and so does not settle it: what goes the other way is never supported.

use groundcheck_types::{Evidence, Policy, Status};

use rust_decimal::Decimal;

use super::context::Context;
use super::evidence::{evidence, origin, printed};
use super::prepare::{Mention, Sources};
use super::reasons::Say;
use super::trend::Trend;
use super::{Judgement, confidence_in};
use crate::claims::{Period, Quantity};

/// How what is said of a value goes another way than the claim.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Otherwise<'s> {
    /// Its place says the opposite.
    Opposite,
    /// From the number that the claim says it started from.
    Trend,
    /// From the one value to the other; `shown` is the one that is not the claim's.
    Levels { before: &'s Mention, now: &'s Mention, shown: &'s Mention },
}

/// How what is said of this value, which the claim has, goes the other way.
pub(crate) fn otherwise<'s>(
    claim: &Quantity,
    context: &Context<'_>,
    mention: &'s Mention,
    sources: &'s Sources,
) -> Option<Otherwise<'s>> {
    let claimed = claim.value.number()?;
    if is_opposite(context, mention, sources) {
        return Some(Otherwise::Opposite);
    }
    let against = |way: &Trend| way.from.is_some_and(|from| claimed != from && (claimed > from) != way.up);
    if context.trend.as_ref().is_some_and(against) {
        return Some(Otherwise::Trend);
    }
    let others = || in_row(mention, sources).chain(other_times(mention, sources));
    let later = context.from.and_then(|from| backwards(from, mention, others()));
    let undated = context.trend.filter(|_| context.periods.is_empty() && mention.column.is_some());
    let only_start = || undated.and_then(|way| only_start(way, mention, others()));
    let earlier = || context.trend.and_then(|way| contrary(way, mention, others())).or_else(only_start);
    let levels = later.map(|later| (mention, later, later)).or_else(|| earlier().map(|first| (first, mention, first)));
    levels.map(|(before, now, shown)| Otherwise::Levels { before, now, shown })
}

impl Otherwise<'_> {
    /// What that says of the claim whose value this is.
    pub(crate) fn judgement(self, mention: &Mention, sources: &Sources, policy: &Policy, say: Say) -> Judgement {
        let id = say.whose(origin(sources, mention));
        let (reason, shown) = match self {
            Otherwise::Opposite => (say.says_the_opposite(id, printed(sources, mention)), None),
            Otherwise::Trend => (say.goes_otherwise(), None),
            Otherwise::Levels { before, now, shown } => {
                (say.went_otherwise(id, printed(sources, before), printed(sources, now)), Some(shown))
            }
        };
        let passages = core::iter::once(mention).chain(shown);
        let evidence: Vec<Evidence> = passages.map(|m| evidence(sources, m, m.span, m.value)).collect();
        Judgement {
            confidence: confidence_in(&evidence, policy),
            evidence,
            ..Judgement::bare(Status::Contradicted, reason)
        }
    }
}

/// Whether a place that has the value says the opposite of it: another direction, a loss for a gain, a denial; in a row, a loss of
/// what its label calls a profit.
fn is_opposite(context: &Context<'_>, mention: &Mention, sources: &Sources) -> bool {
    if mention.column.is_none() {
        return context.stance.goes_against(mention.stance);
    }
    let place = &sources.places[mention.place as usize];
    place.gain && context.stance.says_loss() && mention.value.number().is_some_and(|v| v.is_sign_positive())
}

/// The cell before this one in time, among those of its row and of other times, where it shows that the level went the other way.
fn contrary<'s>(trend: Trend, mention: &Mention, others: impl Iterator<Item = &'s Mention>) -> Option<&'s Mention> {
    let [own] = mention.periods[..] else { return None };
    // What was before may stand there as it was reported and restated: one way that it went is enough.
    let mut last: Option<(Period, &Mention, bool)> = None;
    for other in others.filter(|m| is_like(m, mention, own.period) && m.periods[0].period < own.period) {
        let (at, turned) = (other.periods[0].period, went_otherwise(trend, mention, other) == Some(true));
        match &mut last {
            Some((period, _, all)) if *period == at => *all &= turned,
            Some((period, ..)) if *period > at => {}
            _ => last = Some((at, other, turned)),
        }
    }
    last.filter(|(.., turned)| *turned).map(|(_, earlier, _)| earlier)
}

/// Whether a level went another way from the one before it than is told; `None` where its sign changed.
fn went_otherwise(trend: Trend, mention: &Mention, earlier: &Mention) -> Option<bool> {
    let (now, before) = (mention.value.number()?, earlier.value.number()?);
    // Costs and losses stand in brackets: the larger one is farther from zero.
    let (now, before) = match (now.is_sign_negative(), before.is_sign_negative()) {
        (true, true) => (-now, -before),
        (false, false) => (now, before),
        _ => return None,
    };
    Some(now != before && (now > before) != trend.up)
}

/// The cell behind this one in time that went the way it is told, where this one is the first: `fell to 33.8` where 33.8 fell to 21.4.
fn only_start<'s>(trend: Trend, mention: &Mention, others: impl Iterator<Item = &'s Mention>) -> Option<&'s Mention> {
    let [own] = mention.periods[..] else { return None };
    let told =
        |m: &&Mention| m.column.is_some() && is_like(m, mention, own.period) && m.periods[0].period != own.period;
    let mut next: Option<&Mention> = None;
    for other in others.filter(told) {
        let at = other.periods[0].period;
        // Nothing before it, and only one time behind.
        if at < own.period || next.is_some_and(|next| next.span != other.span) {
            return None;
        }
        next = Some(other);
    }
    let next = next?;
    let (then, now) = (mention.value.number()?.abs(), next.value.number()?.abs());
    (now != then && (now > then) == trend.up).then_some(next)
}

/// The cell that has the value which the change is said to start from, where it is of a later time than the one it is said to end with.
fn backwards<'s>(from: Decimal, mention: &Mention, others: impl Iterator<Item = &'s Mention>) -> Option<&'s Mention> {
    let [own] = mention.periods[..] else { return None };
    let mut starts = others.filter(|m| m.kind == mention.kind && m.value.number() == Some(from));
    let later =
        |m: &&Mention| matches!(m.periods[..], [one] if like(one.period, own.period) && one.period > own.period);
    let first = starts.next().filter(later)?;
    starts.all(|m| later(&m)).then_some(first)
}

/// Whether a value is of the same sort as this one, of one time, and of as long a time as this.
fn is_like(other: &Mention, own: &Mention, period: Period) -> bool {
    let of_time = matches!(other.periods[..], [one] if like(one.period, period));
    other.kind == own.kind && other.months == own.months && of_time
}

/// Whether two periods are of one length and may follow one another.
fn like(a: Period, b: Period) -> bool {
    core::mem::discriminant(&a) == core::mem::discriminant(&b)
}

/// The values of a cell's row.
fn in_row<'s>(mention: &Mention, sources: &'s Sources) -> impl Iterator<Item = &'s Mention> {
    let place = sources.places.get(mention.place as usize).filter(|_| mention.column.is_some());
    let mentions = place.map(|place| place.mentions.clone()).unwrap_or_default();
    mentions.filter_map(|i| sources.mentions.get(i as usize))
}

/// The values under a cell's heading.
fn in_column<'s>(mention: &Mention, sources: &'s Sources) -> impl Iterator<Item = &'s Mention> {
    let (column, source) = (mention.column, sources.places[mention.place as usize].source);
    let rows = column.and_then(|c| sources.columns.get(c as usize)).map(|column| column.rows.clone());
    rows.unwrap_or_default()
        .take(MOST_TIMES)
        .filter_map(|place| sources.places.get(place as usize))
        .filter(move |place| place.source == source)
        .flat_map(|place| place.mentions.clone())
        .filter_map(|i| sources.mentions.get(i as usize))
        .filter(move |m| m.column == column)
}

/// The values under a cell's heading at other times, where every row is another time: `2022 | 42,955` over `2023 | 43,618`.
fn other_times<'s>(mention: &Mention, sources: &'s Sources) -> impl Iterator<Item = &'s Mention> {
    let dated = |m: &Mention| m.periods.iter().find(|own| !own.above).map(|own| own.period);
    let own = dated(mention);
    let cells = own.map(|_| in_column(mention, sources)).into_iter().flatten();
    cells.filter(move |m| dated(m).is_some_and(|period| Some(period) != own))
}

/// At most this many rows of a column are looked at for other times.
const MOST_TIMES: usize = 64;
