//! Work that the host may end: who waited for a report is gone.
//!
//! Source: docs/security.md, "Deadlines". The engine has no clock; it asks its host at every sentence of the sources and at every claim, so
//! that what is left to do after a "yes" does not grow with the input.

use core::fmt;

/// Whether the host still wants the report. The answer "no longer" must not change back.
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
