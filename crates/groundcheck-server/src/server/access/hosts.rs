//! Under which names the server may be asked, and by pages of which sites (drive-by pages, DNS rebinding).
//!
//! A page of another site can make a browser send requests here, under this machine's address or under a name that its owner
//! points here. The browser names that site in `Host` or `Origin`. `Host` must be a loopback name or one that the operator allows;
//! where a token is asked for, any address will do as well, since only names can be pointed here. `Origin` must be the same place as `Host`,
//! or loopback as it is.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};

use crate::server::error::ApiError;

/// A name that an operator allows: `checks.corp`, or `checks.corp:8443` for that port only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedName {
    name: String,
    port: Option<u16>,
}

impl FromStr for AllowedName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not a name such as checks.corp or checks.corp:8443");
        let (name, port) = split(text).ok_or_else(wrong)?;
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || "-._[]:".contains(c));
        if name.is_empty() || !is_name {
            return Err(wrong());
        }
        Ok(AllowedName { name: name.trim_end_matches('.').to_ascii_lowercase(), port })
    }
}

/// The names that a server answers to.
#[derive(Debug)]
pub(super) struct Hosts {
    allowed: Vec<AllowedName>,
    any_address: bool,
}

impl Hosts {
    /// Loopback names and `allowed`; with `any_address` all addresses too.
    pub(super) fn new(allowed: Vec<AllowedName>, any_address: bool) -> Self {
        Hosts { allowed, any_address }
    }

    /// Refuses a request that a page of another site may have caused.
    pub(super) fn check(&self, request: &Request) -> Result<(), ApiError> {
        let mut hosts = request.headers().get_all(HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().ok().filter(|host| self.is_ours(host)),
            // None, or two that could be read either way.
            _ => None,
        };
        // `GET http://name/ HTTP/1.1` names a host of its own.
        let target_is_ours = request.uri().authority().is_none_or(|authority| self.is_ours(authority.as_str()));
        let Some(host) = host.filter(|_| target_is_ours) else { return Err(ApiError::misdirected()) };
        if let Some(origin) = request.headers().get(ORIGIN) {
            let origin = origin.to_str().unwrap_or_default();
            let place = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            let both_loopback = |place: &str| is_loopback(place) && is_loopback(host);
            if !place.is_some_and(|place| place.eq_ignore_ascii_case(host) || both_loopback(place)) {
                return Err(ApiError::foreign_origin());
            }
        }
        Ok(())
    }

    fn is_ours(&self, authority: &str) -> bool {
        if is_loopback(authority) {
            return true;
        }
        let Some((host, port)) = split(authority) else { return false };
        let host = host.trim_end_matches('.');
        let is_allowed = |allowed: &AllowedName| {
            allowed.name.eq_ignore_ascii_case(host) && allowed.port.is_none_or(|only| port == Some(only))
        };
        let unbracketed = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let is_address = match unbracketed {
            Some(inner) => inner.parse::<Ipv6Addr>().is_ok(),
            None => host.parse::<IpAddr>().is_ok_and(|ip| ip.is_ipv4()),
        };
        self.allowed.iter().any(is_allowed) || (self.any_address && is_address)
    }
}

/// Host and port of `host`, `host:port` or `[address]:port`.
fn split(authority: &str) -> Option<(&str, Option<u16>)> {
    let end = authority.rfind(']').map_or(0, |end| end + 1);
    let (host, port) = match authority.get(end..)?.find(':') {
        Some(colon) => authority.split_at(end + colon),
        None => (authority, ""),
    };
    match port.strip_prefix(':') {
        Some(port) => Some((host, Some(port.parse().ok()?))),
        None => Some((host, None)),
    }
}

/// Whether `host` or `host:port` is this machine by its loopback name or address.
fn is_loopback(authority: &str) -> bool {
    let (host, port) = if let Some(rest) = authority.strip_prefix('[') {
        let Some((host, port)) = rest.split_once(']') else { return false };
        if !host.parse::<Ipv6Addr>().is_ok_and(|ip| ip.is_loopback()) {
            return false;
        }
        ("localhost", port)
    } else {
        authority.split_at(authority.find(':').unwrap_or(authority.len()))
    };
    let port_is_good = port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    let name_is_good = host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback() && ip.is_ipv4());
    port_is_good && name_is_good
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn a_page_of_the_same_place_may_ask_and_no_other() {
        let hosts = Hosts::new(vec!["checks.corp".parse().unwrap(), "Other.Corp:8443".parse().unwrap()], true);
        for (host, origin, passes) in [
            ("checks.corp", None, true),
            ("CHECKS.corp.:80", None, true),
            ("other.corp:8443", None, true),
            ("other.corp", None, false),
            ("203.0.113.7:8787", None, true),
            ("[2001:db8::1]:8787", None, true),
            ("sub.checks.corp", None, false),
            ("checks.corp.evil.example", None, false),
            ("localhost:8787", Some("http://127.0.0.1:3000"), true),
            ("checks.corp", Some("https://checks.corp"), true),
            ("checks.corp", Some("https://checks.corp:444"), false),
            ("checks.corp", Some("http://localhost"), false),
            ("checks.corp", Some("https://other.corp:8443"), false),
            ("203.0.113.7", Some("http://203.0.113.8"), false),
            ("checks.corp", Some("null"), false),
        ] {
            let mut request = Request::builder().uri("/api/reports").header(HOST, host);
            if let Some(origin) = origin {
                request = request.header(ORIGIN, origin);
            }
            let request = request.body(Body::empty()).unwrap();
            assert_eq!(hosts.check(&request).is_ok(), passes, "{host} {origin:?}");
        }
        assert!(!Hosts::new(Vec::new(), false).is_ours("203.0.113.7"), "without a token");
        for text in ["", "*.corp", "http://checks.corp", "a/b", "checks.corp:port", "a b"] {
            assert!(text.parse::<AllowedName>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_loopback_names_are_ours() {
        for ours in ["localhost", "LocalHost:8787", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:8787"] {
            assert!(is_loopback(ours), "{ours}");
        }
        for other in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.nip.io",
            "127.0.0.1:80@evil.example",
            "localhost:",
            "localhost:99999",
            "0.0.0.0",
            "192.168.1.2",
            "[::ffff:127.0.0.1]",
            "[::1",
            "::1",
            "127.1",
            "localhost/evil",
            "user@localhost",
        ] {
            assert!(!is_loopback(other), "{other}");
        }
    }
}
