//! Questions to language models, by the conventions for generative AI.

use serde_json::{Value, json};

use super::collector::{Collector, Mood, Seen};
use super::{CANARY, JSON, SPAN, TRACE};
use crate::provider::{Fake, entry, good};
use crate::support::{Answer, Folder, Server, groundcheck};
use crate::verify::{by_evidence, logprobs};

/// A key that must be in no span.
const KEY: &str = "sk-canary7734";

fn server(collector: &Collector, fake: &Fake) -> Server {
    let folder = Folder::new();
    let file = folder.file("providers.toml", entry("openai", &fake.url(), "api_key_env = \"MY_KEY\""));
    let mut command = groundcheck();
    Server::start(collector.used_by(&mut command).env("MY_KEY", KEY), &["--providers", &file, "--no-analyze"])
}

fn post(server: &Server, path: &str, body: &Value) -> Answer {
    let caller = format!("00-{TRACE}-{SPAN}-01");
    server.send("POST", path, &[JSON, ("traceparent", &caller)], body.to_string().as_bytes())
}

fn claim(more: Value) -> Value {
    let text = format!("The {CANARY} has nine floors");
    let mut body = json!({
        "answer": format!("{text} [S0]."), "sources": [{ "id": "S0", "text": format!("{text}.") }], "provider": "house",
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

/// The questions of a trace.
fn questions(collector: &Collector) -> Vec<Seen> {
    collector.spans().into_iter().filter(|span| span.of("gen_ai.operation.name") == "chat").collect()
}

#[test]
fn a_question_has_its_model_and_tokens_and_the_provider_learns_nothing_of_the_trace() {
    let collector = Collector::new(Mood::Takes);
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let server = server(&collector, &fake);
    let answer = post(&server, "/api/verify", &claim(json!({}))).json();
    assert_eq!(answer["success"], true, "{answer}");
    assert_eq!(server.stop().0, Some(0));
    let (http, verify) = (collector.span("POST /api/verify"), collector.span("verify"));
    assert_eq!((http.parent.as_str(), &verify.parent), (SPAN, &http.id));
    for (key, value) in [
        ("groundcheck.claims.count", "1"),
        ("groundcheck.claims.status.supported", "1"),
        ("groundcheck.claims.not_verified", "0"),
        ("groundcheck.questions.count", "2"),
        ("groundcheck.grounded", "true"),
    ] {
        assert_eq!(verify.of(key), value, "{key} of {verify:?}");
    }
    let questions = questions(&collector);
    assert_eq!(questions.len(), 2, "{questions:?}");
    for question in &questions {
        assert_eq!((question.name.as_str(), question.kind, question.trace.as_str()), ("chat m", 3, TRACE));
        assert_eq!(question.parent, verify.id);
        for (key, value) in [
            ("gen_ai.provider.name", "openai"),
            ("gen_ai.request.model", "m"),
            ("gen_ai.request.max_tokens", "1"),
            ("gen_ai.usage.input_tokens", "99"),
            ("gen_ai.usage.output_tokens", "1"),
            ("gen_ai.response.finish_reasons", "length"),
            ("groundcheck.provider", "house"),
            ("groundcheck.provider.tries", "1"),
            ("error.type", ""),
        ] {
            assert_eq!(question.of(key), value, "{key} of {question:?}");
        }
    }
    assert_eq!(fake.bodies().len(), 2);
    for place in 0..2 {
        let (head, _) = fake.asked(place);
        let head = head.to_lowercase();
        assert!(!head.contains("traceparent") && !head.contains("tracestate") && !head.contains(TRACE), "{head}");
    }
    assert!(!collector.bytes().contains(CANARY) && !collector.bytes().contains("127.0.0.1"));
}

#[test]
fn a_question_that_fails_says_how_and_never_names_a_model_that_nobody_knows() {
    let collector = Collector::new(Mood::Takes);
    let fake = Fake::new(|_, _| {
        let error = json!({ "error": { "message": format!("no model {CANARY}"), "code": "model_not_found" } });
        Some((404, "", error.to_string()))
    });
    let server = server(&collector, &fake);
    post(&server, "/api/verify", &claim(json!({ "model": CANARY })));
    assert_eq!(server.stop().0, Some(0));
    let questions = questions(&collector);
    assert!(!questions.is_empty());
    for question in &questions {
        assert_eq!((question.name.as_str(), question.of("error.type")), ("chat", "model_unknown"), "{question:?}");
        assert!(question.is_error && question.of("gen_ai.request.model").is_empty(), "{question:?}");
    }
    assert!(!collector.bytes().contains(CANARY));
}

#[test]
fn a_model_that_only_the_caller_names_is_in_no_span_even_if_the_provider_answers() {
    let collector = Collector::new(Mood::Takes);
    let fake = Fake::new(|body, _| good(&logprobs(if body["stream"] == true { 0.99 } else { by_evidence(body) })));
    let server = server(&collector, &fake);
    let answer = post(&server, "/api/verify", &claim(json!({ "model": CANARY }))).json();
    assert_eq!(answer["success"], true, "{answer}");
    let source = json!({ "id": "S0", "text": "Nothing." });
    let body = json!({ "question": "What?", "provider": "house", "model": CANARY, "sources": [source] });
    post(&server, "/api/stream", &body);
    assert_eq!(server.stop().0, Some(0));
    assert!(fake.bodies().len() >= 3 && fake.bodies().iter().all(|body| body["model"] == CANARY));
    let questions = questions(&collector);
    assert!(questions.len() >= 3, "{questions:?}");
    for question in &questions {
        assert!(question.name == "chat" && question.of("gen_ai.request.model").is_empty(), "{question:?}");
    }
    assert!(questions.iter().any(|question| question.of("gen_ai.usage.output_tokens") == "1"), "{questions:?}");
    assert!(!collector.bytes().contains(CANARY));
}

#[test]
fn an_answer_that_streams_is_one_question_as_long_as_it_takes() {
    let collector = Collector::new(Mood::Takes);
    let fake = Fake::saying(json!({
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": format!("The {CANARY} was $1,200,000.") },
            "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 7, "completion_tokens": 8, "total_tokens": 15 },
    }));
    let server = server(&collector, &fake);
    let body = json!({
        "question": CANARY, "provider": "house",
        "sources": [{ "id": "S0", "text": format!("The {CANARY} was $1,200,000.") }],
    });
    let answer = post(&server, "/api/stream", &body);
    assert!(answer.whole().contains("event: done"), "{answer:?}");
    assert_eq!(server.stop().0, Some(0));
    let (http, question) = (collector.span("POST /api/stream"), collector.span("chat m"));
    assert_eq!((&question.parent, question.of("gen_ai.request.stream")), (&http.id, "true"));
    assert_eq!(question.of("gen_ai.usage.output_tokens"), "8", "{question:?}");
    assert!(http.nanos >= question.nanos, "the span of a request ends with its answer");
    assert_eq!(collector.span("analyze").parent, http.id);
    assert!(!collector.bytes().contains(CANARY));
}
