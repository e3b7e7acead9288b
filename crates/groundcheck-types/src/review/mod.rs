//! The review queue (document 2, "Review Queue"): what enters it, what people decide, and what is learnt from that.

mod audit;
mod change;
mod draft;
mod item;
mod learning;
mod queue;

pub use audit::{AuditEvent, AuditPage, AuditVerification};
pub use change::{
    BulkChange, BulkOutcome, BulkRow, BulkTarget, ClaimDecision, ReviewAdd, ReviewChange, ReviewConflict,
};
pub use draft::{FlaggedClaim, ReviewDraft, ReviewStatus};
pub use item::{ReviewContent, ReviewItem, ReviewKind, ReviewSummary};
pub use learning::{
    LearningReport, Mute, MuteAdd, MuteList, PrecisionGroup, PrecisionRow, ReviewedCounts, Suggestion, SuggestionEffect,
};
pub use queue::{ReviewChoices, ReviewFilter, ReviewPage, StatusTotals};
