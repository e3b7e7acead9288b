use core::fmt;

use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A record as a model returned it: any JSON, with all it says.
///
/// Whole numbers stay exact (an account number may have twenty digits), fields keep their order, and a field that stands twice is
/// there twice: which of the two a reader takes differs from reader to reader.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordValue {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number.
    Integer(i128),
    /// Any other number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<RecordValue>),
    /// An object's fields in their order.
    Object(Vec<(String, RecordValue)>),
}

impl RecordValue {
    /// What it is, for people.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            RecordValue::Null => "null",
            RecordValue::Bool(_) => "true or false",
            RecordValue::Integer(_) | RecordValue::Number(_) => "a number",
            RecordValue::Text(_) => "a text",
            RecordValue::List(_) => "a list",
            RecordValue::Object(_) => "an object",
        }
    }

    /// The field of this name; the first, where it stands twice.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&RecordValue> {
        match self {
            RecordValue::Object(fields) => fields.iter().find(|(own, _)| own == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Whether nothing is said: null, or a text of white space.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            RecordValue::Null => true,
            RecordValue::Text(text) => text.trim().is_empty(),
            _ => false,
        }
    }
}

impl<'de> Deserialize<'de> for RecordValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor;
        impl<'de> Visitor<'de> for ValueVisitor {
            type Value = RecordValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a record")
            }
            fn visit_unit<E: de::Error>(self) -> Result<RecordValue, E> {
                Ok(RecordValue::Null)
            }
            fn visit_bool<E: de::Error>(self, flag: bool) -> Result<RecordValue, E> {
                Ok(RecordValue::Bool(flag))
            }
            fn visit_i64<E: de::Error>(self, n: i64) -> Result<RecordValue, E> {
                Ok(RecordValue::Integer(n.into()))
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<RecordValue, E> {
                Ok(RecordValue::Integer(n.into()))
            }
            fn visit_f64<E: de::Error>(self, n: f64) -> Result<RecordValue, E> {
                Ok(RecordValue::Number(n))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<RecordValue, E> {
                Ok(RecordValue::Text(text.to_owned()))
            }
            fn visit_string<E: de::Error>(self, text: String) -> Result<RecordValue, E> {
                Ok(RecordValue::Text(text))
            }
            fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<RecordValue, S::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(RecordValue::List(items))
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<RecordValue, M::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(RecordValue::Object(fields))
            }
        }
        deserializer.deserialize_any(ValueVisitor)
    }
}

impl Serialize for RecordValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            RecordValue::Null => serializer.serialize_unit(),
            RecordValue::Bool(flag) => serializer.serialize_bool(*flag),
            RecordValue::Integer(n) => serializer.serialize_i128(*n),
            RecordValue::Number(n) => serializer.serialize_f64(*n),
            RecordValue::Text(text) => serializer.serialize_str(text),
            RecordValue::List(items) => serializer.collect_seq(items),
            RecordValue::Object(fields) => serializer.collect_map(fields.iter().map(|(name, value)| (name, value))),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for RecordValue {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RecordValue".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A record as a model returned it: any JSON.",
            "type": ["object", "array", "string", "number", "boolean", "null"]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_record_is_lost() {
        let json = r#"{"b":18446744073709551615,"a":[1,-2,1.5,null,true,"x"],"b":{"c":{}}}"#;
        let value: RecordValue = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(value.get("b"), Some(&RecordValue::Integer(u64::MAX.into())));
    }
}
