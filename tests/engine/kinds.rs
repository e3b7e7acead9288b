//! Quotations, identifiers, links, citation marks and names on answers whose every item is labelled: how many of the wrong ones are flagged, and
//! whether a flag is right.
//!
//! The answers, sources and labels were written by people who did not know the engine; everything in them is invented. `how` says what is
//! wrong.

use std::collections::BTreeMap;
use std::fmt::Write;

use groundcheck::types::{Claim, MonitorRequest, Request, Source, Span, Status};
use groundcheck::{Monitor, analyze};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: String,
    question: String,
    sources: Vec<Source>,
    answer: String,
    claims: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    kind: String,
    text: String,
    /// In characters.
    start: usize,
    label: String,
}

/// What became of the items of a kind with one label.
#[derive(Default)]
struct Row {
    flagged: u32,
    open: u32,
    supported: u32,
    missing: u32,
}

const KINDS: [&str; 5] = ["quotation", "identifier", "link", "citation", "name"];
const FILES: [&str; 6] = [
    include_str!("../data/kinds/1.jsonl"),
    include_str!("../data/kinds/2.jsonl"),
    include_str!("../data/kinds/3.jsonl"),
    include_str!("../data/kinds/4.jsonl"),
    include_str!("../data/kinds/5.jsonl"),
    include_str!("../data/kinds/6.jsonl"),
];

fn span(answer: &str, item: &Item) -> Span {
    let start = answer.char_indices().nth(item.start).map_or(answer.len(), |(at, _)| at);
    Span::new(start, start + item.text.len())
}

#[test]
fn a_flag_of_each_kind_is_right_nine_times_of_ten() {
    let mut rows: BTreeMap<(&str, &str), Row> = BTreeMap::new();
    let mut beside: BTreeMap<&str, u32> = BTreeMap::new();
    for line in FILES.iter().flat_map(|file| file.lines()) {
        let case: Case = serde_json::from_str(line).unwrap();
        let request = Request {
            id: Some(case.id),
            answer: case.answer,
            question: Some(case.question),
            sources: case.sources,
            ..Request::default()
        };
        let report = analyze(&request).unwrap();
        for kind in KINDS {
            let own: Vec<&Claim> = report.claims.iter().filter(|claim| claim.kind.as_str() == kind).collect();
            let mut labelled = Vec::new();
            for item in case.claims.iter().filter(|item| item.kind == kind) {
                let at = span(&request.answer, item);
                assert_eq!(at.of(&request.answer), Some(item.text.as_str()), "{:?}", request.id);
                let hits: Vec<&&Claim> = own.iter().filter(|claim| claim.span.overlaps(at)).collect();
                labelled.extend(hits.iter().map(|claim| claim.span));
                let has = |status: Status| hits.iter().any(|claim| claim.status == status);
                let label = if item.label == "right" { "right" } else { "wrong" };
                let row = rows.entry((kind, label)).or_default();
                match () {
                    () if has(Status::Contradicted) || has(Status::Unsupported) => row.flagged += 1,
                    () if has(Status::Unverifiable) => row.open += 1,
                    () if has(Status::Supported) => row.supported += 1,
                    () => row.missing += 1,
                }
            }
            let flagged = own.iter().filter(|c| matches!(c.status, Status::Contradicted | Status::Unsupported));
            let unlabelled = flagged.filter(|claim| !labelled.contains(&claim.span)).count();
            *beside.entry(kind).or_default() += u32::try_from(unlabelled).unwrap();
        }
    }
    let mut shown = String::new();
    for kind in KINDS {
        for label in ["right", "wrong"] {
            let Row { flagged, open, supported, missing } = rows.entry((kind, label)).or_default();
            writeln!(
                shown,
                "{kind} {label}: {flagged} flagged, {open} open, {supported} supported, {missing} not found"
            )
            .unwrap();
        }
        let (right, wrong) =
            (f64::from(rows[&(kind, "right")].flagged + beside[kind]), f64::from(rows[&(kind, "wrong")].flagged));
        assert!(wrong >= 9.0 * right, "{kind}: {wrong} right flags, {right} false ones");
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("kinds", shown);
    });
}

#[test]
fn what_settles_while_an_answer_is_written_stands_so_in_its_report() {
    // Every third answer; the pieces end in the middle of words, quotations and links.
    for line in FILES.iter().flat_map(|file| file.lines()).step_by(3) {
        let case: Case = serde_json::from_str(line).unwrap();
        let request =
            MonitorRequest { question: Some(case.question), sources: case.sources, ..MonitorRequest::default() };
        let mut monitor = Monitor::new(request).unwrap();
        let characters: Vec<char> = case.answer.chars().collect();
        let mut settled: Vec<Claim> = Vec::new();
        for piece in characters.chunks(7) {
            settled.extend(monitor.push(&piece.iter().collect::<String>()).unwrap().settled);
        }
        let report = monitor.finish().unwrap().report;
        assert_eq!(report.claims.get(..settled.len()), Some(settled.as_slice()), "{}", case.id);
    }
}
