use serde::{Deserialize, Serialize};

use crate::{ClaimKind, Number, Span, Utf16Span};

/// How far a sentence of the answer was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Extent {
    /// Every claim in it is decided. What it says beside its claims is not, unless a language model was asked.
    Checked,
    /// Some claim in it is decided, and another claim or number is not.
    Partly,
    /// No claim in it is decided, or it has none.
    NotChecked,
}

impl Extent {
    /// The extent as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Extent::Checked => "checked",
            Extent::Partly => "partly",
            Extent::NotChecked => "not_checked",
        }
    }
}

/// A sentence of the answer and what of it was checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SentenceCoverage {
    /// Where it is, in UTF-8 bytes of the answer.
    pub span: Span,
    /// The same place in UTF-16 units.
    pub utf16: Utf16Span,
    /// How far it was checked.
    pub extent: Extent,
    /// The kinds of its claims that are decided, each once; empty where none is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<ClaimKind>,
}

/// Something that the question is about and no source mentions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gap {
    /// A name, or a date of a year that no source has, as the question writes it.
    pub text: String,
    /// Where it is, in UTF-8 bytes of the question.
    pub span: Span,
    /// The same place in UTF-16 units.
    pub utf16: Utf16Span,
}

/// What of the answer was checked. Silence is no approval: a sentence without a decided claim is named here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coverage {
    /// Sentences whose claims are all decided.
    pub checked: u32,
    /// Sentences of which some is decided.
    pub partly: u32,
    /// Sentences of which nothing is decided.
    pub not_checked: u32,
    /// The share of the text in sentences that were checked, 0 to 1, four decimals: a sentence counts by its length, one that was partly
    /// checked by the share of its claims that are decided. Null where the answer has no sentence.
    pub share: Option<Number>,
    /// Every sentence, in the order of the answer.
    pub sentences: Vec<SentenceCoverage>,
    /// Names and years of the question that no source mentions, at most eight: what an answer says about them cannot rest on the sources.
    /// Empty without a question or without text to look in; years are left out where facts are given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_in_sources: Vec<Gap>,
}

impl Coverage {
    /// Where the sentences are that were not checked, or only in part: what a language model may still be asked about.
    #[must_use]
    pub fn open(&self) -> Vec<Span> {
        self.sentences.iter().filter(|own| own.extent != Extent::Checked).map(|own| own.span).collect()
    }
}
