//! `POST /api/verify`, `groundcheck verify` and `groundcheck providers`, against providers on loopback that answer as OpenAI, Ollama, vLLM
//! and llama.cpp do, on good days and on bad ones.

mod command;
mod document_5;
mod faults;
mod guard;
mod report;
mod shapes;
mod stream;

use serde_json::{Value, json};

use crate::provider::{Fake, entry};
use crate::support::{Answer, Folder, Server, groundcheck};

/// The type of a request's body.
const JSON: (&str, &str) = ("content-type", "application/json");
/// Who wants events.
const STREAM: (&str, &str) = ("accept", "text/event-stream");
/// A key that must show nowhere.
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
