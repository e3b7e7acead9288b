//! `cargo xtask dist`: all that is released, with what says that it is whole and what is in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;

use crate::build::{self, Profile, Tools};
use crate::{Outcome, paths, process, python, tools};

/// What packs it.
const TOOL: &str = "xtask-dist";

/// All have one version: this crate's.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The npm package's folder.
const NPM: &str = "crates/groundcheck-wasm/npm";

/// Where the licences of others are in what is packed. For npm and the wheel the file is generated among their sources, and git ignores it.
const NOTICES: &str = "THIRD-PARTY-LICENSES.txt";

/// The version of CycloneDX that scanners read.
const SPEC: &str = "1.5";

/// A part of what is released.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The server and the command line, with the page.
    Program,
    /// The package for JavaScript.
    Npm,
    /// The package for Python.
    Wheel,
}

impl Part {
    /// All, in the order they are made.
    pub const ALL: [Part; 3] = [Part::Program, Part::Npm, Part::Wheel];

    /// As `--only` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Part::Program => "program",
            Part::Npm => "npm",
            Part::Wheel => "wheel",
        }
    }

    /// The crates that are compiled into it: those for this machine, and those for the browser.
    fn crates(self) -> [&'static [&'static str]; 2] {
        match self {
            Part::Program => [&["groundcheck-server"], &["groundcheck-web", "groundcheck-wasm-files"]],
            Part::Npm => [&[], &build::WASM_CRATES],
            Part::Wheel => [&["groundcheck-python"], &[]],
        }
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || Part::ALL.map(Part::name).join(", ");
        Part::ALL
            .into_iter()
            .find(|part| part.name() == text)
            .ok_or_else(|| format!("no part {text:?}; there are {}", known()))
    }
}

/// What `dist` takes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// All where none is named.
    pub only: Vec<Part>,
}

/// What the parts are made with.
struct Making {
    tools: Tools,
    /// [`TOOL`].
    tool: PathBuf,
    /// This machine, as compilers call it.
    host: String,
    /// The time of all that is packed.
    epoch: String,
    /// Where the results go.
    out: PathBuf,
    /// Where what is on the way to them is.
    work: PathBuf,
}

/// Makes the parts.
pub fn run(options: &Options) -> Outcome {
    let start = Instant::now();
    let parts: Vec<Part> =
        Part::ALL.into_iter().filter(|part| options.only.is_empty() || options.only.contains(part)).collect();
    let epoch = epoch()?;
    let target = paths::target()?;
    let (out, work) = (emptied(target.join("dist"))?, emptied(target.join("dist-work"))?);
    println!("== tools");
    let tools = Tools::ensure()?;
    process::run(&mut process::cargo(&["build", "--locked", "--package", TOOL]))?;
    let tool = paths::program(&target.join("debug"), TOOL);
    let making = Making { tools, tool, host: host()?, epoch, out, work };
    println!("== what the crates consist of");
    making.describe(&parts)?;
    for part in &parts {
        println!("== {}", part.name());
        let notices = making.notices(*part)?;
        let artefact = match part {
            Part::Program => making.program(&notices)?,
            Part::Npm => making.npm(&notices)?,
            Part::Wheel => making.wheel(&notices)?,
        };
        making.bill(*part, &artefact)?;
    }
    println!("== sums");
    process::run(process::command(&making.tool).arg("sums").arg(&making.out))?;
    let mut made: Vec<PathBuf> = files(&making.out)?;
    made.sort();
    for file in made {
        let size = fs::metadata(&file).map_or(0, |file| file.len());
        println!("{:>8} KiB  {}", size.div_ceil(1024), file.strip_prefix(paths::root()).unwrap_or(&file).display());
    }
    println!("done in {}", process::time(start.elapsed()));
    Ok(())
}

impl Making {
    /// Has cargo-cyclonedx describe all crates. It writes a file beside every manifest, of which those that are needed are kept.
    fn describe(&self, parts: &[Part]) -> Outcome {
        let folder = tools::CARGO_CYCLONEDX.ensure()?;
        for (i, target) in [self.host.as_str(), tools::WASM_TARGET].into_iter().enumerate() {
            let wanted: Vec<&str> = parts.iter().flat_map(|part| part.crates()[i]).copied().collect();
            if wanted.is_empty() {
                continue;
            }
            let name = format!("described-{i}");
            let mut cargo = process::cargo(&["cyclonedx", "--quiet", "--format=json", "--no-build-deps", "--all"]);
            cargo.args(["--spec-version", SPEC, "--target", target, "--override-filename", &name]);
            process::prepend_path(&mut cargo, std::slice::from_ref(&folder))?;
            let described = process::run(cargo.env("SOURCE_DATE_EPOCH", &self.epoch));
            let kept = self.keep(&format!("{name}.json"), &wanted, i);
            described.and(kept)?;
        }
        let metadata = process::output(&mut process::cargo(&["metadata", "--locked", "--format-version=1"]));
        let metadata = metadata.ok_or("cargo metadata fails")?;
        write(&self.work.join("metadata.json"), metadata)
    }

    /// Takes what was described out of the sources.
    fn keep(&self, name: &str, wanted: &[&str], i: usize) -> Outcome {
        let mut folders = vec![paths::root().join("web"), paths::root().join("tests")];
        let crates = paths::root().join("crates");
        let listed = fs::read_dir(&crates).map_err(|e| format!("cannot read {}: {e}", crates.display()))?;
        folders.extend(listed.filter_map(|entry| Some(entry.ok()?.path())));
        for folder in folders {
            let file = folder.join(name);
            if !file.is_file() {
                continue;
            }
            let own = folder.file_name().map(|own| own.to_string_lossy().into_owned()).unwrap_or_default();
            let own = if own == "web" { "groundcheck-web".to_owned() } else { own };
            if wanted.contains(&own.as_str()) {
                copy(&file, &self.described(&own, i))?;
            }
            fs::remove_file(&file).map_err(|e| format!("cannot remove {}: {e}", file.display()))?;
        }
        let lost: Vec<&str> = wanted.iter().copied().filter(|own| !self.described(own, i).is_file()).collect();
        if lost.is_empty() { Ok(()) } else { Err(format!("cargo-cyclonedx described no {}", lost.join(", "))) }
    }

    fn described(&self, package: &str, i: usize) -> PathBuf {
        self.work.join(format!("{package}-{i}.json"))
    }

    /// The descriptions of all crates in a part.
    fn descriptions(&self, part: Part) -> Vec<PathBuf> {
        let each = part.crates().into_iter().enumerate();
        each.flat_map(|(i, crates)| crates.iter().map(move |own| self.described(own, i))).collect()
    }

    /// Writes the licences of what others wrote of a part.
    fn notices(&self, part: Part) -> Outcome<PathBuf> {
        let out = self.work.join(format!("{}-{NOTICES}", part.name()));
        let mut tool = process::command(&self.tool);
        tool.arg("notices").arg("--metadata").arg(self.work.join("metadata.json")).arg("--out").arg(&out);
        process::run(tool.args(self.descriptions(part)))?;
        Ok(out)
    }

    /// Writes what a part consists of beside it.
    fn bill(&self, part: Part, artefact: &Path) -> Outcome {
        let mut name = artefact.as_os_str().to_owned();
        name.push(".cdx.json");
        let title = if part == Part::Wheel { "groundcheck-engine" } else { "groundcheck" };
        let mut tool = process::command(&self.tool);
        tool.args(["bom", "--name", title, "--version", VERSION, "--epoch", &self.epoch, "--root"]).arg(paths::root());
        tool.arg("--metadata")
            .arg(self.work.join("metadata.json"))
            .arg("--artefact")
            .arg(artefact)
            .arg("--out")
            .arg(name);
        process::run(tool.args(self.descriptions(part)))
    }

    /// The program with the page in it, and all that goes with it.
    fn program(&self, notices: &Path) -> Outcome<PathBuf> {
        self.tools.page(Profile::Release)?;
        let program = build::server(Profile::Release)?;
        let name = format!("groundcheck-{VERSION}-{}", self.host);
        let stage = emptied(self.work.join(&name))?;
        copy(&program, &paths::program(&stage, "groundcheck"))?;
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            copy(&paths::root().join(file), &stage.join(file))?;
        }
        copy(notices, &stage.join(NOTICES))?;
        copy_folder(&paths::root().join("docs"), &stage.join("docs"))?;
        process::run(process::command(&program).args(["man", "--out"]).arg(stage.join("man")))?;
        let completions = emptied(stage.join("completions"))?;
        for (shell, file) in COMPLETIONS {
            let text = process::output(process::command(&program).args(["completions", shell]));
            write(&completions.join(file), text.ok_or_else(|| format!("no completions for {shell}"))?)?;
        }
        let archive = self.out.join(format!("{name}.tar.gz"));
        let mut tool = process::command(&self.tool);
        tool.args(["pack", "--root", &name, "--epoch", &self.epoch, "--out"]).arg(&archive).arg(&stage);
        process::run(&mut tool)?;
        Ok(archive)
    }

    fn npm(&self, notices: &Path) -> Outcome<PathBuf> {
        self.tools.npm_package(Profile::Release)?;
        copy(notices, &paths::root().join(build::NPM_PKG).join(NOTICES))?;
        let mut npm = process::npm(&["pack", "--silent", "--ignore-scripts", "--pack-destination"]);
        process::run(npm.arg(&self.out).current_dir(paths::root().join(NPM)))?;
        let archive = self.out.join(format!("groundcheck-{VERSION}.tgz"));
        if archive.is_file() { Ok(archive) } else { Err(format!("npm wrote no {}", archive.display())) }
    }

    fn wheel(&self, notices: &Path) -> Outcome<PathBuf> {
        let generated = paths::root().join(python::SOURCES).join(NOTICES);
        copy(notices, &generated)?;
        let wheel = python::wheel(python::Wheel::Release);
        // The wheels of tests have none: what is in the sources would go into them.
        fs::remove_file(&generated).map_err(|e| format!("cannot remove {}: {e}", generated.display()))?;
        let wheel = wheel?;
        let out = self.out.join(wheel.file_name().ok_or("a wheel without a name")?);
        copy(&wheel, &out)?;
        Ok(out)
    }
}

/// The shells, and what each one's file is called.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "groundcheck.bash"),
    ("elvish", "groundcheck.elv"),
    ("fish", "groundcheck.fish"),
    ("powershell", "_groundcheck.ps1"),
    ("zsh", "_groundcheck"),
];

/// The time that packed files have: whoever builds from the same sources says the same.
fn epoch() -> Outcome<String> {
    let advice = "set SOURCE_DATE_EPOCH to a time in seconds since 1970";
    let text = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) if !text.is_empty() => text,
        _ => process::output(process::command("git").args(["log", "-1", "--format=%ct"]))
            .ok_or_else(|| format!("git does not say when the last commit was made; {advice}"))?,
    };
    let text = text.trim();
    if text.parse::<u64>().is_ok() { Ok(text.to_owned()) } else { Err(format!("{text:?} is no time; {advice}")) }
}

/// This machine, as compilers call it.
fn host() -> Outcome<String> {
    let said = process::output(process::command("rustc").arg("-vV")).ok_or("rustc does not run")?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say what machine this is".to_owned())
}

/// A folder with nothing in it.
fn emptied(folder: PathBuf) -> Outcome<PathBuf> {
    let cannot = |e: std::io::Error| format!("cannot make {} anew: {e}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(cannot)?;
    }
    fs::create_dir_all(&folder).map_err(cannot)?;
    Ok(folder)
}

fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let listed = fs::read_dir(folder).map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
    Ok(listed.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

fn copy_folder(from: &Path, to: &Path) -> Outcome {
    fs::create_dir_all(to).map_err(|e| format!("cannot make {}: {e}", to.display()))?;
    for path in files(from)? {
        let to = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy_folder(&path, &to)? } else { copy(&path, &to)? }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to).map(drop).map_err(|e| format!("cannot copy {} to {}: {e}", from.display(), to.display()))
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> Outcome {
    fs::write(path, content).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_a_name_and_crates() {
        for part in Part::ALL {
            assert_eq!(part.name().parse(), Ok(part));
            assert!(!part.crates().concat().is_empty());
            for name in part.crates().concat() {
                let folder = if name == "groundcheck-web" { "web".to_owned() } else { format!("crates/{name}") };
                assert!(paths::root().join(folder).join("Cargo.toml").is_file(), "{name}");
            }
        }
        assert!("server".parse::<Part>().is_err());
    }

    /// What is generated among the sources is committed by nobody, and packed by name where names are listed.
    #[test]
    fn the_notices_of_packages_are_ignored_by_git_and_packed_by_npm() {
        let read = |path: &str| fs::read_to_string(paths::root().join(path)).unwrap();
        assert!(read(".gitignore").lines().any(|line| line.ends_with(NOTICES)));
        assert!(read(&format!("{NPM}/package.json")).contains(&format!("\"pkg/{NOTICES}\"")));
    }
}
