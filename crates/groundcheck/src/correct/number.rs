//! Numbers in the form of the number they replace.

use groundcheck_types::{ClaimKind, Number};
use rust_decimal::Decimal;

use crate::lexicon::{Lex, cardinal, look_up, ordinal_suffix};
use crate::verify::format::grouped;

/// A number in another scale than its own is rounded so far at most, in thousandths of itself: `$1.24M` for 1,238,400.
const ROUNDED: u32 = 5;
/// Digits behind the point are taken over up to so many.
const MOST_DECIMALS: u32 = 4;
/// The least that a number is in its scale.
const SMALLEST_SCALED: Decimal = Decimal::from_parts(1, 0, 0, false, 1);
/// Scales are powers of ten up to this one.
const LARGEST_SCALE: u32 = 15;

/// The value in the form of the claim; `None` where its form is not one that another number can take.
pub(super) fn restated(claim: &str, kind: ClaimKind, claimed: Number, value: Number) -> Option<String> {
    let (claimed, value) = (decimal(claimed)?, decimal(value)?);
    if claimed.is_sign_negative() != value.is_sign_negative() {
        return None;
    }
    let (claimed, value) = (claimed.abs(), value.abs());
    // The noun behind a number is singular or plural by it.
    if kind == ClaimKind::Number && (claimed == Decimal::ONE) != (value == Decimal::ONE) {
        return None;
    }
    if let Some(word) = in_words(claim, claimed, value) {
        return Some(word);
    }
    let written = Written::of(claim, claimed)?;
    let new = written.decimals_of(value.checked_div(written.factor)?)?;
    // Nobody writes `$0.0016 billion`.
    let is_smaller = written.number.checked_div(Decimal::TEN).is_some_and(|tenth| new <= tenth);
    if written.factor > Decimal::ONE && new < SMALLEST_SCALED && is_smaller {
        return None;
    }
    // `1 dollar` has its noun in itself.
    let counts = (written.number == Decimal::ONE) != (new == Decimal::ONE);
    let names =
        claim.split_whitespace().nth(1).is_some_and(|word| matches!(look_up(word), Lex::Currency(_) | Lex::None));
    if counts && names && kind == ClaimKind::Currency {
        return None;
    }
    let (before, behind) = (claim.get(..written.from)?, claim.get(written.until..)?);
    let digits = written.style(new, kind);
    Some(match behind_suffix(behind) {
        Some(rest) => format!("{before}{digits}{}{rest}", ordinal_suffix(whole(new)?)),
        None => format!("{before}{digits}{behind}"),
    })
}

fn decimal(number: Number) -> Option<Decimal> {
    number.0.to_string().parse().ok()
}

/// An English number word for an English number word, `five` for `three`; digits where there is no such word.
fn in_words(claim: &str, claimed: Decimal, value: Decimal) -> Option<String> {
    let word = words(claimed)?;
    if !word.eq_ignore_ascii_case(claim) {
        return None;
    }
    let new = words(value).unwrap_or_else(|| grouped(value));
    let is_capital = claim.starts_with(|c: char| c.is_ascii_uppercase());
    let mut letters = new.chars();
    let first = letters.next()?;
    Some(if is_capital { first.to_ascii_uppercase().to_string() + letters.as_str() } else { new })
}

/// A whole number under a hundred, in words.
fn words(value: Decimal) -> Option<String> {
    cardinal(u8::try_from(whole(value)?).ok()?)
}

fn whole(value: Decimal) -> Option<u64> {
    let value = value.normalize();
    u64::try_from(value).ok().filter(|_| value.scale() == 0)
}

/// The rest behind `st`, `nd`, `rd` or `th`.
fn behind_suffix(behind: &str) -> Option<&str> {
    let (suffix, rest) = behind.split_at_checked(2)?;
    (look_up(suffix) == Lex::OrdinalSuffix && !rest.starts_with(char::is_alphanumeric)).then_some(rest)
}

/// The digits of a claim, and how they are written.
#[derive(Debug)]
struct Written {
    from: usize,
    until: usize,
    /// As it is written, before its scale.
    number: Decimal,
    /// What one of it is worth.
    factor: Decimal,
    decimals: u32,
    point: char,
    /// What parts its thousands; `None` where it has four digits or more together.
    thousands: Option<char>,
}

impl Written {
    /// The only run of digits in a claim that is so much in base units.
    fn of(claim: &str, claimed: Decimal) -> Option<Written> {
        let is_digit = |c: char| c.is_ascii_digit();
        let inner = |c: char| matches!(c, '.' | ',' | '\'' | '’' | '\u{a0}' | '\u{202f}' | '\u{2009}' | ' ');
        let (from, mut until) = (claim.find(is_digit)?, claim.rfind(is_digit)? + 1);
        let from = if claim.get(..from)?.ends_with('.') { from - 1 } else { from };
        let run = claim.get(from..until)?;
        if !run.chars().all(|c| is_digit(c) || inner(c)) {
            // A 2 behind letters is a unit's: `1,450 m2`.
            until = from + run.find(|c: char| !is_digit(c) && !inner(c))?;
            until = from + claim.get(from..until)?.trim_end_matches(inner).len();
            if claim.get(until..)?.chars().filter(|c| is_digit(*c)).count() > 1 {
                return None;
            }
        }
        let run = claim.get(from..until)?;
        let read = |point: char| {
            let plain: String = run.chars().filter(|c| is_digit(*c) || *c == point).collect();
            let number: Decimal = plain.replacen(point, ".", 1).parse().ok()?;
            let factor = power_of_ten(claimed, number)?;
            let decimals = run.rsplit_once(point).map_or(0, |(_, behind)| behind.len());
            let thousands = run.chars().find(|c| inner(*c) && *c != point);
            let together = number >= Decimal::ONE_THOUSAND && thousands.is_none();
            let usual = if point == '.' { ',' } else { '.' };
            let thousands = if together { None } else { Some(thousands.unwrap_or(usual)) };
            let decimals = u32::try_from(decimals).ok()?;
            Some(Written { from, until, number, factor, decimals, point, thousands })
        };
        let (point, comma) = (read('.'), read(','));
        match (point, comma) {
            (Some(point), Some(comma)) if comma.factor == Decimal::ONE && point.factor != Decimal::ONE => Some(comma),
            (Some(point), _) => Some(point),
            (None, comma) => comma,
        }
    }

    /// A number with as many decimals as say it well: all of it where it is not scaled.
    fn decimals_of(&self, number: Decimal) -> Option<Decimal> {
        let own = number.normalize();
        if self.factor == Decimal::ONE && own.scale() <= MOST_DECIMALS {
            return Some(own);
        }
        let near = |rounded: &Decimal| {
            let off = (*rounded - own).abs().checked_mul(Decimal::ONE_THOUSAND);
            off.zip(own.checked_mul(ROUNDED.into())).is_some_and(|(off, most)| off <= most)
        };
        let rounded = (self.decimals..=self.decimals + MOST_DECIMALS).map(|decimals| own.round_dp(decimals));
        rounded.filter(|number| !number.is_zero()).find(near)
    }

    /// The digits of a number as the claim's are written.
    fn style(&self, number: Decimal, kind: ClaimKind) -> String {
        let number = number.normalize();
        // Nobody writes `$397.8` of money.
        let cents = kind == ClaimKind::Currency && self.factor == Decimal::ONE;
        let decimals = number.scale().max(if cents && (number.scale() == 1 || self.decimals == 2) { 2 } else { 0 });
        let decimals = decimals as usize;
        let text = format!("{number:.decimals$}");
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let mut out = String::with_capacity(text.len() + 8);
        for (i, digit) in whole.chars().enumerate() {
            if let Some(parts) = self.thousands.filter(|_| i > 0 && (whole.len() - i).is_multiple_of(3)) {
                out.push(parts);
            }
            out.push(digit);
        }
        if !fraction.is_empty() {
            out.push(self.point);
            out.push_str(fraction);
        }
        out
    }
}

/// What one of `number` is worth where `value` is so many of it: a power of ten, or nothing.
fn power_of_ten(value: Decimal, number: Decimal) -> Option<Decimal> {
    let factor = value.checked_div(number)?.normalize();
    let is_power = |factor: Decimal| {
        let digits = factor.mantissa();
        (0..=LARGEST_SCALE).any(|power| 10_i128.checked_pow(power) == Some(digits))
    };
    is_power(factor).then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_stays() {
        let number = |n: &str| Number(n.parse().unwrap());
        for (claim, kind, claimed, value, expected) in [
            ("$1.5M", ClaimKind::Currency, "1500000", "1238400", Some("$1.24M")),
            ("$2M", ClaimKind::Currency, "2000000", "1450000", Some("$1.45M")),
            ("$459.5 million", ClaimKind::Currency, "459500000", "431900000", Some("$431.9 million")),
            ("USD 2,350", ClaimKind::Currency, "2350", "2412.5", Some("USD 2,412.50")),
            ("$2,350.00", ClaimKind::Currency, "2350", "2412.5", Some("$2,412.50")),
            ("€1.234,56", ClaimKind::Currency, "1234.56", "9876.5", Some("€9.876,50")),
            ("1 234 567", ClaimKind::Number, "1234567", "7654321", Some("7 654 321")),
            ("12.5%", ClaimKind::Percentage, "12.5", "13.27", Some("13.27%")),
            ("12.5 percent", ClaimKind::Percentage, "12.5", "13", Some("13 percent")),
            ("50 basis points", ClaimKind::Percentage, "0.5", "0.75", Some("75 basis points")),
            ("1.25x", ClaimKind::Ratio, "1.25", "1.4", Some("1.4x")),
            ("1450", ClaimKind::Number, "1450", "12400", Some("12400")),
            ("950", ClaimKind::Number, "950", "12400", Some("12,400")),
            ("3 lakh", ClaimKind::Number, "300000", "450000", Some("4.5 lakh")),
            ("three", ClaimKind::Number, "3", "21", Some("twenty-one")),
            ("Three", ClaimKind::Number, "3", "5", Some("Five")),
            ("three", ClaimKind::Number, "3", "120", Some("120")),
            ("3rd", ClaimKind::Number, "3", "12", Some("12th")),
            ("(1,234)", ClaimKind::Number, "-1234", "-950", Some("(950)")),
            ("$1.6 billion", ClaimKind::Currency, "1600000000", "540000000", Some("$0.54 billion")),
            // No other number can take the form.
            ("$1.6 billion", ClaimKind::Currency, "1600000000", "1620000", None),
            ("(1,234)", ClaimKind::Number, "-1234", "950", None),
            ("1", ClaimKind::Number, "1", "3", None),
            ("3", ClaimKind::Number, "3", "1", None),
            ("1 dollar", ClaimKind::Currency, "1", "3", None),
            ("half", ClaimKind::Percentage, "50", "42", None),
            ("doubled", ClaimKind::Ratio, "2", "1.5", None),
            ("2½", ClaimKind::Number, "2.5", "3", None),
            ("1 1/2", ClaimKind::Number, "1.5", "3", None),
        ] {
            let new = restated(claim, kind, number(claimed), number(value));
            assert_eq!(new.as_deref(), expected, "{claim} -> {value}");
        }
    }
}
