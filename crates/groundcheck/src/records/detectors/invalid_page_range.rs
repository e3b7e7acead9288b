//! Ranges of pages that no document has: the last before the first, pages before the first, an end behind the last.
//!
//! Source: document 3, "Invalid Page Ranges"; each is high. A part that begins behind the last page is a phantom, and is not flagged
//! a second time for ending there too: one mistake counts once towards a rejection.

use groundcheck_types::RecordRule;

use super::path_of;
use crate::records::Checked;
use crate::records::alerts::{Alerts, Found, Place, shown_page};

pub(super) fn detect(checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    let Some(parts) = &checked.profile.parts else { return };
    let pages = checked.document.pages.map_or(i128::MAX, i128::from);
    for part in &checked.reading.parts {
        let (start, end) = (part.start, part.end);
        let (rule, field, found) = if start < 1 || end < 1 {
            (
                RecordRule::PageBeforeFirst,
                if start < 1 { parts.start.as_str() } else { parts.end.as_str() },
                start.min(end),
            )
        } else if start > end {
            (RecordRule::StartAfterEnd, "", start)
        } else if start <= pages && end > pages {
            (RecordRule::EndBeyondDocument, parts.end.as_str(), end)
        } else {
            continue;
        };
        let path = path_of(parts, part.at, field);
        alerts.add(rule, Place { path: &path, part: Some(part.at) }, || {
            let (description, detected, expected) = match rule {
                RecordRule::PageBeforeFirst => {
                    (format!("Page {} of a document", shown_page(found)), shown_page(found), "at least 1".to_owned())
                }
                RecordRule::StartAfterEnd => (
                    format!(
                        "The {} begins on page {} and ends on page {}",
                        parts.called,
                        shown_page(start),
                        shown_page(end)
                    ),
                    format!("{}-{}", shown_page(start), shown_page(end)),
                    format!("{} not after {}", parts.start, parts.end),
                ),
                _ => (
                    format!("The {} ends on page {} of {pages}", parts.called, shown_page(end)),
                    shown_page(end),
                    format!("at most {pages}"),
                ),
            };
            Found { description, detected: Some(detected), expected: Some(expected), ..Found::default() }
        });
    }
}
