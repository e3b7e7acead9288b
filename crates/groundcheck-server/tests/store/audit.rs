//! The audit's chain on both databases: what somebody with the database in hand does to it shows.

use sqlx::Connection as _;

use groundcheck_server::store::Store;
use groundcheck_types::AuditVerification;

use super::databases::{Database, postgres, sqlite};
use super::{added, on_both, reviews};

on_both!(whatever_is_done_to_a_row_names_it, rows_from_before_the_chain_are_its_first, a_backup_keeps_the_chain);

/// Runs a statement beside groundcheck.
async fn tamper(database: &Database, sql: &'static str) {
    if database.is_sqlite() {
        let mut connection = sqlx::SqliteConnection::connect(&database.address).await.unwrap();
        sqlx::query(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    } else {
        let mut connection = sqlx::PgConnection::connect(&database.address).await.unwrap();
        sqlx::query(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

async fn filled(database: &Database) -> Store {
    let store = database.open().await;
    for number in 0..10 {
        reviews::add(&store, number).await;
    }
    let verification = store.verify_audit(None).await.unwrap();
    assert_eq!((verification.rows, verification.broken, verification.error), (10, None, None));
    store
}

async fn whatever_is_done_to_a_row_names_it(database: Database) {
    const COLUMNS: &str = "happened_at, actor, action, subject, amount, detail";
    assert_eq!(COLUMNS.split(", ").count(), 6, "each of them is altered below");
    let is_sqlite = database.is_sqlite();
    drop(database);
    for (statements, broken) in [
        (&["UPDATE audit SET actor = 'eve' WHERE number = 5"][..], 5),
        (&["UPDATE audit SET happened_at = happened_at + 1 WHERE number = 5"], 5),
        (&["UPDATE audit SET action = 'review.changed' WHERE number = 5"], 5),
        (&["UPDATE audit SET subject = 'review 6' WHERE number = 5"], 5),
        (&["UPDATE audit SET amount = 2 WHERE number = 5"], 5),
        (&["UPDATE audit SET detail = '{}' WHERE number = 5"], 5),
        (&["UPDATE audit SET digest = 'x' WHERE number = 10"], 10),
        (&["DELETE FROM audit WHERE number = 5"], 5),
        (&["DELETE FROM audit WHERE number = 1"], 1),
        (&["DELETE FROM audit WHERE number > 7"], 8),
        (&["DELETE FROM audit"], 1),
        (&["DELETE FROM audit_head"], 1),
        (&["UPDATE audit_head SET number = 9"], 10),
        (&["UPDATE audit_head SET digest = 'x'"], 10),
        // Swapped.
        (
            &[
                "UPDATE audit SET number = -1 WHERE number = 4",
                "UPDATE audit SET number = 4 WHERE number = 6",
                "UPDATE audit SET number = 6 WHERE number = -1",
            ],
            4,
        ),
        // Put in: in the middle, at the end, without a number.
        (
            &[
                "UPDATE audit SET number = -number WHERE number > 4",
                "UPDATE audit SET number = 1 - number WHERE number < 0",
                "INSERT INTO audit (number, happened_at, actor, action, subject, amount, detail, digest) \
                 SELECT 5, happened_at, actor, action, subject, amount, detail, digest FROM audit WHERE number = 4",
            ],
            5,
        ),
        (
            &["INSERT INTO audit (number, happened_at, actor, action, subject, amount, detail, digest) \
               SELECT 11, happened_at, actor, action, subject, amount, detail, digest FROM audit WHERE number = 10"],
            11,
        ),
        (
            &[
                "INSERT INTO audit (happened_at, actor, action, subject, amount) VALUES (1, 'eve', 'review.change', 'review 1', 1)",
            ],
            11,
        ),
    ] {
        let database = if is_sqlite { sqlite() } else { postgres() };
        let store = filled(&database).await;
        for statement in statements {
            tamper(&database, statement).await;
        }
        // Also by one who opens it afterwards: opening mends nothing.
        let opened = database.open().await;
        for store in [store, opened] {
            let AuditVerification { broken: found, error, .. } = store.verify_audit(None).await.unwrap();
            assert_eq!(found, Some(broken), "{statements:?}: {error:?}");
            assert_eq!(error.and_then(|error| error.field), Some(format!("row {broken}")));
        }
    }
}

async fn rows_from_before_the_chain_are_its_first(database: Database) {
    let store = database.open().await;
    added(&store, 1).await;
    added(&store, 2).await;
    store.close().await;
    // As the step before left it.
    tamper(&database, "UPDATE audit SET number = NULL, detail = NULL, digest = NULL").await;
    tamper(&database, "UPDATE audit_head SET number = 0, digest = ''").await;
    let store = database.open().await;
    added(&store, 3).await;
    let verification = store.verify_audit(None).await.unwrap();
    assert_eq!((verification.rows, verification.error), (3, None));
    let head = verification.head.clone();
    added(&store, 4).await;
    assert_eq!(store.verify_audit(Some(&head)).await.unwrap().error, None, "a digest that was kept is still there");
    let verification = store.verify_audit(Some("0000")).await.unwrap();
    assert_eq!(verification.error.unwrap().field.as_deref(), Some("digest"));
    let events = store.audit(None, 10).await.unwrap();
    assert_eq!(events.iter().map(|event| event.number).collect::<Vec<_>>(), [4, 3, 2, 1]);
    assert_eq!(events[3].happened_at, "2024-06-01T00:00:00.000Z");
}

async fn a_backup_keeps_the_chain(database: Database) {
    let store = filled(&database).await;
    let backup = database.folder.path().join("backup");
    store.backup(&backup).await.unwrap();
    reviews::add(&store, 10).await;
    store.restore(&backup, true, "test").await.unwrap();
    let verification = store.verify_audit(None).await.unwrap();
    // The ten, and the restore itself.
    assert_eq!((verification.rows, verification.error), (11, None));
    let items = groundcheck_server::review::queue::page(&store, &Default::default(), None, 100).await.unwrap().items;
    assert_eq!(items.len(), 10);
    for item in items {
        assert!(groundcheck_server::review::queue::item(&store, item.id).await.unwrap().is_some());
    }
    // What enters next has an id and a number of its own.
    assert!(reviews::add(&store, 11).await > 10);
    assert_eq!(store.verify_audit(None).await.unwrap().rows, 12);
    // A dump of the step before: no head, no numbers.
    if !database.is_sqlite() {
        let lines = std::fs::read_to_string(&backup).unwrap();
        let old: Vec<String> = lines
            .split("{\"table\":\"")
            .filter(|part| !part.starts_with("audit_head"))
            .map(|part| part.replace("\"number\"", "\"n\"").replace("\"digest\":\"", "\"d\":\""))
            .collect();
        let old =
            database.folder.file("old", old.join("{\"table\":\"").replace("\"d\":\"digest", "\"digest\":\"digest"));
        store.restore(old.as_ref(), true, "test").await.unwrap();
        assert_eq!(store.verify_audit(None).await.unwrap().rows, 11);
    }
}
