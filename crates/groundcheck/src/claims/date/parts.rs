//! The parts that dates are made of: years, days, and what stands between them.

use super::super::numeral::{self, Suffixes};
use super::super::period::Period;
use super::super::reader::Reader;
use crate::lexicon::Lex;

/// A year of four digits, from 1000 to 2999.
pub(super) fn year(reader: &Reader<'_>, i: usize) -> Option<u16> {
    let raw = reader.word(i);
    (reader.is_number(i) && raw.len() == 4 && matches!(raw.as_bytes()[0], b'1' | b'2'))
        .then(|| raw.parse().ok())
        .flatten()
}

/// A year of four digits, or of two (`'24`, `74`) read into 1950 to 2049.
pub(super) fn any_year(reader: &Reader<'_>, i: usize) -> Option<(u16, usize)> {
    let at = if reader.ch(i) == b'\'' { i + 1 } else { i };
    if let Some(year) = year(reader, at) {
        return Some((year, at + 1));
    }
    let raw = reader.word(at);
    (reader.is_number(at) && raw.len() == 2).then(|| raw.parse().ok()).flatten().map(|yy: u16| (century(yy), at + 1))
}

pub(super) fn century(yy: u16) -> u16 {
    if yy < 50 { 2000 + yy } else { 1900 + yy }
}

/// A whole number of one or two digits, with its ordinal suffix swallowed.
pub(super) fn small(reader: &Reader<'_>, i: usize) -> Option<(u8, usize)> {
    let raw = reader.word(i);
    let number = (reader.is_number(i) && raw.len() <= 2).then(|| raw.parse().ok()).flatten()?;
    let suffix = reader.lex(i + 1) == Lex::OrdinalSuffix && reader.glued(i + 1);
    Some((number, i + 1 + usize::from(suffix)))
}

/// Past `of`, a comma, a point, a hyphen or a slash: what may stand between the parts of a date.
pub(super) fn past_joint(reader: &Reader<'_>, i: usize) -> usize {
    let mut at = i;
    for _ in 0..2 {
        let joint = reader.lex(at) == Lex::Of
            || matches!(reader.ch(at), b',' | b'.' | b'/' | b'-' | b'\'')
            || reader.is_dash(at);
        if !joint {
            break;
        }
        at += 1;
    }
    at
}

/// A year behind a month, a quarter or a half: `2014`, `of 2014`, `, 2014`, `'14`, `of fiscal year 2014`, `FY2014`.
pub(super) fn year_after(reader: &Reader<'_>, i: usize) -> Option<(u16, usize)> {
    let mut at = past_joint(reader, i);
    for _ in 0..3 {
        if matches!(reader.lex(at), Lex::Fiscal | Lex::Year | Lex::The) {
            at += 1;
        }
    }
    // A year that goes on with letters or more digits is something else.
    let whole = |end: usize| !(reader.glued(end) && (reader.is_number(end) || reader.is_word(end)));
    if let Some(year) = year(reader, at).filter(|_| whole(at + 1)) {
        return Some((year, at + 1));
    }
    let short = at > i && reader.is_number(at) && reader.word(at).len() == 2 && reader.glued(at);
    if short {
        return any_year(reader, at).filter(|(_, end)| whole(*end));
    }
    word_year(reader, at)
}

/// `nineteen ninety-six`, `nineteen zero one`, `twenty twenty-four`, `two thousand and fifteen`.
pub(super) fn word_year(reader: &Reader<'_>, i: usize) -> Option<(u16, usize)> {
    if let Lex::Teen(first @ 17..=19) | Lex::Tens(first @ 20) = reader.lex(i) {
        let first = u16::from(first) * 100;
        let unit = if reader.ch(i + 2) == b'-' { i + 3 } else { i + 2 };
        return match (reader.lex(i + 1), reader.lex(unit)) {
            (Lex::Tens(tens), Lex::Unit(own @ 1..=9)) => Some((first + u16::from(tens + own), unit + 1)),
            (Lex::Tens(tens), _) => Some((first + u16::from(tens), i + 2)),
            (Lex::Teen(teen), _) => Some((first + u16::from(teen), i + 2)),
            (Lex::Unit(0), Lex::Unit(unit)) => Some((first + u16::from(unit), i + 3)),
            _ => None,
        };
    }
    if reader.lex(i) == Lex::Unit(2) && reader.lex(i + 1) == Lex::Scale(3) {
        let numeral = numeral::numeral(reader, i, Suffixes::Cautious)?;
        let year: u16 = numeral.value.try_into().ok()?;
        return (2000..2100).contains(&year).then_some((year, numeral.end));
    }
    None
}

/// A day of a month: `31`, `31st`, `thirty first`, `first`.
pub(super) fn day(reader: &Reader<'_>, i: usize) -> Option<(u8, usize)> {
    if let Some((day, end)) = small(reader, i) {
        return (1..=31).contains(&day).then_some((day, end));
    }
    match (reader.lex(i), reader.lex(i + 1)) {
        (Lex::Tens(tens @ (20 | 30)), Lex::Ordinal(unit @ 1..=9) | Lex::Unit(unit @ 1..=9)) => {
            Some((tens + unit, i + 2))
        }
        (Lex::Tens(tens @ (20 | 30)), _) if reader.ch(i + 1) == b'-' => match reader.lex(i + 2) {
            Lex::Ordinal(unit @ 1..=9) | Lex::Unit(unit @ 1..=9) => Some((tens + unit, i + 3)),
            _ => None,
        },
        (Lex::Ordinal(n), _) => Some((n, i + 1)),
        (Lex::Teen(n), _) => Some((n, i + 1)),
        (Lex::Tens(n @ (20 | 30)), _) => Some((n, i + 1)),
        _ => None,
    }
}

pub(super) fn period_of(lex: Lex, n: u8) -> Option<u8> {
    match lex {
        Lex::QuarterLetter | Lex::Quarter => (1..=4).contains(&n).then_some(n),
        Lex::HalfLetter | Lex::Half => (1..=2).contains(&n).then_some(n),
        _ => None,
    }
}

pub(super) fn part_of(lex: Lex, n: u8, year: u16) -> Option<Period> {
    period_of(lex, n)?;
    Some(match lex {
        Lex::HalfLetter | Lex::Half => Period::Half(year, n),
        _ => Period::Quarter(year, n),
    })
}
