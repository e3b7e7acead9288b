//! Whole lists: the cells of a column, of a row, the values of a sentence, the answer's own numbers, and parts of them.

use groundcheck_types::ClaimKind;

use super::equation::MOST_SHOWN;
use super::filters;
use super::look_up::LookUp;
use super::operand::{self, Operand, Own, Printed};
use super::operation::Operation;
use super::products::Product;
use super::query::Query;
use super::series;
use crate::claims::{Period, to_f64};
use crate::verify::prepare::{Place, Sources};
use crate::verify::score::look_up as features;
use crate::verify::score::others::Others;
use crate::verify::search::finest;

/// At most so many columns, and rows or sentences, are added up for a claim.
const MOST_COLUMNS: usize = 4;
const MOST_ROWS: usize = 3;
/// So many runs of lines outside tables.
const MOST_RUNS: usize = 6;
/// A list of more is not added up.
pub(super) const LONGEST: usize = 64;
/// Of the answer's last numbers fewer than so many are added up by themselves.
const MOST_LAST: usize = 12;
/// So many percentages of the answer, and of the sources, are taken of lists.
const MOST_PERCENTS: usize = 3;
/// A row whose label the claim says to this part, in thousandths, is one of those it names.
const NAMED: i16 = 600;

/// Lines outside tables, as parts of columns: all that follow each other, and those that have a word in common.
const LINES: u8 = 6;
const LINES_ALIKE: u8 = 7;

/// A list's sort: which kind of list it is.
const COLUMN: u8 = 1;
const ROW: u8 = 2;
const OWN: u8 = 3;
/// Rows of which something is said.
pub(super) const FILTERED: u8 = 4;
/// One number of each of the sentences before.
pub(super) const SERIES: u8 = 5;
/// Two columns.
const COLUMNS: u8 = 6;
/// The answer's numbers that no later one is computed from.
const UNUSED: u8 = 7;

/// The lists of a claim.
#[derive(Default)]
pub(crate) struct Lists {
    pub(super) all: Vec<List>,
    pub(super) products: Vec<Product>,
    /// Whether the claim may be a share of a list.
    of_shares: bool,
    /// Percentages that may be taken of a list, off it or put on it, by their places among the operands.
    percents: Vec<(usize, f64)>,
}

pub(super) struct List {
    pub(super) sort: u8,
    pub(super) part: u8,
    /// By their places among the operands.
    pub(super) operands: Vec<usize>,
    pub(super) values: Vec<f64>,
    /// Whether its sum is of the claim's kind.
    pub(super) like: bool,
    /// Whether the claim may be how many there are.
    pub(super) counted: bool,
    /// What all rows of its table come to and how many they are, where these are a part of them.
    pub(super) whole: Option<(f64, usize)>,
}

/// Takes in a result: its operation, its operands, its value, of how many values it is, and of which list.
pub(crate) type Add<'a> = dyn FnMut(Operation, &[usize], f64, usize, (u8, u8)) + 'a;

impl Lists {
    /// Hands over every list's sum, mean, count and spread.
    pub(crate) fn compute(&self, add: &mut Add<'_>) {
        for product in &self.products {
            let sort = (COLUMNS, u8::from(product.without_last));
            add(Operation::ListProduct, &product.operands, product.sum, product.count, sort);
            for total in product.totals.iter().filter(|total| **total > 0.0) {
                add(Operation::ListWeighted, &product.operands, product.sum / total, product.count, sort);
            }
        }
        for list in &self.all {
            let (count, sort) = (list.values.len(), (list.sort, list.part));
            let sum: f64 = list.values.iter().sum();
            if list.like && list.part == 0 && matches!(list.sort, COLUMN | OWN | SERIES | UNUSED) {
                for (at, percent) in &self.percents {
                    let operands: Vec<usize> = core::iter::once(*at).chain(list.operands.iter().copied()).collect();
                    let share = percent.abs() / 100.0;
                    add(Operation::ListPercent, &operands, share * sum, count + 1, sort);
                    add(Operation::ListMore, &operands, (1.0 + share) * sum, count + 1, sort);
                    if share < 1.0 {
                        add(Operation::ListLess, &operands, (1.0 - share) * sum, count + 1, sort);
                    }
                }
            }
            if matches!(list.sort, SERIES | UNUSED) {
                add(Operation::ListSum, &list.operands, sum, count, sort);
                let first = list.values.first().copied().unwrap_or_default();
                add(Operation::ListLeft, &list.operands, first - (sum - first), count, sort);
                if list.sort == SERIES && list.part >= series::TABLE {
                    #[expect(clippy::cast_precision_loss, reason = "at most sixty-four")]
                    add(Operation::ListMean, &list.operands, sum / count as f64, count, sort);
                }
                continue;
            }
            #[expect(clippy::cast_precision_loss, reason = "at most sixty-four")]
            let number = count as f64;
            if list.like {
                if count >= 3 {
                    add(Operation::ListSum, &list.operands, sum, count, sort);
                    let most = list.values.iter().copied().fold(f64::MIN, f64::max);
                    let least = list.values.iter().copied().fold(f64::MAX, f64::min);
                    add(Operation::ListSpread, &list.operands, most - least, count, sort);
                }
                add(Operation::ListMean, &list.operands, sum / number, count, sort);
            }
            if self.of_shares && list.sort != OWN && sum != 0.0 && list.whole.is_none() && count >= 3 {
                for (at, value) in list.operands.iter().zip(&list.values) {
                    add(Operation::ListShare, &[*at], value / sum * 100.0, count, sort);
                }
            }
            if let Some((all, number_of_all)) = list.whole.filter(|_| self.of_shares) {
                add(Operation::PartShare, &list.operands, sum / all * 100.0, count, sort);
                #[expect(clippy::cast_precision_loss, reason = "at most sixty-four")]
                add(Operation::PartShare, &list.operands, number / number_of_all as f64 * 100.0, count, sort);
            }
            if list.counted {
                add(Operation::ListCount, &list.operands, number, count, sort);
            }
        }
    }
}

/// The lists that the claim's words reach; their first values join the operands.
pub(crate) fn find(
    query: &Query<'_, '_>,
    (look_ups, others): (&[LookUp], &Others<'_>),
    operands: &mut Vec<Operand>,
    sources: &Sources,
) -> Lists {
    let of_shares = query.kind() == ClaimKind::Percentage;
    let percents = if of_shares { Vec::new() } else { percents(operands) };
    let mut lists = Lists { all: Vec::new(), products: Vec::new(), of_shares, percents };
    let (mut columns, mut rows): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for operand in operands.iter() {
        if let Some(Printed { place, column, .. }) = operand.printed.filter(|_| operand.look_up.is_some()) {
            if let Some(column) = column.filter(|c| !columns.contains(c) && columns.len() < MOST_COLUMNS) {
                columns.push(column);
            }
            if !rows.contains(&place) && rows.len() < MOST_ROWS {
                rows.push(place);
            }
        }
    }
    let by_mention = |mention: u32| look_ups.iter().position(|l| l.mention == mention && !l.by_value);
    for column in columns.iter().copied() {
        let Some(heading) = sources.columns.get(column as usize) else { continue };
        let places = sources.places.get(heading.rows.start as usize..heading.rows.end as usize).unwrap_or_default();
        let cells = places.iter().filter_map(|place| cell(place, column, sources));
        let cells: Vec<u32> = cells.take(LONGEST + 1).collect();
        if cells.len() < 2 || cells.len() > LONGEST {
            continue;
        }
        let named = |at: &u32| {
            by_mention(*at).and_then(|l| look_ups.get(l)).is_some_and(|l| l.features[features::LABEL_SAID] >= NAMED)
        };
        let chosen: Vec<u32> = cells.iter().copied().filter(named).collect();
        let rest: Vec<u32> = cells.iter().copied().filter(|at| !named(at)).collect();
        let dated = of_asked_times(&cells, query, sources);
        let parts = [&cells[..], &cells[..cells.len() - 1], &cells[1..], &chosen[..], &rest[..], &dated[..]];
        for (part, cells) in (0..).zip(parts) {
            if part == 0 || (cells.len() >= 2 && cells.len() < parts[0].len()) {
                lists.add(query, (COLUMN, part, true), cells, look_ups, operands, sources);
            }
        }
    }
    for row in rows {
        let Some(place) = sources.places.get(row as usize) else { continue };
        let cells: Vec<u32> = place.mentions.clone().filter(|at| is_number(*at, sources)).take(LONGEST).collect();
        if cells.len() >= 2 {
            lists.add(query, (ROW, 0, true), &cells, look_ups, operands, sources);
            if cells.len() >= 3 {
                lists.add(query, (ROW, 1, true), &cells[..cells.len() - 1], look_ups, operands, sources);
                let dated = of_asked_times(&cells, query, sources);
                if dated.len() >= 2 && dated.len() < cells.len() {
                    lists.add(query, (ROW, 2, true), &dated, look_ups, operands, sources);
                }
            }
        }
    }
    for (part, run) in runs(operands, sources) {
        lists.add(query, (COLUMN, part, true), &run, look_ups, operands, sources);
    }
    filters::find(query, (look_ups, &columns), operands, sources, &mut lists);
    lists.multiply(query, &columns, look_ups, operands, sources);
    lists.add_own(query, operands);
    lists.add_series(query, others.told(), operands, sources);
    lists.add_unused(query, others, operands, sources);
    lists
}

/// The values of lines that follow each other outside tables, one of its kind in each: the items of a list, the lines of a bill. All of
/// them, and those that have a word in common with the first that was found.
fn runs(operands: &[Operand], sources: &Sources) -> Vec<(u8, Vec<u32>)> {
    let mut out: Vec<(u8, Vec<u32>)> = Vec::new();
    for operand in operands.iter().filter(|o| o.look_up.is_some()) {
        let Some(own) = operand.printed.filter(|own| own.column.is_none()) else { continue };
        if out.len() >= MOST_RUNS || out.iter().any(|(_, run)| run.contains(&own.mention)) {
            continue;
        }
        let Some(here) = sources.places.get(own.place as usize) else { continue };
        let only = |at: u32| {
            let place = sources.places.get(at as usize)?;
            let is_line = place.source == own.source && !place.is_row && !place.is_cell;
            let mut like = place.mentions.clone().filter(|at| is_line && is_of_kind(*at, operand.kind, sources));
            let first = like.next()?;
            like.next().is_none().then_some((place, first))
        };
        if only(own.place).is_none() {
            continue;
        }
        let mut all: Vec<(&Place, u32)> = (0..own.place).rev().map_while(only).take(LONGEST).collect();
        all.reverse();
        let before = all.len();
        all.extend((own.place..).map_while(only).take(LONGEST));
        let is_alike = |(place, _): &&(&Place, u32)| place.labels.iter().any(|stem| here.says(*stem));
        let (above, below) = all.split_at(before);
        let from = before - above.iter().rev().take_while(is_alike).count();
        let to = before + below.iter().take_while(is_alike).count();
        let mut length = 1;
        for (part, run) in [(LINES, &all[..]), (LINES_ALIKE, &all[from..to])] {
            if (2..=LONGEST).contains(&run.len()) && run.len() != length {
                length = run.len();
                out.push((part, run.iter().map(|(_, mention)| *mention).collect()));
            }
        }
    }
    out
}

fn is_of_kind(at: u32, kind: ClaimKind, sources: &Sources) -> bool {
    is_number(at, sources) && sources.mentions.get(at as usize).is_some_and(|own| own.kind == kind)
}

/// Those of these cells that are of the times which the claim's sentence asks for: of the year whose quarters they are, of the years from
/// the first to the last that it names.
fn of_asked_times(cells: &[u32], query: &Query<'_, '_>, sources: &Sources) -> Vec<u32> {
    let asked = &query.context.periods;
    let years = || asked.iter().map(|period| period.year());
    let (Some(first), Some(last)) = (years().min(), years().max()) else { return Vec::new() };
    let is_asked = |own: Period| {
        let between = asked.len() > 1 && (first..=last).contains(&own.year());
        between || asked.iter().any(|asked| own.within(*asked))
    };
    let time = |at: u32| finest(sources.mentions.get(at as usize)?).next();
    cells.iter().copied().filter(|at| time(*at).is_some_and(is_asked)).collect()
}

/// The percentages next to the claim, then those of the sources that most speaks for.
fn percents(operands: &[Operand]) -> Vec<(usize, f64)> {
    let percent = |o: &Operand| o.kind == ClaimKind::Percentage && !o.far && o.value != 0.0;
    let all = || operands.iter().enumerate().filter(|(_, o)| percent(o)).map(|(at, o)| (at, o.value));
    let is_own = |at: &usize| operands.get(*at).is_some_and(Operand::is_own);
    let own = all().filter(|(at, _)| is_own(at)).take(MOST_PERCENTS);
    own.chain(all().filter(|(at, _)| !is_own(at)).take(MOST_PERCENTS)).collect()
}

fn is_number(at: u32, sources: &Sources) -> bool {
    sources.mentions.get(at as usize).is_some_and(|m| m.value.number().is_some())
}

/// The number that a row has in this column.
pub(super) fn cell(row: &Place, column: u32, sources: &Sources) -> Option<u32> {
    let is_in = |at: u32| sources.mentions.get(at as usize).is_some_and(|m| m.column == Some(column));
    row.mentions.clone().find(|at| is_in(*at) && is_number(*at, sources))
}

impl Lists {
    /// Takes in a list of the cells at these places, of a sort and part of it, which may be counted.
    pub(super) fn add(
        &mut self,
        query: &Query<'_, '_>,
        (sort, part, countable): (u8, u8, bool),
        mentions: &[u32],
        look_ups: &[LookUp],
        operands: &mut Vec<Operand>,
        sources: &Sources,
    ) {
        let mut values = Vec::with_capacity(mentions.len());
        let mut chosen = Vec::new();
        let mut like = true;
        for (number, at) in mentions.iter().enumerate() {
            let Some(value) = sources.mentions.get(*at as usize).and_then(|m| m.value.number()) else { continue };
            values.push(to_f64(value));
            if number >= MOST_SHOWN {
                continue;
            }
            let found = operand::of_mention(*at, look_ups, operands, sources);
            if let Some(operand) = found.and_then(|at| operands.get(at)) {
                like &= is_summable(operand, query);
                chosen.extend(found);
            }
        }
        if !chosen.is_empty() {
            let counted = countable && query.kind() == ClaimKind::Number;
            self.all.push(List { sort, part, operands: chosen, values, like, counted, whole: None });
        }
    }

    /// Says of the list that was added last what all rows come to.
    pub(super) fn part_of(&mut self, whole: (f64, usize)) {
        if let Some(list) = self.all.last_mut().filter(|list| list.sort == FILTERED) {
            list.whole = Some(whole).filter(|(sum, _)| *sum != 0.0);
        }
    }

    /// Takes in a list of numbers that the answer tells, of a sort and part of it.
    pub(super) fn add_told<'o>(
        &mut self,
        query: &Query<'_, '_>,
        (sort, part): (u8, u8),
        told: impl Iterator<Item = &'o Own> + Clone,
        operands: &mut Vec<Operand>,
        sources: &Sources,
    ) {
        let values = told.clone().filter_map(|own| own.quantity.value.number()).map(to_f64).collect();
        let shown = told.take(MOST_SHOWN).map(|own| operand::told(query, own, operands, sources)).collect();
        self.all.push(List { sort, part, operands: shown, values, like: true, counted: false, whole: None });
    }

    /// The answer's own numbers before the claim, those of its sentence and all of one kind.
    fn add_own(&mut self, query: &Query<'_, '_>, operands: &[Operand]) {
        for (part, only_beside) in [(0, true), (1, false)] {
            let is_part = |o: &Operand| o.own.is_some_and(|own| own.before && (own.beside || !only_beside));
            let shares = query.kind() == ClaimKind::Percentage;
            let like = |o: &Operand| if shares { o.kind != ClaimKind::Date } else { o.kind == query.kind() };
            let chosen: Vec<usize> =
                (0..operands.len()).filter(|at| operands.get(*at).is_some_and(|o| is_part(o) && like(o))).collect();
            if chosen.len() >= 2 {
                let values = chosen.iter().filter_map(|at| operands.get(*at)).map(|o| o.value).collect();
                self.all.push(List {
                    sort: OWN,
                    part,
                    operands: chosen,
                    values,
                    like: true,
                    counted: false,
                    whole: None,
                });
            }
        }
    }
}

impl Lists {
    /// The answer's numbers before the claim that no later one is computed from: all of them, and the last ones.
    fn add_unused(
        &mut self,
        query: &Query<'_, '_>,
        others: &Others<'_>,
        operands: &mut Vec<Operand>,
        sources: &Sources,
    ) {
        let unused: Vec<&Own> = others.unused(query).take(LONGEST).collect();
        for count in (2..=unused.len()).rev().take(1).chain(2..unused.len().min(MOST_LAST)) {
            let part = u8::from(count == unused.len());
            let taken = unused.iter().take(count).rev().copied();
            self.add_told(query, (UNUSED, part), taken, operands, sources);
        }
    }
}

/// Whether a sum of such values may be the claim.
fn is_summable(operand: &Operand, query: &Query<'_, '_>) -> bool {
    operand.kind == query.kind() || operand.is_plain()
}
