//! Whether an answer's sentences follow from its sources, by asking a language model (document 5): everything but the asking.
//!
//! Each claim is asked about twice: with all evidence (posterior), and with what it cites redacted (prior). What the evidence changed
//! decides. [`Plan`] reads answer and sources and writes the questions; [`probability_of_yes`] reads an answer's log probabilities;
//! [`Plan::check`] decides by one of three methods. Premise is evidence, hypothesis is claim.
//!
//! [`questions`] and [`grounding`] are the same as data, for a caller who asks a model elsewhere.
//!
//! Knows nothing of providers and sends nothing. What is not known, missing log probabilities first of all, is never a pass.
//!
//! Source: document 5; the budget is the upstream toolkit's (Strawberry). The document's two sample claims show a confidence of 0.88 and
//! 0.15 where its own formula gives 1 and 0.18: the formula stands.

mod check;
mod citations;
mod claims;
mod copies;
mod divergence;
mod exchange;
mod injection;
mod mapping;
mod method;
mod passages;
mod places;
mod plan;
mod probability;
mod prompt;
mod statements;
mod texts;
mod words;

pub use check::{Asked, AskedClaim, grounding_ratio, is_grounded};
pub(crate) use claims::statement_claims;
pub use divergence::{bits, budget, kl_bernoulli_nats};
pub use exchange::{grounding, questions};
pub use method::{Decision, EvidenceUse, Measured, decide, evidence_use, point};
pub use passages::{PassageKind, passage_kind};
pub use plan::{Plan, Prompts, Question, Redaction};
pub use probability::{AnswerToken, TOP_LOGPROBS, TopToken, probability_of_votes, probability_of_yes, vote};
pub use prompt::{ANSWER_TOKENS, NONCE_MAX_CHARS, NONCE_MIN_CHARS, Prompt};
pub use statements::{Statement, Statements, statements};
