//! Addresses on the web: right where a source, the question or an earlier turn has them.
//!
//! Host, path and query are compared, without case; what only counts visitors, `?utm_source=`, makes no other link, nor does a place on the
//! page, `#top`. The bare front page of a host that a source links to is known.

use crate::document::lower;

/// Endings of names of files, which are no hosts.
const FILES: &[&str] = &[
    "js", "ts", "py", "rs", "md", "txt", "csv", "pdf", "json", "html", "php", "exe", "dll", "xls", "xlsx", "doc",
    "docx", "zip",
];
/// Endings of hosts that are written alone, without a path; none is a word.
const ENDINGS: &[&str] = &[
    "com", "org", "net", "io", "gov", "edu", "uk", "il", "eu", "dev", "app", "info", "museum", "biz", "example",
    "cloud", "online", "travel",
];

/// What of a query only counts visitors.
const COUNTERS: &[&str] = &["utm_", "gclid=", "fbclid=", "ref=", "mc_cid=", "mc_eid="];

/// Whether it begins as an address does.
pub(crate) fn is_link(text: &str) -> bool {
    ["http://", "https://", "www."]
        .iter()
        .any(|start| text.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start)))
}

/// Whether a piece of text is an address: with its scheme, or a host with a path, `acme.com/terms`.
pub(super) fn may_be(piece: &str) -> bool {
    if is_link(piece) {
        return true;
    }
    piece.split_once('/').is_some_and(|(host, path)| ending(host).is_some() && !path.is_empty())
}

/// Whether a piece of text is a host alone, `help.acme.com`. `Booking.com` is a company.
pub(super) fn is_host(piece: &str) -> bool {
    let known = |ending: &str| ENDINGS.contains(&ending);
    ending(piece).is_some_and(known) && !piece.bytes().any(|b| b.is_ascii_uppercase())
}

/// The ending of what may be a host: letters behind its last point.
fn ending(host: &str) -> Option<&str> {
    let (name, ending) = host.rsplit_once('.')?;
    let letters = (2..=LONGEST_ENDING).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_lowercase());
    let part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let named = name.bytes().any(|b| b.is_ascii_alphabetic()) && name.split('.').all(part) && name.len() > 1;
    (letters && named && !FILES.contains(&ending)).then_some(ending)
}

/// No ending of a host is longer.
const LONGEST_ENDING: usize = 12;

/// The address in a piece of text, and where it begins: behind `[the terms](` or `ב-`, without the marks of its sentence.
pub(super) fn inside(piece: &str) -> (usize, &str) {
    let from = piece.find("](").map_or(0, |at| at + 2);
    let rest = piece.get(from..).unwrap_or_default();
    let prefix = rest.len() - rest.trim_start_matches(|c| crate::lexicon::is_hebrew(c) || matches!(c, '-' | '־')).len();
    (from + prefix, trimmed(rest.get(prefix..).unwrap_or_default()))
}

/// A link without the punctuation of its sentence.
pub(crate) fn trimmed(text: &str) -> &str {
    let end =
        |text: &str| text.trim_end_matches(['.', ',', ';', ':', ']', '!', '?', '*', '\'', '"', '”', '’', '>']).len();
    let text = text.get(..end(text)).unwrap_or(text);
    // The bracket of `/wiki/Mercury_(planet)` is its own.
    let closing = text.len() - text.trim_end_matches(')').len();
    let own = text.matches('(').count().saturating_sub(text.matches(')').count() - closing).min(closing);
    let text = text.get(..text.len() - (closing - own)).unwrap_or(text);
    text.get(..end(text)).unwrap_or(text)
}

/// What two ways of writing one link share: host, path and query, in lower case.
pub(crate) fn plain(link: &str) -> String {
    let link = trimmed(link.trim());
    let rest = link.split_once("://").map_or(link, |(_, rest)| rest);
    // `#/users/7` is a page of its own.
    let rest = rest.split_once('#').map_or(rest, |(before, place)| if place.starts_with('/') { rest } else { before });
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = lower(path).into_owned();
    let path = path.strip_prefix("www.").unwrap_or(&path).trim_end_matches('/');
    let path = path.strip_suffix("/index.html").or_else(|| path.strip_suffix("/index.php")).unwrap_or(path);
    let counts = |pair: &&str| !pair.is_empty() && !COUNTERS.iter().any(|own| pair.starts_with(own));
    let query: Vec<&str> = query.split('&').filter(counts).collect();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{}", lower(&query.join("&"))) }
}

/// The host of a link as [`plain`] has it.
pub(super) fn host(plain: &str) -> &str {
    plain.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Every link in a text, as [`plain`] has it.
pub(crate) fn all(text: &str) -> Vec<String> {
    let starts = text.match_indices("http").chain(text.match_indices("www.")).map(|(at, _)| at);
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>' | '|' | '`');
    starts.filter_map(|at| text.get(at..)?.split(ends).next()).filter(|link| is_link(link)).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_is_written_in_many_ways() {
        for (one, other, same) in [
            ("https://www.Acme.com/Terms/", "acme.com/terms", true),
            ("http://acme.com/terms?utm_source=x", "https://acme.com/terms#top", true),
            ("https://acme.com/terms.", "https://acme.com/terms", true),
            ("https://en.wikipedia.org/wiki/Mercury_(planet))", "en.wikipedia.org/wiki/mercury_(planet)", true),
            ("https://acme.com/terms", "https://acme.com/price", false),
            ("https://acme.com/?id=1", "https://acme.com/?id=2", false),
            ("https://acme.com/index.html", "https://acme.com/", true),
            ("https://acme.com/#/users/7", "https://acme.com/#/users/9", false),
            ("https://acme.com/terms", "https://acme.org/terms", false),
        ] {
            assert_eq!(plain(one) == plain(other), same, "{one} {other}");
        }
    }

    #[test]
    fn a_host_needs_a_path_or_a_scheme() {
        for (piece, expected) in [
            ("https://acme.example", true),
            ("www.acme.com", true),
            ("docs.acme.dev/setup", true),
            ("acme.com", false),
            ("lowlandleague.scot/dp118", true),
            ("node.js/express", false),
            ("and/or", false),
            ("24/7", false),
            ("1.5/2", false),
            ("U.S./U.K", false),
            ("me@acme.com/x", false),
        ] {
            assert_eq!(may_be(piece), expected, "{piece}");
        }
        for (piece, expected) in [("help.acme.com", true), ("Booking.com", false), ("readme.md", false), ("e.g", false)]
        {
            assert_eq!(is_host(piece), expected, "{piece}");
        }
        assert_eq!(inside("ב-acme.example/x."), (3, "acme.example/x"));
        assert_eq!(inside("[terms](https://acme.com/t)"), (8, "https://acme.com/t"));
    }
}
