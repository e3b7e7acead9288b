//! For people: counts, what fails and why, and what the gate decides.
//!
//! Every line begins with words or marks of our own, so that no text from outside begins one: CI systems obey some lines.

use std::fmt::Write;

use crate::gate::case::State;
use crate::gate::limits::Outcome;
use crate::gate::problem::Problem;
use crate::gate::suite::Suite;

/// How many failing cases, problems of one, failures and problems gone are named.
const SHOWN: usize = 20;

pub(super) fn write(suite: &Suite, outcome: Option<&Outcome>) -> String {
    let mut out = counts(suite) + "\n";
    // Writing to a String cannot fail.
    let _ = cases(&mut out, suite).and_then(|()| outcome.map_or(Ok(()), |outcome| decision(&mut out, suite, outcome)));
    out
}

/// `answers 5: 2 clean, 1 with problems, 1 unverified, 1 not checked`.
fn counts(suite: &Suite) -> String {
    let parts: Vec<String> = suite.counts().iter().map(|(name, count)| format!("{count} {name}")).collect();
    format!("answers {}: {}", suite.cases.len(), parts.join(", "))
}

fn cases(out: &mut String, suite: &Suite) -> std::fmt::Result {
    let of_file = |line: usize| match (&suite.origin.file, &suite.origin.answer) {
        (Some(_), None) => format!(" ({}:{line})", suite.origin.name()),
        _ => String::new(),
    };
    for case in suite.in_state(State::NotChecked).take(SHOWN) {
        writeln!(out, "! {}{} not checked: {}", case.name(), of_file(case.line), case.failure())?;
    }
    let mut failed = suite.in_state(State::Failed);
    for case in failed.by_ref().take(SHOWN) {
        writeln!(out, "✕ {}{}", case.name(), of_file(case.line))?;
        for problem in case.new_problems().take(SHOWN) {
            write_problem(out, problem)?;
        }
        let left = case.new_count() - case.new_problems().take(SHOWN).count();
        if left > 0 {
            writeln!(out, "… and {left} more problems of this answer")?;
        }
    }
    more(out, suite.count(State::Failed), "answers")?;
    more(out, suite.count(State::NotChecked), "lines that could not be checked")
}

fn write_problem(out: &mut String, problem: &Problem) -> std::fmt::Result {
    writeln!(out, "    {}: {}", problem.headline(), problem.why())?;
    problem.details().try_for_each(|(label, text)| writeln!(out, "      {label:<8}  {text}"))
}

fn more(out: &mut String, all: usize, what: &str) -> std::fmt::Result {
    if all > SHOWN { writeln!(out, "… and {} more {what}", all - SHOWN) } else { Ok(()) }
}

fn decision(out: &mut String, suite: &Suite, outcome: &Outcome) -> std::fmt::Result {
    let (_, known) = suite.problems();
    if suite.has_baseline {
        writeln!(out, "baseline: {known} known, {} gone", outcome.gone.len())?;
        for gone in outcome.gone.iter().take(SHOWN) {
            let case = if gone.case.is_empty() { "(no id)".to_owned() } else { crate::gate::shown(&gone.case) };
            let claim = gone.claim.as_deref().map_or_else(|| "the answer".to_owned(), crate::gate::shown);
            writeln!(out, "    gone: {case}: {claim} ({})", crate::gate::shown(&gone.rule))?;
        }
        more(out, outcome.gone.len(), "are gone")?;
        if !outcome.gone.is_empty() {
            writeln!(out, "    --write-baseline removes them")?;
        }
    }
    for failure in &outcome.failures {
        writeln!(out, "✕ failed: {failure}")?;
    }
    match outcome.not_checked {
        0 if outcome.passed() => writeln!(out, "✓ passed"),
        0 => Ok(()),
        1 => writeln!(out, "! not passed: 1 line could not be checked"),
        count => writeln!(out, "! not passed: {count} lines could not be checked"),
    }
}
