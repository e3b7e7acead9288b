//! Work that the host may end: who waited for a report is gone.
//!
//! Source: docs/security.md, "Deadlines". The engine has no clock; it asks its host at every source, row and sentence, and at every claim.
//! What it has begun by then, such as taking the words of one source apart, it finishes.

use core::fmt;

/// Whether the host still wants the report.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cancel<'h>(Option<&'h dyn Fn() -> bool>);

impl<'h> Cancel<'h> {
    /// Asks the host.
    pub(crate) fn when(cancelled: &'h dyn Fn() -> bool) -> Self {
        Cancel(Some(cancelled))
    }

    /// Whether nobody wants the report any more.
    pub(crate) fn is_cancelled(self) -> bool {
        self.0.is_some_and(|cancelled| cancelled())
    }
}

impl fmt::Debug for Cancel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancel").field(&self.is_cancelled()).finish()
    }
}
