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

use super::candidates::{Found, alike_in_column, before, is_monthly};
use super::formula::results;
use super::operands::Chooser;
use super::operation::{self, Cues, Direction, Operands, Operation, Reading};
use super::pairs::{Heard, Pair, named_together, pairs};
use super::prose::before_and_after;
use super::sentence::{Said, stems_of};
use super::{Derivations, Outcome, gives, operand, signed};
use crate::claims::{Period, Quantity};
use crate::verify::Judgement;
use crate::verify::context::Context;
use crate::verify::documents::{evidence, half, unit_differs};
use crate::verify::prepare::{Dated, Mention, Sources};
use crate::verify::search::{Search, comparable, overlap};
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
        if (Cues { total: false, beside: None, before: false, included: false, ..cues }) == Cues::default()
            && readings.is_empty()
        {
            return None;
        }
        let claimed = claim.value.number()?;
        let coarse = rounding(claim);
        let rounded = significant(claim, coarse) >= LEAST_DIGITS && claim.comparator.is_some();
        let fine = if rounded { coarse } else { claim.step };
        let digits = significant(claim, claim.step);
        let sources = search.sources();
        let words = operation::words(said);
        let mut heard = Heard { words: said.words_in_order(), sources };
        // `The average grant` is called a grant.
        heard.words.retain(|(at, _)| !operation::is_average(said.word(*at)));
        let mut periods = said.periods(0..said.pieces.len());
        let quarters = said.quarters();
        let mut asked = Vec::new();
        let mut chooser = Chooser { search, context, operation: Operation::Ratio, claim, asked: &mut asked };
        // `Up from C in the second quarter`
        if let ([quarter], [one]) = (&quarters[..], &periods[..])
            && cues.before
        {
            periods = vec![Period::Quarter(one.year(), *quarter)];
        }
        let mut found: Vec<Found<'_>> = Vec::new();
        // Those of two values that its words name.
        let mut paired: Vec<Found<'_>> = Vec::new();
        // Those of one that they name and one beside it.
        let mut faint: Vec<Found<'_>> = Vec::new();
        if let Some(way) = cues.change {
            let cells = close(chooser.cells(&words, &[]), CLOSE_FIT);
            let operation = if claim.kind == ClaimKind::Percentage && !said.in_points(claim) {
                Operation::PercentChange(way)
            } else {
                Operation::Difference(way)
            };
            found.extend(chooser.turns(&cells, &periods, &quarters).into_iter().map(|cells| (operation, cells)));
            let cells = close(chooser.cells(&words, &[]), LOOSE_FIT);
            let two = pairs(&chooser, &heard, &cells, true, false);
            paired.extend(two.into_iter().map(|Pair { cells: [a, b], .. }| (operation, vec![b, a])));
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
            let two = pairs(&chooser, &heard, &cells, false, true);
            let apart =
                cues.apart.map(Operation::Difference).into_iter().chain(cues.than.map(Operation::PercentChange));
            for operation in apart {
                let two = pairs(&chooser, &heard, &cells, true, false);
                paired.extend(two.into_iter().map(|pair| (operation, pair.cells.to_vec())));
                if let [a, b] = quarters[..] {
                    paired.extend(chooser.turns(&cells, &periods, &quarters).into_iter().map(|mut cells| {
                        if a < b {
                            cells.reverse();
                        }
                        (operation, cells)
                    }));
                }
            }
            for pair in &two {
                let Pair { cells: [a, b], both, at } = *pair;
                let list = if both { &mut paired } else { &mut faint };
                let shares = [a, b].iter().filter(|m| is_share(m)).count();
                let based = !both && cues.beside.is_some_and(|beside| at > beside);
                let (first, base) = if based { (b, a) } else { (a, b) };
                let one_thing = both || chooser.is_of_one_thing(a, b);
                let same_row = both || a.column.is_none() || a.place == b.place;
                if let Some(way) = cues.apart
                    && is_one_sort(a, b)
                    && same_row
                    && (both || !is_before_and_after(sources, [a, b]))
                {
                    list.push((Operation::Difference(way), vec![first, base]));
                }
                if let Some(way) = cues.than
                    && shares != 1
                    && same_row
                {
                    list.push((Operation::PercentChange(way), vec![first, base]));
                }
                if cues.rate && shares == 0 && one_thing {
                    list.extend([(Operation::Ratio, vec![a, b]), (Operation::Ratio, vec![b, a])]);
                }
                if cues.share && shares == 0 && one_thing {
                    list.extend([(Operation::Share, vec![a, b]), (Operation::Share, vec![b, a])]);
                }
                if (shares == 1 || cues.product) && one_thing && claim.kind != ClaimKind::Percentage {
                    list.push((Operation::Product, vec![a, b]));
                }
            }
            if cues.sum.is_some() {
                found.extend(named_together(&chooser, &heard, &cells).into_iter().map(|cells| (Operation::Sum, cells)));
            }
            if cues.net {
                let way = cues.change.filter(|way| *way != Direction::Either).unwrap_or(Direction::Either);
                found.extend(chooser.nets(&cells).into_iter().map(|cells| (Operation::Difference(way), cells)));
            }
            if cues.share {
                found.extend(chooser.parts(&heard, &cells));
            }
            if cues.times {
                let cells = close(chooser.cells(&words, &[]), CLOSE_FIT);
                found.extend(
                    chooser.turns(&cells, &periods, &quarters).into_iter().map(|cells| (Operation::Ratio, cells)),
                );
            }
            if cues.yearly {
                let monthly = cells.iter().filter(|m| is_monthly(m, sources));
                found.extend(monthly.map(|m| (Operation::Yearly, vec![*m])));
            }
            if cues.rest {
                let cells = close(chooser.cells(&words, &periods), CLOSE_FIT);
                let shares = cells.into_iter().filter(|m| m.kind == ClaimKind::Percentage);
                found.extend(shares.map(|m| (Operation::Rest, vec![m])));
            }
            if cues.profit || cues.margin {
                let own = close(chooser.cells(&words, &periods), CLOSE_FIT);
                faint.extend(chooser.profits(&heard, &own, &periods, cues.margin));
            }
        }
        if let Some(second) = cues.half
            && claim.kind != ClaimKind::Percentage
        {
            let cells = close(chooser.cells(&words, &[]), CLOSE_FIT);
            found.extend(cells.iter().filter_map(|m| chooser.half(m, second)).map(|cells| (Operation::Sum, cells)));
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
            // `The two depots run 45 vans` sums no vans and drivers.
            let across = |cells: &[&Mention]| cells.windows(2).all(|pair| pair[0].place == pair[1].place);
            let column_named = |cells: &[&Mention]| !cues.included && across(cells) && heard.names_one_column(cells);
            let meant = |cells: &Vec<&Mention>| !rows_named(cells) && !column_named(cells);
            found.extend(sums.into_iter().filter(meant).map(|cells| (Operation::Sum, cells)));
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
            let counted = |cells: &Vec<&Mention>| count.is_none_or(|count| count == cells.len());
            let alike = alike_in_column(&best, sources).into_iter().filter(counted);
            found.extend(alike.map(|cells| (Operation::Sum, cells)));
            // `The two units bring in`: a sentence of each.
            let told =
                count == Some(best.len()) && best.iter().all(|m| m.column.is_none() && chooser.is_like(best[0], m));
            found.extend(told.then_some((Operation::Sum, best)));
        }
        // What no source prints is a result itself: `$8.7M, up from $7.3M`.
        let mut stated = said.stated();
        stated.retain(|q| is_stated(q, sources));
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
        // What the sentence itself sets against each other is not set against another thing.
        let two = |r: &Reading| !matches!(r.operands, Operands::OverTime(..));
        let set_apart =
            readings.iter().any(|r| r.firm && two(r) && matches!(r.operation, Operation::Share | Operation::Ratio));
        if set_apart {
            faint.retain(|(operation, _)| !matches!(operation, Operation::Share | Operation::Ratio));
            paired.retain(|(operation, _)| *operation != Operation::Ratio);
        }
        // What a source prints is that value, and no result of others, unless the sentence names those.
        if is_printed(claim, fine, sources) {
            faint.clear();
        } else {
            found.splice(0..0, paired);
        }
        let told = |(operation, cells): &Found<'_>| of_stated(cells) && !other_unit(*operation, cells);
        // As many values as lie near the claim would be met by chance in so many of its steps.
        let steps = claimed.abs().checked_div(fine).unwrap_or_default();
        for (found, chance) in [(found, SURE_CHANCE), (faint, FAINT_CHANCE)] {
            let mut near: Vec<Decimal> = Vec::new();
            let mut exact: Option<Outcome<'_>> = None;
            for (operation, cells) in found.into_iter().filter(told) {
                for actual in outcomes(operation, &cells, claim, sources) {
                    let part = matches!(operation, Operation::Share) && actual > Decimal::ONE_HUNDRED;
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
            let by_chance = Decimal::from(near.len() * chance) > steps;
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

/// Whether a value is told as a part of another: `38 %`, `two thirds of it`.
fn is_share(m: &Mention) -> bool {
    m.kind == ClaimKind::Percentage || (m.column.is_none() && m.value.number().is_some_and(|v| v < Decimal::ONE))
}

/// Whether two values can be taken from each other: percentages, amounts of money, or counts.
fn is_one_sort(a: &Mention, b: &Mention) -> bool {
    let percentage = |m: &Mention| m.kind == ClaimKind::Percentage;
    percentage(a) == percentage(b) && (a.column.is_some() || a.kind == b.kind)
}

/// Whether a sentence sets the two against each other as one thing at two times: how that changed has its own order.
fn is_before_and_after(sources: &Sources, cells: [&Mention; 2]) -> bool {
    before_and_after(sources, cells[0])
        .is_some_and(|(new, old)| [new, old].iter().all(|m| cells.iter().any(|cell| cell.span == m.span)))
}

/// Whether a source prints the value, in some scale.
fn is_stated(value: &Quantity, sources: &Sources) -> bool {
    let Some(stated) = value.value.number() else { return false };
    let gap = half(value.step);
    [0, 3, 6, 9].into_iter().any(|zeros| {
        let scaled = |v: Decimal| v.checked_div(Decimal::from(10_u64.pow(zeros))).unwrap_or(v);
        let (low, high) = (scaled(stated.saturating_sub(gap)), scaled(stated.saturating_add(gap)));
        sources.valued(low, high).chain(sources.valued(-high, -low)).next().is_some()
    })
}

/// Whether a source prints the claimed value, of whatever.
fn is_printed(claim: &Quantity, fine: Decimal, sources: &Sources) -> bool {
    let Some(claimed) = claim.value.number().map(|v| v.abs()) else { return false };
    let (low, high) = (claimed.saturating_sub(half(fine)), claimed.saturating_add(half(fine)));
    sources.valued(low, high).chain(sources.valued(-high, -low)).any(|m| comparable(claim, m))
}

/// Whether a value is of the claim's size.
fn is_near(claimed: Decimal, actual: Decimal) -> bool {
    let (claimed, actual) = (claimed.abs(), actual.abs());
    let three = Decimal::from(3);
    claimed.checked_mul(three).is_some_and(|most| actual <= most)
        && actual.checked_mul(three).is_some_and(|most| most >= claimed)
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
        let mut out: Vec<Decimal> = results(operation, cells, claim, sources).into_iter().take(most).collect();
        // Bracketed costs beside revenue in plain digits are taken off it all the same.
        if let (Operation::Difference(_), [a, b]) = (operation, cells)
            && let (Some(a), Some(b)) = (a.value.number(), b.value.number())
            && a.is_sign_positive()
            && b.is_sign_negative()
            && cells.iter().all(|m| m.column.is_some())
        {
            out = a.checked_add(b).into_iter().collect();
        }
        return out;
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
