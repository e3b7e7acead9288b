//! Links that nothing given holds.
//!
//! Why it matters: models make up addresses that look right. A link counts as known where a source has it as its own, or where a source,
//! the question or an earlier turn names it; only the host and the path are compared, so that `?utm_source=` makes no other link.

use groundcheck_types::{Span, WarningPattern};

use super::{Hit, Known, Settled};
use crate::document::lower;
use crate::lexicon::Lex;

const BESIDE_SOURCES: f64 = 0.70;
const WITHOUT_SOURCES: f64 = 0.55;

pub(super) fn find(sentence: &Settled<'_>, known: &Known, hits: &mut Vec<Hit>) {
    for token in sentence.tokens().iter().filter(|t| t.lex == Lex::Opaque) {
        let text = token.text(sentence.text());
        if !is_link(text) || known.links.contains(&plain(text)) {
            continue;
        }
        let confidence = if known.sources > 0 { BESIDE_SOURCES } else { WITHOUT_SOURCES };
        let end = token.start + u32::try_from(trimmed(text).len()).unwrap_or(0);
        hits.push(Hit::new(WarningPattern::UnknownLink, Span { start: token.start, end }, confidence));
    }
}

fn is_link(text: &str) -> bool {
    ["http://", "https://", "www."]
        .iter()
        .any(|start| text.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start)))
}

/// A link without the punctuation of its sentence.
fn trimmed(text: &str) -> &str {
    text.trim_end_matches(['.', ',', ';', ':', ')', ']', '!', '?', '*', '\'', '"'])
}

/// What two ways of writing one link share: host and path, in lower case.
pub(super) fn plain(link: &str) -> String {
    let link = trimmed(link.trim());
    let rest = link.split_once("://").map_or(link, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let rest = lower(rest).into_owned();
    rest.strip_prefix("www.").unwrap_or(&rest).trim_end_matches('/').to_owned()
}

/// Every link in a text, as [`plain`] has it.
pub(super) fn all(text: &str) -> Vec<String> {
    let starts = text.match_indices("http").chain(text.match_indices("www.")).map(|(at, _)| at);
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>' | '|' | '`');
    starts.filter_map(|at| text.get(at..)?.split(ends).next()).filter(|link| is_link(link)).map(plain).collect()
}
