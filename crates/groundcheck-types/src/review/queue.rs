use serde::{Deserialize, Serialize};

use super::draft::ReviewStatus;
use super::item::{ReviewKind, ReviewSummary};
use crate::Risk;

/// Which items a list, an export or the figures are about; all of them by default. It stands in the page's address and in the query
/// of `GET /api/reviews` under the same names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewFilter {
    /// Only those that stand here.
    pub status: Option<ReviewStatus>,
    /// Only those about this.
    pub kind: Option<ReviewKind>,
    /// Only those of this risk.
    pub risk: Option<Risk>,
    /// Only those that this person takes care of; an empty text: those that nobody does.
    pub assignee: Option<String>,
    /// Only this provider's.
    pub provider: Option<String>,
    /// Only this model's.
    pub model: Option<String>,
    /// Only those that entered on this day (UTC, `YYYY-MM-DD`) or later.
    pub from: Option<String>,
    /// Only those that entered on this day or earlier.
    pub to: Option<String>,
}

/// How many items stand where.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatusTotals {
    /// Awaiting review.
    pub pending: u64,
    /// Under review.
    pub reviewed: u64,
    /// False positives.
    pub approved: u64,
    /// Hallucinations.
    pub rejected: u64,
}

/// A page of the queue: the gravest first, of these the oldest.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewPage {
    /// The items.
    pub items: Vec<ReviewSummary>,
    /// What `after` must say for the next page; null on the last one.
    pub next: Option<String>,
    /// How many items the filter leaves, by status, whatever status it names.
    pub totals: StatusTotals,
}

/// What there is to filter by.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewChoices {
    /// Everybody who takes care of an item, in alphabetical order; at most 200.
    pub assignees: Vec<String>,
    /// All providers of items, likewise.
    pub providers: Vec<String>,
    /// All models of items, likewise.
    pub models: Vec<String>,
}
