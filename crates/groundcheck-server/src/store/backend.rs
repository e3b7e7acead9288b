//! The two databases, and how one statement runs on either.
//!
//! sqlx types every statement by its database. These macros write the same body out for both, so that the SQL stands in the source
//! once: parameters as `$1`, `ON CONFLICT`, `RETURNING` and `CAST` are what both understand.

use sqlx::{PgPool, SqlitePool};

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
}

/// Runs `$body` with `$connection` for reading.
macro_rules! reading {
    ($store:expr, $connection:ident => $body:expr) => {
        match &$store.backend {
            $crate::store::backend::Backend::Sqlite(db) => {
                let mut held = db.readers.acquire().await?;
                let $connection = &mut *held;
                $body
            }
            $crate::store::backend::Backend::Postgres(db) => {
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
                let mut transaction = db.writer.begin_with("BEGIN IMMEDIATE").await?;
                let done = {
                    let $connection = &mut *transaction;
                    $body
                };
                transaction.commit().await?;
                done
            }
            $crate::store::backend::Backend::Postgres(db) => {
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
