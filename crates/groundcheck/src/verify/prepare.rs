//! Sources, read once: every value with the words that say what it is, and an index from words to places.

use groundcheck_types::{ClaimKind, Source, Span};
use rust_decimal::Decimal;

use super::scale;
use super::words::{self, Stem};
use crate::claims::{self, Conventions, Period, Quantity, Value};
use crate::document::token::{self, Kind, Token};
use crate::document::{Table, Utf16Index, sentence, tables};

/// A source, ready to be compared with.
#[derive(Debug, Clone)]
pub(crate) struct PreparedSource {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) utf16: Utf16Index,
}

/// A table row or a sentence: what its values are about.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The source, by its place in the list.
    pub(crate) source: u32,
    /// The table in its source it is a row of; `None` for a sentence.
    pub(crate) table: Option<u32>,
    /// What it speaks of: a row's label, a sentence's words. Sorted.
    pub(crate) labels: Vec<Stem>,
    /// Its values, as a range of [`Sources::mentions`].
    pub(crate) mentions: core::ops::Range<u32>,
}

/// A value in a source.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    /// Where it stands.
    pub(crate) place: u32,
    /// Where in the source's text, in UTF-8 bytes.
    pub(crate) span: Span,
    pub(crate) kind: ClaimKind,
    /// In base units, the table's scale applied; for a date the period.
    pub(crate) value: Value,
    /// As it is printed, without the table's scale.
    pub(crate) printed: Decimal,
    pub(crate) unit: Option<&'static str>,
    /// Whether its table or caption states the scale; where not, thousands and millions are possible.
    pub(crate) scale_known: bool,
    /// The column's heading. Sorted.
    pub(crate) columns: Vec<Stem>,
    /// The periods that its column, its row or its sentence names.
    pub(crate) periods: Vec<Dated>,
}

/// A period and where the source names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dated {
    pub(crate) period: Period,
    /// In the source's text, in UTF-8 bytes.
    pub(crate) span: Span,
}

/// All sources of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sources {
    pub(crate) sources: Vec<PreparedSource>,
    pub(crate) places: Vec<Place>,
    pub(crate) mentions: Vec<Mention>,
    /// Words to places, sorted by word.
    index: Vec<(Stem, u32)>,
    /// Words of column headings to the places (rows) under them, sorted by word.
    column_index: Vec<(Stem, u32)>,
}

/// A word in more than this share of all places says nothing about which one is meant.
const COMMON_SHARE: usize = 3;

impl Sources {
    pub(crate) fn prepare(sources: &[Source], conventions: Option<Conventions>) -> Self {
        let mut prepared = Sources::default();
        let mut caption_scale = None;
        for (number, source) in sources.iter().enumerate() {
            let conventions = conventions.unwrap_or_else(|| Conventions::of(&source.text, None));
            let mut builder = Builder {
                out: &mut prepared,
                source: u32::try_from(number).unwrap_or(u32::MAX),
                text: &source.text,
                conventions,
            };
            caption_scale = builder.read(caption_scale);
            let utf16 = Utf16Index::new(&source.text);
            prepared.sources.push(PreparedSource { id: source.id.clone(), text: source.text.clone(), utf16 });
        }
        prepared.build_index();
        prepared
    }

    fn build_index(&mut self) {
        let mut index = Vec::new();
        let mut columns = Vec::new();
        for (number, place) in self.places.iter().enumerate() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            index.extend(place.labels.iter().map(|stem| (*stem, number)));
            let mentions = &self.mentions[place.mentions.start as usize..place.mentions.end as usize];
            columns.extend(mentions.iter().flat_map(|m| m.columns.iter()).map(|stem| (*stem, number)));
        }
        index.sort_unstable();
        columns.sort_unstable();
        columns.dedup();
        self.index = index;
        self.column_index = columns;
    }

    /// The places whose labels hold the word.
    pub(crate) fn places_of(&self, stem: Stem) -> &[(Stem, u32)] {
        run(&self.index, stem)
    }

    /// The rows that stand under a heading with the word.
    pub(crate) fn rows_under(&self, stem: Stem) -> &[(Stem, u32)] {
        run(&self.column_index, stem)
    }

    /// How much a word tells: more the rarer it is, 0 where it stands nowhere. Whole bits, so that every platform agrees.
    pub(crate) fn weight(&self, stem: Stem) -> u32 {
        let places = self.places.len();
        let held = self.places_of(stem).len().max(self.rows_under(stem).len() / 2);
        if held == 0 {
            return 0;
        }
        if places > 16 && held * COMMON_SHARE > places {
            return 1;
        }
        2 + (places / held).ilog2()
    }
}

fn run(index: &[(Stem, u32)], stem: Stem) -> &[(Stem, u32)] {
    let start = index.partition_point(|(s, _)| *s < stem);
    let length = index[start..].partition_point(|(s, _)| *s == stem);
    &index[start..start + length]
}

struct Builder<'t> {
    out: &'t mut Sources,
    source: u32,
    text: &'t str,
    conventions: Conventions,
}

impl Builder<'_> {
    /// Reads one source; returns the scale that its last words state, for a table that follows in the next one.
    fn read(&mut self, earlier_scale: Option<Decimal>) -> Option<Decimal> {
        let text = self.text;
        let tokens = token::tokens(text);
        let tables = tables(text);
        let mut from = 0;
        let mut caption = earlier_scale;
        for (number, table) in tables.iter().enumerate() {
            let start = tokens.partition_point(|t| t.start < table.span.start);
            let end = tokens.partition_point(|t| t.start < table.span.end);
            if let Some(stated) = self.prose(&tokens[from..start]) {
                caption = Some(stated);
            }
            self.table(table, u32::try_from(number).unwrap_or(u32::MAX), &tokens[start..end], caption);
            from = end;
        }
        self.prose(&tokens[from..]).or(if tables.is_empty() { earlier_scale } else { None })
    }

    /// Sentences outside tables; returns the scale that the last ones state.
    fn prose(&mut self, tokens: &[Token]) -> Option<Decimal> {
        let mut stated = None;
        if tokens.is_empty() {
            return None;
        }
        let quantities = claims::extract_tokens(self.text, tokens, self.conventions);
        let mut next = 0;
        for range in sentence::sentences(self.text, tokens) {
            let here = quantities[next..].partition_point(|q| (q.first as usize) < range.end);
            let own = &quantities[next..next + here];
            next += here;
            let sentence = &tokens[range.clone()];
            let (Some(first), Some(last)) = (sentence.first(), sentence.last()) else { continue };
            let body = self.text.get(first.start as usize..last.end as usize).unwrap_or_default();
            stated = scale::stated(body).or(stated);
            if own.is_empty() {
                continue;
            }
            let periods: Vec<Dated> = own.iter().filter_map(dated).collect();
            let labels = words::stems(self.text, sentence);
            self.place(None, labels, |_| own.iter().map(|q| mention(q, periods.clone())).collect());
        }
        stated
    }

    fn place(&mut self, table: Option<u32>, labels: Vec<Stem>, mentions: impl FnOnce(u32) -> Vec<Mention>) {
        let number = u32::try_from(self.out.places.len()).unwrap_or(u32::MAX);
        let start = u32::try_from(self.out.mentions.len()).unwrap_or(u32::MAX);
        let mut mentions = mentions(number);
        for mention in &mut mentions {
            mention.place = number;
        }
        self.out.mentions.extend(mentions);
        let end = u32::try_from(self.out.mentions.len()).unwrap_or(u32::MAX);
        self.out.places.push(Place { source: self.source, table, labels, mentions: start..end });
    }

    fn table(&mut self, table: &Table, number: u32, tokens: &[Token], caption: Option<Decimal>) {
        let text = self.text;
        let cell_text = |row: usize, column: usize| {
            table.rows.get(row).and_then(|r| r.get(column)).and_then(|c| c.span.of(text)).unwrap_or_default()
        };
        let width = table.rows.iter().map(Vec::len).max().unwrap_or(0);
        let header = table.header_rows.min(table.rows.len());
        let columns: Vec<Column> = (0..width).map(|c| self.column(table, tokens, header, c)).collect();
        let own_scale =
            table.rows[..header].iter().flatten().find_map(|c| scale::stated(c.span.of(text).unwrap_or_default()));
        let table_scale = own_scale.or(caption);
        let mut group: Vec<Stem> = Vec::new();
        for row in header..table.rows.len() {
            let cells = &table.rows[row];
            let label = cell_text(row, 0);
            let empty = cells.iter().skip(1).all(|c| c.span.start == c.span.end);
            let label_tokens = within(tokens, cells.first().map(|c| c.span));
            if empty {
                group = words::stems(text, label_tokens);
                continue;
            }
            let exempt = scale::is_exempt(label);
            let scale = scale::stated(label).or(table_scale);
            let mut labels = words::stems(text, label_tokens);
            let row_periods = self.periods(label_tokens);
            labels.extend(&group);
            labels.sort_unstable();
            labels.dedup();
            let mut mentions = Vec::new();
            for (at, cell) in cells.iter().enumerate().skip(1) {
                let Some(value) = self.cell(within(tokens, Some(cell.span)), cell.span) else { continue };
                let column = &columns[at];
                let percent_column = column.percent && value.kind == ClaimKind::Number;
                let kind = if percent_column { ClaimKind::Percentage } else { value.kind };
                let plain = matches!(kind, ClaimKind::Percentage | ClaimKind::Ratio | ClaimKind::Date) || exempt;
                let factor = column.scale.or(scale).filter(|_| !plain);
                let scaled = factor.and_then(|f| value.number.checked_mul(f)).unwrap_or(value.number);
                let mut periods = row_periods.clone();
                periods.extend(&column.periods);
                mentions.push(Mention {
                    place: 0,
                    span: cell.span,
                    kind,
                    value: Value::Number(scaled),
                    printed: value.number,
                    unit: value.unit,
                    scale_known: plain || factor.is_some(),
                    columns: column.labels.clone(),
                    periods,
                });
            }
            self.place(Some(number), labels, |_| mentions);
        }
    }

    /// A column's heading over all header rows; a heading that spans columns stands over the empty ones to its right.
    fn column(&self, table: &Table, tokens: &[Token], header: usize, column: usize) -> Column {
        let mut labels = Vec::new();
        let mut periods = Vec::new();
        let mut heading = String::new();
        for row in &table.rows[..header] {
            let cell = row.get(column).map(|c| c.span).filter(|s| s.start < s.end);
            let Some(span) = cell else { continue };
            let body = span.of(self.text).unwrap_or_default();
            let cell = within(tokens, Some(span));
            labels.extend(words::stems(self.text, cell));
            periods.extend(self.periods(cell));
            heading.push_str(body);
            heading.push(' ');
        }
        labels.sort_unstable();
        labels.dedup();
        let percent = heading.contains('%') || heading.to_lowercase().contains("percent");
        Column { labels, periods, percent, scale: scale::stated(&heading) }
    }

    /// The periods that some tokens name.
    fn periods(&self, tokens: &[Token]) -> Vec<Dated> {
        claims::extract_tokens(self.text, tokens, self.conventions).iter().filter_map(dated).collect()
    }

    /// The one number of a cell: `$ 1,452.4`, `(12.5)`, `12.5 %`, `(1,234)%`.
    fn cell(&self, tokens: &[Token], span: Span) -> Option<Cell> {
        let found = claims::extract_tokens(self.text, tokens, self.conventions);
        let quantity = found.iter().find(|q| q.value.number().is_some()).or_else(|| found.first())?;
        let mut number = match quantity.value {
            Value::Number(number) => number,
            // A year in a body cell is still a number to somebody.
            Value::Period(Period::Year(year)) => Decimal::from(year),
            Value::Period(_) => return None,
        };
        let body = span.of(self.text).unwrap_or_default();
        let parenthesised =
            tokens.iter().any(|t| t.ch == b'(') && tokens.iter().filter(|t| t.kind == Kind::Number).count() == 1;
        if parenthesised && number.is_sign_positive() && !tokens.iter().any(|t| t.kind == Kind::Word) {
            number = -number;
        }
        let kind = if body.contains('%') { ClaimKind::Percentage } else { quantity.kind };
        Some(Cell { kind: if kind == ClaimKind::Date { ClaimKind::Number } else { kind }, number, unit: quantity.unit })
    }
}

struct Column {
    labels: Vec<Stem>,
    periods: Vec<Dated>,
    percent: bool,
    scale: Option<Decimal>,
}

struct Cell {
    kind: ClaimKind,
    number: Decimal,
    unit: Option<&'static str>,
}

fn mention(quantity: &Quantity, periods: Vec<Dated>) -> Mention {
    Mention {
        place: 0,
        span: quantity.span,
        kind: quantity.kind,
        value: quantity.value,
        printed: quantity.value.number().unwrap_or_default(),
        unit: quantity.unit,
        scale_known: true,
        columns: Vec::new(),
        periods,
    }
}

fn dated(quantity: &Quantity) -> Option<Dated> {
    match quantity.value {
        Value::Period(period) => Some(Dated { period, span: quantity.span }),
        Value::Number(_) => None,
    }
}

/// The tokens inside a span.
fn within(tokens: &[Token], span: Option<Span>) -> &[Token] {
    let Some(span) = span else { return &[] };
    let start = tokens.partition_point(|t| t.start < span.start);
    let end = tokens.partition_point(|t| t.start < span.end);
    &tokens[start..end]
}
