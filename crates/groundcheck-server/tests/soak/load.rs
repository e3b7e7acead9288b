//! What the clients ask, and what they keep of the answers.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};

use super::client::{Got, ask};
use super::{Soak, lock};
use crate::support::request;

/// The longest pause between two requests of a client, in milliseconds.
const PAUSE: u64 = 40;

/// Asks until the run is over.
pub fn client(soak: &Soak, number: u64, seed: u64) {
    let mut dice = Rng::with_seed(seed.wrapping_mul(1_000).wrapping_add(number));
    for round in 0.. {
        if soak.is_over() {
            return;
        }
        let mark = format!("m{number}x{round}");
        match dice.u8(..10) {
            0..=2 => analyze(soak, &mark, false),
            3 => analyze(soak, &mark, true),
            4 => import(soak, &mark),
            5 => judge(soak, &mut dice),
            6 => report(soak),
            7 => verify(soak),
            8 => stream(soak),
            _ => record(soak),
        }
        // A load, not a race: what matters is how long it goes on.
        std::thread::sleep(Duration::from_millis(dice.u64(..PAUSE)));
    }
}

/// Asks the server whose turn it is, and notes its answer.
fn asks(soak: &Soak, asked: &'static str, fine: &[u16], (method, path, body): (&str, &str, &str)) -> Option<Got> {
    let Some(address) = soak.address() else {
        std::thread::sleep(Duration::from_millis(20));
        return None;
    };
    let begun = Instant::now();
    let got = ask(address, method, path, body);
    note(soak, address, asked, got.as_ref(), begun, fine);
    got
}

/// The same with a JSON body.
fn posts(soak: &Soak, asked: &'static str, fine: &[u16], path: &str, body: &Value) -> Option<Got> {
    asks(soak, asked, fine, ("POST", path, &body.to_string()))
}

/// Notes an answer; one that nothing explains is a find.
fn note(soak: &Soak, address: SocketAddr, asked: &'static str, got: Option<&Got>, begun: Instant, fine: &[u16]) {
    // Each server has an address of its own: no answer is fine only from one that was killed.
    let is_there = soak.is_there(address);
    let mut known = lock(&soak.known);
    let status = got.map_or(0, |got| got.status);
    *known.statuses.entry((asked, status)).or_default() += 1;
    let Some(got) = got else {
        if is_there {
            known.unexpected.push(format!("{asked}: no answer after {:?}", begun.elapsed()));
        }
        return;
    };
    if fine.contains(&status) {
        known.times.entry(asked).or_default().push(begun.elapsed());
    }
    // A full disk, a database that is away, or too much at once: later, please.
    let is_later = status == 503 && got.header("retry-after").is_some();
    if !fine.contains(&status) && !is_later {
        known.unexpected.push(format!("{asked}: {status} {}", got.body));
    }
}

fn analyze(soak: &Soak, mark: &str, is_wrong: bool) {
    let value = if is_wrong { "$1,500,000" } else { "$1,200,000" };
    let mut body = request(&format!("The NOI for the property was {value} in Q3 2024."));
    body["id"] = json!(mark);
    // Another question makes it another answer; the same enters the queue once.
    body["question"] = json!(format!("What was the NOI of {mark}?"));
    let got = posts(soak, if is_wrong { "flagged" } else { "clean" }, &[200], "/api/analyze", &body);
    let Some(got) = got.filter(|got| got.status == 200) else { return };
    let verdict = serde_json::from_str::<Value>(&got.body).ok().map(|report| report["verdict"].clone());
    let mut known = lock(&soak.known);
    if verdict != Some(json!(if is_wrong { "flagged" } else { "clean" })) {
        known.unexpected.push(format!("{mark}: {}", got.body));
    }
    if let Some(id) = got.header("groundcheck-review-id").and_then(|id| id.parse().ok()) {
        known.entered.entry(id).or_insert(1);
    }
}

fn import(soak: &Soak, mark: &str) {
    let body = json!({
        "query": format!("Who is {mark}?"), "provider": "openai", "model": "gpt-4o", "asked_at": "2024-12-01",
        "mentions": [{ "name": mark, "confidence": 0.875 }],
    });
    lock(&soak.known).sent.insert(mark.to_owned());
    // Without an answer it may or may not be stored. It is sent once more, to another server where there is one, and stored once all the
    // same.
    for _ in 0..2 {
        let got = posts(soak, "import", &[200], "/api/import", &body);
        match got.map(|got| got.status) {
            Some(200) => {
                lock(&soak.known).imported.insert(mark.to_owned());
                return;
            }
            Some(_) => return,
            None => {}
        }
    }
}

fn judge(soak: &Soak, dice: &mut Rng) {
    let ids: Vec<u64> = lock(&soak.known).entered.keys().copied().collect();
    let Some(id) = dice.choice(&ids) else { return };
    let path = format!("/api/reviews/{id}");
    let item = asks(soak, "item", &[200], ("GET", &path, ""));
    let Some(item) = item.filter(|item| item.status == 200) else { return };
    let item: Value = serde_json::from_str(&item.body).unwrap_or_default();
    let status = dice.choice(["approved", "rejected", "reviewed", "pending"]);
    let change = json!({ "version": item["summary"]["version"], "status": status });
    // Another client may have been first.
    let got = asks(soak, "judge", &[200, 409], ("PATCH", &path, &change.to_string()));
    if let Some(got) = got.filter(|got| got.status == 200) {
        let version =
            serde_json::from_str::<Value>(&got.body).ok().and_then(|item| item["summary"]["version"].as_u64());
        let mut known = lock(&soak.known);
        let version = version.unwrap_or_default();
        let own = known.entered.entry(*id).or_default();
        *own = version.max(*own);
        // A change that changes nothing leaves the version as it is, however often it is asked for.
        if item["summary"]["status"] != json!(status) && !known.decided.insert((*id, version)) {
            known.unexpected.push(format!("item {id}: two decisions were acknowledged as version {version}"));
        }
    }
}

fn report(soak: &Soak) {
    for (asked, path) in [("reports", "/api/reports"), ("queue", "/api/reviews"), ("health", "/api/health")] {
        asks(soak, asked, &[200], ("GET", path, ""));
    }
}

/// The provider may be slow, broken or away: then the claim is not verified, and the server still answers 200.
fn verify(soak: &Soak) {
    let body = json!({
        "answer": "The tower has nine floors [S0].",
        "sources": [{ "id": "S0", "text": "The tower has nine floors." }], "provider": "house",
    });
    posts(soak, "verify", &[200], "/api/verify", &body);
}

fn stream(soak: &Soak) {
    let body = json!({ "question": "What was the NOI?", "sources": request("")["sources"], "provider": "house" });
    posts(soak, "stream", &[200, 502, 504], "/api/stream", &body);
}

fn record(soak: &Soak) {
    let body = json!({
        "profile": "bank_statement", "record": { "bank_name": "Westpac", "statement_period": "March 2024" },
        "document": { "text": "Westpac, 1 March 2024 to 31 March 2024", "total_pages": 1 }, "as_of": "2024-12-01",
    });
    posts(soak, "record", &[200], "/api/records/validate", &body);
}
