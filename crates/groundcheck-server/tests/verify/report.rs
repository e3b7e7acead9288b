//! `verify` of a request to `POST /api/analyze`.

use serde_json::{Value, json};

use super::{by_evidence, logprobs, server};
use crate::provider::{Fake, good};
use crate::support::{Folder, groundcheck, run_with};

#[test]
fn a_report_takes_the_sentences_in_where_it_is_asked_to() {
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let server = server("openai", &fake, "");
    let request = |verify: Value| {
        json!({
            "answer": "The tower has nine floors [S0]. The owner of the tower is a friendly person [S0].",
            "sources": [{ "id": "S0", "text": "The tower has nine floors." }], "verify": verify,
        })
    };
    let analyze = |request: &Value| server.analyze(request.to_string().as_bytes());
    let without = analyze(&request(json!(false))).json();
    assert!(without.get("verification").is_none() && fake.bodies().is_empty());
    assert_eq!((&without["checks"], &without["verdict"]), (&json!(["numeric"]), &json!("clean")), "{without}");
    // The first provider that is ready and has a model.
    let with = analyze(&request(json!({ "sentences": "all" }))).json();
    assert_eq!((&with["checks"], &with["verdict"]), (&json!(["numeric", "entailment"]), &json!("flagged")), "{with}");
    let statements: Vec<(&str, &str)> = with["claims"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|claim| claim["kind"] == "statement")
        .map(|claim| (claim["text"].as_str().unwrap(), claim["status"].as_str().unwrap()))
        .collect();
    assert_eq!(
        statements,
        [("The tower has nine floors", "supported"), ("The owner of the tower is a friendly person", "unsupported")]
    );
    assert_eq!(with["needs_attention"], json!(["s2"]));
    assert_eq!(with["verification"]["hallucination_check"]["grounded_claims"], 1);
    let own = analyze(&request(json!({ "provider": "house", "method": "evidence_use" }))).json();
    assert_eq!(own["verification"]["hallucination_check"]["method"], "evidence_use");
    // Where nobody says otherwise, what rules have decided is not asked about.
    let asked = fake.bodies().len();
    let open = analyze(&request(json!(true))).json();
    let claims = &open["verification"]["hallucination_check"]["claims"];
    assert_eq!(claims.as_array().map(Vec::len), Some(1), "{open}");
    assert_eq!(fake.bodies().len(), asked, "both of its questions were answered before");
    assert_eq!(without["coverage"]["not_checked"], 1);
    assert_eq!((&open["coverage"]["checked"], &open["coverage"]["not_checked"]), (&json!(2), &json!(0)), "{open}");
    let at = |start: u32, end: u32| json!({ "sentences": { "at": [{ "start": start, "end": end }] } });
    let one = analyze(&request(at(0, 5))).json();
    assert_eq!(one["verification"]["hallucination_check"]["claims"][0]["text"], "The tower has nine floors");
    for (verify, status, field) in [
        (at(0, 5_000), 422, "verify.sentences"),
        (json!({ "provider": "nobody" }), 422, "verify.provider"),
        (json!({ "budget_usd": 1 }), 422, "verify.budget_usd"),
        (json!({ "modl": "x" }), 422, "verify.modl"),
        (json!(1), 422, "verify"),
    ] {
        let refused = analyze(&request(verify));
        assert_eq!((refused.status, refused.error().1.as_deref()), (status, Some(field)), "{refused:?}");
    }
    // Nobody but a server asks.
    let folder = Folder::new();
    let file = folder.file("request.json", request(json!(true)).to_string());
    let ran = run_with(groundcheck().args(["check", "--request", &file, "--format", "json"]), b"");
    assert_eq!((ran.code, ran.json()["error"]["field"].as_str()), (Some(2), Some("verify")), "{ran:?}");
}
