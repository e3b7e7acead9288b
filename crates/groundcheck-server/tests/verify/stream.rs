//! What is told on the way, who stops it, and how much goes out at once.

use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::time::Duration;

use serde_json::{Value, json};

use super::{JSON, STREAM, by_evidence, logprobs, many, outcomes, post, server, supported};
use crate::provider::{Fake, Says, good};
use crate::support::events;

#[test]
fn a_stream_tells_the_plan_each_claim_and_the_whole() {
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let server = server("openai", &fake, "price = { input = 1, output = 2 }");
    let body = many(4).to_string();
    let answer = server.send("POST", "/api/verify", &[JSON, STREAM, ("accept-encoding", "gzip")], body.as_bytes());
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/event-stream")), "{answer:?}");
    assert_eq!((answer.header("cache-control"), answer.header("content-encoding")), (Some("no-store"), None));
    let events = events(&answer.whole());
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["plan", "claim", "claim", "claim", "claim", "done"]);
    let plan = &events[0].1;
    assert_eq!((&plan["calls"], &plan["known"], &plan["logprobs"]), (&json!(8), &json!(0), &json!("unknown")));
    assert!(plan["estimated_cost_usd"].as_f64().unwrap() > 0.0 && plan["estimated_tokens"].as_u64().unwrap() > 0);
    assert_eq!(plan["claims"][1]["citing"], json!(["S1"]));
    let mut told: Vec<Value> = events[1..5].iter().map(|(_, data)| data["claim"].clone()).collect();
    told.sort_by_key(|claim| claim["id"].as_str().unwrap().to_owned());
    let done = &events[5].1;
    assert_eq!(&json!(told), &done["hallucination_check"]["claims"], "what was told is what holds");
    assert_eq!(events.iter().filter_map(|(_, data)| data["settled"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(&events[4].1["usage"], &done["verifier"]["usage"]);
    // The same without a stream; known by now.
    let whole = post(&server, &many(4)).json();
    assert_eq!(whole["hallucination_check"], done["hallucination_check"]);
    assert_eq!((&whole["verifier"]["usage"]["calls"], &whole["verifier"]["usage"]["known"]), (&json!(0), &json!(8)));
    assert_eq!(fake.bodies().len(), 8);

    let metrics = server.get("/metrics").body;
    for line in [
        "groundcheck_verifier_calls_total{provider=\"house\",outcome=\"answered\"} 8",
        "groundcheck_verifications_total{provider=\"house\",outcome=\"grounded\"} 2",
        "groundcheck_verified_claims_total{status=\"supported\",reason=\"entailed\"} 8",
        "groundcheck_verifier_known_answers_total{provider=\"house\"} 8",
        "groundcheck_provider_tokens_total{provider=\"house\",direction=\"in\"} 792",
        "groundcheck_verifier_cost_usd{provider=\"house\"} 0.00080",
    ] {
        assert!(metrics.contains(line), "{line} in\n{metrics}");
    }
}

#[test]
fn who_goes_away_stops_what_is_under_way() {
    for headers in [&[JSON, STREAM][..], &[JSON]] {
        let (arrived, arrivals) = mpsc::channel();
        let arrived = Mutex::new(arrived);
        let fake = Fake::new(move |_, _| {
            let _ = arrived.lock().unwrap().send(());
            Says::Nothing
        });
        let server = server("openai", &fake, "concurrency = 2");
        let body = many(5).to_string();
        let mut stream = server.connect();
        let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!(
            "POST /api/verify HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n{more}\r\n",
            server.address,
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let patience = Duration::from_secs(20);
        for _ in 0..2 {
            arrivals.recv_timeout(patience).expect("two questions are out");
        }
        drop(stream);
        // The places are free again: nothing of the first answer is under way any more, though its provider never answers.
        let mut request = supported();
        request["deadline_seconds"] = json!(3);
        let next = post(&server, &request).json();
        assert_eq!(outcomes(&next)[0].0, "out_of_time");
        for _ in 0..2 {
            arrivals.recv_timeout(patience).expect("the next answer's questions got their places");
        }
        assert_eq!(fake.bodies().len(), 4, "three claims were never asked about");
    }
}

#[test]
fn questions_go_out_together_and_a_repeated_answer_makes_none() {
    // How many there are now, and the most there were. None is answered until so many are under way.
    const TOGETHER: usize = 7;
    let flight = Arc::new((Mutex::new((0_usize, 0_usize)), Condvar::new()));
    let counted = Arc::clone(&flight);
    let fake = Fake::new(move |body, before| {
        let (flying, changed) = &*counted;
        let mut flying = flying.lock().unwrap();
        flying.0 += 1;
        flying.1 = flying.1.max(flying.0);
        changed.notify_all();
        // The first two are the only claim of an answer, from its evidence and without.
        let waits = |flying: &mut (usize, usize)| before >= 2 && flying.1 < TOGETHER;
        let (mut flying, _) = changed.wait_timeout_while(flying, Duration::from_secs(20), waits).unwrap();
        flying.0 -= 1;
        good(&logprobs(by_evidence(body)))
    });
    let server = server("openai", &fake, "");
    let one = post(&server, &supported()).json();
    assert_eq!(one["verifier"]["usage"]["calls"], 2);
    let answer = post(&server, &many(10)).json();
    assert_eq!((&answer["verifier"]["usage"]["calls"], fake.bodies().len()), (&json!(20), 22));
    // Seven at once are three rounds for twenty.
    let most = flight.0.lock().unwrap().1;
    assert!((TOGETHER..=8).contains(&most), "{most} at once");
    let again = post(&server, &many(10)).json();
    assert_eq!((&again["verifier"]["usage"]["known"], fake.bodies().len()), (&json!(20), 22));
    assert_eq!(again["hallucination_check"], answer["hallucination_check"]);
}
