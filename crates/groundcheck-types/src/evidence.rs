use serde::{Deserialize, Serialize};

use crate::{ClaimValue, Number, Span, Utf16Span};

/// A passage or a fact that a claim may rest on. Exactly one of `source`, `fact` and `turn` is not null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evidence {
    /// The source's id.
    pub source: Option<String>,
    /// The fact's place in the list of facts, counted from 0, after wide rows are split into one fact a metric.
    pub fact: Option<u32>,
    /// The turn's place in `history`, counted from 0.
    pub turn: Option<u32>,
    /// Where in the source's text, in UTF-8 bytes; null for a fact.
    pub span: Option<Span>,
    /// The same in UTF-16 code units.
    pub utf16: Option<Utf16Span>,
    /// What it says, in base units.
    pub value: Option<ClaimValue>,
    /// What it says, as it stands there; for a fact: metric, entity, period and value.
    pub text: String,
}

/// The value that the evidence has nearest to what the claim states.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Nearest {
    /// In base units.
    pub value: ClaimValue,
    /// As it stands in the evidence.
    pub text: String,
    /// |claimed − actual| / |actual| × 100, four decimals; null for dates and where the actual value is 0.
    pub difference_percent: Option<Number>,
    /// The source's id, or null for a fact.
    pub source: Option<String>,
    /// The fact's place in the list of facts, or null for a source.
    pub fact: Option<u32>,
    /// Where in the source's text, in UTF-8 bytes; null for a fact.
    pub span: Option<Span>,
    /// The same in UTF-16 code units.
    pub utf16: Option<Utf16Span>,
}
