//! A record as lines, each with what was found there.

use std::collections::HashMap;

use groundcheck_types::{InputError, RecordAlert, RecordValue, Severity};

/// How a value is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// It has lines of its own below.
    Branch,
    /// A text.
    Text,
    /// A number.
    Number,
    /// `true`, `false`, `null`, and what is empty.
    Word,
}

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// How far in.
    pub depth: usize,
    /// The field's name or its place in a list; none for the record as a whole.
    pub name: Option<String>,
    /// Its value as it stands; how many there are, for a branch.
    pub value: String,
    /// How the value is drawn.
    pub look: Look,
    /// Where it is: `boundaries[2].start_page`.
    pub path: String,
    /// What was found here, by its place among the alerts.
    pub alerts: Vec<usize>,
    /// What is wrong here, by its place among the errors.
    pub errors: Vec<usize>,
}

/// The record line by line. What was found at a place that the record does not have stands at the nearest that it has.
pub fn lines(record: &RecordValue, alerts: &[RecordAlert], errors: &[InputError]) -> Vec<Line> {
    let mut lines = Vec::new();
    add(record, None, 0, String::new(), &mut lines);
    let mut places: HashMap<String, usize> = HashMap::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        // Of a field that stands twice, the first is read.
        places.entry(line.path.clone()).or_insert(at);
    }
    let nearest = |path: &str| {
        let mut path = path;
        loop {
            match places.get(path) {
                Some(at) => return *at,
                None => path = parent(path),
            }
        }
    };
    for (i, alert) in alerts.iter().enumerate() {
        lines[nearest(&alert.path)].alerts.push(i);
    }
    for (i, error) in errors.iter().enumerate() {
        lines[nearest(error.field.as_deref().unwrap_or_default())].errors.push(i);
    }
    lines
}

/// The place that this one is in; the record as a whole is in none.
fn parent(path: &str) -> &str {
    path.rfind(['.', '[']).map_or("", |at| &path[..at])
}

fn add(value: &RecordValue, name: Option<String>, depth: usize, path: String, lines: &mut Vec<Line>) {
    let (text, look) = match value {
        RecordValue::Null => ("null".to_owned(), Look::Word),
        RecordValue::Bool(flag) => (flag.to_string(), Look::Word),
        RecordValue::Integer(n) => (n.to_string(), Look::Number),
        RecordValue::Number(n) => (n.to_string(), Look::Number),
        RecordValue::Text(text) => (text.clone(), Look::Text),
        RecordValue::List(items) if items.is_empty() => ("[ ]".to_owned(), Look::Word),
        RecordValue::Object(fields) if fields.is_empty() => ("{ }".to_owned(), Look::Word),
        RecordValue::List(items) => (items.len().to_string(), Look::Branch),
        RecordValue::Object(fields) => (fields.len().to_string(), Look::Branch),
    };
    lines.push(Line { depth, name, value: text, look, path: path.clone(), alerts: Vec::new(), errors: Vec::new() });
    match value {
        RecordValue::List(items) => {
            for (i, item) in items.iter().enumerate() {
                add(item, Some(format!("[{i}]")), depth + 1, format!("{path}[{i}]"), lines);
            }
        }
        RecordValue::Object(fields) => {
            for (field, item) in fields {
                let path = if path.is_empty() { field.clone() } else { format!("{path}.{field}") };
                add(item, Some(field.clone()), depth + 1, path, lines);
            }
        }
        _ => {}
    }
}

/// A severity's sign, so that colour never has to stand for it.
pub fn sign(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "■",
        Severity::High => "▲",
        Severity::Medium => "◆",
        Severity::Low => "●",
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::ErrorCode;

    use super::*;
    use crate::model::fixture::alert;

    #[test]
    fn what_was_found_stands_at_its_field_or_at_the_nearest() {
        let record: RecordValue = serde_json::from_str(
            r#"{"bank": "X", "parts": [{"from": 1}, {"from": 25, "tags": []}], "bank": "Y", "n": null}"#,
        )
        .unwrap();
        let alerts = ["parts[1].from", "bank", "", "parts[1].to", "parts[7].from"].map(alert);
        let errors = [InputError::field(ErrorCode::MissingField, "account", "is missing")];
        let lines = lines(&record, &alerts, &errors);
        let found: Vec<(&str, &[usize], &[usize])> = lines
            .iter()
            .filter(|l| !l.alerts.is_empty() || !l.errors.is_empty())
            .map(|l| (l.path.as_str(), l.alerts.as_slice(), l.errors.as_slice()))
            .collect();
        assert_eq!(
            found,
            [
                ("", &[2][..], &[0][..]),
                ("bank", &[1][..], &[][..]),
                ("parts", &[4][..], &[][..]),
                ("parts[1]", &[3][..], &[][..]),
                ("parts[1].from", &[0][..], &[][..])
            ]
        );
        let shown: Vec<(usize, &str)> = lines.iter().map(|l| (l.depth, l.value.as_str())).collect();
        assert_eq!(shown[..6], [(0, "4"), (1, "X"), (1, "2"), (2, "1"), (3, "1"), (2, "2")]);
        assert_eq!(lines.last().map(|l| l.look), Some(Look::Word));
    }

    #[test]
    fn severities_have_signs_of_their_own() {
        let all = [Severity::Low, Severity::Medium, Severity::High, Severity::Critical];
        assert!(all.iter().all(|s| all.iter().filter(|o| sign(**o) == sign(*s)).count() == 1));
    }
}
