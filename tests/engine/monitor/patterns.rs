//! `data/monitor.toml`: what each pattern finds, and what only looks like it.

use std::collections::BTreeSet;

use groundcheck::Monitor;
use groundcheck::types::{MonitorRequest, Role, Source, SourceKind, Turn, WarningPattern};
use serde::Deserialize;

use crate::data;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    source: Option<String>,
    kind: Option<SourceKind>,
    history: Option<String>,
    warns: Vec<String>,
}

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

/// A plain sentence behind every case, so that the last one of it is settled while the answer is written.
const BEHIND: &str = " There is nothing more to be said of this at the moment, and so it is left at that for now.";

fn warned(case: &Case) -> Vec<(WarningPattern, String)> {
    let source =
        |text: &String| Source { id: "S0".into(), text: text.clone(), title: None, url: None, kind: case.kind };
    let request = MonitorRequest {
        sources: case.source.iter().map(source).collect(),
        history: case.history.iter().map(|text| Turn { role: Role::Assistant, text: text.clone() }).collect(),
        ..Default::default()
    };
    let mut monitor = Monitor::new(request).unwrap();
    for token in [case.text.as_str(), BEHIND] {
        monitor.push(token).unwrap();
    }
    let finished = monitor.finish().unwrap();
    let mut found: Vec<_> = finished.warnings.into_iter().map(|w| (w.span.start, w.pattern, w.segment)).collect();
    found.sort_by_key(|(start, ..)| *start);
    found.into_iter().map(|(_, pattern, segment)| (pattern, segment)).collect()
}

#[test]
fn every_pattern_finds_what_it_is_for_and_leaves_the_rest() {
    let cases: Cases = data::read("monitor.toml");
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for case in &cases.case {
        let found = warned(case);
        seen.extend(found.iter().map(|(pattern, _)| pattern.as_str()));
        let shown: Vec<String> =
            found.iter().map(|(pattern, segment)| format!("{}: {segment}", pattern.as_str())).collect();
        if shown != case.warns {
            wrong.push(format!("{}\n  found    {shown:?}\n  expected {:?}", case.name, case.warns));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.case.len(), wrong.join("\n"));
    assert_eq!(seen.len(), 12, "every pattern is in the table: {seen:?}");
}
