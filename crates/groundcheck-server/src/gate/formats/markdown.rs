//! Markdown for a summary of a CI run or a comment: a table of counts, then every failing case.
//!
//! Text from outside is only ever written in code spans, and never in a table: there it is no HTML, no link, no mention and no mark-up,
//! and no run of backticks in it is as long as those around it.

use std::fmt::Write;

use crate::gate::case::{Case, State};
use crate::gate::limits::Outcome;
use crate::gate::problem::Problem;
use crate::gate::suite::Suite;

/// GitHub takes no summary over 1 MiB; several steps may share it.
const BYTES_MAX: usize = 400 * 1024;

/// How many problems of a case are shown.
const PROBLEMS_SHOWN: usize = 50;

pub(super) fn write(suite: &Suite, outcome: Option<&Outcome>) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = head(&mut out, suite, outcome).and_then(|()| cases(&mut out, suite)).and_then(|()| gone(&mut out, outcome));
    out
}

fn head(out: &mut String, suite: &Suite, outcome: Option<&Outcome>) -> std::fmt::Result {
    let decided = match outcome {
        None => "report",
        Some(outcome) if outcome.passed() => "gate: passed ✅",
        Some(outcome) if outcome.not_checked > 0 => "gate: not all was checked ⚠️",
        Some(_) => "gate: failed ❌",
    };
    writeln!(out, "## groundcheck {decided}\n\n{}\n", code(&suite.origin.name()))?;
    for failure in outcome.iter().flat_map(|outcome| &outcome.failures) {
        writeln!(out, "- {failure}")?;
    }
    writeln!(out, "\n| Answers | Count |\n|---|---:|")?;
    for (name, count) in suite.counts() {
        writeln!(out, "| {name} | {count} |")?;
    }
    writeln!(out, "| **all** | **{}** |", suite.cases.len())
}

fn cases(out: &mut String, suite: &Suite) -> std::fmt::Result {
    let listed = |state| matches!(state, State::Failed | State::NotChecked);
    let mut left = 0;
    for case in suite.cases.iter().filter(|case| listed(case.state())) {
        if left > 0 {
            left += 1;
            continue;
        }
        let before = out.len();
        write_case(out, case)?;
        if out.len() > BYTES_MAX {
            out.truncate(before);
            left = 1;
        }
    }
    match left {
        0 => Ok(()),
        1 => writeln!(out, "\n1 more is not shown here."),
        left => writeln!(out, "\n{left} more are not shown here."),
    }
}

fn write_case(out: &mut String, case: &Case) -> std::fmt::Result {
    writeln!(out, "\n### {} (line {})\n", code(&case.name()), case.line)?;
    if case.state() == State::NotChecked {
        return writeln!(out, "Not checked: {}", code(&case.failure()));
    }
    case.new_problems().take(PROBLEMS_SHOWN).try_for_each(|problem| write_problem(out, problem))?;
    match case.new_count() - case.new_problems().take(PROBLEMS_SHOWN).count() {
        0 => Ok(()),
        more => writeln!(out, "- and {more} more"),
    }
}

fn write_problem(out: &mut String, problem: &Problem) -> std::fmt::Result {
    let what = problem.claim.as_deref().map_or_else(|| "The answer".to_owned(), code);
    writeln!(out, "- {what} **{}** ({})", problem.standing, problem.kind)?;
    for reason in &problem.reasons {
        writeln!(out, "  - reason: {}", code(reason))?;
    }
    problem.details().try_for_each(|(label, text)| writeln!(out, "  - {label}: {}", code(text)))
}

fn gone(out: &mut String, outcome: Option<&Outcome>) -> std::fmt::Result {
    match outcome.map_or(0, |outcome| outcome.gone.len()) {
        0 => Ok(()),
        1 => writeln!(out, "\n1 problem of the baseline is gone: `--write-baseline` removes it."),
        count => writeln!(out, "\n{count} problems of the baseline are gone: `--write-baseline` removes them."),
    }
}

/// The text in a code span. Source: CommonMark 0.31, "Code spans".
fn code(text: &str) -> String {
    let text = crate::gate::shown(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    // A space at both ends is taken away again; an empty span is none.
    let pad = if text.is_empty() || text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_span() {
        for (text, expected) in [
            ("a", "`a`"),
            ("a`b", "``a`b``"),
            ("``` a", "```` ``` a ````"),
            ("<img src=x>", "`<img src=x>`"),
            ("[a](https://b) @c | d", "`[a](https://b) @c | d`"),
            ("a\n\n# b", "`a # b`"),
            ("", "`  `"),
        ] {
            assert_eq!(code(text), expected);
        }
    }
}
