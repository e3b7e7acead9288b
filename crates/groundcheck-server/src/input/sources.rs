//! Documents on disk as sources of a request.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use groundcheck_types::{InputError, Source, SourceKind};

use super::read_text;

/// Reads every file as a source: its id is the file's name, made unique, its title the path as given.
///
/// # Errors
/// The first file that cannot be read or is not UTF-8, by name.
pub fn read_sources(paths: &[PathBuf]) -> Result<Vec<Source>, InputError> {
    let mut taken = HashSet::new();
    paths
        .iter()
        .map(|path| {
            Ok(Source {
                id: unique_id(path, &mut taken),
                text: read_text(path)?,
                title: Some(path.display().to_string()),
                url: None,
                kind: Some(SourceKind::FileContent),
            })
        })
        .collect()
}

/// `lease.txt`, then `lease.txt (2)` for another file of that name.
fn unique_id(path: &Path, taken: &mut HashSet<String>) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let mut id = name.clone();
    let mut copy = 1;
    while !taken.insert(id.clone()) {
        copy += 1;
        id = format!("{name} ({copy})");
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_file_names_and_never_clash() {
        let mut taken = HashSet::new();
        let ids: Vec<String> =
            ["a/q3.md", "b/q3.md", "q3.md (2)", "c/q3.md"].map(|p| unique_id(Path::new(p), &mut taken)).into();
        assert_eq!(ids, ["q3.md", "q3.md (2)", "q3.md (2) (2)", "q3.md (3)"]);
    }
}
