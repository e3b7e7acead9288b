//! The id of a request that cannot be read, so that its error report can be told apart all the same.

use std::fmt;

use groundcheck_types::ID_MAX_BYTES;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

/// The `id` at the top of a JSON object that may be broken behind it.
#[must_use]
pub fn read_id(bytes: &[u8]) -> Option<String> {
    // A bad byte breaks the line; what stands before it can still be read.
    let text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let mut id = None;
    // The error is known already; only what was read before it matters.
    let _ = IdSeed(&mut id).deserialize(&mut serde_json::Deserializer::from_str(text));
    id.filter(|id| id.len() <= ID_MAX_BYTES)
}

struct IdSeed<'a>(&'a mut Option<String>);

impl<'de> DeserializeSeed<'de> for IdSeed<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for IdSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "id" {
                *self.0 = map.next_value()?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_before_the_break_is_read_and_one_inside_something_else_is_not() {
        let cases: &[(&[u8], Option<&str>)] = &[
            (br#"{"id": "a7", "answer": "cut"#, Some("a7")),
            (b"{\"id\": \"a7\", \"answer\": \"\xff\"}", Some("a7")),
            (br#"{"answer": 3, "id": "a7"}"#, Some("a7")),
            (br#"{"answer": "x", "sources": [{"id": "S0"}"#, None),
            (br#"{"id": 7, "answer": "x"}"#, None),
            (br#"{"id": "cut"#, None),
            (b"not json", None),
            (br#"["id", "a7"]"#, None),
        ];
        for (bytes, id) in cases {
            assert_eq!(read_id(bytes).as_deref(), *id, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
