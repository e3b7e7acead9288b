use serde::{Deserialize, Serialize};

use super::draft::ReviewStatus;
use super::item::ReviewItem;
use crate::limits::{REVIEW_BULK_MAX, REVIEW_DECISIONS_MAX, REVIEW_NAME_MAX_BYTES, REVIEW_TEXT_MAX_BYTES};
use crate::{ErrorCode, InputError, Request, Status, read_json};

/// What a reviewer says of one claim of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimDecision {
    /// The claim's id in the report: `c1`.
    pub claim: String,
    /// What the evidence says of it.
    pub status: Status,
    /// What should have stood there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected_value: Option<String>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A change of one item: `PATCH /api/reviews/{id}`. What is absent stays; an empty text takes away.
///
/// ```
/// use groundcheck_types::ReviewChange;
///
/// let error = ReviewChange::from_json(br#"{"version": 1}"#).unwrap_err();
/// assert_eq!(error.message, "changes nothing: give a status, an assignee, a note, a corrected value or decisions");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewChange {
    /// The version of the item that the change was made on. Where it has another one by now, nothing changes.
    pub version: u32,
    /// Where it stands now. Any status may follow any other: a decision can be undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<ReviewStatus>,
    /// Who takes care of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    /// What the reviewer notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What should have stood there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected_value: Option<String>,
    /// All decisions on single claims, in place of those there were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisions: Option<Vec<ClaimDecision>>,
}

impl ReviewChange {
    /// Reads and validates a change.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<ReviewChange, InputError> {
        let change: ReviewChange = read_json(bytes)?;
        change.validate()?;
        Ok(change)
    }

    /// Checks the limits, and that it changes something.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn validate(&self) -> Result<(), InputError> {
        let ReviewChange { version: _, status, assignee, note, corrected_value, decisions } = self;
        let texts = [assignee, note, corrected_value];
        if status.is_none() && decisions.is_none() && texts.iter().all(|text| text.is_none()) {
            let message = "changes nothing: give a status, an assignee, a note, a corrected value or decisions";
            return Err(InputError::whole(ErrorCode::MissingField, message));
        }
        short("assignee", assignee.as_deref(), REVIEW_NAME_MAX_BYTES)?;
        short("note", note.as_deref(), REVIEW_TEXT_MAX_BYTES)?;
        short("corrected_value", corrected_value.as_deref(), REVIEW_TEXT_MAX_BYTES)?;
        let decisions = decisions.as_deref().unwrap_or_default();
        if decisions.len() > REVIEW_DECISIONS_MAX {
            let message = format!("holds {}, {REVIEW_DECISIONS_MAX} are allowed", decisions.len());
            return Err(InputError::field(ErrorCode::TooMany, "decisions", message));
        }
        for (at, decision) in decisions.iter().enumerate() {
            let field = |name: &str| format!("decisions[{at}].{name}");
            short(&field("claim"), Some(&decision.claim), REVIEW_NAME_MAX_BYTES)?;
            short(&field("note"), decision.note.as_deref(), REVIEW_TEXT_MAX_BYTES)?;
            short(&field("corrected_value"), decision.corrected_value.as_deref(), REVIEW_TEXT_MAX_BYTES)?;
            if decisions.iter().take(at).any(|other| other.claim == decision.claim) {
                let message = "is decided twice".to_owned();
                return Err(InputError::field(ErrorCode::InvalidValue, field("claim"), message));
            }
        }
        Ok(())
    }
}

/// Checks that a text is not too long.
pub(super) fn short(field: &str, text: Option<&str>, most: usize) -> Result<(), InputError> {
    if text.is_some_and(|text| text.len() > most) {
        let message = format!("is longer than {most} bytes");
        return Err(InputError::field(ErrorCode::InvalidValue, field, message));
    }
    Ok(())
}

/// What a change of a version that is not the item's any more is answered with (409): nothing was changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewConflict {
    /// What happened.
    pub error: InputError,
    /// The item as it is now.
    pub item: Box<ReviewItem>,
}

/// An item of a bulk change, with the version that somebody saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BulkTarget {
    /// Its id.
    pub id: u64,
    /// Its version.
    pub version: u32,
}

/// The same change of many items: `POST /api/reviews/bulk`. Each changes, or not, by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BulkChange {
    /// Which.
    pub items: Vec<BulkTarget>,
    /// Where they stand now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<ReviewStatus>,
    /// Who takes care of them; an empty text: nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    /// What the reviewer notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl BulkChange {
    /// Reads and validates a change.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<BulkChange, InputError> {
        let change: BulkChange = read_json(bytes)?;
        if change.items.is_empty() || change.items.len() > REVIEW_BULK_MAX {
            let message = format!("holds {}, from 1 to {REVIEW_BULK_MAX} are allowed", change.items.len());
            return Err(InputError::field(ErrorCode::TooMany, "items", message));
        }
        change.of(0).validate()?;
        Ok(change)
    }

    /// The change of one of the items.
    #[must_use]
    pub fn of(&self, version: u32) -> ReviewChange {
        let BulkChange { items: _, status, assignee, note } = self.clone();
        ReviewChange { version, status, assignee, note, corrected_value: None, decisions: None }
    }
}

/// What became of an item of a bulk change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BulkOutcome {
    /// It changed.
    Changed,
    /// Somebody else changed it before: it is as they left it.
    Conflict,
    /// There is no such item.
    Missing,
}

/// An item of a bulk change afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BulkRow {
    /// Its id.
    pub id: u64,
    /// What became of it.
    pub outcome: BulkOutcome,
    /// Its version now; null where there is no such item.
    pub version: Option<u32>,
}

/// An answer that somebody sends to the queue, whatever its verdict: `POST /api/reviews`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewAdd {
    /// The answer with what it should rest on. It is checked anew.
    pub request: Request,
    /// Why it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl ReviewAdd {
    /// Reads and validates what is sent.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<ReviewAdd, InputError> {
        let add: ReviewAdd = read_json(bytes)?;
        add.request.validate()?;
        short("note", add.note.as_deref(), REVIEW_TEXT_MAX_BYTES)?;
        Ok(add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_change_names_its_field() {
        use ErrorCode as E;
        let long = "x".repeat(REVIEW_TEXT_MAX_BYTES + 1);
        for (json, code, field) in [
            (r#"{"status": "approved"}"#.to_owned(), E::MissingField, Some("version")),
            (r#"{"version": 1, "status": "accepted"}"#.to_owned(), E::InvalidValue, Some("status")),
            (r#"{"version": 1, "stauts": "approved"}"#.to_owned(), E::UnknownField, Some("stauts")),
            (r#"{"version": 1}"#.to_owned(), E::MissingField, None),
            (format!(r#"{{"version": 1, "note": "{long}"}}"#), E::InvalidValue, Some("note")),
            (
                r#"{"version": 1, "decisions": [{"claim": "c1", "status": "right"}]}"#.to_owned(),
                E::InvalidValue,
                Some("decisions[0].status"),
            ),
            (
                r#"{"version": 1, "decisions": [{"claim": "c1", "status": "supported"}, {"claim": "c1", "status": "unsupported"}]}"#
                    .to_owned(),
                E::InvalidValue,
                Some("decisions[1].claim"),
            ),
        ] {
            let error = ReviewChange::from_json(json.as_bytes()).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (code, field), "{error}");
        }
        assert!(ReviewChange::from_json(br#"{"version": 1, "note": ""}"#).is_ok(), "an empty text takes away");
    }

    #[test]
    fn a_bulk_change_has_items_and_an_end() {
        let field = |json: &str| BulkChange::from_json(json.as_bytes()).unwrap_err().field;
        assert_eq!(field(r#"{"items": [], "status": "approved"}"#).as_deref(), Some("items"));
        assert_eq!(field(r#"{"items": [{"id": 1, "version": 1}]}"#), None);
        assert_eq!(field(r#"{"items": [{"id": -1, "version": 1}]}"#).as_deref(), Some("items[0].id"));
    }
}
