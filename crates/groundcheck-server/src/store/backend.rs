//! The two databases, and how one statement runs on either.
//!
//! sqlx types every statement by its database. These macros write the same body out for both, so that the SQL stands in the source
//! once: parameters as `$1`, `ON CONFLICT`, `RETURNING` and `CAST` are what both understand.

use std::path::Path;
use std::sync::Arc;

use sqlx::{PgPool, SqlitePool};

use super::StoreError;

/// An open database.
#[derive(Debug, Clone)]
pub(super) enum Backend {
    Sqlite(Sqlite),
    Postgres(PgPool),
}

/// SQLite lets one connection write at a time. One of ours does, and what wants to write waits its turn in the pool, first come
/// first served, instead of asking the file again and again.
#[derive(Debug, Clone)]
pub(super) struct Sqlite {
    pub(super) writer: SqlitePool,
    pub(super) readers: SqlitePool,
    pub(super) file: DatabaseFile,
}

/// The file that was opened, as the file system knows it.
#[derive(Debug, Clone)]
pub(super) struct DatabaseFile {
    path: Arc<Path>,
    identity: Option<(u64, u64)>,
}

impl DatabaseFile {
    pub(super) fn of(path: &Path) -> Self {
        DatabaseFile { path: path.into(), identity: identity(path) }
    }

    /// That it is still there: what is written to a file that was deleted is lost when the server ends.
    ///
    /// # Errors
    /// `unreachable` where it was deleted or another one is in its place.
    pub(super) fn is_there(&self) -> Result<(), StoreError> {
        if self.identity == identity(&self.path) {
            return Ok(());
        }
        Err(StoreError::unreachable("its file was deleted or replaced; restart the server".to_owned()))
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().ok().map(|about| (about.dev(), about.ino()))
}

/// Elsewhere an open file cannot be deleted.
#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// Runs `$body` with `$connection` for reading.
macro_rules! reading {
    ($store:expr, $connection:ident => $body:expr) => {
        match &$store.backend {
            $crate::store::backend::Backend::Sqlite(db) => {
                let _span = $crate::traces::store("read", module_path!(), "sqlite");
                let mut held = db.readers.acquire().await?;
                let $connection = &mut *held;
                $body
            }
            $crate::store::backend::Backend::Postgres(db) => {
                let _span = $crate::traces::store("read", module_path!(), "postgresql");
                let mut held = db.acquire().await?;
                let $connection = &mut *held;
                $body
            }
        }
    };
}

/// Runs `$body` with `$connection` in a transaction that has the right to write from its start. An error returned from `$body` by
/// `?` undoes all of it.
macro_rules! writing {
    ($store:expr, $connection:ident => $body:expr) => {
        match &$store.backend {
            $crate::store::backend::Backend::Sqlite(db) => {
                let _span = $crate::traces::store("write", module_path!(), "sqlite");
                db.file.is_there()?;
                let mut transaction = db.writer.begin_with("BEGIN IMMEDIATE").await?;
                let done = {
                    let $connection = &mut *transaction;
                    $body
                };
                transaction.commit().await?;
                done
            }
            $crate::store::backend::Backend::Postgres(db) => {
                let _span = $crate::traces::store("write", module_path!(), "postgresql");
                let mut transaction = db.begin().await?;
                let done = {
                    let $connection = &mut *transaction;
                    $body
                };
                transaction.commit().await?;
                done
            }
        }
    };
}

pub(super) use {reading, writing};
