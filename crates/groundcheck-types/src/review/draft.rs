use serde::{Deserialize, Serialize};

use crate::{ClaimKind, ClaimValue, Number};

/// Where an answer stands in the review queue (document 2, "Review Status").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ReviewStatus {
    /// Awaiting review.
    Pending,
    /// Under review.
    Reviewed,
    /// Verified as correct: a false positive.
    Approved,
    /// Confirmed as a hallucination: a true positive.
    Rejected,
}

impl ReviewStatus {
    /// All of them.
    pub const ALL: &[ReviewStatus] =
        &[ReviewStatus::Pending, ReviewStatus::Reviewed, ReviewStatus::Approved, ReviewStatus::Rejected];

    /// The status as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ReviewStatus::Pending => "pending",
            ReviewStatus::Reviewed => "reviewed",
            ReviewStatus::Approved => "approved",
            ReviewStatus::Rejected => "rejected",
        }
    }

    /// Whether somebody has judged it.
    #[must_use]
    pub fn is_decided(self) -> bool {
        matches!(self, ReviewStatus::Approved | ReviewStatus::Rejected)
    }
}

/// One claim of a [`ReviewDraft`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlaggedClaim {
    /// What it states.
    pub claim_type: ClaimKind,
    /// In base units.
    pub value: Option<ClaimValue>,
    /// As it stands in the answer.
    pub original_text: String,
    /// Always false here: only claims that did not hold are flagged.
    pub verified: bool,
}

/// What a flagged answer brings to the review queue (document 2, `HallucinationReview`); a store adds ids and times.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewDraft {
    /// The whole answer.
    pub original_answer: String,
    /// The caller's confidence in it, where given.
    pub original_confidence: Option<Number>,
    /// The same after the penalty.
    pub adjusted_confidence: Option<Number>,
    /// All claims found.
    pub total_claims: u32,
    /// Those the evidence supports.
    pub verified_claims: u32,
    /// Those contradicted or unsupported.
    pub unverified_claims: u32,
    /// The contradicted and unsupported ones.
    pub flagged_claims: Vec<FlaggedClaim>,
    /// Always `pending` at first.
    pub status: ReviewStatus,
}
