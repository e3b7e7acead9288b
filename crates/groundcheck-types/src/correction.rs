use serde::{Deserialize, Serialize};

use crate::{Span, Utf16Span};

/// What could be written in the place of one claim that the evidence contradicts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Correction {
    /// The claim's `id` in the report.
    pub claim: String,
    /// Where the claim is in the answer, in UTF-8 bytes.
    pub span: Span,
    /// Where the claim is in the answer, in UTF-16 code units.
    pub utf16: Utf16Span,
    /// The claim as it is in the answer.
    pub text: String,
    /// What to write instead, in the claim's own form: `$1.2M` stays in millions, `three` a word.
    pub replacement: String,
}

/// An answer with its wrong claims corrected. Every correction was checked again: it is supported, and no other claim became worse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Corrected {
    /// The answer with all corrections.
    pub answer: String,
    /// Each correction, in the order of the answer; empty where nothing can be corrected.
    pub corrections: Vec<Correction>,
}
