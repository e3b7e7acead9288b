//! What stands in the page's address: the view, what Reports is about, and where in the queue Review is.

use groundcheck_types::ReportFilter;

use super::filter::{REPORT_FIELDS, named, put, query};
use super::level::Level;
use super::review_place::ReviewPlace;

/// A view of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// An answer and its evidence.
    #[default]
    Check,
    /// An answer that is checked while it is written.
    Live,
    /// Structured output and the document it was read from.
    Records,
    /// What was collected, and how far it can be relied on.
    Reports,
    /// What people decide of what was flagged.
    Review,
}

/// All of them, in the order they are offered.
pub const VIEWS: [View; 5] = [View::Check, View::Live, View::Records, View::Reports, View::Review];

impl View {
    /// Its path.
    pub fn path(self) -> &'static str {
        match self {
            View::Check => "/",
            View::Live => "/live",
            View::Records => "/records",
            View::Reports => "/reports",
            View::Review => "/review",
        }
    }

    /// The view at this path; any other leads to the first.
    pub fn of_path(path: &str) -> View {
        VIEWS.into_iter().find(|view| view.path() == path.trim_end_matches('/')).unwrap_or_default()
    }
}

/// Where the page is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Address {
    /// The view.
    pub view: View,
    /// What the report is about. It outlives a visit to another view.
    pub filter: ReportFilter,
    /// Which mentions are listed.
    pub level: Level,
    /// Which items of the queue are listed, and which one is open. It outlives a visit to another view too.
    pub review: ReviewPlace,
}

/// The name of the list's risk in the address.
const RISK: &str = "risk";

impl Address {
    /// Reads a path and a query string, with or without its `?`. What it does not know it leaves out.
    pub fn parse(path: &str, query: &str) -> Address {
        let mut address = Address { view: View::of_path(path), ..Address::default() };
        let pairs = query.trim_start_matches('?').split('&').map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(name), decode(value))
        });
        match address.view {
            View::Check | View::Live | View::Records => {}
            View::Reports => address.read_report(pairs),
            View::Review => address.review = ReviewPlace::parse(pairs),
        }
        address
    }

    fn read_report(&mut self, pairs: impl Iterator<Item = (String, String)>) {
        for (name, value) in pairs {
            if let Some(field) = named(REPORT_FIELDS, &name) {
                put(&mut self.filter, field, Some(&value));
            } else if name == RISK {
                self.level = Level::of(&value).unwrap_or_default();
            }
        }
    }

    /// Path and query string; the shortest that leads back here.
    pub fn link(&self) -> String {
        let mut link = self.view.path().to_owned();
        if self.view == View::Reports {
            let mut query = query(&self.filter, &REPORT_FIELDS);
            if self.level != Level::default() {
                query.push((RISK, self.level.as_str().to_owned()));
            }
            link.push_str(&query_string(&query));
        } else if self.view == View::Review {
            link.push_str(&query_string(&self.review.query()));
        }
        link
    }
}

/// `?name=value&…`, or nothing.
pub fn query_string(pairs: &[(&str, impl AsRef<str>)]) -> String {
    let mut out = String::new();
    for (i, (name, value)) in pairs.iter().enumerate() {
        out.push(if i == 0 { '?' } else { '&' });
        out.push_str(name);
        out.push('=');
        encode(value.as_ref(), &mut out);
    }
    out
}

/// Percent-encodes everything but what RFC 3986 calls unreserved.
fn encode(text: &str, out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                out.push(char::from_digit(u32::from(digit), 16).unwrap_or('0').to_ascii_uppercase());
            }
        }
    }
}

/// The reverse, and `+` for a space as forms write it; what is no encoding stays as it is.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let encoded = after.get(..2).filter(|_| first == b'%').and_then(|pair| {
            let digit = |b: u8| char::from(b).to_digit(16);
            u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).ok()
        });
        bytes.push(encoded.unwrap_or(if first == b'+' { b' ' } else { first }));
        rest = if encoded.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Address {
        let some = |text: &str| Some(text.to_owned());
        let filter = ReportFilter {
            query: some("מהן חברות ה־AI הטובות? 100% & more=+#"),
            provider: some("openai"),
            model: some("meta/llama-3 70b"),
            from: some("2026-11-01"),
            to: some("2026-11-20"),
        };
        Address { view: View::Reports, filter, level: Level::Medium, ..Address::default() }
    }

    #[test]
    fn an_address_leads_back_to_itself() {
        for address in [full(), Address::default(), Address { view: View::Reports, ..Address::default() }] {
            let link = address.link();
            let (path, query) = link.split_once('?').unwrap_or((&link, ""));
            assert!(link.is_ascii(), "{link}");
            assert_eq!(Address::parse(path, query), address, "{link}");
        }
        assert_eq!(Address::default().link(), "/");
        assert_eq!(Address { view: View::Reports, ..Address::default() }.link(), "/reports");
    }

    #[test]
    fn what_an_address_does_not_know_is_left_out() {
        let address = Address::parse("/reports/", "?provider=&model=a+b%2&risk=critical&utm=1&&from");
        assert_eq!(address.filter, ReportFilter { model: Some("a b%2".to_owned()), ..ReportFilter::default() });
        assert_eq!(address.level, Level::High);
        assert_eq!(Address::parse("/reports", "query=%FF%41").filter.query.as_deref(), Some("\u{fffd}A"));
        for path in ["/", "/lives", "", "/reportsx"] {
            assert_eq!(Address::parse(path, "?provider=openai"), Address::default(), "{path}");
        }
    }

    #[test]
    fn every_view_has_a_path_of_its_own() {
        for view in VIEWS {
            assert_eq!(View::of_path(view.path()), view);
            assert_eq!(View::of_path(&format!("{}/", view.path())), view);
        }
    }

    #[test]
    fn the_view_check_keeps_the_filter_and_does_not_show_it() {
        assert_eq!(Address { view: View::Check, ..full() }.link(), "/");
    }
}
