//! `--database`, and running a command's work on the store that it names.

use std::future::Future;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use groundcheck_types::{ErrorCode, InputError};

use crate::config::{self, Database};
use crate::store::{Location, Store, SystemClock};

/// Who the audit says it was.
pub(super) const ACTOR: &str = "command line";

/// `--database`, for every command that stores or reads what is stored.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct DatabaseArgs {
    /// Where things are stored: a file, or postgres://user:password@host/name; else DATABASE_URL (or the file that DATABASE_URL_FILE names), else a file in the data folder.
    #[arg(long, global = true, value_name = "FILE|URL")]
    database: Option<String>,
}

impl DatabaseArgs {
    /// Opens the store, creating it where it is not there.
    pub(super) async fn open(&self) -> Result<Store, InputError> {
        let Database { location, .. } = config::database(self.database.as_deref())?;
        Ok(Store::open(&location, Arc::new(SystemClock)).await?)
    }

    /// Where the store is.
    pub(super) fn location(&self) -> Result<Location, InputError> {
        Ok(config::database(self.database.as_deref())?.location)
    }

    /// Runs work on the store, created where it is not there.
    pub(super) fn write<T>(&self, work: impl AsyncFnOnce(&Store) -> Result<T, InputError>) -> Result<T, InputError> {
        block_on(async {
            let store = self.open().await?;
            let done = work(&store).await;
            store.close().await;
            done
        })?
    }

    /// Runs work on a store that is there. Where nobody named one and there is none yet, nothing is stored and nothing comes back.
    pub(super) fn read<T: Default>(
        &self,
        work: impl AsyncFnOnce(&Store) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        let Database { location, named } = config::database(self.database.as_deref())?;
        match &location {
            Location::File(path) if !path.exists() && named => Err(missing(path)),
            Location::File(path) if !path.exists() => Ok(T::default()),
            _ => self.write(work),
        }
    }
}

/// A runtime for one command.
pub(super) fn block_on<T>(work: impl Future<Output = T>) -> Result<T, InputError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let cannot = |e: std::io::Error| InputError::whole(ErrorCode::Internal, format!("cannot start: {e}"));
    Ok(runtime.map_err(cannot)?.block_on(work))
}

fn missing(path: &Path) -> InputError {
    InputError::field(ErrorCode::UnreadableFile, path.display().to_string(), "the database does not exist")
}
