//! How the two values of a formula lie in time: how far apart, which of them the sentence asks for, what lies between and after them.
//!
//! Source: the design, "From claim to verdict", ranking. `Revenue rose 24.4 % in 2019` is of 2019 and of the year before it, in one row.

use super::forest::MISSING;
use super::look_up::small;
use crate::claims::Period;
use crate::verify::candidate::operand::Operand;
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::{finest, overlap};

/// Of a column so many rows are looked at.
const MOST_ROWS: usize = 64;
/// Times of unlike length, a quarter and a year, are so far apart.
const UNLIKE: i16 = 199;

/// How two values lie in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OverTime {
    /// How many months after the second the first one is.
    pub(super) gap: i16,
    /// Whether the sentence names the later time: 2 itself, 1 one that it lies in or that lies in it, 0 another one, −1 none is named.
    pub(super) later: i16,
    /// And the earlier one.
    pub(super) earlier: i16,
    /// How many values of their row or column lie between.
    pub(super) between: i16,
    /// And after both.
    pub(super) after: i16,
}

impl OverTime {
    /// Of these two, where both have a time, and not the same.
    pub(super) fn of(a: &Operand, b: &Operand, asked: &[Period], sources: &Sources) -> Option<Self> {
        let (first, second) = (a.time?, b.time?);
        let (x, y) = (last_month(first), last_month(second));
        if first == second {
            return None;
        }
        let alike = length(first) == length(second);
        let (later, earlier) = if y > x { (second, first) } else { (first, second) };
        let (from, to) = (x.min(y), x.max(y));
        let (mut between, mut after) = (0_usize, 0_usize);
        let mut is_in_line = false;
        for time in beside(a, b, sources) {
            is_in_line = true;
            let at = last_month(time);
            if length(time) == length(later) {
                between += usize::from(from < at && at < to);
                after += usize::from(at > to);
            }
        }
        let count = |count: usize| if is_in_line { small(count).min(30) } else { MISSING };
        Some(OverTime {
            gap: if alike { small(x - y).clamp(-120, 120) } else { UNLIKE },
            later: named(later, asked),
            earlier: named(earlier, asked),
            between: count(between),
            after: count(after),
        })
    }
}

fn named(own: Period, asked: &[Period]) -> i16 {
    if asked.is_empty() {
        -1
    } else if asked.contains(&own) {
        2
    } else {
        i16::from(asked.iter().any(|asked| overlap(*asked, own)))
    }
}

/// The times of the values in the row of both, or in their column.
fn beside<'s>(a: &Operand, b: &Operand, sources: &'s Sources) -> impl Iterator<Item = Period> + 's {
    let both = a.printed.zip(b.printed);
    let row = both.filter(|(a, b)| a.place == b.place).and_then(|(a, _)| sources.places.get(a.place as usize));
    let row = row.map(|place| place.mentions.clone()).unwrap_or_default();
    let column = both.filter(|(a, b)| a.place != b.place && a.column == b.column).and_then(|(a, _)| a.column);
    let rows = column.and_then(|at| Some(sources.columns.get(at as usize)?.rows.clone())).unwrap_or_default();
    let in_column = move |at: &&Mention| at.column == column;
    let of_row = row.take(MOST_ROWS).filter_map(|at| sources.mentions.get(at as usize));
    let of_column = rows.take(MOST_ROWS).filter_map(move |at| {
        let cells = sources.places.get(at as usize)?.mentions.clone();
        cells.filter_map(|at| sources.mentions.get(at as usize)).find(in_column)
    });
    of_row.chain(of_column).filter_map(|mention| finest(mention).next())
}

/// Its last month, counted from the year 0.
pub(crate) fn last_month(time: Period) -> i32 {
    let last = time.month().or_else(|| time.quarter().map(|q| 3 * q));
    let last = match time {
        Period::Half(_, half) => Some(6 * half),
        _ => last,
    };
    i32::from(time.year()) * 12 + i32::from(last.unwrap_or(12))
}

/// How long it is, as far as that tells two apart.
fn length(time: Period) -> u8 {
    match time {
        Period::Year(_) | Period::Fiscal(_) => 0,
        Period::Half(..) => 1,
        Period::Quarter(..) => 2,
        Period::Month(..) => 3,
        Period::Day(..) => 4,
    }
}
