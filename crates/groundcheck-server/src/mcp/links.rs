//! `check_links`: whether cited links are there, asked as everywhere else in groundcheck: politely, and never inside a private network.

use std::collections::HashMap;
use std::time::Duration;

use groundcheck_types::{InputError, URL_MAX_CHARS, UrlCheck, UrlCheckRequest, UrlReason, UrlState};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::schema;
use crate::render::{self, Style};
use crate::urls::{Checker, not_checked};

pub(super) const NAME: &str = "check_links";
pub(super) const TITLE: &str = "Check whether links can be reached";
pub(super) const DESCRIPTION: &str = "\
Asks each URL whether it is there, with a HEAD or GET request to its host. Use it on the links that a text cites before you pass it on. \
`unreachable` means that there is no such page or host, or that the URL may not be asked; `unknown` (the site refuses robots, is slow or \
out of order) does not mean that a source was made up. Pages are not read, and private networks are never asked.";

/// The longest that a call takes: clients give up after a minute. What is not known by then is unknown.
pub(super) const LONGEST: Duration = Duration::from_secs(45);

/// How many links that are not reachable the text lists.
const TEXT_LISTED: usize = 100;

/// What was found out about links.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CheckedLinks {
    reachable: usize,
    unreachable: usize,
    unknown: usize,
    /// Every link, in the order of the request.
    links: Vec<Link>,
}

/// A link that was checked.
#[derive(Debug, Serialize, JsonSchema)]
struct Link {
    /// As it was given.
    url: String,
    /// Whether it is there.
    state: UrlState,
    /// Why it has that state.
    reason: UrlReason,
    /// The last status that was received.
    status_code: Option<u16>,
    /// Where redirects led in the end; null where it was never asked.
    final_url: Option<String>,
    /// The reason in words.
    message: String,
}

/// Reads the arguments: the contract's request, in which one URL may stand alone.
///
/// # Errors
/// Whatever the contract refuses, naming the field.
pub(super) fn read(mut arguments: JsonObject) -> Result<UrlCheckRequest, InputError> {
    if let Some(url @ Value::String(_)) = arguments.get_mut("urls") {
        *url = Value::Array(vec![url.take()]);
    }
    // Serialising JSON cannot fail.
    UrlCheckRequest::from_json(&serde_json::to_vec(&arguments).unwrap_or_default())
}

/// Checks all links, as far as they are known in this time; dropped, it stops asking.
pub(super) async fn check(checker: &Checker, request: UrlCheckRequest, longest: Duration) -> (String, CheckedLinks) {
    let by = Instant::now() + longest;
    let mut checks = checker.check_all(request.urls.iter().cloned());
    let mut known: HashMap<String, UrlCheck> = HashMap::new();
    while let Ok(Some(check)) = timeout_at(by, checks.next()).await {
        known.insert(check.url.clone(), check);
    }
    let found = |url: &String| known.get(url).cloned().unwrap_or_else(|| not_checked(url));
    listed(request.urls.iter().map(found).collect())
}

fn listed(checks: Vec<UrlCheck>) -> (String, CheckedLinks) {
    let count = |state| checks.iter().filter(|check| check.state == state).count();
    let [reachable, unreachable, unknown] = [UrlState::Reachable, UrlState::Unreachable, UrlState::Unknown].map(count);
    let mut text = format!("{reachable} reachable, {unreachable} unreachable, {unknown} unknown\n");
    let others: Vec<&UrlCheck> = checks.iter().filter(|check| check.state != UrlState::Reachable).collect();
    for check in others.iter().take(TEXT_LISTED) {
        let url = check.url.chars().take(URL_MAX_CHARS).collect();
        text.push_str(&render::url_check(&UrlCheck { url, ..(*check).clone() }, Style::PLAIN));
    }
    if others.len() > TEXT_LISTED {
        text.push_str(&format!("and {} more\n", others.len() - TEXT_LISTED));
    }
    let link = |check: UrlCheck| Link {
        url: check.url,
        state: check.state,
        reason: check.reason,
        status_code: check.status_code,
        final_url: check.final_url,
        message: check.message,
    };
    (text, CheckedLinks { reachable, unreachable, unknown, links: checks.into_iter().map(link).collect() })
}

/// The arguments.
pub(super) fn input() -> JsonObject {
    schema::input::<UrlCheckRequest>()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::urls::{FixedResolver, MemoryCache, Settings, SystemResolver};

    #[tokio::test]
    async fn links_that_are_not_done_in_time_are_unknown_and_in_their_places() {
        let names = FixedResolver::before(Arc::new(SystemResolver::new()));
        let checker = Checker::new(Settings::default(), Arc::new(names), Arc::new(MemoryCache::default())).unwrap();
        let urls = ["https://b.example/", "https://a.example/", "https://b.example/"].map(str::to_owned);
        let (text, checked) = check(&checker, UrlCheckRequest { urls: urls.to_vec() }, Duration::ZERO).await;
        let links: Vec<_> = checked.links.iter().map(|link| (link.url.clone(), link.reason)).collect();
        assert_eq!(links, urls.map(|url| (url, UrlReason::NotChecked)));
        assert!(text.starts_with("0 reachable, 0 unreachable, 3 unknown\n"), "{text}");
    }

    #[test]
    fn the_text_lists_what_is_not_reachable_and_ends() {
        let (text, checked) = listed((0..150).map(|n| not_checked(&format!("https://{n}.example/"))).collect());
        assert_eq!((text.lines().count(), checked.links.len()), (102, 150));
        assert!(text.ends_with("and 50 more\n"), "{text}");
    }
}
