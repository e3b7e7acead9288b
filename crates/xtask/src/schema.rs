//! `cargo xtask schema`: the JSON Schema of the contract, written by the suite crate, which knows the types, and the
//! TypeScript types that follow from it.

use crate::{Outcome, node, process};

const TYPESCRIPT: &str = "crates/groundcheck-wasm/scripts/contract-types.mjs";

/// Writes the schemas and the TypeScript types, or says whether they are current.
pub fn run(check: bool) -> Outcome {
    let check: &[&str] = if check { &["--check"] } else { &[] };
    let mut cargo =
        process::cargo(&["run", "--locked", "--quiet", "--package=groundcheck-tests", "--bin=schema", "--"]);
    let schemas = process::run(cargo.args(check));
    node::packages(node::BUILD)?;
    schemas.and(process::run(process::command("node").arg(TYPESCRIPT).args(check)))
}
