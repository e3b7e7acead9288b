//! Tables inside documents: rows of cells between pipes (with or without outer ones, Markdown rules included) or tabs.
//!
//! Linear in the text: each line is looked at once.

use groundcheck_types::Span;

use crate::lexicon::{self, Lex};

/// One cell of a [`Table`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableCell {
    /// Where its trimmed text stands in the document, in UTF-8 bytes; empty for an empty cell.
    pub span: Span,
}

/// A table found in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Everything it covers in the document, in UTF-8 bytes.
    pub span: Span,
    /// How many of the first rows are headers.
    pub header_rows: usize,
    /// Its rows; not all need have the same number of cells.
    pub rows: Vec<Vec<TableCell>>,
}

/// Every table in a document, in order.
///
/// ```
/// use groundcheck::document::tables;
///
/// let text = "Sales (in millions)\n | 2019 | 2018\nTotal sales | $1,496.5 | $1,202.9\n";
/// let found = tables(text);
/// assert_eq!((found.len(), found[0].header_rows), (1, 1));
/// assert_eq!(found[0].rows[1][1].span.of(text), Some("$1,496.5"));
/// ```
#[must_use]
pub fn tables(text: &str) -> Vec<Table> {
    let mut found = Vec::new();
    if !text.contains(['|', '\t']) {
        return found;
    }
    let mut block: Vec<(usize, usize)> = Vec::new();
    let mut separator = '|';
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.trim_end_matches(['\n', '\r']).len();
        let own = separator_of(&text[at..end]);
        match own {
            Some(own) if block.is_empty() || own == separator => {
                separator = own;
                block.push((at, end));
            }
            _ => {
                close(text, &mut block, separator, &mut found);
                if let Some(own) = own {
                    separator = own;
                    block.push((at, end));
                }
            }
        }
        at += line.len();
    }
    close(text, &mut block, separator, &mut found);
    found
}

/// What parts the cells of this line, if it looks like a row.
fn separator_of(line: &str) -> Option<char> {
    if line.contains('|') {
        Some('|')
    } else if line.trim_end().contains('\t') {
        Some('\t')
    } else {
        None
    }
}

/// A block of at least two rows, or one with three cells, is a table.
fn close(text: &str, block: &mut Vec<(usize, usize)>, separator: char, found: &mut Vec<Table>) {
    let lines = core::mem::take(block);
    let mut rows = Vec::with_capacity(lines.len());
    let mut ruled_at = None;
    // Outer pipes stand on every line; one that only some lines have parts an empty first or last cell.
    let every = |holds: fn(&str) -> bool| separator == '|' && lines.iter().all(|&(a, b)| holds(text[a..b].trim()));
    let outer_left = every(|line| line.starts_with('|'));
    let outer_right = outer_left && every(|line| line.ends_with('|'));
    for &(start, end) in &lines {
        let line = &text[start..end];
        if is_rule(line) {
            // Markdown's `|---|---|` ends the header.
            ruled_at = ruled_at.or(Some(rows.len()));
            continue;
        }
        let mut row = cells(line, start, separator);
        if outer_right && row.len() > 2 {
            row.pop();
        }
        if outer_left && row.len() > 1 {
            row.remove(0);
        }
        rows.push(row);
    }
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    if !(widest >= 2 && (rows.len() >= 2 || widest >= 3)) {
        return;
    }
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
    let header_rows = ruled_at.unwrap_or_else(|| header_rows(text, &rows));
    found.push(Table { span: Span::new(first.0, last.1), header_rows, rows });
}

fn is_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | '+' | '=' | ' ' | '\t'))
}

fn cells(line: &str, offset: usize, separator: char) -> Vec<TableCell> {
    let mut cells = Vec::new();
    let mut at = 0;
    for cell in line.split(separator) {
        let leading = cell.len() - cell.trim_start().len();
        let trimmed = cell.trim();
        let start = offset + at + if trimmed.is_empty() { 0 } else { leading };
        cells.push(TableCell { span: Span::new(start, start + trimmed.len()) });
        at += cell.len() + separator.len_utf8();
    }
    cells
}

/// Rows from the top whose cells behind the first hold no amount: words, years and dates only.
fn header_rows(text: &str, rows: &[Vec<TableCell>]) -> usize {
    let is_header = |row: &Vec<TableCell>| {
        let cells = || row.iter().skip(1).filter_map(|cell| cell.span.of(text)).filter(|cell| !cell.is_empty());
        let years = cells().filter(|cell| is_year(cell)).count();
        // `20181` among years is a year with its footnote.
        let heads = |cell: &str| !is_amount(cell) || (years > 1 && noted_year(cell).is_some());
        cells().next().is_some() && cells().all(heads)
    };
    // A line above the headings that fills only its first cell is their caption; behind them it heads a group of rows.
    let is_caption = |row: &Vec<TableCell>| row.iter().skip(1).all(|cell| cell.span.start == cell.span.end);
    let count = rows.iter().take_while(|row| is_header(row) || is_caption(row)).count();
    let count = rows[..count].iter().rposition(is_header).map_or(0, |last| last + 1);
    // A table of words only has one header row.
    if count == rows.len() { 1 } else { count }
}

fn is_year(cell: &str) -> bool {
    cell.len() == 4 && cell.bytes().all(|b| b.is_ascii_digit()) && (cell.starts_with("19") || cell.starts_with("20"))
}

/// The year of a heading to which a footnote's digit sticks: 2018 of `20181`.
pub(crate) fn noted_year(cell: &str) -> Option<u16> {
    let (year, note) = cell.split_at_checked(4)?;
    let is_note = note.len() == 1 && note.bytes().all(|b| b.is_ascii_digit());
    // `2019 $’000`, `2018 €m`: the unit under the year.
    let is_unit = note.starts_with(' ')
        && note.contains(['$', '€', '£', '₪', '¥'])
        && note.chars().all(|c| !c.is_ascii_digit() || c == '0');
    (is_year(year) && (is_note || is_unit)).then(|| year.parse().ok()).flatten()
}

/// Whether a cell holds an amount rather than a heading: more digits than letters, and neither a year nor a date.
pub(crate) fn is_amount(cell: &str) -> bool {
    let digits = cell.bytes().filter(u8::is_ascii_digit).count();
    let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
    if digits == 0 || letters >= digits {
        return false;
    }
    // `S&P 500` is a name; `USD 500` is none.
    let first = cell.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_currency = |word| {
        matches!(
            lexicon::look_up(word),
            Lex::Currency(_) | Lex::Code(_) | Lex::SubUnit(_) | Lex::ScaledCode(..) | Lex::Minus
        )
    };
    if !first.is_empty() && !is_currency(first) {
        return false;
    }
    let named_month =
        cell.split(|c: char| !c.is_alphabetic()).any(|word| matches!(lexicon::look_up(word), Lex::Month(_)));
    let year = cell
        .split(|c: char| !c.is_ascii_digit())
        .any(|run| run.len() == 4 && (run.starts_with("19") || run.starts_with("20")));
    let plain_year = year && !cell.contains([',', '.', '$', '%', '€', '£', '₪']) && digits <= 10;
    !(plain_year || (named_month && year))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Vec<(usize, Vec<Vec<&str>>)> {
        tables(text)
            .into_iter()
            .map(|t| {
                let rows = t.rows.iter().map(|r| r.iter().map(|c| c.span.of(text).unwrap()).collect()).collect();
                (t.header_rows, rows)
            })
            .collect()
    }

    #[test]
    fn pipes_without_outer_ones_and_two_header_rows() {
        let text = " |  | Years Ended September 30, | \n | 2019 | 2018 | 2017\nFixed Price | $  1,452.4 | $  1,146.2 | $  1,036.9";
        let found = shape(text);
        assert_eq!(found[0].0, 2);
        assert_eq!(found[0].1[2], ["Fixed Price", "$  1,452.4", "$  1,146.2", "$  1,036.9"]);
    }

    #[test]
    fn markdown_and_tabs() {
        let found = shape("Intro.\n\n| a | b |\n|---|--:|\n| x | 1 |\n\nEnd | of\nprose.\n\nq\tr\ns\t2\n");
        assert_eq!(found[0], (1, vec![vec!["a", "b"], vec!["x", "1"]]));
        assert_eq!(found[1].1, vec![vec!["q", "r"], vec!["s", "2"]]);
        assert_eq!(found.len(), 2, "one line with a pipe is prose");
    }
}
