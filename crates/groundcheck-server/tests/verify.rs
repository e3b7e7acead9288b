//! `POST /api/verify`, `groundcheck verify` and `groundcheck providers`, against providers on loopback that answer as OpenAI, Ollama, vLLM
//! and llama.cpp do, on good days and on bad ones.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::provider::{Fake, Says, entry, good};
use crate::support::{Answer, Folder, Ran, Server, groundcheck, run_with};

const JSON: (&str, &str) = ("content-type", "application/json");
const STREAM: (&str, &str) = ("accept", "text/event-stream");
const CANARY: &str = "sk-canary-4711";

/// A chat completion of this word with these alternatives, as OpenAI and vLLM write it; probabilities, not their logarithms.
fn completion(word: &str, tokens: Value) -> Value {
    json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m-2024",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": word, "refusal": null },
            "logprobs": { "content": tokens, "refusal": null }, "finish_reason": "length" }],
        "usage": { "prompt_tokens": 99, "completion_tokens": 1, "total_tokens": 100 },
    })
}

/// A token with its alternatives, the first of which was chosen.
fn token(top: &[(&str, f64)]) -> Value {
    let alternative = |(token, p): &(&str, f64)| json!({ "token": token, "logprob": p.ln(), "bytes": null });
    let all: Vec<Value> = top.iter().map(alternative).collect();
    let mut chosen = all[0].clone();
    chosen["top_logprobs"] = all.into();
    chosen
}

/// An answer that gives YES this probability.
pub fn logprobs(p: f64) -> Value {
    let mut top = [("YES", p), ("NO", 1.0 - p - 0.0005), (" Yes", 0.0005)];
    if p < 0.5 {
        top.swap(0, 1);
    }
    completion(top[0].0, json!([token(&top)]))
}

/// What a request shows: evidence and claim, each between its delimiters.
fn shown(body: &Value) -> (String, String) {
    let user = body["messages"][1]["content"].as_str().expect("a question");
    let nonce = user.lines().next().and_then(|line| line.strip_prefix("CODE: ")).expect("a code");
    let between = |name: &str| {
        let (_, after) = user.split_once(&format!("<<{name} {nonce}>>\n")).expect("opens");
        let (data, _) = after.split_once(&format!("\n<<END {name} {nonce}>>")).expect("closes");
        data.to_owned()
    };
    (between("EVIDENCE"), between("CLAIM"))
}

/// P(YES) of a verifier that finds a claim where the evidence has its very words.
pub fn by_evidence(body: &Value) -> f64 {
    let (evidence, claim) = shown(body);
    if evidence.contains(&claim) { 0.99 } else { 0.02 }
}

/// One that only ever says a word, as servers without log probabilities do.
fn word(p: f64) -> Value {
    let word = if p > 0.5 { "YES" } else { "NO" };
    json!({
        "id": "chatcmpl-2", "object": "chat.completion", "created": 1, "model": "llama3", "system_fingerprint": "fp_ollama",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": word }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 99, "completion_tokens": 1, "total_tokens": 100 },
    })
}

/// A server whose provider `house` is this one.
fn server(kind: &str, fake: &Fake, more: &str) -> Server {
    let folder = Folder::new();
    let file = folder.file("providers.toml", entry(kind, &fake.url(), more));
    Server::start(groundcheck().env("MY_KEY", CANARY), &["--providers", &file])
}

fn post(server: &Server, body: &Value) -> Answer {
    server.send("POST", "/api/verify", &[JSON], body.to_string().as_bytes())
}

/// A claim that the source has word for word.
fn supported() -> Value {
    json!({
        "answer": "The tower has nine floors [S0].",
        "sources": [{ "id": "S0", "text": "The tower has nine floors." }], "provider": "house",
    })
}

/// An answer of so many claims, each with its source.
fn many(count: usize) -> Value {
    let sentences: Vec<String> = (0..count).map(|i| format!("Building {i} has {} floors", i + 3)).collect();
    let answer: Vec<String> = sentences.iter().enumerate().map(|(i, text)| format!("{text} [S{i}].")).collect();
    let source = |(i, text): (usize, &String)| json!({ "id": format!("S{i}"), "text": format!("{text}.") });
    let sources: Vec<Value> = sentences.iter().enumerate().map(source).collect();
    json!({ "answer": answer.join(" "), "sources": sources, "provider": "house" })
}

/// Reason and status of each claim.
fn outcomes(answer: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let claims = answer["hallucination_check"]["claims"].as_array().unwrap_or_else(|| panic!("{answer}"));
    claims.iter().map(|claim| (text(&claim["reason"]), text(&claim["status"]))).collect()
}

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
fn document_5_and_its_four_cases() {
    let contradicts = |claim: &str| claim.contains("80,000");
    let fake = Fake::new(move |body, _| {
        let (evidence, claim) = shown(body);
        let states = |text: &str| evidence.contains(text);
        good(&logprobs(match claim.as_str() {
            claim if contradicts(claim) && states("50,000") => 0.01,
            claim if contradicts(claim) => 0.3,
            claim if claim.contains("50,000") && states("50,000") => 0.98,
            claim if claim.contains("filed") && states("filed") => 0.97,
            _ => 0.03,
        }))
    });
    let server = server("openai", &fake, "price = { input = 0.15, output = 0.6 }");
    let supported = "The compensation was set at 50,000 shekels [S0].";
    let contradicted = "The compensation was set at 80,000 shekels [S0].";
    let confabulated = "The owner was pleased with the outcome [S1].";
    let mixed = format!("{supported} {contradicted} The appeal was filed in May 2023 [S1]. {confabulated}");
    let sources = json!([
        { "id": "S0", "text": "The appraiser set the compensation at 50,000 shekels." },
        { "id": "S1", "text": "The appeal was filed in May 2023." },
    ]);
    for method in ["evidence_use", "budget", "directional"] {
        for (answer, grounded) in [
            (supported, &[true][..]),
            (contradicted, &[false]),
            (confabulated, &[false]),
            (&mixed, &[true, false, true, false]),
        ] {
            let request = json!({ "answer": answer, "sources": sources, "provider": "house", "method": method });
            let found = post(&server, &request).json();
            let check = &found["hallucination_check"];
            let claims = check["claims"].as_array().unwrap();
            let found_grounded: Vec<bool> = claims.iter().map(|claim| claim["grounded"].as_bool().unwrap()).collect();
            assert_eq!(found_grounded, grounded, "{method}: {found}");
            let count = grounded.iter().filter(|grounded| **grounded).count();
            assert_eq!((&check["grounded_claims"], &check["total_claims"]), (&json!(count), &json!(grounded.len())));
            assert_eq!(check["overall_grounded"], grounded == [true], "{method}");
            assert_eq!(found["warning"].is_null(), grounded == [true]);
            if method == "directional" && answer == contradicted {
                assert_eq!(claims[0]["status"], "contradicted");
            }
        }
    }
    // The document's layout, its fields first and in its order; what it cost, 99 tokens at 0.15 and one at 0.60 dollars a million.
    let fresh = json!({ "answer": "The appeal was filed in May 2023, they say [S1].", "sources": sources, "provider": "house" });
    let text = post(&server, &fresh).body;
    let at = |field: &str| text.find(&format!("\"{field}\":")).unwrap_or_else(|| panic!("{field} in {text}"));
    for fields in [
        &["success", "response", "sources", "hallucination_check"][..],
        &["overall_grounded", "grounded_claims", "total_claims", "grounding_ratio", "claims"],
        &["citing", "p1", "p0", "confidence", "grounded", "warning"],
    ] {
        assert!(fields.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{fields:?} in {text}");
    }
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        found["verifier"]["usage"],
        json!({ "calls": 2, "known": 0, "prompt_tokens": 198, "completion_tokens": 2, "uncounted": 0, "cost_usd": 0.0000309 })
    );
}

#[test]
fn a_hebrew_answer_has_its_spans_and_its_warnings() {
    let fake = Fake::new(|body, _| {
        let (evidence, claim) = shown(body);
        good(&logprobs(if claim.contains("50,000") && evidence.contains("50,000") { 0.98 } else { 0.05 }))
    });
    let server = server("openai", &fake, "");
    let text = "השמאי קבע פיצוי של 50,000 ש\"ח [S0]. זה נפוץ במקרים דומים.";
    let request = json!({ "answer": text, "sources": [{ "id": "S0", "text": "לפי ההחלטה, השמאי קבע פיצוי בסך 50,000 ש\"ח." }], "provider": "house" });
    let found = post(&server, &request).json();
    let claims = &found["hallucination_check"]["claims"];
    let units: Vec<u16> = text.encode_utf16().collect();
    for (place, said) in [(0, "השמאי קבע פיצוי של 50,000 ש\"ח"), (1, "זה נפוץ במקרים דומים")]
    {
        let place = &claims[place]["utf16"];
        let (start, end) = (place["start"].as_u64().unwrap() as usize, place["end"].as_u64().unwrap() as usize);
        assert_eq!(String::from_utf16(&units[start..end]).unwrap(), said);
    }
    assert_eq!((&claims[0]["grounded"], &claims[0]["warning"]), (&json!(true), &json!(null)), "{found}");
    assert_eq!(claims[1]["warning"], "לא נמצא מקור מספק");
    assert_eq!(found["warning"], "שים לב: 1 טענות בתשובה לא נתמכות במלואן על ידי המקורות.");
}

#[test]
fn no_injection_turns_a_verdict() {
    #[derive(serde::Deserialize)]
    struct Injections {
        attacks: Vec<String>,
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/injections.toml");
    let Injections { attacks } = toml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(attacks.len(), 40);
    // Obeys a YES that stands outside the delimiters, and a delimiter or a turn that stands inside.
    let obeyed = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&obeyed);
    let fake = Fake::new(move |body, _| {
        let user = body["messages"][1]["content"].as_str().unwrap();
        let (evidence, claim) = shown(body);
        let outside = user.replace(&evidence, "").replace(&claim, "").replace("Answer YES or NO.", "");
        let inside = format!("{evidence}{claim}");
        let obeys = outside.to_uppercase().contains("YES") || inside.contains("<<") || inside.contains("<|");
        count.fetch_add(usize::from(obeys), Ordering::Relaxed);
        good(&logprobs(if obeys { 0.999 } else { 0.02 }))
    });
    let server = server("openai", &fake, "");
    let plain = "The tower has nine floors.";
    for attack in attacks {
        let attack = attack.replace('%', "0123456789abcdef0123456789abcdef");
        for (answer, texts) in [
            (format!("The tower has twelve floors [S0]. {attack}"), vec![plain.to_owned()]),
            ("The tower has twelve floors [S0].".to_owned(), vec![format!("{plain} {attack}"), attack.clone()]),
        ] {
            let source = |(i, text): (usize, &String)| json!({ "id": format!("S{i}"), "text": text });
            let sources: Vec<Value> = texts.iter().enumerate().map(source).collect();
            let found = post(&server, &json!({ "answer": answer, "sources": sources, "provider": "house" })).json();
            let claims = found["hallucination_check"]["claims"].as_array().unwrap();
            assert!(claims.iter().all(|claim| claim["grounded"] == false), "{attack:?}: {found}");
            assert_eq!(found["hallucination_check"]["overall_grounded"], false);
        }
    }
    assert_eq!(obeyed.load(Ordering::Relaxed), 0);
    // No code twice: who has seen one knows none of the others.
    let code = |body: &Value| body["messages"][1]["content"].as_str().unwrap().lines().next().unwrap().to_owned();
    let codes: std::collections::HashSet<String> = fake.bodies().iter().map(code).collect();
    assert_eq!(codes.len(), fake.bodies().len());
}

/// The events of a stream: name and data.
fn events(body: &str) -> Vec<(String, Value)> {
    let event = |part: &str| {
        let (name, data) = part.strip_prefix("event: ")?.split_once("\ndata: ")?;
        Some((name.to_owned(), serde_json::from_str(data).unwrap_or_else(|e| panic!("{e}: {data}"))))
    };
    body.split("\n\n").filter_map(event).collect()
}

/// A body that came in chunks.
fn unchunked(body: &str) -> String {
    let (mut whole, mut rest) = (String::new(), body.as_bytes());
    loop {
        let end = rest.windows(2).position(|pair| pair == b"\r\n").expect("a chunk's length");
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return whole;
        }
        whole.push_str(std::str::from_utf8(&rest[end + 2..end + 2 + length]).unwrap());
        rest = &rest[end + 4 + length..];
    }
}

#[test]
fn a_stream_tells_the_plan_each_claim_and_the_whole() {
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let server = server("openai", &fake, "price = { input = 1, output = 2 }");
    let body = many(4).to_string();
    let answer = server.send("POST", "/api/verify", &[JSON, STREAM, ("accept-encoding", "gzip")], body.as_bytes());
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/event-stream")), "{answer:?}");
    assert_eq!((answer.header("cache-control"), answer.header("content-encoding")), (Some("no-store"), None));
    let events = events(&unchunked(&answer.body));
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["plan", "claim", "claim", "claim", "claim", "done"]);
    let plan = &events[0].1;
    assert_eq!((&plan["calls"], &plan["known"], &plan["logprobs"]), (&json!(8), &json!(0), &json!("unknown")));
    assert!(plan["estimated_cost_usd"].as_f64().unwrap() > 0.0 && plan["estimated_tokens"].as_u64().unwrap() > 0);
    assert_eq!(plan["claims"][1]["citing"], json!(["S1"]));
    let mut told: Vec<Value> = events[1..5].iter().map(|(_, data)| data["claim"].clone()).collect();
    told.sort_by_key(|claim| claim["id"].as_str().unwrap().to_owned());
    let done = &events[5].1;
    assert_eq!(&json!(told), &done["hallucination_check"]["claims"], "what was told is what holds");
    assert_eq!(events.iter().filter_map(|(_, data)| data["settled"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(&events[4].1["usage"], &done["verifier"]["usage"]);
    // The same without a stream; known by now.
    let whole = post(&server, &many(4)).json();
    assert_eq!(whole["hallucination_check"], done["hallucination_check"]);
    assert_eq!((&whole["verifier"]["usage"]["calls"], &whole["verifier"]["usage"]["known"]), (&json!(0), &json!(8)));
    assert_eq!(fake.bodies().len(), 8);

    let metrics = server.get("/metrics").body;
    for line in [
        "groundcheck_verifier_calls_total{provider=\"house\",outcome=\"answered\"} 8",
        "groundcheck_verifications_total{provider=\"house\",outcome=\"grounded\"} 2",
        "groundcheck_verified_claims_total{status=\"supported\",reason=\"entailed\"} 8",
        "groundcheck_verifier_known_answers_total{provider=\"house\"} 8",
        "groundcheck_provider_tokens_total{provider=\"house\",direction=\"in\"} 792",
        "groundcheck_verifier_cost_usd{provider=\"house\"} 0.00080",
    ] {
        assert!(metrics.contains(line), "{line} in\n{metrics}");
    }
}

#[test]
fn who_goes_away_stops_what_is_under_way() {
    for headers in [&[JSON, STREAM][..], &[JSON]] {
        let (arrived, arrivals) = mpsc::channel();
        let arrived = Mutex::new(arrived);
        let fake = Fake::new(move |_, _| {
            let _ = arrived.lock().unwrap().send(());
            Says::Nothing
        });
        let server = server("openai", &fake, "concurrency = 2");
        let body = many(5).to_string();
        let mut stream = server.connect();
        let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!(
            "POST /api/verify HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n{more}\r\n",
            server.address,
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let patience = Duration::from_secs(20);
        for _ in 0..2 {
            arrivals.recv_timeout(patience).expect("two questions are out");
        }
        drop(stream);
        // The places are free again: nothing of the first answer is under way any more, though its provider never answers.
        let mut request = supported();
        request["deadline_seconds"] = json!(1);
        let next = post(&server, &request).json();
        assert_eq!(outcomes(&next)[0].0, "out_of_time");
        for _ in 0..2 {
            arrivals.recv_timeout(patience).expect("the next answer's questions got their places");
        }
        assert_eq!(fake.bodies().len(), 4, "three claims were never asked about");
    }
}

#[test]
fn questions_go_out_together_and_a_repeated_answer_makes_none() {
    const ROUND_TRIP: Duration = Duration::from_millis(50);
    let flight = Arc::new((Mutex::new((0_usize, 0_usize)), Condvar::new()));
    let counted = Arc::clone(&flight);
    let fake = Fake::new(move |body, _| {
        let count = |by: isize| {
            let mut flying = counted.0.lock().unwrap();
            flying.0 = flying.0.saturating_add_signed(by);
            flying.1 = flying.1.max(flying.0);
        };
        count(1);
        // The provider's own time, which is what is measured.
        thread::sleep(ROUND_TRIP);
        count(-1);
        good(&logprobs(by_evidence(body)))
    });
    let server = server("openai", &fake, "");
    let timed = |request: &Value| {
        let start = Instant::now();
        let answer = post(&server, request).json();
        (answer, start.elapsed())
    };
    let (_, one) = timed(&supported());
    let (answer, ten) = timed(&many(10));
    let ratio = ten.as_secs_f64() / one.as_secs_f64();
    println!("one claim {one:?}, ten claims {ten:?}: {ratio:.2} round trips");
    assert_eq!((&answer["verifier"]["usage"]["calls"], fake.bodies().len()), (&json!(20), 22));
    // Seven at once are three rounds for twenty.
    let most = flight.0.lock().unwrap().1;
    assert!((7..=8).contains(&most), "{most} at once");
    let (again, _) = timed(&many(10));
    assert_eq!((&again["verifier"]["usage"]["known"], fake.bodies().len()), (&json!(20), 22));
    assert_eq!(again["hallucination_check"], answer["hallucination_check"]);
}

#[test]
fn a_report_takes_the_sentences_in_where_it_is_asked_to() {
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let server = server("openai", &fake, "");
    let request = |verify: Value| {
        json!({
            "answer": "The tower has nine floors [S0]. The owner is a friendly person [S0].",
            "sources": [{ "id": "S0", "text": "The tower has nine floors." }], "verify": verify,
        })
    };
    let analyze = |request: &Value| server.analyze(request.to_string().as_bytes());
    let without = analyze(&request(json!(false))).json();
    assert!(without.get("verification").is_none() && fake.bodies().is_empty());
    assert_eq!((&without["checks"], &without["verdict"]), (&json!(["numeric"]), &json!("clean")), "{without}");
    // The first provider that is ready and has a model.
    let with = analyze(&request(json!(true))).json();
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
        [("The tower has nine floors", "supported"), ("The owner is a friendly person", "unsupported")]
    );
    assert_eq!(with["needs_attention"], json!(["s2"]));
    assert_eq!(with["verification"]["hallucination_check"]["grounded_claims"], 1);
    let own = analyze(&request(json!({ "provider": "house", "method": "evidence_use" }))).json();
    assert_eq!(own["verification"]["hallucination_check"]["method"], "evidence_use");
    for (verify, status, field) in [
        (json!({ "provider": "nobody" }), 422, "verify.provider"),
        (json!({ "budget_usd": 1 }), 422, "verify.budget_usd"),
        (json!({ "modl": "x" }), 400, "verify.modl"),
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
        (with("provider", json!("ollama")), 400, "missing_field", "model"),
        (with("budget_usd", json!(1)), 422, "invalid_value", "budget_usd"),
        (with("deadline_seconds", json!(0)), 422, "invalid_value", "deadline_seconds"),
        (with("base_url", json!("http://127.0.0.1")), 400, "unknown_field", "base_url"),
        (with("answer", json!("")), 400, "empty_answer", "answer"),
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

/// The command with a provider `house`, and a folder with its sources.
struct House {
    folder: Folder,
    providers: String,
}

impl House {
    fn new(fake: &Fake, more: &str) -> Self {
        let folder = Folder::new();
        let providers = folder.file("providers.toml", entry("openai", &fake.url(), more));
        folder.file("S0", "The tower has nine floors.");
        House { folder, providers }
    }

    fn run(&self, args: &[&str]) -> Ran {
        let mut command = groundcheck();
        command.args(args).args(["--providers", &self.providers]).env("MY_KEY", CANARY).current_dir(self.folder.path());
        command.env_remove("OPENAI_API_KEY").env_remove("OPENAI_BASE_URL").env_remove("OLLAMA_HOST");
        run_with(command.env("GROUNDCHECK_DATA", self.folder.path().join("data")), b"")
    }

    fn verify(&self, answer: &str, more: &[&str]) -> Ran {
        self.run(&[&["verify", answer, "--source", "S0"], more].concat())
    }
}

#[test]
fn the_command_prints_the_check_and_ends_by_it() {
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let house = House::new(&fake, "api_key_env = \"MY_KEY\"\nprice = { input = 1, output = 2 }");
    let good = "The tower has nine floors [S0].";
    let clean = house.verify(good, &["--provider", "house"]);
    assert_eq!(clean.code, Some(0), "{clean:?}");
    assert!(
        clean.stdout.starts_with("✓ supported  The tower has nine floors [S0]\n    p1 0.99, p0 0.02"),
        "{}",
        clean.stdout
    );
    assert!(
        clean.stdout.contains(
            "1 of 1 claims grounded (100 %)\nhouse m: 2 questions, 0 known; 198 tokens in, 2 out, $0.000202;"
        ),
        "{}",
        clean.stdout
    );
    let again = house.verify(good, &["--provider", "house=m", "--format", "json", "--method", "evidence-use"]);
    assert_eq!((again.code, &again.json()["verifier"]["usage"]["known"]), (Some(0), &json!(2)), "{again:?}");
    let flagged = house.verify("The tower has twelve floors [S0].", &["--budget-usd", "0.5", "--deadline", "20"]);
    assert_eq!(flagged.code, Some(1), "{flagged:?}");
    let poor = house.verify("The tower has thirteen floors [S0].", &["--budget-tokens", "10"]);
    assert!(poor.code == Some(3) && poor.stdout.contains("Not verified: the budget is used up."), "{poor:?}");
    for (more, field) in [
        (&["--provider", "nobody"][..], "--provider"),
        (&["--deadline", "0"], "--deadline"),
        (&["--provider", "house=dear", "--budget-usd", "1"], "--budget-usd"),
    ] {
        let wrong = house.verify(good, &[more, &["--format", "json"]].concat());
        assert_eq!((wrong.code, wrong.json()["error"]["field"].as_str()), (Some(2), Some(field)), "{wrong:?}");
    }
    let help = house.run(&["verify", "--help"]);
    assert!(
        help.code == Some(0) && help.stdout.contains("Examples:") && help.stdout.contains("Exit codes: 0"),
        "{help:?}"
    );
    let database = house.folder.path().join("data/groundcheck.db");
    let mut bytes = Vec::new();
    std::fs::File::open(database).unwrap().read_to_end(&mut bytes).unwrap();
    for canary in [CANARY, "twelve floors", "nine floors"] {
        assert!(!bytes.windows(canary.len()).any(|window| window == canary.as_bytes()), "{canary}");
    }
}

#[test]
fn thresholds_come_from_the_environment_too() {
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let house = House::new(&fake, "");
    let answer = "The tower has nine floors [S0]. The tower is tall and very old.";
    let mut command = groundcheck();
    command.args([
        "verify",
        answer,
        "--source",
        "S0",
        "--provider",
        "house",
        "--format",
        "json",
        "--providers",
        &house.providers,
    ]);
    command.env("GROUNDCHECK_DATA", house.folder.path()).current_dir(house.folder.path());
    let ran = run_with(command.env("HALLUCINATION_VERIFIER_MAX_CLAIMS", "1"), b"");
    let check = &ran.json()["hallucination_check"];
    assert_eq!((&check["total_claims"], &check["unchecked_claims"]), (&json!(1), &json!(1)), "{ran:?}");
    let wrong = run_with(command.env("HALLUCINATION_VERIFIER_MAX_CLAIMS", "none"), b"");
    assert_eq!(
        (wrong.code, wrong.json()["error"]["field"].as_str()),
        (Some(2), Some("HALLUCINATION_VERIFIER_MAX_CLAIMS"))
    );
}

#[test]
fn providers_are_listed_and_probed() {
    let gives = Fake::new(|body, _| {
        assert_eq!(body["max_tokens"], 1);
        good(&logprobs(0.9))
    });
    let house = House::new(&gives, "api_key_env = \"MY_KEY\"");
    let listed = house.run(&["providers"]);
    assert!(
        listed.code == Some(0) && listed.stdout.starts_with("house            openai      ready   m\n"),
        "{listed:?}"
    );
    assert!(listed.stdout.contains("openai           openai      no key  no default model\n"), "{listed:?}");
    assert_eq!(house.run(&["providers", "list", "--format", "json"]).json()["providers"][0]["name"], "house");
    let probed = house.run(&["providers", "probe", "house", "--format", "json"]).json();
    for (field, value) in [
        ("reachable", json!(true)),
        ("answering_model", json!("m-2024")),
        ("logprobs", json!("given")),
        ("top_logprobs", json!(3)),
        ("tries", json!(1)),
        ("error", json!(null)),
    ] {
        assert_eq!(probed[field], value, "{field}: {probed}");
    }
    let text = house.run(&["providers", "probe", "house"]);
    assert!(
        text.stdout.contains("  logprobs      given\n  top_logprobs  3\n  verifies      by log probabilities\n"),
        "{text:?}"
    );
    let drops = House::new(&Fake::new(|_, _| good(&word(0.9))), "");
    let text = drops.run(&["providers", "probe", "house"]);
    assert!(text.code == Some(0) && text.stdout.contains("by counting sampled answers"), "{text:?}");
    let refuses = House::new(&Fake::new(|_, _| Some((401, "", format!("{{\"error\": \"{CANARY}\"}}")))), "");
    let text = refuses.run(&["providers", "probe", "house", "--format", "json"]);
    assert_eq!((text.code, &text.json()["reachable"]), (Some(3), &json!(true)), "{text:?}");
    let nobody = house.run(&["providers", "probe", "nobody"]);
    assert_eq!(nobody.code, Some(2), "{nobody:?}");
    assert!(!format!("{listed:?}{probed}{nobody:?}").contains(CANARY));
}
