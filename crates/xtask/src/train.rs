//! `cargo xtask train`: the suite crate learns from the labelled answers, and writes what it learnt into the engine.

use std::ffi::OsString;

use crate::{Outcome, paths, process};

/// Learns, with these arguments, and writes the page of results.
pub fn run(words: &[OsString]) -> Outcome {
    let mut cargo =
        process::cargo(&["run", "--locked", "--release", "--package=groundcheck-tests", "--bin=train", "--"]);
    process::run(cargo.args(words).arg("--results").arg(paths::root().join("tests/gold/DECISIONS.md")))
}
