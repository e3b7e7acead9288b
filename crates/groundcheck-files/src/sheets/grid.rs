//! A sheet as its filled cells, and how much memory all sheets of a workbook may take: a few bytes of a file can name the cells `A1` and
//! `XFD1048576`, or repeat one cell a million times.

use crate::{FileError, Kind, UNPACKED_MAX_BYTES};

/// What a cell takes beside its text, in bytes.
const CELL: u64 = 64;

/// What is left of [`UNPACKED_MAX_BYTES`] for the sheets that are still to come.
#[derive(Debug)]
pub(super) struct Room(u64);

impl Room {
    pub(super) fn new() -> Self {
        Room(UNPACKED_MAX_BYTES)
    }

    /// Takes so many bytes.
    ///
    /// # Errors
    /// `TooMuch` where there are not as many left.
    pub(super) fn take(&mut self, bytes: u64) -> Result<(), FileError> {
        self.0 = self.0.checked_sub(bytes).ok_or(FileError::TooMuch(Kind::Workbook))?;
        Ok(())
    }

    /// Takes what so many cells need, be they filled or not.
    ///
    /// # Errors
    /// As [`Room::take`].
    pub(super) fn take_cells(&mut self, cells: u64) -> Result<(), FileError> {
        self.take(cells.saturating_mul(CELL))
    }
}

/// The filled cells of a sheet.
#[derive(Debug)]
pub(super) struct Grid<'r> {
    cells: Vec<(u32, u32, String)>,
    room: &'r mut Room,
}

impl<'r> Grid<'r> {
    pub(super) fn new(room: &'r mut Room) -> Self {
        Grid { cells: Vec::new(), room }
    }

    /// Adds a cell with a text of about this length, which is made only if there is room for it. An empty text is no cell.
    ///
    /// # Errors
    /// As [`Room::take`].
    pub(super) fn add(
        &mut self,
        (row, column): (u32, u32),
        length: usize,
        text: impl FnOnce() -> String,
    ) -> Result<(), FileError> {
        self.room.take(length as u64 + CELL)?;
        let text = text();
        if !text.is_empty() {
            self.cells.push((row, column, text));
        }
        Ok(())
    }

    /// The rows from the sheet's first on, so that the number of a line is that of its row; the columns from the first filled one on. What is
    /// empty at the end of a row is left out.
    ///
    /// # Errors
    /// As [`Room::take`].
    pub(super) fn into_text(mut self) -> Result<String, FileError> {
        self.cells.sort_by_key(|(row, column, _)| (*row, *column));
        let left = self.cells.iter().map(|(_, column, _)| *column).min().unwrap_or_default();
        let mut text = String::new();
        let mut at = (0, left);
        for (row, column, cell) in &self.cells {
            let (lines, tabs) = match row - at.0 {
                0 => (0, column - at.1),
                lines => (lines, column - left),
            };
            self.room.take(u64::from(lines) + u64::from(tabs) + cell.len() as u64)?;
            text.extend(std::iter::repeat_n('\n', lines as usize));
            text.extend(std::iter::repeat_n('\t', tabs as usize));
            text.push_str(cell);
            at = (*row, *column);
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_where_they_are() {
        let mut room = Room::new();
        let mut grid = Grid::new(&mut room);
        for (at, text) in [((3, 4), "d"), ((1, 2), "a"), ((1, 4), "b"), ((2, 3), "")] {
            grid.add(at, text.len(), || text.to_owned()).unwrap();
        }
        assert_eq!(grid.into_text().unwrap(), "\na\t\tb\n\n\t\td");
    }

    #[test]
    fn rows_that_all_end_far_away_need_too_much() {
        let mut room = Room::new();
        let mut grid = Grid::new(&mut room);
        for row in 0..20_000 {
            grid.add((row, 0), 1, || "a".to_owned()).unwrap();
            grid.add((row, 16_383), 1, || "b".to_owned()).unwrap();
        }
        assert_eq!(grid.into_text(), Err(FileError::TooMuch(Kind::Workbook)));
    }
}
