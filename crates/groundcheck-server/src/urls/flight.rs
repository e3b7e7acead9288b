//! Doing a thing once however many want it at the same time.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

/// What is being done now, by its key.
#[derive(Debug)]
pub(super) struct Flights<T>(Mutex<HashMap<String, Arc<OnceCell<T>>>>);

impl<T> Default for Flights<T> {
    fn default() -> Self {
        Flights(Mutex::default())
    }
}

impl<T: Clone> Flights<T> {
    /// What `work` gives, or what somebody else's work for this key gives who has begun before. Where they give up, the next one
    /// who waits takes over.
    pub(super) async fn join(&self, key: &str, work: impl Future<Output = T>) -> T {
        let cell = Arc::clone(self.running().entry(key.to_owned()).or_default());
        let flight = Flight { flights: self, key, cell };
        flight.cell.get_or_init(|| work).await.clone()
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, Arc<OnceCell<T>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who waits; the last one to leave clears up.
struct Flight<'a, T: Clone> {
    flights: &'a Flights<T>,
    key: &'a str,
    cell: Arc<OnceCell<T>>,
}

impl<T: Clone> Drop for Flight<'_, T> {
    fn drop(&mut self) {
        let mut running = self.flights.running();
        // One is the map's, one is ours.
        let nobody_else_waits = Arc::strong_count(&self.cell) == 2;
        if running.get(self.key).is_some_and(|cell| Arc::ptr_eq(cell, &self.cell))
            && (nobody_else_waits || self.cell.initialized())
        {
            running.remove(self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn work_is_done_once_for_all_who_wait_and_again_for_those_who_come_later() {
        let (flights, count) = (Arc::new(Flights::default()), Arc::new(AtomicU32::new(0)));
        let join = || {
            let (flights, count) = (Arc::clone(&flights), Arc::clone(&count));
            tokio::spawn(async move {
                let work = async {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    count.fetch_add(1, Ordering::SeqCst)
                };
                flights.join("key", work).await
            })
        };
        for expected in 0..2 {
            for task in (0..20).map(|_| join()).collect::<Vec<_>>() {
                assert_eq!(task.await.unwrap(), expected);
            }
            assert!(flights.running().is_empty());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_gives_up_leaves_the_work_to_the_next() {
        let flights = Arc::new(Flights::default());
        let first = tokio::spawn({
            let flights = Arc::clone(&flights);
            async move { flights.join("key", std::future::pending::<u32>()).await }
        });
        tokio::task::yield_now().await;
        let second = tokio::spawn({
            let flights = Arc::clone(&flights);
            async move { flights.join("key", async { 2 }).await }
        });
        tokio::task::yield_now().await;
        first.abort();
        assert_eq!(second.await.unwrap(), 2);
        assert!(flights.running().is_empty());
    }
}
