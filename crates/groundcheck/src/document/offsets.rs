//! UTF-8 byte offsets to UTF-16 code units, for JavaScript.

use groundcheck_types::{Span, Utf16Span};

/// Distance between check points, in bytes: a look-up reads at most this much of the text.
const STEP: usize = 64;

/// Turns byte offsets of one text into UTF-16 offsets; built in one pass, then constant time each.
#[derive(Debug, Clone)]
pub(crate) struct Utf16Index {
    /// UTF-16 units before each multiple of [`STEP`] bytes (moved up to a character boundary); empty for ASCII.
    marks: Vec<u32>,
}

impl Utf16Index {
    pub(crate) fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Utf16Index { marks: Vec::new() };
        }
        let mut units = 0;
        let marks = text.as_bytes().chunks(STEP).map(|block| {
            let before = units;
            units += self::units(block);
            before
        });
        Utf16Index { marks: marks.collect() }
    }

    /// The span in UTF-16 units; `text` is the one the index was built from.
    pub(crate) fn span(&self, text: &str, span: Span) -> Utf16Span {
        if self.marks.is_empty() {
            return Utf16Span { start: span.start, end: span.end };
        }
        let start = self.at(text, span.start as usize);
        let inside = text.get(span.start as usize..span.end as usize).unwrap_or_default();
        Utf16Span { start, end: start + units(inside.as_bytes()) }
    }

    fn at(&self, text: &str, byte: usize) -> u32 {
        let block = (byte / STEP).min(self.marks.len() - 1);
        let mut from = block * STEP;
        while !text.is_char_boundary(from) {
            from += 1;
        }
        self.marks[block] + units(text.as_bytes().get(from..byte).unwrap_or_default())
    }
}

/// The UTF-16 units of the characters that begin in these bytes; those of four bytes are two units.
fn units(bytes: &[u8]) -> u32 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Eight bytes at once, a bit for each: those that go on with a character, and those that begin one of four bytes.
    let (eights, rest) = bytes.as_chunks::<8>();
    let of_eight = |eight: &[u8; 8]| {
        let bytes = u64::from_le_bytes(*eight);
        let goes_on = (bytes >> 7) & !(bytes >> 6) & EACH;
        let of_four = (bytes >> 7) & (bytes >> 6) & (bytes >> 5) & (bytes >> 4) & EACH;
        8 - goes_on.count_ones() + of_four.count_ones()
    };
    let of_one = |byte: &u8| u32::from(*byte & 0xc0 != 0x80) + u32::from(*byte >= 0xf0);
    eights.iter().map(of_eight).sum::<u32>() + rest.iter().map(of_one).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_agrees_with_encode_utf16() {
        let text = "שלום 😀 $5 – ".repeat(60);
        let index = Utf16Index::new(&text);
        for (at, _) in text.char_indices() {
            let span = index.span(&text, Span::new(at, text.len()));
            assert_eq!(span.start as usize, text[..at].encode_utf16().count());
            assert_eq!(span.end as usize, text.encode_utf16().count());
        }
    }
}
