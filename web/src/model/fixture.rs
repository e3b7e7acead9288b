//! Claims and reports for the tests of this folder.

use groundcheck_types::{
    Action, Candidate, Claim, ClaimKind, ClaimValue, DayRow, Disposition, Evidence, MentionPage, ModelRow, Number,
    Reason, ReasonCode, RecordAlert, RecordRule, Report, ReportFilter, Request, ReviewContent, ReviewDraft, ReviewItem,
    ReviewKind, ReviewStatus, ReviewSummary, Risk, RiskCounts, SourceReport, Span, Status, StoredTotals, Summary,
    Utf16Span, Verdict, VerdictReason,
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
        probability: None,
        candidates: Vec::new(),
    }
}

/// A claim that the engine leaves open.
pub fn open_claim(answer: &str, text: &str) -> Claim {
    let reasons = vec![Reason { code: ReasonCode::Undecided, message: "Check this.".to_owned() }];
    Claim { reasons, ..claim(answer, text, Status::Unverifiable) }
}

/// A candidate that is printed in a source.
pub fn candidate(source: &str, text: &str, value: f64) -> Candidate {
    let value = ClaimValue::Number(Number(value));
    let evidence = Evidence {
        source: Some(source.to_owned()),
        span: Some(Span::new(0, text.len())),
        value: Some(value.clone()),
        text: text.to_owned(),
        ..Evidence::default()
    };
    Candidate { evidence: vec![evidence], formula: None, value, share: Number(0.4) }
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
        not_checked: Vec::new(),
        coverage: None,
        retry_prompt: None,
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
        verification: None,
    }
}

/// A report on fifteen mentions of two models on two days.
pub fn source_report() -> SourceReport {
    let risk = |high, medium, low| RiskCounts { high, medium, low };
    let model = |provider: &str, model: &str, mean, counts: RiskCounts| ModelRow {
        provider: provider.to_owned(),
        model: model.to_owned(),
        mentions: counts.total(),
        average_reliability: Number(mean),
        risk: counts,
    };
    let day = |date: &str, mean, counts: RiskCounts| DayRow {
        date: date.to_owned(),
        mentions: counts.total(),
        average_reliability: Number(mean),
        risk: counts,
    };
    SourceReport {
        schema_version: 1,
        filter: ReportFilter::default(),
        stored: StoredTotals { responses: 3, mentions: 15, scored: 15, pending: 0, failed: 0, examples: 0 },
        mentions: 15,
        average_reliability: Some(Number(0.68)),
        risk: risk(2, 5, 8),
        histogram: [0, 0, 0, 2, 1, 2, 2, 4, 3, 1],
        models: vec![model("openai", "gpt-4o", 0.75, risk(0, 3, 5)), model("ollama", "llama3", 0.61, risk(2, 2, 3))],
        days: vec![day("2026-02-27", 0.75, risk(0, 3, 5)), day("2026-03-02", 0.61, risk(2, 2, 3))],
        high_risk: MentionPage::default(),
    }
}

/// An alert of an unknown name at this place.
pub fn alert(path: &str) -> RecordAlert {
    let rule = RecordRule::UnknownName;
    RecordAlert {
        r#type: rule.alert_type(),
        rule,
        severity: rule.severity(),
        description: rule.meaning().to_owned(),
        detected_value: Some("Bank of Atlantis".to_owned()),
        expected_value: None,
        confidence: Number(rule.confidence()),
        source: rule.against(),
        path: path.to_owned(),
        page: None,
        fingerprint: "abcdefghijklmnop".to_owned(),
        fallback: rule.alert_type().fallback(),
    }
}

/// An answer of the queue that stands here.
pub fn review_item(id: u64, status: ReviewStatus) -> ReviewItem {
    let answer = "The NOI was $1.5M.".to_owned();
    ReviewItem {
        summary: ReviewSummary {
            id,
            version: 3,
            kind: ReviewKind::Answer,
            status,
            risk: Risk::High,
            title: answer.clone(),
            flagged: 1,
            provider: None,
            model: None,
            assignee: None,
            created_at: "2026-11-20T09:30:00Z".to_owned(),
            updated_at: "2026-11-20T09:30:00Z".to_owned(),
        },
        content: ReviewContent::Answer {
            draft: ReviewDraft {
                original_answer: answer.clone(),
                original_confidence: None,
                adjusted_confidence: None,
                total_claims: 1,
                verified_claims: 0,
                unverified_claims: 1,
                flagged_claims: Vec::new(),
                status: ReviewStatus::Pending,
            },
            report: Box::new(report(vec![claim(&answer, "$1.5M", Status::Contradicted)])),
            request: Box::new(Request { answer, ..Request::default() }),
        },
        decisions: Vec::new(),
        note: None,
        corrected_value: None,
        fingerprints: Vec::new(),
    }
}
