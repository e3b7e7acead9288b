//! The pinned tools, and making sure of them: on the PATH, in the cache, as a prebuilt binary, from source.
//!
//! The version of what comes from the crate registry is named here alone. wasm-bindgen's is in `Cargo.toml` and binaryen's in
//! `crates/xtask/package.json`; the tests below compare each with all other files that name it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::{Outcome, paths, process};

/// A tool from the crate registry, at exactly one version.
#[derive(Debug)]
pub struct Tool {
    /// The crate, and the program that it brings.
    pub name: &'static str,
    /// Its one version.
    pub version: &'static str,
    /// What asks it for that.
    version_args: &'static [&'static str],
    /// What building it costs, for the person who waits.
    cost: &'static str,
}

/// `cargo xtask audit`; newer ones work as well, but a pinned one gives the same answer everywhere.
pub const CARGO_DENY: Tool =
    Tool { name: "cargo-deny", version: "0.20.2", version_args: &["--version"], cost: "about 8 CPU-minutes, once" };

/// `cargo xtask dist`: what a crate is made of.
pub const CARGO_CYCLONEDX: Tool = Tool {
    name: "cargo-cyclonedx",
    version: "0.5.9",
    // Only as cargo calls it.
    version_args: &["cyclonedx", "--version"],
    cost: "about 3 CPU-minutes, once",
};

/// binaryen's `wasm-opt` comes from npm (`crates/xtask/package.json`); this is its major version.
pub const BINARYEN: &str = "132";

/// The target of everything that runs in a browser.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// How long a prebuilt binary may take before the build from source starts.
const PREBUILT_LIMIT: Duration = Duration::from_secs(120);

impl Tool {
    /// Makes sure of the tool and gives the folder its program is in.
    pub fn ensure(&self) -> Outcome<PathBuf> {
        if let Some(folder) = paths::on_path(self.name)
            && self.is_in(&folder)
        {
            return Ok(folder);
        }
        let home = paths::tools()?.join(format!("{}-{}", self.name, self.version));
        let folder = home.join("bin");
        if self.is_in(&folder) {
            return Ok(folder);
        }
        self.install(&home)?;
        if self.is_in(&folder) {
            return Ok(folder);
        }
        Err(format!("{} {} was installed into {} and does not run there", self.name, self.version, folder.display()))
    }

    /// Whether a folder holds its program, at the right version.
    fn is_in(&self, folder: &Path) -> bool {
        let program = paths::program(folder, self.name);
        program.is_file()
            && process::output(process::command(program).args(self.version_args))
                .is_some_and(|text| says_version(&text, self.version))
    }

    fn install(&self, home: &Path) -> Outcome {
        fs::create_dir_all(home).map_err(|e| format!("cannot make the folder {}: {e}", home.display()))?;
        let start = Instant::now();
        if paths::on_path("cargo-binstall").is_some() {
            println!("installing {} {}: trying a prebuilt binary", self.name, self.version);
            let mut binstall =
                process::cargo(&["binstall", "--no-confirm", "--disable-strategies", "compile", "--root"]);
            binstall.arg(home).args(["--version", self.version, self.name]);
            if process::succeeds_within(&mut binstall, PREBUILT_LIMIT) && self.is_in(&home.join("bin")) {
                println!("done in {}", process::time(start.elapsed()));
                return Ok(());
            }
        }
        println!("installing {} {} from source ({})", self.name, self.version, self.cost);
        let start = Instant::now();
        process::run(&mut self.cargo_install(home))?;
        println!("done in {}", process::time(start.elapsed()));
        Ok(())
    }

    /// `cargo install` with what is set for the workspace's own builds kept away from it.
    fn cargo_install(&self, home: &Path) -> std::process::Command {
        let mut cargo = process::cargo(&["install", "--quiet", "--root"]);
        cargo.arg(home).args(["--version", self.version, "--locked", self.name]);
        for variable in ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR", "CARGO_BUILD_TARGET", "RUSTFLAGS"] {
            cargo.env_remove(variable);
        }
        cargo
    }
}

/// Whether the first line that `--version` prints holds this version as a word.
fn says_version(text: &str, version: &str) -> bool {
    text.lines().next().is_some_and(|line| line.split_whitespace().any(|word| word == version))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        fs::read_to_string(paths::root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
    }

    #[test]
    fn a_version_is_a_whole_word() {
        assert!(says_version("trunk 0.21.14\n", "0.21.14"));
        assert!(!says_version("trunk 0.21.140\n", "0.21.14"));
        assert!(!says_version("trunk 0.22.0-beta.1", "0.21.14"));
        assert!(!says_version("", "0.21.14"));
    }

    /// What `version` the lock file has of a crate, of which it has one.
    fn locked(name: &str) -> String {
        let lock = read("Cargo.lock");
        let head = format!("name = \"{name}\"\nversion = \"");
        assert_eq!(lock.matches(&head).count(), 1, "Cargo.lock: one {name} only");
        let (_, rest) = lock.split_once(&head).unwrap_or_default();
        rest.split('"').next().unwrap_or_default().to_owned()
    }

    #[test]
    fn wasm_bindgen_and_what_writes_its_javascript_have_one_version() {
        let version = locked("wasm-bindgen");
        assert_eq!(locked("wasm-bindgen-cli-support"), version);
        for (file, line) in [
            ("Cargo.toml", format!("wasm-bindgen = \"={version}\"")),
            ("crates/xtask-wasm/Cargo.toml", format!("wasm-bindgen-cli-support = \"={version}\"")),
            ("Trunk.toml", format!("wasm_bindgen = \"{version}\"")),
        ] {
            assert!(read(file).contains(&line), "{file}: write {line}");
        }
    }

    #[test]
    fn trunk_downloads_nothing_and_expects_this_binaryen() {
        let trunk = read("Trunk.toml");
        for line in [format!("wasm_opt = \"version_{BINARYEN}\""), "offline = true".to_owned()] {
            assert!(trunk.contains(&line), "Trunk.toml: write {line}");
        }
    }

    #[test]
    fn npm_brings_the_binaryen_that_trunk_expects() {
        let pinned = format!("\"binaryen\": \"{BINARYEN}.0.0\"");
        assert!(read("crates/xtask/package.json").contains(&pinned), "crates/xtask/package.json: write {pinned}");
    }
}
