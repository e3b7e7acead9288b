//! Monitoring, learning and mutes over HTTP.

use serde_json::{Value, json};

use crate::support::{Answer, Server, request};

fn post(server: &Server, path: &str, body: &Value) -> Answer {
    server.send("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
}

/// The item that an answer entered the queue as.
fn flagged(server: &Server, text: &str) -> Option<String> {
    let answer = server.analyze(request(text).to_string().as_bytes());
    assert_eq!((answer.status, &answer.json()["verdict"]), (200, &json!("flagged")), "{answer:?}");
    answer.header("groundcheck-review-id").map(str::to_owned)
}

fn decide(server: &Server, id: &str, status: &str) {
    let change = json!({ "version": 1, "status": status }).to_string();
    let path = format!("/api/reviews/{id}");
    let answer = server.send("PATCH", &path, &[("content-type", "application/json")], change.as_bytes());
    assert_eq!(answer.status, 200, "{answer:?}");
}

#[test]
fn records_are_counted_by_provider_and_day() {
    let server = Server::new();
    let record = |bank: &str, provider: Value| {
        let body = json!({
            "profile": "bank_statement", "as_of": "2024-12-01", "provider": provider,
            "record": { "bank_name": bank, "account_number": "034-123 456782", "statement_period": "March 2024" },
            "document": { "text": "Westpac. Statement of account 034-123 456782, 1 March 2024 to 31 March 2024.", "total_pages": 2 },
        });
        let answer = post(&server, "/api/records/validate", &body);
        assert_eq!(answer.status, 200, "{answer:?}");
    };
    record("Westpac", json!("openai"));
    record("Bank of Atlantis", json!("openai"));
    for number in 0..30 {
        record("Bank of Atlantis", json!(format!("provider {number}")));
    }
    record("Westpac", Value::Null);
    let all = server.get("/api/records/monitoring").json();
    assert_eq!((&all["total"]["records"], &all["total"]["with_alerts"]), (&json!(33), &json!(31)), "{all}");
    assert_eq!(all["providers"][0]["name"], "openai");
    assert_eq!(all["providers"][0]["alert_rate"], 0.5);
    assert_eq!(all["days"].as_array().unwrap().len(), 1);
    let some = server.get("/api/records/monitoring?provider=openai&profile=bank_statement").json();
    assert_eq!(some["total"]["records"], 2, "{some}");
    for (query, error) in [
        ("from=soon", ("invalid_value", "from")),
        ("from=2024-12-02&to=2024-12-01", ("invalid_value", "to")),
        ("model=x", ("unknown_field", "model")),
    ] {
        let answer = server.get(&format!("/api/records/monitoring?{query}"));
        assert_eq!(answer.error(), (error.0.to_owned(), Some(error.1.to_owned())), "{query}");
    }
    // Labels are of the server's own providers, however many names are told.
    let metrics = server.get("/metrics").body;
    for line in [
        "groundcheck_records_total{status=\"clean\",rejected=\"false\",provider=\"openai\"} 1",
        "groundcheck_records_total{status=\"clean\",rejected=\"false\",provider=\"none\"} 1",
        "groundcheck_records_total{status=\"hallucinations_detected\",rejected=\"false\",provider=\"other\"} 30",
    ] {
        assert!(metrics.contains(line), "{line} is not in {metrics}");
    }
    assert!(!metrics.contains("provider 1") && !metrics.contains("456782"), "{metrics}");
}

#[test]
fn what_was_approved_is_learnt_from_and_can_be_muted() {
    let server = Server::new();
    let id = flagged(&server, "The NOI was $1.27M for the property.").expect("it enters the queue");
    let item = server.get(&format!("/api/reviews/{id}")).json();
    let fingerprint = item["fingerprints"][0].as_str().expect("a fingerprint").to_owned();
    let item: u64 = id.parse().unwrap();
    let mute = json!({ "item": item, "fingerprint": fingerprint, "note": "a rounded figure" });
    let refused = |body: &Value, status: u16, field: &str| {
        let answer = post(&server, "/api/mutes", body);
        assert_eq!((answer.status, answer.error().1.as_deref()), (status, Some(field)), "{body}: {answer:?}");
    };
    refused(&mute, 422, "item");
    decide(&server, &id, "approved");
    refused(&json!({ "item": item, "fingerprint": "abcdefghijklmnop" }), 422, "fingerprint");
    refused(&json!({ "item": item, "fingerprint": "12" }), 422, "fingerprint");
    assert_eq!(post(&server, "/api/mutes", &json!({ "item": 99, "fingerprint": fingerprint })).status, 404);

    let report = server.get("/api/reviews/learning").json();
    assert_eq!(report["counts"], json!({ "confirmed": 0, "false_positives": 1 }), "{report}");
    assert_eq!(report["suggestions"][0]["environment"], "HALLUCINATION_CURRENCY_TOLERANCE=5.9", "{report}");
    assert_eq!(server.get("/api/reviews/learning?provider=openai").json()["items"], 0);
    assert_eq!(server.get("/api/reviews/learning?model=x").error().1.as_deref(), Some("model"));

    let added = post(&server, "/api/mutes", &mute);
    assert_eq!((added.status, &added.json()["kept_out"]), (201, &json!(0)), "{added:?}");
    assert_eq!(added.json()["example"], "The NOI was $1.27M for the property.");
    assert_eq!(post(&server, "/api/mutes", &mute).status, 200);
    assert_eq!(
        flagged(&server, "The NOI was $1.4M for the property."),
        None,
        "flagged as before, and not in the queue"
    );
    let list = server.get("/api/mutes").json();
    assert_eq!((&list["mutes"][0]["kept_out"], &list["mutes"][0]["note"]), (&json!(1), &json!("a rounded figure")));
    // Whoever sends it wants it seen.
    let sent = post(&server, "/api/reviews", &json!({ "request": request("The NOI was $1.4M for the property.") }));
    assert_eq!(sent.status, 201, "{sent:?}");

    let path = format!("/api/mutes/{fingerprint}");
    assert_eq!(server.send("DELETE", &path, &[], b"").json(), json!({ "removed": 1 }));
    assert_eq!(server.send("DELETE", &path, &[], b"").json(), json!({ "removed": 0 }));
    assert_eq!(server.get("/api/mutes").json(), json!({ "mutes": [] }));
    assert!(flagged(&server, "The NOI was $1.45M for the property.").is_some());
    let audit = server.get("/api/audit").body;
    assert!(audit.contains("mute.add") && audit.contains("mute.remove"), "{audit}");
}
