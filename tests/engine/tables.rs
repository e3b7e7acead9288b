//! `data/tables.toml`: tables of every format, what they say of right and of wrong answers, and what is no table;
//! `data/alignment.toml`: which row, column, period or clause a claim is about.

use groundcheck::document::{TableFormat, tables};
use groundcheck::training::by_rules;
use groundcheck_types::{Request, Source, Status};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// `pipes`, `tabs`, `csv`, `html` or `aligned`; none where the source holds no table.
    format: Option<String>,
    source: String,
    claims: Vec<Expected>,
}

/// An answer, the status of one claim in it, and the passage that it rests on or should have said.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    answer: String,
    text: String,
    status: Status,
    passage: Option<String>,
    /// The code of its first reason.
    reason: Option<String>,
}

#[test]
fn every_table_says_what_stands_in_it() {
    every_case_holds("tables.toml");
}

#[test]
fn every_claim_is_judged_where_its_words_point() {
    every_case_holds("alignment.toml");
}

fn every_case_holds(file: &str) {
    let table: Table = crate::data::read(file);
    let mut wrong = Vec::new();
    for case in table.case {
        let formats: Vec<String> = tables(&case.source).iter().map(|t| named(t.format).to_owned()).collect();
        if formats != Vec::from_iter(case.format.clone()) {
            wrong.push(format!("{}: holds {formats:?}", case.name));
        }
        for expected in &case.claims {
            let source = Source { id: "S0".into(), text: case.source.clone(), title: None, url: None, kind: None };
            let request = Request { answer: expected.answer.clone(), sources: vec![source], ..Request::default() };
            let report = by_rules(&request).unwrap_or_else(|e| panic!("{}: {e}", case.name));
            let claim = report.claims.iter().find(|c| c.text == expected.text);
            let Some(claim) = claim else {
                wrong.push(format!("{}: {:?}: no such claim", case.name, expected.answer));
                continue;
            };
            let passage = claim.nearest.as_ref().map(|n| &n.text);
            let code = claim.reasons.first().map(|reason| reason.code.as_str());
            let told_why = expected.reason.is_none() || code == expected.reason.as_deref();
            let found = expected.passage.is_none() || passage == expected.passage.as_ref();
            if claim.status != expected.status || !found || !told_why {
                let reasons: Vec<&str> = claim.reasons.iter().map(|r| r.message.as_str()).collect();
                wrong.push(format!("{}: {:?} is {:?}: {reasons:?}", case.name, expected.answer, claim.status));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong\n  {}", wrong.len(), wrong.join("\n  "));
}

fn named(format: TableFormat) -> &'static str {
    match format {
        TableFormat::Pipes => "pipes",
        TableFormat::Tabs => "tabs",
        TableFormat::Csv => "csv",
        TableFormat::Html => "html",
        TableFormat::Json => "json",
        TableFormat::Aligned => "aligned",
        TableFormat::Printed => "printed",
    }
}
