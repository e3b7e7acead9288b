//! Check digits of identifiers: whether a number can be one at all.

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
