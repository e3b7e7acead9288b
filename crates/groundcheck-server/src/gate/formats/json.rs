//! For programs: what the gate decides, its counts, and every problem.

use groundcheck_types::InputError;
use serde::Serialize;

use crate::gate::case::State;
use crate::gate::limits::Outcome;
use crate::gate::problem::{FailOn, Problem};
use crate::gate::{Known, Suite, shown};

#[derive(Serialize)]
struct Run<'s> {
    /// `passed`, `failed` or `not_checked`; null where there was no gate.
    outcome: Option<&'static str>,
    failures: &'s [String],
    file: Option<String>,
    fail_on: FailOn,
    answers: Answers,
    problems: Vec<OfCase<'s>>,
    not_listed: Vec<NotListed<'s>>,
    not_checked: Vec<&'s InputError>,
    gone: Vec<Known>,
}

#[derive(Serialize)]
struct Answers {
    total: usize,
    passed: usize,
    failed: usize,
    known: usize,
    not_clean: usize,
    not_checked: usize,
}

#[derive(Serialize)]
struct OfCase<'s> {
    case: Option<&'s str>,
    line: usize,
    #[serde(flatten)]
    problem: &'s Problem,
}

/// How many problems of a case are not among `problems`, because there are too many.
#[derive(Serialize)]
struct NotListed<'s> {
    case: Option<&'s str>,
    line: usize,
    new: usize,
    known: usize,
}

pub(super) fn write(suite: &Suite, outcome: Option<&Outcome>) -> String {
    let problems = suite.cases.iter().flat_map(|case| {
        case.problems.iter().map(|problem| OfCase { case: case.id.as_deref(), line: case.line, problem })
    });
    let not_listed = suite.cases.iter().filter(|case| !case.unlisted.is_empty()).map(|case| {
        let new = case.new_unlisted();
        NotListed { case: case.id.as_deref(), line: case.line, new, known: case.unlisted.len() - new }
    });
    // A baseline is a file that anybody may have written.
    let gone = outcome.iter().flat_map(|outcome| &outcome.gone).map(|known| Known {
        case: shown(&known.case),
        claim: known.claim.as_deref().map(shown),
        rule: shown(&known.rule),
        fingerprint: shown(&known.fingerprint),
    });
    let run = Run {
        outcome: outcome.map(|outcome| match outcome.not_checked {
            0 if outcome.passed() => "passed",
            0 => "failed",
            _ => "not_checked",
        }),
        failures: outcome.map_or(&[], |outcome| &outcome.failures),
        file: suite.origin.file.as_deref().map(super::slashed),
        fail_on: suite.fail_on,
        answers: Answers {
            total: suite.cases.len(),
            passed: suite.count(State::Passed),
            failed: suite.count(State::Failed),
            known: suite.count(State::Known),
            not_clean: suite.count(State::NotClean),
            not_checked: suite.count(State::NotChecked),
        },
        problems: problems.collect(),
        not_listed: not_listed.collect(),
        not_checked: suite.cases.iter().filter_map(|case| case.error.as_ref()).collect(),
        gone: gone.collect(),
    };
    // Plain data with string keys: writing it cannot fail.
    serde_json::to_string(&run).unwrap_or_default() + "\n"
}
