//! Document 5: its four test cases, its thresholds, its JSON, its Hebrew sample.

use groundcheck::entailment::{Asked, AskedClaim, Plan, evidence_use, grounding_ratio, is_grounded, point};
use groundcheck_types::{GroundedAnswer, GroundingMethod, GroundingReason, Number, Source, Status, VerifierPolicy};

use super::sources;

/// Asked and answered with these.
fn asked(p1: f64, p0: f64) -> AskedClaim {
    AskedClaim { posterior: Asked::Probability(point(p1)), prior: Asked::Probability(point(p0)) }
}

fn checked(answer: &str, sources: &[Source], asked: &[AskedClaim], method: GroundingMethod) -> GroundedAnswer {
    let policy = VerifierPolicy::default();
    let plan = Plan::new(answer, sources, &policy);
    plan.answer(plan.check(asked, method))
}

#[test]
fn the_four_test_cases() {
    let sources =
        sources(&["The appraiser set the compensation at 50,000 shekels.", "The appeal was filed in May 2023."]);
    let (supported, contradicted, confabulated) = (
        "The compensation was set at 50,000 shekels [S0].",
        "The compensation was set at 80,000 shekels [S0].",
        "The owner was pleased with the outcome [S1].",
    );
    for method in GroundingMethod::ALL {
        let of = |answer: &str, asked: &[AskedClaim]| checked(answer, &sources, asked, *method).hallucination_check;
        let check = of(supported, &[asked(0.98, 0.1)]);
        assert!(check.overall_grounded && check.claims[0].grounded, "{method:?}");
        assert_eq!(
            (check.claims[0].warning.as_deref(), check.grounding_ratio),
            (None, Some(Number(1.0))),
            "{method:?}"
        );

        let check = of(contradicted, &[asked(0.02, 0.35)]);
        assert!(!check.overall_grounded, "{method:?}");
        if *method != GroundingMethod::Budget {
            assert_eq!(check.claims[0].status, Status::Contradicted, "{method:?}");
        }

        let check = of(confabulated, &[asked(0.04, 0.03)]);
        assert_eq!((check.overall_grounded, check.claims[0].status), (false, Status::Unsupported), "{method:?}");

        let mixed = format!("{supported} {contradicted} The appeal was filed in May 2023 [S1]. {confabulated}");
        let answers = [asked(0.99, 0.05), asked(0.01, 0.3), asked(0.97, 0.1), asked(0.1, 0.08)];
        let check = of(&mixed, &answers);
        let grounded: Vec<bool> = check.claims.iter().map(|claim| claim.grounded).collect();
        assert_eq!(grounded, [true, false, true, false], "{method:?}");
        assert_eq!((check.overall_grounded, check.grounded_claims, check.total_claims), (false, 2, 4), "{method:?}");
        assert_eq!(check.grounding_ratio, Some(Number(0.5)), "{method:?}");
    }
}

#[test]
fn thresholds_at_their_last_bits() {
    let policy = VerifierPolicy::default();
    let cited = |p1: f64, p0: f64| evidence_use(p1, p0, true, &policy);
    // More than 0.15, not 0.15 itself.
    assert!(!cited(0.15, 0.0).evidence_used && cited(0.15_f64.next_up(), 0.0).evidence_used);
    // More than 0.45: 0.3 × 1.5 is a little under it.
    assert!(!cited(0.3, 0.0).grounded && cited(0.300_000_000_000_001, 0.0).grounded);
    // More than 0.7.
    let uncited = |p1: f64| evidence_use(p1, 0.0, false, &policy);
    assert!(!uncited(0.7).grounded && uncited(0.7_f64.next_up()).grounded);
    // 70 % or more, and never of nothing.
    assert!(is_grounded(7, 10, &policy) && is_grounded(14, 20, &policy) && is_grounded(70, 100, &policy));
    assert!(
        !is_grounded(6, 10, &policy) && !is_grounded(69, 100, &policy) && !is_grounded(699_999, 1_000_000, &policy)
    );
    assert!(!is_grounded(0, 0, &policy) && grounding_ratio(0, 0).is_none());
    let stricter = VerifierPolicy { grounding_ratio_threshold: Number(0.71), ..VerifierPolicy::default() };
    assert!(!is_grounded(7, 10, &stricter));
}

#[test]
fn the_hebrew_sample_in_the_documents_layout() {
    let answer = "השמאי קבע פיצוי של 50,000 ש\"ח [S0]. זה נפוץ במקרים דומים.";
    let mut sources = sources(&["לפי ההחלטה, השמאי המכריע קבע לבעלים פיצוי בסך 50,000 ש\"ח.", "הערר נדחה."]);
    sources[0].title = Some("החלטה 12".to_owned());
    let found = checked(answer, &sources, &[asked(0.92, 0.25), asked(0.45, 0.42)], GroundingMethod::EvidenceUse);
    let [first, second] = found.hallucination_check.claims.as_slice() else { panic!("two claims") };
    assert_eq!(first.span.of(answer), Some("השמאי קבע פיצוי של 50,000 ש\"ח"));
    assert_eq!((first.utf16.start, first.utf16.end), (0, 29));
    assert_eq!(second.span.of(answer), Some("זה נפוץ במקרים דומים"));
    assert_eq!((second.utf16.start, second.utf16.end), (36, 56));
    insta::with_settings!({ snapshot_path => "../snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_json_snapshot!("document_5", found);
    });
}

#[test]
fn what_is_missing_is_never_grounded() {
    let sources = sources(&["The appraiser set the compensation at 50,000 shekels."]);
    let answer = "The compensation was set at 50,000 shekels [S0].";
    let good = Asked::Probability(point(0.99));
    for method in GroundingMethod::ALL {
        for (posterior, prior, reason) in [
            (good, Asked::NoLogprobs, GroundingReason::NoLogprobs),
            (Asked::NoLogprobs, Asked::Probability(point(0.0)), GroundingReason::NoLogprobs),
            (Asked::NoLogprobs, Asked::NoLogprobs, GroundingReason::NoLogprobs),
            (good, Asked::Failed, GroundingReason::VerifierFailed),
            (Asked::Failed, Asked::NoLogprobs, GroundingReason::VerifierFailed),
            (good, Asked::OutOfTime, GroundingReason::OutOfTime),
            (Asked::OutOfTime, Asked::Failed, GroundingReason::VerifierFailed),
            (Asked::OverBudget, good, GroundingReason::OverBudget),
            (Asked::OverBudget, Asked::OutOfTime, GroundingReason::OutOfTime),
        ] {
            let found = checked(answer, &sources, &[AskedClaim { posterior, prior }], *method);
            let claim = &found.hallucination_check.claims[0];
            assert_eq!((claim.grounded, claim.status, claim.reason), (false, Status::Unverifiable, reason));
            assert_eq!((found.hallucination_check.overall_grounded, claim.confidence), (false, Number(0.0)));
            assert!(claim.warning.is_some() && found.warning.is_some());
            assert!(!found.success && reason.is_not_verified());
        }
        // No question was sent.
        assert!(!checked(answer, &sources, &[], *method).success);
        let without = checked(answer, &[], &[asked(0.99, 0.0)], *method).hallucination_check;
        assert_eq!(without.claims[0].reason, GroundingReason::NoEvidence);
        let none = checked("Yes.", &sources, &[], *method);
        assert_eq!(
            (none.hallucination_check.overall_grounded, none.hallucination_check.grounding_ratio),
            (false, None)
        );
        assert!(none.warning.is_some());
    }
}
