//! Who may ask, and how often.
//!
//! On this machine anybody may. As soon as others can reach the server there is a token: in the header `Authorization: Bearer …`,
//! never in a cookie, which a browser would send along for any page. The page itself and its health are open: they hold nothing.
//! Every request passes, in this order: [`hosts`] (drive-by pages, DNS rebinding), [`rates`] (how often), [`tokens`] (who).

mod hosts;
mod rates;
mod tokens;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::AppState;
use super::error::ApiError;
use super::handlers::health;
pub use hosts::AllowedName;
use hosts::Hosts;
use rates::{Failures, Key, Rates};
pub use tokens::{NewToken, Tokens};

/// Requests a minute of one caller, where there is a token and the operator sets no other number.
pub const REQUESTS_PER_MINUTE: u32 = 600;

/// What an operator may change about access. By default: this machine only, without a token and without a limit.
#[derive(Debug, Default)]
pub struct AccessSettings {
    /// Names that the server is reached by, beside those of this machine.
    pub allowed_names: Vec<AllowedName>,
    /// The tokens; with none of them nobody is asked for one.
    pub tokens: Option<Tokens>,
    /// Addresses whose `X-Forwarded-For` is believed.
    pub proxies: Vec<IpAddr>,
    /// Requests a minute of one caller; 0 is no limit. None: [`REQUESTS_PER_MINUTE`] where there are tokens, no limit otherwise.
    pub requests_per_minute: Option<u32>,
}

/// Who may ask, and how often: settings at work.
#[derive(Debug)]
pub struct Access {
    hosts: Hosts,
    tokens: Option<Tokens>,
    proxies: Vec<IpAddr>,
    rates: Option<Rates>,
    failures: Failures,
}

impl Access {
    /// Access by these settings.
    #[must_use]
    pub fn new(settings: AccessSettings) -> Self {
        let AccessSettings { allowed_names, tokens, proxies, requests_per_minute } = settings;
        let limit = requests_per_minute.unwrap_or(if tokens.is_some() { REQUESTS_PER_MINUTE } else { 0 });
        Access {
            hosts: Hosts::new(allowed_names, tokens.is_some()),
            tokens,
            proxies,
            rates: Rates::per_minute(limit),
            failures: Failures::new(),
        }
    }

    /// The address that a request comes from: its peer's, or what a trusted proxy says, which appends to the header's right end.
    fn address(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> Option<IpAddr> {
        let is_proxy = |ip: &IpAddr| self.proxies.contains(&ip.to_canonical());
        let peer = peer.map(|peer| peer.to_canonical());
        if !peer.as_ref().is_some_and(is_proxy) {
            return peer;
        }
        let forwarded = headers.get_all("x-forwarded-for").iter().rev();
        let hops = forwarded.flat_map(|value| value.to_str().unwrap_or_default().rsplit(',').map(str::trim));
        for hop in hops {
            match hop.parse::<IpAddr>() {
                Ok(ip) if is_proxy(&ip) => {}
                Ok(ip) => return Some(ip.to_canonical()),
                // What stands left of it was written by nobody we trust.
                Err(_) => break,
            }
        }
        peer
    }
}

/// The other end of a connection, which the listener leaves in each of its requests.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// Who asks, as the audit names it; left in every request that needs a token or could.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller(Arc<str>);

impl Caller {
    /// `api` on a server without tokens, else `api:` and the token's name.
    #[must_use]
    pub fn actor(&self) -> &str {
        &self.0
    }
}

/// Lets a request through, or says why not.
pub async fn admit(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    match admitted(&state.access, &request) {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(error) => error.into_response(),
    }
}

fn admitted(access: &Access, request: &Request) -> Result<Caller, ApiError> {
    access.hosts.check(request)?;
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let address = access.address(peer, request.headers());
    let Some(tokens) = &access.tokens else {
        access.limit(Key::Address(address))?;
        return Ok(Caller("api".into()));
    };
    let Some(token) = bearer(request.headers()) else {
        access.limit(Key::Address(address))?;
        return if is_open(request) { Ok(Caller("api".into())) } else { Err(ApiError::no_token()) };
    };
    // Before the token is looked at: who guesses learns nothing from the guess that would have been right.
    access.failures.check(address)?;
    let Some(name) = tokens.name_of(token) else {
        access.failures.count(address);
        return Err(ApiError::wrong_token());
    };
    access.limit(Key::Token(Arc::clone(name)))?;
    Ok(Caller(format!("api:{name}").into()))
}

impl Access {
    fn limit(&self, key: Key) -> Result<(), ApiError> {
        self.rates.as_ref().map_or(Ok(()), |rates| rates.check(&key))
    }
}

/// The page, and whether the server is up.
fn is_open(request: &Request) -> bool {
    request.extensions().get::<MatchedPath>().is_none_or(|path| health::PATHS.contains(&path.as_str()))
}

/// The token of `Authorization: Bearer …`, if there is one and only one.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(proxies: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let proxies = proxies.iter().map(|ip| ip.parse().unwrap()).collect();
        let access = Access::new(AccessSettings { proxies, ..AccessSettings::default() });
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        access.address(Some(peer.parse().unwrap()), &headers).unwrap().to_string()
    }

    #[test]
    fn only_what_a_trusted_proxy_wrote_names_an_address() {
        for (proxies, peer, forwarded, address) in [
            (&[][..], "203.0.113.9", &["198.51.100.1"][..], "203.0.113.9"),
            (&["10.0.0.1"], "203.0.113.9", &["198.51.100.1"], "203.0.113.9"),
            (&["10.0.0.1"], "10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            (&["10.0.0.1"], "::ffff:10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            // What a client writes itself stands left of what the proxy saw.
            (&["10.0.0.1"], "10.0.0.1", &["8.8.8.8, 198.51.100.1"], "198.51.100.1"),
            (&["10.0.0.1"], "10.0.0.1", &["8.8.8.8", "198.51.100.1"], "198.51.100.1"),
            (&["10.0.0.1", "10.0.0.2"], "10.0.0.1", &["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
            (&["10.0.0.1"], "10.0.0.1", &["198.51.100.1, unknown"], "10.0.0.1"),
            (&["10.0.0.1"], "10.0.0.1", &[], "10.0.0.1"),
        ] {
            assert_eq!(from(proxies, peer, forwarded), address, "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn a_token_is_one_bearer_header() {
        let headers = |values: &[&str]| {
            values.iter().fold(HeaderMap::new(), |mut headers, value| {
                headers.append(AUTHORIZATION, value.parse().unwrap());
                headers
            })
        };
        assert_eq!(bearer(&headers(&["Bearer abc"])), Some("abc"));
        assert_eq!(bearer(&headers(&["bearer  abc "])), Some("abc"));
        for none in [&[][..], &["Basic abc"], &["abc"], &["Bearer"], &["Bearer a", "Bearer b"]] {
            assert_eq!(bearer(&headers(none)), None, "{none:?}");
        }
    }
}
