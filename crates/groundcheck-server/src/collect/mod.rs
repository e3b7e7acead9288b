//! Asking providers for ranked mentions: document 1's step 1.
//!
//! - [`Collector`]: [`Collector::collect`] asks one provider once, reads the answer, stores it.
//! - [`prompt`]: what is asked; [`mentions`]: what the answer names, read tolerantly and never made up.
//!
//! Whatever a model answered is stored, also where it cannot be read: it was paid for, and somebody may want to see why.

mod collector;
mod fields;
pub mod mentions;
pub mod prompt;

pub use collector::{Ask, Collector, Failed, NOT_ASKED, Told};
