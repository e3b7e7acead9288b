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

use super::candidates::Found;
use super::formula::results;
use super::gather::{Gather, in_time};
use super::operands::Chooser;
use super::operation::{self, Direction, Operands, Operation, Reading};
use super::sentence::Said;
use super::{Derivations, Outcome, gives, operand, signed};
use crate::claims::Quantity;
use crate::verify::Judgement;
use crate::verify::context::Context;
use crate::verify::evidence::evidence;
use crate::verify::prepare::{Mention, Sources};
use crate::verify::readings::{half, unit_differs};
use crate::verify::search::{Search, comparable};
use crate::verify::tolerance::rounded_to;
use crate::verify::words::Stem;

/// A claim of fewer digits is given by too many values.
pub(super) const LEAST_DIGITS: usize = 2;

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
        let claimed = claim.value.number()?;
        let fine = fineness(claim);
        let sources = search.sources();
        let mut asked = Vec::new();
        let chooser = Chooser { search, context, operation: Operation::Ratio, claim, asked: &mut asked };
        let mut gather = Gather::new(chooser, said, cues);
        let digits = significant(claim, claim.step);
        let hinted = cues.any() || !readings.is_empty();
        if hinted {
            gather.changes(readings);
        }
        gather.two_values();
        if hinted {
            gather.other_things();
            gather.in_other_words();
        }
        gather.whole_times();
        if readings.is_empty() {
            gather.unsaid(hinted);
        }
        gather.sums(digits);
        // What no source prints is a result itself: `$8.7M, up from $7.3M`.
        let mut stated = said.stated();
        stated.extend(said.level().map(|(_, level)| level));
        stated.retain(|q| is_stated(q, sources));
        // `Income went from $20.8m to $25.3m, so its margin widened from 12.1% to 13.7%`: an end of a change follows from no other change.
        if cues.margin && context.stance.end.is_some() {
            stated.clear();
        }
        gather.of_stated(&stated, readings.first());
        let Gather { mut found, mut paired, mut faint, .. } = gather;
        // What the sentence itself sets against each other is not set against another thing.
        let two = |r: &Reading| !matches!(r.operands, Operands::OverTime(..));
        let of_two = |operation: Operation| matches!(operation, Operation::Share | Operation::Ratio);
        if readings.iter().any(|r| r.firm && two(r) && of_two(r.operation)) {
            faint.retain(|(operation, _)| !of_two(*operation));
            paired.retain(|(operation, _)| *operation != Operation::Ratio);
        }
        // Small numbers lie a few apart from each other everywhere.
        if digits < LEAST_DIGITS && claim.kind == ClaimKind::Number {
            paired.retain(|(operation, _)| !matches!(operation, Operation::Difference(_)));
        }
        // What a source prints is that value, and no result of two that are named by half.
        if is_printed(claim, fine, sources) {
            faint.clear();
        } else {
            found.splice(0..0, paired);
        }
        let other_unit = |operation, cells: &[&Mention]| {
            let amounts = !matches!(operation, Operation::Share | Operation::PartOfAll | Operation::PercentChange(_));
            amounts && cells.iter().any(|m| unit_differs(claim, m, sources))
        };
        // Two things of one name are summed up by their own reading.
        let summed = |operation: Operation| operation == Operation::Sum && said.numbered().is_some();
        let apart = said.tells_apart();
        let periods = if apart { said.periods(0..said.pieces.len()) } else { Vec::new() };
        // `Site 1 used 42 more than Site 2 in 2024` is told of no other year.
        let of_other_time = |cells: &[&Mention]| match cells {
            [a, b] if apart && periods.len() == 1 && a.place != b.place => !cells.iter().all(|m| in_time(m, &periods)),
            _ => false,
        };
        let told = |(operation, cells): &Found<'_>| {
            !summed(*operation)
                && !said.names_others(*operation, cells, sources)
                && !of_other_time(cells)
                && stated.iter().all(|q| cells.iter().any(|cell| gives(cell, q)))
                && !other_unit(*operation, cells)
        };
        let steps = claimed.abs().checked_div(fine).unwrap_or_default();
        for (found, chance) in [(found, SURE_CHANCE), (faint, FAINT_CHANCE)] {
            let (exact, near) = weigh(found.into_iter().filter(told), claim, fine, sources);
            let by_chance = Decimal::from(near * chance) > steps;
            let enough = chance == SURE_CHANCE && digits >= LEAST_DIGITS;
            if let Some(outcome) = exact.filter(|_| enough || !by_chance) {
                return Some(outcome.judgement(claim, Status::Supported, sources, self.policy, self.say));
            }
        }
        None
    }
}

/// How many of the claim's steps there must be for each value near it: where the sentence names the operands, and where only one.
const SURE_CHANCE: usize = 1;
const FAINT_CHANCE: usize = 5;
/// At most this many values near the claim are counted.
const MOST_NEAR: usize = 64;

/// The first of these that gives the claim as finely as it is told, and how many values of its size there are among them: as many
/// would meet it by chance in so many of its steps.
fn weigh<'s>(
    found: impl Iterator<Item = Found<'s>>,
    claim: &Quantity,
    fine: Decimal,
    sources: &Sources,
) -> (Option<Outcome<'s>>, usize) {
    let claimed = claim.value.number().unwrap_or_default();
    let mut near: Vec<Decimal> = Vec::new();
    let mut exact = None;
    for (operation, cells) in found {
        for actual in outcomes(operation, &cells, claim, sources) {
            let part = operation == Operation::Share && actual > Decimal::ONE_HUNDRED;
            let stated = signed(operation, claimed, actual);
            let off = stated.checked_sub(actual).map_or(Decimal::MAX, |gap| gap.abs());
            if is_near(claimed, actual) && !near.contains(&actual.abs()) && near.len() < MOST_NEAR {
                near.push(actual.abs());
            }
            if exact.is_none() && off <= half(fine) && !part && !actual.is_zero() {
                exact = Some(Outcome { operation, cells: cells.clone(), stated, actual });
            }
        }
    }
    (exact, near.len())
}

/// How finely a claim is told: that of `about 580,000` is ten thousand.
fn fineness(claim: &Quantity) -> Decimal {
    let coarse = claim.value.number().map_or(claim.step, |value| rounded_to(value, claim.step));
    let rounded = significant(claim, coarse) >= LEAST_DIGITS && claim.comparator.is_some();
    if rounded { coarse } else { claim.step }
}

/// Whether a source prints the value, in some scale.
fn is_stated(value: &Quantity, sources: &Sources) -> bool {
    let Some(stated) = value.value.number() else { return false };
    let gap = half(value.step);
    [0, 3, 6, 9].into_iter().any(|zeros| {
        let scaled = |v: Decimal| v.checked_div(Decimal::from(10_u64.pow(zeros))).unwrap_or(v);
        let (low, high) = (scaled(stated.saturating_sub(gap)), scaled(stated.saturating_add(gap)));
        sources.sized(low, high).next().is_some()
    })
}

/// At most so many equal values are looked at.
const MOST_EQUAL: usize = 64;

/// Whether a source prints the claimed value, of whatever.
fn is_printed(claim: &Quantity, fine: Decimal, sources: &Sources) -> bool {
    let Some(claimed) = claim.value.number().map(|v| v.abs()) else { return false };
    let (low, high) = (claimed.saturating_sub(half(fine)), claimed.saturating_add(half(fine)));
    let mut equal = sources.sized(low, high);
    // Where so many are as large, one may well be it.
    equal.by_ref().take(MOST_EQUAL).any(|m| comparable(claim, m)) || equal.next().is_some()
}

/// Whether a value is of the claim's size.
fn is_near(claimed: Decimal, actual: Decimal) -> bool {
    let (claimed, actual) = (claimed.abs(), actual.abs());
    let three = Decimal::from(3);
    claimed.checked_mul(three).is_some_and(|most| actual <= most)
        && actual.checked_mul(three).is_some_and(|most| most >= claimed)
}

/// How many digits the claim tells above its step.
pub(super) fn significant(claim: &Quantity, step: Decimal) -> usize {
    let ratio = claim.value.number().and_then(|v| v.abs().checked_div(step)).and_then(|v| v.round().to_u64());
    ratio.map_or(0, |v| v.to_string().len())
}

/// What the operation gives; of a rate and a product also where the table's scale is only the first one's.
fn outcomes(operation: Operation, cells: &[&Mention], claim: &Quantity, sources: &Sources) -> Vec<Decimal> {
    if !matches!(operation, Operation::Ratio | Operation::Product) {
        // A count in thousands that no table says it is in would be right by chance.
        let known = claim.kind == ClaimKind::Currency || cells.iter().any(|m| m.scaled);
        let most = if known { usize::MAX } else { 1 };
        // Bracketed costs beside revenue in plain digits are taken off it all the same.
        let is_below = |m: &Mention| m.value.number().is_some_and(|v| v.is_sign_negative());
        let bracketed = match (operation, cells) {
            (Operation::Difference(_), [a, b]) => {
                a.column.is_some() && !is_below(a) && b.column.is_some() && is_below(b)
            }
            _ => false,
        };
        let operation = if bracketed { Operation::Sum } else { operation };
        return results(operation, cells, claim, sources).into_iter().take(most).collect();
    }
    let [a, b] = cells else { return Vec::new() };
    let printed = |m: &Mention| if m.scaled { m.also.first().copied() } else { m.value.number() };
    let (Some(first), Some(second)) = (a.value.number(), b.value.number()) else { return Vec::new() };
    let apply = |a: Decimal, b: Decimal| match operation {
        Operation::Product if cells.iter().any(|m| m.kind == ClaimKind::Percentage) => {
            a.checked_mul(b)?.checked_div(Decimal::ONE_HUNDRED)
        }
        Operation::Product => a.checked_mul(b),
        _ => a.checked_div(b),
    };
    let size = |v: Decimal| if operation == Operation::Ratio { v.abs() } else { v };
    [apply(first, second), printed(b).and_then(|b| apply(first, b))].into_iter().flatten().map(size).collect()
}
