//! Dates and periods of the civil calendar.

use core::fmt;

/// A day of a year that is left to the reader: `5 March`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MonthDay {
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl MonthDay {
    /// A day that some year has; `None` for any other.
    #[must_use]
    pub fn new(month: u8, day: u8) -> Option<MonthDay> {
        const LEAP: u16 = 2000;
        Period::day(LEAP, month, day).map(|_| MonthDay { month, day })
    }
}

/// `--03-05`, as XML Schema writes a `gMonthDay`.
impl fmt::Display for MonthDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--{:02}-{:02}", self.month, self.day)
    }
}

/// A day, month, quarter, half, fiscal year or year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Period {
    /// `2024-12-01`
    Day(u16, u8, u8),
    /// `2024-12`
    Month(u16, u8),
    /// `2024-Q3`
    Quarter(u16, u8),
    /// `2024-H1`
    Half(u16, u8),
    /// `FY2024`
    Fiscal(u16),
    /// `2024`
    Year(u16),
}

impl Period {
    /// A day of the calendar; `None` for one that never was.
    #[must_use]
    pub fn day(year: u16, month: u8, day: u8) -> Option<Period> {
        let leap = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
        let days = match month {
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        (1..=days).contains(&day).then_some(Period::Day(year, month, day))
    }

    /// The year it lies in.
    #[must_use]
    pub fn year(self) -> u16 {
        match self {
            Period::Day(y, ..) | Period::Month(y, _) | Period::Quarter(y, _) | Period::Half(y, _) => y,
            Period::Fiscal(y) | Period::Year(y) => y,
        }
    }

    /// The same time a year before; `None` before the first year, and for a 29 February.
    #[must_use]
    pub fn year_before(self) -> Option<Period> {
        let before = |year: u16| year.checked_sub(1);
        Some(match self {
            Period::Year(year) => Period::Year(before(year)?),
            Period::Fiscal(year) => Period::Fiscal(before(year)?),
            Period::Half(year, half) => Period::Half(before(year)?, half),
            Period::Quarter(year, quarter) => Period::Quarter(before(year)?, quarter),
            Period::Month(year, month) => Period::Month(before(year)?, month),
            Period::Day(year, month, day) => return Period::day(before(year)?, month, day),
        })
    }

    /// The month it lies in, where it lies in one.
    #[must_use]
    pub fn month(self) -> Option<u8> {
        match self {
            Period::Day(_, m, _) | Period::Month(_, m) => Some(m),
            _ => None,
        }
    }

    /// The day of the year that it is, where it is a day.
    #[must_use]
    pub fn month_day(self) -> Option<MonthDay> {
        match self {
            Period::Day(_, month, day) => Some(MonthDay { month, day }),
            _ => None,
        }
    }

    /// The quarter it lies in, where it lies in one.
    #[must_use]
    pub fn quarter(self) -> Option<u8> {
        match self {
            Period::Quarter(_, q) => Some(q),
            other => other.month().map(|m| (m - 1) / 3 + 1),
        }
    }

    /// Whether this period lies in the other, or is the same: a day in its month, quarter, half and year. A fiscal year is
    /// taken for the year of its number, since no document says here when it starts.
    #[must_use]
    pub fn within(self, other: Period) -> bool {
        if self.year() != other.year() {
            return false;
        }
        match other {
            Period::Year(_) | Period::Fiscal(_) => true,
            Period::Half(_, h) => match self {
                Period::Half(_, own) => own == h,
                _ => self.quarter().is_some_and(|q| q.div_ceil(2) == h),
            },
            Period::Quarter(_, q) => self.quarter() == Some(q),
            Period::Month(_, m) => self.month() == Some(m),
            Period::Day(..) => self == other,
        }
    }

    /// The day that is written `YYYY-MM-DD`.
    #[must_use]
    pub fn of_iso(text: &str) -> Option<Period> {
        let digits = |at: core::ops::Range<usize>| text.get(at).filter(|part| part.bytes().all(|b| b.is_ascii_digit()));
        let marks = text.len() == 10 && text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
        let (year, month, day) = (digits(0..4)?, digits(5..7)?, digits(8..10)?);
        Period::day(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).filter(|_| marks)
    }

    /// Days since 1970-01-01 (Hinnant's civil calendar), for a day; `None` for a longer period.
    #[must_use]
    pub fn day_number(self) -> Option<i64> {
        let Period::Day(year, month, day) = self else { return None };
        let (month, day) = (i64::from(month), i64::from(day));
        let year = i64::from(year) - i64::from(month <= 2);
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
        Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }

    /// The day that is so many days after 1970-01-01; `None` outside the years 0 to 65535.
    #[must_use]
    pub fn of_day_number(number: i64) -> Option<Period> {
        let number = number.checked_add(719_468)?;
        let (era, of_era) = (number.div_euclid(146_097), number.rem_euclid(146_097));
        let of_year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let day = of_era - (365 * of_year + of_year / 4 - of_year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = u16::try_from(of_year + era * 400 + i64::from(month <= 2)).ok()?;
        Period::day(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Period::Day(y, m, d) => write!(f, "{y:04}-{m:02}-{d:02}"),
            Period::Month(y, m) => write!(f, "{y:04}-{m:02}"),
            Period::Quarter(y, q) => write!(f, "{y:04}-Q{q}"),
            Period::Half(y, h) => write!(f, "{y:04}-H{h}"),
            Period::Fiscal(y) => write!(f, "FY{y:04}"),
            Period::Year(y) => write!(f, "{y:04}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_the_epoch() {
        for (day, number) in
            [(Period::day(1970, 1, 1), 0), (Period::day(2000, 3, 1), 11_017), (Period::day(1969, 12, 31), -1)]
        {
            assert_eq!(day.and_then(Period::day_number), Some(number));
            assert_eq!(Period::of_day_number(number), day);
        }
        assert_eq!(Period::day(2023, 2, 29), None);
    }

    #[test]
    fn a_day_lies_in_its_month_quarter_half_and_year() {
        let day = Period::Day(2024, 9, 30);
        for (other, inside) in [
            (Period::Month(2024, 9), true),
            (Period::Quarter(2024, 3), true),
            (Period::Half(2024, 2), true),
            (Period::Year(2024), true),
            (Period::Quarter(2024, 4), false),
            (Period::Half(2024, 1), false),
            (Period::Year(2023), false),
            (Period::Day(2024, 9, 29), false),
        ] {
            assert_eq!(day.within(other), inside, "{other}");
        }
        assert!(!Period::Year(2024).within(day));
    }
}
