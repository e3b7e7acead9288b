//! Names to addresses.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::net::NetError;

/// An answer on its way.
pub type Answer<'a> = Pin<Box<dyn Future<Output = Result<Vec<IpAddr>, ResolveError>> + Send + 'a>>;

/// Names to addresses. Says nothing about whether they may be dialled: that is the [`Gate`](super::Gate)'s part.
pub trait Resolve: Send + Sync + fmt::Debug {
    /// Every address of a host, IPv4 and IPv6; the name is in lower case, without the root's dot.
    fn resolve<'a>(&'a self, host: &'a str) -> Answer<'a>;
}

/// Why there is no address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResolveError {
    /// There is no such name, or it has no address.
    NoSuchHost,
    /// The name servers did not say.
    Failed(String),
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResolveError::NoSuchHost => f.write_str("no such host"),
            ResolveError::Failed(why) => write!(f, "the name servers did not say: {why}"),
        }
    }
}

impl std::error::Error for ResolveError {}

/// The name servers that the system is set up with.
#[derive(Debug)]
pub struct SystemResolver(Result<TokioResolver, String>);

/// The longest that one try at a name server may take.
const TRY: Duration = Duration::from_secs(2);
/// A name's addresses are forgotten after this time at the latest, whatever its owner says.
const KEEP_MAX: Duration = Duration::from_secs(300);

impl SystemResolver {
    /// Reads how the system is set up. Where that fails, no name can be found out, and every answer says so.
    #[must_use]
    pub fn new() -> Self {
        let resolver = TokioResolver::builder_tokio().and_then(|mut builder| {
            let options = builder.options_mut();
            options.timeout = TRY;
            options.attempts = 2;
            options.positive_max_ttl = Some(KEEP_MAX);
            options.negative_max_ttl = Some(KEEP_MAX);
            builder.build()
        });
        SystemResolver(resolver.map_err(|error| error.to_string()))
    }
}

impl Default for SystemResolver {
    fn default() -> Self {
        SystemResolver::new()
    }
}

impl Resolve for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> Answer<'a> {
        Box::pin(async move {
            let resolver = self.0.as_ref().map_err(|why| ResolveError::Failed(why.clone()))?;
            // With the root's dot a name is whole, and the system's search list stays out of it. A name without any dot is one
            // that the operator allowed, and means what it means on this network.
            let name = if host.contains('.') { format!("{host}.") } else { host.to_owned() };
            // Asked one by one: a combined lookup can say that there is nothing where one half of it only failed.
            let (v4, v6) = tokio::join!(resolver.ipv4_lookup(name.as_str()), resolver.ipv6_lookup(name.as_str()));
            combined([v4, v6].map(|lookup| {
                lookup.map(|lookup| lookup.answers().iter().filter_map(|record| record.data.ip_addr()).collect())
            }))
        })
    }
}

fn combined(lookups: [Result<Vec<IpAddr>, NetError>; 2]) -> Result<Vec<IpAddr>, ResolveError> {
    let mut addresses = Vec::new();
    let (mut no_such_name, mut failed) = (false, None);
    for lookup in lookups {
        match lookup {
            Ok(found) => addresses.extend(found),
            // Some servers say so of one kind of address where they have the other.
            Err(error) if error.is_nx_domain() => no_such_name = true,
            Err(error) if error.is_no_records_found() => {}
            Err(error) => failed = Some(ResolveError::Failed(error.to_string())),
        }
    }
    match failed {
        _ if !addresses.is_empty() => Ok(addresses),
        Some(error) if !no_such_name => Err(error),
        _ => Err(ResolveError::NoSuchHost),
    }
}

/// Answers for some names itself, and leaves the others to another resolver, if there is one.
#[derive(Debug, Default)]
pub struct FixedResolver {
    answers: HashMap<String, Successive>,
    others: Option<Arc<dyn Resolve>>,
}

/// What a name leads to, one lookup after the other; the last answer stays.
#[derive(Debug, Default)]
struct Successive {
    answers: Vec<Vec<IpAddr>>,
    next: Mutex<usize>,
}

impl FixedResolver {
    /// Leaves names that it has no answer for to this resolver; without one there are no such hosts.
    #[must_use]
    pub fn before(others: Arc<dyn Resolve>) -> Self {
        FixedResolver { answers: HashMap::new(), others: Some(others) }
    }

    /// Adds an answer for a name, after those that it has already. No address at all says that there is no such host.
    pub fn add(&mut self, host: &str, answer: Vec<IpAddr>) {
        let host = host.strip_suffix('.').unwrap_or(host).to_lowercase();
        self.answers.entry(host).or_default().answers.push(answer);
    }

    /// Every answer that it has for a name, in order.
    #[must_use]
    pub fn answers(&self, host: &str) -> &[Vec<IpAddr>] {
        self.answers.get(host).map_or(&[], |successive| &successive.answers)
    }
}

impl Resolve for FixedResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> Answer<'a> {
        let Some(known) = self.answers.get(host) else {
            return match &self.others {
                Some(others) => others.resolve(host),
                None => Box::pin(async { Err(ResolveError::NoSuchHost) }),
            };
        };
        let mut next = known.next.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = known.answers.get(*next).or(known.answers.last()).cloned().unwrap_or_default();
        *next += 1;
        Box::pin(async move { if answer.is_empty() { Err(ResolveError::NoSuchHost) } else { Ok(answer) } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn answers_come_one_after_the_other_and_the_last_stays() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let mut resolver = FixedResolver::default();
        resolver.add("Turns.Example.", vec![address("93.184.216.34")]);
        resolver.add("turns.example", vec![address("127.0.0.1"), address("::1")]);
        resolver.add("gone.example", vec![]);
        assert_eq!(resolver.resolve("turns.example").await, Ok(vec![address("93.184.216.34")]));
        for _ in 0..2 {
            assert_eq!(resolver.resolve("turns.example").await.unwrap().len(), 2);
        }
        for host in ["gone.example", "unheard.example"] {
            assert_eq!(resolver.resolve(host).await, Err(ResolveError::NoSuchHost));
        }
        let outer = FixedResolver::before(Arc::new(resolver));
        assert_eq!(outer.resolve("turns.example").await.unwrap().len(), 2);
    }

    #[test]
    fn half_an_answer_is_no_proof_that_there_is_no_such_host() {
        let timeout = || Err(NetError::Timeout);
        let address: IpAddr = "93.184.216.34".parse().unwrap();
        assert_eq!(combined([Ok(vec![address]), timeout()]), Ok(vec![address]));
        assert!(matches!(combined([Ok(vec![]), timeout()]), Err(ResolveError::Failed(_))));
        assert_eq!(combined([Ok(vec![]), Ok(vec![])]), Err(ResolveError::NoSuchHost));
    }
}
