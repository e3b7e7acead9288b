//! An answer checked while it is being written (document 4, component 4).

use serde::{Deserialize, Serialize};

use crate::{
    Claim, Contradiction, ErrorCode, Facts, InputError, Locale, MonitorPolicyOverrides, Number, PolicyOverrides,
    Report, Request, SafeResponse, Scope, Source, Span, Turn, Utf16Span, read_json,
};

/// What an answer that is going to be written should rest on: a [`Request`] without the answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitorRequest {
    /// Comes back in the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The documents the answer should rest on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// Known values: facts, wide rows, or a CSV table.
    pub facts: Facts,
    /// Which facts apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// The conversation so far, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Turn>,
    /// The caller's own confidence in the answer, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Number>,
    /// The language and region the answer is written for; read off the answer's first letters where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<Locale>,
    /// The day the answer is given, `2024-12-01`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<String>,
    /// Thresholds and switches that differ from the defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyOverrides>,
    /// Who gives the answer; it changes nothing about the check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Which of the provider's models.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Thresholds of the monitor that differ from the defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub monitor: Option<MonitorPolicyOverrides>,
}

impl MonitorRequest {
    /// Reads and validates a request from JSON bytes.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<MonitorRequest, InputError> {
        let request: MonitorRequest = read_json(bytes)?;
        request.validate()?;
        Ok(request)
    }

    /// Checks the limits and values that types alone do not.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn validate(&self) -> Result<(), InputError> {
        Request::validate_sources(&self.sources)?;
        self.without_evidence("-".to_owned()).validate()
    }

    /// The request that the whole answer makes with this where sources and facts stand in a prepared detector.
    #[must_use]
    pub fn without_evidence(&self, answer: String) -> Request {
        Request {
            id: self.id.clone(),
            answer,
            question: self.question.clone(),
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
            verify: None,
            retry_prompt: false,
        }
    }

    /// The request that the whole answer makes with this.
    #[must_use]
    pub fn with_answer(&self, answer: String) -> Request {
        let (sources, facts) = (self.sources.clone(), self.facts.clone());
        Request { sources, facts, ..self.without_evidence(answer) }
    }

    /// The error of an answer that has grown over [`ANSWER_MAX_BYTES`](crate::ANSWER_MAX_BYTES) while it was written.
    #[must_use]
    pub fn answer_too_large() -> InputError {
        let message = format!("is longer than the {} bytes that are allowed", crate::ANSWER_MAX_BYTES);
        InputError::field(ErrorCode::AnswerTooLarge, "answer", message)
    }
}

/// A pattern that goes with made-up text, one detector each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum WarningPattern {
    /// A value that the evidence contradicts.
    ContradictedValue,
    /// A value that nothing given says, though evidence was given.
    UnsupportedValue,
    /// A value that rests on evidence of too little confidence.
    LowConfidence,
    /// Value after value, ever more specific, and no evidence for any.
    RisingSpecificity,
    /// A link that no source and no turn holds.
    UnknownLink,
    /// A citation mark that names no source.
    UnknownCitation,
    /// `Studies show`, `experts agree`: an authority without a name.
    UnnamedAuthority,
    /// A title, a case or an identifier of a publication that no source holds.
    UnknownPublication,
    /// Words of certainty on a claim that nothing bears out.
    UnfoundedCertainty,
    /// Something else than an earlier turn said.
    ContradictsEarlierTurn,
    /// Something else than the answer itself said before.
    ContradictsItself,
    /// A term with another meaning than before.
    MovedDefinition,
}

impl WarningPattern {
    /// The pattern as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            WarningPattern::ContradictedValue => "contradicted_value",
            WarningPattern::UnsupportedValue => "unsupported_value",
            WarningPattern::LowConfidence => "low_confidence",
            WarningPattern::RisingSpecificity => "rising_specificity",
            WarningPattern::UnknownLink => "unknown_link",
            WarningPattern::UnknownCitation => "unknown_citation",
            WarningPattern::UnnamedAuthority => "unnamed_authority",
            WarningPattern::UnknownPublication => "unknown_publication",
            WarningPattern::UnfoundedCertainty => "unfounded_certainty",
            WarningPattern::ContradictsEarlierTurn => "contradicts_earlier_turn",
            WarningPattern::ContradictsItself => "contradicts_itself",
            WarningPattern::MovedDefinition => "moved_definition",
        }
    }
}

/// A pattern found while the answer is being written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Warning {
    /// What was found.
    pub pattern: WarningPattern,
    /// The words that show it, at most 100 characters.
    pub segment: String,
    /// Where in the answer, in UTF-8 bytes; the segment is its beginning.
    pub span: Span,
    /// The same in UTF-16 code units.
    pub utf16: Utf16Span,
    /// How sure the detector is, 0 to 1.
    pub confidence: Number,
    /// The id of the claim it is about, or null.
    pub claim: Option<String>,
    /// What it contradicts, or null.
    pub contradiction: Option<Contradiction>,
    /// What it is, for people, in the answer's language.
    pub description: String,
}

/// What a pushed token brought.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitorUpdate {
    /// The claims that settled with it; they never change, and stand so in the report.
    pub settled: Vec<Claim>,
    /// The warnings that it raised.
    pub warnings: Vec<Warning>,
    /// Everything before this byte of the answer is settled.
    pub settled_to: u32,
    /// The same in UTF-16 code units.
    pub settled_to_utf16: u32,
    /// Whether the answer should be interrupted, by this warning or an earlier one.
    pub should_interrupt: bool,
}

impl MonitorUpdate {
    /// Whether it has anything new for somebody who was last told that everything before this byte is settled.
    #[must_use]
    pub fn brings_more_than(&self, settled_to: u32) -> bool {
        self.settled_to != settled_to || !self.settled.is_empty() || !self.warnings.is_empty()
    }
}

/// What the monitor says of an answer that has ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitorReport {
    /// What analysing the whole answer gives, byte for byte.
    pub report: Report,
    /// Every warning, those of the last words included.
    pub warnings: Vec<Warning>,
    /// Whether a warning is above the threshold.
    pub should_interrupt: bool,
    /// The text to show instead, by the report's risk and the warnings; its action is `none` where the answer may stand.
    pub response: SafeResponse,
}
