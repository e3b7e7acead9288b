//! Tables of a source as rows of values: headings over several lines, groups of rows, scale, currency and sign.

use groundcheck_types::{ClaimKind, Span};
use rust_decimal::Decimal;

use super::prepare::{Column, Dated, Mention, Place, Sources, dated};
use super::scale;
use super::stance::Stance;
use super::words::{self, Stem};
use crate::claims::{self, Conventions, Period, Value};
use crate::document::token::{Kind, Token};
use crate::document::{Table, TableCell, is_amount, noted_year};

/// Columns past this one are not read: no table that people write has them, and a claim must not cost what a line of a million
/// pipes would.
const MOST_COLUMNS: usize = 256;

/// Words in the first cell of a line of years that make it a line of headings.
const DATED_LABELS: &[&str] = &["year", "ended", "as of", "month", "quarter", "fiscal", "date", "שנה", "שנת", "ליום"];

/// Reads the tables of one source.
pub(crate) struct TableReader<'t> {
    text: &'t str,
    /// The table's own tokens.
    tokens: &'t [Token],
    conventions: Conventions,
    source: u32,
}

/// What a heading says of the values under it.
#[derive(Default)]
struct Heading {
    labels: Vec<Stem>,
    periods: Vec<Dated>,
    /// Days without their year: `Years ended December 31,` over `2019`.
    days: Vec<(u8, u8)>,
    percent: bool,
    text: String,
    scale: Option<Decimal>,
}

impl Heading {
    /// Puts a day without its year and a year without its day together.
    fn complete_dates(&mut self) {
        let [(month, day)] = self.days[..] else { return };
        for dated in &mut self.periods {
            if let Period::Year(year) | Period::Fiscal(year) = dated.period
                && let Some(period) = Period::day(year, month, day)
            {
                dated.period = period;
            }
        }
    }
}

/// One number of a cell.
struct Cell {
    kind: ClaimKind,
    number: Decimal,
    unit: Option<&'static str>,
}

/// The scale of a table, and whether the table itself states it.
#[derive(Clone, Copy)]
struct Scale {
    factor: Decimal,
    own: bool,
}

impl<'t> TableReader<'t> {
    pub(crate) fn new(text: &'t str, tokens: &'t [Token], conventions: Conventions, source: u32) -> Self {
        TableReader { text, tokens, conventions, source }
    }

    /// Adds every row to `out`; `caption` is the scale that the text before the table states.
    pub(crate) fn read(&mut self, table: &Table, caption: Option<Decimal>, out: &mut Sources) {
        let rows = &table.rows;
        let width = rows.iter().map(Vec::len).max().unwrap_or(0).min(MOST_COLUMNS);
        let header = table.header_rows.min(rows.len());
        let headed = |rows: &[Vec<TableCell>]| {
            let factor = rows.iter().flatten().find_map(|cell| scale::headed(self.body(cell)))?;
            Some(Scale { factor, own: true })
        };
        for (number, row) in rows.iter().enumerate() {
            // A table without headings is quoted by its first line.
            let heads = number < header.max(1);
            for cell in row.iter().take(if heads { MOST_COLUMNS } else { 1 }) {
                out.quotes.read_label(self.text, self.tokens_of(cell.span), self.source, heads);
            }
        }
        let mut scale = headed(&rows[..header]).or(caption.map(|factor| Scale { factor, own: false }));
        let currency = self.currency(table);
        let mut headings = self.headings(&rows[..header], width);
        let mut columns = add_columns(&headings, out);
        let mut group = Group::default();
        // How many rows from here on are headings already read.
        let mut heading_rows = 0;
        for (number, row) in rows.iter().enumerate().skip(header) {
            let label = row.first().map_or("", |cell| self.body(cell));
            if row.iter().skip(1).all(is_empty) {
                group = Group {
                    labels: self.stems(row.first()),
                    periods: self.periods(row.first()),
                    outflow: words::is_outflow(label),
                    signed: words::is_signed(label),
                    exempt: scale::is_exempt(label, true),
                };
                continue;
            }
            // Headings in the middle start a table within the table.
            if let Some(again) = self.heading_block(&rows[number..], number == header || heading_rows > 0) {
                heading_rows = again;
                headings = self.headings(&rows[number..number + again], width);
                scale = headed(&rows[number..number + again]).or(scale);
                close_columns(&columns, out);
                columns = add_columns(&headings, out);
            }
            if heading_rows > 0 {
                heading_rows -= 1;
                continue;
            }
            self.row(row, label, scale, currency, &group, &headings, &columns, out);
        }
        close_columns(&columns, out);
    }

    #[expect(clippy::too_many_arguments, reason = "what the rows of one table share, read once")]
    fn row(
        &self,
        row: &[TableCell],
        label: &str,
        table_scale: Option<Scale>,
        currency: Option<&'static str>,
        group: &Group,
        headings: &[Heading],
        columns: &[u32],
        out: &mut Sources,
    ) {
        let own_scale = scale::stated(label).map(|factor| Scale { factor, own: true });
        let row_periods = self.periods(row.first());
        let mut mentions = Vec::with_capacity(row.len());
        for (at, cell) in row.iter().enumerate().skip(1) {
            let (Some(read), Some(heading)) = (self.cell(cell), headings.get(at)) else { continue };
            let percent = read.kind == ClaimKind::Number && (heading.percent || row_is_percentage(label));
            let kind = if percent { ClaimKind::Percentage } else { read.kind };
            let money = kind == ClaimKind::Currency;
            let exempt = group.exempt || scale::is_exempt(label, money) || scale::is_exempt(&heading.text, money);
            let unscaled = exempt || matches!(kind, ClaimKind::Percentage | ClaimKind::Ratio);
            let heading_scale = heading.scale.map(|factor| Scale { factor, own: true });
            let scale = heading_scale.or(own_scale).or(table_scale).filter(|_| !unscaled);
            let scaled =
                scale.and_then(|s| read.number.checked_mul(s.factor)).and_then(claims::bounded).unwrap_or(read.number);
            let mut periods = row_periods.clone();
            periods.extend(&heading.periods);
            if periods.is_empty() {
                periods.extend(&group.periods);
            }
            mentions.push(Mention {
                place: 0,
                column: columns.get(at).copied(),
                span: cell.span,
                kind,
                value: Value::Number(scaled),
                also: also(&read, scale, unscaled),
                near: None,
                own_scale: scale.is_some_and(|s| s.own),
                scaled: scale.is_some(),
                noun: None,
                stance: Stance::default(),
                unit: read.unit.or(currency.filter(|_| kind == ClaimKind::Number && !exempt)),
                periods,
            });
        }
        let place = Place {
            source: self.source,
            is_row: true,
            labels: self.stems(row.first()),
            group: group.labels.clone(),
            outflow: words::is_outflow(label)
                || group.outflow
                || all_negative(&mentions)
                || !(words::is_signed(label)
                    || group.signed
                    || headings.first().is_some_and(|h| words::is_signed(&h.text))),
            ..Place::default()
        };
        out.add(place, mentions);
    }

    /// How many rows from the first of `rows` on are headings: cells behind the first that hold no amount, and either a period
    /// among them or nothing in the first cell. `inside` a block that has been read, none.
    fn heading_block(&self, rows: &[Vec<TableCell>], inside: bool) -> Option<usize> {
        if inside {
            return None;
        }
        let is_heading = |row: &Vec<TableCell>| {
            let filled = row.iter().skip(1).filter(|c| !is_empty(c));
            let amounts =
                filled.clone().any(|c| is_amount(self.body(c)) || !self.body(c).contains(char::is_alphanumeric));
            let label = row.first().filter(|c| !is_empty(c));
            let dated = || filled.clone().any(|c| !self.periods(Some(c)).is_empty());
            let named = label.is_none_or(|label| dated() && !self.are_amounts_like_years(label, filled.clone()));
            filled.clone().count() > 0 && !amounts && named
        };
        let count = rows.iter().take(4).take_while(|row| is_heading(row)).count();
        (count > 0 && count < rows.len()).then_some(count)
    }

    /// Amounts of four digits that could be years: one stands twice, as no heading's year does in one line.
    fn are_amounts_like_years<'c>(
        &self,
        label: &TableCell,
        mut cells: impl Iterator<Item = &'c TableCell> + Clone,
    ) -> bool {
        let text = self.body(label).to_lowercase();
        if DATED_LABELS.iter().any(|word| text.contains(word)) || scale::headed(&text).is_some() {
            return false;
        }
        let bare = |c: &TableCell| self.body(c).len() == 4;
        let first = cells.next().map(|c| self.body(c));
        cells.clone().all(|c| bare(c) && Some(self.body(c)) == first)
    }

    fn body(&self, cell: &TableCell) -> &'t str {
        cell.span.of(self.text).unwrap_or_default()
    }

    fn tokens_of(&self, span: Span) -> &'t [Token] {
        let start = self.tokens.partition_point(|t| t.start < span.start);
        let end = self.tokens.partition_point(|t| t.start < span.end);
        &self.tokens[start..end.max(start)]
    }

    fn stems(&self, cell: Option<&TableCell>) -> Vec<Stem> {
        let Some(cell) = cell else { return Vec::new() };
        let dates: Vec<Span> = self.periods(Some(cell)).iter().map(|d| d.span).collect();
        words::stems_beside(self.text, self.tokens_of(cell.span), &dates)
    }

    fn periods(&self, cell: Option<&TableCell>) -> Vec<Dated> {
        let Some(cell) = cell else { return Vec::new() };
        claims::extract_tokens(self.text, self.tokens_of(cell.span), self.conventions)
            .iter()
            .filter_map(dated)
            .collect()
    }

    /// Headings over all header rows. In every row but the last, a heading also stands over the columns beside it: over an equal
    /// block each where the last row repeats block by block, else over the empty cells to its right.
    fn headings(&self, rows: &[Vec<TableCell>], width: usize) -> Vec<Heading> {
        let mut headings: Vec<Heading> = (0..width).map(|_| Heading::default()).collect();
        for (number, row) in rows.iter().enumerate() {
            let is_last = number + 1 == rows.len();
            if let Some(corner) = row.first().filter(|c| !is_empty(c)) {
                // Alone in its line it is a caption, and stands over all.
                let over = if row.iter().skip(1).all(is_empty) { width } else { 1 };
                headings.iter_mut().take(over).for_each(|heading| self.add(heading, corner));
            }
            let filled: Vec<(usize, &TableCell)> =
                row.iter().enumerate().skip(1).filter(|(_, c)| !is_empty(c)).collect();
            let block = if is_last { None } else { self.block(&filled, rows.last(), width) };
            for (at, heading) in headings.iter_mut().enumerate().skip(1) {
                let own = filled.iter().find(|(column, _)| *column == at);
                let over = match block {
                    Some(block) => filled.get((at - 1) / block),
                    None if is_last => own,
                    None => filled.iter().rev().find(|(column, _)| *column <= at),
                };
                if let Some((_, cell)) = over {
                    self.add(heading, cell);
                }
            }
        }
        for heading in &mut headings {
            heading.complete_dates();
            heading.labels.sort_unstable();
            heading.labels.dedup();
        }
        headings
    }

    /// How many columns each of these headings stands over, where all stand over equally many.
    fn block(&self, filled: &[(usize, &TableCell)], last: Option<&Vec<TableCell>>, width: usize) -> Option<usize> {
        let columns = width.checked_sub(1)?;
        if filled.is_empty() || !columns.is_multiple_of(filled.len()) {
            return None;
        }
        let block = columns / filled.len();
        let last = last?;
        let name = |at: usize| last.get(at).map_or("", |c| self.body(c));
        let repeats = filled.len() == 1 || (1..=columns - block).all(|at| name(at) == name(at + block));
        repeats.then_some(block)
    }

    fn add(&self, heading: &mut Heading, cell: &TableCell) {
        let body = self.body(cell);
        heading.labels.extend(self.stems(Some(cell)));
        let periods = self.periods(Some(cell));
        if let Some(year) = noted_year(body).filter(|_| periods.is_empty()) {
            heading.periods.push(Dated { period: Period::Year(year), span: cell.span });
        }
        heading.periods.extend(periods);
        heading.days.extend(claims::yearless_days(self.text, self.tokens_of(cell.span), self.conventions));
        let lower = body.to_lowercase();
        // `(in thousands, except percentages)` speaks of rows.
        heading.percent |= (body.contains('%') || lower.contains("percent")) && !lower.contains("except");
        heading.text.push_str(body);
        heading.text.push(' ');
        heading.scale = scale::headed(body).or(heading.scale);
    }

    /// The currency that the table's cells carry, if they carry one.
    fn currency(&self, table: &Table) -> Option<&'static str> {
        let first_rows = table.rows.iter().take(40).flatten();
        first_rows.filter(|c| self.body(c).contains(['$', '€', '£', '₪', '¥'])).find_map(|c| {
            let found = claims::extract_tokens(self.text, self.tokens_of(c.span), self.conventions);
            found.iter().find_map(|q| q.unit.filter(|_| q.kind == ClaimKind::Currency))
        })
    }

    /// The number of a cell: `$ 1,452.4`, `(12.5)`, `12.5 %`, `$(1,234)`, `(1.5)%`, `-66.0 ( 66.0 )`.
    fn cell(&self, cell: &TableCell) -> Option<Cell> {
        let tokens = self.tokens_of(cell.span);
        if !tokens.iter().any(|t| t.kind == Kind::Number) {
            return None;
        }
        let found = claims::extract_tokens(self.text, tokens, self.conventions);
        let quantity = found.iter().find(|q| q.value.number().is_some()).or_else(|| found.first())?;
        let mut number = match quantity.value {
            Value::Number(number) => number,
            // A year in a body cell is still a number to somebody.
            Value::Period(Period::Year(year)) => Decimal::from(year),
            Value::Period(_) => return None,
        };
        let numbers = tokens.iter().filter(|t| t.kind == Kind::Number).count();
        let wordless = !tokens.iter().any(|t| t.kind == Kind::Word);
        if tokens.iter().any(|t| t.ch == b'(') && numbers == 1 && wordless && number.is_sign_positive() {
            number = -number;
        }
        let percent = self.body(cell).contains('%');
        let kind = match quantity.kind {
            _ if percent => ClaimKind::Percentage,
            ClaimKind::Date => ClaimKind::Number,
            kind => kind,
        };
        Some(Cell { kind, number, unit: quantity.unit })
    }
}

/// A heading over the rows that follow.
#[derive(Default)]
struct Group {
    labels: Vec<Stem>,
    periods: Vec<Dated>,
    outflow: bool,
    signed: bool,
    /// Whether it takes its rows' money out of the table's scale: `Net loss per share`.
    exempt: bool,
}

/// A row of brackets only: its label means them without their sign.
fn all_negative(mentions: &[Mention]) -> bool {
    mentions.len() > 1 && mentions.iter().all(|m| m.value.number().is_some_and(|v| v.is_sign_negative()))
}

fn is_empty(cell: &TableCell) -> bool {
    cell.span.start == cell.span.end
}

/// Whether a row's label makes its plain numbers percentages.
fn row_is_percentage(label: &str) -> bool {
    label.contains('%') || label.to_lowercase().contains("percent")
}

/// What else a cell may mean: where a scale is stated, the number as printed (a count under money's scale); where none is, also
/// thousands, millions and billions of it, for a claim that names the scale beside the very same figure.
fn also(cell: &Cell, scale: Option<Scale>, unscaled: bool) -> Vec<Decimal> {
    match scale {
        Some(_) => vec![cell.number],
        None if unscaled => Vec::new(),
        None => [1_000, 1_000_000, 1_000_000_000]
            .iter()
            .filter_map(|s| cell.number.checked_mul(Decimal::from(*s)).and_then(claims::bounded))
            .collect(),
    }
}

fn add_columns(headings: &[Heading], out: &mut Sources) -> Vec<u32> {
    let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let from = clip(out.places.len());
    let first = out.columns.len();
    out.columns.extend(headings.iter().map(|h| Column { labels: h.labels.clone(), rows: from..from }));
    (first..out.columns.len()).map(clip).collect()
}

fn close_columns(columns: &[u32], out: &mut Sources) {
    let end = u32::try_from(out.places.len()).unwrap_or(u32::MAX);
    for column in columns {
        out.columns[*column as usize].rows.end = end;
    }
}
