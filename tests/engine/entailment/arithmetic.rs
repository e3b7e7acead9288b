//! Divergence, budget, the three methods and P(YES), by number.

use groundcheck::entailment::{
    AnswerToken, Measured, TopToken, bits, budget, decide, evidence_use, kl_bernoulli_nats, point,
    probability_of_votes, probability_of_yes,
};
use groundcheck_types::{
    GroundingMethod, GroundingReason, InformationBudget, Number, Probability, Status, VerifierPolicy,
};
use serde::Deserialize;

/// What all numbers are reproduced to.
const EXACT: f64 = 1e-9;

#[derive(Deserialize)]
struct Table {
    divergence: Vec<Divergence>,
    budget: Vec<Budget>,
    evidence_use: Vec<EvidenceUse>,
    yes: Vec<Yes>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Divergence {
    p: f64,
    q: f64,
    nats: f64,
    bits: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Budget {
    name: String,
    target: f64,
    prior: [f64; 2],
    posterior: [f64; 2],
    required_nats: [f64; 2],
    observed_nats: [f64; 2],
    gap_nats: [f64; 2],
    flagged: bool,
    directional: GroundingReason,
    #[serde(default)]
    nothing_left: bool,
    upstream_defect: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EvidenceUse {
    name: String,
    p1: f64,
    p0: f64,
    cited: bool,
    evidence_use: f64,
    evidence_used: bool,
    confidence: f64,
    grounded: bool,
    observed_nats: f64,
    required_nats: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Yes {
    name: String,
    answer: Vec<Token>,
    probability: Option<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Token {
    token: String,
    top: Vec<(String, f64)>,
}

fn table() -> Table {
    crate::data::read("entailment.toml")
}

fn interval([lower, upper]: [f64; 2]) -> Probability {
    Probability { lower: Number(lower), upper: Number(upper), ..point(0.0) }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= EXACT
}

#[test]
fn divergences() {
    for Divergence { p, q, nats, bits: expected } in table().divergence {
        let found = kl_bernoulli_nats(p, q);
        assert!(near(found, nats) && near(bits(found), expected), "{p} {q}: {found}");
    }
}

#[test]
fn budgets_are_the_upstream_toolkits_and_directional_decides_better() {
    let mut defects = 0;
    for case in table().budget {
        let (prior, posterior) = (interval(case.prior), interval(case.posterior));
        let found = budget(case.target, &prior, &posterior);
        for (found, expected) in [
            (found.required_min_nats, case.required_nats[0]),
            (found.required_max_nats, case.required_nats[1]),
            (found.observed_min_nats, case.observed_nats[0]),
            (found.observed_max_nats, case.observed_nats[1]),
            (found.budget_gap_min_nats, case.gap_nats[0]),
            (found.budget_gap_max_nats, case.gap_nats[1]),
        ] {
            assert!(near(found.0, expected), "{}: {found:?} is not {expected}", case.name);
        }
        in_bits(&found);
        assert_eq!(found.budget_gap_min_nats.0 > 0.0, case.flagged, "{}", case.name);
        let policy = VerifierPolicy { target_posterior: Number(case.target), ..VerifierPolicy::default() };
        let measured = Measured { posterior, prior, has_citations: true, nothing_left: case.nothing_left };
        let decision = decide(GroundingMethod::Directional, &measured, &policy);
        assert_eq!(decision.reason, case.directional, "{}", case.name);
        assert_eq!(decision.budget, found, "{}", case.name);
        if case.upstream_defect.is_some() {
            assert_eq!(case.flagged, decision.is_grounded(), "{}: no defect", case.name);
            defects += 1;
        }
        let upstream = decide(GroundingMethod::Budget, &measured, &policy);
        let known = case.prior != [0.0, 1.0] && case.posterior != [0.0, 1.0];
        assert_eq!(upstream.is_grounded(), !case.flagged && known, "{}", case.name);
    }
    assert_eq!(defects, 8, "each kind of wrong decision upstream is among the cases");
}

fn in_bits(budget: &InformationBudget) {
    for (nats, bits) in [
        (budget.required_min_nats, budget.required_min_bits),
        (budget.required_max_nats, budget.required_max_bits),
        (budget.observed_min_nats, budget.observed_min_bits),
        (budget.observed_max_nats, budget.observed_max_bits),
        (budget.budget_gap_min_nats, budget.budget_gap_min_bits),
        (budget.budget_gap_max_nats, budget.budget_gap_max_bits),
    ] {
        assert!(near(nats.0, bits.0 * core::f64::consts::LN_2));
    }
}

#[test]
fn document_5_formulas_to_the_letter() {
    let policy = VerifierPolicy::default();
    for case in table().evidence_use {
        let found = evidence_use(case.p1, case.p0, case.cited, &policy);
        let name = &case.name;
        assert!((found.evidence_use - case.evidence_use).abs() < 1e-12, "{name}: {found:?}");
        assert!((found.confidence - case.confidence).abs() < 1e-12, "{name}: {found:?}");
        assert_eq!((found.evidence_used, found.grounded), (case.evidence_used, case.grounded), "{name}: {found:?}");
        assert!(
            near(found.observed_nats, case.observed_nats) && near(found.required_nats, case.required_nats),
            "{name}"
        );
        let gap = case.observed_nats - case.required_nats;
        assert!(near(found.budget_gap_nats, gap) && near(found.budget_gap_bits, bits(gap)), "{name}: {found:?}");
        let measured = Measured {
            posterior: point(case.p1),
            prior: point(case.p0),
            has_citations: case.cited,
            nothing_left: !case.cited,
        };
        let decision = decide(GroundingMethod::EvidenceUse, &measured, &policy);
        assert_eq!(decision.is_grounded(), case.grounded, "{name}: {decision:?}");
        assert!((decision.confidence - case.confidence).abs() < 1e-12, "{name}: {decision:?}");
    }
}

#[test]
fn what_the_first_token_says() {
    for case in table().yes {
        let tokens = case.answer.into_iter().map(|Token { token, top }| AnswerToken {
            token,
            top: top.into_iter().map(|(token, p)| TopToken { token, logprob: p.ln() }).collect(),
        });
        let found = probability_of_yes(&tokens.collect::<Vec<_>>()).map(|p| [p.lower.0, p.upper.0]);
        let same = match (found, case.probability) {
            (Some(found), Some(expected)) => found.iter().zip(expected).all(|(a, b)| near(*a, b)),
            (None, None) => true,
            _ => false,
        };
        assert!(same, "{}: {found:?}", case.name);
    }
}

/// A decision with these intervals, over the defaults.
fn decided(method: GroundingMethod, posterior: [f64; 2], prior: [f64; 2]) -> (Status, GroundingReason) {
    let measured =
        Measured { posterior: interval(posterior), prior: interval(prior), has_citations: true, nothing_left: false };
    let decision = decide(method, &measured, &VerifierPolicy::default());
    (decision.status, decision.reason)
}

#[test]
fn an_interval_passes_only_as_a_whole() {
    use GroundingMethod::{Directional, EvidenceUse};
    use GroundingReason as R;
    for (method, posterior, prior, expected) in [
        (Directional, [0.95, 1.0], [0.0, 0.7], (Status::Supported, R::Entailed)),
        (Directional, [0.95, 1.0], [0.0, 0.9], (Status::Supported, R::EntailedElsewhere)),
        (Directional, [0.949, 1.0], [0.0, 0.9], (Status::Unverifiable, R::Undecided)),
        (Directional, [0.0, 1.0], [0.05, 0.05], (Status::Unverifiable, R::Undecided)),
        (Directional, [0.0, 0.94], [0.05, 0.05], (Status::Unsupported, R::TooLittleInformation)),
        (Directional, [0.0, 0.49], [0.05, 0.05], (Status::Unsupported, R::NotEntailed)),
        (Directional, [0.0, 0.3], [0.46, 1.0], (Status::Contradicted, R::Contradicted)),
        (Directional, [0.0, 0.3], [0.44, 1.0], (Status::Unsupported, R::NotEntailed)),
        (EvidenceUse, [0.9, 1.0], [0.0, 0.1], (Status::Supported, R::Entailed)),
        (EvidenceUse, [0.3, 1.0], [0.0, 0.1], (Status::Unverifiable, R::Undecided)),
        (EvidenceUse, [0.0, 1.0], [0.0, 1.0], (Status::Unverifiable, R::Undecided)),
    ] {
        assert_eq!(decided(method, posterior, prior), expected, "{method:?} {posterior:?} {prior:?}");
    }
}

#[test]
fn votes_pass_by_a_clear_majority_and_are_marked() {
    for (yes, no_evidence, votes, expected) in [
        (5, 0, 5, GroundingReason::EntailedByVotes),
        (8, 8, 8, GroundingReason::Undecided),
        (3, 0, 3, GroundingReason::Undecided),
        (4, 0, 5, GroundingReason::Undecided),
        (0, 0, 5, GroundingReason::NotEntailed),
        (0, 8, 8, GroundingReason::Contradicted),
    ] {
        let measured = Measured {
            posterior: probability_of_votes(yes, votes).unwrap(),
            prior: probability_of_votes(no_evidence, votes).unwrap(),
            has_citations: true,
            nothing_left: false,
        };
        let decision = decide(GroundingMethod::Directional, &measured, &VerifierPolicy::default());
        assert_eq!(decision.reason, expected, "{yes}, {no_evidence} of {votes}");
    }
}
