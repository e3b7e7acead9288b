//! What was made of what: nothing is made twice of the same.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;

/// A file that says of which contents others were made.
#[derive(Debug)]
pub struct Stamp {
    file: PathBuf,
    text: String,
}

impl Stamp {
    /// That of everything that the outcome depends on.
    pub fn of(file: PathBuf, parts: &[&[u8]]) -> Self {
        let all: Vec<String> = parts.iter().map(|part| format!("{:016x}", seahash::hash(part))).collect();
        Stamp { file, text: all.join(" ") }
    }

    /// Whether it says the same, and what was made is there.
    pub fn is_current(&self, made: &[PathBuf]) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|text| text == self.text) && made.iter().all(|file| file.is_file())
    }

    /// Says so, once all is made.
    pub fn write(&self) -> Outcome {
        write(&self.file, self.text.as_bytes())
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
