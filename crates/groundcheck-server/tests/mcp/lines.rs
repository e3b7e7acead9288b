//! Lines as they stand on standard input: too long, no JSON, cut off; and what the process leaves when they end.

use std::io::Write as _;
use std::process::{Child, ChildStdin};

use serde_json::{Value, json};

use super::with_args;
use crate::support::{Ran, SOURCE, groundcheck, run_with};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// What comes back for these lines behind a proper beginning, by the ids of the requests.
fn answers(lines: &[&str]) -> (Ran, Vec<Value>) {
    let input = [&[INITIALIZE, INITIALIZED], lines].concat().join("\n");
    let ran = run_with(groundcheck().arg("mcp"), input.as_bytes());
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let mut answers = ran.json_lines();
    answers.retain(|answer| answer["id"] != 0);
    answers.sort_by_key(|answer| answer["id"].as_u64());
    (ran, answers)
}

fn call(id: u32, answer: &str) -> String {
    let params = json!({ "name": "check_answer", "arguments": { "answer": answer, "sources": [SOURCE] } });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
}

#[test]
fn a_line_that_is_too_long_is_answered_and_the_next_one_too() {
    let long = call(1, &"The NOI was $1.5M. ".repeat(600_000));
    assert!(long.len() > 8 * 1024 * 1024);
    let other =
        format!(r#"{{"method":"tools/list","params":{{"x":"{}"}},"id":2,"jsonrpc":"2.0"}}"#, "a".repeat(9_000_000));
    let none = format!(r#"{{"method":"notifications/x","params":"{}"}}"#, "a".repeat(9_000_000));
    let (ran, answers) = answers(&[&long, &none, &other, &call(3, "The NOI was $1.5M.")]);
    assert_eq!(answers.len(), 3, "{ran:?}");
    let told = answers[0]["result"]["content"][0]["text"].as_str().expect("a tool's error");
    assert!(told.contains("larger than the 8388608 bytes") && told.contains("[request_too_large]"), "{told}");
    assert_eq!(answers[0]["result"]["isError"], true);
    assert_eq!(answers[1]["error"]["code"], -32600, "{}", answers[1]);
    assert_eq!(answers[2]["result"]["structuredContent"]["verdict"], "flagged");
    assert!(!ran.stderr.contains("NOI"), "{}", ran.stderr);
}

#[test]
fn lines_that_cannot_be_read_are_answered_where_they_are_requests() {
    let deep =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}{}}}"#, "[".repeat(500), "]".repeat(500));
    let half = call(2, "The NOI was HALF $1.5M.").replace("HALF", r"\ud83d");
    let broken = r#"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{what?}}"#;
    let lines = [
        &deep,
        "",
        "secret",
        "[]",
        "\u{feff}\r",
        "{\"id\":4}",
        &half,
        broken,
        r#"{"jsonrpc":"2.0","id":5,"method":"tools/list"}"#,
    ];
    let (ran, answers) = answers(&lines);
    let ids: Vec<_> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [1, 2, 3, 5], "{ran:?}");
    assert_eq!((&answers[0]["error"]["code"], &answers[2]["error"]["code"]), (&json!(-32700), &json!(-32700)));
    let problem = &answers[1]["result"]["structuredContent"]["problems"][0];
    assert_eq!(problem["sentence"], "The NOI was \u{fffd} $1.5M.", "{problem}");
    assert!(answers[3]["result"]["tools"].is_array());
    assert!(!ran.stderr.contains("secret"), "{}", ran.stderr);
}

#[test]
fn a_field_that_stands_twice_is_refused_with_its_place() {
    let call = |id: u32, tool: &str, arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        )
    };
    let record = |id: u32, record: &str| {
        let arguments =
            format!(r#"{{"profile":"invoice","document":"Invoice INV-17 of Acme Ltd.","record":{record}}}"#);
        call(id, "validate_record", &arguments)
    };
    let twice = r#"{"seller_name":"Acme Ltd","total":99.0,"total":1.0}"#;
    let lines = [
        record(1, twice),
        record(2, r#"{"seller_name":"Acme Ltd","lines":[{"total":99.0},{"total":99.0}]}"#),
        record(3, r#"{"lines":[{"a":1},{"b":1,"b":1}]}"#),
        // The record as a text is read as HTTP reads it: the report rejects it.
        record(4, &json!(twice).to_string()),
        call(5, "check_answer", r#"{"answer":"$5","answer":"$6"}"#),
        call(6, "check_answer", r#"{"answer":"$5","sources":[{"id":"S0","text":"a","text":"b"}]}"#),
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"x":1,"x":2}}"#.to_owned(),
    ];
    let (ran, answers) = answers(&lines.each_ref().map(String::as_str));
    let told = |at: usize| answers[at]["result"]["content"][0]["text"].as_str().unwrap_or_default();
    for (at, said) in [
        (0, "record: has the field `total` twice [invalid_value]"),
        (2, "record.lines[1]: has the field `b` twice [invalid_value]"),
        (4, "has the field `answer` twice [invalid_value]"),
        (5, "sources[0]: has the field `text` twice [invalid_value]"),
    ] {
        assert_eq!((told(at), &answers[at]["result"]["isError"]), (said, &json!(true)), "{ran:?}");
    }
    assert_eq!(answers[1]["result"]["isError"], false, "once in each object: {}", answers[1]);
    let report = &answers[3]["result"]["structuredContent"];
    assert_eq!(report["disposition"], "reject", "{report}");
    assert!(report["errors"].to_string().contains("appears twice"), "{report}");
    assert_eq!(answers[6]["error"]["code"], -32600, "{}", answers[6]);
}

#[test]
fn no_account_number_comes_back_or_is_logged() {
    const ACCOUNT: &str = "7394618529738641";
    let call = |id: u32, arguments: Value| {
        let params = json!({ "name": "validate_record", "arguments": arguments });
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
    };
    let record = json!({ "bank_name": "No Such Bank", "account_number": ACCOUNT });
    let whole = json!({ "profile": "bank_statement", "record": record, "document": "A statement of one page." });
    let with = |name: &str, value: Value| {
        let mut changed = whole.clone();
        changed[name] = value;
        changed
    };
    let calls = [
        call(1, whole.clone()),
        call(2, with("record", json!(record.to_string()))),
        call(3, with("record", json!(format!("The account is {ACCOUNT}.")))),
        call(4, with("profile", json!(ACCOUNT))),
        call(5, with("as_of", json!(ACCOUNT))),
        call(6, with(ACCOUNT, json!(1))),
    ];
    let (ran, answers) = answers(&calls.each_ref().map(String::as_str));
    let refused: Vec<bool> = answers.iter().map(|answer| answer["result"]["isError"] == true).collect();
    assert_eq!(refused, [false, false, false, true, true, true], "{ran:?}");
    for text in [&ran.stdout, &ran.stderr] {
        let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        assert!(!digits.contains(&ACCOUNT[..5]) && !digits.contains(&ACCOUNT[11..]), "{text}");
    }
}

#[test]
fn requests_whose_client_hangs_up_are_still_answered() {
    let (ran, answers) = answers(&[&call(1, "The NOI was $1.5M."), &call(2, "The NOI was $1.2M.")]);
    let verdicts: Vec<_> = answers.iter().map(|answer| &answer["result"]["structuredContent"]["verdict"]).collect();
    assert_eq!(verdicts, ["flagged", "clean"], "{ran:?}");
    assert!(ran.stderr.contains("tool=check_answer") && !ran.stderr.contains("NOI"), "{}", ran.stderr);
}

#[test]
fn many_small_calls_at_once_are_all_answered() {
    let calls: Vec<String> = (1..=150).map(|id| call(id, "The NOI was $1.5M.")).collect();
    let (ran, small) = answers(&calls.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(small.len() == 150 && small.iter().all(|answer| answer["result"]["isError"] == false), "{}", ran.stderr);
}

#[test]
fn its_end_is_an_exit_code() {
    let silent = run_with(groundcheck().arg("mcp"), b"");
    assert_eq!((silent.code, silent.stdout.as_str(), silent.stderr.as_str()), (Some(0), "", ""));
    let other = run_with(groundcheck().arg("mcp"), b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
    assert_eq!((other.code, other.stdout.as_str()), (Some(3), ""));
    assert!(other.stderr.contains("did not send `initialize` first"), "{}", other.stderr);
    let setting = run_with(groundcheck().arg("mcp").env("HALLUCINATION_NUMBER_TOLERANCE", "many"), b"");
    assert_eq!((setting.code, setting.stdout.as_str()), (Some(2), ""), "{setting:?}");
}

#[test]
fn an_endless_line_takes_no_memory() {
    let mut server = with_args(&[]).spawn().expect("the binary starts");
    let mut input = server.stdin.take().expect("piped");
    let piece = vec![b'a'; 1024 * 1024];
    let most = memory(&server, &mut input, &piece, 20);
    assert!(memory(&server, &mut input, &piece, 200) < most + 32 * 1024, "in KiB, after 20 MiB: {most}");
    drop(input);
    assert_eq!(server.wait().expect("it ends").code(), Some(0));
}

/// Resident memory in KiB once so many more pieces were read; 0 where the system does not say.
fn memory(server: &Child, input: &mut ChildStdin, piece: &[u8], pieces: usize) -> u64 {
    for _ in 0..pieces {
        input.write_all(piece).expect("it reads on");
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}
