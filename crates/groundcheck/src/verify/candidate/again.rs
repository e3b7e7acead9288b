//! What an earlier number of the answer would be one column on: `the current ratio is 2.59, down from 3.20`, `working capital of $606
//! million, $66 million less`. The calculation that gave the earlier number is done again with the cells of the same rows in another column.
//!
//! Source: the design, "From claim to verdict", candidates.

use groundcheck_types::ClaimKind;

use super::lists::cell;
use super::look_up::LookUp;
use super::operand::{self, Operand, Own};
use super::operation::Operation;
use super::pattern::Pattern;
use super::query::Query;
use crate::claims::to_f64;
use crate::verify::prepare::{Place, Sources};
use crate::verify::score::others::Others;

/// So many of the last calculations are done again, each in so many other columns.
const MOST_EARLIER: usize = 6;
const MOST_COLUMNS: usize = 4;

/// A calculation done again: what it comes to now, what it came to before, and of which operands.
pub(super) struct Again {
    pub(super) operation: Operation,
    /// By their places among the operands: the earlier result, then what is computed with.
    pub(super) operands: Vec<usize>,
    pub(super) value: f64,
}

/// What the claim may be: the calculation's result in another column, how far that is from the earlier result, and by how many per cent.
pub(super) fn find(
    query: &Query<'_, '_>,
    (look_ups, others): (&[LookUp], &Others<'_>),
    operands: &mut Vec<Operand>,
    sources: &Sources,
) -> Vec<Again> {
    let mut out = Vec::new();
    let is_percentage = query.kind() == ClaimKind::Percentage;
    for own in others.before().filter(|own| own.pattern.is_some()).take(MOST_EARLIER) {
        let Some(before) = own.quantity.value.number().map(to_f64) else { continue };
        let is_like = own.quantity.kind == query.kind();
        if !is_like && !is_percentage {
            continue;
        }
        for Moved { cells, value } in &own.moved {
            let Some(at) = operands_of(query, own, cells, look_ups, operands, sources) else { continue };
            let mut add = |operation, value| out.push(Again { operation, operands: at.clone(), value });
            if is_like {
                add(Operation::Again, *value);
                add(Operation::AgainDifference, before - value);
            }
            if is_percentage && *value != 0.0 {
                add(Operation::AgainChange, (before - value) / value.abs() * 100.0);
            }
        }
    }
    out
}

/// A calculation with the cells of another column, and what it comes to there.
#[derive(Debug, Clone)]
pub(crate) struct Moved {
    cells: Vec<u32>,
    value: f64,
}

/// A calculation in other columns that have a cell in all of its rows.
pub(crate) fn moved(pattern: &Pattern, sources: &Sources) -> Vec<Moved> {
    let mentions: Option<Vec<u32>> = pattern.from.iter().map(|from| from.mention).collect();
    let Some(mentions) = mentions.filter(|own| own.len() > 1) else { return Vec::new() };
    let of = |at: u32| sources.mentions.get(at as usize);
    let column = mentions.first().and_then(|at| of(*at)?.column);
    let is_one = column.is_some() && mentions.iter().all(|at| of(*at).is_some_and(|own| own.column == column));
    let place = |at: &u32| sources.places.get(of(*at)?.place as usize);
    let rows: Option<Vec<&Place>> = mentions.iter().map(place).collect();
    let Some(rows) = rows.filter(|_| is_one) else { return Vec::new() };
    let cells = rows.first().map_or(0..0, |row| row.mentions.clone());
    let mut others: Vec<u32> = cells.filter_map(|cell| of(cell)?.column).filter(|own| Some(*own) != column).collect();
    // A cell of two values, `986 (62 %)`, is one.
    others.dedup();
    let cells_of = |other: u32| -> Option<Vec<u32>> { rows.iter().map(|row| cell(row, other, sources)).collect() };
    let done_again = |cells: Vec<u32>| {
        let values: Option<Vec<f64>> = cells.iter().map(|at| of(*at)?.value.number().map(to_f64)).collect();
        Some(Moved { value: result(pattern.operation, &values?)?, cells })
    };
    others.into_iter().filter_map(cells_of).take(MOST_COLUMNS).filter_map(done_again).collect()
}

/// What can be done again.
const REPEATED: [Operation; 9] = [
    Operation::Difference,
    Operation::Ratio,
    Operation::Share,
    Operation::Change,
    Operation::Sum,
    Operation::Sum3,
    Operation::Mean,
    Operation::Left3,
    Operation::Product,
];

/// Which operation gives this of these values.
pub(super) fn operation_of(value: f64, values: &[f64]) -> Option<Operation> {
    let off = |own: &Operation| result(*own, values).map(|own| (own - value).abs());
    let close = |own: &&Operation| off(own).is_some_and(|off| off <= value.abs() * 1e-6);
    REPEATED.iter().find(close).copied()
}

fn result(operation: Operation, values: &[f64]) -> Option<f64> {
    use Operation as O;
    let over = |n: f64, d: f64| (d != 0.0).then(|| n / d);
    match (operation, values) {
        (O::Difference, [a, b]) => Some(a - b),
        (O::Sum, all @ [_, _]) | (O::Sum3, all @ [_, _, _]) => Some(all.iter().sum()),
        (O::Mean, [a, b]) => Some((a + b) / 2.0),
        (O::Left3, [a, b, c]) => Some(a - b - c),
        (O::Ratio, [a, b]) => over(a.abs(), b.abs()),
        (O::Share, [a, b]) => over(a * 100.0, *b),
        (O::Change, [a, b]) => over((a - b) * 100.0, b.abs()),
        (O::Product, [a, b]) => Some(a.abs() * b.abs()),
        _ => None,
    }
}

fn operands_of(
    query: &Query<'_, '_>,
    own: &Own,
    cells: &[u32],
    look_ups: &[LookUp],
    operands: &mut Vec<Operand>,
    sources: &Sources,
) -> Option<Vec<usize>> {
    let mut out = vec![operand::told(query, own, operands, sources)];
    for cell in cells {
        out.push(operand::of_mention(*cell, look_ups, operands, sources)?);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use groundcheck_types::Source;

    use super::*;
    use crate::cancel::Cancel;
    use crate::verify::candidate::pattern::Origin;
    use crate::verify::facts::FactTable;

    #[test]
    fn a_calculation_moves_to_the_other_columns_of_its_rows() {
        let text = "| | 2024 | 2023 | 2022 |\n|---|---|---|---|\n| Assets | 986 | 977 | 900 |\n| Liabilities | 380 | 305 | – |\n";
        let source = Source { id: "s".to_owned(), title: None, text: text.to_owned(), url: None, kind: None };
        let sources = Sources::prepare(&[source], FactTable::default(), None, Cancel::default());
        let at = |value: &str| {
            let is_it = |own: &crate::verify::prepare::Mention| own.span.of(text) == Some(value);
            sources.mentions.iter().position(is_it).and_then(|at| u32::try_from(at).ok())
        };
        let pattern = |values: &[&str], operation| Pattern {
            operation,
            from: values.iter().map(|value| Origin { mention: at(value), ..Origin::default() }).collect(),
        };
        let results =
            |pattern: &Pattern| -> Vec<f64> { moved(pattern, &sources).into_iter().map(|own| own.value).collect() };
        // What was done is told from what it gave.
        assert_eq!(operation_of(672.0, &[977.0, 305.0]), Some(Operation::Difference));
        assert_eq!(operation_of(977.0 / 305.0, &[977.0, 305.0]), Some(Operation::Ratio));
        assert_eq!(operation_of(5.0, &[977.0, 305.0]), None);
        // 2022 has no liabilities.
        assert_eq!(results(&pattern(&["986", "380"], Operation::Difference)), [672.0]);
        assert_eq!(results(&pattern(&["986", "380"], Operation::Ratio)), [977.0 / 305.0]);
        // One value moved is only its neighbour; values of two columns move nowhere.
        assert_eq!(results(&pattern(&["986"], Operation::Constant)), Vec::<f64>::new());
        assert_eq!(results(&pattern(&["986", "977"], Operation::Difference)), Vec::<f64>::new());
    }
}
