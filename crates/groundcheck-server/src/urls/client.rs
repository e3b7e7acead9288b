//! One request to an address that was checked.
//!
//! Names become addresses inside the client's own connector, through [`Gated`]: what was checked is what is dialled, and nothing
//! comes between. The connector does not ask it about hosts that are addresses already; the gate judged those as part of the URL.
//! After that the connection's other end is judged once more, whatever led there.
//!
//! Redirects, proxies, compression and connections that stay open are all off: each would be a way around the checks. The status
//! line and the head are all that is wanted, so nothing of a body is read, and however large, slow or compressed it is, it costs no
//! more than what came along with the head.

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use groundcheck_types::{ErrorCode, InputError, UrlPolicy, UrlRule};
use reqwest::dns::{Addrs, Name, Resolving};
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, LOCATION, RANGE, RETRY_AFTER};
use reqwest::{Method, Proxy, redirect};
use tokio::time::timeout;
use url::{Host, Url};

use super::gate::{Gate, Refused, Target};
use super::resolve::{Resolve, ResolveError};
use super::settings::{Settings, host_text, unusable};
use crate::causes::causes;

/// Who asks.
const USER_AGENT: &str = concat!("groundcheck/", env!("CARGO_PKG_VERSION"), " (link check)");
/// A GET asks for no more than this.
const RANGE_WANTED: &str = "bytes=0-1023";

/// The client of all link checks.
#[derive(Debug)]
pub(super) struct Client {
    http: reqwest::Client,
    gated: Gated,
    is_proxied: bool,
}

/// What a host answered, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) location: Option<String>,
    pub(super) retry_after: Option<Duration>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failure {
    /// An address that may not be dialled.
    Refused(Refused),
    /// No address.
    Dns(ResolveError),
    TimedOut,
    /// The connection was refused, broke off or could not be made.
    Connect,
    /// A certificate that does not hold, or no TLS at all.
    Tls,
    /// What came is no HTTP, or nothing came.
    Broken,
}

impl Client {
    pub(super) fn new(settings: &Settings, gate: Arc<Gate>, resolve: Arc<dyn Resolve>) -> Result<Self, InputError> {
        // An error says that there is one already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let proxy = settings.egress_proxy.as_ref().map(|proxy| &proxy.0);
        let gated = Gated {
            gate,
            resolve,
            proxy_host: proxy.and_then(Url::host).map(|host| host_text(&host).into()),
            #[cfg(test)]
            dial: settings.limits.dial,
        };
        let mut builder = reqwest::Client::builder()
            .user_agent(USER_AGENT)
            // Also keeps the environment's proxies out: they would dial what nobody checked.
            .no_proxy()
            .redirect(redirect::Policy::none())
            .referer(false)
            .pool_max_idle_per_host(0)
            .connect_timeout(settings.limits.connect)
            .http1_only()
            .dns_resolver(gated.clone());
        if let Some(proxy) = proxy {
            let proxy = Proxy::all(proxy.clone()).map_err(|e| unusable("egress proxy", e.without_url().to_string()))?;
            builder = builder.proxy(proxy);
        }
        // Where the system has no certificates to trust.
        let http =
            builder.build().map_err(|e| InputError::whole(ErrorCode::Internal, format!("no TLS: {}", deepest(&e))))?;
        Ok(Client { http, gated, is_proxied: proxy.is_some() })
    }

    /// Sends one request and takes its head, within this time.
    pub(super) async fn send(&self, method: Method, target: &Target, within: Duration) -> Result<Reply, Failure> {
        timeout(within, self.exchange(method, target)).await.unwrap_or(Err(Failure::TimedOut))
    }

    async fn exchange(&self, method: Method, target: &Target) -> Result<Reply, Failure> {
        if self.is_proxied {
            self.judge_before_proxy(target).await?;
        }
        let mut request = self
            .http
            .request(method.clone(), target.url.clone())
            .header(ACCEPT, "*/*")
            .header(ACCEPT_ENCODING, "identity");
        if method == Method::GET {
            request = request.header(RANGE, RANGE_WANTED);
        }
        let response = request.send().await.map_err(|error| failure(&error))?;
        if !self.is_proxied {
            self.judge_peer(&target.host, response.remote_addr())?;
        }
        let header =
            |name| response.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        Ok(Reply {
            status: response.status().as_u16(),
            location: header(LOCATION),
            retry_after: header(RETRY_AFTER).and_then(|text| retry_after(&text, SystemTime::now())),
        })
    }

    /// A proxy finds addresses out by itself. What can be found out here is judged all the same; what cannot be is left to it, since
    /// behind a proxy there often are no name servers for the world outside.
    async fn judge_before_proxy(&self, target: &Target) -> Result<(), Failure> {
        match target.url.host() {
            Some(Host::Domain(_)) => match self.gated.addresses(&target.host).await {
                Err(Failure::Dns(_)) | Ok(_) => Ok(()),
                Err(refused) => Err(refused),
            },
            _ => Ok(()),
        }
    }

    /// The connection's other end must be an address that may be dialled.
    fn judge_peer(&self, host: &str, peer: Option<SocketAddr>) -> Result<(), Failure> {
        let other = |address| Failure::Refused(Refused { rule: UrlRule::OtherPeer, canonical_url: None, address });
        let peer = peer.ok_or(other(None))?.ip();
        #[cfg(test)]
        if self.gated.dial.is_some() && peer.is_loopback() {
            return Ok(());
        }
        let rule = self.gated.gate.judge_address(host, peer);
        if rule.policy() == UrlPolicy::Allow { Ok(()) } else { Err(other(Some(peer))) }
    }
}

/// A resolver that gives only addresses that may be dialled, or none at all.
#[derive(Debug, Clone)]
struct Gated {
    gate: Arc<Gate>,
    resolve: Arc<dyn Resolve>,
    /// The operator's proxy, which may be anywhere.
    proxy_host: Option<Arc<str>>,
    /// Where tests let public addresses lead, once they have been checked.
    #[cfg(test)]
    dial: Option<SocketAddr>,
}

impl Gated {
    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Failure> {
        let answers = self.resolve.resolve(host).await.map_err(Failure::Dns)?;
        if answers.is_empty() {
            return Err(Failure::Dns(ResolveError::NoSuchHost));
        }
        self.gate.judge_answers(host, &answers).map_err(Failure::Refused)?;
        Ok(answers)
    }

    async fn dialled(self, host: &str) -> Result<Vec<SocketAddr>, Failure> {
        let answers = if self.proxy_host.as_deref() == Some(host) {
            self.resolve.resolve(host).await.map_err(Failure::Dns)?
        } else {
            self.addresses(host).await?
        };
        #[cfg(test)]
        if let Some(dial) = self.dial {
            return Ok(answers.iter().map(|_| dial).take(1).collect());
        }
        // The connector puts the URL's port in place of 0.
        Ok(answers.into_iter().map(|address| SocketAddr::new(address, 0)).collect())
    }
}

impl reqwest::dns::Resolve for Gated {
    fn resolve(&self, name: Name) -> Resolving {
        let gated = self.clone();
        Box::pin(async move {
            let addresses = gated.dialled(name.as_str()).await?;
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Refused(refused) => refused.fmt(f),
            Failure::Dns(error) => error.fmt(f),
            other => write!(f, "{other:?}"),
        }
    }
}

impl Error for Failure {}

/// The cause of causes, which is the one that says something.
fn deepest(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), deepest)
}

/// What went wrong, read off the chain of causes.
fn failure(error: &reqwest::Error) -> Failure {
    let told = |cause: &(dyn Error + 'static)| match cause.downcast_ref::<Failure>() {
        Some(ours) => Some(ours.clone()),
        None => cause.is::<rustls::Error>().then_some(Failure::Tls),
    };
    if let Some(told) = causes(error).find_map(told) {
        told
    } else if error.is_timeout() {
        Failure::TimedOut
    } else if error.is_connect() {
        Failure::Connect
    } else {
        Failure::Broken
    }
}

/// `Retry-After`: seconds, or a date (RFC 9110, 10.2.3).
pub(crate) fn retry_after(text: &str, now: SystemTime) -> Option<Duration> {
    let text = text.trim();
    match text.parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => {
            let date = httpdate::parse_http_date(text).ok()?;
            Some(date.duration_since(now).unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::resolve::FixedResolver;
    use super::*;

    #[test]
    fn a_connection_that_ended_up_elsewhere_is_given_up() {
        let settings = Settings { allowed_hosts: vec!["wiki.corp".parse().unwrap()], ..Settings::default() };
        let gate = Arc::new(Gate::new(settings.allowed_hosts.clone()));
        let client = Client::new(&settings, gate, Arc::new(FixedResolver::default())).unwrap();
        for (host, peer, is_good) in [
            ("reports.example", Some("93.184.216.34:443"), true),
            ("reports.example", Some("127.0.0.1:443"), false),
            ("reports.example", Some("[::ffff:10.0.0.1]:443"), false),
            ("reports.example", None, false),
            ("wiki.corp", Some("10.0.0.1:443"), true),
            ("wiki.corp", Some("169.254.169.254:443"), false),
        ] {
            match client.judge_peer(host, peer.map(|peer| peer.parse().unwrap())) {
                Ok(()) => assert!(is_good, "{host} {peer:?}"),
                Err(Failure::Refused(refused)) => {
                    assert_eq!((refused.rule, is_good), (UrlRule::OtherPeer, false), "{host} {peer:?}");
                }
                Err(other) => panic!("{other}"),
            }
        }
    }

    #[test]
    fn a_time_to_wait_is_seconds_or_a_date() {
        let now = httpdate::parse_http_date("Sun, 01 Dec 2024 10:00:00 GMT").unwrap();
        for (text, seconds) in [
            ("120", Some(120)),
            (" 0 ", Some(0)),
            ("Sun, 01 Dec 2024 10:02:00 GMT", Some(120)),
            ("Sun, 01 Dec 2024 09:00:00 GMT", Some(0)),
            ("soon", None),
            ("-5", None),
            ("1.5", None),
            ("", None),
        ] {
            assert_eq!(retry_after(text, now), seconds.map(Duration::from_secs), "{text}");
        }
    }
}
