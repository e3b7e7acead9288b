//! The stages of `cargo xtask test`, and the table they end in.

use std::fmt::Write as _;
use std::str::FromStr;
use std::time::Duration;

use crate::counts::Counts;
use crate::process;

/// A part of the tests that can be run by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Formatting.
    Fmt,
    /// Lints, natively and for wasm.
    Clippy,
    /// Unit, documentation and suite tests.
    Unit,
    /// The npm package in Node.js.
    Wasm,
    /// The Python package, installed from its wheel.
    Python,
    /// The page in Chromium.
    Browser,
}

impl Stage {
    /// In the order they run.
    pub const ALL: [Stage; 6] = [Stage::Fmt, Stage::Clippy, Stage::Unit, Stage::Wasm, Stage::Python, Stage::Browser];

    /// What `--only` takes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::Fmt => "fmt",
            Stage::Clippy => "clippy",
            Stage::Unit => "unit",
            Stage::Wasm => "wasm",
            Stage::Python => "python",
            Stage::Browser => "browser",
        }
    }
}

impl FromStr for Stage {
    type Err = String;
    fn from_str(text: &str) -> Result<Stage, String> {
        Stage::ALL
            .into_iter()
            .find(|stage| stage.name() == text)
            .ok_or_else(|| format!("no stage {text:?}: there are {}", Stage::ALL.map(Stage::name).join(", ")))
    }
}

/// What came of a stage or of something built for the stages.
#[derive(Debug)]
pub struct Row {
    /// What it was.
    pub name: &'static str,
    /// How long it took.
    pub elapsed: Duration,
    /// Tests and checks that passed and failed; nothing where something was only built.
    pub counts: Counts,
    /// Why it failed.
    pub error: Option<String>,
}

/// The table of all stages, what failed, and last the one line that counts.
#[must_use]
pub fn table(rows: &[Row]) -> String {
    let mut text = format!("{:<14}{:>8}{:>8}{:>10}\n", "stage", "passed", "failed", "time");
    for row in rows {
        let Row { name, elapsed, counts, .. } = row;
        let [passed, failed] = match counts {
            Counts { passed: 0, failed: 0, .. } => [String::new(), String::new()],
            _ => [counts.passed, counts.failed].map(|count| count.to_string()),
        };
        let _ = writeln!(text, "{name:<14}{passed:>8}{failed:>8}{:>10}", process::time(*elapsed));
    }
    let all = rows.iter().fold(Counts::default(), |sum, row| sum + row.counts);
    let elapsed: Duration = rows.iter().map(|row| row.elapsed).sum();
    let _ = writeln!(text, "{:<14}{:>8}{:>8}{:>10}\n", "all", all.passed, all.failed, process::time(elapsed));
    for row in rows {
        if let Some(error) = &row.error {
            let _ = writeln!(text, "{} failed: {error}", row.name);
        }
    }
    let _ = writeln!(text, "{} passed, {} failed", all.passed, all.failed);
    text
}

/// Whether every row is good.
#[must_use]
pub fn all_good(rows: &[Row]) -> bool {
    rows.iter().all(|row| row.error.is_none() && row.counts.failed == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, passed: u32, failed: u32, error: Option<&str>) -> Row {
        let elapsed = Duration::from_secs(61);
        Row { name, elapsed, counts: Counts { passed, failed, skipped: 0 }, error: error.map(str::to_owned) }
    }

    #[test]
    fn the_last_line_is_the_sum_alone() {
        let rows = [row("fmt", 1, 0, None), row("unit", 40, 0, None)];
        assert_eq!(table(&rows).lines().last(), Some("41 passed, 0 failed"));
        assert!(all_good(&rows));
    }

    #[test]
    fn a_failure_is_named_and_counted() {
        let rows = [row("fmt", 0, 1, Some("not formatted")), row("unit", 40, 0, None)];
        let text = table(&rows);
        assert!(text.contains("fmt failed: not formatted\n"), "{text}");
        assert!(text.ends_with("\n40 passed, 1 failed\n"), "{text}");
        assert!(!all_good(&rows));
    }

    #[test]
    fn a_stage_is_found_by_its_whole_name() {
        assert_eq!("wasm".parse(), Ok(Stage::Wasm));
        assert!("was".parse::<Stage>().unwrap_err().ends_with("fmt, clippy, unit, wasm, python, browser"));
    }
}
