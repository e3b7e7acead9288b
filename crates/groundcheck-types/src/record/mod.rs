//! Structured output: what validating a record takes and gives (document 3).

mod monitoring;
mod profile;
mod report;
mod request;
mod rule;
mod value;

pub use monitoring::{MonitoringFilter, MonitoringRow, RecordMonitoring};
pub use profile::{
    ConsistencyRule, FieldKind, PartsRule, ProfileChoice, RecordField, RecordProfile, SuspiciousPattern,
};
pub use report::{
    AlertCounts, RecordAlert, RecordReport, RecordStatus, RecordSummary, Rejection, RejectionReason, SeverityCounts,
};
pub use request::{RecordDocument, RecordPolicy, RecordRequest};
pub use rule::{AlertType, CheckedAgainst, Fallback, RecordRule};
pub use value::RecordValue;
