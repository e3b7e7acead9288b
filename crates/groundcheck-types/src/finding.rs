use serde::{Deserialize, Serialize};

use crate::{Number, Span};

/// How much a finding weighs (document 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Severity {
    /// Worth knowing.
    Low,
    /// Flags the answer.
    Medium,
    /// High risk.
    High,
    /// Rejects the answer.
    Critical,
}

impl Severity {
    /// The severity as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Low => "low",
            Severity::Medium => "medium",
            Severity::High => "high",
            Severity::Critical => "critical",
        }
    }
}

/// One detector's hit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The detector that hit, named by the pattern it flags.
    pub r#type: String,
    /// How much it weighs.
    pub severity: Severity,
    /// What it is, for people.
    pub description: String,
    /// What stands there.
    pub detected_value: String,
    /// What should, where that is known.
    pub expected_value: Option<String>,
    /// How sure the detector is, 0 to 1.
    pub confidence: Number,
    /// Where it was found: `answer`, or a source's id.
    pub source: String,
    /// Where in that text, in UTF-8 bytes.
    pub span: Option<Span>,
}
