//! Bodies as the servers write them.

use serde_json::{Value, json};

use super::super::wire::{complaint, reply};
use super::super::{ChatReply, Finish, Format, LlmError, Usage};

fn read(body: &Value) -> Result<ChatReply, LlmError> {
    reply(body.to_string().as_bytes(), Format::Plain)
}

fn tokens(prompt: u64, completion: u64) -> Usage {
    Usage { prompt_tokens: Some(prompt), completion_tokens: Some(completion) }
}

#[test]
fn good_answers_of_all_servers_are_read() {
    let openai = json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1_733_047_200, "model": "gpt-4o-2024-08-06",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": "hi", "refusal": null, "annotations": [] },
            "logprobs": null, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11,
            "completion_tokens_details": { "reasoning_tokens": 0 } },
        "service_tier": "default", "system_fingerprint": "fp_1",
    });
    let ollama = json!({
        "id": "chatcmpl-2", "object": "chat.completion", "created": 1, "model": "llama3", "system_fingerprint": "fp_ollama",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": "hi", "reasoning": "hm" }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11 },
    });
    let vllm = json!({
        "id": "chatcmpl-3", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{ "index": 0, "message": { "role": "assistant", "reasoning_content": "hm", "content": "hi", "tool_calls": [] },
            "logprobs": null, "finish_reason": "stop", "stop_reason": null }],
        "usage": { "prompt_tokens": 9, "total_tokens": 11, "completion_tokens": 2, "prompt_tokens_details": null },
        "prompt_logprobs": null, "kv_transfer_params": null,
    });
    let llama_cpp = json!({
        "choices": [{ "finish_reason": "stop", "index": 0, "message": { "role": "assistant", "content": "hi" } }],
        "created": 1, "model": "m", "system_fingerprint": "b1", "object": "chat.completion",
        "usage": { "completion_tokens": 2, "prompt_tokens": 9, "total_tokens": 11 }, "id": "chatcmpl-4",
        "timings": { "prompt_n": 9, "prompt_ms": 1.5, "predicted_n": 2 },
    });
    for body in [openai, ollama, vllm, llama_cpp] {
        let reply = read(&body).unwrap();
        assert_eq!((reply.content.as_str(), reply.finish, reply.usage), ("hi", Finish::Stop, tokens(9, 2)), "{body}");
        assert!(reply.refusal.is_none() && reply.logprobs.is_empty() && reply.model.is_some());
    }
}

#[test]
fn what_is_left_out_or_odd_is_not_made_up() {
    let choice = |choice: Value| json!({ "choices": [choice] });
    let bare = read(&choice(json!({ "message": { "content": "hi" } }))).unwrap();
    assert_eq!((bare.finish, bare.usage, bare.model), (Finish::Unknown, Usage::default(), None));
    for (finish, read_as) in [
        (json!("length"), Finish::Length),
        (json!("content_filter"), Finish::ContentFilter),
        (json!(""), Finish::Unknown),
        (json!(null), Finish::Unknown),
        (json!("abort"), Finish::Other("abort".to_owned())),
    ] {
        let body = choice(json!({ "message": { "content": "hi" }, "finish_reason": finish }));
        assert_eq!(read(&body).unwrap().finish, read_as);
    }
    for (content, text) in [
        (json!(null), ""),
        (json!([{ "type": "text", "text": "a" }, { "type": "text", "text": "b" }]), "ab"),
        (json!(["a", "b"]), "ab"),
    ] {
        assert_eq!(read(&choice(json!({ "message": { "content": content } }))).unwrap().content, text);
    }
    let refused = choice(json!({ "message": { "content": null, "refusal": "I'm sorry" }, "finish_reason": "stop" }));
    assert_eq!(read(&refused).unwrap().refusal.as_deref(), Some("I'm sorry"));
    for (usage, counts) in [
        (json!(null), Usage::default()),
        (
            json!({ "prompt_tokens": 9.0, "completion_tokens": "2" }),
            Usage { prompt_tokens: Some(9), completion_tokens: None },
        ),
        (json!({ "prompt_tokens": -9, "completion_tokens": 0.5 }), Usage::default()),
    ] {
        let body = json!({ "choices": [{ "message": { "content": "hi" } }], "usage": usage });
        assert_eq!(read(&body).unwrap().usage, counts, "{body}");
    }
}

#[test]
fn what_is_no_chat_completion_says_what_it_is() {
    for (body, what) in [
        ("", "it is not JSON"),
        ("<html>OK</html>", "it is not JSON"),
        (r#"{"choices": [{"message": {"content": "cut"#, "it is not JSON"),
        ("\u{fffd}", "it is not JSON"),
        ("[]", "it has no choices"),
        (r#"{"choices": []}"#, "it has no choices"),
        (r#"{"choices": null, "error": null}"#, "it has no choices"),
        (r#"{"error": {"message": "busy"}}"#, "it is an error with a good status"),
        (r#"{"choices": [{"text": "hi"}]}"#, "its choice has no message"),
        (r#"{"choices": [{"message": "hi"}]}"#, "its choice has no message"),
        (r#"{"choices": [{"message": {"content": 7}}]}"#, "its message is no text"),
    ] {
        assert_eq!(reply(body.as_bytes(), Format::Plain), Err(LlmError::BadBody { what }), "{body}");
    }
    assert!(reply(&[0xff, 0xfe], Format::Plain).is_err());
}

#[test]
fn logprobs_are_read_as_far_as_they_can_be() {
    let token = |token: &str, logprob: Value| {
        json!({ "token": token, "logprob": logprob, "bytes": [1], "top_logprobs": [
        { "token": "YES", "logprob": -0.1 }, { "token": "NO", "logprob": null }, { "token": " yes", "logprob": -9999.0 }] })
    };
    let body = |content: Value| json!({ "choices": [{ "message": { "content": "YES" }, "logprobs": { "content": content } }] });
    let read_tokens = |content: Value| read(&body(content)).unwrap().logprobs;
    let read_both = read_tokens(json!([token("YES", json!(-0.1)), token(".", json!(0.0))]));
    assert_eq!(read_both.iter().map(|token| token.token.as_str()).collect::<Vec<_>>(), ["YES", "."]);
    // What is no number is not left out: the others would look like all there is.
    let tops: Vec<f64> = read_both[0].top.iter().map(|top| top.logprob).collect();
    assert!(tops[0] == -0.1 && tops[1].is_nan() && tops[2] == -9999.0, "{tops:?}");
    assert!(read_tokens(json!([token("YES", json!(null)), token(".", json!(0.0))]))[0].logprob.is_nan());
    // Were the first one skipped, the second would stand in its place.
    assert!(read_tokens(json!([{ "logprob": -0.1 }, token(".", json!(0.0))])).is_empty());
    assert!(read_tokens(json!(null)).is_empty());
    assert!(read_tokens(json!("YES")).is_empty());
    let nan = body(json!([token("YES", json!(-0.1))])).to_string().replace("-9999.0", "NaN");
    let tokens = reply(nan.as_bytes(), Format::Plain).unwrap().logprobs;
    assert!(tokens[0].top[2].logprob.is_nan(), "Python's servers write NaN");
}

#[test]
fn errors_of_all_servers_are_read() {
    for (body, message, code) in [
        (
            r#"{"error": {"message": "Bad.", "type": "invalid_request_error", "param": "model", "code": "model_not_found"}}"#,
            "Bad.",
            "model_not_found invalid_request_error",
        ),
        (r#"{"error": {"message": "Bad.", "type": "api_error", "param": null, "code": null}}"#, "Bad.", "api_error"),
        (r#"{"error": "Bad."}"#, "Bad.", ""),
        (
            r#"{"object": "error", "message": "Bad.", "type": "BadRequestError", "param": null, "code": 400}"#,
            "Bad.",
            "400 badrequesterror",
        ),
        (r#"{"error": {"code": 500, "message": "Bad.", "type": "server_error"}}"#, "Bad.", "500 server_error"),
        (r#"{"detail": "Bad."}"#, "Bad.", ""),
        (
            r#"{"detail": [{"loc": ["body", "seed"], "msg": "extra", "input": {"messages": "secret"}}]}"#,
            "body.seed: extra",
            "",
        ),
        ("Bad\n gateway", "Bad gateway", ""),
        ("<html>Bad gateway</html>", "", ""),
        ("", "", ""),
        ("{}", "", ""),
    ] {
        let read = complaint(body.as_bytes());
        assert_eq!((read.message.as_str(), read.code.as_str()), (message, code), "{body}");
        assert!(!read.text.contains("secret"));
    }
    assert_eq!(complaint(&[b'x'; 5_000]).message.chars().count(), 301);
}
