//! The settings that can change a claim's status, and the values that the reviews themselves point at.
//!
//! A false positive points at the tolerance under which its claim would have held, rounded up; a hallucination that held points at the
//! one under which it would not have, rounded down. Document 2 asks for both: "Increase tolerance thresholds" where false positives
//! are many, "Decrease tolerance thresholds" where hallucinations get through.

use groundcheck_types::{Claim, ClaimKind, ClaimValue, Number, Policy, SETTINGS, Setting, SettingUnit};
use rust_decimal::Decimal;

use super::decided::{Truth, is_flagged};
use super::effect::Case;
use crate::claims::to_f64;
use crate::verify::facts::period_of;
use crate::verify::tolerance::{difference_percent, exact};

/// At most this many values of one setting are tried, spread over those that the reviews point at.
const VALUES_MAX: usize = 8;

/// A setting that can be tuned.
struct Tunable {
    field: &'static str,
    kind: ClaimKind,
    value: fn(&mut Policy) -> &mut Number,
    /// Suggested values are multiples of this.
    step: Decimal,
    /// The largest that is suggested.
    most: Decimal,
}

/// A tenth of a percent.
const TENTH: Decimal = Decimal::from_parts(1, 0, 0, false, 3);

/// In the policy's order. No suggestion goes as far as what document 2's worked examples call a hallucination: 25 % off for an amount of
/// money, 11.8 % for a percentage, 20 % for a ratio. A plain number gets no more than its own rounding, a day no more than a month.
const TUNABLES: [Tunable; 5] = [
    Tunable {
        field: "currency_tolerance_ratio",
        kind: ClaimKind::Currency,
        value: |policy| &mut policy.currency_tolerance_ratio,
        step: TENTH,
        most: Decimal::from_parts(20, 0, 0, false, 2),
    },
    Tunable {
        field: "percentage_tolerance_ratio",
        kind: ClaimKind::Percentage,
        value: |policy| &mut policy.percentage_tolerance_ratio,
        step: TENTH,
        most: Decimal::from_parts(10, 0, 0, false, 2),
    },
    Tunable {
        field: "ratio_tolerance_ratio",
        kind: ClaimKind::Ratio,
        value: |policy| &mut policy.ratio_tolerance_ratio,
        step: TENTH,
        most: Decimal::from_parts(15, 0, 0, false, 2),
    },
    Tunable {
        field: "number_tolerance_ratio",
        kind: ClaimKind::Number,
        value: |policy| &mut policy.number_tolerance_ratio,
        step: TENTH,
        most: Decimal::from_parts(10, 0, 0, false, 2),
    },
    Tunable {
        field: "date_tolerance_days",
        kind: ClaimKind::Date,
        value: |policy| &mut policy.date_tolerance_days,
        step: Decimal::ONE,
        most: Decimal::from_parts(31, 0, 0, false, 0),
    },
];

/// A setting with another value.
pub(super) struct Change {
    /// The setting.
    pub(super) setting: &'static Setting,
    /// What it is now.
    pub(super) current: Number,
    /// What it could be.
    pub(super) suggested: Number,
    /// The policy with it.
    pub(super) policy: Policy,
}

impl Change {
    /// `HALLUCINATION_CURRENCY_TOLERANCE=6.3`
    pub(super) fn environment(&self) -> String {
        let value = exact(self.suggested);
        let value = if self.setting.unit == SettingUnit::Percent { value * Decimal::ONE_HUNDRED } else { value };
        format!("{}={}", self.setting.name, value.normalize())
    }
}

/// What the cases point at, by setting, the smallest value first.
pub(super) fn changes(cases: &[Case<'_>], policy: &Policy) -> Vec<Change> {
    let mut changes = Vec::new();
    for tunable in &TUNABLES {
        let Some(setting) = SETTINGS.iter().find(|setting| setting.field == tunable.field) else { continue };
        let current = *(tunable.value)(&mut policy.clone());
        for suggested in spread(values(tunable, cases, exact(current))) {
            let suggested = Number(to_f64(suggested));
            let mut policy = policy.clone();
            *(tunable.value)(&mut policy) = suggested;
            changes.push(Change { setting, current, suggested, policy });
        }
    }
    changes
}

/// All values that decided claims point at, in order, each once.
fn values(tunable: &Tunable, cases: &[Case<'_>], current: Decimal) -> Vec<Decimal> {
    let of_kind = cases.iter().flat_map(|case| &case.decided).filter(|(claim, _)| claim.kind == tunable.kind);
    let value = |(claim, truth): &(&Claim, Truth)| {
        let off = difference(claim)?;
        let steps = off.checked_div(tunable.step)?;
        match (truth, is_flagged(claim.status)) {
            (Truth::Right, true) => {
                let held = steps.ceil().checked_mul(tunable.step)?;
                (held > current && held <= tunable.most).then_some(held)
            }
            (Truth::Wrong, false) => {
                let held = (steps.ceil() - Decimal::ONE).checked_mul(tunable.step)?;
                (held < current && held >= Decimal::ZERO).then_some(held)
            }
            _ => None,
        }
    };
    let mut values: Vec<Decimal> = of_kind.filter_map(value).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// No more than [`VALUES_MAX`] of them, the first and the last among these.
fn spread(values: Vec<Decimal>) -> Vec<Decimal> {
    if values.len() <= VALUES_MAX {
        return values;
    }
    let last = values.len() - 1;
    (0..VALUES_MAX).filter_map(|at| values.get(at * last / (VALUES_MAX - 1)).copied()).collect()
}

/// How far a claim is from what the evidence says, in the unit of its tolerance: a share of the actual value, or days.
fn difference(claim: &Claim) -> Option<Decimal> {
    let nearest = claim.nearest.as_ref();
    let actual = nearest.map(|nearest| &nearest.value).or_else(|| claim.evidence.first()?.value.as_ref())?;
    match (claim.value.as_ref()?, actual) {
        (ClaimValue::Number(claimed), ClaimValue::Number(actual)) => {
            let percent = nearest.and_then(|nearest| nearest.difference_percent);
            let percent = percent.or_else(|| difference_percent(exact(*claimed), exact(*actual)))?;
            exact(percent).checked_div(Decimal::ONE_HUNDRED)
        }
        (ClaimValue::Date(claimed), ClaimValue::Date(actual)) => {
            let day = |text: &str| period_of(text)?.day_number();
            Some(Decimal::from((day(claimed)? - day(actual)?).abs()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tunable_is_a_setting_and_sets_its_own_field() {
        for tunable in &TUNABLES {
            let mut policy = Policy::default();
            *(tunable.value)(&mut policy) = Number(0.25);
            let json = serde_json::to_value(&policy).unwrap();
            assert_eq!(json[tunable.field], 0.25, "{}", tunable.field);
            assert!(SETTINGS.iter().any(|setting| setting.field == tunable.field), "{}", tunable.field);
        }
    }

    #[test]
    fn many_values_are_spread() {
        let values: Vec<Decimal> = (0..100).map(Decimal::from).collect();
        let few = spread(values.clone());
        assert_eq!((few.len(), few.first(), few.last()), (VALUES_MAX, values.first(), values.last()));
        assert_eq!(spread(values[..3].to_vec()), values[..3]);
    }
}
