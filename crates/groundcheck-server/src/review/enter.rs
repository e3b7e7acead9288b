//! What enters the queue, and what an item is made of.

use groundcheck::learning::{Patterns, answer_patterns, record_patterns};
use groundcheck_types::{
    Disposition, MentionRow, Policy, PolicyOverrides, RecordReport, RecordRequest, Report, Request, ReviewKind, Risk,
    Severity, UrlState,
};
use serde::{Deserialize, Serialize};

use crate::store::digest;
use crate::store::reviews::NewReview;

/// The longest title, in characters.
const TITLE_MAX_CHARS: usize = 160;

/// What is stored of an answer: all that is needed to check it again.
#[derive(Debug, Clone, Deserialize)]
pub struct AnswerContent {
    /// What was checked, with the stored facts of its scope.
    pub request: Request,
    /// What was found.
    pub report: Report,
}

/// The same to be written.
#[derive(Serialize)]
struct Answer<'a> {
    request: &'a Request,
    report: &'a Report,
}

/// Whether the policy sends this answer to a person: there is a queue, and the report is not for its reader alone.
#[must_use]
pub fn wants_answer(report: &Report, base: &Policy, overrides: Option<&PolicyOverrides>) -> bool {
    let review_queue = overrides.and_then(|overrides| overrides.review_queue).unwrap_or(base.review_queue);
    review_queue && report.disposition != Disposition::Accept
}

/// Whether the policy sends this record to a person: rejected, malformed, or with an alert of medium severity or worse.
#[must_use]
pub fn wants_record(report: &RecordReport, policy: &Policy) -> bool {
    policy.review_queue && policy.auto_flag && report.disposition != Disposition::Accept
}

/// Whether the policy sends mentions of high risk to a person.
#[must_use]
pub fn wants_mentions(policy: &Policy) -> bool {
    policy.review_queue && policy.auto_flag
}

/// An answer. The same request under the same policy is the same item.
#[must_use]
pub fn answer(request: &Request, report: &Report, base: &Policy, note: Option<String>) -> NewReview {
    let patterns = answer_patterns(&request.answer, report);
    NewReview {
        kind: ReviewKind::Answer,
        risk: report.risk.unwrap_or(Risk::High),
        title: title(&request.answer),
        flagged: report.needs_attention.len(),
        provider: request.provider.clone(),
        model: request.model.clone(),
        note,
        content: json(&Answer { request, report }),
        can_be_muted: patterns.complete,
        fingerprints: fingerprints(patterns),
        digest: digest(&["answer", &json(request), &json(base)]),
    }
}

/// A record: what was found, masked. Neither the record nor its document is kept, but the digest of the request as it came.
#[must_use]
pub fn record(bytes: &[u8], request: &RecordRequest, report: &RecordReport) -> NewReview {
    let worst = report.alerts.first().map(|alert| alert.severity);
    let patterns = record_patterns(report);
    NewReview {
        kind: ReviewKind::Record,
        risk: match worst {
            _ if report.summary.rejection_recommended => Risk::Critical,
            Some(Severity::Critical) => Risk::Critical,
            Some(Severity::High) => Risk::High,
            Some(Severity::Medium) => Risk::Medium,
            Some(Severity::Low) | None => Risk::Low,
        },
        title: title(&report.profile),
        flagged: report.alerts.len() + report.errors.len(),
        provider: request.provider.clone(),
        model: request.model.clone(),
        note: None,
        content: json(report),
        can_be_muted: patterns.complete,
        fingerprints: fingerprints(patterns),
        // What is no UTF-8 is no request and has no report.
        digest: digest(&["record", std::str::from_utf8(bytes).unwrap_or_default()]),
    }
}

/// A mention. Scored again, it is the same item.
#[must_use]
pub fn mention(row: &MentionRow) -> NewReview {
    let is_missing = |state: Option<UrlState>| state == Some(UrlState::Unreachable);
    NewReview {
        kind: ReviewKind::Mention,
        risk: row.risk,
        title: title(&row.brand_name),
        flagged: row.sources.iter().filter(|source| is_missing(source.state)).count(),
        provider: Some(row.provider.clone()),
        model: Some(row.model.clone()),
        note: None,
        content: json(row),
        can_be_muted: false,
        fingerprints: Vec::new(),
        digest: digest(&["mention", &row.mention_id.to_string()]),
    }
}

fn fingerprints(patterns: Patterns) -> Vec<String> {
    patterns.list.into_iter().map(|pattern| pattern.fingerprint).collect()
}

/// A text's beginning on one line.
fn title(text: &str) -> String {
    let mut words = String::new();
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        if words.len() > TITLE_MAX_CHARS * 4 {
            break;
        }
    }
    match words.char_indices().nth(TITLE_MAX_CHARS) {
        None => words,
        Some(_) => words.chars().take(TITLE_MAX_CHARS - 1).chain(['…']).collect(),
    }
}

fn json(value: &impl Serialize) -> String {
    // Plain data with string keys: writing it cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_and_not_long() {
        assert_eq!(title("  The NOI\n was\t$1.5M. "), "The NOI was $1.5M.");
        assert_eq!(title(&"א".repeat(160)).chars().count(), 160);
        let long = title(&"a ".repeat(1_000));
        assert_eq!((long.chars().count(), long.chars().last()), (160, Some('…')));
        assert_eq!(title(&"é".repeat(100_000)).chars().count(), 160);
    }
}
