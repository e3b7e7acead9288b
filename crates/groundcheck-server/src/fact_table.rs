//! Facts as a table that people read and `facts import` takes.

use groundcheck::csv::cell;
use groundcheck_types::{Fact, FactValue};

/// A tall table, as `import` reads it.
#[must_use]
pub fn csv(facts: &[Fact]) -> String {
    let mut out = "entity,metric,period,value,unit\n".to_owned();
    for fact in facts {
        let value = match &fact.value {
            FactValue::Number(number) => number.0.to_string(),
            FactValue::Text(text) => text.clone(),
        };
        let cells =
            [fact.entity.as_deref(), Some(&fact.metric), fact.period.as_deref(), Some(&value), fact.unit.as_deref()];
        out += &cells.map(|text| cell(text.unwrap_or_default())).join(",");
        out.push('\n');
    }
    out
}
