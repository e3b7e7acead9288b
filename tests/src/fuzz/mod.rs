//! Records from a seed, made to hurt: any bytes, any structure, and good records with one thing wrong. None may make the engine panic,
//! and none that is malformed may pass. `cargo run --release -p groundcheck-tests --bin fuzz-records -- --minutes 10`; a short run is a
//! test of every build.

mod generate;
mod oracle;

use std::fmt;
use std::panic::{self, AssertUnwindSafe};

use groundcheck::records::validate;
use groundcheck_types::{Disposition, RecordReport, RecordRequest, RecordStatus, RejectionReason};
use serde_json::Value;

pub use generate::put;

/// Numbers from a seed, the same in each run.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Those of a seed.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        // No seed may be 0: xorshift would stay there.
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below this; 0 below 0.
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % sides.max(1)
    }

    /// Whether one of so many throws is the one.
    pub fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }

    /// One of these.
    pub fn of_these<'t, T>(&mut self, these: &'t [T]) -> &'t T {
        &these[self.below(these.len())]
    }
}

/// What must become of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    /// Anything but a panic; a record that the oracle finds malformed is still no pass.
    Anything,
    /// The record is malformed.
    Malformed,
    /// Nothing in it is malformed.
    WellFormed,
}

/// A request and what must become of it.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) request: Vec<u8>,
    pub(crate) expected: Expected,
}

/// What became of all cases.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// All.
    pub cases: u64,
    /// Requests that were refused with an error.
    pub refused: u64,
    /// Records that are malformed, and were rejected as that.
    pub malformed: u64,
    /// Records that were rejected for their alerts.
    pub rejected: u64,
    /// Records with alerts that were not rejected.
    pub flagged: u64,
    /// Records without any alert.
    pub clean: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { cases, refused, malformed, rejected, flagged, clean } = self;
        write!(
            f,
            "{cases} cases: {refused} refused, {malformed} malformed, {rejected} rejected, {flagged} flagged, {clean} clean"
        )
    }
}

/// Runs cases of a seed, as long as this says so.
///
/// # Errors
/// The first case that panicked or passed though malformed: its number, what it did, and the request.
pub fn run(seed: u64, mut more: impl FnMut(&Counts) -> bool) -> Result<Counts, String> {
    let mut dice = Dice::of(seed);
    let mut counts = Counts::default();
    while more(&counts) {
        let case = generate::case(&mut dice);
        let judged = panic::catch_unwind(AssertUnwindSafe(|| judge(&case, &mut counts)));
        let said = match judged {
            Ok(Ok(())) => continue,
            Ok(Err(said)) => said,
            Err(panicked) => {
                let text = panicked.downcast_ref::<String>().cloned();
                text.or_else(|| panicked.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
            }
        };
        let request = String::from_utf8_lossy(&case.request);
        return Err(format!("case {} of seed {seed}: {said}\n{request}", counts.cases));
    }
    Ok(counts)
}

fn judge(case: &Case, counts: &mut Counts) -> Result<(), String> {
    counts.cases += 1;
    let checked = RecordRequest::from_json(&case.request).and_then(|request| Ok((validate(&request)?, request)));
    let (report, request) = match checked {
        Ok(checked) => checked,
        Err(error) if case.expected == Expected::WellFormed => return Err(format!("is refused: {error}")),
        // An error is no pass.
        Err(_) => {
            counts.refused += 1;
            return Ok(());
        }
    };
    assert_holds_together(&report);
    let malformed = report.summary.status == RecordStatus::Error;
    let wrong = match case.expected {
        Expected::Malformed => !malformed,
        Expected::WellFormed => malformed,
        Expected::Anything => {
            let record = serde_json::from_slice::<Value>(&case.request).ok().map(|request| request["record"].clone());
            record.is_some_and(|record| oracle::is_malformed(&record, &request) && !malformed)
        }
    };
    if wrong {
        return Err(format!("expected {:?}: {}", case.expected, report.to_json()));
    }
    let count = match (report.summary.status, report.disposition) {
        (RecordStatus::Error, _) => &mut counts.malformed,
        (RecordStatus::Clean, _) => &mut counts.clean,
        (RecordStatus::HallucinationsDetected, Disposition::Reject) => &mut counts.rejected,
        (RecordStatus::HallucinationsDetected, _) => &mut counts.flagged,
    };
    *count += 1;
    Ok(())
}

/// What is true of every report.
///
/// # Panics
/// It is not true of this one.
pub fn assert_holds_together(report: &RecordReport) {
    let summary = &report.summary;
    let by_severity = summary.by_severity;
    let total = by_severity.critical + by_severity.high + by_severity.medium + by_severity.low;
    let by_type = serde_json::to_value(summary.by_type).unwrap_or_default();
    let types: u64 = by_type.as_object().into_iter().flatten().filter_map(|(_, count)| count.as_u64()).sum();
    assert_eq!((summary.total_alerts, types), (total, u64::from(total)), "{report:?}");
    assert_eq!(report.alerts.len(), (total as usize).min(1_000));
    assert_eq!(serde_json::to_string(report).ok(), Some(report.to_json()));
    assert!(report.alerts.is_sorted_by(|a, b| a.severity >= b.severity), "gravest first");
    assert_eq!(summary.status == RecordStatus::Error, !report.errors.is_empty());
    assert_eq!(summary.status == RecordStatus::Clean, total == 0 && report.errors.is_empty());
    assert_eq!(summary.rejection_recommended, report.rejection.is_some());
    assert_eq!(summary.rejection_recommended, report.disposition == Disposition::Reject);
    let reason = report.rejection.as_ref().map(|rejection| rejection.reason);
    assert_eq!(!report.errors.is_empty(), reason == Some(RejectionReason::Malformed));
    for alert in &report.alerts {
        assert_eq!((alert.r#type, alert.severity), (alert.rule.alert_type(), alert.rule.severity()));
        assert!(!alert.description.is_empty() && !alert.fingerprint.contains(|c: char| !c.is_ascii_lowercase()));
    }
}
