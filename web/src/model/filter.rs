//! A filter's fields by the names that the API and the address have for them.

use core::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A field of a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field(&'static str);

impl Field {
    pub const QUERY: Field = Field("query");
    pub const PROVIDER: Field = Field("provider");
    pub const MODEL: Field = Field("model");
    pub const FROM: Field = Field("from");
    pub const TO: Field = Field("to");
    pub const STATUS: Field = Field("status");
    pub const KIND: Field = Field("kind");
    pub const RISK: Field = Field("risk");
    pub const ASSIGNEE: Field = Field("assignee");
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Those of a report, in the order they are shown.
pub const REPORT_FIELDS: [Field; 5] = [Field::QUERY, Field::PROVIDER, Field::MODEL, Field::FROM, Field::TO];

/// Those of the queue that the page offers, in the order they have in the address.
pub const REVIEW_FIELDS: [Field; 5] = [Field::STATUS, Field::KIND, Field::RISK, Field::ASSIGNEE, Field::PROVIDER];

/// The one of these fields that has this name.
pub fn named(fields: [Field; 5], name: &str) -> Option<Field> {
    fields.into_iter().find(|field| field.0 == name)
}

/// A field's value.
pub fn value(filter: &impl Serialize, field: Field) -> Option<String> {
    serde_json::to_value(filter).ok()?.get(field.0)?.as_str().map(str::to_owned)
}

/// Sets a field; a word that the contract does not have clears it.
pub fn put(filter: &mut (impl Serialize + DeserializeOwned), field: Field, value: Option<&str>) {
    // Only one field may be empty text: items that nobody is assigned to.
    let value = value.filter(|text| !text.is_empty() || field == Field::ASSIGNEE);
    let mut fields = serde_json::to_value(&*filter).unwrap_or_default();
    for value in [value.into(), Value::Null] {
        fields[field.0] = value;
        if let Ok(changed) = serde_json::from_value(fields.clone()) {
            *filter = changed;
            return;
        }
    }
}

/// The fields that are set, by name.
pub fn query(filter: &impl Serialize, fields: &[Field]) -> Vec<(&'static str, String)> {
    fields.iter().filter_map(|field| Some((field.0, value(filter, *field)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundcheck_types::{ReportFilter, ReviewFilter};

    fn names(filter: &impl Serialize) -> Vec<String> {
        let fields = serde_json::to_value(filter).unwrap();
        fields.as_object().unwrap().keys().cloned().collect()
    }

    fn keeps<F: Default + Serialize + DeserializeOwned>(fields: &[Field], word: impl Fn(Field) -> &'static str) {
        for field in fields {
            let mut filter = F::default();
            put(&mut filter, *field, Some(word(*field)));
            assert_eq!(query(&filter, fields), [(field.0, word(*field).to_owned())]);
            put(&mut filter, *field, None);
            assert_eq!(query(&filter, fields), []);
        }
    }

    #[test]
    fn every_field_of_a_filter_can_be_set() {
        keeps::<ReportFilter>(&REPORT_FIELDS, |_| "2026-03-01");
        keeps::<ReviewFilter>(&REVIEW_FIELDS, |field| match field {
            Field::STATUS => "approved",
            Field::KIND => "record",
            Field::RISK => "high",
            _ => "dana",
        });
    }

    #[test]
    fn no_field_of_a_report_is_left_out() {
        let all = ReportFilter {
            query: Some(String::new()),
            provider: Some(String::new()),
            model: Some(String::new()),
            from: Some(String::new()),
            to: Some(String::new()),
        };
        let mut own: Vec<&str> = REPORT_FIELDS.map(|field| field.0).to_vec();
        let mut all = names(&all);
        own.sort_unstable();
        all.sort();
        assert_eq!(own, all);
    }
}
