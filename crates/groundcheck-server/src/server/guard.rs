//! Who may ask: only programs and pages of this machine (drive-by pages, DNS rebinding).
//!
//! A page of another site can make a browser send requests here, under this machine's address or under a name that its owner
//! points here. The browser names that site in `Host` or `Origin`; both must be loopback.

use std::net::{IpAddr, Ipv6Addr};

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::ApiError;

/// Lets a request through where its `Host`, and its `Origin` if it has one, are loopback names.
pub async fn loopback_only(request: Request, next: Next) -> Response {
    let mut hosts = request.headers().get_all(HOST).iter();
    let host_is_ours = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().is_ok_and(is_loopback),
        // None, or two that could be read either way.
        _ => false,
    };
    // `GET http://name/ HTTP/1.1` names a host of its own.
    let target_is_ours = request.uri().authority().is_none_or(|authority| is_loopback(authority.as_str()));
    if !(host_is_ours && target_is_ours) {
        return ApiError::misdirected().into_response();
    }
    if let Some(origin) = request.headers().get(ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if !host.is_some_and(is_loopback) {
            return ApiError::foreign_origin().into_response();
        }
    }
    next.run(request).await
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
    use super::*;

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
