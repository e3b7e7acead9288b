//! `groundcheck collect`, `POST /api/collect` and `GET /api/providers`, against providers on loopback that answer as OpenAI, Ollama,
//! vLLM and llama.cpp do, on good days and on bad ones.

use std::process::Command;
use std::sync::Arc;

use groundcheck_server::store::jobs::JobKind;
use groundcheck_server::store::responses::WholeResponse;
use groundcheck_server::store::{Location, Store, SystemClock};
use serde_json::{Value, json};

use crate::provider::{Fake, entry, good};
use crate::support::{Folder, Ran, Server, groundcheck, run_with};

const JSON: (&str, &str) = ("content-type", "application/json");
const CANARY: &str = "sk-canary-4711";

fn mentions() -> Value {
    json!({ "mentions": [
        { "rank": 1, "name": "CompanyX", "why": "Leading in models.", "confidence": 0.85,
          "sources": [{ "url": "https://x.example/report", "title": "Report", "description": "Says so." }] },
        { "rank": 2, "name": "CompanyY", "why": "Close behind.", "confidence": "70%", "sources": [] },
    ] })
}

fn openai(content: &str, finish: &str) -> Value {
    json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-4o-2024-08-06",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": content, "refusal": null }, "logprobs": null,
            "finish_reason": finish }],
        "usage": { "prompt_tokens": 412, "completion_tokens": 187, "total_tokens": 599 },
    })
}

/// A database and a providers' file.
struct House {
    folder: Folder,
    file: String,
    database: String,
}

impl House {
    fn new(file: &str) -> Self {
        let folder = Folder::new();
        let file = folder.file("providers.toml", file);
        let database = folder.path().join("collected.db").display().to_string();
        House { folder, file, database }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = groundcheck();
        command.args([
            "collect",
            "--providers",
            &self.file,
            "--database",
            &self.database,
            "--query",
            "Best AI companies",
        ]);
        command
            .env("MY_KEY", CANARY)
            .env_remove("OPENAI_API_KEY")
            .env_remove("OPENAI_BASE_URL")
            .env_remove("OLLAMA_HOST");
        command.args(args);
        command
    }

    fn collect(&self, args: &[&str]) -> Ran {
        run_with(&mut self.command(args), b"")
    }

    /// What is stored, each with a job to score it.
    fn stored(&self) -> Vec<WholeResponse> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let location = Location::File(self.database.clone().into());
            let store = Store::open(&location, Arc::new(SystemClock)).await.unwrap();
            let mut stored = Vec::new();
            while let Some(response) = store.response(stored.len() as i64 + 1).await.unwrap() {
                stored.push(response);
            }
            let jobs = store.job_counts(JobKind::Score).await.unwrap();
            assert_eq!(jobs.by_state().iter().map(|(_, jobs)| jobs).sum::<u64>(), stored.len() as u64);
            store.close().await;
            stored
        })
    }
}

#[test]
fn what_openai_answers_is_printed_and_stored() {
    let fake = Fake::saying(openai(&mentions().to_string(), "stop"));
    let more = "api_key_env = \"MY_KEY\"\nprice = { input = 2.5, output = 10 }";
    let house = House::new(&entry("openai", &fake.url(), more));
    let ran = house.collect(&["--provider", "house", "--with-sources", "--n", "2", "--format", "json"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let answer = ran.json();
    for (field, value) in [
        ("query", json!("Best AI companies")),
        ("provider", json!("house")),
        ("model", json!("m")),
        ("response_id", json!(1)),
        ("partial", json!(false)),
        ("notes", json!([])),
        ("prompt_tokens", json!(412)),
        ("completion_tokens", json!(187)),
        // 412 at 2.50 and 187 at 10 dollars a million.
        ("cost_usd", json!(0.0029)),
        ("tries", json!(1)),
    ] {
        assert_eq!(answer[field], value, "{field}");
    }
    assert_eq!(
        answer["mentions"][1],
        json!({ "name": "CompanyY", "why": "Close behind.", "rank": 2, "confidence": 0.7, "sources": [] })
    );
    assert!(
        ran.stderr
            .ends_with("answers: 1 whole, 0 partial, 0 failed; 2 mentions\ntokens: 412 in, 187 out\ncost: $0.0029\n")
    );

    let (head, body) = fake.asked(0);
    assert!(head.contains(&format!("authorization: Bearer {CANARY}")));
    let schema = &body["response_format"]["json_schema"];
    assert_eq!((&schema["strict"], &body["max_tokens"]), (&json!(true), &json!(4096)));
    assert!(schema["schema"]["properties"]["mentions"]["items"]["properties"].get("sources").is_some());

    let text = house.collect(&["--provider", "house"]);
    assert!(
        text.stdout
            .contains("   1  CompanyX  85 %\n      Leading in models.\n      https://x.example/report  Report\n"),
        "{text:?}"
    );
    let stored = house.stored();
    assert_eq!(stored.len(), 2);
    let first = &stored[0];
    assert_eq!(first.response.raw_response, mentions().to_string());
    assert_eq!(
        (first.mentions[0].0.confidence, first.mentions[0].1[0].url.as_str()),
        (Some(0.85), "https://x.example/report")
    );
}

#[test]
fn answers_shaped_like_those_of_other_servers_are_read() {
    let fenced = format!("Here are the companies [1]:\n\n```json\n{}\n```\nHope this helps!", mentions());
    let ollama = json!({
        "id": "chatcmpl-2", "model": "llama3", "system_fingerprint": "fp_ollama",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": fenced }, "finish_reason": "stop" }],
    });
    let vllm = json!({
        "choices": [{ "index": 0, "message": { "role": "assistant", "reasoning_content": "{\"mentions\": [{\"name\": \"Draft\"}]}",
            "content": mentions().to_string(), "tool_calls": [] }, "finish_reason": "stop", "stop_reason": null }],
        "usage": { "prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": null }, "prompt_logprobs": null,
    });
    let thinking = format!("<think>Maybe {{\"mentions\": [{{\"name\": \"Draft\"}}]}}</think>{}", mentions());
    let llama_cpp = json!({
        "choices": [{ "finish_reason": "stop", "index": 0, "message": { "role": "assistant", "content": thinking } }],
        "usage": { "completion_tokens": 2, "prompt_tokens": 9 }, "timings": { "prompt_n": 9, "predicted_n": 2 },
    });
    for (kind, body, tokens) in
        [("ollama", ollama, json!(null)), ("vllm", vllm, json!(9)), ("llama_cpp", llama_cpp, json!(9))]
    {
        let fake = Fake::saying(body);
        let house = House::new(&entry(kind, &fake.url(), ""));
        let ran = house.collect(&["--provider", "house", "--format", "json"]);
        assert_eq!(ran.code, Some(0), "{kind}: {ran:?}");
        let names: Vec<Value> = ran.json()["mentions"].as_array().unwrap().iter().map(|m| m["name"].clone()).collect();
        assert_eq!(names, ["CompanyX", "CompanyY"], "{kind}");
        assert_eq!((&ran.json()["prompt_tokens"], &ran.json()["cost_usd"]), (&tokens, &json!(null)), "{kind}");
        assert!(ran.stderr.contains("answers without a price"), "{ran:?}");
    }
}

#[test]
fn a_server_without_schemas_is_asked_again_without() {
    let fake = Fake::new(|body, _| {
        let complaint = json!({ "object": "error", "message": "response_format json_schema is not supported", "type": "BadRequestError",
            "param": null, "code": 400 });
        match body.pointer("/response_format/type").and_then(Value::as_str) {
            Some("json_schema") => Some((400, "", complaint.to_string())),
            _ => good(&openai(&mentions().to_string(), "stop")),
        }
    });
    let house = House::new(&entry("vllm", &fake.url(), "concurrency = 1"));
    let ran = house.collect(&["--provider", "house", "--repeat", "3", "--format", "json"]);
    assert_eq!((ran.code, ran.json_lines().len()), (Some(0), 3), "{ran:?}");
    let forms: Vec<bool> = fake.bodies().iter().map(|body| body.get("guided_json").is_some()).collect();
    assert_eq!(forms, [false, true, true, true], "learnt once");
    assert_eq!(house.stored().len(), 3, "the same answer in the same millisecond is three answers all the same");
}

#[test]
fn a_cut_answer_gives_what_is_whole_and_says_so() {
    let whole = mentions().to_string();
    let cut = &whole[..whole.find("CompanyY").unwrap()];
    let house = House::new(&entry("llama_cpp", &Fake::saying(openai(cut, "length")).url(), ""));
    let ran = house.collect(&["--provider", "house", "--format", "json"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert_eq!((&ran.json()["partial"], ran.json()["mentions"].as_array().unwrap().len()), (&json!(true), 1));
    assert_eq!(ran.json()["notes"], json!(["the answer is cut off; what is whole was kept"]));
    assert!(ran.stderr.contains("answers: 0 whole, 1 partial, 0 failed; 1 mentions"));
    assert_eq!(house.stored()[0].response.raw_response, cut);
}

#[test]
fn what_cannot_be_read_is_kept_and_named() {
    let refusal =
        json!({ "choices": [{ "message": { "content": null, "refusal": "I won't." }, "finish_reason": "stop" }] });
    for (body, reason, raw) in [
        (openai("1. CompanyX\n2. CompanyY", "stop"), "no_json", "1. CompanyX\n2. CompanyY"),
        (openai(r#"{"error": "no"}"#, "stop"), "other_shape", r#"{"error": "no"}"#),
        (openai(r#"{"mentions": [{"name": "Comp"#, "length"), "cut_off", r#"{"mentions": [{"name": "Comp"#),
        (openai("", "stop"), "empty", ""),
        (refusal, "refused", "I won't."),
    ] {
        let house = House::new(&entry("openai", &Fake::saying(body).url(), ""));
        let ran = house.collect(&["--provider", "house", "--format", "json"]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let line = ran.json();
        assert_eq!((&line["reason"], &line["error"]["code"]), (&json!(reason), &json!("answer_unreadable")), "{line}");
        assert_eq!((&line["raw_response"], &line["response_id"]), (&json!(raw), &json!(1)), "{line}");
        let stored = house.stored();
        assert_eq!((stored[0].response.raw_response.as_str(), stored[0].mentions.len()), (raw, 0));
    }
}

#[test]
fn a_failing_provider_fails_alone() {
    let fine = Fake::saying(openai(&mentions().to_string(), "stop"));
    let busy = Fake::new(|_, before| match before {
        0 => Some((429, "retry-after: 0\r\n", r#"{"error": {"message": "slow down", "type": "requests"}}"#.to_owned())),
        _ => good(&openai(&mentions().to_string(), "stop")),
    });
    let wrong = Fake::new(|_, _| {
        Some((404, "", r#"{"error": {"message": "model \"m\" not found, try pulling it first"}}"#.to_owned()))
    });
    let hangs = Fake::new(|_, _| None);
    let mut file = String::new();
    for (name, fake, more) in
        [("fine", &fine, ""), ("busy", &busy, ""), ("wrong", &wrong, ""), ("hangs", &hangs, "timeout_seconds = 1")]
    {
        file += &entry("compatible", &fake.url(), more).replace("house", name);
    }
    let house = House::new(&file);
    let providers = ["--provider", "fine", "--provider", "busy=n", "--provider", "wrong", "--provider", "hangs"];
    let ran = house.collect(&[&providers[..], &["--format", "json"]].concat());
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let line = |name: &str| ran.json_lines().into_iter().find(|line| line["provider"] == name).unwrap();
    assert_eq!(line("fine")["mentions"].as_array().unwrap().len(), 2);
    assert_eq!((&line("busy")["tries"], &line("busy")["model"]), (&json!(2), &json!("n")));
    assert_eq!(
        (&line("wrong")["reason"], &line("wrong")["error"]["code"]),
        (&json!("model_unknown"), &json!("model_unknown"))
    );
    assert_eq!((&line("hangs")["reason"], &line("hangs")["error"]["code"]), (&json!("timed_out"), &json!("timed_out")));
    assert_eq!(house.stored().len(), 2);
    assert!(ran.stderr.contains("answers: 2 whole, 0 partial, 2 failed; 4 mentions"), "{ran:?}");
}

#[test]
fn wrong_usage_is_said_before_anybody_is_asked() {
    let fake = Fake::saying(openai("{}", "stop"));
    let house = House::new(&entry("compatible", &fake.url(), "").replace("model = \"m\"\n", ""));
    for (args, said) in [
        (&["--provider", "nobody"][..], "--provider: \"nobody\" is not one of house, openai, ollama"),
        (&["--provider", "house"], "--model: is missing"),
        (&["--provider", "house=m", "--n", "0"], "--n: must be from 1 to 100"),
        (&["--provider", "house=m", "--query", " "], "--query: is empty"),
        (&["--provider", "house=m", "--repeat", "0"], "--repeat: must make"),
        (&["--provider", "house=m", "--temperature", "3"], "--temperature: must be from 0 to 2"),
    ] {
        let ran = house.collect(args);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(said), "{ran:?}");
    }
    let unknown = House::new("[[provider]]\nname = \"a\"\nkind = \"compatible\"\napi_key = \"sk-canary-4711\"\n");
    let ran = unknown.collect(&["--provider", "a=m"]);
    assert!(ran.code == Some(2) && ran.stderr.contains("line 4") && !ran.stderr.contains(CANARY), "{ran:?}");
    assert!(fake.bodies().is_empty());
}

#[test]
fn a_dry_run_prints_the_request_and_asks_nobody() {
    let fake = Fake::saying(openai("{}", "stop"));
    let house = House::new(&entry("openai", &fake.url(), "api_key_env = \"MY_KEY\""));
    let ran = house.collect(&[
        "--provider",
        "house",
        "--dry-run",
        "--with-sources",
        "--format",
        "json",
        "--temperature",
        "0.5",
    ]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let request = ran.json();
    assert_eq!(request["url"], json!(format!("{}/chat/completions", fake.url())));
    assert_eq!(request["headers"]["authorization"], "Bearer $MY_KEY");
    assert_eq!(
        (&request["body"]["messages"][1]["content"], &request["body"]["temperature"]),
        (&json!("Best AI companies"), &json!(0.5))
    );
    assert!(fake.bodies().is_empty() && !house.folder.path().join("collected.db").exists());
    assert!(!format!("{ran:?}").contains(CANARY));
}

#[test]
fn a_key_is_sent_to_its_provider_and_shown_nowhere() {
    let proxy = Fake::saying(json!({}));
    let echo = |status| {
        Fake::new(move |_, _| {
            let text = format!("your key is {CANARY}");
            let error = json!({ "message": text, "code": text });
            let mentions = json!({ "mentions": [{ "name": CANARY, "why": text }] }).to_string();
            Some((
                status,
                "",
                json!({ "error": error, "choices": [{ "message": { "content": mentions } }] }).to_string(),
            ))
        })
    };
    for status in [200, 400, 401, 404] {
        let fake = echo(status);
        let house = House::new(&entry("openai", &fake.url(), "api_key_env = \"MY_KEY\""));
        let proxy_url = format!("http://127.0.0.1:{}", proxy.port);
        for format in ["json", "text"] {
            let mut command = house.command(&["--provider", "house", "--format", format]);
            for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"] {
                command.env(name, &proxy_url);
            }
            let ran = run_with(&mut command, b"");
            assert_eq!(ran.code, Some(if status == 200 { 0 } else { 3 }), "{ran:?}");
            assert!(!format!("{ran:?}").contains(CANARY), "{ran:?}");
        }
        let (head, body) = fake.asked(0);
        assert!(head.contains(CANARY) && !body.to_string().contains(CANARY));

        let args = ["--providers", &house.file, "--database", &house.database];
        let server = Server::start(groundcheck().env("MY_KEY", CANARY), &args);
        let asked = server.send("POST", "/api/collect", &[JSON], br#"{"query": "q", "provider": "house"}"#);
        assert_eq!(asked.status, if status == 200 { 200 } else { 502 }, "{asked:?}");
        let listed = server.get("/api/providers");
        let (_, log) = server.stop();
        for text in [asked.body, listed.body, log] {
            assert!(!text.contains(CANARY), "{text}");
        }
        for file in std::fs::read_dir(house.folder.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(!bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes()));
        }
    }
    assert!(proxy.bodies().is_empty(), "a proxy of the environment sees nothing");
}

#[test]
fn the_api_asks_the_servers_own_providers_only() {
    let fake = Fake::saying(openai(&mentions().to_string(), "stop"));
    let hangs = Fake::new(|_, _| None);
    let file = entry("vllm", &fake.url(), "api_key_env = \"MY_KEY\"\nprices = { other = { input = 1, output = 1 } }")
        + &entry("compatible", &hangs.url(), "timeout_seconds = 1").replace("house", "hangs");
    let house = House::new(&file);
    let mut command = groundcheck();
    command
        .env("GROUNDCHECK_PROVIDERS", &house.file)
        .env("MY_KEY", CANARY)
        .env_remove("OPENAI_API_KEY")
        .env_remove("OPENAI_BASE_URL");
    let server = Server::start(&mut command, &["--database", &house.database]);

    let listed = server.get("/api/providers").json();
    assert_eq!(
        listed["providers"][0],
        json!({
            "name": "house", "kind": "vllm", "model": "m", "models": ["m", "other"], "ready": true, "here": null,
            "logprobs": [{ "model": "m", "logprobs": "unknown" }, { "model": "other", "logprobs": "unknown" }],
        })
    );
    let names: Vec<&Value> = listed["providers"].as_array().unwrap().iter().map(|provider| &provider["name"]).collect();
    assert_eq!(names, ["house", "hangs", "openai", "ollama", "llama_cpp"]);
    assert!(!listed.to_string().contains("127.0.0.1"));

    let post = |body: Value| server.send("POST", "/api/collect", &[JSON], body.to_string().as_bytes());
    let good = post(json!({ "query": "Best AI companies", "provider": "house", "n": 2, "with_sources": true }));
    assert_eq!(good.status, 200, "{good:?}");
    assert_eq!((&good.json()["response_id"], good.json()["mentions"].as_array().unwrap().len()), (&json!(1), 2));
    for (body, status, code, field) in [
        (json!({ "query": "q", "provider": "nobody" }), 422, "invalid_value", "provider"),
        (json!({ "query": "q", "provider": "openai" }), 422, "missing_field", "model"),
        (json!({ "query": "q", "provider": "openai", "model": "gpt-4o" }), 502, "provider_refused", "provider"),
        (
            json!({ "query": "q", "provider": "house", "base_url": "http://127.0.0.1:1" }),
            422,
            "unknown_field",
            "base_url",
        ),
        (json!({ "query": "q", "provider": "house", "n": 1_000 }), 422, "invalid_value", "n"),
        (json!({ "query": "q", "provider": "hangs" }), 503, "timed_out", "provider"),
    ] {
        let answer = post(body);
        assert_eq!((answer.status, answer.error()), (status, (code.to_owned(), Some(field.to_owned()))), "{answer:?}");
    }
    assert_eq!(server.send("POST", "/api/collect", &[("content-type", "text/plain")], b"{}").status, 415);
    let (_, log) = server.stop();
    assert!(!log.contains("Best AI companies") && !log.contains("CompanyX"), "{log}");
    assert_eq!(fake.bodies().len(), 1);
    assert_eq!(house.stored()[0].mentions.len(), 2);
}
