//! Words that no native writer would choose, in what people read: the page, the command line, errors and reasons, README and docs. Once
//! mended, they do not come back.

use crate::source::files;

/// In lower case. A word with a legitimate use does not belong here.
const WORST: &[&str] = &[
    "reckon",
    "as far as",
    "is none of",
    "are none of",
    "is that of no",
    "no all-clear",
    "nobody was asked",
    "asks nobody",
    "has nobody to ask",
    "whom to ask",
    "nothing is known",
    "bear this out",
    "bears this out",
    "bear it out",
    "speaks of this",
    "about the same thing",
    "one that holds",
    "wrong indeed",
    "will stand",
    "stand here as soon",
    "every value holds",
    "rows hold",
    "in no figure",
    "time was over",
    "should it die",
    "speaks to the verifier",
    "says nothing of",
    "kept nowhere",
    "elsewhere than",
    "thrown is",
    "part its pages",
    "wants none",
    "say who you are",
    "bring it again",
    "is gone then",
];

/// The parts of a file that people read: all of a page of text; of Rust the strings outside tests, and of commands their help.
fn read(path: &str, text: &str) -> Option<String> {
    if path.ends_with(".md") {
        let is_read = matches!(
            path,
            "README.md" | "crates/groundcheck-python/README.md" | "crates/groundcheck-wasm/npm/README.md"
        ) || path.starts_with("docs/");
        return is_read.then(|| text.to_owned());
    }
    let is_code = path.ends_with(".rs") && !path.contains("/tests/") && !path.starts_with("tests/");
    if !is_code {
        return None;
    }
    let own = text.split("#[cfg(test)]").next().unwrap_or_default();
    let is_help = path.starts_with("crates/groundcheck-server/src/cli/");
    let shown = own.lines().filter(|line| {
        let line = line.trim_start();
        if line.starts_with("///") { is_help } else { !line.starts_with("//") && line.contains('"') }
    });
    Some(shown.collect::<Vec<_>>().join("\n"))
}

#[test]
fn what_people_read_is_plain_english() {
    let mut seen = 0;
    let mut found = Vec::new();
    for file in files() {
        let Some(text) = read(&file.path, &file.text) else { continue };
        seen += 1;
        for (number, line) in text.lines().enumerate() {
            let lower = line.to_lowercase();
            found.extend(
                WORST.iter().filter(|word| lower.contains(**word)).map(|word| {
                    format!("{} ({word}), line {} of what is read: {}", file.path, number + 1, line.trim())
                }),
            );
        }
    }
    assert!(found.is_empty(), "say it plainly:\n  {}", found.join("\n  "));
    assert!(seen > 300, "{seen} files were read");
}
