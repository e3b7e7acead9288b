//! Keeping the peace with each host: few requests at once, some time between them, and none while it asks to be left alone.
//!
//! Times are tokio's, so that tests can let hours pass. A limiter from a library keeps a clock of its own and knows nothing of
//! `Retry-After`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep_until};

use super::settings::Limits;

/// How many hosts are remembered before those with nothing left to wait for are forgotten.
const HOSTS: usize = 1_024;
/// After so many 429 in a row without a time to wait, a host is left alone for [`REST`].
const LIMITED_MAX: u32 = 5;
/// The longest that is waited between two of these.
const BACKOFF_MAX: Duration = Duration::from_secs(4);
/// How long a host is left alone that only ever answers 429.
const REST: Duration = Duration::from_secs(60);

/// Every host's pace.
#[derive(Debug)]
pub(super) struct Pacing {
    hosts: Mutex<HashMap<String, Arc<Host>>>,
    limits: Limits,
}

#[derive(Debug)]
struct Host {
    slots: Arc<Semaphore>,
    pace: Mutex<Pace>,
}

#[derive(Debug)]
struct Pace {
    /// When the next request may go out.
    next: Instant,
    /// Until when the host wants none.
    rest: Option<Instant>,
    /// How many 429 came in a row.
    limited: u32,
}

/// One request's turn: while it is held, it counts as one of the host's.
#[derive(Debug)]
pub(super) struct Turn {
    host: Arc<Host>,
    limits: Limits,
    _slot: OwnedSemaphorePermit,
}

/// A host that asked to be left alone for longer than anybody waits here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Resting(pub(super) Duration);

impl Pacing {
    pub(super) fn new(limits: Limits) -> Self {
        Pacing { hosts: Mutex::default(), limits }
    }

    /// Waits for this host's turn.
    pub(super) async fn turn(&self, host: &str) -> Result<Turn, Resting> {
        let host = self.host(host);
        // Never closed, so this only waits.
        let Ok(slot) = Arc::clone(&host.slots).acquire_owned().await else { return Err(Resting(Duration::ZERO)) };
        loop {
            let at = lock(&host.pace).take_turn(Instant::now(), &self.limits)?;
            sleep_until(at).await;
            // Another request's answer may have asked for rest meanwhile.
            if lock(&host.pace).rest.is_none_or(|rest| rest <= Instant::now()) {
                return Ok(Turn { host, limits: self.limits, _slot: slot });
            }
        }
    }

    fn host(&self, name: &str) -> Arc<Host> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= HOSTS && !hosts.contains_key(name) {
            let now = Instant::now();
            hosts.retain(|_, host| Arc::strong_count(host) > 1 || lock(&host.pace).is_busy(now));
        }
        let new = || {
            let pace = Pace { next: Instant::now(), rest: None, limited: 0 };
            Arc::new(Host { slots: Arc::new(Semaphore::new(self.limits.host_requests)), pace: Mutex::new(pace) })
        };
        Arc::clone(hosts.entry(name.to_owned()).or_insert_with(new))
    }
}

impl Pace {
    /// When this request may go out; it then has that time to itself.
    fn take_turn(&mut self, now: Instant, limits: &Limits) -> Result<Instant, Resting> {
        let rest = self.rest.filter(|rest| *rest > now);
        if let Some(left) = rest.map(|rest| rest - now).filter(|left| *left > limits.retry_wait) {
            return Err(Resting(left));
        }
        let at = self.next.max(now).max(rest.unwrap_or(now));
        self.next = at + limits.host_interval;
        Ok(at)
    }

    fn is_busy(&self, now: Instant) -> bool {
        self.next > now || self.rest.is_some_and(|rest| rest > now)
    }
}

impl Turn {
    /// Notes what the host answered. Gives how long it wants no requests.
    pub(super) fn answered(&self, status: u16, retry_after: Option<Duration>) -> Option<Duration> {
        let mut pace = lock(&self.host.pace);
        pace.limited = if status == 429 { pace.limited.saturating_add(1) } else { 0 };
        let rest = match retry_after {
            Some(asked) if status == 429 || status == 503 => asked.min(self.limits.retry_after_max),
            _ if pace.limited >= LIMITED_MAX => REST,
            _ if status == 429 => (self.limits.host_interval * 2u32.pow(pace.limited)).min(BACKOFF_MAX),
            _ => return None,
        };
        let until = Instant::now() + rest;
        pace.rest = Some(pace.rest.map_or(until, |rest| rest.max(until)));
        Some(rest)
    }
}

fn lock(pace: &Mutex<Pace>) -> std::sync::MutexGuard<'_, Pace> {
    pace.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pacing() -> Pacing {
        Pacing::new(Limits::default())
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_gets_one_request_a_second_and_other_hosts_do_not_wait_for_it() {
        let (pacing, start) = (pacing(), Instant::now());
        for second in 0..4 {
            drop(pacing.turn("a.example").await.unwrap());
            assert_eq!(start.elapsed().as_secs(), second);
        }
        drop(pacing.turn("b.example").await.unwrap());
        assert_eq!(start.elapsed().as_secs(), 3);
        tokio::time::advance(Duration::from_secs(100)).await;
        drop(pacing.turn("a.example").await.unwrap());
        assert_eq!(start.elapsed().as_secs(), 103, "time that passed unused is no reason to wait, nor to hurry");
    }

    #[tokio::test(start_paused = true)]
    async fn no_more_than_two_requests_run_at_once() {
        let pacing = pacing();
        let (_first, second) = (pacing.turn("a.example").await.unwrap(), pacing.turn("a.example").await.unwrap());
        let third = tokio::time::timeout(Duration::from_secs(3_600), pacing.turn("a.example")).await;
        assert!(third.is_err(), "two are still running");
        drop(second);
        assert!(pacing.turn("a.example").await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_is_left_alone_for_as_long_as_it_asks() {
        for (status, asked, waited) in [
            (429, Some(7), Ok(7)),
            (503, Some(10), Ok(10)),
            (503, None, Ok(1)),
            (429, None, Ok(2)),
            (200, Some(7), Ok(1)),
            (429, Some(11), Err(11)),
            (429, Some(3_600), Err(3_600)),
            (429, Some(100_000), Err(3_600)),
        ] {
            let (pacing, start) = (pacing(), Instant::now());
            pacing.turn("a.example").await.unwrap().answered(status, asked.map(Duration::from_secs));
            let next = pacing.turn("a.example").await;
            match waited {
                Ok(seconds) => {
                    assert_eq!((next.is_ok(), start.elapsed().as_secs()), (true, seconds), "{status} {asked:?}")
                }
                Err(seconds) => {
                    assert_eq!(next.unwrap_err(), Resting(Duration::from_secs(seconds)), "{status} {asked:?}");
                    assert_eq!(start.elapsed().as_secs(), 0, "nobody waits for that long");
                    tokio::time::advance(Duration::from_secs(seconds)).await;
                    assert!(pacing.turn("a.example").await.is_ok(), "{status} {asked:?}");
                }
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_that_is_asked_for_meanwhile_holds_for_those_who_wait_already() {
        let (pacing, start) = (Arc::new(pacing()), Instant::now());
        let first = pacing.turn("a.example").await.unwrap();
        let waiting = tokio::spawn({
            let pacing = Arc::clone(&pacing);
            async move { pacing.turn("a.example").await.is_ok() }
        });
        tokio::time::advance(Duration::from_millis(500)).await;
        first.answered(429, Some(Duration::from_secs(5)));
        assert!(waiting.await.unwrap());
        assert_eq!(start.elapsed().as_millis(), 5_500);
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_that_only_ever_refuses_is_left_alone() {
        let (pacing, start) = (pacing(), Instant::now());
        for _ in 0..LIMITED_MAX {
            pacing.turn("a.example").await.unwrap().answered(429, None);
        }
        assert_eq!(start.elapsed().as_secs(), 2 + 4 + 4 + 4);
        assert_eq!(pacing.turn("a.example").await.unwrap_err(), Resting(REST));
        tokio::time::advance(REST).await;
        pacing.turn("a.example").await.unwrap().answered(200, None);
        pacing.turn("a.example").await.unwrap().answered(429, None);
        assert!(pacing.turn("a.example").await.is_ok(), "one page that answered begins the count anew");
    }

    #[tokio::test(start_paused = true)]
    async fn hosts_with_nothing_to_wait_for_are_forgotten() {
        let pacing = pacing();
        pacing.turn("resting.example").await.unwrap().answered(429, Some(Duration::from_secs(3_600)));
        for host in 0..HOSTS {
            drop(pacing.turn(&format!("{host}.example")).await);
        }
        tokio::time::advance(Duration::from_secs(5)).await;
        drop(pacing.turn("new.example").await);
        assert_eq!(pacing.hosts.lock().unwrap().len(), 2);
        assert!(pacing.turn("resting.example").await.is_err());
    }
}
