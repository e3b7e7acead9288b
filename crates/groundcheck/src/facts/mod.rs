//! Known values: from the request's tall facts, wide rows and CSV to one fact a metric.

mod import;
pub(crate) mod metrics;

pub use import::import;
