//! What an operator may change about link checks, and the limits that hold otherwise.

use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use groundcheck_types::{ErrorCode, InputError};
use url::{Host, Url};

/// How links are checked.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Private hosts that may be asked all the same.
    pub allowed_hosts: Vec<AllowedHost>,
    /// A proxy that all requests go through. It resolves names itself: keeping it from private networks is then its operator's
    /// part too. Names whose addresses are found out here are still refused by them. The `HTTP_PROXY` of the environment is ignored.
    pub egress_proxy: Option<EgressProxy>,
    /// Times and numbers.
    pub limits: Limits,
}

/// A private host that the operator allows: `wiki.corp` (on the usual ports), or `wiki.corp:9000` (on that one only).
///
/// Its addresses may be loopback and private ones, never link-local ones, where clouds keep credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedHost {
    pub(super) host: String,
    pub(super) port: Option<u16>,
}

impl FromStr for AllowedHost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not a host such as wiki.corp or wiki.corp:9000");
        // The port is read here: the parser would drop the scheme's own.
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port.parse().map_err(|_| wrong())?)),
            _ => (text, None),
        };
        let url = Url::parse(&format!("http://{host}/")).map_err(|_| wrong())?;
        let is_host_alone = url.username().is_empty()
            && url.password().is_none()
            && url.port().is_none()
            && url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && !host.contains(['/', '@', '\\', '*', ' ']);
        match url.host() {
            Some(host) if is_host_alone => Ok(AllowedHost { host: host_text(&host), port }),
            _ => Err(wrong()),
        }
    }
}

/// What a name leads to, as told on the command line: `reports.example=93.184.216.34,2606:4700::1`; nothing after `=` is a name
/// that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostAnswer {
    /// The name, as a URL has it in the end.
    pub host: String,
    /// Its addresses.
    pub addresses: Vec<IpAddr>,
}

impl FromStr for HostAnswer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not HOST=IP[,IP]");
        let (host, addresses) = text.split_once('=').ok_or_else(wrong)?;
        let AllowedHost { host, port: None } = host.parse().map_err(|_| wrong())? else { return Err(wrong()) };
        let addresses = addresses.split(',').map(|address| address.trim_matches([' ', '[', ']']));
        let addresses =
            addresses.filter(|address| !address.is_empty()).map(|address| address.parse().map_err(|_| wrong()));
        Ok(HostAnswer { host, addresses: addresses.collect::<Result<_, _>>()? })
    }
}

/// A host as it is compared: in lower case and punycode, without the root's dot.
pub(super) fn host_text(host: &Host<&str>) -> String {
    match host {
        Host::Domain(name) => name.strip_suffix('.').unwrap_or(name).to_owned(),
        Host::Ipv4(address) => address.to_string(),
        Host::Ipv6(address) => format!("[{address}]"),
    }
}

/// A proxy for everything that goes out: `http://proxy.corp:3128`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EgressProxy(pub(super) Url);

impl FromStr for EgressProxy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let url = Url::parse(text).ok().filter(|url| ["http", "https"].contains(&url.scheme()) && url.has_host());
        // The text may hold a password and is not repeated.
        url.map(EgressProxy).ok_or_else(|| "expected an address such as http://proxy.corp:3128".to_owned())
    }
}

/// Times and numbers of link checks.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest a connection may take to be made.
    pub connect: Duration,
    /// The longest one link may keep a connection busy, redirects and further tries included; waiting for its turn is not.
    pub total: Duration,
    /// How many redirects are followed.
    pub redirects: usize,
    /// How many requests run at once.
    pub requests: usize,
    /// How many links are in hand at once, most of them waiting for their host's turn.
    pub links: usize,
    /// How many requests one host gets at once.
    pub host_requests: usize,
    /// The least time between two requests to one host.
    pub host_interval: Duration,
    /// The longest that is waited for a host that asks for it; one that asks for more is left alone, and its links are unknown.
    pub retry_wait: Duration,
    /// The longest a host is left alone, whatever it asks for.
    pub retry_after_max: Duration,
    /// Where tests let the public addresses of names lead, once they have been checked. Not part of any other build.
    #[cfg(test)]
    pub(super) dial: Option<std::net::SocketAddr>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            connect: Duration::from_secs(3),
            total: Duration::from_secs(10),
            redirects: 5,
            requests: 128,
            links: 4_096,
            host_requests: 2,
            host_interval: Duration::from_secs(1),
            retry_wait: Duration::from_secs(10),
            retry_after_max: Duration::from_secs(3_600),
            #[cfg(test)]
            dial: None,
        }
    }
}

/// A setting that cannot be used.
pub(super) fn unusable(name: &str, message: impl Into<String>) -> InputError {
    InputError::field(ErrorCode::InvalidSetting, name, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowed_host_is_a_host_and_perhaps_a_port() {
        for (text, host, port) in [
            ("wiki.corp", "wiki.corp", None),
            ("Wiki.Corp.", "wiki.corp", None),
            ("wiki.corp:80", "wiki.corp", Some(80)),
            ("localhost:9000", "localhost", Some(9000)),
            ("10.1.2.3", "10.1.2.3", None),
            ("[::1]:8080", "[::1]", Some(8080)),
            ("[::1]", "[::1]", None),
            ("ויקי.corp", "xn--9dbd8dq.corp", None),
        ] {
            let read = text.parse::<AllowedHost>();
            let host = if host.starts_with("xn--") { read.clone().unwrap().host } else { host.to_owned() };
            assert!(host.is_ascii());
            assert_eq!(read, Ok(AllowedHost { host, port }), "{text}");
        }
        for text in ["", "*.corp", "http://wiki.corp", "wiki.corp/", "a@b", "wiki.corp:port", "wiki.corp:", "a b", "*"]
        {
            assert!(text.parse::<AllowedHost>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_answer_is_a_name_and_its_addresses() {
        for (text, host, addresses) in [
            ("Reports.Example.=93.184.216.34", "reports.example", &["93.184.216.34"][..]),
            ("reports.example=93.184.216.34, ::1,[::2]", "reports.example", &["93.184.216.34", "::1", "::2"]),
            ("gone.example=", "gone.example", &[]),
        ] {
            let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
            assert_eq!(text.parse(), Ok(HostAnswer { host: host.to_owned(), addresses }), "{text}");
        }
        for text in
            ["", "reports.example", "=1.1.1.1", "reports.example=one", "reports.example:80=1.1.1.1", "a/b=1.1.1.1"]
        {
            assert!(text.parse::<HostAnswer>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_proxy_is_an_address_and_is_not_repeated() {
        assert!("http://proxy.corp:3128".parse::<EgressProxy>().is_ok());
        for text in ["proxy.corp:3128", "socks5://proxy", "http://", ""] {
            assert!(!text.parse::<EgressProxy>().unwrap_err().contains("proxy:"), "{text}");
        }
    }
}
