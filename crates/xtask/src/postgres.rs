//! PostgreSQL for the tests of the store, which start a server of their own: found, or installed from Debian's packages.

use std::path::Path;

use crate::{Outcome, apt, paths};

/// Where Debian has the programs, a folder a version; the tests look there too.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Makes sure of PostgreSQL's programs.
///
/// # Errors
/// What to install. The tests fail then: they are never left out in silence.
pub fn ensure() -> Outcome {
    if found() {
        return Ok(());
    }
    let advice = "the tests of the store need PostgreSQL 15 or later: install it, its programs on the PATH";
    apt::install(&["postgresql"]).map_err(|e| format!("{e}; {advice}"))?;
    if found() { Ok(()) } else { Err(format!("PostgreSQL was installed and its programs are nowhere; {advice}")) }
}

fn found() -> bool {
    let debian = || {
        let versions = std::fs::read_dir(Path::new(DEBIAN)).ok()?;
        versions.filter_map(Result::ok).find(|version| version.path().join("bin/initdb").is_file())
    };
    (paths::on_path("initdb").is_some() && paths::on_path("psql").is_some()) || debian().is_some()
}
