//! `cargo xtask bench`: speed natively and in wasm on the same text, and the sizes that people download.

use std::path::{Path, PathBuf};

use crate::build::{Profile, Tools};
use crate::{Outcome, node, paths, process, sizes};

/// The wasm bench; it takes the file of the request that the native one was timed with.
const WASM_BENCH: &str = "crates/groundcheck-wasm/bench/bench.mjs";

/// Runs the benches one after the other, never at once: they would measure each other.
pub fn run(file: Option<&Path>) -> Outcome {
    let file = file.map(absolute).transpose()?;
    let tools = Tools::ensure()?;
    tools.npm_package(Profile::Release)?;
    tools.bench_package()?;
    tools.page(Profile::Release)?;

    println!("\n== native ==");
    let mut native = process::cargo(&["bench", "--locked", "--package=groundcheck-tests", "--bench=throughput", "--"]);
    let request = paths::target()?.join("bench-request.json");
    process::run(native.args(file.as_deref()).env("GROUNDCHECK_BENCH_REQUEST", &request))?;

    println!("\n== reports on 100,000 mentions ==");
    process::run(&mut process::cargo(&["bench", "--locked", "--package=groundcheck-server", "--bench=reports"]))?;

    println!("\n== verifying ten claims ==");
    process::run(&mut process::cargo(&["bench", "--locked", "--package=groundcheck-server", "--bench=verify"]))?;

    println!("\n== wasm ==");
    node::ensure()?;
    process::run(process::command("node").arg(WASM_BENCH).arg(&request))?;

    println!("\n== sizes ==");
    sizes::print()?;
    tools.weights()
}

/// Benches run in the root; the person may stand elsewhere.
fn absolute(path: &Path) -> Outcome<PathBuf> {
    let path = std::path::absolute(path).map_err(|e| format!("{}: {e}", path.display()))?;
    if path.is_file() { Ok(path) } else { Err(format!("{}: no such file", paths::root().join(path).display())) }
}
