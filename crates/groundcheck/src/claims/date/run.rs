//! Days of one month, whose name and year are said once: `March 3-28`, `3 to 28 March 2024`.

use super::super::period::{MonthDay, Period};
use super::super::reader::Reader;
use super::parts::{past_joint, small, year_after};
use super::{Found, found, found_day};
use crate::lexicon::Lex;

/// What may follow the second of two days that `and` or `to` joins; `March 3 and 28 people` goes on otherwise.
const BEHIND: &[&str] = &["in", "at", "for", "from", "of", "each", "every", "this", "next", "inclusive", "with", "but"];

/// The second day of two, `28` in `March 3-28`: its token, one past it, and what it is.
pub(super) struct Second {
    first: usize,
    pub(super) end: usize,
    month: u8,
    day: u8,
    /// That of both.
    pub(super) year: Option<u16>,
}

/// The day that is joined to one of this month, which ends before `end`.
pub(super) fn second(reader: &Reader<'_>, month: u8, day: u8, end: usize) -> Option<Second> {
    let dash = reader.is_dash(end);
    if !dash && !matches!(reader.lex(end), Lex::To | Lex::And) {
        return None;
    }
    let (other, last) = small(reader, end + 1).filter(|(other, _)| *other > day)?;
    MonthDay::new(month, other)?;
    let year = year_after(reader, last).filter(|(_, behind)| reader.word(behind - 1).len() == 4);
    // `March 3-28%`, `March 3 and 28 April`
    let goes_on = matches!(reader.lex(last), Lex::None) && reader.is_word(last) && !reader.glued(last);
    let free = reader.ends(last)
        || (goes_on && (dash || BEHIND.iter().any(|word| word.eq_ignore_ascii_case(reader.word(last)))))
        || matches!(reader.lex(last), Lex::And | Lex::To | Lex::Of | Lex::The);
    let (year, behind) = year.map_or((None, last), |(year, behind)| (Some(year), behind));
    (year.is_some() || free).then_some(Second { first: end + 1, end: behind, month, day: other, year })
}

/// The day that is joined to this date, where that is a month and a day.
pub(crate) fn behind(reader: &Reader<'_>, date: &Found) -> Option<Found> {
    let month_first = matches!(reader.lex(date.first), Lex::Month(_) | Lex::Weekday(_));
    let own = date.day.or_else(|| date.period?.month_day()).filter(|_| month_first)?;
    let said = [date.end.checked_sub(1)?, date.end.saturating_sub(2)];
    let is_day = said.into_iter().any(|i| small(reader, i) == Some((own.day, date.end)));
    let second = second(reader, own.month, own.day, date.end).filter(|_| is_day)?;
    match second.year {
        Some(year) => found(second.first, second.end, Period::day(year, second.month, second.day)),
        None => found_day(second.first, second.end, second.month, second.day),
    }
}

/// The first day of two before their month: the `3` of `3-28 March` and of `3 to 28 March 2024`.
pub(super) fn first(reader: &Reader<'_>, i: usize, day: u8, end: usize) -> Option<Found> {
    // `ב-20 וב-23 באוקטובר`
    let written_on = matches!(reader.word(end), "ו" | "וב" | "ול" | "עד" | "ועד") && reader.is_dash(end + 1);
    if !written_on && !reader.is_dash(end) && !matches!(reader.lex(end), Lex::To | Lex::And) {
        return None;
    }
    let at = end + 1 + usize::from(written_on);
    // `Monday 16 to Saturday 21 November`
    let is_weekday = |k: usize| matches!(reader.lex(k), Lex::Weekday(_));
    let is_led = i > 0 && (is_weekday(i - 1) || (i > 1 && reader.ch(i - 1) == b',' && is_weekday(i - 2)));
    let at = at + usize::from(is_led && is_weekday(at));
    let (_, behind) = small(reader, at).filter(|(other, _)| *other > day)?;
    let at = past_joint(reader, behind);
    let Lex::Month(month) = reader.lex(at) else { return None };
    let after = if reader.ch(at + 1) == b'.' { at + 2 } else { at + 1 };
    match year_after(reader, after) {
        Some((year, _)) => found(i, end, Some(Period::day(year, month, day)?)),
        None if reader.word(at).starts_with(|c: char| !c.is_lowercase()) => found_day(i, end, month, day),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::claims::extract;

    #[test]
    fn days_that_share_their_month() {
        for (text, expected) in [
            ("Open from March 3-28.", "March 3 --03-03, 28 --03-28"),
            ("Open from March 3 to 28, 2024.", "March 3 2024-03-03, 28, 2024 2024-03-28"),
            ("Open from 3 to 28 March.", "3 --03-03, 28 March --03-28"),
            ("Closed 3–28 March 2024", "3 2024-03-03, 28 March 2024 2024-03-28"),
            ("Between March 3 and 28, people register.", "March 3 --03-03, 28 --03-28"),
            ("On March 3 and 28 people came.", "March 3 --03-03, 28 28"),
            ("On March 28 and 3 others", "March 28 --03-28, 3 3"),
            ("From March 3 to April 5", "March 3 --03-03, April 5 --04-05"),
            ("Sep-23-2020", "Sep-23-2020 2020-09-23"),
            ("In March 28% left", "28% 28"),
            ("Monday 16 to Saturday 21 November 2026", "Monday 16 2026-11-16, Saturday 21 November 2026 2026-11-21"),
            ("Tickets cost 15 and Saturday 21 November is full", "15 15, Saturday 21 November --11-21"),
            ("ב-20 וב-23 באוקטובר", "20 --10-20, 23 באוקטובר --10-23"),
            ("פתוח 3-28 במרץ", "3 --03-03, 28 במרץ --03-28"),
        ] {
            let found = extract(text, None);
            let shown = found.iter().map(|q| match q.value {
                crate::claims::Value::Number(number) => format!("{} {number}", q.span.of(text).unwrap()),
                crate::claims::Value::Period(period) => format!("{} {period}", q.span.of(text).unwrap()),
                crate::claims::Value::Day(day) => format!("{} {day}", q.span.of(text).unwrap()),
                crate::claims::Value::Time(time) => format!("{} {time}", q.span.of(text).unwrap()),
            });
            assert_eq!(shown.collect::<Vec<_>>().join(", "), expected, "{text}");
        }
    }
}
