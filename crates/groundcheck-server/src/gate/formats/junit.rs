//! JUnit XML: a case is a test, one with new problems a failure, one that could not be checked an error. What is not clean but no
//! failure either is skipped, with the reason: it has not passed. Times are left out: the same input gives the same file.

use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::gate::case::{Case, State};
use crate::gate::problem::Problem;
use crate::gate::suite::Suite;

pub(super) fn write(suite: &Suite) -> String {
    let file = suite.origin.file.as_deref();
    // CI systems take what is before a dot for a folder.
    let stem = file.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().replace('.', "_"));
    let class = crate::gate::shown(&stem.unwrap_or_else(|| "groundcheck".to_owned()));
    let mut tests = TestSuite::new(suite.origin.name());
    for case in &suite.cases {
        let mut test = TestCase::new(case.name(), status(case));
        test.set_classname(class.as_str());
        if let Some(file) = file {
            test.extra.insert("file".into(), crate::gate::shown(&super::slashed(file)).into());
            test.extra.insert("line".into(), case.line.to_string().into());
        }
        tests.add_test_case(test);
    }
    let mut report = Report::new("groundcheck");
    report.add_test_suite(tests);
    // Into memory, with neither a time nor an id that could be out of range.
    report.to_string().unwrap_or_default()
}

fn status(case: &Case) -> TestCaseStatus {
    match case.state() {
        State::Passed => TestCaseStatus::success(),
        State::NotChecked => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status
                .set_type(case.error.as_ref().map_or("error", |error| error.code.as_str()))
                .set_message(case.failure());
            status
        }
        State::Failed => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let count = case.new_count();
            match (case.new_problems().next(), case.unlisted.iter().find(|problem| !problem.known)) {
                (Some(first), _) => {
                    let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
                    status.set_type(first.rule.as_str());
                    status.set_message(format!("{}: {}{more}", first.headline(), first.why()));
                }
                // The baseline has all that are listed.
                (None, Some(first)) => {
                    status.set_type(first.rule.as_str());
                    status.set_message(format!("new problems that are not listed: {count}"));
                }
                (None, None) => {}
            }
            status.set_description(description(case.new_problems(), case.new_unlisted()));
            status
        }
        State::Known => {
            let count = case.problem_count();
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("{count} known {}", if count == 1 { "problem" } else { "problems" }));
            status.set_description(description(case.problems.iter(), case.unlisted.len()));
            status
        }
        State::NotClean => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(case.verdict_text());
            status
        }
    }
}

/// The problems, and how many more there are.
fn description<'c>(listed: impl Iterator<Item = &'c Problem>, unlisted: usize) -> String {
    listed.map(Problem::text).chain(Case::not_listed(unlisted)).collect::<Vec<_>>().join("\n")
}
