//! Stored responses, checked and scored: every link that nobody has checked yet is asked, every mention gets document 1's reliability.
//!
//! - [`Links`]: who is asked about a link; the checker, what is remembered without a network, or a test's own.
//! - [`score`]: the scores of one response. The formula is the engine's.
//! - [`Worker`]: takes responses by lease, so that several servers share them, one that dies loses none, and each is scored once.

mod links;
mod score;
mod worker;

use groundcheck_types::{InputError, Policy};

pub use links::{Links, Remembered};
pub use score::score;
pub use worker::{Event, Settings, Until, Wake, Worker};

use crate::store::jobs::JobKind;
use crate::store::{Millis, Store};

/// How long the job of a response that needs no network is held.
const HELD_MS: Millis = 20_000;

/// Scores a response from what is known of its links, at once and without a network, if its job is free; a worker that holds it does it
/// otherwise.
///
/// # Errors
/// Where the database cannot be read or written.
pub async fn score_known(store: &Store, policy: &Policy, response_id: u64) -> Result<(), InputError> {
    let owner = worker::owner();
    let Some(job) = store.take_job(JobKind::Score, &response_id.to_string(), &owner, HELD_MS).await? else {
        return Ok(());
    };
    if let Some(whole) = store.response(i64::try_from(response_id).unwrap_or(i64::MAX)).await? {
        let scores = score(&whole, &Remembered::nothing(), policy, None, store.now()).await;
        store.save_scores(&scores, Some(&job.lease)).await?;
    }
    Ok(())
}
