//! Dates and periods: days, months, quarters, halves, fiscal years, years.
//!
//! Exact by document 2. A day without its year (`May 4th`) is a claim of its own kind of date; a quarter or half without one (`Q3`) is
//! recognised, so that its digits are no number claim, but is no claim: most often the text around it says which one it means.

mod named;
mod numeric;
mod parts;
mod run;
mod year;

use super::period::{MonthDay, Period};
use super::reader::Reader;
use crate::lexicon::Lex;

pub(crate) use numeric::short_day;
pub(crate) use run::behind;
pub(crate) use year::is_year;

/// A date, or what looks like one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// The first token.
    pub(crate) first: usize,
    /// One past the last token.
    pub(crate) end: usize,
    /// `None` where the year is missing.
    pub(crate) period: Option<Period>,
    /// The day, where it is one and its year is missing.
    pub(crate) day: Option<MonthDay>,
}

/// The date that starts at this token.
pub(crate) fn date(reader: &Reader<'_>, i: usize) -> Option<Found> {
    if i > 0 && reader.glued(i) && reader.is_word(i) && reader.is_number(i - 1) {
        return None;
    }
    let found = match reader.lex(i) {
        Lex::Weekday(_) => return weekday(reader, i),
        Lex::Month(month) => named::month_first(reader, i, month),
        Lex::Fiscal => named::fiscal(reader, i),
        Lex::FiscalLetter => named::fiscal_letter(reader, i),
        Lex::QuarterLetter | Lex::HalfLetter => named::letter_period(reader, i),
        Lex::Quarter => named::quarter_word(reader, i),
        Lex::Ordinal(_) | Lex::Half => named::ordinal(reader, i),
        Lex::Tens(_) | Lex::Teen(_) | Lex::Unit(_) => named::in_words(reader, i),
        _ if reader.is_number(i) => numeric::number_first(reader, i),
        _ => None,
    }?;
    Some(found)
}

pub(super) fn found(first: usize, end: usize, period: Option<Period>) -> Option<Found> {
    Some(Found { first, end, period, day: None })
}

/// A day without its year; `30 February` is claimed like any other, and no source will bear it out.
pub(super) fn found_day(first: usize, end: usize, month: u8, day: u8) -> Option<Found> {
    let day = (1..=31).contains(&day).then_some(MonthDay { month, day });
    Some(Found { first, end, period: None, day })
}

/// `Friday, 6 July 2018`: the day of the week belongs to the date.
fn weekday(reader: &Reader<'_>, i: usize) -> Option<Found> {
    let mut at = i + 1;
    while at < i + 3 && matches!(reader.ch(at), b',' | b'.') {
        at += 1;
    }
    if matches!(reader.lex(at), Lex::Weekday(_)) {
        return None;
    }
    let date = date(reader, at)?;
    matches!(date.period, Some(Period::Day(..)) | None).then_some(Found { first: i, ..date })
}
