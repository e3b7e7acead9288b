use serde::{Deserialize, Serialize};

use crate::InputError;

/// A row of the audit: who changed what. Rows are only ever added, and each holds the digest of the one before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuditEvent {
    /// Its number, from 1 without gaps.
    pub number: u64,
    /// When: RFC 3339, UTC, to the millisecond.
    pub happened_at: String,
    /// Who: the command, or the token's name.
    pub actor: String,
    /// What was done: `review.change`.
    pub action: String,
    /// To what: `review 7`.
    pub subject: String,
    /// To how much of it.
    pub amount: u64,
    /// What changed, as JSON of names and words of the contract; no text of an answer, a note or a record. Empty where there is
    /// nothing to say.
    pub detail: String,
    /// SHA-256 over this row and the digest of the one before, as lower-case hexadecimal digits.
    pub digest: String,
}

/// A page of the audit, latest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuditPage {
    /// The rows.
    pub events: Vec<AuditEvent>,
    /// What `before` must say for the next page; null on the last one.
    pub next: Option<u64>,
}

/// What `groundcheck audit verify` found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuditVerification {
    /// How many rows hold.
    pub rows: u64,
    /// The digest of the last row that holds: kept elsewhere, it shows later that nothing before it was changed.
    pub head: String,
    /// The number of the first row that does not hold; null where all do.
    pub broken: Option<u64>,
    /// What is wrong with it.
    pub error: Option<InputError>,
}
