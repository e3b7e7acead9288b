//! What an endpoint can do, found out by asking it for one word.

use std::time::Duration;

use groundcheck::entailment::{ANSWER_TOKENS, TOP_LOGPROBS};
use groundcheck_types::{InputError, LogprobSupport};
use serde::Serialize;
use tokio::time::Instant;

use crate::llm::{ChatRequest, Client, LlmError, Message};

/// What came back.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Probe {
    /// The provider's name.
    pub provider: String,
    /// Which of its models was asked for.
    pub model: String,
    /// Whether anything answers there.
    pub reachable: bool,
    /// The model that answered, as the endpoint calls it; null where it does not say.
    pub answering_model: Option<String>,
    /// Whether it gives log probabilities.
    pub logprobs: LogprobSupport,
    /// How many alternatives of a token it lists, of the 20 that were asked for; null without log probabilities.
    pub top_logprobs: Option<usize>,
    /// How long it took, further tries included, in milliseconds.
    pub latency_ms: u64,
    /// How often it was asked until it answered; null where it did not.
    pub tries: Option<u32>,
    /// Why there is no answer; null where there is one.
    pub error: Option<InputError>,
}

/// Asks for one word.
pub async fn probe(client: &Client, model: &str, patience: Duration) -> Probe {
    let start = Instant::now();
    let request = ChatRequest {
        max_tokens: Some(ANSWER_TOKENS),
        temperature: Some(0.0),
        top_logprobs: u8::try_from(TOP_LOGPROBS).ok(),
        ..ChatRequest::new(model, vec![Message::user("Is water wet? Answer with exactly one word: YES or NO.")])
    };
    let reply = client.chat(&request, Some(start + patience)).await;
    let mut probe = Probe {
        provider: client.provider().name.clone(),
        model: model.to_owned(),
        reachable: true,
        answering_model: None,
        logprobs: client.logprobs(model),
        top_logprobs: None,
        latency_ms: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
        tries: None,
        error: None,
    };
    match reply {
        Ok(reply) => {
            probe.top_logprobs = reply.logprobs.first().map(|token| token.top.len());
            probe.answering_model = reply.model;
            probe.tries = Some(reply.tries);
        }
        Err(error) => {
            probe.reachable = !is_away(&error);
            probe.error = Some(error.into_input_error(&client.provider().name));
        }
    }
    probe
}

/// Whether an error says that nobody answers there.
fn is_away(error: &LlmError) -> bool {
    use LlmError as E;
    matches!(error, E::KeyMissing { .. } | E::Connect | E::Tls | E::BrokenOff | E::TimedOut | E::NoTurnInTime { .. })
}
