//! The review queue (document 2, "Review Queue"): flagged answers, records and mentions on their way to a person and back.
//!
//! - [`enter`]: what an item is made of; [`fingerprints`]: by what it could be muted.
//! - [`queue`]: pages, items and changes as the contract has them.
//! - [`export`]: decided answers as labelled cases for `groundcheck measure` ([`labels`]), the queue for spreadsheets.
//!
//! Whether something goes to a person, the engine says (its report's `disposition`) and the policy (`review_queue`).

pub mod enter;
pub mod export;
pub mod fingerprints;
pub mod labels;
pub mod queue;
