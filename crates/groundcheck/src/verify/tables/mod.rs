//! Tables of a source as rows of values: headings over several lines, groups of rows, scale, currency and sign.

mod cells;
mod dates;
mod full;
mod headings;
mod league;
pub(crate) mod periods;
mod roles;
mod row;

use std::borrow::Cow;

use groundcheck_types::{ClaimKind, Span};
use rust_decimal::Decimal;

pub(crate) use self::cells::currency_in;
use self::cells::{all_negative, also, is_called_by_rate, is_of_mean, own_tokens, row_is_percentage};
use self::dates::{Times, mention_of};
pub(crate) use self::headings::Heading;
use self::headings::{add_columns, close_columns};
use self::headings::{dated_alike, scaled_apart};
pub(crate) use self::periods::Part;
use self::roles::{Role, Unit};
use super::bands::Band;
use super::caption::Caption;
use super::measured;
use super::prepare::{Dated, Mention, Place, Sources};
use super::scale;
use super::words::{self, Stem};
use crate::cancel::Cancel;
use crate::claims::{self, Conventions, Value};
use crate::document::lower;
use crate::document::token::{self, Kind, Token};
use crate::document::{Table, TableCell, TableFormat, is_amount, markup};
use crate::lexicon::labels;
use crate::lexicon::measure::Measure;
use crate::lexicon::{Roles, Seen};

/// Columns past this one are not read: no table that people write has them, and a claim must not cost what a line of a million
/// pipes would.
const MOST_COLUMNS: usize = 256;

/// What cents and pence are of their currency.
const HUNDREDTH: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// What a row without a label is called.
const TOTAL: &str = "total";

/// Reads the tables of one source.
pub(crate) struct TableReader<'t> {
    text: &'t str,
    /// The table's own tokens.
    tokens: Cow<'t, [Token]>,
    conventions: Conventions,
    source: u32,
    cancel: Cancel<'t>,
}

/// The scale of a table, and whether the table itself states it.
#[derive(Clone, Copy)]
struct Scale {
    factor: Decimal,
    own: bool,
    /// Whether the value's own row or column states it.
    nearby: bool,
}

impl<'t> TableReader<'t> {
    pub(crate) fn new(
        (text, tokens): (&'t str, &'t [Token]),
        conventions: Conventions,
        source: u32,
        cancel: Cancel<'t>,
    ) -> Self {
        TableReader { text, tokens: Cow::Borrowed(tokens), conventions, source, cancel }
    }

    /// Adds every row to `out`; `caption` is what the text before the table says of it. Returns the headings over its last row, for
    /// rows that go on in the next source.
    pub(crate) fn read(&mut self, table: &Table, caption: Caption, seen: &mut Seen, out: &mut Sources) -> Vec<Heading> {
        let lines = matches!(table.format, TableFormat::Pipes | TableFormat::Tabs);
        // Commas between cells join their digits for anybody who reads the line, and in a fence nothing is read at all.
        if !lines || self.tokens.is_empty() {
            self.tokens = Cow::Owned(own_tokens(self.text, table, seen));
        }
        let rows = &table.rows;
        let width = rows.iter().map(Vec::len).max().unwrap_or(0).min(MOST_COLUMNS);
        let header = table.header_rows.min(rows.len());
        let headed = |rows: &[Vec<TableCell>]| {
            let factor = rows.iter().flatten().find_map(|cell| scale::headed(&self.body(cell)))?;
            Some(Scale { factor, own: true, nearby: false })
        };
        let goes_on = header == 0 && caption.headings.len() == width;
        let mut headings = if goes_on { caption.headings } else { self.headings(&rows[..header], width) };
        if let Some(part) = caption.year_end {
            headings.iter_mut().for_each(|heading| heading.end_years(part));
        }
        let full = caption.scale.is_some() && full::are_in_full(self.bodies(&rows[header..]));
        let before = caption.scale.filter(|_| !full).map(|factor| Scale { factor, own: caption.own, nearby: false });
        let mut over = Over {
            scale: headed(&rows[..header]).or(before),
            currency: self
                .currency(table)
                .or_else(|| headings.first().and_then(|corner| corner.currency))
                .or(caption.currency),
            few_units: self.few_units(&rows[header..]),
            apart: scaled_apart(&headings),
            counts_scaled: headings.iter().skip(1).any(|h| h.scale.is_some() && h.currency.is_none()),
            dated_alike: dated_alike(&headings),
            year: caption.year,
            columns: add_columns(&headings, out),
            roles: self.roles(&headings, &rows[header..]),
            group: self.corner(&rows[..header]),
            subject: if self.totals(&rows[header..]) == 1 { caption.subject } else { Vec::new() },
            each: caption.each,
            headings,
        };
        // How many rows from here on are headings already read.
        let mut heading_rows = 0;
        for (number, row) in rows.iter().enumerate().skip(header) {
            if self.cancel.is_cancelled() {
                break;
            }
            if row.iter().skip(1).all(is_empty) {
                let group = self.group(row);
                // `(in thousands, except per share)` under the years is said of all that follows.
                if group.scale.is_some() && row.first().is_some_and(|cell| self.body(cell).starts_with('(')) {
                    over.scale = group.scale.map(|scale| Scale { nearby: false, ..scale });
                    over.group = Group::default();
                } else {
                    over.group = group;
                }
                continue;
            }
            // Headings in the middle start a table within the table.
            let block = self.heading_block(&rows[number..], number == header || heading_rows > 0);
            if let Some(title) = self.title(row).filter(|_| block == Some(1)) {
                over.group = self.group(core::slice::from_ref(title));
                continue;
            }
            if let Some(again) = block {
                heading_rows = again;
                let (own, below) = rows[number..].split_at(again);
                over.headings = self.headings(own, width);
                over.scale = headed(own).or(over.scale);
                over.apart = scaled_apart(&over.headings);
                over.dated_alike = dated_alike(&over.headings);
                over.roles = self.roles(&over.headings, below);
                close_columns(&over.columns, out);
                over.columns = add_columns(&over.headings, out);
            }
            if heading_rows > 0 {
                heading_rows -= 1;
                continue;
            }
            self.row(row, &over, out);
        }
        close_columns(&over.columns, out);
        over.headings.iter_mut().for_each(Heading::leave);
        over.headings
    }

    /// What stands in the rows' cells behind their labels.
    fn bodies<'c>(&'c self, rows: &'c [Vec<TableCell>]) -> impl Iterator<Item = Cow<'t, str>> + 'c {
        rows.iter().flat_map(|row| row.iter().skip(1)).map(|cell| self.body(cell))
    }

    /// The corner over the labels names the first group of rows: `Core | 2019 | 2018` over those of Core.
    fn corner(&self, header: &[Vec<TableCell>]) -> Group {
        let corner = header.last().and_then(|row| row.first());
        Group { labels: self.stems(corner), ..Group::default() }
    }

    /// A row that fills only its first cell heads those that follow.
    fn group(&self, row: &[TableCell]) -> Group {
        let label = row.first().map(|cell| self.body(cell)).unwrap_or_default();
        let tokens = row.first().map_or(&[][..], |cell| self.tokens_of(cell.span));
        Group {
            labels: self.stems(row.first()),
            periods: self.periods(row.first()),
            parts: row.first().map(|cell| self.parts(cell)).unwrap_or_default(),
            scale: scale::stated(self.text, &label, tokens).map(|factor| Scale { factor, own: true, nearby: false }),
            outflow: words::is_outflow(self.text, tokens),
            signed: words::is_signed(&label),
            exempt: scale::is_exempt(&label, true),
        }
    }

    fn row(&self, row: &[TableCell], over: &Over, out: &mut Sources) {
        let Over { headings, group, .. } = over;
        let label = row.first().map(|cell| self.body(cell)).unwrap_or_default();
        let label = label.as_ref();
        let tokens = row.first().map_or(&[][..], |cell| self.tokens_of(cell.span));
        let stated = scale::stated(self.text, label, tokens);
        let own_scale = stated.map(|factor| Scale { factor, own: true, nearby: true }).or(group.scale);
        let own_currency = currency_in(self.text, tokens);
        let own_measure = measured::heading(self.text, tokens);
        let mut labels = self.stems(row.first());
        out.glossary.label(self.text, tokens);
        let mut row_periods = self.periods(row.first());
        let mut row_parts = row.first().map(|cell| self.parts(cell)).unwrap_or_default();
        // What it is measured in is said of a row as what stands over it is.
        let mut above = group.labels.clone();
        above.extend(&over.each);
        let mut unit: Option<Unit> = None;
        for (cell, (role, heading)) in row.iter().zip(over.roles.iter().zip(headings)).skip(1) {
            match role {
                Role::Value | Role::Note => {}
                Role::Unit => {
                    unit = Some(self.unit(cell));
                    above.extend(self.stems(Some(cell)));
                }
                Role::Label => labels.extend(self.stems(Some(cell))),
                Role::Period => {
                    row_periods.extend(self.periods(Some(cell)));
                    row_parts.extend(self.parts_under(cell, heading));
                }
            }
        }
        // Below rows that say what they are, one that says nothing is their total.
        let below = || out.places.last().is_some_and(|p| p.is_row && p.source == self.source && !p.labels.is_empty());
        if label.is_empty() && labels.is_empty() && row_periods.is_empty() && below() {
            labels = words::stems(TOTAL, &token::tokens(TOTAL));
        }
        // `The provision for taxes consists of the following:` says what `Total` is the total of.
        if !label.is_empty() && matches!(labels[..], [only] if words::is_stem_of(only, TOTAL)) {
            labels.extend(&over.subject);
        }
        words::sort(&mut labels);
        // `Room rate (£)` under a caption in millions, where most rows name no unit.
        let as_printed = Scale { factor: Decimal::ONE, own: true, nearby: true };
        let apart = own_currency.filter(|_| over.few_units).map(|_| as_printed);
        let times = Times {
            periods: &row_periods,
            parts: &row_parts,
            alone: labels.is_empty(),
            at: row.first().map(|cell| cell.span).unwrap_or_default(),
        };
        let mut mentions = Vec::with_capacity(row.len());
        for (at, cell) in row.iter().enumerate().skip(1) {
            if !matches!(over.roles.get(at), Some(Role::Value)) {
                continue;
            }
            let column = over.columns.get(at).copied();
            let (Some(read), Some(heading)) = (self.cell(row, at), headings.get(at)) else {
                // `Lease end | 2026-04-30`: a date that says nothing of the row's other values.
                mentions.extend(self.dates(cell).into_iter().map(|date| Mention { column, ..date }));
                continue;
            };
            let read = read.with_share_as(self.text, [&heading.text, label]);
            // `Maturity | 2027`: the year is a date, too.
            let years = if heading.of_years { self.periods(Some(cell)) } else { Vec::new() };
            mentions.extend(years.into_iter().take(1).map(|date| Mention { column, ..mention_of(date) }));
            let own_scale = unit.map(|unit| unit.scale).or(own_scale).or(apart);
            let own_currency = unit.and_then(|unit| unit.currency).or(own_currency);
            // `kg` says nothing of `spent_2025`.
            let weighs = |own: &Measure| !heading.of_money || own.lasts();
            let own_measure = unit.and_then(|unit| unit.measure).filter(weighs).or(own_measure);
            let in_percent = (heading.percent && !is_of_mean(label))
                || unit.is_some_and(|unit| unit.percent)
                || row_is_percentage(label);
            let kind = match read.kind {
                ClaimKind::Number if in_percent && read.share.is_none() => ClaimKind::Percentage,
                ClaimKind::Number if heading.of_prices => ClaimKind::Currency,
                kind => kind,
            };
            let money = kind == ClaimKind::Currency;
            let minor = scale::is_minor(label) || scale::is_minor(&heading.text);
            // `Burn rate ($ thousands)` is no rate.
            let by_label = stated.is_none() && (group.exempt || scale::is_exempt(label, money));
            let exempt = !minor && (by_label || scale::is_exempt(&heading.text, money));
            let unscaled = exempt || matches!(kind, ClaimKind::Percentage | ClaimKind::Ratio);
            // `Average price (EUR)` beside `2024 (000 units)`
            let priced = heading.currency.filter(|_| heading.scale.is_none() && over.counts_scaled).map(|_| as_printed);
            let heading_scale = heading.scale.map(|factor| Scale { factor, own: true, nearby: over.apart }).or(priced);
            let minor_scale = minor.then_some(Scale { factor: HUNDREDTH, own: true, nearby: false });
            let all_scale = minor_scale.or(heading_scale).or(own_scale).or(over.scale);
            let scale = all_scale.filter(|s| !unscaled && !scale::is_written_out(read.number, s.factor));
            // Notes that are called by their rate may be in the table's scale all the same.
            let by_rate = kind == ClaimKind::Number && is_called_by_rate(label);
            let scaled =
                scale.and_then(|s| read.number.checked_mul(s.factor)).and_then(claims::bounded).unwrap_or(read.number);
            if let Some(column) = column.and_then(|c| out.columns.get_mut(c as usize)) {
                column.measured |= read.measure.is_some();
                column.priced |= read.kind == ClaimKind::Currency;
            }
            let (periods, part) = times.under(heading, over);
            // `Homes sold` beside `Median price ($)` is no money.
            let currency = own_currency.or(heading.currency).or(over.currency.filter(|_| !heading.counted));
            if let Some((share, span)) = read.share {
                mentions.push(Mention {
                    unit: Some("%"),
                    periods: periods.clone(),
                    column,
                    ..Mention::new(ClaimKind::Percentage, Value::Number(share), span)
                });
            }
            let mention = Mention {
                column,
                also: match all_scale.filter(|_| by_rate) {
                    Some(all) => read.number.checked_mul(all.factor).and_then(claims::bounded).into_iter().collect(),
                    None => also(&read, scale, unscaled && !by_rate),
                },
                own_scale: scale.is_some_and(|s| s.own),
                scaled: scale.is_some(),
                months: heading.months,
                measure: read.measure.or(own_measure).or(heading.measure).filter(|_| kind == ClaimKind::Number),
                unit: read
                    .unit
                    .or(currency.filter(|_| (kind == ClaimKind::Number && !exempt && !minor) || heading.of_prices)),
                periods,
                part,
                ..Mention::new(kind, Value::Number(scaled), cell.span)
            };
            for further in &read.rest {
                // In the scale of the first: `62–81` under thousands.
                let factor = scale.map_or(Decimal::ONE, |s| s.factor);
                let value = further.number.checked_mul(factor).and_then(claims::bounded).unwrap_or(further.number);
                let (kind, measure) = (further.kind, further.measure.or(mention.measure));
                let (value, also) = (Value::Number(value), Vec::new());
                mentions.push(Mention { kind, value, measure, also, span: further.span, ..mention.clone() });
            }
            mentions.push(mention);
        }
        // `2025-05-06 | Poetry reading | free`: where a row has no values, its dates are what it tells.
        if mentions.is_empty() {
            mentions.extend(row.first().map(|cell| self.dates(cell)).unwrap_or_default());
        }
        for (at, cell) in row.iter().enumerate() {
            let column = over.columns.get(at).copied().filter(|_| at > 0);
            mentions.extend(self.times(cell).map(|time| Mention { column, ..time }));
        }
        let band = Band::read(self.text, tokens, headings.first().and_then(|corner| corner.measure));
        out.bands.extend(band);
        let place = Place {
            source: self.source,
            is_row: true,
            gain: tokens.iter().any(|t| t.roles.has(Roles::GAIN)) && !tokens.iter().any(|t| t.roles.has(Roles::LOSS)),
            labels,
            group: words::sorted(above),
            outflow: words::is_outflow(self.text, tokens)
                || group.outflow
                || all_negative(&mentions)
                || !(words::is_signed(label)
                    || group.signed
                    || headings.first().is_some_and(|h| words::is_signed(&h.text))),
            ..Place::default()
        };
        row::note_roles(&mut mentions);
        out.add(place, mentions);
    }

    /// How many rows are called `Total` and nothing else.
    fn totals(&self, rows: &[Vec<TableCell>]) -> usize {
        let labels = rows.iter().filter_map(|row| row.first());
        let is_total = |body: &str| body.trim_matches(['*', '_', ' ']).eq_ignore_ascii_case(TOTAL);
        labels.filter(|cell| is_total(&self.body(cell))).count()
    }

    /// The only cell of a row of several that stands in the middle of a table, `| | Revenues by region: | |`: it heads the rows
    /// that follow, and leaves the columns as they are called.
    fn title<'c>(&self, row: &'c [TableCell]) -> Option<&'c TableCell> {
        let mut filled = row.iter().filter(|c| !is_empty(c));
        let only = filled.next().filter(|_| filled.next().is_none() && row.len() > 2)?;
        let body = self.body(only);
        (self.periods(Some(only)).is_empty() && scale::headed(&body).is_none()).then_some(only)
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
                filled.clone().any(|c| is_amount(&self.body(c)) || !self.body(c).contains(char::is_alphanumeric));
            let label = row.first().filter(|c| !is_empty(c));
            let dated = || filled.clone().any(|c| !self.periods(Some(c)).is_empty());
            let named = label.is_none_or(|label| dated() && !self.are_amounts_like_years(label, filled.clone()));
            filled.clone().count() > 0 && !amounts && named
        };
        let count = rows.iter().take(MOST_HEADINGS).take_while(|row| is_heading(row)).count();
        if count == 0 || count == rows.len() || self.goes_on_in_dates(&rows[count - 1], &rows[count..]) {
            return None;
        }
        Some(count)
    }

    /// Amounts of four digits that could be years: one stands twice, as no heading's year does in one line.
    fn are_amounts_like_years<'c>(
        &self,
        label: &TableCell,
        mut cells: impl Iterator<Item = &'c TableCell> + Clone,
    ) -> bool {
        let label = self.body(label);
        let text = lower(&label);
        if labels::DATED.iter().any(|word| text.contains(word)) || scale::headed(&text).is_some() {
            return false;
        }
        let bare = |c: &TableCell| self.body(c).len() == 4;
        let first = cells.next().map(|c| self.body(c));
        cells.clone().all(|c| bare(c) && Some(self.body(c)) == first)
    }

    /// A cell's text as it is read: without tags, entities decoded.
    fn body(&self, cell: &TableCell) -> Cow<'t, str> {
        markup::plain(cell.span.of(self.text).unwrap_or_default())
    }

    fn tokens_of(&self, span: Span) -> &[Token] {
        let start = self.tokens.partition_point(|t| t.start < span.start);
        let end = self.tokens.partition_point(|t| t.start < span.end);
        &self.tokens[start..end.max(start)]
    }

    fn stems(&self, cell: Option<&TableCell>) -> Vec<Stem> {
        let Some(cell) = cell else { return Vec::new() };
        let dates: Vec<Span> = self.periods(Some(cell)).iter().map(|d| d.span).collect();
        let tokens = self.tokens_of(cell.span);
        let tokens = &tokens[..words::before_scale(self.text, tokens)];
        let mut stems = words::stems_beside(self.text, tokens, &dates);
        // `Tour 500` is not `Tour 300`, `מסלול א'` is not `מסלול ב'`.
        // `Fund A`, but not `Laurie A. Siegel`.
        let letter = |at: usize| {
            let token = &tokens[at];
            let ends = token.end - token.start == 1 && at + 1 == tokens.len();
            token.kind == Kind::Number || words::is_hebrew(self.text, token) || ends
        };
        let told = words::designators(self.text, tokens, 0..tokens.len()).into_iter();
        stems.extend(told.filter(|(at, _)| letter(*at)).map(|(_, stem)| stem));
        // A row called `א`, under `בניין`. An `A` would be the article as often.
        if let [only] = tokens
            && only.end - only.start <= 2
            && words::is_hebrew(self.text, only)
            && stems.is_empty()
        {
            stems.push(words::exact(only.text(self.text)));
        }
        stems
    }
}

/// At most so many rows head others.
const MOST_HEADINGS: usize = 4;

/// What stands over the rows of a table, read once.
struct Over {
    scale: Option<Scale>,
    currency: Option<&'static str>,
    /// Whether one date stands over all of several columns.
    dated_alike: bool,
    /// The year that its title names.
    year: Option<u16>,
    /// Whether each column states its own scale, so that none is the table's.
    apart: bool,
    /// Whether a column without a currency states a scale, which then is that of counts.
    counts_scaled: bool,
    /// Whether fewer than half of the rows name their currency, so that those that do are in no thousands.
    few_units: bool,
    headings: Vec<Heading>,
    /// What the cells under each heading are.
    roles: Vec<Role>,
    /// The headings as [`Sources::columns`] has them.
    columns: Vec<u32>,
    group: Group,
    /// What the words before the table say that all its rows together are. Sorted.
    subject: Vec<Stem>,
    /// What they say that its amounts are of each of.
    each: Vec<Stem>,
}

/// A heading over the rows that follow.
#[derive(Default)]
struct Group {
    labels: Vec<Stem>,
    periods: Vec<Dated>,
    /// Parts of a year whose year its rows or columns name.
    parts: Vec<Part>,
    /// The scale of its rows.
    scale: Option<Scale>,
    outflow: bool,
    signed: bool,
    /// Whether it takes its rows' money out of the table's scale: `Net loss per share`.
    exempt: bool,
}

fn is_empty(cell: &TableCell) -> bool {
    cell.span.start == cell.span.end
}
