//! Passages of the sources as evidence.

use std::borrow::Cow;

use groundcheck_types::{Evidence, Fact, Span};

use super::candidate::look_up::LookUp;
use super::format;
use super::given::PreparedSource;
use super::prepare::{Mention, Sources};
use crate::claims::{Quantity, Value};

/// The source that a value stands in.
pub(crate) fn source_of<'s>(sources: &'s Sources, mention: &Mention) -> Option<&'s PreparedSource> {
    let place = &sources.places[mention.place as usize];
    sources.sources.get(place.source as usize)
}

/// Whose a value is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin<'s> {
    /// A source's, by its id.
    Source(&'s str),
    /// A fact's.
    Fact(&'s Fact),
}

pub(crate) fn origin<'s>(sources: &'s Sources, mention: &Mention) -> Origin<'s> {
    let source = source_of(sources, mention);
    let fact = source.and_then(|source| source.table.as_ref()?.fact_at(mention.span));
    fact.map_or_else(|| Origin::Source(source.map_or("", |s| s.id.as_str())), |(_, fact)| Origin::Fact(fact))
}

pub(crate) fn is_fact(sources: &Sources, mention: &Mention) -> bool {
    matches!(origin(sources, mention), Origin::Fact(_))
}

/// The mention as its source prints it.
pub(crate) fn printed<'s>(sources: &'s Sources, mention: &Mention) -> &'s str {
    text_at(sources, mention, mention.span)
}

/// The text of a mention's source at this span.
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
    if let Some((number, fact)) = source.table.as_ref().and_then(|table| table.fact_at(span)) {
        let value = span.of(&source.text).unwrap_or_default();
        return Evidence { fact: Some(number), text: describe(fact, value), ..Evidence::default() };
    }
    Evidence {
        source: Some(source.id.clone()),
        span: Some(span),
        utf16: Some(source.utf16.span(&source.text, span)),
        text: span.of(&source.text).unwrap_or_default().to_owned(),
        ..Evidence::default()
    }
}

/// A fact as people read it: `net_operating_income, Elm Court, 2024-Q3: $1,200,000`.
fn describe(fact: &Fact, value: &str) -> String {
    let parts = [Some(fact.metric.as_str()), fact.entity.as_deref(), fact.period.as_deref()];
    let subject: Vec<&str> = parts.into_iter().flatten().collect();
    format!("{}: {value}", subject.join(", "))
}

/// A value as the evidence has it. A fact that says no unit is in the claim's.
pub(crate) fn as_told<'s>(sources: &'s Sources, mention: &Mention, look_up: &LookUp, claim: &Quantity) -> Cow<'s, str> {
    let text = text_at(sources, mention, look_up.span);
    let is_bare = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.'));
    match (origin(sources, mention), look_up.value) {
        (Origin::Fact(_), Value::Number(value)) if is_bare => Cow::Owned(format::number(value, claim.kind, claim.unit)),
        _ => Cow::Borrowed(text),
    }
}
