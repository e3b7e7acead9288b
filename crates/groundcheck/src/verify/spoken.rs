//! An answer as it was read.

use crate::claims::Quantity;
use crate::document::token::Token;

/// An answer as it was read: what every claim of it shares.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spoken<'r> {
    pub(crate) text: &'r str,
    pub(crate) tokens: &'r [Token],
    /// All its values, in order.
    pub(crate) quantities: &'r [Quantity],
    /// Its days without their year, in order.
    pub(crate) moments: &'r [Quantity],
}
