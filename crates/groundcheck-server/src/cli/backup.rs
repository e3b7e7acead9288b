//! `groundcheck backup` and `groundcheck restore`.

use std::path::PathBuf;

use clap::Args;
use groundcheck_types::{ErrorCode, InputError};

use super::database::{ACTOR, DatabaseArgs};
use super::exit::Exit;
use super::show;

/// Write everything that is stored to a new file, while servers go on writing.
///
/// A backup of SQLite is an SQLite file; a backup of PostgreSQL is one JSON object per line (`pg_dump` is an alternative).
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The file; it must not exist yet.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// Replace everything that is stored with a backup, or change nothing.
///
/// Servers may be running. A backup of SQLite goes into SQLite, one of PostgreSQL into PostgreSQL.
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// The backup.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Restore even if something is stored already; it is lost.
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// Runs `backup`.
pub fn back_up(args: &BackupArgs) -> Result<Exit, InputError> {
    let written = args.database.read(async |store| {
        store.backup(&args.file).await?;
        Ok(Some(format!("{} written\n", args.file.display())))
    })?;
    let nothing =
        || InputError::field(ErrorCode::InvalidSetting, "--database", "there is nothing stored yet to back up");
    Ok(show(&written.ok_or_else(nothing)?, Exit::Clean))
}

/// Runs `restore`.
pub fn restore(args: &RestoreArgs) -> Result<Exit, InputError> {
    args.database.write(async |store| {
        store.restore(&args.file, args.replace, ACTOR).await?;
        let totals = store.totals().await?;
        let text = format!("restored: {} responses, {} mentions\n", totals.responses, totals.mentions);
        Ok(show(&text, Exit::Clean))
    })
}
