//! Dates with words in them: months, ordinals, quarters, halves, fiscal years.

use super::super::period::Period;
use super::super::reader::Reader;
use super::numeric::year_first;
use super::parts::{any_year, century, day, part_of, past_joint, period_of, small, word_year, year, year_after};
use super::{Found, found, found_day, run};
use crate::lexicon::Lex;

/// The months that in lower case are mostly verbs.
const MARCH: u8 = 3;
const MAY: u8 = 5;

/// `December 2024`, `Dec. 31, 1994`, `January twenty five nineteen eighty six`, `Sep-23-2020`.
pub(super) fn month_first(reader: &Reader<'_>, i: usize, month: u8) -> Option<Found> {
    let after = if reader.ch(i + 1) == b'.' && reader.glued(i + 1) { i + 2 } else { i + 1 };
    // The day, in digits or words, then the year.
    let day_at = past_joint(reader, after);
    if day_at == after
        && let Some((day, end)) = day(reader, day_at)
        && let Some(second) = run::second(reader, month, day, end)
    {
        return match second.year {
            Some(year) => found(i, end, Period::day(year, month, day)),
            None => found_day(i, end, month, day),
        };
    }
    if let Some((day, end)) = day(reader, day_at)
        && let Some((year, end)) = year_after(reader, end)
        && let Some(period) = Period::day(year, month, day)
    {
        return found(i, end, Some(period));
    }
    if let Some((year, end)) = year_after(reader, after) {
        // `September-2020-23`
        if reader.ch(end) == b'-'
            && reader.glued(end)
            && reader.glued(end + 1)
            && let Some((day, last)) = small(reader, end + 1)
        {
            return found(i, last, Period::day(year, month, day));
        }
        return found(i, end, Some(Period::Month(year, month)));
    }
    // `May 4th` and `december 31` are dates without their year; `may 4` in lower case is not even that.
    let named = !matches!(month, MARCH | MAY) || reader.word(i).starts_with(|c: char| !c.is_lowercase());
    // `In March 12 people came` counts them.
    let counts = |end: usize| {
        i > 0 && reader.word(i - 1).eq_ignore_ascii_case("in") && reader.is_number(end - 1) && reader.is_word(end)
    };
    // Nor is the 28 of `in March 28% left`.
    let is_day = |end: usize| {
        !matches!(reader.lex(end), Lex::Percent | Lex::Scale(_) | Lex::Suffix(_) | Lex::Currency(_) | Lex::BasisPoints)
    };
    let (day, end) = day(reader, after).filter(|(_, end)| named && is_day(*end) && !counts(*end))?;
    found_day(i, end, month, day)
}

/// `FY2024`, `FY 24`, `fiscal year 2024`, `fiscal 2024`, `FY2023/24`.
pub(super) fn fiscal(reader: &Reader<'_>, i: usize) -> Option<Found> {
    let mut at = i + 1;
    if reader.lex(at) == Lex::Year || reader.ch(at) == b'-' {
        at += 1;
    }
    let short = reader.word(i).len() == 2;
    if let Some(whole) = year(reader, at)
        .and_then(|y| year_first(reader, at, y))
        .filter(|d| matches!(d.period, Some(Period::Quarter(..) | Period::Fiscal(_))))
    {
        return found(i, whole.end, whole.period);
    }
    let (year, end) = year(reader, at).map(|y| (y, at + 1)).or_else(|| any_year(reader, at).filter(|_| short))?;
    found(i, end, Some(Period::Fiscal(year)))
}

/// `F19`, as some reports write a fiscal year: alone in a cell, behind `in`, `for` or `years`, or joined to another such year. An
/// `F16` may be anything else.
pub(super) fn fiscal_letter(reader: &Reader<'_>, i: usize) -> Option<Found> {
    const LEADS: &[&str] =
        &["in", "for", "year", "years", "during", "from", "between", "than", "since", "until", "both", "of"];
    const JOINTS: &[&str] = &["and", "to", "vs", "versus", "or", "-", ",", "/"];
    let year_at = |i: usize| {
        let digits = reader.word(i + 1);
        let ends = !(reader.glued(i + 2) && (reader.is_word(i + 2) || reader.is_number(i + 2)));
        let whole = reader.word(i) == "F" && reader.is_number(i + 1) && reader.glued(i + 1) && digits.len() == 2;
        let yy = digits.parse::<u16>().ok().filter(|_| whole && ends);
        yy.filter(|yy| (10..50).contains(yy)).map(century)
    };
    let year = year_at(i)?;
    let before = i.checked_sub(1).map_or("", |at| reader.word(at));
    let is_in = |list: &[&str]| list.iter().any(|word| word.eq_ignore_ascii_case(before));
    let joined = || is_in(JOINTS) && i.checked_sub(3).and_then(year_at).is_some();
    let alone = i == 0 && (reader.word(i + 2).is_empty() || reader.ch(i + 2) == b'(');
    let told = alone || is_in(LEADS) || joined();
    found(i, i + 2, Some(Period::Fiscal(year)).filter(|_| told)).filter(|_| told)
}

/// `Q3 2024`, `Q3'24`, `Q3-2024`, `H1 of 2020`; `Q3` alone has no year.
pub(super) fn letter_period(reader: &Reader<'_>, i: usize) -> Option<Found> {
    let (n, end) = small(reader, i + 1).filter(|_| reader.glued(i + 1))?;
    if reader.touches(i) && !matches!(reader.ch(i - 1), b'(' | b'-' | b'/' | b'"' | b'\'' | b'|' | b'*') {
        return None;
    }
    let year = year_after(reader, end).or_else(|| any_year(reader, end).filter(|_| reader.ch(end) == b'\''));
    period_of(reader.lex(i), n)?;
    match year {
        Some((year, end)) => found(i, end, part_of(reader.lex(i), n, year)),
        None => found(i, end, None),
    }
}

/// Hebrew puts the number behind: `רבעון שלישי 2024`, `הרבעון השלישי של 2024`, `רבעון 3 2024`.
pub(super) fn quarter_word(reader: &Reader<'_>, i: usize) -> Option<Found> {
    let (n, end) = match reader.lex(i + 1) {
        Lex::Ordinal(n) => (n, i + 2),
        // `רבעון שני`: the second, written like the two of `שני רבעונים`.
        Lex::Unit(2) if !reader.word(i + 1).is_ascii() => (2, i + 2),
        _ => small(reader, i + 1)?,
    };
    if reader.word(i).is_ascii() && !reader.is_number(i + 1) {
        return None;
    }
    period_of(Lex::Quarter, n)?;
    match year_after(reader, end) {
        Some((year, end)) => found(i, end, part_of(Lex::Quarter, n, year)),
        None => found(i, end, None),
    }
}

/// `third quarter of 2014`, `first half of 2020`, `fourth of July 1995`, `מחצית ראשונה 2024`.
pub(super) fn ordinal(reader: &Reader<'_>, i: usize) -> Option<Found> {
    if let (Lex::Half, Lex::Ordinal(n)) = (reader.lex(i), reader.lex(i + 1)) {
        let (year, end) = year_after(reader, i + 2)?;
        return found(i, end, part_of(Lex::Half, n, year));
    }
    let Lex::Ordinal(n) = reader.lex(i) else { return None };
    behind_number(reader, i, n, i + 1)
}

/// What may follow a number of at most two digits or an ordinal: a quarter, a half or a month.
pub(super) fn behind_number(reader: &Reader<'_>, i: usize, n: u8, after: usize) -> Option<Found> {
    let at = if reader.ch(after) == b'-' { after + 1 } else { after };
    let fiscal = usize::from(reader.lex(at) == Lex::Fiscal);
    let lex = reader.lex(at + fiscal);
    if matches!(lex, Lex::Quarter | Lex::Half | Lex::QuarterLetter | Lex::HalfLetter) {
        period_of(lex, n)?;
        let end = at + fiscal + 1;
        // `1 h`, `2 h 25 min`, `2h15`: the half of a year is written `2H`.
        let is_hours = lex == Lex::HalfLetter && reader.word(at + fiscal) == "h";
        let short = any_year(reader, end).filter(|_| reader.glued(end) && !is_hours);
        return match year_after(reader, end).or(short) {
            Some((year, end)) => found(i, end, part_of(lex, n, year)),
            None if is_hours => None,
            None => found(i, end, None),
        };
    }
    let at = past_joint(reader, after);
    if let Lex::Month(month) = reader.lex(at) {
        // `5 may` is a verb unless a year follows or the month is written as a name.
        let after = if reader.ch(at + 1) == b'.' { at + 2 } else { at + 1 };
        if let Some((year, end)) = year_after(reader, after) {
            return found(i, end, Period::day(year, month, n));
        }
        let capital = reader.word(at).starts_with(|c: char| !c.is_lowercase());
        return if capital { found_day(i, at + 1, month, n) } else { None };
    }
    None
}

/// `twenty second of June 2017`, `twenty five January nineteen eighty six`, `nineteen ninety six`, `in twenty nineteen`.
pub(super) fn in_words(reader: &Reader<'_>, i: usize) -> Option<Found> {
    // `twenty twenty-four` alone may be two numbers.
    const LEADS: &[&str] = &["in", "of", "by", "since", "until", "during", "year", "fiscal", "from", "and"];
    let led = || i > 0 && LEADS.contains(&reader.word(i - 1).to_ascii_lowercase().as_str());
    let is_year = match reader.lex(i) {
        Lex::Teen(19) => true,
        Lex::Tens(20) => led() && matches!(reader.lex(i + 1), Lex::Teen(_) | Lex::Tens(20 | 30)),
        _ => false,
    };
    if is_year {
        let (year, end) = word_year(reader, i)?;
        return found(i, end, Some(Period::Year(year)));
    }
    let (n, end) = day(reader, i)?;
    matches!(reader.lex(past_joint(reader, end)), Lex::Month(_)).then(|| behind_number(reader, i, n, end))?
}
