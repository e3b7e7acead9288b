//! Outcomes kept in the store, so that servers share them and a restart forgets none; those asked for last in memory before it.

use std::time::Duration;

use groundcheck_types::{UrlCheck, UrlReason, UrlRedirect, UrlRule, UrlState};

use super::cache::{Cache, Caching, MemoryCache};
use crate::dates;
use crate::store::url_checks::UrlCheck as Row;
use crate::store::{LinkState, Store, read_word};

/// A cache in memory and, behind it, in the store. What the store cannot read or write is asked again, and logged.
#[derive(Debug)]
pub struct StoredCache {
    store: Store,
    memory: MemoryCache,
}

impl StoredCache {
    /// One on this store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        StoredCache { store, memory: MemoryCache::default() }
    }
}

impl Cache for StoredCache {
    fn get<'a>(&'a self, canonical_url: &'a str) -> Caching<'a, Option<UrlCheck>> {
        Box::pin(async move {
            if let Some(known) = self.memory.get(canonical_url).await {
                return Some(known);
            }
            let row = match self.store.url_check(canonical_url).await {
                Ok(row) => row?,
                Err(error) => {
                    tracing::warn!(%error, "a link's earlier check cannot be read");
                    return None;
                }
            };
            let left = row.expires_at.saturating_sub(self.store.now());
            let check = from_row(row)?;
            self.memory.put(canonical_url, &check, Duration::from_millis(u64::try_from(left).unwrap_or(0))).await;
            Some(check)
        })
    }

    fn put<'a>(&'a self, canonical_url: &'a str, check: &'a UrlCheck, keep: Duration) -> Caching<'a, ()> {
        Box::pin(async move {
            self.memory.put(canonical_url, check, keep).await;
            let checked_at = dates::time(&check.checked_at).unwrap_or_else(|| self.store.now());
            let row = Row {
                url: canonical_url.to_owned(),
                link_state: check.state.into(),
                rule: Some(check.rule.as_str().to_owned()),
                reason: check.reason.as_str().to_owned(),
                status_code: check.status_code.map(i64::from),
                final_url: check.final_url.clone(),
                // Serialising plain data with string keys cannot fail.
                redirects: serde_json::to_string(&check.redirects).unwrap_or_default(),
                checked_at,
                expires_at: checked_at.saturating_add(i64::try_from(keep.as_millis()).unwrap_or(i64::MAX)),
            };
            if let Err(error) = self.store.save_url_checks(&[row]).await {
                tracing::warn!(%error, "a link's check cannot be stored");
            }
        })
    }
}

/// The check as the contract has it; none where another version of groundcheck wrote words that this one does not know.
fn from_row(row: Row) -> Option<UrlCheck> {
    let rule: UrlRule = row.rule.as_deref().map_or(Some(UrlRule::PublicName), read_word)?;
    let reason: UrlReason = read_word(&row.reason)?;
    let redirects: Vec<UrlRedirect> = serde_json::from_str(&row.redirects).ok()?;
    let refused = reason == UrlReason::Blocked || reason == UrlReason::InvalidUrl;
    let message = match (refused, redirects.is_empty()) {
        (true, true) => rule.meaning().to_owned(),
        (true, false) => format!("it redirects: {}", rule.meaning()),
        (false, _) => reason.meaning().to_owned(),
    };
    Some(UrlCheck {
        canonical_url: Some(row.url.clone()),
        url: row.url,
        policy: rule.policy(),
        rule,
        state: row.link_state.into(),
        reason,
        status_code: row.status_code.and_then(|status| u16::try_from(status).ok()),
        final_url: row.final_url,
        redirects,
        checked_at: dates::to_text(row.checked_at),
        cached: true,
        message,
    })
}

impl From<UrlState> for LinkState {
    fn from(state: UrlState) -> Self {
        match state {
            UrlState::Reachable => LinkState::Reachable,
            UrlState::Unreachable => LinkState::Unreachable,
            UrlState::Unknown => LinkState::Unknown,
        }
    }
}

impl From<LinkState> for UrlState {
    fn from(state: LinkState) -> Self {
        match state {
            LinkState::Reachable => UrlState::Reachable,
            LinkState::Unreachable => UrlState::Unreachable,
            LinkState::Unknown => UrlState::Unknown,
        }
    }
}
