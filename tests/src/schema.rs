//! The checked-in JSON Schema of the contract beside what the types say today.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use groundcheck_types::schema;
use serde_json::Value;

/// Where the schemas are checked in.
#[must_use]
pub fn folder() -> PathBuf {
    crate::root().join("crates/groundcheck-types/schema")
}

/// Every schema's file name and text, as it is to be checked in.
#[must_use]
pub fn current() -> Vec<(&'static str, String)> {
    let text = |(name, mut value): (&'static str, Value)| {
        // Other crates of a build decide whether serde_json keeps the order of keys; the files do not depend on it.
        value.sort_all_objects();
        (name, format!("{value:#}\n"))
    };
    schema::all().into_iter().map(text).collect()
}

/// The files that differ from the types: changed, missing, or left over.
///
/// # Errors
/// The folder cannot be read.
pub fn outdated() -> io::Result<Vec<String>> {
    let current = current();
    let mut names: BTreeSet<String> = current
        .iter()
        .filter(|(name, text)| fs::read_to_string(folder().join(name)).ok().as_ref() != Some(text))
        .map(|(name, _)| (*name).to_owned())
        .collect();
    for entry in fs::read_dir(folder())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !current.iter().any(|(known, _)| *known == name) {
            names.insert(name);
        }
    }
    Ok(names.into_iter().collect())
}

/// Writes every schema and removes what is left over.
///
/// # Errors
/// The folder cannot be written.
pub fn write() -> io::Result<()> {
    fs::create_dir_all(folder())?;
    let current = current();
    for name in outdated()? {
        match current.iter().find(|(known, _)| *known == name) {
            Some((name, text)) => fs::write(folder().join(name), text)?,
            None => fs::remove_file(folder().join(name))?,
        }
    }
    Ok(())
}
