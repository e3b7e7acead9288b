//! Dates and periods: days, months, quarters, halves, fiscal years, years.
//!
//! Exact by document 2. A date without its year (`May 4th`, `Q3`) is recognised, so that its digits are no number claim, but is
//! no claim of its own: nothing says which one it means.

use super::numeral::{self, Suffixes};
use super::period::Period;
use super::reader::Reader;
use crate::lexicon::Lex;

/// A date, or what looks like one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// The first token.
    pub(crate) first: usize,
    /// One past the last token.
    pub(crate) end: usize,
    /// `None` where the year is missing.
    pub(crate) period: Option<Period>,
}

/// The date that starts at this token.
pub(crate) fn date(reader: &Reader<'_>, i: usize) -> Option<Found> {
    if i > 0 && reader.glued(i) && reader.is_word(i) && reader.is_number(i - 1) {
        return None;
    }
    let found = match reader.lex(i) {
        Lex::Weekday => return weekday(reader, i),
        Lex::Month(month) => month_first(reader, i, month),
        Lex::Fiscal => fiscal(reader, i),
        Lex::QuarterLetter | Lex::HalfLetter => letter_period(reader, i),
        Lex::Quarter => quarter_word(reader, i),
        Lex::Ordinal(_) | Lex::Half => ordinal(reader, i),
        Lex::Tens(_) | Lex::Teen(_) | Lex::Unit(_) => in_words(reader, i),
        _ if reader.is_number(i) => number_first(reader, i),
        _ => None,
    }?;
    Some(found)
}

fn found(first: usize, end: usize, period: Option<Period>) -> Option<Found> {
    Some(Found { first, end, period })
}

/// `Friday, 6 July 2018`: the day of the week belongs to the date.
fn weekday(reader: &Reader<'_>, i: usize) -> Option<Found> {
    let mut at = i + 1;
    while at < i + 3 && matches!(reader.ch(at), b',' | b'.') {
        at += 1;
    }
    if reader.lex(at) == Lex::Weekday {
        return None;
    }
    let date = date(reader, at)?;
    matches!(date.period, Some(Period::Day(..)) | None).then_some(Found { first: i, ..date })
}

/// A year of four digits, from 1000 to 2999.
fn year(reader: &Reader<'_>, i: usize) -> Option<u16> {
    let raw = reader.word(i);
    (reader.is_number(i) && raw.len() == 4 && matches!(raw.as_bytes()[0], b'1' | b'2'))
        .then(|| raw.parse().ok())
        .flatten()
}

/// A year of four digits, or of two (`'24`, `74`) read into 1950 to 2049.
fn any_year(reader: &Reader<'_>, i: usize) -> Option<(u16, usize)> {
    let at = if reader.ch(i) == b'\'' { i + 1 } else { i };
    if let Some(year) = year(reader, at) {
        return Some((year, at + 1));
    }
    let raw = reader.word(at);
    (reader.is_number(at) && raw.len() == 2).then(|| raw.parse().ok()).flatten().map(|yy: u16| (century(yy), at + 1))
}

fn century(yy: u16) -> u16 {
    if yy < 50 { 2000 + yy } else { 1900 + yy }
}

/// A whole number of one or two digits, with its ordinal suffix swallowed.
fn small(reader: &Reader<'_>, i: usize) -> Option<(u8, usize)> {
    let raw = reader.word(i);
    let number = (reader.is_number(i) && raw.len() <= 2).then(|| raw.parse().ok()).flatten()?;
    let suffix = reader.lex(i + 1) == Lex::OrdinalSuffix && reader.glued(i + 1);
    Some((number, i + 1 + usize::from(suffix)))
}

/// Past `of`, a comma, a point, a hyphen or a slash: what may stand between the parts of a date.
fn past_joint(reader: &Reader<'_>, i: usize) -> usize {
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
fn year_after(reader: &Reader<'_>, i: usize) -> Option<(u16, usize)> {
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

/// `nineteen ninety six`, `nineteen zero one`, `two thousand and fifteen`.
fn word_year(reader: &Reader<'_>, i: usize) -> Option<(u16, usize)> {
    if let Lex::Teen(first @ 17..=19) = reader.lex(i) {
        let first = u16::from(first) * 100;
        return match (reader.lex(i + 1), reader.lex(i + 2)) {
            (Lex::Tens(tens), Lex::Unit(unit @ 1..=9)) => Some((first + u16::from(tens + unit), i + 3)),
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

/// `December 2024`, `Dec. 31, 1994`, `January twenty five nineteen eighty six`, `Sep-23-2020`.
fn month_first(reader: &Reader<'_>, i: usize, month: u8) -> Option<Found> {
    let after = if reader.ch(i + 1) == b'.' && reader.glued(i + 1) { i + 2 } else { i + 1 };
    // The day, in digits or words, then the year.
    let day_at = past_joint(reader, after);
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
    // `May 4th` is a date without its year; `may 4` in lower case is not even that.
    let capital = reader.word(i).starts_with(|c: char| !c.is_lowercase());
    day(reader, after).filter(|_| capital).and_then(|(_, end)| found(i, end, None))
}

/// The month and day at this token, of a date without its year.
pub(crate) fn yearless_day(reader: &Reader<'_>, i: usize) -> Option<(u8, u8)> {
    match (reader.lex(i), reader.lex(i + 1)) {
        (Lex::Month(month), _) => {
            let after = if reader.ch(i + 1) == b'.' { i + 2 } else { i + 1 };
            let (day, end) = small(reader, after)?;
            year_after(reader, end).is_none().then_some((month, day))
        }
        (_, Lex::Month(month)) if reader.is_number(i) => {
            let (day, _) = small(reader, i)?;
            year_after(reader, i + 2).is_none().then_some((month, day))
        }
        _ => None,
    }
}

/// A day of a month: `31`, `31st`, `thirty first`, `first`.
fn day(reader: &Reader<'_>, i: usize) -> Option<(u8, usize)> {
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

/// `FY2024`, `FY 24`, `fiscal year 2024`, `fiscal 2024`.
fn fiscal(reader: &Reader<'_>, i: usize) -> Option<Found> {
    let mut at = i + 1;
    if reader.lex(at) == Lex::Year || reader.ch(at) == b'-' {
        at += 1;
    }
    let short = reader.word(i).len() == 2;
    if let Some(whole) = year(reader, at)
        .and_then(|y| year_first(reader, at, y))
        .filter(|d| matches!(d.period, Some(Period::Quarter(..))))
    {
        return found(i, whole.end, whole.period);
    }
    let (year, end) = year(reader, at).map(|y| (y, at + 1)).or_else(|| any_year(reader, at).filter(|_| short))?;
    found(i, end, Some(Period::Fiscal(year)))
}

/// `Q3 2024`, `Q3'24`, `Q3-2024`, `H1 of 2020`; `Q3` alone has no year.
fn letter_period(reader: &Reader<'_>, i: usize) -> Option<Found> {
    let (n, end) = small(reader, i + 1).filter(|_| reader.glued(i + 1))?;
    if reader.glued(i) && !matches!(reader.ch(i - 1), b'(' | b'-' | b'/' | b'"' | b'\'' | b'|') {
        return None;
    }
    let year = year_after(reader, end).or_else(|| any_year(reader, end).filter(|_| reader.ch(end) == b'\''));
    period_of(reader.lex(i), n)?;
    match year {
        Some((year, end)) => found(i, end, part_of(reader.lex(i), n, year)),
        None => found(i, end, None),
    }
}

fn period_of(lex: Lex, n: u8) -> Option<u8> {
    match lex {
        Lex::QuarterLetter | Lex::Quarter => (1..=4).contains(&n).then_some(n),
        Lex::HalfLetter | Lex::Half => (1..=2).contains(&n).then_some(n),
        _ => None,
    }
}

fn part_of(lex: Lex, n: u8, year: u16) -> Option<Period> {
    period_of(lex, n)?;
    Some(match lex {
        Lex::HalfLetter | Lex::Half => Period::Half(year, n),
        _ => Period::Quarter(year, n),
    })
}

/// Hebrew puts the number behind: `רבעון שלישי 2024`, `הרבעון השלישי של 2024`, `רבעון 3 2024`.
fn quarter_word(reader: &Reader<'_>, i: usize) -> Option<Found> {
    let (n, end) = match reader.lex(i + 1) {
        Lex::Ordinal(n) => (n, i + 2),
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
fn ordinal(reader: &Reader<'_>, i: usize) -> Option<Found> {
    if let (Lex::Half, Lex::Ordinal(n)) = (reader.lex(i), reader.lex(i + 1)) {
        let (year, end) = year_after(reader, i + 2)?;
        return found(i, end, part_of(Lex::Half, n, year));
    }
    let Lex::Ordinal(n) = reader.lex(i) else { return None };
    behind_number(reader, i, n, i + 1)
}

/// What may follow a number of at most two digits or an ordinal: a quarter, a half or a month.
fn behind_number(reader: &Reader<'_>, i: usize, n: u8, after: usize) -> Option<Found> {
    let at = if reader.ch(after) == b'-' { after + 1 } else { after };
    let fiscal = usize::from(reader.lex(at) == Lex::Fiscal);
    let lex = reader.lex(at + fiscal);
    if matches!(lex, Lex::Quarter | Lex::Half | Lex::QuarterLetter | Lex::HalfLetter) {
        period_of(lex, n)?;
        let end = at + fiscal + 1;
        let short = any_year(reader, end).filter(|_| reader.glued(end));
        return match year_after(reader, end).or(short) {
            Some((year, end)) => found(i, end, part_of(lex, n, year)),
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
        return if capital { found(i, at + 1, None) } else { None };
    }
    None
}

/// `twenty second of June 2017`, `twenty five January nineteen eighty six`, `nineteen ninety six`.
fn in_words(reader: &Reader<'_>, i: usize) -> Option<Found> {
    if let Lex::Teen(19) = reader.lex(i) {
        let (year, end) = word_year(reader, i)?;
        return found(i, end, Some(Period::Year(year)));
    }
    let (n, end) = day(reader, i)?;
    matches!(reader.lex(past_joint(reader, end)), Lex::Month(_)).then(|| behind_number(reader, i, n, end))?
}

/// Dates that begin with digits.
fn number_first(reader: &Reader<'_>, i: usize) -> Option<Found> {
    let raw = reader.word(i);
    if i > 0 && reader.glued(i) {
        // Glued behind a letter (`v2018`) or inside a number, it is something else; Hebrew writes `ב-24/02/2023`.
        let before = &reader.tokens[i - 1];
        let joint =
            matches!(before.ch, b'-' | b'(' | b'"' | b'\'' | b'|' | b'/' | b':' | b'[' | b'>') || reader.is_dash(i - 1);
        if !joint {
            return None;
        }
    }
    if raw.contains('.') {
        return dotted(reader, i, raw);
    }
    if raw.bytes().any(|b| !b.is_ascii_digit()) {
        return None;
    }
    if let Some(year) = year(reader, i) {
        return year_first(reader, i, year);
    }
    let (n, end) = small(reader, i)?;
    three_numbers(reader, i, n, end)
        .or_else(|| short_year_quarter(reader, i, n, end))
        .or_else(|| behind_number(reader, i, n, end))
}

/// `10.31.1974`, `2015.5.13`, `23.04.22`.
fn dotted(reader: &Reader<'_>, i: usize, raw: &str) -> Option<Found> {
    let parts: Vec<&str> = raw.split('.').collect();
    if parts.iter().any(|p| p.is_empty() || p.len() > 4 || !p.bytes().all(|b| b.is_ascii_digit())) {
        return None;
    }
    let n = |p: &str| p.parse::<u16>().ok();
    let end = i + 1;
    let free = !matches!(reader.lex(end), Lex::Scale(_) | Lex::Percent | Lex::Currency(_) | Lex::Code(_) | Lex::Times);
    match parts.as_slice() {
        [y, m, d] if y.len() == 4 && m.len() <= 2 && d.len() <= 2 => {
            let day = Period::day(n(y)?, u8::try_from(n(m)?).ok()?, u8::try_from(n(d)?).ok()?)?;
            found(i, end, Some(day))
        }
        [a, b, y] if y.len() == 4 && a.len() <= 2 && b.len() <= 2 => {
            let day = ordered(reader, u8::try_from(n(a)?).ok()?, u8::try_from(n(b)?).ok()?, n(y)?)?;
            found(i, end, Some(day))
        }
        // `2015.3` is a month only where nothing makes it a number.
        [y, m] if y.len() == 4 && m.len() <= 2 && free && reader.ends(end) && plausible_year(n(y)?) => {
            let month = u8::try_from(n(m)?).ok().filter(|m| (1..=12).contains(m))?;
            found(i, end, Some(Period::Month(n(y)?, month)))
        }
        _ => None,
    }
}

/// A day from two small numbers in the order of the locale; the other order where only that one exists.
fn ordered(reader: &Reader<'_>, a: u8, b: u8, year: u16) -> Option<Period> {
    let (first, second) = if reader.conventions.day_first { ((b, a), (a, b)) } else { ((a, b), (b, a)) };
    Period::day(year, first.0, first.1).or_else(|| Period::day(year, second.0, second.1))
}

/// A separator of numeric dates at `i`: a hyphen or slash; with `spaced`, blanks may stand around it.
fn separator(reader: &Reader<'_>, i: usize) -> Option<u8> {
    let ch = reader.ch(i);
    matches!(ch, b'-' | b'/').then_some(ch)
}

/// `12/01/2024`, `3-7-27`, `3/2015`, `31/Oct/1974`.
fn three_numbers(reader: &Reader<'_>, i: usize, a: u8, end: usize) -> Option<Found> {
    let sep = separator(reader, end)?;
    let tight = reader.glued(end) && reader.glued(end + 1);
    if let Some((b, after)) = small(reader, end + 1).filter(|_| tight)
        && separator(reader, after) == Some(sep)
        && reader.glued(after)
    {
        let (year, last) = any_year(reader, after + 1)?;
        // A further part makes it an identifier.
        if reader.glued(last)
            && (separator(reader, last).is_some() && reader.glued(last + 1) && reader.is_number(last + 1))
        {
            return None;
        }
        return found(i, last, Some(ordered(reader, a, b, year)?));
    }
    if let Some(year) = year(reader, end + 1).filter(|y| plausible_year(*y)) {
        let after = end + 2;
        let goes_on = separator(reader, after).is_some() && reader.glued(after) && !reader.ends(after + 1);
        if (1..=12).contains(&a) && !goes_on {
            return found(i, after, Some(Period::Month(year, a)));
        }
        // `23-2020-September`
        if let Lex::Month(month) = reader.lex(after + 1) {
            return found(i, after + 2, Some(Period::day(year, month, a)?));
        }
    }
    if let Lex::Month(month) = reader.lex(end + 1)
        && separator(reader, end + 2) == Some(sep)
    {
        let (year, last) = any_year(reader, end + 3)?;
        return found(i, last, Some(Period::day(year, month, a)?));
    }
    None
}

/// Whether the text alone is a year that people write about.
pub(crate) fn is_year(raw: &str) -> bool {
    raw.len() == 4 && raw.parse().is_ok_and(plausible_year)
}

fn plausible_year(year: u16) -> bool {
    (1900..=2100).contains(&year)
}

/// `18q4`
fn short_year_quarter(reader: &Reader<'_>, i: usize, n: u8, end: usize) -> Option<Found> {
    let lex = reader.lex(end);
    let quarter = matches!(lex, Lex::QuarterLetter) && reader.glued(end) && reader.glued(end + 1);
    let (q, last) =
        small(reader, end + 1).filter(|_| quarter && reader.word(i).len() == 2 && reader.word(end + 1).len() == 1)?;
    found(i, last, part_of(lex, q, century(u16::from(n))))
}

/// Dates that begin with their year: `2024-12-01`, `2024-12`, `2018Q4`, `2016 November`, `2019/aug/01`, and the year itself.
fn year_first(reader: &Reader<'_>, i: usize, year: u16) -> Option<Found> {
    let after = i + 1;
    let sep = separator(reader, after);
    let at = if sep.is_some() { after + 1 } else { after };
    // `2018Q4`, `2017 q1`, `2017-q1`
    if let lex @ (Lex::QuarterLetter | Lex::HalfLetter) = reader.lex(at)
        && let Some((n, end)) = small(reader, at + 1).filter(|_| reader.glued(at + 1))
        && let Some(period) = part_of(lex, n, year)
    {
        return found(i, end, Some(period));
    }
    if let Some((month, end)) = small(reader, at).filter(|_| sep.is_some()) {
        if let Some((day, last)) = small(reader, end + 1).filter(|_| separator(reader, end) == sep && reader.glued(end))
        {
            return found(i, last, Some(Period::day(year, month, day)?));
        }
        // `2020/23/Sep`
        if let (Some(_), Lex::Month(name)) = (separator(reader, end), reader.lex(end + 1)) {
            return found(i, end + 2, Some(Period::day(year, name, month)?));
        }
        if (1..=12).contains(&month) {
            return found(i, end, Some(Period::Month(year, month)));
        }
        // `2018/19`: the fiscal year that ends in the second.
        let next = reader.word(at).len() == 2 && (year + 1) % 100 == u16::from(month) && reader.glued(at);
        if next {
            return found(i, end, Some(Period::Fiscal(year + 1)));
        }
    }
    // `2016 November`, `2016, nov`, `2019-aug-1`
    let named = past_joint(reader, after);
    if let Lex::Month(month) = reader.lex(named) {
        let end = named + 1;
        if let Some((day, last)) = small(reader, end + 1).filter(|_| sep.is_some() && separator(reader, end) == sep) {
            return found(i, last, Some(Period::day(year, month, day)?));
        }
        // `in 2016, May was` would take the verb for a month; a comma asks for the end of the clause.
        if reader.ch(after) == 0 || reader.ends(end) {
            let own_year = year_after(reader, end).is_some() || day(reader, end).is_some();
            if !own_year && plausible_year(year) {
                return found(i, end, Some(Period::Month(year, month)));
            }
        }
    }
    // `fiscal 2019 third quarter`, `2019 fourth quarter`
    if let Lex::Ordinal(n @ 1..=4) = reader.lex(after)
        && reader.lex(after + 1) == Lex::Quarter
    {
        return found(i, after + 2, Some(Period::Quarter(year, n)));
    }
    // `2016 10 16`
    if sep.is_none()
        && reader.word(after).len() == 2
        && reader.word(after + 1).len() == 2
        && let (Some((month, _)), Some((day, end))) = (small(reader, after), small(reader, after + 1))
        && let Some(period) = Period::day(year, month, day).filter(|_| plausible_year(year))
    {
        return found(i, end, Some(period));
    }
    bare_year(reader, i, year)
}

/// A year alone: four digits from 1900 to 2100 that count nothing.
fn bare_year(reader: &Reader<'_>, i: usize, year: u16) -> Option<Found> {
    if !plausible_year(year) {
        return None;
    }
    let after = i + 1;
    // `2015-32` is no month, and `2015` of it no year; `2015-2018` is a range.
    let two = |k: usize| reader.is_number(k) && reader.word(k).len() < 4;
    let part = (separator(reader, after).is_some() && reader.glued(after) && reader.glued(after + 1) && two(after + 1))
        || (i >= 2 && reader.ch(i - 1) == b'-' && two(i - 2));
    if part {
        return None;
    }
    let counted = match reader.lex(after) {
        Lex::Percent
        | Lex::Currency(_)
        | Lex::SubUnit(_)
        | Lex::Scale(_)
        | Lex::Hundred
        | Lex::Times
        | Lex::BasisPoints
        | Lex::Basis => true,
        Lex::Code(_) => reader.ch(after) == 0 || !reader.glued(after + 1),
        Lex::Country(_) => matches!(reader.lex(after + 1), Lex::Currency(_)),
        Lex::Suffix(_) => reader.glued(after),
        _ => false,
    };
    let arithmetic = matches!(reader.ch(after), b'^' | b'%')
        || (reader.ch(after) == b':' && reader.glued(after + 1) && reader.is_number(after + 1));
    if counted
        || arithmetic
        || (reader.glued(after) && reader.is_word(after) && !reader.word(after).eq_ignore_ascii_case("s"))
    {
        return None;
    }
    // `1970's`, `1970s`: a decade is no year.
    let decade =
        reader.word(after).eq_ignore_ascii_case("s") || (reader.ch(after) == b'\'' && reader.word(after + 1) == "s");
    if decade {
        return found(i, after + 1, None);
    }
    if counts_a_noun(reader, i) {
        return None;
    }
    found(i, after, Some(Period::Year(year)))
}

/// `2000 employees`, `2,000` aside: a plural noun right behind makes it a count, unless a word of time stands before.
fn counts_a_noun(reader: &Reader<'_>, i: usize) -> bool {
    let before = i.checked_sub(1).map_or("", |k| reader.word(k)).to_ascii_lowercase();
    const OF_TIME: &[&str] = &[
        "in", "of", "since", "during", "year", "by", "from", "to", "until", "through", "for", "and", "or", "fiscal",
        "calendar", "between", "the", "versus", "vs", "than", "ended", "ending",
    ];
    if OF_TIME.contains(&before.as_str()) {
        return false;
    }
    let noun = reader.word(i + 1);
    const NO_NOUN: &[&str] = &[
        "was", "is", "has", "versus", "vs", "as", "this", "its", "various", "results", "figures", "levels", "sales",
        "earnings", "revenues", "years", "plus", "minus", "across", "less", "towards", "does", "thus",
    ];
    reader.is_word(i + 1)
        && !reader.glued(i + 1)
        && noun.len() > 3
        && noun.ends_with('s')
        && !noun.ends_with("ss")
        && noun.bytes().all(|b| b.is_ascii_lowercase())
        && !NO_NOUN.contains(&noun)
}
