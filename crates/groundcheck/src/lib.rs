//! The engine of groundcheck: an answer and its evidence in, a report out.
//!
//! - [`analyze`] checks one request; [`Detector`] prepares sources and facts once for many answers.
//! - [`types`] is the contract: [`types::Request`], [`types::Report`], [`types::Policy`].
//! - [`Monitor`] checks an answer while it is being written, [`Finder`] finds its claims alone; [`required_knowledge`] says before what its question needs,
//!   [`coherence`] whether it fits the conversation, [`risk`] what goes out instead.
//! - [`sources::reliability`] says how far a mention with these sources can be relied on; [`sources::read_link`] what a link must
//!   look like.
//! - [`records::validate`] checks structured output against its document and profile.
//! - [`entailment::Plan`] asks a language model of the caller's whether an answer's sentences follow from its sources.
//! - [`learning::learn`] says what people's reviews teach; [`learning::patterns`] what they can mute.
//! - [`csv`] writes cells, which no spreadsheet takes for formulas.
//! - [`claims::extract`] finds the values in a text; [`import_facts`] reads facts; [`document::tables`] finds tables.
//!
//! The engine is pure: no I/O, no clock, no randomness, no threads, and no panic on any input. The same input gives the same
//! bytes natively and in wasm; time is linear in the input.
//!
//! ```
//! use groundcheck::{analyze, types::{Request, Status}};
//!
//! let request = Request::from_json(br#"{
//!     "answer": "Occupancy was 95%.",
//!     "facts": [{"metric": "occupancy_rate", "value": 85}]
//! }"#).unwrap();
//! let report = analyze(&request).unwrap();
//! assert_eq!(report.claims[0].status, Status::Contradicted);
//! assert_eq!(report.to_json(), analyze(&request).unwrap().to_json());
//! ```

mod answer;
mod cancel;
pub mod claims;
pub mod coherence;
mod correct;
mod coverage;
pub mod csv;
mod detector;
pub mod document;
pub mod entailment;
mod facts;
mod fnv;
mod interval;
pub mod learning;
mod lexicon;
pub mod records;
mod report;
mod retry;
pub mod risk;
mod sort;
pub mod sources;
mod stream;
#[cfg(any(test, feature = "training"))]
pub mod training;
mod verbatim;
mod verify;

pub use correct::{corrected, corrected_with, offered, restated, with_corrections};
pub use detector::{Detector, analyze, analyze_unless, analyze_with};
pub use facts::{import as import_facts, is_value as is_fact_value};
pub use groundcheck_types as types;
pub use report::{review_draft, with_verification};
pub use stream::{Finder, Monitor, attributions, required_knowledge};
