//! Java for the tests of Spark: found, or installed from Debian's packages.

use crate::{Outcome, apt, paths, process};

/// Makes sure of Java.
///
/// # Errors
/// What to install. The tests fail then: they are never left out in silence.
pub fn ensure() -> Outcome {
    if runs() {
        return Ok(());
    }
    let advice = "the tests of the Python package on Apache Spark need Java 17 or later: install it";
    apt::install(&["default-jre-headless"]).map_err(|e| format!("{e}; {advice}"))?;
    if runs() { Ok(()) } else { Err(format!("Java was installed and does not run; {advice}")) }
}

/// Where Spark looks for it: in `JAVA_HOME`, or else on the `PATH`.
fn runs() -> bool {
    let folder = paths::set("JAVA_HOME").map(|home| home.join("bin")).or_else(|| paths::on_path("java"));
    let java = folder.map(|folder| paths::program(&folder, "java"));
    java.is_some_and(|java| process::output(process::command(java).arg("-version")).is_some())
}
