//! Fields that stand twice in one object: readers of JSON differ in which of the two they take.

use std::collections::HashSet;
use std::fmt;

use groundcheck_types::InputError;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// Where the arguments of a tool are in a message.
const ARGUMENTS: &str = "params.arguments";

/// JSON in which no object has the same field twice; nothing of it is kept.
#[derive(Debug)]
pub(super) struct DistinctNames;

impl<'de> Deserialize<'de> for DistinctNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NamesVisitor)
    }
}

struct NamesVisitor;

impl<'de> Visitor<'de> for NamesVisitor {
    type Value = DistinctNames;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: de::Error>(self) -> Result<DistinctNames, E> {
        Ok(DistinctNames)
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<DistinctNames, E> {
        Ok(DistinctNames)
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<DistinctNames, E> {
        Ok(DistinctNames)
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<DistinctNames, E> {
        Ok(DistinctNames)
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<DistinctNames, E> {
        Ok(DistinctNames)
    }

    fn visit_str<E: de::Error>(self, _: &str) -> Result<DistinctNames, E> {
        Ok(DistinctNames)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<DistinctNames, S::Error> {
        while seq.next_element::<DistinctNames>()?.is_some() {}
        Ok(DistinctNames)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<DistinctNames, M::Error> {
        let mut names: HashSet<String> = HashSet::new();
        while let Some(name) = map.next_key::<String>()? {
            if names.contains(&name) {
                // As serde says it of the fields that it knows.
                return Err(de::Error::custom(format_args!("duplicate field `{name}`")));
            }
            names.insert(name);
            map.next_value::<DistinctNames>()?;
        }
        Ok(DistinctNames)
    }
}

/// An error in the arguments of a tool, with its field as the tool knows it; `None` for one elsewhere in the message.
pub(super) fn of_arguments(error: &InputError) -> Option<InputError> {
    let inside = error.field.as_deref()?.strip_prefix(ARGUMENTS)?;
    let field = match inside.strip_prefix('.') {
        Some(field) => Some(field.to_owned()),
        None if inside.is_empty() => None,
        None => return None,
    };
    Some(InputError { field, ..error.clone() })
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{ErrorCode, read_json};

    use super::*;

    #[test]
    fn a_field_that_stands_twice_in_one_object_is_found_with_its_place() {
        for (json, field, said) in [
            (r#"{"a": 1, "b": {"a": [{"a": null}, {"a": "a"}]}, "c": -1.5, "d": true}"#, None, None),
            (r#"["a", "a"]"#, None, None),
            (r#"{"a": 1, "a": 1}"#, None, Some("has the field `a` twice")),
            (r#"{"a": 1, "\u0061": 2}"#, None, Some("has the field `a` twice")),
            (r#"{"x": [0, {"b": {}, "c": 0, "b": {}}]}"#, Some("x[1]"), Some("has the field `b` twice")),
        ] {
            let error = read_json::<DistinctNames>(json.as_bytes()).err();
            assert_eq!(error.as_ref().map(|error| error.message.as_str()), said, "{json}");
            assert_eq!(error.as_ref().and_then(|error| error.field.as_deref()), field, "{json}");
        }
    }

    #[test]
    fn arguments_are_named_as_their_tool_knows_them() {
        for (field, known) in [
            (Some("params.arguments"), Some(None)),
            (Some("params.arguments.record.total"), Some(Some("record.total"))),
            (Some("params.argumentsx"), None),
            (Some("params"), None),
            (None, None),
        ] {
            let error =
                InputError { field: field.map(str::to_owned), ..InputError::whole(ErrorCode::InvalidValue, "x") };
            let own = of_arguments(&error).map(|error| error.field);
            assert_eq!(own, known.map(|field| field.map(str::to_owned)), "{field:?}");
        }
    }
}
