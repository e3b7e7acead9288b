//! Servers for language models on this machine, such as Ollama and llama.cpp: asked whether they are there and which models they have
//! before anybody is offered them.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use tokio::time::{Instant, timeout};
use url::{Host, Url};

use super::Provider;
use super::transport::Transport;

/// A server on this machine that does not answer within this is not there.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long what it said holds.
const FRESH: Duration = Duration::from_secs(10);
/// No more models are listed, and no longer names.
const MODELS_MAX: usize = 100;
const NAME_MAX_BYTES: usize = 200;

/// What is known of a server on this machine.
#[derive(Debug, Default)]
pub(super) struct Local(Mutex<Option<(Instant, Found)>>);

/// What was found when it was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Found {
    /// Nobody answers.
    Nobody,
    /// The models that it lists; none where it lists them otherwise, or not at all.
    Models(Vec<String>),
}

impl Local {
    /// For a provider on this machine that nobody has chosen a model of; others are never looked for.
    pub(super) fn of(provider: &Provider) -> Option<Local> {
        (is_here(&provider.base_url) && provider.key.is_none() && provider.model.is_none()).then(Local::default)
    }

    /// Looks for it, unless that was done just now.
    pub(super) async fn look(&self, provider: &Provider, transport: &dyn Transport) {
        if self.known().is_some_and(|(at, _)| at.elapsed() < FRESH) {
            return;
        }
        let mut url = provider.base_url.clone();
        url.set_path(&format!("{}/models", provider.base_url.path().trim_end_matches('/')));
        let found = match timeout(PATIENCE, transport.get(&url)).await {
            Ok(Ok(answer)) if answer.status == 200 => Found::Models(models(&answer.body)),
            Ok(Ok(_)) => Found::Models(Vec::new()),
            Ok(Err(_)) | Err(_) => Found::Nobody,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), found));
    }

    fn known(&self) -> Option<(Instant, Found)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether it is there; `None` where it was not looked for.
    pub(super) fn is_there(&self) -> Option<bool> {
        self.known().map(|(_, found)| found != Found::Nobody)
    }

    /// The models that it has, as far as it was looked for.
    pub(super) fn models(&self) -> Vec<String> {
        match self.known() {
            Some((_, Found::Models(models))) => models,
            _ => Vec::new(),
        }
    }
}

/// Whether an address is this machine's.
fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        None => false,
    }
}

/// The names in `{"data": [{"id": "llama3.2"}]}`.
fn models(body: &[u8]) -> Vec<String> {
    #[derive(Deserialize)]
    struct List {
        data: Vec<Model>,
    }
    #[derive(Deserialize)]
    struct Model {
        id: String,
    }
    let list: List = serde_json::from_slice(body).unwrap_or(List { data: Vec::new() });
    let names = list.data.into_iter().map(|model| model.id);
    names.filter(|name| !name.trim().is_empty() && name.len() <= NAME_MAX_BYTES).take(MODELS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_looked_at() {
        for (url, here) in [
            ("http://127.0.0.1:11434/v1", true),
            ("http://127.9.9.9/v1", true),
            ("http://[::1]:8080/v1", true),
            ("http://LOCALHOST:8080/v1", true),
            ("http://localhost.example/v1", false),
            ("http://10.0.0.5:8000/v1", false),
            ("http://169.254.169.254/v1", false),
            ("https://api.openai.com/v1", false),
        ] {
            assert_eq!(is_here(&Url::parse(url).unwrap()), here, "{url}");
        }
    }

    #[test]
    fn models_are_listed_as_far_as_they_can_be_read() {
        let long = format!(r#"{{"data": [{{"id": "{}"}}, {{"id": "b"}}]}}"#, "a".repeat(NAME_MAX_BYTES + 1));
        for (body, expected) in [
            (r#"{"object": "list", "data": [{"id": "llama3.2", "owned_by": "x"}, {"id": " "}]}"#, vec!["llama3.2"]),
            (long.as_str(), vec!["b"]),
            (r#"{"data": []}"#, vec![]),
            (r#"{"models": ["x"]}"#, vec![]),
            ("<html>", vec![]),
        ] {
            assert_eq!(models(body.as_bytes()), expected, "{body}");
        }
    }
}
