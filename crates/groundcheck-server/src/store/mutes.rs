//! Patterns that somebody muted: what consists of nothing else does not enter the queue. Each was found in an item that people
//! approved; who muted it, and who took that back, is in the audit.

use super::audit::{Event, audited};
use super::backend::{reading, writing};
use super::reviews::subject as item_subject;
use super::rows::row;
use super::values::{label, optional_text, text};
use super::{Millis, Store, StoreError};

/// More of them are a sign that a setting wants changing, and each is looked at when something enters.
pub const MUTES_MAX: i64 = 1_000;

row! {
    /// A muted pattern.
    pub struct MuteRow {
        /// Sixteen letters.
        pub fingerprint: String,
        /// Where it was found.
        pub example: String,
        /// Why it is muted.
        pub note: Option<String>,
        /// Who did.
        pub actor: String,
        /// When.
        pub created_at: Millis,
        /// How many items it has kept out.
        pub kept_out: i64,
    }
}

/// A pattern to mute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewMute<'a> {
    /// The item that it was found in.
    pub item: i64,
    /// One of the item's.
    pub fingerprint: &'a str,
    /// Where in it.
    pub example: &'a str,
    /// Why.
    pub note: Option<&'a str>,
}

/// What became of a pattern that was to be muted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Muted {
    /// It is.
    New,
    /// It was already.
    Known,
    /// Its item is not approved, or is not there.
    NotApproved,
    /// There are [`MUTES_MAX`].
    TooMany,
}

/// Only where the item is approved at this moment, and there is room. `$7` how many there may be.
const ADD: &str = "INSERT INTO mutes (fingerprint, example, note, actor, created_at, kept_out) \
    SELECT $1, $2, $3, $4, $5, 0 FROM reviews WHERE id = $6 AND status = 'approved' \
    AND (SELECT COUNT(*) FROM mutes) < $7 ON CONFLICT (fingerprint) DO NOTHING";
const IS_APPROVED: &str = "SELECT COUNT(*) FROM reviews WHERE id = $1 AND status = 'approved'";
const REMOVE: &str = "DELETE FROM mutes WHERE fingerprint = $1";
const LIST: &str =
    "SELECT fingerprint, example, note, actor, created_at, kept_out FROM mutes ORDER BY created_at DESC, id DESC";
pub(super) const IS_MUTED: &str = "SELECT COUNT(*) FROM mutes WHERE fingerprint = $1";
pub(super) const COUNT_ON: &str = "UPDATE mutes SET kept_out = kept_out + 1 WHERE fingerprint = $1";

/// Whether all patterns of an item that is not there yet are muted; each counts then that it kept something out. In the order of the
/// patterns, so that two of these wait for each other at most once.
macro_rules! kept_out {
    ($connection:ident, $new:expr) => {{
        use $crate::store::mutes::{COUNT_ON, IS_MUTED};
        let mut fingerprints: Vec<&String> = $new.fingerprints.iter().collect();
        fingerprints.sort_unstable();
        let known: Option<i64> = sqlx::query_scalar($crate::store::reviews::ID)
            .bind($new.digest.as_str())
            .fetch_optional(&mut *$connection)
            .await?;
        let mut all = known.is_none() && !fingerprints.is_empty();
        for fingerprint in &fingerprints {
            let muted: i64 = sqlx::query_scalar(IS_MUTED).bind(*fingerprint).fetch_one(&mut *$connection).await?;
            if muted == 0 {
                all = false;
                break;
            }
        }
        if all {
            for fingerprint in &fingerprints {
                sqlx::query(COUNT_ON).bind(*fingerprint).execute(&mut *$connection).await?;
            }
        }
        all
    }};
}

pub(super) use kept_out;

impl Store {
    /// Mutes a pattern of an approved item.
    ///
    /// # Errors
    /// A text that is too long, or the database; it is not muted then.
    pub async fn add_mute(&self, new: NewMute<'_>, actor: &str) -> Result<Muted, StoreError> {
        let NewMute { item, fingerprint, example, note } = new;
        let (fingerprint, example) = (label("fingerprint", fingerprint)?, text("example", example)?);
        let (note, by) = (optional_text("note", note)?, label("actor", actor)?);
        Ok(writing!(self, connection => {
            let added = sqlx::query(ADD)
                .bind(fingerprint.as_ref())
                .bind(example.as_ref())
                .bind(note.as_deref())
                .bind(by.as_ref())
                .bind(self.now())
                .bind(item)
                .bind(MUTES_MAX)
                .execute(&mut *connection)
                .await?
                .rows_affected();
            if added > 0 {
                audited!(self, connection, actor, [event("mute.add", &fingerprint, &item_subject(item))]);
                Muted::New
            } else {
                let approved: i64 = sqlx::query_scalar(IS_APPROVED).bind(item).fetch_one(&mut *connection).await?;
                let known: i64 = sqlx::query_scalar(IS_MUTED).bind(fingerprint.as_ref()).fetch_one(&mut *connection).await?;
                match (approved, known) {
                    (0, _) => Muted::NotApproved,
                    (_, 0) => Muted::TooMany,
                    _ => Muted::Known,
                }
            }
        }))
    }

    /// Takes a mute back; whether there was one.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn remove_mute(&self, fingerprint: &str, actor: &str) -> Result<bool, StoreError> {
        let fingerprint = label("fingerprint", fingerprint)?;
        Ok(writing!(self, connection => {
            let removed = sqlx::query(REMOVE).bind(fingerprint.as_ref()).execute(&mut *connection).await?.rows_affected();
            if removed > 0 {
                audited!(self, connection, actor, [event("mute.remove", &fingerprint, "")]);
            }
            removed > 0
        }))
    }

    /// All mutes, the latest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn mutes(&self) -> Result<Vec<MuteRow>, StoreError> {
        Ok(reading!(self, connection => sqlx::query_as(LIST).fetch_all(connection).await?))
    }
}

/// A row of the audit on a pattern that there is or was: letters, no text from outside.
fn event(action: &'static str, fingerprint: &str, item: &str) -> Event {
    let detail = if item.is_empty() { String::new() } else { serde_json::json!({ "item": item }).to_string() };
    Event { action, subject: format!("mute {fingerprint}"), amount: 1, detail }
}
