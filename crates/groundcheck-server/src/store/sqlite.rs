//! An SQLite file: one connection that writes, several that read, nothing acknowledged before it is on the disk.

use std::fs;
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection};

use super::audit::chained;
use super::backend::{DatabaseFile, Sqlite};
use super::{StoreError, migrations};

/// How long to wait for another process that writes.
const BUSY: Duration = Duration::from_secs(5);
/// How often a file that another process keeps busy is opened, each time with that wait.
const OPENINGS: usize = 4;
/// How long to wait for our own connections: all who came before may each have to wait for another process.
const TURN: Duration = Duration::from_secs(30);
/// How many read at once.
const READERS: u32 = 4;

/// How every connection is made.
pub(super) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).busy_timeout(BUSY).foreign_keys(true)
}

/// Opens the file, creating it and its folder where they are not there. Another process may be making it or bringing it up to date,
/// which takes longer than a write.
pub(super) async fn open(path: &Path) -> Result<Sqlite, StoreError> {
    for _ in 1..OPENINGS {
        match opened(path).await {
            Err(error) if error.is_busy() => {}
            done => return done,
        }
    }
    opened(path).await
}

async fn opened(path: &Path) -> Result<Sqlite, StoreError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        create_private(folder).map_err(|e| StoreError::unreachable(format!("its folder: {}", e.kind())))?;
    }
    let writing =
        options(path).create_if_missing(true).journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    if is_left_empty(path) {
        let message = "is empty, so it is not a database; delete it, then start again or restore a backup";
        return Err(StoreError::file(path, message));
    }
    // Where the disk is full, SQLite ends a transaction by itself. The connection takes it for open, and begins no other.
    let writer = pool(1).before_acquire(|connection, _| {
        Box::pin(async move {
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    });
    let writer = writer.connect_with(writing).await?;
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    quick_check(&mut transaction).await?;
    migrations::sqlite(&mut transaction).await?;
    chained!(transaction);
    transaction.commit().await?;
    let readers = pool(READERS).connect_with(options(path).read_only(true)).await?;
    Ok(Sqlite { writer, readers, file: DatabaseFile::of(path) })
}

/// Whether the file is empty, and not because another process is making it right now.
fn is_left_empty(path: &Path) -> bool {
    let Ok(about) = fs::metadata(path) else { return false };
    let age = about.modified().ok().and_then(|at| at.elapsed().ok());
    about.len() == 0 && age.is_some_and(|age| age > MAKING)
}

/// No database takes so long to make.
const MAKING: Duration = Duration::from_secs(30);

fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(TURN)
        // A file does not go away as a server does.
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

/// Reads every page once.
pub(super) async fn quick_check(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found: Vec<String> = sqlx::query_scalar("PRAGMA quick_check(5)").fetch_all(connection).await?;
    if found == ["ok"] { Ok(()) } else { Err(StoreError::damaged(found.join("; "))) }
}

/// Whether this file is a sound database of ours; brings it up to date.
pub(super) async fn check_file(path: &Path) -> Result<(), StoreError> {
    let mut connection = SqliteConnection::connect_with(&options(path)).await?;
    quick_check(&mut connection).await?;
    let ours = "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'";
    if sqlx::query_scalar::<_, i64>(ours).fetch_one(&mut connection).await? != 1 {
        return Err(StoreError::file(path, "is no backup of groundcheck"));
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    migrations::sqlite(&mut transaction).await?;
    transaction.commit().await?;
    Ok(connection.close().await?)
}

/// A folder that only its owner looks into: the database may hold answers.
fn create_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}
