//! What must not change a verdict: how the labelled answers of `gold/` and their sources are written down, and what else is there.
//!
//! A relation that is not held to the last claim says how many verdicts may differ, of some six thousand. Fewer is progress: write it
//! down here.

use groundcheck::analyze;
use groundcheck_types::{Claim, Request, Source, Status};

use crate::gold::{is_thorough, one_of};

/// The answer with marks around each of its claims.
fn marked(request: &Request, claims: &[Claim], mark: &str) -> String {
    let (mut answer, mut at) = (String::new(), 0);
    for claim in claims {
        let place = claim.span.start as usize..claim.span.end as usize;
        // A number in a quotation is in the marks of the quotation.
        if place.start < at {
            continue;
        }
        answer += &request.answer[at..place.start];
        answer += &format!("{mark}{}{mark}", claim.text);
        at = place.end;
    }
    answer + &request.answer[at..]
}

/// Every request written otherwise: how many verdicts there are, how many differ, and the first of these.
fn differing(otherwise: impl Fn(&Request, &[Claim]) -> Request) -> (usize, usize, Vec<String>) {
    let (mut all, mut differing) = (0, Vec::new());
    let statuses = |claims: &[Claim]| claims.iter().map(|claim| claim.status).collect::<Vec<Status>>();
    for (case, plain) in one_of(16) {
        let other = analyze(&otherwise(&case.request, &plain.claims)).unwrap();
        let (one, two) = (statuses(&plain.claims), statuses(&other.claims));
        let id = case.request.id.as_deref().unwrap_or_default();
        all += one.len();
        if one.len() != two.len() {
            differing.push(format!("{id}: {} claims, {} of the other", one.len(), two.len()));
        }
        for (at, (one, two)) in one.iter().zip(&two).enumerate().filter(|(_, (one, two))| one != two) {
            differing.push(format!("{id}: {} {one:?}, {two:?}", plain.claims[at].text));
        }
    }
    (all, differing.len(), differing.into_iter().take(5).collect())
}

/// At most so many of ten thousand verdicts differ; in a sample of the answers, as many more as two standard deviations of it.
fn assert_at_most(most: usize, otherwise: impl Fn(&Request, &[Claim]) -> Request) {
    let (all, differ, first) = differing(otherwise);
    // Of a count of rare things the deviation is its root: 2 √n ≤ n / 2 + 2.
    let by_chance = if is_thorough() { 0 } else { most * all / 20_000 + 2 };
    assert!(
        differ.saturating_sub(by_chance) * 10_000 <= most * all,
        "{differ} of {all} verdicts differ, {most} of 10,000 may: {first:#?}"
    );
}

#[test]
fn values_in_bold_or_italics_are_the_same_values() {
    for (mark, most) in [("**", 90), ("*", 160)] {
        assert_at_most(most, |request, claims| Request { answer: marked(request, claims, mark), ..request.clone() });
    }
}

#[test]
fn typographic_apostrophes_and_line_ends_change_nothing() {
    // How far a number is from another is counted in bytes, and what one of an answer rests on decides others of it.
    assert_at_most(6, |request, _| Request { answer: request.answer.replace('\'', "’"), ..request.clone() });
    assert_at_most(5, |request, _| {
        let crlf = |text: &str| text.replace("\r\n", "\n").replace('\n', "\r\n");
        let sources = request.sources.iter().map(|own| Source { text: crlf(&own.text) + "\r\n\r\n", ..own.clone() });
        Request { answer: crlf(&request.answer), sources: sources.collect(), ..request.clone() }
    });
}

#[test]
fn what_stands_around_an_answer_changes_nothing() {
    // The lead-in's words are words of the first sentence's claims, and what later ones go back to is told by them, too.
    assert_at_most(62, |request, _| {
        let answer = format!("Here is what I found:\n\n{}", request.answer);
        Request { answer, ..request.clone() }
    });
    // A last line in Latin letters tells of a Hebrew answer what its letters are.
    assert_at_most(1, |request, _| {
        let answer = format!("{}\n\nLet me know if you need anything else.", request.answer);
        Request { answer, ..request.clone() }
    });
}

/// Retrieval returns passages twice, and such that have nothing to do with the question.
#[test]
fn copies_and_other_passages_change_next_to_nothing() {
    assert_at_most(25, |request, _| {
        let again = request.sources.iter().map(|own| Source { id: format!("{}-again", own.id), ..own.clone() });
        Request { sources: request.sources.iter().cloned().chain(again).collect(), ..request.clone() }
    });
    assert_at_most(25, |request, _| {
        let text = "The choir rehearses in the parish hall. Tea is served afterwards, and new voices are welcome.";
        let other = Source { id: "choir".into(), text: text.into(), title: None, url: None, kind: None };
        Request { sources: request.sources.iter().cloned().chain([other]).collect(), ..request.clone() }
    });
}
