//! Who changed what, and when: one row a command or request that changes what is stored, in the same transaction as the change.

use super::backend::reading;
use super::rows::row;
use super::{Millis, Store, StoreError};

/// Adds a row of the audit inside a transaction; `$subject` is a name of ours, never a text from outside.
macro_rules! audited {
    ($store:expr, $connection:ident, $actor:expr, $action:literal, $subject:expr, $amount:expr) => {{
        const ADD: &str = "INSERT INTO audit (happened_at, actor, action, subject, amount) VALUES ($1, $2, $3, $4, $5)";
        sqlx::query(ADD)
            .bind($store.now())
            .bind($crate::store::values::label("actor", $actor)?)
            .bind($action)
            .bind($subject)
            .bind($amount)
            .execute(&mut *$connection)
            .await?;
    }};
}

pub(super) use audited;

row! {
    /// A row of the audit.
    pub struct AuditRow {
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
    }
}

impl Store {
    /// The last rows of the audit, latest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn audit(&self, most: i64) -> Result<Vec<AuditRow>, StoreError> {
        const LAST: &str = "SELECT happened_at, actor, action, subject, amount FROM audit ORDER BY id DESC LIMIT $1";
        Ok(reading!(self, connection => sqlx::query_as(LAST).bind(most).fetch_all(connection).await?))
    }
}
