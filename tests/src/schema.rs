//! The checked-in JSON Schema of the contract, and what follows from it, beside what the types say today.

use std::fs;
use std::io;

use groundcheck_types::schema;

use crate::python_types;

/// Where the schema is checked in, from the top.
pub const PATH: &str = "crates/groundcheck-types/contract.schema.json";

/// The files that are generated, with their text as it is to be checked in.
#[must_use]
pub fn files() -> [(&'static str, String); 2] {
    [(PATH, current()), (python_types::PATH, python_types::current())]
}

/// The schema's text as it is to be checked in.
fn current() -> String {
    let mut contract = schema::contract();
    // Other crates of a build decide whether serde_json keeps the order of keys; the file does not depend on it.
    contract.sort_all_objects();
    format!("{contract:#}\n")
}

/// The files that are not as they should be; one that is missing is none.
#[must_use]
pub fn outdated() -> Vec<(&'static str, String)> {
    let is_current =
        |path: &str, text: &str| fs::read_to_string(crate::root().join(path)).is_ok_and(|read| read == text);
    files().into_iter().filter(|(path, text)| !is_current(path, text)).collect()
}

/// Writes the files that are not current.
///
/// # Errors
/// A file cannot be written.
pub fn write() -> io::Result<()> {
    outdated().into_iter().try_for_each(|(path, text)| fs::write(crate::root().join(path), text))
}
