//! Claims against sources: the claim's own words choose a row or a sentence, a column and a period; the value is judged there.
//!
//! Source: document 2, "Document Verification", and the design's section 3: a value that stands *somewhere* is no evidence.

use groundcheck_types::{ClaimKind, Evidence, Nearest, Policy, Span, Status};
use rust_decimal::Decimal;

use super::Judgement;
use super::context::Context;
use super::prepare::{Dated, Mention, Sources};
use super::reasons::{Language, Say};
use super::tolerance::{Tolerances, difference_percent};
use super::words::Stem;
use crate::claims::{Period, Quantity, Value};

/// A mention with how well its words fit the claim's, in thousandths.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    mention: u32,
    fit: u32,
}

/// A place must share this much of the claim's known words, in thousandths, to be about the same thing.
const LEAST_FIT: u32 = 300;
/// Places this close to the best fit, in thousandths of it, are equally meant.
const SAME_FIT: u32 = 900;
/// A word far from the claim counts this share of a near one, in quarters.
const FAR_QUARTERS: u32 = 1;

/// What the sources say of a claim; `None` where they say nothing about its subject.
pub(crate) fn judge(
    claim: &Quantity,
    context: &Context,
    sources: &Sources,
    tolerances: &Tolerances,
    policy: &Policy,
    language: Language,
) -> Option<Judgement> {
    let say = Say(language);
    if let Value::Period(period) = claim.value {
        return judge_date(period, context, sources, tolerances, policy, say);
    }
    let claimed = claim.value.number()?;
    let fits = fits(context, sources);
    let candidates = candidates(claim, context, sources, &fits);
    let best = candidates.iter().map(|c| c.fit).max()?;
    let meant: Vec<&Candidate> = candidates.iter().filter(|c| c.fit * 1000 >= best * SAME_FIT).collect();
    let mut nearest: Option<(Decimal, &Mention, Decimal)> = None;
    let mut other_unit: Option<&Mention> = None;
    for candidate in &meant {
        let mention = &sources.mentions[candidate.mention as usize];
        for actual in readings(mention, claim) {
            let holds = tolerances.holds(claim.kind, claimed, claim.step, actual, claim.comparator);
            if holds && unit_differs(claim, mention) {
                other_unit = Some(mention);
                continue;
            }
            if holds {
                let text = printed(sources, mention);
                return Some(Judgement {
                    status: Status::Supported,
                    confidence: policy.document_confidence,
                    evidence: vec![evidence(sources, mention, mention.span, Value::Number(actual))],
                    nearest: Some(nearest_of(sources, mention, claimed, actual)),
                    derivation: None,
                    reasons: vec![say.matches_source(
                        source_id(sources, mention),
                        text,
                        difference_percent(claimed, actual),
                    )],
                });
            }
            let gap = claimed.checked_sub(actual)?.abs();
            if nearest.is_none_or(|(least, ..)| gap < least) {
                nearest = Some((gap, mention, actual));
            }
        }
    }
    if let Some(mention) = other_unit {
        let actual = mention.value.number()?;
        return Some(Judgement {
            status: Status::Contradicted,
            confidence: policy.document_confidence,
            evidence: vec![evidence(sources, mention, mention.span, Value::Number(actual))],
            nearest: Some(nearest_of(sources, mention, claimed, actual)),
            derivation: None,
            reasons: vec![say.other_unit(printed(sources, mention))],
        });
    }
    let (_, mention, actual) = nearest?;
    Some(Judgement {
        status: Status::Contradicted,
        confidence: policy.document_confidence,
        evidence: vec![evidence(sources, mention, mention.span, Value::Number(actual))],
        nearest: Some(nearest_of(sources, mention, claimed, actual)),
        derivation: None,
        reasons: vec![say.differs_from_source(
            source_id(sources, mention),
            printed(sources, mention),
            difference_percent(claimed, actual),
        )],
    })
}

/// How the claim's words bear on each place.
struct Fits {
    /// Weight that the place's own label shares with the claim, by place; only places with any.
    shared: Vec<(u32, u32)>,
    /// The weight of all the claim's words that stand anywhere in the sources.
    known: u32,
    /// The claim's words with their weights, for columns. Sorted.
    words: Vec<(Stem, u32)>,
}

fn fits(context: &Context, sources: &Sources) -> Fits {
    let mut words: Vec<(Stem, u32)> = Vec::new();
    for (stems, quarters) in [(&context.near, 4), (&context.far, FAR_QUARTERS)] {
        words.extend(stems.iter().map(|s| (*s, sources.weight(*s) * quarters)).filter(|(_, w)| *w > 0));
    }
    words.sort_unstable();
    let mut hits: Vec<(u32, u32)> = Vec::new();
    for &(stem, weight) in &words {
        hits.extend(sources.places_of(stem).iter().map(|(_, place)| (*place, weight)));
        hits.extend(sources.rows_under(stem).iter().map(|(_, place)| (*place, 0)));
    }
    hits.sort_unstable();
    let mut shared: Vec<(u32, u32)> = Vec::new();
    for (place, weight) in hits {
        match shared.last_mut() {
            Some((last, sum)) if *last == place => *sum += weight,
            _ => shared.push((place, weight)),
        }
    }
    Fits { shared, known: words.iter().map(|(_, w)| *w).sum(), words }
}

/// Every value that could be what the claim speaks of, with its fit.
fn candidates(claim: &Quantity, context: &Context, sources: &Sources, fits: &Fits) -> Vec<Candidate> {
    let mut out = Vec::new();
    if fits.known == 0 {
        return out;
    }
    let word_weight = |stem: &Stem| fits.words.binary_search_by_key(stem, |(s, _)| *s).map_or(0, |i| fits.words[i].1);
    for &(number, shared) in &fits.shared {
        let place = &sources.places[number as usize];
        let label: u32 = place.labels.iter().map(|s| sources.weight(*s) * 4).sum();
        for index in place.mentions.clone() {
            let mention = &sources.mentions[index as usize];
            if !comparable(claim, mention) || !in_period(context, mention) {
                continue;
            }
            let under: u32 =
                mention.columns.iter().filter(|s| place.labels.binary_search(s).is_err()).map(word_weight).sum();
            // A row should be named whole; a sentence says much else besides.
            let unsaid = label.saturating_sub(shared);
            let unsaid = if place.table.is_some() { unsaid / 2 } else { unsaid / 8 };
            let fit = (shared + under) * 1000 / (fits.known + unsaid).max(1);
            if fit >= LEAST_FIT {
                out.push(Candidate { mention: index, fit });
            }
        }
    }
    out
}

/// Whether the kinds can mean the same thing: a plain number in a table may be money or a percentage.
fn comparable(claim: &Quantity, mention: &Mention) -> bool {
    let plain = mention.kind == ClaimKind::Number;
    match claim.kind {
        ClaimKind::Currency => matches!(mention.kind, ClaimKind::Currency) || plain,
        ClaimKind::Percentage => mention.kind == ClaimKind::Percentage || plain,
        ClaimKind::Ratio => mention.kind == ClaimKind::Ratio || plain,
        ClaimKind::Number => !matches!(mention.kind, ClaimKind::Date | ClaimKind::Percentage),
        ClaimKind::Date | ClaimKind::Statement => false,
    }
}

/// Whether the value is of a period that the claim names; a value without one is of any.
fn in_period(context: &Context, mention: &Mention) -> bool {
    context.periods.is_empty()
        || mention.periods.is_empty()
        || mention
            .periods
            .iter()
            .any(|own| context.periods.iter().any(|p| own.period.within(*p) || p.within(own.period)))
}

fn unit_differs(claim: &Quantity, mention: &Mention) -> bool {
    matches!((claim.unit, mention.unit), (Some(a), Some(b)) if a != b && b != "%" && a != "%")
}

/// What the value may mean: as scaled, and where no scale is stated, also in thousands and millions; a count also as printed.
fn readings(mention: &Mention, claim: &Quantity) -> Vec<Decimal> {
    let Value::Number(scaled) = mention.value else { return Vec::new() };
    let mut readings = vec![scaled];
    if !mention.scale_known && mention.kind == ClaimKind::Number && claim.kind == ClaimKind::Currency {
        readings
            .extend([1_000, 1_000_000].iter().filter_map(|scale| mention.printed.checked_mul(Decimal::from(*scale))));
    }
    if claim.kind != ClaimKind::Currency && mention.printed != scaled {
        readings.push(mention.printed);
    }
    readings
}

fn judge_date(
    claimed: Period,
    context: &Context,
    sources: &Sources,
    tolerances: &Tolerances,
    policy: &Policy,
    say: Say,
) -> Option<Judgement> {
    let fits = fits(context, sources);
    let mut best: Option<(u32, &Mention, Dated)> = None;
    let mut other: Option<(u32, &Mention, Period)> = None;
    for &(number, shared) in &fits.shared {
        let place = &sources.places[number as usize];
        for index in place.mentions.clone() {
            let mention = &sources.mentions[index as usize];
            let names =
                mention.periods.iter().find(|own| super::facts::same_date(claimed, own.period, tolerances.date_days));
            if let Some(named) = names {
                if best.is_none_or(|(least, ..)| shared > least) {
                    best = Some((shared, mention, *named));
                }
            } else if let Value::Period(actual) = mention.value {
                if other.is_none_or(|(least, ..)| shared > least) {
                    other = Some((shared, mention, actual));
                }
            }
        }
    }
    let strongest = fits.shared.iter().map(|(_, s)| *s).max().unwrap_or(0);
    if let Some((_, mention, named)) = best {
        return Some(Judgement {
            status: Status::Supported,
            confidence: policy.document_confidence,
            evidence: vec![evidence(sources, mention, named.span, Value::Period(named.period))],
            nearest: None,
            derivation: None,
            reasons: vec![say.matches_source(source_id(sources, mention), text_at(sources, mention, named.span), None)],
        });
    }
    let (shared, mention, actual) = other?;
    // The passage that speaks of this most names another date.
    if shared * 1000 < strongest * SAME_FIT || shared * 1000 < fits.known * LEAST_FIT {
        return None;
    }
    let mut nearest = nearest_of(sources, mention, Decimal::ZERO, Decimal::ZERO);
    nearest.value = Value::Period(actual).to_claim_value();
    nearest.difference_percent = None;
    Some(Judgement {
        status: Status::Contradicted,
        confidence: policy.document_confidence,
        evidence: vec![evidence(sources, mention, mention.span, Value::Period(actual))],
        nearest: Some(nearest),
        derivation: None,
        reasons: vec![say.differs_from_source(source_id(sources, mention), printed(sources, mention), None)],
    })
}

/// The id of a source that holds the claimed value, about something else.
pub(crate) fn elsewhere<'s>(claim: &Quantity, sources: &'s Sources, tolerances: &Tolerances) -> Option<&'s Mention> {
    let claimed = claim.value.number()?;
    sources.mentions.iter().find(|m| {
        comparable(claim, m)
            && m.value.number().is_some_and(|v| tolerances.holds(claim.kind, claimed, Decimal::ZERO, v, None))
    })
}

pub(crate) fn source_id<'s>(sources: &'s Sources, mention: &Mention) -> &'s str {
    let place = &sources.places[mention.place as usize];
    sources.sources.get(place.source as usize).map_or("", |s| s.id.as_str())
}

/// The mention as its source prints it.
fn printed<'s>(sources: &'s Sources, mention: &Mention) -> &'s str {
    text_at(sources, mention, mention.span)
}

fn text_at<'s>(sources: &'s Sources, mention: &Mention, span: Span) -> &'s str {
    let place = &sources.places[mention.place as usize];
    sources.sources.get(place.source as usize).and_then(|s| span.of(&s.text)).unwrap_or_default()
}

/// The passage of a mention's source at this span, as evidence.
fn evidence(sources: &Sources, mention: &Mention, span: Span, value: Value) -> Evidence {
    let place = &sources.places[mention.place as usize];
    let source = &sources.sources[place.source as usize];
    Evidence {
        source: Some(source.id.clone()),
        span: Some(span),
        utf16: Some(source.utf16.span(&source.text, span)),
        value: Some(value.to_claim_value()),
        text: text_at(sources, mention, span).to_owned(),
        ..Evidence::default()
    }
}

fn nearest_of(sources: &Sources, mention: &Mention, claimed: Decimal, actual: Decimal) -> Nearest {
    let place = &sources.places[mention.place as usize];
    let source = &sources.sources[place.source as usize];
    Nearest {
        value: Value::Number(actual).to_claim_value(),
        text: printed(sources, mention).to_owned(),
        difference_percent: difference_percent(claimed, actual),
        source: Some(source.id.clone()),
        fact: None,
        span: Some(mention.span),
        utf16: Some(source.utf16.span(&source.text, mention.span)),
    }
}
