//! Work that several servers share. A worker takes jobs for a time; one that dies lets its time run out, and another takes them.
//!
//! A job may therefore be *worked on* twice, but is *done* once: only the holder of the latest lease can finish it, and what it
//! produced is stored in the same transaction ([`Store::save_scores`]).

use super::backend::{Backend, reading, writing};
use super::rows::row;
use super::values::{text, words};
use super::{Millis, Store, StoreError};

words! {
    /// What is to be done.
    pub enum JobKind {
        /// Ask a provider; the payload says what.
        Collect = "collect",
        /// Check a response's links and score its mentions; the subject is the response's id. Stored with every new response.
        Score = "score",
    }
}

/// How often a job is tried before it counts as failed: one that kills its worker each time must not go round for ever.
pub const ATTEMPTS_MAX: i64 = 5;

/// No lease and no wait before another try is longer. What is set aside for longer was so by a clock that has been set back since.
pub const LONGEST_WAIT: Millis = 2 * 60 * 60 * 1_000;

/// The right to finish a job, until another has taken it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub(super) job_id: i64,
    /// The number of the attempt: it tells this holder from the one before and the next.
    pub(super) attempt: i64,
}

/// A job that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// What it is about; one job of a kind a subject.
    pub subject: String,
    /// What its kind needs to know beside that.
    pub payload: String,
    /// The right to finish it.
    pub lease: Lease,
}

words! {
    /// How far a job is.
    pub enum JobState {
        /// It may be taken.
        Ready = "ready",
        /// Somebody has taken it.
        Leased = "leased",
        /// It is done.
        Done = "done",
        /// It was tried too often.
        Failed = "failed",
    }
}

row! {
    /// How many jobs there are in a state.
    pub struct JobCount {
        /// The state.
        pub state: JobState,
        /// How many.
        pub jobs: i64,
    }
}

/// How many jobs of a kind are in each state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JobCounts {
    /// May be taken.
    pub ready: u64,
    /// In somebody's hands.
    pub leased: u64,
    /// Done.
    pub done: u64,
    /// Tried too often.
    pub failed: u64,
}

impl JobCounts {
    /// Those that are still to be done, in somebody's hands or not.
    #[must_use]
    pub fn pending(self) -> u64 {
        self.ready + self.leased
    }

    /// Each state with its count.
    #[must_use]
    pub fn by_state(self) -> [(JobState, u64); 4] {
        let JobCounts { ready, leased, done, failed } = self;
        [(JobState::Ready, ready), (JobState::Leased, leased), (JobState::Done, done), (JobState::Failed, failed)]
    }
}

row! {
    /// A job as it stands in the table when it is taken.
    pub struct Taken {
        /// Its id.
        pub id: i64,
        /// What it is about.
        pub subject: String,
        /// What else its kind needs to know.
        pub payload: String,
        /// The number of this attempt.
        pub attempts: i64,
    }
}

impl From<Taken> for Job {
    fn from(taken: Taken) -> Self {
        Job {
            subject: taken.subject,
            payload: taken.payload,
            lease: Lease { job_id: taken.id, attempt: taken.attempts },
        }
    }
}

impl Lease {
    /// The number of the attempt, from 1.
    #[must_use]
    pub fn attempt(&self) -> i64 {
        self.attempt
    }
}

/// Adds a job unless there is one on its subject: `$1` kind, `$2` subject, `$3` payload, `$4` now.
pub(super) const ENQUEUE: &str = "INSERT INTO jobs (kind, subject, payload, state, available_at, created_at) \
    VALUES ($1, $2, $3, 'ready', $4, $4) ON CONFLICT (kind, subject) DO NOTHING";

/// Takes jobs: `$1` kind, `$2` now, `$3` how many, `$4` attempts, `$5` owner, `$6` until when.
macro_rules! take {
    ($lock:literal) => {
        concat!(
            "WITH free AS MATERIALIZED (SELECT id FROM jobs WHERE kind = $1 AND available_at <= $2 AND attempts < $4 \
             ORDER BY available_at, id LIMIT $3",
            $lock,
            ") UPDATE jobs SET state = 'leased', owner = $5, available_at = $6, attempts = attempts + 1 \
             FROM free WHERE jobs.id = free.id RETURNING jobs.id, jobs.subject, jobs.payload, jobs.attempts"
        )
    };
}
/// SQLite has one writer, who holds all rows.
const TAKE_SQLITE: &str = take!("");
/// Rows that another server is taking at this moment are passed over, not waited for.
const TAKE_POSTGRES: &str = take!(" FOR UPDATE SKIP LOCKED");

/// Takes the job on one subject, if nobody holds it: `$1` kind, `$2` now, `$3` subject, `$4` attempts, `$5` owner, `$6` until when.
const TAKE_ONE: &str = "UPDATE jobs SET state = 'leased', owner = $5, available_at = $6, attempts = attempts + 1 \
    WHERE kind = $1 AND subject = $3 AND available_at <= $2 AND attempts < $4 RETURNING id, subject, payload, attempts";
/// Gives up on jobs whose last lease ran out: `$1` kind, `$2` now, `$3` attempts.
const GIVE_UP: &str = "UPDATE jobs SET state = 'failed', available_at = NULL, owner = NULL, finished_at = $2, \
    error = 'its worker ended or was too slow every time' WHERE kind = $1 AND available_at <= $2 AND attempts >= $3";
/// Lets go of what a clock that was ahead has set aside: `$1` kind, `$2` now, `$3` the latest that anything is set aside for.
const BRING_FORWARD: &str = "UPDATE jobs SET available_at = $2 WHERE kind = $1 AND available_at > $3";
/// Finishes a job if the lease still holds: `$1` id, `$2` attempt, `$3` now.
pub(super) const FINISH: &str = "UPDATE jobs SET state = 'done', available_at = NULL, owner = NULL, error = NULL, \
    finished_at = $3 WHERE id = $1 AND attempts = $2 AND state = 'leased'";
const EXTEND: &str = "UPDATE jobs SET available_at = $3 WHERE id = $1 AND attempts = $2 AND state = 'leased'";
const RETRY: &str = "UPDATE jobs SET state = 'ready', owner = NULL, available_at = $3, error = $4 \
    WHERE id = $1 AND attempts = $2 AND state = 'leased'";
const FAIL: &str = "UPDATE jobs SET state = 'failed', owner = NULL, available_at = NULL, finished_at = $3, error = $4 \
    WHERE id = $1 AND attempts = $2 AND state = 'leased'";
/// Gives a job back as if it had not been taken.
const RELEASE: &str = "UPDATE jobs SET state = 'ready', owner = NULL, available_at = $3, attempts = attempts - 1 \
    WHERE id = $1 AND attempts = $2 AND state = 'leased'";
const AGAIN: &str = "UPDATE jobs SET state = 'ready', available_at = $2, attempts = 0, error = NULL, finished_at = NULL, payload = $3 \
    WHERE kind = $1 AND state IN ('done', 'failed')";
const RETRY_FAILED: &str = "UPDATE jobs SET state = 'ready', available_at = $2, attempts = 0, error = NULL, finished_at = NULL \
    WHERE kind = $1 AND state = 'failed'";
const NEXT: &str = "SELECT MIN(available_at) FROM jobs WHERE kind = $1";
const COUNT: &str = "SELECT state, COUNT(*) AS jobs FROM jobs WHERE kind = $1 GROUP BY state";

impl Store {
    /// Adds a job unless there is one of this kind on this subject; says whether it did.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn enqueue(&self, kind: JobKind, subject: &str, payload: &str) -> Result<bool, StoreError> {
        let (subject, payload) = (super::values::label("subject", subject)?, text("payload", payload)?);
        let now = self.now();
        Ok(writing!(self, connection => {
            let add = sqlx::query(ENQUEUE).bind(kind.as_str()).bind(subject.as_ref()).bind(payload.as_ref()).bind(now);
            add.execute(connection).await?.rows_affected() == 1
        }))
    }

    /// Takes up to `most` jobs that nobody holds, those that wait longest first, for `lease_ms` from now. None: nothing to do now.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn take_jobs(
        &self,
        kind: JobKind,
        owner: &str,
        most: i64,
        lease_ms: Millis,
    ) -> Result<Vec<Job>, StoreError> {
        let now = self.now();
        let sql = match self.backend {
            Backend::Sqlite(_) => TAKE_SQLITE,
            Backend::Postgres(_) => TAKE_POSTGRES,
        };
        let owner = super::values::label("owner", owner)?;
        let mut taken: Vec<Taken> = writing!(self, connection => {
            let forward = sqlx::query(BRING_FORWARD).bind(kind.as_str()).bind(now);
            forward.bind(now.saturating_add(LONGEST_WAIT)).execute(&mut *connection).await?;
            let give_up = sqlx::query(GIVE_UP).bind(kind.as_str()).bind(now).bind(ATTEMPTS_MAX);
            give_up.execute(&mut *connection).await?;
            let take = sqlx::query_as(sql).bind(kind.as_str()).bind(now).bind(most).bind(ATTEMPTS_MAX);
            take.bind(owner.as_ref()).bind(now.saturating_add(lease_ms)).fetch_all(connection).await?
        });
        taken.sort_by_key(|job| job.id);
        Ok(taken.into_iter().map(Job::from).collect())
    }

    /// Finishes a job whose result is stored elsewhere or nowhere. False: the lease had run out and another holds the job now.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn finish_job(&self, lease: &Lease) -> Result<bool, StoreError> {
        let now = self.now();
        Ok(writing!(self, connection => {
            let finish = sqlx::query(FINISH).bind(lease.job_id).bind(lease.attempt).bind(now);
            finish.execute(connection).await?.rows_affected() == 1
        }))
    }

    /// Holds a job for `lease_ms` from now. False as in [`Store::finish_job`].
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn extend_lease(&self, lease: &Lease, lease_ms: Millis) -> Result<bool, StoreError> {
        let until = self.now().saturating_add(lease_ms);
        Ok(writing!(self, connection => {
            let extend = sqlx::query(EXTEND).bind(lease.job_id).bind(lease.attempt).bind(until);
            extend.execute(connection).await?.rows_affected() == 1
        }))
    }

    /// Gives a job back: to be tried again from `retry_at` on, or never. False as in [`Store::finish_job`].
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn fail_job(&self, lease: &Lease, error: &str, retry_at: Option<Millis>) -> Result<bool, StoreError> {
        let error = text("error", error)?;
        let retry_at = retry_at.filter(|_| lease.attempt < ATTEMPTS_MAX);
        let (sql, at) = retry_at.map_or((FAIL, self.now()), |at| (RETRY, at));
        Ok(writing!(self, connection => {
            let fail = sqlx::query(sql).bind(lease.job_id).bind(lease.attempt).bind(at).bind(error.as_ref());
            fail.execute(connection).await?.rows_affected() == 1
        }))
    }

    /// Takes the job on this subject, if there is one that nobody holds and that is still to be done.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn take_job(
        &self,
        kind: JobKind,
        subject: &str,
        owner: &str,
        lease_ms: Millis,
    ) -> Result<Option<Job>, StoreError> {
        let now = self.now();
        let (subject, owner) = (super::values::label("subject", subject)?, super::values::label("owner", owner)?);
        let taken: Option<Taken> = writing!(self, connection => {
            let take = sqlx::query_as(TAKE_ONE).bind(kind.as_str()).bind(now).bind(subject.as_ref()).bind(ATTEMPTS_MAX);
            take.bind(owner.as_ref()).bind(now.saturating_add(lease_ms)).fetch_optional(connection).await?
        });
        Ok(taken.map(Job::from))
    }

    /// Gives a job back that was not worked on, to be taken at once; it does not count as an attempt. False as in
    /// [`Store::finish_job`].
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn release_job(&self, lease: Lease) -> Result<bool, StoreError> {
        let now = self.now();
        Ok(writing!(self, connection => {
            let release = sqlx::query(RELEASE).bind(lease.job_id).bind(lease.attempt).bind(now);
            release.execute(connection).await?.rows_affected() == 1
        }))
    }

    /// When the next job of this kind may be taken: of those that are ready, or whose holder's time runs out. None: there is none.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn next_job_at(&self, kind: JobKind) -> Result<Option<Millis>, StoreError> {
        Ok(reading!(self, connection => sqlx::query_scalar(NEXT).bind(kind.as_str()).fetch_one(connection).await?))
    }

    /// Makes all jobs of a kind that are done or failed ready again, with this payload: to score anew when links are checked again.
    /// Says how many.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn repeat_jobs(&self, kind: JobKind, payload: &str) -> Result<u64, StoreError> {
        let now = self.now();
        let payload = text("payload", payload)?;
        Ok(writing!(self, connection => {
            sqlx::query(AGAIN).bind(kind.as_str()).bind(now).bind(payload.as_ref()).execute(connection).await?.rows_affected()
        }))
    }

    /// Makes the jobs of a kind that have failed ready again. Says how many.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn retry_failed_jobs(&self, kind: JobKind) -> Result<u64, StoreError> {
        let now = self.now();
        Ok(writing!(self, connection => {
            sqlx::query(RETRY_FAILED).bind(kind.as_str()).bind(now).execute(connection).await?.rows_affected()
        }))
    }

    /// How many jobs of a kind are in each state.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn job_counts(&self, kind: JobKind) -> Result<JobCounts, StoreError> {
        let rows: Vec<JobCount> = reading!(self, connection => {
            sqlx::query_as(COUNT).bind(kind.as_str()).fetch_all(connection).await?
        });
        let mut counts = JobCounts::default();
        for JobCount { state, jobs } in rows {
            *match state {
                JobState::Ready => &mut counts.ready,
                JobState::Leased => &mut counts.leased,
                JobState::Done => &mut counts.done,
                JobState::Failed => &mut counts.failed,
            } = u64::try_from(jobs).unwrap_or(0);
        }
        Ok(counts)
    }
}
