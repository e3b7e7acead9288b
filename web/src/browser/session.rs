//! What is kept until this tab is closed: the token that a shared server asks for. Never in a cookie, which would go along with
//! requests of any page, and never beyond the session.

use gloo_storage::{SessionStorage, Storage};

const TOKEN: &str = "groundcheck.token";

/// The token, where one was given.
pub fn token() -> Option<String> {
    SessionStorage::get(TOKEN).ok()
}

/// Keeps a token for this tab; `false` where the browser has no storage.
pub fn keep_token(token: &str) -> bool {
    SessionStorage::set(TOKEN, token).is_ok()
}
