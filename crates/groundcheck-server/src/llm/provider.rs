//! A provider: where it is, what it is like, what it may be asked.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use groundcheck_types::{ProviderInfo, ProviderKind};
use secrecy::SecretString;
use serde::Deserialize;
use url::Url;

use super::cost::Price;
use super::{Format, LlmError};

/// Somebody who can be asked.
#[derive(Debug, Clone)]
pub struct Provider {
    /// Its name, of one's own choice.
    pub name: String,
    /// What speaks there.
    pub kind: ProviderKind,
    /// What `chat/completions` is under; without user, password and query.
    pub base_url: Url,
    /// Its key, where it wants one.
    pub key: Option<Key>,
    /// The model that is asked where nobody names one.
    pub model: Option<String>,
    /// What models cost, as far as it is known.
    pub prices: BTreeMap<String, Price>,
    /// How many requests it gets in a minute, evenly.
    pub requests_per_minute: Option<u32>,
    /// How many it gets at once.
    pub concurrency: usize,
    /// How long one question may take, further tries included, from when it is first sent.
    pub timeout: Duration,
    /// How the form of an answer is asked for.
    pub structured_output: StructuredOutput,
}

/// How the form of an answer is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StructuredOutput {
    /// By schema; where the endpoint does not take that, as any JSON; where it does not take that either, in words.
    #[default]
    Auto,
    /// By schema only.
    JsonSchema,
    /// As any JSON.
    JsonObject,
    /// In words.
    None,
}

/// A key and the environment variable that it is in.
#[derive(Clone)]
pub struct Key {
    /// The variable's name.
    pub variable: String,
    /// Its value; none where it is not set.
    pub value: Option<SecretString>,
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").field("variable", &self.variable).field("is_set", &self.value.is_some()).finish()
    }
}

impl Provider {
    /// Where questions go.
    #[must_use]
    pub fn endpoint(&self) -> Url {
        let mut url = self.base_url.clone();
        url.set_path(&format!("{}/chat/completions", self.base_url.path().trim_end_matches('/')));
        url
    }

    /// The key, if it wants one.
    ///
    /// # Errors
    /// [`LlmError::KeyMissing`].
    pub(super) fn secret(&self) -> Result<Option<&SecretString>, LlmError> {
        match &self.key {
            None => Ok(None),
            Some(Key { value: Some(value), .. }) => Ok(Some(value)),
            Some(Key { variable, value: None }) => Err(LlmError::KeyMissing { variable: variable.clone() }),
        }
    }

    /// What may be told of it, before it was ever asked.
    #[must_use]
    pub fn info(&self) -> ProviderInfo {
        let mut models: Vec<String> = self.model.iter().cloned().collect();
        models.extend(self.prices.keys().filter(|name| self.model.as_ref() != Some(name)).cloned());
        ProviderInfo {
            name: self.name.clone(),
            kind: self.kind,
            model: self.model.clone(),
            models,
            ready: self.secret().is_ok(),
            here: None,
            logprobs: Vec::new(),
        }
    }

    /// The ways to ask for a form that this provider is tried with, one after the other.
    pub(super) fn formats(&self) -> &'static [Format] {
        use Format::{GuidedJson, JsonObject, JsonObjectWithSchema, JsonSchema, Plain};
        match (self.structured_output, self.kind) {
            (StructuredOutput::Auto, ProviderKind::Vllm) => &[JsonSchema, GuidedJson, JsonObject, Plain],
            (StructuredOutput::Auto, ProviderKind::LlamaCpp) => &[JsonSchema, JsonObjectWithSchema, JsonObject, Plain],
            (StructuredOutput::Auto, _) => &[JsonSchema, JsonObject, Plain],
            (StructuredOutput::JsonSchema, _) => &[JsonSchema],
            (StructuredOutput::JsonObject, _) => &[JsonObject],
            (StructuredOutput::None, _) => &[Plain],
        }
    }
}
