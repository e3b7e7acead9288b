//! Rows of cells between pipes (with or without outer ones, Markdown rules included) or tabs.

use core::ops::Range;

use groundcheck_types::Span;

use super::{Table, TableCell, TableFormat, header_rows, lines, trimmed};

pub(super) fn find(text: &str, gap: Range<usize>, found: &mut Vec<Table>) {
    if !text.get(gap.clone()).is_some_and(|gap| gap.bytes().any(|b| matches!(b, b'|' | b'\t'))) {
        return;
    }
    let mut block: Vec<Range<usize>> = Vec::new();
    let mut separator = '|';
    for line in lines(text, gap) {
        let own = separator_of(&text[line.clone()]);
        if own.is_none_or(|own| own != separator) {
            close(text, &mut block, separator, found);
        }
        if let Some(own) = own {
            separator = own;
            block.push(line);
        }
    }
    close(text, &mut block, separator, found);
}

/// What parts the cells of this line, if it looks like a row.
pub(super) fn separator_of(line: &str) -> Option<char> {
    if line.contains('|') {
        Some('|')
    } else if line.trim_end().contains('\t') {
        Some('\t')
    } else {
        None
    }
}

/// A block of at least two rows, or one with three cells, is a table. A single line without pipes around it is a line of text:
/// `Serves 6 | Prep 25 min | Cook 40 min`.
fn close(text: &str, block: &mut Vec<Range<usize>>, separator: char, found: &mut Vec<Table>) {
    let lines = core::mem::take(block);
    let mut rows = Vec::with_capacity(lines.len());
    let mut ruled_at = None;
    // Outer pipes stand on every line; one that only some lines have parts an empty first or last cell.
    let every = |holds: fn(&str) -> bool| separator == '|' && lines.iter().all(|line| holds(text[line.clone()].trim()));
    let outer_left = every(|line| line.starts_with('|'));
    let outer_right = outer_left && every(|line| line.ends_with('|'));
    for range in &lines {
        let line = &text[range.clone()];
        if is_rule(line) {
            // Markdown's `|---|---|` ends the header.
            ruled_at = ruled_at.or(Some(rows.len()));
            continue;
        }
        rows.push(row(text, range.clone(), separator, outer_left, outer_right));
    }
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_text = separator == '|' && !outer_left && ruled_at.is_none();
    if !(widest >= 2 && (rows.len() >= 2 || widest >= 3 && !is_text)) {
        return;
    }
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
    let header_rows = ruled_at.unwrap_or_else(|| header_rows(text, &rows));
    let format = if separator == '|' { TableFormat::Pipes } else { TableFormat::Tabs };
    found.push(Table { span: Span::new(first.start, last.end), format, header_rows, rows });
}

/// Headings of more than this many bytes are not read again for each row.
const LONGEST_HEADINGS: usize = 512;

/// The rows of a table that goes on. Under Markdown's rule a row keeps its headings whatever follows: those before the rule stay the
/// headings, and an outer pipe that a later line leaves out adds a cell to all of them alike.
#[derive(Debug, Clone, Default)]
pub(super) struct Progress {
    /// Where its first line begins.
    pub(super) start: usize,
    /// The lines of the headings, while they are few and no rule has come behind them.
    headings: Vec<Range<usize>>,
    ruled: bool,
    /// Whether it cannot be told.
    strange: bool,
    outer_left: bool,
    outer_right: bool,
}

impl Progress {
    /// Takes in the next line of the text; returns a table of its headings and this one row, where it is a row that stays one.
    pub(super) fn line(&mut self, text: &str, range: Range<usize>) -> Option<Table> {
        let line = text.get(range.clone())?;
        if separator_of(line) != Some('|') {
            *self = Progress::default();
            return None;
        }
        let first = self.headings.is_empty() && !self.ruled;
        self.start = if first { range.start } else { self.start };
        self.outer_left = (first || self.outer_left) && line.trim().starts_with('|');
        self.outer_right = self.outer_left && (first || self.outer_right) && line.trim().ends_with('|');
        if is_rule(line) {
            self.strange |= self.headings.is_empty();
            self.ruled = true;
            return None;
        }
        if !self.ruled {
            self.headings.push(range);
            self.strange |= self.headings.iter().map(Range::len).sum::<usize>() > LONGEST_HEADINGS;
            return None;
        }
        if self.strange {
            return None;
        }
        let of = |range: &Range<usize>| row(text, range.clone(), '|', self.outer_left, self.outer_right);
        let rows: Vec<Vec<TableCell>> = self.headings.iter().chain([&range]).map(of).collect();
        // Without its outer pipes a row has no fewer cells.
        let is_table = rows.iter().any(|row| row.len() >= 2);
        let span = Span::new(range.start, range.end);
        is_table.then_some(Table { span, format: TableFormat::Pipes, header_rows: self.headings.len(), rows })
    }
}

fn is_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | '+' | '=' | ' ' | '\t'))
}

/// The cells of a line without the empty ones that outer pipes make.
fn row(text: &str, range: Range<usize>, separator: char, outer_left: bool, outer_right: bool) -> Vec<TableCell> {
    let mut row = cells(text, range, separator);
    if outer_right && row.len() > 2 {
        row.pop();
    }
    if outer_left && row.len() > 1 {
        row.remove(0);
    }
    row
}

fn cells(text: &str, range: Range<usize>, separator: char) -> Vec<TableCell> {
    let line = &text[range.clone()];
    let mut at = range.start;
    let cell = |part: &str| {
        let start = at;
        at += part.len() + separator.len_utf8();
        trimmed(text, start..start + part.len())
    };
    line.split(separator).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::super::shape;

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
