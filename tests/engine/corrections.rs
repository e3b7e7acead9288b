//! Corrected answers: the form of what is replaced, and that nothing becomes worse.

use groundcheck::{analyze, corrected, with_corrections};
use groundcheck_types::{Corrected, Facts, Number, PolicyOverrides, Report, Request, Source, Status};

use crate::gold;

fn request(source: &str, answer: &str) -> Request {
    let source = Source { id: "S1".to_owned(), text: source.to_owned(), title: None, url: None, kind: None };
    Request { answer: answer.to_owned(), sources: vec![source], ..Request::default() }
}

#[test]
fn a_correction_is_written_as_the_claim_was() {
    let lease = "The monthly rent is $2,350 and the deposit is $3,525. The lease begins on 1 March 2025 and ends on 28 February 2027.\n";
    let cloud =
        "Revenue of the cloud segment was $431.9 million in 2024. It has three data centres. Its margin was 13.27 %.";
    for (source, answer, expected) in [
        (lease, "The monthly rent is $3,350.", "The monthly rent is $2,350."),
        (lease, "The lease begins on March 15, 2025.", "The lease begins on March 1, 2025."),
        (lease, "The lease begins on Saturday, March 15, 2025.", "The lease begins on Saturday, March 15, 2025."),
        (
            cloud,
            "In 2024, revenue of the cloud segment was $731.9 million.",
            "In 2024, revenue of the cloud segment was $431.9 million.",
        ),
        (
            cloud,
            "In 2024, revenue of the cloud segment was $0.7 billion.",
            "In 2024, revenue of the cloud segment was $0.43 billion.",
        ),
        (cloud, "The cloud segment's margin was 23.3%.", "The cloud segment's margin was 13.27%."),
        (
            "The whole journey takes 5 h 20 min.",
            "The whole journey takes 5 h 45 min.",
            "The whole journey takes 5 h 45 min.",
        ),
        // Right, and rounded, is left alone.
        (
            cloud,
            "The cloud segment's revenue was about $432 million.",
            "The cloud segment's revenue was about $432 million.",
        ),
        // No evidence says what is right.
        (lease, "The pet fee is $75.", "The pet fee is $75."),
    ] {
        // One short sentence leaves more doubt than a correction may by default; its form is what counts here.
        let policy = PolicyOverrides { correction_probability: Some(Number(0.25)), ..PolicyOverrides::default() };
        let request = Request { policy: Some(policy), ..request(source, answer) };
        let Corrected { answer: new, corrections } = corrected(&request).unwrap();
        assert_eq!(new, expected, "{corrections:?}\n{}", analyze(&request).unwrap().to_json());
        assert_eq!(corrections.is_empty(), answer == expected);
    }
}

/// The page's first example, whose memo and facts say the same: its wrong NOI is corrected.
#[test]
fn places_that_say_the_same_speak_together() {
    let request: Request = serde_json::from_str(include_str!("../../web/examples/property.json")).unwrap();
    let Corrected { answer, corrections } = corrected(&request).unwrap();
    assert_eq!(corrections.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["$1.5M"]);
    assert_eq!(answer, request.answer.replace("$1.5M", "$1.2M"));
    // Another value in the facts speaks against the memo's.
    let facts = "entity,metric,period,value,unit\nHarbour View,NOI,2024-Q3,1350000,USD\n".to_owned();
    let other = Request { facts: Facts::Csv(facts), ..request };
    assert!(!corrected(&other).unwrap().answer.contains("$1.2M"));
}

/// How bad a claim's status is.
fn badness(status: Status) -> u8 {
    match status {
        Status::Supported => 0,
        Status::Unverifiable => 1,
        Status::Unsupported | Status::Contradicted => 2,
    }
}

/// The statuses of claims outside these places, in order.
fn others(report: &Report, places: &[(u32, u32)]) -> Vec<(String, u8)> {
    let within = |start: u32, end: u32| places.iter().any(|(from, until)| start < *until && end > *from);
    let claims = report.claims.iter().filter(|c| !within(c.span.start, c.span.end));
    claims.map(|c| (c.text.clone(), badness(c.status))).collect()
}

/// Source: what a newcomer's first corrected answers looked like, `1 eggs`, `Rent is $35 per month`.
#[test]
fn corrected_answers_of_gold_are_not_worse() {
    let (mut count, mut right) = (0, 0);
    for (case, report) in gold::one_of(12) {
        if report.claims.iter().all(|c| c.status != Status::Contradicted) {
            continue;
        }
        let id = &case.request.id;
        let Corrected { answer, corrections } = corrected(&case.request).unwrap();
        assert_eq!(with_corrections(&case.request.answer, &corrections), answer, "{id:?}");
        if corrections.is_empty() {
            continue;
        }
        let again = analyze(&Request { answer: answer.clone(), ..case.request.clone() }).unwrap();
        let mut by = 0_i64;
        let places: Vec<_> = corrections
            .iter()
            .map(|c| {
                let start = u32::try_from(i64::from(c.span.start) + by).unwrap();
                let end = start + u32::try_from(c.replacement.len()).unwrap();
                by += i64::from(end - start) - i64::from(c.span.end - c.span.start);
                (start, end)
            })
            .collect();
        for ((start, end), correction) in places.iter().zip(&corrections) {
            let own = again.claims.iter().find(|c| c.span.start < *end && c.span.end > *start);
            assert_eq!(own.map(|c| c.status), Some(Status::Supported), "{id:?}: {correction:?}");
            count += 1;
        }
        let replaced: Vec<_> = corrections.iter().map(|c| (c.span.start, c.span.end)).collect();
        let (before, after) = (others(report, &replaced), others(&again, &places));
        assert_eq!(before.len(), after.len(), "{id:?}");
        for ((text, before), (_, after)) in before.iter().zip(&after) {
            assert!(after <= before, "{id:?}: {text} became worse with {corrections:?}");
        }
        // What is corrected is clean of what was corrected: doing it again changes nothing of it.
        let twice = corrected(&Request { answer: answer.clone(), ..case.request.clone() }).unwrap();
        let is_replaced = |start: u32, end: u32| places.iter().any(|(from, until)| start < *until && end > *from);
        assert!(!twice.corrections.iter().any(|c| is_replaced(c.span.start, c.span.end)), "{id:?}");
        for correction in &corrections {
            let mut labels = case.expected.claims.iter().filter(|c| c.text == correction.text).peekable();
            right += u32::from(labels.peek().is_some() && labels.all(|c| c.status == Status::Supported));
        }
    }
    let least = if gold::is_thorough() { 60 } else { 1 };
    assert!(count > least && right == 0, "{right} of {count} corrections replace what is right");
}
