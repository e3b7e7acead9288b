//! What language models answered, kept by digest: in the table, and through the verifier.

use std::time::Duration;

use groundcheck_server::llm::{Clients, Provider, Providers, StructuredOutput};
use groundcheck_server::store::verifications::{MeasuredBy, QuestionDigest, Verification};
use groundcheck_server::verifier::{Job, Verifier};
use groundcheck_types::{GroundedAnswer, GroundingMethod, GroundingReason, ProviderKind, Source, VerifyOptions};
use url::Url;

use super::databases::Database;
use super::{DAY_2024, on_both};
use crate::provider::{Fake, good};
use crate::verify::{by_evidence, logprobs};

on_both!(
    an_answer_is_known_by_its_question,
    a_repeated_answer_makes_no_call,
    a_budget_stops_and_what_was_answered_is_kept
);

fn verification(lower: f64, created_at: i64) -> Verification {
    Verification {
        provider: "house".to_owned(),
        model: "m".to_owned(),
        probability_source: MeasuredBy::Logprobs,
        probability_lower: lower,
        probability_upper: 1.0,
        yes_votes: None,
        votes: None,
        created_at,
    }
}

async fn an_answer_is_known_by_its_question(database: Database) {
    let store = database.open().await;
    let question = |text: &str| QuestionDigest::of(&["endpoint", "m", text]);
    assert_eq!(store.verification(&question("a")).await.unwrap(), None);
    for (lower, at, kept) in [(0.9, DAY_2024, 0.9), (0.8, DAY_2024 + 1, 0.8), (0.7, DAY_2024, 0.8)] {
        store.save_verification(&question("a"), &verification(lower, at)).await.unwrap();
        assert_eq!(store.verification(&question("a")).await.unwrap().unwrap().probability_lower, kept);
    }
    assert_eq!(store.verification(&question("b")).await.unwrap(), None);
    let voted = Verification {
        probability_source: MeasuredBy::SampledVotes,
        yes_votes: Some(5),
        votes: Some(5),
        ..verification(0.5655, DAY_2024)
    };
    store.save_verification(&question("b"), &voted).await.unwrap();
    assert_eq!(store.verification(&question("b")).await.unwrap(), Some(voted));
    // What no probability is does not get in.
    assert!(store.save_verification(&question("c"), &verification(1.5, DAY_2024)).await.is_err());
}

fn verifier(fake: &Fake) -> Verifier {
    let provider = Provider {
        name: "house".to_owned(),
        kind: ProviderKind::OpenAi,
        base_url: Url::parse(&fake.url()).unwrap(),
        key: None,
        model: Some("m".to_owned()),
        prices: [].into(),
        requests_per_minute: None,
        concurrency: 2,
        timeout: Duration::from_secs(20),
        structured_output: StructuredOutput::Auto,
    };
    Verifier::new(Clients::new(&Providers::from_iter([provider])).unwrap())
}

fn job(options: VerifyOptions) -> Job {
    let source = |id: &str, text: &str| Source { id: id.into(), text: text.into(), title: None, url: None, kind: None };
    Job {
        answer: "The canary sang 4,711 songs [S0]. The tower has nine floors [S1].".to_owned(),
        sources: vec![source("S0", "The canary sang 4,711 songs."), source("S1", "The tower has nine floors.")],
        options,
        places: None,
    }
}

async fn verified(verifier: &Verifier, options: VerifyOptions) -> GroundedAnswer {
    verifier.start(job(options)).unwrap().finish(|_| ()).await.unwrap()
}

async fn a_repeated_answer_makes_no_call(database: Database) {
    let store = database.open().await;
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let first = verified(&verifier(&fake).with_store(store.clone()), VerifyOptions::default()).await;
    assert!(first.hallucination_check.overall_grounded, "{first:?}");
    assert_eq!((fake.bodies().len(), first.verifier.unwrap().usage.known), (4, 0));
    // By another process, and also by another method: what was measured is the same.
    for method in GroundingMethod::ALL {
        let options = VerifyOptions { method: *method, ..VerifyOptions::default() };
        let again = verified(&verifier(&fake).with_store(store.clone()), options).await;
        let usage = again.verifier.unwrap().usage;
        assert_eq!((usage.calls, usage.known, again.hallucination_check.grounded_claims), (0, 4, 2), "{method:?}");
        for (new, old) in again.hallucination_check.claims.iter().zip(&first.hallucination_check.claims) {
            assert_eq!((new.posterior, new.prior), (old.posterior, old.prior));
        }
    }
    // Another model is another question.
    let options = VerifyOptions { model: Some("other".to_owned()), ..VerifyOptions::default() };
    verified(&verifier(&fake).with_store(store.clone()), options).await;
    assert_eq!(fake.bodies().len(), 8);
    store.close().await;
    for file in std::fs::read_dir(database.folder.path().join("data")).into_iter().flatten() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(6).any(|window| window == b"canary"), "only a digest is kept");
    }
}

async fn a_budget_stops_and_what_was_answered_is_kept(database: Database) {
    let store = database.open().await;
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let verifier = verifier(&fake).with_store(store);
    // A question is estimated at some hundred tokens, and takes 100: two fit, four do not.
    let budget = |tokens| VerifyOptions { budget_tokens: Some(tokens), ..VerifyOptions::default() };
    let none = verified(&verifier, budget(100)).await;
    assert!(none.hallucination_check.claims.iter().all(|claim| claim.reason == GroundingReason::OverBudget));
    assert_eq!((fake.bodies().len(), none.success), (0, false));
    let one = verified(&verifier, budget(900)).await;
    let reasons: Vec<GroundingReason> = one.hallucination_check.claims.iter().map(|claim| claim.reason).collect();
    assert_eq!(reasons, [GroundingReason::Entailed, GroundingReason::OverBudget], "{one:?}");
    assert!(!one.hallucination_check.overall_grounded);
    // What was paid for is known now, so that the same budget reaches further.
    let rest = verified(&verifier, budget(900)).await;
    assert!(rest.hallucination_check.overall_grounded, "{rest:?}");
    assert_eq!(fake.bodies().len(), 4);
}
