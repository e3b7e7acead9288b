//! Documents as the engine reads them.

mod table;

pub use table::{Table, TableCell, tables};
