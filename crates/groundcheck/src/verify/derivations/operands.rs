//! Which cells are the operands: those that the words and periods of a reading point at, and that stand in line with each other.
//!
//! Only cells that are aligned count: one row (or one column) over its periods, or several rows of one column. Every step looks at
//! a bounded number of candidates, so what a claim costs does not grow with the sources.

use groundcheck_types::ClaimKind;

use super::operation::{Asked, Operands, Operation, Reading, When};
use super::prose::before_and_after;
use crate::claims::{Period, Quantity};
use crate::verify::context::Context;
use crate::verify::evidence::printed;
use crate::verify::kinds::Kinds;
use crate::verify::prepare::{Mention, Place, Sources};
use crate::verify::readings::unit_differs;
use crate::verify::search::{Candidate, LEAST_FIT, Search, Wanted, as_long, finest, overlap};
use crate::verify::words::{self, Stem, is_total};
use crate::verify::years::Years;

/// At most this many of an operand's candidates are looked at.
const MOST_CELLS: usize = 24;
/// Where fewer fit, those that fit less are looked at too.
const FEW_CELLS: usize = 8;
/// The least fit of those, in thousandths.
const LEAST_OPERAND_FIT: u32 = 200;
/// The index is asked at most this often for one claim.
const MOST_ASKED: usize = 20;
/// At most this many rows of a column are looked at.
pub(super) const MOST_ROWS: usize = 256;
/// At most this many cells are operands of one result.
pub(super) const MOST_OPERANDS: usize = 24;

/// What a value in a sentence weighs as an operand, in thousandths of one in a table: a sentence says much beside it.
const SENTENCE_FIT: u32 = 850;

/// What a value of a longer period than the one asked for weighs.
const WIDER_FIT: u32 = 850;

/// How many cells that stand in line with the first of two things are looked at.
const MOST_PARTNERS: usize = 4;
/// A total stands at most this many rows below its parts.
const MOST_BELOW: u32 = 64;
/// How well a row that is called only `Total` fits, in thousandths: its own words say no more.
const TOTAL_FIT: u32 = 760;

/// Operands in line with each other.
#[derive(Debug, Clone)]
pub(super) struct Chosen<'s> {
    pub(super) cells: Vec<&'s Mention>,
    /// How well the words fit, in thousandths.
    pub(super) fit: u32,
}

/// When a period ends, for order in time: of a day, a quarter and a year that end together the year comes last.
pub(crate) fn end(period: Period) -> (u16, u16) {
    let day = |month: u8, day: u8| u16::from(month) * 32 + u16::from(day);
    let year = period.year();
    match period {
        Period::Day(_, m, d) => (year, day(m, d)),
        Period::Month(_, m) => (year, day(m, 31)),
        Period::Quarter(_, q) => (year, day(q * 3, 31)),
        Period::Half(_, h) => (year, day(h * 6, 31)),
        Period::Fiscal(_) | Period::Year(_) => (year, u16::MAX),
    }
}

/// The periods that a cell's value is of: those over its column, else the finest that it has, else a part of a year that nobody names.
fn times(mention: &Mention) -> impl Iterator<Item = Period> + '_ {
    let years = || mention.periods.iter().filter(|own| own.above).map(|own| own.period.year());
    let first = years().next();
    // Where the row dates its values too, `At 1 January` under `2019`, both together do.
    let other = first.is_some() && mention.periods.iter().any(|own| !years().any(|year| year == own.period.year()));
    let dated = finest(mention).filter(move |p| !other || years().any(|year| year == p.year()));
    dated.chain(mention.part.filter(|_| mention.periods.is_empty()))
}

/// The finest of a cell's periods, the latest of those.
pub(super) fn dated(mention: &Mention) -> Option<Period> {
    times(mention).max_by_key(|p| end(*p))
}

/// Whether a cell is called by the period or of it.
fn is_in_period(mention: &Mention, period: Period) -> bool {
    finest(mention).any(|own| overlap(own, period))
}

/// Whether a cell's value is of the period.
fn is_of(mention: &Mention, period: Period) -> bool {
    times(mention).any(|own| overlap(own, period))
}

/// Asks the index for operands.
pub(super) struct Chooser<'a, 's> {
    pub(super) search: &'a mut Search<'s>,
    pub(super) context: &'a Context<'a>,
    pub(super) operation: Operation,
    pub(super) claim: &'a Quantity,
    /// What was asked already: one sentence's readings name the same operands again and again.
    pub(super) asked: &'a mut Vec<(Asked, Vec<(&'s Mention, u32)>)>,
}

impl<'s> Chooser<'_, 's> {
    /// The operands of a reading, the best fit first.
    pub(super) fn choose(&mut self, reading: &Reading) -> Vec<Chosen<'s>> {
        let mut out = match &reading.operands {
            Operands::OverTime(words, when) => self.over_time(words, when),
            Operands::Things(things) => self.things(things),
            Operands::Listed(list, whole) => self.listed(list, whole.as_ref()),
            Operands::Column(asked, count) => self.whole_column(asked, *count),
        };
        crate::sort::by_key(&mut out, |chosen| core::cmp::Reverse(chosen.fit));
        out
    }

    pub(super) fn sources(&self) -> &'s Sources {
        self.search.sources()
    }

    pub(super) fn place(&self, mention: &Mention) -> &'s Place {
        &self.sources().places[mention.place as usize]
    }

    /// The words of a cell's column.
    pub(super) fn column(&self, mention: &Mention) -> &'s [Stem] {
        mention.column.map_or(&[], |c| self.sources().columns[c as usize].labels.as_slice())
    }

    /// Whether the result is of the operands' own sort.
    fn is_of_amounts(&self) -> bool {
        use Operation::{Average, Difference, HalfDifference, Sum};
        matches!(self.operation, Difference(_) | HalfDifference | Sum | Average)
    }

    /// The kinds that an operand can be of.
    fn kinds(&self) -> Kinds {
        let amounts = self.is_of_amounts();
        match self.claim.kind {
            ClaimKind::Percentage if amounts => Kinds::of(&[ClaimKind::Percentage, ClaimKind::Number]),
            ClaimKind::Currency if amounts => Kinds::of(&[ClaimKind::Currency, ClaimKind::Number]),
            _ if amounts => Kinds::but(&[ClaimKind::Date, ClaimKind::Percentage]),
            _ => Kinds::but(&[ClaimKind::Date]),
        }
    }

    /// Whether a cell can be an operand at all.
    pub(super) fn fits(&self, mention: &Mention) -> bool {
        // A number in words in a sentence counts something else: `the three months`.
        let in_digits = || {
            mention.kind == ClaimKind::Percentage
                || printed(self.sources(), mention).contains(|c: char| c.is_ascii_digit())
        };
        let amounts = self.is_of_amounts();
        // What is counted is no money.
        if amounts
            && self.claim.kind == ClaimKind::Number
            && self.context.counts_things
            && mention.kind == ClaimKind::Currency
        {
            return false;
        }
        // Thousands of something are no percentage.
        if amounts && self.claim.kind == ClaimKind::Percentage && mention.kind == ClaimKind::Number && mention.scaled {
            return false;
        }
        let same_sort = match self.claim.kind {
            // A plain number may be a share or money in a table alone.
            ClaimKind::Percentage | ClaimKind::Currency if amounts => {
                mention.kind != ClaimKind::Number || mention.column.is_some()
            }
            _ => true,
        };
        self.kinds().has(mention.kind)
            && same_sort
            && mention.value.number().is_some()
            && (mention.column.is_some() || in_digits())
            && !(amounts && unit_differs(self.claim, mention, self.sources()))
    }

    /// The cells that these words and periods point at, the best first.
    pub(super) fn cells(&mut self, words: &[Stem], periods: &[Period]) -> Vec<(&'s Mention, u32)> {
        if let Some((_, cells)) = self.asked.iter().find(|(asked, _)| asked.words == words && asked.periods == periods)
        {
            return cells.clone();
        }
        if self.asked.len() >= MOST_ASKED {
            return Vec::new();
        }
        let cells = self.cells_with(words, periods, |_| true);
        self.asked.push((Asked { words: words.to_vec(), periods: periods.to_vec() }, cells.clone()));
        cells
    }

    /// Those of them that pass `wanted`.
    pub(super) fn cells_with(
        &mut self,
        words: &[Stem],
        periods: &[Period],
        wanted: impl Fn(&Mention) -> bool,
    ) -> Vec<(&'s Mention, u32)> {
        let context = self.context;
        let near = if words.is_empty() { context.near.clone() } else { words.to_vec() };
        let mut far: Vec<Stem> =
            context.near.iter().chain(&context.far).copied().filter(|w| near.binary_search(w).is_err()).collect();
        words::sort(&mut far);
        let asked = context.about(near, far, periods.to_vec());
        let kinds = self.kinds();
        self.search.ask(&asked);
        let sources = self.sources();
        let fits = |_: &Place, mention: &Mention| {
            (periods.is_empty() || mention.periods.is_empty() || periods.iter().any(|p| is_in_period(mention, *p)))
                && as_long(context, mention)
                && wanted(mention)
                && self.fits(mention)
        };
        let wanted = Wanted::of(kinds, &fits).in_years(Years::asked(periods));
        let mut found: Vec<Candidate> = self.search.first(MOST_CELLS, &asked, wanted);
        // Of a long sentence one operand's own words are few.
        let few = words.len() == 1 || words.len() * 2 <= context.near.len() + context.far.len();
        if few && found.len() < FEW_CELLS {
            found = self.search.candidates_from(LEAST_OPERAND_FIT, &asked, wanted);
        }
        let latest = |c: &Candidate| dated(&sources.mentions[c.mention as usize]).map(end);
        crate::sort::by_key(&mut found, |c| core::cmp::Reverse((c.fit, latest(c), core::cmp::Reverse(c.mention))));
        found.truncate(MOST_CELLS);
        // A year is not its quarter.
        let wider = |m: &Mention| !periods.is_empty() && !finest(m).any(|own| periods.iter().any(|p| own.within(*p)));
        let weigh = |m: &Mention, fit: u32| {
            let fit = if m.column.is_some() { fit } else { fit * SENTENCE_FIT / 1000 };
            if !m.periods.is_empty() && wider(m) { fit * WIDER_FIT / 1000 } else { fit }
        };
        found
            .into_iter()
            .map(|c| (&sources.mentions[c.mention as usize], c.fit))
            .map(|(m, fit)| (m, weigh(m, fit)))
            .collect()
    }

    /// The cells that tell of the same thing as this one at other times, in order of time: those of its row, of each period the
    /// one under the likest heading, else those of its column in rows of equal labels.
    pub(super) fn series(&self, anchor: &'s Mention) -> Vec<&'s Mention> {
        let sources = self.sources();
        let place = self.place(anchor);
        let row: Vec<&Mention> = place
            .mentions
            .clone()
            .map(|i| &sources.mentions[i as usize])
            .filter(|m| self.is_like(anchor, m))
            .filter(|m| m.column.is_some() || m.periods.len() == 1)
            .collect();
        let row = self.one_of_each_time(anchor, row);
        if row.len() > 1 {
            return row;
        }
        let Some(column) = anchor.column else { return row };
        let same = |p: &Place| p.source == place.source && p.labels == place.labels;
        let down: Vec<&Mention> = sources.columns[column as usize]
            .rows
            .clone()
            .take(MOST_ROWS)
            .map(|p| &sources.places[p as usize])
            .filter(|p| same(p))
            .flat_map(|p| p.mentions.clone())
            .map(|i| &sources.mentions[i as usize])
            .filter(|m| m.column == anchor.column && self.is_like(anchor, m))
            .collect();
        let down = self.one_of_each_time(anchor, down);
        if down.len() > 1 { down } else { row }
    }

    /// Whether two cells are values of one sort: a percentage is no other time of an amount.
    pub(super) fn is_like(&self, a: &Mention, b: &Mention) -> bool {
        let percentage = |m: &Mention| m.kind == ClaimKind::Percentage;
        self.fits(b) && percentage(a) == percentage(b) && (a.column.is_some() || a.kind == b.kind)
    }

    /// Of cells of one period the one whose heading is the likest to this cell's.
    fn one_of_each_time(&self, anchor: &Mention, mut cells: Vec<&'s Mention>) -> Vec<&'s Mention> {
        let labels = self.column(anchor);
        let unlike = |m: &Mention| {
            let own = self.column(m);
            let shared = own.iter().filter(|l| labels.contains(l)).count();
            (m.span != anchor.span, own.len() + labels.len() - 2 * shared)
        };
        crate::sort::by_key(&mut cells, |m| (dated(m).map(end), unlike(m)));
        cells.dedup_by_key(|m| dated(m).map(end));
        cells
    }

    fn over_time(&mut self, words: &[Stem], when: &When) -> Vec<Chosen<'s>> {
        let first: &[Period] = match when {
            When::Pair(first, _) => first.as_slice(),
            When::Each(each) => each.get(..1).unwrap_or_default(),
            When::Through(..) | When::All(_) => &[],
        };
        let cells = self.cells(words, first);
        let mut out: Vec<Chosen<'s>> = Vec::new();
        let mut seen: Vec<Vec<u32>> = Vec::new();
        for (anchor, fit) in &cells {
            let series = self.series(anchor);
            let told = || matches!(when, When::Pair(..)).then(|| before_and_after(self.sources(), anchor)).flatten();
            let picked = self.pick(anchor, &series, when, &cells).or_else(|| told().map(|(new, old)| vec![new, old]));
            let Some(picked) = picked.filter(|p| (2..=MOST_OPERANDS).contains(&p.len())) else { continue };
            let key: Vec<u32> = picked.iter().map(|m| m.span.start).collect();
            if !seen.contains(&key) {
                seen.push(key);
                out.push(Chosen { cells: picked, fit: *fit });
            }
        }
        out
    }

    /// The cells of a series that the reading's periods name.
    pub(super) fn pick(
        &self,
        anchor: &'s Mention,
        series: &[&'s Mention],
        when: &When,
        cells: &[(&'s Mention, u32)],
    ) -> Option<Vec<&'s Mention>> {
        let exact = |m: &Mention, p: Period| times(m).any(|own| own.within(p) && p.within(own));
        // Of several days in a year its last one.
        let at = |p: Period| {
            let found = series.iter().rev().copied().find(|m| exact(m, p));
            found.or_else(|| series.iter().rev().copied().find(|m| is_of(m, p)))
        };
        let elsewhere = |p: Period| {
            let place = self.place(anchor);
            cells.iter().map(|(m, _)| *m).find(|m| {
                self.place(m).labels == place.labels
                    && self.column(m) == self.column(anchor)
                    && is_of(m, p)
                    && self.is_like(anchor, m)
            })
        };
        match when {
            When::Pair(first, second) => {
                let first = match first {
                    Some(p) => at(*p)?,
                    None => *series.last()?,
                };
                let second = match second {
                    Some(p) => at(*p).or_else(|| elsewhere(*p))?,
                    None => {
                        let own = dated(first)?;
                        *series.iter().rev().find(|m| dated(m).is_some_and(|p| end(p) < end(own)))?
                    }
                };
                (first.span != second.span).then(|| vec![first, second])
            }
            When::Each(periods) => periods.iter().map(|p| at(*p).or_else(|| elsewhere(*p))).collect(),
            When::Through(from, to) => {
                let (from, to) = if end(*from) <= end(*to) { (*from, *to) } else { (*to, *from) };
                let inside = |m: &&&Mention| {
                    let Some(own) = dated(m) else { return false };
                    (end(own) >= end(from) || overlap(own, from)) && (end(own) <= end(to) || overlap(own, to))
                };
                Some(series.iter().filter(inside).copied().collect())
            }
            When::All(period) => {
                let inside = |m: &&&Mention| period.is_none_or(|p| is_of(m, p));
                Some(series.iter().filter(inside).copied().collect())
            }
        }
    }

    fn things(&mut self, things: &[Asked]) -> Vec<Chosen<'s>> {
        let lists: Vec<Vec<(&'s Mention, u32)>> =
            things.iter().map(|thing| self.cells(&thing.words, &thing.periods)).collect();
        let same_time = things.windows(2).all(|pair| pair[0].periods == pair[1].periods);
        let (Some((first, others)), Some(last)) = (lists.split_first(), things.last()) else { return Vec::new() };
        let mut out = Vec::new();
        for (anchor, fit) in first {
            let mut chosen = vec![Chosen { cells: vec![*anchor], fit: *fit }];
            for (number, list) in others.iter().enumerate() {
                let is_whole =
                    number + 1 == others.len() && matches!(self.operation, Operation::Share | Operation::Ratio);
                let total = if is_whole { self.total_of(anchor, last) } else { None };
                let mut next: Vec<Chosen<'s>> = Vec::new();
                for so_far in &chosen {
                    let mut beside: Vec<(&'s Mention, u32)> = list
                        .iter()
                        .map(|(m, fit)| (*m, fit * self.alignment(anchor, m, same_time) / 1000))
                        .chain(total)
                        .filter(|(m, fit)| {
                            *fit >= LEAST_FIT && so_far.cells.iter().all(|c| c.span != m.span || c.place != m.place)
                        })
                        .collect();
                    crate::sort::by_key(&mut beside, |(m, fit)| (core::cmp::Reverse(*fit), m.place, m.span.start));
                    // Of a longer list one choice each; of two things several, which the answer's own figures may choose among.
                    beside.truncate(if things.len() == 2 { MOST_PARTNERS } else { 1 });
                    next.extend(beside.into_iter().map(|(m, fit)| {
                        let cells = so_far.cells.iter().copied().chain([m]).collect();
                        Chosen { cells, fit: so_far.fit + fit }
                    }));
                }
                chosen = next;
            }
            let count = u32::try_from(things.len()).unwrap_or(1).max(1);
            out.extend(chosen.into_iter().map(|c| Chosen { fit: c.fit / count, ..c }));
        }
        out
    }

    /// Where a total is asked for: the row below the part, in its column, that is called `Total` or nothing at all.
    fn total_of(&self, part: &Mention, whole: &Asked) -> Option<(&'s Mention, u32)> {
        if !whole.words.iter().any(|w| is_total(*w)) {
            return None;
        }
        let sources = self.sources();
        let rows = sources.columns.get(part.column? as usize)?.rows.clone();
        let below = (part.place + 1).max(rows.start)..rows.end.min(part.place + 1 + MOST_BELOW);
        let cells = below
            .map(|p| &sources.places[p as usize])
            .filter(|p| p.labels.iter().all(|l| is_total(*l)))
            .flat_map(|p| p.mentions.clone())
            .map(|i| &sources.mentions[i as usize])
            .filter(|m| m.column == part.column && self.is_like(part, m));
        // `All other` has no words of its own either; the total is the largest.
        cells.max_by_key(|m| m.value.number()).map(|m| (m, TOTAL_FIT))
    }

    /// How well two cells stand in line, in thousandths; 0 where they do not.
    pub(super) fn alignment(&self, a: &Mention, b: &Mention, same_time: bool) -> u32 {
        let percentages = [a, b].map(|m| m.kind == ClaimKind::Percentage);
        // One share is not the share of another.
        if percentages[0] != percentages[1] || (percentages[0] && self.operation == Operation::Share) {
            return 0;
        }
        let (here, there) = (self.place(a), self.place(b));
        let together = a.periods.iter().any(|p| is_in_period(b, p.period));
        if a.column.is_some() && a.column == b.column {
            return 1000;
        }
        if a.place == b.place {
            return if self.column(a) != self.column(b) || a.column.is_none() || !same_time { 1000 } else { 0 };
        }
        let timeless = a.periods.is_empty() || b.periods.is_empty();
        match (together || timeless || !same_time, here.source == there.source) {
            (true, true) if self.column(a) == self.column(b) => 980,
            // In another row and another column they stand in no line.
            (true, true) if a.column.is_some() && b.column.is_some() && same_time => 500,
            (true, true) => 850,
            (true, false) => 700,
            _ => 0,
        }
    }
}
