//! OpenDocument workbooks. Their cells and rows may be repeated as often as a file says, so they are read here, into a [`Grid`] that knows
//! when it is too much.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::grid::{Grid, Room};
use super::{decimal, one_line};
use crate::{Contents, FileError, Kind, Part, zipped};

const BROKEN: FileError = FileError::Broken(Kind::Workbook);

/// Reads the sheets of `content.xml`.
pub(super) fn read(bytes: &[u8]) -> Result<Contents, FileError> {
    let manifest = zipped::text(bytes, "META-INF/manifest.xml", Kind::Workbook)?;
    if manifest.is_some_and(|manifest| manifest.contains("encryption-data")) {
        return Err(FileError::Locked);
    }
    let xml = zipped::text(bytes, "content.xml", Kind::Workbook)?.ok_or(BROKEN)?;
    let mut reader = Reader::from_str(&xml);
    let mut room = Room::new();
    let mut contents = Contents { parts: Vec::new(), without_text: Vec::new() };
    loop {
        match reader.read_event().map_err(|_| BROKEN)? {
            Event::Start(tag) if tag.name().as_ref() == "table:table" => {
                let place = attribute(&tag, "table:name")?;
                let text = sheet(&mut reader, &mut room)?;
                if !text.trim().is_empty() {
                    contents.parts.push(Part { place, text });
                }
            }
            Event::Eof => return Ok(contents),
            _ => {}
        }
    }
}

/// A cell that is being read.
#[derive(Debug, Default)]
struct Cell {
    /// What its attributes say it is.
    value: Option<String>,
    /// What it shows.
    shown: String,
    repeated: u32,
}

/// Reads a sheet to its end.
fn sheet(reader: &mut Reader<&[u8]>, room: &mut Room) -> Result<String, FileError> {
    let mut grid = Grid::new(room);
    // The row that is being read, its filled cells with their columns, and where the next one is.
    let (mut row, mut rows, mut cells, mut column) = (0_u32, 1_u32, Vec::<(u32, Cell)>::new(), 0_u32);
    let mut cell: Option<Cell> = None;
    // A note that somebody wrote beside a cell is not what the cell says.
    let (mut notes, mut is_text) = (0_u32, false);
    loop {
        let event = reader.read_event().map_err(|_| BROKEN)?;
        match event {
            Event::Start(ref tag) | Event::Empty(ref tag) => {
                let is_whole = matches!(event, Event::Empty(_));
                match tag.name().as_ref() {
                    "table:table-row" => {
                        (cells, column, rows) = (Vec::new(), 0, repeated(tag, "table:number-rows-repeated")?);
                        if is_whole {
                            row = row.saturating_add(rows);
                        }
                    }
                    "table:table-cell" | "table:covered-table-cell" => {
                        let repeated = repeated(tag, "table:number-columns-repeated")?;
                        let new = Cell { value: value(tag)?, shown: String::new(), repeated };
                        if is_whole { add(&mut cells, &mut column, new) } else { cell = Some(new) }
                    }
                    "office:annotation" if !is_whole => notes += 1,
                    "text:p" => {
                        is_text = !is_whole;
                        if let Some(cell) = cell.as_mut().filter(|cell| !cell.shown.is_empty()) {
                            cell.shown.push(' ');
                        }
                    }
                    "text:s" | "text:tab" | "text:line-break" => {
                        if let Some(cell) = cell.as_mut().filter(|_| notes == 0) {
                            cell.shown.push(' ');
                        }
                    }
                    _ => {}
                }
            }
            Event::Text(text) if is_text && notes == 0 => {
                if let Some(cell) = &mut cell {
                    cell.shown.push_str(&text.xml_content(XmlVersion::Implicit1_0));
                }
            }
            Event::GeneralRef(name) if is_text && notes == 0 => {
                let c = name.resolve_char_ref().ok().flatten().or_else(|| crate::document::entity(&name));
                if let Some(cell) = &mut cell {
                    cell.shown.extend(c);
                }
            }
            Event::End(tag) => match tag.name().as_ref() {
                "text:p" => is_text = false,
                "office:annotation" => notes = notes.saturating_sub(1),
                "table:table-cell" | "table:covered-table-cell" => {
                    if let Some(cell) = cell.take() {
                        add(&mut cells, &mut column, cell);
                    }
                }
                "table:table-row" => {
                    for at in row..row.saturating_add(if cells.is_empty() { 0 } else { rows }) {
                        for (from, cell) in &cells {
                            let text = cell.value.as_ref().unwrap_or(&cell.shown);
                            for column in *from..from.saturating_add(cell.repeated) {
                                grid.add((at, column), text.len(), || one_line(text))?;
                            }
                        }
                    }
                    row = row.saturating_add(rows);
                }
                "table:table" => return grid.into_text(),
                _ => {}
            },
            Event::Eof => return Err(BROKEN),
            _ => {}
        }
    }
}

/// Adds a cell to its row if it is filled; the next one is behind it either way.
fn add(cells: &mut Vec<(u32, Cell)>, column: &mut u32, cell: Cell) {
    let (from, repeated) = (*column, cell.repeated);
    if cell.value.is_some() || !cell.shown.trim().is_empty() {
        cells.push((from, cell));
    }
    *column = column.saturating_add(repeated);
}

/// An attribute by its full name.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, FileError> {
    let Some(own) = tag.attributes().flatten().find(|own| own.key.as_ref() == name) else { return Ok(None) };
    quick_xml::escape::unescape(&own.value).map(|value| Some(value.into_owned())).map_err(|_| BROKEN)
}

/// How often something is repeated; once if nothing says so.
fn repeated(tag: &BytesStart<'_>, name: &str) -> Result<u32, FileError> {
    attribute(tag, name)?.map_or(Ok(1), |count| count.trim().parse().map_err(|_| BROKEN))
}

/// The value of a cell that does not say what it means by its text alone.
fn value(tag: &BytesStart<'_>) -> Result<Option<String>, FileError> {
    let number = |value: String, factor: f64| value.parse::<f64>().map_or(value, |number| decimal(number * factor));
    let kind = attribute(tag, "office:value-type")?;
    Ok(match (kind.as_deref(), attribute(tag, "office:value")?) {
        (Some("percentage"), Some(value)) => Some(number(value, 100.0) + "%"),
        (_, Some(value)) => Some(number(value, 1.0)),
        (Some("date"), None) => attribute(tag, "office:date-value")?,
        (Some("time"), None) => attribute(tag, "office:time-value")?,
        (Some("boolean"), None) => attribute(tag, "office:boolean-value")?,
        (_, None) => attribute(tag, "office:string-value")?,
    })
}
