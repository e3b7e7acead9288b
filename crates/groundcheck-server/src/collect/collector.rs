//! Asking, reading, storing: one answer after the other.

use std::sync::atomic::{AtomicI64, Ordering};

use groundcheck_types::{AnswerMention, AnswerSource, CollectRequest, CollectedAnswer, ErrorCode, InputError, Number};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde_json::Value;
use tokio::time::Instant;

use super::mentions::{self, Reading, Unreadable};
use super::prompt;
use crate::llm::{ChatReply, ChatRequest, Client, Clients, Finish, LlmError, Provider, Usage};
use crate::store::responses::{Added, NewMention, NewResponse};
use crate::store::{Clock, Millis, Origin, Store, SystemClock};

/// The reason of what fails before anybody is asked.
pub const NOT_ASKED: &str = "not_asked";

/// What to ask, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// What, and whom.
    pub request: CollectRequest,
    /// How long the answer may get, in tokens; as long as so many mentions need where nobody says.
    pub max_tokens: Option<u32>,
    /// The provider's own where nobody says.
    pub temperature: Option<f64>,
}

impl From<CollectRequest> for Ask {
    fn from(request: CollectRequest) -> Self {
        Ask { request, max_tokens: None, temperature: None }
    }
}

/// An answer that is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// The answer.
    pub answer: CollectedAnswer,
    /// What it cost, to the last digit.
    pub cost: Option<Decimal>,
}

/// Why there is none.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed {
    /// Why, in the contract's words.
    pub error: InputError,
    /// Why, in a word: one of [`LlmError::as_str`], [`Unreadable::as_str`], [`NOT_ASKED`], `refused` or
    /// `not_stored`.
    pub reason: &'static str,
    /// Which model was asked.
    pub model: Option<String>,
    /// What the model answered, where it did.
    pub raw_response: Option<String>,
    /// Where that is stored.
    pub response_id: Option<u64>,
    /// Tokens that it cost.
    pub usage: Usage,
    /// What it cost.
    pub cost: Option<Decimal>,
}

impl From<InputError> for Failed {
    fn from(error: InputError) -> Self {
        let usage = Usage::default();
        Failed { error, reason: NOT_ASKED, model: None, raw_response: None, response_id: None, usage, cost: None }
    }
}

/// Asks providers and stores what they answer.
#[derive(Debug)]
pub struct Collector {
    clients: Clients,
    store: Option<Store>,
    /// The time of the last question.
    last: AtomicI64,
}

impl Collector {
    /// One that asks through these clients, and stores nothing yet.
    #[must_use]
    pub fn new(clients: Clients) -> Self {
        Collector { clients, store: None, last: AtomicI64::new(Millis::MIN) }
    }

    /// The same, with a store for the answers.
    #[must_use]
    pub fn with_store(self, store: Store) -> Self {
        Collector { store: Some(store), ..self }
    }

    /// The request that would be sent.
    ///
    /// # Errors
    /// As [`Collector::plan`].
    pub fn preview(&self, ask: &Ask) -> Result<Value, InputError> {
        let (client, request) = self.plan(ask)?;
        Ok(client.preview(&request))
    }

    /// Whether this can be asked at all.
    ///
    /// # Errors
    /// A value out of its range, an unknown provider, or no model.
    pub fn validate(&self, ask: &Ask) -> Result<(), InputError> {
        self.plan(ask).map(drop)
    }

    fn plan(&self, ask: &Ask) -> Result<(&Client, ChatRequest), InputError> {
        let asked = &ask.request;
        asked.validate()?;
        let (client, model) = self.clients.find(&asked.provider, asked.model.as_deref())?;
        let mut request = prompt::request(&asked.query, &model, asked.n, asked.with_sources);
        request.max_tokens = ask.max_tokens.or(request.max_tokens);
        request.temperature = ask.temperature;
        Ok((client, request))
    }

    /// Asks once, stores the answer, says what it names. What cannot be read is stored too, without mentions.
    ///
    /// # Errors
    /// Why there is no answer, or none that can be read or stored.
    pub async fn collect(&self, ask: &Ask, by: Option<Instant>, actor: &str) -> Result<Told, Failed> {
        let (client, request) = self.plan(ask)?;
        let store = self.store.as_ref().ok_or_else(|| {
            InputError::whole(
                ErrorCode::StorageUnavailable,
                "there is no database to store answers in; no question was sent",
            )
        })?;
        let asked_at = self.stamp();
        let model = request.model.clone();
        let reply = client.chat(&request, by).await.map_err(|error| unanswered(error, client.provider(), &model))?;
        let cost = client.provider().prices.get(&model).and_then(|price| price.of(reply.usage));
        let read = match &reply.refusal {
            Some(_) => Err(None),
            None => mentions::read(&reply.content, reply.finish == Finish::Length).map_err(Some),
        };
        let (reading, failure) = match read {
            Ok(reading) => (reading, None),
            Err(why) => (Reading::default(), Some(why)),
        };
        let raw = reply.refusal.clone().unwrap_or_else(|| reply.content.clone());
        let failed = |error: InputError, reason, response_id| Failed {
            error,
            reason,
            model: Some(model.clone()),
            raw_response: Some(raw.clone()),
            response_id,
            usage: reply.usage,
            cost,
        };
        let tokens = |count: Option<u64>| count.and_then(|count| i64::try_from(count).ok());
        let response = NewResponse {
            query: ask.request.query.clone(),
            provider: ask.request.provider.clone(),
            model: model.clone(),
            raw_response: raw.clone(),
            asked_at: Some(asked_at),
            origin: Origin::Collect,
            prompt_tokens: tokens(reply.usage.prompt_tokens),
            completion_tokens: tokens(reply.usage.completion_tokens),
            cost_usd: cost.and_then(|cost| cost.to_f64()),
            mentions: reading.mentions.clone(),
        };
        let added = store.add_responses(&[response], actor).await;
        let added = added.map_err(|error| failed(error.into(), "not_stored", None))?;
        let response_id = match added.first() {
            Some(Added::New(id) | Added::Known(id)) => u64::try_from(*id).unwrap_or_default(),
            None => 0,
        };
        if let Some(why) = failure {
            let (reason, message) = match why {
                None => ("refused", "the model declines to answer".to_owned()),
                Some(why) => (why.as_str(), unreadable(why, &reply)),
            };
            let provider = &ask.request.provider;
            let message = format!("{provider} {model}: {message}; what it said is kept as response {response_id}");
            let error = InputError::whole(ErrorCode::AnswerUnreadable, message);
            return Err(failed(error, reason, Some(response_id)));
        }
        Ok(Told { answer: answer(ask, &model, asked_at, response_id, reading, &reply, cost), cost })
    }

    /// The time, later than that of any question before: two that get the same answer in the same millisecond are two.
    fn stamp(&self) -> Millis {
        let now = self.store.as_ref().map_or_else(|| SystemClock.now(), Store::now);
        let later = |last: Millis| Some(now.max(last.saturating_add(1)));
        match self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, later) {
            Ok(last) | Err(last) => now.max(last.saturating_add(1)),
        }
    }
}

fn unanswered(error: LlmError, provider: &Provider, model: &str) -> Failed {
    let reason = error.as_str();
    Failed { reason, model: Some(model.to_owned()), ..Failed::from(error.into_input_error(&provider.name)) }
}

fn unreadable(why: Unreadable, reply: &ChatReply) -> String {
    match &reply.finish {
        Finish::ContentFilter => format!("{why}; the provider held it back"),
        _ => why.to_string(),
    }
}

fn answer(
    ask: &Ask,
    model: &str,
    asked_at: Millis,
    response_id: u64,
    reading: Reading,
    reply: &ChatReply,
    cost: Option<Decimal>,
) -> CollectedAnswer {
    CollectedAnswer {
        query: ask.request.query.clone(),
        provider: ask.request.provider.clone(),
        model: model.to_owned(),
        asked_at: crate::dates::to_text(asked_at),
        response_id,
        partial: reading.is_partial,
        mentions: reading.mentions.into_iter().map(mention).collect(),
        notes: reading.notes,
        prompt_tokens: reply.usage.prompt_tokens,
        completion_tokens: reply.usage.completion_tokens,
        cost_usd: cost.and_then(|cost| cost.to_f64()).map(Number),
        tries: reply.tries,
    }
}

fn mention(mention: NewMention) -> AnswerMention {
    let source = |source: crate::store::responses::NewSource| AnswerSource {
        url: source.url,
        title: source.title,
        description: source.description,
    };
    AnswerMention {
        name: mention.brand_name,
        why: mention.explanation,
        rank: u32::try_from(mention.rank_position).unwrap_or(u32::MAX),
        confidence: mention.confidence.map(Number),
        sources: mention.sources.into_iter().map(source).collect(),
    }
}
