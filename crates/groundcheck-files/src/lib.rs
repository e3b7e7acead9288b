//! Text and tables out of the files that people have: PDF, XLSX, XLS, ODS, DOCX and HTML.
//!
//! A file becomes parts that a source can be made of: the pages of a PDF, the sheets of a workbook, the whole of a document. What the
//! engine reads as a table stays one: cells of a sheet are parted by tabs, those of a table in a document or on a web page by pipes.
//!
//! ```
//! use groundcheck_files::{FileError, Kind, kind, read};
//!
//! assert_eq!(kind(b"%PDF-1.7 \xff"), Some(Kind::Pdf));
//! assert_eq!(kind(b"Rent is 2,350 a month."), None);
//! assert_eq!(read(Kind::Pdf, b"%PDF-1.7, cut off"), Err(FileError::Broken(Kind::Pdf)));
//! ```

use groundcheck_types::FILE_MAX_BYTES;

mod document;
mod html;
mod pdf;
mod sheets;
mod writer;
mod zipped;

use core::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The most that the parts of a packed file may hold once they are unpacked, in bytes: 256 MiB.
pub const UNPACKED_MAX_BYTES: u64 = 256 * 1024 * 1024;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// PDF.
    Pdf,
    /// A workbook: XLSX, XLS or ODS.
    Workbook,
    /// A Word document: DOCX.
    Docx,
    /// A web page: HTML.
    Html,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Pdf => "PDF file",
            Kind::Workbook => "workbook",
            Kind::Docx => "Word document",
            Kind::Html => "web page",
        })
    }
}

/// What a file says, part by part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The parts that hold text, in the file's order.
    pub parts: Vec<Part>,
    /// The pages, by their numbers from 1, on which no text was found: scans, or pictures of tables.
    pub without_text: Vec<u32>,
}

impl Contents {
    /// Those of a file that is one text; none where it is empty.
    pub(crate) fn of_text(text: String) -> Contents {
        let parts = if text.is_empty() { Vec::new() } else { vec![Part { place: None, text }] };
        Contents { parts, without_text: Vec::new() }
    }
}

/// A page, a sheet, or all of a file that has neither.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where in the file it is: `page 12`, or a sheet's name.
    pub place: Option<String>,
    /// Its text.
    pub text: String,
}

/// Why a file cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileError {
    /// It is larger than [`FILE_MAX_BYTES`].
    TooLarge,
    /// It takes more than [`UNPACKED_MAX_BYTES`] once it is unpacked, with the empty cells between those that are filled.
    TooMuch(Kind),
    /// It opens only with a password.
    Locked,
    /// There is no text in it: a scan, or an empty file.
    NoText(Kind),
    /// It is cut off, damaged, or not what it claims to be.
    Broken(Kind),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::TooLarge => write!(f, "the file is too large: at most {} MiB are read", FILE_MAX_BYTES >> 20),
            FileError::TooMuch(kind) => {
                write!(
                    f,
                    "the {kind} is too large once it is unpacked: at most {} MiB are read",
                    UNPACKED_MAX_BYTES >> 20
                )
            }
            FileError::Locked => f.write_str("the file is protected by a password"),
            FileError::NoText(Kind::Pdf) => {
                f.write_str("the PDF file has no text; a scan has to go through text recognition (OCR) first")
            }
            FileError::NoText(kind) => write!(f, "the {kind} is empty"),
            FileError::Broken(kind) => write!(f, "the {kind} cannot be read; it may be damaged"),
        }
    }
}

impl core::error::Error for FileError {}

/// What the file is, by its first bytes and what it holds; `None` for text and whatever else there is.
#[must_use]
pub fn kind(bytes: &[u8]) -> Option<Kind> {
    // Some programs write a few bytes before the header.
    let head = bytes.get(..bytes.len().min(1_024)).unwrap_or_default();
    if head.windows(5).any(|five| five == b"%PDF-") {
        return Some(Kind::Pdf);
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return Some(Kind::Workbook);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return zipped::kind(bytes);
    }
    html::begins(head).then_some(Kind::Html)
}

/// Reads a file of this kind.
///
/// # Errors
/// Each [`FileError`], by what is wrong with the file.
pub fn read(kind: Kind, bytes: &[u8]) -> Result<Contents, FileError> {
    if bytes.len() > FILE_MAX_BYTES {
        return Err(FileError::TooLarge);
    }
    let contents = || match kind {
        Kind::Pdf => pdf::read(bytes),
        Kind::Workbook => sheets::read(bytes),
        Kind::Docx => document::read(bytes),
        Kind::Html => Ok(html::read(bytes)),
    };
    // The readers give up on some damaged files with a panic. In a browser that ends the module, which the page loads again.
    let contents = catch_unwind(AssertUnwindSafe(contents)).unwrap_or(Err(FileError::Broken(kind)))?;
    if contents.parts.is_empty() { Err(FileError::NoText(kind)) } else { Ok(contents) }
}
