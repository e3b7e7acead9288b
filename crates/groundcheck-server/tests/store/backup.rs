//! Backups taken while others write, and restored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use groundcheck_server::store::Store;
use groundcheck_server::store::jobs::JobKind;
use groundcheck_types::{Fact, FactValue, Scope};

use super::databases::{Database, postgres, sqlite};
use super::{added, on_both, scores};

on_both!(a_backup_under_load_is_one_moment, what_is_no_backup_changes_nothing);

fn another(database: &Database) -> Database {
    if database.is_sqlite() { sqlite() } else { postgres() }
}

async fn a_backup_under_load_is_one_moment(database: Database) {
    let store = Arc::new(database.open().await);
    let fact = Fact {
        entity: Some("Elm \"Court\"\n".to_owned()),
        metric: "noi".to_owned(),
        period: None,
        value: FactValue::Text("$1.2M".to_owned()),
        unit: None,
    };
    store.import_facts(std::slice::from_ref(&fact), "test").await.unwrap();
    let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let writers: Vec<_> = (0..4)
        .map(|writer: usize| {
            let (store, stop, written) = (Arc::clone(&store), Arc::clone(&stop), Arc::clone(&written));
            tokio::spawn(async move {
                let mut number = writer * 100_000;
                while !stop.load(Ordering::SeqCst) {
                    let id = added(&store, number).await;
                    store.save_scores(&scores(&store, id).await, None).await.unwrap();
                    written.fetch_add(1, Ordering::SeqCst);
                    number += 1;
                }
            })
        })
        .collect();
    while written.load(Ordering::SeqCst) < 20 {
        tokio::task::yield_now().await;
    }
    let mut bounds = Vec::new();
    for round in 0..3 {
        let before = written.load(Ordering::SeqCst);
        store.backup(&database.folder.path().join(format!("backup-{round}"))).await.unwrap();
        bounds.push((before as i64, store.totals().await.unwrap().responses));
    }
    stop.store(true, Ordering::SeqCst);
    for writer in writers {
        writer.await.unwrap();
    }

    for (round, (least, most)) in bounds.into_iter().enumerate() {
        let target = another(&database);
        let restored = target.open().await;
        restored.restore(&database.folder.path().join(format!("backup-{round}")), false, "test").await.unwrap();
        let totals = restored.totals().await.unwrap();
        assert!((least..=most).contains(&totals.responses), "{least} {totals:?} {most}");
        assert_eq!(totals.mentions, 2 * totals.responses);
        // Each response was stored, and scored, as a whole or not at all.
        assert_eq!(totals.scored % 2, 0);
        assert!(totals.scored <= totals.mentions && totals.scored >= 2 * least, "{totals:?}");
        let jobs: u64 =
            restored.job_counts(JobKind::Score).await.unwrap().by_state().iter().map(|(_, jobs)| jobs).sum();
        assert_eq!(jobs as i64, totals.responses);
        assert_eq!(restored.facts_in(&Scope::default()).await.unwrap(), std::slice::from_ref(&fact));
        // What is stored next gets an id of its own.
        let id = added(&restored, 999_999).await;
        assert_eq!(restored.totals().await.unwrap().responses, totals.responses + 1);
        assert!(restored.response(id).await.unwrap().is_some());
        assert_eq!(restored.audit(None, 2).await.unwrap()[1].action, "restore");
    }
}

async fn what_is_no_backup_changes_nothing(database: Database) {
    let store = database.open().await;
    let id = added(&store, 1).await;
    let good = database.folder.path().join("good");
    store.backup(&good).await.unwrap();
    assert!(store.backup(&good).await.is_err(), "it exists already");
    let cut = std::fs::read(&good).unwrap();
    let files = [
        database.folder.file("empty", ""),
        database.folder.file("text", "no backup"),
        database.folder.file("cut", &cut[..cut.len() / 2]),
        database.folder.path().join("missing").display().to_string(),
        good.display().to_string(),
    ];
    added(&store, 2).await;
    for file in &files {
        // Without `replace`, not even a good one.
        assert!(store.restore(file.as_ref(), false, "test").await.is_err(), "{file}");
    }
    for file in &files[..4] {
        assert!(store.restore(file.as_ref(), true, "test").await.is_err(), "{file}");
    }
    assert_eq!(store.totals().await.unwrap().responses, 2);
    let other: &Store = &store;
    other.restore(&good, true, "test").await.unwrap();
    assert_eq!(store.totals().await.unwrap().responses, 1);
    assert!(store.response(id).await.unwrap().is_some());
}
