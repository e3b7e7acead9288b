//! The values that the facts have of one metric at several times.

use groundcheck_types::{ClaimKind, Evidence};
use rust_decimal::Decimal;

use super::choose::{About, named};
use super::{PreparedFact, Scoped, describe, format};
use crate::claims::{Period, Quantity, Value};
use crate::sort;
use crate::verify::context::Context;

/// A fact's value at a time.
#[derive(Debug, Clone)]
pub(crate) struct AtTime {
    pub(crate) period: Period,
    pub(crate) value: Decimal,
    /// As people read it.
    pub(crate) shown: String,
    pub(crate) evidence: Evidence,
}

/// What the facts say over time of the one thing that the claim's sentence names, in order of time; empty where it names none or
/// several.
pub(crate) fn series(claim: &Quantity, context: &Context<'_>, facts: &[PreparedFact], scoped: &Scoped) -> Vec<AtTime> {
    let any_time = Context { periods: Vec::new(), ..context.clone() };
    // A percentage may be a change of anything, an amount only of what is in its unit.
    let kinds: &[ClaimKind] = match claim.kind {
        ClaimKind::Percentage => &[ClaimKind::Currency, ClaimKind::Number, ClaimKind::Percentage, ClaimKind::Ratio],
        ClaimKind::Currency => &[ClaimKind::Currency],
        ClaimKind::Number => &[ClaimKind::Number],
        _ => &[],
    };
    let unit = claim.unit.filter(|_| claim.kind == ClaimKind::Currency);
    for kind in kinds {
        let kind = *kind;
        let claim = Quantity { kind, ..claim.clone() };
        let About::These(about) = named(&claim, &any_time, facts, scoped) else { continue };
        let mut out: Vec<AtTime> = about
            .iter()
            .filter_map(|index| Some((*index, facts.get(*index as usize)?)))
            .filter(|(_, fact)| unit.is_none() || fact.unit.is_none() || fact.unit == unit)
            .filter_map(|(index, fact)| at_time(index, fact))
            .collect();
        sort::by_key(&mut out, |at| end(at.period));
        let apart = out.windows(2).all(|pair| pair[0].period != pair[1].period);
        if out.len() > 1 && apart {
            return out;
        }
    }
    Vec::new()
}

fn at_time(index: u32, fact: &PreparedFact) -> Option<AtTime> {
    let (Some(period), Some(Value::Number(value))) = (fact.period, fact.value) else { return None };
    let kind = if fact.percent { ClaimKind::Percentage } else { ClaimKind::Number };
    let shown = format::number(value, kind, fact.unit);
    let evidence = Evidence {
        fact: Some(index),
        value: Some(Value::Number(value).to_claim_value()),
        text: describe(&fact.fact, &shown),
        ..Evidence::default()
    };
    Some(AtTime { period, value, shown, evidence })
}

/// When a period ends, for order in time: of a day, a quarter and a year that end together the year comes last.
pub(super) fn end(period: Period) -> (u16, u16) {
    let day = |month: u8, day: u8| u16::from(month) * 32 + u16::from(day);
    let year = period.year();
    match period {
        Period::Day(_, m, d) => (year, day(m, d)),
        Period::Month(_, m) => (year, day(m, 31)),
        Period::Quarter(_, q) => (year, day(q * 3, 31)),
        Period::Half(_, h) => (year, day(h * 6, 31)),
        Period::Fiscal(_) | Period::Year(_) => (year, u16::MAX),
    }
}
