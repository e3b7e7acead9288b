//! The engine: any request, any answer over any source, any cut of a stream, any record.

use groundcheck::types::{MonitorRequest, RecordRequest, Report, Request, Source, Status};
use groundcheck::{Monitor, analyze, corrected};

/// The byte between the parts of a case; UTF-8 text has none.
const PART: u8 = 0xff;

/// The bytes as a request of the API.
pub fn request(bytes: &[u8]) {
    let Ok(request) = Request::from_json(bytes) else { return };
    check(&request);
}

/// The bytes as an answer, its question and its sources.
pub fn answer(bytes: &[u8]) {
    check(&parts(bytes));
}

/// The same, as a stream that is cut where the last part says: in the end it is what the whole answer is.
pub fn stream(bytes: &[u8]) {
    let Some((cuts, rest)) = bytes.split_first_chunk::<4>() else { return };
    let Request { answer, sources, question, .. } = parts(rest);
    let request = MonitorRequest { sources, question, ..MonitorRequest::default() };
    let Ok(mut monitor) = Monitor::new(request) else { return };
    let mut left = answer.as_str();
    for cut in cuts.iter().cycle() {
        let wanted = usize::from(*cut) + 1;
        let end = (0..=left.len().min(wanted)).rev().find(|end| left.is_char_boundary(*end)).unwrap_or(0);
        let end = if end == 0 { left.chars().next().map_or(0, char::len_utf8) } else { end };
        if end == 0 || monitor.push(&left[..end]).is_err() {
            break;
        }
        left = &left[end..];
    }
    if left.is_empty() {
        assert_eq!(monitor.text(), answer);
    }
    let _ = monitor.finish();
}

/// The bytes as a record with its document.
pub fn record(bytes: &[u8]) {
    let Ok(request) = RecordRequest::from_json(bytes) else { return };
    let _ = groundcheck::records::validate(&request);
}

fn parts(bytes: &[u8]) -> Request {
    let mut parts = bytes.split(|byte| *byte == PART).map(|part| String::from_utf8_lossy(part).into_owned());
    let answer = parts.next().unwrap_or_default();
    let question = parts.next().filter(|text| !text.is_empty());
    let source = |(at, text)| Source { id: format!("S{at}"), text, title: None, url: None, kind: None };
    Request { answer, question, sources: parts.enumerate().map(source).collect(), ..Request::default() }
}

/// What holds of every report: spans in order that hold their text and do not cross, evidence within its source, probabilities from 0 to 1, nothing supported
/// by nothing; and a corrected answer is the answer with its corrections.
fn check(request: &Request) {
    let Ok(report) = analyze(request) else { return };
    let mut end = 0;
    for claim in &report.claims {
        let span = claim.span.start as usize..claim.span.end as usize;
        assert_eq!(request.answer.get(span), Some(claim.text.as_str()));
        // A quotation holds the numbers that are quoted.
        assert!(claim.span.start >= end || claim.span.end <= end, "claims cross");
        end = end.max(claim.span.end);
        assert!(claim.probability.is_none_or(|p| (0.0..=1.0).contains(&p.0)));
        for evidence in &claim.evidence {
            let source = evidence.source.as_ref().and_then(|id| request.sources.iter().find(|s| s.id == *id));
            if let (Some(source), Some(span)) = (source, evidence.span) {
                assert!(source.text.get(span.start as usize..span.end as usize).is_some(), "evidence cuts a character");
            }
        }
    }
    if request.sources.iter().all(|source| source.text.trim().is_empty()) && no_facts(request) {
        let supported =
            |report: &Report| report.claims.iter().any(|c| c.status == Status::Supported && c.derivation.is_none());
        assert!(!supported(&report), "supported by nothing");
    }
    let Ok(fixed) = corrected(request) else { return };
    assert_eq!(groundcheck::with_corrections(&request.answer, &fixed.corrections), fixed.answer);
}

fn no_facts(request: &Request) -> bool {
    groundcheck::import_facts(&request.facts).is_ok_and(|facts| facts.is_empty())
}
