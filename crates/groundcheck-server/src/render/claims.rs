//! Below the answer: every claim with what the evidence says of it.

use std::fmt::Write;

use groundcheck_types::{
    Candidate, Claim, ClaimValue, Evidence, Finding, Nearest, Number, SentenceCoverage, Severity, Source, Span, Status,
};
use unicode_width::UnicodeWidthChar;

use super::one_line;
use super::style::{self, Style};

/// How many passages of evidence are shown of one claim; the JSON report has all of them.
const EVIDENCE_SHOWN: usize = 3;

/// Appends one claim: mark, text and status, then its reasons, the nearest value and what it follows from.
pub fn write(out: &mut String, claim: &Claim, sources: &[Source], style: Style) {
    let text = shorten(&one_line(&claim.text), style.width / 2);
    let (mark, word) = style::standing(claim);
    let head = format!("{mark} {text}  {word}");
    let kind = style.dim(&format!(" ({})", claim.kind.as_str()));
    line(out, &format!("{}{kind}", style.paint(style::of_status(claim.status), &head)));
    for reason in &claim.reasons {
        detail(out, style, "", &one_line(&reason.message));
    }
    for (label, text) in grounds(claim, sources, style.width * 2 / 3) {
        detail(out, style, label, &text);
    }
}

/// What a claim rests on, comes near to or should be compared with, each behind its label; passages at most so many columns wide.
pub fn grounds(claim: &Claim, sources: &[Source], columns: usize) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    match &claim.nearest {
        // What bears a claim out is its evidence, though it may be a little off.
        Some(nearest) => {
            let name = if claim.status == Status::Supported { "evidence " } else { "nearest " };
            found.push((name, nearest_text(nearest, sources)));
        }
        None if claim.is_open() && !claim.candidates.is_empty() => {
            let shown = claim.candidates.iter().take(EVIDENCE_SHOWN);
            found.extend(shown.map(|candidate| ("look at  ", candidate_text(candidate, sources, columns))));
        }
        None => {
            let shown = claim.evidence.iter().take(EVIDENCE_SHOWN);
            found.extend(shown.map(|evidence| ("evidence ", evidence_text(evidence, sources, columns))));
            if claim.evidence.len() > EVIDENCE_SHOWN {
                found.push(("evidence ", format!("and {} more", claim.evidence.len() - EVIDENCE_SHOWN)));
            }
        }
    }
    found.extend(claim.derivation.as_deref().map(|derivation| ("derived ", one_line(derivation))));
    found
}

/// Appends one finding.
pub fn write_finding(out: &mut String, finding: &Finding, style: Style) {
    let (severity, status) = match finding.severity {
        Severity::Low => ("low", Status::Unverifiable),
        Severity::Medium => ("medium", Status::Unsupported),
        Severity::High => ("high", Status::Contradicted),
        Severity::Critical => ("critical", Status::Contradicted),
    };
    let head = format!("! {}  {severity}", one_line(&finding.r#type));
    line(out, &style.paint(style::of_status(status), &head));
    detail(out, style, "", &one_line(&finding.description));
    detail(out, style, "found ", &one_line(&finding.detected_value));
    if let Some(expected) = &finding.expected_value {
        detail(out, style, "expected ", &one_line(expected));
    }
}

/// `$1,200,000, 25 % off, lease.txt:3`.
fn nearest_text(nearest: &Nearest, sources: &[Source]) -> String {
    let mut text = one_line(&nearest.text);
    if let Some(off) = nearest.difference_percent.filter(|off| off.0 != 0.0) {
        // Writing to a String cannot fail.
        let _ = write!(text, ", {} % off", percent(off));
    }
    text + &place(nearest.source.as_deref(), nearest.span, nearest.fact, sources)
}

/// `“… net operating income of $1,200,000”, lease.txt:3`.
fn evidence_text(evidence: &Evidence, sources: &[Source], columns: usize) -> String {
    let text = shorten(&one_line(&evidence.text), columns);
    let turn = evidence.turn.map_or_else(String::new, |turn| format!(", turn {}", turn + 1));
    format!("“{text}”{turn}") + &place(evidence.source.as_deref(), evidence.span, evidence.fact, sources)
}

/// `$1,200,000 (lease.txt:3)`, or the formula of what is computed.
fn candidate_text(candidate: &Candidate, sources: &[Source], columns: usize) -> String {
    if let Some(formula) = &candidate.formula {
        return one_line(formula);
    }
    let Some(evidence) = candidate.evidence.first() else { return value_text(&candidate.value) };
    let text = shorten(&one_line(&evidence.text), columns);
    let place = place(evidence.source.as_deref(), evidence.span, evidence.fact, sources);
    match place.strip_prefix(", ") {
        Some(place) => format!("{text} ({place})"),
        None => text,
    }
}

/// A value in base units, where nothing prints it.
fn value_text(value: &ClaimValue) -> String {
    match value {
        ClaimValue::Number(number) => number.0.to_string(),
        ClaimValue::Date(date) => one_line(date),
    }
}

/// `, lease.txt:3` or `, fact 2`: sources by their id and line, facts by their number counted from 1.
fn place(source: Option<&str>, span: Option<Span>, fact: Option<u32>, sources: &[Source]) -> String {
    match (source, fact) {
        (Some(id), _) => {
            let text = sources.iter().find(|source| source.id == id).map_or("", |source| &source.text);
            let line = span.and_then(|span| line_of(text, span));
            format!(", {}{}", one_line(id), line.map_or_else(String::new, |line| format!(":{line}")))
        }
        (None, Some(fact)) => format!(", fact {}", fact + 1),
        (None, None) => String::new(),
    }
}

/// The line that a span begins on, counted from 1; `None` where the text has no such place.
#[must_use]
pub fn line_of(text: &str, span: Span) -> Option<usize> {
    let before = text.get(..span.start as usize)?;
    Some(1 + before.bytes().filter(|b| *b == b'\n').count())
}

/// The sentence of an answer that a place is in; `None` where the place is in none, such as between two.
pub fn sentence_at(sentences: &[SentenceCoverage], at: Span) -> Option<&SentenceCoverage> {
    let after = sentences.partition_point(|sentence| sentence.span.end <= at.start);
    sentences.get(after).filter(|sentence| sentence.span.start <= at.start)
}

/// One decimal, none where it is a whole number; never 0 for a difference.
fn percent(number: Number) -> String {
    let rounded = (number.0 * 10.0).round() / 10.0;
    if rounded == 0.0 && number.0 != 0.0 { "under 0.1".to_owned() } else { rounded.to_string() }
}

/// At most `columns` wide, with an ellipsis where it was cut.
pub fn shorten(text: &str, columns: usize) -> String {
    let mut wide = 0;
    for (at, c) in text.char_indices() {
        wide += c.width().unwrap_or(0);
        if wide > columns {
            return format!("{}…", text[..at].trim_end());
        }
    }
    text.to_owned()
}

fn detail(out: &mut String, style: Style, label: &str, text: &str) {
    line(out, &format!("    {}{text}", style.dim(label)));
}

fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}

#[cfg(test)]
pub(super) mod tests {
    use groundcheck_types::{ClaimKind, Reason, ReasonCode, Utf16Span};
    use unicode_width::UnicodeWidthStr;

    use super::*;

    #[test]
    fn a_place_between_two_sentences_is_in_none() {
        use groundcheck_types::Extent;
        let sentence = |start, end| SentenceCoverage {
            span: Span::new(start, end),
            utf16: Utf16Span { start: 0, end: 0 },
            extent: Extent::NotChecked,
            by: Vec::new(),
        };
        let sentences = [sentence(2, 5), sentence(8, 10)];
        for (start, found) in
            [(0, None), (2, Some(2)), (4, Some(2)), (5, None), (7, None), (8, Some(8)), (9, Some(8)), (10, None)]
        {
            let own = sentence_at(&sentences, Span::new(start, start + 1));
            assert_eq!(own.map(|sentence| sentence.span.start), found, "{start}");
        }
    }

    #[test]
    fn differences_never_round_to_nothing() {
        for (number, shown) in [(25.0, "25"), (4.1667, "4.2"), (0.01, "under 0.1"), (0.0, "0")] {
            assert_eq!(percent(Number(number)), shown);
        }
    }

    #[test]
    fn a_place_names_the_line_of_the_span() {
        let source = Source { id: "s".into(), text: "a\nb\nc $5".into(), title: None, url: None, kind: None };
        assert_eq!(place(Some("s"), Some(Span::new(6, 8)), None, &[source]), ", s:3");
        assert_eq!(place(Some("gone"), Some(Span::new(6, 8)), None, &[]), ", gone");
        assert_eq!(place(None, None, Some(0), &[]), ", fact 1");
    }

    /// An unverifiable claim of `$5`.
    pub(in crate::render) fn unverifiable(code: ReasonCode, candidates: Vec<Candidate>) -> Claim {
        Claim {
            id: "c1".into(),
            kind: ClaimKind::Currency,
            text: "$5".into(),
            span: Span::new(0, 2),
            utf16: Utf16Span::default(),
            value: Some(ClaimValue::Number(Number(5.0))),
            unit: Some("USD".into()),
            comparator: None,
            citations: Vec::new(),
            status: Status::Unverifiable,
            confidence: Number(0.0),
            evidence: Vec::new(),
            nearest: None,
            derivation: None,
            reasons: vec![Reason { code, message: "Why.".into() }],
            probability: Some(Number(0.6)),
            candidates,
        }
    }

    fn printed(text: &str, span: Option<Span>) -> Candidate {
        let evidence = Evidence { source: Some("s".into()), span, text: text.into(), ..Evidence::default() };
        let value = ClaimValue::Number(Number(5.0));
        Candidate { evidence: vec![evidence], formula: None, value, share: Number(0.5) }
    }

    fn shown(claim: &Claim) -> String {
        let source = Source { id: "s".into(), text: "a\nb\nc $5".into(), title: None, url: None, kind: None };
        let mut out = String::new();
        write(&mut out, claim, &[source], Style { color: false, shaped_underlines: false, width: 60 });
        out
    }

    #[test]
    fn an_open_claim_says_where_to_look() {
        let formula = Some("2\n+ 3 = 5".to_owned());
        let computed = Candidate { formula, evidence: Vec::new(), ..printed("", None) };
        let hostile = printed(&"$5\x1b[2J ".repeat(20), None);
        let candidates = vec![printed("$5", Some(Span::new(6, 8))), computed, hostile, printed("fourth", None)];
        for code in [ReasonCode::Undecided, ReasonCode::ValueOnly] {
            let out = shown(&unverifiable(code, candidates.clone()));
            let lines: Vec<&str> = out.lines().collect();
            assert_eq!(lines[..2], ["○ $5  to check (currency)", "    Why."], "{code:?}");
            assert_eq!(lines[2..4], ["    look at  $5 (s:3)", "    look at  2 + 3 = 5"]);
            assert!(lines[4].starts_with("    look at  $5␛[2J") && lines[4].ends_with("… (s)"), "{}", lines[4]);
            assert!(lines.len() == 5 && lines.iter().all(|line| line.width() <= 60), "{out}");
        }
    }

    #[test]
    fn an_open_claim_without_candidates_keeps_its_evidence() {
        let mut claim = unverifiable(ReasonCode::ValueOnly, Vec::new());
        claim.evidence = printed("$5", Some(Span::new(6, 8))).evidence;
        assert_eq!(shown(&claim), "○ $5  to check (currency)\n    Why.\n    evidence “$5”, s:3\n");
        let bare = Candidate { evidence: Vec::new(), ..printed("", None) };
        assert!(shown(&unverifiable(ReasonCode::Undecided, vec![bare])).ends_with("    look at  5\n"));
    }

    #[test]
    fn a_claim_that_nothing_was_given_for_is_not_open() {
        let claim = unverifiable(ReasonCode::NoEvidence, vec![printed("$5", None)]);
        assert_eq!(shown(&claim), "– $5  unverifiable (currency)\n    Why.\n");
    }

    #[test]
    fn shortening_counts_columns() {
        assert_eq!(shorten("日本語", 4), "日本…");
        assert_eq!(shorten("abcd", 4), "abcd");
    }
}
