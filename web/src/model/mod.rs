//! What the page knows without a browser: plain data and functions, tested natively. No rule about claims lives here.

pub mod accepted;
pub mod address;
pub mod analysis;
pub mod around;
pub mod bidi;
pub mod chart;
pub mod claims;
pub mod draft;
pub mod evidence;
pub mod examples;
pub mod files;
pub mod filter;
pub mod format;
pub mod hidden;
pub mod highlight;
pub mod ignored;
pub mod language;
pub mod level;
pub mod link;
pub mod open;
pub mod passage;
pub mod phase;
pub mod record_draft;
pub mod record_examples;
pub mod record_tree;
pub mod review;
pub mod review_place;
pub mod revision;
pub mod scene;
pub mod script;
pub mod settings;
pub mod sse;
pub mod stage;
pub mod streaming;
pub mod table;
pub mod trend;
pub mod verification;

#[cfg(test)]
pub mod fixture;
