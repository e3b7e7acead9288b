//! The stored facts that a request's `scope` asks for, added to its own. A request without a scope gets none.

use std::collections::BTreeSet;

use groundcheck::import_facts;
use groundcheck_types::{ErrorCode, FACTS_MAX, Fact, FactRow, Facts, InputError, Request, Scope};

use crate::store::Store;

/// Adds the stored facts of the request's scope behind its own, so that the numbers of its own stay what they are. Which of them
/// lie in the scope, by period too, the engine says.
///
/// # Errors
/// What the store says, and what [`add_facts`] does.
pub async fn add_stored_facts(request: &mut Request, store: &Store) -> Result<(), InputError> {
    let stored = stored_facts(request, store).await?;
    add_facts(request, stored)
}

/// The stored facts that the request's scope chooses from; none without a scope.
///
/// # Errors
/// What the store says.
pub async fn stored_facts(request: &Request, store: &Store) -> Result<Vec<Fact>, InputError> {
    match request.scope.as_ref().filter(|scope| **scope != Scope::default()) {
        Some(scope) => Ok(store.facts_in(scope).await?),
        None => Ok(Vec::new()),
    }
}

/// Adds facts behind the request's own.
///
/// # Errors
/// What the engine says of the request's own facts, and `too_many` where both are more than a request may hold.
pub fn add_facts(request: &mut Request, stored: Vec<Fact>) -> Result<(), InputError> {
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

/// A warning where the scope names an entity that no fact names: probably a typing error. Facts that name an entity are left out then.
///
/// # Errors
/// What the engine says of the request's own facts.
pub fn warning(request: &Request) -> Result<Option<String>, InputError> {
    /// So many of the entities that there are get listed.
    const LISTED: usize = 5;
    let Some(wanted) = request.scope.as_ref().and_then(|scope| scope.entity.as_deref()) else { return Ok(None) };
    let facts = import_facts(&request.facts)?;
    let known: BTreeSet<&str> = facts.iter().filter_map(|fact| fact.entity.as_deref()).map(str::trim).collect();
    if known.iter().any(|entity| entity.to_lowercase() == wanted.trim().to_lowercase()) {
        return Ok(None);
    }
    let mut message = format!("no fact names the entity {wanted:?}");
    if !known.is_empty() {
        let listed: Vec<String> = known.iter().take(LISTED).map(|entity| format!("{entity:?}")).collect();
        let more = if known.len() > LISTED { format!(" and {} more", known.len() - LISTED) } else { String::new() };
        message += &format!("; the facts name {}{more}", listed.join(", "));
    }
    Ok(Some(message))
}
