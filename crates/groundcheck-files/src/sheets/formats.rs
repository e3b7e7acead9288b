//! What the XML of a workbook says of its cells that the reader of values does not: how far apart they are, and which are percentages.

use std::collections::{BTreeMap, BTreeSet};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::number_of;
use super::room::{Area, MOST_CELLS};
use crate::{FileError, Kind, zipped};

/// The cells that are shown as percentages, by the name of their sheet: row and column, counted from 0.
pub(super) type Percentages = BTreeMap<String, BTreeSet<(u32, u32)>>;

/// `0%` and `0.00%` have numbers of their own; other formats are spelt out.
const BUILT_IN: [u64; 2] = [9, 10];

/// Reads the sheets of an XLSX file.
///
/// # Errors
/// `TooLarge` where the cells of a sheet are so far apart that they need too much room.
pub(super) fn read(bytes: &[u8]) -> Result<Percentages, FileError> {
    let styles =
        zipped::text(bytes, "xl/styles.xml").map_or_else(|| Ok(BTreeSet::new()), |xml| percent_styles(&xml))?;
    let targets = zipped::text(bytes, "xl/_rels/workbook.xml.rels")
        .map_or_else(|| Ok(BTreeMap::new()), |xml| pairs(&xml, "Relationship", "Id", "Target"))?;
    let book = zipped::text(bytes, "xl/workbook.xml").ok_or(FileError::Broken(Kind::Workbook))?;
    let mut found = Percentages::new();
    for (name, id) in pairs(&book, "sheet", "name", "id")? {
        let Some(target) = targets.get(&id) else { continue };
        let file = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
        if let Some(xml) = zipped::text(bytes, &file) {
            found.insert(name, sheet(&xml, &styles)?);
        }
    }
    Ok(found)
}

/// Calls back for each tag, and says whether anything can be in it.
fn each<'x>(
    xml: &'x str,
    mut visit: impl FnMut(&BytesStart<'x>, bool) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().map_err(|_| FileError::Broken(Kind::Workbook))? {
            Event::Start(tag) => visit(&tag, true)?,
            Event::Empty(tag) => visit(&tag, false)?,
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let own = tag.attributes().flatten().find(|own| own.key.local_name().as_ref() == name)?;
    quick_xml::escape::unescape(&own.value).ok().map(std::borrow::Cow::into_owned)
}

/// Two attributes of each tag of this name.
fn pairs(xml: &str, tag_name: &str, key: &str, value: &str) -> Result<BTreeMap<String, String>, FileError> {
    let mut found = BTreeMap::new();
    each(xml, |tag, _| {
        if tag.local_name().as_ref() == tag_name {
            found.extend(attribute(tag, key).zip(attribute(tag, value)));
        }
        Ok(())
    })?;
    Ok(found)
}

/// The styles of cells that show a percentage, by their numbers.
fn percent_styles(xml: &str) -> Result<BTreeSet<u64>, FileError> {
    let (mut formats, mut styles) = (BTreeSet::from(BUILT_IN), BTreeSet::new());
    // `cellXfs` are the styles that cells have, `cellStyleXfs` such that styles are made of.
    let (mut is_of_cells, mut next) = (false, 0);
    each(xml, |tag, _| {
        match tag.local_name().as_ref() {
            "numFmt" if attribute(tag, "formatCode").is_some_and(|code| is_percent(&code)) => {
                formats.extend(number_of(tag, "numFmtId"));
            }
            name @ ("cellXfs" | "cellStyleXfs" | "cellStyles" | "dxfs") => is_of_cells = name == "cellXfs",
            "xf" if is_of_cells => {
                if number_of(tag, "numFmtId").is_some_and(|format| formats.contains(&format)) {
                    styles.insert(next);
                }
                next += 1;
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(styles)
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

/// The cells of a sheet with one of these styles.
fn sheet(xml: &str, styles: &BTreeSet<u64>) -> Result<BTreeSet<(u32, u32)>, FileError> {
    let (mut area, mut found) = (Area::default(), BTreeSet::new());
    each(xml, |tag, has_content| {
        // A cell that is only formatted has no value, and the reader makes no room for it.
        if tag.local_name().as_ref() != "c" || !has_content {
            return Ok(());
        }
        // One without a place is next to the one before it, and needs no more room than its own bytes.
        let Some((row, column)) = attribute(tag, "r").as_deref().and_then(place) else { return Ok(()) };
        area.add(row, column);
        if area.cells() > MOST_CELLS {
            return Err(FileError::TooLarge);
        }
        if number_of(tag, "s").is_some_and(|style| styles.contains(&style)) {
            found.insert((row, column));
        }
        Ok(())
    })?;
    Ok(found)
}

/// `B12`: row 11, column 1.
fn place(name: &str) -> Option<(u32, u32)> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = name.split_at(letters);
    let column = letters.bytes().try_fold(0_u32, |column, letter| {
        column.checked_mul(26)?.checked_add(u32::from(letter.to_ascii_uppercase() - b'A') + 1)
    })?;
    Some((digits.parse::<u32>().ok()?.checked_sub(1)?, column.checked_sub(1)?))
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

    #[test]
    fn places_of_cells() {
        for (name, at) in [("A1", Some((0, 0))), ("B12", Some((11, 1))), ("XFD1048576", Some((1_048_575, 16_383)))] {
            assert_eq!(place(name), at, "{name}");
        }
        for name in ["", "12", "B", "B0", "ZZZZZZZZZZ1", "B99999999999"] {
            assert_eq!(place(name), None, "{name}");
        }
    }
}
