//! How many tests passed, read off what cargo's and Node's test runners and pytest print.

use std::ops::Add;

/// Tests by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Passed.
    pub passed: u32,
    /// Failed or broken off.
    pub failed: u32,
    /// Left out. Here that is a failure: a test that does not run says nothing.
    pub skipped: u32,
}

impl Counts {
    /// One check that passed.
    pub const PASSED: Counts = Counts { passed: 1, failed: 0, skipped: 0 };
    /// One check that failed.
    pub const FAILED: Counts = Counts { passed: 0, failed: 1, skipped: 0 };

    /// Adds what this line says, if it is a summary line of cargo's test runner:
    /// `test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s`.
    pub fn add_cargo_line(&mut self, line: &str) {
        let Some((_, rest)) = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". ")) else { return };
        for part in rest.split("; ") {
            let Some((number, what)) = part.split_once(' ') else { continue };
            let Ok(number) = number.parse::<u32>() else { continue };
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.skipped += number,
                _ => {}
            }
        }
    }

    /// Adds what this line says, if it is one of the closing lines of Node's test runner: `ℹ pass 12`.
    pub fn add_node_line(&mut self, line: &str) {
        let Some((what, number)) = line.strip_prefix("ℹ ").and_then(|rest| rest.split_once(' ')) else { return };
        let Ok(number) = number.trim().parse::<u32>() else { return };
        match what {
            "pass" => self.passed += number,
            "fail" | "cancelled" => self.failed += number,
            "skipped" | "todo" => self.skipped += number,
            _ => {}
        }
    }

    /// Adds what this line says, if it is the closing line of pytest: `1 failed, 12 passed, 2 warnings in 0.34s`.
    pub fn add_pytest_line(&mut self, line: &str) {
        let Some((parts, _)) = line.trim_matches(['=', ' ']).split_once(" in ").filter(|(_, time)| is_seconds(time))
        else {
            return;
        };
        for part in parts.split(", ") {
            let Some((number, what)) = part.split_once(' ') else { continue };
            let Ok(number) = number.parse::<u32>() else { continue };
            match what {
                "passed" => self.passed += number,
                "failed" | "error" | "errors" | "xpassed" => self.failed += number,
                "skipped" | "xfailed" | "deselected" => self.skipped += number,
                _ => {}
            }
        }
    }

    /// What is wrong with a run that ended so; a run of nothing is wrong too.
    #[must_use]
    pub fn complaint(&self, ended_well: bool) -> Option<String> {
        match self {
            Counts { failed: 1.., .. } => Some(format!("{} tests failed", self.failed)),
            _ if !ended_well => Some("the tests did not build or broke off".to_owned()),
            Counts { skipped: 1.., .. } => Some(format!("{} tests were left out", self.skipped)),
            Counts { passed: 0, .. } => Some("no test ran".to_owned()),
            _ => None,
        }
    }
}

/// Whether a text begins with a number of seconds: `0.34s`, `61.20s (0:01:01)`.
fn is_seconds(text: &str) -> bool {
    text.split(' ').next().and_then(|time| time.strip_suffix('s')).is_some_and(|time| time.parse::<f64>().is_ok())
}

impl Add for Counts {
    type Output = Counts;
    fn add(self, other: Counts) -> Counts {
        Counts {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_lines_are_summed() {
        let mut counts = Counts::default();
        for line in [
            "running 5 tests",
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 9 filtered out; finished in 1.20s",
            "test tests::passed ... ok",
        ] {
            counts.add_cargo_line(line);
        }
        assert_eq!(counts, Counts { passed: 7, failed: 3, skipped: 1 });
    }

    #[test]
    fn node_lines_are_summed() {
        let mut counts = Counts::default();
        for line in ["✔ pass 3 (2ms)", "ℹ tests 5", "ℹ pass 3", "ℹ fail 1", "ℹ cancelled 1", "ℹ skipped 2", "ℹ todo 0"]
        {
            counts.add_node_line(line);
        }
        assert_eq!(counts, Counts { passed: 3, failed: 2, skipped: 2 });
    }

    #[test]
    fn pytest_lines_are_summed() {
        let mut counts = Counts::default();
        for line in [
            "3 passed in a row",
            "12 passed in 0.34s",
            "==== 1 failed, 2 passed, 4 warnings, 1 error in 61.20s (0:01:01) ====",
            "1 skipped, 1 xfailed in 1s",
            "FAILED test_a.py::test_in - 5 passed in none",
        ] {
            counts.add_pytest_line(line);
        }
        assert_eq!(counts, Counts { passed: 14, failed: 2, skipped: 2 });
    }

    #[test]
    fn only_a_run_of_tests_that_all_passed_is_good() {
        let counts = |passed, failed, skipped| Counts { passed, failed, skipped };
        assert_eq!(counts(3, 0, 0).complaint(true), None);
        for (bad, ended_well) in
            [(counts(0, 0, 0), true), (counts(3, 1, 0), true), (counts(3, 0, 1), true), (counts(3, 0, 0), false)]
        {
            assert!(bad.complaint(ended_well).is_some(), "{bad:?} {ended_well}");
        }
    }
}
