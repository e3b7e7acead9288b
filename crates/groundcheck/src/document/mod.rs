//! Documents as the engine reads them: tokens, sentences, tables, markup, offsets.

mod code;
pub(crate) mod emphasis;
mod hidden;
mod lower;
pub(crate) mod markup;
mod offsets;
pub(crate) mod sentence;
pub(crate) mod spelling;
mod table;
pub(crate) mod token;

pub(crate) use hidden::is_hidden;
pub(crate) use lower::{letter, lower};
pub(crate) use offsets::Utf16Index;
pub use table::{Table, TableCell, TableFormat, tables};
pub(crate) use table::{Watch as TableWatch, is_amount, noted_year, printed_tables};
