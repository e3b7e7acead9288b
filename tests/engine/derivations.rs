//! `data/derivations.toml`: numbers that a table implies, and near misses of each.

use std::collections::BTreeMap;

use groundcheck::analyze;
use groundcheck::training::by_rules;
use groundcheck_types::{Request, Source, Status};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// Sources by name.
    sources: BTreeMap<String, String>,
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// Sources that the answer is checked against.
    from: Vec<String>,
    answer: String,
    /// The claim.
    text: String,
    status: Status,
    /// The derivation; absent where there is to be none.
    formula: Option<String>,
    /// What the operands are printed as.
    operands: Option<Vec<String>>,
    nearest: Option<String>,
    /// Whether it follows from the answer's own numbers or from several: no rule reads that, it is found as a candidate.
    #[serde(default)]
    candidate: bool,
}

fn table() -> Table {
    crate::data::read("derivations.toml")
}

#[test]
fn every_case_holds() {
    let table = table();
    let (mut wrong, mut mistaken) = (Vec::new(), Vec::new());
    for case in &table.case {
        let sources = case.from.iter().map(|name| Source {
            id: name.clone(),
            text: table.sources[name].clone(),
            title: None,
            url: None,
            kind: None,
        });
        let request = Request { answer: case.answer.clone(), sources: sources.collect(), ..Request::default() };
        let answer = &case.answer;
        // What follows by no formula of the rules is found as a candidate.
        if case.candidate || case.formula.is_none() {
            let report = analyze(&request).unwrap();
            let claim = report.claims.iter().find(|c| c.text == case.text).unwrap();
            let flagged = matches!(claim.status, Status::Contradicted | Status::Unsupported);
            if if case.status == Status::Supported { flagged } else { claim.status == Status::Supported } {
                mistaken.push(format!("{answer}: {:?} {:?}", claim.status, claim.probability));
            }
            continue;
        }
        let report = by_rules(&request).unwrap();
        let Some(claim) = report.claims.iter().find(|c| c.text == case.text) else {
            wrong.push(format!("{answer}: no such claim among {:?}", report.claims));
            continue;
        };
        let said: Vec<&str> = claim.reasons.iter().map(|r| r.message.as_str()).collect();
        if (claim.status, &claim.derivation) != (case.status, &case.formula) {
            wrong.push(format!("{answer}: {:?} {:?} {said:?}", claim.status, claim.derivation));
            continue;
        }
        let printed: Vec<&String> = claim.evidence.iter().map(|e| &e.text).collect();
        if case.operands.as_ref().is_some_and(|operands| operands.iter().ne(printed.iter().copied())) {
            wrong.push(format!("{answer}: operands {printed:?}"));
        }
        for evidence in claim.evidence.iter().filter(|_| claim.derivation.is_some()) {
            let source = evidence.source.as_ref().map(|id| &table.sources[id]).unwrap();
            assert_eq!(evidence.span.and_then(|s| s.of(source)), Some(evidence.text.as_str()), "{answer}");
        }
        let nearest = claim.nearest.as_ref().map(|n| &n.text);
        if case.nearest.is_some() && nearest != case.nearest.as_ref() {
            wrong.push(format!("{answer}: nearest {nearest:?}"));
        }
    }
    // What is learnt is right mostly.
    let candidates = table.case.iter().filter(|case| case.candidate || case.formula.is_none()).count();
    assert!(candidates >= 20 && mistaken.len() * 8 <= candidates, "{candidates}:\n{}", mistaken.join("\n"));
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), table.case.len(), wrong.join("\n"));
}

#[test]
fn half_of_the_cases_are_near_misses() {
    let cases = table().case;
    let misses = cases.iter().filter(|c| c.status != Status::Supported).count();
    assert!(cases.len() >= 60 && misses * 2 >= cases.len(), "{misses} of {}", cases.len());
}
