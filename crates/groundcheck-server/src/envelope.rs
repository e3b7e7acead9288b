//! How an error leaves groundcheck: on stdout of `check --format json`, and as the body of every HTTP error.

use groundcheck_types::InputError;
use serde::Serialize;

/// `{"error": …}`.
#[derive(Debug, Serialize)]
pub struct ErrorEnvelope<'a> {
    /// What was wrong.
    pub error: &'a InputError,
}

impl ErrorEnvelope<'_> {
    /// The envelope as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Serialising plain data with string keys cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
