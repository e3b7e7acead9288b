//! The files of the repository, as text.

use std::fs;
use std::path::Path;

/// A file by its path from the root, with `/`.
pub struct File {
    pub path: String,
    pub text: String,
}

impl File {
    /// Whether its name ends so.
    pub fn is(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }

    /// Its lines that hold one of these words, as `path:line: word`.
    pub fn lines_with<'a>(&'a self, words: &'a [&str]) -> impl Iterator<Item = String> + 'a {
        self.text.lines().enumerate().flat_map(move |(i, line)| {
            let found = words.iter().filter(move |word| line.contains(**word));
            found.map(move |word| format!("{}:{}: {word}", self.path, i + 1))
        })
    }
}

/// Folders that are built, downloaded or not ours.
const SKIPPED: &[&str] = &["target", "dist", "node_modules", "pkg", "pkg-trap"];

/// Every text file that is written by hand or checked in, in order.
pub fn files() -> Vec<File> {
    let mut files = Vec::new();
    walk(groundcheck_tests::root(), "", &mut files);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(files.iter().any(|file| file.path == "Cargo.toml"), "the root of the workspace is read");
    files
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<File>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.unwrap_or_else(|e| panic!("{}: {e}", folder.display())).path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let inner = format!("{prefix}{name}");
        // `.cargo` and `.ci` are ours; `.git` is not, nor is what editors leave.
        let hidden = name.starts_with('.') && ![".cargo", ".ci"].contains(&name.as_str()) && path.is_dir();
        if path.is_dir() {
            if !hidden && !SKIPPED.contains(&name.as_str()) {
                walk(&path, &format!("{inner}/"), files);
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            files.push(File { path: inner, text });
        }
    }
}
