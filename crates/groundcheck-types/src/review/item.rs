use serde::{Deserialize, Serialize};

use super::change::ClaimDecision;
use super::draft::{ReviewDraft, ReviewStatus};
use crate::{MentionRow, RecordReport, Report, Request, Risk};

/// What an item of the queue is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ReviewKind {
    /// An answer with claims (document 2).
    Answer,
    /// Structured output (document 3).
    Record,
    /// A mention with its sources (document 1).
    Mention,
}

impl ReviewKind {
    /// All of them.
    pub const ALL: &[ReviewKind] = &[ReviewKind::Answer, ReviewKind::Record, ReviewKind::Mention];

    /// The name as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ReviewKind::Answer => "answer",
            ReviewKind::Record => "record",
            ReviewKind::Mention => "mention",
        }
    }
}

/// An item as the list shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewSummary {
    /// Its id in the store.
    pub id: u64,
    /// Counts its changes, from 1. A change names the version it was made on.
    pub version: u32,
    /// What it is about.
    pub kind: ReviewKind,
    /// Where it stands.
    pub status: ReviewStatus,
    /// How grave what was found is.
    pub risk: Risk,
    /// What it is about in a line: the answer's beginning, the record's profile, the mention's name. At most 160 characters; a
    /// record's holds no more than the last four digits of an account number.
    pub title: String,
    /// How many claims, alerts or sources did not hold.
    pub flagged: u32,
    /// Who answered, where the request said so.
    pub provider: Option<String>,
    /// Which of the provider's models.
    pub model: Option<String>,
    /// Who takes care of it.
    pub assignee: Option<String>,
    /// When it entered the queue: RFC 3339, UTC, to the second.
    pub created_at: String,
    /// When it changed last.
    pub updated_at: String,
}

/// What there is to be judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ReviewContent {
    /// An answer, with all that it was checked against.
    Answer {
        /// The figures of document 2's `HallucinationReview`.
        draft: ReviewDraft,
        /// What was checked.
        request: Box<Request>,
        /// What was found.
        report: Box<Report>,
    },
    /// A record. Neither it nor its document is stored, only what was found, masked.
    Record {
        /// What was found.
        report: Box<RecordReport>,
    },
    /// A mention with its sources.
    Mention {
        /// The mention.
        mention: Box<MentionRow>,
    },
}

/// An item with all that somebody needs to judge it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewItem {
    /// As the list shows it.
    pub summary: ReviewSummary,
    /// What there is to be judged.
    pub content: ReviewContent,
    /// What was decided of single claims so far.
    pub decisions: Vec<ClaimDecision>,
    /// What the reviewer noted.
    pub note: Option<String>,
    /// What should have stood there.
    pub corrected_value: Option<String>,
    /// Fingerprints of what was found, by which it can be muted: one for each flagged claim or alert, without repeats.
    pub fingerprints: Vec<String>,
}
