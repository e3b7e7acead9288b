//! Workbooks: one part a sheet, its cells parted by tabs, its rows where they are in the sheet.

mod formats;
mod room;

use std::collections::BTreeSet;
use std::io::Cursor;

use calamine::{Data, Error, ExcelDateTime, Range, Reader, Sheets, open_workbook_auto_from_rs};
use quick_xml::events::BytesStart;

use self::formats::Percentages;
use self::room::{Area, MOST_CELLS};
use crate::{Contents, FileError, Kind, Part, zipped};

/// Behind so many digits a number is what binary fractions make of it: `0.30000000000000004`.
const DIGITS: usize = 12;

pub(crate) fn read(bytes: &[u8]) -> Result<Contents, FileError> {
    let broken = FileError::Broken(Kind::Workbook);
    if bytes.starts_with(b"PK") {
        zipped::check(bytes, Kind::Workbook)?;
        room::check_open_document(bytes)?;
    } else {
        room::check_binary(bytes)?;
    }
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(|error| reason(&error, bytes))?;
    let percentages = if matches!(book, Sheets::Xlsx(_)) { formats::read(bytes)? } else { Percentages::new() };
    let mut contents = Contents { parts: Vec::new(), without_text: Vec::new() };
    for name in book.sheet_names() {
        if let Sheets::Xlsb(book) = &mut book {
            let mut cells = book.worksheet_cells_reader(&name).map_err(|_| broken)?;
            let mut area = Area::default();
            while let Some(cell) = cells.next_cell().map_err(|_| broken)? {
                let (row, column) = cell.get_position();
                area.add(row, column);
            }
            if area.cells() > MOST_CELLS {
                return Err(FileError::TooLarge);
            }
        }
        let range = book.worksheet_range(&name).map_err(|_| broken)?;
        let text = table(&range, percentages.get(&name));
        if !text.trim().is_empty() {
            contents.parts.push(Part { place: Some(name), text });
        }
    }
    Ok(contents)
}

/// A workbook with a password is packed in another file, and nothing in that one can be read.
fn reason(error: &Error, bytes: &[u8]) -> FileError {
    const PACKED: [u8; 24] = *b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0";
    let locked = error.to_string().to_ascii_lowercase().contains("password")
        || bytes.windows(PACKED.len()).any(|part| part == PACKED);
    if locked { FileError::Locked } else { FileError::Broken(Kind::Workbook) }
}

/// A whole number that is an attribute.
fn number_of(tag: &BytesStart<'_>, name: &str) -> Option<u64> {
    let own = tag.attributes().flatten().find(|own| own.key.local_name().as_ref() == name)?;
    own.value.trim().parse().ok()
}

/// The rows of a sheet from its first on; what is empty at the end of a row is left out.
fn table(range: &Range<Data>, percentages: Option<&BTreeSet<(u32, u32)>>) -> String {
    let mut text = String::new();
    let (top, left) = range.start().unwrap_or_default();
    // Rows above the first filled one are lines too: the number of a line is that of its row.
    for _ in 0..top {
        text.push('\n');
    }
    for (row, number) in range.rows().zip(top..) {
        let is_percentage = |column: u32| percentages.is_some_and(|all| all.contains(&(number, column)));
        let cells = row.iter().zip(left..).map(|(data, column)| match data {
            Data::Float(share) if is_percentage(column) => decimal(share * 100.0) + "%",
            Data::Int(share) if is_percentage(column) => format!("{}%", share.saturating_mul(100)),
            other => cell(other),
        });
        let cells: Vec<String> = cells.collect();
        let filled = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        text.push_str(&cells[..filled].join("\t"));
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}

fn cell(data: &Data) -> String {
    match data {
        Data::Empty => String::new(),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => one_line(text),
        Data::Int(number) => number.to_string(),
        Data::Float(number) => decimal(*number),
        Data::Bool(value) => value.to_string(),
        Data::DateTime(when) => moment(when),
        Data::Error(error) => error.to_string(),
    }
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
