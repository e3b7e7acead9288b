//! `cargo xtask fuzz`: libFuzzer on what reads bytes from outside. The instrumentation is the pinned compiler's own: nothing of it, and no
//! other toolchain, is part of the product.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Outcome, paths, process};

/// What can be fuzzed, as `tests/fuzz/src/main.rs` names it.
const TARGETS: [&str; 9] = ["answer", "csv", "file", "html", "provider", "record", "request", "stream", "url"];
/// How libFuzzer sees which code a case reaches, as cargo-fuzz asks for it.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0";
/// Named, so that build scripts and macros, which are built for the same machine, are not instrumented.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";
/// The longest case, in bytes: more finds nothing that less does not, and takes longer. A document begins at a few KiB.
const LONGEST: u32 = 4_096;
const LONGEST_FILE: u32 = 32_768;
/// A case that takes so many seconds, or MiB, is a find.
const SECONDS: u32 = 20;
const MIB: u32 = 2_048;

/// What to fuzz, and for how long.
#[derive(Debug, Default, PartialEq)]
pub struct Options {
    /// All where none is named.
    pub targets: Vec<String>,
    /// Minutes for each.
    pub minutes: Option<f64>,
}

/// The default, for each target.
const MINUTES: f64 = 1.0;

/// Builds the fuzzer and lets it run on each target. New cases stay in `target/fuzz/corpus`, finds in `target/fuzz/finds`.
pub fn run(options: &Options) -> Outcome {
    let targets: Vec<&str> = if options.targets.is_empty() {
        TARGETS.to_vec()
    } else {
        options.targets.iter().map(String::as_str).collect()
    };
    if let Some(unknown) = targets.iter().find(|target| !TARGETS.contains(target)) {
        return Err(format!("no target {unknown:?}; there are {}", TARGETS.join(", ")));
    }
    let folder = paths::root().join("target/fuzz");
    println!("building the fuzzer (the first time about ten minutes)");
    let fuzzer = build("groundcheck-fuzz", FLAGS, &folder)?;
    let seconds = (60.0 * options.minutes.unwrap_or(MINUTES)).ceil();
    let mut failed = Vec::new();
    for target in targets {
        println!("== {target}");
        if fuzz(&fuzzer, &folder, target, seconds).is_err() {
            failed.push(target);
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("finds in {}: see {}/finds", failed.join(", "), folder.display()))
    }
}

/// Builds a program of `tests/fuzz` with these flags for all that it consists of, and gives its path.
pub fn build(package: &str, flags: &str, folder: &Path) -> Outcome<PathBuf> {
    let mut cargo = process::cargo(&["build", "--locked", "--release", "--target", PLATFORM, "--package", package]);
    cargo.current_dir(paths::root().join("tests/fuzz")).env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", folder);
    process::run(&mut cargo)?;
    Ok(folder.join(PLATFORM).join("release").join(package))
}

fn fuzz(fuzzer: &Path, folder: &Path, target: &str, seconds: f64) -> Outcome {
    let (grown, finds) = (folder.join("corpus").join(target), folder.join("finds").join(target));
    for folder in [&grown, &finds] {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let mut command = process::command(fuzzer);
    command.env("GROUNDCHECK_FUZZ", target).arg(grown);
    let kept = if target == "file" { "tests/data/files".into() } else { Path::new("tests/fuzz/corpus").join(target) };
    command.arg(paths::root().join(kept));
    command.args([
        format!("-max_total_time={seconds}"),
        format!("-max_len={}", if target == "file" { LONGEST_FILE } else { LONGEST }),
        format!("-timeout={SECONDS}"),
        format!("-rss_limit_mb={MIB}"),
        format!("-artifact_prefix={}/", finds.display()),
        "-print_final_stats=1".to_owned(),
        "-verbosity=0".to_owned(),
    ]);
    process::run(&mut command)
}
