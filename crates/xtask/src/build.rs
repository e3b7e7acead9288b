//! `cargo xtask build`: the page, the npm package, the server. Each also serves the other commands.

use std::path::{Path, PathBuf};
use std::process::Command;
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

/// What rustc's wasm uses beyond the first version of the format; wasm-opt refuses it unless told.
const WASM_FEATURES: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// As the package around it needs it: see `crates/groundcheck-wasm/src/lib.rs`.
const BINDGEN: &[&str] = &["--target=web", "--experimental-reset-state-function", "--omit-default-module-path"];

/// How the server is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Quick to build.
    Dev,
    /// Quick to run.
    Release,
}

/// The tools that building needs, made sure of.
#[derive(Debug)]
pub struct Tools {
    /// Their folders, for the PATH.
    folders: Vec<PathBuf>,
}

impl Tools {
    /// Makes sure of the wasm target, trunk, wasm-bindgen and wasm-opt.
    pub fn ensure() -> Outcome<Tools> {
        let start = Instant::now();
        rustup::wasm_target()?;
        let folders = vec![tools::TRUNK.ensure()?, tools::WASM_BINDGEN.ensure()?, node::packages(node::BUILD)?];
        println!(
            "tools: trunk {}, wasm-bindgen {}, binaryen {} ({})",
            tools::TRUNK.version,
            tools::WASM_BINDGEN.version,
            tools::BINARYEN,
            process::time(start.elapsed())
        );
        Ok(Tools { folders })
    }

    /// A command that finds the tools before anything else of their name.
    fn command(&self, program: &str) -> Outcome<Command> {
        let mut command = process::command(program);
        process::prepend_path(&mut command, &self.folders)?;
        Ok(command)
    }

    /// Builds the page into `dist/`, as the browser downloads it or, quicker, for trying something out.
    pub fn page(&self, profile: Profile) -> Outcome {
        let mut trunk = self.command("trunk")?;
        trunk.arg("build");
        // NO_COLOR=1 is how everybody sets it, and trunk takes only "true".
        trunk.env_remove("NO_COLOR");
        // `index.html` names the profile that goes with it.
        if profile == Profile::Release {
            trunk.arg("--release");
        }
        process::run(&mut trunk)
    }

    /// Builds the npm package's wasm and its JavaScript.
    pub fn npm_package(&self) -> Outcome {
        for wasm in WASM {
            let profile = if wasm == SLIM { "wasm-slim" } else { "wasm-release" };
            self.bindings(wasm, profile, &[], NPM_PKG)?;
            self.optimise(wasm, NPM_PKG)?;
        }
        process::run(process::command("node").arg(INLINE_WASM))
    }

    /// Builds the same with what only the bench measures, as fast as the released one.
    ///
    /// In a profile of its own, as [`Self::trap_package`].
    pub fn bench_package(&self) -> Outcome {
        self.bindings(ANALYSIS, "wasm-bench", &["--features=bench"], BENCH_PKG)?;
        self.optimise(ANALYSIS, BENCH_PKG)
    }

    fn optimise(&self, (_, name): (&str, &str), package: &str) -> Outcome {
        let wasm = Path::new(package).join(format!("{name}_bg.wasm"));
        process::run(self.command("wasm-opt")?.arg("-O").args(WASM_FEATURES).arg(&wasm).arg("-o").arg(&wasm))
    }

    /// Builds the same with a forced trap in it, for the tests of what happens then.
    ///
    /// In another profile: cargo keeps the libraries of two sets of features in one file and would mix them up.
    pub fn trap_package(&self) -> Outcome {
        WASM.into_iter().try_for_each(|wasm| self.bindings(wasm, "dev", &["--features=test-trap"], TRAP_PKG))
    }

    fn bindings(&self, (package, name): (&str, &str), profile: &str, features: &[&str], out: &str) -> Outcome {
        let mut cargo = process::cargo(&["build", "--locked", "--package", package, "--lib"]);
        process::run(cargo.args(["--profile", profile, "--target", tools::WASM_TARGET]).args(features))?;
        let folder = if profile == "dev" { "debug" } else { profile };
        let file = format!("{}.wasm", package.replace('-', "_"));
        let built = paths::target()?.join(tools::WASM_TARGET).join(folder).join(file);
        let mut bindgen = self.command("wasm-bindgen")?;
        process::run(bindgen.args(BINDGEN).args(["--out-name", name, "--out-dir", out]).arg(&built))
    }
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
        Profile::Dev => "debug",
        Profile::Release => "release",
    };
    Ok(paths::program(&paths::target()?.join(folder), "groundcheck"))
}

/// Builds everything.
pub fn run(release: bool) -> Outcome {
    let profile = if release { Profile::Release } else { Profile::Dev };
    let tools = Tools::ensure()?;
    tools.page(profile)?;
    tools.npm_package()?;
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
