//! What each claim rests on, and how far that carries.
//!
//! Source: document 4, "Source Attribution Tracker" and "Confidence Scoring System": base confidence by the source's kind, times the
//! quality of the evidence. A fact counts as direct observation. A source whose kind was not given is a document that somebody read:
//! its content is at hand; `unknown` is for those who say that they do not know.

use groundcheck_types::{
    Attribution, AttributionState, Claim, MonitorPolicy, Number, Report, Source, SourceKind, Status,
};

use super::patterns::names_a_source;
use crate::document::lower;
use crate::risk::reliance;

/// What every claim of a report rests on.
///
/// ```
/// use groundcheck::{analyze, attributions};
/// use groundcheck::types::{AttributionState, MonitorPolicy, Request};
///
/// let request = Request::from_json(br#"{
///     "answer": "NOI was $1.2M. Debt was $3M.",
///     "sources": [{"id": "S0", "text": "NOI was $1.2M.", "kind": "user_statement"}]
/// }"#).unwrap();
/// let found = attributions(&analyze(&request).unwrap(), &request.sources, &MonitorPolicy::default());
/// assert_eq!((found[0].state, found[0].confidence.0), (AttributionState::Attributed, 0.7));
/// assert_eq!(found[1].state, AttributionState::UnattributedClaim);
/// ```
#[must_use]
pub fn attributions(report: &Report, sources: &[Source], policy: &MonitorPolicy) -> Vec<Attribution> {
    report.claims.iter().map(|claim| attribution(claim, sources, policy)).collect()
}

fn attribution(claim: &Claim, sources: &[Source], policy: &MonitorPolicy) -> Attribution {
    let evidence = claim.evidence.iter().find(|e| e.source.is_some() || e.fact.is_some());
    let source = |id: &str| sources.iter().find(|source| source.id == id);
    let own = evidence.and_then(|e| e.source.as_deref()).and_then(source);
    let cites_nothing = claim.citations.iter().find(|id| {
        let is_id = |id: &str| sources.iter().any(|source| lower(source.id.trim()) == id);
        !names_a_source(id, is_id, sources.len())
    });
    let supported = claim.status == Status::Supported && evidence.is_some();
    let (state, named) = match (supported, cites_nothing) {
        (true, _) if own.is_some_and(|source| !is_verifiable(source)) => {
            (AttributionState::UnverifiableSource, own.map(|source| source.id.clone()))
        }
        (true, _) => (AttributionState::Attributed, own.map(|source| source.id.clone())),
        (false, Some(cited)) => (AttributionState::UnverifiableSource, Some(cited.clone())),
        (false, None) => (AttributionState::UnattributedClaim, None),
    };
    let confidence = reliance::confidence(claim, |id| source(id).and_then(|source| source.kind));
    let attributed = state == AttributionState::Attributed;
    Attribution {
        claim: claim.id.clone(),
        state,
        source: named,
        fact: evidence.and_then(|e| e.fact).filter(|_| attributed),
        kind: evidence.filter(|_| attributed).map(|_| {
            own.map_or(SourceKind::DirectObservation, |source| source.kind.unwrap_or(SourceKind::FileContent))
        }),
        confidence: Number(if attributed { confidence } else { 0.0 }),
        flagged: !attributed || confidence < policy.flag_below_confidence.0,
    }
}

/// Whether somebody can look into it: it holds something, or says where it stands.
fn is_verifiable(source: &Source) -> bool {
    !source.text.trim().is_empty() || source.url.is_some()
}
