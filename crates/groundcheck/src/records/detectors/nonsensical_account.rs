//! Account numbers of a form that no bank gives.
//!
//! Source: document 3, "Nonsensical Account Numbers". High: the profile's placeholders, one digit again and again, digits that count up
//! or down, no digit at all, and masked numbers, unless the document prints the number so (`****1234` on many statements). Medium: fewer
//! or more letters and digits than the policy has, and characters where none has them. An IBAN whose check digits hold (ISO 13616, mod
//! 97) is of its own length and has letters. High as well: a number of a good form that the document does not print. One account number is flagged once, however many parts have it.

use std::collections::BTreeSet;

use groundcheck_types::{RecordPolicy, RecordRule};

use crate::records::Checked;
use crate::records::alerts::{Alerts, Found, Place, shown_account};
use crate::records::patterns::is_star;
use crate::records::printed::Accounts;
use crate::records::reading::{Content, Value};

/// Shorter runs of one digit or of counted digits may be the last digits of any account.
const RUN_MIN: usize = 6;

/// Most letters that stand before an account number: `ACC`, a country, a branch.
const LETTERS_BEFORE_MAX: usize = 4;

/// How many masked numbers are looked for in the document; each is a search of all of it.
const SEARCHES_MAX: usize = 100;

pub(super) fn detect(checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    let mut seen = BTreeSet::new();
    let mut searches = 0;
    let mut printed: Option<Option<Accounts>> = None;
    for value in &checked.reading.values {
        let Content::Account(number) = &value.content else { continue };
        if !seen.insert(number) {
            continue;
        }
        let unprinted = || {
            let lacks =
                !is_masked(number) && printed.get_or_insert_with(|| Accounts::of(checked)).as_mut()?.lack(number);
            lacks.then(|| (RecordRule::AccountNotInDocument, Some("a number that the document prints".to_owned())))
        };
        if let Some((rule, expected)) = broken(number, value, checked, &mut searches).or_else(unprinted) {
            let place = Place { path: &value.path, part: value.part };
            alerts.add(rule, place, || {
                let mut description = rule.meaning().to_owned();
                if let Some(first) = description.get_mut(..1) {
                    first.make_ascii_uppercase();
                }
                Found { description, detected: Some(shown_account(number)), expected, ..Found::default() }
            });
        }
    }
}

/// The gravest rule that an account number breaks, and what it should be.
fn broken(
    number: &str,
    value: &Value<'_>,
    checked: &Checked<'_>,
    searches: &mut usize,
) -> Option<(RecordRule, Option<String>)> {
    let policy = checked.policy;
    let digits: Vec<u8> = number.bytes().filter(u8::is_ascii_digit).collect();
    if is_masked(number) {
        *searches += 1;
        let printed = !is_placeholder(number, value) && *searches <= SEARCHES_MAX && checked.document.has(number);
        return (!printed).then(|| (RecordRule::MaskedAccount, Some("the number as the document has it".to_owned())));
    }
    if is_placeholder(number, value) || is_run(&digits) || digits.is_empty() {
        return Some((RecordRule::PlaceholderAccount, None));
    }
    if is_iban(number) {
        return None;
    }
    let length = number.chars().filter(|c| c.is_alphanumeric()).count();
    let RecordPolicy { min_account_length: least, max_account_length: most, .. } = *policy;
    if !(least as usize..=most as usize).contains(&length) {
        return Some((RecordRule::AccountLength, Some(format!("from {least} to {most} letters and digits"))));
    }
    (!is_well_formed(number)).then(|| (RecordRule::AccountCharacters, Some("digits".to_owned())))
}

fn is_placeholder(number: &str, value: &Value<'_>) -> bool {
    let same = |a: &str, b: &str| {
        let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect::<String>();
        plain(a).eq_ignore_ascii_case(&plain(b))
    };
    value.field.placeholders.iter().any(|placeholder| same(placeholder, number))
}

/// Two or more characters of masking beside each other, or a star: `***1234`, `XXXX-1234`.
fn is_masked(number: &str) -> bool {
    let chars: Vec<char> = number.chars().collect();
    chars.iter().any(|c| matches!(c, '*' | '•' | '●')) || chars.windows(2).any(|pair| pair.iter().all(|c| is_star(*c)))
}

/// One digit again and again, or each the next one up or down, nine followed by zero.
fn is_run(digits: &[u8]) -> bool {
    let by = |step: u8| digits.windows(2).all(|pair| matches!(pair, [a, b] if (a - b'0' + step) % 10 == b - b'0'));
    digits.len() >= RUN_MIN && (by(0) || by(1) || by(9))
}

/// Digits in groups, and letters only before them or one behind them.
fn is_well_formed(number: &str) -> bool {
    let grouped = number.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '/' | '.' | '\u{a0}'));
    let plain: Vec<u8> = number.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let before = plain.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let behind = plain.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let letters = plain.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    grouped && before <= LETTERS_BEFORE_MAX && behind <= 1 && letters == before + behind
}

/// Whether these are a country, check digits that hold, and an account: ISO 13616, remainder 1 by 97 with the first four behind.
fn is_iban(number: &str) -> bool {
    let plain: Vec<u8> = number.bytes().filter(|byte| !matches!(byte, b' ' | b'-')).collect();
    let Some((head, rest)) = plain.split_at_checked(4) else { return false };
    let shaped = matches!(head, [a, b, c, d] if a.is_ascii_uppercase() && b.is_ascii_uppercase() && c.is_ascii_digit() && d.is_ascii_digit());
    if !shaped || !(15..=34).contains(&plain.len()) {
        return false;
    }
    let mut remainder = 0;
    for byte in rest.iter().chain(head) {
        remainder = match byte {
            b'0'..=b'9' => (remainder * 10 + u32::from(byte - b'0')) % 97,
            b'A'..=b'Z' => (remainder * 100 + u32::from(byte - b'A') + 10) % 97,
            _ => return false,
        };
    }
    remainder == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ibans_hold_by_their_check_digits() {
        assert!(is_iban("GB29 NWBK 6016 1331 9268 19"));
        assert!(is_iban("DE89370400440532013000"));
        assert!(!is_iban("GB29 NWBK 6016 1331 9268 18"));
        assert!(!is_iban("gb29nwbk60161331926819"));
        assert!(!is_iban("GB2"));
    }

    #[test]
    fn runs_are_counted_or_repeated() {
        for (digits, expected) in [
            ("123456789", true),
            ("1234567890", true),
            ("0123456789", true),
            ("987654321", true),
            ("000000000", true),
            ("111111", true),
            ("11111", false),
            ("123456780", false),
            ("1234", false),
            ("112233445", false),
        ] {
            assert_eq!(is_run(digits.as_bytes()), expected, "{digits}");
        }
    }
}
