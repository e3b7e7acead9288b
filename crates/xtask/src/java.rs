//! Java for the tests of Spark: found, or installed from Debian's packages.

use crate::{Outcome, apt, paths, process};

/// Makes sure of Java.
///
/// # Errors
/// What to install. The tests fail then: they are never left out in silence.
pub fn ensure() -> Outcome {
    if is_there() {
        return Ok(());
    }
    let advice = "the tests of the Python package on Apache Spark need Java 17 or later: install it";
    apt::install(&["default-jre-headless"]).map_err(|e| format!("{e}; {advice}"))?;
    if is_there() { Ok(()) } else { Err(format!("Java was installed, and what runs is none or too old; {advice}")) }
}

/// The oldest version that Spark takes.
const OLDEST: u32 = 17;

/// Where Spark looks for it: in `JAVA_HOME`, or else on the `PATH`.
fn is_there() -> bool {
    let folder = paths::set("JAVA_HOME").map(|home| home.join("bin")).or_else(|| paths::on_path("java"));
    let java = folder.map(|folder| paths::program(&folder, "java"));
    // To standard output; `-version` would print to standard error. Java 8 does not know it, and is too old anyway.
    let said = java.and_then(|java| process::output(process::command(java).arg("--version")));
    said.and_then(|said| version(&said)).is_some_and(|version| version >= OLDEST)
}

/// The first number of `openjdk 17.0.12 2024-07-16` or `java 21 2023-09-19 LTS`.
fn version(said: &str) -> Option<u32> {
    let number = said.lines().next()?.split_whitespace().nth(1)?;
    number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_off_the_first_line() {
        for (said, number) in [
            ("openjdk 17.0.12 2024-07-16\nOpenJDK Runtime Environment", Some(17)),
            ("java 21 2023-09-19 LTS", Some(21)),
            ("openjdk 24-ea 2025-03-18", Some(24)),
            ("openjdk 11.0.2 2019-01-15", Some(11)),
            ("", None),
            ("no java here", None),
        ] {
            assert_eq!(version(said), number, "{said}");
        }
    }
}
