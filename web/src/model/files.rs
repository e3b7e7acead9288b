//! Files that a person picks or drops.

use groundcheck_types::{ErrorCode, FILE_MAX_BYTES, InputError, REQUEST_MAX_BYTES};
use serde::Deserialize;

/// What a file says, part by part.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Contents {
    /// Its pages or sheets, or all of it.
    pub parts: Vec<Part>,
    /// The pages without text.
    #[serde(default)]
    pub without_text: Vec<u32>,
}

/// A page, a sheet, or all of a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Part {
    /// Where in the file it is: `page 12`, or a sheet's name.
    pub place: Option<String>,
    /// Its text.
    pub text: String,
}

impl Contents {
    /// Those of a file that is text.
    pub fn of_text(text: String) -> Contents {
        Contents { parts: vec![Part { place: None, text }], without_text: Vec::new() }
    }

    /// Those that the worker found in a file of this name, or why it found none; `None` where it reads no such files.
    pub fn of_worker(name: &str, answer: &str) -> Option<Result<Contents, InputError>> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Answer {
            Read(Contents),
            Failed { error: String },
        }
        match serde_json::from_str::<Option<Answer>>(answer).ok()?? {
            Answer::Read(contents) => Some(Ok(contents)),
            Answer::Failed { error } => Some(Err(InputError::field(ErrorCode::UnreadableFile, name, error))),
        }
    }

    /// All of it as one text.
    pub fn text(self) -> String {
        self.parts.into_iter().map(|part| part.text).collect::<Vec<_>>().join("\n\n")
    }

    /// The parts as sources, each with its title: `q3.xlsx · Segments`.
    pub fn sources(self, name: &str) -> impl Iterator<Item = (String, String)> {
        let titled = move |part: Part| (title(name, part.place.as_deref()), part.text);
        self.parts.into_iter().map(titled)
    }

    /// What was left out, as errors that name the page.
    pub fn left_out(&self, name: &str) -> Vec<InputError> {
        let told = |page: &u32| {
            let place = title(name, Some(&format!("page {page}")));
            InputError::field(
                ErrorCode::UnreadableFile,
                place,
                "has no text; a scan has to go through text recognition (OCR) first",
            )
        };
        self.without_text.iter().map(told).collect()
    }
}

fn title(name: &str, place: Option<&str>) -> String {
    place.map_or_else(|| name.to_owned(), |place| format!("{name} · {place}"))
}

/// Whether a file is to be read as text. A PDF file may be nothing but ASCII, and what begins with a tag may be a web page.
pub fn is_text(bytes: &[u8]) -> bool {
    let starts = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    !starts.starts_with(b"<") && !starts.starts_with(b"%PDF-") && core::str::from_utf8(bytes).is_ok()
}

/// Whether a piece of HTML says more than its plain text: tables, raised numbers, which else run into the number before, and formulas.
pub fn needs_reading(html: &str) -> bool {
    const TELLING: [&[u8]; 4] = [b"<table", b"<sup", b"<sub", b"<math"];
    let starts = |(at, _): (usize, &str)| {
        let rest = &html.as_bytes()[at..];
        TELLING.iter().any(|tag| rest.get(..tag.len()).is_some_and(|own| own.eq_ignore_ascii_case(tag)))
    };
    html.match_indices('<').any(starts)
}

/// The text of a file, or an error that names the file.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<String, InputError> {
    limit(name, bytes.len(), REQUEST_MAX_BYTES)?;
    let text = String::from_utf8(bytes).map_err(|_| {
        let message = "is neither text nor a PDF, workbook, Word document or web page";
        InputError::field(ErrorCode::InvalidUtf8, name, message)
    })?;
    Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
}

/// Refuses a file that is larger than any that is read, before it is read.
pub fn check_size(name: &str, bytes: usize) -> Result<(), InputError> {
    limit(name, bytes, FILE_MAX_BYTES)
}

fn limit(name: &str, bytes: usize, most: usize) -> Result<(), InputError> {
    if bytes <= most {
        return Ok(());
    }
    let message = format!("is {bytes} bytes long, {most} are allowed");
    Err(InputError::field(ErrorCode::RequestTooLarge, name, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_file_is_named_with_the_place() {
        let error = decode("memo.txt", b"NOI \xff 5".to_vec()).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidUtf8);
        assert_eq!(error.to_string(), "memo.txt: is neither text nor a PDF, workbook, Word document or web page");
        let error = check_size("big.txt", FILE_MAX_BYTES + 1).unwrap_err();
        assert_eq!((error.code, error.field.as_deref()), (ErrorCode::RequestTooLarge, Some("big.txt")));
    }

    #[test]
    fn what_the_worker_says_becomes_sources_with_their_places() {
        let answer =
            r#"{"parts":[{"place":"page 1","text":"NOI 5"},{"place":"page 3","text":"NOI 6"}],"without_text":[2]}"#;
        let contents = Contents::of_worker("q.pdf", answer).unwrap().unwrap();
        assert_eq!(contents.left_out("q.pdf")[0].field.as_deref(), Some("q.pdf · page 2"));
        assert_eq!(contents.clone().text(), "NOI 5\n\nNOI 6");
        let sources: Vec<_> = contents.sources("q.pdf").collect();
        assert_eq!(sources[1], ("q.pdf · page 3".to_owned(), "NOI 6".to_owned()));
        let locked = Contents::of_worker("q.pdf", r#"{"error":"is locked"}"#).unwrap().unwrap_err();
        assert_eq!(locked.to_string(), "q.pdf: is locked");
        assert_eq!(Contents::of_worker("q.bin", "null"), None);
    }

    #[test]
    fn text_is_told_from_files_that_the_worker_reads() {
        assert!(is_text("₪5".as_bytes()) && is_text(b"") && is_text(b"a <b>"));
        assert!(!is_text(b"%PDF-1.7 plain") && !is_text(b"PK\x03\x04\xff") && !is_text(b"\n<!DOCTYPE html>"));
    }

    #[test]
    fn html_is_read_where_its_plain_text_says_less() {
        assert!(needs_reading("<meta charset='utf-8'><TABLE><tr><td>1") && needs_reading("1,234<sup>1</sup>"));
        for html in ["", "<p>1,234 <b>m</b>", "a < table", "<tabl"] {
            assert!(!needs_reading(html), "{html}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(decode("a.csv", b"\xef\xbb\xbfmetric,value".to_vec()).unwrap(), "metric,value");
        assert_eq!(decode("a.txt", "₪5".into()).unwrap(), "₪5");
        assert_eq!(decode("empty.txt", Vec::new()).unwrap(), "");
    }
}
