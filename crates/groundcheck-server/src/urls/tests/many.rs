//! A thousand links on fifty hosts of every kind: each gets its own outcome, and none holds up the others.

use std::time::{Duration, Instant};

use groundcheck_types::UrlReason;

use super::{Does, Site, public};

/// The longest that one link may take in this test: enough for every link that answers, on a machine that is busy.
const TOTAL: Duration = Duration::from_secs(3);

/// What a page does, by the first part of its path, and the outcome that this is to have.
const KINDS: &[(&str, UrlReason)] = &[
    ("ok", UrlReason::Ok),
    ("ok", UrlReason::Ok),
    ("ok", UrlReason::Ok),
    ("ok", UrlReason::Ok),
    ("moved", UrlReason::Ok),
    ("endless", UrlReason::Ok),
    ("404", UrlReason::NotFound),
    ("410", UrlReason::Gone),
    ("403", UrlReason::Forbidden),
    ("429", UrlReason::RateLimited),
    ("500", UrlReason::ServerError),
    ("999", UrlReason::Forbidden),
    ("closes", UrlReason::BrokenResponse),
    ("slow", UrlReason::TimedOut),
    ("inside", UrlReason::Blocked),
    ("loop", UrlReason::TooManyRedirects),
];

fn does(method: &str, path: &str, port: u16) -> Does {
    let kind = path.split('/').nth(1).unwrap_or_default();
    match kind {
        "moved" => Does::sends_on(301, "/ok/moved"),
        "endless" if method == "HEAD" => Does::status("405"),
        "endless" => Does::Floods("HTTP/1.1 200 OK\r\n\r\n".to_owned(), vec![b'a'; 65_536]),
        "closes" => Does::Closes,
        "slow" => Does::SaysAndStays("HTTP/1.1 200 OK\r\n".to_owned()),
        "inside" => Does::sends_on(302, &format!("http://127.0.0.1:{port}/ok/secret")),
        "loop" => Does::sends_on(302, path),
        "ok" => Does::status("200"),
        status => Does::status(status),
    }
}

#[tokio::test]
async fn a_thousand_links_each_have_their_outcome_in_bounded_time() {
    let site = Site::new(|asked, _| does(&asked.method, &asked.path, asked.port)).await;
    let hosts: Vec<String> = (0..50).map(|host| format!("host{host}.example")).collect();
    let names = public(&hosts.iter().map(String::as_str).collect::<Vec<_>>());
    let checker = site.checker_with(names, Default::default(), |limits| limits.total = TOTAL);
    // Neighbours in the list are on different hosts, and a host's links of different kinds.
    let urls = (0..1_000).map(|n| {
        let (kind, _) = KINDS[(n + n / 50) % KINDS.len()];
        format!("http://{}/{kind}/{n}", hosts[n % 50])
    });
    let start = Instant::now();
    let mut checks = checker.check_all(urls);
    let mut done = 0;
    while let Some(check) = checks.next().await {
        done += 1;
        let kind = check.url.split('/').nth(3).unwrap_or_default();
        let expected = KINDS.iter().find(|(name, _)| *name == kind).map(|(_, reason)| *reason);
        assert_eq!(Some(check.reason), expected, "{check:?}");
    }
    assert_eq!(done, 1_000);
    assert!(site.requests().iter().all(|request| !request.ends_with("/secret")));
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}
