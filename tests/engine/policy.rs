//! Every switch and threshold of the policy changes what its documentation says, and nothing else.

use groundcheck::analyze_with;
use groundcheck_types::{
    Action, ClaimKind, Disposition, Facts, Number, Policy, PolicyOverrides, ReasonCode, Report, Request, Risk, Source,
    Status, Verdict,
};

const FACTS: &str =
    "metric,period,value\nnoi,2024-Q3,1200000\noccupancy_rate,2024-Q3,85\ndscr,2024-Q3,1.25\nunits,2024-Q3,100\n";

fn check(answer: &str, policy: &Policy) -> Report {
    let request = Request {
        answer: answer.to_owned(),
        facts: Facts::Csv(FACTS.to_owned()),
        confidence: Some(Number(0.9)),
        ..Request::default()
    };
    analyze_with(&request, policy).unwrap()
}

#[test]
fn each_verify_switch_turns_its_kind_off_and_says_so() {
    type Switch = fn(&mut Policy);
    let cases: [(ClaimKind, &str, Switch); 5] = [
        (ClaimKind::Currency, "NOI was $2M.", |p| p.verify_currency = false),
        (ClaimKind::Percentage, "Occupancy was 40%.", |p| p.verify_percentages = false),
        (ClaimKind::Date, "This is Q1 1999.", |p| p.verify_dates = false),
        (ClaimKind::Ratio, "DSCR 3.5", |p| p.verify_ratios = false),
        (ClaimKind::Number, "There are 250 units.", |p| p.verify_numbers = false),
    ];
    for (kind, answer, switch) in cases {
        let on = check(answer, &Policy::default());
        assert_eq!((on.claims[0].kind, on.claims[0].status), (kind, Status::Contradicted), "{answer}");
        let mut policy = Policy::default();
        switch(&mut policy);
        let off = check(answer, &policy);
        assert_eq!(off.claims[0].status, Status::Unverifiable, "{answer}");
        assert_eq!(off.claims[0].reasons[0].code, ReasonCode::CheckDisabled, "{answer}");
        assert_ne!(off.verdict, Verdict::Clean, "nothing checked is never an all-clear: {answer}");
    }
}

#[test]
fn each_kind_that_is_right_as_it_is_written_has_its_switch() {
    type Switch = fn(&mut Policy);
    let cases: [(ClaimKind, &str, Switch); 4] = [
        (ClaimKind::Quotation, "The lease says \"no pets of any sort\".", |p| p.verify_quotations = false),
        (ClaimKind::Identifier, "See invoice INV-2014.", |p| p.verify_identifiers = false),
        (ClaimKind::Link, "See https://acme.example/a.", |p| p.verify_links = false),
        (ClaimKind::Citation, "The rent is due monthly [S7].", |p| p.verify_citations = false),
    ];
    let text = "No pets of any kind. Invoice INV-2041. See https://acme.example/b. The rent is due monthly.";
    let source = Source { id: "S0".to_owned(), text: text.to_owned(), title: None, url: None, kind: None };
    for (kind, answer, switch) in cases {
        let request = Request { answer: answer.to_owned(), sources: vec![source.clone()], ..Request::default() };
        let on = analyze_with(&request, &Policy::default()).unwrap();
        assert_eq!((on.claims[0].kind, on.verdict), (kind, Verdict::Flagged), "{answer}");
        let mut policy = Policy::default();
        switch(&mut policy);
        let off = analyze_with(&request, &policy).unwrap();
        assert_eq!(off.claims[0].reasons[0].code, ReasonCode::CheckDisabled, "{answer}");
        assert_eq!(off.verdict, Verdict::Unverified, "nothing checked is never an all-clear: {answer}");
    }
}

#[test]
fn names_have_a_switch_and_are_claims_only_where_nobody_has_them() {
    let source = |text: &str| Source { id: "S0".to_owned(), text: text.to_owned(), title: None, url: None, kind: None };
    let request = |answer: &str, question: Option<&str>| Request {
        answer: answer.to_owned(),
        question: question.map(str::to_owned),
        sources: vec![source("The lease was signed by Edith Marlow for the town.")],
        ..Request::default()
    };
    let of = |request: &Request, policy: &Policy| {
        let report = analyze_with(request, policy).unwrap();
        (report.claims.iter().map(|c| (c.kind, c.status)).collect::<Vec<_>>(), report.verdict)
    };
    let unknown = request("The lease was signed by Ottilie Brandt.", None);
    let (claims, verdict) = of(&unknown, &Policy::default());
    assert_eq!((claims, verdict), (vec![(ClaimKind::Name, Status::Unsupported)], Verdict::Flagged));
    let off = Policy { verify_names: false, ..Policy::default() };
    for (request, policy) in [
        (&request("The lease was signed by Mrs Marlow.", None), &Policy::default()),
        (&request("The lease was signed by Ottilie Brandt.", Some("Did Ottilie Brandt sign?")), &Policy::default()),
        (&unknown, &off),
    ] {
        let (claims, verdict) = of(request, policy);
        assert_eq!(claims, []);
        assert_ne!(verdict, Verdict::Clean, "a name that is there is no all-clear");
    }
}

#[test]
fn each_tolerance_moves_its_own_edge() {
    type Tolerance = fn(&mut PolicyOverrides, Number);
    let cases: [(&str, f64, f64, Tolerance); 4] = [
        ("NOI was $1.5M.", 0.24, 0.25, |p, n| p.currency_tolerance_ratio = Some(n)),
        ("Occupancy was 95.2%.", 0.11, 0.12, |p, n| p.percentage_tolerance_ratio = Some(n)),
        ("DSCR 1.50", 0.19, 0.20, |p, n| p.ratio_tolerance_ratio = Some(n)),
        ("There are 110 units.", 0.09, 0.10, |p, n| p.number_tolerance_ratio = Some(n)),
    ];
    for (answer, too_small, enough, set) in cases {
        for (ratio, status) in [(too_small, Status::Contradicted), (enough, Status::Supported)] {
            let mut overrides = PolicyOverrides::default();
            set(&mut overrides, Number(ratio));
            let policy = Policy::default().with(&overrides).unwrap();
            assert_eq!(check(answer, &policy).claims[0].status, status, "{answer} at {ratio}");
        }
    }
}

#[test]
fn penalty_review_and_action_follow_the_policy() {
    let flagged = check("NOI was $1.5M.", &Policy::default());
    assert_eq!(flagged.summary.adjusted_confidence, Some(Number(0.7)));
    assert_eq!((flagged.disposition, flagged.action), (Disposition::Review, Action::Interrupt));
    let no_auto = check("NOI was $1.5M.", &Policy { auto_flag: false, ..Policy::default() });
    assert_eq!((no_auto.verdict, no_auto.disposition), (Verdict::Flagged, Disposition::Accept));
    let no_queue = check("NOI was $1.5M.", &Policy { review_queue: false, ..Policy::default() });
    assert_eq!((no_queue.verdict, no_queue.disposition), (Verdict::Flagged, Disposition::Accept));
    let penalty = check("NOI was $1.5M.", &Policy { flagged_penalty_points: Number(1.0), ..Policy::default() });
    assert_eq!(penalty.summary.adjusted_confidence, Some(Number(0.0)), "never under 0");
    let clean = check("NOI was $1.2M.", &Policy::default());
    assert_eq!((clean.summary.adjusted_confidence, clean.action), (Some(Number(0.9)), Action::None));
}

#[test]
fn what_could_not_be_checked_is_never_clean() {
    let nothing_given = Request { answer: "NOI was $1.2M.".into(), ..Request::default() };
    let report = analyze_with(&nothing_given, &Policy::default()).unwrap();
    assert_eq!((report.verdict, report.reliability), (Verdict::Unverified, None));
    let nothing_to_check = check("All is well.", &Policy::default());
    assert_eq!((nothing_to_check.verdict, nothing_to_check.risk), (Verdict::Unverified, Some(Risk::Low)));
    let review = check("All is well.", &Policy { review_unverified: true, ..Policy::default() });
    assert_eq!(review.disposition, Disposition::Review);
}

#[test]
fn confidence_is_the_evidence_s_own() {
    let policy = Policy { fact_confidence: Number(0.6), ..Policy::default() };
    let report = check("NOI was $1.2M.", &policy);
    assert_eq!((report.claims[0].confidence, report.reliability), (Number(0.6), Some(Number(0.6))));
    assert_eq!(report.risk, Some(Risk::Medium), "reliability under 0.70");
    let policy = Policy { medium_risk_below_reliability: Number(0.5), ..policy };
    assert_eq!(check("NOI was $1.2M.", &policy).risk, Some(Risk::Low));
}
