//! `cargo xtask build`: the page, the npm package, the server. Each also serves the other commands.

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::{Outcome, node, paths, process, python, rustup, tools};

/// The npm package's wasm and JavaScript, written by wasm-bindgen: of each crate of [`WASM`] its own.
pub const NPM_PKG: &str = "crates/groundcheck-wasm/npm/pkg";

/// The same with a forced trap, for tests alone.
const TRAP_PKG: &str = "crates/groundcheck-wasm/tests/pkg-trap";

/// The same with what only the bench measures.
const BENCH_PKG: &str = "crates/groundcheck-wasm/bench/pkg";

/// What the npm package loads: a crate, and what its files are called.
const WASM: [(&str, &str); 4] =
    [ANALYSIS, ("groundcheck-wasm-entailment", "entailment"), ("groundcheck-wasm-records", "records"), SLIM];

/// Those crates.
pub const WASM_CRATES: [&str; 4] = [WASM[0].0, WASM[1].0, WASM[2].0, WASM[3].0];

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

/// Only a package's library.
const LIB: &[&str] = &["--lib"];

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
        let optimised = (profile == Profile::Release).then_some(&self.wasm_opt);
        let [wasm, worker] = match profile {
            Profile::Dev => [compiled(WEB, &["--bin", WEB], "dev")?, compiled(WORKER, &["--bin", WORKER], "dev")?],
            Profile::Quick => {
                compile_quick("--bins")?;
                [compiled_file(WEB, true, QUICK)?, compiled_file(WORKER, true, QUICK)?]
            }
            Profile::Release => {
                [compiled(WEB, &["--bin", WEB], "wasm-release")?, compiled(WORKER, &["--bin", WORKER], "wasm-slim")?]
            }
        };
        let mut tool = process::command(&self.tool);
        tool.args(["page", "--index=index.html", "--dist=dist"]);
        if let Some(program) = optimised {
            tool.arg("--wasm-opt").arg(program);
        }
        process::run(tool.arg(&wasm).arg(&worker))
    }

    /// Builds the npm package's wasm and its JavaScript: as it is released, or for tests.
    pub fn npm_package(&self, profile: Profile) -> Outcome {
        if profile == Profile::Quick {
            compile_quick("--lib")?;
        }
        for (package, name) in WASM {
            let wasm = match profile {
                Profile::Quick => compiled_file(package, false, QUICK)?,
                Profile::Dev | Profile::Release if (package, name) == SLIM => compiled(package, LIB, "wasm-slim")?,
                Profile::Dev | Profile::Release => compiled(package, LIB, "wasm-release")?,
            };
            self.bindings(&wasm, name, profile != Profile::Quick, NPM_PKG)?;
        }
        process::run(process::command("node").arg(INLINE_WASM))
    }

    /// Prints what the npm package's wasm and the page's consist of, as they were compiled: with names, which wasm-opt takes out.
    pub fn weights(&self) -> Outcome {
        for (package, kind) in [(ANALYSIS.0, LIB), (WEB, &["--bin", WEB])] {
            let wasm = compiled(package, kind, "wasm-release")?;
            process::run(process::command(&self.tool).arg("weights").arg(wasm))?;
        }
        Ok(())
    }

    /// Builds the same with what only the bench measures, as fast as the released one.
    ///
    /// In a profile of its own: cargo keeps the libraries of two sets of features in one file and would mix them up.
    pub fn bench_package(&self) -> Outcome {
        let wasm = compiled(ANALYSIS.0, &["--lib", "--features=bench"], "wasm-bench")?;
        self.bindings(&wasm, ANALYSIS.1, true, BENCH_PKG)
    }

    /// Makes the same with a forced trap in it, for the tests of what happens then: each crate's example, compiled with the rest.
    pub fn trap_package(&self) -> Outcome {
        compile_quick("--examples")?;
        WASM.into_iter().try_for_each(|(package, name)| {
            let example = format!("examples/{}_trap.wasm", package.replace('-', "_"));
            self.bindings(&wasm_folder(QUICK)?.join(example), name, false, TRAP_PKG)
        })
    }

    fn bindings(&self, wasm: &Path, name: &str, optimised: bool, out: &str) -> Outcome {
        let mut tool = process::command(&self.tool);
        tool.args(["bindings", "--npm", "--name", name, "--out", out]);
        if optimised {
            tool.arg("--wasm-opt").arg(&self.wasm_opt);
        }
        process::run(tool.arg(wasm))
    }
}

/// Compiles the programs, the libraries or the examples of all crates that run in a browser.
///
/// Of all, though not all are needed: asked for alone, each crate would want its dependencies with other features, and the engine would
/// be compiled for each. That a crate asks for all features it needs shows in what is released, which is compiled alone.
fn compile_quick(kind: &str) -> Outcome {
    let mut cargo = process::cargo(&["build", "--locked", "--profile", QUICK, "--target", tools::WASM_TARGET, kind]);
    let packages = WASM.map(|(package, _)| package).into_iter().chain([WEB, WORKER]);
    process::run(cargo.args(packages.flat_map(|package| ["--package", package])))
}

/// Compiles a crate for the browser and gives its wasm.
fn compiled(package: &str, args: &[&str], profile: &str) -> Outcome<PathBuf> {
    let mut cargo = process::cargo(&["build", "--locked", "--package", package, "--profile", profile]);
    process::run(cargo.args(["--target", tools::WASM_TARGET]).args(args))?;
    compiled_file(package, args.contains(&"--bin"), profile)
}

/// Where cargo puts it. A library's file has no dashes in its name.
fn compiled_file(package: &str, is_program: bool, profile: &str) -> Outcome<PathBuf> {
    let name = if is_program { package.to_owned() } else { package.replace('-', "_") };
    Ok(wasm_folder(profile)?.join(format!("{name}.wasm")))
}

fn wasm_folder(profile: &str) -> Outcome<PathBuf> {
    Ok(paths::target()?.join(tools::WASM_TARGET).join(if profile == "dev" { "debug" } else { profile }))
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
    python::setup()?;
    println!("browser: {}", crate::browser::ensure()?.display());
    Ok(())
}
