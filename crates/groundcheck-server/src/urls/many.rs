//! Many links at once.

use std::collections::HashMap;

use groundcheck_types::UrlCheck;
use tokio::task::{Id, JoinSet};

use super::check::{Checker, not_checked};

/// Links that are being checked. Dropping it ends what is under way.
#[derive(Debug)]
pub struct Checks {
    checker: Checker,
    tasks: JoinSet<UrlCheck>,
    urls: HashMap<Id, String>,
}

impl Checks {
    pub(super) fn new(checker: Checker) -> Self {
        Checks { checker, tasks: JoinSet::new(), urls: HashMap::new() }
    }

    /// Begins with one more.
    pub fn push(&mut self, url: String) {
        let checker = self.checker.clone();
        let task = self.tasks.spawn({
            let url = url.clone();
            async move { checker.check(&url).await }
        });
        self.urls.insert(task.id(), url);
    }

    /// How many are under way.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether there is nothing left to wait for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// The next one that is done; `None` where none is left.
    pub async fn next(&mut self) -> Option<UrlCheck> {
        let (id, check) = match self.tasks.join_next_with_id().await? {
            Ok((id, check)) => (id, Some(check)),
            // A check that panicked still gets its line.
            Err(error) => (error.id(), None),
        };
        let url = self.urls.remove(&id).unwrap_or_default();
        Some(check.unwrap_or_else(|| not_checked(&url)))
    }
}
