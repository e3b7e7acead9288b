//! What a sentence implies without naming its operands one by one: `the four stores sold C`, `C per shop`, `the other C`.
//!
//! Hints only ([`Cues`]): such a claim is borne out by values that its words point at and that give it as it is told, and it is
//! never contradicted by them, as another pair of values may be meant.
//!
//! ```text
//! | Year | Turnover (£000) | Shops |
//! | 2022 | 5,240           | 9     |      turnover per shop was £582,000   ->   5,240 / 9 = £582,222
//! ```

use groundcheck_types::{ClaimKind, Status};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::candidates::{Found, Heard, alike_in_column, before, is_monthly, pairs};
use super::formula::results;
use super::operands::Chooser;
use super::operation::{self, Cues, Direction, Operands, Operation, Reading};
use super::sentence::{Said, stems_of};
use super::{Derivations, Outcome, gives, operand, signed};
use crate::claims::Quantity;
use crate::verify::Judgement;
use crate::verify::context::Context;
use crate::verify::documents::{evidence, half, unit_differs};
use crate::verify::prepare::{Dated, Mention, Sources};
use crate::verify::search::{Search, overlap};
use crate::verify::words::Stem;

/// Cells that fit this well, in thousandths of the best, are looked at as one of two things.
const LOOSE_FIT: u32 = 500;
/// As the only thing.
const CLOSE_FIT: u32 = 900;
/// A claim of fewer digits is given by too many values.
const LEAST_DIGITS: usize = 2;
/// An answer states at most this many values that it computed with.
const MOST_STATED: usize = 6;
/// At most this many cells are paired.
const MOST_PAIRED: usize = 24;

impl Derivations<'_> {
    /// A change that a sentence of the sources tells itself, `the $29.3 million increase in our cost of revenue`: what two cells of
    /// some row give is another one's.
    pub(super) fn printed_change(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        readings: &[Reading],
        search: &mut Search<'_>,
    ) -> Option<Judgement> {
        let change = |r: &Reading| match r.operation {
            Operation::PercentChange(way) | Operation::Difference(way) => way != Direction::Either,
            _ => false,
        };
        let first = readings.first().filter(|r| change(r))?;
        let Operands::OverTime(words, _) = &first.operands else { return None };
        let mut asked = Vec::new();
        let mut chooser = Chooser { search, context, operation: Operation::Ratio, claim, asked: &mut asked };
        let sources = chooser.sources();
        let told = |m: &Mention| {
            let place = &sources.places[m.place as usize];
            let knows = |stem: &Stem| {
                m.near.as_ref().map_or_else(|| place.says(*stem), |near| near.binary_search(stem).is_ok())
            };
            m.column.is_none()
                && m.kind == claim.kind
                && m.stance.change
                && !m.stance.opposes(context.stance)
                && gives(m, claim)
                && !unit_differs(claim, m, sources)
                && words.iter().filter(|stem| sources.term(**stem).is_some()).all(knows)
        };
        let (mention, _) = chooser.cells_with(words, &context.periods, told).into_iter().next()?;
        Some(operand(evidence(sources, mention, mention.span, mention.value), self.policy, self.say))
    }

    /// What bears the claim out by the hints of its sentence.
    pub(super) fn implied(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        said: &Said<'_>,
        readings: &[Reading],
        search: &mut Search<'_>,
    ) -> Option<Judgement> {
        let cues = operation::cues(said, claim);
        let digits = significant(claim, claim.step);
        if ((Cues { total: false, ..cues }) == Cues::default() && readings.is_empty()) || digits < LEAST_DIGITS {
            return None;
        }
        let claimed = claim.value.number()?;
        let sources = search.sources();
        let words = operation::words(said);
        let heard = Heard { words: said.words_in_order(), sources };
        let periods = said.periods(0..said.pieces.len());
        let mut asked = Vec::new();
        let mut chooser = Chooser { search, context, operation: Operation::Ratio, claim, asked: &mut asked };
        let mut found: Vec<Found<'_>> = Vec::new();
        if let Some(way) = cues.change {
            let cells = close(chooser.cells(&words, &[]), CLOSE_FIT);
            let operation = if claim.kind == ClaimKind::Percentage && !said.in_points(claim) {
                Operation::PercentChange(way)
            } else {
                Operation::Difference(way)
            };
            found.extend(chooser.turns(&cells, &periods).into_iter().map(|cells| (operation, cells)));
            if periods.len() < 2 {
                let cells = close(chooser.cells(&words, &periods), LOOSE_FIT);
                found.extend(pairs(&chooser, &heard, &cells, true).into_iter().map(|[a, b]| (operation, vec![b, a])));
            }
        }
        let change = readings.iter().find_map(|r| match r.operation {
            Operation::PercentChange(way) => Some(way),
            _ => None,
        });
        if let Some(way) = change {
            let cells = close(chooser.cells(&words, &periods), CLOSE_FIT);
            found.extend(cells.iter().flat_map(|anchor| chooser.told_changes(anchor, way)));
        }
        if periods.len() < 2 {
            let cells = close(chooser.cells(&words, &periods), LOOSE_FIT);
            let two = pairs(&chooser, &heard, &cells, false);
            if let Some(way) = cues.apart {
                found.extend(two.iter().map(|[a, b]| (Operation::Difference(way), vec![*a, *b])));
            }
            if cues.rate {
                found.extend(two.iter().map(|[a, b]| (Operation::Ratio, vec![*a, *b])));
            }
            if cues.share {
                found.extend(
                    two.iter().flat_map(|[a, b]| [(Operation::Share, vec![*a, *b]), (Operation::Share, vec![*b, *a])]),
                );
                found.extend(chooser.parts(&heard, &cells));
            }
            if cues.than {
                let two = pairs(&chooser, &heard, &cells, true);
                let than = Operation::PercentChange(Direction::Either);
                found.extend(two.into_iter().map(|[a, b]| (than, vec![a, b])));
            }
            if cues.yearly {
                let monthly = cells.iter().filter(|m| is_monthly(m, sources));
                found.extend(monthly.map(|m| (Operation::Yearly, vec![*m])));
            }
            if cues.product && digits >= 3 {
                found.extend(chooser.products(&close(cells.iter().map(|m| (*m, 1)).collect(), 0), &heard));
            }
            if cues.rest {
                let cells = close(chooser.cells(&words, &periods), CLOSE_FIT);
                let shares = cells.into_iter().filter(|m| m.kind == ClaimKind::Percentage);
                found.extend(shares.map(|m| (Operation::Rest, vec![m])));
            }
        }
        if cues.earlier {
            found.extend(chooser.cells(&words, &[]).iter().flat_map(|(m, _)| before(sources, m)));
        }
        if let Some(count) = cues.sum
            && periods.len() < 2
            && digits + usize::from(count.is_some()) >= 3
        {
            chooser.operation = Operation::Sum;
            chooser.asked.clear();
            let cells = close(chooser.cells(&words, &periods), LOOSE_FIT);
            let sums = chooser.sums(&cells, &periods, count, !cues.total);
            // `Total long-term debt` is a row, and no sum of all of them.
            let rows_named = |cells: &[&Mention]| cues.total && cells.iter().any(|m| heard.names_row(m));
            found.extend(sums.into_iter().filter(|cells| !rows_named(cells)).map(|cells| (Operation::Sum, cells)));
            if let Some(most) = cues.largest {
                let columns = cells.iter().map(|anchor| chooser.down(anchor));
                let largest = columns.filter(|column| column.len() > most).map(|mut column| {
                    crate::sort::by_key(&mut column, |m| core::cmp::Reverse(m.value.number()));
                    column.truncate(most);
                    column
                });
                found.extend(largest.map(|cells| (Operation::Sum, cells)));
            }
            let own: Vec<Stem> = words.iter().copied().filter(|word| !stems_of("total").contains(word)).collect();
            let best = close(chooser.cells(&own, &periods), CLOSE_FIT);
            found.extend(alike_in_column(&best, sources).into_iter().map(|cells| (Operation::Sum, cells)));
        }
        let coarse = rounding(claim);
        let rounded = significant(claim, coarse) >= LEAST_DIGITS && claim.comparator.is_some();
        let fine = if rounded { coarse } else { claim.step };
        let stated = said.stated();
        // A change has its own order in time, which the figures alone do not tell.
        let ordered = |r: &&Reading| matches!(r.operation, Operation::PercentChange(_) | Operation::Difference(_));
        let of_figures = readings.first().filter(|reading| !ordered(reading));
        if let Some(reading) = of_figures.filter(|_| (2..=MOST_STATED).contains(&stated.len())) {
            chooser.operation = reading.operation;
            chooser.asked.clear();
            // Notes due in 2027 are no notes due in 2031.
            let in_time = |m: &Mention| {
                let named = |own: &Dated| periods.iter().any(|p| overlap(own.period, *p));
                periods.is_empty() || m.periods.is_empty() || m.periods.iter().any(named)
            };
            let cells: Vec<&Mention> = stated
                .iter()
                .filter_map(|q| chooser.cells_with(&words, &[], |m| gives(m, q) && in_time(m)).first().map(|(m, _)| *m))
                .collect();
            let apart = cells.windows(2).all(|pair| pair[0].span != pair[1].span);
            if cells.len() == stated.len() && apart {
                found.push((reading.operation, cells));
            }
        }
        let of_stated = |cells: &[&Mention]| stated.iter().all(|q| cells.iter().any(|cell| gives(cell, q)));
        let other_unit = |operation, cells: &[&Mention]| {
            let amounts = !matches!(operation, Operation::Share | Operation::PartOfAll | Operation::PercentChange(_));
            amounts && cells.iter().any(|m| unit_differs(claim, m, sources))
        };
        found.retain(|(operation, cells)| of_stated(cells) && !other_unit(*operation, cells));
        for (operation, cells) in found {
            for actual in outcomes(operation, &cells, claim, sources) {
                let part = operation == Operation::Share && actual > Decimal::ONE_HUNDRED;
                let stated = signed(operation, claimed, actual);
                let exact = stated.checked_sub(actual).is_some_and(|gap| gap.abs() <= half(fine));
                if exact && !part && !actual.is_zero() {
                    let outcome = Outcome { operation, cells, stated, actual };
                    return Some(outcome.judgement(claim, Status::Supported, sources, self.policy, self.say));
                }
            }
        }
        None
    }
}

/// Those that fit so well, in thousandths of the best.
fn close(cells: Vec<(&Mention, u32)>, least: u32) -> Vec<&Mention> {
    let best = cells.iter().map(|(_, fit)| *fit).max().unwrap_or(0);
    cells.into_iter().filter(|(_, fit)| fit * 1000 >= best * least).map(|(m, _)| m).take(MOST_PAIRED).collect()
}

/// How finely the claim is told: zeros at the end of a whole number are its rounding.
fn rounding(claim: &Quantity) -> Decimal {
    let Some(value) = claim.value.number().map(|v| v.abs()).filter(|v| !v.is_zero()) else { return claim.step };
    let mut step = claim.step;
    while let Some(coarser) = step.checked_mul(Decimal::TEN)
        && coarser > Decimal::ZERO
        && coarser >= Decimal::TEN
        && value.checked_rem(coarser).is_some_and(|rest| rest.is_zero())
        && value.checked_div(coarser).is_some_and(|v| v >= Decimal::TEN)
    {
        step = coarser;
    }
    step
}

/// How many digits the claim tells above its step.
fn significant(claim: &Quantity, step: Decimal) -> usize {
    let ratio = claim.value.number().and_then(|v| v.abs().checked_div(step)).and_then(|v| v.round().to_u64());
    ratio.map_or(0, |v| v.to_string().len())
}

/// What the operation gives; of a rate and a product also where the table's scale is only the first one's.
fn outcomes(operation: Operation, cells: &[&Mention], claim: &Quantity, sources: &Sources) -> Vec<Decimal> {
    if !matches!(operation, Operation::Ratio | Operation::Product) {
        // A count in thousands that no table says it is in would be right by chance.
        let known = claim.kind == ClaimKind::Currency || cells.iter().any(|m| m.scaled);
        let most = if known { usize::MAX } else { 1 };
        return results(operation, cells, claim, sources).into_iter().take(most).collect();
    }
    let [a, b] = cells else { return Vec::new() };
    let printed = |m: &Mention| if m.scaled { m.also.first().copied() } else { m.value.number() };
    let (Some(first), Some(second)) = (a.value.number(), b.value.number()) else { return Vec::new() };
    let apply = |a: Decimal, b: Decimal| match operation {
        Operation::Product => a.checked_mul(b),
        _ => a.checked_div(b),
    };
    [apply(first, second), printed(b).and_then(|b| apply(first, b))].into_iter().flatten().collect()
}
