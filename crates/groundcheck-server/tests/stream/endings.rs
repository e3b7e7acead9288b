//! Who ends an answer before its time: the monitor, and whoever reads it. The provider notices.

use std::io::{BufRead, BufReader, Write};

use serde_json::json;

use super::{
    GOOD, PATIENCE, WRONG, analyzed, asked, assert_partial, chunk, delta, finish, last, post, sending, server, text,
    told, waiting,
};
use crate::support::events;

#[test]
fn an_interruption_closes_the_connection_and_says_what_goes_out_instead() {
    let (fake, closes) = waiting(WRONG.split_inclusive(' ').map(delta).collect::<String>());
    let server = server(&fake, "");
    let response = post(&server, &asked()).whole();
    closes.recv_timeout(PATIENCE).expect("the provider was told to stop");
    let events = events(&response);
    let done = last(&events, "done");
    assert_eq!(
        (&done["ending"], &done["partial"], &done["all_clear"]),
        (&json!("interrupted"), &json!(true), &json!(false))
    );
    assert_eq!(done["error"], json!(null), "the provider did nothing wrong");
    let (name, interruption) = &events[events.len() - 2];
    assert_eq!(name, "interruption");
    assert_eq!(interruption["warning"]["pattern"], "contradicted_value");
    let said = text(&events);
    assert_eq!(interruption["length"], json!(said.len()));
    assert!(WRONG.starts_with(&said), "{said}");
    assert!(response.contains(&format!("\"report\":{}", analyzed(&server, &said))), "{response}");
    let response = &done["monitor"]["response"];
    assert_eq!(response["action"], "interrupt");
    let out = response["text"].as_str().unwrap();
    assert!(out.starts_with("Rents are due monthly.") && out.contains("$1,200,000") && !out.contains("rose"), "{out}");
    let metrics = server.get("/metrics").body;
    let line = "groundcheck_streams_total{provider=\"house\",ending=\"interrupted\"} 1";
    assert!(metrics.contains(line), "{metrics}");
}

#[test]
fn an_answer_that_comes_at_once_is_told_no_further_than_the_interruption() {
    let whole = format!("{WRONG} {}", "And so on. ".repeat(2_000));
    let server = server(&sending(delta(&whole) + &finish("stop")), "");
    let events = told(&server);
    assert_eq!(last(&events, "done")["ending"], "interrupted");
    assert!(text(&events).len() < 2_000, "{}", text(&events).len());
}

#[test]
fn who_goes_away_stops_the_provider() {
    let (fake, closes) = waiting(delta("The NOI "));
    let server = server(&fake, "");
    let body = asked().to_string();
    let mut stream = server.connect();
    let (address, length) = (server.address, body.len());
    let head = format!("POST /api/stream HTTP/1.1\r\nhost: {address}\r\ncontent-length: {length}\r\n");
    stream.write_all(format!("{head}content-type: application/json\r\n\r\n{body}").as_bytes()).unwrap();
    let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "event: delta"), "something is said");
    drop(stream);
    closes.recv_timeout(PATIENCE).expect("the provider was told to stop");
}

#[test]
fn an_answer_that_the_provider_cuts_is_a_part() {
    for (reason, ending) in [("length", "length"), ("content_filter", "filtered")] {
        let server = server(&sending(delta(GOOD) + &finish(reason)), "");
        assert_partial(&server, GOOD, ending, None);
    }
    let server = server(&sending(delta(GOOD) + &finish("tool_calls")), "");
    assert_partial(&server, GOOD, "failed", Some(("provider_failed", "provider")));
}

#[test]
fn a_refusal_is_what_the_model_says() {
    let refusal = chunk(json!({ "delta": { "refusal": "I cannot say that." } }));
    let server = server(&sending(refusal + &finish("stop")), "");
    let events = told(&server);
    assert_eq!(text(&events), "I cannot say that.");
    let done = last(&events, "done");
    assert_eq!((&done["ending"], &done["all_clear"]), (&json!("complete"), &json!(false)), "nothing was checked in it");
}
