//! JSON as language models write it.
//!
//! Beside what is JSON it takes: commas before a closing bracket, comments, line breaks inside texts, `\'`, Python's `True`, `False`
//! and `None`, `NaN` (as null), and `85%` (as a text). What breaks off is read as far as it is whole. Anything else is no JSON: texts are
//! never mended, and nothing is added that is not there.

use serde_json::{Map, Number, Value};

/// How deep lists and objects may be in one another.
const DEPTH_MAX: usize = 64;

/// A value at the beginning of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// The value. Where it breaks off: lists with those of their elements that are whole, objects with those of their values, the
    /// last of which may itself be a list or an object that breaks off.
    pub value: Value,
    /// Where it ends, in bytes.
    pub end: usize,
    /// Whether it ends before the text does, and not because the text does.
    pub is_complete: bool,
}

/// Reads the list, object or other value that the text begins with.
#[must_use]
pub fn read(text: &str) -> Option<Read> {
    let mut reader = Reader { text, at: 0 };
    match reader.value(0) {
        Ok(value) => Some(Read { value, end: reader.at, is_complete: true }),
        Err(Stop::BrokenOff(Some(value))) => Some(Read { value, end: text.len(), is_complete: false }),
        Err(Stop::BrokenOff(None) | Stop::Wrong) => None,
    }
}

/// Why a value could not be read to its end.
enum Stop {
    /// The text is over; what there is of the value, where that is of use.
    BrokenOff(Option<Value>),
    /// It is no JSON.
    Wrong,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// The next character after white space and comments, which stays where it is.
    fn peek(&mut self) -> Result<char, Stop> {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            self.at += blank;
            let rest = self.rest();
            let comment = if rest.starts_with("//") {
                rest.find('\n')
            } else if rest.starts_with("/*") {
                rest.find("*/").map(|end| end + 2)
            } else {
                return rest.chars().next().ok_or(Stop::BrokenOff(None));
            };
            self.at += comment.unwrap_or(rest.len());
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, Stop> {
        if depth > DEPTH_MAX {
            return Err(Stop::Wrong);
        }
        match self.peek()? {
            '{' => self.object(depth),
            '[' => self.list(depth),
            '"' => self.string().map(Value::String),
            '-' | '0'..='9' => self.number(),
            c if c.is_ascii_alphabetic() => self.word(),
            _ => Err(Stop::Wrong),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, Stop> {
        self.at += 1;
        let mut list = Vec::new();
        loop {
            match self.next_element(']', list.is_empty()) {
                Ok(true) => {}
                Ok(false) => return Ok(Value::Array(list)),
                Err(Stop::BrokenOff(_)) => return Err(Stop::BrokenOff(Some(Value::Array(list)))),
                Err(Stop::Wrong) => return Err(Stop::Wrong),
            }
            match self.value(depth + 1) {
                Ok(value) => list.push(value),
                // The element that breaks off is none.
                Err(Stop::BrokenOff(_)) => return Err(Stop::BrokenOff(Some(Value::Array(list)))),
                Err(Stop::Wrong) => return Err(Stop::Wrong),
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, Stop> {
        self.at += 1;
        let mut object = Map::new();
        match self.members(&mut object, depth) {
            Ok(()) => Ok(Value::Object(object)),
            Err(Stop::BrokenOff(_)) => Err(Stop::BrokenOff(Some(Value::Object(object)))),
            Err(Stop::Wrong) => Err(Stop::Wrong),
        }
    }

    fn members(&mut self, object: &mut Map<String, Value>, depth: usize) -> Result<(), Stop> {
        while self.next_element('}', object.is_empty())? {
            if self.peek()? != '"' {
                return Err(Stop::Wrong);
            }
            let name = self.string()?;
            if self.peek()? != ':' {
                return Err(Stop::Wrong);
            }
            self.at += 1;
            match self.value(depth + 1) {
                Ok(value) => drop(object.insert(name, value)),
                Err(Stop::BrokenOff(Some(value @ (Value::Array(_) | Value::Object(_))))) => {
                    object.insert(name, value);
                    return Err(Stop::BrokenOff(None));
                }
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Whether another element follows; the bracket or the comma before it is taken.
    fn next_element(&mut self, close: char, is_first: bool) -> Result<bool, Stop> {
        let mut next = self.peek()?;
        if !is_first && next == ',' {
            self.at += 1;
            next = self.peek()?;
        } else if !is_first && next != close {
            return Err(Stop::Wrong);
        }
        if next == close {
            self.at += 1;
        }
        Ok(next != close)
    }

    fn string(&mut self) -> Result<String, Stop> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.find(['"', '\\']).ok_or(Stop::BrokenOff(None))?;
            text.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest[plain..].starts_with('"') {
                return Ok(text);
            }
            text.push(self.escaped()?);
        }
    }

    /// The character that is escaped after a backslash.
    fn escaped(&mut self) -> Result<char, Stop> {
        let escape = self.rest().chars().next().ok_or(Stop::BrokenOff(None))?;
        self.at += escape.len_utf8();
        Ok(match escape {
            '"' | '\\' | '/' | '\'' => escape,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let unit = self.unit()?;
                let low = (0xD800..0xDC00).contains(&unit) && self.rest().starts_with("\\u");
                if !low {
                    return Ok(char::from_u32(unit).unwrap_or('\u{fffd}'));
                }
                let before = self.at;
                self.at += 2;
                match self.unit()? {
                    low @ 0xDC00..0xE000 => {
                        let joined = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                        char::from_u32(joined).unwrap_or('\u{fffd}')
                    }
                    _ => {
                        self.at = before;
                        '\u{fffd}'
                    }
                }
            }
            _ => return Err(Stop::Wrong),
        })
    }

    fn unit(&mut self) -> Result<u32, Stop> {
        let digits =
            self.rest().get(..4).ok_or(if self.rest().len() < 4 { Stop::BrokenOff(None) } else { Stop::Wrong })?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Stop::Wrong);
        }
        let unit = u32::from_str_radix(digits, 16).map_err(|_| Stop::Wrong)?;
        self.at += 4;
        Ok(unit)
    }

    fn number(&mut self) -> Result<Value, Stop> {
        let rest = self.rest();
        let length = rest.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c))).unwrap_or(rest.len());
        let number: Number = match serde_json::from_str(&rest[..length]) {
            Ok(number) => number,
            // `0.` at the end may go on.
            Err(_) if length == rest.len() => return Err(Stop::BrokenOff(None)),
            Err(_) => return Err(Stop::Wrong),
        };
        if length == rest.len() {
            // `1` at the end may go on too; where the number is all there is, nobody waits for more.
            let is_all = self.at == 0;
            self.at += length;
            return if is_all { Ok(Value::Number(number)) } else { Err(Stop::BrokenOff(None)) };
        }
        if rest[length..].starts_with('%') {
            let text = rest[..=length].to_owned();
            self.at += length + 1;
            return Ok(Value::String(text));
        }
        self.at += length;
        Ok(Value::Number(number))
    }

    fn word(&mut self) -> Result<Value, Stop> {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let value = match &rest[..length] {
            "true" | "True" => Value::Bool(true),
            "false" | "False" => Value::Bool(false),
            "null" | "None" | "NaN" | "Infinity" => Value::Null,
            _ if length == rest.len() => return Err(Stop::BrokenOff(None)),
            _ => return Err(Stop::Wrong),
        };
        self.at += length;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_models_write_is_read() {
        for (text, value) in [
            (r#"{"a": [1, 2,], "b": {},}"#, json!({"a": [1, 2], "b": {}})),
            ("[1, // one\n 2 /* two */]", json!([1, 2])),
            ("{\"a\": \"two\nlines\"}", json!({"a": "two\nlines"})),
            (r#"{"a": 85%, "b": -0.5e1}"#, json!({"a": "85%", "b": -5.0})),
            ("[True, False, None, NaN]", json!([true, false, null, null])),
            (r#"["it\'s", "\u00e9\ud83d\ude00", "\ud83d!", "\/"]"#, json!(["it's", "é😀", "\u{fffd}!", "/"])),
            ("\u{feff} [ ]", json!([])),
            ("\"text\"", json!("text")),
            ("12", json!(12)),
        ] {
            let read = read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((read.value, read.is_complete), (value, true), "{text}");
        }
        assert_eq!(read("{\"a\": 1} and more").map(|read| read.end), Some(8));
    }

    #[test]
    fn what_is_no_json_is_not_mended() {
        for text in [
            "",
            "Here you are",
            r#"{"a": "the "best" one"}"#,
            r#"{"a" 1}"#,
            r#"{a: 1}"#,
            "{'a': 1}",
            r#"{"a": 1 "b": 2}"#,
            r#"{"a": 1,, "b": 2}"#,
            "[1, 2}",
            "[,1]",
            r#"["\x"]"#,
            "[1.2.3]",
            "[01]",
            "[...]",
            r#"[{"a": 1}, ...]"#,
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"[".repeat(100_000)), None, "deep, but no overflow");
        assert!(read(&"[".repeat(DEPTH_MAX)).is_some());
    }

    #[test]
    fn what_breaks_off_is_read_as_far_as_it_is_whole() {
        let whole = json!({"m": [{"n": "A", "s": ["u"]}, {"n": "B", "s": []}], "more": 12});
        let text = whole.to_string();
        for cut in 1..text.len() {
            let read = read(&text[..cut]).unwrap_or_else(|| panic!("{}", &text[..cut]));
            assert!(!read.is_complete);
            for (name, value) in read.value.as_object().unwrap() {
                match value {
                    Value::Array(mentions) => {
                        let all = whole["m"].as_array().unwrap();
                        assert_eq!(mentions[..], all[..mentions.len()], "{}", &text[..cut]);
                    }
                    value => assert_eq!(&whole[name], value),
                }
            }
        }
        for (text, value) in [
            ("[1, 2", json!([1])),
            ("[\"a\", \"b", json!(["a"])),
            ("[tr", json!([])),
            ("{\"a\": {\"b\": 1, \"c\": \"x", json!({"a": {"b": 1}})),
            ("[\"\\ud8", json!([])),
            ("[1, 2] // and", json!([1, 2])),
        ] {
            assert_eq!(read(text).map(|read| read.value), Some(value), "{text}");
        }
    }

    #[test]
    fn whatever_is_json_is_read_as_json() {
        for text in [
            r#"{"a":{"b":[[],{},null,true,false,"",0,-1,1.5,1e300,18446744073709551615]}}"#,
            r#"["\b\f\n\r\t\"\\", "\u0000", "日本", "א"]"#,
            " \r\n\t{ \"x\" : [ 1 , 2 ] } ",
        ] {
            let strict: Value = serde_json::from_str(text).unwrap();
            assert_eq!(read(text).map(|read| (read.value, read.is_complete)), Some((strict, true)), "{text}");
        }
    }
}
