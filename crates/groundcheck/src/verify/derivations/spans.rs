//! A time that is told whole where a table tells its parts: a year by its quarters, a half or a quarter by its months, `from January
//! to March`.
//!
//! ```text
//! | | Q1 2024 | Q2 2024 | Q3 2024 | Q4 2024 |
//! | Sales | 812 | 874 | 921 | 1,043 |          sales of $3.65 million in 2024   ->   812 + 874 + 921 + 1,043
//! ```

use std::sync::LazyLock;

use groundcheck_types::ClaimKind;

use super::operands::{Chooser, dated, end};
use super::sentence::stems_of;
use crate::claims::Period;
use crate::verify::prepare::Mention;
use crate::verify::tables::Part;
use crate::verify::words::Stem;

/// What is so at a time or for each, and adds up to nothing over several.
const LEVELS: &[&str] = &[
    "headcount",
    "staff",
    "employee",
    "workforce",
    "member",
    "population",
    "balance",
    "debt",
    "stock",
    "inventory",
    "backlog",
    "asset",
    "liability",
    "equity",
    "cash",
    "deposit",
    "loan",
    "capacity",
    "level",
    "average",
    "median",
    "price",
    "rate",
    "ratio",
    "margin",
    "share",
    "yield",
    "index",
    "score",
    "temperature",
    "occupancy",
    "outstanding",
    "opening",
    "closing",
    "end",
    "year-end",
    "עובדים",
    "יתרה",
    "חוב",
    "מלאי",
    "מחיר",
    "שיעור",
    "ממוצע",
    "תפוסה",
];

/// A time to be put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whole {
    Of(Period),
    /// A part of the year that the values are of.
    Part(Part),
    /// From one month to another, of the year that the values are of.
    Months(u8, u8),
}

impl<'s> Chooser<'_, 's> {
    /// Whether what a cell tells adds up over time, as far as its words and the claim's own say: sales do, and no headcount.
    fn is_flow(&self, cell: &Mention) -> bool {
        static STEMS: LazyLock<Vec<Stem>> = LazyLock::new(|| LEVELS.iter().flat_map(|word| stems_of(word)).collect());
        let says = |stem: &Stem| self.is_called(cell, *stem) || self.context.near.binary_search(stem).is_ok();
        cell.kind != ClaimKind::Percentage && !STEMS.iter().any(says)
    }

    /// Whether a cell's row, group of rows or column is called by this word.
    pub(super) fn is_called(&self, cell: &Mention, word: Stem) -> bool {
        self.place(cell).says(word) || self.column(cell).binary_search(&word).is_ok()
    }

    /// The values at all parts of a time, of what these cells tell of.
    pub(super) fn parts_of(&self, cells: &[&'s Mention], whole: Whole) -> Vec<Vec<&'s Mention>> {
        let mut out: Vec<Vec<&'s Mention>> = Vec::new();
        for anchor in cells.iter().filter(|m| m.column.is_some() && self.is_flow(m)) {
            let mut series = self.series(anchor);
            if series.len() < 2 {
                series = self.dated_rows(anchor);
            }
            let Some(year) = dated(anchor).map(Period::year) else { continue };
            let within = |own: Period| match whole {
                Whole::Of(period) => own.within(period) && own != period,
                Whole::Part(part) => part.of(year).is_some_and(|period| own.within(period) && own != period),
                Whole::Months(from, to) => {
                    matches!(own, Period::Month(..))
                        && own.year() == year
                        && own.month().is_some_and(|m| (from..=to).contains(&m))
                }
            };
            series.retain(|m| dated(m).is_some_and(within));
            let needed = match whole {
                Whole::Of(period) => months(period),
                Whole::Part(part) => part.of(year).map_or(0, months),
                Whole::Months(from, to) => to.saturating_sub(from) + 1,
            };
            let apart = series.windows(2).all(|pair| dated(pair[0]).map(end) < dated(pair[1]).map(end));
            let told: u8 = series.iter().filter_map(|m| dated(m)).map(months).fold(0, u8::saturating_add);
            let known = |own: &Vec<&Mention>| own.first().map(|m| m.span) == series.first().map(|m| m.span);
            if series.len() > 1 && apart && told == needed && !out.iter().any(known) {
                out.push(series);
            }
        }
        out
    }
}

/// How many months a time has; none for a day.
fn months(period: Period) -> u8 {
    match period {
        Period::Day(..) => 0,
        Period::Month(..) => 1,
        Period::Quarter(..) => 3,
        Period::Half(..) => 6,
        Period::Year(_) | Period::Fiscal(_) => 12,
    }
}
