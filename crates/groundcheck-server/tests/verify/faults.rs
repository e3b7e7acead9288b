//! Providers on bad days, questions that cannot be asked, and time that runs out: nothing of that grounds a claim.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{JSON, STREAM, by_evidence, completion, logprobs, many, outcomes, post, server, shown, supported, token};
use crate::provider::{Fake, Says, good};

#[test]
fn no_fault_of_a_provider_grounds_a_claim() {
    let split = |body: &Value, whole: bool| {
        let p = by_evidence(body);
        let first = token(&[("Y", p), ("NO", 1.0 - p)]);
        let rest = token(&[("ES", 0.999), ("o", 0.001)]);
        good(&completion("Y", if whole { json!([first, rest]) } else { json!([first]) }))
    };
    let with = |number: &'static str| {
        move |body: &Value, _: usize| -> Says {
            let text = logprobs(by_evidence(body)).to_string();
            // The first of all numbers: the chosen token's, and that of its own entry among the alternatives.
            let from = text.find("\"logprob\":").unwrap() + 10;
            let to = from + text[from..].find([',', '}']).unwrap();
            let wrong = text.replace(&text[from..to], number);
            Says::Answers(200, "", wrong)
        }
    };
    let outside = token(&[("NO", 0.9), ("UNSURE", 0.08)]);
    let wide = token(&[("NO", 0.4), ("UNSURE", 0.2)]);
    type Act = Box<dyn Fn(&Value, usize) -> Says + Send + Sync>;
    let cases: Vec<(&str, Act, &str)> = vec![
        ("normal", Box::new(|body, _| good(&logprobs(by_evidence(body))).into()), "entailed"),
        ("YES split over tokens, all of them there", Box::new(move |body, _| split(body, true).into()), "entailed"),
        ("YES split over tokens, one of them there", Box::new(move |body, _| split(body, false).into()), "undecided"),
        ("YES outside", Box::new(move |_, _| good(&completion("NO", json!([outside]))).into()), "not_entailed"),
        ("YES far outside", Box::new(move |_, _| good(&completion("NO", json!([wide]))).into()), "not_entailed"),
        ("NaN", Box::new(with("NaN")), "no_logprobs"),
        ("null", Box::new(with("null")), "no_logprobs"),
        ("a positive logprob", Box::new(with("0.7")), "no_logprobs"),
        ("a page of HTML", Box::new(|_, _| Says::Answers(200, "", "<html>".to_owned())), "verifier_failed"),
        (
            "half an answer",
            Box::new(|body, _| {
                let whole = logprobs(by_evidence(body)).to_string();
                Says::Answers(200, "", whole[..whole.len() / 2].to_owned())
            }),
            "verifier_failed",
        ),
        (
            "a truncated body",
            Box::new(|body, _| Says::BreaksOff(logprobs(by_evidence(body)).to_string())),
            "verifier_failed",
        ),
        (
            "429 and then an answer",
            Box::new(|body, before| match before {
                0 | 1 => Says::Answers(429, "retry-after: 0\r\n", "{}".to_owned()),
                _ => good(&logprobs(by_evidence(body))).into(),
            }),
            "entailed",
        ),
        ("500 for ever", Box::new(|_, _| Says::Answers(500, "", "{}".to_owned())), "verifier_failed"),
        ("a hang", Box::new(|_, _| Says::Nothing), "out_of_time"),
        ("a closed connection", Box::new(|_, _| Says::Closes), "verifier_failed"),
    ];
    thread::scope(|scope| {
        for (name, says, reason) in cases {
            scope.spawn(move || {
                let fake = Fake::new(says);
                let server = server("openai", &fake, "");
                let mut request = supported();
                let deadline = if reason == "out_of_time" { 1.0 } else { 30.0 };
                request["deadline_seconds"] = json!(deadline);
                let start = Instant::now();
                let answer = post(&server, &request);
                assert_eq!(answer.status, 200, "{name}: {answer:?}");
                assert!(start.elapsed() < Duration::from_secs_f64(deadline + 10.0), "{name}: {:?}", start.elapsed());
                let answer = answer.json();
                assert_eq!(outcomes(&answer)[0].0, reason, "{name}: {answer}");
                let check = &answer["hallucination_check"];
                let grounded = reason == "entailed";
                assert_eq!(
                    (&check["claims"][0]["grounded"], &check["overall_grounded"]),
                    (&json!(grounded), &json!(grounded)),
                    "{name}"
                );
                let failed = ["no_logprobs", "verifier_failed", "out_of_time"].contains(&reason);
                assert_eq!(answer["success"], !failed, "{name}");
                assert_eq!(answer["verifier"]["not_verified_claims"], u32::from(failed), "{name}");
                let told = !answer["verifier"]["errors"].as_array().unwrap().is_empty();
                assert_eq!(told, reason == "verifier_failed", "{name}: {answer}");
                if failed {
                    let claim = &check["claims"][0];
                    assert_eq!((&claim["status"], &claim["confidence"]), (&json!("unverifiable"), &json!(0)), "{name}");
                    assert!(claim["warning"].as_str().unwrap().starts_with("Not verified"), "{name}: {claim}");
                }
            });
        }
    });
}

#[test]
fn what_is_settled_in_time_counts_and_the_rest_is_not_verified() {
    let fake = Fake::new(|body, _| -> Says {
        let (_, claim) = shown(body);
        if claim.contains("Building 1 ") { Says::Nothing } else { good(&logprobs(by_evidence(body))).into() }
    });
    let server = server("openai", &fake, "");
    let mut request = many(3);
    request["deadline_seconds"] = json!(3);
    let answer = post(&server, &request).json();
    let reasons: Vec<String> = outcomes(&answer).into_iter().map(|(reason, _)| reason).collect();
    assert_eq!(reasons, ["entailed", "out_of_time", "entailed"], "{answer}");
    // Two of three are less than 70 %.
    assert_eq!(answer["hallucination_check"]["overall_grounded"], false);
}

#[test]
fn what_cannot_be_asked_is_said_before_anybody_is() {
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let server = server("openai", &fake, "");
    let with = |field: &str, value: Value| {
        let mut request = supported();
        request[field] = value;
        request
    };
    for (request, status, code, field) in [
        (with("provider", json!("nobody")), 422, "invalid_value", "provider"),
        (with("provider", json!("ollama")), 422, "missing_field", "model"),
        (with("budget_usd", json!(1)), 422, "invalid_value", "budget_usd"),
        (with("deadline_seconds", json!(0)), 422, "invalid_value", "deadline_seconds"),
        (with("base_url", json!("http://127.0.0.1")), 422, "unknown_field", "base_url"),
        (with("answer", json!("")), 422, "empty_answer", "answer"),
    ] {
        for headers in [&[JSON][..], &[JSON, STREAM]] {
            let answer = server.send("POST", "/api/verify", headers, request.to_string().as_bytes());
            assert_eq!(
                (answer.status, answer.error()),
                (status, (code.to_owned(), Some(field.to_owned()))),
                "{answer:?}"
            );
        }
    }
    let mut keyless = with("provider", json!("openai"));
    keyless["model"] = json!("gpt-4o-mini");
    let refused = post(&server, &keyless);
    assert_eq!((refused.status, refused.error().0.as_str()), (502, "provider_refused"), "{refused:?}");
    assert_eq!(server.send("POST", "/api/verify", &[("content-type", "text/plain")], b"{}").status, 415);
    assert_eq!(server.send("POST", "/api/verify", &[JSON, ("origin", "https://evil.example")], b"{}").status, 403);
    // Nothing to ask about: nobody is asked.
    for request in [with("sources", json!([])), with("answer", json!("Yes."))] {
        let answer = post(&server, &request).json();
        assert_eq!(answer["hallucination_check"]["overall_grounded"], false, "{answer}");
    }
    assert!(fake.bodies().is_empty());
}
