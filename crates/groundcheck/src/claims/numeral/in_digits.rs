//! Numerals in digits: groups, decimals, fractions, powers, and the scale behind them.

use rust_decimal::Decimal;

use super::super::digits::{self, bounded, power_of_ten};
use super::super::reader::Reader;
use super::fraction::{and_part, one_over};
use super::scale::scaled;
use super::{DEEPEST, Numeral, Suffixes, nested};
use crate::document::token::Kind;
use crate::lexicon::Lex;

pub(super) fn in_digits(reader: &Reader<'_>, i: usize, suffixes: Suffixes, depth: u8) -> Option<Numeral> {
    let (read, mut end) = spaced_groups(reader, i)?;
    let mut value = read.value;
    let mut step = digits::step(read.decimals);
    let mut has_decimals = read.decimals > 0;
    if let Some((power_end, raised)) = raised(reader, end, value) {
        value = raised;
        end = power_end;
        has_decimals = true;
    } else if let Some((exponent_end, power)) = exponent(reader, end) {
        let factor = power_of_ten(power.unsigned_abs());
        let raise = |own: Decimal| if power < 0 { own.checked_div(factor) } else { own.checked_mul(factor) };
        (value, step) = (raise(value).and_then(bounded)?, raise(step)?);
        end = exponent_end;
    } else if let Some((fraction_end, numerator, denominator)) = fraction(reader, i, end) {
        // `2 1/4`, `4/5`
        let part = Decimal::from(numerator).checked_div(Decimal::from(denominator))?;
        value = if reader.ch(end) == b'/' { part } else { value + part };
        end = fraction_end;
        has_decimals = true;
        step = Decimal::new(1, 2);
    } else if reader.is_number(end)
        && reader.tokens[end].ch == b'/'
        && (reader.glued(end) || is_one_space(gap(reader, end)))
    {
        // `2½`, `1 ½`
        value += digits::read(reader.word(end), false)?.value;
        end += 1;
        has_decimals = true;
    }
    let mut numeral = Numeral { first: i, end, value, step, scale: Decimal::ONE, in_words: false, has_decimals };
    // `2 and a half million`
    if reader.lex(end) == Lex::And && reader.lex(end + 1) == Lex::Article && reader.lex(end + 2) == Lex::Half {
        numeral.value += Decimal::new(5, 1);
        numeral.end = end + 3;
    }
    scaled(reader, &mut numeral, suffixes)?;
    if depth < DEEPEST {
        remainder(reader, &mut numeral, depth);
        one_over(reader, &mut numeral, depth);
    }
    Some(numeral)
}

/// What is between this token and the one before it.
fn gap<'t>(reader: &Reader<'t>, at: usize) -> &'t str {
    let (before, token) = (&reader.tokens[at - 1], &reader.tokens[at]);
    reader.text.get(before.end as usize..token.start as usize).unwrap_or_default()
}

fn is_one_space(gap: &str) -> bool {
    matches!(gap, " " | "\u{a0}" | "\u{202f}" | "\u{2009}")
}

/// More groups than this are a list of codes.
const MOST_GROUPS: usize = 6;

/// `1 414 021 100`: groups of three joined by single spaces. Two ordinary spaces are asked for, or one that does not break.
fn spaced_groups(reader: &Reader<'_>, i: usize) -> Option<(digits::Digits, usize)> {
    let raw = reader.word(i);
    let plain = raw.len() <= 3 && raw.bytes().all(|b| b.is_ascii_digit()) && !raw.starts_with('0');
    if plain {
        let mut end = i + 1;
        let mut no_break = false;
        while reader.is_number(end) && end - i < MOST_GROUPS {
            let group = reader.tokens[end].text(reader.text);
            let whole = group.split(['.', ',']).next().unwrap_or_default();
            let gap = gap(reader, end);
            let joined = is_one_space(gap);
            if !joined || whole.len() != 3 || group.matches(['.', ',']).count() > 1 {
                break;
            }
            no_break |= gap != " ";
            end += 1;
            if group.len() > 3 {
                no_break |= group.contains(',');
                break;
            }
        }
        if end - i > 2 || (end - i == 2 && (no_break || is_alone(reader, i, end) || is_money(reader, i))) {
            let joined: String = (i..end).map(|k| reader.word(k)).collect();
            let decimal_comma = joined.contains(',');
            if let Some(read) = digits::read(&joined, decimal_comma) {
                return Some((read, end));
            }
        }
    }
    digits::read(raw, reader.conventions.comma_decimal).map(|read| (read, i + 1))
}

/// Whether a number is all that its line or cell holds, but for brackets.
fn is_alone(reader: &Reader<'_>, first: usize, end: usize) -> bool {
    let edge = |i: usize| reader.tokens.get(i).is_none_or(|t| t.kind == Kind::Newline || t.ch == b'|');
    let opened = first > 0 && reader.ch(first - 1) == b'(';
    let before = first - usize::from(opened);
    (before == 0 || edge(before - 1)) && edge(end + usize::from(reader.ch(end) == b')'))
}

/// Whether a currency's code or sign stands before it: `PLN 34 908`.
fn is_money(reader: &Reader<'_>, first: usize) -> bool {
    first > 0 && matches!(reader.lex(first - 1), Lex::Code(_))
}

/// `e10`, `e+14`, `x10^6`, `× 10⁻⁶` behind a number.
pub(in crate::claims) fn exponent(reader: &Reader<'_>, i: usize) -> Option<(usize, i8)> {
    let small = |text: &str| text.parse::<i8>().ok().filter(|n| *n <= 24);
    if reader.glued(i) && reader.word(i).eq_ignore_ascii_case("e") && reader.glued(i + 1) {
        let (at, negative) = match reader.ch(i + 1) {
            b'+' => (i + 2, false),
            b'-' => (i + 2, true),
            _ => (i + 1, false),
        };
        let power = small(reader.word(at)).filter(|_| reader.is_number(at))?;
        return Some((at + 1, if negative { -power } else { power }));
    }
    let times = reader.lex(i) == Lex::Times || matches!(reader.ch(i), b'x' | b'*');
    let ten = times && reader.word(i + 1) == "10";
    if let Some((power, end)) = ten.then(|| superscript(reader, i + 1)).flatten() {
        return Some((end, power)).filter(|_| power.unsigned_abs() <= 24);
    }
    if ten && reader.ch(i + 2) == b'^' {
        let negative = reader.ch(i + 3) == b'-';
        let at = i + 3 + usize::from(negative);
        let power = small(reader.word(at)).filter(|_| reader.is_number(at))?;
        return Some((at + 1, if negative { -power } else { power }));
    }
    None
}

/// The power that stands raised behind a token, and the first token behind it: `10⁻⁶`.
fn superscript(reader: &Reader<'_>, base: usize) -> Option<(i8, usize)> {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let from = reader.tokens.get(base)?.end as usize;
    let (mut power, mut negative, mut to) = (None::<i8>, false, from);
    for c in reader.text.get(from..)?.chars() {
        match DIGITS.iter().position(|digit| *digit == c) {
            Some(digit) => {
                let digit = i8::try_from(digit).ok()?;
                power = Some(power.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
            }
            None if to == from && matches!(c, '⁻' | '⁺') => negative = c == '⁻',
            None => break,
        }
        to += c.len_utf8();
    }
    let power = power?;
    let behind = reader.tokens[base..].iter().take(2 + to - from).position(|token| token.start as usize >= to);
    let end = behind.map_or(reader.tokens.len().min(base + 2 + to - from), |behind| base + behind);
    Some((if negative { -power } else { power }, end))
}

/// `1.1^23`, `2.5^-1`: small whole powers.
fn raised(reader: &Reader<'_>, i: usize, base: Decimal) -> Option<(usize, Decimal)> {
    if reader.ch(i) != b'^' || !reader.glued(i) {
        return None;
    }
    let mut at = i + 1;
    let mut negative = false;
    while at < i + 4 && matches!(reader.ch(at), b'+' | b'-') {
        negative ^= reader.ch(at) == b'-';
        at += 1;
    }
    let power = reader.word(at).parse::<u8>().ok().filter(|n| reader.is_number(at) && *n <= 64)?;
    let mut value = Decimal::ONE;
    for _ in 0..power {
        value = value.checked_mul(base).and_then(bounded)?;
    }
    let value = if negative { Decimal::ONE.checked_div(value).and_then(bounded)? } else { value };
    Some((at + 1, value))
}

/// `1/4` behind a whole number, or the `/5` of `4/5`; the digits must be short so that dates and ids stay out.
fn fraction(reader: &Reader<'_>, first: usize, end: usize) -> Option<(usize, u32, u32)> {
    let small = |i: usize| {
        let raw = reader.word(i);
        (reader.is_number(i) && raw.len() <= 2).then(|| raw.parse::<u32>().ok()).flatten()
    };
    let closes = |at: usize, d: u32| (d > 1 && reader.ch(at) != b'/' && !reader.is_number(at)).then_some(());
    if reader.ch(end) == b'/' && reader.glued(end) && reader.glued(end + 1) && end == first + 1 {
        let (n, d) = (small(first)?, small(end + 1)?);
        closes(end + 2, d)?;
        return (n < d || matches!(d, 2 | 3 | 4 | 5 | 8 | 10)).then_some((end + 2, n, d));
    }
    if reader.is_number(end) && reader.ch(end + 1) == b'/' && reader.glued(end + 1) && reader.glued(end + 2) {
        let (n, d) = (small(end)?, small(end + 2)?);
        closes(end + 3, d)?;
        return (n < d).then_some((end + 3, n, d));
    }
    None
}

/// `3 hundred and 21`, `6 crore and two hundred`, `3 million and a half`.
fn remainder(reader: &Reader<'_>, numeral: &mut Numeral, depth: u8) {
    if numeral.scale == Decimal::ONE || numeral.has_decimals {
        return;
    }
    let known = numeral.end;
    and_part(reader, numeral);
    if numeral.end > known {
        return;
    }
    let and = reader.lex(numeral.end) == Lex::And;
    let at = numeral.end + usize::from(and);
    if and && reader.lex(at) == Lex::Article && reader.lex(at + 1) == Lex::Half {
        numeral.value += numeral.scale * Decimal::new(5, 1);
        numeral.end = at + 2;
        return;
    }
    let follows = reader.is_word(at) || (and && reader.is_number(at));
    let rest = if follows { nested(reader, at, Suffixes::Cautious, depth + 1) } else { None };
    // `£348 million and 1.5 times`, `$125 million and 26 openings`: a decimal, and so few beside so many, are another amount.
    let apart = |r: &Numeral| {
        let is_money = matches!(reader.lex(r.end), Lex::Currency(_));
        let few = numeral.scale > Decimal::ONE_THOUSAND && !r.in_words && !is_money;
        numeral.scale >= Decimal::ONE_THOUSAND && r.scale == Decimal::ONE && (r.has_decimals || few)
    };
    let rest = rest.filter(|r| !apart(r));
    if let Some(rest) =
        rest.filter(|r| r.value < numeral.scale && (and || r.value > Decimal::ONE) && !is_counted(reader, r.end))
    {
        numeral.value += rest.value;
        numeral.step = rest.step;
        numeral.end = rest.end;
    }
}

/// Whether what stands there makes the number before it a quantity of its own.
fn is_counted(reader: &Reader<'_>, i: usize) -> bool {
    matches!(reader.lex(i), Lex::Percent | Lex::SubUnit(_) | Lex::Hundred | Lex::Scale(_))
}
