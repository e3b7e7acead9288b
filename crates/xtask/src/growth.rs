//! `cargo xtask growth`: whether the engine's work grows as its input does, by counted steps on texts of made-up shapes.

use crate::{Outcome, fuzz, paths, process};

/// How many shapes, and from which seed.
#[derive(Debug, Default, PartialEq)]
pub struct Options {
    /// How many are made up, beside those that took too long once.
    pub shapes: Option<u64>,
    /// What they come from.
    pub seed: Option<u64>,
}

/// A call at every branch, which the program counts.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
    -Cllvm-args=-sanitizer-coverage-trace-pc";

/// The defaults: about a quarter of an hour.
const SHAPES: u64 = 20;
const SEED: u64 = 1;

/// Builds the program that counts, and runs it.
pub fn run(options: &Options) -> Outcome {
    println!("building the engine so that its steps can be counted (the first time some minutes)");
    let program = fuzz::build("groundcheck-growth", FLAGS, &paths::root().join("target/growth"))?;
    let mut command = process::command(program);
    command.env("GROUNDCHECK_GROWTH_SHAPES", options.shapes.unwrap_or(SHAPES).to_string());
    command.env("GROUNDCHECK_GROWTH_SEED", options.seed.unwrap_or(SEED).to_string());
    process::run(&mut command)
}
