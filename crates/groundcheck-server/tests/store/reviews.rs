//! The review queue: what enters, what changes, who was first.

use std::collections::BTreeMap;

use groundcheck_server::review::queue;
use groundcheck_server::store::Store;
use groundcheck_server::store::reviews::{Changed, Entered, Filter, LIST, NewReview, Statements, TOTALS};
use groundcheck_types::{
    BulkChange, BulkOutcome, BulkTarget, ReviewChange, ReviewFilter, ReviewKind, ReviewStatus, Risk, StatusTotals,
};
use sqlx::{AssertSqlSafe, Connection as _, Row as _};

use super::databases::Database;
use super::{DAY_2024, on_both};

on_both!(
    the_same_enters_once,
    pages_are_in_order_and_hold_each_item_once,
    a_stale_change_changes_nothing,
    a_bulk_change_changes_what_nobody_else_did,
    what_people_write_is_stored_as_text,
    every_list_reads_an_index,
    fifty_reviewers_lose_no_update,
);

/// An item about a mention, whose content is the least.
pub fn new(number: usize) -> NewReview {
    let name = |names: [&str; 3]| Some(names[number % 3].to_owned());
    let mention = serde_json::json!({
        "mention_id": number, "response_id": 1, "query": "q", "provider": "p", "model": "m", "asked_at": "2024-12-01T00:00:00Z",
        "brand_name": "Brand", "rank": 1, "explanation": null, "reliability": 0.1, "risk": "high", "has_source": false,
        "accessible": null, "sources": [],
    });
    NewReview {
        kind: ReviewKind::Mention,
        risk: [Risk::Low, Risk::High, Risk::Critical, Risk::Medium][number % 4],
        title: format!("item {number}"),
        flagged: number,
        provider: name(["openai", "ollama", "vllm"]),
        model: name(["gpt-4o", "llama3", "qwen"]),
        note: None,
        content: mention.to_string(),
        fingerprints: vec![format!("pattern {}", number % 2)],
        can_be_muted: false,
        digest: format!("digest {number}"),
    }
}

/// Stores an item and gives its id.
pub async fn add(store: &Store, number: usize) -> u64 {
    match store.add_review(&new(number), "test").await.unwrap() {
        Entered::New(id) => id as u64,
        known => panic!("{known:?}"),
    }
}

pub fn decide(version: u32, status: ReviewStatus) -> ReviewChange {
    ReviewChange { version, status: Some(status), ..ReviewChange::default() }
}

async fn change(store: &Store, id: u64, change: ReviewChange) -> Changed {
    store.change_reviews(&[(id as i64, change)], "dana").await.unwrap().pop().unwrap()
}

async fn the_same_enters_once(database: Database) {
    let store = database.open().await;
    let id = add(&store, 1).await;
    assert_eq!(store.add_review(&new(1), "test").await.unwrap(), Entered::Known(id as i64));
    change(&store, id, decide(1, ReviewStatus::Approved)).await;
    assert_eq!(store.add_review(&new(1), "test").await.unwrap(), Entered::Known(id as i64));
    let item = queue::item(&store, id).await.unwrap().unwrap();
    assert_eq!((item.summary.status, item.summary.version), (ReviewStatus::Approved, 2));
    assert_eq!(item.fingerprints, ["pattern 1"]);
    assert_eq!(queue::item(&store, 99).await.unwrap(), None);
    assert_eq!(queue::item(&store, u64::MAX).await.unwrap(), None);
}

async fn pages_are_in_order_and_hold_each_item_once(database: Database) {
    let store = database.open().await;
    for number in 0..23 {
        add(&store, number).await;
        database.clock.forward(3_600_000);
    }
    for id in [1, 5, 9] {
        change(&store, id, decide(1, ReviewStatus::Rejected)).await;
    }
    let assigned = ReviewChange { version: 1, assignee: Some("dana".to_owned()), ..ReviewChange::default() };
    change(&store, 2, assigned).await;
    let text = |text: &str| Some(text.to_owned());
    let all = ReviewFilter::default();
    for (filter, expected) in [
        (all.clone(), 23),
        (ReviewFilter { status: Some(ReviewStatus::Rejected), ..all.clone() }, 3),
        (ReviewFilter { risk: Some(Risk::High), ..all.clone() }, 6),
        (ReviewFilter { kind: Some(ReviewKind::Answer), ..all.clone() }, 0),
        (ReviewFilter { assignee: text("dana"), ..all.clone() }, 1),
        (ReviewFilter { assignee: text(""), ..all.clone() }, 22),
        (ReviewFilter { provider: text("openai"), ..all.clone() }, 8),
        (ReviewFilter { provider: text("openai"), model: text("llama3"), ..all.clone() }, 0),
        (ReviewFilter { from: text("2024-06-02"), ..all.clone() }, 0),
        (
            ReviewFilter {
                to: text("2024-06-01"),
                provider: text("vllm"),
                status: Some(ReviewStatus::Pending),
                ..all.clone()
            },
            6,
        ),
    ] {
        let (mut seen, mut after) = (Vec::new(), None::<String>);
        loop {
            let page = queue::page(&store, &filter, after.as_deref(), 4).await.unwrap();
            let StatusTotals { pending, reviewed, approved, rejected } = page.totals;
            let of_status = match filter.status {
                None => pending + reviewed + approved + rejected,
                Some(ReviewStatus::Rejected) => rejected,
                Some(_) => pending,
            };
            assert_eq!(of_status, expected as u64, "{filter:?}");
            seen.extend(page.items.into_iter().map(|item| (std::cmp::Reverse(item.risk), item.id)));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(seen.len(), expected, "{filter:?}");
        assert!(seen.is_sorted() && seen.windows(2).all(|pair| pair[0] < pair[1]), "{filter:?}: {seen:?}");
    }
    let choices = queue::choices(&store).await.unwrap();
    assert_eq!(
        (choices.assignees, choices.providers),
        (vec!["dana".to_owned()], vec!["ollama".to_owned(), "openai".to_owned(), "vllm".to_owned()])
    );
    for (filter, field) in [
        (ReviewFilter { from: text("2024-13-01"), ..all.clone() }, "from"),
        (ReviewFilter { from: text("2024-06-02"), to: text("2024-06-01"), ..all.clone() }, "to"),
    ] {
        assert_eq!(queue::page(&store, &filter, None, 1).await.unwrap_err().field.as_deref(), Some(field));
    }
    assert_eq!(queue::page(&store, &all, Some("x"), 1).await.unwrap_err().field.as_deref(), Some("after"));
}

async fn a_stale_change_changes_nothing(database: Database) {
    let store = database.open().await;
    let id = add(&store, 1).await;
    assert!(
        matches!(change(&store, id, decide(1, ReviewStatus::Approved)).await, Changed::Changed(row) if row.version == 2)
    );
    let Changed::Conflict(row) = change(&store, id, decide(1, ReviewStatus::Rejected)).await else {
        panic!("it is stale")
    };
    assert_eq!((row.version, row.status.0), (2, ReviewStatus::Approved));
    assert!(matches!(change(&store, id, decide(3, ReviewStatus::Rejected)).await, Changed::Conflict(_)));
    assert_eq!(change(&store, 99, decide(1, ReviewStatus::Rejected)).await, Changed::Missing);
    // A decision can be undone, a text taken away.
    let noted =
        ReviewChange { version: 2, note: Some("as in the lease".to_owned()), ..decide(2, ReviewStatus::Pending) };
    assert!(
        matches!(change(&store, id, noted).await, Changed::Changed(row) if row.note.as_deref() == Some("as in the lease"))
    );
    let without = ReviewChange { version: 3, note: Some(String::new()), ..ReviewChange::default() };
    assert!(
        matches!(change(&store, id, without).await, Changed::Changed(row) if row.note.is_none() && row.status.0 == ReviewStatus::Pending)
    );

    let page = queue::history(&store, id, None, 100).await.unwrap().unwrap();
    let details: Vec<&str> = page.events.iter().map(|event| event.detail.as_str()).collect();
    assert_eq!(
        details,
        [
            r#"{"note":true,"version":4}"#,
            r#"{"note":true,"status":["approved","pending"],"version":3}"#,
            r#"{"status":["pending","approved"],"version":2}"#,
            r#"{"flagged":1,"kind":"mention","risk":"high"}"#,
        ]
    );
    assert_eq!((page.events[0].actor.as_str(), page.events[3].actor.as_str(), page.next), ("dana", "test", None));
    let page = queue::history(&store, id, Some(page.events[1].number), 1).await.unwrap().unwrap();
    assert_eq!((page.events.len(), page.next), (1, Some(page.events[0].number)));
    assert!(queue::history(&store, 99, None, 1).await.unwrap().is_none());
}

async fn a_bulk_change_changes_what_nobody_else_did(database: Database) {
    let store = database.open().await;
    let ids = [add(&store, 1).await, add(&store, 2).await, add(&store, 3).await];
    change(&store, ids[1], decide(1, ReviewStatus::Reviewed)).await;
    let target = |id| BulkTarget { id, version: 1 };
    let bulk = BulkChange {
        items: vec![target(ids[2]), target(99), target(ids[1]), target(ids[0]), target(ids[0])],
        status: Some(ReviewStatus::Approved),
        assignee: Some("noa".to_owned()),
        note: None,
    };
    let rows = queue::change_many(&store, &bulk, "noa").await.unwrap();
    use BulkOutcome::{Changed, Conflict, Missing};
    assert_eq!(
        rows.iter().map(|row| (row.id, row.outcome, row.version)).collect::<Vec<_>>(),
        [
            (ids[2], Changed, Some(2)),
            (99, Missing, None),
            (ids[1], Conflict, Some(2)),
            (ids[0], Changed, Some(2)),
            (ids[0], Conflict, Some(2)),
        ]
    );
    // Three entered, three changed.
    assert_eq!(store.verify_audit(None).await.unwrap().rows, 6);
}

async fn what_people_write_is_stored_as_text(database: Database) {
    let store = database.open().await;
    let corpus = [
        "'; DROP TABLE reviews; --",
        "\" OR \"\"=\"",
        "$1 $2 {} %s \\ \\' ' '' ;",
        "=HYPERLINK(\"http://a.example\")",
        "<script>alert(1)</script>",
        "שלום\u{202e}\u{200b}\u{1f600}",
        "a\0b",
    ];
    for (number, text) in corpus.iter().enumerate() {
        let stored = text.replace('\0', "\u{fffd}");
        let named = NewReview { title: (*text).to_owned(), provider: Some((*text).to_owned()), ..new(number) };
        let id = store.add_review(&named, "test").await.unwrap().id().unwrap() as u64;
        let text = Some((*text).to_owned());
        let all = ReviewChange {
            version: 1,
            assignee: text.clone(),
            note: text.clone(),
            corrected_value: text.clone(),
            ..ReviewChange::default()
        };
        assert!(matches!(change(&store, id, all).await, Changed::Changed(_)));
        let item = queue::item(&store, id).await.unwrap().unwrap();
        assert_eq!(
            [item.summary.assignee, item.note, item.corrected_value, item.summary.provider, Some(item.summary.title)],
            [const { None }; 5].map(|_: Option<String>| Some(stored.clone()))
        );
        let filter = ReviewFilter { assignee: Some(stored.clone()), provider: Some(stored), ..ReviewFilter::default() };
        assert_eq!(queue::page(&store, &filter, None, 10).await.unwrap().items.len(), 1);
    }
    assert_eq!(store.verify_audit(None).await.unwrap().error, None);
}

/// The plan of a statement under a filter, as text.
async fn plan(database: &Database, sql: &'static str, filter: &Filter) -> String {
    macro_rules! explained {
        ($connection:expr, $explain:literal, $column:literal) => {{
            // The statement is a constant of ours; only this test puts a word before it.
            let query = sqlx::query(AssertSqlSafe(format!("{} {sql}", $explain)))
                .bind(filter.status.map(ReviewStatus::as_str))
                .bind(filter.kind.map(ReviewKind::as_str))
                .bind(Option::<i64>::None)
                .bind(filter.assignee.as_deref())
                .bind(filter.provider.as_deref())
                .bind(filter.model.as_deref())
                .bind(i64::MIN)
                .bind(i64::MAX);
            let query = if sql.contains("$11") { query.bind(-1_i64).bind(0_i64).bind(20_i64) } else { query };
            let rows = query.fetch_all(&mut $connection).await.unwrap();
            rows.iter().map(|row| row.get::<String, _>($column)).collect::<Vec<_>>().join("\n")
        }};
    }
    if database.is_sqlite() {
        let mut connection = sqlx::SqliteConnection::connect(&database.address).await.unwrap();
        explained!(connection, "EXPLAIN QUERY PLAN", "detail")
    } else {
        let mut connection = sqlx::PgConnection::connect(&database.address).await.unwrap();
        for setting in ["SET enable_seqscan = off", "SET enable_bitmapscan = off", "SET enable_sort = off"] {
            sqlx::query(setting).execute(&mut connection).await.unwrap();
        }
        explained!(connection, "EXPLAIN", "QUERY PLAN")
    }
}

async fn every_list_reads_an_index(database: Database) {
    let store = database.open().await;
    for number in 0..60 {
        add(&store, number).await;
    }
    let text = |text: &str| Some(text.to_owned());
    for (filter, index) in [
        (Filter::default(), "reviews_by_risk"),
        (Filter { status: Some(ReviewStatus::Pending), ..Filter::default() }, "reviews_by_status"),
        (
            Filter { status: Some(ReviewStatus::Pending), kind: Some(ReviewKind::Record), ..Filter::default() },
            "reviews_by_status",
        ),
        (
            Filter { status: Some(ReviewStatus::Pending), assignee: text("dana"), ..Filter::default() },
            "reviews_by_assignee",
        ),
        (Filter { provider: text("openai"), model: text("gpt-4o"), ..Filter::default() }, "reviews_by_provider"),
    ] {
        let statements: &Statements = &LIST;
        let plan_of_list = plan(&database, statements.for_filter(&filter), &filter).await;
        assert!(plan_of_list.contains(index), "{filter:?}:\n{plan_of_list}");
        assert!(!plan_of_list.contains("TEMP B-TREE") && !plan_of_list.contains("Sort"), "{filter:?}:\n{plan_of_list}");
        if index != "reviews_by_risk" {
            let plan_of_totals = plan(&database, TOTALS.for_filter(&filter), &filter).await;
            // Where another condition leads to less, the database may know better.
            assert!(plan_of_totals.contains("reviews_by_"), "{filter:?}:\n{plan_of_totals}");
        }
    }
}

async fn fifty_reviewers_lose_no_update(database: Database) {
    const REVIEWERS: usize = 50;
    const ITEMS: usize = 12;
    const JUDGEMENTS: usize = 12;
    let store = database.open_now().await;
    for number in 0..ITEMS {
        add(&store, number).await;
    }
    let reviewers: Vec<_> = (0..REVIEWERS)
        .map(|reviewer| {
            let store = store.clone();
            tokio::spawn(async move {
                let name = format!("reviewer {reviewer}");
                let mut random = fastrand::Rng::with_seed(reviewer as u64);
                let (mut changed, mut conflicts) = (BTreeMap::<i64, i64>::new(), 0_usize);
                for _ in 0..JUDGEMENTS {
                    let ids: Vec<i64> = (0..random.usize(1..4)).map(|_| random.i64(1..=ITEMS as i64)).collect();
                    let mut changes = Vec::new();
                    for id in ids {
                        let seen = store.review(id).await.unwrap().unwrap().version;
                        // Now and then from a page that has stood open for long.
                        let version = if random.u8(..4) == 0 { (seen - 1).max(1) } else { seen } as u32;
                        let status = ReviewStatus::ALL[random.usize(..4)];
                        changes.push((id, ReviewChange { note: Some(name.clone()), ..decide(version, status) }));
                    }
                    for (done, (id, _)) in store.change_reviews(&changes, &name).await.unwrap().iter().zip(&changes) {
                        match done {
                            Changed::Changed(_) => *changed.entry(*id).or_default() += 1,
                            Changed::Conflict(_) => conflicts += 1,
                            Changed::Missing => panic!("{id} is gone"),
                        }
                    }
                }
                (changed, conflicts)
            })
        })
        .collect();
    let (mut acknowledged, mut conflicts) = (BTreeMap::<i64, i64>::new(), 0);
    for reviewer in reviewers {
        let (changed, stale) = reviewer.await.unwrap();
        changed.into_iter().for_each(|(id, count)| *acknowledged.entry(id).or_default() += count);
        conflicts += stale;
    }
    let total: i64 = acknowledged.values().sum();
    for id in 1..=ITEMS as i64 {
        let row = store.review(id).await.unwrap().unwrap();
        assert_eq!(row.version, 1 + acknowledged.get(&id).copied().unwrap_or(0), "an update of {id} was lost");
        let events = store.audit_of(&format!("review {id}"), None, 10_000).await.unwrap();
        assert_eq!(events.len() as i64, row.version, "{id}");
        if let Some(last) = events.first().filter(|_| events.len() > 1) {
            assert_eq!(row.note.as_deref(), Some(last.actor.as_str()), "the last to change {id}");
        }
    }
    let verification = store.verify_audit(None).await.unwrap();
    assert_eq!((verification.rows as i64, verification.error), (total + ITEMS as i64, None));
    assert!(total > 0 && conflicts > 0, "{total} {conflicts}");
    println!(
        "{REVIEWERS} reviewers: {total} changes acknowledged, {conflicts} refused as stale, {} rows of audit hold",
        verification.rows
    );
    assert!(store.now() > DAY_2024);
}
