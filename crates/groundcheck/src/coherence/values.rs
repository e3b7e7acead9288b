//! Another value of the same thing, or another day of what happens once.

use groundcheck_types::{ClaimKind, Comparator, Role, Severity};
use rust_decimal::Decimal;

use super::statement::{Statement, What};
use crate::claims::{Quantity, to_f64};
use crate::verify::words::Stem;

/// Values this close, as a share of the larger, are told alike.
const SAME: f64 = 0.005;
/// The same where one is hedged: `about 95 %`.
const HEDGED: f64 = 0.10;
/// From this difference on, as a share of the larger value, a contradiction is grave.
const GRAVE: f64 = 0.20;
/// Up to this difference it is slight.
const SLIGHT: f64 = 0.03;
/// How sure it is where both name their time, or neither does, and where only one does.
const SURE: f64 = 0.85;
const LESS_SURE: f64 = 0.60;

/// Words of what happens once, so that it has one day, in lower case.
pub(super) const ONCE: &[&str] = &[
    "founded",
    "established",
    "incorporated",
    "signed",
    "expires",
    "expire",
    "expired",
    "matures",
    "matured",
    "maturity",
    "due",
    "acquired",
    "purchased",
    "built",
    "born",
    "died",
    "opened",
    "opens",
    "completed",
    "started",
    "starts",
    "begins",
    "began",
    "ends",
    "launched",
    "terminates",
    "terminated",
    "sold",
    "expiration",
    "deadline",
    "commenced",
    "commences",
    "closes",
    "נוסד",
    "נוסדה",
    "הוקם",
    "הוקמה",
    "נחתם",
    "נחתמה",
    "מסתיים",
    "מסתיימת",
    "יסתיים",
    "תסתיים",
    "פוקע",
    "פוקעת",
    "נרכש",
    "נרכשה",
    "נבנה",
    "נפתח",
    "נפתחה",
    "הושלם",
    "הושלמה",
    "נמכר",
    "נמכרה",
    "יפוג",
    "נפרע",
    "נפרעת",
    "תיפרע",
];

/// The gravity and certainty with which one value contradicts another.
pub(super) fn contradicts(claim: &Statement, before: &Statement, one_period: bool) -> Option<(Severity, f64)> {
    let confidence = match claim.is_of_time(before) {
        Some(true) => SURE,
        // Only where all that was said of it is of one time is that one meant; what is and what was are of two.
        None if one_period && !claim.is_of_other_tense(before) => LESS_SURE,
        _ => return None,
    };
    match (&claim.what, &before.what) {
        (What::Value(a, stance, noun), What::Value(b, before_stance, before_noun)) => {
            let comparable = like(a, b, *noun, *before_noun) && stance.change == before_stance.change;
            if !comparable || stance.opposes(*before_stance) {
                return None;
            }
            let (x, y) = (a.value.number()?, b.value.number()?);
            let off = difference(x, y);
            (!agree(a, b, x, y, off)).then(|| (severity(off, x, y, before.at.role), confidence))
        }
        _ => None,
    }
}

/// The gravity and certainty with which one day contradicts another.
pub(super) fn other_day(claim: &Statement, before: &Statement) -> Option<(Severity, f64)> {
    match (&claim.what, &before.what) {
        (What::Day(a), What::Day(b)) if !a.within(*b) && !b.within(*a) => {
            Some((at_most(Severity::High, before.at.role), SURE))
        }
        _ => None,
    }
}

/// Whether both are values of one kind, unit and thing counted.
fn like(a: &Quantity, b: &Quantity, noun: Option<Stem>, before: Option<Stem>) -> bool {
    a.kind == b.kind && a.unit == b.unit && (a.kind != ClaimKind::Number || noun == before)
}

fn agree(a: &Quantity, b: &Quantity, x: Decimal, y: Decimal, off: f64) -> bool {
    let half = a.step.max(b.step) / Decimal::TWO;
    let near = (x - y).abs() <= half;
    let tolerance = if a.comparator.or(b.comparator) == Some(Comparator::About) { HEDGED } else { SAME };
    near || off <= tolerance || bounds(a.comparator, x, y) || bounds(b.comparator, y, x)
}

/// Whether a bound holds for a value: `at least 5` for 6.
fn bounds(comparator: Option<Comparator>, bound: Decimal, value: Decimal) -> bool {
    match comparator {
        Some(Comparator::AtLeast | Comparator::MoreThan) => value >= bound,
        Some(Comparator::AtMost | Comparator::LessThan) => value <= bound,
        _ => false,
    }
}

/// |x − y| as a share of the larger of the two.
fn difference(x: Decimal, y: Decimal) -> f64 {
    let larger = x.abs().max(y.abs());
    if larger.is_zero() { 0.0 } else { (to_f64(x) - to_f64(y)).abs() / to_f64(larger) }
}

fn severity(off: f64, x: Decimal, y: Decimal, role: Role) -> Severity {
    let signs = x.is_sign_negative() != y.is_sign_negative();
    let severity = match off {
        _ if signs || off >= GRAVE => Severity::High,
        _ if off <= SLIGHT => Severity::Low,
        _ => Severity::Medium,
    };
    at_most(severity, role)
}

/// A person may be wrong: what contradicts only them is never grave.
pub(super) fn at_most(severity: Severity, role: Role) -> Severity {
    if role == Role::User { severity.min(Severity::Medium) } else { severity }
}
