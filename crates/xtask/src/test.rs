//! `cargo xtask test`: every stage runs, whatever became of the others, and the last line is the sum of all.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::build::{self, Profile, Tools};
use crate::counts::Counts;
use crate::failures::Failures;
use crate::python::{self, Wheel};
use crate::stages::{self, Row, Stage};
use crate::{Outcome, browser, node, paths, postgres, process, rustup, soak, tools};

/// One profile, one set of packages and features for all native tests, so that nothing is compiled twice.
const NATIVE: &[&str] = &["--locked", "--workspace"];

/// The crates that run in a browser are linted as they run there; their tests of plain logic run natively.
const BROWSER_CRATES: [&str; 6] = [
    "groundcheck-web",
    "groundcheck-wasm",
    "groundcheck-wasm-entailment",
    "groundcheck-wasm-files",
    "groundcheck-wasm-records",
    "groundcheck-wasm-slim",
];

/// What `test` takes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// These stages; all where none is named.
    pub only: Vec<Stage>,
    /// Every labelled case and every look of the page, more kills and longer repetitions, the released wasm, and the soak.
    pub thorough: bool,
}

impl Options {
    /// How what runs in Node.js and in Chromium is built.
    fn wasm(&self) -> Profile {
        if self.thorough { Profile::Release } else { Profile::Quick }
    }
}

/// Tells all tests that everything is asked for.
const THOROUGH: &str = "GROUNDCHECK_THOROUGH";

/// Runs these stages, or all.
pub fn run(options: &Options) -> Outcome {
    let mut session = Session::default();
    let selected = |stage| options.only.is_empty() || options.only.contains(&stage);
    if selected(Stage::Fmt) {
        session.check("fmt", fmt);
    }
    // The page first: the server, which the native tests build, has it inside.
    let wants_wasm = selected(Stage::Wasm) || selected(Stage::Browser);
    let built = wants_wasm.then(|| session.build(options.wasm(), selected(Stage::Wasm), selected(Stage::Browser)));
    if selected(Stage::Clippy) {
        session.check("clippy", clippy);
    }
    if selected(Stage::Unit) {
        session.tests("unit", || {
            let ran = cargo_test(options.thorough)?;
            if options.thorough {
                soak::run(&soak::Options::default())?;
            }
            Ok(ran)
        });
    }
    if wants_wasm || selected(Stage::Python) {
        let server = session.server();
        if let Some(built) = built.as_ref().filter(|_| selected(Stage::Wasm)) {
            session.tests("wasm", || {
                let server = built.npm.clone().and(server.clone())?;
                node::ADAPTERS.iter().try_for_each(|folder| node::packages(folder).map(drop))?;
                node_tests(WASM_TESTS, server, options.thorough)
            });
        }
        if selected(Stage::Python) {
            session.python(&server, options.thorough);
        }
        if let Some(built) = built.filter(|_| selected(Stage::Browser)) {
            session.tests("browser", || node_tests(node::BROWSER, built.page.and(server)?, options.thorough));
        }
    }
    print!("\n{}", stages::table(&session.rows));
    if stages::all_good(&session.rows) { Ok(()) } else { Err("not all stages passed".to_owned()) }
}

/// Where the tests of the npm package are.
const WASM_TESTS: &str = "crates/groundcheck-wasm/tests";

/// What was built for the wasm and browser tests; what was not asked for is not there either.
struct Built {
    page: Outcome,
    npm: Outcome,
}

/// The rows so far.
#[derive(Default)]
struct Session {
    rows: Vec<Row>,
}

impl Session {
    fn add(&mut self, name: &'static str, work: impl FnOnce() -> (Counts, Option<String>)) {
        println!("\n== {name} ==");
        let start = Instant::now();
        let (counts, error) = work();
        let elapsed = start.elapsed();
        println!("== {name}: {} in {} ==", if error.is_none() { "ok" } else { "FAILED" }, process::time(elapsed));
        self.rows.push(Row { name, elapsed, counts, error });
    }

    /// A check that passes or fails as a whole.
    fn check(&mut self, name: &'static str, work: impl FnOnce() -> Outcome) {
        self.add(name, || match work() {
            Ok(()) => (Counts::PASSED, None),
            Err(error) => (Counts::FAILED, Some(error)),
        });
    }

    /// Tests; where they cannot even start, that is one failure.
    fn tests(&mut self, name: &'static str, work: impl FnOnce() -> Outcome<Ran>) {
        self.add(name, || match work() {
            Ok(Ran { counts, failures, ended_well }) => {
                let error = counts.complaint(ended_well).map(|complaint| failures.behind(complaint));
                let broken = error.is_some() && counts.failed == 0;
                (if broken { counts + Counts::FAILED } else { counts }, error)
            }
            Err(error) => (Counts::FAILED, Some(error)),
        });
    }

    /// Builds something that tests need. It counts nothing, the tests fail without it; its time is shown.
    fn need<T>(&mut self, name: &'static str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        let mut outcome = Err(String::new());
        self.add(name, || {
            outcome = work();
            (Counts::default(), outcome.as_ref().err().cloned())
        });
        outcome.map_err(|_| format!("`{name}` failed"))
    }

    fn build(&mut self, profile: Profile, npm: bool, page: bool) -> Built {
        let tools = match self.need("set-up", Tools::ensure) {
            Ok(tools) => tools,
            Err(error) => return Built { page: Err(error.clone()), npm: Err(error) },
        };
        let not_asked = |what| Err(format!("{what} was not built"));
        Built {
            page: if page { self.need("build page", || tools.page(profile)) } else { not_asked("the page") },
            npm: if npm {
                self.need("build npm", || tools.npm_package(profile).and_then(|()| tools.trap_package()))
            } else {
                not_asked("the npm package")
            },
        }
    }

    /// Builds the wheel and tests it; with `thorough` as it is released, and its adapters with the packages that they are for.
    fn python(&mut self, server: &Outcome<PathBuf>, thorough: bool) {
        let kind = if thorough { Wheel::ReleaseForTests } else { Wheel::QuickForTests };
        let wheel = self.need("build wheel", || python::wheel(kind));
        self.tests("python", || pytest(wheel.as_ref()?, server.as_ref()?, false));
        if thorough {
            self.tests("adapters", || pytest(wheel.as_ref()?, server.as_ref()?, true));
        }
    }

    /// The program that the wasm, Python and browser tests compare with and talk to; the unit tests have built it already.
    fn server(&mut self) -> Outcome<PathBuf> {
        self.need("build native", || {
            process::run(process::cargo(&["test", "--no-run"]).args(NATIVE))?;
            build::binary(Profile::Dev)
        })
    }
}

fn fmt() -> Outcome {
    rustup::component("fmt", "rustfmt")?;
    process::run(&mut process::cargo(&["fmt", "--all", "--check"]))
}

fn clippy() -> Outcome {
    rustup::component("clippy", "clippy")?;
    rustup::wasm_target()?;
    // The build script of PyO3 asks a Python.
    python::ensure()?;
    let lint = |packages: Vec<String>, target: &[&str]| {
        let mut cargo = process::cargo(&["clippy", "--locked", "--all-targets"]);
        process::run(cargo.args(packages).args(target).args(["--", "-D", "warnings"]))
    };
    let mut native = vec!["--workspace".to_owned()];
    native.extend(BROWSER_CRATES.map(|name| format!("--exclude={name}")));
    let native = lint(native, &[]);
    native.and(lint(BROWSER_CRATES.map(|name| format!("--package={name}")).to_vec(), &["--target", tools::WASM_TARGET]))
}

/// What a test runner printed, and whether it says that all is well.
struct Ran {
    counts: Counts,
    failures: Failures,
    ended_well: bool,
}

fn cargo_test(thorough: bool) -> Outcome<Ran> {
    postgres::ensure()?;
    let (mut counts, mut failures) = (Counts::default(), Failures::default());
    let mut cargo = process::cargo(&["test", "--no-fail-fast"]);
    if thorough {
        cargo.env(THOROUGH, "1");
    }
    let ended_well = process::run_lines(cargo.args(NATIVE), |line| {
        counts.add_cargo_line(line);
        failures.add_cargo_line(line);
    })?;
    Ok(Ran { counts, failures, ended_well })
}

/// Runs a folder's `*.test.mjs`, named one by one: what Node makes of a folder differs between its versions.
fn node_tests(folder: &str, server: PathBuf, thorough: bool) -> Outcome<Ran> {
    node::packages(node::BUILD)?;
    node::packages(node::BROWSER)?;
    let mut node = process::command("node");
    // A file waits for its browser and its server most of the time; Node would run one at a time on two cores.
    node.args(["--test", "--test-reporter=spec", "--test-concurrency=4"]).args(test_files(folder)?);
    if thorough {
        node.env(THOROUGH, "1");
    }
    node.env("GROUNDCHECK_BIN", server).env("CHROMIUM", browser::ensure()?);
    let (mut counts, mut failures) = (Counts::default(), Failures::default());
    let ended_well = process::run_lines(&mut node, |line| {
        counts.add_node_line(line);
        failures.add_node_line(line);
    })?;
    Ok(Ran { counts, failures, ended_well })
}

/// Runs the tests of the Python package, or those of its adapters, on this wheel.
fn pytest(wheel: &Path, server: &Path, adapters: bool) -> Outcome<Ran> {
    let python = python::for_tests(wheel, adapters)?;
    let mut pytest = python::pytest(&python, adapters);
    pytest.env("GROUNDCHECK_BIN", server).env("GROUNDCHECK_WHEEL", wheel);
    let (mut counts, mut failures) = (Counts::default(), Failures::default());
    let ended_well = process::run_lines(&mut pytest, |line| {
        counts.add_pytest_line(line);
        failures.add_pytest_line(line);
    })?;
    Ok(Ran { counts, failures, ended_well })
}

fn test_files(folder: &str) -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(paths::root().join(folder)).map_err(|e| format!("cannot read {folder}: {e}"))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    files.sort();
    if files.is_empty() { Err(format!("{folder} has no *.test.mjs")) } else { Ok(files) }
}
