//! Tries, waits, deadlines and what is learnt, with time that passes by itself and a provider that does as it is told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use groundcheck_types::ProviderKind;
use secrecy::SecretString;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::super::{
    Answer, Call, ChatReply, ChatRequest, Client, Fault, Format, Key, LlmError, Message, NamedSchema, Posting,
    Provider, Transport,
};
use super::provider;

/// What comes of a request.
#[derive(Debug, Clone)]
enum Does {
    Says(u16, Value),
    /// With a `Retry-After` of so many seconds.
    Rests(u16, u64),
    Fails(Fault),
    Hangs,
    /// Takes so many seconds over a good answer.
    Takes(u64),
}

fn good() -> Value {
    json!({ "choices": [{ "message": { "content": "fine" }, "finish_reason": "stop" }] })
}

/// A provider that does these things one after the other, the last one for ever, and keeps what it was asked.
#[derive(Debug)]
struct Script {
    does: Mutex<VecDeque<Does>>,
    asked: Mutex<Vec<(Duration, Value)>>,
    start: Instant,
}

impl Transport for Script {
    fn post<'a>(&'a self, call: Call<'a>) -> Posting<'a> {
        self.asked.lock().unwrap().push((self.start.elapsed(), serde_json::from_slice(&call.body).unwrap()));
        let mut does = self.does.lock().unwrap();
        let next = if does.len() > 1 { does.pop_front().unwrap() } else { does[0].clone() };
        Box::pin(async move {
            let answer = |status, after: Option<u64>, body: Value| {
                let retry_after = after.map(Duration::from_secs);
                Ok(Answer { status, retry_after, body: body.to_string().into_bytes() })
            };
            match next {
                Does::Says(status, body) => answer(status, None, body),
                Does::Rests(status, after) => answer(status, Some(after), json!({})),
                Does::Fails(fault) => Err(fault),
                Does::Hangs => std::future::pending().await,
                Does::Takes(seconds) => {
                    tokio::time::sleep(Duration::from_secs(seconds)).await;
                    answer(200, None, good())
                }
            }
        })
    }
}

impl Script {
    /// When each request came, in seconds from the start.
    fn seconds(&self) -> Vec<f64> {
        self.asked.lock().unwrap().iter().map(|(at, _)| at.as_secs_f64()).collect()
    }

    fn bodies(&self) -> Vec<Value> {
        self.asked.lock().unwrap().iter().map(|(_, body)| body.clone()).collect()
    }
}

fn client(does: &[Does]) -> (Client, Arc<Script>) {
    client_of(provider("http://127.0.0.1:1", ProviderKind::OpenAi), does)
}

fn client_of(provider: Provider, does: &[Does]) -> (Client, Arc<Script>) {
    let does = Mutex::new(does.iter().cloned().collect());
    let script = Arc::new(Script { does, asked: Mutex::default(), start: Instant::now() });
    (Client::over(provider, Arc::clone(&script) as Arc<dyn Transport>).with_jitter(|| 1.0), script)
}

async fn ask(client: &Client) -> Result<ChatReply, LlmError> {
    client.chat(&ChatRequest::new("m", vec![Message::user("q")]), None).await
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_fails_for_a_while_is_asked_again_with_growing_waits() {
    for fault in [
        Does::Says(500, json!({})),
        Does::Says(503, json!({})),
        Does::Fails(Fault::Connect),
        Does::Fails(Fault::Broken),
    ] {
        let (client, script) = client(&[fault.clone(), fault.clone(), fault, Does::Says(200, good())]);
        let reply = ask(&client).await.unwrap();
        assert_eq!((reply.content.as_str(), reply.tries), ("fine", 4));
        assert_eq!(script.seconds(), [0.0, 0.5, 1.5, 3.5]);
    }
}

#[tokio::test(start_paused = true)]
async fn four_tries_are_enough_and_then_it_is_left_alone() {
    let (client, script) = client(&[Does::Says(500, json!({"error": "boom"}))]);
    assert_eq!(ask(&client).await, Err(LlmError::Unavailable { status: 500 }));
    assert_eq!(script.seconds().len(), 4);
    assert_eq!(ask(&client).await, Err(LlmError::Unavailable { status: 500 }));
    assert_eq!(script.seconds().len(), 8);
    assert!(matches!(ask(&client).await, Err(LlmError::LeftAlone { .. })));
    assert_eq!(script.seconds().len(), 8, "nobody was asked");
    tokio::time::advance(Duration::from_secs(31)).await;
    assert_eq!(ask(&client).await, Err(LlmError::Unavailable { status: 500 }));
    assert_eq!(script.seconds().len(), 9, "one request goes to see, and that is all");
}

#[tokio::test(start_paused = true)]
async fn a_time_to_wait_is_kept_to_and_by_everybody() {
    let (client, script) = client(&[Does::Rests(429, 7), Does::Says(200, good())]);
    let client = Arc::new(client);
    let first = tokio::spawn({
        let client = Arc::clone(&client);
        async move { ask(&client).await }
    });
    tokio::task::yield_now().await;
    assert_eq!(ask(&client).await.map(|reply| reply.tries), Ok(1));
    assert_eq!(first.await.unwrap().map(|reply| reply.tries), Ok(2));
    assert_eq!(script.seconds(), [0.0, 7.0, 7.0]);
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_would_be_too_long_is_not_begun() {
    for (status, after) in [(429, 61), (429, 86_400), (503, 120), (429, u64::MAX)] {
        let (client, script) = client(&[Does::Rests(status, after)]);
        let start = Instant::now();
        let error = ask(&client).await.unwrap_err();
        match status {
            429 => assert_eq!(error, LlmError::RateLimited { retry_after: Some(Duration::from_secs(after)) }),
            _ => assert_eq!(error, LlmError::Unavailable { status }),
        }
        assert_eq!((script.seconds().len(), start.elapsed()), (1, Duration::ZERO));
    }
}

#[tokio::test(start_paused = true)]
async fn one_deadline_holds_for_everything() {
    let (client, script) = client(&[Does::Says(500, json!({})), Does::Hangs]);
    let start = Instant::now();
    assert_eq!(ask(&client).await, Err(LlmError::TimedOut));
    assert_eq!((start.elapsed().as_secs(), script.seconds().len()), (60, 2));

    let (client, _) = super::patience::client(&[Does::Takes(30)]);
    let start = Instant::now();
    let by = Some(start + Duration::from_secs(10));
    assert_eq!(client.chat(&ChatRequest::new("m", vec![]), by).await, Err(LlmError::TimedOut));
    assert_eq!(start.elapsed().as_secs(), 10);
    assert!(ask(&client).await.is_ok(), "slow is not broken");
}

#[tokio::test(start_paused = true)]
async fn waiting_for_a_turn_does_not_eat_the_time_of_the_answer() {
    let slow = Provider {
        requests_per_minute: Some(1),
        concurrency: 1,
        timeout: Duration::from_secs(50),
        ..provider("http://127.0.0.1:1", ProviderKind::OpenAi)
    };
    let (client, script) = client_of(slow, &[Does::Takes(40)]);
    for _ in 0..3 {
        assert!(ask(&client).await.is_ok());
    }
    assert_eq!(script.seconds(), [0.0, 60.0, 120.0]);
    let by = Some(Instant::now() + Duration::from_secs(5));
    let error = client.chat(&ChatRequest::new("m", vec![]), by).await.unwrap_err();
    assert_eq!(error, LlmError::NoTurnInTime { wait: Duration::from_secs(20) });
}

#[tokio::test(start_paused = true)]
async fn what_does_not_help_is_not_tried_again() {
    let openai = |code: &str| json!({ "error": { "message": "m", "type": "t", "code": code } });
    for (does, error) in [
        (Does::Says(401, openai("invalid_api_key")), LlmError::Auth { status: 401 }),
        (Does::Says(403, json!({})), LlmError::Auth { status: 403 }),
        (Does::Says(404, openai("model_not_found")), LlmError::ModelUnknown { model: "m".to_owned() }),
        (Does::Says(404, json!({"detail": "Not Found"})), LlmError::NoSuchEndpoint { status: 404 }),
        (Does::Says(429, openai("insufficient_quota")), LlmError::QuotaUsedUp),
        (Does::Says(402, json!({})), LlmError::QuotaUsedUp),
        (Does::Says(307, json!({})), LlmError::Redirected { status: 307 }),
        (Does::Says(400, openai("x")), LlmError::NotTaken { status: 400, message: "m".to_owned() }),
        (Does::Says(200, json!({"choices": []})), LlmError::BadBody { what: "it has no choices" }),
        (Does::Fails(Fault::Tls), LlmError::Tls),
        (Does::Fails(Fault::TooLarge), LlmError::TooLarge),
    ] {
        let (client, script) = client(&[does]);
        assert_eq!(ask(&client).await, Err(error));
        assert_eq!(script.seconds().len(), 1);
    }
}

fn wishes() -> ChatRequest {
    let mut request = ChatRequest::new("m", vec![Message::user("q")]);
    request.schema = Some(NamedSchema { name: "n".to_owned(), schema: json!({ "type": "object" }) });
    (request.max_tokens, request.temperature) = (Some(9), Some(0.5));
    (request.seed, request.top_logprobs) = (Some(7), Some(5));
    request
}

#[tokio::test(start_paused = true)]
async fn what_an_endpoint_does_not_take_is_left_out_now_and_later() {
    let complains = |message: &str| Does::Says(400, json!({ "error": { "message": message, "code": "unsupported" } }));
    let (client, script) = client(&[
        complains(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        ),
        complains("Unsupported value: 'temperature' does not support 0.5 with this model."),
        complains("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."),
        Does::Says(403, json!({ "error": { "message": "You are not allowed to request logprobs from this model" } })),
        complains("'response_format' is not supported"),
        Does::Says(
            422,
            json!({ "detail": [{ "loc": ["body", "seed"], "msg": "extra fields not permitted", "input": 7 }] }),
        ),
        Does::Says(200, good()),
    ]);
    let reply = client.chat(&wishes(), None).await.unwrap();
    assert_eq!((reply.format, reply.tries), (Format::Plain, 1));
    let plain = json!({
        "model": "m", "stream": false, "max_completion_tokens": 9, "messages": [{ "role": "user", "content": "q" }],
    });
    let bodies = script.bodies();
    assert_eq!(bodies.len(), 7);
    assert_eq!(bodies[0]["response_format"]["json_schema"]["schema"], json!({ "type": "object" }));
    assert_eq!(
        (&bodies[0]["logprobs"], &bodies[0]["top_logprobs"], &bodies[0]["seed"]),
        (&json!(true), &json!(5), &json!(7))
    );
    assert_eq!(bodies[3]["response_format"], json!({ "type": "json_object" }));
    assert_eq!(bodies[6], plain);
    client.chat(&wishes(), None).await.unwrap();
    assert_eq!(script.bodies()[7], plain, "learnt");
    let mut other = wishes();
    other.model = "other".to_owned();
    client.chat(&other, None).await.unwrap();
    assert!(script.bodies()[8].get("max_tokens").is_some(), "of that model only");
}

#[tokio::test(start_paused = true)]
async fn nothing_is_learnt_from_complaints_that_were_about_something_else() {
    let complaint =
        Does::Says(400, json!({ "error": { "message": "response_format? your temperature seed grammar is odd" } }));
    let (client, script) = client(&[complaint]);
    assert!(matches!(client.chat(&wishes(), None).await, Err(LlmError::NotTaken { status: 400, .. })));
    let first = script.bodies();
    assert!(first.len() < 10, "it ends");
    assert!(client.chat(&wishes(), None).await.is_err());
    assert_eq!(script.bodies()[first.len()], first[0]);
}

#[tokio::test(start_paused = true)]
async fn every_kind_has_its_ways_to_ask_for_a_form() {
    use Format as F;
    for (kind, formats) in [
        (ProviderKind::OpenAi, &[F::JsonSchema, F::JsonObject, F::Plain][..]),
        (ProviderKind::Ollama, &[F::JsonSchema, F::JsonObject, F::Plain]),
        (ProviderKind::Vllm, &[F::JsonSchema, F::GuidedJson, F::JsonObject, F::Plain]),
        (ProviderKind::LlamaCpp, &[F::JsonSchema, F::JsonObjectWithSchema, F::JsonObject, F::Plain]),
    ] {
        let complaint =
            Does::Says(400, json!({ "message": "guided decoding: json_schema and json_object are not supported" }));
        for (at, format) in formats.iter().enumerate() {
            let mut does = vec![complaint.clone(); at];
            does.push(Does::Says(200, good()));
            let (client, script) = client_of(provider("http://127.0.0.1:1", kind), &does);
            assert_eq!(client.chat(&wishes(), None).await.unwrap().format, *format, "{kind:?}");
            let body = script.bodies().pop().unwrap();
            assert_eq!(body.get("guided_json").is_some(), *format == F::GuidedJson);
            let of_type = body.pointer("/response_format/type").and_then(Value::as_str);
            let has_schema = body.pointer("/response_format/schema").is_some();
            match format {
                F::JsonSchema => assert_eq!((of_type, has_schema), (Some("json_schema"), false)),
                F::JsonObjectWithSchema => assert_eq!((of_type, has_schema), (Some("json_object"), true)),
                F::JsonObject => assert_eq!((of_type, has_schema), (Some("json_object"), false)),
                F::GuidedJson | F::Plain => assert_eq!((of_type, has_schema), (None, false)),
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_missing_key_is_said_before_anybody_is_asked() {
    let key = Some(Key { variable: "MY_KEY".to_owned(), value: None });
    let (client, script) =
        client_of(Provider { key, ..provider("http://127.0.0.1:1", ProviderKind::OpenAi) }, &[Does::Says(200, good())]);
    assert_eq!(ask(&client).await, Err(LlmError::KeyMissing { variable: "MY_KEY".to_owned() }));
    assert!(script.seconds().is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_endpoint_that_sends_the_key_back_shows_it_to_nobody() {
    const CANARY: &str = "sk-canary-4711";
    let echo = |status, text: &str| {
        Does::Says(
            status,
            json!({
                "error": { "message": text, "code": text, "param": text },
                "choices": [{ "message": { "content": text }, "finish_reason": text }],
                "model": text,
            }),
        )
    };
    let text = format!("you sent Bearer {CANARY}");
    for does in [echo(200, &text), echo(400, &text), echo(401, &text), echo(404, &text), echo(500, &text)] {
        let key = Some(Key { variable: "MY_KEY".to_owned(), value: Some(SecretString::from(CANARY)) });
        let provider = Provider { key, ..provider("http://127.0.0.1:1", ProviderKind::OpenAi) };
        let (client, _) = client_of(provider, &[does]);
        let seen = match ask(&client).await {
            Ok(reply) => format!("{reply:?}"),
            Err(error) => format!("{error:?} {error} {:?}", error.clone().into_input_error("test")),
        };
        assert!(!seen.contains(CANARY), "{seen}");
        assert!(!format!("{:?} {}", client.provider(), client.preview(&wishes())).contains(CANARY));
    }
}
