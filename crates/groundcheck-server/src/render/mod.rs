//! A report as text for a terminal: the answer with its claims underlined in place, each claim with its reasons, the verdict.
//!
//! Nothing here decides anything: marks and words are the report's. Text from the answer and its sources is hostile, so every
//! piece of it goes through [`visible`] before it reaches a terminal.

mod answer;
mod claims;
mod collected;
mod measurement;
mod records;
mod reviews;
mod source_report;
mod style;
mod urls;
mod verdict;
mod verified;
mod visible;

use groundcheck_types::{Claim, Report, Request, Status};

pub use claims::{grounds, line_of, sentence_at, shorten};
pub use collected::collected;
pub use measurement::measurement;
pub use records::record_report;
pub use reviews::{audit_page, audit_verification, review_changes, review_item, review_page};
pub use source_report::source_report;
pub use style::{Style, standing};
pub use urls::{url_check, url_verdict};
pub use verdict::{why, word};
pub use verified::grounded_answer;
pub use visible::{one_line, uncommanding, visible};

/// The whole report. Ends in a newline.
#[must_use]
pub fn report(request: &Request, report: &Report, style: Style) -> String {
    listed(request, report, style, |_| true)
}

/// The report without the claims that are supported. Ends in a newline.
#[must_use]
pub fn problems(request: &Request, report: &Report, style: Style) -> String {
    listed(request, report, style, |claim| claim.status != Status::Supported)
}

/// What the answer as a whole is worth, as plain text: the last lines of [`report`]. Ends in a newline.
#[must_use]
pub fn conclusion(answer: &str, report: &Report) -> String {
    let mut out = String::new();
    verdict::write(&mut out, answer, report, Style::PLAIN);
    out
}

fn listed(request: &Request, report: &Report, style: Style, is_listed: impl Fn(&Claim) -> bool) -> String {
    let mut out = String::new();
    answer::write(&mut out, &request.answer, &report.claims, style);
    out.push('\n');
    for claim in report.claims.iter().filter(|claim| is_listed(claim)) {
        claims::write(&mut out, claim, &request.sources, style);
    }
    let hidden = report.claims.iter().filter(|claim| !is_listed(claim)).count();
    if hidden > 0 {
        let claims = if hidden == 1 { "claim" } else { "claims" };
        out.push_str(&style.dim(&format!("✓ {hidden} supported {claims} not shown")));
        out.push('\n');
    }
    for finding in &report.findings {
        claims::write_finding(&mut out, finding, style);
    }
    if !(report.claims.is_empty() && report.findings.is_empty()) {
        out.push('\n');
    }
    verdict::write(&mut out, &request.answer, report, style);
    out
}
