//! Identifiers that have check digits, IBANs and ISBNs: where one is written, and whether it can be one at all.

use super::identifier::starts;
use super::text::pieces;

/// Source: ISO 13616; the remainder by 97 is 1.
pub(super) fn iban_fits(number: &str) -> bool {
    let (head, tail) = number.split_at_checked(4).unwrap_or_default();
    let mut rest = 0_u32;
    for b in tail.bytes().chain(head.bytes()) {
        rest = match b {
            b'0'..=b'9' => (rest * 10 + u32::from(b - b'0')) % 97,
            b'A'..=b'Z' => (rest * 100 + u32::from(b - b'A') + 10) % 97,
            _ => return false,
        };
    }
    rest == 1
}

/// Source: ISO 2108; ten digits weigh 10 to 1 and sum to a multiple of 11, thirteen weigh 1 and 3 by turns and sum to one of 10.
pub(super) fn isbn_fits(digits: &str) -> bool {
    let value = |b: u8| if b.is_ascii_digit() { u32::from(b - b'0') } else { 10 };
    let sum =
        |weight: &dyn Fn(usize) -> u32| digits.bytes().enumerate().map(|(at, b)| value(b) * weight(at)).sum::<u32>();
    match digits.len() {
        10 => sum(&|at| 10 - u32::try_from(at).unwrap_or(0)).is_multiple_of(11),
        _ => sum(&|at| if at.is_multiple_of(2) { 1 } else { 3 }).is_multiple_of(10),
    }
}

/// A bank account's number by its country that begins at this byte of a text, and where it ends: `GB29 NWBK 6016 1331 9268 19`.
pub(super) fn iban(text: &str, from: u32) -> Option<(String, u32)> {
    let rest = text.get(from as usize..)?;
    let head = rest.as_bytes().first_chunk::<4>()?;
    if !(head[..2].iter().all(u8::is_ascii_uppercase) && head[2..].iter().all(u8::is_ascii_digit)) {
        return None;
    }
    let mut number = String::new();
    let mut end = 0;
    for (piece, span) in pieces(rest).take(MOST_GROUPS) {
        let fits = piece.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        let group = end == 0 || (piece.len() <= 4 && (piece.bytes().any(|b| b.is_ascii_digit()) || number.len() == 4));
        if !fits || !group || number.len() + piece.len() > LONGEST_IBAN || span.start > end + 1 {
            break;
        }
        number.push_str(piece);
        end = span.end;
    }
    (15..=LONGEST_IBAN).contains(&number.len()).then_some((number, from + end))
}

const LONGEST_IBAN: usize = 34;
const MOST_GROUPS: usize = 9;

/// Ten or thirteen digits behind the word, or thirteen that begin as those of books do.
pub(super) fn isbn(piece: &str, before: Option<&str>) -> Option<String> {
    let digits: String =
        piece.chars().filter(|c| c.is_ascii_digit() || matches!(c, 'X' | 'x')).map(crate::document::letter).collect();
    let plain = piece.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'X' | b'x'));
    let called = before.is_some_and(|word| starts(word, "isbn")) && matches!(digits.len(), 10 | 13);
    let of_books =
        digits.len() == 13 && piece.contains('-') && (digits.starts_with("978") || digits.starts_with("979"));
    (plain && (called || of_books)).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_are_computed() {
        assert!(isbn_fits("9783161484100") && !isbn_fits("9783161484101"));
        assert!(isbn_fits("0306406152") && isbn_fits("080442957X") && !isbn_fits("0306406153"));
        assert!(iban_fits("GB29NWBK60161331926819") && !iban_fits("GB28NWBK60161331926819"));
    }
}
