//! The checked-in JSON Schema of the contract beside what the types say today.

use std::fs;
use std::io;
use std::path::PathBuf;

use groundcheck_types::schema;

/// Where the schema is checked in, from the top.
pub const PATH: &str = "crates/groundcheck-types/contract.schema.json";

fn path() -> PathBuf {
    crate::root().join(PATH)
}

/// The schema's text as it is to be checked in.
#[must_use]
pub fn current() -> String {
    let mut contract = schema::contract();
    // Other crates of a build decide whether serde_json keeps the order of keys; the file does not depend on it.
    contract.sort_all_objects();
    format!("{contract:#}\n")
}

/// Whether the file is what the types say; one that is missing is not.
#[must_use]
pub fn is_current() -> bool {
    fs::read_to_string(path()).is_ok_and(|text| text == current())
}

/// Writes the schema where it is not current.
///
/// # Errors
/// The file cannot be written.
pub fn write() -> io::Result<()> {
    if is_current() { Ok(()) } else { fs::write(path(), current()) }
}
