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

use super::formula::results;
use super::operands::{Chooser, MOST_OPERANDS, MOST_ROWS, dated, end};
use super::operation::{self, Cues, Operation, When};
use super::prose::{before_and_after, neighbours};
use super::sentence::{Said, stems_of};
use super::{Derivations, Outcome, signed};
use crate::claims::{Period, Quantity};
use crate::verify::Judgement;
use crate::verify::context::Context;
use crate::verify::documents::half;
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::{Search, overlap};
use crate::verify::words::Stem;

/// Cells that fit this well, in thousandths of the best, are looked at as one of two things.
const LOOSE_FIT: u32 = 500;
/// As the only thing.
const CLOSE_FIT: u32 = 900;
/// At most this many cells are paired.
const MOST_PAIRED: usize = 24;

/// A candidate: what is computed from which cells.
type Found<'s> = (Operation, Vec<&'s Mention>);

/// The sentence's words, each with its place.
struct Heard<'a> {
    words: Vec<(usize, Stem)>,
    sources: &'a Sources,
}

impl Heard<'_> {
    /// Whether the cell's labels hold the word.
    fn says(&self, cell: &Mention, stem: Stem) -> bool {
        let place = &self.sources.places[cell.place as usize];
        match (cell.column, &cell.near) {
            (Some(column), _) => {
                place.labels.binary_search(&stem).is_ok()
                    || self.sources.columns[column as usize].labels.binary_search(&stem).is_ok()
            }
            (None, Some(near)) => near.binary_search(&stem).is_ok() || cell.noun == Some(stem),
            (None, None) => place.labels.binary_search(&stem).is_ok(),
        }
    }

    /// Where the sentence names what this cell has and the other has not.
    fn own(&self, cell: &Mention, other: &Mention) -> Option<usize> {
        // What a sentence counts names it best.
        if cell.column.is_none() && cell.noun.is_some() && cell.noun != other.noun {
            return self.words.iter().find(|(_, stem)| cell.noun == Some(*stem)).map(|(at, _)| *at);
        }
        self.words.iter().find(|(_, stem)| self.says(cell, *stem) && !self.says(other, *stem)).map(|(at, _)| *at)
    }

    /// Whether the sentence names the row whole.
    fn names_row(&self, cell: &Mention) -> bool {
        let labels = &self.sources.places[cell.place as usize].labels;
        !labels.is_empty() && labels.iter().all(|label| self.words.iter().any(|(_, stem)| stem == label))
    }
}

impl Derivations<'_> {
    /// What bears the claim out by the hints of its sentence.
    pub(super) fn implied(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        said: &Said<'_>,
        search: &mut Search<'_>,
    ) -> Option<Judgement> {
        let cues = operation::cues(said, claim);
        if cues == Cues::default() {
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
        let digits = significant(claim);
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
            if cues.product && digits >= 3 {
                found.extend(chooser.products(&close(cells.iter().map(|m| (*m, 1)).collect(), 0), &heard));
            }
            if cues.rest {
                let cells = close(chooser.cells(&words, &periods), CLOSE_FIT);
                let shares = cells.into_iter().filter(|m| m.kind == ClaimKind::Percentage);
                found.extend(shares.map(|m| (Operation::Rest, vec![m])));
            }
        }
        if let Some(count) = cues.sum
            && digits + usize::from(count.is_some()) >= 3
        {
            chooser.operation = Operation::Sum;
            chooser.asked.clear();
            let cells = close(chooser.cells(&words, &periods), LOOSE_FIT);
            found
                .extend(chooser.sums(&cells, &periods, count, &heard).into_iter().map(|cells| (Operation::Sum, cells)));
        }
        let fine = rounding(claim);
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

/// How many digits the claim tells.
fn significant(claim: &Quantity) -> usize {
    let ratio =
        claim.value.number().and_then(|v| v.abs().checked_div(rounding(claim))).and_then(|v| v.round().to_u64());
    ratio.map_or(0, |v| v.to_string().len())
}

/// What the operation gives; of a rate and a product also where the table's scale is only the first one's.
fn outcomes(operation: Operation, cells: &[&Mention], claim: &Quantity, sources: &Sources) -> Vec<Decimal> {
    if !matches!(operation, Operation::Ratio | Operation::Product) {
        return results(operation, cells, claim, sources);
    }
    let [a, b] = cells else { return results(operation, cells, claim, sources) };
    let printed = |m: &Mention| if m.scaled { m.also.first().copied() } else { m.value.number() };
    let (Some(first), Some(second)) = (a.value.number(), b.value.number()) else { return Vec::new() };
    let apply = |a: Decimal, b: Decimal| match operation {
        Operation::Product => a.checked_mul(b),
        _ => a.checked_div(b),
    };
    [apply(first, second), printed(b).and_then(|b| apply(first, b))].into_iter().flatten().collect()
}

/// Two things that the sentence names apart and that stand in line, the one named first first.
fn pairs<'s>(
    chooser: &Chooser<'_, 's>,
    heard: &Heard<'_>,
    cells: &[&'s Mention],
    alike: bool,
) -> Vec<[&'s Mention; 2]> {
    let mut out = Vec::new();
    for (i, a) in cells.iter().enumerate() {
        for b in &cells[i + 1..] {
            let same_time = a.periods.is_empty()
                || b.periods.is_empty()
                || a.periods.iter().any(|p| b.periods.iter().any(|q| overlap(p.period, q.period)));
            let in_line = a.place == b.place
                || (a.column.is_some() && a.column == b.column)
                || (chooser.place(a).source == chooser.place(b).source
                    && (a.column.is_none() || chooser.column(a) == chooser.column(b)));
            if !in_line || !same_time || (alike && (!chooser.is_like(a, b) || a.column != b.column)) {
                continue;
            }
            let (Some(here), Some(there)) = (heard.own(a, b), heard.own(b, a)) else { continue };
            out.push(if here <= there { [*a, *b] } else { [*b, *a] });
        }
    }
    out
}

impl<'s> Chooser<'_, 's> {
    /// The later and the earlier value of what these cells tell of.
    fn turns(&mut self, cells: &[&'s Mention], periods: &[Period]) -> Vec<Vec<&'s Mention>> {
        let mut out = Vec::new();
        for anchor in cells {
            if anchor.column.is_none() {
                out.extend(before_and_after(self.sources(), anchor).map(|(new, old)| vec![new, old]));
                for other in neighbours(self.sources(), anchor) {
                    let order = match (dated(anchor).map(end), dated(other).map(end)) {
                        (Some(a), Some(b)) if a > b => vec![*anchor, other],
                        (Some(a), Some(b)) if a < b => vec![other, *anchor],
                        _ => continue,
                    };
                    out.push(order);
                }
                continue;
            }
            let series = self.series(anchor);
            let mut named: Vec<Period> = periods.to_vec();
            named.sort_by_key(|p| end(*p));
            let whens = match named[..] {
                [first, .., last] => vec![When::Pair(Some(last), Some(first))],
                [one] => vec![When::Pair(Some(one), None), When::Pair(None, Some(one))],
                [] => vec![When::Pair(None, None)],
            };
            out.extend(whens.iter().filter_map(|when| self.pick(anchor, &series, when, &[])));
            if let ([], [first, .., last]) = (periods, series.as_slice()) {
                out.push(vec![*last, *first]);
            }
        }
        out
    }

    /// Every row of the columns that these cells stand in, and every value of their rows.
    fn sums(
        &self,
        cells: &[&'s Mention],
        periods: &[Period],
        count: Option<usize>,
        heard: &Heard<'_>,
    ) -> Vec<Vec<&'s Mention>> {
        let in_time = |m: &Mention| {
            periods.is_empty()
                || m.periods.is_empty()
                || m.periods.iter().any(|p| periods.iter().any(|q| overlap(p.period, *q)))
        };
        let mut out: Vec<Vec<&'s Mention>> = Vec::new();
        for anchor in cells {
            let mut add = |found: Vec<&'s Mention>| {
                let fits = (2..=MOST_OPERANDS).contains(&found.len()) && count.is_none_or(|n| n == found.len());
                if fits && !out.contains_by(&found) {
                    out.push(found);
                }
            };
            if anchor.column.is_some() {
                add(self.down(anchor));
                let row = self.place(anchor).mentions.clone().map(|i| &self.sources().mentions[i as usize]);
                let row: Vec<&Mention> =
                    row.filter(|m| self.is_like(anchor, m) && in_time(m)).take(MOST_OPERANDS + 1).collect();
                if heard.names_row(anchor) {
                    add(row);
                }
            } else {
                for other in neighbours(self.sources(), anchor) {
                    add(if anchor.span.start < other.span.start { vec![anchor, other] } else { vec![other, anchor] });
                }
            }
        }
        out
    }

    /// The values under a cell's heading, totals left out.
    fn down(&self, anchor: &'s Mention) -> Vec<&'s Mention> {
        let total = stems_of("total");
        let sources = self.sources();
        let Some(column) = anchor.column.and_then(|c| sources.columns.get(c as usize)) else { return Vec::new() };
        let group = &self.place(anchor).group;
        let rows = column.rows.clone().take(MOST_ROWS).map(|p| &sources.places[p as usize]);
        rows.filter(|p| p.group == *group && !p.labels.iter().any(|l| total.contains(l)))
            .flat_map(|p| p.mentions.clone())
            .map(|i| &sources.mentions[i as usize])
            .filter(|m| m.column == anchor.column && self.is_like(anchor, m))
            .take(MOST_OPERANDS + 1)
            .collect()
    }

    /// Each cell of a row that is named whole as a part of its column.
    fn parts(&self, heard: &Heard<'_>, cells: &[&'s Mention]) -> Vec<Found<'s>> {
        let mut out: Vec<Found<'s>> = Vec::new();
        for anchor in
            cells.iter().filter(|m| m.column.is_some() && heard.names_row(m) && m.kind != ClaimKind::Percentage)
        {
            let mut column = self.down(anchor);
            if (2..=MOST_OPERANDS).contains(&column.len()) && column.iter().any(|m| m.span == anchor.span) {
                column.insert(0, anchor);
                out.push((Operation::PartOfAll, column));
            }
        }
        out
    }

    /// Two values of one row by each other, and a month's value over a year.
    fn products(&self, cells: &[&'s Mention], heard: &Heard<'_>) -> Vec<Found<'s>> {
        let mut out: Vec<Found<'s>> = Vec::new();
        for (i, a) in cells.iter().enumerate() {
            for b in cells[i + 1..].iter().filter(|b| b.place == a.place && b.column != a.column && heard.names_row(a))
            {
                out.push((Operation::Product, vec![*a, *b]));
            }
        }
        out
    }
}

/// Whether a list of operands is there already.
trait ContainsBy {
    fn contains_by(&self, cells: &[&Mention]) -> bool;
}

impl ContainsBy for Vec<Vec<&Mention>> {
    fn contains_by(&self, cells: &[&Mention]) -> bool {
        self.iter().any(|own| {
            own.len() == cells.len() && own.iter().zip(cells).all(|(a, b)| a.place == b.place && a.span == b.span)
        })
    }
}
