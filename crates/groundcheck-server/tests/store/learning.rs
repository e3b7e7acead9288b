//! What monitoring adds up, what people muted, and what was decided last.

use groundcheck_server::monitoring::record_monitoring;
use groundcheck_server::review::{enter, learning};
use groundcheck_server::store::Store;
use groundcheck_server::store::mutes::{MUTES_MAX, Muted, NewMute};
use groundcheck_server::store::record_sums::Validated;
use groundcheck_server::store::reviews::{Entered, NewReview};
use groundcheck_types::{
    MonitoringFilter, MonitoringRow, Policy, RecordReport, RecordRequest, Request, ReviewFilter, ReviewStatus,
    ReviewedCounts,
};
use serde_json::json;

use super::databases::Database;
use super::on_both;
use super::reviews::{decide, new};

on_both!(
    a_record_is_added_to_its_day_and_provider,
    many_at_once_lose_no_count,
    a_record_that_cannot_enter_the_queue_is_not_counted,
    what_is_muted_stays_out_and_is_counted,
    only_what_is_approved_can_be_muted,
    there_are_not_more_mutes_than_may_be,
    the_latest_decisions_teach,
);

/// An account number that no database may hold.
const ACCOUNT: &str = "4111222233334444";

fn validated(bank: &str, account: &str, provider: Option<&str>) -> (RecordReport, NewReview) {
    let text =
        format!("Westpac. Statement of account {ACCOUNT}, 1 March 2024 to 31 March 2024, closing balance $1,204.10");
    let request = json!({
        "profile": "bank_statement", "as_of": "2024-12-01", "provider": provider,
        "record": {"bank_name": bank, "account_number": account, "statement_period": "March 2024"},
        "document": {"text": text, "total_pages": 3},
    });
    let request = RecordRequest::from_json(request.to_string().as_bytes()).unwrap();
    let report = groundcheck::records::validate(&request).unwrap();
    let review = enter::record(request.provider.as_deref().unwrap_or("none").as_bytes(), &request, &report);
    (report, NewReview { digest: format!("{bank} {account} {provider:?}"), ..review })
}

/// Validates a record and has it judged where it has alerts.
async fn add(store: &Store, bank: &str, account: &str, provider: Option<&str>) -> Option<Entered> {
    let (report, review) = validated(bank, account, provider);
    let review = (report.summary.total_alerts > 0).then_some(&review);
    let validated = Validated { provider, profile: &report.profile, report: &report };
    store.add_validated(validated, review, "test").await.unwrap()
}

async fn decided(store: &Store, id: i64, status: ReviewStatus) {
    store.change_reviews(&[(id, decide(1, status))], "dana").await.unwrap();
}

fn rates(row: &MonitoringRow) -> [Option<f64>; 3] {
    [row.alert_rate, row.rejection_rate, row.false_positive_rate].map(|rate| rate.map(|rate| rate.0))
}

async fn a_record_is_added_to_its_day_and_provider(database: Database) {
    let store = database.open().await;
    let nothing = record_monitoring(&store, &MonitoringFilter::default()).await.unwrap();
    assert_eq!((nothing.total.records, rates(&nothing.total)), (0, [None; 3]));
    assert!(nothing.providers.is_empty() && nothing.days.is_empty());

    assert_eq!(add(&store, "Westpac", ACCOUNT, Some("openai")).await, None);
    let flagged = add(&store, "Bank of Atlantis", ACCOUNT, Some("openai")).await;
    let Some(Entered::New(flagged)) = flagged else { panic!("{flagged:?}") };
    decided(&store, flagged, ReviewStatus::Approved).await;
    database.clock.forward(86_400_000);
    let Some(Entered::New(other)) = add(&store, "Bank of Atlantis", "000000000", Some("ollama")).await else {
        panic!()
    };
    decided(&store, other, ReviewStatus::Rejected).await;
    add(&store, "Westpac", "", None).await;

    let all = record_monitoring(&store, &MonitoringFilter::default()).await.unwrap();
    let total = &all.total;
    assert_eq!((total.records, total.with_alerts, total.rejected, total.malformed, total.alerts), (4, 2, 1, 1, 3));
    assert_eq!((total.by_type.fabricated_bank, total.by_type.nonsensical_account), (2, 1));
    assert_eq!(total.by_severity.high, 3);
    assert_eq!(rates(total), [Some(0.75), Some(0.25), Some(0.5)]);
    let providers: Vec<_> = all.providers.iter().map(|row| (row.name.as_deref(), row.records, rates(row))).collect();
    assert_eq!(
        providers,
        [
            (Some("openai"), 2, [Some(0.5), Some(0.0), Some(1.0)]),
            (None, 1, [Some(0.0), Some(1.0), None]),
            (Some("ollama"), 1, [Some(2.0), Some(0.0), Some(0.0)]),
        ]
    );
    let days: Vec<_> = all.days.iter().map(|row| (row.name.as_deref(), row.records, row.reviewed)).collect();
    assert_eq!(
        days,
        [
            (Some("2024-06-01"), 2, ReviewedCounts { confirmed: 0, false_positives: 1 }),
            (Some("2024-06-02"), 2, ReviewedCounts { confirmed: 1, false_positives: 0 }),
        ]
    );
    let text = |text: &str| Some(text.to_owned());
    for (filter, records, reviewed) in [
        (MonitoringFilter { provider: text("openai"), ..Default::default() }, 2, 1),
        (MonitoringFilter { provider: text("nobody"), ..Default::default() }, 0, 0),
        (MonitoringFilter { profile: text("bank_statement"), ..Default::default() }, 4, 2),
        (MonitoringFilter { profile: text("invoice"), ..Default::default() }, 0, 0),
        (MonitoringFilter { from: text("2024-06-02"), ..Default::default() }, 2, 1),
        (MonitoringFilter { to: text("2024-06-01"), ..Default::default() }, 2, 1),
        (MonitoringFilter { from: text("2024-06-02"), to: text("2024-06-02"), ..Default::default() }, 2, 1),
        (MonitoringFilter { from: text("2024-06-03"), ..Default::default() }, 0, 0),
    ] {
        let found = record_monitoring(&store, &filter).await.unwrap();
        let ReviewedCounts { confirmed, false_positives } = found.total.reviewed;
        assert_eq!((found.total.records, confirmed + false_positives), (records, reviewed), "{filter:?}");
        assert_eq!(found.providers.iter().map(|row| row.records).sum::<u64>(), records, "{filter:?}");
        assert_eq!(found.days.iter().map(|row| row.records).sum::<u64>(), records, "{filter:?}");
    }
    let wrong = MonitoringFilter { from: text("yesterday"), ..Default::default() };
    assert_eq!(record_monitoring(&store, &wrong).await.unwrap_err().field.as_deref(), Some("from"));
    assert!(!serde_json::to_string(&all).unwrap().contains(&ACCOUNT[..5]));
}

async fn many_at_once_lose_no_count(database: Database) {
    let store = database.open_now().await;
    let tasks: Vec<_> = (0..8)
        .map(|task| {
            let store = store.clone();
            tokio::spawn(async move {
                for number in 0..10 {
                    let bank = format!("Bank of Atlantis {}", ["One", "Two"][number % 2]);
                    add(&store, &bank, "000000000", Some(["a", "b"][task % 2])).await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let all = record_monitoring(&store, &MonitoringFilter::default()).await.unwrap();
    assert_eq!((all.total.records, all.total.alerts), (80, 160));
    assert_eq!(all.providers.iter().map(|row| row.records).collect::<Vec<_>>(), [40, 40]);
}

async fn a_record_that_cannot_enter_the_queue_is_not_counted(database: Database) {
    let store = database.open().await;
    let (report, review) = validated("Bank of Atlantis", "000000000", None);
    let bad = NewReview { provider: Some("x".repeat(100_000)), ..review };
    let validated = Validated { provider: None, profile: &report.profile, report: &report };
    store.add_validated(validated, Some(&bad), "test").await.unwrap_err();
    assert_eq!(record_monitoring(&store, &MonitoringFilter::default()).await.unwrap().total.records, 0);
}

fn answer(text: &str) -> (Request, NewReview) {
    let request = json!({"answer": text, "facts": [{"metric": "NOI", "value": 1_200_000}]}).to_string();
    let request = Request::from_json(request.as_bytes()).unwrap();
    let report = groundcheck::analyze(&request).unwrap();
    let review = enter::answer(&request, &report, &Policy::default(), None);
    (request, review)
}

async fn entered(store: &Store, text: &str) -> i64 {
    store.add_review(&answer(text).1, "test").await.unwrap().id().unwrap()
}

fn mute(item: i64, review: &NewReview) -> NewMute<'_> {
    NewMute { item, fingerprint: &review.fingerprints[0], example: "The NOI was $1.5M.", note: None }
}

async fn what_is_muted_stays_out_and_is_counted(database: Database) {
    let store = database.open().await;
    let (_, review) = answer("The NOI was $1.5M.");
    let id = entered(&store, "The NOI was $1.5M.").await;
    decided(&store, id, ReviewStatus::Approved).await;
    assert_eq!(store.add_mute(mute(id, &review), "dana").await.unwrap(), Muted::New);
    assert_eq!(store.add_mute(mute(id, &review), "eve").await.unwrap(), Muted::Known);

    let (_, same) = answer("The NOI was $1.7M.");
    assert_eq!(store.add_review(&same, "test").await.unwrap(), Entered::KeptOut);
    // Half of it is something else; a person sends it; it is there already.
    let (_, more) = answer("The NOI was $1.7M. Occupancy was 95%.");
    assert!(matches!(store.add_review(&more, "test").await.unwrap(), Entered::New(_)));
    let by_hand = NewReview { can_be_muted: false, ..same.clone() };
    let Entered::New(by_hand) = store.add_review(&by_hand, "test").await.unwrap() else { panic!() };
    assert_eq!(store.add_review(&same, "test").await.unwrap(), Entered::Known(by_hand));
    let mutes = store.mutes().await.unwrap();
    assert_eq!(mutes.iter().map(|mute| (mute.kept_out, mute.actor.as_str())).collect::<Vec<_>>(), [(1, "dana")]);

    assert!(store.remove_mute(&review.fingerprints[0], "eve").await.unwrap());
    assert!(!store.remove_mute(&review.fingerprints[0], "eve").await.unwrap());
    assert!(matches!(store.add_review(&answer("The NOI was $1.8M.").1, "test").await.unwrap(), Entered::New(_)));
    let audit = store.audit(None, 100).await.unwrap();
    let mutes: Vec<_> = audit.iter().filter(|row| row.action.starts_with("mute")).collect();
    let subject = format!("mute {}", review.fingerprints[0]);
    assert_eq!(
        mutes.iter().map(|row| (row.action.as_str(), row.actor.as_str())).collect::<Vec<_>>(),
        [("mute.remove", "eve"), ("mute.add", "dana")]
    );
    assert!(mutes.iter().all(|row| row.subject == subject));
    assert_eq!(store.verify_audit(None).await.unwrap().broken, None);
}

async fn only_what_is_approved_can_be_muted(database: Database) {
    let store = database.open().await;
    let (_, review) = answer("The NOI was $1.5M.");
    let id = entered(&store, "The NOI was $1.5M.").await;
    for (at, status) in [ReviewStatus::Reviewed, ReviewStatus::Rejected].into_iter().enumerate() {
        assert_eq!(store.add_mute(mute(id, &review), "dana").await.unwrap(), Muted::NotApproved);
        store.change_reviews(&[(id, decide(at as u32 + 1, status))], "dana").await.unwrap();
    }
    assert_eq!(store.add_mute(mute(id, &review), "dana").await.unwrap(), Muted::NotApproved);
    assert_eq!(store.add_mute(mute(99, &review), "dana").await.unwrap(), Muted::NotApproved);
    assert!(store.mutes().await.unwrap().is_empty());
}

async fn there_are_not_more_mutes_than_may_be(database: Database) {
    let store = database.open().await;
    let id = entered(&store, "The NOI was $1.5M.").await;
    decided(&store, id, ReviewStatus::Approved).await;
    for number in 0..=MUTES_MAX {
        let fingerprint = format!("pattern {number}");
        let new = NewMute { item: id, fingerprint: &fingerprint, example: "x", note: None };
        let expected = if number < MUTES_MAX { Muted::New } else { Muted::TooMany };
        assert_eq!(store.add_mute(new, "dana").await.unwrap(), expected, "{number}");
    }
}

async fn the_latest_decisions_teach(database: Database) {
    let store = database.open().await;
    for (text, status) in [
        ("The NOI was $1.27M.", ReviewStatus::Approved),
        ("The NOI was $1.5M.", ReviewStatus::Rejected),
        ("The NOI was $1.28M.", ReviewStatus::Pending),
    ] {
        let id = entered(&store, text).await;
        decided(&store, id, status).await;
    }
    // What is no answer teaches nothing about tolerances.
    let Entered::New(mention) = store.add_review(&new(1), "test").await.unwrap() else { panic!() };
    decided(&store, mention, ReviewStatus::Approved).await;
    let read = learning::decided(&store, &ReviewFilter::default()).await.unwrap();
    let report = read.learn(&Policy::default()).unwrap();
    assert_eq!((report.items, report.counts), (3, ReviewedCounts { confirmed: 1, false_positives: 2 }));
    assert_eq!(report.suggestions[0].environment, "HALLUCINATION_CURRENCY_TOLERANCE=5.9");
    assert!(!report.partial);
    let filter = ReviewFilter { provider: Some("ollama".to_owned()), ..ReviewFilter::default() };
    let report = learning::decided(&store, &filter).await.unwrap().learn(&Policy::default()).unwrap();
    assert_eq!((report.items, report.suggestions.len()), (1, 0));
}
