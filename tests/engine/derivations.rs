//! `data/derivations.toml`: numbers that a table implies, and near misses of each.

use std::collections::BTreeMap;

use groundcheck::analyze;
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
    /// `supported` of what follows; of near misses that they do not.
    status: Status,
}

fn table() -> Table {
    crate::data::read("derivations.toml")
}

/// What follows from the sources is mostly confirmed and seldom flagged; what nearly does is mostly flagged or open.
#[test]
fn what_follows_is_told_from_what_nearly_does() {
    let table = table();
    let mut counts = [[0_usize; 3]; 2];
    let mut mistaken = Vec::new();
    for case in &table.case {
        let sources = case.from.iter().map(|name| Source {
            id: name.clone(),
            text: table.sources[name].clone(),
            title: None,
            url: None,
            kind: None,
        });
        let request = Request { answer: case.answer.clone(), sources: sources.collect(), ..Request::default() };
        let report = analyze(&request).unwrap();
        let claim = report.claims.iter().find(|c| c.text == case.text);
        let claim = claim.unwrap_or_else(|| panic!("{}: no claim {}", case.answer, case.text));
        let follows = case.status == Status::Supported;
        let outcome = match claim.status {
            Status::Supported => 0,
            Status::Unverifiable => 1,
            Status::Contradicted | Status::Unsupported => 2,
        };
        counts[usize::from(follows)][outcome] += 1;
        if outcome == if follows { 2 } else { 0 } {
            mistaken.push(format!("{}: {} {:?} {:?}", case.answer, claim.text, claim.status, claim.probability));
        }
        for evidence in claim.evidence.iter().filter(|_| claim.derivation.is_some()) {
            let source = evidence.source.as_ref().map(|id| &table.sources[id]).unwrap();
            assert_eq!(evidence.span.and_then(|s| s.of(source)), Some(evidence.text.as_str()), "{}", case.answer);
        }
    }
    let [misses, follow] = counts.map(|of| of.map(|count| count * 100 / of.iter().sum::<usize>().max(1)));
    let shown = format!("near misses {misses:?}, what follows {follow:?}:\n{}", mistaken.join("\n"));
    // What was measured: nothing is said of what each sentence means, all of it is learnt.
    assert!(follow[0] >= 66 && follow[2] <= 8 && misses[2] >= 44 && misses[0] <= 20, "{shown}");
}

#[test]
fn half_of_the_cases_are_near_misses() {
    let cases = table().case;
    let misses = cases.iter().filter(|c| c.status != Status::Supported).count();
    assert!(cases.len() >= 60 && misses * 2 >= cases.len(), "{misses} of {}", cases.len());
}
