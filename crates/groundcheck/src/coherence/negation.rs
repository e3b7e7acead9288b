//! One says what the other denies.

use groundcheck_types::Severity;

use super::statement::{Statement, What};
use super::values::at_most;

/// Fewer words than these say too little to be denied.
pub(super) const LEAST_WORDS: usize = 2;
const SURE: f64 = 0.80;

/// The gravity and certainty with which one statement denies another.
pub(super) fn contradicts(claim: &Statement, before: &Statement) -> Option<(Severity, f64)> {
    let (What::Assertion { denied }, What::Assertion { denied: was_denied }) = (&claim.what, &before.what) else {
        return None;
    };
    let same = claim.is_of_time(before) == Some(true);
    (same && denied != was_denied).then(|| (at_most(Severity::High, before.at.role), SURE))
}
