//! Asking other people's links whether they are there, without being led astray and without being a nuisance.
//!
//! - [`Gate`]: whether a URL, and every address its name leads to, may be asked at all; the rule that decided.
//! - [`Resolve`]: names to addresses. [`SystemResolver`] asks the system's servers, [`FixedResolver`] answers for some names itself.
//! - [`Checker`]: [`Checker::verdict`] without any network, [`Checker::check`] for one link, [`Checker::check_all`] for many at
//!   once, each answered as it comes.
//! - [`Cache`]: what earlier checks gave, kept for as long as their outcome stays true; [`MemoryCache`] by default, [`StoredCache`] for
//!   several servers.
//!
//! Inside: `client` makes one request to an address that was checked, `outcome` says what a status means, `pacing` keeps the peace
//! with each host, `flight` asks a link once however many want to know.
//!
//! A check never fails: whatever happens is an outcome, and what could not be found out is `unknown`.

pub mod addresses;
mod cache;
mod check;
mod client;
mod flight;
mod gate;
mod many;
mod outcome;
mod pacing;
mod resolve;
mod settings;
mod stored;
#[cfg(test)]
mod tests;

pub use cache::{Cache, Caching, MemoryCache};
pub use check::{Checker, not_checked};
pub(crate) use client::retry_after;
pub use gate::{Gate, Refused, Target};
pub use many::Checks;
pub use outcome::reason_of;
pub use resolve::{Answer, FixedResolver, Resolve, ResolveError, SystemResolver};
pub use settings::{AllowedHost, EgressProxy, HostAnswer, Limits, Settings};
pub use stored::StoredCache;
