//! Links that nothing given holds.
//!
//! Why it matters: models make up addresses that look right. A link counts as known where a source has it as its own, or where a source,
//! the question or an earlier turn names it; only the host and the path are compared, so that `?utm_source=` makes no other link.

use groundcheck_types::{Span, WarningPattern};

use super::{Hit, Known, Settled};
use crate::lexicon::Lex;
use crate::verbatim::link::{is_link, plain, trimmed};

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
