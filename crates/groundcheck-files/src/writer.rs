//! What the readers of documents write: lines, headings marked, tables as rows between pipes.

/// What has been written, and what is under way.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    text: String,
    /// The line that is being read.
    line: String,
    /// How deep a heading it is, 0 for none.
    pub(crate) heading: usize,
    /// The rows that are being read: one for each table around.
    rows: Vec<Row>,
    /// By column, a cell of an earlier row that reaches down, and over how many rows more.
    reaching: Vec<(String, usize)>,
    /// How many bytes more may be written for cells that go over several columns or rows.
    pub(crate) padding: usize,
}

/// A row that is being read.
#[derive(Debug, Default)]
struct Row {
    cells: Vec<Cell>,
}

/// A cell, and over how many columns and rows it goes.
#[derive(Debug, Default)]
struct Cell {
    text: String,
    columns: usize,
    rows: usize,
}

/// A cell goes over at most so many columns.
const MOST_COLUMNS: usize = 64;
/// And over at most so many rows.
const MOST_ROWS: usize = 1_000;

impl Writer {
    /// Goes on with the line.
    pub(crate) fn push(&mut self, c: char) {
        self.line.push(c);
    }

    /// Goes on with the line.
    pub(crate) fn push_str(&mut self, text: &str) {
        self.line.push_str(text);
    }

    /// The line so far.
    pub(crate) fn line(&self) -> &str {
        &self.line
    }

    /// How many rows are being read, one inside the other.
    pub(crate) fn depth(&self) -> usize {
        self.rows.len()
    }

    /// A row begins.
    pub(crate) fn begin_row(&mut self) {
        self.rows.push(Row::default());
    }

    /// A cell of the row begins.
    pub(crate) fn begin_cell(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.cells.push(Cell { text: String::new(), columns: 1, rows: 1 });
        }
    }

    /// The cell goes over so many columns and rows.
    pub(crate) fn spread(&mut self, columns: usize, rows: usize) {
        if let Some(cell) = self.rows.last_mut().and_then(|row| row.cells.last_mut()) {
            cell.columns = columns.clamp(1, MOST_COLUMNS);
            cell.rows = rows.clamp(1, MOST_ROWS);
        }
    }

    /// The line ends: of a cell it is a part, elsewhere a line.
    pub(crate) fn end_line(&mut self) {
        let line = core::mem::take(&mut self.line);
        let heading = core::mem::take(&mut self.heading);
        let line = line.trim();
        if let Some(cell) = self.rows.last_mut().and_then(|row| row.cells.last_mut()) {
            if !cell.text.is_empty() && !line.is_empty() {
                cell.text.push(' ');
            }
            cell.text.push_str(line);
            return;
        }
        if heading > 0 && !line.is_empty() {
            self.text.extend(core::iter::repeat_n('#', heading));
            self.text.push(' ');
        }
        self.text.push_str(line);
        self.end_text_line();
    }

    /// The row ends. That of a table in a cell is text of this cell.
    pub(crate) fn end_row(&mut self) {
        let Some(row) = self.rows.pop().filter(|row| !row.cells.is_empty()) else { return };
        if let Some(outer) = self.rows.last_mut().and_then(|row| row.cells.last_mut()) {
            for cell in row.cells {
                outer.text.push(' ');
                outer.text.push_str(&cell.text);
            }
            return;
        }
        let alone = row.cells.len() == 1 && self.reaching.iter().all(|(_, rows)| *rows == 0);
        let mut column = 0;
        self.text.push('|');
        for cell in row.cells {
            column = self.reach_down(column);
            let text = cell.text.replace('|', "/");
            for nth in 0..cell.columns {
                // What goes over the whole table is a title of it, and said once.
                let repeats = nth > 0;
                if repeats && !self.may_pad(&text) {
                    break;
                }
                self.write_cell(if repeats && alone { "" } else { &text });
                if cell.rows > 1 {
                    self.reaching.resize(self.reaching.len().max(column + 1), (String::new(), 0));
                    self.reaching[column] = (text.clone(), cell.rows - 1);
                }
                column += 1;
            }
        }
        self.reach_down(column);
        self.text.push('\n');
    }

    /// The table ends.
    pub(crate) fn end_table(&mut self) {
        if self.rows.is_empty() {
            self.reaching.clear();
            self.end_text_line();
        }
    }

    /// Everything, with what is under way.
    pub(crate) fn finish(mut self) -> String {
        if !self.line.is_empty() {
            self.end_line();
        }
        while !self.rows.is_empty() {
            self.end_row();
        }
        self.text.trim().to_owned()
    }

    /// Writes the cells of earlier rows that reach down to this row from this column on; returns the first column that is free.
    fn reach_down(&mut self, mut column: usize) -> usize {
        while let Some((text, rows)) = self.reaching.get_mut(column).filter(|(_, rows)| *rows > 0) {
            *rows -= 1;
            let text = text.clone();
            if !self.may_pad(&text) {
                self.reaching.clear();
                break;
            }
            self.write_cell(&text);
            column += 1;
        }
        column
    }

    /// Whether a cell may be written once more: a few tags must not become more text than anybody wrote.
    fn may_pad(&mut self, text: &str) -> bool {
        let left = self.padding.checked_sub(text.len() + 3);
        self.padding = left.unwrap_or(self.padding);
        left.is_some()
    }

    fn write_cell(&mut self, text: &str) {
        self.text.push(' ');
        self.text.push_str(text);
        self.text.push_str(" |");
    }

    /// Ends a line of the text; there is never more than one blank line.
    fn end_text_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }
}
