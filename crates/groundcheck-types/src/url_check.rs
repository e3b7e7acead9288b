//! What is known of a cited link: whether it may be asked at all, and what asking it gave.
//!
//! Source: document 1 ("SourceValidator"), with the three outcomes that the design settles: sites refuse robots, and a refusal is
//! no sign that a source was made up.

use serde::{Deserialize, Serialize};

use crate::named::named;
use crate::{ErrorCode, InputError, URLS_MAX, read_json};

/// Whether a source is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum UrlState {
    /// It answered, and has the page.
    Reachable,
    /// There is no such page: malformed, no such host, 404, 410, or refused by policy.
    Unreachable,
    /// It cannot be said: refused, limited, out of order or too slow. Never counted as made up.
    Unknown,
}

impl UrlState {
    /// The state as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            UrlState::Reachable => "reachable",
            UrlState::Unreachable => "unreachable",
            UrlState::Unknown => "unknown",
        }
    }
}

/// Whether a URL may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum UrlPolicy {
    /// It may.
    Allow,
    /// It is a URL, but not one that is ever asked.
    Block,
    /// It is no URL that all readers would read alike.
    Invalid,
}

impl UrlPolicy {
    /// The decision as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            UrlPolicy::Allow => "allow",
            UrlPolicy::Block => "block",
            UrlPolicy::Invalid => "invalid",
        }
    }
}

named! {
    /// The rule that decided whether a URL may be asked.
    #[non_exhaustive]
    UrlRule, policy -> UrlPolicy:
    PublicName "public_name" Allow "a name of the public internet";
    PublicAddress "public_address" Allow "an address of the public internet";
    AllowedHost "allowed_host" Allow "a host that the operator allows by name";

    Empty "empty" Invalid "there is no text";
    TooLong "too_long" Invalid "it is longer than 2,048 characters";
    ControlCharacter "control_character" Invalid "it holds a control character or a line break";
    NoScheme "no_scheme" Invalid "it does not begin with http:// or https://";
    NotAbsolute "not_absolute" Invalid "exactly two slashes must follow the scheme";
    Backslash "backslash" Invalid "it has a backslash before its query: readers disagree on what its host is";
    NoHost "no_host" Invalid "it names no host";
    Malformed "malformed" Invalid "its host or its port cannot be read";
    LongLabel "long_label" Invalid "a part of its host's name is empty or longer than DNS allows";

    Scheme "scheme" Block "only http and https are asked";
    Credentials "credentials" Block "it carries a user name or a password";
    Port "port" Block "only the ports 80, 443, 8080 and 8443 are asked";
    InternalName "internal_name" Block "its host's name is one of a private network";
    SingleLabelName "single_label_name" Block "its host's name has no dot: it is one of a private network";

    Unspecified "unspecified" Block "an address of this host (0.0.0.0/8, ::)";
    Loopback "loopback" Block "a loopback address (127.0.0.0/8, ::1)";
    Private "private" Block "an address of a private network (RFC 1918)";
    SharedSpace "shared_space" Block "an address between carriers and customers (100.64.0.0/10)";
    LinkLocal "link_local" Block "a link-local address, where clouds keep their metadata (169.254.0.0/16, fe80::/10)";
    PlatformService "platform_service" Block "an address that a cloud gives to its own services (168.63.129.16)";
    ProtocolAssignment "protocol_assignment" Block "an address for protocols (192.0.0.0/24, 2001::/23)";
    Documentation "documentation" Block "an address for examples (TEST-NET, 2001:db8::/32, 3fff::/20)";
    Benchmarking "benchmarking" Block "an address for benchmarks (198.18.0.0/15)";
    RelayAnycast "relay_anycast" Block "an address of the former 6to4 relays (192.88.99.0/24)";
    Multicast "multicast" Block "a multicast address (224.0.0.0/4, ff00::/8)";
    Reserved "reserved" Block "a reserved address (240.0.0.0/4, broadcast, IPv6 outside 2000::/3)";
    UniqueLocal "unique_local" Block "an address of a private network (fc00::/7)";
    SiteLocal "site_local" Block "an address of a private network (fec0::/10)";
    EmbeddedIpv4 "embedded_ipv4" Block "an IPv6 address that stands for an IPv4 address (mapped, compatible, NAT64, 6to4)";
    Teredo "teredo" Block "an IPv6 address that tunnels to an IPv4 address (2001::/32)";
    OtherPeer "other_peer" Block "the connection went to an address that nobody checked";
}

named! {
    /// Why a link has the state it has.
    #[non_exhaustive]
    UrlReason, state -> UrlState:
    Ok "ok" Reachable "it answered and has the page";

    InvalidUrl "invalid_url" Unreachable "it, or the place it redirects to, is not a URL";
    Blocked "blocked" Unreachable "it, or where it redirects to, is never asked";
    NoSuchHost "no_such_host" Unreachable "no such host";
    NotFound "not_found" Unreachable "no such page (404)";
    Gone "gone" Unreachable "the page is gone (410)";

    NeedsLogin "needs_login" Unknown "it asks for a login (401, 407)";
    Forbidden "forbidden" Unknown "it refuses robots, or this place (403, 451, 999)";
    MethodNotAllowed "method_not_allowed" Unknown "it takes neither HEAD nor GET (405, 501)";
    RateLimited "rate_limited" Unknown "its host asks for fewer requests (429, or its time to wait is not over)";
    ServerError "server_error" Unknown "its host is out of order (5xx)";
    UnexpectedStatus "unexpected_status" Unknown "a status that says nothing about the page";
    TooManyRedirects "too_many_redirects" Unknown "it redirects more than five times";
    TimedOut "timed_out" Unknown "it did not answer in time";
    DnsFailed "dns_failed" Unknown "the host's address could not be found out";
    ConnectFailed "connect_failed" Unknown "no connection";
    TlsFailed "tls_failed" Unknown "no connection that can be trusted";
    BrokenResponse "broken_response" Unknown "its response is not HTTP";
    NotConfirmed "not_confirmed" Unknown "whoever checked it before did not reach it, and did not say why";
    NotChecked "not_checked" Unknown "the check was not carried out";
}

/// A decision about a URL, without any network: what `groundcheck urls --dry-run` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UrlVerdict {
    /// The URL as it was given.
    pub url: String,
    /// The URL in its canonical form, which is what is asked; null where it is none.
    pub canonical_url: Option<String>,
    /// Whether it may be asked.
    pub policy: UrlPolicy,
    /// The rule that decided.
    pub rule: UrlRule,
    /// The rule in words, with the address that broke it, for people.
    pub message: String,
}

/// A redirect that was followed, or was about to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UrlRedirect {
    /// The status that sent us on.
    pub status_code: u16,
    /// Where to.
    pub url: String,
}

/// A link that was checked.
///
/// ```
/// use groundcheck_types::{UrlPolicy, UrlReason, UrlState};
///
/// assert_eq!(UrlReason::NotFound.state(), UrlState::Unreachable);
/// assert_eq!(UrlReason::RateLimited.state(), UrlState::Unknown);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UrlCheck {
    /// The URL as it was given.
    pub url: String,
    /// The URL in its canonical form, which is what was asked; null where it is none.
    pub canonical_url: Option<String>,
    /// Whether it, and all it redirected to, may be asked.
    pub policy: UrlPolicy,
    /// The rule that decided; of the redirect, where that is what was refused.
    pub rule: UrlRule,
    /// Whether the source is there.
    pub state: UrlState,
    /// Why it has that state.
    pub reason: UrlReason,
    /// The last status that was received, null where there was none.
    pub status_code: Option<u16>,
    /// Where the redirects led in the end, or the URL itself; null where it was never to be asked.
    pub final_url: Option<String>,
    /// Every redirect on the way, the one that was refused included.
    pub redirects: Vec<UrlRedirect>,
    /// When it was checked: RFC 3339, UTC, to the second.
    pub checked_at: String,
    /// Whether this is the result of an earlier check that still holds.
    pub cached: bool,
    /// Reason or rule in words, for people.
    pub message: String,
}

/// What `POST /api/urls/check` takes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UrlCheckRequest {
    /// The URLs to check, at most 1,000. One that is there twice is asked once and answered twice.
    pub urls: Vec<String>,
}

impl UrlCheckRequest {
    /// Reads and checks a request.
    ///
    /// # Errors
    /// `invalid_json`, `unknown_field`, `too_many` and their kin, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<Self, InputError> {
        let request: UrlCheckRequest = read_json(bytes)?;
        if request.urls.len() > URLS_MAX {
            let message = format!("has {} entries; {URLS_MAX} are allowed", request.urls.len());
            return Err(InputError::field(ErrorCode::TooMany, "urls", message));
        }
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_json() {
        for rule in UrlRule::ALL {
            assert_eq!(serde_json::to_value(rule).unwrap(), rule.as_str());
            assert_eq!(serde_json::to_value(rule.policy()).unwrap(), rule.policy().as_str());
        }
        for reason in UrlReason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
            assert_eq!(serde_json::to_value(reason.state()).unwrap(), reason.state().as_str());
        }
    }

    #[test]
    fn a_request_takes_a_thousand_urls_and_no_more() {
        let json = |count: usize| serde_json::json!({ "urls": vec!["https://a.example/"; count] }).to_string();
        assert_eq!(UrlCheckRequest::from_json(json(1_000).as_bytes()).unwrap().urls.len(), 1_000);
        let error = UrlCheckRequest::from_json(json(1_001).as_bytes()).unwrap_err();
        assert_eq!((error.code, error.field.as_deref()), (ErrorCode::TooMany, Some("urls")));
        let error = UrlCheckRequest::from_json(br#"{"url": []}"#).unwrap_err();
        assert_eq!(error.code, ErrorCode::UnknownField);
    }
}
