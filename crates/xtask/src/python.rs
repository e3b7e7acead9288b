//! The wheel of the Python package, and what its tests need: Python itself, and pinned packages in environments of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::{Outcome, apt, java, paths, process};

/// The package's folder.
const PACKAGE: &str = "crates/groundcheck-python";

/// The sources that go into the wheel as they are.
pub const SOURCES: &str = "crates/groundcheck-python/python/groundcheck_engine";

/// What makes the wheel.
const BUILD: &str = "requirements/build.txt";

/// What the tests need that ask for no other package.
const TESTS: &str = "requirements/tests.txt";

/// What the tests of the adapters need.
const ADAPTERS: &str = "requirements/adapters.txt";

/// The oldest Python that the wheel runs on, and whether it can make environments: Debian has that in a package of its own.
const IS_GOOD: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";

const NAMES: &[&str] = if cfg!(windows) { &["python", "python3"] } else { &["python3", "python"] };

/// How the wheel is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wheel {
    /// What is released.
    Release,
    /// The same with what tests need to make the engine fail.
    ReleaseForTests,
    /// The same, quick to build.
    QuickForTests,
}

/// Builds the wheel that is released.
pub fn run() -> Outcome {
    let wheel = wheel(Wheel::Release)?;
    let size = fs::metadata(&wheel).map_or(0, |file| file.len());
    println!("the wheel: {} ({} KiB)", wheel.display(), size / 1024);
    Ok(())
}

/// Everything that building and testing need, and nothing built.
pub fn setup() -> Outcome {
    environment("build", &[BUILD])?;
    environment("tests", &[TESTS]).map(drop)
}

/// Builds a wheel and gives its file.
pub fn wheel(kind: Wheel) -> Outcome<PathBuf> {
    let python = environment("build", &[BUILD])?;
    let name = match kind {
        Wheel::Release => "wheels",
        Wheel::ReleaseForTests | Wheel::QuickForTests => "wheels-for-tests",
    };
    let out = folder()?.join(name);
    // The version is in the file's name: only one that was just built may be there.
    remove(&out)?;
    let mut maturin = process::command(python);
    maturin.args(["-m", "maturin", "build", "--quiet", "--locked", "--manifest-path"]);
    maturin.arg(paths::root().join(PACKAGE).join("Cargo.toml")).arg("--out").arg(&out);
    if kind != Wheel::QuickForTests {
        maturin.args(["--release", "--strip"]);
    }
    if kind != Wheel::Release {
        maturin.args(["--features", "trap"]);
    }
    process::run(&mut maturin)?;
    let wheels = fs::read_dir(&out).map_err(|e| format!("cannot read {}: {e}", out.display()))?;
    let mut wheels = wheels.filter_map(|entry| Some(entry.ok()?.path()));
    wheels.next().ok_or_else(|| format!("maturin wrote no wheel into {}", out.display()))
}

/// An environment with this wheel and what its tests need, and gives its Python.
pub fn for_tests(wheel: &Path, adapters: bool) -> Outcome<PathBuf> {
    if adapters {
        java::ensure()?;
    }
    let python = if adapters { environment("adapters", &[TESTS, ADAPTERS])? } else { environment("tests", &[TESTS])? };
    let mut pip = pip(&python);
    process::run(pip.args(["--no-index", "--no-deps", "--force-reinstall"]).arg(wheel))?;
    Ok(python)
}

/// The package's tests: all but those of adapters, or those alone.
#[must_use]
pub fn pytest(python: &Path, adapters: bool) -> std::process::Command {
    let tests = paths::root().join(PACKAGE).join("tests");
    let mut pytest = process::command(python);
    // Nothing is left behind in the sources, and no package calls home.
    pytest.env("PYTHONDONTWRITEBYTECODE", "1").env("DEEPEVAL_TELEMETRY_OPT_OUT", "1");
    pytest.args(["-m", "pytest", "-q", "--color=no", "-p", "no:cacheprovider", "--rootdir"]).arg(&tests);
    if adapters {
        pytest.arg(tests.join("adapters"));
    } else {
        pytest.arg(format!("--ignore={}", tests.join("adapters").display())).arg(&tests);
    }
    // What is installed is tested, and nothing beside it.
    pytest.env_remove("PYTHONPATH").env_remove("PYTEST_ADDOPTS");
    pytest
}

/// Makes sure of Python.
///
/// # Errors
/// What to install. The tests fail then: they are never left out in silence.
pub fn ensure() -> Outcome<PathBuf> {
    if let Some(python) = find() {
        return Ok(python);
    }
    let advice = "the Python package needs Python 3.10 or later with its module venv: install it";
    apt::install(&["python3-venv"]).map_err(|e| format!("{e}; {advice}"))?;
    find().ok_or_else(|| format!("Python was installed and is not on the PATH, or is too old; {advice}"))
}

fn find() -> Option<PathBuf> {
    let named = NAMES.iter().filter_map(|name| Some(paths::program(&paths::on_path(name)?, name)));
    let mut good = named.filter(|python| process::output(process::command(python).args(["-c", IS_GOOD])).is_some());
    good.next()
}

/// Makes sure of an environment with these packages and gives its Python.
fn environment(name: &str, requirements: &[&str]) -> Outcome<PathBuf> {
    let python = ensure()?;
    let version = process::output(process::command(&python).arg("--version")).unwrap_or_default();
    let files: Vec<PathBuf> = requirements.iter().map(|file| paths::root().join(PACKAGE).join(file)).collect();
    let mut wanted = version;
    for file in &files {
        wanted += &fs::read_to_string(file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    }
    let home = folder()?.join(name);
    let inside = if cfg!(windows) { home.join("Scripts") } else { home.join("bin") };
    let inside = paths::program(&inside, "python");
    let stamp = home.join(".installed-requirements");
    let runs = || process::output(process::command(&inside).arg("--version")).is_some();
    if fs::read_to_string(&stamp).ok().as_ref() == Some(&wanted) && runs() {
        return Ok(inside);
    }
    println!("installing Python packages for {name}");
    let start = Instant::now();
    remove(&home)?;
    process::run(process::command(&python).args(["-m", "venv"]).arg(&home))?;
    let mut pip = pip(&inside);
    for file in &files {
        pip.arg("-r").arg(file);
    }
    process::run(&mut pip)?;
    fs::write(&stamp, &wanted).map_err(|e| format!("cannot write {}: {e}", stamp.display()))?;
    println!("done in {}", process::time(start.elapsed()));
    Ok(inside)
}

fn pip(python: &Path) -> std::process::Command {
    let mut pip = process::command(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip
}

/// Where wheels and environments are.
fn folder() -> Outcome<PathBuf> {
    Ok(paths::target()?.join("python"))
}

fn remove(folder: &Path) -> Outcome {
    match fs::remove_dir_all(folder) {
        Err(error) if folder.exists() => Err(format!("cannot remove {}: {error}", folder.display())),
        _ => Ok(()),
    }
}
