//! A folder as a `.tar.gz`, the same bytes for the same files: in order, with one time, and nobody's name.

use std::fs;
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

use crate::{Outcome, read};

/// Packs all files of a folder, however deep, below the folder `root` of the archive, as of `epoch` in seconds since 1970.
pub fn pack(folder: &Path, root: &str, epoch: u64, out: &Path) -> Outcome {
    let mut paths = Vec::new();
    walk(folder, &mut paths)?;
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{} holds nothing to pack", folder.display()));
    }
    let cannot = |e: std::io::Error| format!("cannot write {}: {e}", out.display());
    let file = fs::File::create(out).map_err(cannot)?;
    // Its own header has a time and a name too: neither is set.
    let mut archive = Builder::new(GzBuilder::new().mtime(0).write(file, Compression::best()));
    let root = Path::new(root);
    append(&mut archive, root, EntryType::Directory, 0o755, epoch, &[]).map_err(cannot)?;
    for path in paths {
        let inner = path.strip_prefix(folder).map_err(|e| format!("{}: {e}", path.display()))?;
        let inner = root.join(inner);
        if path.is_dir() {
            append(&mut archive, &inner, EntryType::Directory, 0o755, epoch, &[]).map_err(cannot)?;
        } else {
            let mode = if is_program(&path) { 0o755 } else { 0o644 };
            append(&mut archive, &inner, EntryType::Regular, mode, epoch, &read(&path)?).map_err(cannot)?;
        }
    }
    archive.into_inner().and_then(flate2::write::GzEncoder::finish).map_err(cannot).map(drop)
}

fn append(
    archive: &mut Builder<impl std::io::Write>,
    path: &Path,
    kind: EntryType,
    mode: u32,
    epoch: u64,
    bytes: &[u8],
) -> std::io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_mtime(epoch);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(bytes.len() as u64);
    // Below `\` of Windows too, paths are written with `/`.
    let path = path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
    archive.append_data(&mut header, if kind.is_dir() { format!("{path}/") } else { path }, bytes)
}

/// Everything in a folder. A link would lead somewhere else on another machine: there is none.
fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> Outcome {
    let cannot = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(cannot)?);
        if kind.is_symlink() {
            return Err(format!("{} is a link and is not packed", path.display()));
        }
        if kind.is_dir() {
            walk(&path, paths)?;
        }
        paths.push(path);
    }
    Ok(())
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "exe")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;
    use crate::Folder;

    /// Two folders with the same files, made in another order at another time, and their archives.
    fn packed(name: &str, files: &[(&str, &str)], modified: u64) -> Vec<u8> {
        let folder = Folder::new(name);
        for (path, content) in files {
            let path = folder.0.join("in").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, content).unwrap();
            let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(modified);
            fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        }
        let out = folder.0.join("out.tar.gz");
        pack(&folder.0.join("in"), "product-1", 1_700_000_000, &out).unwrap();
        fs::read(out).unwrap()
    }

    #[test]
    fn the_same_files_give_the_same_bytes() {
        let files = [("b", "2"), ("a/c", "1"), ("a/b", "3")];
        let first = packed("first", &files, 1_000_000);
        let again = packed("again", &[files[2], files[0], files[1]], 2_000_000);
        assert_eq!(first, again);
        assert_ne!(first, packed("other", &[files[0], files[1], ("a/b", "4")], 1_000_000));
    }

    #[test]
    fn an_archive_names_nobody_and_one_time() {
        let bytes = packed("named", &[("b", "2"), ("a/c", "1")], 1_000_000);
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&bytes[..]));
        let mut seen = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let header = entry.header().clone();
            assert_eq!((header.uid().unwrap(), header.gid().unwrap(), header.mtime().unwrap()), (0, 0, 1_700_000_000));
            assert_eq!((header.username().unwrap(), header.groupname().unwrap()), (Some(""), Some("")));
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            seen.push((entry.path().unwrap().display().to_string(), text));
        }
        let seen: Vec<(&str, &str)> = seen.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let expected = [("product-1/", ""), ("product-1/a/", ""), ("product-1/a/c", "1"), ("product-1/b", "2")];
        assert_eq!(seen, expected);
    }

    #[cfg(unix)]
    #[test]
    fn programs_stay_programs_and_links_are_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = Folder::new("modes");
        let program = folder.0.join("program");
        fs::write(&program, "").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).unwrap();
        assert!(is_program(&program));
        std::os::unix::fs::symlink("program", folder.0.join("link")).unwrap();
        let error = pack(&folder.0, "a", 0, &std::env::temp_dir().join("never-written.tar.gz")).unwrap_err();
        assert!(error.contains("is a link"), "{error}");
    }
}
