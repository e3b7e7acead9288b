//! Two columns of a table, multiplied row by row: prices and quantities, shares and sizes.

use groundcheck_types::ClaimKind;

use super::lists::{LONGEST, Lists, cell};
use super::look_up::LookUp;
use super::operand::{self, Operand};
use super::query::Query;
use crate::claims::to_f64;
use crate::verify::prepare::Sources;

/// Two columns multiplied.
pub(super) struct Product {
    /// Their first cells, by their places among the operands.
    pub(super) operands: [usize; 2],
    /// What it comes to.
    pub(super) sum: f64,
    /// Of how many rows.
    pub(super) count: usize,
    /// What each column comes to.
    pub(super) totals: [f64; 2],
    /// Whether the last row is left out: it may be the total.
    pub(super) without_last: bool,
}

impl Lists {
    /// What two columns of a table come to that are multiplied row by row: prices and quantities.
    pub(super) fn multiply(
        &mut self,
        query: &Query<'_, '_>,
        columns: &[u32],
        look_ups: &[LookUp],
        operands: &mut Vec<Operand>,
        sources: &Sources,
    ) {
        let kind = query.kind();
        for (i, a) in columns.iter().enumerate() {
            for b in columns.iter().skip(i + 1) {
                let rows = |c: &u32| sources.columns.get(*c as usize).map(|own| own.rows.clone());
                let (Some(rows), Some(others)) = (rows(a), rows(b)) else { continue };
                if rows != others {
                    continue;
                }
                let places = sources.places.get(rows.start as usize..rows.end as usize).unwrap_or_default();
                let pairs = places.iter().filter_map(|row| Some((cell(row, *a, sources)?, cell(row, *b, sources)?)));
                let pairs: Vec<(u32, u32)> = pairs.take(LONGEST).collect();
                let [first, _, ..] = pairs[..] else { continue };
                let mention = |at: u32| sources.mentions.get(at as usize);
                let value = |at: u32| mention(at).and_then(|m| m.value.number());
                let size = |at: u32| value(at).map_or(0.0, |value| to_f64(value).abs());
                let (Some(one), Some(other)) = (mention(first.0).map(|m| m.kind), mention(first.1).map(|m| m.kind))
                else {
                    continue;
                };
                let may_be = match kind {
                    ClaimKind::Currency => one != other || one == ClaimKind::Number,
                    _ => one == ClaimKind::Number && other == ClaimKind::Number || one == kind || other == kind,
                };
                if !may_be {
                    continue;
                }
                let mut operand = |at: u32| operand::of_mention(at, look_ups, operands, sources);
                let (Some(first), Some(second)) = (operand(first.0), operand(first.1)) else { continue };
                for (without_last, taken) in [(false, &pairs[..]), (true, &pairs[..pairs.len() - 1])] {
                    let sum = taken.iter().map(|(a, b)| size(*a) * size(*b)).sum();
                    let totals = [taken.iter().map(|(a, _)| size(*a)).sum(), taken.iter().map(|(_, b)| size(*b)).sum()];
                    let (operands, count) = ([first, second], taken.len());
                    self.products.push(Product { operands, sum, count, totals, without_last });
                }
            }
        }
    }
}
