//! How far what a claim rests on carries.
//!
//! Source: document 4, "Confidence Scoring System": base confidence by the source's kind, times the quality of the evidence.

use groundcheck_types::{Claim, SourceKind, Status};

/// The quality of evidence that has the very value, of evidence that has it within tolerance, and of evidence that implies it.
const EXACT: f64 = 1.0;
const NEAR: f64 = 0.9;
const DERIVED: f64 = 0.9;

/// The confidence in what a claim rests on: the best of its evidence, 0 where it has none.
pub(crate) fn confidence(claim: &Claim, kind_of: impl Fn(&str) -> Option<SourceKind>) -> f64 {
    if claim.status != Status::Supported {
        return 0.0;
    }
    let quality = match (&claim.derivation, &claim.nearest) {
        (Some(_), _) => DERIVED,
        (None, Some(nearest)) if nearest.difference_percent.is_some_and(|d| d.0 > 0.0) => NEAR,
        _ => EXACT,
    };
    let base = claim.evidence.iter().map(|evidence| match &evidence.source {
        Some(id) => kind_of(id).unwrap_or(SourceKind::FileContent).base_confidence(),
        None => SourceKind::DirectObservation.base_confidence(),
    });
    let best = base.fold(0.0_f64, f64::max);
    (best * quality * 10_000.0).round() / 10_000.0
}
