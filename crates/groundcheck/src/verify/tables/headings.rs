//! What stands over a table's columns: headings over several lines, over one column or several, centred or not.

use groundcheck_types::Span;
use rust_decimal::Decimal;

use super::super::duration;
use super::super::measured;
use super::super::prepare::{Column, Dated, Sources, dated};
use super::super::scale;
use super::super::words::{self, Stem};
use super::cells::currency_in;
use super::league;
use super::periods::{self, Part};
use super::{TableReader, is_empty};
use crate::claims::{self, Period};
use crate::document::lower;
use crate::document::token::{self, Token};
use crate::document::{TableCell, noted_year};
use crate::lexicon::labels::{self, OF_YEARS};
use crate::lexicon::measure::Measure;

/// A heading this far, in half columns, from the middle of all columns does not stand over all of them.
const OFF_CENTRE: usize = 2;

/// What a heading says of the values under it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Heading {
    pub(super) labels: Vec<Stem>,
    pub(super) periods: Vec<Dated>,
    /// Parts of a year without the year: `Years ended December 31,` over `2019`, `First quarter` under `Fiscal 2019`.
    pub(super) parts: Vec<Part>,
    /// The last of the cells that name them.
    pub(super) parts_at: Span,
    pub(super) percent: bool,
    pub(super) text: String,
    pub(super) scale: Option<Decimal>,
    pub(super) currency: Option<&'static str>,
    pub(super) measure: Option<Measure>,
    /// How long the time is that its values are of: 3 under `Three months ended`.
    pub(super) months: Option<u8>,
    /// Whether it says that what stands under it was counted.
    pub(super) counted: bool,
    /// Whether bare years under it are dates.
    pub(super) of_years: bool,
    /// Whether what stands under it is money for one of something.
    pub(super) of_prices: bool,
    /// Whether it says that what stands under it is money, so that what its row's things are counted in says nothing of it.
    pub(super) of_money: bool,
}

impl Heading {
    /// Readies it for the next source, in whose text its dates stand nowhere.
    pub(super) fn leave(&mut self) {
        self.periods.iter_mut().for_each(|own| own.span = Span::new(0, 0));
        self.parts_at = Span::new(0, 0);
    }

    /// The years over its values end on this day.
    pub(super) fn end_years(&mut self, end: Part) {
        if self.parts.is_empty() && self.periods.iter().all(|own| matches!(own.period, Period::Year(_))) {
            periods::complete(&mut self.periods, end);
        }
    }
}

impl TableReader<'_> {
    /// Headings over all header rows. Where the format says how many columns a heading stands over, that counts. Else, in every
    /// row but the last, a heading also stands over the columns beside it: over an equal block each where the last row repeats
    /// block by block, over as many to its left as to its right where it stands in the middle, else over the empty cells to its
    /// right.
    pub(super) fn headings(&self, rows: &[Vec<TableCell>], width: usize) -> Vec<Heading> {
        let mut headings: Vec<Heading> = (0..width).map(|_| Heading::default()).collect();
        let lowest = self.lowest(rows);
        // How many headings the rows so far have, and where they begin.
        let mut above: Vec<Vec<usize>> = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            if let Some(corner) = row.first().filter(|c| !is_empty(c)) {
                // Alone in its line it is a caption, and stands over all.
                let own = corner.columns.map_or(1, |n| n as usize);
                let over = if row.iter().skip(1).all(is_empty) { width } else { own };
                headings.iter_mut().take(over).for_each(|heading| self.add(heading, corner));
            }
            let filled: Vec<(usize, &TableCell)> =
                row.iter().enumerate().skip(1).filter(|(_, c)| !is_empty(c)).collect();
            if filled.len() == 1 && number > lowest && self.is_note(row) {
                filled.iter().for_each(|(_, cell)| headings.iter_mut().for_each(|heading| self.add(heading, cell)));
                continue;
            }
            let columns: Vec<usize> = filled.iter().map(|(at, _)| *at).collect();
            // Beside the headings of a row above: a further line of some columns' own headings.
            let beside = above.iter().any(|own| own.len() == columns.len() && own.len() > 1 && *own != columns);
            let last = if number >= lowest || beside { None } else { rows.get(lowest) };
            let over = self.over(&filled, last, width);
            above.push(columns);
            for (heading, over) in headings.iter_mut().zip(over) {
                if let Some((_, cell)) = over.and_then(|at| filled.get(at)) {
                    self.add(heading, cell);
                }
            }
        }
        for row in rows {
            let letters: Vec<_> = row.iter().map(|cell| self.body(cell)).collect();
            let league = league::words(letters.iter().map(AsRef::as_ref));
            headings.iter_mut().zip(league).for_each(|(heading, told)| heading.labels.extend(told));
        }
        for heading in &mut headings {
            if let Some(part) = periods::only(&heading.parts) {
                periods::complete(&mut heading.periods, part);
            }
            words::sort(&mut heading.labels);
            heading.counted = words::is_counted(&heading.labels);
            let text = lower(&heading.text);
            heading.months = duration::months(&text);
            heading.of_years = heading.periods.is_empty() && OF_YEARS.iter().any(|part| text.contains(part));
            heading.of_prices = scale::is_price(&text);
            let mut words = text.split(|c: char| !c.is_alphabetic());
            heading.of_money = heading.currency.is_some() || words.any(|word| labels::MONEY.contains(&word));
        }
        headings
    }

    /// The lowest of the rows that tell most columns apart: what stands below it is a further line of some of them.
    fn lowest(&self, rows: &[Vec<TableCell>]) -> usize {
        let filled = |row: &Vec<TableCell>| row.iter().skip(1).filter(|c| !is_empty(c)).count();
        let most = rows.iter().map(filled).max().unwrap_or(0);
        let noted = |row: &&Vec<TableCell>| most == 1 && self.is_note(row);
        rows.iter().rposition(|row| filled(row) == most && !noted(&row)).unwrap_or(rows.len().saturating_sub(1))
    }

    /// Whether the row is a note on all values: `(dollars in thousands)`.
    fn is_note(&self, row: &[TableCell]) -> bool {
        let mut filled = row.iter().filter(|c| !is_empty(c));
        let only = filled.next().filter(|cell| cell.columns.is_none() && filled.next().is_none());
        only.is_some_and(|cell| scale::headed(&self.body(cell)).is_some())
    }

    /// For each column, which of these headings of one row stands over it. `last` is the lowest row of headings, if this is
    /// another.
    fn over(&self, filled: &[(usize, &TableCell)], last: Option<&Vec<TableCell>>, width: usize) -> Vec<Option<usize>> {
        let mut over = vec![None; width];
        let mut put = |number: usize, columns: core::ops::Range<usize>| {
            over.iter_mut().take(columns.end).skip(columns.start.max(1)).for_each(|over| *over = Some(number));
        };
        let says = filled.iter().any(|(_, cell)| cell.columns.is_some());
        let block = self.block(filled, last, width);
        let middle = filled.first().is_some_and(|(at, _)| *at > 1) && filled.len() > 1;
        let mut left = 1;
        let alone = || filled.first().filter(|_| !says && filled.len() == 1).map(|(_, cell)| self.body(cell));
        let dated =
            |at: usize| last.and_then(|row| row.get(at)).is_some_and(|cell| !self.periods(Some(cell)).is_empty());
        if alone().is_some_and(|text| is_of_change(&text)) && (1..width).any(|at| !dated(at)) && (1..width).any(dated) {
            // A change stands over no column that a period of its own names.
            (1..width).filter(|at| !dated(*at)).for_each(|at| put(0, at..at + 1));
            return over;
        }
        for (number, (at, cell)) in filled.iter().enumerate() {
            let next = filled.get(number + 1).map_or(width, |(next, _)| *next);
            match (says, last, block) {
                (true, ..) => put(number, *at..at + cell.columns.map_or(1, |n| n as usize)),
                (_, None, _) => put(number, *at..at + 1),
                (.., Some(block)) => put(number, number * block + 1..(number + 1) * block + 1),
                // The same distance to both sides.
                _ if middle => {
                    let end = if number + 1 == filled.len() { width } else { (2 * at).saturating_sub(left) + 1 };
                    let end = end.clamp(at + 1, next.max(at + 1));
                    put(number, left.min(*at)..end);
                    left = end;
                }
                _ => put(number, *at..next),
            }
        }
        over
    }

    /// How many columns each of these headings stands over, where all stand over equally many.
    fn block(&self, filled: &[(usize, &TableCell)], last: Option<&Vec<TableCell>>, width: usize) -> Option<usize> {
        let columns = width.checked_sub(1)?;
        let (first, _) = filled.first()?;
        if !columns.is_multiple_of(filled.len()) {
            return None;
        }
        let block = columns / filled.len();
        let last = last?;
        let name = |at: usize| last.get(at).map_or(String::new(), |c| self.body(c).into_owned());
        let alone = filled.len() == 1 && (*first <= 2 || (2 * first).abs_diff(width) <= OFF_CENTRE);
        let repeats = || filled.len() > 1 && (1..=columns - block).all(|at| name(at) == name(at + block));
        // In the middle of a block each.
        let centred = || *first > 1 && filled.iter().enumerate().all(|(number, (at, _))| (at - 1) / block == number);
        (alone || (filled.len() > 1 && (repeats() || centred()))).then_some(block)
    }

    fn add(&self, heading: &mut Heading, cell: &TableCell) {
        let body = self.body(cell);
        heading.labels.extend(self.stems(Some(cell)));
        let (spaced, apart) = apart(&body);
        let mut periods = self.periods(Some(cell));
        if periods.is_empty() && !apart.is_empty() {
            let found = claims::extract_tokens(&spaced, &apart, self.conventions);
            periods.extend(found.iter().filter_map(dated).map(|own| Dated { span: cell.span, ..own }));
        }
        if let Some(year) = noted_year(&body).or_else(|| leading_year(&body)).filter(|_| periods.is_empty()) {
            heading.periods.push(Dated { period: Period::Year(year), span: cell.span, above: true });
        }
        heading.periods.extend(periods.into_iter().map(|own| Dated { above: true, ..own }));
        let parts = if apart.is_empty() { self.parts(cell) } else { periods::parts(&spaced, &apart, self.conventions) };
        if !parts.is_empty() {
            heading.parts_at = cell.span;
        }
        heading.parts.extend(parts);
        let lower = lower(&body);
        // `(in thousands, except percentages)` speaks of rows.
        let pct = || apart.iter().any(|t| t.is_one_of(&spaced, &["pct"]));
        heading.percent |= (body.contains('%') || lower.contains("percent") || pct()) && !lower.contains("except");
        heading.text.push_str(&body);
        heading.text.push(' ');
        heading.scale = scale::headed(&body).or(heading.scale);
        heading.measure = measured::heading(self.text, self.tokens_of(cell.span)).or(heading.measure);
        heading.currency = heading.currency.or_else(|| currency_in(self.text, self.tokens_of(cell.span)));
    }
}

/// The words of a heading that joins them, `headcount_2023`, as data bases name what they hold; nothing for any other.
fn apart(heading: &str) -> (String, Vec<Token>) {
    if !heading.contains('_') || heading.contains(' ') {
        return (String::new(), Vec::new());
    }
    let spaced = heading.replace('_', " ");
    let tokens = token::tokens(&spaced);
    (spaced, tokens)
}

/// Whether some of these headings over values state a scale and others do not, or another: `Orders | Revenue ($k)`.
pub(super) fn scaled_apart(headings: &[Heading]) -> bool {
    headings.iter().skip(1).any(|h| h.scale.is_some()) && headings.iter().skip(2).any(|h| h.scale != headings[1].scale)
}

/// Whether the same day stands over all of several columns.
pub(super) fn dated_alike(headings: &[Heading]) -> bool {
    let mut others = headings.iter().skip(1);
    let days = |h: &Heading| h.periods.iter().all(|own| matches!(own.period, Period::Day(..)));
    let first = others.next().filter(|first| !first.periods.is_empty() && days(first));
    let alike = |first: &Heading| others.clone().count() > 0 && others.all(|own| own.periods == first.periods);
    first.is_some_and(alike)
}

/// Whether a heading is that of changes: `Percent Change`.
fn is_of_change(heading: &str) -> bool {
    let heading = lower(heading);
    heading.contains('%') || ["change", "variance", "percent"].iter().any(|word| heading.contains(word))
}

/// The year that a heading begins with, whatever follows it: 2019 of `2019 $'000`.
fn leading_year(heading: &str) -> Option<u16> {
    let (year, rest) = heading.split_at_checked(4)?;
    let is_year = year.bytes().all(|b| b.is_ascii_digit()) && (year.starts_with("19") || year.starts_with("20"));
    (is_year && rest.starts_with(char::is_whitespace)).then(|| year.parse().ok()).flatten()
}

/// The headings as columns of the sources, which rows are added to.
pub(super) fn add_columns(headings: &[Heading], out: &mut Sources) -> Vec<u32> {
    let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let from = clip(out.places.len());
    let first = out.columns.len();
    out.columns.extend(headings.iter().map(|h| Column {
        labels: h.labels.clone(),
        counted: h.counted,
        rows: from..from,
        ..Column::default()
    }));
    (first..out.columns.len()).map(clip).collect()
}

/// Notes where the rows under them end.
pub(super) fn close_columns(columns: &[u32], out: &mut Sources) {
    let end = u32::try_from(out.places.len()).unwrap_or(u32::MAX);
    for column in columns {
        out.columns[*column as usize].rows.end = end;
    }
}
