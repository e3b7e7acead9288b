//! Labelled answers to learn from: the project's own, and rows that others have labelled, which stay where they are.

use std::fs;
use std::path::Path;

use groundcheck::claims::extract;
use groundcheck_types::{Facts, LabelledCase, Request, Span, Status};
use serde_json::{Value, json};

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
    /// How it was made, where it is a copy with one number changed: learnt from, never measured.
    pub made: Option<Made>,
}

/// What a copy's number was changed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// To one that no source has.
    Nowhere,
    /// To one that a source has near the right one.
    Beside,
    /// It is as it was, and its sources are another answer's.
    Elsewhere,
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
        let sort = if fresh { Sort::Everyday } else { Sort::Tuned };
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

/// Copies of the answer with one right number changed: to one that no source has, and to one that a source has beside it.
#[must_use]
pub fn corrupted(case: &Case) -> Vec<Case> {
    let has_facts = !matches!(&case.request.facts, Facts::Rows(rows) if rows.is_empty());
    if case.sort != Sort::Real || has_facts {
        return Vec::new();
    }
    let answer = &case.request.answer;
    let mixed = answer.bytes().fold(7_usize, |mixed, byte| mixed.wrapping_mul(31).wrapping_add(usize::from(byte)));
    let right: Vec<Span> = case.labels.iter().filter(|(_, right)| *right).map(|(span, _)| *span).collect();
    let chosen = |turn: usize| right.get((mixed / 7 + turn) % right.len().max(1)).copied();
    let nowhere =
        chosen(0).and_then(|span| Some((span, changed(span.of(answer)?, mixed, &case.request)?, Made::Nowhere)));
    let beside =
        chosen(1).and_then(|span| Some((span, neighbour(span.of(answer)?, mixed, &case.request)?, Made::Beside)));
    let copy = |(span, new, made): (Span, String, Made)| {
        let (start, end) = (span.start as usize, span.end as usize);
        let answer = [&answer[..start], &new, &answer[end..]].concat();
        Case {
            set: case.set.clone(),
            sort: case.sort,
            document: case.document.clone(),
            request: Request { answer, ..case.request.clone() },
            labels: vec![(Span::new(start, start + new.len()), false)],
            right: None,
            made: Some(made),
        }
    };
    nowhere.into_iter().chain(beside).map(copy).collect()
}

/// The number with other digits at its end, where no source has it.
fn changed(own: &str, mixed: usize, request: &Request) -> Option<String> {
    let digits: Vec<usize> = own.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    // A year keeps its century, and a number its size.
    let last = digits.get(digits.len().saturating_sub(2)..).filter(|last| !last.is_empty())?;
    let mut bytes = own.as_bytes().to_vec();
    for (turn, at) in last.iter().enumerate() {
        let digit = usize::from(bytes[*at] - b'0');
        let other = (digit + 2 + (mixed >> (4 * turn + 3)) % 6) % 10;
        let leads = digits.first() == Some(at);
        bytes[*at] = b'0' + u8::try_from(if leads && other == 0 { 5 } else { other }).ok()?;
    }
    let new = String::from_utf8(bytes).ok()?;
    let printed = request.sources.iter().any(|source| source.text.contains(&new));
    (new != own && !printed).then_some(new)
}

/// A number of the same sort that stands near this one in a source.
fn neighbour(own: &str, mixed: usize, request: &Request) -> Option<String> {
    let shape =
        |text: &str| text.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, ',' | '.')).collect::<String>();
    let source = request.sources.iter().find(|source| source.text.contains(own))?;
    let at = source.text.find(own)?;
    let all = extract(&source.text, request.locale.as_ref());
    let here = all.iter().find(|q| (q.span.start as usize) < at + own.len() && at < q.span.end as usize)?;
    let mut others: Vec<(usize, &str)> = all
        .iter()
        .filter(|q| q.kind == here.kind && q.value != here.value)
        .filter_map(|q| Some(((q.span.start as usize).abs_diff(at), q.span.of(&source.text)?)))
        .filter(|(_, text)| shape(text) == shape(own) && !request.answer.contains(text))
        .collect();
    others.sort_unstable();
    others.truncate(6);
    others.get(mixed % others.len().max(1)).map(|(_, text)| (*text).to_owned())
}

/// The answer over another one's sources, which know nothing of it: its numbers are right no more, unless they stand there by chance.
#[must_use]
pub fn over_others(case: &Case, other: &Case) -> Option<Case> {
    let has_facts = !matches!(&case.request.facts, Facts::Rows(rows) if rows.is_empty());
    if has_facts || case.sort != other.sort || case.document == other.document || other.request.sources.is_empty() {
        return None;
    }
    let printed = |text: &str| other.request.sources.iter().any(|source| source.text.contains(text));
    let unknown = |span: &Span| span.of(&case.request.answer).is_some_and(|own| own.len() > 1 && !printed(own));
    let labels = case.labels.iter().filter(|(span, _)| unknown(span)).take(2).map(|(span, _)| (*span, false)).collect();
    let request = Request { sources: other.request.sources.clone(), ..case.request.clone() };
    let (set, document) = (case.set.clone(), case.document.clone());
    Some(Case { set, sort: case.sort, document, request, labels, right: None, made: Some(Made::Elsewhere) })
}
