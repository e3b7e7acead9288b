//! Lines of a JSONL stream; none longer than a request may be is ever held whole.

use std::io::{self, BufRead};

use groundcheck_types::REQUEST_MAX_BYTES;

/// How much of an over-long line is kept, to read its id from.
const PREFIX_BYTES: usize = 4 * 1024;

/// A byte order mark and a line's end, which do not count towards the limit.
const SLACK_BYTES: usize = 5;

/// One line that is not blank.
#[derive(Debug, PartialEq, Eq)]
pub struct InputLine {
    /// Counted from 1, blank lines included.
    pub number: usize,
    /// What it holds.
    pub content: Content,
}

/// What a line holds, without byte order mark and line end.
#[derive(Debug, PartialEq, Eq)]
pub enum Content {
    /// All of it.
    Whole(Vec<u8>),
    /// The beginning of a line over [`REQUEST_MAX_BYTES`].
    TooLong(Vec<u8>),
}

/// The lines of a stream that are not blank. `\n` and `\r\n` end a line, the end of the stream does too.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// Reads from the beginning of a stream.
    pub fn new(reader: R) -> Self {
        Lines { reader, number: 0 }
    }

    /// The next line as it is, or `None` at the end of the stream.
    fn read(&mut self) -> io::Result<Option<Content>> {
        let mut line = Vec::new();
        let mut too_long = false;
        let mut any = false;
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            if buffer.is_empty() {
                break;
            }
            any = true;
            let newline = buffer.iter().position(|b| *b == b'\n');
            let (part, used) = newline.map_or((buffer, buffer.len()), |at| (&buffer[..at], at + 1));
            if !too_long {
                line.extend_from_slice(part);
                if line.len() > REQUEST_MAX_BYTES + SLACK_BYTES {
                    too_long = true;
                    line.truncate(PREFIX_BYTES);
                    line.shrink_to_fit();
                }
            }
            self.reader.consume(used);
            if newline.is_some() {
                break;
            }
        }
        let content = if too_long { Content::TooLong(line) } else { Content::Whole(line) };
        Ok(any.then_some(content))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<InputLine>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let content = match self.read() {
                Ok(content) => content?,
                Err(e) => return Some(Err(e)),
            };
            self.number += 1;
            let content = match content {
                Content::TooLong(prefix) => Content::TooLong(prefix),
                Content::Whole(mut line) => {
                    if line.last() == Some(&b'\r') {
                        line.pop();
                    }
                    if self.number == 1 && line.starts_with(b"\xef\xbb\xbf") {
                        line.drain(..3);
                    }
                    if line.iter().all(u8::is_ascii_whitespace) {
                        continue;
                    }
                    if line.len() > REQUEST_MAX_BYTES {
                        line.truncate(PREFIX_BYTES);
                        Content::TooLong(line)
                    } else {
                        Content::Whole(line)
                    }
                }
            };
            return Some(Ok(InputLine { number: self.number, content }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(usize, Content)> {
        // A small buffer, so that lines span several reads.
        let reader = io::BufReader::with_capacity(7, bytes);
        Lines::new(reader).map(|line| line.map(|l| (l.number, l.content)).unwrap()).collect()
    }

    fn whole(text: &str) -> Content {
        Content::Whole(text.into())
    }

    #[test]
    fn marks_line_ends_and_blank_lines_are_dropped_but_counted() {
        let read = lines(b"\xef\xbb\xbf{\"a\": 1}\r\n\r\n  \n{\"b\": 2}\n{\"cut");
        assert_eq!(read, [(1, whole("{\"a\": 1}")), (4, whole("{\"b\": 2}")), (5, whole("{\"cut"))]);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\xef\xbb\xbf\n"), []);
    }

    #[test]
    fn a_line_over_the_limit_keeps_only_its_beginning() {
        let mut bytes = vec![b'x'; REQUEST_MAX_BYTES];
        bytes.extend_from_slice(b"\r\n");
        bytes.extend(vec![b'y'; REQUEST_MAX_BYTES + 1]);
        bytes.extend_from_slice(b"\n");
        bytes.extend(vec![b'z'; 3 * REQUEST_MAX_BYTES]);
        bytes.extend_from_slice(b"\nlast");
        let read: Vec<_> = Lines::new(bytes.as_slice()).map(Result::unwrap).collect();
        assert!(matches!(&read[0].content, Content::Whole(line) if line.len() == REQUEST_MAX_BYTES));
        for line in &read[1..3] {
            assert!(matches!(&line.content, Content::TooLong(prefix) if prefix.len() == PREFIX_BYTES));
        }
        assert_eq!((read[3].number, &read[3].content), (4, &whole("last")));
    }
}
