//! What was made of what: nothing is made twice of the same.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;

/// A file that says of which contents others were made, and what the last of these was.
#[derive(Debug)]
pub struct Stamp {
    file: PathBuf,
    text: String,
}

impl Stamp {
    /// That of everything that the outcome depends on; this program and wasm-opt are part of it.
    pub fn of(file: PathBuf, parts: &[&[u8]], wasm_opt: Option<&Path>) -> Outcome<Self> {
        let own = std::env::current_exe().map_err(|e| format!("cannot tell which program this is: {e}"))?;
        let tools = [Some(own.as_path()), wasm_opt].into_iter().flatten().map(read).collect::<Outcome<Vec<_>>>()?;
        let parts = parts.iter().copied().chain(tools.iter().map(Vec::as_slice));
        let all: Vec<String> = parts.map(|part| format!("{:016x}", seahash::hash(part))).collect();
        Ok(Stamp { file, text: all.join(" ") })
    }

    /// Whether it says the same, the last of what was made is as it was, and the rest is there.
    pub fn is_current(&self, last: &Path, rest: &[PathBuf]) -> bool {
        let same = fs::read(last)
            .is_ok_and(|bytes| fs::read_to_string(&self.file).is_ok_and(|text| text == self.with(&bytes)));
        same && rest.iter().all(|file| file.is_file())
    }

    /// Says so, once all is made.
    pub fn write(&self, last: &Path) -> Outcome {
        write(&self.file, self.with(&read(last)?).as_bytes())
    }

    fn with(&self, last: &[u8]) -> String {
        format!("{} {:016x}", self.text, seahash::hash(last))
    }
}

/// Reads a file, which is named where it cannot be read.
pub fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

/// Writes a file into a folder that is made where it is missing.
pub fn write(path: &Path, bytes: &[u8]) -> Outcome {
    let told = |e| format!("cannot write {}: {e}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(told)?;
    }
    fs::write(path, bytes).map_err(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_holds_while_nothing_has_changed() {
        let folder = std::env::temp_dir().join(format!("groundcheck-stamp-{}", std::process::id()));
        let (made, other) = (folder.join("made"), folder.join("other"));
        let of = |parts: &[&[u8]]| Stamp::of(folder.join("stamp"), parts, None).unwrap();
        write(&made, b"made").unwrap();
        assert!(!of(&[b"a"]).is_current(&made, &[]));
        of(&[b"a"]).write(&made).unwrap();
        assert!(of(&[b"a"]).is_current(&made, &[]));
        assert!(!of(&[b"b"]).is_current(&made, &[]));
        assert!(!of(&[b"a"]).is_current(&made, &[other]));
        write(&made, b"by another tool").unwrap();
        assert!(!of(&[b"a"]).is_current(&made, &[]));
        fs::remove_dir_all(&folder).unwrap();
    }
}
