//! The clock comes in from outside, so that leases and ages can be tested without waiting for them.

use std::fmt::Debug;
use std::time::{SystemTime, UNIX_EPOCH};

pub use crate::dates::Millis;

/// Says what time it is.
pub trait Clock: Debug + Send + Sync {
    /// Now.
    fn now(&self) -> Millis;
}

/// The machine's own clock. Servers that share one PostgreSQL need clocks that agree to within a lease; where they do not, jobs
/// are done later or twice, but their results still count once.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
    }
}
