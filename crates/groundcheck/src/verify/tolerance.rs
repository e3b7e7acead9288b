//! When a claimed value holds: tolerance relative to the actual value, by kind (document 2, "Tolerance").

use std::sync::LazyLock;

use groundcheck_types::{ClaimKind, Number, Policy};
use rust_decimal::Decimal;

use crate::claims::{Quantity, Value, to_f64};

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
}

/// |claimed − actual| / |actual| × 100, four decimals; `None` where the actual value is 0.
pub(crate) fn difference_percent(claimed: Decimal, actual: Decimal) -> Option<Number> {
    let gap = claimed.checked_sub(actual)?.abs();
    let ratio = gap.checked_div(actual.abs())?.checked_mul(Decimal::ONE_HUNDRED)?;
    Some(Number(to_f64(ratio.round_dp(4))))
}

/// Whether a claim has the actual value's digits in another order: 3,460 for 3,640 is a slip, which the usual tolerance does not excuse.
pub(crate) fn has_digits_swapped(claim: &Quantity, actual: Value) -> bool {
    let digits = |value: Value| {
        let steps = value.number()?.abs().checked_div(claim.step.abs())?.round().normalize();
        let mut counts = [0_u8; 10];
        for digit in steps.to_string().bytes() {
            *counts.get_mut(usize::from(digit.wrapping_sub(b'0')))? += 1;
        }
        Some((steps, counts))
    };
    digits(claim.value).zip(digits(actual)).is_some_and(|((own, a), (other, b))| own != other && a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn differences_are_shares_of_the_actual_value() {
        for (claimed, actual, difference) in [
            ("1500000", "1200000", Some(25.0)),
            ("95", "85", Some(11.7647)),
            ("1.5", "1.25", Some(20.0)),
            ("1250000", "1200000", Some(4.1667)),
            ("1", "0", None),
        ] {
            assert_eq!(difference_percent(d(claimed), d(actual)), difference.map(Number), "{claimed} {actual}");
        }
    }

    #[test]
    fn digits_in_another_order_are_a_slip() {
        let value = |text: &str| crate::claims::extract(text, None).remove(0);
        for (claim, actual, swapped) in [
            ("£3,460", "£3,640", true),
            ("$26.47 million", "$26,740,118.60", true),
            ("€143,517", "€143,157", true),
            ("$1.25 million", "$1.2 million", false),
            ("£3,640", "£3,640", false),
            ("£3,641", "£3,640", false),
            ("$36 million", "$63 million", true),
        ] {
            assert_eq!(has_digits_swapped(&value(claim), value(actual).value), swapped, "{claim} {actual}");
        }
    }
}
