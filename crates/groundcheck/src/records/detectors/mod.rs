//! The eight detectors of document 3, one type of alert a file.

mod duplicate_boundaries;
mod fabricated_bank;
mod impossible_dates;
mod inconsistent_data;
mod invalid_page_range;
mod missing_content;
mod nonsensical_account;
mod phantom_statement;

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

/// Where the list of parts is, and what one of them is called.
struct Parts<'p> {
    field: &'p str,
    called: &'p str,
    start: &'p str,
    end: &'p str,
}

impl<'p> Parts<'p> {
    fn of(checked: &Checked<'p>) -> Self {
        match &checked.profile.parts {
            Some(parts) => Parts { field: &parts.field, called: &parts.called, start: &parts.start, end: &parts.end },
            None => Parts { field: "", called: "part", start: "", end: "" },
        }
    }

    /// The path of a part's field, or of the part itself.
    fn path(&self, at: usize, field: &str) -> String {
        let dot = if field.is_empty() { "" } else { "." };
        format!("{}[{at}]{dot}{field}", self.field)
    }
}
