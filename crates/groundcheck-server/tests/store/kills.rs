//! Processes that are killed in the middle of it. A child is this test program itself, told by a variable what to do.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use groundcheck_server::store::StoreError;
use groundcheck_server::store::jobs::JobKind;
use groundcheck_server::store::responses::Added;
use groundcheck_server::store::reviews::Changed;
use groundcheck_server::store::scores::Saved;
use groundcheck_types::ReviewStatus;

use super::databases::{self, Database};
use super::{on_both, response, reviews, scores};

on_both!(
    two_hundred_kills_lose_no_acknowledged_row,
    a_killed_worker_loses_nothing_and_nothing_is_done_twice,
    killed_reviewers_lose_no_acknowledged_judgement,
);

/// What a child is to do, and the address of the database to do it on.
const TASK: &str = "GROUNDCHECK_TEST_TASK";
const ADDRESS: &str = "GROUNDCHECK_TEST_ADDRESS";
/// From which number on it writes.
const FROM: &str = "GROUNDCHECK_TEST_FROM";

/// A child with this task. `wrap` is a program that starts it, with arguments.
pub fn child(
    wrap: &[&str],
    task: &str,
    database: &Database,
    from: usize,
) -> (Child, impl Iterator<Item = String> + use<>) {
    let this = std::env::current_exe().expect("this program");
    let mut command = match wrap.split_first() {
        Some((program, arguments)) => {
            let mut command = Command::new(program);
            command.args(arguments).arg(this);
            command
        }
        None => Command::new(this),
    };
    command.args(["store::kills::child_process", "--exact", "--nocapture"]);
    command.env(TASK, task).env(ADDRESS, &database.address).env(FROM, from.to_string());
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a child");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
    (child, lines)
}

/// The number in `word NUMBER`.
pub fn number(line: &str, word: &str) -> Option<i64> {
    line.strip_prefix(word)?.trim().parse().ok()
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("the parent listens");
}

/// No test of its own: does what the variables say, where they say anything.
#[test]
fn child_process() {
    let Ok(task) = std::env::var(TASK) else { return };
    let address = std::env::var(ADDRESS).expect("an address");
    let from: usize = std::env::var(FROM).expect("a number").parse().expect("a number");
    // The harness has begun a line of its own.
    say("");
    let database = Database { address, ..databases::sqlite() };
    // Its own folder now: whoever is killed cleans nothing up.
    std::fs::remove_dir_all(database.folder.path()).expect("an empty folder");
    databases::run(database, |database| async move {
        let done = match task.as_str() {
            "write" => write(&database, from).await,
            "review" => judge(&database).await,
            _ => work(&database, &task).await,
        };
        if let Err(error) = done {
            let unavailable = error.is_unavailable();
            let error = groundcheck_types::InputError::from(error);
            say(&format!("error {} {error}", error.code.as_str()));
            assert!(unavailable);
        }
    });
}

/// Writes responses without end, and says of each that it is stored once it is.
async fn write(database: &Database, from: usize) -> Result<(), StoreError> {
    let store = database.open_now().await;
    for number in from.. {
        if let [Added::New(id)] = store.add_responses(&[response(number)], "child").await?[..] {
            say(&format!("stored {id}"));
        }
    }
    Ok(())
}

/// Judges the only item without end, and says of each version that it is stored once it is.
async fn judge(database: &Database) -> Result<(), StoreError> {
    let store = database.open_now().await;
    loop {
        let seen = store.review(1).await?.expect("the item").version as u32;
        let status = ReviewStatus::ALL[seen as usize % 4];
        if let [Changed::Changed(row)] =
            &store.change_reviews(&[(1, reviews::decide(seen, status))], "child").await?[..]
        {
            say(&format!("judged {}", row.version));
        }
    }
}

/// Takes jobs until all are done, and says of each that it was done here.
async fn work(database: &Database, owner: &str) -> Result<(), StoreError> {
    let store = database.open_now().await;
    loop {
        let jobs = store.take_jobs(JobKind::Score, owner, 50, 1500).await?;
        let counts = store.job_counts(JobKind::Score).await?;
        if jobs.is_empty() && counts.pending() + counts.failed == 0 {
            return Ok(());
        }
        for job in jobs {
            let found = scores(&store, job.subject.parse().expect("an id")).await;
            if store.save_scores(&found, Some(&job.lease)).await? == Saved::Saved {
                say(&format!("done {}", job.subject));
            }
        }
    }
}

async fn two_hundred_kills_lose_no_acknowledged_row(database: Database) {
    const KILLS: usize = 200;
    // PostgreSQL is not the one that is killed: fewer times show that a client's end leaves no half response.
    let kills = if database.is_sqlite() { KILLS } else { KILLS / 10 };
    let mut acknowledged = BTreeSet::new();
    drop(database.open_now().await);
    for round in 0..kills {
        let (mut child, mut lines) = child(&[], "write", &database, round * 10_000);
        // Somewhere in the write that follows the first, second, … fifth.
        let wanted = 1 + round * 7 % 5;
        acknowledged.extend(lines.by_ref().filter_map(|line| number(&line, "stored ")).take(wanted));
        // Not always at the same place of that write.
        for _ in 0..round * 977 % 20_000 {
            std::hint::spin_loop();
        }
        child.kill().expect("killed");
        acknowledged.extend(lines.filter_map(|line| number(&line, "stored ")));
        child.wait().expect("it ended");
    }
    // Opening it is a quick_check.
    let store = database.open_now().await;
    let totals = store.totals().await.unwrap();
    assert!(acknowledged.len() >= kills, "{}", acknowledged.len());
    assert!(totals.responses as usize >= acknowledged.len());
    assert_eq!(totals.mentions, 2 * totals.responses);
    for id in &acknowledged {
        let whole = store.response(*id).await.unwrap().unwrap_or_else(|| panic!("{id} is lost"));
        assert_eq!((whole.mentions.len(), whole.mentions[0].1.len()), (2, 1), "{id}");
    }
    let ready = store.job_counts(JobKind::Score).await.unwrap();
    assert_eq!(ready.by_state().iter().map(|(_, jobs)| jobs).sum::<u64>() as i64, totals.responses);
}

async fn a_killed_worker_loses_nothing_and_nothing_is_done_twice(database: Database) {
    let jobs = if super::is_thorough() { 5_000 } else { 1_500 };
    let store = database.open_now().await;
    let responses: Vec<_> = (0..jobs).map(response).collect();
    store.add_responses(&responses, "test").await.unwrap();

    let (mut killed, mut first) = child(&[], "killed", &database, 0);
    let (mut other, second) = child(&[], "other", &database, 0);
    let collected = std::thread::spawn(move || second.filter_map(|line| number(&line, "done ")).collect::<Vec<_>>());
    let mut done: Vec<i64> = first.by_ref().filter_map(|line| number(&line, "done ")).take(jobs / 10).collect();
    killed.kill().expect("killed");
    assert!(!killed.wait().expect("it ended").success(), "it was done before it was killed");
    done.extend(first.filter_map(|line| number(&line, "done ")));
    done.extend(collected.join().expect("collected"));
    assert!(other.wait().expect("it ended").success());

    assert_eq!(super::states(&store, JobKind::Score).await, [("done".to_owned(), i64::try_from(jobs).unwrap())]);
    assert_eq!(store.totals().await.unwrap().scored, 2 * i64::try_from(jobs).unwrap());
    let each: BTreeSet<i64> = done.iter().copied().collect();
    assert_eq!(each.len(), done.len(), "a job was done twice");
    // The killed one may have finished one more that it had no time to say.
    assert!(done.len() >= jobs - 1, "{}", done.len());
}

async fn killed_reviewers_lose_no_acknowledged_judgement(database: Database) {
    let kills = if database.is_sqlite() { 40 } else { 10 };
    let store = database.open_now().await;
    reviews::add(&store, 0).await;
    let mut acknowledged = BTreeSet::from([1]);
    for round in 0..kills {
        let (mut child, mut lines) = child(&[], "review", &database, 0);
        let wanted = 1 + round * 7 % 5;
        acknowledged.extend(lines.by_ref().filter_map(|line| number(&line, "judged ")).take(wanted));
        for _ in 0..round * 977 % 20_000 {
            std::hint::spin_loop();
        }
        child.kill().expect("killed");
        acknowledged.extend(lines.filter_map(|line| number(&line, "judged ")));
        child.wait().expect("it ended");
    }
    let store = database.open_now().await;
    let row = store.review(1).await.unwrap().unwrap();
    let last = acknowledged.last().copied().unwrap();
    // The killed may each have finished one more that it had no time to say.
    assert!((last..=last + 1).contains(&row.version), "{last} {}", row.version);
    assert!(acknowledged.len() > kills, "{}", acknowledged.len());
    let verification = store.verify_audit(None).await.unwrap();
    assert_eq!((verification.rows as i64, verification.error), (row.version, None));
    println!("{kills} kills: {} judgements acknowledged, version {}", acknowledged.len(), row.version);
}
