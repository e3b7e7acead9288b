//! Link checks and kept reports.

use groundcheck_server::store::LinkState;
use groundcheck_server::store::analyses::{CheckFilter, ClaimCounts, NewAnalysis, SentenceCounts};
use groundcheck_server::store::url_checks::UrlCheck;

use super::databases::Database;
use super::{DAY_2024, on_both};

on_both!(links_are_known_until_they_are_too_old, a_later_check_wins, reports_are_kept_once_a_request);

fn check(url: &str, checked_at: i64, link_state: LinkState) -> UrlCheck {
    UrlCheck {
        url: url.to_owned(),
        link_state,
        rule: Some("public_name".to_owned()),
        reason: "ok".to_owned(),
        status_code: Some(200),
        final_url: None,
        redirects: "[]".to_owned(),
        checked_at,
        expires_at: checked_at + 1000,
    }
}

async fn links_are_known_until_they_are_too_old(database: Database) {
    let store = database.open().await;
    let stored = check("https://example.com/'\"", DAY_2024, LinkState::Reachable);
    store.save_url_checks(std::slice::from_ref(&stored)).await.unwrap();
    assert_eq!(store.url_check(&stored.url).await.unwrap(), Some(stored.clone()));
    assert_eq!(store.url_check("https://example.com/").await.unwrap(), None);
    assert_eq!(store.forget_old_url_checks().await.unwrap(), 0);
    database.clock.forward(1000);
    assert_eq!(store.url_check(&stored.url).await.unwrap(), None);
    assert_eq!(store.forget_old_url_checks().await.unwrap(), 1);
}

async fn a_later_check_wins(database: Database) {
    let store = database.open().await;
    let url = "https://example.com/page";
    let later = check(url, DAY_2024 + 2, LinkState::Unreachable);
    store.save_url_checks(std::slice::from_ref(&later)).await.unwrap();
    store.save_url_checks(&[check(url, DAY_2024 + 1, LinkState::Reachable)]).await.unwrap();
    assert_eq!(store.url_check(url).await.unwrap(), Some(later));
}

async fn reports_are_kept_once_a_request(database: Database) {
    let store = database.open().await;
    let new = NewAnalysis {
        request: b"{\"answer\": \"x\"}",
        policy: "{}",
        report: "{\"id\": \"a\\u0000\u{0}\"}",
        verdict: "flagged",
        risk: "high",
        reliability: Some(0.25),
        claims: ClaimCounts { supported: 2, contradicted: 1, unverifiable: 3, open: 2, ..ClaimCounts::default() },
        sentences: Some(SentenceCounts { checked: 3, partly: 1, not_checked: 2 }),
        provider: Some("openai"),
        model: None,
    };
    let id = store.save_analysis(&new).await.unwrap();
    database.clock.forward(5);
    assert_eq!(store.save_analysis(&NewAnalysis { verdict: "clean", ..new }).await.unwrap(), id);
    // A report without coverage counts no sentences.
    let other = store.save_analysis(&NewAnalysis { policy: "{\"a\": 1}", sentences: None, ..new }).await.unwrap();
    assert_ne!(id, other);
    let kept = store.analyses(DAY_2024, DAY_2024 + 6, 10).await.unwrap();
    assert_eq!(
        kept.iter().map(|kept| (kept.id, kept.verdict.as_str())).collect::<Vec<_>>(),
        [(other, "flagged"), (id, "clean")]
    );
    assert_eq!(
        (kept[1].analysed_at, kept[1].provider.as_deref(), kept[1].reliability),
        (DAY_2024 + 5, Some("openai"), Some(0.25))
    );
    assert!(store.analyses(0, DAY_2024, 10).await.unwrap().is_empty());
    let all = CheckFilter::default();
    let (total, models, days) = store.check_sums(&all, 10).await.unwrap();
    assert_eq!((total.answers, total.clean, total.flagged, total.supported, total.open), (2, 1, 1, 4, 4));
    assert_eq!((total.sentences_checked, total.sentences_partly, total.sentences_not_checked), (3, 1, 2));
    assert_eq!(models.iter().map(|row| (row.name.as_str(), row.answers)).collect::<Vec<_>>(), [("openai", 2)]);
    assert_eq!(days.iter().map(|row| (row.contradicted, row.unverifiable)).collect::<Vec<_>>(), [(2, 6)]);
    let others = CheckFilter { provider: Some("house".to_owned()), ..all };
    assert_eq!(store.check_sums(&others, 10).await.unwrap().0.answers, 0);
}
