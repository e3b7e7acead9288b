//! What the upstream toolkit gets wrong, one test each: `directional` shares none of it.

use groundcheck::entailment::{
    AnswerToken, Decision, Measured, PassageKind, TopToken, decide, passage_kind, point, probability_of_yes, statements,
};
use groundcheck_types::{GroundingMethod, GroundingReason, Number, Probability, Source, Status, VerifierPolicy};

use super::{named, sources};

fn interval(lower: f64, upper: f64) -> Probability {
    Probability { lower: Number(lower), upper: Number(upper), ..point(0.0) }
}

/// What both methods make of a cited claim with other evidence left.
fn both(posterior: Probability, prior: Probability) -> [Decision; 2] {
    let measured = Measured { posterior, prior, has_citations: true, nothing_left: false };
    [GroundingMethod::Budget, GroundingMethod::Directional]
        .map(|method| decide(method, &measured, &VerifierPolicy::default()))
}

#[test]
fn information_has_a_direction() {
    for (posterior, prior) in [(0.02, 0.5), (0.05, 0.9), (0.01, 0.97)] {
        let [upstream, directional] = both(point(posterior), point(prior));
        assert!(upstream.is_grounded() && directional.status == Status::Contradicted, "{posterior} under {prior}");
    }
}

#[test]
fn an_interval_that_holds_everything_passes_nothing() {
    let [_, directional] = both(interval(0.0, 1.0), interval(0.0, 1.0));
    assert_eq!((directional.status, directional.reason), (Status::Unverifiable, GroundingReason::Undecided));
    for prior in [point(0.05), interval(0.0, 1e-4)] {
        assert!(!both(interval(0.0, 1.0), prior)[1].is_grounded());
    }
}

#[test]
fn a_prior_without_yes_makes_no_toss_up_news() {
    for posterior in [0.3, 0.5, 0.7] {
        let [_, directional] = both(point(posterior), interval(0.0, 1.234e-4));
        assert!(!directional.is_grounded(), "{posterior}");
    }
    assert!(both(point(0.98), interval(0.0, 1.234e-4))[1].is_grounded());
}

#[test]
fn what_is_entailed_without_its_citation_is_not_flagged_by_a_hair() {
    for both_at in [0.95, 0.951, 0.97, 0.999] {
        let [_, directional] = both(point(both_at), point(both_at));
        assert_eq!(directional.reason, GroundingReason::EntailedElsewhere, "{both_at}");
    }
    assert!(!both(point(0.97), point(0.97))[0].is_grounded(), "upstream flags it");
}

#[test]
fn evidence_that_begins_as_a_question_does_is_evidence() {
    for text in [
        "May 2024 revenue was $5M.",
        "Will Smith acted in it.",
        "When revenue rose 5%, costs fell.",
        "How we compute DSCR: net operating income over debt service.",
    ] {
        assert_eq!(passage_kind(text), PassageKind::Evidence, "{text}");
    }
    for text in ["May we see the revenue?", "Will Smith act in it?", "How do we compute DSCR?"] {
        assert_eq!(passage_kind(text), PassageKind::Question, "{text}");
    }
}

#[test]
fn sentences_end_and_ask_in_other_scripts_too() {
    assert_eq!(passage_kind("ما هو صافي الدخل؟"), PassageKind::Question);
    assert_eq!(passage_kind("収益はいくらですか？"), PassageKind::Question);
    let policy = VerifierPolicy { min_claim_chars: Number(5.0), ..VerifierPolicy::default() };
    let found = statements("売上は五百万ドルでした。費用は下がりました。", &[], &policy);
    assert_eq!(found.claims.len(), 2, "{found:?}");
}

fn answer(top: &[(&str, f64)]) -> [AnswerToken; 1] {
    let alternative = |(token, p): &(&str, f64)| TopToken { token: (*token).to_owned(), logprob: p.ln() };
    [AnswerToken { token: top[0].0.to_owned(), top: top.iter().map(alternative).collect() }]
}

fn yes(top: &[(&str, f64)]) -> f64 {
    let p = probability_of_yes(&answer(top)).unwrap();
    assert_eq!(p.lower, p.upper);
    p.lower.0
}

#[test]
fn yes_counts_in_any_case() {
    for spelling in ["YES", "Yes", "yes", " Yes", "▁yes"] {
        assert!((yes(&[(spelling, 0.9), ("NO", 0.1)]) - 0.9).abs() < 1e-9, "{spelling}");
    }
}

#[test]
fn spellings_of_yes_add_up() {
    assert!((yes(&[(" YES", 0.5), ("YES", 0.3), ("NO", 0.2)]) - 0.8).abs() < 1e-9);
}

fn claims(answer: &str, sources: &[Source]) -> Vec<(String, Vec<usize>)> {
    let found = statements(answer, sources, &VerifierPolicy::default());
    found.claims.into_iter().map(|claim| (claim.text, claim.cites)).collect()
}

#[test]
fn a_mark_behind_a_stop_is_the_sentence_befores() {
    let found = claims("The tower has nine floors. [S0] The cellar is always dry. [S1]", &sources(&["a", "b"]));
    let expected = [("The tower has nine floors", vec![0]), ("The cellar is always dry", vec![1])];
    assert_eq!(found, expected.map(|(text, cites)| (text.to_owned(), cites)));
}

#[test]
fn two_numbers_are_never_the_same_source() {
    let found = claims("The tower has nine floors [1]. The cellar is always dry [2].", &sources(&["a", "b"]));
    let cites: Vec<Vec<usize>> = found.into_iter().map(|(_, cites)| cites).collect();
    assert_eq!(cites, [vec![0], vec![1]]);
    let known = [named("S0", "a"), named("S1", "b"), named("S2", "c")];
    let found = claims("The tower has nine floors [1][2].", &known);
    let distinct: std::collections::BTreeSet<usize> = found[0].1.iter().copied().collect();
    assert_eq!(distinct.len(), found[0].1.len(), "{found:?}");
}

#[test]
fn abbreviations_end_no_sentence() {
    for text in [
        "The report of Dr. Cohen names nine floors",
        "Some buildings, e.g. the old tower, have nine floors",
        "The case of Cohen vs. Levi was dismissed",
    ] {
        let found = claims(&format!("{text}."), &[]);
        assert_eq!(found.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), [text]);
    }
}
