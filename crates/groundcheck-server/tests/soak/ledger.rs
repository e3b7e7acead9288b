//! What PostgreSQL itself writes down of a run, by triggers, whoever says what: every score that is stored, every lease that is taken and
//! how it ends, every change of an item.

use std::collections::BTreeSet;

use super::known::Known;
use crate::store::databases;
use crate::store::postgres::run;

/// A lease is taken away where it is taken again before its time is over: the clock of the database is read later than the taker's.
const BEGIN: &str = "
    CREATE TABLE soak_scores (response BIGINT NOT NULL);
    CREATE FUNCTION soak_score() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO soak_scores VALUES (NEW.response_id); RETURN NEW; END $$;
    CREATE TRIGGER soak_score AFTER INSERT OR UPDATE ON report_sums FOR EACH ROW EXECUTE FUNCTION soak_score();

    CREATE TABLE soak_jobs (job BIGINT NOT NULL, owner TEXT, what TEXT NOT NULL);
    CREATE FUNCTION soak_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.state = 'leased' AND NEW.attempts > OLD.attempts THEN
            INSERT INTO soak_jobs VALUES (NEW.id, NEW.owner, CASE
                WHEN OLD.state <> 'leased' THEN 'taken'
                WHEN OLD.available_at > extract(epoch FROM clock_timestamp()) * 1000 THEN 'taken away'
                ELSE 'taken over' END);
        ELSIF NEW.state = 'done' THEN INSERT INTO soak_jobs VALUES (NEW.id, OLD.owner, 'done');
        END IF; RETURN NEW; END $$;
    CREATE TRIGGER soak_job AFTER UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION soak_job();

    CREATE TABLE soak_reviews (review BIGINT NOT NULL, before BIGINT NOT NULL, after BIGINT NOT NULL);
    CREATE FUNCTION soak_review() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO soak_reviews VALUES (NEW.id, OLD.version, NEW.version); RETURN NEW; END $$;
    CREATE TRIGGER soak_review AFTER UPDATE OF version ON reviews FOR EACH ROW EXECUTE FUNCTION soak_review();";

/// Everything that must be so, as counts of what is not.
const NEVER: &[(&str, &str)] = &[
    ("responses whose scores were stored twice", "SELECT COUNT(*) - COUNT(DISTINCT response) FROM soak_scores"),
    (
        "responses without stored scores",
        "SELECT COUNT(*) FROM responses WHERE id NOT IN (SELECT response FROM soak_scores)",
    ),
    ("jobs done twice", "SELECT COUNT(*) - COUNT(DISTINCT job) FROM soak_jobs WHERE what = 'done'"),
    ("jobs not done", "SELECT COUNT(*) FROM jobs WHERE state <> 'done'"),
    ("leases taken away", "SELECT COUNT(*) FROM soak_jobs WHERE what = 'taken away'"),
    ("changes that skip a version", "SELECT COUNT(*) FROM soak_reviews WHERE after <> before + 1"),
    ("changes made twice", "SELECT COUNT(*) - COUNT(DISTINCT (review, after)) FROM soak_reviews"),
    (
        "changes that the audit has not once",
        "SELECT ABS((SELECT COUNT(*) FROM audit WHERE action = 'review.change') - (SELECT COUNT(*) FROM soak_reviews))",
    ),
    (
        "items that the audit has not once",
        "SELECT ABS((SELECT COUNT(*) FROM audit WHERE action = 'review.add') - (SELECT COUNT(*) FROM reviews))",
    ),
];

/// Writes down all that happens from now on.
pub fn begin(address: &str) {
    run(address, BEGIN);
}

/// What was written down fits what was acknowledged, and nothing was done twice.
pub fn prove(address: &str, known: &Known, servers: usize, is_long: bool) {
    assert_eq!(wrong(address), Vec::<&str>::new());
    let changes: BTreeSet<(u64, u64)> =
        run(address, "SELECT review, after FROM soak_reviews").iter().map(|row| pair(row)).collect();
    let lost: Vec<_> = known.decided.difference(&changes).collect();
    assert!(lost.is_empty(), "decisions were acknowledged and are lost: {lost:?}");
    let done = "SELECT COUNT(*) FROM soak_jobs WHERE what = 'done' GROUP BY owner ORDER BY 1 DESC";
    let done = run(address, done);
    // In a short run one of them may have done all of it.
    assert!(!is_long || done.len() >= servers, "{servers} servers, and jobs were done by {done:?}");
    let over = run(address, "SELECT COUNT(*) FROM soak_jobs WHERE what = 'taken over'");
    println!(
        "written down: {} decisions of {} changes, each once; jobs done by each process: {}; taken over from a dead one: {}",
        known.decided.len(),
        changes.len(),
        done.join(" + "),
        over.join(""),
    );
}

/// What is not as it must be.
fn wrong(address: &str) -> Vec<&'static str> {
    let is_so = |count: &str| run(address, count) == ["0"];
    NEVER.iter().filter(|(_, count)| !is_so(count)).map(|(what, _)| *what).collect()
}

fn pair(row: &str) -> (u64, u64) {
    let (review, version) = row.split_once('|').expect("two columns");
    (review.parse().expect("an id"), version.parse().expect("a version"))
}

#[test]
fn what_must_never_be_is_seen() {
    const WRONG: &[&str] = &[
        "INSERT INTO queries (id, text, digest, created_at) VALUES (1, 'q', 'q', 0)",
        "INSERT INTO responses (id, query_id, provider, model, raw_response, asked_at, origin, digest, created_at) VALUES \
         (1, 1, 'p', 'm', '', 0, 'import', '1', 0), (2, 1, 'p', 'm', '', 0, 'import', '2', 0)",
        "INSERT INTO report_sums SELECT 1, 1, 1, 'p', 'm', 0, 0, 1, 0.5, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0",
        "UPDATE report_sums SET mentions = 1",
        "INSERT INTO jobs (id, kind, subject, payload, state, created_at) VALUES \
         (1, 'score', '1', '', 'ready', 0), (2, 'score', '2', '', 'ready', 0)",
        "UPDATE jobs SET state = 'leased', owner = 'a', attempts = 1, available_at = 9e15 WHERE id = 1",
        "UPDATE jobs SET owner = 'b', attempts = 2 WHERE id = 1",
        "UPDATE jobs SET state = 'done' WHERE id = 1",
        "UPDATE jobs SET state = 'done' WHERE id = 1",
        "INSERT INTO reviews (id, version, status, kind, risk_rank, title, flagged, assignee, decisions, digest, created_at, updated_at) \
         VALUES (1, 1, 'pending', 'answer', 0, '', 1, '', '[]', '1', 0, 0)",
        "UPDATE reviews SET version = 3",
        "UPDATE reviews SET version = 3",
    ];
    databases::run(databases::postgres(), async |database| {
        drop(database.open_now().await);
        begin(&database.address);
        assert_eq!(wrong(&database.address), Vec::<&str>::new());
        for statement in WRONG {
            run(&database.address, statement);
        }
        let all: Vec<&str> = NEVER.iter().map(|(what, _)| *what).collect();
        assert_eq!(wrong(&database.address), all);
        // One that ran out may be taken by another.
        run(
            &database.address,
            "UPDATE jobs SET state = 'leased', owner = 'a', attempts = 1, available_at = 1 WHERE id = 2",
        );
        run(&database.address, "UPDATE jobs SET owner = 'b', attempts = 2 WHERE id = 2");
        let over = run(&database.address, "SELECT job, what FROM soak_jobs WHERE what LIKE 'taken %' ORDER BY job");
        assert_eq!(over, ["1|taken away", "2|taken over"]);
    });
}
