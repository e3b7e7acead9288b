//! Bodies of OpenAI's chat completions, written strictly and read tolerantly: every server that speaks them leaves something out,
//! adds something, or has its own shape of an error.

use groundcheck_types::LogprobSupport;
use serde_json::{Map, Value, json};

use super::learn::Learnt;
use super::{ChatReply, ChatRequest, Finish, Format, LlmError, Provider, TokenLogprob, TopLogprob, Usage, lenient};

/// How much of a provider's own words an error repeats, in characters.
const MESSAGE_MAX_CHARS: usize = 300;

/// The body of a request.
pub(super) fn body(request: &ChatRequest, provider: &Provider, learnt: Learnt) -> Value {
    let messages: Vec<Value> = request
        .messages
        .iter()
        .map(|message| json!({ "role": message.role.as_str(), "content": message.content }))
        .collect();
    let mut body = Map::new();
    let mut set = |name: &str, value: Value| drop(body.insert(name.to_owned(), value));
    set("model", json!(request.model));
    set("messages", json!(messages));
    set("stream", json!(false));
    if let Some(schema) = &request.schema {
        match learnt.format(provider, request) {
            Format::JsonSchema => set(
                "response_format",
                json!({ "type": "json_schema", "json_schema": { "name": schema.name, "strict": true, "schema": schema.schema } }),
            ),
            Format::GuidedJson => set("guided_json", schema.schema.clone()),
            Format::JsonObjectWithSchema => {
                set("response_format", json!({ "type": "json_object", "schema": schema.schema }));
            }
            Format::JsonObject => set("response_format", json!({ "type": "json_object" })),
            Format::Plain => {}
        }
    }
    if let Some(most) = request.max_tokens.filter(|_| !learnt.no_max_tokens) {
        set(if learnt.max_completion_tokens { "max_completion_tokens" } else { "max_tokens" }, json!(most));
    }
    if let Some(temperature) = request.temperature.filter(|_| !learnt.no_temperature) {
        set("temperature", json!(temperature));
    }
    if let Some(seed) = request.seed.filter(|_| !learnt.no_seed) {
        set("seed", json!(seed));
    }
    if let Some(top) = request.top_logprobs.filter(|_| learnt.logprobs != LogprobSupport::Refused) {
        set("logprobs", json!(true));
        set("top_logprobs", json!(top));
    }
    Value::Object(body)
}

/// The body of a request whose answer is to come bit by bit.
pub(super) fn streaming(request: &ChatRequest, provider: &Provider, learnt: Learnt) -> Value {
    let mut body = body(request, provider, learnt);
    body["stream"] = json!(true);
    if !learnt.no_stream_options {
        // Without it nobody says how many tokens an answer took.
        body["stream_options"] = json!({ "include_usage": true });
    }
    body
}

/// One event of an answer that comes bit by bit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    /// What is said; a refusal is said too.
    pub(super) text: String,
    /// Why the answer ends, where it does.
    pub(super) finish: Option<Finish>,
    /// What it took, where that is told.
    pub(super) usage: Option<Usage>,
}

/// Reads an event of a good answer.
pub(super) fn piece(data: &[u8]) -> Result<Piece, LlmError> {
    let Some(body @ Value::Object(_)) = read(data) else {
        return Err(LlmError::BadBody { what: "one of its events is not JSON" });
    };
    if body.get("error").is_some_and(|error| !error.is_null()) {
        let Complaint { message, code, .. } = complaint(data);
        return Err(match code {
            code if code.contains("insufficient_quota") => LlmError::QuotaUsedUp,
            code if code.contains("429") || code.contains("rate_limit") => LlmError::RateLimited { retry_after: None },
            _ => LlmError::FailedMidway { message },
        });
    }
    let choice = body.pointer("/choices/0");
    let delta = choice.and_then(|choice| choice.get("delta"));
    let said = |name: &str| delta.and_then(|delta| content(delta.get(name)));
    let ended = choice.map(|choice| finish(choice.get("finish_reason"))).filter(|finish| *finish != Finish::Unknown);
    let usage = body.get("usage").filter(|usage| usage.is_object());
    let text = said("content").unwrap_or_default() + &said("refusal").unwrap_or_default();
    Ok(Piece { text, finish: ended, usage: usage.map(|usage| tokens(Some(usage))) })
}

/// Reads the body of a good answer. `tries` is left at 1.
pub(super) fn reply(body: &[u8], format: Format) -> Result<ChatReply, LlmError> {
    let bad = |what| LlmError::BadBody { what };
    let body = read(body).ok_or(bad("it is not JSON"))?;
    let choice = match body.get("choices") {
        Some(Value::Array(choices)) => choices.first().ok_or(bad("it has no choices"))?,
        _ if body.get("error").is_some_and(|error| !error.is_null()) => {
            return Err(bad("it is an error with a good status"));
        }
        _ => return Err(bad("it has no choices")),
    };
    let message =
        choice.get("message").filter(|message| message.is_object()).ok_or(bad("its choice has no message"))?;
    let content = content(message.get("content")).ok_or(bad("its message is no text"))?;
    Ok(ChatReply {
        content,
        refusal: text(message.get("refusal")),
        finish: finish(choice.get("finish_reason")),
        usage: tokens(body.get("usage")),
        logprobs: logprobs(choice.pointer("/logprobs/content")),
        model: text(body.get("model")),
        format,
        tries: 1,
    })
}

/// A text, or parts with texts; `None` where it is something else.
fn content(value: Option<&Value>) -> Option<String> {
    match value {
        None | Some(Value::Null) => Some(String::new()),
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::Array(parts)) => {
            Some(parts.iter().filter_map(|part| part.get("text").unwrap_or(part).as_str()).collect())
        }
        Some(_) => None,
    }
}

fn tokens(usage: Option<&Value>) -> Usage {
    let count = |name: &str| usage.and_then(|usage| usage.get(name)).and_then(whole);
    Usage { prompt_tokens: count("prompt_tokens"), completion_tokens: count("completion_tokens") }
}

fn text(value: Option<&Value>) -> Option<String> {
    value.and_then(Value::as_str).filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// A count, also where it was written as a fraction.
fn whole(value: &Value) -> Option<u64> {
    // Beyond 2^53 a fraction is no count.
    let exact = |count: &f64| count.fract() == 0.0 && (0.0..9_007_199_254_740_992.0).contains(count);
    value.as_u64().or_else(|| value.as_f64().filter(exact).map(|count| count as u64))
}

fn finish(value: Option<&Value>) -> Finish {
    match value.and_then(Value::as_str).unwrap_or_default() {
        "" => Finish::Unknown,
        // llama.cpp and others have had their own words.
        "stop" | "eos" | "eos_token" | "end_turn" | "stop_sequence" => Finish::Stop,
        "length" | "max_tokens" | "limit" => Finish::Length,
        "content_filter" => Finish::ContentFilter,
        other => Finish::Other(other.chars().take(64).collect()),
    }
}

fn logprobs(content: Option<&Value>) -> Vec<TokenLogprob> {
    // What is no number stands for none: left out, it would make the others look like all there is.
    let number = |value: &Value| value.get("logprob").and_then(Value::as_f64).unwrap_or(f64::NAN);
    let token = |value: &Value| value.get("token").and_then(Value::as_str).map(str::to_owned);
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let top = |value: &Value| Some(TopLogprob { token: token(value)?, logprob: number(value) });
    let mut read = Vec::new();
    for value in list(content) {
        // Which token stands where matters: what follows one that cannot be read says nothing.
        let Some(token) = token(&value) else { break };
        let logprob = number(&value);
        let top = list(value.get("top_logprobs")).iter().filter_map(top).collect();
        read.push(TokenLogprob { token, logprob, top });
    }
    read
}

/// JSON; also with `NaN` in it, which Python's servers write.
fn read(body: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(body).ok()?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    let read = lenient::read(text)?;
    (read.is_complete && text[read.end..].trim().is_empty()).then_some(read.value)
}

/// What an endpoint says is wrong with a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Complaint {
    /// All of it that is its own words, in lower case.
    pub(super) text: String,
    /// Its message, short.
    pub(super) message: String,
    /// Its code and type.
    pub(super) code: String,
}

/// Reads an error in any of the shapes there are: OpenAI's `{"error": {message, type, param, code}}`, vLLM's bare
/// `{message, type, param, code}`, Ollama's `{"error": "…"}`, FastAPI's `{"detail": …}`, or a text.
pub(super) fn complaint(body: &[u8]) -> Complaint {
    let text = String::from_utf8_lossy(body);
    let Some(value) = read(body) else {
        // A page of HTML says nothing worth repeating.
        let is_page = text.trim_start().starts_with('<');
        let text: String = if is_page { String::new() } else { text.chars().take(2_000).collect() };
        return Complaint { text: text.to_lowercase(), message: short(&text), code: String::new() };
    };
    let error = match value.get("error") {
        Some(error @ (Value::Object(_) | Value::String(_))) => error,
        _ => &value,
    };
    let word = |name: &str| match error.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let message = match (error, value.get("detail")) {
        (Value::String(text), _) | (_, Some(Value::String(text))) => text.clone(),
        (_, Some(Value::Array(details))) => details.iter().map(detail).collect::<Vec<_>>().join("; "),
        _ => word("message"),
    };
    let code = format!("{} {}", word("code"), word("type")).trim().to_lowercase();
    let text = format!("{message} {} {code}", word("param")).to_lowercase();
    Complaint { text, message: short(&message), code }
}

/// One entry of FastAPI's list: where and what, without the `input`, which repeats the request.
fn detail(value: &Value) -> String {
    let parts = value.get("loc").and_then(Value::as_array).cloned().unwrap_or_default();
    let place: Vec<String> = parts.iter().map(|part| part.as_str().map_or(part.to_string(), str::to_owned)).collect();
    format!("{}: {}", place.join("."), value.get("msg").and_then(Value::as_str).unwrap_or_default())
}

fn short(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MESSAGE_MAX_CHARS) {
        None => text,
        Some((cut, _)) => format!("{}…", &text[..cut]),
    }
}
