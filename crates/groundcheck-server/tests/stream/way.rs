//! A good answer on its way: what is asked, what is told, what is counted, and that no cut of it changes anything.

use std::io::Write;

use serde_json::json;

use super::{CANARY, DONE, GOOD, HEAD, WRONG, analyzed, asked, delta, last, post, said, sending, server, text, told};
use crate::provider::{Fake, Says};
use crate::support::events;

#[test]
fn an_answer_is_told_as_it_is_said_and_its_report_is_that_of_the_whole() {
    let server = server(&sending(said(GOOD)), "price = { input = 1, output = 2 }");
    let response = post(&server, &asked()).whole();
    let events = events(&response);
    let start = &events[0];
    assert_eq!((start.0.as_str(), &start.1["provider"], &start.1["model"]), ("start", &json!("house"), &json!("m")));
    assert_eq!(start.1["knowledge"]["verified"], true);
    assert_eq!(text(&events), GOOD);
    let done = last(&events, "done");
    assert_eq!((&done["answer"], &done["ending"]), (&json!(GOOD), &json!("complete")));
    assert_eq!((&done["all_clear"], &done["partial"], &done["error"]), (&json!(true), &json!(false), &json!(null)));
    assert_eq!(
        (&done["prompt_tokens"], &done["completion_tokens"], &done["tries"]),
        (&json!(90), &json!(20), &json!(1))
    );
    assert!(response.contains(&format!("\"report\":{}", analyzed(&server, GOOD))), "{response}");
    // What settled on the way stands so in the report.
    let updates = events.iter().filter(|(name, _)| name == "update").flat_map(|(_, data)| data["settled"].as_array());
    let settled: Vec<_> = updates.flatten().collect();
    assert!(!settled.is_empty());
    for (place, claim) in settled.iter().enumerate() {
        assert_eq!(**claim, done["monitor"]["report"]["claims"][place]);
    }
    let metrics = server.get("/metrics").body;
    for line in [
        "groundcheck_streams_total{provider=\"house\",ending=\"complete\"} 1",
        "groundcheck_provider_tokens_total{provider=\"house\",direction=\"in\"} 90",
        "groundcheck_provider_tokens_total{provider=\"house\",direction=\"out\"} 20",
        "groundcheck_stream_first_delta_seconds_count{provider=\"house\"} 1",
    ] {
        assert!(metrics.contains(line), "{line} in\n{metrics}");
    }
    let (_, log) = server.stop();
    assert!(log.contains("\"streamed\"") && log.contains("\"complete\""), "{log}");
    for word in ["NOI", "1,200,000", "report says"] {
        assert!(!log.contains(word), "{word} in {log}");
    }
}

#[test]
fn byte_by_byte_the_report_is_the_same() {
    let answer = format!("{GOOD} ₪5 מיליון 😀.");
    let bytes = said(&answer);
    let fake = Fake::new(move |_, _| {
        let bytes = bytes.clone();
        Says::Does(Box::new(move |mut stream| {
            stream.set_nodelay(true).unwrap();
            stream.write_all(HEAD.as_bytes()).unwrap();
            for byte in bytes.as_bytes() {
                stream.write_all(&[*byte]).unwrap();
            }
        }))
    });
    let server = server(&fake, "");
    let response = post(&server, &asked()).whole();
    assert_eq!(text(&events(&response)), answer);
    assert!(response.contains(&format!("\"report\":{}", analyzed(&server, &answer))), "{response}");
}

#[test]
fn what_is_flagged_enters_the_review_queue_before_it_is_told() {
    let server = server(&sending(said(WRONG)), "");
    let mut body = asked();
    body["monitor"] = json!({ "interruption_threshold": 1 });
    let answer = post(&server, &body).whole();
    let events = events(&answer);
    let done = last(&events, "done");
    assert_eq!((&done["ending"], &done["all_clear"]), (&json!("complete"), &json!(false)));
    let review = server.get(&format!("/api/reviews/{}", done["review_id"])).json();
    let item = &review["summary"];
    assert_eq!((&item["provider"], &item["model"]), (&json!("house"), &json!("m")), "{review}");
}

#[test]
fn the_provider_gets_task_evidence_conversation_and_question() {
    let fake = sending(said(GOOD));
    let server = server(&fake, "api_key_env = \"MY_KEY\"");
    let mut body = asked();
    body["instructions"] = json!("Be brief.");
    body["history"] = json!([{ "role": "user", "text": "Hello." }, { "role": "assistant", "text": "Good day." }]);
    body["facts"] = json!([{ "metric": "occupancy_rate", "value": 85 }]);
    body["max_tokens"] = json!(99);
    body["temperature"] = json!(0);
    assert_eq!(post(&server, &body).status, 200);
    let (head, sent) = fake.asked(0);
    assert!(head.contains(&format!("authorization: Bearer {CANARY}")), "{head}");
    assert_eq!((&sent["stream"], &sent["stream_options"]), (&json!(true), &json!({ "include_usage": true })));
    assert_eq!((&sent["max_tokens"], sent["temperature"].as_f64()), (&json!(99), Some(0.0)));
    let roles: Vec<&str> = sent["messages"].as_array().unwrap().iter().filter_map(|m| m["role"].as_str()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
    assert_eq!(sent["messages"][3]["content"], "What was the NOI?");
    let system = sent["messages"][0]["content"].as_str().unwrap();
    assert!(system.starts_with("Be brief.\n\n"), "{system}");
    let code = system.split("CODE: ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    let source = format!("<<SOURCE {code}>>\n[S0]\n{}\n<<END SOURCE {code}>>", crate::support::SOURCE);
    let facts =
        format!("<<FACTS {code}>>\nentity,metric,period,value,unit\n,occupancy_rate,,85,\n<<END FACTS {code}>>");
    assert!(system.contains(&source) && system.contains(&facts), "{system}");

    body["show_evidence"] = json!(false);
    body.as_object_mut().unwrap().remove("instructions");
    assert_eq!(post(&server, &body).status, 200);
    let (_, sent) = fake.asked(1);
    assert_eq!(sent["messages"][0], json!({ "role": "user", "content": "Hello." }));
}

#[test]
fn what_an_endpoint_does_not_take_is_left_out_from_then_on() {
    let fake = Fake::new(|body, _| {
        if body.get("stream_options").is_some() {
            let error = json!({ "error": { "message": "Unrecognized request argument supplied: stream_options" } });
            return Says::Answers(400, "", error.to_string());
        }
        super::writes(format!("{HEAD}{}{DONE}", delta(GOOD)))
    });
    let server = server(&fake, "");
    for _ in 0..2 {
        let done = told(&server);
        let done = last(&done, "done");
        assert_eq!(
            (&done["ending"], &done["completion_tokens"], &done["tries"]),
            (&json!("complete"), &json!(null), &json!(1))
        );
    }
    assert_eq!(fake.bodies().len(), 3, "learnt with the first question");
}

#[test]
fn a_key_that_is_sent_back_is_taken_out() {
    let echo = [delta("The key is "), delta("sk-cana"), delta("ry-4711, or "), delta(CANARY), DONE.to_owned()].concat();
    let server = server(&sending(echo), "api_key_env = \"MY_KEY\"");
    let events = told(&server);
    assert_eq!(text(&events), "The key is [key], or [key]");
    assert_eq!(last(&events, "done")["answer"], "The key is [key], or [key]");
    assert!(!server.stop().1.contains(CANARY));
}
