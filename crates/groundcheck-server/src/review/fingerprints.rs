//! What a flagged pattern is known by: the same for what is flagged for the same reason, so that it can be muted.

use groundcheck_types::{RecordReport, Report};

/// The fingerprints of an answer's flagged claims, without repeats.
#[must_use]
pub fn of_answer(_answer: &str, _report: &Report) -> Vec<String> {
    Vec::new()
}

/// The fingerprints of a record's alerts, without repeats.
#[must_use]
pub fn of_record(report: &RecordReport) -> Vec<String> {
    let mut fingerprints: Vec<String> = Vec::new();
    for alert in &report.alerts {
        if !fingerprints.contains(&alert.fingerprint) {
            fingerprints.push(alert.fingerprint.clone());
        }
    }
    fingerprints
}
