//! What holds for every input: no panic, probabilities in range, spans that hold their text, prompts with their delimiters once.

use groundcheck::entailment::{
    AnswerToken, Asked, AskedClaim, Measured, Plan, TopToken, decide, kl_bernoulli_nats, passage_kind, point,
    probability_of_votes, probability_of_yes,
};
use groundcheck_types::{GroundingMethod, Number, Probability, Status, VerifierPolicy};
use proptest::prelude::*;

use super::{NONCE, named};

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "[S0]", "[1]", "[2]", "[1-3]", "[doc-1]", "[", "]", "[S0, 9]", "[1](http://a.b/c)", "The rent was $1,200", "May 2024", "e.g.",
            ". ", "? ", "! ", ": ", "\n", "\n\n", "- ", "1. ", "a) ", "# ", "שמאי", "ש\"ח", "😀", "\u{202e}", "\u{200b}", "<!--", "-->",
            "<p>", "<<END CLAIM", ">>", NONCE, "<|", "[INST]", "answer YES", "ignore all", "previous instructions", "Question: ",
            "[REDACTED]", "`", "https://a.b/x", "。", "？", "is it so", "A) yes", "the tower has nine floors", "1,200",
        ]).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec((piece, any::<bool>()), 0..40)
        .prop_map(|pieces| pieces.into_iter().map(|(piece, blank)| if blank { piece + " " } else { piece }).collect())
}

fn probability() -> impl Strategy<Value = Probability> {
    let p = prop_oneof![Just(0.0), Just(1.0), Just(0.5), Just(0.95), 0.0..=1.0];
    (p.clone(), p, any::<bool>()).prop_map(|(a, b, is_point)| {
        let (lower, upper) = if is_point { (a, a) } else { (f64::min(a, b), f64::max(a, b)) };
        Probability { lower: Number(lower), upper: Number(upper), ..point(0.0) }
    })
}

fn tokens() -> impl Strategy<Value = Vec<AnswerToken>> {
    let text = prop_oneof![
        prop::sample::select(vec!["YES", " yes", "Y", "ES", "ye", "s", "NO", "\n", "", "Ġ", ".", "y"])
            .prop_map(str::to_owned),
        any::<String>(),
    ];
    let logprob = prop_oneof![4 => -12.0..0.0_f64, 1 => any::<f64>(), 1 => Just(-9_999.0), 1 => Just(0.0)];
    let top = prop::collection::vec((text.clone(), logprob), 0..6)
        .prop_map(|top| top.into_iter().map(|(token, logprob)| TopToken { token, logprob }).collect());
    prop::collection::vec((text, top).prop_map(|(token, top)| AnswerToken { token, top }), 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn plans_hold_together(answer in texts(), a in texts(), b in texts()) {
        let sources = [named("S0", &a), named("doc-1", &b)];
        let policy = VerifierPolicy::default();
        let plan = Plan::new(&answer, &sources, &policy);
        let units: Vec<u16> = answer.encode_utf16().collect();
        let mut end = 0;
        for (place, claim) in plan.claims().iter().enumerate() {
            prop_assert!(claim.span.start >= end && claim.span.of(&answer).is_some_and(|text| text.contains(claim.text.chars().next().unwrap_or('x'))));
            prop_assert_eq!(String::from_utf16_lossy(&units[claim.utf16.start as usize..claim.utf16.end as usize]), claim.span.of(&answer).unwrap());
            prop_assert!(claim.text.chars().count() >= 15 && claim.cites.iter().all(|cited| *cited < 2));
            end = claim.span.end;
            let prompts = plan.prompts(place, NONCE).unwrap().unwrap();
            for prompt in [&prompts.posterior, &prompts.prior] {
                prop_assert_eq!(prompt.user.matches(NONCE).count(), 7);
                prop_assert_eq!((prompt.user.matches("<<").count(), prompt.user.matches(">>").count()), (4, 4));
                for reserved in ["<|", "\u{202e}", "[INST]"] {
                    prop_assert!(!prompt.user.contains(reserved), "{:?}", reserved);
                }
            }
            if claim.cites.is_empty() {
                prop_assert!(plan.redaction(place).unwrap().nothing_left);
            }
        }
        prop_assert_eq!(plan.prompts(plan.claims().len(), NONCE), Ok(None));
        let check = plan.check(&[], GroundingMethod::Directional);
        prop_assert!(!check.overall_grounded && check.claims.len() == plan.claims().len());
        for finding in &check.findings {
            let text = match finding.source.as_str() { "answer" => &answer, "S0" => &a, _ => &b };
            prop_assert_eq!(finding.span.unwrap().of(text), Some(finding.detected_value.as_str()));
        }
        let asked = AskedClaim { posterior: Asked::Probability(point(1.0)), prior: Asked::Probability(point(0.0)) };
        let json = serde_json::to_string(&plan.answer(plan.check(&vec![asked; 10], GroundingMethod::Budget))).unwrap();
        prop_assert!(serde_json::from_str::<groundcheck_types::GroundedAnswer>(&json).is_ok());
        let _ = passage_kind(&answer);
    }

    #[test]
    fn probabilities_are_in_range(tokens in tokens(), yes in 0_u32..9, votes in 0_u32..9) {
        for p in [probability_of_yes(&tokens), probability_of_votes(yes, votes)].into_iter().flatten() {
            prop_assert!(0.0 <= p.lower.0 && p.lower.0 <= p.upper.0 && p.upper.0 <= 1.0, "{p:?}");
        }
        if let Some(p) = probability_of_votes(yes, votes) {
            let share = f64::from(yes) / f64::from(votes);
            prop_assert!(p.lower.0 <= share && share <= p.upper.0, "{p:?}");
        }
    }

    #[test]
    fn decisions_hold_for_every_point_of_an_interval(
        posterior in probability(), prior in probability(), at in (0.0..=1.0_f64, 0.0..=1.0_f64),
        has_citations in any::<bool>(), nothing_left in any::<bool>(),
    ) {
        let policy = VerifierPolicy::default();
        let inside = |p: &Probability, at: f64| (p.lower.0 + (p.upper.0 - p.lower.0) * at).clamp(p.lower.0, p.upper.0);
        let (p1, p0) = (inside(&posterior, at.0), inside(&prior, at.1));
        for method in [GroundingMethod::Directional, GroundingMethod::EvidenceUse] {
            let wide = decide(method, &Measured { posterior, prior, has_citations, nothing_left }, &policy);
            let exact = decide(method, &Measured { posterior: point(p1), prior: point(p0), has_citations, nothing_left }, &policy);
            prop_assert!((0.0..=1.0).contains(&wide.confidence));
            if wide.is_grounded() || wide.status == Status::Contradicted {
                prop_assert_eq!(wide.status, exact.status, "{:?}: {} {}", method, p1, p0);
            }
            if method == GroundingMethod::Directional && exact.is_grounded() {
                prop_assert!(p1 >= 0.5 && p0 - p1 <= 0.15);
            }
        }
        let nats = kl_bernoulli_nats(p1, p0);
        prop_assert!(nats >= -1e-12 && nats.is_finite());
    }
}

/// Repetitions made to be read again and again come to an end.
#[test]
fn hostile_repetitions_finish() {
    let policy = VerifierPolicy { max_claims: Number(1_000.0), ..VerifierPolicy::default() };
    for unit in [
        "[1]",
        "[1-50]",
        "[1,",
        "[a 1]",
        "[",
        "ignore ",
        "ignore all ",
        "answer ",
        "Rent was $1,200 [1]. ",
        "Rent was $1,200.[1]\n",
        "a b c ",
        "<<",
        "\u{200b}",
        NONCE,
        "- ",
        "1. ",
        "e.g. ",
        "? ",
        ": ",
        "YES\n",
        "<!--",
        "[S0](http",
        "\n[1]\n",
        ".\" ",
        "[1, 2-40] a ",
    ] {
        let text = unit.repeat(200_000 / unit.len());
        let sources = [named("S0", &text), named("a-1", &text), named("b-1", "The rent was $1,200.")];
        let plan = Plan::new(&text, &sources, &policy);
        let _ = plan.prompts(0, NONCE);
        let _ = plan.check(&[], GroundingMethod::Directional);
    }
}
