//! What a fact with the claimed value does not bear out.
//!
//! Source: document 2, "Database Verification": a value that matches a fact about another metric or period is no support.

use groundcheck_types::{Fact, Policy};
use rust_decimal::Decimal;

use super::period_of;
use crate::claims::{Period, Quantity};
use crate::facts::metrics;
use crate::lexicon::labels::QUALIFIERS;
use crate::verify::context::Context;
use crate::verify::tolerance::Tolerances;

/// Rounding as stated excuses at most this share of a fact: `$1M` is not 1.45 million.
const ROUNDING: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// Whether a fact may bear out a claim that agrees with it: its sentence means no other metric by the fact's name and no longer time, and
/// the value is no rounder than that.
pub(crate) fn bears_out(
    fact: &Fact,
    actual: Decimal,
    claim: &Quantity,
    context: &Context<'_>,
    policy: &Policy,
) -> bool {
    !is_of_another(&fact.metric, context.sentence)
        && !is_of_longer(fact, &context.periods)
        && is_near(actual, claim, Tolerances::of(policy).of_kind(claim.kind))
}

/// `Gross profit` is not the profit.
fn is_of_another(metric: &str, sentence: &str) -> bool {
    let (mut qualified, mut plain) = (false, false);
    for name in metrics::names(metric).filter(|name| !name.is_empty()) {
        for (at, _) in sentence.match_indices(&name) {
            let before = sentence.get(..at).unwrap_or_default();
            if before.ends_with(char::is_alphanumeric) {
                continue;
            }
            let last = before.trim_end().rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default();
            // `net profit` is a name that has another one in it.
            if QUALIFIERS.contains(&last) { qualified = true } else { plain = true }
        }
    }
    qualified && !plain
}

/// A quarter's figure is not its year's; what holds on a day may close the year.
fn is_of_longer(fact: &Fact, claimed: &[Period]) -> bool {
    let Some(own) = fact.period.as_deref().and_then(period_of) else { return false };
    let longer = |period: &Period| {
        own != *period && own.within(*period) && matches!(period, Period::Year(_) | Period::Fiscal(_))
    };
    let is_part = matches!(own, Period::Quarter(..) | Period::Half(..) | Period::Month(..));
    is_part && !claimed.is_empty() && claimed.iter().all(longer)
}

fn is_near(actual: Decimal, claim: &Quantity, tolerance: Decimal) -> bool {
    let gap = claim.value.number().and_then(|claimed| claimed.abs().checked_sub(actual.abs()));
    let most = actual.abs().checked_mul(ROUNDING.max(tolerance));
    gap.zip(most).is_none_or(|(gap, most)| gap.abs() <= most)
}
