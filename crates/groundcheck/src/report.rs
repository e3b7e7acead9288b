//! From claims to what follows: verdict, reliability, risk, summary, disposition, action. Source: design section 2 and document 2.

use groundcheck_types::{
    Action, Claim, ClaimKind, Coverage, Disposition, ErrorCode, Facts, Finding, FlaggedClaim, Gap, GroundedAnswer,
    InputError, NotChecked, Number, Policy, PolicyOverrides, Reason, ReasonCode, Report, Request, ReviewDraft,
    ReviewStatus, Risk, SCHEMA_VERSION, Severity, Span, Status, Summary, Utf16Span, Verdict, VerdictReason,
};

use crate::coverage::{coverage, is_reference};
use crate::entailment::statement_claims;
use crate::retry::retry_prompt;

/// The check of an answer's figures, by rules.
pub(crate) const NUMERIC: &str = "numeric";
/// The check of its sentences, by a language model.
const ENTAILMENT: &str = "entailment";
/// The check of an answer against the conversation before it.
pub(crate) const COHERENCE: &str = "coherence";

/// What the report is made of.
pub(crate) struct Parts {
    pub(crate) id: Option<String>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) not_checked: Vec<NotChecked>,
    /// Where the sentences of the answer are.
    pub(crate) sentences: Vec<(Span, Utf16Span)>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) confidence: Option<Number>,
    /// Whether sources or facts were given.
    pub(crate) has_evidence: bool,
    /// What the question is about and no source mentions.
    pub(crate) gaps: Vec<Gap>,
    /// What ran.
    pub(crate) checks: Vec<String>,
}

/// The whole report.
pub(crate) fn report(parts: Parts, policy: &Policy) -> Report {
    let Parts { id, claims, not_checked, sentences, findings, confidence, has_evidence, gaps, checks } = parts;
    let counts = Counts::of(&claims);
    let worst = findings.iter().map(|f| f.severity).max();
    let (verdict, verdict_reason) = verdict(&counts, worst, has_evidence);
    let reliability = reliability(&claims);
    let risk = risk(&counts, worst, reliability, policy);
    let flagged = verdict == Verdict::Flagged;
    let summary = summary(&counts, flagged, confidence, policy);
    let needs_attention = attention(&claims);
    let coverage = Coverage { not_in_sources: gaps, ..coverage(sentences.into_iter(), &claims, &not_checked) };
    Report {
        schema_version: SCHEMA_VERSION,
        id,
        checks,
        verdict,
        verdict_reason,
        risk: Some(risk),
        reliability: reliability.map(Number),
        disposition: disposition(verdict, risk, policy),
        action: action(flagged, risk),
        claims,
        not_checked,
        coverage: Some(coverage),
        findings,
        summary,
        needs_attention,
        retry_prompt: None,
        error: None,
        verification: None,
    }
}

/// The report of this request with what a language model said of the answer's sentences: they become claims of kind `statement`, and
/// verdict, risk and figures are those of all claims. `policy` is the one that the report was made under, without the request's overrides.
///
/// # Errors
/// `invalid_value` naming `verified` where that is of another answer; a policy of the request that is out of range.
pub fn with_verification(
    report: Report,
    request: &Request,
    verified: GroundedAnswer,
    policy: &Policy,
) -> Result<Report, InputError> {
    let policy = policy.with(request.policy.as_ref().unwrap_or(&PolicyOverrides::default()))?;
    if verified.response != request.answer {
        return Err(InputError::field(ErrorCode::InvalidValue, "verified", "is of another answer"));
    }
    let Report { id, mut checks, mut claims, not_checked, coverage, mut findings, summary, verification, .. } = report;
    // What an earlier verification said gives way.
    if let Some(earlier) = verification {
        claims.retain(|claim| claim.kind != ClaimKind::Statement);
        findings.retain(|finding| !earlier.hallucination_check.findings.contains(finding));
        checks.retain(|check| check != ENTAILMENT);
    }
    claims.extend(statement_claims(&verified));
    // A sentence stands before the figures in it.
    crate::sort::by_key(&mut claims, |claim| (claim.span.start, core::cmp::Reverse(claim.span.end)));
    findings.extend(verified.hallucination_check.findings.iter().cloned());
    if !verified.hallucination_check.claims.is_empty() {
        checks.push(ENTAILMENT.to_owned());
    }
    let no_facts = matches!(&request.facts, Facts::Rows(rows) if rows.is_empty());
    let has_text = request.sources.iter().any(|source| !source.text.trim_start().is_empty());
    let has_evidence = has_text || !no_facts;
    let confidence = summary.original_confidence;
    let Coverage { sentences, not_in_sources: gaps, .. } = coverage.unwrap_or_default();
    let sentences = sentences.iter().map(|own| (own.span, own.utf16)).collect();
    let parts = Parts { id, claims, not_checked, sentences, findings, confidence, has_evidence, gaps, checks };
    let report = Report { verification: Some(Box::new(verified)), ..self::report(parts, &policy) };
    Ok(with_prompt(report, request))
}

/// With an instruction for another try, where the request asks for it.
pub(crate) fn with_prompt(report: Report, request: &Request) -> Report {
    let retry_prompt = if request.retry_prompt { retry_prompt(&request.answer, &report) } else { None };
    Report { retry_prompt, ..report }
}

#[derive(Default)]
struct Counts {
    supported: u32,
    /// Those of them that state something.
    stated: u32,
    contradicted: u32,
    unsupported: u32,
    unverifiable: u32,
    /// Unverifiable for want of evidence, not by policy or because nothing is stated.
    undecided: u32,
}

impl Counts {
    fn of(claims: &[Claim]) -> Self {
        let mut counts = Counts::default();
        for claim in claims {
            match claim.status {
                Status::Supported => {
                    counts.supported += 1;
                    counts.stated += u32::from(!is_reference(claim.kind));
                }
                Status::Contradicted => counts.contradicted += 1,
                Status::Unsupported => counts.unsupported += 1,
                Status::Unverifiable => {
                    counts.unverifiable += 1;
                    let is_none = |r: &Reason| {
                        use ReasonCode::{CheckDisabled, CitedSourceFits, OnlyRefers};
                        matches!(r.code, CheckDisabled | OnlyRefers | CitedSourceFits)
                    };
                    counts.undecided += u32::from(!claim.reasons.iter().any(is_none));
                }
            }
        }
        counts
    }

    fn unverified(&self) -> u32 {
        self.contradicted + self.unsupported
    }
}

fn verdict(counts: &Counts, worst: Option<Severity>, has_evidence: bool) -> (Verdict, VerdictReason) {
    if counts.contradicted > 0 {
        (Verdict::Flagged, VerdictReason::Contradicted)
    } else if counts.unsupported > 0 {
        (Verdict::Flagged, VerdictReason::Unsupported)
    } else if worst.is_some_and(|s| s >= Severity::Medium) {
        (Verdict::Flagged, VerdictReason::Finding)
    } else if counts.undecided > 0 {
        (Verdict::Unverified, if has_evidence { VerdictReason::Undecided } else { VerdictReason::NoEvidence })
    } else if counts.stated > 0 {
        (Verdict::Clean, VerdictReason::AllSupported)
    } else {
        (Verdict::Unverified, VerdictReason::NothingToCheck)
    }
}

/// The mean over checked claims of (supported ? confidence : 0), four decimals; `None` where none was checked.
fn reliability(claims: &[Claim]) -> Option<f64> {
    let (mut sum, mut checked) = (0.0, 0_u32);
    for claim in claims.iter().filter(|c| c.status != Status::Unverifiable) {
        checked += 1;
        if claim.status == Status::Supported {
            sum += claim.confidence.0;
        }
    }
    (checked > 0).then(|| four_decimals(sum / f64::from(checked)))
}

fn risk(counts: &Counts, worst: Option<Severity>, reliability: Option<f64>, policy: &Policy) -> Risk {
    let under = |limit: Number| reliability.is_some_and(|r| r < limit.0);
    match worst {
        Some(Severity::Critical) => Risk::Critical,
        Some(Severity::High) => Risk::High,
        _ if counts.contradicted > 0 || under(policy.high_risk_below_reliability) => Risk::High,
        Some(Severity::Medium) => Risk::Medium,
        _ if counts.unsupported > 0 || under(policy.medium_risk_below_reliability) => Risk::Medium,
        _ => Risk::Low,
    }
}

fn summary(counts: &Counts, flagged: bool, confidence: Option<Number>, policy: &Policy) -> Summary {
    let checked = counts.supported + counts.unverified();
    let adjustment = if flagged { policy.flagged_penalty_points.0 } else { 0.0 };
    Summary {
        total_claims: checked + counts.unverifiable,
        verified_claims: counts.supported,
        unverified_claims: counts.unverified(),
        unverifiable_claims: counts.unverifiable,
        has_hallucinations: counts.unverified() > 0,
        hallucination_rate: (checked > 0)
            .then(|| Number(four_decimals(f64::from(counts.unverified()) / f64::from(checked)))),
        confidence_adjustment: Number(adjustment),
        original_confidence: confidence,
        adjusted_confidence: confidence.map(|c| Number(four_decimals((c.0 - adjustment).max(0.0)))),
    }
}

fn disposition(verdict: Verdict, risk: Risk, policy: &Policy) -> Disposition {
    let to_review = match verdict {
        Verdict::Flagged => policy.auto_flag,
        Verdict::Unverified => policy.review_unverified,
        Verdict::Clean => false,
        Verdict::Error => true,
    };
    match risk {
        Risk::Critical => Disposition::Reject,
        _ if to_review && policy.review_queue => Disposition::Review,
        _ => Disposition::Accept,
    }
}

fn action(flagged: bool, risk: Risk) -> Action {
    match risk {
        _ if !flagged => Action::None,
        Risk::Low => Action::Annotate,
        Risk::Medium => Action::Rephrase,
        Risk::High => Action::Interrupt,
        Risk::Critical => Action::Discard,
    }
}

/// Contradicted claims, then unsupported ones.
fn attention(claims: &[Claim]) -> Vec<String> {
    let of = |status: Status| claims.iter().filter(move |c| c.status == status).map(|c| c.id.clone());
    of(Status::Contradicted).chain(of(Status::Unsupported)).collect()
}

fn four_decimals(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// What an answer brings to the review queue. Whether it should go there, the report's `disposition` says.
///
/// Source: document 2, "Flagging for Review".
#[must_use]
pub fn review_draft(answer: &str, report: &Report) -> ReviewDraft {
    let flagged = report.claims.iter().filter(|c| matches!(c.status, Status::Contradicted | Status::Unsupported));
    ReviewDraft {
        original_answer: answer.to_owned(),
        original_confidence: report.summary.original_confidence,
        adjusted_confidence: report.summary.adjusted_confidence,
        total_claims: report.summary.total_claims,
        verified_claims: report.summary.verified_claims,
        unverified_claims: report.summary.unverified_claims,
        flagged_claims: flagged
            .map(|c| FlaggedClaim {
                claim_type: c.kind,
                value: c.value.clone(),
                original_text: c.text.clone(),
                verified: false,
            })
            .collect(),
        status: ReviewStatus::Pending,
    }
}
