//! Tables inside documents, one file a format: pipes (Markdown too) and tabs, CSV, HTML, JSON, text aligned by blanks, registers, text out of a PDF.
//!
//! Linear in the text: each format looks at each line at most a constant number of times, and only where its own marks stand.

mod aligned;
mod csv;
mod html;
mod json;
mod pipes;
mod printed;
mod register;
mod watch;

use core::ops::Range;
use std::borrow::Cow;

use groundcheck_types::Span;

pub(crate) use self::watch::Watch;
use super::markup;
use crate::lexicon::{self, Lex};
use crate::sort;

/// How a [`Table`] is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    /// Cells between `|`, Markdown's tables among them.
    Pipes,
    /// Cells between tabs.
    Tabs,
    /// Cells between commas or semicolons.
    Csv,
    /// `<tr>` and `<td>`.
    Html,
    /// Objects with the same names.
    Json,
    /// Cells under one another, with blanks between.
    Aligned,
    /// One cell a line, or a row's values behind single blanks, as out of a PDF.
    Printed,
}

/// One cell of a [`Table`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableCell {
    /// Where its trimmed text stands in the document, in UTF-8 bytes; empty for an empty cell.
    pub span: Span,
    /// How many columns it stands over: its own and those of the empty cells behind it. `None` where the format does not say.
    pub columns: Option<u32>,
}

/// A table found in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Everything it covers in the document, in UTF-8 bytes.
    pub span: Span,
    /// How it is written.
    pub format: TableFormat,
    /// How many of the first rows are headers.
    pub header_rows: usize,
    /// Its rows; not all need have the same number of cells.
    pub rows: Vec<Vec<TableCell>>,
}

/// Every table in a document, in order; none lies in another.
///
/// ```
/// use groundcheck::document::{TableFormat, tables};
///
/// let text = "Sales (in millions)\n | 2019 | 2018\nTotal sales | $1,496.5 | $1,202.9\n";
/// let found = tables(text);
/// assert_eq!((found.len(), found[0].header_rows), (1, 1));
/// assert_eq!(found[0].rows[1][1].span.of(text), Some("$1,496.5"));
///
/// let text = "Store,2019,2018\n\"Hamburg, port\",\"1,496\",1203\n";
/// let found = tables(text);
/// assert_eq!(found[0].format, TableFormat::Csv);
/// assert_eq!(found[0].rows[1][1].span.of(text), Some("1,496"));
/// ```
#[must_use]
pub fn tables(text: &str) -> Vec<Table> {
    tables_within(text, 0..text.len())
}

/// Every table in these lines of a document.
pub(crate) fn tables_within(text: &str, range: Range<usize>) -> Vec<Table> {
    let mut found: Vec<Table> = Vec::new();
    let marks = Marks::of(text.as_bytes().get(range.clone()).unwrap_or_default());
    let formats: [(bool, Find); 5] = [
        (marks.has(Marks::TAG), html::find),
        (marks.has(Marks::BRACE), json::find),
        (marks.has(Marks::BAR), pipes::find),
        (marks.has(Marks::COMMA), csv::find),
        (marks.has(Marks::GAP) || marks.has(Marks::LEADER), aligned::find),
    ];
    for (_, format) in formats.into_iter().filter(|(may_stand, _)| *may_stand) {
        let before = found.len();
        for gap in gaps(range.clone(), &found) {
            format(text, gap, &mut found);
        }
        if found.len() > before {
            sort::by_key(&mut found, |table| table.span.start);
        }
    }
    found
}

/// Every table in a source: those of [`tables`], registers, and what extractors write out of a PDF.
pub(crate) fn printed_tables(text: &str) -> Vec<Table> {
    let read = tables(text);
    let others = read.iter().filter(|table| table.format != TableFormat::Aligned);
    let mut registers = Vec::new();
    for gap in gaps(0..text.len(), others) {
        register::find(text, gap, &mut registers);
    }
    let mut found = Vec::with_capacity(read.len() + registers.len());
    let mut read = read.into_iter().peekable();
    // Rows of a register that are a label and then values may be read already; where they are most of it, they stay as they are.
    for register in registers {
        found.extend(core::iter::from_fn(|| read.next_if(|table| table.span.end <= register.span.start)));
        let parts: Vec<Table> =
            core::iter::from_fn(|| read.next_if(|table| table.span.start < register.span.end)).collect();
        let rows: usize = parts.iter().map(|table| table.rows.len()).sum();
        let is_free = found.last().is_none_or(|last: &Table| last.span.end <= register.span.start);
        let is_within = |part: &Table| register.span.start <= part.span.start && part.span.end <= register.span.end;
        if is_free && parts.iter().all(is_within) && rows * 4 < register.rows.len() * 3 {
            found.push(register);
        } else {
            found.extend(parts);
        }
    }
    found.extend(read);
    let before = found.len();
    for gap in gaps(0..text.len(), &found) {
        printed::find(text, gap, &mut found);
    }
    if found.len() > before {
        sort::by_key(&mut found, |table| table.span.start);
    }
    found
}

/// Adds the tables of one format in a part of a text.
type Find = fn(&str, Range<usize>, &mut Vec<Table>);

/// What stands anywhere in a text, as bits: each format needs its own marks, and most texts have none of them.
#[derive(Debug, Clone, Copy)]
struct Marks(u8);

impl Marks {
    /// `<`
    const TAG: u8 = 1;
    /// `|` or a tab.
    const BAR: u8 = 1 << 1;
    /// `,` or `;`
    const COMMA: u8 = 1 << 2;
    /// Two blanks.
    const GAP: u8 = 1 << 3;
    /// Three points.
    const LEADER: u8 = 1 << 4;
    /// `{`
    const BRACE: u8 = 1 << 5;

    /// Looks at eight bytes at once. What it finds may not be there, what is there it finds.
    fn of(bytes: &[u8]) -> Self {
        const EACH: u64 = 0x0101_0101_0101_0101;
        // The highest bit of each byte that is this one, and perhaps of some behind it.
        let are = |eight: u64, byte: u8| {
            let apart = eight ^ (EACH * u64::from(byte));
            apart.wrapping_sub(EACH) & !apart & (EACH << 7)
        };
        let (mut tags, mut bars, mut commas, mut gaps, mut leaders, mut braces) = (0, 0, 0, 0, 0, 0);
        let (mut last_blanks, mut last_points) = (0, 0);
        let mut look = |eight: u64| {
            tags |= are(eight, b'<');
            braces |= are(eight, b'{');
            bars |= are(eight, b'|') | are(eight, b'\t');
            commas |= are(eight, b',') | are(eight, b';');
            let (blanks, points) = (are(eight, b' '), are(eight, b'.'));
            gaps |= blanks & ((blanks << 8) | (last_blanks >> 56));
            leaders |= points & ((points << 8) | (last_points >> 56)) & ((points << 16) | (last_points >> 48));
            (last_blanks, last_points) = (blanks, points);
        };
        let (eights, rest) = bytes.as_chunks::<8>();
        eights.iter().for_each(|eight| look(u64::from_le_bytes(*eight)));
        let mut end = [0; 8];
        end.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        look(u64::from_le_bytes(end));
        let marks = [
            (tags, Self::TAG),
            (bars, Self::BAR),
            (commas, Self::COMMA),
            (gaps, Self::GAP),
            (leaders, Self::LEADER),
            (braces, Self::BRACE),
        ];
        Marks(marks.into_iter().filter(|(found, _)| *found != 0).fold(0, |all, (_, mark)| all | mark))
    }

    fn has(self, mark: u8) -> bool {
        self.0 & mark != 0
    }
}

/// What these tables, in order, leave of the range.
fn gaps<'t>(range: Range<usize>, found: impl IntoIterator<Item = &'t Table>) -> Vec<Range<usize>> {
    let mut gaps = Vec::new();
    let mut from = range.start;
    for table in found {
        gaps.push(from..table.span.start as usize);
        from = table.span.end as usize;
    }
    gaps.push(from..range.end);
    gaps.retain(|gap| gap.start < gap.end);
    gaps
}

/// The lines of a range of the text, each with its bytes without the line break.
fn lines(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = range.start;
    text.get(range).unwrap_or_default().split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    })
}

/// The cell of this part of the text, without the blanks and the marks of bold type around it.
fn trimmed(text: &str, range: Range<usize>) -> TableCell {
    let body = text.get(range.clone()).unwrap_or_default();
    let inner = body.trim();
    let start = range.start + if inner.is_empty() { 0 } else { body.len() - body.trim_start().len() };
    let bold = inner.strip_prefix("**").and_then(|inner| inner.strip_suffix("**"));
    let bold = bold.filter(|inner| !inner.is_empty() && !inner.contains('*') && inner.trim() == *inner);
    let (start, inner) = bold.map_or((start, inner), |inner| (start + "**".len(), inner));
    TableCell { span: Span::new(start, start + inner.len()), columns: None }
}

fn empty(at: usize) -> TableCell {
    TableCell { span: Span::new(at, at), columns: None }
}

/// Rows from the top whose cells behind the first hold no amount: words, years and dates only.
fn header_rows(text: &str, rows: &[Vec<TableCell>]) -> usize {
    let is_header = |row: &Vec<TableCell>| {
        let cells = || {
            row.iter().skip(1).filter_map(|cell| cell.span.of(text)).filter(|cell| !cell.is_empty()).map(markup::plain)
        };
        let years = cells().filter(|cell| is_year(cell)).count();
        // `20181` among years is a year with its footnote.
        let heads = |cell: &str| !is_amount(cell) || (years > 1 && noted_year(cell).is_some());
        cells().next().is_some() && cells().all(|cell| heads(&cell))
    };
    // `2025-05-06 | Poetry reading | free` tells of a day.
    let is_dated = |row: &Vec<TableCell>| row.first().and_then(|c| c.span.of(text)).is_some_and(is_whole_date);
    // A line above the headings that fills only its first cell is their caption; behind them it heads a group of rows.
    let is_caption = |row: &Vec<TableCell>| row.iter().skip(1).all(|cell| cell.span.start == cell.span.end);
    let count = rows.iter().take_while(|row| (is_header(row) && !is_dated(row)) || is_caption(row)).count();
    let count = rows[..count].iter().rposition(is_header).map_or(0, |last| last + 1);
    // A table of words only has one header row.
    if count == rows.len() { 1 } else { count }
}

/// Whether a cell is a day in digits: `2025-05-06`, `6/5/2025`, `06.05.25`.
fn is_whole_date(cell: &str) -> bool {
    let Some(separator) = cell.chars().find(|c| matches!(c, '-' | '/' | '.')) else { return false };
    let mut parts = cell.split(separator);
    let is_part = |part: Option<&str>| {
        part.is_some_and(|part| matches!(part.len(), 1 | 2 | 4) && part.bytes().all(|b| b.is_ascii_digit()))
    };
    is_part(parts.next()) && is_part(parts.next()) && is_part(parts.next()) && parts.next().is_none()
}

fn is_year(cell: &str) -> bool {
    cell.len() == 4 && cell.bytes().all(|b| b.is_ascii_digit()) && (cell.starts_with("19") || cell.starts_with("20"))
}

/// The year of a heading to which a footnote's digit sticks: 2018 of `20181`.
pub(crate) fn noted_year(cell: &str) -> Option<u16> {
    let (year, note) = cell.split_at_checked(4)?;
    (is_year(year) && note.len() == 1 && note.bytes().all(|b| b.is_ascii_digit())).then(|| year.parse().ok()).flatten()
}

/// Whether a cell holds an amount rather than a heading: more digits than letters, and neither a year nor a date.
pub(crate) fn is_amount(cell: &str) -> bool {
    let cell = without_scale(cell);
    let digits = cell.bytes().filter(u8::is_ascii_digit).count();
    let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
    if digits == 0 || letters >= digits || is_day(&cell) {
        return false;
    }
    // `2019 $m`: a year and what its column is counted in.
    if let Some((year, rest)) = cell.split_once(char::is_whitespace)
        && is_year(year)
        && !rest.contains(|c: char| c.is_ascii_digit())
    {
        return false;
    }
    // `S&P 500` is a name; `USD 500` is none.
    let first = cell.split_whitespace().next().unwrap_or_default();
    // A fiscal year, `F19` or `F18 (3)`.
    if first.len() == 3 && first.strip_prefix('F').is_some_and(|yy| yy.bytes().all(|b| b.is_ascii_digit())) {
        return false;
    }
    let is_currency = |word: &str| {
        let word = word.trim_end_matches(|c: char| !c.is_alphabetic());
        matches!(
            lexicon::look_up(word),
            Lex::Currency(_) | Lex::Code(_) | Lex::SubUnit(_) | Lex::ScaledCode(..) | Lex::Minus
        )
    };
    let is_name = first.starts_with(char::is_alphabetic) && !first.contains(|c: char| c.is_ascii_digit());
    if is_name && !is_currency(first) {
        return false;
    }
    let named_month = names_month(&cell);
    let year = cell
        .split(|c: char| !c.is_ascii_digit())
        .any(|run| run.len() == 4 && (run.starts_with("19") || run.starts_with("20")));
    let plain_year = year && !cell.contains([',', '.', '$', '%', '€', '£', '₪']) && digits <= 10;
    !(plain_year || (named_month && year))
}

/// Whether a text names a month.
fn names_month(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| matches!(lexicon::look_up(word), Lex::Month(_)))
}

/// Whether this is nothing but a currency's sign, perhaps with the bracket of a negative value.
fn is_sign(text: &str) -> bool {
    let mut chars = text.trim_end_matches('(').trim_end().chars();
    chars.next().is_some_and(|c| lexicon::currency::sign(c).is_some()) && chars.next().is_none()
}

/// Whether this is nothing but what closes a value before it.
fn is_closing(text: &str) -> bool {
    matches!(text, "%" | ")" | ")%" | "%)")
}

/// A cell without its `$'000`, `€000`, `000's`: zeros that are a scale and no amount.
fn without_scale(cell: &str) -> Cow<'_, str> {
    let Some((before, after)) = cell.split_once("000") else { return Cow::Borrowed(cell) };
    let is_sign = |c: char| matches!(c, '\'' | '’' | '‘' | '(') || lexicon::currency::sign(c).is_some();
    let inside = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | '.'));
    let goes_on = after.starts_with(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.'));
    let marked = before.ends_with(is_sign) || after.starts_with(['\'', '’', 's']);
    if inside || goes_on || !marked {
        return Cow::Borrowed(cell);
    }
    let after = after.trim_start_matches(['\'', '’', 's', ')']);
    Cow::Owned(format!("{} {}", before.trim_end_matches(is_sign).trim_end(), after).trim().to_owned())
}

/// `31.12.2019`
fn is_day(cell: &str) -> bool {
    cell.split('.').count() == 3 && cell.rsplit('.').next().is_some_and(is_year)
}

/// What may be written onto a value: its scale, its unit, its currency.
const VALUE_WORDS: &[&str] =
    &["b", "bn", "bps", "eur", "gbp", "ils", "k", "m", "million", "mm", "nis", "pp", "pts", "t", "usd", "x", "ש", "ח"];

/// Whether a cell is nothing but a value: digits, their marks, a sign or word of unit, brackets. Stricter than [`is_amount`], for
/// formats that prose resembles.
fn is_value(cell: &str) -> bool {
    let is_mark = |c: char| {
        c.is_ascii_digit()
            || c.is_whitespace()
            || matches!(c, '.' | ',' | '\'' | '"' | '’' | '+' | '-' | '−' | '–' | '(' | ')' | '[' | ']' | '%' | '*')
            || lexicon::currency::sign(c).is_some()
    };
    // `£000` says what the values under it are in.
    without_scale(cell).bytes().any(|b| b.is_ascii_digit())
        && !is_day(cell)
        && cell.chars().all(|c| is_mark(c) || c.is_alphabetic())
        && cell
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty())
            .all(|word| word.chars().count() <= 7 && VALUE_WORDS.iter().any(|own| own.eq_ignore_ascii_case(word)))
}

/// Whether a cell says that there is no value: `-`, `—`, `n/a`, `nm`.
fn is_nil(cell: &str) -> bool {
    let cell = cell.trim_matches(['*', '$', ' ']);
    matches!(cell, "-" | "--" | "–" | "—" | "−" | "…" | "n/a" | "N/A" | "na" | "NA" | "nm" | "NM" | "n.m." | "N.M.")
}

#[cfg(test)]
pub(super) fn shape(text: &str) -> Vec<(usize, Vec<Vec<&str>>)> {
    tables(text)
        .into_iter()
        .map(|t| {
            let rows = t.rows.iter().map(|r| r.iter().map(|c| c.span.of(text).unwrap()).collect()).collect();
            (t.header_rows, rows)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_what_only_holds_digits() {
        for (cell, expected) in [
            ("1,234", true),
            ("$ (1,234.5)", true),
            ("12.5 %", true),
            ("€1.2M", true),
            ("2.4x", true),
            ("2019", true),
            ("Note 5", false),
            ("IL 62701", false),
            ("31.12.2019", false),
            ("-", false),
            ("12 Main Street", false),
        ] {
            assert_eq!(is_value(cell), expected, "{cell}");
        }
    }

    #[test]
    fn amounts_and_headings_with_digits() {
        for (cell, expected) in [
            ("1,000", true),
            ("$ 5,000", true),
            ("$'000", false),
            ("2019 $'000", false),
            ("2019 £000", false),
            ("(000's)", false),
            ("20,000", true),
            ("31-dec-2017", false),
            ("31.12.2017", false),
            ("1.234.2017", false),
            ("2018/2019", false),
            ("December 31, 2019 (unaudited)", false),
            ("F18 (3)", false),
            ("F150", true),
        ] {
            assert_eq!(is_amount(cell), expected, "{cell}");
        }
    }

    #[test]
    fn formats_one_behind_another() {
        let text = "a | b\nc | 1\n\nItem,2019\nx,1\ny,2\n\n<table><tr><th>q<th>2019<tr><td>r<td>7</table>\n";
        let formats: Vec<TableFormat> = tables(text).iter().map(|t| t.format).collect();
        assert_eq!(formats, [TableFormat::Pipes, TableFormat::Csv, TableFormat::Html]);
    }
}
