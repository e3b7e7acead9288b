//! Known values: from the request's tall facts, wide rows and CSV to one fact a metric.

mod csv;
mod import;
pub(crate) mod metrics;

use groundcheck_types::FactValue;

pub use import::import;

use crate::claims::{self, Value};

/// Whether a fact's value is a number or a date, which claims can be compared with. A wide table has other columns too.
#[must_use]
pub fn is_value(value: &FactValue) -> bool {
    value_of(value).is_some()
}

/// The value of a fact, and its unit where the text says it.
pub(crate) fn value_of(value: &FactValue) -> Option<(Value, Option<&'static str>)> {
    match value {
        FactValue::Number(n) => {
            n.0.to_string().parse().ok().and_then(claims::bounded).map(|d| (Value::Number(d), None))
        }
        FactValue::Text(text) => {
            // A fact's text is its value and nothing else.
            let found = claims::extract(text.trim(), None);
            let [only] = found.as_slice() else { return None };
            (only.span.start == 0 && only.span.end as usize == text.trim().len()).then_some((only.value, only.unit))
        }
    }
}
