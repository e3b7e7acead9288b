//! What the test runners print of the tests that failed, said again behind the table: a log is often kept only by its end.

/// Lines kept of one failed test.
const LINES: usize = 30;

/// The reports of failed tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Failures {
    lines: Vec<String>,
    /// How many more lines of the present report are kept, while there is one.
    left: Option<usize>,
}

impl Failures {
    /// Reads a line of cargo's test runner, which prints a block for each failed test: `---- suite::name stdout ----`.
    pub fn add_cargo_line(&mut self, line: &str) {
        if line.starts_with("---- ") && line.ends_with(" ----") {
            self.left = Some(LINES);
        } else if line == "failures:" || line.starts_with("test result: ") {
            self.left = None;
        }
        self.keep(line);
    }

    /// Reads a line of Node's test runner, which ends in the reports: `✖ failing tests:`, then `✖ name (12ms)` for each.
    pub fn add_node_line(&mut self, line: &str) {
        if line.starts_with("✖ failing tests:") || (self.left.is_some() && line.starts_with('✖')) {
            self.left = Some(LINES);
        }
        self.keep(line);
    }

    /// Reads a line of pytest, which prints a block for each failed test: `____ test_name ____`.
    pub fn add_pytest_line(&mut self, line: &str) {
        if line.starts_with("____") && line.ends_with("____") {
            self.left = Some(LINES);
        } else if line.starts_with("====") {
            self.left = None;
        }
        self.keep(line);
    }

    fn keep(&mut self, line: &str) {
        if let Some(left @ 1..) = &mut self.left {
            *left -= 1;
            if !line.trim().is_empty() {
                self.lines.push(line.to_owned());
            }
        }
    }

    /// A complaint with the lines kept behind it.
    #[must_use]
    pub fn behind(&self, complaint: String) -> String {
        self.lines.iter().fold(complaint, |text, line| text + "\n    " + line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_tests_report_is_kept_and_nothing_else() {
        let mut failures = Failures::default();
        let long: Vec<String> = (0..2 * LINES).map(|at| format!("line {at}")).collect();
        let lines =
            ["test one ... ok", "test two ... FAILED", "", "failures:", "", "---- two stdout ----", "left: 1", ""];
        lines.into_iter().chain(long.iter().map(String::as_str)).for_each(|line| failures.add_cargo_line(line));
        for line in ["failures:", "    two", "test result: FAILED. 1 passed; 1 failed"] {
            failures.add_cargo_line(line);
        }
        assert_eq!(failures.lines[..3], ["---- two stdout ----", "left: 1", "line 0"]);
        assert_eq!(failures.lines.last(), Some(&format!("line {}", LINES - 4)));
    }

    #[test]
    fn pytests_blocks_are_kept() {
        let mut failures = Failures::default();
        for line in [
            "..F",
            "==== FAILURES ====",
            "____ test_a ____",
            "",
            "E  assert 1 == 2",
            "==== short test summary info ====",
            "x",
        ] {
            failures.add_pytest_line(line);
        }
        assert_eq!(failures.lines, ["____ test_a ____", "E  assert 1 == 2"]);
    }

    #[test]
    fn nodes_closing_reports_are_kept() {
        let mut failures = Failures::default();
        for line in
            ["✔ good (1ms)", "✖ bad (2ms)", "ℹ fail 1", "", "✖ failing tests:", "", "✖ bad (2ms)", "  AssertionError"]
        {
            failures.add_node_line(line);
        }
        assert_eq!(failures.lines, ["✖ failing tests:", "✖ bad (2ms)", "  AssertionError"]);
        let text = failures.behind("1 tests failed".to_owned());
        assert_eq!(text, "1 tests failed\n    ✖ failing tests:\n    ✖ bad (2ms)\n      AssertionError");
    }
}
