//! The review queue (document 2, "Review Queue"): flagged answers, records and mentions on their way to a person and back.
//!
//! - [`enter`]: what an item is made of.
//! - [`queue`]: pages, items and changes as the contract has them.
//! - [`learning`]: what people's decisions teach, and the patterns that they muted.
//! - [`export`]: decided answers as labelled cases for `groundcheck measure` ([`labels`]), the queue for spreadsheets.
//!
//! Whether something goes to a person, the engine says (its report's `disposition`) and the policy (`review_queue`).

pub mod enter;
pub mod export;
pub mod labels;
pub mod learning;
pub mod queue;
