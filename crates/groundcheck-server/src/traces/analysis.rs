//! What the check of an answer comes to, as counts.

use groundcheck_types::{Action, Facts, InputError, Report, Request};

use super::{Span, SpanKind};

/// Checks an answer as a part of what is at hand. `of` is the report in what the check gives; nothing where it was given up.
pub(crate) fn analysis<T>(
    request: &Request,
    of: impl FnOnce(&T) -> Option<&Report>,
    check: impl FnOnce() -> Result<T, InputError>,
) -> Result<T, InputError> {
    let span = Span::part("analyze", SpanKind::Internal);
    let checked = check();
    if !span.is_recorded() {
        return checked;
    }
    span.count("groundcheck.answer.bytes", request.answer.len());
    span.count("groundcheck.sources.count", request.sources.len());
    span.count("groundcheck.sources.bytes", request.sources.iter().map(|source| source.text.len()).sum::<usize>());
    if let Facts::Rows(rows) = &request.facts {
        span.count("groundcheck.facts.count", rows.len());
    }
    match checked.as_ref().map(of) {
        Ok(Some(report)) => counts(&span, report),
        Ok(None) => span.flag("groundcheck.abandoned", true),
        Err(error) => span.failed(error.code.as_str()),
    }
    checked
}

/// Verdict, risk and action, and how many claims there are of each kind and status.
pub(crate) fn counts(span: &Span, report: &Report) {
    if !span.is_recorded() {
        return;
    }
    span.word("groundcheck.verdict", report.verdict.as_str());
    if let Some(risk) = report.risk {
        span.word("groundcheck.risk", risk.as_str());
    }
    span.word("groundcheck.action", action(report.action));
    span.count("groundcheck.claims.count", report.claims.len());
    span.count("groundcheck.findings.count", report.findings.len());
    let kinds = report.claims.iter().map(|claim| ("kind", claim.kind.as_str()));
    let statuses = report.claims.iter().map(|claim| ("status", claim.status.as_str()));
    let mut counted = std::collections::BTreeMap::<_, usize>::new();
    for name in kinds.chain(statuses) {
        *counted.entry(name).or_default() += 1;
    }
    for ((by, word), count) in counted {
        span.count(format!("groundcheck.claims.{by}.{word}"), count);
    }
}

fn action(action: Action) -> &'static str {
    match action {
        Action::None => "none",
        Action::Annotate => "annotate",
        Action::Rephrase => "rephrase",
        Action::Interrupt => "interrupt",
        Action::Discard => "discard",
    }
}
