//! Workers on both databases: with links of the test's own, and as processes that are killed.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use groundcheck_server::analysis::{Event, Links, Settings, Until, Wake, Worker};
use groundcheck_server::store::jobs::{ATTEMPTS_MAX, JobKind};
use groundcheck_server::store::{LinkState, Millis, Store};
use groundcheck_server::urls::{Cache, StoredCache, not_checked};
use groundcheck_types::{Policy, UrlCheck, UrlReason, UrlState};
use tokio::sync::Notify;

use super::databases::Database;
use super::{added, on_both, response};
use crate::support::groundcheck;

on_both!(
    two_workers_score_each_response_once_though_one_dies,
    a_slow_check_keeps_its_response,
    what_fails_is_tried_again_and_then_failed,
    a_worker_that_is_stopped_gives_back_what_it_holds,
    all_links_are_asked_anew_when_that_is_wanted,
    servers_share_what_they_found_out,
    killed_imports_and_analyses_lose_nothing,
    two_processes_score_each_response_once_though_one_is_killed,
);

/// Answers at once, until it has been asked so often; then it hangs until it is let go.
#[derive(Debug)]
struct Fake {
    asked: Mutex<Vec<(String, Option<Millis>)>>,
    state: UrlState,
    hangs_after: usize,
    hangs: Notify,
    let_go: Notify,
}

impl Fake {
    fn new(state: UrlState, hangs_after: usize) -> Arc<Self> {
        let (hangs, let_go) = (Notify::new(), Notify::new());
        Arc::new(Fake { asked: Mutex::default(), state, hangs_after, hangs, let_go })
    }

    fn asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

impl Links for Fake {
    fn ask<'a>(
        &'a self,
        url: &'a str,
        not_before: Option<Millis>,
    ) -> std::pin::Pin<Box<dyn Future<Output = UrlCheck> + Send + 'a>> {
        Box::pin(async move {
            let number = {
                let mut asked = self.asked.lock().unwrap();
                asked.push((url.to_owned(), not_before));
                asked.len()
            };
            if number > self.hangs_after {
                self.hangs.notify_one();
                self.let_go.notified().await;
            }
            let reason = if self.state == UrlState::Reachable { UrlReason::Ok } else { UrlReason::NotFound };
            UrlCheck { state: self.state, reason, ..not_checked(url) }
        })
    }
}

fn worker(store: &Store, links: &Arc<Fake>, lease_ms: Millis) -> Worker {
    let settings = Settings { lease_ms, at_once: 8 };
    let links = Arc::clone(links) as Arc<dyn Links>;
    Worker::new(store.clone(), links, Arc::new(Policy::default()), settings, Wake::default())
}

/// The responses that a worker scored, as it goes.
type Scored = Arc<Mutex<Vec<i64>>>;

fn note(scored: &Scored) -> impl FnMut(&Event) + use<> {
    let scored = Arc::clone(scored);
    move |event| {
        if let Event::Scored { response_id, .. } = event {
            scored.lock().unwrap().push(*response_id);
        }
    }
}

async fn states(store: &Store) -> Vec<(String, i64)> {
    super::states(store, JobKind::Score).await
}

async fn two_workers_score_each_response_once_though_one_dies(database: Database) {
    const RESPONSES: usize = 200;
    let store = database.open_now().await;
    store.add_responses(&(0..RESPONSES).map(response).collect::<Vec<_>>(), "test").await.unwrap();
    let (first, second) = (Scored::default(), Scored::default());

    let hanging = Fake::new(UrlState::Reachable, 40);
    let dying = worker(&database.open_now().await, &hanging, 500);
    let of_first = note(&first);
    let dying = tokio::spawn(async move { dying.run(Until::Done, std::future::pending(), of_first).await });
    hanging.hangs.notified().await;
    let links = Fake::new(UrlState::Reachable, usize::MAX);
    let other = worker(&store, &links, 500);
    let of_second = note(&second);
    let other = tokio::spawn(async move { other.run(Until::Done, std::future::pending(), of_second).await });
    // Dies with responses in its hands, and gives none back.
    dying.abort();
    assert!(dying.await.unwrap_err().is_cancelled());
    other.await.unwrap().unwrap();

    let (first, second) = (first.lock().unwrap().clone(), second.lock().unwrap().clone());
    let all: BTreeSet<i64> = first.iter().chain(&second).copied().collect();
    assert_eq!(all.len(), first.len() + second.len(), "a response was scored twice");
    // The one that died may have scored some more that it had no time to say.
    assert!(!first.is_empty() && all.len() + 8 >= RESPONSES, "{} and {}", first.len(), second.len());
    assert_eq!(store.totals().await.unwrap().scored, 2 * RESPONSES as i64);
    assert_eq!(states(&store).await, [("done".to_owned(), RESPONSES as i64)]);
}

async fn a_slow_check_keeps_its_response(database: Database) {
    let store = database.open_now().await;
    added(&store, 0).await;
    let (first, second) = (Scored::default(), Scored::default());
    let slow = Fake::new(UrlState::Reachable, 0);
    let holder = worker(&store, &slow, 300);
    let of_first = note(&first);
    let holder = tokio::spawn(async move { holder.run(Until::Done, std::future::pending(), of_first).await });
    slow.hangs.notified().await;
    // Another one that looks for work until the lease would have run out several times.
    let quick = Fake::new(UrlState::Reachable, usize::MAX);
    let other = worker(&database.open_now().await, &quick, 300);
    let (until, stop) = (store.now() + 1_500, Notify::new());
    let mut of_second = note(&second);
    let waiting = |event: &Event| {
        of_second(event);
        if store.now() > until {
            stop.notify_one();
        }
    };
    other.run(Until::Done, stop.notified(), waiting).await.unwrap();
    assert_eq!((second.lock().unwrap().len(), quick.asked()), (0, 0));
    slow.let_go.notify_one();
    holder.await.unwrap().unwrap();
    assert_eq!(first.lock().unwrap().len(), 1);
    assert_eq!(states(&store).await, [("done".to_owned(), 1)]);
}

#[derive(Debug)]
struct Panics(AtomicUsize);

impl Links for Panics {
    fn ask<'a>(
        &'a self,
        url: &'a str,
        _: Option<Millis>,
    ) -> std::pin::Pin<Box<dyn Future<Output = UrlCheck> + Send + 'a>> {
        self.0.fetch_add(1, Ordering::SeqCst);
        panic!("on {url}")
    }
}

async fn what_fails_is_tried_again_and_then_failed(database: Database) {
    let store = database.open().await;
    added(&store, 0).await;
    let links = Arc::new(Panics(AtomicUsize::new(0)));
    let policy = Arc::new(Policy::default());
    let worker = Worker::new(store.clone(), Arc::clone(&links) as _, policy, Settings::default(), Wake::default());
    let mut errors = Vec::new();
    let clock = Arc::clone(&database.clock);
    let failed = |event: &Event| {
        if let Event::Failed { error, .. } = event {
            errors.push(error.clone());
            // Longer than any wait before the next attempt.
            clock.forward(60_000);
        }
    };
    worker.run(Until::Done, std::future::pending(), failed).await.unwrap();
    assert_eq!(links.0.load(Ordering::SeqCst) as i64, ATTEMPTS_MAX);
    assert_eq!(errors, vec!["an internal error"; 5]);
    assert_eq!(states(&store).await, [("failed".to_owned(), 1)]);
    let report = groundcheck_server::report::source_report(&store, &Default::default()).await.unwrap();
    assert_eq!((report.stored.failed, report.mentions, report.average_reliability), (1, 0, None));
    // Asked to, it is tried again.
    assert_eq!(store.retry_failed_jobs(JobKind::Score).await.unwrap(), 1);
    let links = Fake::new(UrlState::Reachable, usize::MAX);
    self::worker(&store, &links, 1000).run(Until::Done, std::future::pending(), |_| {}).await.unwrap();
    assert_eq!(states(&store).await, [("done".to_owned(), 1)]);
}

async fn a_worker_that_is_stopped_gives_back_what_it_holds(database: Database) {
    let store = database.open_now().await;
    store.add_responses(&(0..20).map(response).collect::<Vec<_>>(), "test").await.unwrap();
    for _ in 0..2 * ATTEMPTS_MAX {
        let hanging = Fake::new(UrlState::Reachable, 0);
        worker(&store, &hanging, 600_000).run(Until::Stopped, hanging.hangs.notified(), |_| {}).await.unwrap();
        assert_eq!(states(&store).await, [("ready".to_owned(), 20)]);
    }
    let links = Fake::new(UrlState::Reachable, usize::MAX);
    worker(&store, &links, 600_000).run(Until::Done, std::future::pending(), |_| {}).await.unwrap();
    assert_eq!(states(&store).await, [("done".to_owned(), 20)]);
}

async fn all_links_are_asked_anew_when_that_is_wanted(database: Database) {
    let store = database.open().await;
    let id = added(&store, 0).await;
    let there = Fake::new(UrlState::Reachable, usize::MAX);
    let run = async |links: &Arc<Fake>| {
        worker(&store, links, 1000).run(Until::Done, std::future::pending(), |_| {}).await.unwrap();
        let whole = store.response(id).await.unwrap().unwrap();
        whole.mentions[0].1[0].link_state
    };
    assert_eq!((run(&there).await, there.asked()), (Some(LinkState::Reachable), 1));
    let gone = Fake::new(UrlState::Unreachable, usize::MAX);
    // Again without a word: what is known stays known.
    store.repeat_jobs(JobKind::Score, "").await.unwrap();
    assert_eq!((run(&gone).await, gone.asked()), (Some(LinkState::Reachable), 0));
    let since = groundcheck_server::dates::to_text(4_102_444_800_000);
    store.repeat_jobs(JobKind::Score, &since).await.unwrap();
    assert_eq!((run(&gone).await, gone.asked()), (Some(LinkState::Unreachable), 1));
    assert_eq!(gone.asked.lock().unwrap()[0].1, Some(4_102_444_800_000));
    let report = groundcheck_server::report::source_report(&store, &Default::default()).await.unwrap();
    assert_eq!((report.mentions, report.risk.high), (2, 1), "{:?}", report.risk);
}

async fn servers_share_what_they_found_out(database: Database) {
    let url = "https://reports.example/q3";
    let check = UrlCheck {
        state: UrlState::Unreachable,
        reason: UrlReason::NotFound,
        status_code: Some(404),
        canonical_url: Some(url.to_owned()),
        ..not_checked(url)
    };
    let first = StoredCache::new(database.open_now().await);
    first.put(url, &check, Duration::from_secs(3_600)).await;
    let second = StoredCache::new(database.open_now().await);
    for cache in [&first, &second, &second] {
        let known = cache.get(url).await.unwrap();
        assert_eq!((known.state, known.reason, known.status_code), (check.state, check.reason, Some(404)));
        assert_eq!((known.rule, &known.checked_at), (check.rule, &check.checked_at));
    }
    assert_eq!(second.get("https://reports.example/q4").await, None);
    // One whose time is over is none, in the store as in memory.
    let old = StoredCache::new(database.open_now().await);
    old.put("https://old.example/", &check, Duration::ZERO).await;
    assert_eq!(old.get("https://old.example/").await, None);
    assert_eq!(second.get("https://old.example/").await, None);
}

/// How often, or how much: more of it where a variable says so, as a run by hand wants.
fn from_env(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

/// Kills imports and analyses that run at the same time, each at another moment: as often as `GROUNDCHECK_KILLS` says, else 5 times, or
/// 20 with `cargo xtask test --thorough`.
async fn killed_imports_and_analyses_lose_nothing(database: Database) {
    let kills = from_env("GROUNDCHECK_KILLS", if super::is_thorough() { 20 } else { 5 });
    let store = database.open_now().await;
    let mut acknowledged = BTreeSet::new();
    for round in 0..kills {
        // Every other round long enough for the analysis to be in the middle of it.
        let scored = store.totals().await.unwrap().scored + [0, 2 + round as i64 * 14 % 90][round % 2];
        let lines: Vec<String> = (0..450)
            .map(|number| {
                serde_json::json!({ "query": "Best AI companies", "provider": "openai", "model": "gpt-4o",
                    "asked_at": "2024-12-01", "raw_response": format!("{round} {number}"),
                    "mentions": [{ "name": "A", "confidence": 0.9 }, { "name": "B", "sources": [{ "url": "https://b.example/" }] }] })
                .to_string()
            })
            .collect();
        let file = database.folder.file("responses.jsonl", lines.join("\n"));
        let start = |args: &[&str]| {
            let mut command = groundcheck();
            command.args(args).env("DATABASE_URL", &database.address);
            command
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("the binary starts")
        };
        let mut import = start(&["import", &file, "--format", "json", "--quiet"]);
        let mut analyze = start(&["analyze", "--offline", "--lease", "1"]);
        let mut said = BufReader::new(import.stdout.take().expect("piped")).lines().map_while(Result::ok);
        let id = |line: String| -> i64 {
            let line: serde_json::Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
            line["response_id"].as_i64().unwrap_or_else(|| panic!("{line}"))
        };
        // Behind the first, the second or the third transaction, and not always at the same place of the next.
        acknowledged.extend(said.by_ref().take(1 + round * 97 % 400).map(id));
        for _ in 0..round * 99_991 % 3_000_000 {
            std::hint::spin_loop();
        }
        while store.totals().await.unwrap().scored < scored {
            assert!(analyze.try_wait().unwrap().is_none(), "it is killed in the middle of its work");
        }
        let (first, second) = if round % 2 == 0 { (&mut import, &mut analyze) } else { (&mut analyze, &mut import) };
        first.kill().expect("killed");
        second.kill().expect("killed");
        // A last line may have been cut off.
        acknowledged.extend(said.filter(|line| line.ends_with('}')).map(id));
        import.wait().expect("it ended");
        analyze.wait().expect("it ended");
    }
    store.close().await;
    // Opening it is a quick_check.
    let store = database.open_now().await;
    for id in &acknowledged {
        let whole = store.response(*id).await.unwrap().unwrap_or_else(|| panic!("{id} is lost"));
        assert_eq!((whole.mentions.len(), whole.mentions[1].1.len()), (2, 1), "{id}");
    }
    let scored_before = store.totals().await.unwrap().scored;
    let args = ["analyze", "--offline", "--format", "json"];
    let ran = crate::support::run_with(groundcheck().args(args).env("DATABASE_URL", &database.address), b"");
    let totals = store.totals().await.unwrap();
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(acknowledged.len() >= kills && totals.responses as usize >= acknowledged.len());
    assert_eq!((totals.mentions, totals.scored), (2 * totals.responses, 2 * totals.responses));
    assert_eq!(states(&store).await, [("done".to_owned(), totals.responses)]);
    println!(
        "{kills} kills: {} acknowledged of {} stored, {scored_before} mentions scored before the last analysis",
        acknowledged.len(),
        totals.responses
    );
}

/// Two `groundcheck analyze` on one database, one of them killed in the middle of it; 300 responses, or as many as
/// `GROUNDCHECK_JOBS` says. A trigger writes down every time that a response's scores are stored.
async fn two_processes_score_each_response_once_though_one_is_killed(database: Database) {
    let jobs = from_env("GROUNDCHECK_JOBS", 300);
    let store = database.open_now().await;
    for part in (0..jobs).collect::<Vec<_>>().chunks(500) {
        let responses: Vec<_> = part.iter().map(|number| response(*number)).collect();
        store.add_responses(&responses, "test").await.unwrap();
    }
    const LOG: &str = "CREATE TABLE score_log (response_id BIGINT NOT NULL)";
    const COUNTS: &str = "SELECT COUNT(*), COUNT(DISTINCT response_id) FROM score_log";
    const SQLITE: [&str; 3] = [
        LOG,
        "CREATE TRIGGER log_new AFTER INSERT ON report_sums BEGIN INSERT INTO score_log VALUES (NEW.response_id); END",
        "CREATE TRIGGER log_again AFTER UPDATE ON report_sums BEGIN INSERT INTO score_log VALUES (NEW.response_id); END",
    ];
    const POSTGRES: [&str; 3] = [
        LOG,
        "CREATE FUNCTION log_score() RETURNS trigger LANGUAGE plpgsql AS \
         'BEGIN INSERT INTO score_log VALUES (NEW.response_id); RETURN NEW; END'",
        "CREATE TRIGGER log_score AFTER INSERT OR UPDATE ON report_sums FOR EACH ROW EXECUTE FUNCTION log_score()",
    ];
    use sqlx::Connection as _;
    let mut sqlite = None;
    let mut postgres = None;
    if database.is_sqlite() {
        let mut connection = sqlx::SqliteConnection::connect(&database.address).await.unwrap();
        for statement in SQLITE {
            sqlx::query(statement).execute(&mut connection).await.unwrap();
        }
        sqlite = Some(connection);
    } else {
        let mut connection = sqlx::PgConnection::connect(&database.address).await.unwrap();
        for statement in POSTGRES {
            sqlx::query(statement).execute(&mut connection).await.unwrap();
        }
        postgres = Some(connection);
    }

    let start = || {
        let mut command = groundcheck();
        command.args(["analyze", "--offline", "--lease", "2", "--format", "json"]);
        command
            .env("DATABASE_URL", &database.address)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().expect("the binary starts")
    };
    let began = std::time::Instant::now();
    let (mut killed, other) = (start(), start());
    while (store.totals().await.unwrap().scored as usize) < jobs / 2 {
        assert!(killed.try_wait().unwrap().is_none(), "it is killed in the middle of its work");
    }
    killed.kill().expect("killed");
    killed.wait().expect("it ended");
    let output = tokio::task::spawn_blocking(move || other.wait_with_output().expect("it ends")).await.unwrap();
    let took = began.elapsed();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();

    let (times, responses): (i64, i64) = match (&mut sqlite, &mut postgres) {
        (Some(connection), _) => sqlx::query_as(COUNTS).fetch_one(connection).await.unwrap(),
        (_, Some(connection)) => sqlx::query_as(COUNTS).fetch_one(connection).await.unwrap(),
        _ => unreachable!("one of them is open"),
    };
    assert_eq!((times, responses), (jobs as i64, jobs as i64), "stored how often, of how many responses");
    assert_eq!(states(&store).await, [("done".to_owned(), jobs as i64)]);
    assert_eq!(store.totals().await.unwrap().scored, 2 * jobs as i64);
    println!("{jobs} responses, {} by the one that lived, each stored once, in {took:?}", summary["responses"]);
}
