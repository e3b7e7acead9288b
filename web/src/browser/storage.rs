//! What is kept in this browser between visits. Anything unreadable there counts as absent.

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

/// What is kept under this key, if it can be read.
pub fn load<T: DeserializeOwned>(key: &str) -> Option<T> {
    LocalStorage::get(key).ok()
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
