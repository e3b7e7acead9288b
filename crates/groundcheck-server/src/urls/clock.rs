//! The wall clock in the contract's words.

use crate::dates;
use crate::store::{Clock as _, SystemClock};

/// Now, as RFC 3339 in UTC, to the second: `2024-12-01T10:00:00Z`.
pub(super) fn now() -> String {
    dates::to_text(SystemClock.now())
}
