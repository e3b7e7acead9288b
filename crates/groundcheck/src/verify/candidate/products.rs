//! Two columns of a table, multiplied row by row: prices and quantities, shares and sizes.

use groundcheck_types::ClaimKind;

use super::lists::{LONGEST, Lists, is_in};
use super::look_up::LookUp;
use super::operand::Operand;
use super::query::Query;
use crate::verify::prepare::{Place, Sources};

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
                let cell = |place: &Place, column: u32| place.mentions.clone().find(|at| is_in(*at, column, sources));
                let pairs = places.iter().filter_map(|place| Some((cell(place, *a)?, cell(place, *b)?)));
                let pairs: Vec<(u32, u32)> = pairs.take(LONGEST).collect();
                let value = |at: u32| sources.mentions.get(at as usize).and_then(|m| m.value.number());
                let size = |at: u32| value(at).map_or(0.0, |value| crate::claims::to_f64(value).abs());
                let kinds =
                    pairs.first().map(|(a, b)| [*a, *b].map(|at| sources.mentions.get(at as usize).map(|m| m.kind)));
                let Some([Some(one), Some(other)]) = kinds.filter(|_| pairs.len() >= 2) else { continue };
                let may_be = match kind {
                    ClaimKind::Currency => one != other || one == ClaimKind::Number,
                    _ => one == ClaimKind::Number && other == ClaimKind::Number || one == kind || other == kind,
                };
                if !may_be {
                    continue;
                }
                let mut operand = |at: u32| {
                    let known = operands
                        .iter()
                        .position(|o| o.look_up.is_some() && o.printed.is_some_and(|own| own.mention == at));
                    known.or_else(|| {
                        let look_up = look_ups.iter().position(|l| l.mention == at)?;
                        operands.push(Operand::printed(look_ups, look_up, sources)?);
                        Some(operands.len() - 1)
                    })
                };
                let Some((Some(first), Some(second))) = pairs.first().map(|(a, b)| (operand(*a), operand(*b))) else {
                    continue;
                };
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
