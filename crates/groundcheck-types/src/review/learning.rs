use serde::{Deserialize, Serialize};

use super::change::short;
use crate::limits::REVIEW_TEXT_MAX_BYTES;
use crate::{ErrorCode, InputError, Number, read_json};

/// How many items people have decided, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedCounts {
    /// Rejected: what was flagged is a hallucination. True positives.
    pub confirmed: u64,
    /// Approved: what was flagged is right. False positives.
    pub false_positives: u64,
}

impl ReviewedCounts {
    /// The share of what was flagged that is wrong indeed, 0 to 1; `None` where nothing was decided.
    ///
    /// ```
    /// use groundcheck_types::ReviewedCounts;
    /// assert_eq!(ReviewedCounts { confirmed: 3, false_positives: 1 }.precision(), Some(0.75));
    /// assert_eq!(ReviewedCounts::default().precision(), None);
    /// ```
    #[must_use]
    pub fn precision(self) -> Option<f64> {
        let total = self.confirmed.saturating_add(self.false_positives);
        (total > 0).then(|| self.confirmed as f64 / total as f64)
    }
}

/// By what precision is broken down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PrecisionGroup {
    /// The kind of a flagged claim: `currency`.
    ClaimKind,
    /// What flagged it: the claim's first reason (`differs_from_fact`), a finding's type, a record's rule; `mention` for a mention.
    Detector,
    /// Who answered.
    Provider,
    /// The month (UTC) that it entered the queue in: `2024-12`.
    Month,
}

/// The precision of one group. A claim that was decided by itself counts as decided; any other as its item was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PrecisionRow {
    /// By what.
    pub group: PrecisionGroup,
    /// Which.
    pub name: String,
    /// How many were decided, and how.
    pub counts: ReviewedCounts,
    /// The share that is wrong indeed, 0 to 1.
    pub precision: Number,
    /// The 95 % interval of it (Wilson), lower end.
    pub low: Number,
    /// Upper end.
    pub high: Number,
}

/// What a suggestion would do to the answers that people decided, found by checking them all again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuggestionEffect {
    /// How many decided claims were checked again.
    pub reviewed: u64,
    /// False positives that would not be flagged any more.
    pub false_positives_removed: u64,
    /// Hallucinations that would not be flagged any more.
    pub hallucinations_missed: u64,
    /// Hallucinations that would be flagged besides.
    pub hallucinations_found: u64,
    /// False positives that would come besides.
    pub false_positives_added: u64,
}

/// A change of a setting that the reviews speak for: under it more decided claims are judged as people did. Nobody applies it but a
/// person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Suggestion {
    /// The setting's name in the policy: `currency_tolerance_ratio`.
    pub setting: String,
    /// What applies it in the environment: `HALLUCINATION_CURRENCY_TOLERANCE=6.3`.
    pub environment: String,
    /// What it is now, in the policy's unit.
    pub current: Number,
    /// What it could be.
    pub suggested: Number,
    /// What that would do.
    pub effect: SuggestionEffect,
}

/// What is learnt from reviews: `GET /api/reviews/learning`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearningReport {
    /// Items that were decided.
    pub items: u64,
    /// Of everything that was flagged in them. Alerts of one fingerprint count once a record.
    pub counts: ReviewedCounts,
    /// By group, in the groups' order; within one the most decided first, at most 100.
    pub precision: Vec<PrecisionRow>,
    /// Changes that remove more false positives than they miss hallucinations, at most one a setting; the best first.
    pub suggestions: Vec<Suggestion>,
    /// True where there were more decided items than were read or checked again: the latest were.
    pub partial: bool,
}

/// A pattern that does not enter the queue any more. Reports say of it what they always did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mute {
    /// Of what was found: of a claim its kind, its reason and the words of its sentence without numbers; of an alert its rule and field.
    pub fingerprint: String,
    /// An example of it, as it stood in the queue; of a record masked.
    pub example: String,
    /// Why.
    pub note: Option<String>,
    /// Who muted it.
    pub actor: String,
    /// When: RFC 3339, UTC, to the second.
    pub created_at: String,
    /// How many items it has kept out of the queue since.
    pub kept_out: u64,
}

/// All mutes, latest first: `GET /api/mutes`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MuteList {
    /// The mutes.
    pub mutes: Vec<Mute>,
}

/// What mutes a pattern: `POST /api/mutes`. Only one of an approved item can be muted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MuteAdd {
    /// The item it stands in.
    pub item: u64,
    /// One of the item's fingerprints.
    pub fingerprint: String,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl MuteAdd {
    /// Reads and validates what mutes a pattern.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    ///
    /// ```
    /// use groundcheck_types::MuteAdd;
    ///
    /// let error = MuteAdd::from_json(br#"{"item": 7, "fingerprint": "1234"}"#).unwrap_err();
    /// assert_eq!(error.field.as_deref(), Some("fingerprint"));
    /// ```
    pub fn from_json(bytes: &[u8]) -> Result<MuteAdd, InputError> {
        let add: MuteAdd = read_json(bytes)?;
        if !is_fingerprint(&add.fingerprint) {
            return Err(InputError::field(
                ErrorCode::InvalidValue,
                "fingerprint",
                "expected sixteen letters from a to p",
            ));
        }
        short("note", add.note.as_deref(), REVIEW_TEXT_MAX_BYTES)?;
        Ok(add)
    }
}

/// Whether the text can be a fingerprint.
fn is_fingerprint(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| (b'a'..=b'p').contains(&byte))
}
