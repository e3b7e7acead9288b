//! Digits as people write them: `1,234,567.89`, `1.234,56`, `12,34,567`, `1 234 567`, `1{,}234`.

use rust_decimal::Decimal;

/// A number read from digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Digits {
    pub(crate) value: Decimal,
    /// How many digits stand behind the decimal mark.
    pub(crate) decimals: u32,
}

/// The most digits that are still an amount; longer runs are identifiers.
const MOST_DIGITS: usize = 18;

/// How LaTeX writes the comma between groups of digits.
const LATEX_COMMA: &str = "{,}";

/// Reads one number token. `None` for what is no number: dates and versions with points, identifiers.
pub(crate) fn read(raw: &str, comma_decimal: bool) -> Option<Digits> {
    if let Some(c) = raw.chars().next().filter(|c| !c.is_ascii()) {
        return vulgar(c);
    }
    if raw.contains(LATEX_COMMA) {
        return read(&raw.replace(LATEX_COMMA, ","), false);
    }
    let points = raw.bytes().filter(|b| *b == b'.').count();
    let others = raw.bytes().filter(|b| matches!(b, b',' | b'\'' | 0xe2)).count();
    let decimal_at = match (points, others) {
        (0, 0) => None,
        (1, 0) => {
            let at = raw.find('.')?;
            let grouped = comma_decimal && at > 0 && at <= 3 && raw.len() - at == 4 && !raw.starts_with('0');
            (!grouped).then_some(at)
        }
        (0, 1) => {
            let at = raw.find([',', '\'', '\u{2019}'])?;
            let three = raw[at..].bytes().filter(u8::is_ascii_digit).count() == 3;
            let comma = raw.as_bytes()[at] == b',';
            let grouped = three && at <= 3 && !(comma && comma_decimal) && !raw.starts_with('0');
            if !grouped && !comma {
                return None;
            }
            (!grouped).then_some(at)
        }
        (0, _) => None,
        (_, 0) => None,
        _ => {
            // Both marks: the last one is the decimal mark and stands once.
            let at = raw.rfind(['.', ','])?;
            let mark = raw.as_bytes()[at];
            if raw.bytes().filter(|b| *b == mark).count() > 1 {
                return None;
            }
            Some(at)
        }
    };
    let whole = &raw[..decimal_at.unwrap_or(raw.len())];
    let fraction = decimal_at.map_or("", |at| &raw[at + 1..]);
    if !well_grouped(whole) {
        return None;
    }
    assemble(whole, fraction)
}

/// Groups of three, or the Indian two-two-three.
fn well_grouped(whole: &str) -> bool {
    let mut groups = whole.split(|c: char| !c.is_ascii_digit());
    let first = groups.next().unwrap_or_default();
    let rest: Vec<usize> = groups.map(str::len).collect();
    let Some((last, middle)) = rest.split_last() else { return true };
    let western = *last == 3 && middle.iter().all(|n| *n == 3) && (1..=3).contains(&first.len());
    let indian = *last == 3 && !middle.is_empty() && middle.iter().all(|n| *n == 2) && (1..=2).contains(&first.len());
    (western || indian) && !(first.starts_with('0'))
}

fn assemble(whole: &str, fraction: &str) -> Option<Digits> {
    let mut mantissa: i64 = 0;
    let mut digits = 0;
    for b in whole.bytes().chain(fraction.bytes()).filter(u8::is_ascii_digit) {
        if mantissa > 0 || b != b'0' {
            digits += 1;
        }
        if digits > MOST_DIGITS {
            return None;
        }
        mantissa = mantissa * 10 + i64::from(b - b'0');
    }
    let decimals = u32::try_from(fraction.len()).ok().filter(|n| *n <= 18)?;
    Some(Digits { value: Decimal::new(mantissa, decimals), decimals })
}

fn vulgar(c: char) -> Option<Digits> {
    let (n, d) = match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        _ => return None,
    };
    Some(Digits { value: Decimal::from(n) / Decimal::from(d), decimals: 2 })
}

/// The largest amount that is read, 10^24: any two of them can be added, subtracted and scaled by a hundred without overflow.
const LARGEST: Decimal = Decimal::from_parts(2_701_131_776, 466_537_709, 54_210, false, 0);

/// The amount, unless it is too large to compute with.
pub(crate) fn bounded(value: Decimal) -> Option<Decimal> {
    (value.abs() <= LARGEST).then_some(value)
}

/// Ten to this power; zero past what a decimal holds.
pub(crate) fn power_of_ten(power: u8) -> Decimal {
    10_i128.checked_pow(u32::from(power)).and_then(|n| Decimal::try_from_i128_with_scale(n, 0).ok()).unwrap_or_default()
}

/// One step in a digit this many places behind the decimal mark.
pub(crate) fn step(decimals: u32) -> Decimal {
    Decimal::new(1, decimals.min(28))
}

/// The nearest `f64`, the same on every platform.
pub(crate) fn to_f64(value: Decimal) -> f64 {
    const POWERS: [f64; 23] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ];
    // Both exact, so one correctly rounded division gives the nearest value.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "at most 2^53, checked")]
    let divided_once = |value: Decimal| {
        let (mantissa, power) = (value.mantissa(), POWERS.get(value.scale() as usize)?);
        (mantissa.unsigned_abs() <= 1 << 53).then(|| mantissa as i64 as f64 / power)
    };
    if let Some(nearest) = divided_once(value) {
        return nearest;
    }
    let value = value.normalize();
    match divided_once(value) {
        Some(nearest) => nearest,
        None => {
            let mantissa = value.mantissa();
            let nearest = divided(mantissa.unsigned_abs(), 10_u128.pow(value.scale().min(28)));
            if mantissa < 0 { -nearest } else { nearest }
        }
    }
}

/// The `f64` nearest to a quotient, of two equally near ones the even; the divisor is under 2^127.
///
/// By long division, bit by bit: the standard library's reader of numbers brings ten kilobytes of powers along, and few values
/// get here.
#[expect(clippy::cast_precision_loss, reason = "the quotient is cut to 53 bits, a power of two is exact")]
fn divided(dividend: u128, divisor: u128) -> f64 {
    /// One bit more than an `f64` has, which says where the middle is.
    const BITS: u32 = 54;
    let (mut quotient, mut rest, mut exponent) = (dividend / divisor, dividend % divisor, 0_i32);
    if quotient == 0 && rest == 0 {
        return 0.0;
    }
    while quotient.leading_zeros() > u128::BITS - BITS {
        rest <<= 1;
        let bit = u128::from(rest >= divisor);
        rest -= bit * divisor;
        quotient = quotient << 1 | bit;
        exponent -= 1;
    }
    let surplus = u128::BITS - quotient.leading_zeros() - BITS;
    let inexact = rest > 0 || quotient.trailing_zeros() < surplus;
    quotient >>= surplus;
    exponent += surplus.cast_signed() + 1;
    let up = quotient & 1 == 1 && (inexact || quotient & 2 == 2);
    // A decimal is from 10^-28 to 2^96: the power is always a normal number.
    let power = f64::from_bits(u64::from((1023 + exponent).unsigned_abs()) << 52);
    ((quotient >> 1) + u128::from(up)) as f64 * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases() {
        for (raw, expected) in [
            ("1", Some("1")),
            ("0033", Some("33")),
            ("1,234,567.89", Some("1234567.89")),
            ("1.234.567,89", Some("1234567.89")),
            ("1.234,56", Some("1234.56")),
            ("12,34,567.89", Some("1234567.89")),
            ("1,5", Some("1.5")),
            ("1.5", Some("1.5")),
            (".08", Some("0.08")),
            ("1'234'567", Some("1234567")),
            ("1.234.567", Some("1234567")),
            ("1,234", Some("1234")),
            ("1{,}234{,}567.8", Some("1234567.8")),
            ("10.31.1974", None),
            ("10.0.19045", None),
            ("192.168.1.2", None),
            ("1,23,45", None),
            ("0,5", Some("0.5")),
            ("12345678901234567890", None),
        ] {
            let read = read(raw, false).map(|d| d.value.normalize().to_string());
            assert_eq!(read.as_deref(), expected, "{raw}");
        }
        assert_eq!(read("1.234", true).map(|d| d.value), Some(Decimal::from(1234)));
        assert_eq!(read("1,234", true).map(|d| d.value), Some(Decimal::new(1234, 3)));
    }

    #[test]
    fn the_largest_amount_is_ten_to_the_24th() {
        assert_eq!(LARGEST, power_of_ten(24));
        assert!(bounded(LARGEST + Decimal::ONE).is_none() && bounded(-LARGEST).is_some());
    }

    #[test]
    fn floats_are_the_nearest_ones() {
        for text in
            ["0.1", "1234567.89", "4.1666666666666666666666666667", "0.0000001", "79228162514264337593543950335"]
        {
            let decimal: Decimal = text.parse().unwrap();
            assert_eq!(to_f64(decimal).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
        // Any bits, and those about the middle between two floats.
        let mut bits = 1_u128;
        for round in 0..20_000_u32 {
            bits = bits.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(round.into());
            let middle = ((bits >> 100 | 1) << 1 | 1) << (round % 60);
            for mantissa in [bits >> 32, bits >> 70, middle, middle + 1, middle - 1] {
                let decimal = Decimal::from_i128_with_scale((mantissa % (1 << 95)).cast_signed(), round % 29);
                for value in [decimal, -decimal] {
                    let nearest: f64 = value.to_string().parse().unwrap();
                    assert_eq!(to_f64(value), nearest, "{value}");
                }
            }
        }
    }
}
