//! How long it is from one day to another of the same sentence: `June 11, 2024, three weeks after the hearing on May 21`, `it lasts
//! eight days, from 26 December 2024 to 2 January 2025`.
//!
//! Both days must stand in the sources. A time told whole may count its last day too; a claim is only ever borne out so.

use groundcheck_types::{ClaimKind, Evidence, Status};
use rust_decimal::Decimal;

use super::Derivations;
use crate::claims::{MonthDay, Period, Quantity, Value};
use crate::lexicon::measure::measure;
use crate::verify::Judgement;
use crate::verify::context::Context;
use crate::verify::documents::{evidence, passage};
use crate::verify::prepare::Sources;

/// What says that the time lies between the days, and what that both of them count.
const APART: &[&str] =
    &["after", "before", "later", "earlier", "between", "אחרי", "לפני", "אחר", "בין", "לאחר", "מאוחר"];
const WHOLE: &[&str] = &["lasts", "lasting", "runs", "from", "through", "נמשכת", "נמשך", "מתחילה", "מתחיל"];
/// At most this many days are set against each other.
const MOST_DAYS: usize = 6;
/// At most this many places that name a year are looked at for the very day.
const MOST_NAMED: usize = 256;

impl Derivations<'_> {
    /// What bears out a length of time by two days that the answer names.
    pub(super) fn between_days(&self, claim: &Quantity, context: &Context<'_>, sources: &Sources) -> Option<Judgement> {
        if claim.kind != ClaimKind::Number {
            return None;
        }
        let (own, day) = (context.measure?, measure("day")?);
        if own.is_unlike(day) {
            return None;
        }
        let claimed = claim.value.number()?;
        let days = if own == day { claimed } else { own.converted(claimed, day)? };
        let tokens = self.spoken.tokens.get(context.range.clone()).unwrap_or_default();
        let says = |words: &[&str]| tokens.iter().any(|t| t.is_one_of(self.spoken.text, words));
        let (apart, whole) = (says(APART), says(WHOLE));
        if !apart && !whole {
            return None;
        }
        let own_of = |all: &'_ [Quantity]| {
            let start = all.partition_point(|q| (q.first as usize) < context.range.start);
            let end = all.partition_point(|q| (q.first as usize) < context.range.end);
            all.get(start..end).unwrap_or_default().to_vec()
        };
        let found: Vec<Quantity> = [self.spoken.quantities, self.spoken.days].into_iter().flat_map(own_of).collect();
        let all = || found.iter().filter(|q| q.kind == ClaimKind::Date);
        // A day without its year is of the year that another one names.
        let year = all().find_map(|q| match q.value {
            Value::Period(period @ Period::Day(..)) => Some(period.year()),
            _ => None,
        });
        let named = |q: &Quantity| match q.value {
            Value::Period(period @ Period::Day(..)) => Some(period),
            Value::Day(MonthDay { month, day }) => Period::day(year?, month, day),
            _ => None,
        };
        let mut told: Vec<Period> = all().filter_map(named).take(MOST_DAYS).collect();
        told.dedup();
        for (at, one) in told.iter().enumerate() {
            for other in told.iter().skip(at + 1) {
                let (Some(a), Some(b)) = (one.day_number(), other.day_number()) else { continue };
                let gap = Decimal::from(a.abs_diff(b));
                // `Eight days, from 26 December to 2 January` counts both of them.
                let is_it = gap == days || (own == day && whole && !apart && gap + Decimal::ONE == days);
                if !is_it {
                    continue;
                }
                let (first, last) = if a < b { (*one, *other) } else { (*other, *one) };
                let (Some(first_at), Some(last_at)) = (day_at(first, sources), day_at(last, sources)) else { continue };
                let formula = format!("{last} − {first} = {gap} days");
                let reason = self.say.derived(last_at.source.as_deref().unwrap_or_default(), &formula);
                return Some(Judgement {
                    status: Status::Supported,
                    confidence: self.policy.document_confidence,
                    evidence: vec![last_at, first_at],
                    nearest: None,
                    derivation: Some(formula),
                    reasons: vec![reason],
                });
            }
        }
        None
    }
}

/// Where a source names the day, with its year or without.
fn day_at(day: Period, sources: &Sources) -> Option<Evidence> {
    let of_year = sources.mentions_of_year(day.year()).iter().take(MOST_NAMED).find_map(|(_, index)| {
        let mention = &sources.mentions[*index as usize];
        let own = mention.periods.iter().find(|own| own.period == day)?;
        let span = if own.span.start == own.span.end { mention.span } else { own.span };
        Some(evidence(sources, mention, span, Value::Period(day)))
    });
    of_year.or_else(|| {
        let of_no_year = |mention: Option<u32>| {
            mention.and_then(|i| sources.mentions.get(i as usize)).is_none_or(|m| matches!(m.value, Value::Day(_)))
        };
        let named = sources.named_days(day.month_day()?).take(MOST_NAMED).find(|own| of_no_year(own.mention))?;
        let source = sources.sources.get(named.source as usize)?;
        Some(passage(source, named.span, Value::Day(named.day)))
    })
}
