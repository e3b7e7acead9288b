//! The responses of an input: a JSON list, one object, or one object a line.

use std::io::{self, BufRead, Read};

use groundcheck_types::REQUEST_MAX_BYTES;

use crate::batch::{Content, Lines};

/// How much of the input is looked at to see what it is.
const HEAD_BYTES: usize = 64 * 1024;

/// A part of the input that should be a response.
#[derive(Debug, PartialEq, Eq)]
pub struct Record {
    /// The line that it begins on, counted from 1.
    pub line: usize,
    /// What it holds.
    pub content: RecordContent,
}

/// What a record holds.
#[derive(Debug, PartialEq, Eq)]
pub enum RecordContent {
    /// All of it.
    Whole(Vec<u8>),
    /// It was longer than a request may be, and was passed over.
    TooLong,
    /// The input as a whole is wrong here, in these words.
    Broken(&'static str),
}

/// The records of an input, in order. Never more than one of them is held.
#[derive(Debug)]
pub struct Records<R: BufRead>(Shape<R>);

type Input<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

#[derive(Debug)]
enum Shape<R: BufRead> {
    Lines(Lines<Input<R>>),
    Values(Values<Input<R>>),
}

impl<R: BufRead> Records<R> {
    /// Looks at the beginning of an input to see how it is written.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn new(mut reader: R) -> io::Result<Self> {
        let mut head = Vec::new();
        while head.len() < HEAD_BYTES && lines_in(&head).count() < 3 {
            let buffer = match reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                break;
            }
            let taken = buffer.len().min(HEAD_BYTES);
            head.extend_from_slice(&buffer[..taken]);
            reader.consume(taken);
        }
        let in_lines = is_in_lines(&head);
        let input = io::Cursor::new(head).chain(reader);
        Ok(Records(if in_lines { Shape::Lines(Lines::new(input)) } else { Shape::Values(Values::new(input)) }))
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Shape::Lines(lines) => lines.next().map(|line| {
                let line = line?;
                let content = match line.content {
                    Content::Whole(bytes) => RecordContent::Whole(bytes),
                    Content::TooLong(_) => RecordContent::TooLong,
                };
                Ok(Record { line: line.number, content })
            }),
            Shape::Values(values) => values.next_record().transpose(),
        }
    }
}

/// The lines that are not blank, without the byte order mark.
fn lines_in(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    head.split(|b| *b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty())
}

/// Whether each line is to be an object of its own. Not where a list begins, nor where one object goes over several lines; a first line
/// that was cut off is no such object where the second one is whole.
fn is_in_lines(head: &[u8]) -> bool {
    let mut lines = lines_in(head);
    let Some(first) = lines.next() else { return true };
    if first.starts_with(b"[") {
        return false;
    }
    let goes_on = |line: &[u8]| Nesting::of(line).depth > 0 && matches!(line.last(), Some(b'{' | b'[' | b','));
    let is_whole = |line: &[u8]| line.starts_with(b"{") && Nesting::of(line).depth == 0;
    !goes_on(first) || lines.next().is_some_and(is_whole)
}

/// How deep inside brackets a text is.
#[derive(Debug, Default, Clone, Copy)]
struct Nesting {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Nesting {
    fn of(text: &[u8]) -> Self {
        let mut nesting = Nesting::default();
        text.iter().for_each(|byte| nesting.read(*byte));
        nesting
    }

    fn read(&mut self, byte: u8) {
        match byte {
            // No string of JSON holds a line's end: one that was never closed ends here, so that the next value is found.
            b'\n' => (self.in_string, self.escaped) = (false, false),
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_string => self.escaped = true,
            b'"' => self.in_string = !self.in_string,
            _ if self.in_string => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// The entries of a list, or objects one after the other over as many lines as they like.
#[derive(Debug)]
struct Values<R> {
    reader: R,
    line: usize,
    place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Start,
    List,
    /// Objects without a list around them.
    Loose,
    BehindList,
    End,
}

impl<R: BufRead> Values<R> {
    fn new(reader: R) -> Self {
        Values { reader, line: 1, place: Place::Start }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.reader.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn skip(&mut self, byte: u8) {
        self.line += usize::from(byte == b'\n');
        self.reader.consume(1);
    }

    fn next_record(&mut self) -> io::Result<Option<Record>> {
        let broken = |line, message| Ok(Some(Record { line, content: RecordContent::Broken(message) }));
        loop {
            let byte = if self.place == Place::End { None } else { self.peek()? };
            match (byte, self.place) {
                (None, Place::List) => {
                    self.place = Place::End;
                    return broken(self.line, "the list is cut off: its end is missing");
                }
                (None, _) => return Ok(None),
                (Some(byte @ (0xef | 0xbb | 0xbf)), Place::Start) => self.skip(byte),
                (Some(byte @ (b' ' | b'\t' | b'\r' | b'\n')), _) | (Some(byte @ b','), Place::List) => self.skip(byte),
                (Some(b'['), Place::Start) => {
                    self.place = Place::List;
                    self.skip(b'[');
                }
                (Some(b']'), Place::List) => {
                    self.place = Place::BehindList;
                    self.skip(b']');
                }
                (Some(_), Place::BehindList) => {
                    self.place = Place::End;
                    return broken(self.line, "something follows the end of the list");
                }
                (Some(_), _) => {
                    if self.place == Place::Start {
                        self.place = Place::Loose;
                    }
                    return self.value().map(Some);
                }
            }
        }
    }

    /// Reads one value: to the end of its brackets, or to what separates it from the next where it has none.
    fn value(&mut self) -> io::Result<Record> {
        let line = self.line;
        let mut bytes = Vec::new();
        let mut too_long = false;
        let mut nesting = Nesting::default();
        while let Some(byte) = self.peek()? {
            let ends_before = nesting.depth == 0
                && !nesting.in_string
                && (matches!(byte, b',' | b']' | b' ' | b'\t' | b'\r' | b'\n') && !bytes.is_empty());
            if ends_before {
                break;
            }
            let was_inside = nesting.depth > 0;
            nesting.read(byte);
            self.skip(byte);
            if bytes.len() < REQUEST_MAX_BYTES + 1 {
                bytes.push(byte);
            } else {
                too_long = true;
            }
            if was_inside && nesting.depth == 0 {
                break;
            }
        }
        let content = if too_long { RecordContent::TooLong } else { RecordContent::Whole(bytes) };
        Ok(Record { line, content })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(input: &[u8]) -> Vec<(usize, String)> {
        // A small buffer, so that records span several reads.
        let records = Records::new(io::BufReader::with_capacity(7, input)).unwrap();
        let shown = |content| match content {
            RecordContent::Whole(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            RecordContent::TooLong => "(too long)".to_owned(),
            RecordContent::Broken(message) => format!("({})", message.split(':').next().unwrap_or_default()),
        };
        records.map(|record| record.map(|record| (record.line, shown(record.content))).unwrap()).collect()
    }

    fn owned(expected: &[(usize, &str)]) -> Vec<(usize, String)> {
        expected.iter().map(|(line, text)| (*line, (*text).to_owned())).collect()
    }

    #[test]
    fn an_input_is_a_list_an_object_or_lines() {
        for (input, expected) in [
            ("", &[][..]),
            ("\u{feff}\r\n", &[]),
            ("{\"a\": 1}", &[(1, "{\"a\": 1}")]),
            ("\u{feff}{\"a\": 1}\r\n\r\n{\"b\": 2}\n", &[(1, "{\"a\": 1}"), (3, "{\"b\": 2}")]),
            ("\u{feff} [{\"a\": [1]},\n {\"b\": \"]}\\\"\"} ]\n", &[(1, "{\"a\": [1]}"), (2, "{\"b\": \"]}\\\"\"}")]),
            ("[]", &[]),
            ("[1, x,\n\"y\"]", &[(1, "1"), (1, "x"), (2, "\"y\"")]),
            ("{\n  \"a\": [\n1]}\n{\n\"b\": 2\n}\n", &[(1, "{\n  \"a\": [\n1]}"), (4, "{\n\"b\": 2\n}")]),
            // Cut off.
            ("[{\"a\": 1}, {\"b\": 2}", &[(1, "{\"a\": 1}"), (1, "{\"b\": 2}"), (1, "(the list is cut off)")]),
            ("[{\"a\": 1}]\n{}", &[(1, "{\"a\": 1}"), (2, "(something follows the end of the list)")]),
            ("{\"a\": [1,\n{\"b\": 2}\n", &[(1, "{\"a\": [1,"), (2, "{\"b\": 2}")]),
            ("{\"a\": \"x\n{\"b\": 2}\n", &[(1, "{\"a\": \"x"), (2, "{\"b\": 2}")]),
            ("[{\"a\": \"x},\n{\"b\": 2}]", &[(1, "{\"a\": \"x},\n{\"b\": 2}]"), (2, "(the list is cut off)")]),
            ("nonsense\n{\"b\": 2}", &[(1, "nonsense"), (2, "{\"b\": 2}")]),
        ] {
            assert_eq!(records(input.as_bytes()), owned(expected), "{input:?}");
        }
    }

    #[test]
    fn what_is_too_long_is_passed_over() {
        let long = "x".repeat(REQUEST_MAX_BYTES);
        let list = format!("[{{\"a\": 1}},\n{{\"a\": \"{long}\"}},\n{{\"b\": 2}}]");
        let expected = owned(&[(1, "{\"a\": 1}"), (2, "(too long)"), (3, "{\"b\": 2}")]);
        assert_eq!(records(list.as_bytes()), expected);
        let lines = list.trim_matches(['[', ']']).replace(",\n", "\n");
        assert_eq!(records(lines.as_bytes()), expected);
    }
}
