//! Rows of which the claim says something: those that have a word of it, or a cell above or below a number that it names. They are
//! counted, added up and averaged as other lists are.

use super::lists::{FILTERED, LONGEST, Lists, is_in};
use super::look_up::LookUp;
use super::operand::{From, Operand};
use super::query::Query;
use crate::claims::to_f64;
use crate::lexicon::Stem;
use crate::verify::prepare::Sources;

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
    lists: &mut Lists,
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
        let cell = |row: usize, column: u32| {
            let place = sources.places.get(heading.rows.start as usize + row)?;
            place.mentions.clone().find(|at| is_in(*at, column, sources))
        };
        let value = |at: u32| Some(to_f64(sources.mentions.get(at as usize)?.value.number()?));
        for (part, rows) in conditions(query, heading.rows.start, count, sources) {
            for (number, column) in columns.iter().enumerate() {
                let cells: Vec<u32> =
                    (0..count).filter(|row| rows >> row & 1 == 1).filter_map(|row| cell(row, *column)).collect();
                if !cells.is_empty() {
                    lists.add(query, (FILTERED, part, number == 0), &cells, look_ups, operands, sources);
                    let all = (0..count).filter_map(|row| value(cell(row, *column)?));
                    lists.part_of((all.sum(), count));
                }
            }
        }
        let limits: Vec<f64> = operands.iter().filter(|o| is_limit(o)).map(|o| o.value).take(MOST_LIMITS).collect();
        for limit in limits {
            for column in &columns {
                let values: Vec<(u32, f64)> =
                    (0..count).filter_map(|row| cell(row, *column)).filter_map(|at| Some((at, value(at)?))).collect();
                for (part, is_over) in [(ABOVE, true), (BELOW, false)] {
                    let chosen: Vec<u32> =
                        values.iter().filter(|(_, v)| (*v >= limit) == is_over).map(|(at, _)| *at).collect();
                    if !chosen.is_empty() && chosen.len() < values.len() {
                        lists.add(query, (FILTERED, part, true), &chosen, look_ups, operands, sources);
                    }
                }
            }
        }
    }
}

/// Whether rows may be told apart by this number: one of the claim's own sentence.
fn is_limit(operand: &Operand) -> bool {
    matches!(operand.from, From::Own { beside: true, .. })
}

/// The rows that have each of the claim's words, two of them, or not.
fn conditions(query: &Query<'_, '_>, first: u32, count: usize, sources: &Sources) -> Vec<(u8, Rows)> {
    let places = sources.places.get(first as usize..first as usize + count).unwrap_or_default();
    let have = |stem: Stem| -> Rows {
        let says = |row: &crate::verify::prepare::Place| {
            row.labels.binary_search(&stem).is_ok() || row.group.binary_search(&stem).is_ok()
        };
        places.iter().enumerate().filter(|(_, row)| says(row)).fold(0, |all, (at, _)| all | 1 << at)
    };
    let all: Rows = if count >= 64 { Rows::MAX } else { (1 << count) - 1 };
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
