//! Claims against known facts, chosen by entity, period and metric.
//!
//! Source: document 2, "Database Verification". A value that matches a fact about another metric is no support.

mod change;
mod choose;
mod series;

use groundcheck_types::{ClaimKind, ClaimValue, Evidence, Fact, Nearest, Policy, Status};
use rust_decimal::Decimal;

use choose::{About, named};
pub(crate) use choose::{Scoped, scoped};

use super::context::Context;
use super::reasons::Say;
use super::tolerance::difference_percent;
use super::{Judgement, format};
use crate::claims::{self, MonthDay, Period, Quantity, Value};
use crate::facts::{metrics, value_of};
use crate::sort;
use crate::verify::asked::Asked;

/// A fact, read once.
#[derive(Debug, Clone)]
pub(crate) struct PreparedFact {
    pub(crate) fact: Fact,
    /// Every name of its metric, lower case, longest first.
    names: Vec<String>,
    value: Option<Value>,
    unit: Option<&'static str>,
    period: Option<Period>,
    percent: bool,
}

pub(crate) fn prepare(facts: Vec<Fact>) -> Vec<PreparedFact> {
    facts
        .into_iter()
        .map(|fact| {
            let mut names = metrics::names(&fact.metric);
            sort::by_key(&mut names, |name| core::cmp::Reverse(name.len()));
            let read = value_of(&fact.value);
            let unit = fact.unit.as_deref().and_then(known_unit).or(read.and_then(|(_, unit)| unit));
            let percent = unit == Some("%") || (unit.is_none() && metrics::is_percentage(&fact.metric));
            let period = fact.period.as_deref().and_then(period_of);
            PreparedFact { names, value: read.map(|(value, _)| value), unit, period, percent, fact }
        })
        .collect()
}

fn known_unit(unit: &str) -> Option<&'static str> {
    match unit.trim() {
        "%" | "percent" => Some("%"),
        code => crate::lexicon::currency::CURRENCIES.iter().map(|c| c.iso).find(|iso| iso.eq_ignore_ascii_case(code)),
    }
}

/// The period a text names, if it names exactly one.
pub(crate) fn period_of(text: &str) -> Option<Period> {
    let found = claims::extract(text, None);
    match found.as_slice() {
        [only] => only.value.period(),
        _ => None,
    }
}

/// What the facts say of a claim in this answer: one of them by its value, or two of them by how it changed; `None` where they say
/// nothing about its subject.
pub(crate) fn judge(
    claim: &Quantity,
    context: &Context<'_>,
    facts: &[PreparedFact],
    text: &str,
    asked: &Asked,
) -> Option<Judgement> {
    let printed = by_value(claim, context, facts, asked);
    if printed.as_ref().is_some_and(|judgement| judgement.status == Status::Supported) {
        return printed;
    }
    change::judge(claim, context, facts, text, asked).or(printed)
}

fn by_value(claim: &Quantity, context: &Context<'_>, facts: &[PreparedFact], asked: &Asked) -> Option<Judgement> {
    let Asked { scoped, tolerances, policy, language, .. } = asked;
    let say = Say(*language);
    match claim.value {
        Value::Period(period) => return judge_date(period, facts, scoped, tolerances, policy, say),
        Value::Day(day) => return judge_day(day, context, facts, scoped, policy, say),
        Value::Number(_) => {}
        Value::Time(_) => return None,
    }
    let claimed = claim.value.number()?;
    let about = match named(claim, context, facts, scoped) {
        About::Nothing => return None,
        About::These(about) => about,
        About::TooMany => return Some(Judgement::bare(Status::Unsupported, say.ambiguous_facts())),
    };
    let mut best: Option<(Decimal, u32, Decimal)> = None;
    for &index in &about {
        let fact = &facts[index as usize];
        let Some(Value::Number(actual)) = fact.value else { continue };
        for actual in readings(fact, claim.kind, actual) {
            let other_currency = claim.kind == ClaimKind::Currency && fact.unit.is_some_and(|u| Some(u) != claim.unit);
            if !other_currency && tolerances.holds(claim.kind, claimed, claim.step, actual, claim.comparator) {
                let shown = format::number(actual, claim.kind, claim.unit);
                let rounds = (claimed - actual).abs() * Decimal::TWO <= claim.step;
                let reason = match difference_percent(claimed, actual) {
                    Some(off) if off.0 > 0.0 && !rounds => say.near_fact(&fact.fact, &shown, off),
                    off => say.matches_fact(&fact.fact, &shown, off),
                };
                return Some(Judgement {
                    status: Status::Supported,
                    confidence: policy.fact_confidence,
                    evidence: vec![evidence(index, fact, actual, claim)],
                    nearest: Some(nearest(index, fact, claimed, actual, claim)),
                    derivation: None,
                    reasons: vec![reason],
                });
            }
            let gap = (claimed - actual).abs();
            if best.is_none_or(|(least, ..)| gap < least) {
                best = Some((gap, index, actual));
            }
        }
    }
    let (_, index, actual) = best?;
    let fact = &facts[index as usize];
    let shown = format::number(actual, claim.kind, fact.unit.or(claim.unit));
    Some(Judgement {
        status: Status::Contradicted,
        confidence: policy.fact_confidence,
        evidence: vec![evidence(index, fact, actual, claim)],
        nearest: Some(nearest(index, fact, claimed, actual, claim)),
        derivation: None,
        reasons: vec![if claim.unit.is_some() && fact.unit.is_some() && fact.unit != claim.unit {
            say.other_unit(&shown)
        } else {
            say.differs_from_fact(&fact.fact, &shown, difference_percent(claimed, actual))
        }],
    })
}

/// A percentage may be kept as a share of one: 0.85 for 85 %.
fn readings(fact: &PreparedFact, kind: ClaimKind, actual: Decimal) -> Vec<Decimal> {
    let share =
        kind == ClaimKind::Percentage && fact.unit.is_none() && actual.abs() <= Decimal::ONE && !actual.is_zero();
    if share { vec![actual * Decimal::ONE_HUNDRED, actual] } else { vec![actual] }
}

/// The nearest other date is looked for among this many.
const MOST_DATES: usize = 4_096;

fn judge_date(
    claimed: Period,
    facts: &[PreparedFact],
    scoped: &Scoped,
    tolerances: &super::tolerance::Tolerances,
    policy: &Policy,
    say: Say,
) -> Option<Judgement> {
    // Sorted by year within each kind of period: a bounded look around the claimed one.
    let near = |date: &Period| date.year().abs_diff(claimed.year()) <= 1;
    let mut dates = scoped.dates.iter().filter(|(date, _)| near(date));
    if let Some((actual, index)) = dates.find(|(date, _)| same_date(claimed, *date, tolerances.date_days)) {
        return Some(of_date(true, *index, facts, actual.to_string(), policy, say));
    }
    let alike = |date: &Period| core::mem::discriminant(date) == core::mem::discriminant(&claimed);
    let others = scoped.dates.iter().take(MOST_DATES).filter(|(date, _)| alike(date));
    let (other, index) = others.min_by_key(|(date, _)| distance(claimed, *date))?;
    Some(of_date(false, *index, facts, other.to_string(), policy, say))
}

/// What the facts say of a day that leaves its year open: the value of one, or, beside an amount, the day on which one holds.
fn judge_day(
    claimed: MonthDay,
    context: &Context<'_>,
    facts: &[PreparedFact],
    scoped: &Scoped,
    policy: &Policy,
    say: Say,
) -> Option<Judgement> {
    let end = scoped.ends.iter().find(|(day, ..)| *day == claimed && context.amounts > 0);
    let apart = |day: MonthDay| day.number().abs_diff(claimed.number());
    let (day, period, index) = end.or_else(|| scoped.days.iter().min_by_key(|(day, ..)| apart(*day)))?;
    let shown = period.map_or_else(|| day.to_string(), |period| period.to_string());
    Some(of_date(*day == claimed, *index, facts, shown, policy, say))
}

/// What a fact says of a date: that it is the claimed one, or that it is another.
fn of_date(holds: bool, index: u32, facts: &[PreparedFact], shown: String, policy: &Policy, say: Say) -> Judgement {
    let fact = &facts[index as usize];
    let value = ClaimValue::Date(shown.clone());
    let evidence = Evidence {
        fact: Some(index),
        value: Some(value.clone()),
        text: describe(&fact.fact, &shown),
        ..Evidence::default()
    };
    let reason = if holds {
        say.matches_fact(&fact.fact, &shown, None)
    } else {
        say.differs_from_fact(&fact.fact, &shown, None)
    };
    let nearest = Nearest {
        value,
        text: shown,
        difference_percent: None,
        source: None,
        fact: Some(index),
        span: None,
        utf16: None,
    };
    Judgement {
        status: if holds { Status::Supported } else { Status::Contradicted },
        confidence: policy.fact_confidence,
        evidence: vec![evidence],
        nearest: Some(nearest).filter(|_| !holds),
        derivation: None,
        reasons: vec![reason],
    }
}

/// Whether the evidence's date bears the claim out: the same, one inside it (a quarter of the claimed year), or within the
/// policy's days.
pub(crate) fn same_date(claimed: Period, actual: Period, days: i64) -> bool {
    actual.within(claimed)
        || matches!((claimed.day_number(), actual.day_number()), (Some(a), Some(b)) if (a - b).abs() <= days)
}

/// How far two periods are apart, roughly, in months.
pub(crate) fn distance(a: Period, b: Period) -> u32 {
    let months =
        |p: Period| u32::from(p.year()) * 12 + u32::from(p.month().or(p.quarter().map(|q| q * 3)).unwrap_or(6));
    months(a).abs_diff(months(b))
}

fn evidence(index: u32, fact: &PreparedFact, actual: Decimal, claim: &Quantity) -> Evidence {
    let shown = format::number(actual, claim.kind, fact.unit.or(claim.unit));
    Evidence {
        fact: Some(index),
        value: Some(Value::Number(actual).to_claim_value()),
        text: describe(&fact.fact, &shown),
        ..Evidence::default()
    }
}

fn nearest(index: u32, fact: &PreparedFact, claimed: Decimal, actual: Decimal, claim: &Quantity) -> Nearest {
    Nearest {
        value: Value::Number(actual).to_claim_value(),
        text: format::number(actual, claim.kind, fact.unit.or(claim.unit)),
        difference_percent: difference_percent(claimed, actual),
        source: None,
        fact: Some(index),
        span: None,
        utf16: None,
    }
}

/// A fact as people read it: `net_operating_income, Elm Court, 2024-Q3: $1,200,000`.
fn describe(fact: &Fact, value: &str) -> String {
    let parts = [Some(fact.metric.as_str()), fact.entity.as_deref(), fact.period.as_deref()];
    let subject: Vec<&str> = parts.into_iter().flatten().collect();
    format!("{}: {value}", subject.join(", "))
}
