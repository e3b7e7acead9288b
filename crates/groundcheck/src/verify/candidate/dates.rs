//! Dates so long after another one, or before it: `six weeks before 31 March`, `nine working days after 27 May`, `ten years from June 2022`.

use groundcheck_types::Span;

use super::look_up::LookUp;
use super::operand::{InAnswer, Operand, Printed};
use super::operation::Operation;
use super::query::Query;
use super::times::{OwnTime, When};
use crate::claims::{MonthDay, Period, Value};
use crate::lexicon::measure::{Measure, measure};
use crate::verify::prepare::Sources;

/// So many dates of the sources and of the answer are started from.
const MOST_PRINTED: usize = 16;
const MOST_OWN: usize = 8;
/// And so many lengths of time are counted.
const MOST_LENGTHS: usize = 12;
/// Longer ones lead to no date that anybody tells, in years.
const LONGEST: i64 = 200;
/// Where no date has a year, it is one without a 29 February.
const SOME_YEAR: u16 = 2025;

/// How finely a date is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grain {
    Year,
    Month,
    Day,
    /// A day of a year that is left to the reader.
    DayOfYear,
}

impl Grain {
    pub(crate) fn of(value: Value) -> Option<Self> {
        match value {
            Value::Period(Period::Year(_) | Period::Fiscal(_)) => Some(Grain::Year),
            Value::Period(Period::Month(..)) => Some(Grain::Month),
            Value::Period(Period::Day(..)) => Some(Grain::Day),
            Value::Day(_) => Some(Grain::DayOfYear),
            _ => None,
        }
    }

    /// A date as a number: of years, of months, of days since the epoch, or the day's place in a year of months of 32 days.
    pub(crate) fn number(self, value: Value) -> Option<f64> {
        let months = |year: u16, month: u8| i64::from(year) * 12 + i64::from(month) - 1;
        let number = match (self, value) {
            (Grain::Year, Value::Period(own)) => i64::from(own.year()),
            (Grain::Month, Value::Period(own)) => months(own.year(), own.month()?),
            (Grain::Day, Value::Period(own)) => own.day_number()?,
            (Grain::DayOfYear, own) => own.month_day().map(|day| i64::from(day.month) * 32 + i64::from(day.day))?,
            _ => return None,
        };
        #[expect(clippy::cast_precision_loss, reason = "within some million days")]
        Some(number as f64)
    }

    /// The date that a number stands for.
    pub(crate) fn date(self, number: f64) -> Option<Value> {
        #[expect(clippy::cast_possible_truncation, reason = "made from whole numbers")]
        let number = libm::round(number) as i64;
        let year = |year: i64| u16::try_from(year).ok();
        let small = |own: i64| u8::try_from(own).ok();
        Some(match self {
            Grain::Year => Value::Period(Period::Year(year(number)?)),
            Grain::Month => {
                Value::Period(Period::Month(year(number.div_euclid(12))?, small(number.rem_euclid(12) + 1)?))
            }
            Grain::Day => Value::Period(Period::of_day_number(number)?),
            Grain::DayOfYear => Value::Day(MonthDay::new(small(number / 32)?, small(number % 32)?)?),
        })
    }

    /// Dates so far off, in its own steps, are as good as any: what agrees by chance is counted among them.
    pub(crate) fn about(self) -> f64 {
        match self {
            Grain::Year | Grain::Month => 15.0,
            Grain::Day | Grain::DayOfYear => 45.0,
        }
    }
}

/// A date to start from.
#[derive(Clone, Copy)]
struct Start {
    operand: usize,
    date: Period,
}

/// A length of time.
#[derive(Clone, Copy)]
struct Length {
    operand: usize,
    count: i64,
    unit: Unit,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Day,
    Week,
    Month,
    Year,
}

/// Lengths that are told by a word: `the day before`, `a week later`, `next year`.
const NEXT: [(Operation, Unit, i64); 5] = [
    (Operation::NextDay, Unit::Day, 1),
    (Operation::NextDay, Unit::Day, -1),
    (Operation::NextWeek, Unit::Week, 1),
    (Operation::NextWeek, Unit::Week, -1),
    (Operation::NextYear, Unit::Year, 1),
];

impl Unit {
    fn of(own: Measure) -> Option<Self> {
        let units = [("day", Unit::Day), ("week", Unit::Week), ("month", Unit::Month), ("year", Unit::Year)];
        units.into_iter().find(|(name, _)| measure(name) == Some(own)).map(|(_, unit)| unit)
    }
}

/// Dates that the claim may be, each with its operands, which join the others.
pub(crate) fn find(
    query: &Query<'_, '_>,
    grain: Grain,
    (look_ups, own): (&[LookUp], &[OwnTime]),
    operands: &mut Vec<Operand>,
    sources: &Sources,
) -> Vec<(Operation, Vec<usize>, f64)> {
    let length = |(operand, own): (usize, &Operand)| {
        let unit = Unit::of(own.measure?)?;
        let size = own.value.abs();
        #[expect(clippy::cast_possible_truncation, reason = "small, and whole")]
        let count = size as i64;
        let years = |per: i64| count / per <= LONGEST;
        let is_short = match unit {
            Unit::Day => years(366),
            Unit::Week => years(52),
            Unit::Month => years(12),
            Unit::Year => years(1),
        };
        (size == libm::floor(size) && count > 0 && is_short).then_some(Length { operand, count, unit })
    };
    let lengths: Vec<Length> = operands.iter().enumerate().filter_map(length).take(MOST_LENGTHS).collect();
    let starts = starts(query, (look_ups, own), operands, sources);
    let mut out = Vec::with_capacity(starts.len() * (4 * lengths.len() + 4));
    let mut add = |operation: Operation, operands: &[usize], date: Option<Period>| {
        if let Some(value) = date.and_then(|date| grain.number(Value::Period(date))) {
            out.push((operation, operands.to_vec(), value));
        }
    };
    for Start { operand: start, date } in starts {
        for (operation, unit, count) in NEXT {
            add(operation, &[start], moved(date, unit, count));
        }
        for Length { operand: length, count, unit } in &lengths {
            let both = [start, *length];
            let after = moved(date, *unit, *count);
            add(Operation::After, &both, after);
            add(Operation::Before, &both, moved(date, *unit, -count));
            if !matches!(date, Period::Day(..)) {
                continue;
            }
            add(Operation::LastDay, &both, after.and_then(|after| moved(after, Unit::Day, -1)));
            match unit {
                Unit::Day => {
                    add(Operation::WorkingAfter, &both, working(date, *count));
                    add(Operation::WorkingBefore, &both, working(date, -count));
                }
                Unit::Month => add(Operation::MonthEnd, &both, after.and_then(month_end)),
                Unit::Week | Unit::Year => {}
            }
        }
    }
    out
}

/// So long after a date, or before it; nothing where the date is not told finely enough.
fn moved(date: Period, unit: Unit, count: i64) -> Option<Period> {
    let year = |year: u16, by: i64| u16::try_from(i64::from(year) + by).ok();
    let month = |year: u16, month: u8, by: i64| {
        let number = i64::from(year) * 12 + i64::from(month) - 1 + by;
        Some((u16::try_from(number.div_euclid(12)).ok()?, u8::try_from(number.rem_euclid(12) + 1).ok()?))
    };
    let months = if unit == Unit::Year { count * 12 } else { count };
    match (date, unit) {
        (Period::Year(own) | Period::Fiscal(own), Unit::Year) => Some(Period::Year(year(own, count)?)),
        (Period::Month(own, of), Unit::Year | Unit::Month) => {
            month(own, of, months).map(|(year, month)| Period::Month(year, month))
        }
        (Period::Day(own, of, day), Unit::Year | Unit::Month) => {
            let (year, month) = month(own, of, months)?;
            // A month after 31 January is the last of February.
            (0..=3).find_map(|less| Period::day(year, month, day.checked_sub(less)?))
        }
        (Period::Day(..), Unit::Week | Unit::Day) => {
            let days = if unit == Unit::Week { count * 7 } else { count };
            Period::of_day_number(date.day_number()? + days)
        }
        _ => None,
    }
}

/// So many days from Monday to Friday after a day, or before it.
fn working(date: Period, count: i64) -> Option<Period> {
    // The epoch was a Thursday.
    const THURSDAY: i64 = 3;
    let mut day = date.day_number()?;
    let mut left = count.abs().min(366);
    while left > 0 {
        day += count.signum();
        left -= i64::from((day + THURSDAY).rem_euclid(7) < 5);
    }
    Period::of_day_number(day)
}

/// The last day of a day's month.
fn month_end(date: Period) -> Option<Period> {
    let (year, month) = (date.year(), date.month()?);
    (28..=31).rev().find_map(|day| Period::day(year, month, day))
}

/// The year of days that are told without one: that of the answer's last date, or of the sources' first.
pub(super) fn some_year(claim: Span, own: &[OwnTime], mut printed: impl Iterator<Item = Period>) -> u16 {
    let others = own.iter().rev().filter(|time| !(claim.start..claim.end).contains(&time.at));
    let mut told = others.filter_map(|time| match time.when {
        When::Date(period) => Some(period),
        When::Day(_) | When::Clock(_) => None,
    });
    told.next().or_else(|| printed.next()).map_or(SOME_YEAR, Period::year)
}

/// The dates to start from: those of the answer next to the claim, and those of the sources that are likeliest by themselves.
fn starts(
    query: &Query<'_, '_>,
    (look_ups, own): (&[LookUp], &[OwnTime]),
    operands: &mut Vec<Operand>,
    sources: &Sources,
) -> Vec<Start> {
    let claim = query.asked.span;
    let told = |time: &&OwnTime| !(claim.start..claim.end).contains(&time.at);
    let dated = |time: &&OwnTime| matches!(time.when, When::Date(_) | When::Day(_));
    let mut printed: Vec<(usize, &LookUp)> = look_ups
        .iter()
        .enumerate()
        .filter(|(_, l)| l.comparable && !l.by_value && l.value.number().is_none())
        .collect();
    crate::sort::by_number(&mut printed, |(_, l)| u64::from(i32::MAX.abs_diff(l.alone)));
    let year = some_year(claim, own, printed.iter().filter_map(|(_, l)| l.value.period()));
    let in_year = |day: MonthDay| Period::day(year, day.month, day.day);
    let mut out: Vec<Start> = Vec::new();
    let mut add = |date: Option<Period>, operand: Operand| {
        let Some(date) = date.filter(|date| out.iter().all(|start| start.date != *date)) else { return };
        operands.push(Operand { time: Some(date), ..operand });
        out.push(Start { operand: operands.len() - 1, date });
    };
    let mut nearest: Vec<&OwnTime> = own.iter().filter(told).filter(dated).collect();
    crate::sort::by_number(&mut nearest, |time| u64::from(time.at.abs_diff(claim.start)));
    for time in nearest.into_iter().take(MOST_OWN) {
        let date = match time.when {
            When::Date(period) => Some(period),
            When::Day(day) => in_year(day),
            When::Clock(_) => None,
        };
        let before = time.at < claim.start;
        let own = InAnswer { at: time.at, beside: time.beside, before, ..InAnswer::default() };
        add(date, Operand { own: Some(own), weight: if time.beside { 3_000 } else { 1_800 }, ..Operand::BLANK });
    }
    for (at, look_up) in printed.into_iter().take(MOST_PRINTED) {
        let date = look_up.value.period().or_else(|| look_up.value.month_day().and_then(in_year));
        let source = Printed::of(look_up.mention, sources).map(|printed| (printed.source, look_up.span));
        let look_up_at = u32::try_from(at).ok();
        let printed = Printed::of(look_up.mention, sources);
        add(date, Operand { look_up: look_up_at, timed: source, printed, weight: 1_500, ..Operand::BLANK });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Option<Period> {
        let mut parts = text.split('-').filter_map(|part| part.parse::<u16>().ok());
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        Period::day(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
    }

    #[test]
    fn months_end_where_they_end() {
        for (from, unit, count, expected) in [
            ("2026-03-31", Unit::Week, -6, "2026-02-17"),
            ("2025-01-31", Unit::Month, 1, "2025-02-28"),
            ("2024-01-31", Unit::Month, 1, "2024-02-29"),
            ("2024-02-29", Unit::Year, 1, "2025-02-28"),
            ("2025-12-01", Unit::Week, 8, "2026-01-26"),
            ("2026-01-15", Unit::Month, -2, "2025-11-15"),
        ] {
            assert_eq!(moved(day(from).unwrap(), unit, count), day(expected), "{from} {count}");
        }
        assert_eq!(moved(Period::Year(2013), Unit::Year, 20), Some(Period::Year(2033)));
        assert_eq!(moved(Period::Month(2022, 5), Unit::Year, 10), Some(Period::Month(2032, 5)));
        assert_eq!(moved(Period::Year(2013), Unit::Day, 20), None);
        assert_eq!(month_end(day("2024-02-03").unwrap()), day("2024-02-29"));
    }

    #[test]
    fn weekends_are_no_working_days() {
        for (from, count, expected) in
            [("2025-05-27", 9, "2025-06-09"), ("2025-05-30", 1, "2025-06-02"), ("2025-06-02", -1, "2025-05-30")]
        {
            assert_eq!(working(day(from).unwrap(), count), day(expected), "{from} {count}");
        }
    }

    #[test]
    fn a_date_is_the_number_that_it_stands_for() {
        let values = [
            Value::Period(Period::Year(1999)),
            Value::Period(Period::Month(2022, 12)),
            Value::Period(Period::Day(2024, 2, 29)),
            Value::Day(MonthDay { month: 12, day: 31 }),
        ];
        for value in values {
            let grain = Grain::of(value).unwrap();
            assert_eq!(grain.number(value).and_then(|number| grain.date(number)), Some(value));
        }
    }
}
