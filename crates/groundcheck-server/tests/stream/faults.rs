//! Providers on bad days: what was said is kept and judged, as the part that it is; where nothing was said, that is an error.

use std::io::Write;
use std::sync::Mutex;
use std::sync::mpsc;

use serde_json::{Value, json};

use super::{
    DONE, GOOD, HEAD, PATIENCE, asked, assert_partial, delta, finish, last, post, said, sending, server, text, told,
    waiting, writes,
};
use crate::provider::{Fake, Says};
use crate::support::{Server, groundcheck};

#[test]
fn what_was_said_until_it_broke_off_is_a_part() {
    let error = |error: Value| format!("data: {}\n\n", json!({ "error": error }));
    let chunked = |bytes: String| {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
        format!("{head}{:x}\r\n{bytes}\r\n", bytes.len())
    };
    let overloaded = json!({ "message": "The engine is overloaded", "type": "server_error", "code": null });
    let cases = [
        ("it closes without an end", format!("{HEAD}{}", delta(GOOD)), "provider_failed"),
        (
            "it closes inside of an event",
            format!("{HEAD}{}data: {{\"choices\": [{{\"del", delta(GOOD)),
            "provider_failed",
        ),
        ("it breaks off", chunked(delta(GOOD)), "provider_failed"),
        ("an error", format!("{HEAD}{}{}", delta(GOOD), error(overloaded)), "provider_failed"),
        (
            "a busy one",
            format!("{HEAD}{}{}", delta(GOOD), error(json!({ "message": "slow down", "code": 429 }))),
            "provider_limited",
        ),
        ("no JSON", format!("{HEAD}{}data: <html>\n\n", delta(GOOD)), "provider_failed"),
    ];
    for (case, bytes, code) in cases {
        println!("{case}");
        let server = server(&Fake::new(move |_, _| writes(bytes.clone())), "");
        assert_partial(&server, GOOD, "failed", Some((code, "provider")));
    }
}

#[test]
fn whoever_falls_silent_is_not_waited_for() {
    let (fake, closes) = waiting(delta(GOOD));
    let quick = server(&fake, "timeout_seconds = 3");
    assert_partial(&quick, GOOD, "failed", Some(("timed_out", "provider")));
    closes.recv_timeout(PATIENCE).expect("the connection is closed");
    // The last word was said: nobody waits for what could follow.
    let (fake, _closes) = waiting(delta(GOOD) + &finish("stop"));
    let done = told(&server(&fake, ""));
    assert_eq!(last(&done, "done")["ending"], "complete");
}

#[test]
fn the_deadline_of_a_request_ends_it() {
    let (fake, _closes) = waiting(delta(GOOD));
    let server = server(&fake, "");
    let mut body = asked();
    body["deadline_seconds"] = json!(0.5);
    let events = crate::support::events(&post(&server, &body).whole());
    let done = last(&events, "done");
    assert_eq!((&done["ending"], &done["error"]["code"]), (&json!("failed"), &json!("timed_out")));
}

#[test]
fn an_answer_without_an_end_is_ended() {
    let (closed, closes) = mpsc::channel();
    let closed = Mutex::new(closed);
    let fake = Fake::new(move |_, _| {
        let closed = closed.lock().unwrap().clone();
        Says::Does(Box::new(move |mut stream| {
            let words = delta(&"and then, word upon word, it went on. ".repeat(100));
            let mut sent = stream.write_all(HEAD.as_bytes());
            while sent.is_ok() {
                sent = stream.write_all(words.as_bytes());
            }
            let _ = closed.send(());
        }))
    });
    let server = server(&fake, "");
    let events = told(&server);
    closes.recv_timeout(PATIENCE).expect("the connection is closed");
    let done = last(&events, "done");
    assert_eq!((&done["ending"], &done["all_clear"]), (&json!("failed"), &json!(false)));
    assert_eq!((&done["error"]["code"], &done["error"]["field"]), (&json!("answer_too_large"), &json!("answer")));
    let length = text(&events).len();
    assert!((250 * 1024..=256 * 1024).contains(&length), "{length}");
}

#[test]
fn a_line_without_an_end_is_too_large() {
    let bytes = delta(GOOD) + "data: " + &"x".repeat(2 * 1024 * 1024);
    assert_partial(&server(&sending(bytes), ""), GOOD, "failed", Some(("provider_failed", "provider")));
}

#[test]
fn a_busy_provider_is_asked_again_before_the_first_word_and_never_after() {
    let fake = Fake::new(|_, before| match before {
        0 => Says::Answers(429, "retry-after: 0\r\n", "{}".to_owned()),
        1 => Says::Answers(503, "", "{}".to_owned()),
        2 => writes(format!("{HEAD}{}", said(GOOD))),
        _ => writes(format!("{HEAD}{}", delta(GOOD))),
    });
    let server = server(&fake, "");
    let events = told(&server);
    let done = last(&events, "done");
    assert_eq!((&done["ending"], &done["tries"]), (&json!("complete"), &json!(3)));
    assert_partial(&server, GOOD, "failed", Some(("provider_failed", "provider")));
    assert_eq!(fake.bodies().len(), 4);
}

#[test]
fn servers_that_do_not_stream_are_read_all_the_same() {
    let whole = json!({
        "choices": [{ "message": { "role": "assistant", "content": GOOD }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 9, "completion_tokens": 2 },
    });
    let server = server(&Fake::saying(whole), "");
    let events = told(&server);
    assert_eq!(text(&events), GOOD);
    let done = last(&events, "done");
    assert_eq!(
        (&done["ending"], &done["all_clear"], &done["prompt_tokens"]),
        (&json!("complete"), &json!(true), &json!(9))
    );
}

#[test]
fn servers_that_write_events_their_own_way_are_read_all_the_same() {
    let bytes = said(GOOD);
    for bytes in [
        bytes.replace("\n\n", "\r\n\r\n"),
        bytes.replace("\n\n", "\n"),
        bytes.replace("data: ", ": PROCESSING\n\nevent: message\nid: 7\ndata:"),
        bytes.replace(DONE, ""),
        bytes.replace(&finish("stop"), ""),
        format!("\u{feff}{}", bytes.trim_end()),
    ] {
        let server = server(&sending(bytes), "");
        let events = told(&server);
        assert_eq!(text(&events), GOOD);
        assert_eq!(last(&events, "done")["ending"], "complete");
    }
}

#[test]
fn where_nothing_was_said_there_is_an_error_and_no_report() {
    let error = json!({ "error": { "message": "no room", "type": "server_error" } });
    let cases: Vec<(&str, Says, &str, &str)> = vec![
        ("a wrong key", Says::Answers(401, "", "{}".to_owned()), "provider_refused", "provider"),
        (
            "no such model",
            Says::Answers(404, "", json!({ "error": "model \"m\" not found" }).to_string()),
            "model_unknown",
            "model",
        ),
        ("an error at once", writes(format!("{HEAD}data: {error}\n\n")), "provider_failed", "provider"),
        ("an error with a good status", Says::Answers(200, "", error.to_string()), "provider_failed", "provider"),
        ("a page", Says::Answers(200, "", "<html></html>".to_owned()), "provider_failed", "provider"),
        ("no word", writes(format!("{HEAD}{}{DONE}", finish("stop"))), "empty_answer", "answer"),
        ("blanks", writes(format!("{HEAD}{}{DONE}", delta(" \n"))), "empty_answer", "answer"),
        ("nothing at all", writes(HEAD.to_owned()), "provider_failed", "provider"),
    ];
    for (case, says, code, field) in cases {
        let says = Mutex::new(Some(says));
        let server = server(&Fake::new(move |_, _| says.lock().unwrap().take().unwrap_or(Says::Closes)), "");
        let events = told(&server);
        let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).filter(|name| *name != "delta").collect();
        assert_eq!(names, ["start", "error"], "{case}");
        let error = &last(&events, "error")["error"];
        assert_eq!((&error["code"], &error["field"]), (&json!(code), &json!(field)), "{case}: {error}");
    }
}

#[test]
fn what_is_wrong_with_a_request_is_named_before_anybody_is_asked() {
    let fake = sending(said(GOOD));
    let server = server(&fake, "");
    for (field, value, status, code) in [
        ("question", json!(" "), 422, "invalid_value"),
        ("provider", json!("nobody"), 422, "invalid_value"),
        ("temperature", json!(-1), 422, "invalid_value"),
        ("answer", json!("x"), 422, "unknown_field"),
        ("sources", json!([{ "id": "a", "text": "" }, { "id": "a", "text": "" }]), 422, "duplicate_source_id"),
        ("facts", json!([{ "metric": "a" }]), 422, "missing_field"),
        ("policy", json!({ "currency_tolerance_ratio": 9 }), 422, "invalid_value"),
        ("monitor", json!({ "interruption_threshold": 9 }), 422, "invalid_value"),
    ] {
        let mut body = asked();
        body[field] = value;
        let answer = post(&server, &body);
        let (told, at) = answer.error();
        assert_eq!((answer.status, told.as_str()), (status, code), "{field}: {answer:?}");
        assert!(at.is_some_and(|at| at.starts_with(field) || field == "policy" || field == "monitor"), "{answer:?}");
    }
    let keyless = Server::start(&mut groundcheck(), &[]);
    let mut body = asked();
    (body["provider"], body["model"]) = (json!("openai"), json!("gpt-4o-mini"));
    assert_eq!(post(&keyless, &body).error().0, "provider_refused");
    assert_eq!(fake.bodies().len(), 0);
}
