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
    if all > UNPACKED_MAX_BYTES { Err(FileError::TooLarge) } else { Ok(()) }
}

/// One file of an archive as text, if it is there; never more than may be unpacked, whatever the archive says.
pub(crate) fn text(bytes: &[u8], name: &str) -> Option<String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut text = String::new();
    archive.by_name(name).ok()?.take(UNPACKED_MAX_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}
