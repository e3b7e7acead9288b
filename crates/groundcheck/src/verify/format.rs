//! Values as people read them: `$1,200,000`, `85 %`, `1.25x`.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

/// Signs that are clearer than the code.
const SIGNS: &[(&str, &str)] = &[("USD", "$"), ("EUR", "€"), ("GBP", "£"), ("ILS", "₪"), ("JPY", "¥"), ("INR", "₹")];

/// A number with its unit, at most four decimals, thousands parted by commas.
pub(crate) fn number(value: Decimal, kind: ClaimKind, unit: Option<&str>) -> String {
    let mut body = grouped(value.abs());
    // Nobody writes `€397.8` of money.
    if kind == ClaimKind::Currency && body.as_bytes().iter().rev().nth(1) == Some(&b'.') {
        body.push('0');
    }
    let sign = if value.is_sign_negative() && !value.is_zero() { "−" } else { "" };
    match (kind, unit) {
        (ClaimKind::Percentage, _) => format!("{sign}{body} %"),
        (ClaimKind::Ratio, _) => format!("{sign}{body}x"),
        (_, Some("%")) => format!("{sign}{body} %"),
        (_, Some(code)) => match SIGNS.iter().find(|(iso, _)| *iso == code) {
            Some((_, symbol)) => format!("{sign}{symbol}{body}"),
            None => format!("{sign}{code} {body}"),
        },
        (_, None) => format!("{sign}{body}"),
    }
}

/// Digits in groups of three.
pub(crate) fn grouped(value: Decimal) -> String {
    let text = value.round_dp(4).normalize().to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = String::with_capacity(text.len() + text.len() / 3);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// A difference as people read it: one decimal, none where it is whole.
pub(crate) fn percent(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    format!("{tenths} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases() {
        for (value, kind, unit, expected) in [
            ("1200000", ClaimKind::Currency, Some("USD"), "$1,200,000"),
            ("-1234.5", ClaimKind::Currency, Some("CHF"), "−CHF 1,234.50"),
            ("0.125", ClaimKind::Currency, Some("EUR"), "€0.125"),
            ("85", ClaimKind::Percentage, Some("%"), "85 %"),
            ("1.250", ClaimKind::Ratio, None, "1.25x"),
            ("999", ClaimKind::Number, None, "999"),
        ] {
            assert_eq!(number(value.parse().unwrap(), kind, unit), expected);
        }
        assert_eq!(percent(4.1667), "4.2 %");
        assert_eq!(percent(25.0), "25 %");
    }
}
