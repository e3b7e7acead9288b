//! When a claimed value holds: tolerance relative to the actual value, by kind (document 2, "Tolerance").

use std::sync::LazyLock;

use groundcheck_types::{ClaimKind, Comparator, Number, Policy};
use rust_decimal::Decimal;

use crate::claims::to_f64;

/// The policy's tolerances as exact decimals, read once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tolerances {
    currency: Decimal,
    percentage: Decimal,
    ratio: Decimal,
    number: Decimal,
    /// Days that a full date may be off.
    pub(crate) date_days: i64,
}

/// A policy's number as people wrote it: 0.05 is five hundredths, not the float next to it.
pub(crate) fn exact(number: Number) -> Decimal {
    number.0.to_string().parse().unwrap_or_default()
}

impl Tolerances {
    pub(crate) fn of(policy: &Policy) -> Self {
        Tolerances {
            currency: exact(policy.currency_tolerance_ratio),
            percentage: exact(policy.percentage_tolerance_ratio),
            ratio: exact(policy.ratio_tolerance_ratio),
            number: exact(policy.number_tolerance_ratio),
            #[expect(clippy::cast_possible_truncation, reason = "validated to be from 0 to 366")]
            date_days: policy.date_tolerance_days.0 as i64,
        }
    }

    /// The share of the actual value that a claim of this kind may be off.
    pub(crate) fn of_kind(&self, kind: ClaimKind) -> Decimal {
        self.ratio_for(kind)
    }

    /// Whether a claim of this kind may be off by more than it may by default.
    pub(crate) fn is_raised(&self, kind: ClaimKind) -> bool {
        static USUAL: LazyLock<Tolerances> = LazyLock::new(|| Tolerances::of(&Policy::default()));
        self.ratio_for(kind) > USUAL.ratio_for(kind)
    }

    fn ratio_for(&self, kind: ClaimKind) -> Decimal {
        match kind {
            ClaimKind::Currency => self.currency,
            ClaimKind::Percentage => self.percentage,
            ClaimKind::Ratio => self.ratio,
            ClaimKind::Number
            | ClaimKind::Date
            | ClaimKind::Time
            | ClaimKind::Statement
            | ClaimKind::Quotation
            | ClaimKind::Identifier
            | ClaimKind::Link
            | ClaimKind::Citation
            | ClaimKind::Name => self.number,
        }
    }

    /// Whether the claim holds: within tolerance of the actual value, or its own rounding, or its hedge.
    ///
    /// `step` is what one step in the claim's last digit is worth: `$1.2 million` holds for 1,234,567.
    pub(crate) fn holds(
        &self,
        kind: ClaimKind,
        claimed: Decimal,
        step: Decimal,
        actual: Decimal,
        comparator: Option<Comparator>,
    ) -> bool {
        let Some(gap) = claimed.checked_sub(actual).map(|d| d.abs()) else { return false };
        let step = if comparator == Some(Comparator::About) { rounded_to(claimed, step) } else { step };
        let near = actual.abs().checked_mul(self.ratio_for(kind)).is_some_and(|most| gap <= most)
            || (step.checked_div(Decimal::TWO).is_some_and(|half| !half.is_zero() && gap <= half)
                && actual.abs().checked_mul(ROUNDING_RATIO).is_some_and(|most| gap <= most));
        near || match comparator {
            Some(Comparator::AtLeast | Comparator::MoreThan) => close_above(claimed, actual),
            Some(Comparator::AtMost | Comparator::LessThan) => close_above(actual, claimed),
            Some(Comparator::About) | None => false,
        }
    }
}

/// What a value told to this step may have been rounded to, by the zeros at its end, a tenth of it at most: `about 4,400` holds for
/// 4,365.
pub(crate) fn rounded_to(value: Decimal, step: Decimal) -> Decimal {
    let value = value.abs();
    let most = value.checked_div(Decimal::TEN).unwrap_or_default();
    let mut step = step;
    while let Some(coarser) = step.checked_mul(Decimal::TEN)
        && (Decimal::TEN..=most).contains(&coarser)
        && value.checked_rem(coarser).is_some_and(|rest| rest.is_zero())
    {
        step = coarser;
    }
    step
}

/// Rounding as stated excuses at most this share of the actual value: `$1M` is not 1.45 million.
const ROUNDING_RATIO: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// `at least 90 %` holds for 97, but says nothing of 400: a bound is taken for a hedge up to a quarter away.
fn close_above(bound: Decimal, actual: Decimal) -> bool {
    actual >= bound && bound.checked_mul(Decimal::new(125, 2)).is_some_and(|most| actual.abs() <= most.abs())
}

/// |claimed − actual| / |actual| × 100, four decimals; `None` where the actual value is 0.
pub(crate) fn difference_percent(claimed: Decimal, actual: Decimal) -> Option<Number> {
    let gap = claimed.checked_sub(actual)?.abs();
    let ratio = gap.checked_div(actual.abs())?.checked_mul(Decimal::ONE_HUNDRED)?;
    Some(Number(to_f64(ratio.round_dp(4))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn the_worked_examples_of_document_2() {
        let tolerances = Tolerances::of(&Policy::default());
        let cases = [
            ("$1.5M NOI, actual $1.2M", ClaimKind::Currency, "1500000", "1200000", false, 25.0),
            ("95% occupancy, actual 85%", ClaimKind::Percentage, "95", "85", false, 11.7647),
            ("DSCR 1.5, actual 1.25", ClaimKind::Ratio, "1.5", "1.25", false, 20.0),
            ("$1.25M, actual $1.2M", ClaimKind::Currency, "1250000", "1200000", true, 4.1667),
            ("exactly at the edge", ClaimKind::Currency, "1260000", "1200000", true, 5.0),
            ("just past the edge", ClaimKind::Currency, "1260001", "1200000", false, 5.0001),
        ];
        for (name, kind, claimed, actual, holds, difference) in cases {
            let (claimed, actual) = (d(claimed), d(actual));
            assert_eq!(tolerances.holds(kind, claimed, Decimal::ZERO, actual, None), holds, "{name}");
            assert_eq!(difference_percent(claimed, actual), Some(Number(difference)), "{name}");
        }
    }

    #[test]
    fn a_rounded_claim_holds_for_what_rounds_to_it() {
        let tolerances = Tolerances::of(&Policy::default());
        assert!(tolerances.holds(ClaimKind::Number, d("12"), d("1"), d("12.4"), None));
        assert!(!tolerances.holds(ClaimKind::Number, d("12"), d("1"), d("12.6"), None));
        assert!(tolerances.holds(ClaimKind::Percentage, d("5"), d("1"), d("5.4"), None));
        assert!(
            !tolerances.holds(ClaimKind::Currency, d("1000000"), d("1000000"), d("1450000"), None),
            "rounded out of reach"
        );
        assert_eq!(difference_percent(d("1"), d("0")), None);
    }

    #[test]
    fn a_hedged_number_holds_as_far_as_its_zeros_say() {
        let tolerances = Tolerances::of(&Policy::default());
        for (claimed, actual, about, holds) in [
            ("1200", "1160", true, true),
            ("1200", "1160", false, false),
            ("1200", "1140", true, false),
            ("1250", "1210", true, false),
        ] {
            let comparator = about.then_some(Comparator::About);
            let held = tolerances.holds(ClaimKind::Number, d(claimed), d("1"), d(actual), comparator);
            assert_eq!(held, holds, "{claimed} {actual}");
        }
    }

    #[test]
    fn a_bound_holds_on_its_side_and_near_only() {
        let tolerances = Tolerances::of(&Policy::default());
        let at_least = Some(Comparator::AtLeast);
        assert!(tolerances.holds(ClaimKind::Percentage, d("90"), d("1"), d("97"), at_least));
        assert!(!tolerances.holds(ClaimKind::Percentage, d("90"), d("1"), d("80"), at_least));
        assert!(!tolerances.holds(ClaimKind::Percentage, d("90"), d("1"), d("400"), at_least));
    }
}
