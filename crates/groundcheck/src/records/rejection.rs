//! What follows from alerts and errors: the one place that rejects.
//!
//! Source: document 3, "Response Rejection Logic": any critical alert, or three high ones; "Fail-Safe Design": rejection where in
//! doubt, so also where the record is malformed. Both numbers are fields of [`RecordPolicy`].

use groundcheck_types::{
    Disposition, Fallback, InputError, RecordPolicy, RecordProfile, RecordReport, RecordStatus, RecordSummary,
    Rejection, RejectionReason, SCHEMA_VERSION, Severity,
};

use super::alerts::Alerts;

pub(super) fn report(
    profile: &RecordProfile,
    policy: &RecordPolicy,
    alerts: Alerts<'_>,
    errors: Vec<InputError>,
) -> RecordReport {
    let (total, by_severity, by_type) = (alerts.total, alerts.by_severity, alerts.by_type);
    let alerts = alerts.into_list();
    let gravest = alerts.first().map(|alert| alert.fallback).unwrap_or(Fallback::AskAgain);
    let rejection = if let Some(first) = errors.first() {
        let more = if errors.len() > 1 { ", and more is wrong" } else { "" };
        let message = format!("The record is malformed: {first}{more}");
        Some(Rejection { reason: RejectionReason::Malformed, message, fallback: Fallback::AskAgain })
    } else if by_severity.critical > policy.critical_threshold {
        let message = counted(by_severity.critical, "critical");
        Some(Rejection { reason: RejectionReason::CriticalAlerts, message, fallback: gravest })
    } else if by_severity.high >= policy.high_severity_threshold {
        let message = counted(by_severity.high, "high");
        Some(Rejection { reason: RejectionReason::HighAlerts, message, fallback: gravest })
    } else {
        None
    };
    let status = match (errors.is_empty(), total) {
        (false, _) => RecordStatus::Error,
        (true, 0) => RecordStatus::Clean,
        (true, _) => RecordStatus::HallucinationsDetected,
    };
    let disposition = if rejection.is_some() {
        Disposition::Reject
    } else if alerts.first().is_some_and(|alert| alert.severity >= Severity::Medium) {
        Disposition::Review
    } else {
        Disposition::Accept
    };
    RecordReport {
        schema_version: SCHEMA_VERSION,
        profile: profile.name.clone(),
        summary: RecordSummary {
            status,
            total_alerts: total,
            by_severity,
            by_type,
            rejection_recommended: rejection.is_some(),
        },
        disposition,
        rejection,
        alerts,
        errors,
    }
}

fn counted(count: u32, severity: &str) -> String {
    format!("{count} {severity} alert{}", if count == 1 { "" } else { "s" })
}
