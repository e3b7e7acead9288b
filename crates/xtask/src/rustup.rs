//! The parts of the Rust toolchain that a fresh machine lacks.

use std::path::Path;

use crate::{Outcome, process, tools};

/// Makes sure of the standard library for wasm.
pub fn wasm_target() -> Outcome {
    let mut rustc = process::command("rustc");
    rustc.args(["--print", "target-libdir", "--target", tools::WASM_TARGET]);
    if process::output(&mut rustc).is_some_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    println!("installing the Rust target {}", tools::WASM_TARGET);
    rustup(&["target", "add", tools::WASM_TARGET])
}

/// Makes sure of `cargo fmt` or `cargo clippy`.
pub fn component(subcommand: &str, component: &str) -> Outcome {
    if process::output(&mut process::cargo(&[subcommand, "--version"])).is_some() {
        return Ok(());
    }
    println!("installing the Rust component {component}");
    rustup(&["component", "add", component])
}

/// Runs in the root, so that it is about the toolchain that `rust-toolchain.toml` pins.
fn rustup(args: &[&str]) -> Outcome {
    process::run(process::command("rustup").args(args))
        .map_err(|e| format!("{e}; with a Rust that rustup does not manage, install it your own way"))
}
