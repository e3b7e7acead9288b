//! Server-sent events out of chunks of bytes that end anywhere, also inside of a character.
//!
//! Source: the HTML standard, "Server-sent events". Lines end as this server ends them, in a line feed; what it does not send
//! (`id`, `retry`) is passed over.

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What it is; empty where it does not say.
    pub name: String,
    /// What it says.
    pub data: String,
}

/// Reads events as they come in.
#[derive(Debug, Default)]
pub struct EventReader {
    /// The line that is not over.
    line: Vec<u8>,
    name: String,
    data: Option<String>,
}

impl EventReader {
    /// Takes the next chunk and gives the events that end in it.
    pub fn push(&mut self, chunk: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        for part in chunk.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                let line = String::from_utf8_lossy(&line);
                events.extend(self.read(line.trim_end_matches(['\n', '\r'])));
            }
        }
        events
    }

    /// A line; an empty one ends the event.
    fn read(&mut self, line: &str) -> Option<Event> {
        if line.is_empty() {
            let name = std::mem::take(&mut self.name);
            return self.data.take().map(|data| Event { name, data });
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.name),
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            },
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = ":\n\nevent: plan\ndata: {\"a\": \"₪😀\"}\n\nid: 1\ndata: one\r\ndata:two\r\n\r\nevent: lost\n\nevent: cut\ndata: x";

    fn events() -> Vec<Event> {
        let event = |name: &str, data: &str| Event { name: name.to_owned(), data: data.to_owned() };
        vec![event("plan", "{\"a\": \"₪😀\"}"), event("", "one\ntwo")]
    }

    #[test]
    fn however_the_bytes_are_cut_the_events_are_the_same() {
        for size in 1..=TEXT.len() {
            let mut reader = EventReader::default();
            let read: Vec<Event> = TEXT.as_bytes().chunks(size).flat_map(|chunk| reader.push(chunk)).collect();
            assert_eq!(read, events(), "{size} bytes at a time");
        }
    }

    #[test]
    fn an_event_that_is_cut_off_is_none() {
        let mut reader = EventReader::default();
        assert!(reader.push(b"event: done\ndata: {}\n").is_empty());
        assert_eq!(reader.push(b"\n").len(), 1);
    }
}
