//! Workbooks: one part a sheet, its cells parted by tabs, its rows where they are in the sheet.

mod grid;
mod ods;
mod xls;

use std::io::Cursor;

use calamine::{Data, DataType, Error, ExcelDateTime, Reader, Sheets, XlsxError, open_workbook_auto_from_rs};

use self::grid::{Grid, Room};
use crate::{Contents, FileError, Kind, Part, zipped};

/// Behind so many digits a number is what binary fractions make of it: `0.30000000000000004`.
const DIGITS: usize = 12;

pub(crate) fn read(bytes: &[u8]) -> Result<Contents, FileError> {
    let checked;
    let bytes = if bytes.starts_with(b"PK") {
        zipped::check(bytes, Kind::Workbook)?;
        if zipped::has(bytes, "content.xml") {
            return ods::read(bytes);
        }
        bytes
    } else {
        checked = xls::checked(bytes)?;
        &checked
    };
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(|error| reason(&error))?;
    let mut contents = Contents { parts: Vec::new(), without_text: Vec::new() };
    let mut room = Room::new();
    for name in book.sheet_names() {
        let text = sheet(&mut book, &name, &mut room)?;
        if !text.trim().is_empty() {
            contents.parts.push(Part { place: Some(name), text });
        }
    }
    Ok(contents)
}

/// The text of a sheet, cell by cell as they come.
fn sheet(book: &mut Sheets<Cursor<&[u8]>>, name: &str, room: &mut Room) -> Result<String, FileError> {
    let broken = FileError::Broken(Kind::Workbook);
    let mut grid = Grid::new(room);
    match book {
        Sheets::Xlsx(book) => {
            let mut cells = match book.worksheet_cells_reader(name) {
                Ok(cells) => cells,
                // A chart has a sheet of its own.
                Err(XlsxError::NotAWorksheet(_)) => return Ok(String::new()),
                Err(_) => return Err(broken),
            };
            let formats = cells.styles().iter().map(|style| style.number_format.as_ref());
            let percentages: Vec<bool> =
                formats.map(|format| format.is_some_and(|format| is_percent(&format.format_code))).collect();
            while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(|_| broken)? {
                let is_percentage = percentages.get(style) == Some(&true);
                add(&mut grid, cell.get_position(), cell.get_value(), is_percentage)?;
            }
        }
        Sheets::Xlsb(book) => {
            let mut cells = book.worksheet_cells_reader(name).map_err(|_| broken)?;
            while let Some(cell) = cells.next_cell().map_err(|_| broken)? {
                add(&mut grid, cell.get_position(), cell.get_value(), false)?;
            }
        }
        Sheets::Xls(_) | Sheets::Ods(_) => {
            let range = book.worksheet_range(name).map_err(|_| broken)?;
            let (top, left) = range.start().unwrap_or_default();
            for (row, cells) in (top..).zip(range.rows()) {
                for (column, value) in (left..).zip(cells).filter(|(_, value)| **value != Data::Empty) {
                    add(&mut grid, (row, column), value, false)?;
                }
            }
        }
    }
    grid.into_text()
}

/// Adds a cell as a person reads it.
fn add(grid: &mut Grid<'_>, at: (u32, u32), value: &impl DataType, is_percentage: bool) -> Result<(), FileError> {
    /// As long as a number or a date gets, in bytes.
    const NUMBER: usize = 24;
    let text = value.get_string().or(value.get_datetime_iso()).or(value.get_duration_iso());
    grid.add(at, text.map_or(NUMBER, str::len), || {
        if let Some(text) = text {
            return one_line(text);
        }
        if let Some(share) = value.get_float().filter(|_| is_percentage) {
            return decimal(share * 100.0) + "%";
        }
        let number = value.get_int().map(|number| number.to_string()).or_else(|| value.get_float().map(decimal));
        number
            .or_else(|| value.get_bool().map(|value| value.to_string()))
            .or_else(|| value.get_datetime().map(|when| moment(&when)))
            .or_else(|| value.get_error().map(ToString::to_string))
            .unwrap_or_default()
    })
}

/// Why a workbook was not opened.
fn reason(error: &Error) -> FileError {
    let is_locked = error.to_string().to_ascii_lowercase().contains("password");
    if is_locked { FileError::Locked } else { FileError::Broken(Kind::Workbook) }
}

/// Whether a format shows a percentage: a `%` that is neither quoted nor escaped.
fn is_percent(code: &str) -> bool {
    let (mut quoted, mut escaped) = (false, false);
    code.chars().any(|c| {
        let (is_quoted, is_escaped) = (quoted, escaped);
        quoted ^= c == '"' && !is_escaped;
        // `_%` is a blank as wide as the sign, and `*%` fills the cell with it.
        escaped = !is_quoted && !is_escaped && matches!(c, '\\' | '_' | '*');
        c == '%' && !is_quoted && !is_escaped
    })
}

/// A cell of several lines is one: a row of the table is a line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number in as few digits as it has.
fn decimal(number: f64) -> String {
    let short = format!("{number:.DIGITS$}");
    let short = if short.contains('.') { short.trim_end_matches('0').trim_end_matches('.') } else { &short };
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// `2024-03-31`, with a time where it has one; a length of time in hours and minutes.
fn moment(when: &ExcelDateTime) -> String {
    if when.is_duration() {
        #[expect(clippy::cast_possible_truncation, reason = "minutes of a sheet's duration")]
        let minutes = (when.as_f64() * 24.0 * 60.0).round() as i64;
        return format!("{}:{:02}", minutes / 60, (minutes % 60).abs());
    }
    let (year, month, day, hour, minute, _, _) = when.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute) == (0, 0) { date } else { format!("{date} {hour:02}:{minute:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_that_show_a_percentage() {
        for (code, is_it) in [
            ("0.0%", true),
            ("#,##0 %;[Red]-0%", true),
            ("0.0\"%\"", false),
            ("0\\%", false),
            ("0.00", false),
            ("#,##0.0_%_)", false),
            ("*%0", false),
            ("0.0%_)", true),
            ("0\"a\\\"%", true),
        ] {
            assert_eq!(is_percent(code), is_it, "{code}");
        }
    }
}
