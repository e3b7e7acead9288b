//! Alerts on their way out: where what they show is masked, and the only place they are made.
//!
//! Source: document 3, "Data Protection", and the design: at most the last four digits of an account number ever reach a report. Each
//! value is masked by its kind, and then every text of an alert once more against the account numbers of the record itself, wherever
//! else in the record they stand.

use std::collections::BTreeSet;

use groundcheck_types::{
    AlertCounts, FieldKind, Number, RECORD_ALERTS_MAX, RecordAlert, RecordProfile, RecordRule, Severity,
    SeverityCounts, masked, masked_account,
};

use super::reading::{Content, Part, Reading};
use crate::fnv::fingerprint;

/// Numbers of as many digits are masked: they may be account numbers in a wrong field.
const LONG_NUMBER: f64 = 10_000_000.0;

/// The digits that make two texts say the same number.
const WINDOW: usize = 5;

/// What an alert says besides its rule. Values in it are masked by their kind already.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// What it is, for people.
    pub(super) description: String,
    /// What stands there.
    pub(super) detected: Option<String>,
    /// What should.
    pub(super) expected: Option<String>,
    /// What tells it from other alerts of its rule and field, without digits: a name.
    pub(super) key: String,
}

/// Where an alert is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place<'p> {
    /// The path in the record.
    pub(super) path: &'p str,
    /// The place of its part.
    pub(super) part: Option<usize>,
}

/// The alerts of one record.
#[derive(Debug)]
pub(super) struct Alerts<'r> {
    profile: &'r RecordProfile,
    parts: &'r [Part],
    pages: Option<u32>,
    /// Every run of five digits of the record's account numbers.
    account_digits: BTreeSet<u32>,
    pub(super) by_severity: SeverityCounts,
    pub(super) by_type: AlertCounts,
    pub(super) total: u32,
    /// By severity, the gravest last; no more of each than a report lists.
    kept: [Vec<RecordAlert>; 4],
}

impl<'r> Alerts<'r> {
    pub(super) fn new(profile: &'r RecordProfile, reading: &'r Reading<'r>, pages: Option<u32>) -> Self {
        let mut account_digits = BTreeSet::new();
        for value in reading.of_kind(FieldKind::Account) {
            if let Content::Account(number) = &value.content {
                account_digits.extend(windows(number));
            }
        }
        Alerts {
            profile,
            parts: &reading.parts,
            pages,
            account_digits,
            by_severity: SeverityCounts::default(),
            by_type: AlertCounts::default(),
            total: 0,
            kept: [const { Vec::new() }; 4],
        }
    }

    /// Adds an alert. What it says is only made where the report has room for it.
    pub(super) fn add(&mut self, rule: RecordRule, place: Place<'_>, found: impl FnOnce() -> Found) {
        self.total = self.total.saturating_add(1);
        self.by_severity.add(rule.severity());
        self.by_type.add(rule.alert_type());
        let kept = match rule.severity() {
            Severity::Low => 0,
            Severity::Medium => 1,
            Severity::High => 2,
            Severity::Critical => 3,
        };
        if self.kept.get(kept).is_none_or(|alerts| alerts.len() >= RECORD_ALERTS_MAX) {
            return;
        }
        let Found { description, detected, expected, key } = found();
        let alert = RecordAlert {
            r#type: rule.alert_type(),
            rule,
            severity: rule.severity(),
            description: self.guarded(description),
            detected_value: detected.map(|text| self.guarded(text)),
            expected_value: expected.map(|text| self.guarded(text)),
            confidence: Number(rule.confidence()),
            source: rule.against(),
            path: place.path.to_owned(),
            page: place.part.and_then(|at| self.page_of(at)),
            fingerprint: fingerprint(&[&self.profile.name, rule.as_str(), &without_indexes(place.path), &key]),
            fallback: rule.alert_type().fallback(),
        };
        if let Some(alerts) = self.kept.get_mut(kept) {
            alerts.push(alert);
        }
    }

    /// The alerts, gravest first.
    pub(super) fn into_list(self) -> Vec<RecordAlert> {
        let mut list: Vec<RecordAlert> = self.kept.into_iter().rev().flatten().collect();
        list.truncate(RECORD_ALERTS_MAX);
        list
    }

    /// The first page of a part, where the document has it.
    fn page_of(&self, at: usize) -> Option<u32> {
        let found = self.parts.binary_search_by_key(&at, |part| part.at).ok()?;
        let start = u32::try_from(self.parts.get(found)?.start).ok()?;
        (1..=self.pages?).contains(&start).then_some(start)
    }

    /// The text, masked where it has five digits of an account number one after the other.
    fn guarded(&self, text: String) -> String {
        let account = windows(&text).any(|digits| self.account_digits.contains(&digits));
        if account { masked(&text) } else { text }
    }
}

/// Every five digits that follow each other, whatever stands between them.
fn windows(text: &str) -> impl Iterator<Item = u32> {
    let mut last = 0;
    let digits = text.chars().filter_map(|c| c.to_digit(10)).enumerate();
    digits.filter_map(move |(at, digit)| {
        last = (last * 10 + digit) % 100_000;
        (at + 1 >= WINDOW).then_some(last)
    })
}

/// An account number as it may be shown.
pub(super) fn shown_account(number: &str) -> String {
    masked_account(number)
}

/// Any other text of a record as it may be shown.
pub(super) fn shown_text(text: &str) -> String {
    masked(text.trim())
}

/// A number of a record as it may be shown: all of it where it is an amount in whole cents, and not too long.
pub(super) fn shown_number(number: f64) -> String {
    // To the hundredth of a cent: sums of amounts are no exact binary fractions.
    let rounded = (number * 1e4).round() / 1e4;
    let text = rounded.to_string();
    let cents = text.split_once('.').is_none_or(|(_, fraction)| fraction.len() <= 2);
    if cents && number.abs() < LONG_NUMBER { text } else { masked(&text) }
}

/// A page number as it may be shown. One as long as an account number shows no digit: it stands beside others, and its last four with
/// theirs would be five.
pub(super) fn shown_page(page: i128) -> String {
    if page.unsigned_abs() < LONG_NUMBER as u128 { page.to_string() } else { "•••".to_owned() }
}

fn without_indexes(path: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in path.chars() {
        inside = (inside || c == '[') && c != ']';
        if !inside {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_knows_no_place_in_a_list() {
        let one = fingerprint(&["invoice", "sum_differs", &without_indexes("lines[3].amount")]);
        assert_eq!(one, fingerprint(&["invoice", "sum_differs", &without_indexes("lines[12].amount")]));
        assert_ne!(one, fingerprint(&["invoice", "sum_differs", &without_indexes("lines[3].name")]));
    }

    #[test]
    fn numbers_as_long_as_accounts_are_masked() {
        assert_eq!(shown_number(1_204.1), "1204.1");
        assert_eq!(shown_number(0.1 + 0.2), "0.3");
        assert_eq!(shown_number(1234.5678), "••••.5678");
        assert_eq!(shown_number(9_999_999.0), "9999999");
        assert_eq!(shown_number(12_345_678.0), "••••5678");
        assert_eq!((shown_page(-4), shown_page(-41_111_111_111)), ("-4".to_owned(), "•••".to_owned()));
    }
}
