//! Names that neither the document nor a list of known names has.
//!
//! Source: document 3, "Fabricated Banks": high where the name is in neither. A known name that the document does not have is one of
//! the document's examples but no alert of its code; it is low here, as a logo is no text. A name that the document has is no finding,
//! whatever it is. One name is flagged once, however many parts have it.

use std::collections::BTreeSet;

use groundcheck_types::{FieldKind, RecordRule};

use crate::records::Checked;
use crate::records::alerts::{Alerts, Found, Place, shown_text};
use crate::records::names::{Names, folded};
use crate::records::patterns::{Forms, words};

pub(super) fn detect(checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    let wanted: BTreeSet<String> =
        checked.reading.of_kind(FieldKind::Name).filter_map(|value| value.text()).map(folded).collect();
    if wanted.is_empty() {
        return;
    }
    let names = Names::of(checked, &wanted);
    let has_content = checked.document.length >= checked.policy.min_content_length as usize;
    let forms = Forms::of(checked.profile);
    let mut seen = BTreeSet::new();
    for value in checked.reading.of_kind(FieldKind::Name) {
        let Some(text) = value.text() else { continue };
        let name = folded(text);
        if !seen.insert(name.clone()) || names.is_present(&name) {
            continue;
        }
        let place = Place { path: &value.path, part: value.part };
        let key = name.clone();
        let detected = Some(shown_text(text));
        if !names.is_known(&name) {
            alerts.add(RecordRule::UnknownName, place, || {
                let form =
                    forms.meaning_of(&words(text)).map(|meaning| format!("; it is {meaning}")).unwrap_or_default();
                let description = format!("Neither the document nor a list of known names has this name{form}");
                Found { description, detected, expected: Some("a name that the document has".to_owned()), key }
            });
        } else if has_content {
            alerts.add(RecordRule::KnownNameElsewhere, place, || Found {
                description: "The name is a known one, but the document does not have it".to_owned(),
                detected,
                expected: Some("a name that the document has".to_owned()),
                key,
            });
        }
    }
}
