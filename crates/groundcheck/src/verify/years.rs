//! Sets of years: most of what a claim's words point at is of another time, which is seen at once.

use crate::claims::Period;

/// Years, and whether there is anything of no time, as bits. Sixty-three years apart are one to it: it says "maybe" or "surely not".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Years(u64);

/// The years told apart; the bit above them is for what is of no time.
const TOLD_APART: u16 = 63;

impl Years {
    /// Every time and none.
    pub(crate) const ALL: Years = Years(u64::MAX);

    /// The years of these periods; that of no time where there is none.
    pub(crate) fn of(periods: impl IntoIterator<Item = Period>) -> Self {
        let years = Years::only(periods);
        if years.0 == 0 { Years(1 << TOLD_APART) } else { years }
    }

    /// The years of these periods and nothing else.
    pub(crate) fn only(periods: impl IntoIterator<Item = Period>) -> Self {
        Years(periods.into_iter().fold(0, |bits, period| bits | 1 << (period.year() % TOLD_APART)))
    }

    /// What may be of one of these periods: of their years and of no time; everything where there is none.
    pub(crate) fn asked(periods: &[Period]) -> Self {
        if periods.is_empty() {
            return Years::ALL;
        }
        Years(Years::only(periods.iter().copied()).0 | 1 << TOLD_APART)
    }

    /// Whether a year may be among both.
    pub(crate) const fn meet(self, other: Years) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds the others.
    pub(crate) const fn add(&mut self, other: Years) {
        self.0 |= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_meet_themselves_and_what_is_of_no_time_where_it_is_asked_for() {
        let (timeless, of_2023) = (Years::of([]), Years::of([Period::Quarter(2023, 2)]));
        for (asked, meets_timeless, meets_2023) in [
            (Years::asked(&[]), true, true),
            (Years::asked(&[Period::Year(2023)]), true, true),
            (Years::asked(&[Period::Year(2024)]), true, false),
            (Years::only([Period::Year(2024), Period::Day(2023, 12, 31)]), false, true),
            (Years::only([]), false, false),
        ] {
            assert_eq!((asked.meet(timeless), asked.meet(of_2023)), (meets_timeless, meets_2023), "{asked:?}");
        }
    }
}
