//! Which value of a JSON text an error of `serde_json` is about.
//!
//! From the position that the error has anyway. A deserialiser that keeps the path while it reads (`serde_path_to_error`) is
//! compiled once more for every type of the contract: a tenth of what the browser downloads, for texts that are wrong.
//!
//! `serde_json` stops behind a scalar that it refuses, before a list or an object, and behind a list or an object in which
//! something is missing; it adds the position when the error leaves the value, so whatever reads a value must refuse it while it
//! is read (in a visitor) and not afterwards.

use core::fmt::Write as _;

/// A list or an object that the position is inside of.
enum Open {
    /// How many elements are done with, and whether the one after them has begun.
    List(usize, bool),
    /// The name read last.
    Object(Name),
}

/// How far an object's next field has been read; the bytes are of the name with its quotes.
enum Name {
    None,
    Read(usize, usize),
    Colon(usize, usize),
    Valued(usize, usize),
}

/// The path to the value at this place of the text: `sources[0].id`; empty for the text as a whole.
///
/// The place is a line and a column as `serde_json` counts them: from 1, in bytes, of the last byte that was read.
pub(crate) fn at(text: &str, line: usize, column: usize) -> String {
    let line_start = match line {
        0 | 1 => 0,
        _ => text.match_indices('\n').nth(line - 2).map_or(0, |(at, _)| at + 1),
    };
    let bytes = text.as_bytes();
    let end = (line_start + column).min(bytes.len());
    let mut path = String::new();
    let open = open_at(&bytes[..end]);
    let before_value = bytes.get(end).is_some_and(|b| matches!(b, b'[' | b'{'));
    for (depth, place) in open.iter().enumerate() {
        let innermost = depth + 1 == open.len();
        match *place {
            Open::List(index, begun) if begun || !innermost || before_value => {
                let _ = write!(path, "[{index}]");
            }
            Open::Object(Name::Colon(from, to) | Name::Valued(from, to)) => {
                if !path.is_empty() {
                    path.push('.');
                }
                // A name is a text as any other, with escapes.
                let name: Option<String> = text.get(from..to).and_then(|quoted| serde_json::from_str(quoted).ok());
                path.push_str(&name.unwrap_or_default());
            }
            // The error is about the container: a name that it does not know, or has had.
            Open::List(..) | Open::Object(_) => {}
        }
    }
    path
}

/// What is open at the end of this beginning of a JSON text.
fn open_at(bytes: &[u8]) -> Vec<Open> {
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b' ' | b'\n' | b'\r' | b'\t' => {}
            b'[' => open.push(Open::List(0, false)),
            b'{' => open.push(Open::Object(Name::None)),
            b']' | b'}' => {
                open.pop();
                value_read(&mut open);
            }
            b',' => match open.last_mut() {
                Some(Open::List(index, begun)) => (*index, *begun) = (*index + 1, false),
                Some(Open::Object(name)) => *name = Name::None,
                None => {}
            },
            b':' => {
                if let Some(Open::Object(name)) = open.last_mut()
                    && let Name::Read(from, to) = *name
                {
                    *name = Name::Colon(from, to);
                }
            }
            b'"' => {
                while let Some(byte) = bytes.get(at) {
                    at += if *byte == b'\\' { 2 } else { 1 };
                    if *byte == b'"' {
                        break;
                    }
                }
                match open.last_mut() {
                    Some(Open::Object(name @ Name::None)) => *name = Name::Read(start, at),
                    _ => value_read(&mut open),
                }
            }
            _ => value_read(&mut open),
        }
    }
    open
}

fn value_read(open: &mut [Open]) {
    match open.last_mut() {
        Some(Open::List(_, begun)) => *begun = true,
        Some(Open::Object(name)) => {
            if let Name::Colon(from, to) = *name {
                *name = Name::Valued(from, to);
            }
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use crate::{LabelledCase, Report, Request, read_json};

    const CASE: &str = r#"{"id":"a","answer":"5% \"}]","question":null,"sources":[{"id":"s","text":"t","kind":"inference"},
{"id":"u","text":"v","title":"w"}],"facts":[{"metric":"m","value":7,"entity":1},{"noi":1.5,"d\"s":null,"x":"y"}],
"scope":{"entity":"e","period":2024},"history":[{"role":"user","text":"q"}],"confidence":0.5,"locale":"he",
"policy":{"target_rate":0.1,"verify_dates":true},"expected":{"claims":[{"text":"5%","status":"supported"}]},"tags":["t"]}"#;

    const REPORT: &str = r#"{"schema_version":1,"id":null,"checks":["c"],"verdict":"flagged","verdict_reason":"contradicted",
"risk":"high","reliability":0,"claims":[{"id":"c1","kind":"date","text":"2024","span":{"start":0,"end":4},
"utf16":{"start":0,"end":4},"value":"2024","unit":null,"comparator":"about","citations":[],"status":"contradicted",
"confidence":1,"evidence":[{"source":"s","fact":null,"turn":null,"span":null,"utf16":null,"value":7,"text":"x"}],
"nearest":{"text":"x","difference_percent":null,"source":null,"fact":0,"span":null,"utf16":null,"value":2023},
"derivation":null,"reasons":[{"code":"other_unit","message":"m"}]}],"findings":[],"summary":{"total_claims":1,
"verified_claims":0,"unverified_claims":1,"unverifiable_claims":0,"has_hallucinations":true,"hallucination_rate":1,
"confidence_adjustment":0.2,"original_confidence":null,"adjusted_confidence":null},"disposition":"review",
"action":"interrupt","needs_attention":["c1"],"error":{"code":"internal","field":null,"line":1,"message":"m"}}"#;

    /// Where `serde_path_to_error` says that an error of data is, as `field` has it.
    fn tracked<T: DeserializeOwned>(text: &str) -> Option<Option<String>> {
        let error = serde_path_to_error::deserialize::<_, T>(&mut serde_json::Deserializer::from_str(text)).err()?;
        let (path, message) = (error.path().to_string(), error.inner().to_string());
        let path = if path == "." { "" } else { path.as_str() };
        let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
        let row = path.is_empty() || path.ends_with(']');
        let unknown = message.strip_prefix("unknown field `").and_then(|rest| rest.split('`').next());
        let added = missing.or(unknown.filter(|name| row || !path.ends_with(name)));
        let path = match (path, added) {
            ("", None) => None,
            ("", Some(name)) => Some(name.to_owned()),
            (path, None) => Some(path.to_owned()),
            (path, Some(name)) => Some(format!("{path}.{name}")),
        };
        error.inner().is_data().then_some(path)
    }

    /// Every text that one mistake makes of this one: a value replaced, a field renamed, repeated or left out.
    fn mistakes(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        let whole: serde_json::Value = serde_json::from_str(text).unwrap();
        let mut pointers = vec![String::new()];
        let mut at = 0;
        while let Some(pointer) = pointers.get(at).cloned() {
            at += 1;
            let children: Vec<String> = match whole.pointer(&pointer).unwrap() {
                serde_json::Value::Object(fields) => fields.keys().cloned().collect(),
                serde_json::Value::Array(list) => (0..list.len()).map(|i| i.to_string()).collect(),
                _ => Vec::new(),
            };
            pointers.extend(children.iter().map(|child| format!("{pointer}/{child}")));
            let values = [
                "7",
                "-3",
                "2.5",
                "9e20",
                "true",
                "null",
                r#""x""#,
                r#""a\"b""#,
                "[]",
                "[[1]]",
                "[ 1 , 2]",
                r#"["a", [2]]"#,
                "[{}]",
                "{}",
                r#"{"a": 1}"#,
                r#"{"a b" : [{}], "c": 2}"#,
                r#"[{"id": 3}]"#,
                r#"{ "id": [] }"#,
            ];
            for value in values {
                let mut other = whole.clone();
                *other.pointer_mut(&pointer).unwrap() = serde_json::from_str(value).unwrap();
                all.push(other);
            }
            if let Some(fields) = whole.pointer(&pointer).unwrap().as_object() {
                for name in fields.keys() {
                    let mut other = whole.clone();
                    let object = other.pointer_mut(&pointer).unwrap().as_object_mut().unwrap();
                    let value = object.remove(name).unwrap();
                    all.push(other.clone());
                    other.pointer_mut(&pointer).unwrap()["x\n\"y"] = value;
                    all.push(other);
                }
            }
        }
        let spaced = |value: &serde_json::Value| serde_json::to_string_pretty(value).unwrap();
        let mut texts: Vec<String> = all.iter().flat_map(|value| [value.to_string(), spaced(value)]).collect();
        // What a map cannot hold: a name twice.
        for name in ["id", "text", "status", "value", "tags", "start", "locale", "x"] {
            texts.push(text.replacen(&format!("\"{name}\":"), &format!("\"{name}\":0,\"{name}\":"), 1));
            texts.push(text.replacen(&format!("\"{name}\":"), &format!("\"{name}\":null,\"{name}\":"), 1));
            texts.push(text.replacen(&format!("\"{name}\":"), &format!("\"{name}\":\"a\",\"{name}\" : "), 1));
        }
        texts
    }

    fn compare<T: DeserializeOwned>(text: &str) -> usize {
        let mut seen = 0;
        for wrong in mistakes(text) {
            let Some(field) = tracked::<T>(&wrong) else { continue };
            assert_eq!(read_json::<T>(wrong.as_bytes()).err().map(|e| e.field), Some(field), "{wrong}");
            seen += 1;
        }
        seen
    }

    #[test]
    fn the_path_is_the_one_a_tracking_deserialiser_gives() {
        assert!(compare::<LabelledCase>(CASE) > 500);
        assert!(compare::<Report>(REPORT) > 1000);
        compare::<Request>(CASE);
        compare::<Vec<Vec<u8>>>("[[1,2],[3],[]]");
    }
}
