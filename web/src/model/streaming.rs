//! A provider's answer as the server tells it, checked while it is said.

use groundcheck_types::{InputError, MonitorUpdate, StreamAnswer, StreamDelta, StreamInterruption, StreamStart};
use serde::de::DeserializeOwned;

use super::phase::{ErrorBody, Failure};
use super::sse::Event;

/// A step that the server tells.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// Who is about to be asked.
    Start(Box<StreamStart>),
    /// More of the answer.
    Delta(StreamDelta),
    /// What settled and what was warned of.
    Update(Box<MonitorUpdate>),
    /// The monitor has stopped the provider.
    Interruption(Box<StreamInterruption>),
    /// The whole answer, or the part that there is, and what was found in it.
    Done(Box<StreamAnswer>),
    /// It did not come to that.
    Failed(InputError),
}

impl Told {
    /// The step that an event tells; `None` for one that this page does not know.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(event: &Event) -> Result<Option<Told>, Failure> {
        fn of<T: DeserializeOwned>(data: &str) -> Result<T, Failure> {
            serde_json::from_str(data).map_err(|_| Failure::Garbled)
        }
        let data = event.data.as_str();
        Ok(Some(match event.name.as_str() {
            "start" => Told::Start(of(data)?),
            "delta" => Told::Delta(of(data)?),
            "update" => Told::Update(of(data)?),
            "interruption" => Told::Interruption(of(data)?),
            "done" => Told::Done(of(data)?),
            "error" => Told::Failed(of::<ErrorBody>(data)?.error),
            _ => return Ok(None),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_that_are_not_known_are_passed_over_and_broken_ones_are_not() {
        let read = |name: &str, data: &str| Told::read(&Event { name: name.to_owned(), data: data.to_owned() });
        let delta = StreamDelta { text: "₪5".to_owned() };
        assert_eq!(read("delta", r#"{"text": "₪5"}"#), Ok(Some(Told::Delta(delta))));
        assert_eq!(read("thought", "{}"), Ok(None));
        assert_eq!(read("delta", r#"{"text": 5}"#), Err(Failure::Garbled));
        let error = r#"{"error": {"code": "timed_out", "field": null, "line": null, "message": "late"}}"#;
        assert!(matches!(read("error", error), Ok(Some(Told::Failed(error))) if error.message == "late"));
    }
}
