//! Rows of which the claim says something: those that have a word of it, or a cell above or below a number that it names. They are
//! counted, added up and averaged as other lists are.

use super::lists::{self, FILTERED, LONGEST, Lists};
use super::look_up::LookUp;
use super::operand::Operand;
use super::query::Query;
use crate::claims::to_f64;
use crate::lexicon::Stem;
use crate::verify::prepare::{Place, Sources};

/// At most so many conditions of a sort are tried on a table.
const MOST_WORDS: usize = 8;
const MOST_LIMITS: usize = 3;
/// Of a claim's words so many are looked for, those of its clause first.
const MOST_ASKED: usize = 24;

/// What a condition is, as the part of the list that it gives.
const HAVE: u8 = 1;
const HAVE_BOTH: u8 = 2;
const HAVE_NOT: u8 = 3;
const ABOVE: u8 = 4;
const BELOW: u8 = 5;

/// The rows of a table, one bit each.
type Rows = u64;

/// Adds the lists of the tables that these columns are of.
pub(super) fn find(
    query: &Query<'_, '_>,
    (look_ups, columns): (&[LookUp], &[u32]),
    operands: &mut Vec<Operand>,
    sources: &Sources,
    found: &mut Lists,
) {
    let mut known: Vec<u32> = Vec::new();
    for column in columns {
        let Some(heading) = sources.columns.get(*column as usize) else { continue };
        let count = heading.rows.len();
        if known.contains(&heading.rows.start) || !(3..=LONGEST).contains(&count) {
            continue;
        }
        known.push(heading.rows.start);
        let of_table = |own: &&u32| sources.columns.get(**own as usize).is_some_and(|own| own.rows == heading.rows);
        let columns: Vec<u32> = columns.iter().filter(of_table).copied().collect();
        // Of each row its cell in each column.
        let places = sources.places.get(heading.rows.start as usize..heading.rows.end as usize).unwrap_or_default();
        let cell = |place: &Place, column: u32| {
            let at = lists::cell(place, column, sources)?;
            Some((at, to_f64(sources.mentions.get(at as usize)?.value.number()?)))
        };
        let cells: Vec<Vec<Option<(u32, f64)>>> =
            columns.iter().map(|column| places.iter().map(|place| cell(place, *column)).collect()).collect();
        for (part, rows) in conditions(query, places) {
            for (number, cells) in cells.iter().enumerate() {
                let is_chosen = |row: usize| rows >> row & 1 == 1;
                let chosen = cells.iter().enumerate().filter(|(row, _)| is_chosen(*row));
                let chosen: Vec<u32> = chosen.filter_map(|(_, cell)| cell.map(|(at, _)| at)).collect();
                if !chosen.is_empty() {
                    found.add(query, (FILTERED, part, number == 0), &chosen, look_ups, operands, sources);
                    found.part_of((cells.iter().flatten().map(|(_, value)| value).sum(), count));
                }
            }
        }
        let limits: Vec<f64> = operands.iter().filter(|o| is_limit(o)).map(|o| o.value).take(MOST_LIMITS).collect();
        for limit in limits {
            for cells in &cells {
                let values: Vec<(u32, f64)> = cells.iter().flatten().copied().collect();
                for (part, is_over) in [(ABOVE, true), (BELOW, false)] {
                    let chosen: Vec<u32> =
                        values.iter().filter(|(_, v)| (*v >= limit) == is_over).map(|(at, _)| *at).collect();
                    if !chosen.is_empty() && chosen.len() < values.len() {
                        found.add(query, (FILTERED, part, true), &chosen, look_ups, operands, sources);
                    }
                }
            }
        }
    }
}

/// Whether rows may be told apart by this number: one of the claim's own sentence.
fn is_limit(operand: &Operand) -> bool {
    operand.own.is_some_and(|own| own.beside)
}

/// The rows that have each of the claim's words, two of them, or not.
fn conditions(query: &Query<'_, '_>, places: &[Place]) -> Vec<(u8, Rows)> {
    let have = |stem: Stem| -> Rows {
        let says = |row: &Place| row.labels.binary_search(&stem).is_ok() || row.group.binary_search(&stem).is_ok();
        places.iter().enumerate().filter(|(_, row)| says(row)).fold(0, |all, (at, _)| all | 1 << at)
    };
    let all: Rows = if places.len() >= 64 { Rows::MAX } else { (1 << places.len()) - 1 };
    let mut found: Vec<Rows> = Vec::new();
    let words = query.near.iter().chain(&query.far).chain(&query.question);
    for (stem, _) in words.filter(|(_, weight)| *weight > 0).take(MOST_ASKED) {
        let rows = have(*stem);
        if rows != 0 && rows != all && !found.contains(&rows) {
            found.push(rows);
        }
    }
    found.truncate(MOST_WORDS);
    let mut out: Vec<(u8, Rows)> = found.iter().map(|rows| (HAVE, *rows)).collect();
    for (at, a) in found.iter().enumerate() {
        for b in found.iter().skip(at + 1).take(3) {
            let both = a & b;
            if both != 0 && both != *a && both != *b && out.len() < 2 * MOST_WORDS {
                out.push((HAVE_BOTH, both));
            }
        }
    }
    out.extend(found.iter().take(MOST_WORDS / 2).map(|rows| (HAVE_NOT, all & !rows)));
    out
}
