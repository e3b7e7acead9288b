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
use super::operation::{self, Cues, Direction, Operands, Operation, Reading, When};
use super::prose::{before_and_after, neighbours};
use super::sentence::{Said, stems_of};
use super::{Derivations, Outcome, gives, operand, signed};
use crate::claims::{Period, Quantity};
use crate::verify::Judgement;
use crate::verify::context::Context;
use crate::verify::documents::{evidence, half, unit_differs};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::{Search, overlap};
use crate::verify::words::Stem;

/// Cells that fit this well, in thousandths of the best, are looked at as one of two things.
const LOOSE_FIT: u32 = 500;
/// As the only thing.
const CLOSE_FIT: u32 = 900;
/// A claim of fewer digits is given by too many values.
const LEAST_DIGITS: usize = 2;
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

    /// How many of the sentence's words name one of the two.
    fn covers(&self, pair: [&Mention; 2]) -> usize {
        self.words.iter().filter(|(_, stem)| pair.iter().any(|cell| self.says(cell, *stem))).count()
    }

    /// Whether the sentence names the row whole.
    fn names_row(&self, cell: &Mention) -> bool {
        let labels = &self.sources.places[cell.place as usize].labels;
        !labels.is_empty() && labels.iter().all(|label| self.words.iter().any(|(_, stem)| stem == label))
    }
}

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
        search: &mut Search<'_>,
    ) -> Option<Judgement> {
        let cues = operation::cues(said, claim);
        let digits = significant(claim, claim.step);
        if (Cues { total: false, ..cues }) == Cues::default() || digits < LEAST_DIGITS {
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
                    column.sort_by_key(|m| core::cmp::Reverse(m.value.number()));
                    column.truncate(most);
                    column
                });
                found.extend(largest.map(|cells| (Operation::Sum, cells)));
            }
            let best = close(chooser.cells(&words, &periods), CLOSE_FIT);
            found.extend(alike_in_column(&best, sources).into_iter().map(|cells| (Operation::Sum, cells)));
        }
        let coarse = rounding(claim);
        let rounded = significant(claim, coarse) >= LEAST_DIGITS && claim.comparator.is_some();
        let fine = if rounded { coarse } else { claim.step };
        let stated = said.stated();
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

/// The rows of a column that the sentence's words name equally: `monetary assets, current` and `non-current`.
fn alike_in_column<'s>(cells: &[&'s Mention], sources: &Sources) -> Vec<Vec<&'s Mention>> {
    let mut cells: Vec<&Mention> = cells.iter().copied().filter(|m| m.column.is_some()).collect();
    cells.sort_by_key(|m| (m.column, m.place));
    let group = |m: &Mention| &sources.places[m.place as usize].group;
    let runs = cells.chunk_by(|a, b| a.column == b.column && group(a) == group(b));
    runs.filter(|run| (2..=MOST_OPERANDS).contains(&run.len())).map(<[&Mention]>::to_vec).collect()
}

/// Whether a cell's value is a month's.
fn is_monthly(cell: &Mention, sources: &Sources) -> bool {
    let place = &sources.places[cell.place as usize];
    let column = cell.column.map_or(&[][..], |c| sources.columns[c as usize].labels.as_slice());
    let says = |stem: &Stem| place.says(*stem) || column.contains(stem);
    matches!(dated(cell), Some(Period::Month(..)))
        || ["month", "monthly"].iter().any(|word| stems_of(word).iter().any(says))
}

/// Whether a sentence tells the value as a change: `rose by 119`, `up 40 basis points`, `19 days less than in 2022`.
fn is_change(sources: &Sources, value: &Mention) -> bool {
    const LEADS: &[&str] = &["by", "up", "down"];
    const BEHIND: &[&str] = &["more", "less", "fewer", "higher", "lower"];
    let Some(place) = sources.places.get(value.place as usize) else { return false };
    let text = sources.sources.get(place.source as usize).map_or("", |s| s.text.as_str());
    let before = text.get(..value.span.start as usize).unwrap_or_default();
    let behind = text.get(value.span.end as usize..).unwrap_or_default();
    let lead = before.trim_end_matches([' ', '$', '€', '£', '₪']).rsplit([' ', '\n']).next().unwrap_or_default();
    value.stance.change
        || LEADS.contains(&lead)
        || behind.split([' ', '\n', ',', '.']).filter(|w| !w.is_empty()).take(2).any(|word| BEHIND.contains(&word))
}

/// What a level that a sentence tells was before the change that it tells beside it: `1,184 pupils, 46 more than the year before`.
fn before<'s>(sources: &'s Sources, level: &'s Mention) -> Vec<Found<'s>> {
    let Some(place) = sources.places.get(level.place as usize).filter(|_| level.column.is_none()) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let others = place.mentions.clone().map(|i| &sources.mentions[i as usize]);
    for change in others.filter(|m| is_change(sources, m) && m.span != level.span).take(MOST_OPERANDS) {
        let ways: &[Direction] = match (change.stance.says_up(), change.stance.says_down()) {
            (true, _) => &[Direction::Up],
            (_, true) => &[Direction::Down],
            _ => &[Direction::Up, Direction::Down],
        };
        for way in ways {
            let operation = match (change.kind, level.kind, way) {
                (ClaimKind::Percentage, ClaimKind::Percentage, _) | (_, _, Direction::Either) => continue,
                (ClaimKind::Percentage, ..) => Operation::Undone(*way),
                (a, b, Direction::Up) if a == b => Operation::Difference(Direction::Either),
                (a, b, Direction::Down) if a == b => Operation::Sum,
                _ => continue,
            };
            out.push((operation, vec![level, change]));
        }
    }
    out
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
            // From January to April is from one time to another.
            let same_time = same_time || alike;
            if !in_line || !same_time || (alike && (!chooser.is_like(a, b) || a.column != b.column)) {
                continue;
            }
            let (Some(here), Some(there)) = (heard.own(a, b), heard.own(b, a)) else { continue };
            let pair = if here <= there { [*a, *b] } else { [*b, *a] };
            out.push((heard.covers(pair), pair));
        }
    }
    // The pair that most of the sentence's words name is meant.
    let most = out.iter().map(|(covered, _)| *covered).max().unwrap_or(0);
    out.into_iter().filter(|(covered, _)| *covered == most).map(|(_, pair)| pair).collect()
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
            let mut series = self.series(anchor);
            if series.len() < 2 {
                series = self.dated_rows(anchor);
            }
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
        whole: bool,
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
                if whole {
                    add(row);
                }
            } else if whole {
                for other in neighbours(self.sources(), anchor) {
                    add(if anchor.span.start < other.span.start { vec![anchor, other] } else { vec![other, anchor] });
                }
            }
        }
        out
    }

    /// The values under a cell's heading in order of time, where every row is another time.
    fn dated_rows(&self, anchor: &'s Mention) -> Vec<&'s Mention> {
        let mut rows = self.down(anchor);
        rows.sort_by_key(|m| dated(m).map(end));
        let apart = rows.windows(2).all(|pair| dated(pair[0]).map(end) < dated(pair[1]).map(end));
        if apart && rows.first().is_some_and(|m| dated(m).is_some()) { rows } else { Vec::new() }
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
