//! One line of a run: an answer that was checked, or one that could not be.

use groundcheck_types::{InputError, Report, Request, Verdict, VerdictReason};

use super::problem::{FailOn, Level, Problem, Unlisted, problems};
use super::shown;
use crate::render;

/// One answer of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Where it stands in its file, counted from 1.
    pub line: usize,
    /// The request's id, ready to be shown.
    pub id: Option<String>,
    /// What the check says of it.
    pub verdict: Verdict,
    /// Why.
    pub reason: VerdictReason,
    /// What is wrong with it, in the order of the answer: at most [`LISTED_MAX`](super::LISTED_MAX).
    pub problems: Vec<Problem>,
    /// What else is wrong with it.
    pub unlisted: Vec<Unlisted>,
    /// Why it could not be checked; its texts are ready to be shown.
    pub error: Option<InputError>,
}

/// What a gate makes of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Clean.
    Passed,
    /// It has a problem that no baseline has.
    Failed,
    /// It has problems, and the baseline has all of them.
    Known,
    /// It has no problem that counts here, and is not clean either.
    NotClean,
    /// It could not be checked.
    NotChecked,
}

impl Case {
    /// A checked answer.
    #[must_use]
    pub fn new(line: usize, request: &Request, report: &Report, fail_on: FailOn) -> Self {
        let (problems, unlisted) = problems(request, report, fail_on);
        Case { problems, unlisted, ..Case::bare(line, report) }
    }

    /// An answer that could not be checked, by its report.
    pub(super) fn bare(line: usize, report: &Report) -> Self {
        Case {
            line,
            id: report.id.as_deref().map(shown),
            verdict: report.verdict,
            reason: report.verdict_reason,
            problems: Vec::new(),
            unlisted: Vec::new(),
            error: report.error.clone().map(|error| InputError {
                field: error.field.as_deref().map(shown),
                message: shown(&error.message),
                ..error
            }),
        }
    }

    /// What a gate makes of it.
    #[must_use]
    pub fn state(&self) -> State {
        if self.error.is_some() || self.verdict == Verdict::Error {
            State::NotChecked
        } else if self.new_count() > 0 {
            State::Failed
        } else if !self.problems.is_empty() {
            State::Known
        } else if self.verdict == Verdict::Clean {
            State::Passed
        } else {
            State::NotClean
        }
    }

    /// Its id, else its line.
    #[must_use]
    pub fn name(&self) -> String {
        self.id.clone().filter(|id| !id.is_empty()).unwrap_or_else(|| format!("line {}", self.line))
    }

    /// Whether the check decided it: it is clean or flagged.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        matches!(self.verdict, Verdict::Clean | Verdict::Flagged)
    }

    /// The problems that no baseline has, of those that are listed.
    pub fn new_problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(|problem| !problem.known)
    }

    /// How many problems that no baseline has are not listed.
    #[must_use]
    pub fn new_unlisted(&self) -> usize {
        self.unlisted.iter().filter(|problem| !problem.known).count()
    }

    /// How many problems no baseline has.
    #[must_use]
    pub fn new_count(&self) -> usize {
        self.new_problems().count() + self.new_unlisted()
    }

    /// How many problems it has.
    #[must_use]
    pub fn problem_count(&self) -> usize {
        self.problems.len() + self.unlisted.len()
    }

    /// How many of its problems are something that the check did not decide.
    pub(super) fn undecided_count(&self) -> usize {
        let levels = self.problems.iter().map(|problem| problem.level);
        let levels = levels.chain(self.unlisted.iter().map(|problem| problem.level));
        levels.filter(|level| *level == Level::Warning).count()
    }

    /// `and 7 more problems, which are not listed`; `None` where all of so many are.
    pub(super) fn not_listed(count: usize) -> Option<String> {
        match count {
            0 => None,
            1 => Some("and 1 more problem, which is not listed".to_owned()),
            count => Some(format!("and {count} more problems, which are not listed")),
        }
    }

    /// What could not be checked of it and why, ready to be shown.
    #[must_use]
    pub fn failure(&self) -> String {
        self.error.as_ref().map_or_else(|| render::why(self.reason).to_owned(), |error| shown(&error.to_string()))
    }

    /// `unverified: no sources and no facts were given; …`.
    #[must_use]
    pub fn verdict_text(&self) -> String {
        format!("{}: {}", render::word(self.verdict), render::why(self.reason))
    }
}
