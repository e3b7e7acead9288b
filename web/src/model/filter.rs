//! A filter's fields by the names that the API and the address have for them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A field's name.
pub type Field = &'static str;

/// Those of a report, in the order they are shown.
pub const REPORT_FIELDS: [Field; 5] = ["query", "provider", "model", "from", "to"];

/// Those of the queue that the page offers, in the order they stand in the address.
pub const REVIEW_FIELDS: [Field; 5] = ["status", "kind", "risk", "assignee", "provider"];

/// A field's value.
pub fn value(filter: &impl Serialize, field: Field) -> Option<String> {
    serde_json::to_value(filter).ok()?.get(field)?.as_str().map(str::to_owned)
}

/// Gives it a value; a word that the contract does not have leaves it out.
pub fn put(filter: &mut (impl Serialize + DeserializeOwned), field: Field, value: Option<&str>) {
    // An empty text is a value of one field alone: items that nobody takes care of.
    let value = value.filter(|text| !text.is_empty() || field == "assignee");
    let mut fields = serde_json::to_value(&*filter).unwrap_or_default();
    for value in [value.into(), Value::Null] {
        fields[field] = value;
        if let Ok(changed) = serde_json::from_value(fields.clone()) {
            *filter = changed;
            return;
        }
    }
}

/// The fields that are set, by name.
pub fn query(filter: &impl Serialize, fields: &[Field]) -> Vec<(Field, String)> {
    fields.iter().filter_map(|field| Some((*field, value(filter, field)?))).collect()
}
