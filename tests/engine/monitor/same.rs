//! What the monitor says natively, as digests that the tests of the wasm compare with: `groundcheck-wasm/tests/same-updates.test.mjs`.
//!
//! Written anew with `INSTA_UPDATE=always`, like every snapshot. A digest that changes says nothing by itself: what changed shows in the
//! other snapshots. That the same pieces give the same bytes in both places is what it is for.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use groundcheck::Monitor;
use groundcheck::types::{MonitorRequest, MonitorUpdate, Request, read_json};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

/// Behind a short answer, so that it settles while it is written.
pub const BEHIND: &str = ". That is what the documents say of it, as far as anybody has read them until today. Whoever wants to know more of it may ask again, and will be told what there is to tell of the matter, at some length. It ends here, and nothing follows.";

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    request: Request,
}

/// Requests with their answers: the page's scripted examples, and the table of requests that every place must answer alike.
fn cases() -> Vec<Case> {
    let bytes = |path: &Path| fs::read(path).unwrap();
    let mut scripted: Vec<PathBuf> =
        fs::read_dir(root("web/examples/live")).unwrap().map(|entry| entry.unwrap().path()).collect();
    scripted.sort();
    let named = |path: &PathBuf| Case {
        name: path.file_stem().unwrap().to_string_lossy().into_owned(),
        request: read_json(&bytes(path)).unwrap(),
    };
    let mut all: Vec<Case> = scripted.iter().map(named).collect();
    let mut table: Vec<Case> = read_json(&bytes(&root("crates/groundcheck-wasm/tests/data/requests.json"))).unwrap();
    table.iter_mut().for_each(|case| case.request.answer.push_str(BEHIND));
    all.extend(table);
    all
}

/// Every update that tells anything and the report, a line each; or why there is none.
fn told(request: &Request, every: usize) -> Vec<String> {
    let Request { id, answer, question, sources, facts, scope, history, confidence, locale, policy, .. } =
        request.clone();
    let monitored = MonitorRequest {
        id,
        question,
        sources,
        facts,
        scope,
        history,
        confidence,
        locale,
        policy,
        ..Default::default()
    };
    let letters: Vec<char> = answer.chars().collect();
    let mut monitor = match Monitor::new(monitored) {
        Ok(monitor) => monitor,
        Err(error) => return vec![format!("refused: {}", error.code.as_str())],
    };
    let mut lines = Vec::new();
    let mut settled_to = 0;
    for piece in letters.chunks(every) {
        let update: MonitorUpdate = monitor.push(&piece.iter().collect::<String>()).unwrap();
        if update.settled_to != settled_to || !update.settled.is_empty() || !update.warnings.is_empty() {
            settled_to = update.settled_to;
            lines.push(update.to_json());
        }
    }
    lines.push(monitor.finish().unwrap().to_json());
    lines
}

#[test]
fn the_committed_digests_are_what_the_monitor_says() {
    let mut current = String::from("[\n");
    for Case { name, request } in cases() {
        for every in [1, 7, 100_000] {
            let lines = told(&request, every);
            let digest: String =
                Sha256::digest(lines.join("\n")).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            let row = serde_json::json!({ "name": name, "every": every, "lines": lines.len(), "digest": digest });
            writeln!(current, "  {row},").unwrap();
        }
    }
    current.truncate(current.len() - 2);
    current.push_str("\n]\n");
    let path = root("crates/groundcheck-wasm/tests/data/updates.json");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        return fs::write(&path, current).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_default(),
        current,
        "keep it with `INSTA_UPDATE=always cargo test -p groundcheck-tests --test engine same`"
    );
}
