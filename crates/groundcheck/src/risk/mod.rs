//! What becomes of an answer by its risk: text that goes out instead of it.
//!
//! Source: document 4, "Response Protocol". Low: markers of confidence and sources. Medium: the right epistemic words. High: cut before
//! what does not hold, and say so. Critical: discard, and say what is not known. One level a file; all of them are functions of the
//! answer and what is known of it, and every change is told as an edit.

mod annotate;
mod disclaim;
mod interrupt;
mod limitation;
pub(crate) mod reliance;
mod rephrase;
mod texts;

use groundcheck_types::{
    Action, Claim, Contradiction, Edit, EditKind, Finding, MonitorPolicy, Report, SafeResponse, Source, Span, Verdict,
    Warning,
};

use crate::claims;
use crate::verify::reasons::Language;

pub use disclaim::add_disclaimers;

/// What is known of an answer.
struct Known<'a> {
    answer: &'a str,
    claims: &'a [Claim],
    findings: &'a [Finding],
    warnings: &'a [Warning],
    /// A warning above it is a reason to stop.
    threshold: f64,
    sources: &'a [Source],
    language: Language,
}

/// The text that goes out instead of an answer, by its report's action; an answer whose report asks for nothing is annotated where the
/// monitor warned of something or a claim is open, and interrupted where a warning is above the policy's threshold.
///
/// ```
/// use groundcheck::{analyze, risk, types::{Action, MonitorPolicy, Request}};
///
/// let request = Request::from_json(br#"{
///     "answer": "Rents are due monthly. The NOI was $1.5M.",
///     "sources": [{"id": "S0", "text": "The NOI was $1,200,000."}]
/// }"#).unwrap();
/// let report = analyze(&request).unwrap();
/// let out = risk::respond(&request.answer, &report, &[], &MonitorPolicy::default(), &request.sources);
/// assert_eq!(out.action, Action::Interrupt);
/// assert!(out.text.starts_with("Rents are due monthly.") && out.text.contains("$1,200,000"));
/// ```
#[must_use]
pub fn respond(
    answer: &str,
    report: &Report,
    warnings: &[Warning],
    policy: &MonitorPolicy,
    sources: &[Source],
) -> SafeResponse {
    let sure = warnings.iter().any(|w| w.confidence.0 > policy.interruption_threshold.0);
    let action = match report.action {
        Action::Discard => Action::Discard,
        _ if sure => Action::Interrupt,
        Action::None if report.verdict == Verdict::Error => Action::None,
        Action::None if !warnings.is_empty() || report.claims.iter().any(Claim::is_open) => Action::Annotate,
        action => action,
    };
    apply(action, answer, report, warnings, policy, sources)
}

/// One level of the protocol, whatever the report's own action is.
#[must_use]
pub fn apply(
    action: Action,
    answer: &str,
    report: &Report,
    warnings: &[Warning],
    policy: &MonitorPolicy,
    sources: &[Source],
) -> SafeResponse {
    let (hebrew, _) = claims::answer_is_hebrew(answer, None);
    let known = Known {
        answer,
        claims: &report.claims,
        findings: &report.findings,
        warnings,
        threshold: policy.interruption_threshold.0,
        sources,
        language: if hebrew { Language::Hebrew } else { Language::English },
    };
    let mut edits = match action {
        Action::None => Vec::new(),
        Action::Annotate => annotate::edits(&known, 0..answer.len()),
        Action::Rephrase => with_open(&known, rephrase::edits(&known, 0..answer.len()), answer.len()),
        Action::Interrupt => interrupt::edits(&known),
        Action::Discard => vec![limitation::edit(&known)],
    };
    // What is cut or discarded needs no note.
    if matches!(action, Action::None | Action::Annotate | Action::Rephrase) {
        let contradictions: Vec<&Contradiction> = warnings.iter().filter_map(|w| w.contradiction.as_ref()).collect();
        edits.extend(disclaim::edit(answer, &contradictions, known.language));
    }
    SafeResponse { action, text: edited(answer, &edits), edits }
}

/// These edits and the markers of open claims up to here.
fn with_open(known: &Known<'_>, mut edits: Vec<Edit>, to: usize) -> Vec<Edit> {
    edits.extend(annotate::of_open(known, 0..to));
    crate::sort::by_key(&mut edits, |edit| (edit.span.start, edit.span.end));
    edits
}

/// The answer with these edits, which are in its order.
fn edited(answer: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(answer.len() + edits.iter().map(|edit| edit.text.len()).sum::<usize>());
    let mut at = 0;
    for edit in edits {
        let start = (edit.span.start as usize).max(at);
        out.push_str(answer.get(at..start).unwrap_or_default());
        out.push_str(&edit.text);
        at = (edit.span.end as usize).max(start);
    }
    out.push_str(answer.get(at..).unwrap_or_default());
    out
}

fn edit(kind: EditKind, start: usize, end: usize, text: String) -> Edit {
    Edit { kind, span: Span::new(start, end), text }
}
