//! Manners towards a provider: its rate, its wish to be left alone, and a circuit breaker. Times are tokio's, so that tests can let
//! minutes pass.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::{LlmError, Provider};

/// After so many failures in a row, of whichever questions, a provider is left alone.
pub(super) const FAILURES_MAX: u32 = 8;
/// For so long; then one question goes out to see.
pub(super) const LEFT_ALONE: Duration = Duration::from_secs(30);
/// The longest that a provider is left alone because it asks for it.
pub(super) const RETRY_AFTER_MAX: Duration = Duration::from_secs(300);

/// A provider's pace.
#[derive(Debug)]
pub(super) struct Pace {
    slots: Arc<Semaphore>,
    interval: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// When the next request may go out.
    next: Instant,
    /// Until when the provider wants none.
    rest: Instant,
    /// Failures in a row.
    failures: u32,
    /// Until when it is left alone.
    open: Option<Instant>,
}

impl Pace {
    pub(super) fn new(provider: &Provider) -> Self {
        let interval = provider.requests_per_minute.map_or(Duration::ZERO, |rate| Duration::from_secs(60) / rate);
        let now = Instant::now();
        let state = State { next: now, rest: now, failures: 0, open: None };
        Pace { slots: Arc::new(Semaphore::new(provider.concurrency)), interval, state: Mutex::new(state) }
    }

    /// A place among the questions that the provider has at once, held for as long as the question takes.
    pub(super) async fn slot(&self, by: Option<Instant>) -> Result<OwnedSemaphorePermit, LlmError> {
        let start = Instant::now();
        let slot = Arc::clone(&self.slots).acquire_owned();
        let slot = match by {
            None => slot.await,
            Some(by) => {
                let late = |_| LlmError::NoTurnInTime { wait: start.elapsed() };
                timeout_at(by, slot).await.map_err(late)?
            }
        };
        // Never closed.
        slot.map_err(|_| LlmError::NoTurnInTime { wait: Duration::ZERO })
    }

    /// Waits until a request may go out, where that is before `by`; where it is not, says so at once.
    pub(super) async fn turn(&self, by: Option<Instant>) -> Result<(), LlmError> {
        loop {
            let at = self.state().take_turn(Instant::now(), self.interval, by)?;
            sleep_until(at).await;
            // Another answer may have asked for rest meanwhile.
            if self.state().rest <= Instant::now() {
                return Ok(());
            }
        }
    }

    /// The provider answered: whatever it said, it works.
    pub(super) fn works(&self) {
        let mut state = self.state();
        state.failures = 0;
        state.open = None;
    }

    /// It is out of order.
    pub(super) fn failed(&self) {
        let mut state = self.state();
        state.failures = state.failures.saturating_add(1);
        if state.failures >= FAILURES_MAX {
            state.open = Some(Instant::now() + LEFT_ALONE);
        }
    }

    /// It wants no requests for so long.
    pub(super) fn rests(&self, after: Duration) {
        let mut state = self.state();
        state.rest = state.rest.max(Instant::now() + after.min(RETRY_AFTER_MAX));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take_turn(&mut self, now: Instant, interval: Duration, by: Option<Instant>) -> Result<Instant, LlmError> {
        if let Some(open) = self.open.filter(|open| *open > now) {
            return Err(LlmError::LeftAlone { left: open - now });
        }
        let at = self.next.max(self.rest).max(now);
        if by.is_some_and(|by| at >= by) {
            return Err(LlmError::NoTurnInTime { wait: at - now });
        }
        if self.open.is_some() {
            // This one goes to see; the others wait for what it finds.
            self.open = Some(at + LEFT_ALONE);
        }
        self.next = at + interval;
        Ok(at)
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::ProviderKind;

    use super::super::tests::provider;
    use super::*;

    fn pace(requests_per_minute: u32) -> Pace {
        let provider = provider("http://127.0.0.1:1", ProviderKind::Compatible);
        Pace::new(&Provider { requests_per_minute: Some(requests_per_minute), concurrency: 2, ..provider })
    }

    #[tokio::test(start_paused = true)]
    async fn requests_go_out_at_the_providers_rate() {
        let (pace, start) = (pace(20), Instant::now());
        for request in 0..5 {
            pace.turn(None).await.unwrap();
            assert_eq!(start.elapsed().as_secs(), request * 3);
        }
        let soon = Some(Instant::now() + Duration::from_secs(3));
        assert_eq!(pace.turn(soon).await, Err(LlmError::NoTurnInTime { wait: Duration::from_secs(3) }));
        assert_eq!(start.elapsed().as_secs(), 12, "what is too late is said at once");
        pace.turn(soon.map(|soon| soon + Duration::from_millis(1))).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_wish_to_be_left_alone_holds_for_those_who_wait_already_and_has_an_end() {
        let (pace, start) = (Arc::new(pace(60)), Instant::now());
        pace.turn(None).await.unwrap();
        let waiting = tokio::spawn({
            let pace = Arc::clone(&pace);
            async move { pace.turn(None).await }
        });
        tokio::task::yield_now().await;
        pace.rests(Duration::from_secs(20));
        waiting.await.unwrap().unwrap();
        assert_eq!(start.elapsed().as_secs(), 20);
        pace.rests(Duration::from_secs(86_400));
        pace.turn(None).await.unwrap();
        assert_eq!(start.elapsed(), Duration::from_secs(20) + RETRY_AFTER_MAX);
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_only_fails_is_left_alone_and_then_tried_once() {
        let pace = pace(60_000);
        for _ in 1..FAILURES_MAX {
            pace.failed();
        }
        assert!(pace.turn(None).await.is_ok(), "not yet");
        pace.failed();
        assert_eq!(pace.turn(None).await, Err(LlmError::LeftAlone { left: LEFT_ALONE }));
        tokio::time::advance(LEFT_ALONE).await;
        assert!(pace.turn(None).await.is_ok(), "one goes to see");
        assert!(matches!(pace.turn(None).await, Err(LlmError::LeftAlone { .. })), "the others wait");
        pace.works();
        assert!(pace.turn(None).await.is_ok());
        pace.failed();
        assert!(pace.turn(None).await.is_ok(), "one answer begins the count anew");
    }

    #[tokio::test(start_paused = true)]
    async fn so_many_at_once_and_no_more() {
        let pace = pace(60);
        let (_first, second) = (pace.slot(None).await.unwrap(), pace.slot(None).await.unwrap());
        let by = Some(Instant::now() + Duration::from_secs(5));
        assert!(matches!(pace.slot(by).await, Err(LlmError::NoTurnInTime { .. })));
        drop(second);
        assert!(pace.slot(by).await.is_ok());
    }
}
