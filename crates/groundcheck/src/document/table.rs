//! Tables inside documents.

use groundcheck_types::Span;

/// One cell of a [`Table`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableCell {
    /// Where its trimmed text stands in the document, in UTF-8 bytes; empty for an empty cell.
    pub span: Span,
}

/// A table found in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Everything it covers in the document, in UTF-8 bytes.
    pub span: Span,
    /// How many of the first rows are headers.
    pub header_rows: usize,
    /// Its rows; not all need have the same number of cells.
    pub rows: Vec<Vec<TableCell>>,
}

/// Every table in a document, in order.
#[must_use]
pub fn tables(_text: &str) -> Vec<Table> {
    Vec::new()
}
