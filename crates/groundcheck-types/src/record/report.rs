use serde::{Deserialize, Serialize};

use super::rule::{AlertType, CheckedAgainst, Fallback, RecordRule};
use crate::text::to_text;
use crate::{Disposition, InputError, Number, SCHEMA_VERSION, Severity};

/// What validating a record found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RecordStatus {
    /// No alerts.
    Clean,
    /// Alerts, of any severity.
    HallucinationsDetected,
    /// It is no record of its profile: a field is missing or malformed. Never a pass.
    Error,
}

/// How many alerts there are of each severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeverityCounts {
    /// Each rejects the record.
    pub critical: u32,
    /// Three of them reject it.
    pub high: u32,
    /// For monitoring.
    pub medium: u32,
    /// For monitoring.
    pub low: u32,
}

impl SeverityCounts {
    /// Counts one more.
    pub fn add(&mut self, severity: Severity) {
        let count = match severity {
            Severity::Critical => &mut self.critical,
            Severity::High => &mut self.high,
            Severity::Medium => &mut self.medium,
            Severity::Low => &mut self.low,
        };
        *count = count.saturating_add(1);
    }
}

/// How many alerts there are of each type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlertCounts {
    /// More parts than the document can hold.
    pub phantom_statement: u32,
    /// Names that nobody knows.
    pub fabricated_bank: u32,
    /// Ranges that no document has.
    pub invalid_page_range: u32,
    /// Dates that cannot be.
    pub impossible_dates: u32,
    /// Account numbers that no bank gives.
    pub nonsensical_account: u32,
    /// Parts that cover the same pages.
    pub duplicate_boundaries: u32,
    /// Records of documents that say nothing.
    pub missing_content: u32,
    /// Fields that contradict each other.
    pub inconsistent_data: u32,
}

impl AlertCounts {
    /// Counts one more.
    pub fn add(&mut self, kind: AlertType) {
        let count = match kind {
            AlertType::PhantomStatement => &mut self.phantom_statement,
            AlertType::FabricatedBank => &mut self.fabricated_bank,
            AlertType::InvalidPageRange => &mut self.invalid_page_range,
            AlertType::ImpossibleDates => &mut self.impossible_dates,
            AlertType::NonsensicalAccount => &mut self.nonsensical_account,
            AlertType::DuplicateBoundaries => &mut self.duplicate_boundaries,
            AlertType::MissingContent => &mut self.missing_content,
            AlertType::InconsistentData => &mut self.inconsistent_data,
        };
        *count = count.saturating_add(1);
    }
}

/// The figures of document 3, "Alert Summary", in its layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordSummary {
    /// What was found.
    pub status: RecordStatus,
    /// All alerts, also those that the report has no room for.
    pub total_alerts: u32,
    /// By severity.
    pub by_severity: SeverityCounts,
    /// By type.
    pub by_type: AlertCounts,
    /// Whether the record should not be used.
    pub rejection_recommended: bool,
}

/// One rule that the record breaks. Nothing in it shows more than the last four digits of an account number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordAlert {
    /// Its type.
    pub r#type: AlertType,
    /// The rule, which is narrower.
    pub rule: RecordRule,
    /// How grave it is.
    pub severity: Severity,
    /// What it is, for people.
    pub description: String,
    /// What stands there, masked; null where it is the absence of something.
    pub detected_value: Option<String>,
    /// What should stand there, as far as that is known.
    pub expected_value: Option<String>,
    /// How sure the rule is, 0 to 1.
    pub confidence: Number,
    /// What the value was compared with.
    pub source: CheckedAgainst,
    /// Where in the record: `boundaries[2].start_page`; empty for the record as a whole.
    pub path: String,
    /// The page that the field's part begins on, where the document has it.
    pub page: Option<u32>,
    /// The same for all alerts of this rule, field and profile (and of this name, where names are compared), whatever the account
    /// number or the place in a list. Sixteen letters: it holds no digit that could be one of an account.
    pub fingerprint: String,
    /// What to take instead.
    pub fallback: Fallback,
}

/// Why a record is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum RejectionReason {
    /// It is no record of its profile; `errors` says where.
    Malformed,
    /// More critical alerts than the policy allows.
    CriticalAlerts,
    /// As many high alerts as the policy rejects.
    HighAlerts,
}

/// A rejection, with what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rejection {
    /// Why, for programs.
    pub reason: RejectionReason,
    /// Why, for people.
    pub message: String,
    /// What to take instead.
    pub fallback: Fallback,
}

/// Everything groundcheck says of one record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordReport {
    /// The version of this contract.
    pub schema_version: u32,
    /// The name of the profile.
    pub profile: String,
    /// The figures.
    pub summary: RecordSummary,
    /// `reject` where the summary recommends it, `review` where there is an alert of medium severity or worse, else `accept`.
    pub disposition: Disposition,
    /// Why it is rejected; null where it is not.
    pub rejection: Option<Rejection>,
    /// The alerts, gravest first, then in the order of the checks; at most 1,000.
    pub alerts: Vec<RecordAlert>,
    /// What is missing or malformed; at most 1,000. Not empty exactly where the status is `error`.
    pub errors: Vec<InputError>,
}

impl RecordReport {
    /// The report of what is no record at all (a model's answer that is no JSON): rejected, with the error.
    #[must_use]
    pub fn malformed(profile: &str, error: InputError) -> Self {
        RecordReport {
            schema_version: SCHEMA_VERSION,
            profile: profile.to_owned(),
            summary: RecordSummary {
                status: RecordStatus::Error,
                total_alerts: 0,
                by_severity: SeverityCounts::default(),
                by_type: AlertCounts::default(),
                rejection_recommended: true,
            },
            disposition: Disposition::Reject,
            rejection: Some(Rejection {
                reason: RejectionReason::Malformed,
                message: error.to_string(),
                fallback: Fallback::AskAgain,
            }),
            alerts: Vec::new(),
            errors: vec![error],
        }
    }

    /// The report as the bytes that every place returns.
    #[must_use]
    pub fn to_json(&self) -> String {
        /// About what an alert takes.
        const PER_ALERT: usize = 400;
        // Plain data without maps: writing it cannot fail.
        to_text(self, (self.alerts.len() + self.errors.len() + 2) * PER_ALERT).unwrap_or_default()
    }
}
