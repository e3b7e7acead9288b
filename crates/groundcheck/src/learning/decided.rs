//! What people said: of an item as a whole, and of single claims.

use groundcheck_types::{Claim, ReviewItem, ReviewStatus, Status};

/// Whether what an answer or a record says is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    /// It is; where it was flagged, that is a false positive.
    Right,
    /// It is a hallucination.
    Wrong,
}

/// Whether the report flags what has this status.
pub(super) fn is_flagged(status: Status) -> bool {
    matches!(status, Status::Contradicted | Status::Unsupported)
}

/// What was decided of the whole item; `None` where nothing is yet.
pub(super) fn of_item(item: &ReviewItem) -> Option<Truth> {
    match item.summary.status {
        ReviewStatus::Approved => Some(Truth::Right),
        ReviewStatus::Rejected => Some(Truth::Wrong),
        ReviewStatus::Pending | ReviewStatus::Reviewed => None,
    }
}

/// What was decided of a claim: by itself, else as its item was. Of a claim that was not flagged a rejected item says nothing, and of
/// one that could not be verified none does.
pub(super) fn of_claim(item: &ReviewItem, whole: Truth, claim: &Claim) -> Option<Truth> {
    if let Some(own) = item.decisions.iter().find(|decision| decision.claim == claim.id) {
        return match own.status {
            Status::Supported => Some(Truth::Right),
            Status::Contradicted | Status::Unsupported => Some(Truth::Wrong),
            Status::Unverifiable => None,
        };
    }
    let told = is_flagged(claim.status) || (claim.status == Status::Supported && whole == Truth::Right);
    told.then_some(whole)
}
