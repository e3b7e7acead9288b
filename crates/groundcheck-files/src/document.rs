//! DOCX: paragraphs as lines, headings marked, tables as rows between pipes. What was deleted under "Track Changes" is left out.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::{Contents, FileError, Kind, Part, zipped};

/// The parts of the archive that hold text, in the order in which they are read.
const FILES: [&str; 3] = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"];

pub(crate) fn read(bytes: &[u8]) -> Result<Contents, FileError> {
    zipped::check(bytes, Kind::Docx)?;
    let mut out = Writer::default();
    for (number, file) in FILES.iter().enumerate() {
        let Some(xml) = zipped::text(bytes, file) else {
            // Only the text itself has to be there.
            if number == 0 {
                return Err(FileError::Broken(Kind::Docx));
            }
            continue;
        };
        out.read(&xml)?;
    }
    let text = out.text.trim().to_owned();
    let parts = if text.is_empty() { Vec::new() } else { vec![Part { place: None, text }] };
    Ok(Contents { parts, without_text: Vec::new() })
}

/// What has been written, and what is under way.
#[derive(Debug, Default)]
struct Writer {
    text: String,
    /// The paragraph that is being read.
    line: String,
    /// How deep a heading it is, 0 for none.
    heading: usize,
    /// The cells of the row that is being read, for each table around it.
    rows: Vec<Vec<String>>,
    /// Whether the text of a run is being read.
    in_text: bool,
    /// How many deletions are open.
    deleted: usize,
}

impl Writer {
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
                    self.line.push_str(&text.xml_content(XmlVersion::Implicit1_0));
                }
                Event::GeneralRef(name) if self.in_text && self.deleted == 0 => {
                    if let Ok(Some(c)) = name.resolve_char_ref() {
                        self.line.push(c);
                    } else if let Some(c) = entity(&name) {
                        self.line.push(c);
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
            "ta" if self.deleted == 0 && !self.line.is_empty() => self.line.push(' '),
            "br" | "cr" => self.line.push(' '),
            "noBreakHyphen" => self.line.push('-'),
            "del" | "moveFrom" => self.deleted += 1,
            "pStyle" => self.heading = heading(tag),
            "tr" => self.rows.push(Vec::new()),
            "tc" => {
                if let Some(row) = self.rows.last_mut() {
                    row.push(String::new());
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, tag: &str) {
        match tag {
            "t" => self.in_text = false,
            "del" | "moveFrom" => self.deleted = self.deleted.saturating_sub(1),
            "p" => self.end_line(),
            "tr" => self.end_row(),
            "tbl" if self.rows.is_empty() => self.text.push('\n'),
            _ => {}
        }
    }

    fn end_line(&mut self) {
        let line = core::mem::take(&mut self.line);
        let heading = core::mem::take(&mut self.heading);
        let line = line.trim();
        if let Some(cell) = self.rows.last_mut().and_then(|row| row.last_mut()) {
            if !cell.is_empty() && !line.is_empty() {
                cell.push(' ');
            }
            cell.push_str(line);
            return;
        }
        if heading > 0 && !line.is_empty() {
            self.text.extend(core::iter::repeat_n('#', heading));
            self.text.push(' ');
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A row of a table in a cell is text of that cell.
    fn end_row(&mut self) {
        let Some(cells) = self.rows.pop() else { return };
        match self.rows.last_mut().and_then(|row| row.last_mut()) {
            Some(outer) => {
                outer.push(' ');
                outer.push_str(&cells.join(" "));
            }
            None => {
                let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "/")).collect();
                self.text.push_str(&format!("| {} |\n", cells.join(" | ")));
            }
        }
    }
}

/// How deep a heading this style is: `Heading2` is 2.
fn heading(tag: &BytesStart<'_>) -> usize {
    let style = tag.attributes().flatten().find(|own| own.key.local_name().as_ref() == "val");
    let style = style.map(|own| own.value.to_ascii_lowercase()).unwrap_or_default();
    match style.strip_prefix("heading") {
        Some(depth) => depth.trim().parse().unwrap_or(1).clamp(1, 6),
        None => usize::from(style == "title"),
    }
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}
