//! A PostgreSQL database that several servers share.

use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use super::audit::chained;
use super::{StoreError, migrations};

/// How many connections one server holds at most.
const CONNECTIONS: u32 = 10;
/// How long to wait for one of them.
const TURN: Duration = Duration::from_secs(10);

/// Connects and brings the tables up to date.
pub(super) async fn open(options: &PgConnectOptions) -> Result<PgPool, StoreError> {
    let options = options.clone().application_name("groundcheck");
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(TURN).connect_with(options).await?;
    let mut connection = pool.acquire().await?;
    migrations::postgres(&mut connection).await?;
    drop(connection);
    let mut transaction = pool.begin().await?;
    chained!(transaction);
    transaction.commit().await?;
    Ok(pool)
}

/// Whether there is room for 256 KiB more.
pub(super) async fn probe_room(pool: &PgPool) -> Result<(), StoreError> {
    // So long that four rows are a page, and too short to be compressed.
    let room = "CREATE TEMPORARY TABLE groundcheck_room ON COMMIT DROP AS \
                SELECT repeat('x', 1900) AS part FROM generate_series(1, 128)";
    let mut transaction = pool.begin().await?;
    sqlx::query(room).execute(&mut *transaction).await?;
    Ok(transaction.rollback().await?)
}
