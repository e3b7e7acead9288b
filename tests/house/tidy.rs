//! What must not be in any file, and what every file must keep to.

use crate::source::{File, files};

/// Longest Rust file, in lines: a reader takes in no more at once.
const RUST_LINES_MAX: usize = 500;

fn assert_none(found: Vec<String>, advice: &str) {
    assert!(found.is_empty(), "{advice}\n  {}", found.join("\n  "));
}

/// Every line with one of these words, in the files that `wanted` picks. This file names the words and is left out.
fn find(wanted: impl Fn(&File) -> bool, words: &[&str]) -> Vec<String> {
    let files = files();
    let picked = files.iter().filter(|file| file.path != "tests/house/tidy.rs" && wanted(file));
    picked.flat_map(|file| file.lines_with(words).collect::<Vec<_>>()).collect()
}

fn rust(file: &File) -> bool {
    file.is(&[".rs"])
}

#[test]
fn no_test_is_left_out() {
    let found = find(rust, &["#[ignore", "#[should_panic"]);
    assert_none(found, "assert today's behaviour with a FIXME that says what it should be; remove the attribute:");

    let javascript = |file: &File| file.is(&[".test.mjs"]);
    let found =
        find(javascript, &["test.skip", "it.skip", "test.only", "it.only", "test.todo", "skip: ", "only: true"]);
    assert_none(found, "every browser and wasm test runs; what it needs, xtask provides:");

    let python = |file: &File| file.is(&[".py"]);
    let found = find(python, &["mark.skip", "mark.xfail", "pytest.skip", "pytest.xfail", "importorskip"]);
    assert_none(found, "every test of the Python package runs; what it needs, xtask provides:");
}

#[test]
fn nothing_is_left_unfinished() {
    let found = find(rust, &["todo!(", "unimplemented!(", "dbg!("]);
    assert_none(found, "finish it or leave it out:");
}

#[test]
fn warnings_are_not_silenced_wholesale() {
    let found = find(rust, &["#![allow(", "#![expect("]);
    assert_none(found, "put #[expect(…, reason = \"…\")] on the item that needs it:");
}

#[test]
fn text_is_only_ever_rendered_as_text() {
    let page = |file: &File| file.is(&[".rs", ".js", ".mjs", ".ts", ".html"]) && !file.path.starts_with("tests/");
    let words = ["inner_html", "innerHTML", "outerHTML", "outer_html", "insertAdjacentHTML", "document.write("];
    assert_none(find(page, &words), "an answer is hostile text: build elements and set their text content:");
}

#[test]
fn sql_is_written_out_in_the_source() {
    let product = |file: &File| rust(file) && !file.path.starts_with("crates/groundcheck-server/tests/");
    let found = find(product, &["AssertSqlSafe", "QueryBuilder", ".leak()"]);
    assert_none(found, "write the statement as a literal and bind what comes from outside:");
}

#[test]
fn nothing_names_the_machine_it_was_written_on() {
    let words = ["/root/", "/home/", "/Users/", "/work/", "/tmp/"];
    let found = find(|file| !file.is(&["package-lock.json"]), &words);
    assert_none(found, "use a path from the repository, a setting, or the system's temporary folder:");
}

#[test]
fn lock_files_name_no_download_address() {
    let found = find(|file| file.is(&["package-lock.json"]), &["\"resolved\": \"http"]);
    assert_none(found, "run `npm install --package-lock-only` with `omit-lockfile-registry-resolved=true`:");

    let locked = files().into_iter().find(|file| file.path == "Cargo.lock").expect("Cargo.lock is checked in");
    let other: Vec<String> = locked
        .text
        .lines()
        .filter(|line| {
            line.starts_with("source = ") && !line.contains("registry+https://github.com/rust-lang/crates.io-index")
        })
        .map(str::to_owned)
        .collect();
    assert_none(other, "every crate comes from crates.io:");
}

#[test]
fn nothing_is_left_behind_by_tools() {
    let left: Vec<String> =
        files().iter().filter(|file| file.is(&[".orig", ".rej", ".bak"])).map(|file| file.path.clone()).collect();
    assert_none(left, "remove it:");
}

#[test]
fn files_stay_readable() {
    let long: Vec<String> = files()
        .iter()
        .filter(|file| rust(file))
        .map(|file| (file, file.text.lines().count()))
        .filter(|(_, lines)| *lines > RUST_LINES_MAX)
        .map(|(file, lines)| format!("{}: {lines} lines", file.path))
        .collect();
    assert_none(long, &format!("split by purpose; no Rust file is longer than {RUST_LINES_MAX} lines:"));
}

#[test]
fn a_found_word_is_named_with_its_line() {
    let file = File { path: "a.rs".to_owned(), text: "one\ntwo words\n".to_owned() };
    assert_eq!(file.lines_with(&["words", "three"]).collect::<Vec<_>>(), ["a.rs:2: words"]);
}
