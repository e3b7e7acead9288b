//! Where things are.

use std::env;
use std::path::{Path, PathBuf};

use crate::Outcome;

/// The folder of the workspace's `Cargo.toml`.
#[must_use]
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// Cargo's target folder: this program stands in `<target>/debug`, wherever the user's settings put that.
pub fn target() -> Outcome<PathBuf> {
    let exe = env::current_exe().map_err(|e| format!("cannot tell where xtask runs from: {e}"))?;
    exe.ancestors().nth(2).map(Path::to_owned).ok_or_else(|| format!("{} is in no target folder", exe.display()))
}

/// Where pinned tools are kept, each in a folder of its own: `<name>-<version>/bin`.
pub fn tools() -> Outcome<PathBuf> {
    if let Some(path) = set("GROUNDCHECK_TOOLS") {
        return Ok(path);
    }
    set("XDG_CACHE_HOME")
        .or_else(|| set("HOME").or_else(|| set("USERPROFILE")).map(|home| home.join(".cache")))
        .map(|cache| cache.join("groundcheck").join("tools"))
        .ok_or_else(|| "no home folder: set GROUNDCHECK_TOOLS to a folder for the pinned tools".to_owned())
}

/// A program's file in a folder.
#[must_use]
pub fn program(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// The first folder on the PATH that holds this program.
#[must_use]
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).find(|folder| program(folder, name).is_file())
}

/// An environment variable that names a path and is not empty.
#[must_use]
pub fn set(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}
