//! Jobs: taken for a time, done once.

use std::sync::Arc;

use groundcheck_server::store::jobs::{ATTEMPTS_MAX, JobKind, LONGEST_WAIT};
use groundcheck_server::store::scores::Saved;

use super::databases::Database;
use super::{added, on_both, scores, states};

on_both!(
    a_job_is_held_by_one_until_its_time_is_up,
    a_late_worker_changes_nothing,
    a_job_that_kills_its_workers_is_given_up,
    failed_and_repeated,
    many_takers_share_all_jobs,
    a_clock_that_is_set_back_holds_nothing_up,
);

const SECOND: i64 = 1000;

async fn a_job_is_held_by_one_until_its_time_is_up(database: Database) {
    let store = database.open().await;
    assert!(store.enqueue(JobKind::Collect, "q1", "{\"n\": 5}").await.unwrap());
    assert!(!store.enqueue(JobKind::Collect, "q1", "{}").await.unwrap());
    assert!(store.take_jobs(JobKind::Score, "a", 10, SECOND).await.unwrap().is_empty());
    let mine = store.take_jobs(JobKind::Collect, "a", 10, SECOND).await.unwrap();
    assert_eq!((mine.len(), mine[0].subject.as_str(), mine[0].payload.as_str()), (1, "q1", "{\"n\": 5}"));
    assert!(store.take_jobs(JobKind::Collect, "b", 10, SECOND).await.unwrap().is_empty());
    database.clock.forward(SECOND - 1);
    assert!(store.extend_lease(&mine[0].lease, SECOND).await.unwrap());
    database.clock.forward(SECOND - 1);
    assert!(store.take_jobs(JobKind::Collect, "b", 10, SECOND).await.unwrap().is_empty());
    database.clock.forward(1);
    let theirs = store.take_jobs(JobKind::Collect, "b", 10, SECOND).await.unwrap();
    assert_eq!(theirs.len(), 1);
    assert!(!store.extend_lease(&mine[0].lease, SECOND).await.unwrap());
    assert!(!store.finish_job(&mine[0].lease).await.unwrap());
    assert!(!store.fail_job(&mine[0].lease, "late", None).await.unwrap());
    assert!(store.finish_job(&theirs[0].lease).await.unwrap());
    assert!(!store.finish_job(&theirs[0].lease).await.unwrap());
    assert_eq!(states(&store, JobKind::Collect).await, [("done".to_owned(), 1)]);
}

async fn a_late_worker_changes_nothing(database: Database) {
    let store = database.open().await;
    let id = added(&store, 1).await;
    let late = store.take_jobs(JobKind::Score, "late", 1, SECOND).await.unwrap().remove(0);
    database.clock.forward(SECOND);
    let next = store.take_jobs(JobKind::Score, "next", 1, SECOND).await.unwrap().remove(0);
    let found = scores(&store, id).await;
    assert_eq!(store.save_scores(&found, Some(&late.lease)).await.unwrap(), Saved::Lost);
    assert_eq!(store.totals().await.unwrap().scored, 0);
    assert_eq!(store.save_scores(&found, Some(&next.lease)).await.unwrap(), Saved::Saved);
    assert_eq!(store.save_scores(&found, Some(&next.lease)).await.unwrap(), Saved::Lost);
    assert_eq!(store.totals().await.unwrap().scored, 2);
}

async fn a_job_that_kills_its_workers_is_given_up(database: Database) {
    let store = database.open().await;
    store.enqueue(JobKind::Collect, "poison", "").await.unwrap();
    for _ in 0..ATTEMPTS_MAX {
        assert_eq!(store.take_jobs(JobKind::Collect, "a", 1, SECOND).await.unwrap().len(), 1);
        database.clock.forward(SECOND);
    }
    assert!(store.take_jobs(JobKind::Collect, "a", 1, SECOND).await.unwrap().is_empty());
    assert_eq!(states(&store, JobKind::Collect).await, [("failed".to_owned(), 1)]);
}

async fn failed_and_repeated(database: Database) {
    let store = database.open().await;
    store.enqueue(JobKind::Collect, "q", "").await.unwrap();
    let first = store.take_jobs(JobKind::Collect, "a", 1, SECOND).await.unwrap().remove(0);
    assert!(store.fail_job(&first.lease, "429", Some(store.now() + 5 * SECOND)).await.unwrap());
    assert!(store.take_jobs(JobKind::Collect, "a", 1, SECOND).await.unwrap().is_empty());
    database.clock.forward(5 * SECOND);
    let second = store.take_jobs(JobKind::Collect, "a", 1, SECOND).await.unwrap().remove(0);
    assert!(store.fail_job(&second.lease, "'; DROP TABLE jobs; --\0", None).await.unwrap());
    assert_eq!(states(&store, JobKind::Collect).await, [("failed".to_owned(), 1)]);
    assert_eq!(store.repeat_jobs(JobKind::Collect, "again").await.unwrap(), 1);
    assert_eq!(store.take_jobs(JobKind::Collect, "a", 1, SECOND).await.unwrap().len(), 1);
    assert_eq!(store.repeat_jobs(JobKind::Collect, "again").await.unwrap(), 0);
}

async fn many_takers_share_all_jobs(database: Database) {
    const JOBS: usize = 200;
    let store = Arc::new(database.open().await);
    for number in 0..JOBS {
        store.enqueue(JobKind::Collect, &number.to_string(), "").await.unwrap();
    }
    let takers: Vec<_> = (0..8)
        .map(|taker| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let mut taken = Vec::new();
                loop {
                    let jobs = store.take_jobs(JobKind::Collect, &format!("taker {taker}"), 7, SECOND).await.unwrap();
                    if jobs.is_empty() {
                        return taken;
                    }
                    assert!(jobs.len() <= 7);
                    taken.extend(jobs.into_iter().map(|job| job.subject));
                }
            })
        })
        .collect();
    let mut taken = Vec::new();
    for taker in takers {
        taken.extend(taker.await.unwrap());
    }
    // Rows that another taker has locked are passed over: a taker may have ended while they were still free.
    taken.extend(
        store.take_jobs(JobKind::Collect, "last", 1000, SECOND).await.unwrap().into_iter().map(|job| job.subject),
    );
    taken.sort();
    taken.dedup();
    assert_eq!(taken.len(), JOBS);
}

async fn a_clock_that_is_set_back_holds_nothing_up(database: Database) {
    let store = database.open().await;
    store.enqueue(JobKind::Collect, "held", "").await.unwrap();
    let held = store.take_jobs(JobKind::Collect, "ahead", 1, SECOND).await.unwrap().remove(0);
    store.enqueue(JobKind::Collect, "ready", "").await.unwrap();
    // A little, and what is set aside may be so for good reasons.
    database.clock.forward(2 * SECOND - LONGEST_WAIT);
    assert!(store.take_jobs(JobKind::Collect, "a", 10, SECOND).await.unwrap().is_empty());
    database.clock.forward(-4 * SECOND);
    let taken = store.take_jobs(JobKind::Collect, "b", 10, SECOND).await.unwrap();
    let mut subjects: Vec<&str> = taken.iter().map(|job| job.subject.as_str()).collect();
    subjects.sort_unstable();
    assert_eq!(subjects, ["held", "ready"]);
    // Whoever held one by the old time does no harm, and the new leases hold.
    assert!(!store.finish_job(&held.lease).await.unwrap());
    assert!(store.take_jobs(JobKind::Collect, "c", 10, SECOND).await.unwrap().is_empty());
    // Set forward by a day, leases run out, and each job is done once all the same.
    database.clock.forward(24 * 60 * 60 * SECOND);
    let again = store.take_jobs(JobKind::Collect, "d", 10, SECOND).await.unwrap();
    assert_eq!(again.len(), 2);
    for job in &taken {
        assert!(!store.finish_job(&job.lease).await.unwrap());
    }
    for job in &again {
        assert!(store.finish_job(&job.lease).await.unwrap());
    }
}
