//! The rows of a CSV table, as RFC 4180 has it and programs write it.
//!
//! By hand, because a crate for it (`csv`, which a test compares this with) reads any bytes from anywhere, and that is code to
//! download.

/// A row of a table.
pub(super) struct Row {
    /// The line that it begins on, counted from 1.
    pub(super) line: usize,
    /// Trimmed.
    pub(super) cells: Vec<String>,
    /// Whether an empty line parts it from the row before.
    pub(super) is_apart: bool,
}

/// The rows of a table that have a cell.
///
/// A quoted cell may hold the delimiter, line ends and doubled quotes; what follows the closing quote belongs to the cell.
pub(super) struct Rows<'a> {
    rest: core::iter::Peekable<core::str::Chars<'a>>,
    delimiter: char,
    line: usize,
}

/// How far a cell has been read.
#[derive(Clone, Copy)]
enum Cell {
    Start,
    Bare,
    Quoted,
    /// Behind a quote in a quoted cell: its end, or the first of two.
    Quote,
}

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a str, delimiter: char) -> Self {
        Rows { rest: text.chars().peekable(), delimiter, line: 1 }
    }

    fn next_char(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        if next == '\n' || (next == '\r' && self.rest.peek() != Some(&'\n')) {
            self.line += 1;
        }
        Some(next)
    }
}

impl Iterator for Rows<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Self::Item> {
        let mut is_apart = false;
        while let Some('\r' | '\n') = self.rest.peek() {
            self.next_char();
            is_apart = true;
        }
        self.rest.peek()?;
        let line = self.line;
        let (mut cells, mut cell, mut state) = (Vec::new(), String::new(), Cell::Start);
        loop {
            state = match (state, self.next_char()) {
                (Cell::Start, Some('"')) => Cell::Quoted,
                (Cell::Quoted, Some('"')) => Cell::Quote,
                (Cell::Quote, Some('"')) => {
                    cell.push('"');
                    Cell::Quoted
                }
                (Cell::Quoted, Some(other)) => {
                    cell.push(other);
                    Cell::Quoted
                }
                (_, end @ (Some('\r' | '\n') | None)) => {
                    cells.push(cell.trim().to_owned());
                    if end == Some('\r') && self.rest.peek() == Some(&'\n') {
                        self.next_char();
                    }
                    return Some(Row { line, cells, is_apart });
                }
                (_, Some(other)) if other == self.delimiter => {
                    cells.push(cell.trim().to_owned());
                    cell.clear();
                    Cell::Start
                }
                (_, Some(other)) => {
                    cell.push(other);
                    Cell::Bare
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(usize, Vec<String>)> {
        Rows::new(text, ',').map(|row| (row.line, row.cells)).collect()
    }

    #[test]
    fn rows_begin_on_their_line() {
        for text in ["a,b\n\n\"1\n2\",3\nc", "a,b\r\n\r\n\"1\r\n2\",3\r\nc\r\n", "a,b\r\r\"1\r2\",3\rc"] {
            let lines: Vec<usize> = rows(text).into_iter().map(|(line, _)| line).collect();
            assert_eq!(lines, [1, 3, 5], "{text:?}");
        }
    }

    #[test]
    fn cells_are_those_of_the_csv_crate() {
        const ALPHABET: [char; 8] = ['a', ' ', ',', '"', '\n', '\r', 'ש', ','];
        let mut bits = 7_u64;
        for _ in 0..3_000 {
            let mut text = String::new();
            for _ in 0..12 {
                bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push(ALPHABET[(bits >> 61) as usize]);
            }
            let mut reader = csv::ReaderBuilder::new();
            let reader = reader.has_headers(false).flexible(true).trim(csv::Trim::All);
            let expected: Vec<Vec<String>> = reader
                .from_reader(text.as_bytes())
                .records()
                .map(|record| record.unwrap().iter().map(str::to_owned).collect())
                .collect();
            let read: Vec<Vec<String>> = rows(&text).into_iter().map(|(_, cells)| cells).collect();
            assert_eq!(read, expected, "{text:?}");
        }
    }
}
