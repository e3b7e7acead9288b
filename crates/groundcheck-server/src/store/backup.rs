//! A copy of everything while others go on writing, and back again.
//!
//! Of an SQLite file: `VACUUM INTO`, one consistent file that is a database itself. Of PostgreSQL: one JSON object a line, read in
//! one snapshot, for which `pg_dump` is the alternative. Restoring replaces everything in one transaction: it has happened or not.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use futures_util::TryStreamExt as _;
use sqlx::{Connection as _, PgPool, SqliteConnection};

use super::audit::{audited, chained};
use super::backend::{Backend, reading};
use super::sqlite;
use super::{Store, StoreError};

/// First line of a dump; the number changes when old dumps can no longer be read.
const HEADER: &str = r#"{"groundcheck_dump":1}"#;

/// What restoring a table takes. `$1` of `insert` is a row as JSON.
struct Table {
    name: &'static str,
    dump: &'static str,
    insert: &'static str,
    clear: &'static str,
    /// Sets the counter of ids behind the last one.
    count_on: &'static str,
    /// From the attached file `backup`.
    copy: &'static str,
}

macro_rules! tables {
    ($($name:literal),*) => {
        [$(Table {
            name: $name,
            dump: concat!("SELECT CAST(row_to_json(t) AS TEXT) FROM ", $name, " t ORDER BY id"),
            insert: concat!(
                "INSERT INTO ", $name, " SELECT * FROM json_populate_record(CAST(NULL AS ", $name, "), CAST($1 AS JSON))"
            ),
            clear: concat!("DELETE FROM ", $name),
            count_on: concat!(
                "SELECT setval(pg_get_serial_sequence('", $name, "', 'id'), (SELECT COALESCE(MAX(id), 0) + 1 FROM ", $name,
                "), FALSE)"
            ),
            copy: concat!("INSERT INTO main.", $name, " SELECT * FROM backup.", $name),
        }),*]
    };
}

/// Every table, those that others refer to first. The audit's head is emptied last: whoever changes something takes it last, too.
const TABLES: [Table; 18] = tables!(
    "audit_head",
    "audit",
    "queries",
    "responses",
    "mentions",
    "sources",
    "hallucination_scores",
    "response_quality",
    "report_sums",
    "url_checks",
    "verifications",
    "analyses",
    "facts",
    "jobs",
    "reviews",
    "review_contents",
    "record_sums",
    "mutes"
);

/// The names of all tables.
#[cfg(test)]
pub(super) fn tables() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|table| table.name)
}

/// Whether anything is stored that a restore would replace.
const ANYTHING: &str = "SELECT CASE WHEN EXISTS (SELECT 1 FROM responses) OR EXISTS (SELECT 1 FROM facts) \
    OR EXISTS (SELECT 1 FROM analyses) OR EXISTS (SELECT 1 FROM url_checks) OR EXISTS (SELECT 1 FROM reviews) \
    OR EXISTS (SELECT 1 FROM record_sums) THEN 1 ELSE 0 END";

impl Store {
    /// Writes everything as it is at this moment to a new file.
    ///
    /// # Errors
    /// A file that exists or cannot be written, or the database. No half file is left.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::file(to, "exists already; a backup replaces no file"));
        }
        if to.parent().is_some_and(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
            return Err(StoreError::file(to, "cannot be written: its folder does not exist"));
        }
        // Under another name first: a file of the name asked for is a whole backup.
        let partial = beside(to, "partial");
        let done = match &self.backend {
            Backend::Sqlite(db) => {
                let path = partial.to_str().ok_or_else(|| StoreError::file(to, "has a name that is not UTF-8"))?;
                let mut reader = db.readers.acquire().await?;
                match sqlx::query("VACUUM INTO $1").bind(path).execute(&mut *reader).await {
                    Ok(_) => File::open(&partial).and_then(|file| file.sync_all()).map_err(|e| unusable(to, &e)),
                    Err(error) => Err(error.into()),
                }
            }
            Backend::Postgres(db) => dump(db, &partial).await,
        };
        let done = done.and_then(|()| fs::rename(&partial, to).map_err(|e| unusable(to, &e)));
        if done.is_err() {
            let _ = fs::remove_file(&partial);
        }
        done
    }

    /// Replaces everything by a backup. Others may be reading and writing; they see all of it or nothing.
    ///
    /// # Errors
    /// A file that is no backup, a store that is not empty without `replace`, or the database. Nothing has changed then.
    pub async fn restore(&self, from: &Path, replace: bool, actor: &str) -> Result<(), StoreError> {
        if !from.is_file() {
            return Err(StoreError::file(from, "is not a file that exists"));
        }
        let anything: i32 = reading!(self, connection => sqlx::query_scalar(ANYTHING).fetch_one(connection).await?);
        if anything != 0 && !replace {
            let message = "would replace a database that is not empty; pass --replace if you mean that";
            return Err(StoreError::file(from, message));
        }
        match &self.backend {
            Backend::Sqlite(db) => {
                // A copy, because looking at it brings its tables up to date; in the database's own folder, not one that all may write to.
                let copy = beside(db.writer.connect_options().get_filename(), "restore");
                let restored = async {
                    db.file.is_there()?;
                    fs::copy(from, &copy).map_err(|e| unusable(from, &e))?;
                    let mut writer = db.writer.acquire().await?;
                    self.restore_file(&mut writer, &copy, actor).await
                }
                .await;
                for ending in ["", "-wal", "-shm", "-journal"] {
                    let _ = fs::remove_file(format!("{}{ending}", copy.display()));
                }
                restored
            }
            Backend::Postgres(db) => self.restore_dump(db, from, actor).await,
        }
    }

    async fn restore_file(&self, writer: &mut SqliteConnection, copy: &Path, actor: &str) -> Result<(), StoreError> {
        sqlite::check_file(copy).await?;
        sqlx::query("ATTACH DATABASE $1 AS backup").bind(copy.to_str()).execute(&mut *writer).await?;
        let restored = async {
            let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
            for table in TABLES.iter().rev() {
                sqlx::query(table.clear).execute(&mut *transaction).await?;
            }
            for table in &TABLES {
                sqlx::query(table.copy).execute(&mut *transaction).await?;
            }
            chained!(transaction);
            audited!(self, transaction, actor, "restore", "everything", 1_i64);
            transaction.commit().await?;
            Ok(())
        }
        .await;
        sqlx::query("DETACH DATABASE backup").execute(&mut *writer).await?;
        restored
    }

    async fn restore_dump(&self, db: &PgPool, from: &Path, actor: &str) -> Result<(), StoreError> {
        let mut lines = BufReader::new(File::open(from).map_err(|e| unusable(from, &e))?).lines();
        let mut next = || lines.next().transpose().map_err(|e| unusable(from, &e));
        if next()?.as_deref() != Some(HEADER) {
            return Err(StoreError::file(from, "is no dump of groundcheck"));
        }
        let mut transaction = db.begin().await?;
        for table in TABLES.iter().rev() {
            sqlx::query(table.clear).execute(&mut *transaction).await?;
        }
        let mut into: Option<&Table> = None;
        let mut ended = false;
        while let Some(line) = next()? {
            let named = line.strip_prefix(r#"{"table":""#).and_then(|rest| rest.strip_suffix(r#""}"#));
            if let Some(name) = named {
                into = TABLES.iter().find(|table| table.name == name);
                ended = name == "end";
            } else if let Some(table) = into {
                sqlx::query(table.insert).bind(line).execute(&mut *transaction).await?;
            }
        }
        if !ended {
            return Err(StoreError::file(from, "is cut off; nothing was restored"));
        }
        for table in &TABLES {
            sqlx::query(table.count_on).execute(&mut *transaction).await?;
        }
        chained!(transaction);
        audited!(self, transaction, actor, "restore", "everything", 1_i64);
        Ok(transaction.commit().await?)
    }
}

/// All rows of all tables, as they were at one moment.
async fn dump(db: &PgPool, to: &Path) -> Result<(), StoreError> {
    let mut out = BufWriter::new(File::create(to).map_err(|e| unusable(to, &e))?);
    let mut write = |line: &str| writeln!(out, "{line}").map_err(|e| unusable(to, &e));
    let mut snapshot = db.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    write(HEADER)?;
    for table in &TABLES {
        write(&format!(r#"{{"table":"{}"}}"#, table.name))?;
        let mut rows = sqlx::query_scalar::<_, String>(table.dump).fetch(&mut *snapshot);
        while let Some(row) = rows.try_next().await? {
            write(&row)?;
        }
    }
    write(r#"{"table":"end"}"#)?;
    snapshot.rollback().await?;
    out.into_inner().map_err(|e| unusable(to, e.error()))?.sync_all().map_err(|e| unusable(to, &e))
}

/// A name beside this one that nobody else uses.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.{ending}", std::process::id()));
    PathBuf::from(name)
}

fn unusable(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::file(path, format!("cannot be used: {error}"))
}
