//! What a link must look like before anybody reads it as a URL.
//!
//! Readers of URLs repair what people mistype, each in its own way: one takes `http://a\@b/` for host `a`, another for `b`. What
//! only a repair makes readable is therefore `invalid` here. This is the part of the check that needs no URL parser, which would
//! be 79 KB of the page's download; the server parses what passes.
//!
//! Sources: RFC 3986 section 3 (the parts), the WHATWG URL standard (what it repairs: backslashes, missing and further slashes,
//! tabs and line feeds).

use groundcheck_types::{URL_MAX_CHARS, UrlRule};

/// A link's parts as they are written: nothing is decoded, and no case is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link<'a> {
    /// The link without white space around it.
    pub text: &'a str,
    /// What stands before the host: `user:password`.
    pub credentials: Option<&'a str>,
    /// The host; an IPv6 address in its brackets.
    pub host: &'a str,
    /// What follows the host's colon.
    pub port: Option<&'a str>,
}

/// Reads a link's parts, or names the rule that it breaks.
///
/// Only of `http` and `https` links; another scheme breaks [`UrlRule::Scheme`], whatever follows it.
///
/// # Errors
/// One of the rules of a form: [`UrlRule::policy`] says whether it is no URL, or one that is never asked.
///
/// ```
/// use groundcheck::sources::read_link;
/// use groundcheck::types::UrlRule;
///
/// assert_eq!(read_link("https://Example.com:8443/a?b#c").unwrap().host, "Example.com");
/// assert_eq!(read_link("javascript:alert(1)"), Err(UrlRule::Scheme));
/// assert_eq!(read_link("https:example.com"), Err(UrlRule::NotAbsolute));
/// ```
pub fn read_link(text: &str) -> Result<Link<'_>, UrlRule> {
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    if text.is_empty() {
        return Err(UrlRule::Empty);
    }
    if text.chars().nth(URL_MAX_CHARS).is_some() {
        return Err(UrlRule::TooLong);
    }
    if text.contains(char::is_control) {
        return Err(UrlRule::ControlCharacter);
    }
    let (scheme, rest) = text.split_once(':').filter(|(scheme, _)| is_scheme(scheme)).ok_or(UrlRule::NoScheme)?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return Err(UrlRule::Scheme);
    }
    let before_query = rest.split(['?', '#']).next().unwrap_or_default();
    if before_query.contains('\\') {
        return Err(UrlRule::Backslash);
    }
    let rest = before_query.strip_prefix("//").filter(|rest| !rest.starts_with('/')).ok_or(UrlRule::NotAbsolute)?;
    let authority = rest.split('/').next().unwrap_or_default();
    let (credentials, host_and_port) = match authority.rsplit_once('@') {
        Some((credentials, rest)) => (Some(credentials), rest),
        None => (None, authority),
    };
    // The colons inside brackets are the address's own.
    let bracket = host_and_port.rfind(']').map_or(0, |at| at + 1);
    let colon = host_and_port.get(bracket..).and_then(|rest| rest.find(':')).map(|at| bracket + at);
    let (host, port) = match colon {
        Some(at) => host_and_port.split_at_checked(at).unwrap_or((host_and_port, "")),
        None => (host_and_port, ""),
    };
    if host.is_empty() {
        return Err(UrlRule::NoHost);
    }
    Ok(Link { text, credentials, host, port: port.strip_prefix(':') })
}

/// RFC 3986: a letter, then letters, digits, `+`, `-` and `.`.
fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

impl Link<'_> {
    /// The host for comparing with another's: lower case, without the root's dot and a leading `www.`, which most sites answer
    /// under both ways.
    #[must_use]
    pub fn site(&self) -> String {
        let host = crate::document::lower(self.host);
        let host = host.strip_suffix('.').unwrap_or(&host);
        host.strip_prefix("www.").unwrap_or(host).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_as_they_are_written() {
        for (text, host, port, credentials) in [
            ("http://reports.example", "reports.example", None, None),
            ("HTTPS://Reports.Example:8443/a/b?c=d:e@f#g", "Reports.Example", Some("8443"), None),
            ("  https://reports.example/q3\n", "reports.example", None, None),
            ("https://reports.example?x=http://y", "reports.example", None, None),
            ("https://reports.example#@elsewhere.example", "reports.example", None, None),
            ("https://reports.example/a b\\", "", None, None),
            ("https://reports.example/?a\\b", "reports.example", None, None),
            ("https://reports.example/@me", "reports.example", None, None),
            ("http://ana:secret@reports.example/", "reports.example", None, Some("ana:secret")),
            ("http://a@b@reports.example:80/", "reports.example", Some("80"), Some("a@b")),
            ("http://@reports.example/", "reports.example", None, Some("")),
            ("http://[2001:db8::1]:8080/", "[2001:db8::1]", Some("8080"), None),
            ("http://[2001:db8::1]/", "[2001:db8::1]", None, None),
            ("https://he.reports.example/דוח", "he.reports.example", None, None),
            ("https://דוחות.example/", "דוחות.example", None, None),
        ] {
            match read_link(text) {
                Ok(link) => assert_eq!((link.host, link.port, link.credentials), (host, port, credentials), "{text}"),
                Err(rule) => assert_eq!((rule, host), (UrlRule::Backslash, ""), "{text}"),
            }
        }
    }

    #[test]
    fn what_only_a_repair_makes_readable_breaks_a_rule() {
        let long = format!("https://reports.example/{}", "a".repeat(2_025));
        assert_eq!(long.len(), 2_049);
        assert!(read_link(&long[..2_048]).is_ok());
        for (text, rule) in [
            ("", UrlRule::Empty),
            (" \n", UrlRule::Empty),
            (long.as_str(), UrlRule::TooLong),
            ("https://reports.example/a\r\nHost: b", UrlRule::ControlCharacter),
            ("java\tscript:alert(1)", UrlRule::ControlCharacter),
            ("https://reports.example/\u{0}", UrlRule::ControlCharacter),
            ("https://reports.example/\u{85}", UrlRule::ControlCharacter),
            ("reports.example/q3", UrlRule::NoScheme),
            ("//reports.example/q3", UrlRule::NoScheme),
            ("see the report", UrlRule::NoScheme),
            ("see: the report", UrlRule::Scheme),
            ("1http://reports.example", UrlRule::NoScheme),
            ("https：//reports.example", UrlRule::NoScheme),
            ("ftp://reports.example/q3", UrlRule::Scheme),
            ("JavaScript:alert(1)", UrlRule::Scheme),
            ("mailto:ana@reports.example", UrlRule::Scheme),
            ("https:reports.example", UrlRule::NotAbsolute),
            ("https:/reports.example", UrlRule::NotAbsolute),
            ("https:///reports.example", UrlRule::NotAbsolute),
            ("https:\\\\reports.example", UrlRule::Backslash),
            ("https://reports.example\\@127.0.0.1/", UrlRule::Backslash),
            ("https://", UrlRule::NoHost),
            ("https://:8443/", UrlRule::NoHost),
            ("https://?q", UrlRule::NoHost),
            ("https://ana@/", UrlRule::NoHost),
        ] {
            assert_eq!(read_link(text), Err(rule), "{text:?}");
        }
    }

    #[test]
    fn a_site_is_the_same_under_its_spellings() {
        for text in ["http://reports.example", "https://WWW.Reports.example./a", "https://www.reports.example:8443"] {
            assert_eq!(read_link(text).unwrap().site(), "reports.example", "{text}");
        }
        assert_eq!(read_link("https://wwwreports.example").unwrap().site(), "wwwreports.example");
    }
}
