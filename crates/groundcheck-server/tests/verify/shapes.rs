//! Servers that give log probabilities, drop them, or refuse them.

use serde_json::{Value, json};

use super::{by_evidence, completion, logprobs, outcomes, post, server, supported, word};
use crate::provider::{Fake, good};

#[test]
fn servers_of_all_shapes_verify_and_what_they_give_is_learnt() {
    let refuses = |body: &Value, _: usize| match body.get("logprobs") {
        Some(_) => {
            let message = "Unsupported parameter: 'logprobs' is not supported with this model.";
            let error = json!({ "message": message, "type": "invalid_request_error", "param": "logprobs", "code": "unsupported_parameter" });
            Some((400, "", json!({ "error": error }).to_string()))
        }
        None => good(&word(by_evidence(body))),
    };
    let gives = |body: &Value, _: usize| good(&logprobs(by_evidence(body)));
    let drops = |body: &Value, _: usize| good(&word(by_evidence(body)));
    // llama.cpp lists no alternatives but the chosen token's own number; vLLM adds fields of its own.
    let bare = |body: &Value, _: usize| {
        let p = by_evidence(body);
        let word = if p > 0.5 { "YES" } else { "NO" };
        let token = json!({ "id": 5, "token": word, "bytes": [1], "logprob": p.max(1.0 - p).ln(), "top_logprobs": [] });
        let mut body = completion(word, json!([token]));
        body["timings"] = json!({ "prompt_n": 9 });
        good(&body)
    };
    type Says1 = fn(&Value, usize) -> Option<(u16, &'static str, String)>;
    for (kind, says, learnt, reason, calls) in [
        ("openai", gives as Says1, "given", "entailed", 2),
        ("vllm", gives, "given", "entailed", 2),
        ("llama_cpp", bare, "given", "entailed", 2),
        // Once with the wish each, then eight samples each.
        ("ollama", drops, "dropped", "entailed_by_votes", 18),
        ("openai", refuses, "refused", "entailed_by_votes", 18),
    ] {
        let fake = Fake::new(says);
        let server = server(kind, &fake, "api_key_env = \"MY_KEY\"");
        let unknown = server.get("/api/providers").json();
        assert_eq!(unknown["providers"][0]["logprobs"], json!([{ "model": "m", "logprobs": "unknown" }]));
        let answer = post(&server, &supported());
        assert_eq!(answer.status, 200, "{kind}: {answer:?}");
        let answer = answer.json();
        assert_eq!(outcomes(&answer), [(reason.to_owned(), "supported".to_owned())], "{kind}: {answer}");
        assert_eq!(answer["success"], true);
        let run = &answer["verifier"];
        assert_eq!((&run["logprobs"], &run["not_verified_claims"]), (&json!(learnt), &json!(0)), "{kind} {run}");
        assert!(run["usage"]["calls"].as_u64().unwrap() <= calls, "{kind} {run}");
        let source = &answer["hallucination_check"]["claims"][0]["posterior"]["source"];
        assert_eq!(source, if learnt == "given" { "logprobs" } else { "sampled_votes" });
        let known = server.get("/api/providers").json();
        assert_eq!(known["providers"][0]["logprobs"], json!([{ "model": "m", "logprobs": learnt }]), "{kind}");
        // Known by now: nobody is asked for what is not given.
        let other = json!({
            "answer": "The tower has nine floors and a cellar.",
            "sources": [{ "id": "S0", "text": "The tower has nine floors and a cellar." }], "provider": "house",
        });
        let before = fake.bodies().len();
        assert_eq!(outcomes(&post(&server, &other).json())[0].0, reason, "{kind}");
        let later = &fake.bodies()[before..];
        assert_eq!(later.len(), if learnt == "given" { 2 } else { 16 }, "{kind}");
        assert_eq!(later.iter().all(|body| body.get("logprobs").is_some()), learnt == "given", "{kind}");
        if learnt == "given" {
            assert!(later.iter().all(|body| body["max_tokens"] == 1 && body["top_logprobs"] == 20));
        }
    }
}

#[test]
fn a_model_that_thinks_first_is_let_finish() {
    let fake = Fake::new(|body, _| {
        let mut answer = word(by_evidence(body));
        if body["max_tokens"].as_u64() < Some(100) {
            answer["choices"][0]["message"]["content"] = json!("");
            answer["choices"][0]["finish_reason"] = json!("length");
        }
        good(&answer)
    });
    let server = server("openai", &fake, "");
    let answer = post(&server, &supported()).json();
    assert_eq!(outcomes(&answer)[0].0, "entailed_by_votes", "{answer}");
    let longest = fake.bodies().iter().filter_map(|body| body["max_tokens"].as_u64()).max();
    assert_eq!(longest, Some(2_048));
}
