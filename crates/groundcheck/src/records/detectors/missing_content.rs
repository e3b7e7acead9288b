//! A record of a document that says next to nothing.
//!
//! Source: document 3, "Missing Content": high for each part where the document has fewer characters than `min_content_length`. A record
//! without parts gets one such alert, as its fields come from nowhere just the same. In a document with text, a part is flagged where all
//! of its pages are blank.

use groundcheck_types::RecordRule;

use super::path_of;
use crate::records::Checked;
use crate::records::alerts::{Alerts, Found, Place};

pub(super) fn detect(checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    let (length, least) = (checked.document.length, checked.policy.min_content_length);
    if length < least as usize {
        let found = || Found {
            description: format!("The document has {length} characters of text"),
            detected: Some(length.to_string()),
            expected: Some(format!("at least {least}")),
            ..Found::default()
        };
        match &checked.profile.parts {
            Some(parts) if checked.reading.part_count > 0 => {
                for at in 0..checked.reading.part_count {
                    let path = path_of(parts, at, "");
                    alerts.add(RecordRule::DocumentWithoutContent, Place { path: &path, part: Some(at) }, found);
                }
            }
            _ if checked.reading.values.is_empty() => {}
            _ => alerts.add(RecordRule::DocumentWithoutContent, Place::default(), found),
        }
        return;
    }
    let Some(parts) = &checked.profile.parts else { return };
    for part in &checked.reading.parts {
        if checked.document.length_on(part.start, part.end) == Some(0) {
            let path = path_of(parts, part.at, "");
            alerts.add(RecordRule::PartWithoutContent, Place { path: &path, part: Some(part.at) }, || Found {
                description: format!("No page of the {} has any text", parts.called),
                detected: Some("0".to_owned()),
                expected: Some("pages with text".to_owned()),
                ..Found::default()
            });
        }
    }
}
