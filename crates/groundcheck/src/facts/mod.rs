//! Known values: from the request's tall facts, wide rows and CSV to one fact a metric.

mod csv;
mod import;
pub(crate) mod metrics;

pub use import::import;

/// Whether a fact's value is a number or a date, which claims can be compared with. A wide table has other columns too.
#[must_use]
pub fn is_value(value: &groundcheck_types::FactValue) -> bool {
    crate::verify::facts::value_of(value).is_some()
}
