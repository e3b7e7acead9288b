//! One contract: the same request gives the same bytes from `check`, `batch` and HTTP, good or bad.

use serde_json::{Value, json};

use crate::support::{Folder, SOURCE, Server, groundcheck, request, run_with};

/// Requests that give a report.
fn good() -> Vec<Value> {
    let with = |answer: &str, more: Value| {
        let mut request = request(answer);
        let more = more.as_object().expect("an object").clone();
        request.as_object_mut().expect("an object").extend(more);
        request
    };
    vec![
        request("The NOI was $1.5M for the property."),
        request("The NOI was $1.25M for the property."),
        with("The NOI was $1.5M.", json!({ "id": "a1", "confidence": 0.9 })),
        with("The NOI was $1.5M.", json!({ "policy": { "currency_tolerance_ratio": 0.3, "target_time_ms": 50 } })),
        with("The NOI was $1.5M.", json!({ "policy": { "verify_currency": false } })),
        json!({ "answer": "The NOI was $1.5M." }),
        json!({ "answer": "Nothing to see here.", "sources": [{ "id": "S0", "text": SOURCE }] }),
        json!({ "answer": "👩‍👩‍👧 ה-NOI היה 1.5 מיליון ₪ ברבעון השלישי.", "locale": "he",
                "sources": [{ "id": "מקור", "text": "ה-NOI היה 1,200,000 ₪ ברבעון השלישי של 2024." }] }),
        json!({ "answer": "The DSCR was 1.5 and occupancy 95%.", "facts": "property_id,period,dscr,occupancy_rate\n1,2024-Q3,1.25,85\n",
                "scope": { "entity": 1, "period": "Q3 2024" } }),
        json!({ "answer": "The DSCR was 1.25.", "facts": [{ "metric": "dscr", "value": 1.25 }] }),
        json!({ "answer": "control \u{1}\u{7f}\u{2028} $5", "sources": [{ "id": "\u{0}", "text": "\u{fffd}$5" }] }),
    ]
}

/// A body that gives an error: its code, field and line.
type Bad = (Vec<u8>, &'static str, Option<&'static str>, Option<u64>);

/// Bodies that give an error.
fn bad() -> Vec<Bad> {
    let mut many = request("x 1");
    many["sources"] = (0..1001).map(|i| json!({ "id": i.to_string(), "text": "" })).collect();
    let twice = json!({ "answer": "x", "sources": [{ "id": "a", "text": "" }, { "id": "a", "text": "" }] });
    let big = request(&"x".repeat(300 * 1024));
    let mut huge = br#"{"answer": ""#.to_vec();
    huge.resize(9 * 1024 * 1024, b'x');
    let bytes = |value: &Value| value.to_string().into_bytes();
    vec![
        (br#"{"answer": ""}"#.to_vec(), "empty_answer", Some("answer"), None),
        (bytes(&big), "answer_too_large", Some("answer"), None),
        (huge, "request_too_large", None, None),
        (br#"{"answer": "x", "surces": []}"#.to_vec(), "unknown_field", Some("surces"), None),
        (
            br#"{"answer": "x", "sources": [{"id": "a", "txt": ""}]}"#.to_vec(),
            "unknown_field",
            Some("sources[0].txt"),
            None,
        ),
        (bytes(&twice), "duplicate_source_id", Some("sources[1].id"), None),
        (br#"{"answer": "x", "facts": [{"metric": "noi", "value": NaN}]}"#.to_vec(), "invalid_json", None, None),
        (br#"{"answer": "x", "facts": [{"metric": "noi"}]}"#.to_vec(), "missing_field", Some("facts[0].value"), None),
        (b"{\"answer\": \"\xff\"}".to_vec(), "invalid_utf8", None, None),
        (br#"{"answer": "x"#.to_vec(), "invalid_json", None, None),
        (b"[]".to_vec(), "invalid_value", None, None),
        (bytes(&many), "too_many", Some("sources"), None),
        (
            br#"{"answer": "x", "policy": {"target_rate": 7}}"#.to_vec(),
            "invalid_value",
            Some("policy.target_rate"),
            None,
        ),
        (br#"{"answer": "x", "confidence": 2}"#.to_vec(), "invalid_value", Some("confidence"), None),
        (
            bytes(&json!({ "answer": "x 5", "facts": "metric,value\nnoi,1\ndscr,1,2,3\n" })),
            "invalid_csv",
            Some("facts"),
            Some(3),
        ),
        (bytes(&json!({ "answer": "x 5", "facts": "metric,value\nnoi,NaN\n" })), "invalid_csv", Some("facts"), Some(2)),
    ]
}

#[test]
fn reports_are_byte_for_byte_the_same() {
    let folder = Folder::new();
    let server = Server::new();
    let mut lines = String::new();
    let mut reports = String::new();
    for (i, request) in good().iter().enumerate() {
        let body = request.to_string();
        let file = folder.file(&format!("{i}.json"), &body);
        let check = run_with(groundcheck().args(["check", "--format", "json", "--request", &file]), b"");
        let http = server.analyze(body.as_bytes());
        assert_eq!(http.status, 200, "{body}: {http:?}");
        assert_eq!(check.stdout, format!("{}\n", http.body), "{body}");
        let verdict = http.json()["verdict"].as_str().expect("a verdict").to_owned();
        assert_eq!(check.code, Some(i32::from(verdict != "clean")), "{body}");
        lines += &(body + "\n");
        reports += &check.stdout;
    }
    let batch = run_with(groundcheck().args(["batch", "--quiet"]), lines.as_bytes());
    assert_eq!(batch.stdout, reports);
}

#[test]
fn errors_are_the_same_code_field_and_line() {
    let folder = Folder::new();
    let server = Server::new();
    for (i, (body, code, field, line)) in bad().iter().enumerate() {
        let shown = String::from_utf8_lossy(&body[..body.len().min(100)]).into_owned();
        let file = folder.file(&format!("{i}.json"), body);
        let check = run_with(groundcheck().args(["check", "--format", "json", "--request", &file]), b"");
        let http = server.analyze(body);
        assert_eq!(check.stdout, format!("{}\n", http.body), "{shown}");
        assert_eq!(check.code, Some(2), "{shown}");
        assert!(check.stderr.starts_with("groundcheck: "), "{shown}: {}", check.stderr);
        assert!((400..500).contains(&http.status), "{shown}: {}", http.status);
        let error = &http.json()["error"];
        assert_eq!(error["code"], *code, "{shown}: {error}");
        assert_eq!((error["field"].as_str(), error["line"].as_u64()), (*field, *line), "{shown}: {error}");

        let batch = run_with(groundcheck().args(["batch", "--quiet"]), &[b"\n", body.as_slice()].concat());
        assert_eq!(batch.code, Some(3), "{shown}");
        let report = batch.json();
        assert_eq!(report["verdict"], "error");
        let error = &report["error"];
        assert_eq!((error["code"].as_str(), error["field"].as_str()), (Some(*code), *field), "{shown}");
        assert_eq!(error["line"], 2, "{shown}");
    }
}
