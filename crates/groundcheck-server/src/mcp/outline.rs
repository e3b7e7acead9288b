//! Which request a line is, read off its outermost fields as the bytes pass: for lines that are too long to keep or no JSON.

use rmcp::model::RequestId;

/// The longest name or value of an outermost field that is looked at, in bytes.
const LONGEST: usize = 256;

/// The outermost fields `id` and `method` of a JSON object; nothing else of it is kept.
#[derive(Debug, Default)]
pub(super) struct Outline {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// The name or value at hand, as it is written.
    token: Vec<u8>,
    name: Vec<u8>,
    id: Option<RequestId>,
    method: Option<String>,
}

impl Outline {
    /// The outline of a whole line.
    pub(super) fn of(line: &[u8]) -> Self {
        let mut outline = Outline::default();
        outline.read(line);
        outline
    }

    /// Reads on.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.read_byte(*byte);
        }
    }

    /// The id of the request, if it is one: a notification has none, and a response no method.
    pub(super) fn request(self) -> Option<(RequestId, String)> {
        self.id.zip(self.method)
    }

    fn read_byte(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            self.in_string = self.is_escaped || byte != b'"';
            self.is_escaped = !self.is_escaped && byte == b'\\';
            return;
        }
        match byte {
            b'"' => {
                self.keep(byte);
                self.in_string = true;
            }
            b'{' | b'[' => self.depth = self.depth.saturating_add(1),
            b'}' | b']' => {
                self.end_value();
                self.depth = self.depth.saturating_sub(1);
            }
            b':' if self.depth == 1 => self.name = std::mem::take(&mut self.token),
            b',' => self.end_value(),
            _ if byte.is_ascii_whitespace() => {}
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        // One byte more than is looked at tells what is too long.
        if self.depth == 1 && self.token.len() <= LONGEST {
            self.token.push(byte);
        }
    }

    fn end_value(&mut self) {
        if self.depth != 1 {
            return;
        }
        let value = std::mem::take(&mut self.token);
        match std::mem::take(&mut self.name).as_slice() {
            b"\"id\"" => self.id = serde_json::from_slice(&value).ok(),
            b"\"method\"" => self.method = serde_json::from_slice(&value).ok(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_known_by_its_outermost_fields_alone() {
        let number = |id| Some((RequestId::Number(id), "tools/call".to_owned()));
        let text = |id: &str| Some((RequestId::String(id.into()), "tools/call".to_owned()));
        let long = "x".repeat(300);
        for (line, request) in [
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"id":8,"a":["\"id\":9"]}}"#.to_owned(),
                number(7),
            ),
            (
                r#"{"method" : "tools/call", "params": {"text": "\\\"}, \"id\": 3"}, "id" : "a-7" }"#.to_owned(),
                text("a-7"),
            ),
            // Cut off behind both, too deep, or no JSON at all inside.
            (r#"{"id":7,"method":"tools/call","params":{"text":"and so on"#.to_owned(), number(7)),
            (format!(r#"{{"id":7,"method":"tools/call","params":{}"#, "[".repeat(300)), number(7)),
            (r#"{"id":7,"method":"tools/call","params":{what?}}"#.to_owned(), number(7)),
            // A notification, a response, a list, and what is no id.
            (r#"{"method":"tools/call","params":{"id":1}}"#.to_owned(), None),
            (r#"{"id":7,"result":{"method":"tools/call"}}"#.to_owned(), None),
            (r#"[{"id":7,"method":"tools/call"}]"#.to_owned(), None),
            (r#"{"id":{"id":7},"method":"tools/call"}"#.to_owned(), None),
            (format!(r#"{{"id":"{long}","method":"tools/call"}}"#), None),
            (r#""id":7,"method":"tools/call""#.to_owned(), None),
            (String::new(), None),
        ] {
            assert_eq!(Outline::of(line.as_bytes()).request(), request, "{line}");
            // In pieces, too.
            let mut outline = Outline::default();
            line.as_bytes().chunks(3).for_each(|piece| outline.read(piece));
            assert_eq!(outline.request(), request, "{line}");
        }
    }
}
