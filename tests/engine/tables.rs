//! `data/tables.toml`: tables of every format, what they say of right and of wrong answers, and what is no table;
//! `data/alignment.toml`: which row, column, period or clause a claim is about.

use groundcheck::analyze;
use groundcheck::document::{TableFormat, tables};
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
}

#[test]
fn every_table_says_what_stands_in_it() {
    every_case_holds("tables.toml");
}

#[test]
fn every_claim_is_judged_where_its_words_point() {
    every_case_holds("alignment.toml");
}

/// One mistaken claim of so many is what was measured: the verdict is learnt.
const MISTAKEN: usize = 12;

/// Every table is read as its format, and hardly any right claim is flagged, any wrong one supported or any passage another one than is
/// meant.
fn every_case_holds(file: &str) {
    let table: Table = crate::data::read(file);
    let (mut wrong, mut mistaken, mut decided, mut all) = (Vec::new(), Vec::new(), 0, 0);
    for case in table.case {
        let formats: Vec<String> = tables(&case.source).iter().map(|t| named(t.format).to_owned()).collect();
        if formats != Vec::from_iter(case.format.clone()) {
            wrong.push(format!("{}: holds {formats:?}", case.name));
        }
        for expected in &case.claims {
            let source = Source { id: "S0".into(), text: case.source.clone(), title: None, url: None, kind: None };
            let request = Request { answer: expected.answer.clone(), sources: vec![source], ..Request::default() };
            let report = analyze(&request).unwrap_or_else(|e| panic!("{}: {e}", case.name));
            let Some(claim) = report.claims.iter().find(|c| c.text == expected.text) else {
                wrong.push(format!("{}: {:?}: no such claim", case.name, expected.answer));
                continue;
            };
            let is_right = expected.status == Status::Supported;
            let flagged = matches!(claim.status, Status::Contradicted | Status::Unsupported);
            let passage = claim.nearest.as_ref().map(|n| &n.text).filter(|_| claim.status == expected.status);
            let elsewhere = expected.passage.is_some() && passage.is_some() && passage != expected.passage.as_ref();
            if elsewhere || if is_right { flagged } else { claim.status == Status::Supported } {
                let reasons: Vec<&str> = claim.reasons.iter().map(|r| r.message.as_str()).collect();
                mistaken.push(format!("{}: {:?} is {:?}: {reasons:?}", case.name, expected.answer, claim.status));
            }
            decided += usize::from(if is_right { claim.status == Status::Supported } else { flagged });
            all += 1;
        }
    }
    assert!(wrong.is_empty(), "{} are wrong\n  {}", wrong.len(), wrong.join("\n  "));
    let list = mistaken.join("\n  ");
    assert!(mistaken.len() * MISTAKEN <= all, "{} of {all} are mistaken\n  {list}", mistaken.len());
    assert!(decided * 2 > all, "{decided} of {all} are decided");
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
