//! The example data: document 1's report, figure by figure, from invented companies on reserved host names. The outcome of each link
//! comes along, so that nobody is asked.

use groundcheck_types::{ErrorCode, InputError, Policy};

use super::records::Records;
use super::run::{Stopped, run};
use crate::analysis;
use crate::store::{Origin, Store};

/// In the format of an import.
pub const EXAMPLES: &str = include_str!("examples.json");

/// Stores the example data and scores it; says how many responses are new. A second time changes nothing.
///
/// # Errors
/// Where the database cannot be written.
pub async fn add(store: &Store, policy: &Policy, actor: &str) -> Result<usize, InputError> {
    let unreadable = |error: std::io::Error| InputError::whole(ErrorCode::Internal, error.to_string());
    let mut new = 0;
    let mut ids = Vec::new();
    let mut wrong = None;
    let records = Records::new(EXAMPLES.as_bytes()).map_err(unreadable)?;
    let added = run(store, records, Origin::Example, actor, |said| {
        match said {
            Ok(response) => {
                new += usize::from(response.new);
                ids.push(response.response_id);
            }
            Err(error) => wrong = Some(error),
        }
        Ok(())
    });
    added.await.map_err(|stopped| match stopped {
        Stopped::Read(error) | Stopped::Write(error) => unreadable(error),
        Stopped::Store(error) => error.into(),
    })?;
    if let Some(error) = wrong {
        return Err(error);
    }
    for id in ids {
        analysis::score_known(store, policy, id).await?;
    }
    Ok(new)
}

/// Removes it and all that hangs on it; says how many responses that were.
///
/// # Errors
/// Where the database cannot be written.
pub async fn remove(store: &Store, actor: &str) -> Result<u64, InputError> {
    Ok(store.remove_responses(Origin::Example, actor).await?)
}
