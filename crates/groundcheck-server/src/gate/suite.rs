//! All cases of a run, and where they come from.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use groundcheck_types::{ErrorCode, InputError, Report, Verdict};

use super::case::{Case, State};
use super::problem::FailOn;
use super::shown;
use crate::batch::{self, InputLine, Sink, Stopped, Tally};
use crate::engine::{self, Prepared};

/// Where answers come from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The file; `None` where they came from somewhere else.
    pub file: Option<PathBuf>,
    /// The text of the file, where the file is one answer; else each of its lines is a case.
    pub answer: Option<String>,
}

impl Origin {
    /// The file as it was named, ready to be shown.
    #[must_use]
    pub fn name(&self) -> String {
        self.file.as_ref().map_or_else(|| "standard input".to_owned(), |file| shown(&file.display().to_string()))
    }
}

/// What came of one line: the case, and the report for the counts.
#[derive(Debug)]
pub struct Checked {
    /// The case.
    pub case: Case,
    /// Its report.
    pub report: Report,
}

/// The cases of a run.
#[derive(Debug, Clone, Default)]
pub struct Suite {
    /// Where they come from.
    pub origin: Origin,
    /// What counts as a problem.
    pub fail_on: FailOn,
    /// All of them, in the order of the file.
    pub cases: Vec<Case>,
    /// The counts of their reports.
    pub tally: Tally,
    /// Whether known problems were told apart.
    pub has_baseline: bool,
}

impl Suite {
    /// With no case yet.
    #[must_use]
    pub fn new(origin: Origin, fail_on: FailOn) -> Self {
        Suite { origin, fail_on, ..Suite::default() }
    }

    /// Adds a case.
    pub fn add(&mut self, Checked { case, report }: Checked) {
        self.tally.add(&report);
        self.cases.push(case);
    }

    /// Adds what is known of the lines that nobody got to see: they were not checked.
    pub fn stopped(&mut self, why: &Stopped) {
        let (Stopped::Read(error) | Stopped::Write(error)) = why;
        let line = self.cases.last().map_or(0, |case| case.line) + 1;
        let message = format!("the input cannot be read further: {error}");
        let error = InputError::field(ErrorCode::UnreadableFile, self.origin.name(), message).at_line(line);
        let report = Report::failed(None, error);
        self.add(Checked { case: Case::bare(line, &report), report });
    }

    /// The cases in this state.
    pub fn in_state(&self, state: State) -> impl Iterator<Item = &Case> {
        self.cases.iter().filter(move |case| case.state() == state)
    }

    /// How many cases are in this state.
    #[must_use]
    pub fn count(&self, state: State) -> usize {
        self.in_state(state).count()
    }

    /// How many cases each kind of outcome has, in words: the same for people at a terminal and in a summary.
    pub(super) fn counts(&self) -> Vec<(&'static str, usize)> {
        let let_through = |verdict| self.in_state(State::NotClean).filter(|case| case.verdict == verdict).count();
        let tolerated = let_through(Verdict::Flagged);
        let mut counts = vec![("clean", self.count(State::Passed))];
        counts.push((if self.has_baseline { "with new problems" } else { "with problems" }, self.count(State::Failed)));
        if self.has_baseline {
            counts.push(("with known problems only", self.count(State::Known)));
        }
        if tolerated > 0 {
            counts.push(("flagged for less than --fail-on", tolerated));
        }
        counts
            .extend([("unverified", let_through(Verdict::Unverified)), ("not checked", self.count(State::NotChecked))]);
        counts
    }

    /// How many problems are new, and how many the baseline has.
    #[must_use]
    pub fn problems(&self) -> (usize, usize) {
        let new: usize = self.cases.iter().map(Case::new_count).sum();
        let all: usize = self.cases.iter().map(Case::problem_count).sum();
        (new, all - new)
    }

    /// Whether the check decided any answer at all.
    #[must_use]
    pub fn is_any_decided(&self) -> bool {
        self.cases.iter().any(Case::is_decided)
    }

    /// Each rule that a listed problem breaks, with the gravest level that it was broken at.
    pub(super) fn rules(&self) -> BTreeMap<&str, super::Level> {
        let mut rules = BTreeMap::new();
        for problem in self.cases.iter().flat_map(|case| &case.problems) {
            let level = rules.entry(problem.rule.as_str()).or_insert(problem.level);
            if problem.level == super::Level::Error {
                *level = problem.level;
            }
        }
        rules
    }
}

impl Sink<Checked> for Suite {
    fn take(&mut self, checked: Checked) -> io::Result<()> {
        self.add(checked);
        Ok(())
    }
}

/// Checks one line, as `batch` does, and keeps what is wrong with it.
#[must_use]
pub fn check(line: InputLine, prepared: &mut Prepared, fail_on: FailOn) -> Checked {
    let number = line.number;
    let mut request = None;
    let report = batch::check(line, |asked| {
        let report = prepared.analyze(asked.clone());
        request = Some(asked);
        report
    });
    // A panic here must leave no gap that looks like an answer without problems.
    let case = engine::fenced(|| {
        Ok(match &request {
            Some(request) if report.error.is_none() => Case::new(number, request, &report, fail_on),
            _ => Case::bare(number, &report),
        })
    });
    match case {
        Ok(case) => Checked { case, report },
        Err(error) => {
            let report = Report::failed(report.id, batch::in_line(error, number));
            Checked { case: Case::bare(number, &report), report }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use groundcheck_types::Policy;

    use super::*;
    use crate::gate::{Limits, Outcome};

    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }

    const CLEAN: &str =
        "{\"answer\": \"The NOI was $1.2M.\", \"facts\": [{\"metric\": \"NOI\", \"value\": 1200000}]}\n";

    fn run(reader: impl Read + Send + 'static) -> (Suite, Outcome) {
        let mut suite = Suite::new(Origin::default(), FailOn::Flagged);
        let checked = |line, prepared: &mut Prepared| check(line, prepared, FailOn::Flagged);
        let read = batch::run_with(BufReader::new(reader), &Policy::default(), 1, checked, &mut suite);
        if let Err(why) = &read {
            suite.stopped(why);
        }
        let outcome = Outcome::of(&suite, Limits::default(), Vec::new());
        (suite, outcome)
    }

    #[test]
    fn input_that_breaks_off_never_passes() {
        let (suite, outcome) = run(CLEAN.as_bytes());
        assert!(outcome.passed() && suite.count(State::Passed) == 1, "{outcome:?}");
        for (before, passed, line) in [(CLEAN, 1, 2), ("", 0, 1)] {
            let (suite, outcome) = run(before.as_bytes().chain(Broken));
            assert!(!outcome.passed() && outcome.not_checked == 1, "{outcome:?}");
            assert_eq!((suite.count(State::Passed), suite.count(State::NotChecked)), (passed, 1));
            let last = suite.cases.last().unwrap();
            assert_eq!(last.line, line);
            assert!(last.failure().contains("the disk is gone"), "{}", last.failure());
        }
    }
}
