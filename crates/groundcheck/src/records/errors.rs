//! What is wrong with a record's form: counted apart from alerts, each place once.
//!
//! No error says what stood there, because it may be an account number; it says where, and what should.

use std::collections::BTreeSet;

use groundcheck_types::{ErrorCode, InputError, RECORD_ALERTS_MAX};

/// The errors of one record, in the order of the checks, as many as a report lists.
#[derive(Debug, Default)]
pub(super) struct Errors {
    list: Vec<InputError>,
    places: BTreeSet<String>,
}

impl Errors {
    /// Adds what is wrong at this path; what was said of it before stands.
    pub(super) fn add(&mut self, code: ErrorCode, path: &str, message: impl Into<String>) {
        if self.list.len() < RECORD_ALERTS_MAX && self.places.insert(path.to_owned()) {
            let field = (!path.is_empty()).then(|| path.to_owned());
            self.list.push(InputError { code, field, line: None, message: message.into() });
        }
    }

    /// What stands at this path is of the wrong kind, or out of its range.
    pub(super) fn malformed(&mut self, path: &str, message: impl Into<String>) {
        self.add(ErrorCode::InvalidValue, path, message);
    }

    pub(super) fn into_list(self) -> Vec<InputError> {
        self.list
    }
}
