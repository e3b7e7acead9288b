//! One number of each sentence before the claim: what a list or the rows of a table come to that the answer writes.

use super::lists::{Lists, SERIES};
use super::operand::{Operand, Own};
use super::query::Query;
use crate::verify::prepare::Sources;

/// So many sentences are added up at most.
const MOST_LINES: usize = 12;

/// Of a row of the answer's so many numbers of a kind are added up with those above them.
const MOST_CELLS: usize = 5;
/// A whole column of a table of the answer, as a part of series; the next one is without its last row.
pub(super) const TABLE: u8 = 6;

/// Which number of a sentence is added up.
#[derive(Clone, Copy, PartialEq)]
enum Which {
    First,
    Last,
    /// The one at the claim's own place.
    Parallel,
}

impl Lists {
    /// Takes in the series of the claim's kind, from the last sentence back.
    pub(super) fn add_series(
        &mut self,
        query: &Query<'_, '_>,
        told: &[Own],
        operands: &mut Vec<Operand>,
        sources: &Sources,
    ) {
        let mut seen: Vec<Vec<u32>> = Vec::new();
        for (part, which) in [(0, Which::Last), (1, Which::First), (2, Which::Parallel)] {
            let mut series: Vec<&Own> = Vec::new();
            for line in told.chunk_by(|a, b| a.line == b.line).rev().take(MOST_LINES) {
                let mut like = line.iter().filter(|own| own.quantity.kind == query.kind());
                let chosen = match which {
                    Which::First => like.next(),
                    Which::Last => like.next_back(),
                    Which::Parallel => like.find(|own| own.ordinal == query.ordinal.0),
                };
                let Some(own) = chosen else { break };
                series.push(own);
            }
            for from in 0..series.len().saturating_sub(1) {
                // The longest first; it goes back as far as the list does.
                let taken = series.get(..series.len() - from).unwrap_or_default();
                let starts: Vec<u32> = taken.iter().map(|own| own.quantity.span.start).collect();
                if taken.len() < 2 || seen.contains(&starts) {
                    continue;
                }
                seen.push(starts);
                let part = 2 * part + u8::from(from == 0);
                self.add_told(query, (SERIES, part), taken.iter().rev().copied(), operands, sources);
            }
        }
        self.add_columns(query, told, operands, sources);
    }

    /// Takes in the columns of the last table before the claim: all of their numbers, and those above the last row.
    fn add_columns(&mut self, query: &Query<'_, '_>, told: &[Own], operands: &mut Vec<Operand>, sources: &Sources) {
        let is_row = |line: &&[Own]| line.iter().any(|own| own.in_table);
        let lines = || told.chunk_by(|a, b| a.line == b.line).rev();
        let last = lines().find(is_row).map_or(0, |line| line.len());
        // Rows of another number of values are of another table.
        let is_like = |line: &&[Own]| is_row(line) && line.len() == last;
        let table: Vec<&[Own]> = lines().skip_while(|line| !is_row(line)).take_while(is_like).collect();
        for place in 0..MOST_CELLS {
            let is_cell = |own: &&Own| own.quantity.kind == query.kind() && own.ordinal == place;
            let column: Vec<&Own> = table.iter().rev().filter_map(|line| line.iter().find(is_cell)).collect();
            for (part, taken) in (TABLE..).zip([column.len(), column.len().saturating_sub(1)]) {
                let taken = column.get(..taken).unwrap_or_default();
                if taken.len() < 2 {
                    continue;
                }
                self.add_told(query, (SERIES, part), taken.iter().copied(), operands, sources);
            }
        }
    }
}
