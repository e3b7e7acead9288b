//! The values that the facts have of one metric at several times.

use groundcheck_types::{ClaimKind, Evidence};
use rust_decimal::Decimal;

use super::choose::{About, named};
use super::{PreparedFact, Scoped, describe, format};
use crate::claims::{Period, Quantity, Value};
use crate::sort;
use crate::verify::context::Context;
use crate::verify::derivations::end;

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
    // A percentage may be a change of anything.
    for kind in [ClaimKind::Currency, ClaimKind::Number, ClaimKind::Percentage, ClaimKind::Ratio] {
        let claim = Quantity { kind, ..claim.clone() };
        let About::These(about) = named(&claim, &any_time, facts, scoped) else { continue };
        let mut out: Vec<AtTime> =
            about.iter().filter_map(|index| at_time(*index, facts.get(*index as usize)?)).collect();
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
