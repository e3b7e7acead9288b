//! One provider, asked.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use groundcheck_types::{InputError, LogprobSupport, ModelLogprobs, ProviderInfo};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, sleep, timeout_at};

use super::learn::Learnt;
use super::local::Local;
use super::pace::Pace;
use super::traced::Asked;
use super::transport::{Answer, Call, Fault, Http, Opened, Transport, whole};
use super::wire::{self, Complaint};
use super::{ChatReply, ChatRequest, LlmError, Provider};

/// How often a question is asked where the provider fails or is busy.
const TRIES_MAX: u32 = 4;
/// How often it is asked again without something that the endpoint does not take.
const LESSONS_MAX: u32 = 8;
/// The wait before the second try; it doubles with each.
const BACKOFF: Duration = Duration::from_millis(500);
/// The longest wait that nobody asked for.
const BACKOFF_MAX: Duration = Duration::from_secs(8);
/// Silence of this length is the provider's fault, whoever has no time to wait for longer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many models are remembered with what they do not take.
const MODELS: usize = 1_000;
/// What stands in place of the key in all that a provider sends.
pub(super) const KEY: &str = "[key]";

/// One provider, asked by everybody through this: they share its rate and what is known of it.
#[derive(Debug)]
pub struct Client {
    provider: Provider,
    transport: Arc<dyn Transport>,
    pub(super) pace: Pace,
    learnt: Mutex<HashMap<String, Learnt>>,
    local: Option<Local>,
    /// From 0 to under 1: how much of the second half of a wait is waited. Many who failed together do not come back together.
    jitter: fn() -> f64,
}

/// What to do after a try.
#[derive(Debug)]
pub(super) enum Next {
    /// Ask again without what is not taken.
    Without(Learnt, LlmError),
    /// Ask again later, not before this long.
    Later(LlmError, Option<Duration>),
    /// It does not help to ask again.
    Never(LlmError),
}

impl Client {
    /// A client of this provider, over HTTP.
    ///
    /// # Errors
    /// Where the system has no certificates to trust.
    pub fn new(provider: Provider) -> Result<Self, InputError> {
        Ok(Client::over(provider, Arc::new(Http::new()?)))
    }

    /// A client of this provider over something else.
    #[must_use]
    pub fn over(provider: Provider, transport: Arc<dyn Transport>) -> Self {
        let (pace, local) = (Pace::new(&provider), Local::of(&provider));
        Client { provider, transport, pace, learnt: Mutex::default(), local, jitter: fastrand::f64 }
    }

    #[cfg(test)]
    pub(super) fn with_jitter(self, jitter: fn() -> f64) -> Self {
        Client { jitter, ..self }
    }

    /// Whom it asks.
    #[must_use]
    pub fn provider(&self) -> &Provider {
        &self.provider
    }

    /// Asks. Waiting for the provider's turn ends at `by`, where there is one; everything after that, further tries included, at the
    /// provider's own time-out or at `by`, whichever comes first.
    ///
    /// # Errors
    /// Why there is no answer.
    pub async fn chat(&self, request: &ChatRequest, by: Option<Instant>) -> Result<ChatReply, LlmError> {
        let asked = Asked::begin(self, request, false);
        let replied = self.replied(request, by).await;
        asked.replied(&replied);
        replied
    }

    async fn replied(&self, request: &ChatRequest, by: Option<Instant>) -> Result<ChatReply, LlmError> {
        let (key, mut trying) = self.trying(&request.model, by).await?;
        loop {
            match self.once(request, key, &trying).await {
                Ok(reply) => {
                    trying.learnt = trying.learnt.with_answer(request, &reply);
                    trying.taken();
                    return Ok(ChatReply { tries: trying.tries, ..reply });
                }
                Err(next) => trying.again(next).await?,
            }
        }
    }

    /// Waits for the provider's turn; then its time begins.
    pub(super) async fn trying<'c>(
        &'c self,
        model: &str,
        by: Option<Instant>,
    ) -> Result<(Option<&'c SecretString>, Trying<'c>), LlmError> {
        let key = self.provider.secret()?;
        let slot = self.pace.slot(by).await?;
        self.pace.turn(by).await?;
        let over = Instant::now() + self.provider.timeout;
        let over = by.map_or(over, |by| by.min(over));
        let learnt = self.learnt(model);
        Ok((key, Trying { client: self, _slot: slot, model: model.to_owned(), over, learnt, tries: 1, lessons: 0 }))
    }

    /// Looks for it where it is on this machine and has no default model: what it has is offered then.
    pub async fn look(&self) {
        if let Some(local) = &self.local {
            local.look(&self.provider, &*self.transport).await;
        }
    }

    /// The model that is asked where nobody names one: its entry's, else the first that a server on this machine has.
    #[must_use]
    pub fn default_model(&self) -> Option<String> {
        self.provider.model.clone().or_else(|| self.local.as_ref()?.models().into_iter().next())
    }

    /// Whether the operator has named this model, or a server on this machine lists it. Any other name is a caller's text, even where
    /// there is an answer: many servers take every name.
    pub(super) fn knows(&self, model: &str) -> bool {
        let is_operators = self.provider.model.as_deref() == Some(model) || self.provider.prices.contains_key(model);
        is_operators || self.local.as_ref().is_some_and(|local| local.models().iter().any(|known| known == model))
    }

    /// Whether it can be asked at all.
    ///
    /// # Errors
    /// `provider_refused` where its key is missing.
    pub fn ready(&self) -> Result<(), InputError> {
        self.provider.secret().map(drop).map_err(|error| error.into_input_error(&self.provider.name))
    }

    /// What may be told of it, with what its answers have shown.
    #[must_use]
    pub fn info(&self) -> ProviderInfo {
        let mut info = self.provider.info();
        if let Some(local) = &self.local {
            info.here = local.is_there();
            info.ready &= info.here != Some(false);
            let known = core::mem::take(&mut info.models);
            info.models = local.models();
            info.models.extend(known.into_iter().filter(|model| !info.models.contains(model)).collect::<Vec<_>>());
            info.model = self.default_model();
        }
        let learnt = self.learnt.lock().unwrap_or_else(PoisonError::into_inner);
        let mut models: Vec<String> = learnt.keys().filter(|model| !info.models.contains(model)).cloned().collect();
        models.sort_unstable();
        let logprobs = |model: &String| learnt.get(model).map_or(LogprobSupport::Unknown, |learnt| learnt.logprobs);
        let models = info.models.iter().chain(&models);
        info.logprobs = models.map(|model| ModelLogprobs { model: model.clone(), logprobs: logprobs(model) }).collect();
        info
    }

    /// Whether there are log probabilities with this model, as far as its answers have shown.
    #[must_use]
    pub fn logprobs(&self, model: &str) -> LogprobSupport {
        self.learnt(model).logprobs
    }

    /// The request as it would be sent, its key only by the name of its variable.
    #[must_use]
    pub fn preview(&self, request: &ChatRequest) -> Value {
        let mut headers = json!({ "content-type": "application/json" });
        if let Some(key) = &self.provider.key {
            headers["authorization"] = json!(format!("Bearer ${}", key.variable));
        }
        json!({
            "provider": self.provider.name,
            "method": "POST",
            "url": self.provider.endpoint().as_str(),
            "headers": headers,
            "body": wire::body(request, &self.provider, self.learnt(&request.model)),
        })
    }

    /// One exchange.
    async fn once(
        &self,
        request: &ChatRequest,
        key: Option<&SecretString>,
        trying: &Trying<'_>,
    ) -> Result<ChatReply, Next> {
        let (url, learnt) = (self.provider.endpoint(), trying.learnt);
        let body = wire::body(request, &self.provider, learnt).to_string().into_bytes();
        let answer = self.in_time(trying.over, self.transport.post(Call { url: &url, key, body })).await?;
        let Answer { status, retry_after, body } = answer;
        let body = without(key, body);
        if (200..300).contains(&status) {
            self.pace.works();
            return wire::reply(&body, learnt.format(&self.provider, request)).map_err(Next::Never);
        }
        Err(self.refused(request, learnt, status, retry_after, &body))
    }

    /// One exchange, up to where a good answer begins.
    pub(super) async fn open(
        &self,
        request: &ChatRequest,
        key: Option<&SecretString>,
        trying: &Trying<'_>,
    ) -> Result<Opened, Next> {
        let (url, learnt) = (self.provider.endpoint(), trying.learnt);
        let body = wire::streaming(request, &self.provider, learnt).to_string().into_bytes();
        let opened = self.in_time(trying.over, self.transport.open(Call { url: &url, key, body })).await?;
        if (200..300).contains(&opened.status) {
            return Ok(opened);
        }
        let Opened { status, retry_after, chunks } = opened;
        let body = without(key, self.in_time(trying.over, whole(chunks)).await?);
        Err(self.refused(request, learnt, status, retry_after, &body))
    }

    /// What an exchange gives, or what to do where it gives nothing.
    async fn in_time<T>(&self, over: Instant, exchange: impl Future<Output = Result<T, Fault>>) -> Result<T, Next> {
        let start = Instant::now();
        let Ok(given) = timeout_at(over, exchange).await else {
            // Who has no time to spare learns nothing of the provider, and must not have it left alone for all others.
            if start.elapsed() >= self.provider.timeout.min(PATIENCE) {
                self.pace.failed();
            }
            return Err(Next::Never(LlmError::TimedOut));
        };
        given.map_err(|fault| {
            self.pace.failed();
            match fault {
                Fault::Connect => Next::Later(LlmError::Connect, None),
                Fault::Broken => Next::Later(LlmError::BrokenOff, None),
                Fault::Tls => Next::Never(LlmError::Tls),
                Fault::TooLarge => Next::Never(LlmError::TooLarge),
            }
        })
    }

    /// What to do about a status that is no answer.
    fn refused(
        &self,
        request: &ChatRequest,
        learnt: Learnt,
        status: u16,
        retry_after: Option<Duration>,
        body: &[u8],
    ) -> Next {
        let complaint = wire::complaint(body);
        if let Some(lesson) = learnt.from(&complaint, status, &self.provider, request) {
            self.pace.works();
            let error = LlmError::NotTaken { status, message: complaint.message };
            return Next::Without(lesson, error);
        }
        let next = judge(status, retry_after, complaint, &request.model);
        match &next {
            Next::Later(LlmError::Unavailable { .. }, _) => self.pace.failed(),
            _ => self.pace.works(),
        }
        if let Next::Later(_, Some(after)) = next {
            self.pace.rests(after);
        }
        next
    }

    fn learnt(&self, model: &str) -> Learnt {
        self.learnt.lock().unwrap_or_else(PoisonError::into_inner).get(model).copied().unwrap_or_default()
    }

    /// Kept only once the endpoint has answered that way.
    fn remember(&self, model: &str, mut learnt: Learnt) {
        let mut models = self.learnt.lock().unwrap_or_else(PoisonError::into_inner);
        if learnt.logprobs == LogprobSupport::Unknown {
            // Another question may have found that out meanwhile.
            learnt.logprobs = models.get(model).map_or(LogprobSupport::Unknown, |known| known.logprobs);
        }
        if learnt != Learnt::default() && (models.len() < MODELS || models.contains_key(model)) {
            models.insert(model.to_owned(), learnt);
        }
    }
}

/// One question, tried until it is answered. It has its place among those that the provider gets at once.
#[derive(Debug)]
pub(super) struct Trying<'c> {
    client: &'c Client,
    _slot: OwnedSemaphorePermit,
    model: String,
    /// When its time is over.
    over: Instant,
    learnt: Learnt,
    /// How often it was asked because the provider failed or was busy; 1 at first.
    pub(super) tries: u32,
    lessons: u32,
}

impl Trying<'_> {
    /// The endpoint took it as it was asked.
    pub(super) fn taken(&self) {
        self.client.remember(&self.model, self.learnt);
    }

    /// Waits until it may be tried again.
    ///
    /// # Errors
    /// Why it is not.
    pub(super) async fn again(&mut self, next: Next) -> Result<(), LlmError> {
        let pace = &self.client.pace;
        let (provider, error) = (&self.client.provider.name, next.word());
        tracing::debug!(provider, model = self.model, tries = self.tries, error, "not answered");
        match next {
            Next::Never(error) => return Err(error),
            Next::Without(_, error) if self.lessons == LESSONS_MAX => return Err(error),
            Next::Without(lesson, error) => {
                (self.learnt, self.lessons) = (lesson, self.lessons + 1);
                pace.turn(Some(self.over)).await.map_err(|_| error)?;
            }
            Next::Later(error, _) if self.tries == TRIES_MAX => return Err(error),
            Next::Later(error, after) => {
                let wait = after.unwrap_or_default().max(backoff(self.tries, (self.client.jitter)()));
                // A provider may ask for longer than any clock goes.
                if wait >= self.over.saturating_duration_since(Instant::now()) {
                    return Err(error);
                }
                sleep(wait).await;
                // Left alone meanwhile, or no turn in time: what happened before says more.
                pace.turn(Some(self.over)).await.map_err(|_| error)?;
                self.tries += 1;
            }
        }
        Ok(())
    }
}

impl Next {
    fn word(&self) -> &'static str {
        match self {
            Next::Without(_, error) | Next::Later(error, _) | Next::Never(error) => error.as_str(),
        }
    }
}

/// What a status that is no answer means.
fn judge(status: u16, retry_after: Option<Duration>, complaint: Complaint, model: &str) -> Next {
    let Complaint { text, message, code } = complaint;
    // Word for word: OpenAI `model_not_found`; vLLM "The model `x` does not exist."; Ollama "model \"x\" not found, try pulling it".
    let is_about_model = code.contains("model_not_found")
        || text.contains("model")
            && ["not found", "does not exist", "not exist"].iter().any(|words| text.contains(words));
    match status {
        401 | 403 => Next::Never(LlmError::Auth { status }),
        400 | 404 | 422 if is_about_model => Next::Never(LlmError::ModelUnknown { model: model.to_owned() }),
        404 | 405 => Next::Never(LlmError::NoSuchEndpoint { status }),
        402 => Next::Never(LlmError::QuotaUsedUp),
        429 if code.contains("insufficient_quota") => Next::Never(LlmError::QuotaUsedUp),
        429 => Next::Later(LlmError::RateLimited { retry_after }, retry_after),
        408 | 409 | 425 | 500.. => Next::Later(LlmError::Unavailable { status }, retry_after),
        300..400 => Next::Never(LlmError::Redirected { status }),
        _ => Next::Never(LlmError::NotTaken { status, message }),
    }
}

/// The wait before the next try: half of it for sure, the other half by chance.
fn backoff(tries: u32, jitter: f64) -> Duration {
    let whole = BACKOFF.saturating_mul(1 << tries.saturating_sub(1).min(16)).min(BACKOFF_MAX);
    whole.mul_f64(0.5 + jitter.clamp(0.0, 1.0) / 2.0)
}

/// A body without the key: an endpoint may send back what it got.
pub(super) fn without(key: Option<&SecretString>, body: Vec<u8>) -> Vec<u8> {
    let Some(key) = key.map(|key| key.expose_secret().as_bytes()) else { return body };
    if key.is_empty() || !body.windows(key.len()).any(|window| window == key) {
        return body;
    }
    let mut clean = Vec::with_capacity(body.len());
    let mut rest = body.as_slice();
    while let Some((first, others)) = rest.split_first() {
        if let Some(after) = rest.strip_prefix(key) {
            clean.extend_from_slice(KEY.as_bytes());
            rest = after;
        } else {
            clean.push(*first);
            rest = others;
        }
    }
    clean
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn waits_double_and_have_an_end() {
        for (tries, jitter, ms) in [(1, 0.0, 250), (1, 1.0, 500), (2, 1.0, 1_000), (3, 0.5, 1_500), (9, 1.0, 8_000)] {
            assert_eq!(backoff(tries, jitter).as_millis(), ms, "{tries} {jitter}");
        }
    }

    #[test]
    fn the_key_is_taken_out_wherever_it_stands() {
        let key = SecretString::from("sk-1".to_owned());
        for (body, clean) in [("sk-1", "[key]"), ("asksk-1sk-1.", "ask[key][key]."), ("sk-", "sk-"), ("", "")] {
            assert_eq!(without(Some(&key), body.into()), clean.as_bytes());
        }
    }
}
