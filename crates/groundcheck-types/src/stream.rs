//! A provider's answer, checked while it streams: what `POST /api/stream` takes, and its events.
//!
//! Source: document 4, "Hallucination Detection Pipeline". What the check itself says is [`MonitorUpdate`](crate::MonitorUpdate)'s and
//! [`MonitorReport`]'s.

use serde::{Deserialize, Serialize};

use crate::{
    ANSWER_MAX_BYTES, ErrorCode, Facts, InputError, KnowledgeCheck, Locale, MonitorPolicyOverrides, MonitorReport,
    MonitorRequest, Number, PolicyOverrides, Request, Scope, Source, Turn, Warning, read_json,
};

/// The longest that streaming one answer may take, in seconds.
pub const STREAM_SECONDS_MAX: u32 = 600;
/// How long it may take where nobody says, in seconds.
pub const STREAM_SECONDS_DEFAULT: u32 = 120;
/// The highest temperature that any provider takes.
pub const TEMPERATURE_MAX: f64 = 2.0;

/// A question for a provider, and what its answer should rest on: a [`MonitorRequest`] with whom to ask, and how.
///
/// ```
/// use groundcheck_types::StreamRequest;
///
/// let json = br#"{"question": "What was the NOI?", "sources": [{"id": "S0", "text": "NOI: $1,200,000."}], "provider": "house"}"#;
/// assert!(StreamRequest::from_json(json).unwrap().show_evidence);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StreamRequest {
    /// What is asked; not empty, at most 256 KiB.
    pub question: String,
    /// The provider's name, one of `GET /api/providers`; the first that is ready and has a default model where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// The model; the provider's default where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What the model is told about its task, before anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// Whether the model is shown the sources and facts, to answer from them. Without them it answers from what it knows.
    #[serde(default = "shown")]
    pub show_evidence: bool,
    /// How long the answer may get, in the model's tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// From 0, the most likely words, to 2; the provider's own where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<Number>,
    /// How long the whole answer may take, in seconds, at most 600; what was said by then is judged. 120 where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_seconds: Option<Number>,
    /// As [`MonitorRequest::id`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// As [`MonitorRequest::sources`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// As [`MonitorRequest::facts`].
    #[serde(default)]
    pub facts: Facts,
    /// As [`MonitorRequest::scope`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// The conversation so far, oldest first. The model sees it, and what it says is compared with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Turn>,
    /// As [`MonitorRequest::confidence`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Number>,
    /// As [`MonitorRequest::locale`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<Locale>,
    /// As [`MonitorRequest::as_of`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<String>,
    /// As [`MonitorRequest::policy`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyOverrides>,
    /// As [`MonitorRequest::monitor`]; an `interruption_threshold` of 1 never interrupts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitor: Option<MonitorPolicyOverrides>,
}

fn shown() -> bool {
    true
}

impl StreamRequest {
    /// A question without any evidence and wishes.
    #[must_use]
    pub fn new(question: String) -> StreamRequest {
        StreamRequest {
            question,
            provider: None,
            model: None,
            instructions: None,
            show_evidence: shown(),
            max_tokens: None,
            temperature: None,
            deadline_seconds: None,
            id: None,
            sources: Vec::new(),
            facts: Facts::default(),
            scope: None,
            history: Vec::new(),
            confidence: None,
            locale: None,
            as_of: None,
            policy: None,
            monitor: None,
        }
    }

    /// Reads and checks a request.
    ///
    /// # Errors
    /// What is no JSON, has another shape or breaks a limit, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<Self, InputError> {
        let request: StreamRequest = read_json(bytes)?;
        request.validate()?;
        Ok(request)
    }

    /// Checks the limits and values that types alone do not.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn validate(&self) -> Result<(), InputError> {
        let wrong = |field: &str, message: String| Err(InputError::field(ErrorCode::InvalidValue, field, message));
        if self.question.trim().is_empty() {
            return wrong("question", "is empty".to_owned());
        }
        for (field, text) in [("question", Some(&self.question)), ("instructions", self.instructions.as_ref())] {
            if let Some(length) = text.map(String::len).filter(|length| *length > ANSWER_MAX_BYTES) {
                return wrong(field, format!("is {length} bytes long, {ANSWER_MAX_BYTES} are allowed"));
            }
        }
        if self.max_tokens == Some(0) {
            return wrong("max_tokens", "must be more than 0".to_owned());
        }
        if self.temperature.is_some_and(|temperature| !(0.0..=TEMPERATURE_MAX).contains(&temperature.0)) {
            return wrong("temperature", format!("must be from 0 to {TEMPERATURE_MAX}"));
        }
        let most = f64::from(STREAM_SECONDS_MAX);
        if self.deadline_seconds.is_some_and(|seconds| !(0.001..=most).contains(&seconds.0)) {
            return wrong("deadline_seconds", format!("must be more than 0 and at most {STREAM_SECONDS_MAX}"));
        }
        Request::validate_sources(&self.sources)?;
        self.without_evidence().validate()
    }

    /// What the monitor of the answer is made from.
    #[must_use]
    pub fn into_monitor(self) -> MonitorRequest {
        let monitor = self.without_evidence();
        MonitorRequest { sources: self.sources, facts: self.facts, ..monitor }
    }

    fn without_evidence(&self) -> MonitorRequest {
        MonitorRequest {
            id: self.id.clone(),
            question: Some(self.question.clone()),
            sources: Vec::new(),
            facts: Facts::default(),
            scope: self.scope.clone(),
            history: self.history.clone(),
            confidence: self.confidence,
            locale: self.locale.clone(),
            as_of: self.as_of.clone(),
            policy: self.policy.clone(),
            provider: self.provider.clone(),
            model: self.model.clone(),
            monitor: self.monitor.clone(),
        }
    }
}

/// Who is about to be asked: the event `start`, before anybody is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StreamStart {
    /// Whom.
    pub provider: String,
    /// Which of its models.
    pub model: String,
    /// Whether what the question needs is at hand.
    pub knowledge: KnowledgeCheck,
}

/// More of the answer: the event `delta`. What it brought, a `MonitorUpdate`, follows as the event `update`, where it brought anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StreamDelta {
    /// The answer goes on with this; never empty.
    pub text: String,
}

/// The provider was told to stop, and says no more: the event `interruption`. What goes out instead follows in `done`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StreamInterruption {
    /// The most certain warning.
    pub warning: Warning,
    /// How long the answer is, in UTF-8 bytes.
    pub length: u32,
}

/// Why an answer has no more words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum StreamEnding {
    /// The model has said all.
    Complete,
    /// The monitor interrupted it.
    Interrupted,
    /// No more tokens were allowed, or there was no more room.
    Length,
    /// The provider held the rest back.
    Filtered,
    /// Something failed on the way, the time was over, or the answer is longer than one may be; `error` says which.
    Failed,
}

impl StreamEnding {
    /// As it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            StreamEnding::Complete => "complete",
            StreamEnding::Interrupted => "interrupted",
            StreamEnding::Length => "length",
            StreamEnding::Filtered => "filtered",
            StreamEnding::Failed => "failed",
        }
    }
}

/// The answer and what was found in it: the event `done`, the last one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StreamAnswer {
    /// Whom.
    pub provider: String,
    /// Which of its models.
    pub model: String,
    /// What was said: all deltas.
    pub answer: String,
    /// Why it ends there.
    pub ending: StreamEnding,
    /// Whether the model would have said more: every ending but `complete`.
    pub partial: bool,
    /// Whether the answer may stand: it is whole, its report is `clean`, and nothing needs to be said instead. Nothing else is an
    /// all-clear; of a partial answer even a `clean` report speaks only for what was said.
    pub all_clear: bool,
    /// What failed, where the ending is `failed`; else null.
    pub error: Option<InputError>,
    /// What was found in what was said, and the text that goes out instead. Its report is that of `POST /api/analyze`, byte for byte.
    pub monitor: MonitorReport,
    /// What went in, in the provider's tokens; null where the provider does not say.
    pub prompt_tokens: Option<u64>,
    /// What came out.
    pub completion_tokens: Option<u64>,
    /// How often the provider was asked until it answered.
    pub tries: u32,
    /// How long it took until the first words, in milliseconds.
    pub first_delta_ms: u64,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
    /// The item of the review queue, where the answer entered; else null.
    pub review_id: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        let with = |more: &str| format!(r#"{{"question": "How many floors?"{more}}}"#);
        for (more, code, field) in [
            (r#", "provder": "p""#, ErrorCode::UnknownField, "provder"),
            (r#", "answer": "nine""#, ErrorCode::UnknownField, "answer"),
            (r#", "provider": " ""#, ErrorCode::InvalidValue, "provider"),
            (r#", "model": """#, ErrorCode::InvalidValue, "model"),
            (r#", "temperature": 3"#, ErrorCode::InvalidValue, "temperature"),
            (r#", "max_tokens": 0"#, ErrorCode::InvalidValue, "max_tokens"),
            (r#", "deadline_seconds": 601"#, ErrorCode::InvalidValue, "deadline_seconds"),
            (r#", "show_evidence": 1"#, ErrorCode::InvalidValue, "show_evidence"),
            (r#", "monitor": {"threshold": 1}"#, ErrorCode::UnknownField, "monitor.threshold"),
            (r#", "history": [{"role": "bot", "text": ""}]"#, ErrorCode::InvalidValue, "history[0].role"),
            (r#", "sources": [{"id": "", "text": ""}]"#, ErrorCode::InvalidValue, "sources[0].id"),
            (r#", "facts": [{"metric": "a"}]"#, ErrorCode::MissingField, "facts[0].value"),
            (r#", "as_of": "today""#, ErrorCode::InvalidValue, "as_of"),
        ] {
            let error = StreamRequest::from_json(with(more).as_bytes()).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (code, Some(field)), "{more}");
        }
        for (json, code) in [("{}", ErrorCode::MissingField), (r#"{"question": " "}"#, ErrorCode::InvalidValue)] {
            let error = StreamRequest::from_json(json.as_bytes()).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (code, Some("question")), "{json}");
        }
    }

    #[test]
    fn the_monitor_gets_all_that_is_its() {
        let rest = r#""id": "1", "sources": [{"id": "S0", "text": "t"}], "facts": [{"metric": "a", "value": 1}],
            "scope": {"entity": "e"}, "history": [{"role": "user", "text": "h"}], "confidence": 0.5, "locale": "he",
            "as_of": "2024-12-01", "policy": {"currency_tolerance_ratio": 0.1}, "provider": "p", "model": "m",
            "monitor": {"check_history": false}, "question": "q""#;
        let asking = r#""instructions": "i", "show_evidence": false, "max_tokens": 1, "temperature": 0.5, "deadline_seconds": 2"#;
        let request = StreamRequest::from_json(format!("{{{rest}, {asking}}}").as_bytes()).unwrap();
        let monitor = MonitorRequest::from_json(format!("{{{rest}}}").as_bytes()).unwrap();
        assert_eq!(request.into_monitor(), monitor);
    }
}
