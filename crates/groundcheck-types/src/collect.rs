//! Asking a provider for mentions: what `POST /api/collect` takes and gives, and a line of `groundcheck collect --format json`.
//!
//! Source: document 1, step 1 ("Data Collection") and its structured response. A mention here reads as one of an import, so that
//! what was collected can be imported elsewhere.

use serde::{Deserialize, Serialize};

use crate::{ErrorCode, InputError, LogprobSupport, Number, read_json};

/// How many mentions are asked for where nobody says.
pub const MENTIONS_DEFAULT: u32 = 5;
/// How many may be asked for.
pub const MENTIONS_MAX: u32 = 100;
/// The longest query, in bytes.
pub const QUERY_MAX_BYTES: usize = 16 * 1024;

/// What to ask, and whom: one of the server's own providers, by name.
///
/// ```
/// use groundcheck_types::CollectRequest;
///
/// let json = br#"{"query": "Best AI companies", "provider": "ollama", "model": "llama3", "with_sources": true}"#;
/// assert_eq!(CollectRequest::from_json(json).unwrap().n, 5);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectRequest {
    /// The question, as a person would put it.
    pub query: String,
    /// The provider's name, one of `GET /api/providers`.
    pub provider: String,
    /// The model; the provider's default where it has one.
    #[serde(default)]
    pub model: Option<String>,
    /// How many mentions to ask for, at most 100.
    #[serde(default = "mentions_default")]
    pub n: u32,
    /// Whether to ask for sources too.
    #[serde(default)]
    pub with_sources: bool,
}

fn mentions_default() -> u32 {
    MENTIONS_DEFAULT
}

impl CollectRequest {
    /// Reads and checks a request.
    ///
    /// # Errors
    /// What is no JSON, has another shape or breaks a limit, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<Self, InputError> {
        let request: CollectRequest = read_json(bytes)?;
        request.validate()?;
        Ok(request)
    }

    /// Whether all values are in their ranges.
    ///
    /// # Errors
    /// The first one that is not, by its field.
    pub fn validate(&self) -> Result<(), InputError> {
        let wrong = |field: &str, message: String| Err(InputError::field(ErrorCode::InvalidValue, field, message));
        let model = self.model.as_deref().unwrap_or("-");
        for (field, text) in [("query", self.query.as_str()), ("provider", &self.provider), ("model", model)] {
            if text.trim().is_empty() {
                return wrong(field, "is empty".to_owned());
            }
        }
        if self.query.len() > QUERY_MAX_BYTES {
            return wrong("query", format!("is longer than {QUERY_MAX_BYTES} bytes"));
        }
        if !(1..=MENTIONS_MAX).contains(&self.n) {
            return wrong("n", format!("must be from 1 to {MENTIONS_MAX}"));
        }
        Ok(())
    }
}

/// What a provider answered, and where it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectedAnswer {
    /// What was asked.
    pub query: String,
    /// Who answered.
    pub provider: String,
    /// Which of the provider's models was asked.
    pub model: String,
    /// When: RFC 3339, UTC, to the second.
    pub asked_at: String,
    /// Its id in the store.
    pub response_id: u64,
    /// Whether something of the answer is missing: it was cut off, or parts of it could not be read. `notes` say which.
    pub partial: bool,
    /// What it names, in the answer's order.
    pub mentions: Vec<AnswerMention>,
    /// What was left out, and why.
    pub notes: Vec<String>,
    /// What went in, in the provider's tokens; null where the provider does not say.
    pub prompt_tokens: Option<u64>,
    /// What came out.
    pub completion_tokens: Option<u64>,
    /// What it cost, in US dollars, by the prices of the provider's entry; null where they or the tokens are not known.
    pub cost_usd: Option<Number>,
    /// How often the provider was asked until it answered.
    pub tries: u32,
}

/// What an answer names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerMention {
    /// Its name.
    pub name: String,
    /// Why it is named.
    pub why: Option<String>,
    /// Its place, from 1: as the model says, else as it stands in the list.
    pub rank: u32,
    /// How sure the model says it is, 0 to 1; null where it does not say so in a number.
    pub confidence: Option<Number>,
    /// What the model says it knows that from.
    pub sources: Vec<AnswerSource>,
}

/// A source as the model gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerSource {
    /// Its address, which may be anything, also nothing.
    pub url: String,
    /// Its title.
    pub title: Option<String>,
    /// What it says.
    pub description: Option<String>,
}

/// What speaks at a provider's address. All take OpenAI's chat completions and differ in what they make of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ProviderKind {
    /// OpenAI itself.
    #[serde(rename = "openai")]
    OpenAi,
    /// Ollama, under `/v1`.
    #[serde(rename = "ollama")]
    Ollama,
    /// vLLM.
    #[serde(rename = "vllm")]
    Vllm,
    /// llama.cpp's own server.
    #[serde(rename = "llama_cpp")]
    LlamaCpp,
    /// Anything else that takes the same requests.
    #[serde(rename = "compatible")]
    Compatible,
}

impl ProviderKind {
    /// The kind as it stands in JSON and in the providers' file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ProviderKind::OpenAi => "openai",
            ProviderKind::Ollama => "ollama",
            ProviderKind::Vllm => "vllm",
            ProviderKind::LlamaCpp => "llama_cpp",
            ProviderKind::Compatible => "compatible",
        }
    }
}

/// A provider that can be asked. Neither its address nor its key is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProviderInfo {
    /// Its name.
    pub name: String,
    /// What speaks there.
    pub kind: ProviderKind,
    /// The model that is asked where nobody names one.
    pub model: Option<String>,
    /// The models that its entry names, the default first. Others may be there.
    pub models: Vec<String>,
    /// Whether it can be asked: false where its key is not in the environment, or where it should be on this machine and is not.
    pub ready: bool,
    /// Whether a server answers at its address, which is on this machine; null where that is elsewhere, was not looked for, or has a
    /// default model.
    pub here: Option<bool>,
    /// What its answers have shown of its log probabilities since the server started, by model.
    pub logprobs: Vec<ModelLogprobs>,
}

/// Whether there are log probabilities with a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelLogprobs {
    /// The model.
    pub model: String,
    /// What is known.
    pub logprobs: LogprobSupport,
}

/// The providers of a server: `GET /api/providers`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProviderList {
    /// In the order of their file, the built-in ones last.
    pub providers: Vec<ProviderInfo>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        let long = format!(r#"{{"query": "{}", "provider": "p"}}"#, "q".repeat(QUERY_MAX_BYTES + 1));
        for (json, field) in [
            (r#"{"query": " ", "provider": "p"}"#, "query"),
            (r#"{"query": "q"}"#, "provider"),
            (r#"{"query": "q", "provider": "p", "model": ""}"#, "model"),
            (r#"{"query": "q", "provider": "p", "n": 0}"#, "n"),
            (r#"{"query": "q", "provider": "p", "n": 101}"#, "n"),
            (r#"{"query": "q", "provider": "p", "base_url": "http://127.0.0.1"}"#, "base_url"),
            (&long, "query"),
        ] {
            assert_eq!(CollectRequest::from_json(json.as_bytes()).unwrap_err().field.as_deref(), Some(field));
        }
    }

    #[test]
    fn kinds_read_as_they_are_written() {
        use ProviderKind as K;
        for kind in [K::OpenAi, K::Ollama, K::Vllm, K::LlamaCpp, K::Compatible] {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }
}
