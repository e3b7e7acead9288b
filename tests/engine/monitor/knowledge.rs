//! `data/knowledge.toml`: what a question needs, and what of it stands nowhere or not together.

use groundcheck::required_knowledge;
use groundcheck::types::{Facts, KnowledgeRequest, Requirement, Role, Source, Turn};
use serde::Deserialize;

use crate::data;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    question: String,
    source: Option<String>,
    title: Option<String>,
    history: Option<String>,
    /// As CSV.
    facts: Option<String>,
    /// Everything that it needs, where that is the point.
    needs: Option<Vec<String>>,
    missing: Vec<String>,
}

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[test]
fn every_question_needs_what_the_table_says() {
    let cases: Cases = data::read("knowledge.toml");
    let mut wrong = Vec::new();
    for case in cases.case {
        let source = |text: String| Source { id: "S0".into(), text, title: case.title.clone(), url: None, kind: None };
        let request = KnowledgeRequest {
            question: case.question,
            sources: case.source.map(source).into_iter().collect(),
            facts: case.facts.map(Facts::Csv).unwrap_or_default(),
            history: case.history.map(|text| Turn { role: Role::User, text }).into_iter().collect(),
            ..Default::default()
        };
        let check = required_knowledge(&request).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        let shown = |r: &Requirement| format!("{}: {}", format!("{:?}", r.kind).to_lowercase(), r.text);
        let all: Vec<String> = check.required.iter().map(shown).collect();
        let missing: Vec<String> = check.missing.iter().filter_map(|at| all.get(*at as usize).cloned()).collect();
        let said = check.limitation.is_some() && !check.verified;
        if missing != case.missing || case.needs.is_some_and(|needs| needs != all) || said == missing.is_empty() {
            wrong.push(format!("{}: needs {all:?}, missing {missing:?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}
