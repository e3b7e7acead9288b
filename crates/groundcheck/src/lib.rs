//! The engine of groundcheck: an answer and its evidence in, a report out.

pub mod detector;
pub mod document;

pub use detector::{Detector, analyze, analyze_with, corrected_answer, import_facts, review_draft};
pub use groundcheck_types as types;
