//! Values that the evidence contradicts, does not have, or has in a source that carries too little.
//!
//! Why it matters: it is the plainest sign there is. A contradiction is as sure as what it rests on (document 2: a fact 1.0, a document
//! 0.8); that nothing says so is weaker, since evidence is rarely complete; document 4 flags a claim whose confidence is too low.
//! What cannot be checked for want of any evidence is no pattern: the report says so.

use groundcheck_types::{Claim, ClaimKind, ReasonCode, Span, Status, WarningPattern};

use super::publications::is_of_publication;
use super::{Hit, Known, Settled};
use crate::risk::reliance;

/// No source and no fact speaks of it.
const NOT_FOUND: f64 = 0.55;
/// A source has the value, about something else: a value that was taken from the wrong place.
const ELSEWHERE: f64 = 0.65;

/// `publications` are those that nobody knows, in their order: who wrote them is no name beside them.
pub(super) fn find(sentence: &Settled<'_>, known: &Known, publications: &[Hit], hits: &mut Vec<Hit>) {
    let of_one = |span: Span| {
        let near = publications.get(publications.partition_point(|hit| hit.span.end <= span.start));
        near.is_some_and(|hit| hit.span.overlaps(span))
    };
    // Links, marks and publications have patterns of their own.
    let is_other = |claim: &&Claim| match claim.kind {
        ClaimKind::Link | ClaimKind::Citation => true,
        ClaimKind::Name => of_one(claim.span),
        ClaimKind::Identifier => is_of_publication(&claim.text),
        _ => false,
    };
    for claim in sentence.claims.iter().filter(|claim| !is_other(claim)) {
        let hit = |pattern, confidence| Hit::new(pattern, claim.span, confidence).about(claim);
        match claim.status {
            Status::Contradicted => hits.push(hit(WarningPattern::ContradictedValue, claim.confidence.0)),
            Status::Unsupported => {
                let elsewhere = claim.reasons.iter().any(|r| r.code == ReasonCode::ValueElsewhere);
                let confidence = if elsewhere { ELSEWHERE } else { NOT_FOUND };
                hits.push(hit(WarningPattern::UnsupportedValue, confidence));
            }
            Status::Supported => {
                let confidence = reliance::confidence(claim, |id| known.kinds.get(id).copied().flatten());
                if confidence < sentence.policy.flag_below_confidence.0 {
                    let mut low = hit(WarningPattern::LowConfidence, 1.0 - confidence);
                    low.description = None;
                    // The weakest evidence alone is no reason to stop.
                    low.confidence = low.confidence.min(NOT_FOUND);
                    hits.push(low);
                }
            }
            Status::Unverifiable => {}
        }
    }
}
