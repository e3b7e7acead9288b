//! Labelled answers to learn from: the project's own, and rows that others have labelled, which stay where they are.

use std::fs;
use std::path::Path;

use groundcheck_types::{LabelledCase, Request, Span, Status};
use serde_json::{Value, json};

use super::copies::Made;

/// An answer whose numbers are labelled.
pub struct Case {
    /// The file or the published set that it is of.
    pub set: String,
    /// Which sort of rows.
    pub sort: Sort,
    /// Rows over the same documents: never parted between learning and judging.
    pub document: String,
    pub request: Request,
    /// Where each number stands, in bytes, and whether it is right.
    pub labels: Vec<(Span, bool)>,
    /// Whether the answer is right as a whole.
    pub right: Option<bool>,
    /// How it was made, where it is a copy: learnt from, never measured.
    pub made: Option<Made>,
}

/// Which sort of rows: each is weighed and reported by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Everyday documents and tables, by whoever does not know the engine.
    Everyday,
    /// Files that the rules were written by.
    Tuned,
    /// Answers of people and language models, labelled by people.
    Real,
    /// One number an answer, over financial tables.
    Finance,
    /// One sentence about a table, as often wrong as right.
    Statements,
}

/// The files that were written by people who do not know the engine.
const EVERYDAY: &[&str] = &[
    "annex", "briefs", "corner", "depot", "desk", "docket", "ivrit", "ledger", "manuals", "mixed", "patio", "plaza",
    "reports", "yomyom",
];

/// The project's own cases, file by file.
///
/// # Panics
/// Where one cannot be read.
#[must_use]
pub fn gold(folder: &Path) -> Vec<Case> {
    let mut paths: Vec<_> = fs::read_dir(folder).expect("gold").map(|entry| entry.expect("gold").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "jsonl"));
    paths.sort();
    let mut out = Vec::new();
    for path in paths {
        let set = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let fresh = EVERYDAY.contains(&set.as_str()) || set.starts_with("exam");
        let sort = match fresh {
            _ if set.starts_with("statements") => Sort::Statements,
            true => Sort::Everyday,
            false => Sort::Tuned,
        };
        for line in fs::read_to_string(&path).expect("gold").lines() {
            let case = LabelledCase::from_json(line.as_bytes()).expect("gold");
            let spans = case.label_spans();
            let labels = case.expected.claims.iter().zip(spans);
            let labels = labels.filter_map(|(label, span)| match label.status {
                Status::Supported => Some((span?, true)),
                Status::Contradicted | Status::Unsupported => Some((span?, false)),
                Status::Unverifiable => None,
            });
            let labels = labels.collect();
            let document: String = case.request.sources.iter().map(|s| s.text.as_str()).collect();
            let right = Some(!case.has_hallucinations());
            out.push(Case { set: set.clone(), sort, document, request: case.request, labels, right, made: None });
        }
    }
    out
}

/// The tables that the rules are tested by: one claim a row, with its near misses.
///
/// # Panics
/// Where one cannot be read.
#[must_use]
pub fn tables(folder: &Path) -> Vec<Case> {
    let read = |name: &str| -> toml::Value {
        toml::from_str(&fs::read_to_string(folder.join(name)).expect("a table")).expect("a table")
    };
    let text =
        |value: &toml::Value, field: &str| value.get(field).and_then(|v| v.as_str()).unwrap_or_default().to_owned();
    let list =
        |value: &toml::Value, field: &str| value.get(field).and_then(|v| v.as_array()).cloned().unwrap_or_default();
    let case = |set: &str, sources: Vec<String>, claim: &toml::Value| {
        let (answer, own) = (text(claim, "answer"), text(claim, "text"));
        let span = answer.find(&own).map(|at| Span::new(at, at + own.len()));
        let right = match text(claim, "status").as_str() {
            "supported" => Some(true),
            "contradicted" | "unsupported" => Some(false),
            _ => None,
        };
        let sources: Vec<Value> =
            sources.iter().enumerate().map(|(n, text)| json!({"id": format!("S{n}"), "text": text})).collect();
        let request = json!({"answer": answer, "sources": sources}).to_string();
        Case {
            set: set.to_owned(),
            sort: Sort::Tuned,
            document: String::new(),
            request: Request::from_json(request.as_bytes()).expect("a request"),
            labels: span.zip(right).into_iter().collect(),
            right: None,
            made: None,
        }
    };
    let mut out = Vec::new();
    for name in ["alignment", "tables"] {
        for own in list(&read(&format!("{name}.toml")), "case") {
            out.extend(list(&own, "claims").iter().map(|claim| case(name, vec![text(&own, "source")], claim)));
        }
    }
    let derivations = read("derivations.toml");
    for own in list(&derivations, "case") {
        let named = list(&own, "from");
        let source = |name: &toml::Value| text(&derivations["sources"], name.as_str().unwrap_or_default());
        out.push(case("derivations", named.iter().map(source).collect(), &own));
    }
    out
}

/// Rows of a file that others have labelled: answers with every number, or one claim over documents.
///
/// # Panics
/// Where one cannot be read.
#[must_use]
pub fn extra(path: &Path) -> Vec<Case> {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(|line| row(&name, &serde_json::from_str(line).expect("JSON"))).collect()
}

fn row(name: &str, row: &Value) -> Case {
    let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
    let (answer, id) = (text("answer"), text("id"));
    let mut request = json!({"id": id, "answer": answer});
    if let Some(question) = row["question"].as_str().filter(|q| !q.is_empty()) {
        request["question"] = json!(question);
    }
    let documents = row["documents"].as_array();
    request["sources"] = match documents {
        Some(documents) => {
            documents.iter().enumerate().map(|(n, text)| json!({"id": format!("d{n}"), "text": text})).collect()
        }
        None => row["sources"].clone(),
    };
    let bytes: Vec<usize> = answer.char_indices().map(|(at, _)| at).chain([answer.len()]).collect();
    let span = |claim: &Value| {
        let start = usize::try_from(claim["start"].as_u64()?).ok()?;
        let length = claim["text"].as_str()?.chars().count();
        Some(Span::new(*bytes.get(start)?, *bytes.get(start + length)?))
    };
    let is_right = |label: &str| match label {
        "right" | "supported" => Some(true),
        "maybe" | "not_a_claim" => None,
        _ => Some(false),
    };
    let (labels, right) = if documents.is_some() {
        let right = is_right(row["label"].as_str().unwrap_or_default());
        (span(&row["claim"]).zip(right).into_iter().collect(), right)
    } else {
        let claims = row["claims"].as_array().map(Vec::as_slice).unwrap_or_default();
        let label = |claim: &Value| Some((span(claim)?, is_right(claim["label"].as_str()?)?));
        (claims.iter().filter_map(label).collect(), row["answer_label"].as_str().map(|label| label == "right"))
    };
    let (set, sort, document) = match (documents, row["set"].as_str()) {
        (Some(_), _) => (name.to_owned(), Sort::Finance, text("doc_id")),
        (None, Some(set)) => (set.to_owned(), Sort::Real, id.clone()),
        (None, None) => (name.to_owned(), Sort::Everyday, row["sources"].to_string()),
    };
    let request = Request::from_json(request.to_string().as_bytes()).unwrap_or_else(|e| panic!("{name} {id}: {e}"));
    Case { set, sort, document, request, labels, right, made: None }
}
