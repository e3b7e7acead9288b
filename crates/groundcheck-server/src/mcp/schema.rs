//! The contract's JSON Schemas as tools need them: self-contained, and short enough for a model to read with every request.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The schema of a type that a tool reads: what may be null may be left out.
pub(super) fn input<T: JsonSchema>() -> JsonObject {
    let mut schema = plain::<T>(SchemaSettings::draft2020_12().for_deserialize());
    without_null(&mut schema);
    object(schema)
}

/// The schema of a type that a tool returns.
pub(super) fn output<T: JsonSchema>() -> JsonObject {
    object(plain::<T>(SchemaSettings::draft2020_12().for_serialize()))
}

/// A schema with these properties alone; the others of the contract are still taken, unsaid.
pub(super) fn only(mut schema: JsonObject, names: &[&str]) -> JsonObject {
    schema.remove("additionalProperties");
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| names.contains(&name.as_str()));
    }
    schema
}

/// Puts a property in the place of the contract's, or adds one.
pub(super) fn with(mut schema: JsonObject, name: &str, property: Value) -> JsonObject {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert(name.to_owned(), property);
    }
    schema
}

fn object(schema: Value) -> JsonObject {
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

fn plain<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    shorten(&mut schema);
    if let Value::Object(schema) = &mut schema {
        schema.remove("title");
        schema.remove("description");
    }
    schema
}

/// Takes out what says little to a reader of JSON: names of Rust's number types, examples in Rust, what each of a list of words means.
fn shorten(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(shorten);
            if let Some(words) = fields.get("oneOf").and_then(words) {
                fields.remove("oneOf");
                fields.insert("type".to_owned(), json!("string"));
                fields.insert("enum".to_owned(), words);
            }
            if fields.get("format").is_some_and(Value::is_string) {
                fields.remove("format");
            }
            if let Some(Value::String(text)) = fields.get_mut("description")
                && let Some((head, _)) = text.split_once("\n\n```")
            {
                *text = head.to_owned();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        _ => {}
    }
}

/// The words of an enumeration; `None` for other alternatives.
fn words(one_of: &Value) -> Option<Value> {
    let alternatives = one_of.as_array()?;
    let words: Vec<Value> = alternatives
        .iter()
        .flat_map(|alternative| match (alternative.get("const"), alternative.get("enum")) {
            (Some(word), _) => vec![Some(word.clone())],
            (None, Some(Value::Array(words))) => words.iter().cloned().map(Some).collect(),
            _ => vec![None],
        })
        .collect::<Option<_>>()?;
    words.iter().all(Value::is_string).then_some(Value::Array(words))
}

/// Takes null out of the alternatives: some clients know one type for a property.
fn without_null(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(without_null);
            if let Some(Value::Array(types)) = fields.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    fields.insert("type".to_owned(), only);
                }
            }
            if fields.get("default").is_some_and(Value::is_null) {
                fields.remove("default");
            }
            let Some(Value::Array(alternatives)) = fields.get_mut("anyOf") else { return };
            alternatives.retain(|alternative| alternative["type"] != "null");
            if let [Value::Object(only)] = alternatives.as_slice() {
                let only = only.clone();
                fields.remove("anyOf");
                // What is said of the property goes before what is said of its type.
                only.into_iter().for_each(|(name, value)| {
                    fields.entry(name).or_insert(value);
                });
            }
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Request, UrlState};

    use super::*;

    #[test]
    fn an_input_refers_to_nothing_outside_and_knows_no_null() {
        let schema = Value::Object(input::<Request>());
        let text = schema.to_string();
        assert!(!text.contains("$ref") && !text.contains("\"null\"") && !text.contains("```"), "{text}");
        assert_eq!(schema["properties"]["question"], json!({ "type": "string", "description": "What was asked." }));
        assert_eq!(schema["properties"]["scope"]["description"], "Which facts apply.");
        assert_eq!(schema["properties"]["scope"]["type"], "object");
        assert_eq!(schema["required"], json!(["answer"]));
    }

    #[test]
    fn an_enumeration_is_a_list_of_words() {
        let schema = Value::Object(output::<UrlState>());
        assert_eq!(schema, json!({ "type": "string", "enum": ["reachable", "unreachable", "unknown"] }));
    }

    #[test]
    fn properties_are_chosen_and_replaced() {
        let schema = with(only(input::<Request>(), &["answer", "policy"]), "policy", json!({ "type": "object" }));
        let schema = Value::Object(schema);
        assert_eq!(schema["properties"].as_object().unwrap().len(), 2);
        assert_eq!(schema["properties"]["policy"], json!({ "type": "object" }));
        assert!(schema.get("additionalProperties").is_none(), "the rest of the contract is taken too");
    }
}
