//! Documents as the engine reads them: tokens, sentences, tables, offsets.

mod offsets;
pub(crate) mod sentence;
mod table;
pub(crate) mod token;

pub(crate) use offsets::Utf16Index;
pub use table::{Table, TableCell, tables};
pub(crate) use table::{is_amount, noted_year};
