//! The eight detectors of document 3, one type of alert a file.

mod duplicate_boundaries;
mod fabricated_bank;
mod impossible_dates;
mod inconsistent_data;
mod invalid_page_range;
mod missing_content;
mod nonsensical_account;
mod phantom_statement;

use groundcheck_types::PartsRule;

use super::Checked;
use super::alerts::Alerts;

/// All of them, in the document's order.
pub(super) const ALL: &[fn(&Checked<'_>, &mut Alerts<'_>)] = &[
    phantom_statement::detect,
    invalid_page_range::detect,
    impossible_dates::detect,
    nonsensical_account::detect,
    fabricated_bank::detect,
    duplicate_boundaries::detect,
    missing_content::detect,
    inconsistent_data::detect,
];

/// The path of a part's field, or of the part itself.
fn path_of(parts: &PartsRule, at: usize, field: &str) -> String {
    let dot = if field.is_empty() { "" } else { "." };
    format!("{}[{at}]{dot}{field}", parts.field)
}
