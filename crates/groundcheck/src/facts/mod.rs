//! Known values: from the request's tall facts, wide rows and CSV to one fact a metric.

mod csv;
mod import;
pub(crate) mod metrics;

pub use import::import;
