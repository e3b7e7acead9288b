//! Claims, citations, what is evidence, and what the prior is shown.

use groundcheck::entailment::{PassageKind, Plan, passage_kind, statements};
use groundcheck_types::{Finding, Number, Source, VerifierPolicy};
use serde::Deserialize;

use super::{NONCE, named, sources};

#[derive(Deserialize)]
struct Table {
    sentences: Vec<Sentences>,
    passage: Vec<Passages>,
    redaction: Vec<Redaction>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentences {
    name: String,
    answer: String,
    sources: Vec<String>,
    claims: Vec<Claim>,
    #[serde(default)]
    findings: Vec<String>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Claim {
    text: String,
    citing: Vec<String>,
    #[serde(default)]
    addresses_verifier: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Passages {
    evidence: Vec<String>,
    question: Vec<String>,
    instruction: Vec<String>,
    empty: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Redaction {
    name: String,
    answer: String,
    sources: Vec<String>,
    prior: Vec<String>,
    #[serde(default)]
    nothing_left: bool,
    #[serde(default)]
    prior_contaminated: bool,
    #[serde(default)]
    findings: Vec<String>,
}

fn table() -> Table {
    crate::data::read("entailment.toml")
}

fn shown(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|f| format!("{} {}", f.r#type, f.detected_value)).collect()
}

#[test]
fn sentences_are_claims_with_their_citations() {
    let mut wrong = Vec::new();
    for case in table().sentences {
        let sources: Vec<Source> = case.sources.iter().map(|id| named(id, "x")).collect();
        let found = statements(&case.answer, &sources, &VerifierPolicy::default());
        let units: Vec<u16> = case.answer.encode_utf16().collect();
        for claim in &found.claims {
            let text = claim.span.of(&case.answer).unwrap();
            let sliced = &units[claim.utf16.start as usize..claim.utf16.end as usize];
            assert_eq!(String::from_utf16_lossy(sliced), text, "{}", case.name);
            assert!(text == claim.text || text.contains('['), "{}: {text} is not {}", case.name, claim.text);
        }
        let claims: Vec<Claim> = (found.claims.iter())
            .map(|claim| Claim {
                text: claim.text.clone(),
                citing: claim.cites.iter().map(|place| case.sources[*place].clone()).collect(),
                addresses_verifier: claim.addresses_verifier,
            })
            .collect();
        if claims != case.claims || shown(&found.findings) != case.findings {
            wrong.push(format!("{}: {claims:#?} {:?}", case.name, shown(&found.findings)));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong\n  {}", wrong.len(), wrong.join("\n  "));
}

#[test]
fn ten_claims_are_verified_and_the_others_are_counted() {
    let answer: String = (1..=13).map(|n| format!("Branch number {n} was closed in spring. ")).collect();
    let found = statements(&answer, &[], &VerifierPolicy::default());
    assert_eq!((found.claims.len(), found.unchecked), (10, 3));
    assert_eq!(found.claims[9].text, "Branch number 10 was closed in spring");
    let policy = VerifierPolicy { max_claims: Number(2.0), ..VerifierPolicy::default() };
    let found = statements(&answer, &[], &policy);
    assert_eq!((found.claims.len(), found.unchecked), (2, 11));
    // `Branch number 9 …` has 36 characters, `Branch number 10 …` one more.
    let policy = VerifierPolicy { min_claim_chars: Number(37.0), ..VerifierPolicy::default() };
    let found = statements(&answer, &[], &policy);
    assert_eq!((found.claims.len(), found.unchecked), (4, 0));
    assert_eq!(found.claims[0].id, "s1");
}

#[test]
fn only_what_says_something_is_evidence() {
    for Passages { evidence, question, instruction, empty } in table().passage {
        for (texts, kind) in [
            (evidence, PassageKind::Evidence),
            (question, PassageKind::Question),
            (instruction, PassageKind::Instruction),
            (empty, PassageKind::Empty),
        ] {
            for text in texts {
                assert_eq!(passage_kind(&text), kind, "{text:?}");
            }
        }
    }
}

#[test]
fn the_prior_sees_nothing_of_what_is_cited() {
    let mut wrong = Vec::new();
    for case in table().redaction {
        let sources = sources(&case.sources);
        let policy = VerifierPolicy::default();
        let plan = Plan::new(&case.answer, &sources, &policy);
        let prompts = plan.prompts(0, NONCE).unwrap().unwrap();
        let prior: String = (case.prior.iter().zip(&case.sources).enumerate())
            .map(|(place, (left, text))| match left.as_str() {
                "-" => format!("(S{place}) [REDACTED]\n"),
                "=" => format!("(S{place}) {text}\n"),
                left => format!("(S{place}) {left}\n"),
            })
            .collect();
        let redaction = plan.redaction(0).unwrap();
        let found = (redaction.nothing_left, redaction.prior_contaminated);
        let findings = shown(&plan.check(&[], Default::default()).findings);
        if !prompts.prior.user.contains(&format!("<<EVIDENCE {NONCE}>>\n{prior}<<END EVIDENCE {NONCE}>>"))
            || found != (case.nothing_left, case.prior_contaminated)
            || findings != case.findings
        {
            wrong.push(format!("{}: {found:?} {findings:?}\n{}", case.name, prompts.prior.user));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong\n  {}", wrong.len(), wrong.join("\n  "));
}
