//! What a question needs to be known before it is answered (document 4, component 1).

use serde::{Deserialize, Serialize};

use crate::{ErrorCode, Facts, InputError, Locale, Request, Scope, Source, Span, Turn, Utf16Span, read_json};

/// A question, and what could answer it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnowledgeRequest {
    /// What is asked; not empty, at most 256 KiB.
    pub question: String,
    /// The documents at hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// The known values.
    #[serde(default)]
    pub facts: Facts,
    /// Which facts apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// The conversation so far, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Turn>,
    /// The language and region of the question; read off its letters where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<Locale>,
}

impl KnowledgeRequest {
    /// Reads and validates a request from JSON bytes.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<KnowledgeRequest, InputError> {
        let request: KnowledgeRequest = read_json(bytes)?;
        request.validate()?;
        Ok(request)
    }

    /// Checks the limits and values that types alone do not.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn validate(&self) -> Result<(), InputError> {
        if self.question.trim().is_empty() {
            return Err(InputError::field(ErrorCode::InvalidValue, "question", "is empty"));
        }
        if self.question.len() > crate::ANSWER_MAX_BYTES {
            let message = format!("is {} bytes long, {} are allowed", self.question.len(), crate::ANSWER_MAX_BYTES);
            return Err(InputError::field(ErrorCode::InvalidValue, "question", message));
        }
        Request::validate_history(&self.history)?;
        Request::validate_sources(&self.sources)
    }
}

/// A kind of thing that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum RequirementKind {
    /// Somebody or something by name: `Oak Plaza`.
    Entity,
    /// What is measured: `NOI`, `occupancy`.
    Metric,
    /// A day or period: `Q3 2024`.
    Period,
    /// A value of a kind, that `how much`, `what percentage` or `when` asks for.
    Value,
    /// How things stand now: `latest`, `current`, `today`.
    Recency,
    /// A metric of somebody in a period, all of it together: `revenue of Acme in 2023`. Its parts are asked for each by itself, too.
    Combination,
}

/// What to do where something is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum AlternativeAction {
    /// Ask the person who asked.
    AskUser,
    /// Have a document or a fact added that holds it.
    AddSource,
    /// Answer for what is there instead, and say so: another period, another entity.
    AnswerForKnown,
    /// Look up how things stand now; what is at hand has a date or none.
    LookUp,
    /// Say that it is not known.
    StateLimitation,
}

/// One thing to do instead, in words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alternative {
    /// What to do.
    pub action: AlternativeAction,
    /// The same for people, in the question's language.
    pub text: String,
}

/// One thing that a question needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Requirement {
    /// What kind of thing it is.
    pub kind: RequirementKind,
    /// As the question has it.
    pub text: String,
    /// Where in the question, in UTF-8 bytes.
    pub span: Span,
    /// The same in UTF-16 code units.
    pub utf16: Utf16Span,
    /// Whether the question only implies it: the kind of value that `how much` asks for.
    pub implicit: bool,
    /// Whether something at hand has it.
    pub available: bool,
    /// The ids of the sources that have it, `facts`, or `history`.
    pub found_in: Vec<String>,
    /// What to do instead where nothing has it; empty where something does.
    pub alternatives: Vec<Alternative>,
}

/// Whether what a question needs is at hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnowledgeCheck {
    /// Whether everything is; false too where there is nothing at hand at all.
    pub verified: bool,
    /// Everything that the question needs, in its order.
    pub required: Vec<Requirement>,
    /// The places of what is missing in `required`.
    pub missing: Vec<u32>,
    /// What to say instead of an answer, in the question's language; null where everything is at hand.
    pub limitation: Option<String>,
}
