//! What groundcheck remembers: collected responses with their mentions, sources and scores, link checks, reports, facts, jobs.
//!
//! [`Store`] is the one way in. It speaks to an SQLite file or to PostgreSQL; which, its [`Location`] says, and nothing else in the
//! program knows. Each SQL statement is written once, in what both understand, and runs on either typed backend ([`backend`]).
//!
//! - [`responses`]: what was asked and what came back; [`scores`]: what it is worth; [`reports`]: sums over all of it.
//! - [`url_checks`]: the last outcome of each link; [`analyses`]: reports on plain answers; [`facts`]: known values.
//! - [`verifications`]: what language models answered about claims, by digest.
//! - [`jobs`]: work, taken by lease so that several servers share it; [`audit`]: who changed what, as a chain of digests.
//! - [`reviews`]: what people are to judge, and what they said of it.
//! - [`backup`]: a copy while others write, and back.
//!
//! What a method returned `Ok` for is on the disk (SQLite `synchronous=FULL`, PostgreSQL's commit). What an answer, a source or a
//! fact says is bound, never put into SQL; what is written passes [`values::text`]. The store judges nothing and has no clock of
//! its own: times come from the [`Clock`] that it was opened with.

pub mod analyses;
pub mod audit;
mod backend;
pub mod backup;
mod clock;
mod error;
pub mod facts;
pub mod jobs;
mod location;
mod migrations;
pub mod mutes;
mod postgres;
pub mod record_sums;
pub mod reports;
pub mod responses;
mod review_lists;
pub mod reviews;
mod rows;
pub mod scores;
mod sqlite;
pub mod url_checks;
mod values;
pub mod verifications;

use std::fmt;
use std::sync::Arc;

use backend::{Backend, writing};
pub use clock::{Clock, Millis, SystemClock};
pub use error::StoreError;
pub use location::Location;
pub use values::{LinkState, Origin, RiskLevel, Word};
pub(crate) use values::{digest, read_word};

/// An open store. Cheap to clone; all clones share their connections.
#[derive(Clone)]
pub struct Store {
    backend: Backend,
    clock: Arc<dyn Clock>,
}

impl Store {
    /// Whether something can be written. SQLite leaves out a write that changes nothing: a column that nothing reads gets another value.
    /// PostgreSQL needs no room for that, so where something `has_failed` it is also asked for room, which it gets back.
    ///
    /// # Errors
    /// Why nothing can be.
    pub async fn probe(&self, has_failed: bool) -> Result<(), StoreError> {
        let other = "UPDATE _sqlx_migrations SET execution_time = -1 - execution_time WHERE version = 1";
        writing!(self, connection => {
            sqlx::query(other).execute(connection).await?;
        });
        match &self.backend {
            Backend::Postgres(db) if has_failed => postgres::probe_room(db).await,
            _ => Ok(()),
        }
    }

    /// Opens it: creates what is not there, looks the file over (`quick_check`), brings its tables up to date.
    ///
    /// # Errors
    /// Where there is no such database, it is damaged, or a newer groundcheck has written it.
    pub async fn open(location: &Location, clock: Arc<dyn Clock>) -> Result<Store, StoreError> {
        let backend = match location {
            Location::File(path) => Backend::Sqlite(sqlite::open(path).await?),
            Location::Server(options) => Backend::Postgres(postgres::open(options).await?),
        };
        Ok(Store { backend, clock })
    }

    /// Lets all connections go, after what is under way.
    pub async fn close(&self) {
        match &self.backend {
            Backend::Sqlite(db) => {
                db.readers.close().await;
                db.writer.close().await;
            }
            Backend::Postgres(db) => db.close().await,
        }
    }

    /// The time by the store's clock.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.clock.now()
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let backend = match self.backend {
            Backend::Sqlite(_) => "sqlite",
            Backend::Postgres(_) => "postgres",
        };
        f.debug_struct("Store").field("backend", &backend).finish_non_exhaustive()
    }
}
