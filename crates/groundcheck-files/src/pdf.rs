//! PDF: one part a page.

use pdf_extract::{Document, OutputError, extract_text_from_mem_by_pages};

use crate::{Contents, FileError, Kind, Part};

pub(crate) fn read(bytes: &[u8]) -> Result<Contents, FileError> {
    let pages = pages(bytes)?;
    let mut contents = Contents { parts: Vec::new(), without_text: Vec::new() };
    for (page, text) in (1..).zip(pages) {
        if text.trim().is_empty() {
            contents.without_text.push(page);
        } else {
            contents.parts.push(Part { place: Some(format!("page {page}")), text: lines(&text) });
        }
    }
    Ok(contents)
}

/// The lines of a page. Where the reader takes the leading of nearly every line for a paragraph's, an empty line parts nothing.
fn lines(text: &str) -> String {
    let mut lines: Vec<&str> = text.trim_matches('\n').split('\n').map(str::trim_end).collect();
    let parted = lines.windows(2).filter(|pair| pair.iter().any(|line| line.is_empty())).count();
    if parted * 10 > lines.len() * 8 {
        let mut blank = 0;
        lines.retain(|line| {
            blank = if line.is_empty() { blank + 1 } else { 0 };
            blank != 1
        });
    }
    lines.join("\n")
}

fn pages(bytes: &[u8]) -> Result<Vec<String>, FileError> {
    extract_text_from_mem_by_pages(bytes).map_err(|error| {
        let locked = matches!(error, OutputError::PdfError(_))
            && Document::load_mem(bytes).is_ok_and(|document| document.is_encrypted());
        if locked { FileError::Locked } else { FileError::Broken(Kind::Pdf) }
    })
}
