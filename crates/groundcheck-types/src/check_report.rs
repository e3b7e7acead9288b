use serde::{Deserialize, Serialize};

use crate::{Number, ReportFilter};

/// What the kept reports of checks add up to: `GET /api/reports/checks`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckReport {
    /// The version of this contract.
    pub schema_version: u32,
    /// Which checks it is about; a check has no `query`.
    pub filter: ReportFilter,
    /// Whether the server keeps the reports of checks now: `groundcheck serve --keep-analyses`.
    pub keeps: bool,
    /// All of them together.
    pub total: CheckRow,
    /// By provider and model, the one with most answers first, at most a hundred.
    pub models: Vec<CheckRow>,
    /// By day (UTC), the oldest first; days without checks are left out.
    pub days: Vec<CheckRow>,
}

/// The checks of a group of answers. Each answer is counted as it was checked last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckRow {
    /// The day (`YYYY-MM-DD`) or the provider; null where the request named none, and for all together.
    pub name: Option<String>,
    /// The model, where the request named one.
    pub model: Option<String>,
    /// Answers.
    pub answers: u64,
    /// Those with verdict `clean`.
    pub clean: u64,
    /// Those with verdict `flagged`.
    pub flagged: u64,
    /// Those with any other verdict.
    pub unverified: u64,
    /// Supported claims.
    pub supported: u64,
    /// Contradicted claims.
    pub contradicted: u64,
    /// Unsupported claims.
    pub unsupported: u64,
    /// Claims that the evidence left open, with places to check.
    pub open: u64,
    /// Claims that could not be checked at all.
    pub unverifiable: u64,
    /// The share of claims that are open, 0 to 1, four decimals; null where there are no claims.
    pub open_share: Option<Number>,
    /// Sentences of the answers of which all that they claim was checked.
    pub sentences_checked: u64,
    /// Sentences that were checked in part.
    pub sentences_partly: u64,
    /// Sentences that no check covers.
    pub sentences_not_checked: u64,
    /// The share of sentences that were checked, 0 to 1, four decimals; null where no report counts sentences.
    pub checked_share: Option<Number>,
}
