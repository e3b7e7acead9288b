//! What is kept in this browser between visits.

use gloo_storage::errors::StorageError;
use gloo_storage::{LocalStorage, Storage};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Where the answer is kept; `boot.js` reads it too, to give the text back where the page has failed.
pub const ANSWER: &str = "groundcheck.answer";
/// Where the sources are kept.
pub const SOURCES: &str = "groundcheck.sources";
/// Where the facts are kept.
pub const FACTS: &str = "groundcheck.facts";
/// Where question, scope and confidence are kept.
pub const CONTEXT: &str = "groundcheck.context";
/// Where the policy's overrides and the locale are kept.
pub const SETTINGS: &str = "groundcheck.settings";
/// Where language and colours are kept; `boot.js` reads it too, so that the first paint is right.
pub const LOOK: &str = "groundcheck.look";

/// Where the claims that the reader ignores are kept.
pub const IGNORED: &str = "groundcheck.ignored";
/// Where the reviewer's name is kept.
pub const REVIEWER: &str = "groundcheck.reviewer";

/// Something is kept, and it cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreadable;

/// What is kept under this key, if anything is.
///
/// # Errors
/// Something is kept there, and it is not of this kind.
pub fn load<T: DeserializeOwned>(key: &str) -> Result<Option<T>, Unreadable> {
    match LocalStorage::get(key) {
        Ok(value) => Ok(Some(value)),
        Err(StorageError::KeyNotFound(_)) => Ok(None),
        Err(_) => Err(Unreadable),
    }
}

/// What is kept under this key, or the default where it is absent or unreadable.
pub fn load_or_default<T: DeserializeOwned + Default>(key: &str) -> T {
    load(key).ok().flatten().unwrap_or_default()
}

/// Keeps a value; `false` where the browser has no room or no storage.
pub fn save(key: &str, value: &impl Serialize) -> bool {
    LocalStorage::set(key, value).is_ok()
}

/// Forgets these keys.
pub fn forget(keys: &[&str]) {
    for key in keys {
        LocalStorage::delete(key);
    }
}
