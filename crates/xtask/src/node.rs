//! Node.js and the npm packages of a folder, as its lock file says.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::{Outcome, paths, process};

/// The oldest Node.js that runs the tests.
const NODE_MAJOR: u32 = 20;

/// The npm packages that builds need: `wasm-opt`, and the TypeScript types from the schemas.
pub const BUILD: &str = "crates/xtask";

/// The npm packages that the browser tests need.
pub const BROWSER: &str = "tests/browser";

/// What the npm package's adapters are tested with: those of the example chat, and what it does not use itself.
pub const ADAPTERS: [&str; 2] = ["crates/groundcheck-wasm/examples/chat", "crates/groundcheck-wasm/tests"];

/// Makes sure of Node.js.
pub fn ensure() -> Outcome {
    let version = process::output(process::command("node").arg("--version")).ok_or_else(|| {
        format!("Node.js {NODE_MAJOR} or newer is needed and `node` does not run: https://nodejs.org")
    })?;
    match major(&version) {
        Some(major) if major >= NODE_MAJOR => Ok(()),
        _ => Err(format!("Node.js {NODE_MAJOR} or newer is needed, this is {}", version.trim())),
    }
}

/// Makes sure of a folder's npm packages and gives the folder of their programs.
pub fn packages(folder: &str) -> Outcome<PathBuf> {
    ensure()?;
    let folder = paths::root().join(folder);
    let modules = folder.join("node_modules");
    // npm leaves no trace of which lock file it followed: a copy of it does.
    let stamp = modules.join(".installed-package-lock.json");
    let lock = read(&folder.join("package-lock.json"))?;
    if fs::read(&stamp).ok().as_ref() != Some(&lock) {
        println!("installing npm packages for {}", folder.strip_prefix(paths::root()).unwrap_or(&folder).display());
        let start = Instant::now();
        let mut npm = process::npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
        process::run(npm.current_dir(&folder))?;
        fs::write(&stamp, &lock).map_err(|e| format!("cannot write {}: {e}", stamp.display()))?;
        println!("done in {}", process::time(start.elapsed()));
    }
    Ok(modules.join(".bin"))
}

fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("20"), None);
        assert_eq!(major("v"), None);
    }
}
