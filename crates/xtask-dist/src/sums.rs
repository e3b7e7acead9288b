//! `SHA256SUMS`, as `sha256sum -c` reads it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::{Outcome, read};

/// The file's name.
const NAME: &str = "SHA256SUMS";

/// Writes the sums of all files of a folder into it, in the order of their names.
pub fn write(folder: &Path) -> Outcome {
    let cannot = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        if entry.file_type().map_err(cannot)?.is_file() && entry.file_name() != NAME {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    if names.is_empty() {
        return Err(format!("{} holds nothing to sum", folder.display()));
    }
    crate::write(&folder.join(NAME), lines(folder, &names)?)
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The sums of these files of a folder.
fn lines(folder: &Path, names: &[String]) -> Outcome<String> {
    let mut text = String::new();
    for name in names {
        // `sha256sum` would read these as something else.
        if name.contains(['\n', '\r', '\\']) {
            return Err(format!("{name:?} cannot be named in {NAME}"));
        }
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}  {name}", hex(&read(&folder.join(name))?));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Folder;

    #[test]
    fn sums_are_in_order_and_leave_themselves_out() {
        let folder = Folder::new("sums");
        for (name, content) in [("b.tgz", "b"), ("a b.whl", ""), (NAME, "old")] {
            fs::write(folder.0.join(name), content).unwrap();
        }
        fs::create_dir(folder.0.join("folder")).unwrap();
        write(&folder.0).unwrap();
        // As `sha256sum` prints them.
        let expected = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a b.whl\n\
            3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b.tgz\n";
        assert_eq!(fs::read_to_string(folder.0.join(NAME)).unwrap(), expected);
    }

    #[test]
    fn an_empty_folder_and_a_name_that_breaks_lines_are_errors() {
        let folder = Folder::new("no-sums");
        assert!(write(&folder.0).is_err());
        assert!(lines(&folder.0, &["a\nb".to_owned()]).unwrap_err().contains("cannot be named"));
    }
}
