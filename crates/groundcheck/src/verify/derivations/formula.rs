//! The operations themselves: what they give, and how they are written, `(1,496.5 − 1,202.9) / 1,202.9 = 24.4 %`.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::operation::{Direction, Operation};
use crate::claims::Quantity;
use crate::verify::evidence::printed;
use crate::verify::format;
use crate::verify::prepare::{Mention, Sources};

/// What the operation gives over these cells: with their values as read, then, for amounts, in each other scale that all of the
/// cells may have.
pub(super) fn results(operation: Operation, cells: &[&Mention], claim: &Quantity, sources: &Sources) -> Vec<Decimal> {
    let outflow = cells.iter().any(|c| sources.places[c.place as usize].outflow);
    // A part of expenses in brackets is a part all the same.
    let part = matches!(operation, Operation::Share | Operation::Ratio) && outflow;
    let compute = |values: Option<Vec<Decimal>>| {
        let result = compute(operation, &unsigned(values?, outflow))?;
        Some(if part { result.abs() } else { result })
    };
    let amounts =
        matches!(operation, Operation::Difference(_) | Operation::HalfDifference | Operation::Sum | Operation::Average);
    let mut out: Vec<Decimal> = compute(values(cells)).into_iter().collect();
    let scaled_only = claim.kind == ClaimKind::Currency && cells.iter().any(|c| c.own_scale);
    if amounts && claim.kind != ClaimKind::Percentage && !scaled_only {
        if cells.iter().any(|c| c.scaled) {
            out.extend(compute(cells.iter().map(|c| as_printed(c)).collect()));
        } else {
            let scales = cells.iter().map(|c| c.also.len()).min().unwrap_or(0);
            out.extend((0..scales).filter_map(|k| compute(cells.iter().map(|c| c.also.get(k).copied()).collect())));
            // A row that its table's scale leaves out, `shares (rate)`, may yet be in thousands where its values are no rates.
            let large = cells.iter().any(|c| c.value.number().is_some_and(|v| v.abs() >= Decimal::ONE_HUNDRED));
            if large && cells.iter().all(|c| c.also.is_empty() && c.column.is_some()) {
                let thousands = |c: &&Mention| c.value.number()?.checked_mul(Decimal::ONE_THOUSAND);
                out.extend(compute(cells.iter().map(thousands).collect()));
            }
            // Where no scale is stated, billions too.
            let unstated =
                |c: &Mention| c.also.len() > 1 && c.value.number().is_some_and(|v| v.abs() < Decimal::ONE_THOUSAND);
            let billions = |c: &&Mention| c.value.number()?.checked_mul(Decimal::from(1_000_000_000));
            if cells.iter().all(|c| unstated(c)) {
                out.extend(compute(cells.iter().map(billions).collect()));
            }
        }
    }
    out
}

/// The value of a cell without its table's scale.
fn as_printed(cell: &Mention) -> Option<Decimal> {
    if cell.scaled { cell.also.first().copied() } else { cell.value.number() }
}

/// The values of the cells, all in one scale: a scale that is stated over one column of a table holds for the cells beside it.
fn values(cells: &[&Mention]) -> Option<Vec<Decimal>> {
    let scaled = cells.iter().find(|c| c.scaled);
    let mixed = cells.iter().any(|c| !c.scaled && c.column.is_some());
    match scaled.filter(|_| mixed) {
        Some(scaled) => {
            let factor = scaled.value.number()?.checked_div(as_printed(scaled)?).unwrap_or(Decimal::ONE);
            let factor = |c: &Mention| if c.column.is_some() { factor } else { Decimal::ONE };
            cells.iter().map(|c| as_printed(c)?.checked_mul(factor(c))).collect()
        }
        None => cells.iter().map(|c| c.value.number()).collect(),
    }
}

/// Bracketed outflows are spoken of without their sign.
fn unsigned(values: Vec<Decimal>, outflow: bool) -> Vec<Decimal> {
    if outflow && values.iter().all(|v| v.is_sign_negative() || v.is_zero()) {
        return values.into_iter().map(|v| v.abs()).collect();
    }
    values
}

fn sum(values: &[Decimal]) -> Option<Decimal> {
    values.iter().try_fold(Decimal::ZERO, |sum, v| sum.checked_add(*v))
}

fn compute(operation: Operation, values: &[Decimal]) -> Option<Decimal> {
    let (last, parts) = values.split_last()?;
    match operation {
        Operation::PercentChange(_) => {
            sum(parts)?.checked_sub(*last)?.checked_div(last.abs())?.checked_mul(Decimal::ONE_HUNDRED)
        }
        Operation::Difference(_) => sum(parts)?.checked_sub(*last),
        Operation::HalfDifference => sum(parts)?.checked_sub(*last)?.checked_div(Decimal::TWO),
        Operation::Sum => sum(values),
        Operation::Average => sum(values)?.checked_div(Decimal::from(values.len())),
        Operation::Share => sum(parts)?.checked_div(*last)?.checked_mul(Decimal::ONE_HUNDRED),
        Operation::Ratio => sum(parts)?.checked_div(*last),
        Operation::PartOfAll => {
            let (part, all) = values.split_first()?;
            part.checked_div(sum(all)?)?.checked_mul(Decimal::ONE_HUNDRED)
        }
        Operation::Rest => Decimal::ONE_HUNDRED.checked_sub(*last),
        Operation::Yearly => last.checked_mul(Decimal::from(12)),
        Operation::Undone(way) => {
            let percent = if way == Direction::Down { -last.abs() } else { last.abs() };
            let grown = percent.checked_div(Decimal::ONE_HUNDRED)?.checked_add(Decimal::ONE)?;
            parts.first()?.checked_div(grown)
        }
        Operation::Product => values.iter().try_fold(Decimal::ONE, |product, v| product.checked_mul(*v)),
    }
}

/// What the commonest mistake gives: the later value for a base, the parts for the whole.
pub(super) fn mistaken(operation: Operation, cells: &[&Mention]) -> Option<Decimal> {
    let [a, b] = cells else { return None };
    let [a, b] = values(&[a, b])?[..] else { return None };
    match operation {
        Operation::PercentChange(_) => a.checked_sub(b)?.checked_div(a.abs())?.checked_mul(Decimal::ONE_HUNDRED),
        Operation::Share | Operation::Ratio => compute(operation, &[b, a]),
        _ => None,
    }
}

/// A formula over cells of the sources.
pub(super) struct Formula<'a> {
    pub(super) operation: Operation,
    pub(super) cells: &'a [&'a Mention],
    pub(super) claim: &'a Quantity,
    pub(super) kind: ClaimKind,
    pub(super) sources: &'a Sources,
}

impl Formula<'_> {
    /// The result, rounded as the claim is but to no less than a person would.
    pub(super) fn result(&self, actual: Decimal) -> String {
        let small = actual.abs() < Decimal::ONE_HUNDRED && self.kind != ClaimKind::Percentage;
        let least = if small { 2 } else { 1 };
        let digits = self.claim.step.normalize().scale().clamp(least, 4);
        format::number(actual.round_dp(digits), self.kind, self.claim.unit)
    }

    /// The formula with its result.
    pub(super) fn text(&self, actual: Decimal) -> String {
        let shown = self.result(actual);
        let cells: Vec<String> = self.cells.iter().map(|cell| self.cell(cell)).collect();
        let (last, parts) = match cells.split_last() {
            Some((last, parts)) => (last.as_str(), parts.join(" + ")),
            None => ("", String::new()),
        };
        let parts = if cells.len() > 2 { format!("({parts})") } else { parts };
        match self.operation {
            Operation::PercentChange(_) => format!("({parts} − {last}) / {last} = {shown}"),
            Operation::Difference(_) => format!("{parts} − {last} = {shown}"),
            Operation::HalfDifference => format!("({parts} − {last}) / 2 = {shown}"),
            Operation::Sum => format!("{} = {shown}", cells.join(" + ")),
            Operation::Average => format!("({}) / {} = {shown}", cells.join(" + "), cells.len()),
            Operation::Share | Operation::Ratio => format!("{parts} / {last} = {shown}"),
            Operation::PartOfAll => match cells.split_first() {
                Some((part, all)) => format!("{part} / ({}) = {shown}", all.join(" + ")),
                None => shown,
            },
            Operation::Yearly => format!("{last} × 12 = {shown}"),
            Operation::Undone(way) => {
                let sign = if way == Direction::Down { "−" } else { "+" };
                format!("{parts} / (1 {sign} {last}) = {shown}")
            }
            Operation::Rest => format!("100 % − {last} = {shown}"),
            Operation::Product => format!("{} × {last} = {shown}", cells.first().map_or("", String::as_str)),
        }
    }

    /// A cell as its source prints it, without its currency.
    fn cell(&self, cell: &Mention) -> String {
        let printed = printed(self.sources, cell);
        printed.trim_start_matches(['$', '€', '£', '₪', ' ']).trim_end().to_owned()
    }
}
