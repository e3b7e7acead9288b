//! Aligned text, as from `pdftotext -layout`: a label at the left, values under one another, blanks or dot leaders between,
//! headings over the columns that they overlap or over the middle of which they stand.
//!
//! Only lines of a label and then nothing but values begin a table, so that prose with two blanks behind a full stop, code, lists
//! and poems are none. Which column a value is of follows from where it stands, so a missing one moves no other.

pub(super) mod line;

use core::ops::Range;

use groundcheck_types::Span;

use self::line::{Line, MOST_LABELS, MOST_VALUES, Piece, joined, read};
use super::{Table, TableCell, TableFormat, empty, lines, trimmed};
use crate::lexicon::labels;

/// A table may hold this many blank lines in a row.
pub(super) const MOST_BLANK: usize = 2;
/// This many lines over the first values may be headings.
const MOST_HEADINGS: usize = 8;
/// They, and the blank lines among them, reach no farther up than this many lines, the first of the values among them.
pub(super) const MOST_LINES_UP: usize = 2 * MOST_HEADINGS;

/// What a line does to the table that it may stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// It may be the first one, or goes on.
    Opens,
    /// None stands behind it.
    Closes,
    /// It may stand in one, and begins none.
    Neither,
    /// A blank line.
    Blank,
}

/// The effect of a line, without its line break.
pub(super) fn effect(line: &str) -> Effect {
    match read(line, 0..line.len()) {
        Line::Other => Effect::Closes,
        Line::Blank => Effect::Blank,
        Line::Words(pieces) if pieces.len() < 2 => Effect::Neither,
        Line::Words(_) | Line::Rule(_) | Line::Values(..) => Effect::Opens,
    }
}

pub(super) fn find(text: &str, gap: Range<usize>, found: &mut Vec<Table>) {
    let part = text.get(gap.clone()).unwrap_or_default();
    let bytes = part.as_bytes();
    let parted = bytes.windows(2).any(|pair| pair == b"  ") || bytes.windows(3).any(|three| three == b"...");
    if !parted || !part.contains('\n') {
        return;
    }
    let mut block: Vec<(Range<usize>, Line)> = Vec::new();
    let mut blank = 0;
    for range in lines(text, gap) {
        let line = read(text, range.clone());
        // Behind a blank line, headings over columns begin another table.
        let begins = blank > 0 && matches!(&line, Line::Words(pieces) if pieces.len() > 1);
        blank = if matches!(line, Line::Blank) { blank + 1 } else { 0 };
        if matches!(line, Line::Other) || blank > MOST_BLANK {
            close(text, &mut block, found);
            continue;
        }
        if begins && block.iter().any(|(_, line)| matches!(line, Line::Values(..))) {
            close(text, &mut block, found);
        }
        block.push((range, line));
    }
    close(text, &mut block, found);
}

/// The table of a block of lines, if they are one.
fn close(text: &str, block: &mut Vec<(Range<usize>, Line)>, found: &mut Vec<Table>) {
    let block = core::mem::take(block);
    let is_row = |entry: &(Range<usize>, Line)| matches!(entry.1, Line::Values(..));
    let (Some(first), Some(last)) = (block.iter().position(is_row), block.iter().rposition(is_row)) else { return };
    let columns = columns(&block);
    let layout = Layout { text, columns: &columns };
    let top = layout.top(&block, first);
    let inside = &block[top..=last];
    let rows_of_values = inside.iter().filter(|entry| is_row(entry)).count();
    let headed = top < first;
    // One row under headings, two of several columns, or three of one that are no list of contents.
    let enough = match rows_of_values {
        1 => headed && columns.len() > 1,
        2 => headed || columns.len() > 1,
        _ => headed || columns.len() > 1 || !layout.is_contents(inside),
    };
    if !enough || rows_of_values * 4 < inside.iter().filter(|(_, l)| !matches!(l, Line::Blank | Line::Rule(_))).count()
    {
        return;
    }
    let (mut rows, mut header_rows) = (Vec::new(), 0);
    let mut wrapped: Option<Piece> = None;
    for (number, (range, line)) in inside.iter().enumerate() {
        match line {
            Line::Values(label, values) => {
                let label = label.as_ref().map(|l| join_label(text, wrapped.take(), l, &mut rows));
                rows.push(layout.row(range, label, values));
            }
            Line::Words(pieces) => {
                let rule = match inside.get(number + 1) {
                    Some((_, Line::Rule(rule))) => rule.as_slice(),
                    _ => &[],
                };
                let above_values = number + top < first;
                rows.push(layout.words(range, pieces, rule, above_values));
                // A label alone right above the values heads their group.
                if above_values && rows.last().is_some_and(|row| row.len() > 1) {
                    header_rows = rows.len();
                }
                wrapped = pieces.first().filter(|_| pieces.len() == 1 && !above_values).cloned();
                continue;
            }
            _ => {}
        }
        wrapped = None;
    }
    let (Some((start, _)), Some((end, _))) = (inside.first(), inside.last()) else { return };
    let span = Span::new(start.start, end.end);
    found.push(Table { span, format: TableFormat::Aligned, header_rows, rows });
}

/// A label that goes on in lower case on the line of its values: both lines are it.
fn join_label(text: &str, wrapped: Option<Piece>, label: &Piece, rows: &mut Vec<Vec<TableCell>>) -> Range<usize> {
    let lower = text.get(label.bytes.clone()).is_some_and(|l| l.starts_with(char::is_lowercase));
    match wrapped.filter(|w| lower && !text.get(w.bytes.clone()).is_some_and(|w| w.ends_with(':'))) {
        Some(wrapped) => {
            rows.pop();
            wrapped.bytes.start..label.bytes.end
        }
        None => label.bytes.clone(),
    }
}

/// Where the columns of values stand: those of the rows with most values, the first such that at least two rows share, widened by
/// every row with as many.
fn columns(block: &[(Range<usize>, Line)]) -> Vec<Range<usize>> {
    let values = |entry: &(Range<usize>, Line)| match &entry.1 {
        Line::Values(_, values) => values.iter().map(|p| p.place.clone()).collect(),
        _ => Vec::new(),
    };
    let rows: Vec<Vec<Range<usize>>> = block.iter().map(values).filter(|v: &Vec<_>| !v.is_empty()).collect();
    let mut counts = [0_usize; MOST_VALUES + 1];
    for row in &rows {
        counts[row.len().min(MOST_VALUES)] += 1;
    }
    let shared = (1..=MOST_VALUES).rev().find(|n| counts[*n] >= 2);
    let width = shared.or_else(|| (1..=MOST_VALUES).rev().find(|n| counts[*n] > 0)).unwrap_or(0);
    let mut columns: Vec<Range<usize>> = Vec::new();
    for row in rows.iter().filter(|row| row.len() == width) {
        if columns.is_empty() {
            columns.clone_from(row);
        }
        for (column, value) in columns.iter_mut().zip(row) {
            // A value that does not stand under the others is one of another column.
            if value.start < column.end && column.start < value.end {
                *column = column.start.min(value.start)..column.end.max(value.end);
            }
        }
    }
    columns
}

struct Layout<'t> {
    text: &'t str,
    columns: &'t [Range<usize>],
}

impl Layout<'_> {
    fn of(&self, piece: &Piece) -> &str {
        self.text.get(piece.bytes.clone()).unwrap_or_default()
    }

    /// Whether a piece stands over the columns rather than over the labels.
    fn is_over(&self, piece: &Piece) -> bool {
        let Some(first) = self.columns.first() else { return false };
        let middle = (piece.place.start + piece.place.end) / 2;
        // A long heading may end over a narrow first column; a title goes on over the others, a label begins at the margin.
        let ends = first.start + 1..=first.end + 2;
        let ends_over_first = ends.contains(&piece.place.end) && piece.place.start * 2 >= first.start;
        middle >= first.start || ends_over_first
    }

    /// The first line of the headings over the first row of values.
    fn top(&self, block: &[(Range<usize>, Line)], first: usize) -> usize {
        let mut top = first;
        let mut seen = 0;
        for at in (0..first).rev().take(MOST_LINES_UP - 1) {
            match &block[at].1 {
                // What stands over a title is a page's head.
                Line::Words(pieces) if top < first && self.is_title(pieces) => break,
                Line::Words(pieces) => {
                    seen += 1;
                    // Over the columns, not a title from margin to margin.
                    let labels = pieces.iter().take_while(|p| !self.is_over(p)).count();
                    let over = pieces.len() - labels;
                    if labels <= if over > 1 { MOST_LABELS } else { 1 }
                        && over > 0
                        && pieces[labels..].iter().all(|p| self.is_over(p))
                    {
                        top = at;
                    }
                }
                Line::Values(..) | Line::Other => break,
                Line::Blank | Line::Rule(_) => {}
            }
            if seen > MOST_HEADINGS {
                break;
            }
        }
        top
    }

    /// Whether a line is a title at the margin: `OPERATING STATISTICS`, but not `(in thousands)`.
    fn is_title(&self, pieces: &[Piece]) -> bool {
        matches!(pieces, [only] if !self.is_over(only) && !self.of(only).starts_with('('))
    }

    /// Whether these rows are a table of contents: page numbers that only grow.
    fn is_contents(&self, block: &[(Range<usize>, Line)]) -> bool {
        let mut last = 0;
        block.iter().all(|(_, line)| match line {
            Line::Values(_, values) => {
                let page = values.first().and_then(|v| self.of(v).parse::<u32>().ok());
                let grows = page.is_some_and(|page| page >= last && page < 2_000);
                last = page.unwrap_or(0);
                grows
            }
            _ => true,
        })
    }

    /// A label and its values, each in the column under which it stands.
    fn row(&self, line: &Range<usize>, label: Option<Range<usize>>, values: &[Piece]) -> Vec<TableCell> {
        let mut row = vec![label.map_or(empty(line.start), |l| trimmed(self.text, l))];
        // A value for every column: nothing is missing, however crookedly they stand.
        let whole = values.len() == self.columns.len();
        for (number, piece) in values.iter().enumerate() {
            let column = if whole { number } else { self.nearest(piece) } + 1;
            // Two over one column: the second goes to the next that is free.
            let column = column.max(row.len());
            row.resize(column, empty(piece.bytes.start));
            row.push(trimmed(self.text, piece.bytes.clone()));
        }
        for cell in &mut row {
            cell.columns = Some(1);
        }
        row
    }

    /// The column that a value overlaps most, else the one whose right edge is nearest.
    fn nearest(&self, piece: &Piece) -> usize {
        let score = |column: &Range<usize>| {
            let overlap = piece.place.end.min(column.end).saturating_sub(piece.place.start.max(column.start));
            (core::cmp::Reverse(overlap), column.end.abs_diff(piece.place.end))
        };
        self.columns.iter().enumerate().min_by_key(|(_, column)| score(column)).map_or(0, |(at, _)| at)
    }

    /// A line of words: a label, and headings over the columns. `rule` underlines them.
    fn words(&self, line: &Range<usize>, pieces: &[Piece], rule: &[Piece], above_values: bool) -> Vec<TableCell> {
        let mut over: Vec<&Piece> = pieces.iter().filter(|p| self.is_over(p)).collect();
        if over.len() > self.columns.len() {
            // Notes that no row refers to have no column.
            over.retain(|piece| !labels::NOTES.iter().any(|own| own.eq_ignore_ascii_case(self.of(piece))));
        }
        let labels = pieces.iter().take_while(|p| !self.is_over(p)).count();
        let label = joined(&pieces[..labels]);
        let mut row = vec![label.map_or(empty(line.start), |p| trimmed(self.text, p.bytes))];
        row[0].columns = Some(1);
        if over.is_empty() || self.columns.is_empty() {
            return row;
        }
        // A rule from margin to margin underlines none of them.
        let whole = |r: &Piece| over.iter().filter(|p| overlap(&r.place, &p.place)).count() > 1;
        let rule: Vec<Piece> = rule.iter().filter(|r| !whole(r)).cloned().collect();
        // A body row of words has one cell a column.
        let reach: Vec<Range<usize>> = over
            .iter()
            .map(|p| {
                rule.iter().find(|r| overlap(&r.place, &p.place)).map_or(p.place.clone(), |r| wider(&r.place, &p.place))
            })
            .collect();
        for (number, piece) in over.iter().enumerate() {
            let own = self.under(&reach, number, above_values && rule.len() != self.columns.len());
            let column = (own.start + 1).max(row.len());
            row.resize_with(column, || TableCell { columns: Some(1), ..empty(piece.bytes.start) });
            let count = (own.end + 1).saturating_sub(column).max(1);
            let columns = u32::try_from(count).ok();
            row.push(TableCell { columns, ..trimmed(self.text, piece.bytes.clone()) });
            for _ in 1..count {
                row.push(TableCell { columns: Some(1), ..empty(piece.bytes.end) });
            }
        }
        row
    }

    /// The columns under a heading: its own where each has one, those that it overlaps, or where it is centred over more and no
    /// other stands there, all of them.
    fn under(&self, reach: &[Range<usize>], number: usize, may_widen: bool) -> Range<usize> {
        let of = |place: &Range<usize>| {
            let touched = |c: &Range<usize>| overlap(c, place);
            match (self.columns.iter().position(touched), self.columns.iter().rposition(touched)) {
                (Some(first), Some(last)) => first..last + 1,
                _ => {
                    let piece = Piece { bytes: 0..0, place: place.clone() };
                    let nearest = self.nearest(&piece);
                    nearest..nearest + 1
                }
            }
        };
        if reach.len() == self.columns.len() {
            return number..number + 1;
        }
        let own = of(&reach[number]);
        let low = number.checked_sub(1).map_or(0, |before| of(&reach[before]).end).min(own.start);
        let high = reach.get(number + 1).map_or(self.columns.len(), |after| of(after).start).max(own.end);
        if !may_widen {
            return own;
        }
        let middle = |r: &Range<usize>| {
            let (from, to) = (&self.columns[r.start], &self.columns[r.end - 1]);
            from.start + to.end
        };
        let target = reach[number].start + reach[number].end;
        let pitch = self.columns.windows(2).map(|w| w[1].end - w[0].end.min(w[1].end)).min().unwrap_or(8);
        let mut best = own.clone();
        for start in low..=own.start {
            for end in own.end..=high {
                // Both middles are doubled.
                if end - start > best.len() && middle(&(start..end)).abs_diff(target) <= pitch * 2 / 3 {
                    best = start..end;
                }
            }
        }
        best
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

fn wider(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    a.start.min(b.start)..a.end.max(b.end)
}

#[cfg(test)]
mod tests {
    use super::super::{shape, tables};

    #[test]
    fn labels_values_and_headings_over_them() {
        let text = "Some prose before it.\n\n\
            \x20                       Years ended December 31,\n\
            \x20                        2019         2018\n\
            \x20                     ----------   ----------\n\
            Rent received ......  $    1,234   $    1,100\n\
            Parking                      56           (4)\n\
            \n\
            Other income:\n\
            \x20  Interest                                7\n\
            \x20  Cash provided by\n\
            \x20    operating activities    9            8\n\
            \x20                     ==========   ==========\n\
            Behind it.\n";
        let found = shape(text);
        assert_eq!(found.len(), 1);
        let (header, rows) = &found[0];
        assert_eq!(*header, 2);
        assert_eq!(rows[0], ["", "Years ended December 31,", ""]);
        assert_eq!(rows[1], ["", "2019", "2018"]);
        assert_eq!(rows[2], ["Rent received", "$    1,234", "$    1,100"]);
        assert_eq!(rows[3], ["Parking", "56", "(4)"]);
        assert_eq!(rows[4], ["Other income:"]);
        assert_eq!(rows[5], ["Interest", "", "7"]);
        assert_eq!(
            rows[6][0].split_whitespace().collect::<Vec<_>>().join(" "),
            "Cash provided by operating activities"
        );
        assert_eq!(rows.len(), 7);
        assert_eq!(tables(text)[0].rows[0][1].columns, Some(2));
    }

    #[test]
    fn a_short_heading_centred_over_its_columns_stands_over_all_of_them() {
        let text = "\
            \x20                            Shops                       Online\n\
            \x20                  2019      2018      2017     2019      2018      2017\n\
            Revenue               10        20        30       40        50        60\n\
            Costs                  1         2         3        4         5         6\n";
        let columns: Vec<_> = tables(text)[0].rows[0].iter().map(|c| (c.span.of(text).unwrap(), c.columns)).collect();
        assert_eq!(columns[1], ("Shops", Some(3)));
        assert_eq!(columns[4], ("Online", Some(3)));
    }

    #[test]
    fn a_year_names_its_row() {
        let text = "          Revenue    Costs\n2018          100       90\n2019          120       95\n";
        assert_eq!(shape(text)[0].1[2], ["2019", "120", "95"]);
    }

    #[test]
    fn notes_behind_values_stand_in_a_column_and_what_values_are_in_is_a_heading() {
        let text = "\
            No  Date    Item                      Amount    Receipt\n\
            1   15/9    Dinner                     28.50    yes\n\
            2   16/9    Taxi, receipt lost         36.50    NO\n\
            3   18/9    Parking, 4 days            70.00    yes\n\
            \x20                          TOTAL     135.00\n";
        let (_, rows) = &shape(text)[0];
        assert_eq!(rows[1][1..], ["28.50", "yes"]);
        assert_eq!(rows[3][1..], ["70.00", "yes"]);
        // Headings may end in a word, and so may lines of code.
        let text = "Team     1    2    3   Total\nReds     4    0    2       6\nBlues    1    3    3       7\n";
        assert_eq!(shape(text)[0].1[0][1..], ["1", "2", "3", "Total"]);
        assert!(shape("width   =  80   # columns\nheight  =  24   # rows\n").is_empty());
        let text = "\
            \x20               2024      2025\n\
            \x20               £000      £000\n\
            Waste           6,842     7,390\n\
            Housing         3,214     3,905\n";
        let (header, rows) = &shape(text)[0];
        assert_eq!((*header, &rows[1][1..]), (2, &["£000", "£000"][..]));
    }

    #[test]
    fn prose_code_lists_poems_and_contents_are_none() {
        for text in [
            "Revenue grew by 5.  Costs fell.  All was well in 2019.\nNothing else  happened.  It was 7.  Or 8.\n",
            "let a  = 5;\nlet bb = 6;\nfn main() {  return 7; }\n",
            "1.  First thing\n2.  Second thing\n3.  Third thing\n",
            "1.   12\n2.   15\n3.   19\n",
            "Roses are red,\n    violets are blue,\nsugar is sweet,\n    and so are you.\n",
            "Contents\nIntroduction ........ 3\nMethods ............. 7\nResults ............ 12\n",
            "Chapter 1    The beginning\nChapter 2    The end\n",
            "He waited ... and waited.\nThen he left  at 5.\n",
        ] {
            assert!(shape(text).is_empty(), "{text}: {:?}", shape(text));
        }
    }
}
