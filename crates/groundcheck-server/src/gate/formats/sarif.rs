//! SARIF 2.1.0: a problem is a result, a line that could not be checked a notification of a run that did not succeed. Problems that are not
//! listed are counted in a notification too.
//!
//! These are the parts of the format that are written here, by the names of the specification. The crate serde-sarif has all of them, but
//! its build needs crates that nobody keeps any more (schemafy, Inflector), and its version 0.8.0 compiles only where another crate happens
//! to switch on serde's macros.

use serde::Serialize;
use url::Url;

use super::{Lines, slashed};
use crate::gate::case::{Case, State};
use crate::gate::problem::{Level, Problem};
use crate::gate::rules;
use crate::gate::suite::Suite;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    invocations: [Invocation; 1],
    results: Vec<Outcome>,
    column_kind: &'static str,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    semantic_version: &'static str,
    information_uri: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: String,
    short_description: Message,
    full_description: Message,
    help: Message,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    rule_id: String,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: Vec<Location>,
    partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression>,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "groundcheckClaim/v1")]
    claim: String,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    justification: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<Physical>,
    logical_locations: [Logical; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    #[serde(flatten)]
    columns: Option<Columns>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Columns {
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
struct Logical {
    name: String,
    kind: &'static str,
}

pub(super) fn write(suite: &Suite) -> String {
    let broken = suite.rules();
    let codes: Vec<&str> = broken.keys().copied().collect();
    let places = Places {
        uri: suite.origin.file.as_deref().map(|file| uri(&slashed(file))),
        lines: suite.origin.answer.as_deref().map(Lines::new),
    };
    let results = suite.cases.iter().flat_map(|case| case.problems.iter().map(move |problem| (case, problem)));
    let mut notified: Vec<Notification> = suite.in_state(State::NotChecked).map(|case| places.failed(case)).collect();
    let is_all_checked = notified.is_empty();
    notified.extend(suite.cases.iter().filter_map(|case| places.not_listed(case)));
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "groundcheck",
                    version: env!("CARGO_PKG_VERSION"),
                    semantic_version: env!("CARGO_PKG_VERSION"),
                    information_uri: env!("CARGO_PKG_REPOSITORY"),
                    rules: broken.iter().map(|(code, level)| rule(code, *level)).collect(),
                },
            },
            invocations: [Invocation { execution_successful: is_all_checked, tool_execution_notifications: notified }],
            results: results
                .map(|(case, problem)| {
                    let index = codes.binary_search(&problem.rule.as_str()).unwrap_or_default();
                    places.result(case, problem, index, suite.has_baseline)
                })
                .collect(),
            column_kind: "utf16CodeUnits",
        }],
    };
    // Plain data with string keys: writing it cannot fail.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn rule(code: &str, level: Level) -> Rule {
    let rules::Rule { summary, help } = rules::rule(code);
    let message = |text: &str| Message { text: text.to_owned() };
    Rule {
        id: code.to_owned(),
        short_description: message(summary),
        full_description: message(summary),
        help: message(help),
        default_configuration: Configuration { level: level.as_str() },
    }
}

/// Where cases are.
struct Places<'s> {
    uri: Option<String>,
    lines: Option<Lines<'s>>,
}

impl Places<'_> {
    fn result(&self, case: &Case, problem: &Problem, rule_index: usize, has_baseline: bool) -> Outcome {
        let is_known = has_baseline && problem.known;
        let suppression = Suppression { kind: "external", justification: "The baseline has it." };
        Outcome {
            rule_id: problem.rule.clone(),
            rule_index,
            level: problem.level.as_str(),
            message: message(case, problem),
            locations: vec![self.location(case, Some(problem))],
            partial_fingerprints: Fingerprints { claim: problem.fingerprint.clone() },
            baseline_state: has_baseline.then_some(if problem.known { "unchanged" } else { "new" }),
            suppressions: if is_known { vec![suppression] } else { Vec::new() },
        }
    }

    fn not_listed(&self, case: &Case) -> Option<Notification> {
        let more = Case::not_listed(case.unlisted.len())?;
        let message = Message { text: unlinked(&format!("{}: {more}", case.name())) };
        Some(Notification { level: "warning", message, locations: vec![self.location(case, None)] })
    }

    fn failed(&self, case: &Case) -> Notification {
        let text = unlinked(&format!("{} could not be checked: {}", case.name(), case.failure()));
        Notification { level: "error", message: Message { text }, locations: vec![self.location(case, None)] }
    }

    fn location(&self, case: &Case, problem: Option<&Problem>) -> Location {
        let span = problem.and_then(|problem| problem.span);
        let region = match self.lines.as_ref().zip(span) {
            Some((lines, span)) => {
                let ((start_line, start_column), (end_line, end_column)) =
                    (lines.place(span.start), lines.place(span.end));
                Region { start_line, columns: Some(Columns { start_column, end_line, end_column }) }
            }
            None => Region { start_line: case.line, columns: None },
        };
        let physical = self.uri.clone().map(|uri| Physical { artifact_location: Artifact { uri }, region });
        Location { physical_location: physical, logical_locations: [Logical { name: case.name(), kind: "member" }] }
    }
}

fn message(case: &Case, problem: &Problem) -> Message {
    let mut text = format!("{}: {}: {}", case.name(), problem.headline(), problem.why());
    for (label, detail) in problem.details() {
        text.push_str(&format!("\n{label}: {detail}"));
    }
    Message { text: unlinked(&text) }
}

/// Without embedded links, which viewers would follow: SARIF 2.1.0, 3.11.6.
fn unlinked(text: &str) -> String {
    text.replace("](", "] (")
}

/// The file as a reference of a URI: each part percent-encoded, `..` as it is.
fn uri(file: &str) -> String {
    let encoded = |part: &str| {
        let mut url = Url::parse("file:///").ok()?;
        url.path_segments_mut().ok()?.push(part);
        Some(url.path().trim_start_matches('/').to_owned())
    };
    let parts = file.split('/').map(|part| match part {
        "" | ".." => part.to_owned(),
        part => encoded(part).unwrap_or_default(),
    });
    let path = parts.collect::<Vec<_>>().join("/");
    if path.starts_with('/') {
        return format!("file://{path}");
    }
    // A colon in the first part would end a scheme.
    if path.split('/').next().is_some_and(|first| first.contains(':')) { format!("./{path}") } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_references() {
        for (file, expected) in [
            ("cases/answers.jsonl", "cases/answers.jsonl"),
            ("../a b/100%.jsonl", "../a%20b/100%25.jsonl"),
            ("/ci/a.jsonl", "file:///ci/a.jsonl"),
            ("a:b/c.jsonl", "./a:b/c.jsonl"),
            ("שלום.jsonl", "%D7%A9%D7%9C%D7%95%D7%9D.jsonl"),
            ("a#b?c", "a%23b%3Fc"),
        ] {
            assert_eq!(uri(file), expected);
        }
    }

    #[test]
    fn no_text_is_a_link() {
        assert_eq!(unlinked("see [this](https://example.com) [S0]"), "see [this] (https://example.com) [S0]");
    }
}
