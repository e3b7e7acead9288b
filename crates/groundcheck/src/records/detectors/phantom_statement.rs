//! More parts than the document can hold, and parts on pages that it does not have.
//!
//! Source: document 3, "Phantom Statements". Critical where there are more parts than pages, high for each part that begins behind the
//! last page. "More than reasonable based on document structure" is more parts than pages with any text, where all pages are given.

use groundcheck_types::RecordRule;

use super::path_of;
use crate::records::Checked;
use crate::records::alerts::{Alerts, Found, Place, shown_page};

pub(super) fn detect(checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    let (Some(parts), Some(pages)) = (&checked.profile.parts, checked.document.pages) else { return };
    let (count, called) = (checked.reading.part_count, &parts.called);
    let whole = Place { path: &parts.field, part: None };
    if count > pages as usize {
        alerts.add(RecordRule::MorePartsThanPages, whole, || Found {
            description: format!(
                "{count} {called}s in a document of {pages} page{}",
                if pages == 1 { "" } else { "s" }
            ),
            detected: Some(count.to_string()),
            expected: Some(format!("at most {pages}")),
            ..Found::default()
        });
    } else if let Some(filled) = checked.document.filled.filter(|filled| (1..count).contains(filled)) {
        alerts.add(RecordRule::MorePartsThanFilledPages, whole, || Found {
            description: format!("{count} {called}s in a document with text on {filled} of its pages"),
            detected: Some(count.to_string()),
            expected: Some(format!("at most {filled}")),
            ..Found::default()
        });
    }
    for part in checked.reading.parts.iter().filter(|part| part.start > i128::from(pages)) {
        let path = path_of(parts, part.at, &parts.start);
        alerts.add(RecordRule::PartBeyondDocument, Place { path: &path, part: Some(part.at) }, || Found {
            description: format!("The {called} begins on page {} of {pages}", shown_page(part.start)),
            detected: Some(shown_page(part.start)),
            expected: Some(format!("at most {pages}")),
            ..Found::default()
        });
    }
}
