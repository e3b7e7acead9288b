use serde::{Deserialize, Serialize};

use super::report::{AlertCounts, SeverityCounts};
use crate::{Number, ReviewedCounts};

/// Which validations the figures are about; all of them by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitoringFilter {
    /// Only this provider's.
    pub provider: Option<String>,
    /// Only records of this profile.
    pub profile: Option<String>,
    /// Only those of this day (UTC, `YYYY-MM-DD`) or later.
    pub from: Option<String>,
    /// Only those of this day or earlier.
    pub to: Option<String>,
}

/// The figures of document 3, "Monitoring Metrics", of one group of validations. A rate is null where nothing was validated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitoringRow {
    /// The provider or the day (`YYYY-MM-DD`); null where the request named no provider, and for the sum of all.
    pub name: Option<String>,
    /// Records validated.
    pub records: u64,
    /// Those with an alert.
    pub with_alerts: u64,
    /// Those rejected.
    pub rejected: u64,
    /// Those that were no record of their profile; they are among the rejected.
    pub malformed: u64,
    /// Alerts.
    pub alerts: u64,
    /// Alerts a record ("hallucinations detected per processing session").
    pub alert_rate: Option<Number>,
    /// The share of records that was rejected, 0 to 1.
    pub rejection_rate: Option<Number>,
    /// Alerts by type.
    pub by_type: AlertCounts,
    /// Alerts by severity.
    pub by_severity: SeverityCounts,
    /// What people decided of the flagged ones.
    pub reviewed: ReviewedCounts,
    /// The share of decided ones that was flagged wrongly, 0 to 1; null where none was decided.
    pub false_positive_rate: Option<Number>,
}

/// How the validation of records has gone: `GET /api/records/monitoring`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordMonitoring {
    /// All of it.
    pub total: MonitoringRow,
    /// By provider, the one with most records first.
    pub providers: Vec<MonitoringRow>,
    /// By day, in order.
    pub days: Vec<MonitoringRow>,
}
