//! What was answered before. A question's answer depends on whom it is put to and on its two messages, which hold context and claim; how
//! a claim is decided from its two answers does not matter, so that another method costs nothing.

use groundcheck::entailment::{Prompt, probability_of_votes};
use groundcheck_types::{InputError, LogprobSupport, Number, Probability, ProbabilitySource};

use crate::llm::Provider;
use crate::store::Store;
use crate::store::verifications::{MeasuredBy, QuestionDigest, Verification};

/// What stands for the nonce in a question's digest; in no question that is asked.
pub(super) const NO_NONCE: &str = "groundcheckdigest";
/// Changes when answers that are stored no longer mean what new ones do.
const VERSION: &str = "1";

/// A nonce that nobody can foresee, for one call.
pub(crate) fn nonce() -> Result<String, InputError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| {
        InputError::whole(
            groundcheck_types::ErrorCode::Internal,
            "the system gives no random numbers; no question was sent",
        )
    })?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// The digest of a question that was built with [`NO_NONCE`].
pub(super) fn digest(provider: &Provider, model: &str, prompt: &Prompt) -> QuestionDigest {
    QuestionDigest::of(&[VERSION, provider.endpoint().as_str(), model, &prompt.system, &prompt.user])
}

/// What is known of a question. Counted votes only as long as there is nothing better. What cannot be read is asked again.
pub(super) async fn get(store: &Store, question: &QuestionDigest, logprobs: LogprobSupport) -> Option<Probability> {
    match store.verification(question).await {
        Ok(row) => probability(&row?)
            .filter(|known| known.source == ProbabilitySource::Logprobs || logprobs != LogprobSupport::Given),
        Err(error) => {
            tracing::warn!(%error, "an earlier answer of the verifier cannot be read");
            None
        }
    }
}

/// Keeps what was answered; where that cannot be, it is logged.
pub(super) async fn put(
    store: &Store,
    question: &QuestionDigest,
    provider: &Provider,
    model: &str,
    probability: Probability,
) {
    let row = Verification {
        provider: provider.name.clone(),
        model: model.to_owned(),
        probability_source: match probability.source {
            ProbabilitySource::Logprobs => MeasuredBy::Logprobs,
            ProbabilitySource::SampledVotes => MeasuredBy::SampledVotes,
        },
        probability_lower: probability.lower.0,
        probability_upper: probability.upper.0,
        yes_votes: probability.yes_votes.map(i64::from),
        votes: probability.votes.map(i64::from),
        created_at: store.now(),
    };
    if let Err(error) = store.save_verification(question, &row).await {
        tracing::warn!(%error, "an answer of the verifier cannot be stored");
    }
}

fn probability(row: &Verification) -> Option<Probability> {
    let count = |votes: Option<i64>| votes.and_then(|votes| u32::try_from(votes).ok());
    match row.probability_source {
        MeasuredBy::SampledVotes => probability_of_votes(count(row.yes_votes)?, count(row.votes)?),
        MeasuredBy::Logprobs => Some(Probability {
            lower: Number(row.probability_lower),
            upper: Number(row.probability_upper),
            source: ProbabilitySource::Logprobs,
            yes_votes: None,
            votes: None,
        }),
    }
}
