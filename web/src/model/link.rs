//! A cited source as the page may show it: a link only where it is one, its host as the network knows it.

use groundcheck_types::{CitedSource, UrlState};

/// An address as the browser reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedUrl {
    /// With its colon.
    pub protocol: String,
    /// With its port where it is not the protocol's own; in ASCII (punycode).
    pub host: String,
    /// Path, query and fragment, encoded.
    pub rest: String,
    /// The whole, encoded.
    pub href: String,
}

/// Where a source may lead, if anywhere.
///
/// What the server does not call an http or https URL is never a link, nor is what this browser reads as anything else.
pub fn target(source: &CitedSource, parsed: Option<ParsedUrl>) -> Option<ParsedUrl> {
    let parsed = parsed.filter(|url| url.protocol == "http:" || url.protocol == "https:")?;
    (source.is_valid == Some(true) && !parsed.host.is_empty()).then_some(parsed)
}

/// The state's sign, so that colour is never all that tells states apart.
pub fn sign(state: Option<UrlState>) -> &'static str {
    match state {
        Some(UrlState::Reachable) => "✓",
        Some(UrlState::Unreachable) => "✕",
        Some(UrlState::Unknown) => "?",
        None => "–",
    }
}

/// The class that colours a state.
pub fn class(state: Option<UrlState>) -> &'static str {
    match state {
        Some(UrlState::Reachable) => "is-supported",
        Some(UrlState::Unreachable) => "is-contradicted",
        Some(UrlState::Unknown) => "is-unsupported",
        None => "is-unverifiable",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(is_valid: Option<bool>) -> CitedSource {
        let url = "https://a.example/x".to_owned();
        CitedSource { url, title: None, is_valid, state: None, reason: None, status_code: None, checked_at: None }
    }

    fn parsed(protocol: &str) -> Option<ParsedUrl> {
        let [host, rest] = ["a.example", "/x"].map(str::to_owned);
        Some(ParsedUrl { protocol: protocol.to_owned(), href: format!("{protocol}//a.example/x"), host, rest })
    }

    #[test]
    fn only_a_valid_web_address_is_a_link() {
        assert!(target(&source(Some(true)), parsed("https:")).is_some());
        assert!(target(&source(Some(true)), parsed("http:")).is_some());
        for (is_valid, url) in [
            (Some(true), parsed("javascript:")),
            (Some(true), parsed("data:")),
            (Some(true), parsed("ftp:")),
            (Some(true), None),
            (Some(false), parsed("https:")),
            (None, parsed("https:")),
        ] {
            assert_eq!(target(&source(is_valid), url.clone()), None, "{is_valid:?} {url:?}");
        }
    }

    #[test]
    fn states_have_signs_of_their_own() {
        let states = [Some(UrlState::Reachable), Some(UrlState::Unreachable), Some(UrlState::Unknown), None];
        for state in states {
            assert_eq!(states.iter().filter(|s| sign(**s) == sign(state)).count(), 1);
            assert_eq!(states.iter().filter(|s| class(**s) == class(state)).count(), 1);
        }
    }
}
