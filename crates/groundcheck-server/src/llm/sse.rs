//! The data of server-sent events out of chunks of bytes that end anywhere, also inside of a character.
//!
//! Source: the HTML standard, "Server-sent events". Every server of chat completions writes each of its events as one line of data: a
//! line is an event, and those who forget the empty line behind it are read too. Comments, which keep a connection alive, and all
//! other fields are passed over.

/// The longest line: more than any piece of an answer, its log probabilities included.
const LINE_MAX_BYTES: usize = 1024 * 1024;

/// A line over [`LINE_MAX_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong;

/// Reads lines as they come in. What a byte costs does not depend on how long its line is.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The line that is not over.
    line: Vec<u8>,
}

impl Lines {
    /// Takes the next chunk and gives the data of each line that ends in it.
    pub(super) fn push(&mut self, chunk: &[u8]) -> Result<Vec<Vec<u8>>, TooLong> {
        let mut found = Vec::new();
        // A line ends with CR, LF or both; the empty one between both says nothing.
        let mut parts = chunk.split(|byte| matches!(byte, b'\n' | b'\r')).peekable();
        while let Some(part) = parts.next() {
            if self.line.len() + part.len() > LINE_MAX_BYTES {
                return Err(TooLong);
            }
            self.line.extend_from_slice(part);
            if parts.peek().is_some() {
                found.extend(self.last());
            }
        }
        Ok(found)
    }

    /// The data of the line that nothing ended; `None` where it has none.
    pub(super) fn last(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.line);
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line);
        let data = line.strip_prefix(b"data:")?.trim_ascii();
        (!data.is_empty()).then(|| data.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\u{feff}: hello\n\nevent: x\ndata: {\"a\": \"₪😀\"}\r\n\r\nid: 1\ndata:two\rdata: three\ndata:\n\ndatax: 1\ndata: cut";

    #[test]
    fn however_the_bytes_are_cut_the_data_are_the_same() {
        for size in 1..=TEXT.len() {
            let mut lines = Lines::default();
            let chunks = TEXT.as_bytes().chunks(size);
            let mut read: Vec<Vec<u8>> = chunks.flat_map(|chunk| lines.push(chunk).unwrap()).collect();
            read.extend(lines.last());
            let read: Vec<&str> = read.iter().map(|data| std::str::from_utf8(data).unwrap()).collect();
            assert_eq!(read, ["{\"a\": \"₪😀\"}", "two", "three", "cut"], "{size} bytes at a time");
        }
    }

    #[test]
    fn a_line_without_an_end_is_not_kept_for_ever() {
        let mut lines = Lines::default();
        let chunk = vec![b'x'; LINE_MAX_BYTES];
        assert_eq!(lines.push(&chunk), Ok(vec![]));
        assert_eq!(lines.push(b"x"), Err(TooLong));
    }
}
