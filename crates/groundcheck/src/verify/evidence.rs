//! Passages of the sources as evidence.

use groundcheck_types::{Evidence, Span};

use super::prepare::{Mention, PreparedSource, Sources};
use crate::claims::Value;

/// The source that a value stands in.
pub(crate) fn source_of<'s>(sources: &'s Sources, mention: &Mention) -> Option<&'s PreparedSource> {
    let place = &sources.places[mention.place as usize];
    sources.sources.get(place.source as usize)
}

pub(crate) fn source_id<'s>(sources: &'s Sources, mention: &Mention) -> &'s str {
    source_of(sources, mention).map_or("", |s| s.id.as_str())
}

/// The mention as its source prints it.
pub(crate) fn printed<'s>(sources: &'s Sources, mention: &Mention) -> &'s str {
    text_at(sources, mention, mention.span)
}

fn text_at<'s>(sources: &'s Sources, mention: &Mention, span: Span) -> &'s str {
    source_of(sources, mention).and_then(|s| span.of(&s.text)).unwrap_or_default()
}

/// The passage of a mention's source at this span, as evidence.
pub(crate) fn evidence(sources: &Sources, mention: &Mention, span: Span, value: Value) -> Evidence {
    let place = &sources.places[mention.place as usize];
    passage(&sources.sources[place.source as usize], span, value)
}

/// The passage of a source at this span, as evidence.
pub(crate) fn passage(source: &PreparedSource, span: Span, value: Value) -> Evidence {
    Evidence { value: Some(value.to_claim_value()), ..quote(source, span) }
}

/// The same of what is no value.
pub(crate) fn quote(source: &PreparedSource, span: Span) -> Evidence {
    Evidence {
        source: Some(source.id.clone()),
        span: Some(span),
        utf16: Some(source.utf16.span(&source.text, span)),
        text: span.of(&source.text).unwrap_or_default().to_owned(),
        ..Evidence::default()
    }
}
