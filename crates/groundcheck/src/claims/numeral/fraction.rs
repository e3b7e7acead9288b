//! Fractions in words: `two thirds`, `three and a half`, `one over twenty`, `two thirds of a million`.

use rust_decimal::Decimal;

use super::super::digits::{bounded, power_of_ten};
use super::super::reader::Reader;
use super::{DEEPEST, Numeral, Suffixes, nested};
use crate::lexicon::Lex;

/// `two thirds`, `one fifth`, `three and a half`, `one over twenty`, `two out of five`.
pub(super) fn word_fraction(reader: &Reader<'_>, numeral: &mut Numeral, depth: u8) {
    let i = numeral.end;
    let joined = if reader.ch(i) == b'-' { i + 1 } else { i };
    if let Some((denominator, end)) = denominator(reader, joined, numeral.value == Decimal::ONE) {
        if let Some(value) = numeral.value.checked_div(denominator).and_then(bounded) {
            numeral.value = value;
            numeral.end = end;
            numeral.has_decimals = true;
            of_scale(reader, numeral);
        }
        return;
    }
    if reader.has_vav(i) {
        and_part(reader, numeral);
        return;
    }
    if reader.lex(i) == Lex::And {
        // `three and a half`, `one hundred and three quarters`, `two and one fourth`
        let (count, at) = match (reader.lex(i + 1), reader.lex(i + 2), reader.lex(i + 3)) {
            (Lex::Article, ..) => (1, i + 2),
            (Lex::Unit(n @ 1..=9), ..) => (n, i + 2),
            // `two and fifty-four hundredths`
            (Lex::Tens(tens), _, Lex::Unit(n)) if reader.ch(i + 2) == b'-' => (tens + n, i + 4),
            (Lex::Tens(tens), Lex::Unit(n), _) => (tens + n, i + 3),
            (Lex::Tens(tens), ..) => (tens, i + 2),
            _ => return,
        };
        if let Some((denominator, end)) = denominator(reader, at, count == 1)
            && let Some(part) = Decimal::from(count).checked_div(denominator)
        {
            // `three million and a half` is half a million more.
            let unit = if denominator == Decimal::TWO || numeral.scale >= power_of_ten(6) {
                numeral.scale
            } else {
                Decimal::ONE
            };
            numeral.value += part * unit;
            numeral.end = end;
            numeral.has_decimals = true;
        }
        return;
    }
    if depth < DEEPEST {
        one_over(reader, numeral, depth);
    }
}

/// `שלוש וחצי`, and of a scale its part: `שלושה מיליון וחצי` are three and a half million.
pub(super) fn and_part(reader: &Reader<'_>, numeral: &mut Numeral) {
    let i = numeral.end;
    let part = match reader.lex(i) {
        _ if !reader.has_vav(i) => return,
        Lex::Half => Decimal::TWO,
        Lex::Quarter => Decimal::from(4),
        Lex::Denominator(n) if n > 1 => Decimal::from(n),
        _ => return,
    };
    if let Some(value) = numeral.scale.checked_div(part).and_then(|part| numeral.value.checked_add(part)) {
        numeral.value = value;
        numeral.end = i + 1;
        numeral.has_decimals = true;
    }
}

/// `one over twenty`, `1 over 3`, `one out of three`
pub(super) fn one_over(reader: &Reader<'_>, numeral: &mut Numeral, depth: u8) {
    let i = numeral.end;
    let out_of = reader.word(i) == "out" && reader.lex(i + 1) == Lex::Of;
    if numeral.value != Decimal::ONE || !(reader.lex(i) == Lex::Over || out_of) {
        return;
    }
    let at = if out_of { i + 2 } else { i + 1 };
    let Some(below) = nested(reader, at, Suffixes::Cautious, depth + 1) else { return };
    // `1 over 3 years` counts years.
    let counted = reader.is_word(below.end) && !reader.ends(below.end);
    if let Some(value) = numeral.value.checked_div(below.value).and_then(bounded).filter(|_| !counted) {
        numeral.value = value;
        numeral.end = below.end;
        numeral.has_decimals = true;
    }
}

/// `two thirds of a million`
fn of_scale(reader: &Reader<'_>, numeral: &mut Numeral) {
    let i = numeral.end;
    if reader.lex(i) == Lex::Of
        && reader.lex(i + 1) == Lex::Article
        && let Lex::Scale(power) = reader.lex(i + 2)
        && let Some(value) = numeral.value.checked_mul(power_of_ten(power)).and_then(bounded)
    {
        numeral.value = value;
        numeral.end = i + 3;
    }
}

/// What the words at `i` divide by, and where they end. A singular (`third`) only after one; `second` and `first` are never
/// denominators, and `third quarter` is a date.
pub(super) fn denominator(reader: &Reader<'_>, i: usize, singular: bool) -> Option<(Decimal, usize)> {
    let word = |divisor: Decimal| Some((divisor, i + 1));
    match reader.lex(i) {
        Lex::Denominator(n) if n > 1 => word(Decimal::from(n)),
        Lex::ScaleDenominator(power) => word(power_of_ten(power)),
        Lex::Half | Lex::Quarter if singular => {
            word(if reader.lex(i) == Lex::Half { Decimal::TWO } else { Decimal::from(4) })
        }
        Lex::Ordinal(n) if singular && n > 2 && reader.lex(i + 1) != Lex::Quarter => word(Decimal::from(n)),
        Lex::Tens(_) => compound(reader, i, singular),
        _ => None,
    }
}

/// `twenty-firsts`, `thirty fifths`; after one also `twenty-first`, where nothing follows that it could count: one twenty-first
/// birthday is no fraction.
fn compound(reader: &Reader<'_>, i: usize, singular: bool) -> Option<(Decimal, usize)> {
    let Lex::Tens(tens) = reader.lex(i) else { return None };
    let hyphen = reader.ch(i + 1) == b'-';
    let at = if hyphen { i + 2 } else { i + 1 };
    let unit = match reader.lex(at) {
        Lex::Denominator(n @ 1..=9) => n,
        Lex::Ordinal(n @ 1..=9) if singular && hyphen && (reader.lex(at + 1) == Lex::Of || reader.ends(at + 1)) => {
            u16::from(n)
        }
        _ => return None,
    };
    Some((Decimal::from(u16::from(tens) + unit), at + 1))
}
