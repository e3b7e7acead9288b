//! DOCX: paragraphs as lines, headings marked, tables as rows between pipes. What was deleted under "Track Changes" is left out.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::writer::Writer;
use crate::{Contents, FileError, Kind, zipped};

/// The parts of the archive that hold text, in the order in which they are read.
const FILES: [&str; 3] = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"];

pub(crate) fn read(bytes: &[u8]) -> Result<Contents, FileError> {
    zipped::check(bytes, Kind::Docx)?;
    let mut document = Document::default();
    for (number, file) in FILES.iter().enumerate() {
        let Some(xml) = zipped::text(bytes, file, Kind::Docx)? else {
            // Only the text itself has to be there.
            if number == 0 {
                return Err(FileError::Broken(Kind::Docx));
            }
            continue;
        };
        document.out.padding += xml.len();
        document.read(&xml)?;
    }
    Ok(Contents::of_text(document.out.finish()))
}

/// A document that is being read.
#[derive(Debug, Default)]
struct Document {
    out: Writer,
    /// Whether the text of a run is being read.
    in_text: bool,
    /// How many deletions are open.
    deleted: usize,
}

impl Document {
    fn read(&mut self, xml: &str) -> Result<(), FileError> {
        let mut reader = Reader::from_str(xml);
        loop {
            match reader.read_event().map_err(|_| FileError::Broken(Kind::Docx))? {
                Event::Start(tag) => self.open(&tag),
                Event::Empty(tag) => {
                    self.open(&tag);
                    self.close(tag.local_name().as_ref());
                }
                Event::End(tag) => self.close(tag.local_name().as_ref()),
                Event::Text(text) if self.in_text && self.deleted == 0 => {
                    self.out.push_str(&text.xml_content(XmlVersion::Implicit1_0));
                }
                Event::GeneralRef(name) if self.in_text && self.deleted == 0 => {
                    if let Ok(Some(c)) = name.resolve_char_ref() {
                        self.out.push(c);
                    } else if let Some(c) = entity(&name) {
                        self.out.push(c);
                    }
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn open(&mut self, tag: &BytesStart<'_>) {
        match tag.local_name().as_ref() {
            "t" => self.in_text = true,
            "ta" if self.deleted == 0 && !self.out.line().is_empty() => self.out.push(' '),
            "br" | "cr" => self.out.push(' '),
            "noBreakHyphen" => self.out.push('-'),
            "del" | "moveFrom" => self.deleted += 1,
            "pStyle" => self.out.heading = heading(tag),
            "tr" => self.out.begin_row(),
            "tc" => self.out.begin_cell(),
            "gridSpan" => self.out.spread(value(tag).parse().unwrap_or(1), 1),
            _ => {}
        }
    }

    fn close(&mut self, tag: &str) {
        match tag {
            "t" => self.in_text = false,
            "del" | "moveFrom" => self.deleted = self.deleted.saturating_sub(1),
            "p" => self.out.end_line(),
            "tr" => self.out.end_row(),
            "tbl" => self.out.end_table(),
            _ => {}
        }
    }
}

/// How deep a heading this style is: `Heading2` is 2.
fn heading(tag: &BytesStart<'_>) -> usize {
    let style = value(tag);
    match style.strip_prefix("heading") {
        Some(depth) => depth.trim().parse().unwrap_or(1).clamp(1, 6),
        None => usize::from(style == "title"),
    }
}

/// The `val` of a tag, in lower case.
fn value(tag: &BytesStart<'_>) -> String {
    let value = tag.attributes().flatten().find(|own| own.key.local_name().as_ref() == "val");
    value.map(|own| own.value.to_ascii_lowercase()).unwrap_or_default()
}

/// A character of XML by its name.
pub(crate) fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}
