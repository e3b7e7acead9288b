//! An answer that a language model verified, as text for a terminal: its sentences with posterior and prior, and what it took.

use std::fmt::Write as _;

use groundcheck_types::{GroundedAnswer, GroundedClaim, Probability, ProbabilitySource, VerifierRun};

use super::style::{mark, of_status};
use super::{Style, claims, one_line};

/// The check. Ends in a newline.
#[must_use]
pub fn grounded_answer(answer: &GroundedAnswer, style: Style) -> String {
    let mut out = String::new();
    let check = &answer.hallucination_check;
    for claim in &check.claims {
        write_claim(&mut out, claim, style);
    }
    for finding in &check.findings {
        claims::write_finding(&mut out, finding, style);
    }
    let ratio = check.grounding_ratio.map_or_else(String::new, |ratio| format!(" ({:.0} %)", ratio.0 * 100.0));
    // Writing to a String cannot fail.
    let _ = writeln!(out, "\n{} of {} claims grounded{ratio}", check.grounded_claims, check.total_claims);
    if let Some(warning) = &answer.warning {
        let _ = writeln!(out, "{}", one_line(warning));
    }
    if let Some(run) = &answer.verifier {
        write_run(&mut out, run, style);
    }
    out
}

fn write_claim(out: &mut String, claim: &GroundedClaim, style: Style) {
    let status = style.paint(of_status(claim.status), &format!("{} {}", mark(claim.status), claim.status.as_str()));
    let citing = if claim.citing.is_empty() { String::new() } else { format!("[{}]", claim.citing.join(", ")) };
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{status}  {} {}", one_line(&claim.text), style.dim(&one_line(&citing)));
    if let Some((posterior, prior)) = claim.posterior.zip(claim.prior) {
        let text = format!("p1 {}, p0 {}", shown(&posterior), shown(&prior));
        let votes = [posterior, prior].iter().any(|p| p.source == ProbabilitySource::SampledVotes);
        let votes = if votes { ", by counted answers" } else { "" };
        let budget = claim.budget.map_or_else(String::new, |budget| {
            format!(", {:.2} of {:.2} bits", budget.observed_max_bits.0, budget.required_min_bits.0)
        });
        let _ = writeln!(out, "    {}", style.dim(&format!("{text}{budget}{votes}")));
    }
    if let Some(warning) = &claim.warning {
        let _ = writeln!(out, "    {}", one_line(warning));
    }
    if claim.prior_contaminated {
        let _ = writeln!(out, "    {}", style.dim("What it cites may also appear in the text that was not redacted."));
    }
}

/// `0.98`, or `0 – 0.12` where it is an interval.
fn shown(probability: &Probability) -> String {
    let two = |p: f64| ((p * 100.0).round() / 100.0).to_string();
    let (lower, upper) = (two(probability.lower.0), two(probability.upper.0));
    if lower == upper { lower } else { format!("{lower} – {upper}") }
}

fn write_run(out: &mut String, run: &VerifierRun, style: Style) {
    for error in &run.errors {
        let _ = writeln!(out, "! {}", one_line(&error.message));
    }
    let usage = &run.usage;
    let cost = usage.cost_usd.map_or_else(String::new, |cost| format!(", ${}", cost.0));
    let text = format!(
        "{} {}: {} questions, {} known; {} tokens in, {} out{cost}; {:.1} s",
        run.provider,
        one_line(&run.model),
        usage.calls,
        usage.known,
        usage.prompt_tokens,
        usage.completion_tokens,
        std::time::Duration::from_millis(run.elapsed_ms).as_secs_f64()
    );
    let _ = writeln!(out, "{}", style.dim(&text));
}
