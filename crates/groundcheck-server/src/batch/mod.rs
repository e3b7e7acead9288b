//! `groundcheck batch` as a filter: one request a line in, one report a line out, in the same order.
//!
//! One thread reads, some check, one writes; never more than a few lines a worker are in memory. A line that cannot be checked
//! gives an error report with its line number, and the rest goes on.

mod id;
mod lines;
mod pipeline;
mod tally;

pub use lines::{Content, InputLine, Lines};
pub use pipeline::{Sink, Stopped, check, in_line, run, run_with};
pub use tally::Tally;
