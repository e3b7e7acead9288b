//! Responses that were collected elsewhere: JSON or JSONL in, stored responses out, each with a job to check and score it.
//!
//! - [`Records`] finds the responses of an input, each with its line, and holds no more than one of them.
//! - [`run`] stores them, some at a time, and says of each what became of it once it is on the disk.
//! - [`examples`] is the example data, in the same format.
//!
//! The format is the contract's [`CollectedResponse`](groundcheck_types::CollectedResponse).

mod convert;
pub mod examples;
mod records;
mod run;

pub use records::{Record, Records};
pub use run::{Stopped, run};
