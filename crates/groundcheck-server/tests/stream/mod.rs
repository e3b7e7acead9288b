//! `POST /api/stream` against providers on loopback that say their answers bit by bit, on good days and on bad ones.

mod endings;
mod faults;
mod way;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

use crate::provider::{Fake, Says, entry};
use crate::support::{Answer, Folder, Server, events, groundcheck, request};

/// The type of a request's body.
const JSON: (&str, &str) = ("content-type", "application/json");
/// A key that must show nowhere.
const CANARY: &str = "sk-canary-4711";
/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(20);
/// The head of a stream that ends with its connection.
const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n";
const DONE: &str = "data: [DONE]\n\n";
/// What the sources of [`asked`] bear out.
const GOOD: &str =
    "The NOI for the property was $1,200,000 in Q3 2024. That is all that the report says of it, as far as I can see.";
/// What they contradict, with enough behind it for the sentence to be over.
const WRONG: &str = "Rents are due monthly. The NOI for the property was $1,900,000 in Q3 2024. It rose and rose, and so did all the others. More than that nobody knows of it, neither here nor anywhere else.";

/// An event of OpenAI's chunks.
fn delta(text: &str) -> String {
    chunk(json!({ "delta": { "content": text } }))
}

fn chunk(mut choice: Value) -> String {
    choice["index"] = json!(0);
    let data = json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice] });
    format!("data: {data}\n\n")
}

fn finish(reason: &str) -> String {
    chunk(json!({ "delta": {}, "finish_reason": reason }))
}

/// A whole answer, a word an event, as OpenAI sends it.
fn said(text: &str) -> String {
    let mut stream =
        chunk(json!({ "delta": { "role": "assistant", "content": "", "refusal": null }, "finish_reason": null }));
    stream.extend(text.split_inclusive(' ').map(delta));
    let usage =
        json!({ "choices": [], "usage": { "prompt_tokens": 90, "completion_tokens": 20, "total_tokens": 110 } });
    stream + &finish("stop") + &format!("data: {usage}\n\n") + DONE
}

/// A provider that sends this and closes.
fn sending(text: impl Into<String>) -> Fake {
    let text = text.into();
    Fake::new(move |_, _| writes(format!("{HEAD}{text}")))
}

fn writes(text: String) -> Says {
    Says::Does(Box::new(move |mut stream: &TcpStream| drop(stream.write_all(text.as_bytes()))))
}

/// A provider that sends this, says no more, and tells when the other side closes.
fn waiting(text: impl Into<String>) -> (Fake, Receiver<()>) {
    let (closed, closes) = mpsc::channel();
    let (closed, text) = (Mutex::new(closed), text.into());
    let fake = Fake::new(move |_, _| {
        let (closed, text) = (closed.lock().unwrap().clone(), format!("{HEAD}{text}"));
        Says::Does(Box::new(move |mut stream| {
            stream.write_all(text.as_bytes()).unwrap();
            // Nothing follows a request: this ends where the connection does.
            let _ = stream.read(&mut [0]);
            let _ = closed.send(());
        }))
    });
    (fake, closes)
}

/// A server whose provider `house` is this one.
fn server(fake: &Fake, more: &str) -> Server {
    let folder = Folder::new();
    let file = folder.file("providers.toml", entry("openai", &fake.url(), more));
    Server::start(groundcheck().env("MY_KEY", CANARY), &["--providers", &file, "--log-format", "json"])
}

/// A question with the example's source.
fn asked() -> Value {
    json!({ "question": "What was the NOI?", "sources": request("")["sources"], "provider": "house" })
}

fn post(server: &Server, body: &Value) -> Answer {
    server.send("POST", "/api/stream", &[JSON], body.to_string().as_bytes())
}

/// The events of an answer to [`asked`].
fn told(server: &Server) -> Vec<(String, Value)> {
    let answer = post(server, &asked());
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/event-stream")), "{answer:?}");
    events(&answer.whole())
}

/// The last of these events, which has this name.
#[track_caller]
fn last<'e>(events: &'e [(String, Value)], name: &str) -> &'e Value {
    let (last, data) = events.last().expect("an event");
    assert_eq!(last, name, "{events:?}");
    data
}

/// All that was said.
fn text(events: &[(String, Value)]) -> String {
    events.iter().filter(|(name, _)| name == "delta").filter_map(|(_, data)| data["text"].as_str()).collect()
}

/// What checking this whole answer says, as it is written.
fn analyzed(server: &Server, answer: &str) -> String {
    let mut request = request(answer);
    request["question"] = asked()["question"].clone();
    server.analyze(request.to_string().as_bytes()).body
}

/// That a part of an answer is told as a part, with why, and with the check of what was said.
#[track_caller]
fn assert_partial(server: &Server, answer: &str, ending: &str, error: Option<(&str, &str)>) {
    let response = post(server, &asked()).whole();
    let events = events(&response);
    let done = last(&events, "done");
    assert_eq!(text(&events), answer);
    assert_eq!(done["answer"], answer);
    assert_eq!((&done["ending"], &done["partial"], &done["all_clear"]), (&json!(ending), &json!(true), &json!(false)));
    let told = &done["error"];
    assert_eq!(told["code"].as_str().zip(told["field"].as_str()), error, "{told}");
    assert!(response.contains(&format!("\"report\":{}", analyzed(server, answer))), "{response}");
}
