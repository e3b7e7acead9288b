//! Having an answer verified by a language model that the caller asks by itself: the questions, and what was answered.
//!
//! Source: document 5, "Build Verification Prompts" and "Verify Posterior / Prior". The result is [`GroundedAnswer`](crate::GroundedAnswer).

use serde::{Deserialize, Serialize};

use crate::{
    ErrorCode, GroundingMethod, InputError, Number, PlannedClaim, Request, Source, Span, VerifierPolicy,
    VerifierPolicyOverrides, read_json,
};

/// An answer to verify, and what it should rest on; the same for the questions and for the result.
///
/// ```
/// use groundcheck_types::EntailmentRequest;
///
/// let error = EntailmentRequest::from_json(br#"{"answer": "The tower has nine floors.", "policy": {"max_claims": 0}}"#);
/// assert_eq!(error.unwrap_err().field.as_deref(), Some("policy.max_claims"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntailmentRequest {
    /// The LLM's answer; not empty, at most 256 KiB.
    pub answer: String,
    /// The documents it should rest on.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// Thresholds that differ from the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<VerifierPolicyOverrides>,
    /// The parts of the answer whose sentences are asked about, in bytes of UTF-8; all where absent. A report's `coverage` says which are
    /// open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<Span>>,
}

impl EntailmentRequest {
    /// Reads and checks a request.
    ///
    /// # Errors
    /// What is no JSON, has another shape or breaks a limit, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<Self, InputError> {
        let request: EntailmentRequest = read_json(bytes)?;
        request.validate()?;
        Ok(request)
    }

    /// Whether answer, sources and thresholds are within their limits.
    ///
    /// # Errors
    /// The first one that is not, by its field.
    pub fn validate(&self) -> Result<(), InputError> {
        Request::validate_answer(&self.answer)?;
        Request::validate_sources(&self.sources)?;
        self.policy().map(drop)
    }

    /// The default thresholds with its own over them.
    ///
    /// # Errors
    /// A threshold out of its range.
    pub fn policy(&self) -> Result<VerifierPolicy, InputError> {
        VerifierPolicy::default().with(self.policy.as_ref().unwrap_or(&VerifierPolicyOverrides::default()))
    }
}

/// Which of the two questions about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum QuestionKind {
    /// With all evidence.
    Posterior,
    /// With the cited evidence redacted.
    Prior,
}

/// A question to put to a model, in a conversation of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntailmentQuestion {
    /// The id of the claim that it is about.
    pub claim: String,
    /// Which of the two about it.
    pub question: QuestionKind,
    /// The system message.
    pub system: String,
    /// The user's message.
    pub user: String,
    /// How many tokens to let the model write, where it gives log probabilities.
    pub max_tokens: u32,
    /// How many alternatives of each token to ask for.
    pub top_logprobs: u32,
}

/// What is to be asked about an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntailmentQuestions {
    /// The claims, in the order of the answer.
    pub claims: Vec<PlannedClaim>,
    /// Two questions a claim; none about a claim that speaks to the verifier, nor where no source says anything.
    pub questions: Vec<EntailmentQuestion>,
    /// How many claims are left out, for `max_claims`.
    pub unchecked_claims: u32,
}

/// A token that could have stood at a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopLogprob {
    /// Its text.
    pub token: String,
    /// The natural logarithm of its probability. One above 0 makes the answer unreadable; -9999 is less than can be said.
    pub logprob: Number,
}

/// A token of a model's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerLogprobs {
    /// What the model chose.
    pub token: String,
    /// The natural logarithm of its probability: for providers whose lists may leave out what was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logprob: Option<Number>,
    /// The likeliest tokens at this place, as the provider lists them.
    pub top: Vec<TopLogprob>,
}

/// Sampled answers, counted, where an endpoint gives no log probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerVotes {
    /// How many said YES.
    pub yes: u32,
    /// How many there were, with those that said neither YES nor NO. None at all says nothing.
    pub votes: u32,
}

/// What came of one question: exactly one of `logprobs`, `votes` and `failed`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntailmentAnswer {
    /// The id of the claim that was asked about.
    pub claim: String,
    /// Which of the two questions about it.
    pub question: QuestionKind,
    /// The answer's tokens, from its first one on; empty where the provider gave none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logprobs: Option<Vec<AnswerLogprobs>>,
    /// Sampled answers instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<AnswerVotes>,
    /// Whether there was no answer. A question without any entry failed too.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub failed: bool,
}

/// What a model answered, and how it decides.
///
/// ```
/// use groundcheck_types::EntailmentAnswers;
///
/// let both = br#"{"answers": [{"claim": "s1", "question": "prior", "failed": true, "votes": {"yes": 1, "votes": 1}}]}"#;
/// assert_eq!(EntailmentAnswers::from_json(both).unwrap_err().field.as_deref(), Some("answers[0]"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntailmentAnswers {
    /// In any order, at most one for each question; what is missing counts as failed.
    pub answers: Vec<EntailmentAnswer>,
    /// How posterior and prior become a decision.
    #[serde(default)]
    pub method: GroundingMethod,
}

impl EntailmentAnswers {
    /// Reads and checks answers. Whether there are such claims is the engine's to say.
    ///
    /// # Errors
    /// What is no JSON, has another shape or does not fit together, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<Self, InputError> {
        let answers: EntailmentAnswers = read_json(bytes)?;
        answers.validate()?;
        Ok(answers)
    }

    /// Whether each entry says one thing, and no more voted YES than voted.
    ///
    /// # Errors
    /// The first entry that does not, by its field.
    pub fn validate(&self) -> Result<(), InputError> {
        let wrong = |field: String, message: &str| Err(InputError::field(ErrorCode::InvalidValue, field, message));
        for (place, answer) in self.answers.iter().enumerate() {
            let said = [answer.logprobs.is_some(), answer.votes.is_some(), answer.failed];
            if said.iter().filter(|said| **said).count() != 1 {
                return wrong(format!("answers[{place}]"), "must hold exactly one of logprobs, votes and failed: true");
            }
            if answer.votes.is_some_and(|votes| votes.yes > votes.votes) {
                return wrong(format!("answers[{place}].votes.yes"), "is more than there are votes");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_says_one_thing() {
        let of = |more: &str| {
            let json = format!(r#"{{"answers": [{{"claim": "s1", "question": "posterior"{more}}}]}}"#);
            EntailmentAnswers::from_json(json.as_bytes()).map_err(|error| (error.code, error.field.unwrap_or_default()))
        };
        let wrong = |field: &str| Err((ErrorCode::InvalidValue, field.to_owned()));
        assert_eq!(of(""), wrong("answers[0]"));
        assert_eq!(of(r#", "failed": false"#), wrong("answers[0]"));
        assert_eq!(of(r#", "failed": true, "logprobs": []"#), wrong("answers[0]"));
        assert_eq!(of(r#", "votes": {"yes": 2, "votes": 1}"#), wrong("answers[0].votes.yes"));
        assert_eq!(of(r#", "logprobs": [{"token": "YES"}]"#).unwrap_err().1, "answers[0].logprobs[0].top");
        assert_eq!(
            of(r#", "logprobs": [{"token": "YES", "top": [{"token": "YES", "logprob": null}]}]"#),
            wrong("answers[0].logprobs[0].top[0].logprob")
        );
        assert!(of(r#", "failed": true"#).is_ok() && of(r#", "logprobs": []"#).is_ok());
    }
}
