//! Having an answer verified by a language model: what `POST /api/verify` and `verify` of a request take, and what comes back while
//! it is under way.
//!
//! Source: document 5; what is asked and how it is decided is [`VerifierPolicy`](crate::VerifierPolicy)'s and
//! [`GroundingCheck`](crate::GroundingCheck)'s.

use core::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::{
    ErrorCode, GroundedClaim, GroundingMethod, InputError, Number, Request, Source, Span, Utf16Span, VerifierPolicy,
    VerifierPolicyOverrides, read_json,
};

/// The longest that verifying one answer may take, in seconds.
pub const VERIFY_SECONDS_MAX: u32 = 600;
/// How long it may take where nobody says, in seconds.
pub const VERIFY_SECONDS_DEFAULT: u32 = 60;
/// The largest budget of one answer, in US dollars.
pub const VERIFY_USD_MAX: f64 = 1_000.0;

/// Whom to ask, how to decide, and how far to go.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyOptions {
    /// The provider's name, one of `GET /api/providers`; the first that is ready and has a default model where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// The model; the provider's default where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How posterior and prior become a decision.
    pub method: GroundingMethod,
    /// What may be spent on this answer, in US dollars; claims beyond it are not verified. Takes a provider whose prices are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_usd: Option<Number>,
    /// How many tokens, in and out, may be spent on this answer; claims beyond them are not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_tokens: Option<u64>,
    /// How long the whole answer may take, in seconds, at most 600; claims that are not settled by then are not verified. 60 where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline_seconds: Option<Number>,
    /// Thresholds that differ from the defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<VerifierPolicyOverrides>,
    /// Which sentences to ask about. Where absent: `open` for `POST /api/analyze`, whose report has the others; `all` for
    /// `POST /api/verify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentences: Option<VerifySentences>,
}

impl VerifyOptions {
    /// Whether all values are in their ranges.
    ///
    /// # Errors
    /// The first one that is not, by its field.
    pub fn validate(&self) -> Result<(), InputError> {
        let wrong = |field: &str, message: String| Err(InputError::field(ErrorCode::InvalidValue, field, message));
        for (field, text) in [("provider", &self.provider), ("model", &self.model)] {
            if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
                return wrong(field, "is empty".to_owned());
            }
        }
        if self.budget_usd.is_some_and(|budget| !(0.0..=VERIFY_USD_MAX).contains(&budget.0)) {
            return wrong("budget_usd", format!("must be from 0 to {VERIFY_USD_MAX}"));
        }
        let most = f64::from(VERIFY_SECONDS_MAX);
        if self.deadline_seconds.is_some_and(|seconds| !(0.001..=most).contains(&seconds.0)) {
            return wrong("deadline_seconds", format!("must be more than 0 and at most {VERIFY_SECONDS_MAX}"));
        }
        self.policy(&VerifierPolicy::default()).map(drop)
    }

    /// This policy with its own thresholds over it.
    ///
    /// # Errors
    /// A threshold out of its range.
    pub fn policy(&self, base: &VerifierPolicy) -> Result<VerifierPolicy, InputError> {
        base.with(self.policy.as_ref().unwrap_or(&VerifierPolicyOverrides::default()))
    }
}

/// Which sentences of an answer a language model is asked about. What rules have decided costs nothing and needs no model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum VerifySentences {
    /// All of them.
    All,
    /// Those that the checks without a model leave open, in whole or in part.
    Open,
    /// Those that lie in these places of the answer, in whole or in part: in bytes of UTF-8.
    At(Vec<Span>),
}

/// `verify` of a request: `true`, or how.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verify {
    /// With the defaults, or not at all.
    Switch(bool),
    /// With these options.
    Options(Box<VerifyOptions>),
}

impl Verify {
    /// How to verify; `None` where it is not to be.
    #[must_use]
    pub fn options(self) -> Option<VerifyOptions> {
        match self {
            Verify::Switch(on) => on.then(VerifyOptions::default),
            Verify::Options(options) => Some(*options),
        }
    }
}

impl<'de> Deserialize<'de> for Verify {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct VerifyVisitor;
        impl<'de> Visitor<'de> for VerifyVisitor {
            type Value = Verify;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false or an object of options")
            }
            fn visit_bool<E: de::Error>(self, on: bool) -> Result<Verify, E> {
                Ok(Verify::Switch(on))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Verify, A::Error> {
                VerifyOptions::deserialize(MapAccessDeserializer::new(map)).map(|o| Verify::Options(Box::new(o)))
            }
        }
        deserializer.deserialize_any(VerifyVisitor)
    }
}

/// An answer to have verified: `POST /api/verify`.
///
/// ```
/// use groundcheck_types::{GroundingMethod, VerifyRequest};
///
/// let json = br#"{"answer": "The rent is $1,200 [S0].", "sources": [{"id": "S0", "text": "Rent: $1,200."}], "provider": "house"}"#;
/// let request = VerifyRequest::from_json(json).unwrap();
/// assert_eq!(request.options().method, GroundingMethod::Directional);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyRequest {
    /// The LLM's answer; not empty, at most 256 KiB.
    pub answer: String,
    /// The documents it should rest on.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// As [`VerifyOptions::provider`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// As [`VerifyOptions::model`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// As [`VerifyOptions::method`].
    #[serde(default)]
    pub method: GroundingMethod,
    /// As [`VerifyOptions::budget_usd`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_usd: Option<Number>,
    /// As [`VerifyOptions::budget_tokens`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_tokens: Option<u64>,
    /// As [`VerifyOptions::deadline_seconds`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_seconds: Option<Number>,
    /// As [`VerifyOptions::policy`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<VerifierPolicyOverrides>,
    /// As [`VerifyOptions::sentences`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentences: Option<VerifySentences>,
}

impl VerifyRequest {
    /// Reads and checks a request.
    ///
    /// # Errors
    /// What is no JSON, has another shape or breaks a limit, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<Self, InputError> {
        let request: VerifyRequest = read_json(bytes)?;
        request.validate()?;
        Ok(request)
    }

    /// Whether answer, sources and options are within their limits.
    ///
    /// # Errors
    /// The first one that is not, by its field.
    pub fn validate(&self) -> Result<(), InputError> {
        Request::validate_answer(&self.answer)?;
        Request::validate_sources(&self.sources)?;
        self.options().validate()
    }

    /// All of it but answer and sources.
    #[must_use]
    pub fn options(&self) -> VerifyOptions {
        VerifyOptions {
            provider: self.provider.clone(),
            model: self.model.clone(),
            method: self.method,
            budget_usd: self.budget_usd,
            budget_tokens: self.budget_tokens,
            deadline_seconds: self.deadline_seconds,
            policy: self.policy.clone(),
            sentences: self.sentences.clone(),
        }
    }
}

/// Whether an endpoint gives log probabilities with a model, as far as its answers have shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LogprobSupport {
    /// It has not been asked yet.
    #[default]
    Unknown,
    /// It gives them.
    Given,
    /// It takes the wish and leaves them out; sampled answers are counted instead.
    Dropped,
    /// It does not take the wish; sampled answers are counted instead.
    Refused,
}

impl LogprobSupport {
    /// As it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            LogprobSupport::Unknown => "unknown",
            LogprobSupport::Given => "given",
            LogprobSupport::Dropped => "dropped",
            LogprobSupport::Refused => "refused",
        }
    }

    /// Whether it is known that there are none.
    #[must_use]
    pub fn is_missing(self) -> bool {
        matches!(self, LogprobSupport::Dropped | LogprobSupport::Refused)
    }
}

/// What verifying an answer has taken so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifierUsage {
    /// Questions that were put to the provider, those that failed included; further tries of one question are not counted.
    pub calls: u32,
    /// Questions whose answer was known already.
    pub known: u32,
    /// What went in, in the provider's tokens.
    pub prompt_tokens: u64,
    /// What came out.
    pub completion_tokens: u64,
    /// Answers that do not say how many tokens they took; these are missing above and from the cost.
    pub uncounted: u32,
    /// What it cost, in US dollars, by the prices of the provider's entry; null where they are not known.
    pub cost_usd: Option<Number>,
}

/// Who was asked about an answer, and what it took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifierRun {
    /// The provider's name.
    pub provider: String,
    /// Which of its models.
    pub model: String,
    /// Whether it gives log probabilities.
    pub logprobs: LogprobSupport,
    /// How many claims were not verified: asking failed, was stopped, or gave nothing that could be read.
    pub not_verified_claims: u32,
    /// Why asking failed, each reason once.
    pub errors: Vec<InputError>,
    /// What it took.
    pub usage: VerifierUsage,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
}

/// A claim that is about to be verified.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedClaim {
    /// `s1`, `s2` … in the order of the answer.
    pub id: String,
    /// The sentence without its citation marks and its final stop.
    pub text: String,
    /// Where it stands in the answer, in UTF-8 bytes.
    pub span: Span,
    /// The same in UTF-16 code units.
    pub utf16: Utf16Span,
    /// The ids of the sources that it cites.
    pub citing: Vec<String>,
}

/// What is about to be asked: the event `plan`, before anything is spent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerificationPlan {
    /// Whom.
    pub provider: String,
    /// Which of its models.
    pub model: String,
    /// Whether it gives log probabilities, as far as it is known.
    pub logprobs: LogprobSupport,
    /// The method that will decide.
    pub method: GroundingMethod,
    /// The claims, in the order of the answer.
    pub claims: Vec<PlannedClaim>,
    /// How many claims are left out, for `max_claims`.
    pub unchecked_claims: u32,
    /// How many questions will be put to the provider; more where it turns out to give no log probabilities.
    pub calls: u32,
    /// Questions whose answer is known already.
    pub known: u32,
    /// About how many tokens that takes, in and out.
    pub estimated_tokens: u64,
    /// About what that costs, in US dollars; null where the prices are not known.
    pub estimated_cost_usd: Option<Number>,
    /// How long it may take, in seconds.
    pub deadline_seconds: Number,
}

/// A claim that is settled: the event `claim`, in the order in which they settle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SettledClaim {
    /// The claim and what the verifier says of it.
    pub claim: GroundedClaim,
    /// How many claims are settled, with this one.
    pub settled: u32,
    /// What the answer has taken so far.
    pub usage: VerifierUsage,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        let with = |more: &str| format!(r#"{{"answer": "The tower has nine floors."{more}}}"#);
        for (more, code, field) in [
            (r#", "provder": "p""#, ErrorCode::UnknownField, "provder"),
            (r#", "provider": " ""#, ErrorCode::InvalidValue, "provider"),
            (r#", "method": "guess""#, ErrorCode::InvalidValue, "method"),
            (r#", "budget_usd": -1"#, ErrorCode::InvalidValue, "budget_usd"),
            (r#", "budget_tokens": -1"#, ErrorCode::InvalidValue, "budget_tokens"),
            (r#", "deadline_seconds": 0"#, ErrorCode::InvalidValue, "deadline_seconds"),
            (r#", "deadline_seconds": 601"#, ErrorCode::InvalidValue, "deadline_seconds"),
            (r#", "policy": {"max_claims": 0}"#, ErrorCode::InvalidValue, "policy.max_claims"),
            (r#", "policy": {"max": 1}"#, ErrorCode::UnknownField, "policy.max"),
            (r#", "sources": [{"id": "", "text": ""}]"#, ErrorCode::InvalidValue, "sources[0].id"),
        ] {
            let error = VerifyRequest::from_json(with(more).as_bytes()).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (code, Some(field)), "{more}");
        }
        let error = VerifyRequest::from_json(br#"{"answer": " "}"#).unwrap_err();
        assert_eq!((error.code, error.field.as_deref()), (ErrorCode::EmptyAnswer, Some("answer")));
    }

    #[test]
    fn a_request_says_whether_or_how() {
        let of = |verify: &str| {
            Request::from_json(format!(r#"{{"answer": "x", "verify": {verify}}}"#).as_bytes())
                .map(|request| request.verify.and_then(Verify::options))
        };
        assert_eq!(of("true"), Ok(Some(VerifyOptions::default())));
        assert_eq!((of("false"), of("null")), (Ok(None), Ok(None)));
        let own = of(r#"{"provider": "house", "method": "budget"}"#).unwrap().unwrap();
        assert_eq!((own.provider.as_deref(), own.method), (Some("house"), GroundingMethod::Budget));
        for (verify, field) in [
            (r#"{"provder": 1}"#, "verify.provder"),
            ("1", "verify"),
            (r#"{"method": "x"}"#, "verify.method"),
            (r#"{"deadline_seconds": 0}"#, "verify.deadline_seconds"),
            (r#"{"policy": {"max_claims": 0}}"#, "verify.policy.max_claims"),
        ] {
            assert_eq!(of(verify).unwrap_err().field.as_deref(), Some(field), "{verify}");
        }
    }
}
