//! One answer on its way.

use std::pin::pin;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::join;
use futures_util::stream;
use groundcheck::entailment::{Asked, AskedClaim, Plan, Question};
use groundcheck_types::{
    GroundedAnswer, InputError, Number, Probability, SettledClaim, Status, VERIFY_SECONDS_DEFAULT, VerificationPlan,
    VerifierRun, VerifyOptions,
};
use rust_decimal::prelude::ToPrimitive;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use super::ask::{Asking, Unasked};
use super::spend::Spend;
use super::{Event, Job, Verifier, known};
use crate::llm::Usage;
use crate::measures;
use crate::store::Store;
use crate::store::verifications::QuestionDigest;
use crate::traces::{Span, SpanKind};

/// Both questions.
const QUESTIONS: [Question; 2] = [Question::Posterior, Question::Prior];

/// Verifies an answer, from its first word to the last event; ends early where nobody reads the events any more. Blocks its thread.
pub(super) fn run(
    verifier: &Verifier,
    job: &Job,
    events: &mpsc::Sender<Event>,
    runtime: &Handle,
) -> Result<(), InputError> {
    let start = Instant::now();
    let span = Span::part("verify", SpanKind::Internal);
    let _part = span.enter();
    let options = &job.options;
    let (client, model) = verifier.target(options)?;
    let policy = options.policy(&verifier.policy)?;
    let spend = Spend::new(options, client.provider().prices.get(&model).copied());
    let plan = match &job.places {
        None => Plan::new(&job.answer, &job.sources, &policy),
        Some(places) => Plan::at(&job.answer, &job.sources, &policy, places),
    };
    let deadline = start + Duration::from_secs_f64(seconds(options).0);
    let run = Run {
        plan: &plan,
        options,
        start,
        store: verifier.store.as_ref(),
        asking: Asking { client, model: &model, deadline, spend: &spend, thinks: AtomicBool::new(false) },
        errors: Mutex::default(),
        span: &span,
    };
    runtime.block_on(async {
        tokio::select! {
            biased;
            () = events.closed() => Ok(()),
            done = run.drive(events) => done,
        }
    })
}

/// How long the answer may take.
fn seconds(options: &VerifyOptions) -> Number {
    options.deadline_seconds.unwrap_or(Number(VERIFY_SECONDS_DEFAULT.into()))
}

struct Run<'a> {
    plan: &'a Plan<'a>,
    options: &'a VerifyOptions,
    start: Instant,
    store: Option<&'a Store>,
    asking: Asking<'a>,
    /// Why questions failed, each reason once.
    errors: Mutex<Vec<InputError>>,
    span: &'a Span,
}

/// A claim that is to be asked about.
struct Open {
    place: usize,
    /// As [`QUESTIONS`].
    questions: [Posed; 2],
}

/// A question about a claim.
struct Posed {
    question: Question,
    digest: QuestionDigest,
    known: Option<Probability>,
    /// How long its messages are.
    bytes: usize,
}

impl Run<'_> {
    async fn drive(&self, events: &mpsc::Sender<Event>) -> Result<(), InputError> {
        let open = self.open().await?;
        send(events, Event::Plan(Box::new(self.planned(&open)))).await;
        let mut settling = Settling { run: self, events, asked: vec![None; self.plan.claims().len()] };
        // What need not be asked about is settled as it is.
        for place in 0..settling.asked.len() {
            if open.iter().all(|claim| claim.place != place) {
                settling.settle(place, AskedClaim::default()).await;
            }
        }
        // Two questions a claim; the provider's own limit holds for all who ask it.
        let at_once = self.asking.client.provider().concurrency.div_ceil(2).max(1);
        let asking = stream::iter(&open).map(|claim| async { (claim.place, self.claim(claim).await) });
        let mut asking = pin!(asking.buffer_unordered(at_once));
        while let Ok(Some((place, asked))) = timeout_at(self.asking.deadline, asking.next()).await {
            settling.settle(place, asked).await;
        }
        for claim in &open {
            if settling.asked[claim.place].is_none() {
                let late = |posed: &Posed| posed.known.map_or(Asked::OutOfTime, Asked::Probability);
                let [posterior, prior] = &claim.questions;
                settling.settle(claim.place, AskedClaim { posterior: late(posterior), prior: late(prior) }).await;
            }
        }
        let asked: Vec<AskedClaim> = settling.asked.iter().map(|asked| asked.unwrap_or_default()).collect();
        send(events, self.done(&asked)).await;
        Ok(())
    }

    /// The claims to ask about, with what is known of them.
    async fn open(&self) -> Result<Vec<Open>, InputError> {
        let mut open = Vec::new();
        for place in (0..self.plan.claims().len()).filter(|place| self.plan.is_asked(*place)) {
            let [posterior, prior] = QUESTIONS;
            open.push(Open {
                place,
                questions: [self.posed(place, posterior).await?, self.posed(place, prior).await?],
            });
        }
        Ok(open)
    }

    async fn posed(&self, place: usize, question: Question) -> Result<Posed, InputError> {
        let Asking { client, model, deadline, .. } = &self.asking;
        let prompt = self.plan.prompt(place, question, known::NO_NONCE)?.unwrap_or_default();
        let digest = known::digest(client.provider(), model, &prompt);
        let known = match self.store {
            // Out of time: nothing is known then, and nobody is asked either.
            Some(store) => {
                timeout_at(*deadline, known::get(store, &digest, client.logprobs(model))).await.ok().flatten()
            }
            None => None,
        };
        if known.is_some() {
            self.asking.spend.known();
        }
        Ok(Posed { question, digest, known, bytes: prompt.system.len() + prompt.user.len() })
    }

    fn planned(&self, open: &[Open]) -> VerificationPlan {
        let Asking { client, model, spend, .. } = &self.asking;
        let unknown = || open.iter().flat_map(|claim| &claim.questions).filter(|posed| posed.known.is_none());
        let estimates: Vec<Usage> = unknown().flat_map(|posed| self.asking.estimates(posed.bytes)).collect();
        let sum = |part: fn(&Usage) -> Option<u64>| estimates.iter().filter_map(part).fold(0_u64, u64::saturating_add);
        let (prompt, completion) = (sum(|usage| usage.prompt_tokens), sum(|usage| usage.completion_tokens));
        let all = Usage { prompt_tokens: Some(prompt), completion_tokens: Some(completion) };
        VerificationPlan {
            provider: client.provider().name.clone(),
            model: (*model).to_owned(),
            logprobs: client.logprobs(model),
            method: self.options.method,
            claims: self.plan.planned(),
            unchecked_claims: self.plan.unchecked(),
            calls: u32::try_from(estimates.len()).unwrap_or(u32::MAX),
            known: spend.usage().known,
            estimated_tokens: prompt.saturating_add(completion),
            estimated_cost_usd: spend.cost(all).and_then(|cost| cost.to_f64()).map(Number),
            deadline_seconds: seconds(self.options),
        }
    }

    /// Asks both questions about a claim, as far as they are not known.
    async fn claim(&self, claim: &Open) -> AskedClaim {
        let [posterior, prior] = &claim.questions;
        // Room for both or for none: half a claim decides nothing.
        let estimates = |posed: &Posed| match posed.known {
            Some(_) => Vec::new(),
            None => self.asking.estimates(posed.bytes),
        };
        let (mut all, of_prior) = (estimates(posterior), estimates(prior));
        let first = all.len();
        all.extend(of_prior);
        let Some(mut room) = self.asking.spend.reserve_in_turn(&all).await else {
            let over = |posed: &Posed| posed.known.map_or(Asked::OverBudget, Asked::Probability);
            return AskedClaim { posterior: over(posterior), prior: over(prior) };
        };
        let room_of_prior = room.split_off(first);
        let (posterior, prior) =
            join(self.ask(claim.place, posterior, room), self.ask(claim.place, prior, room_of_prior)).await;
        AskedClaim { posterior, prior }
    }

    async fn ask(&self, place: usize, posed: &Posed, room: Vec<super::spend::Reserved<'_>>) -> Asked {
        if let Some(known) = posed.known {
            return Asked::Probability(known);
        }
        let prompt = || {
            let nonce = known::nonce().map_err(Unasked::Unbuilt)?;
            let prompt = self.plan.prompt(place, posed.question, &nonce).map_err(Unasked::Unbuilt)?;
            Ok(prompt.unwrap_or_default())
        };
        let Asking { client, model, .. } = &self.asking;
        match self.asking.probability(&prompt, posed.bytes, room).await {
            Ok(probability) => {
                if let Some(store) = self.store {
                    known::put(store, &posed.digest, client.provider(), model, probability).await;
                }
                Asked::Probability(probability)
            }
            Err(why) => {
                let asked = Asked::from(&why);
                match why {
                    Unasked::Failed(error) => self.note(error.into_input_error(&client.provider().name)),
                    Unasked::Unbuilt(error) => self.note(error),
                    Unasked::OutOfTime | Unasked::OverBudget | Unasked::Unreadable => {}
                }
                asked
            }
        }
    }

    fn note(&self, error: InputError) {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        if !errors.contains(&error) {
            errors.push(error);
        }
    }

    /// What it came to, for its span.
    fn counts(&self, answer: &GroundedAnswer) {
        let claims = &answer.hallucination_check.claims;
        self.span.flag("groundcheck.grounded", answer.hallucination_check.overall_grounded);
        self.span.count("groundcheck.claims.count", claims.len());
        for status in [Status::Supported, Status::Contradicted, Status::Unsupported, Status::Unverifiable] {
            let count = claims.iter().filter(|claim| claim.status == status).count();
            if count > 0 {
                self.span.count(format!("groundcheck.claims.status.{}", status.as_str()), count);
            }
        }
        if let Some(run) = &answer.verifier {
            self.span.count("groundcheck.claims.not_verified", run.not_verified_claims);
            self.span.count("groundcheck.questions.count", run.usage.calls);
            self.span.count("groundcheck.questions.known", run.usage.known);
        }
    }

    /// The whole check.
    fn done(&self, asked: &[AskedClaim]) -> Event {
        let Asking { client, model, spend, .. } = &self.asking;
        let mut answer = self.plan.answer(self.plan.check(asked, self.options.method));
        let claims = &answer.hallucination_check.claims;
        let not_verified = claims.iter().filter(|claim| claim.reason.is_not_verified()).count();
        answer.verifier = Some(VerifierRun {
            provider: client.provider().name.clone(),
            model: (*model).to_owned(),
            logprobs: client.logprobs(model),
            not_verified_claims: u32::try_from(not_verified).unwrap_or(u32::MAX),
            errors: self.errors.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            usage: spend.usage(),
            elapsed_ms: u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
        measures::verified(&answer);
        self.counts(&answer);
        Event::Done(Box::new(answer))
    }
}

/// Claims as they settle.
struct Settling<'a> {
    run: &'a Run<'a>,
    events: &'a mpsc::Sender<Event>,
    asked: Vec<Option<AskedClaim>>,
}

impl Settling<'_> {
    async fn settle(&mut self, place: usize, asked: AskedClaim) {
        self.asked[place] = Some(asked);
        let Some(claim) = self.run.plan.claim(place, asked, self.run.options.method) else { return };
        let settled = u32::try_from(self.asked.iter().flatten().count()).unwrap_or(u32::MAX);
        let usage = self.run.asking.spend.usage();
        send(self.events, Event::Claim(Box::new(SettledClaim { claim, settled, usage }))).await;
    }
}

/// Tells; whoever reads no more ends the whole run elsewhere.
async fn send(events: &mpsc::Sender<Event>, event: Event) {
    let _ = events.send(event).await;
}
