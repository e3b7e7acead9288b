//! JUnit XML: a case is a test, one with new problems a failure, one that could not be checked an error. What is not clean but no
//! failure either is skipped, with the reason: it has not passed. Times are left out: the same input gives the same file.

use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::gate::case::{Case, State};
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
            let all: Vec<_> = case.new_problems().collect();
            if let Some(first) = all.first() {
                let more = if all.len() > 1 { format!(" (and {} more)", all.len() - 1) } else { String::new() };
                status.set_type(first.rule.as_str());
                status.set_message(format!("{}: {}{more}", first.headline(), first.why()));
            }
            status.set_description(all.iter().map(|problem| problem.text()).collect::<Vec<_>>().join("\n"));
            status
        }
        State::Known => {
            let count = case.problems.len();
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("{count} known {}", if count == 1 { "problem" } else { "problems" }));
            status.set_description(case.problems.iter().map(|problem| problem.text()).collect::<Vec<_>>().join("\n"));
            status
        }
        State::NotClean => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(case.verdict_text());
            status
        }
    }
}
