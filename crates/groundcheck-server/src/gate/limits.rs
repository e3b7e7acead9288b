//! How many problems are allowed, and whether the gate lets the answers through.

use std::fmt;
use std::str::FromStr;

use super::baseline::Known;
use super::case::{Case, State};
use super::suite::Suite;

/// So many, or a share of what was decided.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// At most so many.
    Count(u64),
    /// At most so many of a hundred.
    Percent(f64),
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let limit = match text.strip_suffix('%') {
            Some(percent) => {
                let percent = percent.trim_end().parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
                percent.map(Limit::Percent)
            }
            None => text.parse().ok().map(Limit::Count),
        };
        limit.ok_or_else(|| "expected a count such as 3, or a share such as 2.5%".to_owned())
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Count(count) => write!(f, "{count}"),
            Limit::Percent(percent) => write!(f, "{percent} %"),
        }
    }
}

impl Limit {
    /// Whether so many of all are within it.
    #[expect(clippy::cast_precision_loss, reason = "counts of cases are far under 2^53")]
    fn allows(self, count: u64, of: u64) -> bool {
        match self {
            Limit::Count(most) => count <= most,
            // A share such as 0.1 is not exact in binary: what is exactly at the limit is within it.
            Limit::Percent(percent) => count == 0 || count as f64 * 100.0 <= percent * of as f64 + 1e-9,
        }
    }
}

/// What is allowed. Without any limit, no answer may have a new problem.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limits {
    /// Answers with new problems, of the answers that are clean, flagged or a problem by themselves.
    pub flagged: Option<Limit>,
    /// New problems, of the claims that were decided or count as a problem.
    pub claims: Option<Limit>,
}

/// What a gate decides.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// Why the gate stays shut, a sentence each; none where it lets the answers through.
    pub failures: Vec<String>,
    /// How many lines could not be checked. Then the answers have not passed, whatever the others are.
    pub not_checked: usize,
    /// Problems of the baseline that are gone. Empty where not all was checked: nobody knows then.
    pub gone: Vec<Known>,
}

impl Outcome {
    /// Judges a run; `gone` is what [`Baseline::apply`](super::Baseline::apply) left.
    #[must_use]
    pub fn of(suite: &Suite, limits: Limits, gone: Vec<Known>) -> Self {
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let not_checked = suite.count(State::NotChecked);
        let answers = suite.cases.len() - not_checked;
        let (problems, _) = suite.problems();
        let failing = suite.count(State::Failed);
        let new = if suite.has_baseline { "new problems" } else { "problems" };
        let mut failures = Vec::new();
        let flagged = limits.flagged.or(limits.claims.is_none().then_some(Limit::Count(0)));
        // What was not decided must not make a share smaller; what counts as a problem belongs to the whole that it is a share of.
        let in_share = |case: &&Case| case.is_decided() || case.problem_count() > 0;
        let checked = suite.cases.iter().filter(|case| case.state() != State::NotChecked);
        let of = checked.filter(in_share).count();
        if let Some(limit) = flagged.filter(|limit| !limit.allows(number(failing), number(of))) {
            let (has, answer) = (if failing == 1 { "has" } else { "have" }, if of == 1 { "answer" } else { "answers" });
            let decided = if of == answers { "" } else { "decided " };
            failures.push(format!("{failing} of {of} {decided}{answer} {has} {new}; allowed: {limit}"));
        }
        let undecided: usize = suite.cases.iter().map(Case::undecided_count).sum();
        let of = suite.tally.verified_claims + suite.tally.unverified_claims + number(undecided);
        if let Some(limit) = limits.claims.filter(|limit| !limit.allows(number(problems), of)) {
            let decided = if of == suite.tally.claims { "" } else { "decided " };
            failures.push(format!("{new}: {problems}, of {of} {decided}claims; allowed: {limit}"));
        }
        if suite.cases.is_empty() {
            failures.push("there is no answer to check".to_owned());
        } else if answers > 0 && suite.tally.unverified == number(answers) {
            failures.push("no answer could be verified, so none has passed".to_owned());
        }
        Outcome { failures, not_checked, gone: if not_checked == 0 { gone } else { Vec::new() } }
    }

    /// Whether every line was checked and the limits are kept.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failures.is_empty() && self.not_checked == 0
    }
}
