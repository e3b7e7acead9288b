//! `--database`, and running a command's work on the store that it names.

use std::future::Future;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use groundcheck_types::{ErrorCode, InputError};
use tokio::runtime::Runtime;

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
    Ok(runtime()?.block_on(work))
}

/// The same for at most so long; `None` is that it took longer. The system's own look-up of a name, which nothing can break off, is left
/// behind then.
pub(super) fn block_on_for<T>(limit: Duration, work: impl Future<Output = T>) -> Result<Option<T>, InputError> {
    let runtime = runtime()?;
    let done = runtime.block_on(async { tokio::time::timeout(limit, work).await });
    runtime.shutdown_background();
    Ok(done.ok())
}

fn runtime() -> Result<Runtime, InputError> {
    let cannot = |e: std::io::Error| InputError::whole(ErrorCode::Internal, format!("cannot start: {e}"));
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(cannot)
}

fn missing(path: &Path) -> InputError {
    InputError::field(ErrorCode::UnreadableFile, path.display().to_string(), "the database does not exist")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn what_cannot_be_broken_off_is_left_behind() {
        // As a name server that never answers: the thread waits for as long as this test.
        let (held, waits) = mpsc::channel::<()>();
        let (begins, begun) = mpsc::channel();
        let look_up = move || {
            begins.send(()).unwrap();
            waits.recv()
        };
        let waiting = async { tokio::task::spawn_blocking(look_up).await };
        assert!(block_on_for(Duration::from_secs(1), waiting).unwrap().is_none());
        assert_eq!(begun.recv(), Ok(()), "it had begun");
        drop(held);
        assert_eq!(block_on_for(Duration::from_secs(60), async { 1 }), Ok(Some(1)));
    }
}
