//! `check_answer`: a request of the contract in, what is wrong with the answer out: first as a text that a model can act on, then as data.
//!
//! Decides nothing: what is listed, and in which words, is the report's. What is supported is counted and not listed, and lists end after
//! [`LISTED`] entries that say how many more there are; `detail: "full"` adds the report itself.

use groundcheck_types::{
    Action, Candidate, Claim, ClaimKind, ErrorCode, Evidence, Extent, Finding, InputError, Number, Report, Request,
    Risk, Source, Status, Verdict, VerdictReason,
};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::schema;
use crate::render;

pub(super) const NAME: &str = "check_answer";
pub(super) const TITLE: &str = "Check an answer against its sources";
pub(super) const DESCRIPTION: &str = "\
Checks the numbers, amounts, percentages, dates, quotations, identifiers, links, citations and names of a text against the sources and \
facts it should rest on. Use it on your own draft before you give it to the user, or on a text that somebody else wrote. Pass the sources \
word for word, not summarised. The result names each claim that the sources contradict or do not have, with its sentence, the reason and \
the passage, and says which sentences were not checked. Nothing leaves this machine.";

/// How many claims, findings or sentences are listed.
const LISTED: usize = 50;
/// How many of them the text lists.
const TEXT_LISTED: usize = 20;
/// How many passages of a claim.
const PASSAGES: usize = 3;
/// The longest passage or sentence, in characters; what stands around it is cut.
const PASSAGE_CHARS: usize = 300;

/// What was found in an answer.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CheckedAnswer {
    /// `clean` only where at least one claim was checked and every one is supported. `unverified` and `error` are never an all-clear.
    verdict: Verdict,
    /// Why.
    verdict_reason: VerdictReason,
    /// How much harm the answer could do as it stands; null where that is not known, because it could not be checked.
    risk: Option<Risk>,
    /// What to do with it.
    action: Action,
    /// The mean over checked claims of (supported ? confidence : 0), 0 to 1.
    reliability: Option<Number>,
    /// How many claims there are of each status.
    claims: Counts,
    /// The claims that are not supported, the gravest first.
    problems: Vec<Problem>,
    /// What else was found.
    findings: Vec<Finding>,
    /// The sentences of which nothing was checked.
    sentences_not_checked: Vec<String>,
    /// The numbers that are not checked, because they state no value.
    numbers_not_checked: Vec<String>,
    /// Names and years of the question that no source mentions: state nothing about them as if the sources did.
    not_in_sources: Vec<String>,
    /// How many more there are of each than are listed.
    not_listed: NotListed,
    /// What is odd about the request, such as an entity that no fact names.
    warnings: Vec<String>,
    /// The whole report of the contract, with all claims; only with `detail: "full"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, Value>>")]
    report: Option<Box<Report>>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
struct Counts {
    supported: usize,
    contradicted: usize,
    unsupported: usize,
    unverifiable: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct NotListed {
    problems: usize,
    findings: usize,
    sentences_not_checked: usize,
    numbers_not_checked: usize,
}

/// A claim that is not supported.
#[derive(Debug, Serialize, JsonSchema)]
struct Problem {
    /// The claim's id in the report.
    id: String,
    /// What it states.
    kind: ClaimKind,
    /// As it stands in the answer.
    text: String,
    /// The sentence it stands in; null where it stands in none.
    sentence: Option<String>,
    /// `contradicted`: the evidence says something else; `unsupported`: no evidence says so; `unverifiable`: it could not be decided.
    status: Status,
    /// Why, one sentence each.
    reasons: Vec<String>,
    /// What speaks against it; for a claim that could not be decided, the places to look at.
    evidence: Vec<Passage>,
    #[serde(skip)]
    is_open: bool,
}

/// A place in the sources or facts.
#[derive(Debug, Serialize, JsonSchema)]
struct Passage {
    /// The source's id.
    source: Option<String>,
    /// The line of the source, from 1.
    line: Option<usize>,
    /// The fact's place in the list, from 0.
    fact: Option<u32>,
    /// The turn's place in the history, from 0.
    turn: Option<u32>,
    /// What stands there.
    text: String,
    /// What stands around it on its line.
    passage: Option<String>,
    /// How the value is computed.
    formula: Option<String>,
}

/// What to check, and whether the whole report is wanted.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) request: Request,
    is_full: bool,
}

impl Call {
    /// Reads the arguments: a request of the contract, in which a source may be a text alone. It then gets its place as its id: `S0`.
    ///
    /// # Errors
    /// Whatever the contract refuses, naming the field.
    pub(super) fn read(mut arguments: JsonObject) -> Result<Self, InputError> {
        // Many models send null for what they leave out.
        arguments.retain(|_, value| !value.is_null());
        let is_full = match arguments.remove("detail").as_ref().map(Value::as_str) {
            None | Some(Some("problems")) => false,
            Some(Some("full")) => true,
            Some(_) => {
                return Err(InputError::field(ErrorCode::InvalidValue, "detail", "must be `problems` or `full`"));
            }
        };
        match arguments.get_mut("sources") {
            Some(Value::Array(sources)) => sources.iter_mut().enumerate().for_each(named),
            Some(source @ Value::String(_)) => {
                named((0, source));
                *source = Value::Array(vec![source.take()]);
            }
            _ => {}
        }
        // Serialising JSON cannot fail.
        let request = Request::from_json(&serde_json::to_vec(&arguments).unwrap_or_default())?;
        Ok(Call { request: Request { retry_prompt: true, ..request }, is_full })
    }

    /// The result: its text, and its data.
    pub(super) fn result(&self, report: Report, warnings: Vec<String>) -> (String, CheckedAnswer) {
        let listed = self.checked(&report, warnings);
        let text = text(&self.request, &report, &listed);
        (text, CheckedAnswer { report: self.is_full.then(|| Box::new(report)), ..listed })
    }

    fn checked(&self, report: &Report, warnings: Vec<String>) -> CheckedAnswer {
        let mut claims = Counts::default();
        for claim in &report.claims {
            *match claim.status {
                Status::Supported => &mut claims.supported,
                Status::Contradicted => &mut claims.contradicted,
                Status::Unsupported => &mut claims.unsupported,
                Status::Unverifiable => &mut claims.unverifiable,
            } += 1;
        }
        let mut problems: Vec<&Claim> =
            report.claims.iter().filter(|claim| claim.status != Status::Supported).collect();
        problems.sort_by_key(|claim| gravity(claim));
        let answer = &self.request.answer;
        let sentences = report.coverage.iter().flat_map(|coverage| &coverage.sentences);
        let unchecked: Vec<&str> = sentences
            .filter(|sentence| sentence.extent == Extent::NotChecked)
            .filter_map(|sentence| sentence.span.of(answer))
            .collect();
        let gaps = report.coverage.iter().flat_map(|coverage| &coverage.not_in_sources);
        let more = |count: usize| count.saturating_sub(LISTED);
        CheckedAnswer {
            verdict: report.verdict,
            verdict_reason: report.verdict_reason,
            // "Low" of an answer that nothing was held against would read as an all-clear.
            risk: report.risk.filter(|_| matches!(report.verdict, Verdict::Clean | Verdict::Flagged)),
            action: report.action,
            reliability: report.reliability,
            claims,
            problems: problems.iter().take(LISTED).map(|claim| self.problem(report, claim)).collect(),
            findings: report.findings.iter().take(LISTED).cloned().collect(),
            sentences_not_checked: unchecked.iter().take(LISTED).map(|text| cut(text)).collect(),
            numbers_not_checked: report.not_checked.iter().take(LISTED).map(|own| cut(&own.text)).collect(),
            not_in_sources: gaps.map(|gap| cut(&gap.text)).collect(),
            not_listed: NotListed {
                problems: more(problems.len()),
                findings: more(report.findings.len()),
                sentences_not_checked: more(unchecked.len()),
                numbers_not_checked: more(report.not_checked.len()),
            },
            warnings: warnings.iter().map(|warning| cut(warning)).collect(),
            report: None,
        }
    }

    fn problem(&self, report: &Report, claim: &Claim) -> Problem {
        let sentences = report.coverage.as_ref().map_or(&[][..], |coverage| &coverage.sentences);
        let sentence = render::sentence_at(sentences, claim.span);
        let sentence = sentence.and_then(|sentence| sentence.span.of(&self.request.answer));
        let shown = |evidence: &Evidence, formula: Option<&str>| passage(evidence, formula, &self.request.sources);
        let evidence = if claim.is_open() && !claim.candidates.is_empty() {
            let candidate = |candidate: &Candidate| {
                let formula = candidate.formula.as_deref();
                match candidate.evidence.first() {
                    Some(evidence) => Some(shown(evidence, formula)),
                    // What is computed from the answer's own numbers alone stands nowhere.
                    None => formula.map(|formula| shown(&Evidence::default(), Some(formula))),
                }
            };
            claim.candidates.iter().take(PASSAGES).filter_map(candidate).collect()
        } else {
            claim.evidence.iter().take(PASSAGES).map(|evidence| shown(evidence, None)).collect()
        };
        Problem {
            id: claim.id.clone(),
            kind: claim.kind,
            text: cut(&claim.text),
            sentence: sentence.map(cut),
            status: claim.status,
            reasons: claim.reasons.iter().map(|reason| cut(&reason.message)).collect(),
            evidence,
            is_open: claim.is_open(),
        }
    }
}

/// A source that is a text alone, or has no id, gets its place as its id.
fn named((place, source): (usize, &mut Value)) {
    match source {
        Value::String(text) => *source = json!({ "id": format!("S{place}"), "text": std::mem::take(text) }),
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.entry("id").or_insert_with(|| json!(format!("S{place}")));
        }
        _ => {}
    }
}

/// The gravest first, those that could be decided before those that nothing was given for.
fn gravity(claim: &Claim) -> u8 {
    match claim.status {
        Status::Contradicted => 0,
        Status::Unsupported => 1,
        Status::Unverifiable if claim.is_open() => 2,
        Status::Unverifiable | Status::Supported => 3,
    }
}

fn passage(evidence: &Evidence, formula: Option<&str>, sources: &[Source]) -> Passage {
    let text = evidence.source.as_ref().and_then(|id| sources.iter().find(|source| source.id == *id));
    let place = text.map(|source| source.text.as_str()).zip(evidence.span);
    Passage {
        source: evidence.source.clone(),
        line: place.and_then(|(text, span)| render::line_of(text, span)),
        fact: evidence.fact,
        turn: evidence.turn,
        text: cut(&evidence.text),
        passage: place.and_then(|(text, span)| around(text, span.start as usize, span.end as usize)),
        formula: formula.map(cut),
    }
}

/// What stands around a place on its line: all of it, or as much as fits on both sides.
fn around(text: &str, start: usize, end: usize) -> Option<String> {
    let (before, own, after) = (text.get(..start)?, text.get(start..end)?, text.get(end..)?);
    let room = PASSAGE_CHARS.saturating_sub(own.chars().count()) / 2;
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let from = before[line..].char_indices().rev().take(room).last().map_or(start, |(at, _)| line + at);
    let rest = after.split('\n').next().unwrap_or_default();
    let to = end + rest.char_indices().nth(room).map_or(rest.len(), |(at, _)| at);
    let ellipsis = |is_cut: bool| if is_cut { "…" } else { "" };
    let shown = cut(&text[from..to]);
    Some(format!("{}{shown}{}", ellipsis(from > line), ellipsis(to < end + rest.len())))
}

/// A text of the answer or a source: on one line, without what hides, and not too long.
fn cut(text: &str) -> String {
    let text = render::one_line(text);
    match text.char_indices().nth(PASSAGE_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// The text: the verdict, what to correct where something is flagged, and where to look.
fn text(request: &Request, report: &Report, listed: &CheckedAnswer) -> String {
    let mut out = render::conclusion(&request.answer, report);
    for warning in &listed.warnings {
        out.push_str(&format!("  {warning}\n"));
    }
    if let Some(prompt) = &report.retry_prompt {
        out.push_str(&format!("\n{}\n", render::visible(prompt)));
    }
    let (head, shown): (_, Vec<&Problem>) = if report.retry_prompt.is_some() {
        // It names the claims themselves already.
        ("What the sources have:", listed.problems.iter().filter(|problem| !problem.evidence.is_empty()).collect())
    } else {
        ("Could not be confirmed; look here:", listed.problems.iter().filter(|problem| problem.is_open).collect())
    };
    if !shown.is_empty() {
        let lines: String = shown.iter().take(TEXT_LISTED).map(|problem| line(problem)).collect();
        out.push_str(&format!("\n{head}\n{lines}"));
    }
    if shown.len() > TEXT_LISTED || listed.not_listed.problems > 0 {
        out.push_str("- and more\n");
    }
    out
}

/// `- “$1.5M” in “The NOI was $1.5M.”: “The NOI was $1,200,000.” (S0:1)`.
fn line(problem: &Problem) -> String {
    let passages: Vec<String> = problem.evidence.iter().map(shown).collect();
    let colon = if passages.is_empty() { "" } else { ": " };
    let sentence = problem.sentence.as_ref().map_or_else(String::new, |sentence| format!(" in “{sentence}”"));
    format!("- “{}”{sentence}{colon}{}\n", problem.text, passages.join("; "))
}

fn shown(passage: &Passage) -> String {
    if let Some(formula) = &passage.formula {
        return formula.clone();
    }
    let text = passage.passage.as_ref().unwrap_or(&passage.text);
    let place = match (&passage.source, passage.line, passage.fact, passage.turn) {
        (Some(source), Some(line), ..) => format!(" ({}:{line})", cut(source)),
        (Some(source), None, ..) => format!(" ({})", cut(source)),
        (None, _, Some(fact), _) => format!(" (fact {})", fact + 1),
        (None, _, None, Some(turn)) => format!(" (turn {})", turn + 1),
        (None, _, None, None) => String::new(),
    };
    format!("“{text}”{place}")
}

/// The arguments: what a model needs of the contract's request; the rest of it is taken too.
pub(super) fn input() -> JsonObject {
    let names = ["answer", "question", "sources", "facts", "scope", "history", "as_of", "locale", "policy"];
    let contract = schema::only(schema::input::<Request>(), &names);
    let source = schema::input::<Source>();
    let source = schema::with(
        source,
        "id",
        json!({
            "type": "string", "description": "Unique; evidence and citation markers such as [S0] name it. By default its place: S0, S1 …",
        }),
    );
    let mut source = schema::only(source, &["id", "text", "title", "url"]);
    source.insert("required".to_owned(), json!(["text"]));
    let sources = json!({
        "type": "array",
        "items": { "anyOf": [{ "type": "string" }, source] },
        "description": "The documents the answer should rest on, word for word: texts, or objects with an id and a text.",
    });
    let facts = json!({
        "anyOf": [{ "type": "array", "items": { "type": "object" } }, { "type": "string" }],
        "description": "Known values: a CSV table with a header line, or a list of {\"metric\", \"value\", \"unit\", \"entity\", \"period\"} \
            or of rows with a column for each metric.",
    });
    let policy = json!({
        "type": "object",
        "description": "Thresholds and switches that differ from the defaults, such as {\"number_tolerance_ratio\": 0.02}. Seldom needed.",
    });
    let detail = json!({
        "type": "string",
        "enum": ["problems", "full"],
        "default": "problems",
        "description": "`full` adds the whole report, with the claims that are supported.",
    });
    let as_of = json!({ "type": "string", "description": "The day the answer was given, such as 2024-12-01." });
    let changed = [("as_of", as_of), ("sources", sources), ("facts", facts), ("policy", policy), ("detail", detail)];
    changed.into_iter().fold(contract, |schema, (name, property)| schema::with(schema, name, property))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_its_value_and_never_inside_a_character() {
        let text = |before: usize, after: usize| format!("above\n{}$5{}\nbelow", "ä".repeat(before), "ö".repeat(after));
        for (before, after, begins, ends, chars) in [
            (0, 0, "$5", "$5", 2),
            (149, 149, "ä", "ö", 300),
            (150, 149, "…ä", "ö", 301),
            (9_000, 9_000, "…ä", "ö…", 302),
            (9_000, 0, "…ä", "$5", 152),
        ] {
            let text = text(before, after);
            let start = text.find('$').unwrap();
            let shown = around(&text, start, start + 2).unwrap();
            assert!(shown.starts_with(begins) && shown.ends_with(ends), "{before} {after}: {shown}");
            assert_eq!(shown.chars().count(), chars, "{before} {after}");
        }
        assert_eq!(around("ä", 1, 2), None);
    }

    #[test]
    fn sources_may_be_texts_and_get_their_place_as_their_id() {
        let ids = |sources: Value| {
            let arguments = json!({ "answer": "$5", "sources": sources, "question": null });
            let call = Call::read(serde_json::from_value(arguments).unwrap()).unwrap();
            call.request.sources.into_iter().map(|source| source.id).collect::<Vec<_>>()
        };
        assert_eq!(
            ids(json!(["a", { "text": "b" }, { "id": "own", "text": "c" }, { "id": null, "text": "d" }])),
            ["S0", "S1", "own", "S3"]
        );
        assert_eq!(ids(json!("a")), ["S0"]);
        assert!(ids(json!(null)).is_empty());
    }
}
