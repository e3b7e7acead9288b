//! A text that grows: where reading goes on in it, and its places in code units.

use groundcheck_types::{Span, Utf16Span};

/// Nothing is read on before so many bytes are new.
const LEAST_NEW: usize = 24;
/// Where reading on settled nothing, it waits until the part that is not settled has grown by one in so many.
const GROWN_BY: usize = 4;

/// Where reading goes on: a matter of the text alone, not of how it came.
#[derive(Debug)]
pub(super) struct Pace {
    /// Up to where the text was looked at character by character, and how long it was when it was last read on.
    looked: usize,
    read_at: usize,
    wait: usize,
}

impl Pace {
    pub(super) fn new() -> Self {
        Pace { looked: 0, read_at: 0, wait: LEAST_NEW }
    }

    /// The next place to read up to: a visible character behind white space, far enough from the last one.
    pub(super) fn next_stop(&mut self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        while let Some(byte) = bytes.get(self.looked) {
            let at = self.looked;
            self.looked += 1;
            let behind_blank = at > 0 && bytes.get(at - 1).is_some_and(u8::is_ascii_whitespace);
            if behind_blank && !byte.is_ascii_whitespace() && at >= self.read_at + self.wait {
                return Some(at);
            }
        }
        None
    }

    /// Notes that the text was read up to here, and what of it is settled now and was before.
    pub(super) fn read(&mut self, to: usize, before: usize, settled: usize) {
        let open = to - settled.min(to);
        self.read_at = to;
        self.wait = if settled > before { LEAST_NEW } else { LEAST_NEW.max(open / GROWN_BY) };
    }
}

/// The last place whose code units were counted: its bytes and its code units.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counted(usize, u32);

impl Counted {
    /// A span in UTF-16 code units, counted on from the last place that was asked for; what lies before it is counted back.
    pub(super) fn utf16(&mut self, text: &str, span: Span) -> Utf16Span {
        let mut to = |at: u32| {
            let Counted(from, units) = *self;
            let at = at as usize;
            let count = |range: core::ops::Range<usize>| -> u32 {
                let bytes = text.as_bytes().get(range).unwrap_or_default();
                bytes.iter().map(|b| u32::from(*b & 0xc0 != 0x80) + u32::from(*b >= 0xf0)).sum()
            };
            *self =
                Counted(at, if at >= from { units + count(from..at) } else { units.saturating_sub(count(at..from)) });
            self.1
        };
        Utf16Span { start: to(span.start), end: to(span.end) }
    }
}

/// An offset as the contract has it.
pub(super) fn utf8(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
