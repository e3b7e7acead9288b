//! Numbers and whole values as JSON Schema compares them: `1` is `1.0`, and the fields of an object have no order.

use core::cmp::Ordering;
use std::collections::BTreeMap;

use groundcheck_types::RecordValue;

use super::{Budget, TooCostly};

/// How two numbers compare, exactly; `None` where one is none.
pub(super) fn numbers(one: &RecordValue, other: &RecordValue) -> Option<Ordering> {
    match (one, other) {
        (RecordValue::Integer(one), RecordValue::Integer(other)) => Some(one.cmp(other)),
        (RecordValue::Integer(one), RecordValue::Number(other)) => mixed(*one, *other),
        (RecordValue::Number(one), RecordValue::Integer(other)) => mixed(*other, *one).map(Ordering::reverse),
        (RecordValue::Number(one), RecordValue::Number(other)) => one.partial_cmp(other),
        _ => None,
    }
}

fn mixed(whole: i128, other: f64) -> Option<Ordering> {
    if other.is_nan() {
        return None;
    }
    let floor = other.floor();
    // Beyond what the type holds this is its first or last number, which compares alike.
    #[expect(clippy::cast_possible_truncation, reason = "whole, and saturating")]
    let order = whole.cmp(&(floor as i128));
    Some(order.then(if floor < other { Ordering::Less } else { Ordering::Equal }))
}

/// Whether a number is whole; `1.0` is.
pub(super) fn is_whole(value: &RecordValue) -> bool {
    match value {
        RecordValue::Integer(_) => true,
        RecordValue::Number(n) => n.is_finite() && n.fract() == 0.0,
        _ => false,
    }
}

/// Whether two values are the same.
pub(super) fn same(one: &RecordValue, other: &RecordValue, budget: &mut Budget) -> Result<bool, TooCostly> {
    budget.spend(1)?;
    Ok(match (one, other) {
        (RecordValue::Null, RecordValue::Null) => true,
        (RecordValue::Bool(one), RecordValue::Bool(other)) => one == other,
        (RecordValue::Text(one), RecordValue::Text(other)) => {
            budget.spend_on(one)?;
            one == other
        }
        (RecordValue::List(one), RecordValue::List(other)) => {
            let mut all = one.len() == other.len();
            for (one, other) in one.iter().zip(other) {
                all = all && same(one, other, budget)?;
            }
            all
        }
        (RecordValue::Object(one), RecordValue::Object(other)) => {
            if one.len() != other.len() {
                return Ok(false);
            }
            one.iter().chain(other).try_for_each(|(name, _)| budget.spend_on(name))?;
            let fields: BTreeMap<&str, &RecordValue> =
                other.iter().map(|(name, value)| (name.as_str(), value)).collect();
            let mut all = fields.len() == one.len();
            for (name, value) in one {
                all = all
                    && match fields.get(name.as_str()) {
                        Some(other) => same(value, other, budget)?,
                        None => false,
                    };
            }
            all
        }
        _ => numbers(one, other) == Some(Ordering::Equal),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> RecordValue {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn numbers_compare_exactly() {
        for (one, other, expected) in [
            ("1", "1.0", Ordering::Equal),
            ("1", "1.5", Ordering::Less),
            ("2", "1.5", Ordering::Greater),
            ("-2", "-1.5", Ordering::Less),
            ("-1", "-1.5", Ordering::Greater),
            // As floats these two are one number.
            ("9007199254740993", "9007199254740992.0", Ordering::Greater),
            ("18446744073709551615", "1e300", Ordering::Less),
            ("-5", "-1e300", Ordering::Greater),
        ] {
            assert_eq!(numbers(&json(one), &json(other)), Some(expected), "{one} {other}");
            assert_eq!(numbers(&json(other), &json(one)), Some(expected.reverse()), "{other} {one}");
        }
        assert_eq!(numbers(&json("1"), &RecordValue::Number(f64::NAN)), None);
        assert_eq!(numbers(&json("1"), &json("\"1\"")), None);
    }

    #[test]
    fn values_are_the_same_whatever_the_order_of_fields() {
        for (one, other, expected) in [
            (r#"{"a":1,"b":[1,2]}"#, r#"{"b":[1.0,2],"a":1}"#, true),
            (r#"{"a":1}"#, r#"{"a":1,"b":2}"#, false),
            (r#"{"a":1,"b":2}"#, r#"{"a":1,"c":2}"#, false),
            ("[1,2]", "[2,1]", false),
            ("[1]", "[1,2]", false),
            ("true", "1", false),
            ("null", "false", false),
            ("\"a\"", "\"a\"", true),
        ] {
            assert_eq!(same(&json(one), &json(other), &mut Budget(100)).ok(), Some(expected), "{one} {other}");
        }
        assert!(same(&json("[1,2,3]"), &json("[1,2,3]"), &mut Budget(2)).is_err());
    }
}
