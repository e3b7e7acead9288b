//! Which source a claim rests on, and how far that carries (document 4, components 2 and 3).

use serde::{Deserialize, Serialize};

use crate::{Number, SourceKind};

impl SourceKind {
    /// The confidence that evidence of this kind starts from (document 4, "Confidence Scoring System").
    ///
    /// ```
    /// use groundcheck_types::SourceKind;
    /// assert_eq!(SourceKind::FileContent.base_confidence(), 0.8);
    /// ```
    #[must_use]
    pub fn base_confidence(self) -> f64 {
        match self {
            SourceKind::DirectObservation => 0.9,
            SourceKind::FileContent => 0.8,
            SourceKind::UserStatement => 0.7,
            SourceKind::Inference => 0.6,
            SourceKind::Unknown => 0.3,
        }
    }

    /// The kind as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            SourceKind::DirectObservation => "direct_observation",
            SourceKind::FileContent => "file_content",
            SourceKind::Inference => "inference",
            SourceKind::UserStatement => "user_statement",
            SourceKind::Unknown => "unknown",
        }
    }
}

/// Whether a claim can be traced to its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AttributionState {
    /// It rests on a source that can be looked into.
    Attributed,
    /// It rests on nothing that was given: document 4's `unattributed_claim`.
    UnattributedClaim,
    /// What it is said to rest on cannot be looked into: document 4's `unverifiable_source`.
    UnverifiableSource,
}

impl AttributionState {
    /// The state as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            AttributionState::Attributed => "attributed",
            AttributionState::UnattributedClaim => "unattributed_claim",
            AttributionState::UnverifiableSource => "unverifiable_source",
        }
    }
}

/// What a claim rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attribution {
    /// The claim's id in its report.
    pub claim: String,
    /// Whether it can be traced.
    pub state: AttributionState,
    /// The source's id, or what the claim cites where nobody knows it; null for a fact and where there is nothing.
    pub source: Option<String>,
    /// The fact's place in the list of facts, or null.
    pub fact: Option<u32>,
    /// Where the source's content comes from; null where there is no source.
    pub kind: Option<SourceKind>,
    /// The kind's base confidence times the evidence's quality, 0 to 1, four decimals; 0 where there is no source.
    pub confidence: Number,
    /// Whether the confidence is under the policy's `flag_below_confidence`.
    pub flagged: bool,
}
