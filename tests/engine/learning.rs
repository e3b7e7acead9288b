//! What is learnt from reviews: by tables of decided answers, each suggestion beside a near miss that must not give one.

use groundcheck::learning::{learn, patterns};
use groundcheck::{analyze, review_draft};
use groundcheck_types::{
    ClaimDecision, LearningReport, Policy, PrecisionGroup, RecordRequest, Request, ReviewContent, ReviewItem,
    ReviewKind, ReviewStatus, ReviewSummary, ReviewedCounts, Risk, Status, SuggestionEffect,
};

const FACTS: &str = r#"[
    {"metric": "NOI", "value": 1200000, "unit": "USD"}, {"metric": "occupancy_rate", "value": 85}, {"metric": "dscr", "value": 1.25},
    {"metric": "unit_count", "value": 1000}
]"#;

fn item(content: ReviewContent, status: ReviewStatus, provider: &str, day: &str) -> ReviewItem {
    let fingerprints = patterns(&content).list.into_iter().map(|pattern| pattern.fingerprint).collect();
    let kind = match content {
        ReviewContent::Answer { .. } => ReviewKind::Answer,
        ReviewContent::Record { .. } => ReviewKind::Record,
        ReviewContent::Mention { .. } => ReviewKind::Mention,
    };
    ReviewItem {
        summary: ReviewSummary {
            id: 1,
            version: 1,
            kind,
            status,
            risk: Risk::High,
            title: String::new(),
            flagged: 1,
            provider: Some(provider.to_owned()),
            model: None,
            assignee: None,
            created_at: format!("{day}T10:00:00Z"),
            updated_at: format!("{day}T10:00:00Z"),
        },
        content,
        decisions: Vec::new(),
        note: None,
        corrected_value: None,
        fingerprints,
    }
}

fn answer_of(json: &str, status: ReviewStatus) -> ReviewItem {
    let request = Request::from_json(json.as_bytes()).unwrap();
    let report = analyze(&request).unwrap();
    let draft = review_draft(&request.answer, &report);
    let content = ReviewContent::Answer { draft, request: Box::new(request), report: Box::new(report) };
    item(content, status, "openai", "2024-12-01")
}

fn answer(text: &str, status: ReviewStatus) -> ReviewItem {
    answer_of(&format!(r#"{{"answer": {text:?}, "facts": {FACTS}}}"#), status)
}

/// The same with a decision on one of its claims.
fn decided(text: &str, item: ReviewStatus, claim: &str, status: Status) -> ReviewItem {
    let decision = ClaimDecision { claim: claim.to_owned(), status, corrected_value: None, note: None };
    ReviewItem { decisions: vec![decision], ..answer(text, item) }
}

/// The suggestions as `setting current -> suggested: removed/missed found/added`.
fn suggestions(report: &LearningReport) -> Vec<String> {
    let line = |s: &groundcheck_types::Suggestion| {
        let SuggestionEffect { false_positives_removed, hallucinations_missed, .. } = s.effect;
        let SuggestionEffect { hallucinations_found, false_positives_added, .. } = s.effect;
        format!(
            "{} {} -> {}: {false_positives_removed}/{hallucinations_missed} {hallucinations_found}/{false_positives_added}",
            s.setting, s.current.0, s.suggested.0
        )
    };
    report.suggestions.iter().map(line).collect()
}

#[test]
fn a_suggestion_rights_more_than_it_wrongs() {
    use ReviewStatus::{Approved, Pending, Rejected, Reviewed};
    let lease = |day: &str, status| {
        let source = r#"[{"id": "S0", "text": "The lease was signed on 2024-12-05 in Boston."}]"#;
        answer_of(&format!(r#"{{"answer": "The lease was signed on {day} in Boston.", "sources": {source}}}"#), status)
    };
    let own_policy = || {
        let policy = r#"{"currency_tolerance_ratio": 0.05}"#;
        answer_of(&format!(r#"{{"answer": "The NOI was $1.27M.", "facts": {FACTS}, "policy": {policy}}}"#), Approved)
    };
    // 5.83 % off, 25 % off, 2.5 % off.
    let (near, far, held) = ("The NOI was $1.27M.", "The NOI was $1.5M.", "The NOI was $1.23M.");
    let cases: Vec<(&str, Vec<ReviewItem>, &[&str])> = vec![
        (
            "a false positive just past the tolerance",
            vec![answer(near, Approved), answer(far, Rejected)],
            &["currency_tolerance_ratio 0.05 -> 0.059: 1/0 0/0"],
        ),
        ("as many hallucinations missed", vec![answer(near, Approved), answer(near, Rejected)], &[]),
        (
            "fewer hallucinations missed",
            vec![answer(near, Approved), answer(near, Approved), answer(near, Rejected)],
            &["currency_tolerance_ratio 0.05 -> 0.059: 2/1 0/0"],
        ),
        (
            "the widest where it costs nothing",
            vec![answer(near, Approved), answer("The NOI was $1.3M.", Approved), answer(far, Rejected)],
            &["currency_tolerance_ratio 0.05 -> 0.084: 2/0 0/0"],
        ),
        (
            "not so wide that it costs more",
            vec![
                answer(near, Approved),
                answer("The NOI was $1.3M.", Approved),
                answer("The NOI was $1.29M.", Rejected),
                answer("The NOI was $1.295M.", Rejected),
            ],
            &["currency_tolerance_ratio 0.05 -> 0.059: 1/0 0/0"],
        ),
        ("what document 2 calls a hallucination is never tolerated", vec![answer(far, Approved)], &[]),
        ("nobody decided", vec![answer(near, Pending), answer(near, Reviewed)], &[]),
        ("a setting that the request sets itself", vec![own_policy()], &[]),
        (
            "a claim of its own decision",
            vec![decided(near, Rejected, "c1", Status::Supported)],
            &["currency_tolerance_ratio 0.05 -> 0.059: 1/0 0/0"],
        ),
        ("a claim that nobody can decide", vec![decided(near, Approved, "c1", Status::Unverifiable)], &[]),
        ("a claim that there is none of", vec![decided(near, Rejected, "c9", Status::Supported)], &[]),
        (
            "a hallucination that held",
            vec![decided(held, Rejected, "c1", Status::Contradicted)],
            &["currency_tolerance_ratio 0.05 -> 0.024: 0/0 1/0"],
        ),
        (
            "a hallucination that held, and a true answer like it",
            vec![decided(held, Rejected, "c1", Status::Contradicted), answer(held, Approved)],
            &[],
        ),
        ("a rejected answer says nothing of what was not flagged", vec![answer(held, Rejected)], &[]),
        (
            "percentages",
            vec![answer("The occupancy rate was 88%.", Approved)],
            &["percentage_tolerance_ratio 0.02 -> 0.036: 1/0 0/0"],
        ),
        ("ratios", vec![answer("The DSCR was 1.35x.", Approved)], &["ratio_tolerance_ratio 0.05 -> 0.08: 1/0 0/0"]),
        (
            "numbers",
            vec![answer("The unit count was 1,012.", Approved)],
            &["number_tolerance_ratio 0.005 -> 0.012: 1/0 0/0"],
        ),
        ("days", vec![lease("2024-12-03", Approved)], &["date_tolerance_days 0 -> 2: 1/0 0/0"]),
        ("days, of as many hallucinations", vec![lease("2024-12-03", Approved), lease("2024-12-06", Rejected)], &[]),
        ("a month is no day", vec![lease("2024-08-03", Approved)], &[]),
        ("a claim that nothing comes near", vec![answer("The cap rate was 6%.", Approved)], &[]),
        (
            "two settings, the better first",
            vec![
                answer(near, Approved),
                answer("The occupancy rate was 88%.", Approved),
                answer("The occupancy rate was 88%.", Approved),
            ],
            &["percentage_tolerance_ratio 0.02 -> 0.036: 2/0 0/0", "currency_tolerance_ratio 0.05 -> 0.059: 1/0 0/0"],
        ),
    ];
    for (name, items, expected) in cases {
        let report = learn(&items, &Policy::default());
        assert_eq!(suggestions(&report), expected, "{name}");
        assert!(!report.partial, "{name}");
    }
}

#[test]
fn a_suggestion_applies_as_it_says() {
    let items = [answer("The NOI was $1.27M.", ReviewStatus::Approved)];
    let report = learn(&items, &Policy::default());
    let (name, value) = report.suggestions[0].environment.split_once('=').unwrap();
    assert_eq!((name, value), ("HALLUCINATION_CURRENCY_TOLERANCE", "5.9"));
    let mut overrides = groundcheck_types::PolicyOverrides::default();
    overrides.set(name, value).unwrap();
    let policy = Policy::default().with(&overrides).unwrap();
    assert!((policy.currency_tolerance_ratio.0 - report.suggestions[0].suggested.0).abs() < 1e-12);
    assert!(learn(&items, &policy).suggestions.is_empty(), "applied, there is nothing more to suggest");
    assert_eq!(learn(&items, &Policy::default()), report, "the same again");
}

#[test]
fn more_than_can_be_checked_again_is_said_to_be() {
    let filler = "Nothing of interest stands in this sentence. ".repeat(160_000);
    let source = format!("The NOI was $1,200,000. {filler}");
    let request = serde_json::json!({"answer": "The NOI was $1.27M.", "sources": [{"id": "S0", "text": source}]});
    let one = answer_of(&request.to_string(), ReviewStatus::Approved);
    let report = learn(&vec![one; 10], &Policy::default());
    assert!(report.partial);
    assert_eq!(report.counts, ReviewedCounts { confirmed: 0, false_positives: 10 }, "counted are all");
    assert!(report.suggestions.iter().all(|s| s.effect.reviewed < 10));
}

#[test]
fn precision_by_group() {
    let record = |status, provider: &str| {
        let request = serde_json::json!({
            "profile": "bank_statement", "as_of": "2024-12-01",
            "record": {"bank_name": "Bank of Atlantis", "account_number": "000000000", "statement_period": "2024-01-01 to 2024-01-31"},
            "document": {"text": "A statement of an account that says this and that, long enough to be one.", "total_pages": 1},
        });
        let report = groundcheck::records::validate(&RecordRequest::from_json(request.to_string().as_bytes()).unwrap());
        item(ReviewContent::Record { report: Box::new(report.unwrap()) }, status, provider, "2025-01-31")
    };
    let items = [
        answer("The NOI was $1.5M.", ReviewStatus::Rejected),
        answer("The NOI was $1.27M. The occupancy rate was 95%.", ReviewStatus::Rejected),
        decided("The NOI was $1.27M.", ReviewStatus::Rejected, "c1", Status::Supported),
        answer("The cap rate was 6%.", ReviewStatus::Pending),
        record(ReviewStatus::Rejected, "ollama"),
        record(ReviewStatus::Approved, "ollama"),
    ];
    let report = learn(&items, &Policy::default());
    assert_eq!(report.items, 5, "one is pending");
    assert_eq!(report.counts, ReviewedCounts { confirmed: 5, false_positives: 3 });
    let of = |group, name: &str| {
        let row = report.precision.iter().find(|row| row.group == group && row.name == name);
        let row = row.unwrap_or_else(|| panic!("{name}: {:#?}", report.precision));
        (row.counts.confirmed, row.counts.false_positives, row.precision.0, row.low.0, row.high.0)
    };
    use PrecisionGroup as G;
    assert_eq!(of(G::ClaimKind, "currency"), (2, 1, 0.6667, 0.2077, 0.9385));
    assert_eq!(of(G::ClaimKind, "percentage"), (1, 0, 1.0, 0.2065, 1.0));
    assert_eq!(of(G::Detector, "differs_from_fact"), (3, 1, 0.75, 0.3006, 0.9544));
    assert_eq!(of(G::Provider, "openai").0, 3);
    assert_eq!(of(G::Provider, "ollama"), (2, 2, 0.5, 0.15, 0.85));
    assert_eq!(of(G::Month, "2024-12").0, 3);
    assert_eq!(of(G::Month, "2025-01").1, 2);
    let groups: Vec<PrecisionGroup> = report.precision.iter().map(|row| row.group).collect();
    assert!(groups.is_sorted(), "{groups:?}");
    assert!(report.precision.iter().all(|row| (row.low..=row.high).contains(&row.precision)));
}

#[test]
fn no_more_rows_of_a_group_than_people_read() {
    let of = |at: usize| {
        let mut item = answer("The NOI was $1.5M.", ReviewStatus::Rejected);
        item.summary.provider = Some(format!("provider {at}"));
        item
    };
    let items: Vec<ReviewItem> = (0..150).map(of).collect();
    let report = learn(&items, &Policy::default());
    let providers = report.precision.iter().filter(|row| row.group == PrecisionGroup::Provider).count();
    assert_eq!((providers, report.counts.confirmed), (100, 150));
}
