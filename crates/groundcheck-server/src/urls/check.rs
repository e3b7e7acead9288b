//! One link from its text to its outcome.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use groundcheck::sources::read_link;
use groundcheck_types::{InputError, URL_MAX_CHARS, UrlCheck, UrlPolicy, UrlReason, UrlRedirect, UrlRule, UrlVerdict};
use reqwest::Method;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::cache::Cache;
use super::client::{Client, Failure, Reply};
use super::flight::Flights;
use super::gate::{Gate, Refused, Target, verdict};
use super::many::Checks;
use super::outcome::{is_redirect, is_to_be_asked_again, keep, reason_of};
use super::pacing::{Pacing, Resting};
use super::resolve::{Resolve, ResolveError};
use super::settings::{Limits, Settings};
use crate::dates;
use crate::store::{Clock as _, SystemClock};

/// Checks links. Cheap to clone; clones share their pace, their cache and what is under way.
#[derive(Debug, Clone)]
pub struct Checker(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    gate: Arc<Gate>,
    client: Client,
    limits: Limits,
    pacing: Pacing,
    cache: Arc<dyn Cache>,
    flights: Flights<UrlCheck>,
    requests: Semaphore,
}

/// How a check ended.
struct Outcome {
    reason: UrlReason,
    refused: Option<Refused>,
    status: Option<u16>,
    /// How long the host wants no requests, where it said so.
    rest: Duration,
}

impl Outcome {
    fn new(reason: UrlReason) -> Self {
        Outcome { reason, refused: None, status: None, rest: Duration::ZERO }
    }

    fn refused(refused: Refused) -> Self {
        let reason = match refused.rule.policy() {
            UrlPolicy::Invalid => UrlReason::InvalidUrl,
            _ => UrlReason::Blocked,
        };
        Outcome { refused: Some(refused), ..Outcome::new(reason) }
    }

    fn status(status: u16) -> Self {
        Outcome { status: Some(status), ..Outcome::new(reason_of(status)) }
    }
}

impl From<Failure> for Outcome {
    fn from(failure: Failure) -> Self {
        Outcome::new(match failure {
            Failure::Refused(refused) => return Outcome::refused(refused),
            Failure::Dns(ResolveError::NoSuchHost) => UrlReason::NoSuchHost,
            Failure::Dns(ResolveError::Failed(_)) => UrlReason::DnsFailed,
            Failure::TimedOut => UrlReason::TimedOut,
            Failure::Connect => UrlReason::ConnectFailed,
            Failure::Tls => UrlReason::TlsFailed,
            Failure::Broken => UrlReason::BrokenResponse,
        })
    }
}

impl Checker {
    /// A checker that asks these name servers and keeps outcomes here.
    ///
    /// # Errors
    /// `invalid_setting` where the proxy cannot be used, `internal` where the system has no certificates to trust.
    pub fn new(settings: Settings, resolve: Arc<dyn Resolve>, cache: Arc<dyn Cache>) -> Result<Self, InputError> {
        let limits = settings.limits;
        let gate = Gate::new(settings.allowed_hosts.clone());
        #[cfg(test)]
        let gate = gate.with_test_port(limits.dial.map(|dial| dial.port()));
        let gate = Arc::new(gate);
        Ok(Checker(Arc::new(Inner {
            client: Client::new(&settings, Arc::clone(&gate), resolve)?,
            gate,
            limits,
            pacing: Pacing::new(limits),
            cache,
            flights: Flights::default(),
            requests: Semaphore::new(limits.requests),
        })))
    }

    /// Whether a URL may be asked, by its text and by what is already known of its name's addresses. Asks nobody.
    #[must_use]
    pub fn verdict(&self, url: &str, answers: impl Fn(&str) -> Vec<Vec<IpAddr>>) -> UrlVerdict {
        let gate = &self.0.gate;
        let judged = gate.judge(url).and_then(|target| {
            for answer in answers(&target.host) {
                gate.judge_answers(&target.host, &answer)
                    .map_err(|refused| Refused { canonical_url: Some(target.url.to_string()), ..refused })?;
            }
            Ok(target)
        });
        verdict(url, &judged)
    }

    /// Checks one link. Never fails: what could not be found out is `unknown`.
    pub async fn check(&self, url: &str) -> UrlCheck {
        self.check_since(url, None).await
    }

    /// The same; what an earlier check gave counts only where that one was at this time (as in [`UrlCheck::checked_at`]) or later.
    pub async fn check_since(&self, url: &str, not_before: Option<&str>) -> UrlCheck {
        let target = match self.0.gate.judge(url) {
            Ok(target) => target,
            Err(refused) => return finished(url, &Err(refused.clone()), Vec::new(), &Outcome::refused(refused)),
        };
        let key = target.url.to_string();
        if let Some(known) = self.0.known(&key, not_before).await {
            return UrlCheck { url: url.to_owned(), cached: true, ..known };
        }
        let check = self.0.flights.join(&key, self.0.ask(url, target, not_before)).await;
        UrlCheck { url: url.to_owned(), ..check }
    }

    /// What is known of a link without asking anybody: by its text, or from an earlier check. Else `unknown`, `not_checked`.
    pub async fn recall(&self, url: &str) -> UrlCheck {
        let target = match self.0.gate.judge(url) {
            Ok(target) => target,
            Err(refused) => return finished(url, &Err(refused.clone()), Vec::new(), &Outcome::refused(refused)),
        };
        let known = self.0.known(target.url.as_str(), None).await;
        let not_asked = || finished(url, &Ok(target), Vec::new(), &Outcome::new(UrlReason::NotChecked));
        known.map_or_else(not_asked, |known| UrlCheck { url: url.to_owned(), cached: true, ..known })
    }

    /// Checks many links at once; each is answered as it comes, in no order.
    #[must_use]
    pub fn check_all(&self, urls: impl IntoIterator<Item = String>) -> Checks {
        let mut checks = Checks::new(self.clone());
        urls.into_iter().for_each(|url| checks.push(url));
        checks
    }

    /// How many links may be in hand at once.
    #[must_use]
    pub fn links_max(&self) -> usize {
        self.0.limits.links
    }
}

impl Inner {
    /// What an earlier check gave. Times of one form and zone compare as texts.
    async fn known(&self, key: &str, not_before: Option<&str>) -> Option<UrlCheck> {
        let known = self.cache.get(key).await?;
        not_before.is_none_or(|time| known.checked_at.as_str() >= time).then_some(known)
    }

    /// Asks a link that is not known yet, and keeps what came of it.
    async fn ask(&self, url: &str, target: Target, not_before: Option<&str>) -> UrlCheck {
        let key = target.url.to_string();
        // Another flight may have landed between our look at the cache and this one's start.
        if let Some(known) = self.known(&key, not_before).await {
            return UrlCheck { cached: true, ..known };
        }
        let mut redirects = Vec::new();
        let outcome = self.follow(target.clone(), &mut redirects).await;
        let check = finished(url, &Ok(target), redirects, &outcome);
        self.cache.put(&key, &check, keep(check.state).max(outcome.rest)).await;
        check
    }

    /// Asks, and goes where redirects lead; each place is judged like the first.
    async fn follow(&self, mut target: Target, redirects: &mut Vec<UrlRedirect>) -> Outcome {
        let mut time = self.limits.total;
        loop {
            let reply = match self.ask_twice(&target, &mut time).await {
                Ok(reply) => reply,
                Err(outcome) => return outcome,
            };
            let Some(location) = reply.location.filter(|_| is_redirect(reply.status)) else {
                return Outcome {
                    rest: reply.retry_after.unwrap_or_default().min(self.limits.retry_after_max),
                    ..Outcome::status(reply.status)
                };
            };
            let (url, judged) = self.judge_location(&target, &location);
            redirects.push(UrlRedirect { status_code: reply.status, url });
            if redirects.len() > self.limits.redirects {
                return Outcome::new(UrlReason::TooManyRedirects);
            }
            match judged {
                Ok(next) => target = next,
                Err(refused) => return Outcome::refused(refused),
            }
        }
    }

    /// Where a `Location` leads, and whether that may be asked.
    fn judge_location(&self, from: &Target, location: &str) -> (String, Result<Target, Refused>) {
        let text = match read_link(location) {
            // A path, or a host without a scheme: it is read beside where it stands.
            Err(UrlRule::NoScheme | UrlRule::Empty) => {
                from.url.join(location).map(String::from).unwrap_or_else(|_| location.to_owned())
            }
            _ => location.to_owned(),
        };
        let judged = self.gate.judge(&text);
        let url = match &judged {
            Ok(target) => Some(target.url.to_string()),
            Err(refused) => refused.canonical_url.clone(),
        };
        // What is no URL may be of any length, and is kept for as long as the outcome is.
        (url.unwrap_or_else(|| text.chars().take(URL_MAX_CHARS).collect()), judged)
    }

    /// HEAD, then GET where that says little; and once more where the host asks for a wait that is short enough.
    async fn ask_twice(&self, target: &Target, time: &mut Duration) -> Result<Reply, Outcome> {
        let mut method = Method::HEAD;
        let mut has_waited = false;
        loop {
            let (reply, rest) = self.request(method.clone(), target, time).await?;
            let is_limited = rest.is_some() && reply.as_ref().is_ok_and(|reply| reply.retry_after.is_some());
            match reply {
                Ok(_) if is_limited && !has_waited && rest.is_some_and(|rest| rest <= self.limits.retry_wait) => {
                    has_waited = true;
                }
                Ok(reply) if method == Method::HEAD && is_to_be_asked_again(reply.status) => method = Method::GET,
                Ok(reply) => return Ok(reply),
                // Some servers break off over a HEAD.
                Err(Failure::Broken) if method == Method::HEAD => method = Method::GET,
                Err(failure) => return Err(failure.into()),
            }
        }
    }

    /// One request at its host's turn, and how long the host wants none after it.
    async fn request(
        &self,
        method: Method,
        target: &Target,
        time: &mut Duration,
    ) -> Result<(Result<Reply, Failure>, Option<Duration>), Outcome> {
        let turn = self.pacing.turn(&target.host).await;
        let turn = turn.map_err(|Resting(rest)| Outcome { rest, ..Outcome::new(UrlReason::RateLimited) })?;
        // Never closed, so this only waits.
        let _permit = self.requests.acquire().await;
        let start = Instant::now();
        let reply = self.client.send(method, target, *time).await;
        *time = time.saturating_sub(start.elapsed());
        let rest = reply.as_ref().ok().and_then(|reply| turn.answered(reply.status, reply.retry_after));
        Ok((reply, rest))
    }
}

/// The check as the contract has it.
fn finished(url: &str, judged: &Result<Target, Refused>, redirects: Vec<UrlRedirect>, outcome: &Outcome) -> UrlCheck {
    let UrlVerdict { canonical_url, rule, .. } = verdict(url, judged);
    let (rule, message) = match &outcome.refused {
        Some(refused) if redirects.is_empty() => (refused.rule, refused.to_string()),
        Some(refused) => (refused.rule, format!("it redirects: {refused}")),
        None => (rule, outcome.reason.meaning().to_owned()),
    };
    let asked = judged.as_ref().ok().map(|target| target.url.to_string());
    UrlCheck {
        url: url.to_owned(),
        canonical_url,
        policy: rule.policy(),
        rule,
        state: outcome.reason.state(),
        reason: outcome.reason,
        status_code: outcome.status.or(redirects.last().map(|redirect| redirect.status_code)),
        final_url: redirects.last().map(|redirect| redirect.url.clone()).or(asked),
        redirects,
        checked_at: dates::to_text(SystemClock.now()),
        cached: false,
        message,
    }
}

/// For a check that was not carried out.
#[must_use]
pub fn not_checked(url: &str) -> UrlCheck {
    let refused = Refused { rule: UrlRule::PublicName, canonical_url: None, address: None };
    finished(url, &Err(refused), Vec::new(), &Outcome::new(UrlReason::NotChecked))
}
