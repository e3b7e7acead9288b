//! `cargo xtask build`: the page, the npm package, the server. Each also serves the other commands.

use std::path::PathBuf;
use std::time::Instant;

use crate::{Outcome, node, paths, process, rustup, tools};

/// The npm package's wasm and JavaScript, written by wasm-bindgen: of each crate of [`WASM`] its own.
pub const NPM_PKG: &str = "crates/groundcheck-wasm/npm/pkg";

/// The same with a forced trap, for tests alone.
const TRAP_PKG: &str = "crates/groundcheck-wasm/tests/pkg-trap";

/// The same with what only the bench measures.
const BENCH_PKG: &str = "crates/groundcheck-wasm/bench/pkg";

/// What the npm package loads: a crate, and what its files are called.
const WASM: [(&str, &str); 4] =
    [ANALYSIS, ("groundcheck-wasm-entailment", "entailment"), ("groundcheck-wasm-records", "records"), SLIM];

/// The one that is built for its size: it finds claims, which is quick either way, and judges none.
const SLIM: (&str, &str) = ("groundcheck-wasm-slim", "slim");

/// The one that checks answers.
const ANALYSIS: (&str, &str) = ("groundcheck-wasm", "groundcheck");

/// Puts the wasm that checks answers into a module, for the package's variant without other files.
const INLINE_WASM: &str = "crates/groundcheck-wasm/scripts/inline-wasm.mjs";

/// How the server is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Quick to build.
    Dev,
    /// Quick to build and quick enough to work with: what `cargo xtask serve` starts and `cargo xtask test` runs is not what is released.
    /// The server has no such build: it is `Dev`, in which the engine is optimised.
    Quick,
    /// Quick to run.
    Release,
}

/// Cargo's profile of [`Profile::Quick`].
const QUICK: &str = "wasm-quick";

/// The page's app.
const WEB: &str = "groundcheck-web";

/// What the page reads files with.
const WORKER: &str = "groundcheck-wasm-files";

/// What makes the page and the npm package of compiled wasm.
const TOOL: &str = "xtask-wasm";

/// The tools that building needs, made sure of.
#[derive(Debug)]
pub struct Tools {
    /// Wasm-bindgen, and what puts the page together.
    tool: PathBuf,
    wasm_opt: PathBuf,
}

impl Tools {
    /// Makes sure of the wasm target, of wasm-bindgen and of wasm-opt.
    pub fn ensure() -> Outcome<Tools> {
        let start = Instant::now();
        rustup::wasm_target()?;
        let wasm_opt = node::packages(node::BUILD)?.join("wasm-opt");
        process::run(&mut process::cargo(&["build", "--locked", "--package", TOOL]))?;
        let tool = paths::program(&paths::target()?.join("debug"), TOOL);
        println!("tools: wasm-bindgen, binaryen {} ({})", tools::BINARYEN, process::time(start.elapsed()));
        Ok(Tools { tool, wasm_opt })
    }

    /// Builds the page into `dist/`, as the browser downloads it or, quicker, for trying something out.
    pub fn page(&self, profile: Profile) -> Outcome {
        let (name, optimised) = match profile {
            Profile::Dev => ("dev", None),
            Profile::Quick => (QUICK, None),
            Profile::Release => ("wasm-release", Some(&self.wasm_opt)),
        };
        let wasm = compiled(WEB, &["--bin", WEB], name)?;
        let worker =
            compiled(WORKER, &["--bin", WORKER], if profile == Profile::Release { "wasm-slim" } else { name })?;
        let mut tool = process::command(&self.tool);
        tool.args(["page", "--index=index.html", "--dist=dist"]);
        if let Some(program) = optimised {
            tool.arg("--wasm-opt").arg(program);
        }
        process::run(tool.arg(&wasm).arg(&worker))
    }

    /// Builds the npm package's wasm and its JavaScript: as it is released, or for tests.
    pub fn npm_package(&self, profile: Profile) -> Outcome {
        for wasm in WASM {
            let profile = match profile {
                Profile::Quick => QUICK,
                Profile::Dev | Profile::Release if wasm == SLIM => "wasm-slim",
                Profile::Dev | Profile::Release => "wasm-release",
            };
            self.bindings(wasm, profile, &[], NPM_PKG)?;
        }
        process::run(process::command("node").arg(INLINE_WASM))
    }

    /// Prints what the npm package's wasm and the page's consist of, as they were compiled: with names, which wasm-opt takes out.
    pub fn weights(&self) -> Outcome {
        for (package, kind) in [(ANALYSIS.0, ["--lib"].as_slice()), (WEB, &["--bin", WEB])] {
            let wasm = compiled(package, kind, "wasm-release")?;
            process::run(process::command(&self.tool).arg("weights").arg(wasm))?;
        }
        Ok(())
    }

    /// Builds the same with what only the bench measures, as fast as the released one.
    ///
    /// In a profile of its own, as [`Self::trap_package`].
    pub fn bench_package(&self) -> Outcome {
        self.bindings(ANALYSIS, "wasm-bench", &["--features=bench"], BENCH_PKG)
    }

    /// Builds the same with a forced trap in it, for the tests of what happens then.
    ///
    /// In another profile: cargo keeps the libraries of two sets of features in one file and would mix them up.
    pub fn trap_package(&self) -> Outcome {
        WASM.into_iter().try_for_each(|wasm| self.bindings(wasm, "dev", &["--features=test-trap"], TRAP_PKG))
    }

    fn bindings(&self, (package, name): (&str, &str), profile: &str, features: &[&str], out: &str) -> Outcome {
        let wasm = compiled(package, &[&["--lib"], features].concat(), profile)?;
        let mut tool = process::command(&self.tool);
        tool.args(["bindings", "--npm", "--name", name, "--out", out]);
        if !matches!(profile, "dev" | QUICK) {
            tool.arg("--wasm-opt").arg(&self.wasm_opt);
        }
        process::run(tool.arg(&wasm))
    }
}

/// Compiles a crate for the browser and gives its wasm.
fn compiled(package: &str, args: &[&str], profile: &str) -> Outcome<PathBuf> {
    let mut cargo = process::cargo(&["build", "--locked", "--package", package, "--profile", profile]);
    process::run(cargo.args(["--target", tools::WASM_TARGET]).args(args))?;
    let folder = paths::target()?.join(tools::WASM_TARGET).join(if profile == "dev" { "debug" } else { profile });
    // A library's file has no dashes in its name.
    let name = if args.contains(&"--lib") { package.replace('-', "_") } else { package.to_owned() };
    Ok(folder.join(format!("{name}.wasm")))
}

/// Builds the server, with the page of `dist/` in it, and gives its program.
pub fn server(profile: Profile) -> Outcome<PathBuf> {
    let mut cargo = process::cargo(&["build", "--locked", "--package=groundcheck-server", "--bin=groundcheck"]);
    if profile == Profile::Release {
        cargo.arg("--release");
    }
    process::run(&mut cargo)?;
    binary(profile)
}

/// Where cargo puts the server's program.
pub fn binary(profile: Profile) -> Outcome<PathBuf> {
    let folder = match profile {
        Profile::Dev | Profile::Quick => "debug",
        Profile::Release => "release",
    };
    Ok(paths::program(&paths::target()?.join(folder), "groundcheck"))
}

/// Builds everything.
pub fn run(release: bool) -> Outcome {
    let profile = if release { Profile::Release } else { Profile::Dev };
    let tools = Tools::ensure()?;
    tools.page(profile)?;
    tools.npm_package(Profile::Release)?;
    tools.trap_package()?;
    let server = server(profile)?;
    println!("the page: dist\nthe npm package: crates/groundcheck-wasm/npm\nthe server: {}", server.display());
    Ok(())
}

/// Everything that building and testing need, and nothing built.
pub fn setup() -> Outcome {
    rustup::component("fmt", "rustfmt")?;
    rustup::component("clippy", "clippy")?;
    Tools::ensure()?;
    node::packages(node::BROWSER)?;
    node::ADAPTERS.iter().try_for_each(|folder| node::packages(folder).map(drop))?;
    println!("browser: {}", crate::browser::ensure()?.display());
    Ok(())
}
