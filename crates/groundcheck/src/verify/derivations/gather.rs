//! What a claim may follow from, by the hints of its sentence: every way to compute it from values that its words point at.

use groundcheck_types::ClaimKind;

use super::candidates::{Found, alike_in_column, before, is_monthly};
use super::gives;
use super::operands::Chooser;
use super::operation::{self, Cues, Direction, Operation, Reading};
use super::pairs::{Heard, Pair, Wanted, is_share, named_together, pairs};
use super::prose::{before_and_after, each_at, part_behind};
use super::sentence::Said;
use super::spans::Whole;
use crate::claims::{Period, Quantity};
use crate::lexicon::ways;
use crate::verify::clause::End;
use crate::verify::prepare::{Dated, Mention, Sources};
use crate::verify::search::overlap;
use crate::verify::tables::Part;
use crate::verify::words::{Stem, is_total};

/// Cells that fit this well, in thousandths of the best, are looked at as one of two things.
const LOOSE_FIT: u32 = 500;
/// As the only thing.
const CLOSE_FIT: u32 = 900;
/// An answer states at most this many values that it computed with.
const MOST_STATED: usize = 6;
/// At most this many cells are paired.
const MOST_PAIRED: usize = 24;

/// What was found so far.
pub(super) struct Gather<'a, 's> {
    chooser: Chooser<'a, 's>,
    sources: &'s Sources,
    claim: &'a Quantity,
    said: &'a Said<'a>,
    cues: Cues,
    words: Vec<Stem>,
    heard: Heard<'s>,
    periods: Vec<Period>,
    /// Quarters that the sentence names without their year.
    quarters: Vec<u8>,
    /// Of values that are told together: one thing at several times, a whole column.
    pub(super) found: Vec<Found<'s>>,
    /// Of two values that the sentence names.
    pub(super) paired: Vec<Found<'s>>,
    /// Of one that it names and one beside it.
    pub(super) faint: Vec<Found<'s>>,
}

impl<'a, 's> Gather<'a, 's> {
    pub(super) fn new(chooser: Chooser<'a, 's>, said: &'a Said<'a>, cues: Cues) -> Self {
        let sources = chooser.sources();
        let mut words = said.words_in_order();
        words.retain(|(at, _)| !operation::is_rate(said.word(*at)));
        let mut periods = said.periods(0..said.pieces.len());
        let quarters = said.quarters();
        // `Up from C in the second quarter`
        if let ([quarter], [one]) = (&quarters[..], &periods[..])
            && cues.before
        {
            periods = vec![Period::Quarter(one.year(), *quarter)];
        }
        Gather {
            sources,
            claim: chooser.claim,
            said,
            cues,
            words: operation::words(said),
            heard: Heard::of(words, sources),
            periods,
            quarters,
            found: Vec::new(),
            paired: Vec::new(),
            faint: Vec::new(),
            chooser,
        }
    }

    /// What the sentence's words point at, of these periods.
    fn cells(&mut self, periods: bool, least: u32) -> Vec<&'s Mention> {
        let periods = if periods { self.periods.as_slice() } else { &[] };
        close(self.chooser.cells(&self.words, periods), least)
    }

    /// One thing at two times.
    fn turns(&mut self, cells: &[&'s Mention]) -> Vec<Vec<&'s Mention>> {
        self.chooser.turns(cells, &self.periods, &self.quarters)
    }

    /// Changes from one time to another.
    pub(super) fn changes(&mut self, readings: &[Reading]) {
        if let Some(way) = self.cues.change {
            let cells = self.cells(false, CLOSE_FIT);
            let operation = change_by(way, self.claim, self.said);
            let turns = self.turns(&cells);
            self.found.extend(each(operation, turns));
            let close = cells;
            let cells = self.cells(false, LOOSE_FIT);
            let turns = close.iter().flat_map(|m| self.chooser.turns_among(m, &cells, &self.periods));
            self.found.extend(each(operation, turns));
            let two = pairs(&self.chooser, &self.heard, &cells, Wanted::Alike, false);
            // `From January to April`, but `April was higher than January`.
            let turned = self.cues.beside.is_none();
            let order = |Pair { cells: [a, b], .. }| if turned { vec![b, a] } else { vec![a, b] };
            self.paired.extend(each(operation, two.into_iter().map(order)));
        }
        let change = readings.iter().find_map(|r| match r.operation {
            Operation::PercentChange(way) => Some(way),
            _ => None,
        });
        if let Some(way) = change {
            let cells = self.cells(true, CLOSE_FIT);
            self.found.extend(cells.iter().flat_map(|anchor| self.chooser.told_changes(anchor, way)));
        }
    }

    /// Two values that the sentence names, or one and what stands beside it.
    pub(super) fn two_values(&mut self) {
        if self.periods.len() > 1 {
            return;
        }
        let cues = self.cues;
        let any = cues.lies().next().is_some() || cues.rate || cues.share || cues.product || cues.rest;
        let wanted = match any {
            true => Wanted::Any,
            false if self.claim.kind != ClaimKind::Percentage => Wanted::PartAndShare,
            false => return,
        };
        let cells = self.cells(true, LOOSE_FIT);
        let two = pairs(&self.chooser, &self.heard, &cells, wanted, true);
        for operation in self.cues.lies() {
            let two = pairs(&self.chooser, &self.heard, &cells, Wanted::Alike, false);
            self.paired.extend(each(operation, two.into_iter().map(|pair| pair.cells.to_vec())));
            if let [a, b] = self.quarters[..] {
                let mut turns = self.turns(&cells);
                turns.iter_mut().filter(|_| a < b).for_each(|cells| cells.reverse());
                self.paired.extend(each(operation, turns));
            }
        }
        two.into_iter().for_each(|pair| self.add(pair));
    }

    /// What two values may give.
    fn add(&mut self, pair: Pair<'s>) {
        let Pair { cells: [a, b], both, apart, at } = pair;
        let list = if both { &mut self.paired } else { &mut self.faint };
        let shares = [a, b].iter().filter(|m| is_share(m)).count();
        let based = !both && self.cues.beside.is_some_and(|beside| at > beside);
        let (first, base) = if based { (b, a) } else { (a, b) };
        let one_thing = both || self.chooser.is_of_one_thing(a, b);
        let same_row = both || a.column.is_none() || a.place == b.place;
        // Which of two lies above the other is no guess.
        let known = |way: Direction| apart || way == Direction::Either;
        if let Some(way) = self.cues.apart.filter(|way| known(*way))
            && is_one_sort(a, b)
            && same_row
            && (both || !is_before_and_after(self.sources, [a, b]))
        {
            list.push((Operation::Difference(way), vec![first, base]));
        }
        if let Some(way) = self.cues.than.filter(|way| known(*way))
            && shares != 1
            && same_row
        {
            list.push((Operation::PercentChange(way), vec![first, base]));
        }
        // `23 units are not owner occupied`
        if self.cues.rest && both && shares == 0 && self.claim.kind == ClaimKind::Number && is_one_sort(a, b) {
            list.push((Operation::Difference(Direction::Either), vec![a, b]));
        }
        if self.cues.rate && shares == 0 && one_thing {
            list.extend([(Operation::Ratio, vec![a, b]), (Operation::Ratio, vec![b, a])]);
        }
        // Another row is the whole of a rate only: `the effective tax rate`.
        let whole = one_thing && (same_row || self.cues.margin);
        if self.cues.share && !self.cues.compares && shares == 0 && whole {
            list.extend([(Operation::Share, vec![a, b]), (Operation::Share, vec![b, a])]);
        }
        let product = self.cues.product || (shares == 1 && self.cues.apart.is_none());
        // Nobody multiplies money by money.
        let money = [a, b].iter().all(|m| m.kind == ClaimKind::Currency);
        if product && one_thing && !money && self.claim.kind != ClaimKind::Percentage {
            list.push((Operation::Product, vec![a, b]));
        }
    }

    /// What has a name or a sign of its own: a list, a net number, a profit, a half year.
    pub(super) fn other_things(&mut self) {
        if self.periods.len() < 2 {
            self.of_one_time();
        }
        self.margins_between();
        if self.cues.earlier {
            self.found.extend(self.chooser.cells(&self.words, &[]).iter().flat_map(|(m, _)| before(self.sources, m)));
        }
    }

    /// The margins of a change, each of its own time: `widened from 12.1% in Q3 2023 to 13.7% in Q3 2024`.
    fn margins_between(&mut self) {
        let context = self.chooser.context;
        let from = context.stance.end == Some(End::From);
        if !self.cues.margin || !(from || self.periods.len() > 1) {
            return;
        }
        let own = match (&self.periods[..], &context.periods[..]) {
            ([_, _, ..], [own]) => vec![*own],
            // Where only the end is dated, it came from the year before.
            ([end], _) if from => end.year_before().into_iter().collect(),
            ([], _) if from => Vec::new(),
            _ => return,
        };
        // `From 12 % to 13 %`, in this order.
        let amounts = (0..self.said.pieces.len()).filter_map(|at| self.said.amount(at));
        let shares = amounts.filter(|q| q.kind == ClaimKind::Percentage).map(|q| q.value.number());
        let shares: Vec<_> = shares.take(3).collect();
        let says = |list| self.said.first_of(0..self.said.pieces.len(), list).is_some();
        let turned = match (&shares[..], says(ways::WIDENS), says(ways::NARROWS)) {
            ([from, to], true, false) => from > to,
            ([from, to], false, true) => from < to,
            _ => false,
        };
        if turned || (own.is_empty() && !self.periods.is_empty()) {
            return;
        }
        let cells = close(self.chooser.cells(&self.words, &own), LOOSE_FIT);
        let found = self.margins_of(&cells, &own);
        self.faint.extend(found);
    }

    /// Margins of what the word is called by: a gross margin is none of the operating income.
    fn margins_of(&self, cells: &[&'s Mention], periods: &[Period]) -> Vec<Found<'s>> {
        let said = self.said;
        let margin = (0..said.pieces.len()).rev().find(|at| matches!(said.word(*at), "margin" | "margins"));
        let names =
            margin.map_or(0..0, |at| at.saturating_sub(2)..at).filter(|at| ways::MARGIN_OF.contains(&said.word(*at)));
        let name: Vec<Stem> = names.flat_map(|at| said.stems(at).iter().copied()).collect();
        let mut found = self.chooser.margins(&self.heard, cells, periods);
        found.retain(|(_, cells)| {
            let Some(part) = cells.first() else { return false };
            name.iter().all(|stem| self.chooser.is_called(part, *stem))
        });
        found
    }

    /// What a whole time amounts to whose parts are told.
    pub(super) fn whole_times(&mut self) {
        if self.claim.kind == ClaimKind::Percentage || self.cues.change.is_some() {
            return;
        }
        let months = self.said.months();
        let half = self.cues.half.map(|second| Whole::Part(Part::Half(1 + u8::from(second))));
        let whole = match (&self.periods[..], months) {
            ([only], _) => Some(Whole::Of(*only)),
            ([], Some((from, to))) => Some(Whole::Months(from, to)),
            ([], _) => self.chooser.context.part.map(Whole::Part).or(half),
            _ => None,
        };
        let Some(whole) = whole else { return };
        let mut cells = self.cells(false, CLOSE_FIT);
        // What is counted names the row or the column.
        let noun = self.chooser.context.noun;
        cells.retain(|m| noun.is_none_or(|noun| self.chooser.is_called(m, noun)));
        let parts = self.chooser.parts_of(&cells, whole);
        self.found.extend(each(Operation::Sum, parts));
    }

    /// The same of one time.
    fn of_one_time(&mut self) {
        let cells = self.cells(true, LOOSE_FIT);
        self.plans(&cells);
        if self.cues.sum.is_some() || self.cues.rest {
            let count = self.cues.sum.flatten();
            let others = self.chooser.all_others(&self.heard, &cells, count).into_iter();
            self.found.extend(each(Operation::Sum, others.filter(|_| self.cues.rest || count.is_some())));
        }
        if self.cues.sum.is_some() {
            self.found.extend(each(Operation::Sum, named_together(&self.chooser, &self.heard, &cells)));
        }
        if self.cues.net {
            let way = self.cues.change.filter(|way| *way != Direction::Either).unwrap_or(Direction::Either);
            self.found.extend(each(Operation::Difference(way), self.chooser.nets(&cells)));
        }
        if self.cues.share {
            self.found.extend(self.chooser.parts(&self.heard, &cells));
        }
        if self.cues.times {
            let cells = self.cells(false, CLOSE_FIT);
            let turns = self.turns(&cells);
            self.found.extend(each(Operation::Ratio, turns));
        }
        if self.cues.yearly {
            let monthly = cells.iter().filter(|m| is_monthly(m, self.sources));
            self.found.extend(each(Operation::Yearly, monthly.map(|m| vec![*m])));
        }
        if self.cues.rest && self.claim.kind == ClaimKind::Percentage {
            let cells = self.cells(true, CLOSE_FIT);
            let shares = cells.into_iter().filter(|m| m.kind == ClaimKind::Percentage);
            self.found.extend(each(Operation::Rest, shares.map(|m| vec![m])));
        }
        if self.cues.profit {
            self.faint.extend(self.chooser.profits(&self.heard, &cells, &self.periods));
        }
        if self.cues.margin {
            let cells = self.cells(true, CLOSE_FIT);
            let found = self.margins_of(&cells, &self.periods);
            self.faint.extend(found);
        }
    }

    /// What was spent beside what was to be.
    fn plans(&mut self, cells: &[&'s Mention]) {
        for operation in self.cues.lies() {
            self.paired.extend(each(operation, self.chooser.plans(&self.heard, cells)));
        }
    }

    /// What no word of the sentence hints at: what is left of a whole, and all of a column where nothing else is hinted at either.
    pub(super) fn unsaid(&mut self, hinted: bool) {
        if self.periods.len() > 1 || self.claim.kind == ClaimKind::Percentage {
            return;
        }
        let cells = self.cells(true, LOOSE_FIT);
        if !hinted {
            self.faint.extend(each(Operation::Sum, self.chooser.wholes(&self.heard, &cells)));
        }
        let left = self.chooser.remainders(&self.heard, &cells, self.cues.rest);
        self.faint.extend(each(Operation::Difference(Direction::Either), left));
    }

    /// What a sentence tells that calls things by other words than the sources do.
    pub(super) fn in_other_words(&mut self) {
        let best = self.chooser.cells(&self.words, &[]).first().map_or(0, |(_, fit)| *fit);
        if best >= KNOWN_FIT || self.sources.mentions.len() > FEW_VALUES {
            return;
        }
        let all: Vec<&Mention> =
            self.sources.mentions.iter().filter(|m| in_time(m, &self.periods) && self.chooser.fits(m)).collect();
        let prose: Vec<&Mention> = all.iter().copied().filter(|m| m.column.is_none()).collect();
        if let Some(way) = self.cues.change {
            let operation = change_by(way, self.chooser.claim, self.said);
            let turns = self.turns(&prose);
            self.faint.extend(each(operation, turns));
        }
        self.plans(&all);
        if self.cues.profit {
            self.faint.extend(self.chooser.profits(&self.heard, &all, &self.periods));
        }
        if self.cues.earlier {
            self.faint.extend(prose.iter().flat_map(|m| before(self.sources, m)));
        }
        if let Some(count) = self.cues.sum {
            let sums = self.chooser.sums(&all, &self.periods, count, !self.cues.total);
            self.faint.extend(each(Operation::Sum, sums));
        }
        if self.cues.apart.is_some() {
            let parts = prose.iter().filter_map(|m| part_behind(self.sources, m));
            self.faint.extend(each(Operation::Difference(Direction::Either), parts));
        }
        if self.cues.product {
            self.faint.extend(each(Operation::Product, prose.iter().flat_map(|m| each_at(self.sources, m))));
        }
    }

    /// Whole columns, rows and lists.
    pub(super) fn sums(&mut self, digits: usize) {
        if let Some(count) = self.cues.sum
            && self.periods.len() < 2
            && digits + usize::from(count.is_some()) >= 3
        {
            self.chooser.operation = Operation::Sum;
            self.chooser.asked.clear();
            let cells = self.cells(true, LOOSE_FIT);
            let sums = self.chooser.sums(&cells, &self.periods, count, !self.cues.total);
            // `Total long-term debt` is a row, and no sum of all of them.
            let rows_named = |cells: &[&Mention]| self.cues.total && cells.iter().any(|m| self.heard.names_row(m));
            // `The two depots run 45 vans` sums no vans and drivers.
            let across = |cells: &[&Mention]| cells.windows(2).all(|pair| pair[0].place == pair[1].place);
            let column_named =
                |cells: &[&Mention]| !self.cues.included && across(cells) && self.heard.names_one_column(cells);
            let meant = |cells: &Vec<&Mention>| !rows_named(cells) && !column_named(cells);
            self.found.extend(each(Operation::Sum, sums.into_iter().filter(meant)));
            if let Some(most) = self.cues.largest {
                let columns = cells.iter().map(|anchor| self.chooser.down(anchor));
                let largest = columns.filter(|column| column.len() > most).map(|mut column| {
                    crate::sort::by_key(&mut column, |m| core::cmp::Reverse(m.value.number()));
                    column.truncate(most);
                    column
                });
                self.found.extend(each(Operation::Sum, largest));
            }
            let own: Vec<Stem> = self.words.iter().copied().filter(|word| !is_total(*word)).collect();
            let best = close(self.chooser.cells(&own, &self.periods), CLOSE_FIT);
            let counted = |cells: &Vec<&Mention>| count.is_none_or(|count| count == cells.len());
            let alike = alike_in_column(&best, self.sources).into_iter().filter(counted);
            self.found.extend(each(Operation::Sum, alike));
            // `The two units bring in`: a sentence of each.
            let told = count == Some(best.len())
                && best.iter().all(|m| m.column.is_none() && self.chooser.is_like(best[0], m));
            self.found.extend(told.then_some((Operation::Sum, best)));
        }
    }

    /// The very values that the answer says it computed with.
    pub(super) fn of_stated(&mut self, stated: &[&Quantity], reading: Option<&Reading>) {
        // A change has its own order in time, which the figures alone do not tell.
        let ordered = |r: &&Reading| matches!(r.operation, Operation::PercentChange(_) | Operation::Difference(_));
        let of_figures = reading.filter(|reading| !ordered(reading));
        if let Some(reading) = of_figures.filter(|_| (2..=MOST_STATED).contains(&stated.len())) {
            self.chooser.operation = reading.operation;
            self.chooser.asked.clear();
            let mut cells: Vec<&Mention> = Vec::with_capacity(stated.len());
            for quantity in stated {
                // Notes due in 2027 are no notes due in 2031.
                let periods = &self.periods;
                let is_it = |m: &Mention| gives(m, quantity) && in_time(m, periods);
                let found = self.chooser.cells_with(&self.words, &[], is_it);
                cells.extend(found.first().map(|(m, _)| *m));
            }
            let apart = cells.windows(2).all(|pair| pair[0].span != pair[1].span);
            if cells.len() == stated.len() && apart {
                self.found.push((reading.operation, cells));
            }
        }
    }
}

/// The same operation over each of these.
fn each<'s>(
    operation: Operation,
    cells: impl IntoIterator<Item = Vec<&'s Mention>>,
) -> impl Iterator<Item = Found<'s>> {
    cells.into_iter().map(move |cells| (operation, cells))
}

/// Whether a value is of one of these times, where there are any.
pub(super) fn in_time(m: &Mention, periods: &[Period]) -> bool {
    let named = |own: &Dated| periods.iter().any(|p| overlap(own.period, *p));
    periods.is_empty() || m.periods.is_empty() || m.periods.iter().any(named)
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

/// A change of the claim's sort.
fn change_by(way: Direction, claim: &Quantity, said: &Said<'_>) -> Operation {
    let percent = claim.kind == ClaimKind::Percentage && !said.in_points(claim);
    if percent { Operation::PercentChange(way) } else { Operation::Difference(way) }
}

/// Values that fit less, in thousandths, are called otherwise than the sentence calls them.
const KNOWN_FIT: u32 = 400;
/// Sources of at most this many values are small enough for any of them to be meant.
const FEW_VALUES: usize = 48;

/// Those that fit so well, in thousandths of the best.
fn close(cells: Vec<(&Mention, u32)>, least: u32) -> Vec<&Mention> {
    let best = cells.iter().map(|(_, fit)| *fit).max().unwrap_or(0);
    cells.into_iter().filter(|(_, fit)| fit * 1000 >= best * least).map(|(m, _)| m).take(MOST_PAIRED).collect()
}
