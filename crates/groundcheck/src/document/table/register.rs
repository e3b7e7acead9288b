//! Registers: cells under one another with blanks between, of words, times and days as well as numbers, under one line of headings:
//! logs, rotas, price lists, results.
//!
//! Where its columns are is not read from a line but from all of them: between two headings there is a place that is blank in every row.
//! Prose has none under the two blanks behind its full stops.

use core::ops::Range;

use groundcheck_types::Span;

use super::aligned::line::{Piece, pieces};
use super::{Table, TableCell, TableFormat, is_amount, lines, trimmed};

/// A longer line is no row, in characters.
const LONGEST_LINE: usize = 400;
/// The fewest columns, and lines with their headings.
const FEWEST_COLUMNS: usize = 3;
const FEWEST_LINES: usize = 3;
/// Cells of so many words are a column of a newspaper, where most of them are.
const WORDY: usize = 4;
/// So many lines are tried as headings of one block before it is left.
const MOST_TRIES: usize = 4;

/// A line that may be a row.
struct Line {
    bytes: Range<usize>,
    /// Where each character begins, from the start of the text.
    at: Vec<usize>,
    /// Whether each character is blank.
    blank: Vec<bool>,
    /// What two blanks part.
    pieces: Vec<Piece>,
}

impl Line {
    /// Nothing where nothing in it is parted by two blanks.
    fn read(text: &str, bytes: Range<usize>) -> Option<Self> {
        let line = text.get(bytes.clone())?;
        if line.contains('\t') || !line.trim().contains("  ") || line.chars().nth(LONGEST_LINE).is_some() {
            return None;
        }
        let pieces = pieces(line, bytes.start);
        let at = line.char_indices().map(|(at, _)| bytes.start + at).collect();
        let blank = line.chars().map(char::is_whitespace).collect();
        Some(Self { bytes, at, blank, pieces })
    }

    fn is_blank(&self, column: usize) -> bool {
        self.blank.get(column).copied().unwrap_or(true)
    }

    /// The bytes of these characters.
    fn of(&self, columns: Range<usize>) -> Range<usize> {
        let byte = |column: usize| self.at.get(column).copied().unwrap_or(self.bytes.end);
        byte(columns.start)..byte(columns.end)
    }
}

pub(super) fn find(text: &str, gap: Range<usize>, found: &mut Vec<Table>) {
    let mut block: Vec<Line> = Vec::new();
    for range in lines(text, gap) {
        let is_rule = text.get(range.clone()).is_some_and(|line| {
            line.contains(['-', '─', '=', '_']) && line.chars().all(|c| matches!(c, '-' | '─' | '=' | '_' | ' ' | '+'))
        });
        match Line::read(text, range) {
            _ if is_rule => {}
            Some(line) => block.push(line),
            None => close(text, &mut block, found),
        }
    }
    close(text, &mut block, found);
}

fn close(text: &str, block: &mut Vec<Line>, found: &mut Vec<Table>) {
    let block = core::mem::take(block);
    let (mut at, mut tries) = (0, 0);
    // What fails may have read all the rest.
    let mut left = MOST_TRIES * block.len();
    while at + FEWEST_LINES <= block.len() && tries < MOST_TRIES && left > 0 {
        match table(text, &block[at..]) {
            Ok((count, table)) => {
                found.push(table);
                (at, tries) = (at + count, 0);
            }
            Err(read) => {
                left = left.saturating_sub(read + 1);
                (at, tries) = (at + 1, tries + 1);
            }
        }
    }
}

/// The table that the first of these lines heads, with how many lines it has; or how many were read in vain.
fn table(text: &str, block: &[Line]) -> Result<(usize, Table), usize> {
    let (head, body) = block.split_first().ok_or(0_usize)?;
    // `Invoice no: 4471` is a record by itself.
    let names = |piece: &Piece| {
        let name = text.get(piece.bytes.clone()).unwrap_or_default();
        name.contains(char::is_alphabetic) && !is_amount(name) && !name.contains(": ")
    };
    if head.pieces.len() + 1 < FEWEST_COLUMNS || !head.pieces.iter().all(names) {
        return Err(0);
    }
    let headings: Vec<&Range<usize>> = head.pieces.iter().map(|piece| &piece.place).collect();
    let (Some(first), Some(last)) = (headings.first(), headings.last()) else { return Err(0) };
    // What is blank in every line, up to the last column.
    let mut blank: Vec<bool> = (0..last.start).map(|column| head.is_blank(column)).collect();
    let gaps: Vec<Range<usize>> = headings.windows(2).map(|pair| pair[0].end..pair[1].start).collect();
    let place = |blank: &[bool], gap: &Range<usize>| {
        gap.clone().rev().find(|column| blank.get(*column).copied().unwrap_or(true))
    };
    let mut count = 0;
    for line in body {
        let now: Vec<bool> = blank.iter().enumerate().map(|(column, blank)| *blank && line.is_blank(column)).collect();
        // A word may fill its column up to the next one; where most columns end inside of words, they are blank there by chance.
        let within = |gap: &&Range<usize>| {
            place(&now, gap).is_some_and(|at| line.pieces.iter().any(|piece| piece.place.contains(&at)))
        };
        if !gaps.iter().all(|gap| place(&now, gap).is_some()) || gaps.iter().filter(within).count() * 2 > gaps.len() {
            break;
        }
        (blank, count) = (now, count + 1);
    }
    let mut bounds: Vec<usize> = gaps.iter().filter_map(|gap| place(&blank, gap)).collect();
    // What rows are called by has no heading, often.
    let begins = body.iter().take(count).filter_map(|line| line.blank.iter().position(|blank| !blank)).min();
    bounds.splice(0..0, begins.and_then(|begins| place(&blank, &(begins..first.start))));
    let lines = block.get(..=count).unwrap_or_default();
    let rows: Vec<Vec<TableCell>> = lines.iter().map(|line| cells(text, line, &bounds)).collect();
    if !is_one(text, &rows) {
        return Err(count);
    }
    let span = Span::new(head.bytes.start, lines.last().map_or(head.bytes.end, |line| line.bytes.end));
    Ok((lines.len(), Table { span, format: TableFormat::Aligned, header_rows: 1, rows }))
}

fn cells(text: &str, line: &Line, bounds: &[usize]) -> Vec<TableCell> {
    let starts = core::iter::once(0).chain(bounds.iter().copied());
    let ends =
        bounds.iter().copied().chain(core::iter::once(line.blank.len().max(bounds.last().map_or(0, |at| at + 1))));
    starts.zip(ends).map(|(start, end)| trimmed(text, line.of(start..end))).collect()
}

/// Whether these rows are a table: most cells are filled, few hold what two blanks part or half a sentence, few first ones end as sentences
/// do, and a column behind the first has digits in it.
fn is_one(text: &str, rows: &[Vec<TableCell>]) -> bool {
    let columns = rows.first().map_or(0, Vec::len);
    let Some(body) = rows.get(1..).filter(|_| rows.len() >= FEWEST_LINES && columns >= FEWEST_COLUMNS) else {
        return false;
    };
    let said = |cell: &TableCell| cell.span.of(text).unwrap_or_default();
    let filled = body.iter().flatten().filter(|cell| !said(cell).is_empty()).count();
    let parted = body.iter().flatten().filter(|cell| said(cell).contains("  ")).count();
    let digits = |column: usize| {
        let has =
            |row: &&Vec<TableCell>| row.get(column).is_some_and(|c| said(c).contains(|c: char| c.is_ascii_digit()));
        body.iter().filter(has).count() * 2 >= body.len()
    };
    let wordy = body.iter().flatten().filter(|cell| said(cell).split_whitespace().count() >= WORDY).count();
    let sentences = body.iter().filter_map(|row| row.first()).filter(|cell| said(cell).ends_with('.')).count();
    filled * 2 >= body.len() * columns
        && parted * 4 <= body.len()
        && wordy * 2 <= filled
        && sentences * 2 <= body.len()
        && (1..columns).any(digits)
}

#[cfg(test)]
mod tests {
    use super::super::printed_tables;

    fn shape(text: &str) -> Vec<(usize, Vec<Vec<&str>>)> {
        let rows =
            |t: &super::Table| t.rows.iter().map(|r| r.iter().map(|c| c.span.of(text).unwrap()).collect()).collect();
        printed_tables(text).iter().map(|t| (t.header_rows, rows(t))).collect()
    }

    #[test]
    fn cells_of_words_times_and_numbers_under_one_another() {
        for (text, rows, last) in [
            (
                "Team            Class   Leg 1   Total\nMill Harriers   Open    27:41   1:24:58\nSt Anne's       Women   31:08   1:34:43\n",
                3,
                vec!["St Anne's", "Women", "31:08", "1:34:43"],
            ),
            (
                "No   Day      From     To       Unit          Fault               MWh lost\n---  -------  -------  -------  ------------  ------------------  --------\n31   4 Apr    09:20    16:50    INV 07        fan failure              1.4\n34   9 Jun    10:15    18:45    INV 09, 10    oil leak in the box     12.8\n",
                3,
                vec!["34", "9 Jun", "10:15", "18:45", "INV 09, 10", "oil leak in the box", "12.8"],
            ),
            // Rows without a heading of their own, and cells without anything.
            (
                "              tuned     in June      later\nUpright       £78       £84          n/a\nGrand         £96                    £110 + pitch raise\n",
                3,
                vec!["Grand", "£96", "", "£110 + pitch raise"],
            ),
            (
                "קורס      ימים      שעות           מחיר\nא1        ב' ו-ד'   18:00–19:30    396\nב2        ג'        18:30–20:00    744\n",
                3,
                vec!["ב2", "ג'", "18:30–20:00", "744"],
            ),
        ] {
            let found = shape(text);
            assert_eq!(found.len(), 1, "{text}{found:?}");
            assert_eq!((found[0].0, found[0].1.len()), (1, rows), "{text}{found:?}");
            assert_eq!(found[0].1.last(), Some(&last), "{text}");
        }
    }

    #[test]
    fn rows_of_words_are_no_further_headings() {
        let text =
            "Task        Owner   Cost\nPaint hall  Dan     none\nFix floor   Ruth    400\nMend roof   Ruth    1,250\n";
        assert_eq!((shape(text)[0].0, shape(text)[0].1.len()), (1, 4));
    }

    #[test]
    fn a_line_over_the_columns_ends_it() {
        let text = "Day     Team    Goals\nMon     Reds    2 of 5\nTue     Blues   1 of 4\nAll teams who played  on Monday or later are in the list\n";
        assert_eq!(shape(text)[0].1.len(), 3);
    }

    #[test]
    fn prose_code_and_lists_are_none() {
        for text in [
            "He came at 5.  She left at 6.  They met.\nIt rained.  All were wet by 7.  Nobody minded.\nAt 8 the  sun rose.  It was warm.\n",
            "let a = 1;      // one\nlet bcd = 22;   // two\nlet e = 333;    // three\n",
            "Dear all,  thanks for coming  on Friday\nwe had 12 people  and more than  50 cakes\nand next time there will be  60\n",
            "Roses    red\nViolets  blue\nSugar    sweet\n",
            "Invoice no: 4471     Date: 3 May 2024     Page: 1\nCustomer: Acme Ltd   Ref: 7781            Due: 30 days\nContact: Jo Smith    Phone: 555 0134      Terms: net\n",
            "The mayor said today      Rain fell for 40 hours    A dog that was lost in\nthat the bridge over      and three roads in the    2019 has come home to\nthe river would open      valley were closed at     its owners this week in\n",
        ] {
            assert!(shape(text).is_empty(), "{text}{:?}", shape(text));
        }
    }
}
