//! Files that are zip archives: which of them, and that they unpack to no more than they may.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::{FileError, Kind, UNPACKED_MAX_BYTES};

/// What an archive is, by the names of its files.
pub(crate) fn kind(bytes: &[u8]) -> Option<Kind> {
    let archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let has = |name: &str| archive.index_for_name(name).is_some();
    if has("word/document.xml") {
        Some(Kind::Docx)
    } else if has("xl/workbook.xml") || has("xl/workbook.bin") || (has("content.xml") && !has("word/document.xml")) {
        Some(Kind::Workbook)
    } else {
        None
    }
}

/// Refuses an archive that says it unpacks to too much.
pub(crate) fn check(bytes: &[u8], kind: Kind) -> Result<(), FileError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| FileError::Broken(kind))?;
    let mut all = 0_u64;
    for at in 0..archive.len() {
        let file = archive.by_index_raw(at).map_err(|_| FileError::Broken(kind))?;
        all = all.saturating_add(file.size());
        if file.encrypted() {
            return Err(FileError::Locked);
        }
    }
    if all > UNPACKED_MAX_BYTES { Err(FileError::TooMuch(kind)) } else { Ok(()) }
}

/// Whether an archive has a file of this name.
pub(crate) fn has(bytes: &[u8], name: &str) -> bool {
    ZipArchive::new(Cursor::new(bytes)).is_ok_and(|archive| archive.index_for_name(name).is_some())
}

/// One file of an archive as text, if it is there; never more than may be unpacked, whatever the archive says.
///
/// # Errors
/// `Broken` where it is there and cannot be read.
pub(crate) fn text(bytes: &[u8], name: &str, kind: Kind) -> Result<Option<String>, FileError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| FileError::Broken(kind))?;
    if archive.index_for_name(name).is_none() {
        return Ok(None);
    }
    let mut text = String::new();
    let file = archive.by_name(name).map_err(|_| FileError::Broken(kind))?;
    file.take(UNPACKED_MAX_BYTES).read_to_string(&mut text).map_err(|_| FileError::Broken(kind))?;
    Ok(Some(text))
}
