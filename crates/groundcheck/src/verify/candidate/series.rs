//! One number of each sentence before the claim: what a list or the rows of a table come to that the answer writes.

use super::equation::MOST_SHOWN;
use super::lists::{List, Lists, SERIES};
use super::operand::{self, Operand, Own};
use super::query::Query;
use crate::claims::to_f64;
use crate::verify::prepare::Sources;

/// So many sentences are added up at most.
const MOST_LINES: usize = 12;

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
                let values = taken.iter().rev().filter_map(|own| own.quantity.value.number());
                let values: Vec<f64> = values.map(to_f64).collect();
                let first = taken.iter().rev().take(MOST_SHOWN);
                let chosen = first.map(|own| operand::told(query, own, operands, sources)).collect();
                let (sort, part) = (SERIES, 2 * part + u8::from(from == 0));
                let (like, counted, whole) = (true, false, None);
                self.all.push(List { sort, part, operands: chosen, values, like, counted, whole });
            }
        }
    }
}
