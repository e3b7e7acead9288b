//! How often one caller may ask, and how often somebody may guess a token.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use moka::sync::Cache;

use crate::server::error::ApiError;

/// Wrong tokens in a row from one address, after which none of its tokens is looked at for [`LOCKED`].
const FAILURES: u32 = 10;
const LOCKED: Duration = Duration::from_secs(60);
/// How many addresses are remembered for their wrong tokens.
const ADDRESSES: u64 = 100_000;
/// Requests between two times that callers who have long been quiet are forgotten.
const SWEEP: u32 = 4_096;

/// Whom a limit is for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// The holders of a token.
    Token(Arc<str>),
    /// An address; all of an IPv6 network together, which one machine may have to itself. None: nobody knows.
    Address(Option<IpAddr>),
}

/// Requests a minute and caller.
#[derive(Debug)]
pub(super) struct Rates {
    limiter: DefaultKeyedRateLimiter<Key>,
    until_sweep: AtomicU32,
}

impl Rates {
    /// This many a minute, all at once if need be; none for 0.
    pub(super) fn per_minute(limit: u32) -> Option<Self> {
        let quota = Quota::per_minute(NonZeroU32::new(limit)?);
        Some(Rates { limiter: RateLimiter::keyed(quota), until_sweep: AtomicU32::new(SWEEP) })
    }

    /// Counts a request.
    pub(super) fn check(&self, key: &Key) -> Result<(), ApiError> {
        if self.until_sweep.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.until_sweep.store(SWEEP, Ordering::Relaxed);
            self.limiter.retain_recent();
        }
        let key = match key {
            Key::Address(address) => Key::Address(address.map(network)),
            Key::Token(_) => key.clone(),
        };
        let now = DefaultClock::default().now();
        self.limiter.check_key(&key).map_err(|until| ApiError::too_often(until.wait_time_from(now)))
    }
}

/// Wrong tokens by address.
#[derive(Debug)]
pub(super) struct Failures(Cache<Option<IpAddr>, u32>);

impl Failures {
    pub(super) fn new() -> Self {
        Failures(Cache::builder().max_capacity(ADDRESSES).time_to_live(LOCKED).build())
    }

    /// Refuses an address that has guessed too often.
    pub(super) fn check(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        let failures = self.0.get(&address.map(network)).unwrap_or(0);
        if failures >= FAILURES { Err(ApiError::too_often(LOCKED)) } else { Ok(()) }
    }

    /// Counts a wrong token.
    pub(super) fn count(&self, address: Option<IpAddr>) {
        let entry = self.0.entry(address.map(network));
        entry.and_upsert_with(|failures| failures.map_or(1, |failures| failures.into_value().saturating_add(1)));
    }
}

/// An IPv4 address, or the network of an IPv6 address (its first 64 bits).
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(address: &str) -> Key {
        Key::Address(Some(address.parse().unwrap()))
    }

    #[test]
    fn a_caller_has_so_many_and_another_has_its_own() {
        let rates = Rates::per_minute(3).unwrap();
        let first = "2001:db8::1";
        assert_eq!((0..5).filter(|_| rates.check(&key(first)).is_ok()).count(), 3);
        assert!(rates.check(&key("2001:db8::2")).is_err(), "the same network");
        assert!(rates.check(&key("2001:db8:0:1::1")).is_ok(), "another");
        assert!(rates.check(&key("203.0.113.1")).is_ok());
        assert!(rates.check(&Key::Token("night batch".into())).is_ok());
        assert!(Rates::per_minute(0).is_none());
    }

    #[test]
    fn callers_who_are_quiet_are_forgotten() {
        // A burst of one that is full again at once.
        let rates = Rates {
            limiter: RateLimiter::keyed(Quota::per_second(NonZeroU32::new(1_000_000).unwrap())),
            until_sweep: AtomicU32::new(SWEEP),
        };
        for at in 0..3 * SWEEP {
            assert!(rates.check(&key(&Ipv6Addr::from(u128::from(at) << 64).to_string())).is_ok());
        }
        assert!(rates.limiter.len() <= 2 * SWEEP as usize, "{}", rates.limiter.len());
    }

    #[test]
    fn ten_guesses_and_then_a_pause() {
        let failures = Failures::new();
        let guesser = Some("198.51.100.1".parse().unwrap());
        for _ in 0..FAILURES {
            assert!(failures.check(guesser).is_ok());
            failures.count(guesser);
        }
        assert!(failures.check(guesser).is_err());
        assert!(failures.check(Some("198.51.100.2".parse().unwrap())).is_ok());
    }
}
