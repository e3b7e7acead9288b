//! How much memory a workbook asks for, before it is read: a file of five kilobytes can name the cells `A1` and `XFD1048576`, repeat a row a
//! million times, or have sectors that form a circle.

use std::io::{Cursor, Read};

use cfb::CompoundFile;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::number_of;
use crate::{FileError, Kind, zipped};

/// More cells than this, empty ones between them included, are too many: of a sheet, or of all sheets where they are read at once.
pub(super) const MOST_CELLS: u64 = 5_000_000;

/// Cells from the first filled one to the last.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Area {
    corner: Option<[u32; 4]>,
}

impl Area {
    pub(super) fn add(&mut self, row: u32, column: u32) {
        let [top, left, bottom, right] = self.corner.unwrap_or([row, column, row, column]);
        self.corner = Some([top.min(row), left.min(column), bottom.max(row), right.max(column)]);
    }

    pub(super) fn cells(self) -> u64 {
        let size = |from: u32, to: u32| u64::from(to - from) + 1;
        self.corner.map_or(0, |[top, left, bottom, right]| size(top, bottom) * size(left, right))
    }
}

/// Refuses an old binary workbook whose sheets need too much room, or whose sectors go round in a circle.
pub(super) fn check_binary(bytes: &[u8]) -> Result<(), FileError> {
    let broken = |_| FileError::Broken(Kind::Workbook);
    // Opening it looks over every chain: none shares a sector with another, or with itself.
    let mut file = CompoundFile::open(Cursor::new(bytes)).map_err(broken)?;
    let name = ["/Workbook", "/Book"].into_iter().find(|name| file.is_stream(name));
    // A workbook with a password has no such stream; the reader says what it is.
    let Some(name) = name else { return Ok(()) };
    let mut book = Vec::new();
    file.open_stream(name).and_then(|stream| stream.take(bytes.len() as u64).read_to_end(&mut book)).map_err(broken)?;
    let (mut all, mut area, mut rest) = (0_u64, Area::default(), book.as_slice());
    while let Some((&[kind, high, length, long], data)) = rest.split_first_chunk::<4>() {
        let (kind, length) = (u16::from_le_bytes([kind, high]), usize::from(u16::from_le_bytes([length, long])));
        let (data, behind) = data.split_at(length.min(data.len()));
        let at = |from: usize| data.get(from..from + 2).map(|two| u32::from(u16::from_le_bytes([two[0], two[1]])));
        match (kind, at(0).zip(at(2))) {
            (BOF, _) => {
                all = all.saturating_add(area.cells());
                area = Area::default();
            }
            (FORMULA | NUMBER | LABEL | BOOLERR | RK | LABEL_SST | RSTRING, Some((row, column))) => {
                area.add(row, column);
            }
            // The reader makes room for all of it, whatever is filled.
            (DIMENSIONS, _) if !is_possible(data) => return Err(FileError::Broken(Kind::Workbook)),
            (MULRK, Some((row, column))) => {
                area.add(row, column);
                if let Some(last) = data.len().checked_sub(2).and_then(at) {
                    area.add(row, last.max(column));
                }
            }
            _ => {}
        }
        rest = behind;
    }
    if all.saturating_add(area.cells()) > MOST_CELLS { Err(FileError::TooLarge) } else { Ok(()) }
}

// The records of BIFF that put a value into a cell, which begin with its row and its column ([MS-XLS] 2.3).
const BOF: u16 = 0x0809;
const DIMENSIONS: u16 = 0x0200;
const FORMULA: u16 = 0x0006;
const MULRK: u16 = 0x00bd;
const RSTRING: u16 = 0x00d6;
const LABEL_SST: u16 = 0x00fd;
const NUMBER: u16 = 0x0203;
const LABEL: u16 = 0x0204;
const BOOLERR: u16 = 0x0205;
const RK: u16 = 0x027e;

/// Whether a record of dimensions has rows and columns that a sheet of this format can have.
fn is_possible(data: &[u8]) -> bool {
    let four = |from: usize| data.get(from..from + 4).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes);
    let two = |from: usize| data.get(from..from + 2).and_then(|two| two.try_into().ok()).map(u16::from_le_bytes);
    let (rows, columns) = if data.len() == 10 { (two(2).map(u32::from), two(6)) } else { (four(4), two(10)) };
    rows.is_some_and(|rows| rows <= MOST_ROWS) && columns.is_some_and(|columns| columns <= MOST_COLUMNS)
}

/// What a sheet of the old format can have ([MS-XLS] 2.5.53 and 2.5.221).
const MOST_ROWS: u32 = 65_536;
const MOST_COLUMNS: u16 = 256;

/// Refuses an OpenDocument workbook whose repeated cells and rows need too much room. Empty cells at the end of a row, and empty rows at the
/// end of a sheet, need none: every such file has them.
pub(super) fn check_open_document(bytes: &[u8]) -> Result<(), FileError> {
    let Some(xml) = zipped::text(bytes, "content.xml") else { return Ok(()) };
    let mut reader = Reader::from_str(&xml);
    // Of all sheets; of the row: up to the last filled cell, and the empty ones since; the empty rows since the last filled one.
    let (mut all, mut row, mut empty, mut rows, mut empty_rows) = (0_u64, 0_u64, 0_u64, 1_u64, 0_u64);
    // How often the cell that is open is repeated, while nothing was found in it.
    let mut cell: Option<u64> = None;
    let mut width = 0_u64;
    loop {
        let event = reader.read_event().map_err(|_| FileError::Broken(Kind::Workbook))?;
        let is_whole = matches!(event, Event::Empty(_));
        match event {
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                "table" => (empty_rows, width) = (0, 0),
                "table-row" => (row, empty, rows) = (0, 0, number_of(&tag, "number-rows-repeated").unwrap_or(1)),
                "table-cell" | "covered-table-cell" => {
                    let repeated = number_of(&tag, "number-columns-repeated").unwrap_or(1);
                    let is_filled = has(&tag, "value-type") || has(&tag, "formula");
                    if is_filled {
                        (row, empty) = (row.saturating_add(empty).saturating_add(repeated), 0);
                    } else {
                        empty = empty.saturating_add(repeated);
                    }
                    cell = (!is_filled && !is_whole).then_some(repeated);
                }
                "p" if cell.take().is_some() => (row, empty) = (row.saturating_add(empty), 0),
                _ => {}
            },
            Event::End(tag) if tag.local_name().as_ref() == "table-row" => {
                if row == 0 {
                    empty_rows = empty_rows.saturating_add(rows);
                } else {
                    width = width.max(row);
                    let lines = empty_rows.saturating_add(rows);
                    all = all.saturating_add(lines.saturating_mul(width));
                    empty_rows = 0;
                }
                if all > MOST_CELLS {
                    return Err(FileError::TooLarge);
                }
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn has(tag: &BytesStart<'_>, name: &str) -> bool {
    tag.attributes().flatten().any(|own| own.key.local_name().as_ref() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions_that_no_sheet_has() {
        let long = |rows: u32, columns: u16| {
            let mut data = vec![0; 4];
            data.extend(rows.to_le_bytes());
            data.extend(0_u16.to_le_bytes());
            data.extend(columns.to_le_bytes());
            data.extend([0; 2]);
            data
        };
        for (data, is_one) in [
            (long(65_536, 256), true),
            (long(65_537, 1), false),
            (long(u32::MAX, u16::MAX), false),
            (vec![0, 0, 9, 0, 0, 0, 4, 0, 0, 0], true),
            (vec![0, 0, 9, 0, 0, 0, 0, 9, 0, 0], false),
            (Vec::new(), false),
        ] {
            assert_eq!(is_possible(&data), is_one, "{data:?}");
        }
    }

    #[test]
    fn an_area_is_from_the_first_cell_to_the_last() {
        let mut area = Area::default();
        assert_eq!(area.cells(), 0);
        area.add(4, 2);
        assert_eq!(area.cells(), 1);
        area.add(1_048_575, 16_383);
        assert_eq!(area.cells(), 1_048_572 * 16_382);
    }
}
