//! Parts of a whole, compared in percent: `two thirds of customers` and `67 % of customers` say the same.
//!
//! Source: how people write about shares; document 2 has them as plain numbers.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use crate::claims::{Quantity, Value};

/// How coarsely a fraction tells its percentage, in points: `half` of them are 48 to 52 in a hundred.
const STEP: Decimal = Decimal::from_parts(4, 0, 0, false, 0);
/// The same of `nearly half`, `about a third`.
const HEDGED_STEP: Decimal = Decimal::from_parts(10, 0, 0, false, 0);

/// The same value as a percentage, where it is a part told as a fraction; `0.4` is a number as it stands. Where one of its sentence's
/// other values tells it exactly (`nearly half of them, 48 %`), that is what it says.
pub(crate) fn as_percentage(text: &str, quantity: &Quantity, others: &[Quantity]) -> Option<Quantity> {
    let part = quantity.value.number().filter(|v| quantity.kind == ClaimKind::Number && *v < Decimal::ONE)?;
    if part <= Decimal::ZERO || quantity.span.of(text)?.contains(['.', ',']) {
        return None;
    }
    let percent = part * Decimal::ONE_HUNDRED;
    let step = if quantity.comparator.is_some() { HEDGED_STEP } else { STEP };
    let percentages = others.iter().filter(|other| other.kind == ClaimKind::Percentage);
    let exact = percentages.filter_map(|other| Some((other.value.number()?, other.step)));
    let near = |(value, _): &(Decimal, Decimal)| (percent - value).abs() * Decimal::TWO <= step;
    let (value, step) = exact.into_iter().find(near).unwrap_or((percent, step));
    // Of a small one a tenth of itself either way.
    let step = step.min(percent / Decimal::from(5));
    let (kind, unit) = (ClaimKind::Percentage, Some("%"));
    Some(Quantity { kind, value: Value::Number(value), unit, step, ..quantity.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::extract;

    #[test]
    fn fractions_are_percentages_and_decimals_are_not() {
        for (text, expected) in [
            ("three quarters of them", Some(75)),
            ("a fifth of all users", Some(20)),
            ("one in five users", Some(20)),
            ("1/4 of it", Some(25)),
            ("nearly half of them, 48%", Some(48)),
            ("half of them, and 40% of the others", Some(50)),
            ("רבע מהתקציב", Some(25)),
            ("a score of 0.4", None),
            ("12 users", None),
            ("25%", None),
        ] {
            let found = extract(text, None);
            let shown = as_percentage(text, &found[0], &found).map(|q| q.value);
            assert_eq!(shown, expected.map(|n| Value::Number(Decimal::from(n))), "{text}");
        }
    }
}
