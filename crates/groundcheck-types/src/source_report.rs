//! Document 1's report on collected mentions: how far they can be relied on, by risk, provider and day, and the riskiest of them.
//!
//! What is not scored yet is counted apart and enters no mean, no share and no histogram.

use serde::{Deserialize, Serialize};

use crate::{Number, Risk, UrlReason, UrlState};

/// Which mentions a report is about; all of them by default. It stands in the page's address and in the query of
/// `GET /api/reports` under the same names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportFilter {
    /// Only answers to this query, to the letter.
    pub query: Option<String>,
    /// Only this provider's.
    pub provider: Option<String>,
    /// Only this model's.
    pub model: Option<String>,
    /// Only those asked on this day (UTC, `YYYY-MM-DD`) or later.
    pub from: Option<String>,
    /// Only those asked on this day or earlier.
    pub to: Option<String>,
}

/// How many mentions there are of each risk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RiskCounts {
    /// Reliability under the policy's medium threshold.
    pub high: u64,
    /// Between the two thresholds.
    pub medium: u64,
    /// At the upper threshold or above.
    pub low: u64,
}

impl RiskCounts {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(groundcheck_types::RiskCounts { high: 2, medium: 5, low: 8 }.total(), 15);
    /// ```
    #[must_use]
    pub fn total(self) -> u64 {
        self.high.saturating_add(self.medium).saturating_add(self.low)
    }
}

/// How much is stored, whatever the filter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoredTotals {
    /// Responses.
    pub responses: u64,
    /// Their mentions.
    pub mentions: u64,
    /// Mentions that are scored.
    pub scored: u64,
    /// Responses that wait to be checked and scored, or are being so.
    pub pending: u64,
    /// Responses that could not be scored however often it was tried. They are in no figure of the report.
    pub failed: u64,
    /// Responses of the example data.
    pub examples: u64,
}

/// The mentions of one model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelRow {
    /// Who answered.
    pub provider: String,
    /// Which of the provider's models.
    pub model: String,
    /// How many mentions are scored.
    pub mentions: u64,
    /// Their mean reliability, 0 to 1.
    pub average_reliability: Number,
    /// How many of each risk.
    pub risk: RiskCounts,
}

/// The mentions of one day (UTC).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DayRow {
    /// When they were asked for, `YYYY-MM-DD`.
    pub date: String,
    /// How many mentions are scored.
    pub mentions: u64,
    /// Their mean reliability, 0 to 1.
    pub average_reliability: Number,
    /// How many of each risk.
    pub risk: RiskCounts,
}

/// A source of a mention, and what is known of its link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CitedSource {
    /// Its address as the model gave it, which may be anything: never make a link of it without looking at `is_valid`.
    pub url: String,
    /// Its title.
    pub title: Option<String>,
    /// Whether the address is an http or https URL that may be asked.
    pub is_valid: Option<bool>,
    /// Whether it is there; null where nobody has checked it.
    pub state: Option<UrlState>,
    /// Why it has that state.
    pub reason: Option<UrlReason>,
    /// The last status, null where there was none.
    pub status_code: Option<u16>,
    /// When it was checked: RFC 3339, UTC, to the second.
    pub checked_at: Option<String>,
}

/// A scored mention with what its score comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MentionRow {
    /// Its id in the store.
    pub mention_id: u64,
    /// The id of the response it stands in.
    pub response_id: u64,
    /// What was asked.
    pub query: String,
    /// Who answered.
    pub provider: String,
    /// Which of the provider's models.
    pub model: String,
    /// When it was asked: RFC 3339, UTC, to the second.
    pub asked_at: String,
    /// What is named.
    pub brand_name: String,
    /// Its place in the answer, from 1.
    pub rank: u32,
    /// Why it is named.
    pub explanation: Option<String>,
    /// 0 to 1.
    pub reliability: Number,
    /// What follows from it.
    pub risk: Risk,
    /// Whether the model named a source.
    pub has_source: bool,
    /// As in [`Reliability::accessible`](crate::Reliability::accessible).
    pub accessible: Option<UrlState>,
    /// Its sources.
    pub sources: Vec<CitedSource>,
}

/// A page of mentions, the least reliable first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MentionPage {
    /// At most as many as were asked for.
    pub mentions: Vec<MentionRow>,
    /// What to give as `after` for the next page; null on the last.
    pub next: Option<String>,
}

/// The source reliability report on stored mentions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SourceReport {
    /// The version of this contract.
    pub schema_version: u32,
    /// Which mentions it is about.
    pub filter: ReportFilter,
    /// How much is stored, whatever the filter.
    pub stored: StoredTotals,
    /// How many scored mentions the filter leaves.
    pub mentions: u64,
    /// Their mean reliability, 0 to 1; null where there are none.
    pub average_reliability: Option<Number>,
    /// How many of each risk.
    pub risk: RiskCounts,
    /// How many have a reliability from 0 to under 0.1, from 0.1 to under 0.2, … from 0.9 to 1.
    pub histogram: [u64; 10],
    /// By provider and model, the most reliable first.
    pub models: Vec<ModelRow>,
    /// By day, the oldest first; days without mentions are left out.
    pub days: Vec<DayRow>,
    /// The least reliable of high risk.
    pub high_risk: MentionPage,
}

/// What a filter can name: `GET /api/reports/choices`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportChoices {
    /// The queries, the newest first, at most a thousand.
    pub queries: Vec<String>,
    /// Providers with their models, by name.
    pub models: Vec<ModelName>,
}

/// A provider's model.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelName {
    /// Who answers.
    pub provider: String,
    /// Which of the provider's models.
    pub model: String,
}
