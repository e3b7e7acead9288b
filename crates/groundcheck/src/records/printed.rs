//! What the document prints: amounts and account numbers.
//!
//! Source: document 3's purpose, a record that says what its document says: it compares names with the text, and a total of 999.99 over
//! an invoice that prints 683.76 is no better than a made-up name. High, because the caller's books would be wrong. An amount that a rule of
//! the profile sums from printed ones need not be printed itself. Dates are written in too many ways to look for them to the letter; their
//! rules are the calendar's.

use std::collections::{BTreeMap, BTreeSet};

use groundcheck_types::{ConsistencyRule, FieldKind, RecordRule};

use super::Checked;
use super::alerts::{Alerts, Found, Place, shown_number};
use super::reading::Value;

/// Whole amounts under this one are quantities and rates, which a document need not print.
const LEAST_WHOLE: f64 = 100.0;
/// An account number of fewer letters and digits is not looked for.
const ACCOUNT_MIN: usize = 4;
/// At most so many account numbers are; each is a search of the whole text.
const SEARCHES_MAX: usize = 64;

/// Alerts of the amounts that the document does not print.
pub(super) fn amounts_missing(checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    if !has_content(checked) {
        return;
    }
    // A field that goes up to 100 is a rate.
    let is_rate = |value: &&Value<'_>| value.field.max.is_some_and(|max| max.0 <= LEAST_WHOLE);
    let numbers: Vec<&Value<'_>> = checked.reading.of_kind(FieldKind::Amount).filter(|value| !is_rate(value)).collect();
    if !numbers.is_empty() {
        let printed: BTreeSet<u64> = checked.document.texts().flat_map(amounts).collect();
        let is_small = |number: f64| number.abs() < LEAST_WHOLE && number.fract() == 0.0;
        let is_printed = |value: &Value<'_>| {
            let number = value.number().filter(|number| !is_small(*number));
            number.and_then(cents).is_none_or(|own| printed.contains(&own))
        };
        let totals = totals_of_printed(checked, &numbers, is_printed);
        for value in &numbers {
            if is_printed(value) || totals.contains(&(value.part, value.field.name.as_str())) {
                continue;
            }
            let detected = value.number().map(shown_number);
            alerts.add(RecordRule::AmountNotInDocument, Place { path: &value.path, part: value.part }, || Found {
                description: "The document does not print this amount".to_owned(),
                detected,
                expected: Some("an amount that the document prints".to_owned()),
                ..Found::default()
            });
        }
    }
}

/// The fields, by their part, that a rule of the profile sums from amounts which are all printed.
fn totals_of_printed<'v>(
    checked: &'v Checked<'_>,
    numbers: &[&'v Value<'_>],
    is_printed: impl Fn(&Value<'_>) -> bool,
) -> BTreeSet<(Option<usize>, &'v str)> {
    let mut out = BTreeSet::new();
    for rule in &checked.profile.rules {
        let ConsistencyRule::Sum { total, of, .. } = rule else { continue };
        let is_term = |value: &Value<'_>| of.iter().any(|term| ConsistencyRule::term(term).0 == value.field.name);
        let mut parts: BTreeMap<Option<usize>, bool> = BTreeMap::new();
        for value in numbers.iter().filter(|value| is_term(value)) {
            *parts.entry(value.part).or_insert(true) &= is_printed(value);
        }
        out.extend(parts.into_iter().filter(|(_, printed)| *printed).map(|(part, _)| (part, total.as_str())));
    }
    out
}

/// Whether the document says enough to miss anything in it.
fn has_content(checked: &Checked<'_>) -> bool {
    checked.document.length >= (checked.policy.min_content_length as usize).max(1)
}

/// The account numbers that a document prints: all letters and digits of its text.
#[derive(Debug)]
pub(super) struct Accounts {
    text: String,
    searches: usize,
}

impl Accounts {
    /// Those of the document; nothing where it has next to no text.
    pub(super) fn of(checked: &Checked<'_>) -> Option<Accounts> {
        let text = || checked.document.texts().map(compact).collect::<Vec<_>>().join(" ");
        has_content(checked).then(|| Accounts { text: text(), searches: 0 })
    }

    /// Whether this number is surely not among them.
    pub(super) fn lack(&mut self, number: &str) -> bool {
        let own = compact(number);
        self.searches += 1;
        own.len() >= ACCOUNT_MIN && self.searches <= SEARCHES_MAX && !self.text.contains(&own)
    }
}

/// Letters and digits alone, in upper case.
fn compact(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
}

/// An amount without its sign in hundredths; nothing for what is finer or too large.
fn cents(amount: f64) -> Option<u64> {
    let cents = libm::round(amount.abs() * 100.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, from 0 up to 9e15")]
    let whole = (cents < 9e15).then_some(cents as u64);
    whole
}

/// The amounts of a text in hundredths, each as it may be read: `1.234,56` and `1,234.56`, `1.234` both as thousands and as a fraction.
fn amounts(text: &str) -> Vec<u64> {
    let mut out = Vec::new();
    let is_inner = |c: char| matches!(c, '.' | ',' | '\'' | '’' | '\u{a0}' | '\u{202f}' | '\u{2009}');
    for run in text.split(|c: char| !(c.is_ascii_digit() || is_inner(c))) {
        let run = run.trim_matches(is_inner);
        if run.is_empty() || run.len() > 32 {
            continue;
        }
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let whole = || digits(run).parse::<u64>().ok().and_then(|n| n.checked_mul(100));
        match run.rsplit_once(is_inner) {
            None => out.extend(whole()),
            Some((before, behind)) => {
                let fraction = match behind.len() {
                    1 => behind.parse::<u64>().ok().map(|n| n * 10),
                    2 => behind.parse::<u64>().ok(),
                    // Of three digits or more these are thousands, or a finer fraction.
                    _ => behind
                        .get(..2)
                        .and_then(|two| two.parse::<u64>().ok())
                        .filter(|_| behind[2..].bytes().all(|b| b == b'0')),
                };
                let units = digits(before).parse::<u64>().ok().and_then(|n| n.checked_mul(100));
                out.extend(units.zip(fraction).and_then(|(units, cents)| units.checked_add(cents)));
                if behind.len() >= 3 {
                    out.extend(whole());
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_they_are_printed() {
        for (text, expected) in [
            ("Total: $1,204.10", &[120_410][..]),
            ("1.204,10 EUR", &[120_410]),
            ("CHF 1'204.10", &[120_410]),
            ("5 items at 3.5", &[500, 350]),
            ("12.", &[1_200]),
        ] {
            let read = amounts(text);
            assert!(expected.iter().all(|own| read.contains(own)), "{text}: {read:?}");
        }
        assert!(amounts("1,204").contains(&120_400) && !amounts("1,204").contains(&120));
        assert_eq!((cents(1204.1), cents(-0.005), cents(1e20)), (Some(120_410), Some(1), None));
    }
}
