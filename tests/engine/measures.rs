//! `data/measures.toml`: units, amounts that are told in two of them, and times of the day, as a report has them.

use groundcheck_types::{ClaimValue, Request};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    rows: Vec<Vec<String>>,
}

#[test]
fn every_amount_is_told_in_its_unit() {
    let Table { rows } = crate::data::read("measures.toml");
    assert!(rows.len() >= 120, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for row in rows {
        let (text, expected) = row.split_first().expect("a row has a text");
        let found = claims(text);
        if found != expected {
            wrong.push(format!("{text:?}\n    found {found:?}\n    not   {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows are wrong\n{}", wrong.len(), wrong.join("\n"));
}

fn claims(text: &str) -> Vec<String> {
    let request = Request { answer: text.to_owned(), ..Request::default() };
    let report = groundcheck::analyze(&request).expect("a text of one line is no bad input");
    let told = |claim: &groundcheck_types::Claim| {
        let value = match claim.value.as_ref()? {
            ClaimValue::Number(number) => number.0.to_string(),
            ClaimValue::Date(date) => date.clone(),
        };
        let unit = claim.unit.as_ref().map_or(String::new(), |unit| format!(" {unit}"));
        Some(format!("{} = {value}{unit}", claim.text))
    };
    report.claims.iter().filter_map(told).collect()
}
