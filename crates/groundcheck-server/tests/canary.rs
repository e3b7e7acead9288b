//! An account number is pushed through every route, command and error, and looked for in all that comes out: answers, logs, metrics,
//! exports, the database. Nowhere are more than its last four digits.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Answer, Folder, Server, groundcheck, run_with};
use crate::traces::collector::{Collector, Mood};

/// A card's number and an IBAN with letters in it, which are no part of any date, count or name of these tests.
const CANARIES: [&str; 2] = ["7394618529738641", "MT90QXZW68397QKVJ85274XWZQ63917"];

/// What a route does with a text that it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gives {
    /// Nothing of an account number comes back or is kept but its last four digits.
    Nothing,
    /// The caller's own text comes back to the caller, as the contract has it, and goes nowhere else.
    OwnText,
    /// It is there to store what it is given, and others return it: nothing of it is in an error, a log or a metric.
    Stored,
}

use Gives::{Nothing, OwnText, Stored};

/// A route's method and path, what it gives, and a request with this text in it.
type Line = (&'static str, &'static str, Gives, fn(&str) -> Value);

/// One line a route: what it gives, and a good request with the account number in it. What a `GET` is given stands behind its `?`; an
/// `{id}` is that of the first record. In this order they are asked.
const ROUTES: &[Line] = &[
    // A flagged answer enters the review queue, with all that somebody needs to judge it; of a record only what was found does.
    ("post", "/api/analyze", Stored, answer),
    ("post", "/api/records/validate", Nothing, record),
    ("post", "/api/reviews", Stored, |text| json!({ "request": answer(text), "note": text })),
    ("patch", "/api/reviews/{id}", Nothing, |text| json!({ "version": 1, "note": text, "corrected_value": text })),
    ("post", "/api/reviews/bulk", Nothing, |text| json!({ "items": [{ "id": 1, "version": 2 }], "note": text })),
    ("get", "/api/reviews/{id}", Nothing, nothing),
    ("get", "/api/reviews/{id}/history", Nothing, nothing),
    ("get", "/api/reviews", Nothing, |text| json!({ "provider": text })),
    ("get", "/api/reviews/choices", Nothing, nothing),
    ("get", "/api/reviews.csv", Nothing, |text| json!({ "provider": text })),
    ("get", "/api/reviews.jsonl", Nothing, |text| json!({ "provider": text })),
    ("get", "/api/audit", Nothing, nothing),
    ("get", "/api/reviews/learning", Nothing, |text| json!({ "provider": text })),
    ("get", "/api/records/monitoring", Nothing, |text| json!({ "provider": text, "profile": text })),
    ("get", "/api/mutes", Nothing, nothing),
    ("post", "/api/mutes", Nothing, |text| json!({ "item": 1, "fingerprint": text, "note": text })),
    ("delete", "/api/mutes/{fingerprint}", Nothing, nothing),
    ("post", "/api/urls/check", OwnText, |text| json!({ "urls": [format!("http://127.0.0.1/{text}")] })),
    ("post", "/api/collect", OwnText, |text| json!({ "query": text, "provider": "none" })),
    ("post", "/api/verify", OwnText, verification),
    ("post", "/api/stream", OwnText, streaming),
    ("post", "/api/import", Stored, response),
    ("post", "/api/examples", Nothing, |_| json!({})),
    ("delete", "/api/examples", Nothing, |_| json!({})),
    ("post", "/api/files", Nothing, |text| json!({ "name": text })),
    ("get", "/api/facts", Nothing, |text| json!({ "entity": text })),
    ("get", "/api/facts/entities", Nothing, nothing),
    ("get", "/api/providers", Nothing, nothing),
    ("get", "/api/health", Nothing, nothing),
    ("get", "/api/ready", Nothing, nothing),
    ("get", "/api/openapi.json", Nothing, nothing),
    ("get", "/api/reports", OwnText, |text| json!({ "query": text, "provider": text, "model": text })),
    ("get", "/api/reports/mentions", Nothing, |text| json!({ "query": text })),
    ("get", "/api/reports/checks", OwnText, |text| json!({ "provider": text, "model": text })),
    ("get", "/api/reports/choices", Nothing, |text| json!({ "query": text })),
    ("get", "/api/reports.csv", Nothing, |text| json!({ "query": text })),
    ("get", "/metrics", Nothing, nothing),
];

/// A page of another site, or a name that it made lead here, gets nothing of any route.
#[test]
fn no_route_answers_to_another_host_or_origin() {
    let server = Server::new();
    for (method, path, _, body) in ROUTES {
        let (method, path) = (method.to_uppercase(), path.replace("{id}", "1").replace("{fingerprint}", "a"));
        let body = body("x").to_string();
        for (name, value, status) in [("host", "evil.example", 421), ("origin", "http://evil.example", 403)] {
            // Browsers send no origin with a plain GET, and let no other page read what comes back.
            if name == "origin" && method == "GET" {
                continue;
            }
            let headers = [("content-type", "application/json"), (name, value)];
            let answer = server.send(&method, &path, &headers, body.as_bytes());
            assert_eq!(answer.status, status, "{method} {path} {name}: {answer:?}");
            assert_eq!(answer.header("access-control-allow-origin"), None, "{method} {path}");
        }
    }
}

fn nothing(_: &str) -> Value {
    json!({})
}

fn answer(text: &str) -> Value {
    json!({ "answer": format!("Account {text} had $5."), "sources": [{ "id": "S0", "text": format!("Account {text}: $7.") }] })
}

fn verification(text: &str) -> Value {
    let mut request = answer(text);
    request["provider"] = json!("none");
    request["model"] = json!("none");
    request
}

fn streaming(text: &str) -> Value {
    json!({ "question": text, "instructions": text, "sources": answer(text)["sources"], "provider": "none", "model": "none" })
}

/// A record with the account number in every field that a bank statement has, and where it has no business.
fn record(text: &str) -> Value {
    let part = json!({ "start_page": 1, "end_page": 9, "account_number": text, "bank_name": text, "statement_period": text,
        "account_type": text, "currency": text, "features": [text], "closing_balance": text, text: text });
    json!({
        "profile": "bank_statement", "as_of": "2024-12-01", "institutions": [text],
        "record": { "account_number": format!("***{text}***"), "bank_name": format!("Bank of {text}"), "statement_period": text,
            "customer_name": format!("account ending in *** {text}"), "boundaries": [part, part], "metadata": { text: text } },
        "schema": { "properties": { "bank_name": { "const": text }, "account_number": { "type": "null" } }, "required": [text] },
        "document": { "pages": [format!("Account {text}, closing balance $7"), ""] },
    })
}

fn response(text: &str) -> Value {
    json!({ "query": text, "provider": "house", "model": "m", "mentions": [{ "name": text, "why": text, "rank": 1 }] })
}

/// Requests that no route takes, with the account number where the route looks.
fn wrong(text: &str) -> Vec<String> {
    let names = [
        "answer", "record", "profile", "document", "as_of", "schema", "policy", "urls", "query", "mentions", "sources",
    ];
    let mut bodies: Vec<String> =
        names.iter().map(|name| format!("{{\"{name}\": [{{\"{text}\": \"{text}\"}}]}}")).collect();
    bodies.extend(
        names.iter().map(|name| format!("{{\"{name}\": {}}}", if text.parse::<u64>().is_ok() { text } else { "7" })),
    );
    bodies.extend([
        format!("{{\"{text}\": 1}}"),
        format!("{{\"answer\": \"{text}"),
        format!("[\"{text}\"]"),
        format!("\"{text}\""),
        text.to_owned(),
        record(text).to_string().replace("\"2024-12-01\"", &format!("\"{text}\"")),
        record(text).to_string().replace("\"bank_statement\"", &format!("\"{text}\"")),
        record(text).to_string().replace("\"null\"", &format!("\"{text}\"")),
        record(text).to_string().replace("\"const\"", &format!("\"{text}\"")),
    ]);
    bodies
}

/// Five of the account number's characters one behind the other, however they are grouped.
fn shown<'c>(text: &str, canary: &'c str) -> Option<&'c str> {
    let own: String = text.split_inclusive(|c: char| !c.is_ascii_hexdigit()).filter(|word| !is_hash(word)).collect();
    let plain: String = own.chars().filter(|c| !matches!(c, ' ' | '-' | '.' | '/' | '\u{200b}')).collect();
    let plain = plain.to_uppercase();
    let mut windows = canary.as_bytes().windows(5).filter_map(|window| std::str::from_utf8(window).ok());
    windows.find(|window| plain.contains(window))
}

/// Whether it is a hash, which has some five characters of anything by chance; neither canary is a part of one.
fn is_hash(word: &str) -> bool {
    const SHORTEST: usize = 32;
    let digits = word.trim_end_matches(|c: char| !c.is_ascii_hexdigit());
    digits.len() >= SHORTEST && digits.contains(|c: char| c.is_ascii_alphabetic())
}

#[test]
fn a_hash_shows_no_account_number_and_all_else_may() {
    let canary = CANARIES[0];
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b73946a0";
    for (text, expected) in [
        (hash.to_owned(), None),
        (format!("etag {hash}, {hash}"), None),
        (format!("{hash} {canary}"), Some("73946")),
        (format!("7394-6185 29738641 {hash}"), Some("73946")),
        (canary.repeat(3), Some("73946")),
        ("ab73946".to_owned(), Some("73946")),
    ] {
        assert_eq!(shown(&text, canary), expected, "{text}");
    }
}

/// Every text, name and number of a JSON value by itself: the digits of two of them are none of one number.
fn leaves(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            // When it was and how long it took: random digits.
            if !["ms", "timestamp"].contains(&name.as_str()) {
                out.push(name.clone());
                leaves(value, out);
            }
        }),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, out)),
        Value::String(text) => out.push(text.clone()),
        other => out.push(other.to_string()),
    }
}

#[track_caller]
fn assert_shows_none(output: &str, of: &str) {
    let mut texts = Vec::new();
    for line in output.lines() {
        match serde_json::from_str::<Value>(line) {
            Ok(value) => leaves(&value, &mut texts),
            // Of a metric all but its value, which is a sum of times.
            Err(_) if line.starts_with("groundcheck_") => {
                texts.extend(line.rsplit_once(' ').map(|(metric, _)| metric.to_owned()));
            }
            Err(_) => texts.push(line.to_owned()),
        }
    }
    for canary in CANARIES {
        for text in &texts {
            assert_eq!(shown(text, canary), None, "{of} shows {canary}: {text}");
        }
    }
}

fn query(given: &Value) -> String {
    let pairs = given.as_object().into_iter().flatten();
    pairs.map(|(name, value)| format!("{name}={}", value.as_str().unwrap_or_default())).collect::<Vec<_>>().join("&")
}

fn send(server: &Server, method: &str, path: &str, given: &Value) -> Answer {
    let path = &of_the_first(path);
    match method {
        "get" => server.get(&format!("{path}?{}", query(given))),
        _ => server.send(
            &method.to_uppercase(),
            path,
            &[("content-type", "application/json")],
            given.to_string().as_bytes(),
        ),
    }
}

/// The path with the first item where it names one.
fn of_the_first(path: &str) -> String {
    path.replace("{id}", "1").replace("{fingerprint}", "abcdefghijklmnop")
}

/// Every route that the router has, and each of its methods that its description has.
fn routes(server: &Server) -> BTreeSet<(String, String)> {
    let document = server.get("/api/openapi.json").json();
    // What several methods of a path have in common stands beside them.
    let methods = |methods: &Value| {
        let names = methods.as_object().unwrap().keys().filter(|name| *name != "parameters");
        names.cloned().collect::<Vec<String>>()
    };
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| methods(item).into_iter().map(|method| (method, path.clone())))
        .collect();
    let source = include_str!("../src/server/router.rs");
    let routed = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    // What no route has is answered by these.
    for path in routed.filter(|path| !["/api", "/api/{*path}"].contains(path)) {
        assert!(described.iter().any(|(_, known)| known == path), "{path} is not described in openapi.rs");
    }
    described
}

#[test]
fn every_route_has_its_line() {
    let lines = ROUTES.iter().map(|(method, path, ..)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(routes(&Server::new()), lines, "a new route is a line of ROUTES");
}

/// All files of a folder, as far as they are text.
fn files(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).replace('\0', "\n")).collect()
}

#[test]
fn no_route_no_log_no_metric_and_no_database_shows_an_account_number() {
    let folder = Folder::new();
    let database = folder.path().join("groundcheck.db").display().to_string();
    let collector = Collector::new(Mood::Takes);
    let args = ["--log-format", "json", "--database", &database, "--no-analyze"];
    let server = Server::start(collector.used_by(&mut groundcheck()), &args);
    for canary in CANARIES {
        for (method, path, gives, given) in ROUTES.iter().filter(|(_, _, gives, _)| *gives != Stored) {
            let answer = send(&server, method, path, &given(canary));
            assert_ne!(answer.status, 404, "{method} {path}");
            if *gives == Nothing || answer.status >= 400 {
                assert_shows_none(&answer.body, &format!("{method} {path}"));
            }
        }
        for (method, path, _, given) in ROUTES {
            // Only those that read a body: one that is left unread may cut the answer off.
            let reads = *method != "get" && given(canary) != json!({});
            for body in wrong(canary).iter().filter(|_| reads) {
                let headers = [("content-type", "application/json"), ("user-agent", canary), ("referer", canary)];
                let answer = server.send(&method.to_uppercase(), &of_the_first(path), &headers, body.as_bytes());
                assert_shows_none(&answer.body, &format!("{method} {path} given {body}"));
            }
            assert_shows_none(&server.get(&format!("{}?{canary}={canary}", of_the_first(path))).body, path);
        }
        assert_shows_none(&server.get(&format!("/api/{canary}?{canary}")).body, "a route that there is not");
        assert_shows_none(&server.send(canary, "/api/records/validate", &[], b"").body, "a method that there is not");
    }
    for (method, path, ..) in ROUTES.iter().filter(|(method, ..)| *method == "get") {
        assert_shows_none(&server.get(&of_the_first(path)).body, &format!("{method} {path} at the end"));
    }
    let metrics = server.get("/metrics").body;
    assert!(metrics.contains("groundcheck_record_alerts_total"), "{metrics}");
    // What was stored is still in the file beside the database, before a server that ends puts it in.
    assert_shows_none(&files(folder.path()), "the database");
    let (_, log) = server.stop();
    assert!(log.lines().count() > 100, "{log}");
    assert_shows_none(&log, "the log");
    assert!(collector.spans().len() > 100);
    assert_shows_none(&collector.bytes(), "the traces");
    assert_shows_none(&files(folder.path()), "the database");
}

#[test]
fn what_is_stored_by_request_is_in_no_log_and_no_metric() {
    let server = Server::start(&mut groundcheck(), &["--log-format", "json", "--no-analyze"]);
    for canary in CANARIES {
        for (method, path, _, given) in ROUTES.iter().filter(|(_, _, gives, _)| *gives == Stored) {
            let answer = send(&server, method, path, &given(canary));
            assert!((200..300).contains(&answer.status), "{method} {path}: {answer:?}");
        }
    }
    assert_shows_none(&server.get("/metrics").body, "/metrics");
    assert_shows_none(&server.stop().1, "the log");
}

#[test]
fn the_command_line_shows_no_account_number() {
    for canary in CANARIES {
        let folder = Folder::new();
        let request = record(canary);
        let whole = folder.file("request.json", request.to_string());
        let (good, text) = (folder.file("record.json", request["record"].to_string()), folder.file("d.txt", canary));
        let schema = folder.file("schema.json", request["schema"].to_string());
        let bad = folder.file("bad.json", format!("{{\"{canary}\": {{\"{canary}\""));
        let wrong = folder.file("wrong.json", format!("{{\"{canary}\": [\"{canary}\"]}}"));
        let of = |record: &str, profile: &str, more: &[&str]| {
            let mut args = vec!["records", record, "--document", &text, "--profile", profile, "--pages", "2"];
            args.extend(more);
            args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<String>>()
        };
        let mut runs = vec![
            vec!["records".to_owned(), "--request".to_owned(), whole.clone()],
            of(&good, "bank_statement", &[]),
            of(&good, "bank_statement", &["--schema", &schema]),
            of(&good, "bank_statement", &["--institutions", &text]),
            of(&good, "invoice", &["--strict", "--color", "always"]),
            of(&bad, "bank_statement", &[]),
            of(&wrong, "bank_statement_boundaries", &[]),
            of(&whole, "invoice", &[]),
        ];
        for option in ["--schema", "--policy", "--request"] {
            for file in [&bad, &wrong] {
                runs.push(if option == "--request" {
                    vec!["records".to_owned(), option.to_owned(), file.clone()]
                } else {
                    of(&good, "bank_statement", &[option, file])
                });
            }
        }
        runs.extend([of(&good, &bad, &[]), of(&good, &wrong, &[])]);
        for args in runs {
            for format in ["text", "json"] {
                let ran = run_with(groundcheck().args(&args).args(["--format", format]), b"");
                assert_shows_none(&ran.stdout, &format!("{args:?}"));
                assert_shows_none(&ran.stderr, &format!("{args:?}, on standard error,"));
            }
        }
    }
}

#[test]
fn the_test_sees_what_it_looks_for() {
    let [card, iban] = CANARIES;
    for text in ["7394 6", "x7-3-9-4-6x", "QXZW6", "qxzw-6"] {
        assert!(shown(text, card).is_some() || shown(text, iban).is_some(), "{text}");
    }
    assert_eq!((shown("••••8641", card), shown("••••3917", iban), shown("QXZW", iban)), (None, None, None));
}
