//! The stored facts that a request's `scope` asks for, added to its own. A request without a scope gets none.

use groundcheck::import_facts;
use groundcheck_types::{ErrorCode, FACTS_MAX, FactRow, Facts, InputError, Request, Scope};

use crate::store::Store;

/// Adds the stored facts of the request's scope behind its own, so that the numbers of its own stay what they are. Which of them
/// lie in the scope, by period too, the engine says.
///
/// # Errors
/// What the store says, what the engine says of the request's own facts, and `too_many` where both are more than a request may hold.
pub async fn add_stored_facts(request: &mut Request, store: &Store) -> Result<(), InputError> {
    let Some(scope) = request.scope.as_ref().filter(|scope| **scope != Scope::default()) else { return Ok(()) };
    let stored = store.facts_in(scope).await?;
    if stored.is_empty() {
        return Ok(());
    }
    let mut facts = import_facts(&request.facts)?;
    if facts.len() + stored.len() > FACTS_MAX {
        let message = format!("holds {} facts, and {} are stored; {FACTS_MAX} are allowed", facts.len(), stored.len());
        return Err(InputError::field(ErrorCode::TooMany, "facts", message));
    }
    facts.extend(stored);
    request.facts = Facts::Rows(facts.into_iter().map(FactRow::Tall).collect());
    Ok(())
}
