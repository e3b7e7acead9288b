//! What was flagged, as patterns that come again: by their fingerprints they can be muted.
//!
//! Of a claim a pattern is its kind, its first reason and the words of its sentence without what it claims; of a finding its type and
//! the same words; of an alert what [`RecordAlert::fingerprint`](groundcheck_types::RecordAlert::fingerprint) says. So the sentence
//! of last month's report with this month's numbers has the same one, the same number in another sentence has not.

use std::collections::BTreeSet;

use groundcheck_types::{Claim, ClaimKind, Finding, RecordReport, Report, ReviewContent, Severity, Span, Verdict};

use super::decided::is_flagged;
use crate::document::lower;
use crate::document::sentence::{TokenRange, sentences};
use crate::document::token::{Kind, Token, tokens};
use crate::fnv::fingerprint;

/// The longest example, in characters.
const EXAMPLE_MAX: usize = 160;

/// A pattern that was flagged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// Sixteen letters that stand for it.
    pub fingerprint: String,
    /// Where it was found: a claim's sentence, an alert's description, masked; at most 160 characters.
    pub example: String,
}

/// All patterns of what was flagged in one answer or record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Patterns {
    /// Each once, in the order of the report.
    pub list: Vec<Pattern>,
    /// Whether they stand for everything that was flagged. Not where a check failed, a record is malformed, or it has more alerts than
    /// its report lists.
    pub complete: bool,
}

impl Patterns {
    /// Whether somebody muted all of it: only then does it not enter the queue.
    #[must_use]
    pub fn all_muted(&self, muted: impl Fn(&str) -> bool) -> bool {
        self.complete && !self.list.is_empty() && self.list.iter().all(|pattern| muted(&pattern.fingerprint))
    }

    fn of(found: impl Iterator<Item = Pattern>, complete: bool) -> Self {
        let mut seen = BTreeSet::new();
        let list = found.filter(|pattern| seen.insert(pattern.fingerprint.clone())).collect();
        Patterns { list, complete }
    }
}

/// The patterns of an item; a mention has none.
#[must_use]
pub fn patterns(content: &ReviewContent) -> Patterns {
    match content {
        ReviewContent::Answer { request, report, .. } => answer_patterns(&request.answer, report),
        ReviewContent::Record { report } => record_patterns(report),
        ReviewContent::Mention { .. } => Patterns::default(),
    }
}

/// The patterns of the flagged claims and findings of an answer's report.
///
/// ```
/// use groundcheck::{analyze, learning::answer_patterns, types::Request};
///
/// let patterns = |answer: &str| {
///     let facts = serde_json::from_str(r#"[{"metric": "NOI", "value": 1200000}]"#).unwrap();
///     let request = Request { answer: answer.to_owned(), facts, ..Request::default() };
///     answer_patterns(answer, &analyze(&request).unwrap()).list
/// };
/// assert_eq!(patterns("The NOI was $1.5M.")[0].fingerprint, patterns("the NOI was $900,000!")[0].fingerprint);
/// assert_ne!(patterns("The NOI was $1.5M.")[0].fingerprint, patterns("The NOI rose to $1.5M.")[0].fingerprint);
/// ```
#[must_use]
pub fn answer_patterns(answer: &str, report: &Report) -> Patterns {
    let mut reader = PatternReader::new(answer, &report.claims);
    let mut found = Vec::new();
    for claim in report.claims.iter().filter(|claim| is_flagged(claim.status)) {
        found.push(reader.claim(claim));
    }
    for finding in report.findings.iter().filter(|finding| finding.severity >= Severity::Medium) {
        found.push(reader.finding(finding));
    }
    Patterns::of(found.into_iter(), report.verdict != Verdict::Error)
}

/// The patterns of a record's alerts.
#[must_use]
pub fn record_patterns(report: &RecordReport) -> Patterns {
    let listed = report.alerts.len() == report.summary.total_alerts as usize;
    let found = report
        .alerts
        .iter()
        .map(|alert| Pattern { fingerprint: alert.fingerprint.clone(), example: shortened(&alert.description) });
    Patterns::of(found, listed && report.errors.is_empty())
}

fn shortened(text: &str) -> String {
    text.trim().chars().take(EXAMPLE_MAX).collect()
}

/// Reads the patterns of single claims and findings of one answer, whatever their status.
///
/// It keeps the words of the sentence that was asked for last: ask in the order of the answer.
#[derive(Debug)]
pub struct PatternReader<'a> {
    text: &'a str,
    /// What is claimed within sentences, in order; a claim that is a whole sentence is its words.
    claimed: Vec<Span>,
    tokens: Vec<Token>,
    ranges: Vec<TokenRange>,
    last: Option<(usize, String)>,
}

impl<'a> PatternReader<'a> {
    /// For an answer with all claims of its report.
    #[must_use]
    pub fn new(text: &'a str, claims: &[Claim]) -> Self {
        let tokens = tokens(text);
        let ranges = sentences(text, &tokens);
        let claimed =
            claims.iter().filter(|claim| claim.kind != ClaimKind::Statement).map(|claim| claim.span).collect();
        PatternReader { text, claimed, tokens, ranges, last: None }
    }

    /// The pattern of one of these claims.
    pub fn claim(&mut self, claim: &Claim) -> Pattern {
        let reason = claim.reasons.first().map_or("", |reason| reason.code.as_str());
        self.pattern(claim.span.start, &["claim", claim.kind.as_str(), reason])
    }

    /// The pattern of a finding in the answer, or in one of its sources.
    pub fn finding(&mut self, finding: &Finding) -> Pattern {
        match finding.span.filter(|_| finding.source == "answer") {
            Some(span) => self.pattern(span.start, &["finding", &finding.r#type]),
            None => Pattern {
                fingerprint: fingerprint(&["finding", &finding.r#type, &finding.source]),
                example: shortened(&finding.description),
            },
        }
    }

    /// The pattern of what stands at this byte, told apart by `key`.
    fn pattern(&mut self, at: u32, key: &[&str]) -> Pattern {
        let before = |range: &TokenRange| self.own(range).last().is_some_and(|token| token.end <= at);
        let sentence = self.ranges.partition_point(before);
        let range = self.ranges.get(sentence).cloned().unwrap_or_default();
        if self.last.as_ref().is_none_or(|(last, _)| *last != sentence) {
            self.last = Some((sentence, self.words(&range)));
        }
        let words = self.last.as_ref().map_or("", |(_, words)| words);
        let own = self.own(&range);
        let ends = own.first().zip(own.last()).map(|(first, last)| first.start as usize..last.end as usize);
        let example = ends.and_then(|ends| self.text.get(ends)).unwrap_or_default();
        Pattern { fingerprint: fingerprint(&[key, &[words]].concat()), example: shortened(example) }
    }

    fn own(&self, range: &TokenRange) -> &[Token] {
        self.tokens.get(range.clone()).unwrap_or_default()
    }

    /// The words of a sentence in lower case, without those of its claims: `$1.5 million` and `$900,000` are one pattern.
    fn words(&self, range: &TokenRange) -> String {
        let claimed = |token: &Token| {
            let at = self.claimed.partition_point(|span| span.end <= token.start);
            self.claimed.get(at).is_some_and(|span| span.start <= token.start)
        };
        let mut words = String::new();
        for token in self.own(range).iter().filter(|token| token.kind == Kind::Word && !claimed(token)) {
            words.push_str(&lower(token.text(self.text)));
            words.push(' ');
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{ErrorCode, Facts, InputError, Request};

    use super::*;
    use crate::analyze;

    fn report(answer: &str) -> Report {
        let facts = Facts::Csv("metric,period,value\nNOI,2024-Q3,1200000\noccupancy_rate,2024-Q3,85\n".to_owned());
        analyze(&Request { answer: answer.to_owned(), facts, ..Request::default() }).unwrap()
    }

    fn fingerprints(answer: &str) -> Vec<String> {
        answer_patterns(answer, &report(answer)).list.into_iter().map(|pattern| pattern.fingerprint).collect()
    }

    #[test]
    fn the_same_sentence_with_other_numbers_is_the_same_pattern() {
        let pattern = fingerprints("The NOI was $1.5M in Q3 2024.");
        assert_eq!(pattern.len(), 1);
        for same in [
            "The NOI was $900 thousand in Q3 2024.",
            "THE NOI was $2,000,000 in Q3 2024!",
            "Rents were paid.\n\nThe NOI was $1.7M in Q3 2024.",
        ] {
            assert_eq!(fingerprints(same), pattern, "{same}");
        }
        for other in [
            "The NOI was never $1.5M in Q3 2024.",
            "The occupancy was 95% in Q3 2024.",
            "Revenue was $1.5M in Q3 2024.",
            "The NOI was $1.5M in Q3 2024 and the occupancy 85%.",
        ] {
            let found = fingerprints(other);
            assert!(!found.is_empty() && !found.contains(&pattern[0]), "{other}");
        }
        assert!(fingerprints("The NOI was $1.2M.").is_empty(), "what holds is no pattern");
        assert_eq!(fingerprints("The NOI was $1.5M. The NOI was $1.6M.").len(), 1, "each once");
    }

    #[test]
    fn only_what_is_muted_as_a_whole_stays_out() {
        let answer = "The NOI was $1.5M. The occupancy was 95%.";
        let found = answer_patterns(answer, &report(answer));
        assert_eq!(found.list[0].example, "The NOI was $1.5M.");
        assert!(found.all_muted(|_| true));
        assert!(!found.all_muted(|one| one == found.list[0].fingerprint), "one of two");
        let clean = "The NOI was $1.2M.";
        assert!(!answer_patterns(clean, &report(clean)).all_muted(|_| true), "nothing flagged is nothing muted");
        let failed = Report::failed(None, InputError::whole(ErrorCode::Internal, "no"));
        assert!(!answer_patterns(answer, &failed).all_muted(|_| true));
        let malformed = RecordReport::malformed("invoice", InputError::whole(ErrorCode::InvalidJson, "no"));
        assert!(!record_patterns(&malformed).all_muted(|_| true));
    }

    #[test]
    fn a_sentence_that_does_not_follow_is_its_words() {
        let flagged = |answer: &str| {
            let mut report = report(answer);
            let mut sentence = report.claims[0].clone();
            (sentence.kind, sentence.span) = (ClaimKind::Statement, Span::new(0, answer.len()));
            report.claims.insert(0, sentence);
            answer_patterns(answer, &report).list
        };
        let (one, other) = (flagged("The NOI was $1.5M."), flagged("The NOI fell to $1.5M."));
        assert_eq!((one.len(), other.len()), (2, 2));
        assert_eq!(one, flagged("The NOI was $1.5M."));
        assert!(one.iter().all(|pattern| !other.contains(pattern)), "{one:?}");
        assert_eq!(one[1].fingerprint, fingerprints("The NOI was $1.5M.")[0], "the figure in it is what it was");
    }

    #[test]
    fn spans_that_fit_no_text_are_no_panic() {
        let report = report("The NOI was $1.5M.");
        for other in ["", "é", "The"] {
            assert_eq!(answer_patterns(other, &report).list.len(), 1);
        }
    }
}
