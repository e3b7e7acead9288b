//! A database of either kind for one test, and a clock that stands still.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use groundcheck_server::store::{Clock, Location, Millis, Store, SystemClock};

use super::{DAY_2024, postgres as server};
use crate::support::Folder;

/// Stands still until it is moved.
#[derive(Debug)]
pub struct TestClock(AtomicI64);

impl TestClock {
    pub fn forward(&self, by: Millis) {
        self.0.fetch_add(by, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Millis {
        self.0.load(Ordering::SeqCst)
    }
}

/// An empty database.
pub struct Database {
    /// As `--database` takes it.
    pub address: String,
    pub clock: Arc<TestClock>,
    pub folder: Folder,
}

impl Database {
    fn new(address: impl FnOnce(&Folder) -> String) -> Self {
        let folder = Folder::new();
        Database { address: address(&folder), clock: Arc::new(TestClock(AtomicI64::new(DAY_2024))), folder }
    }

    pub fn is_sqlite(&self) -> bool {
        !self.address.starts_with("postgres")
    }

    pub fn location(&self) -> Location {
        self.address.parse().unwrap()
    }

    /// Opens it under the clock that stands still.
    pub async fn open(&self) -> Store {
        Store::open(&self.location(), Arc::clone(&self.clock) as Arc<dyn Clock>).await.unwrap()
    }

    /// Opens it under the machine's clock.
    pub async fn open_now(&self) -> Store {
        Store::open(&self.location(), Arc::new(SystemClock)).await.unwrap()
    }
}

/// A file that is not there yet.
pub fn sqlite() -> Database {
    Database::new(|folder| folder.path().join("data/groundcheck.db").to_str().unwrap().to_owned())
}

/// A database on the server of the tests.
pub fn postgres() -> Database {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    Database::new(|_| server::database(&format!("test_{}", NEXT.fetch_add(1, Ordering::Relaxed))))
}

/// Runs a test to its end.
pub fn run<F: Future<Output = ()>>(database: Database, test: impl FnOnce(Database) -> F) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(test(database));
}
