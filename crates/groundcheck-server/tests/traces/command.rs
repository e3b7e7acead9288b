//! Commands: one span a run, and an end as without a collector.

use serde_json::json;

use super::collector::{Collector, Mood};
use super::{CANARY, SPAN, TRACE};
use crate::provider::{Fake, entry, good};
use crate::support::{Folder, SOURCE, groundcheck, request, run_with};
use crate::verify::{by_evidence, logprobs};

#[test]
fn a_check_is_a_span_with_its_analysis_and_its_questions() {
    let folder = Folder::new();
    let source = folder.file("source.txt", SOURCE);
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let providers = folder.file("providers.toml", entry("openai", &fake.url(), ""));
    let collector = Collector::new(Mood::Takes);
    let mut command = groundcheck();
    let command = collector.used_by(&mut command).env("TRACEPARENT", format!("00-{TRACE}-{SPAN}-01"));
    let args =
        ["check", "The NOI was $1.5M. The tower was painted by its owner.", "--source", &source, "--question", CANARY];
    let ran = run_with(command.args(args).args(["--verify=house", "--providers", &providers]), b"");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let check = collector.span("groundcheck check");
    assert_eq!((check.trace.as_str(), check.parent.as_str(), check.kind), (TRACE, SPAN, 1));
    assert_eq!((check.of("process.exit.code"), check.is_error), ("1", false), "{check:?}");
    let (analysis, verify) = (collector.span("analyze"), collector.span("verify"));
    assert_eq!((&analysis.parent, analysis.of("groundcheck.verdict")), (&check.id, "flagged"));
    assert_eq!(verify.parent, check.id);
    let chats: Vec<_> = collector.spans().into_iter().filter(|span| span.name == "chat m").collect();
    assert!(!chats.is_empty() && chats.iter().all(|chat| chat.parent == verify.id), "{chats:?}");
    for hidden in [CANARY, "NOI", "tower", "source.txt"] {
        assert!(!collector.bytes().contains(hidden), "{hidden}");
    }
}

#[test]
fn a_batch_is_one_span_with_counts() {
    let lines = [request("The NOI was $1.5M."), request("The NOI was $1.2M."), json!({ "answer": "" })];
    let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let collector = Collector::new(Mood::Takes);
    let ran = run_with(collector.used_by(&mut groundcheck()).args(["batch", "-"]), text.join("\n").as_bytes());
    assert_eq!((ran.code, ran.json_lines().len()), (Some(3), 3), "{ran:?}");
    let batch = collector.span("groundcheck batch");
    for (key, value) in [
        ("groundcheck.answers.count", "3"),
        ("groundcheck.answers.verdict.flagged", "1"),
        ("groundcheck.answers.verdict.clean", "1"),
        ("groundcheck.answers.verdict.error", "1"),
        ("groundcheck.claims.count", "2"),
        ("process.exit.code", "3"),
    ] {
        assert_eq!(batch.of(key), value, "{key} of {batch:?}");
    }
    assert_eq!(collector.spans().len(), 1);
    assert_eq!(batch.parent, "");
}

#[test]
fn a_gate_says_whether_it_let_the_answers_through() {
    let folder = Folder::new();
    let cases = folder.file("cases.jsonl", request("The NOI was $1.5M.").to_string());
    let collector = Collector::new(Mood::Takes);
    let ran = run_with(collector.used_by(&mut groundcheck()).args(["gate", &cases]), b"");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let gate = collector.span("groundcheck gate");
    assert_eq!((gate.of("groundcheck.gate.passed"), gate.of("groundcheck.gate.problems.new")), ("false", "1"));
    assert_eq!(gate.of("process.exit.code"), "1");
}

#[test]
fn wrong_usage_is_an_error_of_the_span_and_the_same_exit_code() {
    let collector = Collector::new(Mood::Takes);
    let ran = run_with(collector.used_by(&mut groundcheck()).args(["check", "x", "--source", "/no/such/file"]), b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let check = collector.span("groundcheck check");
    assert_eq!((check.of("process.exit.code"), check.of("error.type")), ("2", "unreadable_file"));
    assert!(check.is_error);
}
