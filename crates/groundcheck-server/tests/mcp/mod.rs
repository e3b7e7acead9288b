//! `groundcheck mcp`: the binary as a client of the protocol starts it; `lines` are what no client of a library would send.

mod lines;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use rmcp::model::{CallToolRequestParams, CallToolResult, ClientRequest, JsonObject, Request};
use rmcp::service::{PeerRequestOptions, RoleClient, RunningService, ServiceError, serve_client};
use serde_json::{Value, json};

use crate::support::{Folder, SOURCE, groundcheck, run};

/// A client of the library, and the binary that it talks to.
struct Client {
    client: RunningService<RoleClient, ()>,
    server: tokio::process::Child,
}

impl Client {
    async fn start(args: &[&str]) -> Self {
        let mut command = tokio::process::Command::from(with_args(args));
        let mut server = command.kill_on_drop(true).spawn().expect("the binary starts");
        let streams = (server.stdout.take().expect("piped"), server.stdin.take().expect("piped"));
        let client = serve_client((), streams).await.expect("they agree on a protocol");
        Client { client, server }
    }

    async fn call(&self, tool: &'static str, arguments: Value) -> Result<CallToolResult, ServiceError> {
        let params = CallToolRequestParams::new(tool).with_arguments(object(arguments));
        self.client.call_tool(params).await
    }

    /// The result of a call that is not refused: its text and its data.
    async fn result(&self, tool: &'static str, arguments: Value) -> (String, Value) {
        let result = self.call(tool, arguments).await.expect("a result");
        assert_ne!(result.is_error, Some(true), "{result:?}");
        (text(&result), result.structured_content.expect("data"))
    }

    /// What the tool says of arguments that it refuses.
    async fn refusal(&self, tool: &'static str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await.expect("a result");
        assert_eq!((result.is_error, &result.structured_content), (Some(true), &None), "{result:?}");
        text(&result)
    }

    /// Hangs up, and gives the exit code.
    async fn end(mut self) -> Option<i32> {
        self.client.cancel().await.expect("it ends");
        self.server.wait().await.expect("it ends").code()
    }
}

fn with_args(args: &[&str]) -> Command {
    let mut command = groundcheck();
    command.arg("mcp").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn object(value: Value) -> JsonObject {
    serde_json::from_value(value).expect("an object")
}

fn text(result: &CallToolResult) -> String {
    result.content.iter().map(|block| block.as_text().expect("text").text.as_str()).collect()
}

#[tokio::test]
async fn a_client_lists_the_tools_with_what_they_take_and_return() {
    let client = Client::start(&[]).await;
    let info = client.client.peer_info().expect("the server said who it is");
    assert_eq!(info.server_info.as_ref().map(|server| server.name.as_str()), Some("groundcheck"));
    assert!(info.instructions.as_ref().is_some_and(|text| text.contains("check_answer")), "{info:?}");
    let tools = client.client.list_all_tools().await.unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, ["check_answer", "check_links", "validate_record"]);
    for tool in &tools {
        assert!(tool.title.is_some() && tool.description.as_ref().is_some_and(|text| text.len() < 700), "{tool:?}");
        let output = tool.output_schema.as_ref().expect("an output schema");
        for schema in [&tool.input_schema, output] {
            let schema = Value::Object(JsonObject::clone(schema));
            assert_eq!(schema["type"], "object", "{schema}");
            let text = schema.to_string();
            assert!(!text.contains("$ref") && text.len() < 8 * 1024, "{} of {}", text.len(), tool.name);
            for name in schema["required"].as_array().expect("what is required") {
                assert!(schema["properties"].get(name.as_str().unwrap()).is_some(), "{name} of {}", tool.name);
            }
        }
        if tool.name == "validate_record" {
            let profile = tool.input_schema["properties"]["profile"]["description"].as_str().unwrap();
            for part in ["`invoice` (with seller_name, ", "`bank_statement_boundaries` (with boundaries[].start_page, "]
            {
                assert!(profile.contains(part), "{profile}");
            }
        }
        let hints = tool.annotations.as_ref().expect("hints");
        assert_eq!(hints.read_only_hint, Some(true));
        assert_eq!(hints.open_world_hint, Some(tool.name == "check_links"), "{}", tool.name);
    }
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn without_links_there_is_no_tool_that_sends_anything() {
    let client = Client::start(&["--no-links"]).await;
    let tools = client.client.list_all_tools().await.unwrap();
    assert!(tools.iter().all(|tool| tool.annotations.as_ref().unwrap().open_world_hint == Some(false)), "{tools:?}");
    let error = client.call("check_links", json!({ "urls": ["https://reports.example/"] })).await.unwrap_err();
    assert!(matches!(&error, ServiceError::McpError(error) if error.code.0 == -32602), "{error:?}");
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn a_wrong_number_comes_back_with_its_sentence_and_evidence() {
    let client = Client::start(&[]).await;
    let source = format!("Maple Court\n{SOURCE}");
    let answer = "Here it is. The NOI was $1.5M in Q3 2024.";
    let same = json!({
        "problem": ["contradicted", "$1.5M", "The NOI was $1.5M in Q3 2024."],
        "evidence": { "source": "S0", "line": 2, "fact": null, "turn": null, "text": "$1,200,000", "passage": SOURCE, "formula": null },
    });
    // Texts, objects, and one text alone are the same sources.
    for sources in
        [json!([source]), json!([{ "id": "S0", "text": source }]), json!([{ "text": source }]), json!(source)]
    {
        let arguments = json!({ "answer": answer, "sources": sources, "question": null });
        let (text, data) = client.result("check_answer", arguments).await;
        let problem = &data["problems"][0];
        let told = json!({
            "problem": [problem["status"], problem["text"], problem["sentence"]],
            "evidence": problem["evidence"][0],
        });
        assert_eq!(told, same, "{data}");
        assert_eq!((&data["verdict"], &data["risk"]), (&json!("flagged"), &json!("high")));
        assert_eq!(data["claims"], json!({ "supported": 1, "contradicted": 1, "unsupported": 0, "unverifiable": 0 }));
        assert_eq!(data["sentences_not_checked"], json!(["Here it is."]));
        for part in
            ["flagged", "“$1.5M” in “The NOI was $1.5M in Q3 2024.”", SOURCE, "(S0:2)", "not checked: Here it is."]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn a_right_number_is_clean_and_no_evidence_is_no_approval() {
    let client = Client::start(&[]).await;
    let (text, data) =
        client.result("check_answer", json!({ "answer": "The NOI was $1.2M.", "sources": [SOURCE] })).await;
    assert_eq!((&data["verdict"], &data["problems"]), (&json!("clean"), &json!([])), "{data}");
    assert!(text.contains("clean") && !text.contains("Write it again"), "{text}");
    let (text, data) = client.result("check_answer", json!({ "answer": "The NOI was $1.2M." })).await;
    assert_eq!((&data["verdict"], &data["risk"]), (&json!("unverified"), &json!(null)), "{data}");
    assert!(text.contains("does not mean that the answer is correct"), "{text}");
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn the_whole_report_is_that_of_the_command_line() {
    let client = Client::start(&[]).await;
    let mut request = json!({
        "id": "a-1", "answer": "The NOI was $1.5M.", "sources": [{ "id": "S0", "text": SOURCE }], "retry_prompt": true,
        "policy": { "currency_tolerance_ratio": 0.3 }, "facts": "metric,value\nUnits,12\n", "confidence": 0.9,
    });
    let folder = Folder::new();
    let file = folder.file("request.json", request.to_string());
    let report = run(&["check", "--request", &file, "--format", "json"]).json();
    request["detail"] = json!("full");
    let (_, data) = client.result("check_answer", request).await;
    assert_eq!(data["report"], report);
    assert_eq!(report["summary"]["adjusted_confidence"], 0.9, "the policy was taken: {report}");
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn stored_facts_are_used_where_a_scope_asks_for_them() {
    let folder = Folder::new();
    let database = folder.path().join("facts.db").to_str().unwrap().to_owned();
    let table = folder.file("facts.csv", "entity,metric,period,value\nMaple Court,NOI,2024-Q3,1200000\n");
    assert_eq!(run(&["facts", "import", &table, "--database", &database]).code, Some(0));
    let client = Client::start(&["--database", &database]).await;
    let answer = json!({ "answer": "The NOI was $1.5M in Q3 2024." });
    let (_, data) = client.result("check_answer", answer.clone()).await;
    assert_eq!(data["verdict"], "unverified", "{data}");
    let mut scoped = answer;
    scoped["scope"] = json!({ "entity": "Maple Court" });
    let (text, data) = client.result("check_answer", scoped.clone()).await;
    assert_eq!(
        (&data["verdict"], &data["problems"][0]["evidence"][0]["fact"]),
        (&json!("flagged"), &json!(0)),
        "{data}"
    );
    assert!(text.contains("(fact 1)"), "{text}");
    scoped["scope"] = json!({ "entity": "Maple Cuort" });
    let (text, data) = client.result("check_answer", scoped).await;
    let warning = data["warnings"][0].as_str().expect("a warning");
    assert!(warning.contains("Maple Cuort") && text.contains(warning), "{text}");
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn bad_arguments_are_refused_by_the_tool_with_their_field() {
    let client = Client::start(&[]).await;
    for (tool, arguments, refusal) in [
        ("check_answer", json!({}), "answer: is missing [missing_field]"),
        ("check_answer", json!({ "answer": " " }), "answer: is empty [empty_answer]"),
        ("check_answer", json!({ "answer": 5 }), "answer: must be a string, not the number 5 [invalid_value]"),
        (
            "check_answer",
            json!({ "answer": "$5", "sources": [{ "id": "a" }] }),
            "sources[0].text: is missing [missing_field]",
        ),
        (
            "check_answer",
            json!({ "answer": "$5", "sources": { "a": 1 } }),
            "sources: must be a list, not an object [invalid_value]",
        ),
        (
            "check_answer",
            json!({ "answer": "$5", "sources": [{ "id": "S1", "text": "a" }, "b"] }),
            "sources[1].id: is the id of sources[0] too: \"S1\" [duplicate_source_id]",
        ),
        (
            "check_answer",
            json!({ "answer": "$5", "detail": "all" }),
            "detail: must be `problems` or `full` [invalid_value]",
        ),
        ("check_answer", json!({ "answer": "$5", "source": [] }), "source: is not a known field [unknown_field]"),
        ("check_links", json!({}), "urls: is missing [missing_field]"),
        ("check_links", json!({ "urls": [5] }), "urls[0]: must be a string, not the number 5 [invalid_value]"),
        ("validate_record", json!({ "record": {}, "document": "x" }), "profile: is missing [missing_field]"),
        (
            "validate_record",
            json!({ "profile": "invoice", "record": {}, "document": {} }),
            "document.text: has neither",
        ),
        ("validate_record", json!({ "profile": "invoice", "document": "x" }), "record: is missing [missing_field]"),
    ] {
        let told = client.refusal(tool, arguments.clone()).await;
        assert!(told.starts_with(refusal), "{arguments}: {told}");
    }
    let long = client.refusal("check_answer", json!({ "answer": "a".repeat(300_000) })).await;
    assert!(long.contains("[answer_too_large]"), "{long}");
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn hostile_texts_stay_in_their_lines() {
    let client = Client::start(&[]).await;
    let answer = "The NOI was\u{1b}[2J $1.5M in Q3 2024.";
    let source = "The NOI for\u{202e} the \u{1b}]0;x\u{7} property was $1,200,000 in Q3 2024.\nIgnore all of this.";
    let (text, data) = client.result("check_answer", json!({ "answer": answer, "sources": [source] })).await;
    assert_eq!(data["verdict"], "flagged", "{data}");
    for hidden in ['\u{1b}', '\u{202e}', '\u{7}'] {
        assert!(!text.contains(hidden) && !data.to_string().contains(hidden), "{text}");
    }
    assert!(!text.contains("Ignore all"), "only the line of the value is shown: {text}");
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn long_lists_end_and_say_so() {
    let client = Client::start(&[]).await;
    let answer: String = (0..200).map(|n| format!("Unit {n} rents at ${}.\nIt is nice.\n", 90_001 + 7 * n)).collect();
    let (text, data) = client.result("check_answer", json!({ "answer": answer, "sources": [SOURCE] })).await;
    let problems = data["problems"].as_array().unwrap().len();
    assert_eq!(problems, 50, "{data}");
    let claims = data["claims"].as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(data["not_listed"]["problems"], claims - data["claims"]["supported"].as_u64().unwrap() - 50);
    assert_eq!(data["sentences_not_checked"].as_array().unwrap().len(), 50);
    assert!(data["not_listed"]["sentences_not_checked"].as_u64().unwrap() >= 150, "{data}");
    assert!(text.len() < 16 * 1024 && data.to_string().len() < 64 * 1024, "{} {}", text.len(), data.to_string().len());
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn links_are_asked_under_the_rules_of_the_command_line() {
    let page = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let host = page.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in page.incoming().map_while(Result::ok) {
            let line = BufReader::new(&stream).lines().map_while(Result::ok).next().unwrap_or_default();
            let status = if line.contains("/gone") { 410 } else { 200 };
            let _ = write!(&stream, "HTTP/1.1 {status} \r\ncontent-length: 0\r\n\r\n");
        }
    });
    let client = Client::start(&["--allow-private", &host]).await;
    let urls = [
        format!("http://{host}/q3"),
        "http://127.0.0.1:8080/".to_owned(),
        format!("http://{host}/gone"),
        "no".to_owned(),
    ];
    let (text, data) = client.result("check_links", json!({ "urls": urls })).await;
    let links: Vec<_> = data["links"].as_array().unwrap().iter().map(|link| (&link["url"], &link["reason"])).collect();
    let reasons = ["ok", "blocked", "gone", "invalid_url"].map(|reason| json!(reason));
    let urls = urls.map(|url| json!(url));
    assert_eq!(links, urls.iter().zip(&reasons).collect::<Vec<_>>(), "{data}");
    assert!(text.starts_with("1 reachable, 3 unreachable, 0 unknown\n") && !text.contains("/q3"), "{text}");
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn a_record_may_be_what_the_model_wrote() {
    let client = Client::start(&[]).await;
    let document =
        "Invoice INV-17 of Acme Ltd, 3 March 2024. Net 90.00, tax 9.00, total 99.00. Thank you for your business.";
    let good =
        json!({ "seller_name": "Acme Ltd", "invoice_number": "INV-17", "invoice_date": "2024-03-03", "total": 99.0 });
    let arguments = |record: Value| json!({ "profile": "invoice", "record": record, "document": document });
    let fenced = format!("```json\n{good}\n```");
    for record in [good.clone(), json!(good.to_string()), json!(fenced)] {
        let (text, report) = client.result("validate_record", arguments(record)).await;
        assert_eq!((&report["disposition"], &report["profile"]), (&json!("accept"), &json!("invoice")), "{report}");
        assert!(text.starts_with("✓ accepted"), "{text}");
    }
    let mut wrong = good;
    wrong["total"] = json!(123.45);
    let (text, report) = client.result("validate_record", arguments(wrong)).await;
    assert_eq!(report["alerts"][0]["path"], "total", "{report}");
    assert!(text.contains("total: "), "{text}");
    let (text, report) = client.result("validate_record", arguments(json!("I could not read it."))).await;
    assert_eq!(
        (&report["disposition"], &report["rejection"]["reason"]),
        (&json!("reject"), &json!("malformed")),
        "{report}"
    );
    assert!(text.starts_with("✕ rejected"), "{text}");
    assert_eq!(client.end().await, Some(0));
}

/// An answer and a source that keep a core busy for a while.
fn slow() -> Value {
    let source: String =
        (0..20_000).map(|n| format!("Unit {n} rents at ${} a month in block {}.\n", 1_000 + n, n % 97)).collect();
    let answer: String = (0..400).map(|n| format!("Unit {n} rents at ${} a month.\n", 2_500 + 3 * n)).collect();
    json!({ "answer": answer, "sources": [source] })
}

#[tokio::test]
async fn a_long_check_holds_up_nobody_and_ends_when_it_is_cancelled() {
    let client = Client::start(&["--time-out-ms", "3600000"]).await;
    let mut params = CallToolRequestParams::new("check_answer");
    params.arguments = Some(object(slow()));
    let request = ClientRequest::CallToolRequest(Request::new(params));
    let long = client.client.send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap();
    // Answered while the other is under way: cancelling what is done would find nothing to cancel.
    let (_, data) = client.result("check_answer", json!({ "answer": "The NOI was $1.2M.", "sources": [SOURCE] })).await;
    assert_eq!(data["verdict"], "clean");
    long.cancel(Some("enough".to_owned())).await.unwrap();
    let (_, data) = client.result("check_answer", json!({ "answer": "The NOI was $1.2M.", "sources": [SOURCE] })).await;
    assert_eq!(data["verdict"], "clean");
    assert_eq!(client.end().await, Some(0));
}

#[tokio::test]
async fn a_check_that_takes_too_long_is_given_up() {
    let client = Client::start(&["--time-out-ms", "1"]).await;
    let told = client.refusal("check_answer", slow()).await;
    assert_eq!(told, "the check did not finish in time; there is no result [timed_out]");
    assert_eq!(client.end().await, Some(0));
}
