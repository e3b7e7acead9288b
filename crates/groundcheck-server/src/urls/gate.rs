//! Whether a URL may be asked: its form, scheme, port, name and address.
//!
//! The URL is parsed as browsers do it (WHATWG), and the parsed host is judged: `0x7f.1`, `127。0。0。1` and `%31%32%37.0.0.1`
//! are all 127.0.0.1 by then. What only a repair made readable was refused before, by [`groundcheck::sources::read_link`].
//!
//! A name is judged here by its letters alone; its addresses are judged as they are dialled, each of them.

use std::fmt;
use std::net::IpAddr;

use groundcheck::sources::read_link;
use groundcheck_types::{UrlPolicy, UrlRule, UrlVerdict};
use url::{Host, Url};

use super::addresses::{can_be_allowed, rule_of};
use super::settings::{AllowedHost, host_text};

/// The ports that pages are served on; others are other services, which a request could make do something.
const PORTS: &[u16] = &[80, 443, 8080, 8443];

/// The longest label and the longest name of DNS, in octets (RFC 1035, 2.3.4; the name without its root).
const LABEL_MAX: usize = 63;
const NAME_MAX: usize = 253;

/// Names that end so are private networks'. Sources: RFC 6761 (localhost), RFC 6762 (local and its appendix G: the others that
/// networks use), RFC 8375 (home.arpa), RFC 7686 (onion), ICANN's reservation of internal, Kubernetes (svc), the metadata host of
/// Google's cloud. Names that are reserved to lead nowhere (invalid, test, example) may be asked for: DNS says that there is none.
const INTERNAL: &[&str] = &[
    "localhost",
    "localdomain",
    "local",
    "internal",
    "intranet",
    "lan",
    "home",
    "corp",
    "private",
    "home.arpa",
    "onion",
    "svc",
    "metadata.goog",
];

/// Decides what may be asked.
#[derive(Debug, Clone, Default)]
pub struct Gate {
    allowed: Vec<AllowedHost>,
    /// One more usual port, where tests listen. Not part of any other build.
    #[cfg(test)]
    test_port: Option<u16>,
}

/// A URL that may be asked, as far as its text says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Its canonical form: lower case, punycode, no fragment, no default port, no root dot.
    pub url: Url,
    /// The host in that form.
    pub host: String,
    /// The rule that allows it.
    pub rule: UrlRule,
}

/// A URL that may not be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The rule that it breaks.
    pub rule: UrlRule,
    /// Its canonical form, if it is a URL at all.
    pub canonical_url: Option<String>,
    /// The address that breaks the rule, where it is not part of the URL.
    pub address: Option<IpAddr>,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(address) = self.address {
            write!(f, "its host has the address {address}: ")?;
        }
        f.write_str(self.rule.meaning())
    }
}

impl std::error::Error for Refused {}

impl Gate {
    /// A gate that lets these private hosts through, beside public ones.
    #[must_use]
    pub fn new(allowed: Vec<AllowedHost>) -> Self {
        Gate {
            allowed,
            #[cfg(test)]
            test_port: None,
        }
    }

    #[cfg(test)]
    pub(super) fn with_test_port(self, test_port: Option<u16>) -> Self {
        Gate { test_port, ..self }
    }

    /// Judges a URL by its text alone.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge(&self, text: &str) -> Result<Target, Refused> {
        let refused = |rule| Refused { rule, canonical_url: None, address: None };
        let link = read_link(text).map_err(refused)?;
        let (url, host) = parse(link.text).map_err(refused)?;
        let refused = |rule| Refused { rule, canonical_url: Some(url.to_string()), address: None };
        if link.credentials.is_some() || !url.username().is_empty() || url.password().is_some() {
            return Err(refused(UrlRule::Credentials));
        }
        let port = url.port_or_known_default().unwrap_or_default();
        let ports: Vec<Option<u16>> = self.entries(&host).map(|entry| entry.port).collect();
        let port_is_usual = PORTS.contains(&port);
        #[cfg(test)]
        let port_is_usual = port_is_usual || self.test_port == Some(port);
        if !ports.is_empty() {
            // An allowed host has the ports that it was allowed with, and no others.
            let port_is_allowed = ports.iter().any(|allowed| allowed.map_or(port_is_usual, |allowed| allowed == port));
            if !port_is_allowed {
                return Err(refused(UrlRule::Port));
            }
        } else if !port_is_usual {
            return Err(refused(UrlRule::Port));
        }
        let rule = match url.host() {
            Some(Host::Ipv4(address)) => self.judge_address(&host, address.into()),
            Some(Host::Ipv6(address)) => self.judge_address(&host, address.into()),
            _ if !ports.is_empty() => UrlRule::AllowedHost,
            _ => judge_name(&host),
        };
        if rule.policy() == UrlPolicy::Allow { Ok(Target { url, host, rule }) } else { Err(refused(rule)) }
    }

    /// The rule for an address of this host: its own, or one that its name leads to.
    #[must_use]
    pub fn judge_address(&self, host: &str, address: IpAddr) -> UrlRule {
        let rule = rule_of(address);
        if can_be_allowed(rule) && self.entries(host).next().is_some() { UrlRule::AllowedHost } else { rule }
    }

    /// Judges what a host's name leads to. One address that may not be dialled is enough to refuse them all: which of them is
    /// dialled would be chance.
    ///
    /// # Errors
    /// The rule and the address that breaks it.
    pub fn judge_answers(&self, host: &str, answers: &[IpAddr]) -> Result<(), Refused> {
        for address in answers {
            let rule = self.judge_address(host, *address);
            if rule.policy() != UrlPolicy::Allow {
                return Err(Refused { rule, canonical_url: None, address: Some(*address) });
            }
        }
        Ok(())
    }

    fn entries(&self, host: &str) -> impl Iterator<Item = &AllowedHost> {
        self.allowed.iter().filter(move |entry| entry.host == host)
    }
}

/// The canonical URL and its host.
fn parse(text: &str) -> Result<(Url, String), UrlRule> {
    let mut url = Url::parse(text).map_err(|error| match error {
        url::ParseError::EmptyHost => UrlRule::NoHost,
        _ => UrlRule::Malformed,
    })?;
    url.set_fragment(None);
    let host = match url.host() {
        Some(host) => host_text(&host),
        None => return Err(UrlRule::NoHost),
    };
    if let Some(Host::Domain(name)) = url.host() {
        let labels_fit = host.split('.').all(|label| (1..=LABEL_MAX).contains(&label.len()));
        if !labels_fit || host.len() > NAME_MAX {
            return Err(UrlRule::LongLabel);
        }
        // The root's dot leads to the same place, but servers know their name without it.
        if name != host {
            url.set_host(Some(&host)).map_err(|_| UrlRule::Malformed)?;
        }
    }
    Ok((url, host))
}

fn judge_name(host: &str) -> UrlRule {
    let is_internal =
        |suffix: &&str| host.strip_suffix(*suffix).is_some_and(|before| before.is_empty() || before.ends_with('.'));
    if INTERNAL.iter().any(is_internal) {
        UrlRule::InternalName
    } else if !host.contains('.') {
        UrlRule::SingleLabelName
    } else {
        UrlRule::PublicName
    }
}

/// What is said of a URL: the decision in the contract's words.
#[must_use]
pub(super) fn verdict(url: &str, judged: &Result<Target, Refused>) -> UrlVerdict {
    let (canonical_url, rule, message) = match judged {
        Ok(target) => (Some(target.url.to_string()), target.rule, target.rule.meaning().to_owned()),
        Err(refused) => (refused.canonical_url.clone(), refused.rule, refused.to_string()),
    };
    UrlVerdict { url: url.to_owned(), canonical_url, policy: rule.policy(), rule, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_page_has_one_canonical_form() {
        for (text, canonical) in [
            ("HTTPS://Reports.Example", "https://reports.example/"),
            ("https://reports.example:443/#q3", "https://reports.example/"),
            ("https://reports.example./a/../b?x=1#y", "https://reports.example/b?x=1"),
            ("http://reports.example:8080/", "http://reports.example:8080/"),
            ("https://דוחות.example/רבעון", "https://xn--7dbcuv3a.example/%D7%A8%D7%91%D7%A2%D7%95%D7%9F"),
            ("http://8.8.8.8:80/", "http://8.8.8.8/"),
            ("http://0x08080808/", "http://8.8.8.8/"),
            ("https://[2606:4700:0:0::1111]/", "https://[2606:4700::1111]/"),
        ] {
            let target = Gate::default().judge(text).unwrap();
            if text.is_ascii() {
                assert_eq!(target.url.as_str(), canonical, "{text}");
            }
            assert_eq!(Gate::default().judge(target.url.as_str()).unwrap().url, target.url, "{text}: stays as it is");
        }
    }

    #[test]
    fn an_operator_allows_private_hosts_by_name() {
        let gate =
            Gate::new(["wiki.corp", "build:9000", "10.1.2.3", "[::1]:8080"].map(|text| text.parse().unwrap()).into());
        for text in [
            "http://wiki.corp/",
            "https://WIKI.corp.:8443/",
            "http://build:9000/",
            "http://10.1.2.3/",
            "http://[::1]:8080",
        ] {
            assert_eq!(gate.judge(text).map(|target| target.rule), Ok(UrlRule::AllowedHost), "{text}");
        }
        for (text, rule) in [
            ("http://wiki.corp:9000/", UrlRule::Port),
            ("http://build/", UrlRule::Port),
            ("http://a.wiki.corp/", UrlRule::InternalName),
            ("http://ana@wiki.corp/", UrlRule::Credentials),
            ("http://10.1.2.4/", UrlRule::Private),
            ("http://[::1]/", UrlRule::Port),
        ] {
            assert_eq!(gate.judge(text).map_err(|refused| refused.rule), Err(rule), "{text}");
        }
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        assert_eq!(gate.judge_address("wiki.corp", address("192.168.1.2")), UrlRule::AllowedHost);
        assert_eq!(gate.judge_address("wiki.corp", address("8.8.8.8")), UrlRule::PublicAddress);
        assert_eq!(gate.judge_address("wiki.corp", address("169.254.169.254")), UrlRule::LinkLocal);
        assert_eq!(gate.judge_address("reports.example", address("192.168.1.2")), UrlRule::Private);
    }
}
