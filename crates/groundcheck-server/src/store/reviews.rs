//! The review queue: what people are to judge, and what they said of it. Document 2's `HallucinationReview`.
//!
//! An item changes only for whoever names the version that it has: two who judge it at once cannot undo each other unseen. Each item
//! that enters and each change is a row of the audit, in the same transaction.

use groundcheck_types::{ClaimDecision, ReviewChange, ReviewKind, ReviewStatus, Risk, masked};
use serde_json::{Map, Value, json};

use super::audit::{Event, audited};
use super::backend::{reading, writing};
pub use super::review_lists::{After, Filter, LIST, Statements, TOTALS};
use super::rows::row;
use super::values::{Word, label, optional_text, text, text_within};
use super::{Millis, Store, StoreError};

/// The longest content: a request of the contract with all the facts that it may have, and a report on every claim in it.
const CONTENT_MAX_BYTES: usize = 128 * 1024 * 1024;

/// An item to enter the queue.
#[derive(Debug, Clone, PartialEq)]
pub struct NewReview {
    /// What it is about.
    pub kind: ReviewKind,
    /// How grave what was found is.
    pub risk: Risk,
    /// What it is about in a line.
    pub title: String,
    /// How many claims, alerts or sources did not hold.
    pub flagged: usize,
    /// Who answered.
    pub provider: Option<String>,
    /// Which of the provider's models.
    pub model: Option<String>,
    /// Why somebody sends it.
    pub note: Option<String>,
    /// What there is to be judged, as JSON by the item's kind.
    pub content: String,
    /// By which what was found can be muted.
    pub fingerprints: Vec<String>,
    /// Whether it stays out where all of these are muted: not what a person sends, nor where they do not stand for all of it.
    pub can_be_muted: bool,
    /// Of what was checked and how: the same enters once, also after it was decided.
    pub digest: String,
}

/// What became of an item that was to enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entered {
    /// It waits under this id.
    New(i64),
    /// It was there already.
    Known(i64),
    /// All that was found in it is muted: it is not there.
    KeptOut,
}

impl Entered {
    /// Its id, where it is there.
    #[must_use]
    pub fn id(self) -> Option<i64> {
        match self {
            Entered::New(id) | Entered::Known(id) => Some(id),
            Entered::KeptOut => None,
        }
    }
}

row! {
    /// An item without what there is to be judged.
    pub struct ReviewRow {
        /// Its id.
        pub id: i64,
        /// Counts its changes, from 1.
        pub version: i64,
        /// Where it stands.
        pub status: Word<ReviewStatus>,
        /// What it is about.
        pub kind: Word<ReviewKind>,
        /// Its place by risk: 0 critical to 3 low.
        pub risk_rank: i64,
        /// What it is about in a line.
        pub title: String,
        /// How many claims, alerts or sources did not hold.
        pub flagged: i64,
        /// Who answered.
        pub provider: Option<String>,
        /// Which model.
        pub model: Option<String>,
        /// Who takes care of it; empty: nobody.
        pub assignee: String,
        /// What the reviewer noted.
        pub note: Option<String>,
        /// What should have stood there.
        pub corrected_value: Option<String>,
        /// What was decided of single claims, as JSON.
        pub decisions: String,
        /// When it entered.
        pub created_at: Millis,
        /// When it changed last.
        pub updated_at: Millis,
    }
}

row! {
    /// What there is to be judged.
    pub struct ReviewContentRow {
        /// As JSON by the item's kind.
        pub content: String,
        /// As a JSON list.
        pub fingerprints: String,
    }
}

/// What became of a change.
#[derive(Debug, Clone, PartialEq)]
pub enum Changed {
    /// It is done; the item as it is now.
    Changed(Box<ReviewRow>),
    /// The item has another version by now; it is as it was.
    Conflict(Box<ReviewRow>),
    /// There is no such item.
    Missing,
}

pub(super) const ADD: &str = "INSERT INTO reviews (version, status, kind, risk_rank, title, flagged, provider, model, assignee, note, \
    corrected_value, decisions, digest, created_at, updated_at) \
    VALUES (1, 'pending', $1, $2, $3, $4, $5, $6, '', $7, NULL, '[]', $8, $9, $9) ON CONFLICT (digest) DO NOTHING RETURNING id";
pub(super) const ADD_CONTENT: &str =
    "INSERT INTO review_contents (review_id, content, fingerprints) VALUES ($1, $2, $3)";
pub(super) const ID: &str = "SELECT id FROM reviews WHERE digest = $1";
const CONTENT: &str = "SELECT content, fingerprints FROM review_contents WHERE review_id = $1";
const CHANGE: &str = "UPDATE reviews SET version = version + 1, status = $3, assignee = $4, note = $5, corrected_value = $6, \
    decisions = $7, updated_at = $8 WHERE id = $1 AND version = $2";
const CONTENT_WITHIN: &str =
    "SELECT content, fingerprints FROM review_contents WHERE review_id = $1 AND LENGTH(content) <= $2";
/// The columns of [`ReviewRow`], under a condition.
macro_rules! columns {
    ($more:expr) => {
        concat!(
            "SELECT id, version, status, kind, risk_rank, title, flagged, provider, model, assignee, note, corrected_value, \
             decisions, created_at, updated_at FROM reviews WHERE ",
            $more
        )
    };
}
const ROW: &str = columns!("id = $1");

pub(super) use columns;

/// Adds items in a transaction that may have done something else before, and its rows of the audit, with which the transaction ends.
macro_rules! entered {
    ($store:expr, $connection:ident, $actor:expr, $reviews:expr) => {{
        use $crate::store::reviews::{ADD, ADD_CONTENT, Checked, Entered, ID, event};
        let now = $store.now();
        let (mut entered, mut events) = (Vec::new(), Vec::new());
        for new in $reviews {
            if new.can_be_muted && $crate::store::mutes::kept_out!($connection, new) {
                entered.push(Entered::KeptOut);
                continue;
            }
            let Checked { title, provider, model, note, content, fingerprints } = Checked::of(new)?;
            let id: Option<i64> = sqlx::query_scalar(ADD)
                .bind(new.kind.as_str())
                .bind($crate::store::reviews::risk_rank(new.risk))
                .bind(title.as_ref())
                .bind(i64::try_from(new.flagged).unwrap_or(i64::MAX))
                .bind(provider.as_deref())
                .bind(model.as_deref())
                .bind(note.as_deref())
                .bind(new.digest.as_str())
                .bind(now)
                .fetch_optional(&mut *$connection)
                .await?;
            let Some(id) = id else {
                let id = sqlx::query_scalar(ID).bind(new.digest.as_str()).fetch_one(&mut *$connection).await?;
                entered.push(Entered::Known(id));
                continue;
            };
            let add = sqlx::query(ADD_CONTENT).bind(id).bind(content.as_ref()).bind(fingerprints);
            add.execute(&mut *$connection).await?;
            let detail = serde_json::json!({ "kind": new.kind, "risk": new.risk, "flagged": new.flagged });
            events.push(event("review.add", id, &detail));
            entered.push(Entered::New(id));
        }
        if !events.is_empty() {
            $crate::store::audit::audited!($store, $connection, $actor, events);
        }
        entered
    }};
}

pub(super) use entered;

impl Store {
    /// Adds an item, unless the same was there before.
    ///
    /// # Errors
    /// A name that is too long, or the database; it is not there then.
    pub async fn add_review(&self, new: &NewReview, actor: &str) -> Result<Entered, StoreError> {
        let entered: Vec<Entered> = writing!(self, connection => entered!(self, connection, actor, [new]));
        entered.first().copied().ok_or_else(|| StoreError::damaged("an item was not added".to_owned()))
    }

    /// An item.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn review(&self, id: i64) -> Result<Option<ReviewRow>, StoreError> {
        Ok(reading!(self, connection => sqlx::query_as(ROW).bind(id).fetch_optional(connection).await?))
    }

    /// What there is to be judged of an item; it never changes.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn review_content(&self, id: i64) -> Result<Option<ReviewContentRow>, StoreError> {
        Ok(reading!(self, connection => sqlx::query_as(CONTENT).bind(id).fetch_optional(connection).await?))
    }

    /// The same, where it has no more characters.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn review_content_within(&self, id: i64, most: i64) -> Result<Option<ReviewContentRow>, StoreError> {
        Ok(reading!(self, connection => {
            sqlx::query_as(CONTENT_WITHIN).bind(id).bind(most).fetch_optional(connection).await?
        }))
    }

    /// Changes items, each if it has the version that its change was made on. All in one transaction, in the order of the ids, so that
    /// two of these wait for each other at most once.
    ///
    /// # Errors
    /// A text that is too long, or the database; nothing has changed then.
    pub async fn change_reviews(
        &self,
        changes: &[(i64, ReviewChange)],
        actor: &str,
    ) -> Result<Vec<Changed>, StoreError> {
        let now = self.now();
        let mut order: Vec<(usize, &(i64, ReviewChange))> = changes.iter().enumerate().collect();
        order.sort_by_key(|(_, (id, _))| *id);
        let mut changed = vec![Changed::Missing; changes.len()];
        writing!(self, connection => {
            let mut events = Vec::new();
            for (at, (id, change)) in order {
                let row: Option<ReviewRow> = sqlx::query_as(ROW).bind(*id).fetch_optional(&mut *connection).await?;
                let Some(before) = row else { continue };
                let after = applied(&before, change, now)?;
                let done = sqlx::query(CHANGE)
                    .bind(*id)
                    .bind(i64::from(change.version))
                    .bind(after.status.0.as_str())
                    .bind(label("assignee", &after.assignee)?)
                    .bind(optional_text("note", after.note.as_deref())?)
                    .bind(optional_text("corrected_value", after.corrected_value.as_deref())?)
                    .bind(text("decisions", &after.decisions)?)
                    .bind(now)
                    .execute(&mut *connection)
                    .await?;
                changed[at] = if done.rows_affected() == 1 {
                    events.push(event("review.change", *id, &difference(&before, &after)));
                    Changed::Changed(Box::new(after))
                } else {
                    // As others have left it, who may have done so since it was read.
                    let now = sqlx::query_as(ROW).bind(*id).fetch_optional(&mut *connection).await?;
                    Changed::Conflict(Box::new(now.unwrap_or(before)))
                };
            }
            if !events.is_empty() {
                audited!(self, connection, actor, events);
            }
        });
        Ok(changed)
    }
}

/// The texts of an item as they are stored.
pub(super) struct Checked<'a> {
    pub(super) title: std::borrow::Cow<'a, str>,
    pub(super) provider: Option<std::borrow::Cow<'a, str>>,
    pub(super) model: Option<std::borrow::Cow<'a, str>>,
    pub(super) note: Option<std::borrow::Cow<'a, str>>,
    pub(super) content: std::borrow::Cow<'a, str>,
    pub(super) fingerprints: String,
}

impl<'a> Checked<'a> {
    pub(super) fn of(new: &'a NewReview) -> Result<Self, StoreError> {
        let name = |field, name: &'a Option<String>| name.as_deref().map(|name| label(field, name)).transpose();
        Ok(Checked {
            title: text("title", &new.title)?,
            provider: name("provider", &new.provider)?,
            model: name("model", &new.model)?,
            note: optional_text("note", new.note.as_deref())?,
            content: text_within(CONTENT_MAX_BYTES, "content", &new.content)?,
            // A list of texts: writing it cannot fail.
            fingerprints: serde_json::to_string(&new.fingerprints).unwrap_or_default(),
        })
    }
}

/// A row of the audit on an item.
pub(super) fn event(action: &'static str, id: i64, detail: &Value) -> Event {
    Event { action, subject: subject(id), amount: 1, detail: detail.to_string() }
}

/// An item as the audit names it.
#[must_use]
pub fn subject(id: i64) -> String {
    format!("review {id}")
}

/// An item's place by its risk: the gravest first.
#[must_use]
pub fn risk_rank(risk: Risk) -> i64 {
    match risk {
        Risk::Critical => 0,
        Risk::High => 1,
        Risk::Medium => 2,
        Risk::Low => 3,
    }
}

/// The risk of a place.
#[must_use]
pub fn risk_of(rank: i64) -> Risk {
    match rank {
        0 => Risk::Critical,
        1 => Risk::High,
        2 => Risk::Medium,
        _ => Risk::Low,
    }
}

/// The item after a change. What is noted on a record is masked, as all that is stored of one.
fn applied(before: &ReviewRow, change: &ReviewChange, now: Millis) -> Result<ReviewRow, StoreError> {
    let shown = |text: &str| match before.kind.0 {
        ReviewKind::Record => masked(text),
        ReviewKind::Answer | ReviewKind::Mention => text.replace('\0', "\u{fffd}"),
    };
    let replaced = |old: &Option<String>, new: &Option<String>| match new.as_deref() {
        None => old.clone(),
        Some("") => None,
        Some(text) => Some(shown(text)),
    };
    let ReviewChange { version: _, status, assignee, note, corrected_value, decisions } = change;
    let decisions = decisions.as_ref().map(|decisions| {
        let decided = |decision: &ClaimDecision| ClaimDecision {
            claim: decision.claim.clone(),
            status: decision.status,
            corrected_value: replaced(&None, &decision.corrected_value),
            note: replaced(&None, &decision.note),
        };
        // Plain data of texts and words: writing it cannot fail.
        serde_json::to_string(&decisions.iter().map(decided).collect::<Vec<_>>()).unwrap_or_default()
    });
    let mut after = ReviewRow {
        version: before.version + 1,
        status: status.map_or(before.status, Word),
        note: replaced(&before.note, note),
        corrected_value: replaced(&before.corrected_value, corrected_value),
        decisions: decisions.unwrap_or_else(|| before.decisions.clone()),
        updated_at: now,
        ..before.clone()
    };
    if let Some(assignee) = assignee {
        after.assignee = label("assignee", assignee)?.into_owned();
    }
    Ok(after)
}

/// What a change changed: words from and to, of texts only that they did.
fn difference(before: &ReviewRow, after: &ReviewRow) -> Value {
    let mut changed = Map::from_iter([("version".to_owned(), json!(after.version))]);
    let mut note = |name: &str, differs: bool, what: Value| {
        if differs {
            changed.insert(name.to_owned(), what);
        }
    };
    let (from, to) = (before.status.0, after.status.0);
    note("status", from != to, json!([from, to]));
    note("assignee", before.assignee != after.assignee, json!([before.assignee, after.assignee]));
    note("note", before.note != after.note, json!(true));
    note("corrected_value", before.corrected_value != after.corrected_value, json!(true));
    note("decisions", before.decisions != after.decisions, json!(true));
    Value::Object(changed)
}
