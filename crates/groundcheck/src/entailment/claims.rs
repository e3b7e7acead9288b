//! Verified sentences as claims of a report, beside those that rules found.

use groundcheck_types::{
    Claim, ClaimKind, GroundedAnswer, GroundedClaim, GroundingReason, Number, Reason, ReasonCode, Status,
};

use super::texts::{entailed, language};

/// The sentences of a verified answer as claims of kind `statement`, in its order.
pub(crate) fn statement_claims(verified: &GroundedAnswer) -> Vec<Claim> {
    let language = language(&verified.response);
    let claim = |grounded: &GroundedClaim| {
        let message = grounded.warning.clone().unwrap_or_else(|| entailed(language).to_owned());
        Claim {
            id: grounded.id.clone(),
            kind: ClaimKind::Statement,
            text: grounded.span.of(&verified.response).unwrap_or_default().to_owned(),
            span: grounded.span,
            utf16: grounded.utf16,
            value: None,
            unit: None,
            comparator: None,
            citations: grounded.citing.clone(),
            status: grounded.status,
            confidence: confidence(grounded),
            // The verifier says whether, not where.
            evidence: Vec::new(),
            nearest: None,
            derivation: None,
            reasons: vec![Reason { code: code(grounded), message }],
            probability: None,
            candidates: Vec::new(),
        }
    };
    verified.hallucination_check.claims.iter().map(claim).collect()
}

/// How far the status can be relied on: of what is contradicted, how sure the verifier is that it does not follow.
fn confidence(grounded: &GroundedClaim) -> Number {
    match (grounded.status, grounded.posterior) {
        (Status::Supported, _) => grounded.confidence,
        (Status::Contradicted, Some(posterior)) => Number(1.0 - posterior.upper.0),
        _ => Number(0.0),
    }
}

fn code(grounded: &GroundedClaim) -> ReasonCode {
    match (grounded.status, grounded.reason) {
        (Status::Supported, _) => ReasonCode::Entailed,
        (Status::Contradicted, _) => ReasonCode::DiffersFromSource,
        (Status::Unsupported, _) => ReasonCode::NotInEvidence,
        (Status::Unverifiable, GroundingReason::NoEvidence) => ReasonCode::NoEvidence,
        (Status::Unverifiable, _) => ReasonCode::NotVerified,
    }
}
