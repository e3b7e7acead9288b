//! Logs read alone, and hold nothing of what was checked.

#[cfg(target_os = "linux")]
use std::process::Command;

use serde_json::{Value, json};

#[cfg(target_os = "linux")]
use crate::store::faults::limit_files;
#[cfg(target_os = "linux")]
use crate::support::Folder;
use crate::support::{Server, groundcheck, request};

const CANARY: &str = "canary7734";

#[test]
fn a_line_a_request_with_its_outcome() {
    let server = Server::start(&mut groundcheck(), &["--log-format", "json"]);
    let flagged = server.analyze(request("The NOI was $1.5M for the property.").to_string().as_bytes());
    server.analyze(b"{");
    server.get("/api/nothing");
    server.get("/");
    let (code, log) = server.stop();
    assert_eq!(code, Some(0));
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect();
    let requests: Vec<&Value> = lines.iter().filter(|line| line["request_id"].is_u64()).collect();
    assert_eq!(requests.len(), 4, "{log}");
    let first = requests[0];
    for (field, value) in [
        ("level", json!("INFO")),
        ("method", json!("POST")),
        ("route", json!("/api/analyze")),
        ("status", json!(200)),
        ("claims", json!(1)),
        ("verdict", json!("flagged")),
    ] {
        assert_eq!(first[field], value, "{first}");
    }
    assert!(first["ms"].as_f64().is_some_and(|ms| ms > 0.0), "{first}");
    assert_eq!(flagged.header("x-request-id"), Some(first["request_id"].to_string().as_str()));
    assert_eq!((&requests[1]["status"], &requests[1]["error"]), (&json!(400), &json!("invalid_json")));
    assert_eq!(requests[2]["route"], "/api/{*path}");
    assert_eq!(requests[3]["route"], "page");
}

#[test]
fn nothing_that_was_checked_reaches_a_log() {
    for format in ["text", "json"] {
        let mut command = groundcheck();
        let server = Server::start(command.env("HALLUCINATION_TARGET_TIME_MS", "0"), &["--log-format", format]);
        let everywhere = json!({
            "id": CANARY,
            "answer": format!("The {CANARY} was $1.5M."),
            "question": CANARY,
            "sources": [{ "id": CANARY, "text": format!("The {CANARY} was $1.2M."), "title": CANARY, "url": CANARY }],
            "facts": [{ "entity": CANARY, "metric": CANARY, "value": CANARY }],
            "scope": { "entity": CANARY },
            "history": [{ "role": "user", "text": CANARY }],
        });
        for body in [
            everywhere.to_string(),
            format!("{{\"{CANARY}\": 1}}"),
            format!("{{\"answer\": \"{CANARY}"),
            json!({ "answer": "x 5", "facts": format!("metric,value\n{CANARY},1,2\n") }).to_string(),
        ] {
            server.analyze(body.as_bytes());
        }
        server.get(&format!("/{CANARY}?{CANARY}"));
        server.get(&format!("/api/{CANARY}"));
        server.send(CANARY, "/", &[], b"");
        server.send("GET", "/", &[("host", CANARY), ("user-agent", CANARY), ("referer", CANARY)], b"");
        let (_, log) = server.stop();
        assert!(log.lines().count() >= 8, "{log}");
        assert!(!log.contains(CANARY), "{log}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_has_no_room_ends_nothing() {
    let folder = Folder::new();
    let log = folder.path().join("log");
    let mut command = Command::new("sh");
    let script = "trap '' XFSZ; exec \"$0\" \"$@\" 2>\"$LOG\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_groundcheck")]).env("LOG", &log);
    let mut server = Server::start(&mut command, &[]);
    assert_eq!(server.get("/api/health").status, 200);
    limit_files(server.id(), "1000");
    let logged = || std::fs::metadata(&log).unwrap().len();
    for _ in 0..30 {
        assert_eq!(server.get("/api/health").status, 200);
    }
    assert!(server.is_running());
    assert_eq!(logged(), 1000, "it is full");
    limit_files(server.id(), "unlimited");
    assert_eq!(server.get("/api/health").status, 200);
    assert!(logged() > 1000, "what comes later is logged again");
    assert_eq!(server.stop().0, Some(0));
}
