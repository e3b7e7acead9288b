use serde::{Deserialize, Serialize};

/// A half-open range `start..end` of UTF-8 bytes in the text it belongs to, always on character boundaries.
///
/// ```
/// use groundcheck_types::Span;
/// assert_eq!(Span { start: 4, end: 9 }.of("NOI: $1.5M"), Some(" $1.5"));
/// assert_eq!(Span { start: 1, end: 2 }.of("₪5"), None); // inside the sign
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from byte offsets; texts are far under 4 GiB by the contract's limits, longer ones saturate.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { start: clip(start), end: clip(end) }
    }

    /// The text this span holds, or `None` where it does not fit the text.
    #[must_use]
    pub fn of(self, text: &str) -> Option<&str> {
        text.get(self.start as usize..self.end as usize)
    }

    /// Whether the two spans share at least one byte.
    #[must_use]
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// The same half-open range in UTF-16 code units: what JavaScript's `slice` takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Utf16Span {
    /// The first code unit.
    pub start: u32,
    /// One past the last code unit.
    pub end: u32,
}
