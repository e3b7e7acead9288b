//! What every handler shares.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use groundcheck_types::{InputError, Policy, VerifierPolicy};
use tokio::sync::{Mutex, Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout_at};

use super::access::{Access, AccessSettings};
use super::error::ApiError;
use super::page::Page;
use crate::analysis::Wake;
use crate::collect::Collector;
use crate::engine;
use crate::llm::Clients;
use crate::measures::Measures;
use crate::store::Store;
use crate::traces::Carried;
use crate::urls::Checker;
use crate::verifier::Verifier;

/// How much one server takes on at once.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest an analysis may take, waiting for its turn included.
    pub analysis: Duration,
    /// The longest a client may take over a request's head, or stay connected between requests.
    pub head: Duration,
    /// The longest a request's body may take to arrive.
    pub body: Duration,
    /// The longest a client may leave an answer unread.
    pub write: Duration,
    /// How many connections are open at once. Further ones can only ask for the server's health; everything else gets a 503.
    pub connections: usize,
    /// How many of them may come from one address.
    pub connections_per_peer: usize,
    /// How many further ones are answered at once; any more are closed.
    pub spare_connections: usize,
    /// How many analyses run at once; each keeps a core busy.
    pub analyses: usize,
    /// How many requests may be in memory at once; further ones are turned away.
    pub admitted: usize,
    /// How many bytes the bodies of these may have together.
    pub admitted_bytes: usize,
    /// How many requests may have links checked at once; each may keep a thousand of them waiting for their turn.
    pub link_checks: usize,
    /// The longest that asking a provider may take, waiting for its turn and further tries included.
    pub collect: Duration,
    /// How many questions to providers run at once.
    pub collects: usize,
    /// How many answers are verified by providers at once.
    pub verifications: usize,
    /// How many answers of providers stream at once; each keeps its prepared evidence in memory.
    pub streams: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            analysis: Duration::from_secs(10),
            head: Duration::from_secs(15),
            body: Duration::from_secs(30),
            write: Duration::from_secs(20),
            connections: 512,
            connections_per_peer: 256,
            spare_connections: 128,
            analyses: std::thread::available_parallelism().map_or(1, usize::from),
            admitted: 64,
            admitted_bytes: 128 * 1024 * 1024,
            link_checks: 8,
            collect: Duration::from_secs(120),
            collects: 8,
            verifications: 8,
            streams: 32,
        }
    }
}

/// Bodies are counted in these.
const KIB: usize = 1024;

/// A request's room in memory, until it is dropped.
#[derive(Debug)]
pub(super) struct Admitted<'s> {
    _one: SemaphorePermit<'s>,
    bytes: Option<SemaphorePermit<'s>>,
    /// How many bytes of the last permit are free.
    rest: usize,
    all: &'s Semaphore,
}

impl Admitted<'_> {
    /// Takes room for so many bytes more, which have arrived: whoever only announces a long body keeps nobody out.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), ApiError> {
        let kib = bytes.saturating_sub(self.rest).div_ceil(KIB);
        self.rest = self.rest + kib * KIB - bytes;
        let more = self.all.try_acquire_many(u32::try_from(kib).unwrap_or(u32::MAX)).map_err(|_| ApiError::busy())?;
        match &mut self.bytes {
            Some(own) => own.merge(more),
            None => self.bytes = Some(more),
        }
        Ok(())
    }
}

/// Whether nobody waits any more for work that is under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Abandoned(Arc<AtomicBool>);

impl Abandoned {
    pub(super) fn is_abandoned(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whoever waits: dropped when the deadline passes, and with the connection of a client that is gone.
struct Waiting(Abandoned);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// Whether the server was ready.
#[derive(Debug)]
pub(super) struct Readiness {
    /// When that was found out.
    pub(super) at: Instant,
    /// Why it was not.
    pub(super) trouble: Option<String>,
}

/// The state of a running server; cheap to clone.
#[derive(Debug, Clone)]
pub struct AppState {
    /// What holds where a request does not say otherwise.
    pub(super) policy: Arc<Policy>,
    /// The page as it was built into this binary.
    pub(super) page: Arc<Page>,
    pub(super) limits: Limits,
    /// Who may ask.
    pub(super) access: Arc<Access>,
    /// What is counted for `/metrics`; none where nobody counts.
    pub(super) measures: Option<Measures>,
    /// One permit a running analysis. Held by the analysis itself: one that ran out of time still keeps its core busy.
    pub(super) analyses: Arc<Semaphore>,
    /// One permit a request in memory.
    pub(super) admitted: Arc<Semaphore>,
    /// One permit a kibibyte of their bodies.
    pub(super) admitted_kib: Arc<Semaphore>,
    /// What is stored; a server without one checks answers all the same.
    pub(super) store: Option<Store>,
    /// Whether a request found that nothing can be stored. Whoever asks for the health tries again, and clears it.
    pub(super) storage_failed: Arc<AtomicBool>,
    /// What was said when somebody last asked whether the server is ready.
    pub(super) readiness: Arc<Mutex<Option<Readiness>>>,
    /// Whether reports are kept.
    pub(super) keep_analyses: bool,
    /// One permit a request that has links checked.
    pub(super) link_checks: Arc<Semaphore>,
    /// Who asks the links; none where this server asks nobody.
    pub(super) checker: Option<Checker>,
    /// One permit a question to a provider.
    pub(super) collects: Arc<Semaphore>,
    /// Who asks providers; none where this server asks nobody.
    pub(super) collector: Option<Arc<Collector>>,
    /// One permit an answer that providers verify.
    pub(super) verifications: Arc<Semaphore>,
    /// Who verifies answers; none where this server asks nobody.
    pub(super) verifier: Option<Verifier>,
    /// One permit an answer of a provider that streams.
    pub(super) streams: Arc<Semaphore>,
    /// The providers; none where this server asks nobody.
    pub(super) clients: Option<Clients>,
    /// Wakes whoever scores what is stored.
    pub(super) wake: Wake,
}

impl AppState {
    /// The state of a server that has not answered anything yet.
    #[must_use]
    pub fn new(policy: Policy, page: Page, limits: Limits) -> Self {
        AppState {
            policy: Arc::new(policy),
            page: Arc::new(page),
            limits,
            access: Arc::new(Access::new(AccessSettings::default())),
            measures: None,
            analyses: Arc::new(Semaphore::new(limits.analyses)),
            admitted: Arc::new(Semaphore::new(limits.admitted)),
            admitted_kib: Arc::new(Semaphore::new(limits.admitted_bytes / KIB)),
            store: None,
            storage_failed: Arc::default(),
            readiness: Arc::default(),
            keep_analyses: false,
            link_checks: Arc::new(Semaphore::new(limits.link_checks)),
            checker: None,
            collects: Arc::new(Semaphore::new(limits.collects)),
            collector: None,
            verifications: Arc::new(Semaphore::new(limits.verifications)),
            verifier: None,
            streams: Arc::new(Semaphore::new(limits.streams)),
            clients: None,
            wake: Wake::default(),
        }
    }

    /// Compresses the page in the background. A build for development leaves it: compressing, unoptimised, takes longer than sending.
    #[must_use]
    pub fn with_packed_page(self) -> Self {
        if !cfg!(debug_assertions) {
            let page = Arc::clone(&self.page);
            tokio::task::spawn_blocking(move || page.pack());
        }
        self
    }

    /// The same for those whom `settings` lets ask.
    #[must_use]
    pub fn with_access(self, settings: AccessSettings) -> Self {
        AppState { access: Arc::new(Access::new(settings)), ..self }
    }

    /// The same, with what it does counted.
    #[must_use]
    pub fn with_measures(self, measures: Measures) -> Self {
        AppState { measures: Some(measures), ..self }
    }

    /// The same with a store; `keep_analyses`: to which every report goes too.
    #[must_use]
    pub fn with_store(self, store: Store, keep_analyses: bool) -> Self {
        AppState { store: Some(store), keep_analyses, ..self }
    }

    /// The same, with links checked by this checker.
    #[must_use]
    pub fn with_checker(self, checker: Checker) -> Self {
        AppState { checker: Some(checker), ..self }
    }

    /// The same, with providers asked through these clients, and answers verified under this policy; what they say is stored where
    /// there is a store already.
    #[must_use]
    pub fn with_providers(self, clients: Clients, policy: VerifierPolicy) -> Self {
        let mut collector = Collector::new(clients.clone());
        let mut verifier = Verifier::new(clients.clone()).with_policy(policy);
        if let Some(store) = &self.store {
            collector = collector.with_store(store.clone());
            verifier = verifier.with_store(store.clone());
        }
        AppState { collector: Some(Arc::new(collector)), verifier: Some(verifier), clients: Some(clients), ..self }
    }

    /// What holds where a request does not say otherwise.
    #[must_use]
    pub fn policy(&self) -> Arc<Policy> {
        Arc::clone(&self.policy)
    }

    /// What wakes a worker that scores what this server stores.
    #[must_use]
    pub fn wake(&self) -> Wake {
        self.wake.clone()
    }

    /// Runs work that keeps a core busy: in its turn, on a thread of its own, and not beyond `by`, where whoever waits gets a 503. It
    /// keeps its turn until it is done. What waits for the database is no such work.
    pub(super) async fn in_turn<T: Send + 'static>(
        &self,
        by: Instant,
        work: impl FnOnce() -> Result<T, InputError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.in_turn_while_awaited(by, |_| work()).await
    }

    /// The same for work that may be long: it can ask whether anybody still waits for it. Nobody does after `by`, or once the client is
    /// gone.
    pub(super) async fn in_turn_while_awaited<T: Send + 'static>(
        &self,
        by: Instant,
        work: impl FnOnce(&Abandoned) -> Result<T, InputError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let abandoned = Abandoned::default();
        let _waiting = Waiting(abandoned.clone());
        let worked = async move {
            // Never closed, so this only waits.
            let turn = Arc::clone(&self.analyses).acquire_owned().await;
            let part = Carried::here();
            let fenced = move || {
                let (_turn, _part) = (turn, part.enter());
                engine::fenced(|| work(&abandoned))
            };
            tokio::task::spawn_blocking(fenced).await
        };
        let worked = timeout_at(by, worked).await.map_err(|_| ApiError::slow_analysis())?;
        Ok(worked.map_err(|_| ApiError::internal())??)
    }

    /// Room in memory for a request whose body is still to come.
    pub(super) fn admit(&self) -> Result<Admitted<'_>, ApiError> {
        let one = self.admitted.try_acquire().map_err(|_| ApiError::busy())?;
        Ok(Admitted { _one: one, bytes: None, rest: 0, all: &self.admitted_kib })
    }

    /// By when an analysis that begins now must be done.
    pub(super) fn analysis_by(&self) -> Instant {
        Instant::now() + self.limits.analysis
    }

    /// Who answered, as a label of what is counted: one of this server's own providers, or a word for all others, whose names are any
    /// texts and any number.
    pub(super) fn provider_label(&self, provider: Option<&str>) -> String {
        match provider {
            None => "none".to_owned(),
            Some(name) if self.clients.as_ref().is_some_and(|clients| clients.knows(name)) => name.to_owned(),
            Some(_) => "other".to_owned(),
        }
    }

    /// The store, for routes that are nothing without one.
    pub(super) fn store(&self) -> Result<&Store, ApiError> {
        self.store.as_ref().ok_or_else(ApiError::no_store)
    }
}
