//! What the clients ask, and what they keep of the answers.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};

use super::client::{Got, ask, post};
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
        let Some(address) = lock(&soak.server).as_ref().map(|server| server.address) else {
            std::thread::sleep(Duration::from_millis(20));
            continue;
        };
        let mark = format!("m{number}x{round}");
        match dice.u8(..10) {
            0..=2 => analyze(soak, address, &mark, false),
            3 => analyze(soak, address, &mark, true),
            4 => import(soak, address, &mark),
            5 => judge(soak, address, &mut dice),
            6 => report(soak, address),
            7 => verify(soak, address),
            8 => stream(soak, address),
            _ => record(soak, address),
        }
        // A load, not a race: what matters is how long it goes on.
        std::thread::sleep(Duration::from_millis(dice.u64(..PAUSE)));
    }
}

/// Notes an answer; one that nothing explains is a find.
fn note(soak: &Soak, address: SocketAddr, asked: &'static str, got: Option<&Got>, begun: Instant, fine: &[u16]) {
    // Each server has an address of its own: no answer is fine only from one that was killed.
    let is_there = lock(&soak.server).as_ref().is_some_and(|server| server.address == address);
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

fn analyze(soak: &Soak, address: SocketAddr, mark: &str, is_wrong: bool) {
    let begun = Instant::now();
    let value = if is_wrong { "$1,500,000" } else { "$1,200,000" };
    let mut body = request(&format!("The NOI for the property was {value} in Q3 2024."));
    body["id"] = json!(mark);
    // Another question makes it another answer; the same enters the queue once.
    body["question"] = json!(format!("What was the NOI of {mark}?"));
    let got = post(address, "/api/analyze", &body);
    note(soak, address, if is_wrong { "flagged" } else { "clean" }, got.as_ref(), begun, &[200]);
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

fn import(soak: &Soak, address: SocketAddr, mark: &str) {
    let body = json!({
        "query": format!("Who is {mark}?"), "provider": "openai", "model": "gpt-4o", "asked_at": "2024-12-01",
        "mentions": [{ "name": mark, "confidence": 0.875 }],
    });
    lock(&soak.known).sent.insert(mark.to_owned());
    // Without an answer it may or may not be stored. It is sent once more, and stored once all the same.
    for _ in 0..2 {
        let begun = Instant::now();
        let got = post(address, "/api/import", &body);
        note(soak, address, "import", got.as_ref(), begun, &[200]);
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

fn judge(soak: &Soak, address: SocketAddr, dice: &mut Rng) {
    let ids: Vec<u64> = lock(&soak.known).entered.keys().copied().collect();
    let Some(id) = dice.choice(&ids) else { return };
    let path = format!("/api/reviews/{id}");
    let begun = Instant::now();
    let item = ask(address, "GET", &path, "");
    note(soak, address, "item", item.as_ref(), begun, &[200]);
    let Some(item) = item.filter(|item| item.status == 200) else { return };
    let item: Value = serde_json::from_str(&item.body).unwrap_or_default();
    let status = dice.choice(["approved", "rejected", "reviewed", "pending"]);
    let begun = Instant::now();
    let change = json!({ "version": item["summary"]["version"], "status": status });
    let got = ask(address, "PATCH", &path, &change.to_string());
    // Another client may have been first.
    note(soak, address, "judge", got.as_ref(), begun, &[200, 409]);
    if let Some(got) = got.filter(|got| got.status == 200) {
        let version =
            serde_json::from_str::<Value>(&got.body).ok().and_then(|item| item["summary"]["version"].as_u64());
        let mut known = lock(&soak.known);
        let own = known.entered.entry(*id).or_default();
        *own = version.unwrap_or_default().max(*own);
    }
}

fn report(soak: &Soak, address: SocketAddr) {
    for (asked, path) in [("reports", "/api/reports"), ("queue", "/api/reviews"), ("health", "/api/health")] {
        let begun = Instant::now();
        let got = ask(address, "GET", path, "");
        note(soak, address, asked, got.as_ref(), begun, &[200]);
    }
}

/// The provider may be slow, broken or away: then the claim is not verified, and the server still answers 200.
fn verify(soak: &Soak, address: SocketAddr) {
    let begun = Instant::now();
    let body = json!({
        "answer": "The tower has nine floors [S0].",
        "sources": [{ "id": "S0", "text": "The tower has nine floors." }], "provider": "house",
    });
    let got = post(address, "/api/verify", &body);
    note(soak, address, "verify", got.as_ref(), begun, &[200]);
}

fn stream(soak: &Soak, address: SocketAddr) {
    let begun = Instant::now();
    let body = json!({ "question": "What was the NOI?", "sources": request("")["sources"], "provider": "house" });
    let got = post(address, "/api/stream", &body);
    note(soak, address, "stream", got.as_ref(), begun, &[200, 502, 504]);
}

fn record(soak: &Soak, address: SocketAddr) {
    let begun = Instant::now();
    let body = json!({
        "profile": "bank_statement", "record": { "bank_name": "Westpac", "statement_period": "March 2024" },
        "document": { "text": "Westpac, 1 March 2024 to 31 March 2024", "total_pages": 1 }, "as_of": "2024-12-01",
    });
    let got = post(address, "/api/records/validate", &body);
    note(soak, address, "record", got.as_ref(), begun, &[200]);
}
