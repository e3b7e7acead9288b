//! The labelled answers of `gold/`, written piece by piece: what settles on the way is what the report of the whole answer says.

use groundcheck_types::{MonitorRequest, Request};

use super::properties::check;
use super::same::BEHIND;
use crate::gold::one_of;

/// The request of a case, without its answer.
fn monitored(request: &Request) -> MonitorRequest {
    let Request { id, question, sources, facts, scope, history, confidence, locale, as_of, policy, .. } =
        request.clone();
    MonitorRequest {
        id,
        question,
        sources,
        facts,
        scope,
        history,
        confidence,
        locale,
        as_of,
        policy,
        ..Default::default()
    }
}

#[test]
fn labelled_answers_settle_as_they_are_reported() {
    let (mut answers, mut settled) = (0, 0);
    for (case, _) in one_of(32) {
        settled += check(&(case.request.answer.clone() + BEHIND), &monitored(&case.request), &[]);
        answers += 1;
    }
    assert!(settled > answers, "{settled} claims of {answers} answers settled before their ends");
}
