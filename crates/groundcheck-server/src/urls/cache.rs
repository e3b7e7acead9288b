//! What earlier checks gave, for as long as it is taken to stay true.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use groundcheck_types::UrlCheck;
use tokio::time::Instant;

/// What a cache does, on its way.
pub type Caching<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Where outcomes are kept, by the canonical form of their URL. One that cannot be read or written is as good as empty.
pub trait Cache: Send + Sync + fmt::Debug {
    /// The outcome for a URL, unless its time is over.
    fn get<'a>(&'a self, canonical_url: &'a str) -> Caching<'a, Option<UrlCheck>>;

    /// Keeps an outcome for so long.
    fn put<'a>(&'a self, canonical_url: &'a str, check: &'a UrlCheck, keep: Duration) -> Caching<'a, ()>;
}

/// In memory, gone with the process.
#[derive(Debug)]
pub struct MemoryCache(moka::sync::Cache<String, (UrlCheck, Instant)>);

/// How many outcomes are kept in memory: at about 1 KB each, some ten megabytes.
const ENTRIES: u64 = 10_000;

impl Default for MemoryCache {
    fn default() -> Self {
        MemoryCache(moka::sync::Cache::new(ENTRIES))
    }
}

impl Cache for MemoryCache {
    fn get<'a>(&'a self, canonical_url: &'a str) -> Caching<'a, Option<UrlCheck>> {
        let known = self.0.get(canonical_url).filter(|(_, until)| *until > Instant::now());
        Box::pin(async { known.map(|(check, _)| check) })
    }

    fn put<'a>(&'a self, canonical_url: &'a str, check: &'a UrlCheck, keep: Duration) -> Caching<'a, ()> {
        self.0.insert(canonical_url.to_owned(), (check.clone(), Instant::now() + keep));
        Box::pin(async {})
    }
}
