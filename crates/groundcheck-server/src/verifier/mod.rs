//! Document 5's verifier at work: an answer's sentences, asked about one by one, each with its evidence and without.
//!
//! What is asked, what an answer means and how a claim is decided is the engine's ([`groundcheck::entailment`]). Here is the asking:
//!
//! - [`Verifier`]: takes a [`Job`] and tells it as [`Event`]s, claim by claim; the command line, JSON and server-sent events all read
//!   the same ones. Who stops reading stops the asking.
//! - `run`: one answer on its way: which questions are open, how many are under way, when the time is over.
//! - `ask`: one question: by log probabilities, or by counting sampled answers where an endpoint gives none.
//! - `spend`: tokens, cost, and the budget that stops.
//! - `known`: what was answered before, by digest.
//! - [`probe`]: what an endpoint can do.
//!
//! A question that fails, comes too late or would cost too much leaves its claim not verified: never grounded, never unsupported.

mod ask;
mod events;
mod known;
pub mod probe;
mod run;
mod spend;

use groundcheck_types::{
    Coverage, ErrorCode, InputError, Report, Request, Source, Span, VerifierPolicy, VerifyOptions, VerifySentences,
};
use tokio::runtime::Handle;
use tokio::sync::mpsc;

pub use events::{Event, Events};
pub(crate) use known::nonce;

use crate::engine;
use crate::llm::{Client, Clients};
use crate::store::Store;
use crate::traces::Carried;

/// How many events wait for whoever reads slowly.
const EVENTS: usize = 16;

/// An answer to verify.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// The answer.
    pub answer: String,
    /// What it should rest on.
    pub sources: Vec<Source>,
    /// Whom to ask, how to decide, how far to go.
    pub options: VerifyOptions,
    /// The parts of the answer whose sentences are asked about; all where there are none.
    pub places: Option<Vec<Span>>,
}

impl Job {
    /// A job on all of an answer, or on what its options say.
    ///
    /// # Errors
    /// `invalid_value` naming `sentences` where a place does not lie in the answer.
    pub fn new(answer: String, sources: Vec<Source>, options: VerifyOptions) -> Result<Self, InputError> {
        let places = match &options.sentences {
            None | Some(VerifySentences::All) => None,
            Some(VerifySentences::At(places)) => Some(within(&answer, places)?),
        };
        Ok(Job { answer, sources, options, places })
    }

    /// A job on what this report on the answer leaves open, unless the options say otherwise.
    ///
    /// # Errors
    /// As [`Job::new`].
    pub fn after(report: &Report, request: &Request, options: VerifyOptions) -> Result<Self, InputError> {
        let mut job = Job::new(request.answer.clone(), request.sources.clone(), options)?;
        if job.options.sentences.is_none() {
            job.places = report.coverage.as_ref().map(Coverage::open);
        }
        Ok(job)
    }
}

fn within(answer: &str, places: &[Span]) -> Result<Vec<Span>, InputError> {
    if places.iter().any(|place| place.of(answer).is_none()) {
        return Err(InputError::field(ErrorCode::InvalidValue, "sentences", "has a place that is not in the answer"));
    }
    Ok(places.to_vec())
}

/// Verifies answers by asking providers.
#[derive(Debug, Clone)]
pub struct Verifier {
    clients: Clients,
    /// What holds where a request does not say otherwise.
    policy: VerifierPolicy,
    store: Option<Store>,
}

impl Verifier {
    /// One that asks through these clients, and remembers nothing.
    #[must_use]
    pub fn new(clients: Clients) -> Self {
        Verifier { clients, policy: VerifierPolicy::default(), store: None }
    }

    /// The same, with thresholds of its own.
    #[must_use]
    pub fn with_policy(self, policy: VerifierPolicy) -> Self {
        Verifier { policy, ..self }
    }

    /// The same, with a store that remembers what was answered.
    #[must_use]
    pub fn with_store(self, store: Store) -> Self {
        Verifier { store: Some(store), ..self }
    }

    /// Looks for language models on this machine, where nobody says which model is asked.
    pub async fn look(&self, options: &VerifyOptions) {
        self.clients.look_for(options.provider.as_deref(), options.model.as_deref()).await;
    }

    /// Starts. The events end with [`Event::Done`] or [`Event::Failed`]; dropping them stops all that is under way.
    ///
    /// # Errors
    /// What can be said before anybody is asked: an option out of its range, an unknown provider, no model, no key, a budget in dollars
    /// where no price is known.
    pub fn start(&self, job: Job) -> Result<Events, InputError> {
        self.target(&job.options)?;
        Request::validate_answer(&job.answer)?;
        Request::validate_sources(&job.sources)?;
        let (sender, events) = mpsc::channel(EVENTS);
        let (verifier, runtime) = (self.clone(), Handle::current());
        let part = Carried::here();
        // Reading answer and sources keeps a core busy; only the asking waits.
        tokio::task::spawn_blocking(move || {
            let _part = part.enter();
            if let Err(error) = engine::fenced(|| run::run(&verifier, &job, &sender, &runtime)) {
                // An error says that nobody reads any more.
                let _ = sender.blocking_send(Event::Failed(error));
            }
        });
        Ok(Events::new(events))
    }

    /// Who is asked by these options, and for which model.
    fn target(&self, options: &VerifyOptions) -> Result<(&Client, String), InputError> {
        options.validate()?;
        let (client, model) = self.clients.find_or_first(options.provider.as_deref(), options.model.as_deref())?;
        client.ready()?;
        if options.budget_usd.is_some() && !client.provider().prices.contains_key(&model) {
            let message = format!(
                "cannot be kept to: provider {:?} has no price for {model:?}; use budget_tokens",
                client.provider().name
            );
            return Err(InputError::field(ErrorCode::InvalidValue, "budget_usd", message));
        }
        Ok((client, model))
    }
}
