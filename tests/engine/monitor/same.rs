//! What the monitor says natively, as digests that the tests of the wasm compare with: `groundcheck-wasm/tests/same-updates.test.mjs`.
//!
//! Written anew with `INSTA_UPDATE=always`, like every snapshot. A digest that changes says nothing by itself: what changed shows in the
//! other snapshots. That the same pieces give the same bytes in both places is what it is for.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use groundcheck::Monitor;
use groundcheck::types::{MonitorRequest, MonitorUpdate, read_json};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Behind a short answer, so that it settles while it is written.
const BEHIND: &str = ". That is what the documents say of it, as far as anybody has read them until today. Whoever wants to know more of it may ask again, and will be told what there is to tell of the matter, at some length. It ends here, and nothing follows.";

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Requests with their answers: the page's scripted examples, and the table of requests that every place must answer alike.
fn cases() -> Vec<(String, Value)> {
    let read = |path: &Path| read_json::<Value>(&fs::read(path).unwrap()).unwrap();
    let mut scripted: Vec<PathBuf> =
        fs::read_dir(root("web/examples/live")).unwrap().map(|entry| entry.unwrap().path()).collect();
    scripted.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    let mut all: Vec<(String, Value)> = scripted.iter().map(|path| (name(path), read(path))).collect();
    for case in read(&root("crates/groundcheck-wasm/tests/data/requests.json")).as_array().unwrap() {
        let mut request = case["request"].clone();
        request["answer"] = (request["answer"].as_str().unwrap().to_owned() + BEHIND).into();
        all.push((case["name"].as_str().unwrap().to_owned(), request));
    }
    all
}

/// Every update that tells anything and the report, a line each; or why there is none.
fn told(request: &Value, every: usize) -> Vec<String> {
    let mut request = request.clone();
    let answer = request.as_object_mut().unwrap().remove("answer").unwrap();
    let letters: Vec<char> = answer.as_str().unwrap().chars().collect();
    let opened = MonitorRequest::from_json(request.to_string().as_bytes()).and_then(Monitor::new);
    let mut monitor = match opened {
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
    for (name, request) in cases() {
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
