//! Dates that begin with digits: `2024-12-01`, `12/01/2024`, `10.31.1974`, `31/Oct/1974`, `2018Q4`.

use super::super::period::{MonthDay, Period};
use super::super::reader::Reader;
use super::named::behind_number;
use super::parts::{any_year, century, day, part_of, past_joint, small, year, year_after};
use super::year::{bare_year, plausible_year};
use super::{Found, found, run};
use crate::lexicon::Lex;
use crate::lexicon::measure::measure;

/// Dates that begin with digits.
pub(super) fn number_first(reader: &Reader<'_>, i: usize) -> Option<Found> {
    let raw = reader.word(i);
    if reader.touches(i) {
        // Glued behind a letter (`v2018`) or inside a number, it is something else; Hebrew writes `ב-24/02/2023`.
        let before = &reader.tokens[i - 1];
        let joint = matches!(before.ch, b'-' | b'(' | b'"' | b'\'' | b'|' | b'/' | b':' | b'[' | b'>' | b'*')
            || reader.is_dash(i - 1);
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
        .or_else(|| run::first(reader, i, n, end))
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
            // With dots the day comes first, in English too.
            let (a, b, year) = (u8::try_from(n(a)?).ok()?, u8::try_from(n(b)?).ok()?, n(y)?);
            let day = Period::day(year, b, a).or_else(|| Period::day(year, a, b))?;
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
pub(super) fn separator(reader: &Reader<'_>, i: usize) -> Option<u8> {
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

/// `18q4`
fn short_year_quarter(reader: &Reader<'_>, i: usize, n: u8, end: usize) -> Option<Found> {
    let lex = reader.lex(end);
    let quarter = matches!(lex, Lex::QuarterLetter) && reader.glued(end) && reader.glued(end + 1);
    let (q, last) =
        small(reader, end + 1).filter(|_| quarter && reader.word(i).len() == 2 && reader.word(end + 1).len() == 1)?;
    found(i, last, part_of(lex, q, century(u16::from(n))))
}

/// Dates that begin with their year: `2024-12-01`, `2024-12`, `2018Q4`, `2016 November`, `2019/aug/01`, and the year itself.
pub(super) fn year_first(reader: &Reader<'_>, i: usize, year: u16) -> Option<Found> {
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

/// A day and its month where a number may stand as well, as Hebrew writes them: behind a day of the week, `ב׳ 24.5`, or between `ב-` and
/// the end of a clause.
pub(crate) fn short_day(reader: &Reader<'_>, i: usize) -> Option<MonthDay> {
    let (day, month) = reader.word(i).split_once('.').filter(|_| reader.is_number(i))?;
    let before = |back: usize| i.checked_sub(back).map_or("", |at| reader.word(at));
    let is_letter = |word: &str| matches!(word.chars().next(), Some('א'..='ז')) && word.chars().nth(1).is_none();
    let (last, marks) = (before(1), ['׳', '\'', '’']);
    // `ב׳` may be one token or two.
    let is_weekday = last == "שבת"
        || last.strip_suffix(marks).is_some_and(is_letter)
        || (last.chars().all(|c| marks.contains(&c)) && is_letter(before(2)));
    let is_on = i > 1 && reader.is_dash(i - 1) && before(2) == "ב" && reader.ends(i + 1);
    if !(is_weekday || is_on) {
        return None;
    }
    let small = |part: &str| part.parse::<u8>().ok().filter(|_| part.len() <= 2);
    let goes_on = matches!(
        reader.lex(i + 1),
        Lex::Scale(_) | Lex::Percent | Lex::Currency(_) | Lex::Code(_) | Lex::Times | Lex::Round(_)
    );
    let counts = reader.is_word(i + 1) && measure(reader.word(i + 1)).is_some();
    MonthDay::new(small(month)?, small(day)?).filter(|_| !goes_on && !counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::reader::Conventions;
    use crate::document::token::tokens;

    #[test]
    fn a_day_may_be_written_as_a_number_is() {
        for (text, expected) in [
            ("שוחרר ב-20.5, בשמורה", Some((5, 20))),
            ("ב-3.5 חדרים", None),
            ("דירת 3.5 חדרים", None),
            ("סעיף 3.2", None),
            ("₪4.5", None),
            ("שבת 9.5", Some((5, 9))),
            ("ב׳ 11.5", Some((5, 11))),
            ("11.5 ק\"מ", None),
            ("11.5%", None),
            ("11.5 ש\"ח", None),
            ("11.15", None),
            ("41.5", None),
        ] {
            let tokens = tokens(text);
            let reader = Reader::new(text, &tokens, Conventions::without_locale(true));
            let day = (0..tokens.len()).find_map(|i| short_day(&reader, i));
            assert_eq!(day, expected.and_then(|(month, day)| MonthDay::new(month, day)), "{text}");
        }
    }
}
