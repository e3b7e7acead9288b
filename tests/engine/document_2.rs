//! `data/document_2.toml`: every example of document 2, by name, and near misses of each.

use groundcheck::{analyze, review_draft};
use groundcheck_types::{Disposition, Facts, Number, Request, Scope, Source, Status, Verdict};
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
    answer: String,
    facts: Option<String>,
    #[serde(default)]
    sources: Vec<String>,
    scope: Option<Scope>,
    text: String,
    status: Status,
    confidence: Option<f64>,
    difference: Option<f64>,
    nearest: Option<String>,
    original_confidence: Option<f64>,
    adjusted_confidence: Option<f64>,
    disposition: Option<Disposition>,
}

#[test]
fn every_example_holds() {
    let table: Table = crate::data::read("document_2.toml");
    for case in table.case {
        let name = &case.name;
        let sources = case.sources.iter().enumerate().map(|(i, text)| Source {
            id: format!("S{i}"),
            text: text.clone(),
            title: None,
            url: None,
            kind: None,
        });
        let request = Request {
            answer: case.answer.clone(),
            sources: sources.collect(),
            facts: case.facts.clone().map(Facts::Csv).unwrap_or_default(),
            scope: case.scope.clone(),
            confidence: case.original_confidence.map(Number),
            ..Request::default()
        };
        let report = analyze(&request).unwrap_or_else(|e| panic!("{name}: {e}"));
        let claim = report
            .claims
            .iter()
            .find(|c| c.text == case.text)
            .unwrap_or_else(|| panic!("{name}: no such claim: {report:?}"));
        assert_eq!(claim.status, case.status, "{name}: {claim:#?}");
        if let Some(confidence) = case.confidence {
            assert_eq!(claim.confidence, Number(confidence), "{name}");
        }
        let nearest = claim.nearest.as_ref();
        if let Some(difference) = case.difference {
            assert_eq!(nearest.and_then(|n| n.difference_percent), Some(Number(difference)), "{name}");
        }
        if let Some(text) = &case.nearest {
            assert_eq!(nearest.map(|n| &n.text), Some(text), "{name}");
        }
        if case.adjusted_confidence.is_some() {
            assert_eq!(report.summary.adjusted_confidence, case.adjusted_confidence.map(Number), "{name}");
        }
        if let Some(disposition) = case.disposition {
            assert_eq!(report.disposition, disposition, "{name}");
        }
        let flagged = matches!(case.status, Status::Contradicted | Status::Unsupported);
        assert_eq!(report.verdict == Verdict::Flagged, flagged, "{name}");
        assert_eq!(report.summary.has_hallucinations, flagged, "{name}");
        let draft = review_draft(&case.answer, &report);
        let goes_to_review = report.disposition == Disposition::Review;
        assert_eq!(goes_to_review, flagged, "{name}: flagged answers and no others go to review");
        assert_eq!(draft.flagged_claims.len() as u32, draft.unverified_claims, "{name}");
    }
}
