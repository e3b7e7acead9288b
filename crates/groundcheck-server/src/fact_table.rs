//! Facts as a table that people read and `facts import` takes.

use groundcheck::csv::{cell, spreadsheet_cell};
use groundcheck_types::{Fact, FactValue};

/// A tall table, as `import` reads it. A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers and
/// dates, `-5` too, stay as they are.
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
        out += &cells.map(|text| safe(text.unwrap_or_default())).join(",");
        out.push('\n');
    }
    out
}

fn safe(text: &str) -> String {
    let is_plain = text == "%" || groundcheck::is_fact_value(&FactValue::Text(text.to_owned()));
    if is_plain { cell(text) } else { spreadsheet_cell(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        let fact = |metric: &str, value: &str| Fact {
            entity: None,
            metric: metric.to_owned(),
            period: None,
            value: FactValue::Text(value.to_owned()),
            unit: None,
        };
        let table = csv(&[fact("=1+1", "-5"), fact("NOI, net", "2024-09-30"), fact("@x", "-$1,200")]);
        let rows: Vec<&str> = table.lines().skip(1).collect();
        assert_eq!(rows, [",\"'=1+1\",,-5,", ",\"NOI, net\",,2024-09-30,", ",\"'@x\",,\"-$1,200\","]);
    }
}
