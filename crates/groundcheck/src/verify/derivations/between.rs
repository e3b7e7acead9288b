//! How long it is from one day to another of the same sentence: `June 11, 2024, three weeks after the hearing on May 21`, `it lasts
//! eight days, from 26 December 2024 to 2 January 2025`.
//!
//! Both days must stand in the sources. A time told whole may count its last day too; a claim is only ever borne out so.

use groundcheck_types::{ClaimKind, Evidence};
use rust_decimal::Decimal;

use super::Derivations;
use crate::claims::{self, MonthDay, Period, Quantity, Value};
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
        let told = self.days_of(&context.range);
        let pairs =
            told.iter().enumerate().flat_map(|(at, one)| told.iter().skip(at + 1).map(move |other| (*one, *other)));
        pairs
            .filter_map(|(one, other)| {
                let (a, b) = (one.day_number()?, other.day_number()?);
                let gap = Decimal::from(a.abs_diff(b));
                // `Eight days, from 26 December to 2 January` counts both of them.
                let counts_both = own == day && whole && !apart && gap + Decimal::ONE == days;
                if gap != days && !counts_both {
                    return None;
                }
                let (first, last) = if a < b { (one, other) } else { (other, one) };
                let (first_at, last_at) = (day_at(first, sources)?, day_at(last, sources)?);
                let formula = format!("{last} − {first} = {gap} days");
                let reason = self.say.derived(last_at.source.as_deref().unwrap_or_default(), &formula);
                Some(Judgement::derived(vec![last_at, first_at], formula, reason, self.policy))
            })
            .next()
    }

    /// The days that these tokens name; one without its year is of the year that another one names.
    fn days_of(&self, range: &core::ops::Range<usize>) -> Vec<Period> {
        let dated = claims::moments_within(self.spoken.quantities, range.clone());
        let yearless = claims::moments_within(self.spoken.moments, range.clone());
        let with_year = |q: &Quantity| q.value.period().filter(|period| matches!(period, Period::Day(..)));
        let year = dated.iter().find_map(with_year).map(Period::year);
        let completed = yearless.iter().filter_map(|q| match q.value {
            Value::Day(MonthDay { month, day }) => Period::day(year?, month, day),
            _ => None,
        });
        let mut days: Vec<Period> = dated.iter().filter_map(with_year).chain(completed).take(MOST_DAYS).collect();
        days.dedup();
        days
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
