//! One question to a model, and the probability of YES that its answer gives.

use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use groundcheck::entailment::{
    ANSWER_TOKENS, AnswerToken, Asked, Prompt, TOP_LOGPROBS, TopToken, probability_of_votes, probability_of_yes, vote,
};
use groundcheck_types::Probability;
use tokio::time::Instant;

use super::spend::{Reserved, Spend, estimate};
use crate::llm::{ChatReply, ChatRequest, Client, Finish, LlmError, Message, TokenLogprob, Usage};
use crate::measures;

/// How many answers are sampled where there are no log probabilities: the fewest of which seven against none or eight against one still
/// show, by their 95 % intervals, that the evidence was used.
pub(super) const VOTES: u32 = 8;
/// How long a sampled answer may get: `**YES**` is four tokens.
const VOTE_TOKENS: u32 = 4;
/// The same for a model that thinks before it says anything.
const THINKING_TOKENS: u32 = 2_048;
/// What models end their thoughts with, where an endpoint leaves them in the answer.
const THOUGHT: &str = "</think>";

/// Whom to ask, until when, and on whose account.
#[derive(Debug)]
pub(super) struct Asking<'a> {
    pub(super) client: &'a Client,
    pub(super) model: &'a str,
    pub(super) deadline: Instant,
    pub(super) spend: &'a Spend,
    /// Whether the model was seen to think first.
    pub(super) thinks: AtomicBool,
}

/// Why there is no probability.
#[derive(Debug)]
pub(super) enum Unasked {
    /// The provider failed.
    Failed(LlmError),
    /// There was no time left.
    OutOfTime,
    /// There was no room left in the budget.
    OverBudget,
    /// There was an answer, and nothing in it that could be read.
    Unreadable,
    /// No question could be built.
    Unbuilt(groundcheck_types::InputError),
}

impl From<&Unasked> for Asked {
    fn from(why: &Unasked) -> Asked {
        match why {
            Unasked::Failed(_) | Unasked::Unbuilt(_) => Asked::Failed,
            Unasked::OutOfTime => Asked::OutOfTime,
            Unasked::OverBudget => Asked::OverBudget,
            Unasked::Unreadable => Asked::NoLogprobs,
        }
    }
}

impl Asking<'_> {
    /// What asking one question takes, as far as it is known how it will be asked.
    pub(super) fn estimates(&self, prompt_bytes: usize) -> Vec<Usage> {
        if self.client.logprobs(self.model).is_missing() {
            self.vote_estimates(prompt_bytes)
        } else {
            vec![estimate(prompt_bytes, ANSWER_TOKENS)]
        }
    }

    fn vote_estimates(&self, prompt_bytes: usize) -> Vec<Usage> {
        vec![estimate(prompt_bytes, self.vote_tokens()); VOTES as usize]
    }

    fn vote_tokens(&self) -> u32 {
        if self.thinks.load(Ordering::Relaxed) { THINKING_TOKENS } else { VOTE_TOKENS }
    }

    /// P(YES): by log probabilities, or by votes where there are none. `prompt` builds the question anew for each call; `bytes` is how
    /// long its messages are.
    pub(super) async fn probability(
        &self,
        prompt: &(dyn Fn() -> Result<Prompt, Unasked> + '_),
        bytes: usize,
        mut reserved: Vec<Reserved<'_>>,
    ) -> Result<Probability, Unasked> {
        if !self.client.logprobs(self.model).is_missing() {
            let request = ChatRequest {
                max_tokens: Some(ANSWER_TOKENS),
                temperature: Some(0.0),
                top_logprobs: u8::try_from(TOP_LOGPROBS).ok(),
                ..self.request(prompt()?)
            };
            let room = reserved.pop().ok_or(Unasked::OverBudget)?;
            let reply = self.ask(&request, room).await?;
            if !reply.logprobs.is_empty() {
                return probability_of_yes(&tokens(&reply.logprobs)).ok_or(Unasked::Unreadable);
            }
            if is_cut_short(&reply) {
                // It thinks first, and what it thinks has no log probabilities.
                self.thinks.store(true, Ordering::Relaxed);
            } else if !self.client.logprobs(self.model).is_missing() {
                return Err(Unasked::Unreadable);
            }
        }
        // There is room for one question only where it was not known yet that there are no log probabilities.
        if reserved.len() < VOTES as usize {
            reserved.clear();
            reserved = self.spend.reserve(&self.vote_estimates(bytes)).ok_or(Unasked::OverBudget)?;
        }
        let votes = join_all(reserved.into_iter().map(|room| self.vote(prompt, bytes, room))).await;
        let votes = votes.into_iter().collect::<Result<Vec<Option<bool>>, Unasked>>()?;
        let count = |vote: Option<bool>| votes.iter().filter(|given| **given == vote).count();
        if count(None) == votes.len() {
            return Err(Unasked::Unreadable);
        }
        let whole = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        // What says neither is no YES.
        probability_of_votes(whole(count(Some(true))), whole(votes.len())).ok_or(Unasked::Unreadable)
    }

    /// A sampled answer: YES, NO, or neither.
    async fn vote(
        &self,
        prompt: &(dyn Fn() -> Result<Prompt, Unasked> + '_),
        bytes: usize,
        room: Reserved<'_>,
    ) -> Result<Option<bool>, Unasked> {
        let most = self.vote_tokens();
        let request = ChatRequest { max_tokens: Some(most), temperature: Some(1.0), ..self.request(prompt()?) };
        let reply = self.ask(&request, room).await?;
        let said = said(&reply);
        if said.is_some() || reply.finish != Finish::Length || most == THINKING_TOKENS {
            return Ok(said);
        }
        // It was still thinking, aloud or not.
        self.thinks.store(true, Ordering::Relaxed);
        let request =
            ChatRequest { max_tokens: Some(THINKING_TOKENS), temperature: Some(1.0), ..self.request(prompt()?) };
        let room = self.spend.reserve(&[estimate(bytes, THINKING_TOKENS)]);
        let room = room.and_then(|mut room| room.pop()).ok_or(Unasked::OverBudget)?;
        Ok(self::said(&self.ask(&request, room).await?))
    }

    fn request(&self, prompt: Prompt) -> ChatRequest {
        ChatRequest::new(self.model, vec![Message::system(prompt.system), Message::user(prompt.user)])
    }

    async fn ask(&self, request: &ChatRequest, room: Reserved<'_>) -> Result<ChatReply, Unasked> {
        let provider = &self.client.provider().name;
        match self.client.chat(request, Some(self.deadline)).await {
            Ok(reply) => {
                measures::verifier_call(provider, "answered", reply.usage, self.spend.cost(reply.usage));
                room.answered(reply.usage);
                Ok(reply)
            }
            Err(error) => {
                measures::verifier_call(provider, error.as_str(), Usage::default(), None);
                if matches!(error, LlmError::NoTurnInTime { .. }) {
                    return Err(Unasked::OutOfTime);
                }
                room.failed();
                let late = error == LlmError::TimedOut && Instant::now() >= self.deadline;
                Err(if late { Unasked::OutOfTime } else { Unasked::Failed(error) })
            }
        }
    }
}

/// Whether an answer was cut off before it said anything.
fn is_cut_short(reply: &ChatReply) -> bool {
    reply.content.trim().is_empty() && reply.finish == Finish::Length
}

/// YES or NO, behind the thoughts that an endpoint leaves in.
fn said(reply: &ChatReply) -> Option<bool> {
    vote(reply.content.rsplit(THOUGHT).next().unwrap_or_default())
}

/// The answer's tokens as the engine reads them.
fn tokens(logprobs: &[TokenLogprob]) -> Vec<AnswerToken> {
    let token = |given: &TokenLogprob| {
        let alternative = |token: &str, logprob: f64| TopToken { token: token.to_owned(), logprob };
        let top = given.top.iter().map(|top| alternative(&top.token, top.logprob)).collect();
        AnswerToken::new(given.token.clone(), Some(given.logprob), top)
    };
    logprobs.iter().map(token).collect()
}
