//! A worker: takes responses that are to be scored, some at a time, until there are none or it is told to stop.

use std::collections::HashMap;
use std::future::Future;
use std::hash::{BuildHasher as _, Hasher as _};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use groundcheck_types::{Policy, UrlState};
use tokio::sync::Notify;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::{Instant, sleep};

use super::{Links, score};
use crate::dates;
use crate::store::jobs::{Job, JobKind, Lease};
use crate::store::scores::{NewScores, Saved};
use crate::store::{Millis, RiskLevel, Store, StoreError};
use crate::traces::{Span, SpanKind};

/// How long a worker with nothing to do waits before it looks again: what its own process stores wakes it, this is for what another does.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
/// The least it waits for a job that is due and was not to be had: another server is taking it.
const SHORTLY: Duration = Duration::from_millis(20);
/// How often it forgets link checks that are too old.
const TIDY: Duration = Duration::from_secs(3_600);
/// What a failed job waits before its second attempt; twice as long before each further one.
const RETRY_MS: Millis = 1_000;

/// Wakes the workers of this process: there is something to do. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Wake(Arc<Notify>);

impl Wake {
    /// There is something to do.
    pub fn wake(&self) {
        self.0.notify_one();
    }
}

/// How a worker works.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// For how long it holds a response without saying that it is still there; after that, another may take it.
    pub lease_ms: Millis,
    /// How many responses it has in hand at once, most of them waiting for somebody's server.
    pub at_once: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { lease_ms: 20_000, at_once: 32 }
    }
}

/// When a worker ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// When nothing is left to do, here or in the hands of others.
    Done,
    /// When it is told to.
    Stopped,
}

/// What became of a response that was in hand.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// It is scored, and the scores are on the disk.
    Scored {
        /// Which one.
        response_id: i64,
        /// Its mentions by risk: high, medium, low.
        risks: [usize; 3],
        /// The links that were asked: reachable, unreachable, unknown.
        links: [usize; 3],
    },
    /// Another worker has it now, or it is gone. Nothing was stored.
    Lost,
    /// It could not be scored; it is tried again, or has failed for good after some times.
    Failed {
        /// Which one.
        subject: String,
        /// Why; never with a word of what is stored.
        error: String,
    },
    /// Nothing in hand: all is done, or others hold the rest.
    Waiting,
}

/// Takes responses by lease and scores them. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Worker {
    store: Store,
    links: Arc<dyn Links>,
    policy: Arc<Policy>,
    settings: Settings,
    owner: String,
    wake: Wake,
}

impl Worker {
    /// A worker on this store.
    #[must_use]
    pub fn new(store: Store, links: Arc<dyn Links>, policy: Arc<Policy>, settings: Settings, wake: Wake) -> Self {
        Worker { store, links, policy, settings, owner: owner(), wake }
    }

    /// Works until `until` or `stop`, and tells `on` what came of it. What is in hand when it stops is given back.
    ///
    /// # Errors
    /// Where the database cannot be read or written; what was in hand is taken up by others once its time is over.
    pub async fn run(
        &self,
        until: Until,
        stop: impl Future<Output = ()>,
        mut on: impl FnMut(&Event),
    ) -> Result<(), StoreError> {
        let mut hand = Hand::default();
        let mut stop = pin!(stop);
        let done = loop {
            let step = self.step(until, &mut hand, &mut on);
            tokio::select! {
                biased;
                () = &mut stop => break Ok(()),
                step = step => match step {
                    Ok(true) => {}
                    Ok(false) => break Ok(()),
                    Err(error) => break Err(error),
                },
            }
        };
        hand.give_back(&self.store).await;
        done
    }

    /// Works until `stop`, whatever happens to the database meanwhile.
    pub async fn serve(&self, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        loop {
            let done = self.run(Until::Stopped, &mut stop, |event| {
                if let Event::Failed { subject, error } = event {
                    tracing::warn!(response_id = subject, error, "a response could not be scored");
                }
            });
            match done.await {
                Ok(()) => return,
                Err(error) => tracing::warn!(%error, "scoring waits for the database"),
            }
            tokio::select! {
                () = &mut stop => return,
                () = sleep(LOOK_AGAIN) => {}
            }
        }
    }

    /// Takes what there is room for, then waits for one thing to happen. False: all is done.
    async fn step(&self, until: Until, hand: &mut Hand, on: &mut impl FnMut(&Event)) -> Result<bool, StoreError> {
        let free = self.settings.at_once.saturating_sub(hand.tasks.len());
        // Many at a time: taking is a transaction too.
        if hand.look && free * 2 >= self.settings.at_once {
            let most = i64::try_from(free).unwrap_or(i64::MAX);
            let jobs = self.store.take_jobs(JobKind::Score, &self.owner, most, self.settings.lease_ms).await?;
            hand.look = jobs.len() >= free;
            jobs.into_iter().for_each(|job| hand.push(self.clone(), job));
        }
        if !hand.tasks.is_empty() {
            tokio::select! {
                Some(done) = hand.tasks.join_next_with_id() => {
                    let event = hand.finished(done, &self.store).await?;
                    on(&event);
                }
                () = self.wake.0.notified() => hand.look = true,
                () = sleep(LOOK_AGAIN) => hand.look = true,
            }
            return Ok(true);
        }
        on(&Event::Waiting);
        let next = self.store.next_job_at(JobKind::Score).await?;
        if next.is_none() && until == Until::Done {
            return Ok(false);
        }
        if hand.tidied.is_none_or(|at| at.elapsed() > TIDY) {
            hand.tidied = Some(Instant::now());
            self.store.forget_old_url_checks().await?;
        }
        let due = next.map_or(LOOK_AGAIN, |at| {
            Duration::from_millis(u64::try_from(at.saturating_sub(self.store.now())).unwrap_or(0))
        });
        tokio::select! {
            () = self.wake.0.notified() => {}
            () = sleep(due.clamp(SHORTLY, LOOK_AGAIN)) => {}
        }
        hand.look = true;
        Ok(true)
    }

    /// One response, from its links to its scores on the disk, the lease held all the while.
    async fn work(self, job: Job) -> Result<Event, StoreError> {
        let Ok(response_id) = job.subject.parse() else { return Ok(Event::Lost) };
        let Some(whole) = self.store.response(response_id).await? else {
            self.store.finish_job(&job.lease).await?;
            return Ok(Event::Lost);
        };
        let span = Span::of_caller("score response", SpanKind::Internal, None);
        span.count("groundcheck.mentions.count", whole.mentions.len());
        let not_before = dates::time(&job.payload);
        let scoring = score(&whole, self.links.as_ref(), &self.policy, not_before, self.store.now());
        let Some(scores) = span.around(self.held(&job.lease, scoring)).await else { return Ok(Event::Lost) };
        let event = match span.around(self.store.save_scores(&scores, Some(&job.lease))).await? {
            Saved::Saved => scored(&scores),
            Saved::Lost => Event::Lost,
        };
        counts(&span, &event);
        Ok(event)
    }

    /// Runs work while saying now and then that the job is still held; none where it is no more.
    async fn held<T>(&self, lease: &Lease, work: impl Future<Output = T>) -> Option<T> {
        let lease_ms = self.settings.lease_ms;
        let every = Duration::from_millis(u64::try_from(lease_ms / 3).unwrap_or(1).max(1));
        let mut work = pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return Some(done),
                () = sleep(every) => {}
            }
            // A database that is away for a moment is no reason to let go: whether the lease still holds shows at the end.
            if let Ok(false) = self.store.extend_lease(lease, lease_ms).await {
                return None;
            }
        }
    }
}

/// What a worker has in hand. Dropping it ends all that is under way.
#[derive(Debug)]
struct Hand {
    tasks: JoinSet<Result<Event, StoreError>>,
    jobs: HashMap<Id, (String, Lease)>,
    /// Whether there may be more to take.
    look: bool,
    tidied: Option<Instant>,
}

impl Default for Hand {
    fn default() -> Self {
        Hand { tasks: JoinSet::new(), jobs: HashMap::new(), look: true, tidied: None }
    }
}

impl Hand {
    fn push(&mut self, worker: Worker, job: Job) {
        let (subject, lease) = (job.subject.clone(), job.lease.clone());
        let task = self.tasks.spawn(worker.work(job));
        self.jobs.insert(task.id(), (subject, lease));
    }

    /// What a task came to; a job that failed is given back to be tried again.
    async fn finished(
        &mut self,
        done: Result<(Id, Result<Event, StoreError>), JoinError>,
        store: &Store,
    ) -> Result<Event, StoreError> {
        let (id, failed) = match done {
            Ok((id, Ok(event))) => {
                self.jobs.remove(&id);
                return Ok(event);
            }
            Ok((id, Err(error))) => (id, error.to_string()),
            // A panic's own text may hold what is stored.
            Err(error) => (error.id(), "an internal error".to_owned()),
        };
        let Some((subject, lease)) = self.jobs.remove(&id) else { return Ok(Event::Lost) };
        let wait = RETRY_MS << lease.attempt().clamp(1, 10) >> 1;
        store.fail_job(&lease, &failed, Some(store.now().saturating_add(wait))).await?;
        Ok(Event::Failed { subject, error: failed })
    }

    /// Ends what is under way and gives back what is not done.
    async fn give_back(mut self, store: &Store) {
        self.tasks.shutdown().await;
        for (_, lease) in self.jobs.into_values() {
            // Where that fails too, the lease runs out.
            let _ = store.release_job(lease).await;
        }
    }
}

/// What became of a response: how many of its mentions and links, never which.
fn counts(span: &Span, event: &Event) {
    let Event::Scored { risks: [high, medium, low], links: [reachable, unreachable, unknown], .. } = event else {
        return span.flag("groundcheck.lost", true);
    };
    for (key, count) in [
        ("groundcheck.mentions.risk.high", high),
        ("groundcheck.mentions.risk.medium", medium),
        ("groundcheck.mentions.risk.low", low),
        ("groundcheck.links.reachable", reachable),
        ("groundcheck.links.unreachable", unreachable),
        ("groundcheck.links.unknown", unknown),
    ] {
        span.count(key, *count);
    }
}

fn scored(scores: &NewScores) -> Event {
    let risk = |level| scores.mentions.iter().filter(|score| score.risk_level == level).count();
    let links = scores.mentions.iter().flat_map(|score| &score.links);
    let mut states = [0; 3];
    for link in links {
        states[match UrlState::from(link.link_state) {
            UrlState::Reachable => 0,
            UrlState::Unreachable => 1,
            UrlState::Unknown => 2,
        }] += 1;
    }
    Event::Scored {
        response_id: scores.response_id,
        risks: [risk(RiskLevel::High), risk(RiskLevel::Medium), risk(RiskLevel::Low)],
        links: states,
    }
}

/// Who holds a lease: host, process, and a number that no other process has, also where both repeat.
pub(super) fn owner() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host: String = host.trim().chars().take(64).collect();
    let random = std::collections::hash_map::RandomState::new().build_hasher().finish();
    format!("{host} {} {random:016x}", std::process::id())
}
