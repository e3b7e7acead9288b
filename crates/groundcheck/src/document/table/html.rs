//! HTML tables: rows of `<td>` and `<th>`, closed or not, in a `<table>` or without one, as a cut document leaves them.
//!
//! A table inside another ends it; what follows goes on as a table of its own. So nothing is nested, however deep the tags are.
//! Captions stay outside: they are the text before the table.

use core::ops::Range;

use groundcheck_types::Span;

use super::super::markup::{self, Hidden, Tag};
use super::{Table, TableCell, TableFormat, empty, header_rows, is_amount};

/// A cell stands over at most this many columns or rows.
const WIDEST_CELL: u32 = 64;
/// A table without amounts and with a longer cell than this, in bytes, is a page's layout: its cells are paragraphs.
const LONGEST_WORDS: usize = 60;

pub(super) fn find(text: &str, gap: Range<usize>, found: &mut Vec<Table>) {
    if !text.get(gap.clone()).is_some_and(|part| part.contains('<')) {
        return;
    }
    let mut builder = Builder { text, found, table: Parts::default() };
    let mut hidden = Hidden::default();
    let mut at = gap.start;
    while let Some(ahead) = text.get(at..gap.end).and_then(|rest| rest.find('<')) {
        let start = at + ahead;
        at = start + 1;
        if let Some(end) = hidden.end(text, start) {
            at = end;
        } else if let Some(tag) = markup::tag(text, start) {
            builder.tag(start, &tag);
            at = tag.end;
        }
    }
    // A last cell that nothing closes ends with its line.
    let end = builder.table.cell.as_ref().map_or(gap.end, |cell| {
        let rest = text.get(cell.start..gap.end).unwrap_or_default();
        let lead = rest.len() - rest.trim_start().len();
        rest[lead..].find('\n').map_or(gap.end, |line| cell.start + lead + line)
    });
    builder.end_table(end);
}

/// How far a text that goes on is inside a table. A `</table>`, or the next `<table>`, is where one has ended for certain.
#[derive(Debug, Clone, Default)]
pub(super) struct Progress {
    /// Up to where was read: behind a tag's end where that lies further.
    at: usize,
    /// Where the first row, or the head that it will stand in, begins.
    open: Option<usize>,
    begun: bool,
    in_head: bool,
    /// One past the last tag of a table.
    pub(super) tagged_to: usize,
}

impl Progress {
    /// Reads on to here. Returns where a table begins that is open at the end, or that has ended since.
    pub(super) fn read(&mut self, text: &str, to: usize) -> Option<usize> {
        let mut first = self.open;
        let mut hidden = Hidden::default();
        while let Some(ahead) = text.get(self.at..to).and_then(|rest| rest.find('<')) {
            let start = self.at + ahead;
            self.at = start + 1;
            if let Some(end) = hidden.end(text, start) {
                self.at = end;
            } else if let Some(tag) = markup::tag(text, start) {
                self.at = tag.end;
                self.tag(&tag);
                self.open = if self.begun || self.in_head { self.open.or(Some(start)) } else { None };
                first = first.or(self.open);
            }
        }
        self.at = self.at.max(to);
        first
    }

    /// As [`Builder::tag`] does it, without the cells.
    fn tag(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "table" => (self.begun, self.in_head) = (false, false),
            "thead" | "tbody" | "tfoot" => self.in_head = tag.name == "thead" && !tag.closes,
            "tr" | "td" | "th" => self.begun |= !tag.closes,
            _ => return,
        }
        self.tagged_to = tag.end;
    }

    /// Whether every table up to here has ended here.
    pub(super) fn has_ended(&self, to: usize) -> bool {
        self.open.is_none() && self.at <= to
    }
}

/// A cell whose end has not come yet.
struct Open {
    /// Where its content starts.
    start: usize,
    is_heading: bool,
    columns: u32,
    rows: u32,
}

/// What has been read of a table.
#[derive(Default)]
struct Parts {
    rows: Vec<Vec<TableCell>>,
    row: Option<Vec<TableCell>>,
    cell: Option<Open>,
    /// By column, a cell of an earlier row that reaches down, and over how many rows more.
    reaching: Vec<(TableCell, u32)>,
    start: Option<usize>,
    end: usize,
    in_head: bool,
    /// Whether the row so far holds headings only.
    headings_only: bool,
    /// How many of the first rows are headings by their tags, and whether a row that is none has come.
    heading_rows: usize,
    body_begun: bool,
    /// Cells that stand for parts of others; at most one for each byte of the table.
    padding: usize,
}

struct Builder<'t, 'f> {
    text: &'t str,
    found: &'f mut Vec<Table>,
    table: Parts,
}

impl Builder<'_, '_> {
    fn tag(&mut self, at: usize, tag: &Tag<'_>) {
        match tag.name {
            "table" | "caption" => {
                self.end_row(at);
                if tag.name == "table" {
                    self.end_table(at);
                }
            }
            "thead" | "tbody" | "tfoot" => {
                self.end_row(at);
                self.table.in_head = tag.name == "thead" && !tag.closes;
            }
            "tr" => {
                self.end_row(at);
                if tag.closes {
                    self.reach(tag.end);
                } else {
                    self.begin_row(at);
                }
            }
            "td" | "th" => {
                self.end_cell(at);
                if tag.closes {
                    self.reach(tag.end);
                    return;
                }
                if self.table.row.is_none() {
                    self.begin_row(at);
                }
                let size = |attribute| tag.number(attribute).unwrap_or(1).clamp(1, WIDEST_CELL);
                self.table.cell = Some(Open {
                    start: tag.end,
                    is_heading: tag.name == "th",
                    columns: size("colspan"),
                    rows: size("rowspan"),
                });
            }
            _ => {}
        }
    }

    /// The table goes on to here, if it has begun.
    fn reach(&mut self, end: usize) {
        if self.table.start.is_some() {
            self.table.end = self.table.end.max(end);
        }
    }

    fn begin_row(&mut self, at: usize) {
        self.table.start.get_or_insert(at);
        self.table.row = Some(Vec::new());
        self.table.headings_only = true;
    }

    fn end_cell(&mut self, at: usize) {
        let Some(open) = self.table.cell.take() else { return };
        self.reach(at);
        let table = &mut self.table;
        let Some(row) = &mut table.row else { return };
        table.headings_only &= open.is_heading;
        let cell = TableCell { columns: Some(open.columns), ..content(self.text, open.start..at) };
        let room = at.saturating_sub(table.start.unwrap_or(at));
        push_reaching(row, &mut table.reaching, &mut table.padding, room, false);
        for part in 0..open.columns {
            if part > 0 {
                table.padding += 1;
                if table.padding > room {
                    break;
                }
            }
            let own = if part == 0 { cell } else { empty(cell.span.end as usize) };
            if open.rows > 1 {
                let column = row.len();
                if table.reaching.len() <= column {
                    table.reaching.resize(column + 1, (empty(at), 0));
                }
                table.reaching[column] = (own, open.rows - 1);
            }
            row.push(own);
        }
    }

    fn end_row(&mut self, at: usize) {
        self.end_cell(at);
        let table = &mut self.table;
        let Some(mut row) = table.row.take() else { return };
        let room = at.saturating_sub(table.start.unwrap_or(at));
        push_reaching(&mut row, &mut table.reaching, &mut table.padding, room, true);
        if row.iter().all(|cell| cell.span.start == cell.span.end) {
            return;
        }
        let is_heading = table.in_head || table.headings_only;
        table.body_begun |= !is_heading;
        table.heading_rows += usize::from(is_heading && !table.body_begun);
        table.rows.push(row);
    }

    fn end_table(&mut self, at: usize) {
        self.end_row(at);
        let mut table = core::mem::take(&mut self.table);
        let Some(start) = table.start else { return };
        drop_empty_columns(&mut table.rows);
        let widest = table.rows.iter().map(Vec::len).max().unwrap_or(0);
        if !(widest >= 2 && (table.rows.len() >= 2 || widest >= 3)) {
            return;
        }
        let behind = || table.rows.iter().flat_map(|row| row.iter().skip(1));
        let body = |cell: &TableCell| markup::plain(cell.span.of(self.text).unwrap_or_default());
        let is_long = |cell: &TableCell| cell.span.end - cell.span.start > LONGEST_WORDS as u32;
        if behind().any(is_long) && !behind().any(|cell| is_amount(&body(cell))) {
            return;
        }
        let tagged = if table.heading_rows < table.rows.len() { table.heading_rows } else { 0 };
        // Headings that no tag names follow those that one does only where they have no label.
        let unlabelled = |row: &Vec<TableCell>| row.first().is_some_and(|c| c.span.start == c.span.end);
        let more = match table.rows.get(tagged..) {
            Some(rest) if tagged == 0 || rest.first().is_some_and(unlabelled) => header_rows(self.text, rest),
            _ => 0,
        };
        let header_rows = (tagged + more).min(table.rows.len());
        let span = Span::new(start, table.end.max(start));
        self.found.push(Table { span, format: TableFormat::Html, header_rows, rows: table.rows });
    }
}

/// Puts cells of earlier rows where they reach down to: those next in line, or at the row's end all that are left.
fn push_reaching(
    row: &mut Vec<TableCell>,
    reaching: &mut Vec<(TableCell, u32)>,
    padding: &mut usize,
    room: usize,
    to_the_end: bool,
) {
    if to_the_end {
        while reaching.last().is_some_and(|(_, rows)| *rows == 0) {
            reaching.pop();
        }
    }
    while let Some((cell, rows)) = reaching.get_mut(row.len()) {
        if *rows == 0 && !to_the_end {
            return;
        }
        *padding += 1;
        if *padding > room {
            reaching.clear();
            return;
        }
        let own = if *rows > 0 { *cell } else { empty(cell.span.start as usize) };
        *rows = rows.saturating_sub(1);
        row.push(own);
    }
}

/// What a cell holds, without blanks, tags and footnotes' marks around it.
fn content(text: &str, range: Range<usize>) -> TableCell {
    // Nothing behind the cell matters to it, nor is searched.
    let text = text.get(..range.end).unwrap_or_default();
    let mut hidden = Hidden::default();
    let (mut first, mut last) = (None, range.start);
    let mut at = range.start;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let mut end = at + c.len_utf8();
        let mut blank = c.is_whitespace();
        if c == '<' {
            if let Some(past) = hidden.end(text, at) {
                (end, blank) = (past, true);
            } else if let Some(tag) = markup::tag(text, at) {
                (end, blank) = (markup::note_end(text, &tag).unwrap_or(tag.end), true);
            }
        } else if c == '&'
            && let Some((decoded, past)) = markup::entity(text, at)
        {
            (end, blank) = (past, decoded.is_whitespace());
        }
        if !blank {
            first.get_or_insert(at);
            last = end;
        }
        at = end;
    }
    let start = first.unwrap_or(range.start);
    TableCell { span: Span::new(start, last.clamp(start, range.end.max(start))), columns: None }
}

/// Columns that only keep a distance from the margin hold no labels.
fn drop_empty_columns(rows: &mut [Vec<TableCell>]) {
    for _ in 0..4 {
        let is_margin = |row: &Vec<TableCell>| {
            let first = row.first();
            row.len() > 1 && first.is_some_and(|c| c.span.start == c.span.end || c.columns.is_some_and(|n| n > 1))
        };
        let any_empty = rows.iter().any(|row| row.first().is_some_and(|c| c.span.start == c.span.end));
        let any_label = rows
            .iter()
            .any(|row| row.iter().skip(1).any(|c| c.span.start < c.span.end) && row[0].span.start < row[0].span.end);
        if rows.is_empty() || any_label || !any_empty || !rows.iter().all(is_margin) {
            return;
        }
        for row in rows.iter_mut() {
            let first = row.remove(0);
            if first.span.start < first.span.end
                && let Some(next) = row.first_mut()
            {
                *next = TableCell { columns: first.columns.map(|n| n - 1), ..first };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{shape, tables};

    #[test]
    fn rows_and_cells_closed_or_not_in_any_case() {
        for text in [
            "<table><tr><th>Item</th><th>2019</th></tr><tr><td>Rent</td><td>100</td></tr></table>",
            "<TABLE BORDER=1 WIDTH=\"100%\">\n<TR><TH>Item<TH>2019\n<TR VALIGN=top><TD>Rent<TD ALIGN=right>100\n</TABLE>",
            "<table class='a > b'><thead><tr><td><b>Item</b></td><td><b>2019</b></td></tr></thead>\
             <tbody><tr><td>&nbsp;<i>Rent</i>&#160;</td><td><font size=2>100</font><sup>(1)</sup></td></tr></tbody>",
            "<tr><td>Item</td><td>2019</td></tr><tr><td>Rent</td><td>100</td></tr>",
            "<table><caption>All rents</caption><tr><td>Item</td><td>2019</td><tr><td>Rent</td><td>100",
            "<!-- <table><tr><td>9<td>9</table> --><table><tr><td>Item</td><td>2019</td></tr>\
             <tr><td colspan=2>&nbsp;</td></tr><tr><td>Rent</td><td>100</td></tr></table> width=\"7\"",
        ] {
            assert_eq!(shape(text), [(1, vec![vec!["Item", "2019"], vec!["Rent", "100"]])], "{text}");
        }
    }

    #[test]
    fn cells_over_several_columns_and_rows_keep_the_others_in_place() {
        let text = "<table><tr><th rowspan=2>Item</th><th colspan=2>2019</th><th>2018</th></tr>\
            <tr><th>Q1</th><th>Q2</th><th>Q1</th></tr>\
            <tr><td rowspan='2'>Rent</td><td>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td><td>6</td></tr></table>";
        let found = shape(text);
        assert_eq!(found[0].0, 2);
        assert_eq!(found[0].1[0], ["Item", "2019", "", "2018"]);
        assert_eq!(found[0].1[1], ["Item", "Q1", "Q2", "Q1"]);
        assert_eq!(found[0].1[3], ["Rent", "4", "5", "6"]);
        assert_eq!(tables(text)[0].rows[0][1].columns, Some(2));
    }

    #[test]
    fn a_table_in_a_table_ends_it() {
        let text = "<table><tr><td>menu</td><td><table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table></td>\
            <td>foot</td></tr><tr><td>x</td><td>3</td></tr><tr><td>y</td><td>4</td></tr></table>";
        let found = shape(text);
        assert_eq!(found[0].1, [["a", "1"], ["b", "2"]]);
        assert_eq!(found.last().unwrap().1.last().unwrap(), &["y", "4"]);
    }

    #[test]
    fn layout_and_comparisons_are_none() {
        for text in [
            "<table><tr><td>&bull;</td><td>Sales rose to $5 million in 2019, more than in any year that anybody can remember.</td></tr>\
             <tr><td>&bull;</td><td>Costs fell.</td></tr></table>",
            "if a <b and c> d then <td",
            "<table><tr><td>alone</td></tr></table>",
        ] {
            assert!(shape(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn what_reaches_far_costs_no_more_than_its_text() {
        let text = format!("<table>{}", "<tr><td colspan=64 rowspan=64>1<td>2".repeat(2_000));
        let cells: usize = tables(&text).iter().flat_map(|t| &t.rows).map(Vec::len).sum();
        assert!(cells <= 2 * text.len(), "{cells} cells of {} bytes", text.len());
    }
}
