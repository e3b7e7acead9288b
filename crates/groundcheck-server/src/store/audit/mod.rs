//! Who changed what, and when: one row for each thing that was changed, in the transaction that changes it. Rows are only ever added,
//! and each holds a digest over itself and the row before it ([`chain`]), so that a row that was altered or taken away later shows.
//!
//! Rows are added last in their transaction: the head of the chain is one row that all of them take, and whoever holds it waits for
//! nobody.

mod chain;

use futures_util::TryStreamExt as _;
use groundcheck_types::{AuditEvent, AuditVerification};

pub(super) use chain::Link;
use chain::Verifier;

use super::backend::reading;
use super::rows::row;
use super::{Millis, Store, StoreError};
use crate::dates;

/// What a row of the audit says beside who and when. Its texts are ours, never from outside.
#[derive(Debug)]
pub(super) struct Event {
    /// What was done.
    pub(super) action: &'static str,
    /// To what.
    pub(super) subject: String,
    /// To how much of it.
    pub(super) amount: i64,
    /// What changed, as JSON; empty where there is nothing to say.
    pub(super) detail: String,
}

row! {
    /// The end of the chain.
    pub struct Head {
        /// How many rows it has.
        pub number: i64,
        /// The digest of the last of them; empty before the first.
        pub digest: String,
    }
}

row! {
    /// A row of the audit.
    pub struct AuditRow {
        /// Its number in the chain.
        pub number: i64,
        /// When.
        pub happened_at: Millis,
        /// Who: the command, or the API with its caller.
        pub actor: String,
        /// What was done.
        pub action: String,
        /// To what.
        pub subject: String,
        /// To how much of it.
        pub amount: i64,
        /// What changed.
        pub detail: String,
        /// Over this row and the one before.
        pub digest: String,
    }
}

row! {
    /// A row from before there was a chain.
    pub struct Unchained {
        /// Its id.
        pub id: i64,
        /// When.
        pub happened_at: Millis,
        /// Who.
        pub actor: String,
        /// What was done.
        pub action: String,
        /// To what.
        pub subject: String,
        /// To how much of it.
        pub amount: i64,
    }
}

/// Takes the head of the chain until the transaction ends.
pub(super) const HOLD: &str = "UPDATE audit_head SET number = number WHERE id = 1 RETURNING number, digest";
pub(super) const SET_HEAD: &str = "UPDATE audit_head SET number = $1, digest = $2 WHERE id = 1";
pub(super) const ADD: &str = "INSERT INTO audit (number, happened_at, actor, action, subject, amount, detail, digest) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
pub(super) const NUMBER: &str = "SELECT number FROM audit_head WHERE id = 1";
/// A dump of an older groundcheck has no head.
pub(super) const ADD_HEAD: &str =
    "INSERT INTO audit_head (id, number, digest) VALUES (1, 0, '') ON CONFLICT (id) DO NOTHING";
pub(super) const UNCHAINED: &str =
    "SELECT id, happened_at, actor, action, subject, amount FROM audit WHERE number IS NULL ORDER BY id";
pub(super) const CHAIN: &str = "UPDATE audit SET number = $2, detail = '', digest = $3 WHERE id = $1";
/// `$1` before which number, `$2` how many.
pub const LAST: &str = "SELECT number, happened_at, actor, action, subject, amount, detail, digest FROM audit \
    WHERE number < $1 ORDER BY number DESC LIMIT $2";
/// As [`LAST`], `$3` of which subject.
pub const LAST_OF: &str = "SELECT number, happened_at, actor, action, subject, amount, detail, digest FROM audit \
    WHERE subject = $3 AND number < $1 ORDER BY number DESC LIMIT $2";
/// Head and rows in one statement are those of one moment.
const ALL: &str = "SELECT h.number AS head_number, h.digest AS head_digest, a.id, a.number, a.happened_at, a.actor, a.action, \
    a.subject, a.amount, a.detail, a.digest FROM audit_head h LEFT JOIN audit a ON 1 = 1 WHERE h.id = 1 ORDER BY a.number, a.id";

/// Adds rows of the audit at the end of a transaction: these events, or one of which there is no more to say than how much it was.
macro_rules! audited {
    ($store:expr, $connection:ident, $actor:expr, $action:literal, $subject:expr, $amount:expr) => {{
        let event = $crate::store::audit::Event {
            action: $action,
            subject: String::from($subject),
            amount: $amount,
            detail: String::new(),
        };
        $crate::store::audit::audited!($store, $connection, $actor, [event])
    }};
    ($store:expr, $connection:ident, $actor:expr, $events:expr) => {{
        use $crate::store::audit::{ADD, HOLD, Head, Link, SET_HEAD};
        let actor = $crate::store::values::label("actor", $actor)?;
        let happened_at = $store.now();
        let head: Option<Head> = sqlx::query_as(HOLD).fetch_optional(&mut *$connection).await?;
        // Gone for as long as somebody restores a backup.
        let Head { mut number, mut digest } = head.ok_or_else($crate::store::StoreError::busy)?;
        for event in $events {
            number += 1;
            let link = Link {
                number,
                happened_at,
                actor: &actor,
                action: event.action,
                subject: &event.subject,
                amount: event.amount,
                detail: &event.detail,
            };
            digest = link.digest(&digest);
            sqlx::query(ADD)
                .bind(number)
                .bind(happened_at)
                .bind(actor.as_ref())
                .bind(event.action)
                .bind(event.subject)
                .bind(event.amount)
                .bind(event.detail)
                .bind(digest.as_str())
                .execute(&mut *$connection)
                .await?;
        }
        sqlx::query(SET_HEAD).bind(number).bind(digest).execute(&mut *$connection).await?;
    }};
}

/// Makes a chain of rows from before there was one, in a transaction. One that there is stays as it is, whatever stands beside it.
macro_rules! chained {
    ($connection:ident) => {{
        use $crate::store::audit::{ADD_HEAD, CHAIN, HOLD, Head, Link, NUMBER, SET_HEAD, UNCHAINED, Unchained};
        let number: Option<i64> = sqlx::query_scalar(NUMBER).fetch_optional(&mut *$connection).await?;
        if number.is_none_or(|number| number == 0) {
            sqlx::query(ADD_HEAD).execute(&mut *$connection).await?;
            let Head { mut number, mut digest } = sqlx::query_as(HOLD).fetch_one(&mut *$connection).await?;
            let rows: Vec<Unchained> = match number {
                0 => sqlx::query_as(UNCHAINED).fetch_all(&mut *$connection).await?,
                // Another server was here in between.
                _ => Vec::new(),
            };
            for row in rows {
                number += 1;
                let link = Link {
                    number,
                    happened_at: row.happened_at,
                    actor: &row.actor,
                    action: &row.action,
                    subject: &row.subject,
                    amount: row.amount,
                    detail: "",
                };
                digest = link.digest(&digest);
                let chain = sqlx::query(CHAIN).bind(row.id).bind(number).bind(digest.as_str());
                chain.execute(&mut *$connection).await?;
            }
            sqlx::query(SET_HEAD).bind(number).bind(digest).execute(&mut *$connection).await?;
        }
    }};
}

pub(super) use {audited, chained};

impl Store {
    /// Rows of the audit, latest first; behind the row `before`, where it says one.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn audit(&self, before: Option<u64>, most: i64) -> Result<Vec<AuditEvent>, StoreError> {
        let before = number_before(before);
        let rows: Vec<AuditRow> = reading!(self, connection => {
            sqlx::query_as(LAST).bind(before).bind(most).fetch_all(connection).await?
        });
        Ok(rows.into_iter().map(AuditEvent::from).collect())
    }

    /// As [`Store::audit`], of one subject.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn audit_of(&self, subject: &str, before: Option<u64>, most: i64) -> Result<Vec<AuditEvent>, StoreError> {
        let before = number_before(before);
        let rows: Vec<AuditRow> = reading!(self, connection => {
            sqlx::query_as(LAST_OF).bind(before).bind(most).bind(subject).fetch_all(connection).await?
        });
        Ok(rows.into_iter().map(AuditEvent::from).collect())
    }

    /// Reads all rows and says whether they are what was written: none altered, taken away, put in or moved. Whoever can write to the
    /// database can also write a chain anew; `expected`, a digest that was kept elsewhere, must therefore be that of one of the rows.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn verify_audit(&self, expected: Option<&str>) -> Result<AuditVerification, StoreError> {
        let mut verifier = Verifier::new(expected);
        reading!(self, connection => {
            let mut rows = sqlx::query_as(ALL).fetch(connection);
            while let Some(row) = rows.try_next().await? {
                verifier.add(&row);
            }
        });
        Ok(verifier.finish())
    }
}

fn number_before(before: Option<u64>) -> i64 {
    before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX))
}

impl From<AuditRow> for AuditEvent {
    fn from(row: AuditRow) -> Self {
        AuditEvent {
            number: u64::try_from(row.number).unwrap_or(0),
            happened_at: dates::to_text_ms(row.happened_at),
            actor: row.actor,
            action: row.action,
            subject: row.subject,
            amount: u64::try_from(row.amount).unwrap_or(0),
            detail: row.detail,
            digest: row.digest,
        }
    }
}
