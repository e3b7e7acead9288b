//! Claims and reports for the tests of this folder.

use groundcheck_types::{
    Action, Claim, ClaimKind, ClaimValue, Disposition, Number, Report, Risk, Span, Status, Summary, Utf16Span, Verdict,
    VerdictReason,
};

/// A claim that stands where `text` first stands in `answer`.
pub fn claim(answer: &str, text: &str, status: Status) -> Claim {
    let start = answer.find(text).expect("the claim stands in the answer");
    let units = |s: &str| u32::try_from(s.encode_utf16().count()).expect("a short text");
    let from = units(&answer[..start]);
    Claim {
        id: format!("c{start}"),
        kind: ClaimKind::Currency,
        text: text.to_owned(),
        span: Span::new(start, start + text.len()),
        utf16: Utf16Span { start: from, end: from + units(text) },
        value: Some(ClaimValue::Number(Number(1.0))),
        unit: None,
        comparator: None,
        citations: Vec::new(),
        status,
        confidence: Number(0.8),
        evidence: Vec::new(),
        nearest: None,
        derivation: None,
        reasons: Vec::new(),
    }
}

/// A report of these claims.
pub fn report(claims: Vec<Claim>) -> Report {
    Report {
        schema_version: 1,
        id: None,
        checks: vec!["numeric".to_owned()],
        verdict: Verdict::Flagged,
        verdict_reason: VerdictReason::Contradicted,
        risk: Some(Risk::High),
        reliability: Some(Number(0.5)),
        claims,
        findings: Vec::new(),
        summary: Summary {
            total_claims: 0,
            verified_claims: 0,
            unverified_claims: 0,
            unverifiable_claims: 0,
            has_hallucinations: true,
            hallucination_rate: None,
            confidence_adjustment: Number(0.0),
            original_confidence: None,
            adjusted_confidence: None,
        },
        disposition: Disposition::Review,
        action: Action::Interrupt,
        needs_attention: Vec::new(),
        error: None,
    }
}
