//! The last lines: what the answer as a whole is worth.

use std::fmt::Write;

use groundcheck_types::{Coverage, Disposition, Extent, Report, Risk, Status, Verdict, VerdictReason};

use super::one_line;
use super::style::{self, Style};

/// Appends the verdict with its reason, then risk, reliability, counts and what is left of the caller's confidence.
pub fn write(out: &mut String, answer: &str, report: &Report, style: Style) {
    let (mark, status) = style::of_verdict(report.verdict);
    let mut head = format!("{mark} {}: {}", word(report.verdict), why(report.verdict_reason));
    let near = standing_as(report, style::NEAR);
    if report.verdict == Verdict::Clean && near > 0 {
        // Writing to a String cannot fail.
        let _ = write!(head, ", {near} only within tolerance");
    }
    out.push_str(&style.paint(style::of_status(status).bold(), &head));
    out.push('\n');

    let mut parts = Vec::new();
    // "Low risk" of an answer that nothing was held against would read as an all-clear.
    if let Some(risk) = report.risk.filter(|_| matches!(report.verdict, Verdict::Clean | Verdict::Flagged)) {
        parts.push(format!("risk {}", risk_word(risk)));
    }
    parts.push(match report.reliability {
        Some(reliability) => format!("reliability {:.2}", reliability.0),
        None => "reliability not known".to_owned(),
    });
    let summary = &report.summary;
    if let Some((from, to)) = summary.original_confidence.zip(summary.adjusted_confidence) {
        parts.push(format!("confidence {} → {}", from.0, to.0));
    }
    match report.disposition {
        Disposition::Accept => {}
        Disposition::Review => parts.push("to review".to_owned()),
        Disposition::Reject => parts.push("rejected".to_owned()),
    }
    detail(out, style, &parts.join(", "));
    detail(out, style, &counts(report));
    if !report.not_checked.is_empty() {
        detail(out, style, &not_checked(report));
    }
    if let Some(coverage) = report.coverage.as_ref().filter(|coverage| !coverage.sentences.is_empty()) {
        detail(out, style, &covered(coverage));
        let unchecked = coverage.sentences.iter().filter(|own| own.extent == Extent::NotChecked);
        let mut texts: Vec<&str> = unchecked.filter_map(|own| own.span.of(answer)).collect();
        let more = texts.len().saturating_sub(MOST_SENTENCES);
        texts.truncate(MOST_SENTENCES);
        for text in texts {
            let text = format!("not checked: {}", one_line(text));
            detail(out, style, &super::claims::shorten(&text, style.width - 2));
        }
        if more > 0 {
            detail(out, style, &format!("not checked: {more} more"));
        }
    }
    let gaps = report.coverage.iter().flat_map(|coverage| &coverage.not_in_sources);
    let gaps: Vec<String> = gaps.map(|gap| one_line(&gap.text)).collect();
    if !gaps.is_empty() {
        detail(out, style, &format!("not mentioned in the sources: {}", gaps.join(", ")));
    }
    if let Some(error) = &report.error {
        detail(out, style, &one_line(&error.to_string()));
    }
}

/// `2 claims: 1 supported, 1 contradicted (checked: numeric)`.
fn counts(report: &Report) -> String {
    let total = report.claims.len();
    let mut text = format!("{total} {}", if total == 1 { "claim" } else { "claims" });
    let words = [
        Status::Supported.as_str(),
        style::NEAR,
        Status::Contradicted.as_str(),
        Status::Unsupported.as_str(),
        style::TO_CHECK,
        Status::Unverifiable.as_str(),
    ];
    let mut separator = ": ";
    for word in words {
        let count = standing_as(report, word);
        if count > 0 {
            // Writing to a String cannot fail.
            let _ = write!(text, "{separator}{count} {word}");
            separator = ", ";
        }
    }
    if !report.checks.is_empty() {
        let _ = write!(text, " (checks: {})", report.checks.join(", "));
    }
    text
}

/// How many claims have this word.
fn standing_as(report: &Report, word: &str) -> usize {
    report.claims.iter().filter(|claim| style::standing(claim).1 == word).count()
}

/// How many sentences that are not checked are shown.
const MOST_SENTENCES: usize = 3;

/// `5 of 7 sentences checked, 1 partly (81% of the text)`.
fn covered(coverage: &Coverage) -> String {
    let all = coverage.sentences.len();
    let mut text = format!("{} of {all} {} checked", coverage.checked, if all == 1 { "sentence" } else { "sentences" });
    if coverage.partly > 0 {
        // Writing to a String cannot fail.
        let _ = write!(text, ", {} partly", coverage.partly);
    }
    if let Some(share) = coverage.share {
        let _ = write!(text, " ({:.0}% of the text)", share.0 * 100.0);
    }
    text
}

/// How many numbers that are not checked are named.
const MOST_NAMED: usize = 8;

/// `2 numbers not checked, because they state no value: INV-2041, 24/7`.
fn not_checked(report: &Report) -> String {
    let count = report.not_checked.len();
    let mut named: Vec<String> = report.not_checked.iter().take(MOST_NAMED).map(|own| one_line(&own.text)).collect();
    if count > MOST_NAMED {
        named.push(format!("{} more", count - MOST_NAMED));
    }
    let (numbers, they) = if count == 1 { ("number", "it states") } else { ("numbers", "they state") };
    format!("{count} {numbers} not checked, because {they} no value: {}", named.join(", "))
}

fn detail(out: &mut String, style: Style, text: &str) {
    out.push_str("  ");
    out.push_str(&style.dim(text));
    out.push('\n');
}

/// A verdict in a word.
#[must_use]
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Clean => "clean",
        Verdict::Flagged => "flagged",
        Verdict::Unverified => "unverified",
        Verdict::Error => "not checked",
    }
}

/// Why a verdict is what it is, as a clause.
#[must_use]
pub fn why(reason: VerdictReason) -> &'static str {
    match reason {
        VerdictReason::AllSupported => "the evidence supports every claim that was checked",
        VerdictReason::Contradicted => "the evidence contradicts part of this answer",
        VerdictReason::Unsupported => "part of this answer has no support in the evidence",
        VerdictReason::Finding => "see the findings above",
        VerdictReason::NothingToCheck => {
            "no claim of the answer could be decided; this does not mean that it is correct"
        }
        VerdictReason::NoEvidence => {
            "no sources and no facts were given; this does not mean that the answer is correct"
        }
        VerdictReason::Undecided => {
            "the evidence cannot decide every claim; this does not mean that the answer is correct"
        }
        VerdictReason::CheckFailed => "the check failed; this does not mean that the answer is correct",
        _ => "see the JSON report",
    }
}

fn risk_word(risk: Risk) -> &'static str {
    match risk {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "high",
        Risk::Critical => "critical",
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Claim, ErrorCode, InputError, ReasonCode};

    use super::super::claims::tests::unverifiable;
    use super::*;

    #[test]
    fn open_claims_are_counted_as_what_to_check() {
        let mut report = Report::failed(None, InputError::whole(ErrorCode::Internal, "broken"));
        let codes = [ReasonCode::Undecided, ReasonCode::NoEvidence, ReasonCode::ValueOnly];
        report.claims = codes.map(|code| unverifiable(code, Vec::new())).to_vec();
        assert_eq!(counts(&report), "3 claims: 2 to check, 1 unverifiable");
    }

    #[test]
    fn what_is_only_near_is_counted_and_said_of_a_clean_answer() {
        let mut report = Report::failed(None, InputError::whole(ErrorCode::Internal, "broken"));
        (report.error, report.verdict, report.verdict_reason) = (None, Verdict::Clean, VerdictReason::AllSupported);
        let codes = [ReasonCode::WithinTolerance, ReasonCode::MatchesSource];
        report.claims =
            codes.map(|code| Claim { status: Status::Supported, ..unverifiable(code, Vec::new()) }).to_vec();
        assert_eq!(counts(&report), "2 claims: 1 supported, 1 supported within tolerance");
        let mut out = String::new();
        write(&mut out, "", &report, Style { color: false, shaped_underlines: false, width: 80 });
        let head = out.lines().next().unwrap_or_default();
        assert_eq!(head, "✓ clean: the evidence supports every claim that was checked, 1 only within tolerance");
    }
}
