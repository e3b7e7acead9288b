//! Not being a nuisance: one request where one will do, and none where none is wanted.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use groundcheck_types::{UrlCheck, UrlReason, UrlRule, UrlState};

use super::{Does, Site, names, public};
use crate::urls::{Cache, Checks, MemoryCache, Settings};

async fn all(mut checks: Checks) -> Vec<UrlCheck> {
    let mut done = Vec::new();
    while let Some(check) = checks.next().await {
        done.push(check);
    }
    done
}

#[tokio::test]
async fn two_hundred_copies_of_one_link_are_one_request() {
    let site = Site::new(|_, _| Does::Drips("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".to_owned(), 1)).await;
    let checker = site.checker(public(&["reports.example"]));
    let spellings =
        ["http://reports.example/q3", "HTTP://Reports.Example.:80/a/../q3", "http://reports.example/q3#noi"];
    let done = all(checker.check_all((0..200).map(|n| spellings[n % 3].to_owned()))).await;
    assert_eq!((done.len(), site.requests().len()), (200, 1));
    assert!(done.iter().all(|check| check.state == UrlState::Reachable && !check.cached));
    assert_eq!(
        done.iter().filter(|check| check.url == spellings[1]).count(),
        67,
        "each is answered under its own spelling"
    );
    let again = checker.check(spellings[0]).await;
    assert_eq!((again.cached, again.state, site.requests().len()), (true, UrlState::Reachable, 1));
}

#[tokio::test(start_paused = true)]
async fn outcomes_are_kept_for_as_long_as_they_are_taken_to_be_true() {
    let (cache, check) = (MemoryCache::default(), site_free_check().await);
    cache.put("http://reports.example/", &check, Duration::from_secs(600)).await;
    tokio::time::advance(Duration::from_secs(599)).await;
    assert_eq!(cache.get("http://reports.example/").await, Some(check));
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(cache.get("http://reports.example/").await, None);
}

/// Some check, made without a socket.
async fn site_free_check() -> UrlCheck {
    let checker = crate::urls::Checker::new(Settings::default(), Arc::new(names("")), Arc::new(MemoryCache::default()));
    checker.unwrap().check("http://127.0.0.1/").await
}

/// A cache that tells how long it was to keep things.
#[derive(Debug, Default)]
struct Told(std::sync::Mutex<Vec<(String, Duration)>>);

impl Cache for Told {
    fn get<'a>(&'a self, _: &'a str) -> crate::urls::Caching<'a, Option<UrlCheck>> {
        Box::pin(async { None })
    }

    fn put<'a>(&'a self, url: &'a str, _: &'a UrlCheck, keep: Duration) -> crate::urls::Caching<'a, ()> {
        self.0.lock().unwrap().push((url.to_owned(), keep));
        Box::pin(async {})
    }
}

#[tokio::test]
async fn ages_follow_the_outcome_and_what_the_host_asks_for() {
    let site = Site::new(|asked, _| match asked.path.as_str() {
        "/ok" => Does::status("200"),
        "/gone" => Does::status("410"),
        "/login" => Does::status("401"),
        _ => Does::Says("HTTP/1.1 429 \r\nretry-after: 99999\r\ncontent-length: 0\r\n\r\n".to_owned()),
    })
    .await;
    let told = Arc::new(Told::default());
    let limits = crate::urls::Limits { host_interval: Duration::ZERO, dial: Some(site.address), ..Default::default() };
    let settings = Settings { limits, ..Settings::default() };
    let names = Arc::new(names("a.example=1.1.1.1 inside.example=10.0.0.1"));
    let checker = crate::urls::Checker::new(settings, names, Arc::clone(&told) as Arc<dyn Cache>).unwrap();
    for (url, hours) in [
        ("http://a.example/ok", 24.0),
        ("http://a.example/gone", 1.0),
        ("http://inside.example/", 1.0),
        ("http://a.example/login", 1.0 / 6.0),
        ("http://a.example/limited", 1.0),
    ] {
        checker.check(url).await;
        let (kept, keep) = told.0.lock().unwrap().pop().unwrap();
        assert_eq!((kept.as_str(), keep), (url, Duration::from_secs_f64(hours * 3_600.0)));
    }
    checker.check("file:///etc/hosts").await;
    assert!(told.0.lock().unwrap().is_empty(), "what costs nothing to find out again is not kept");
}

#[tokio::test]
async fn a_host_that_asks_for_a_wait_gets_it() {
    for (seconds, reason, requests) in [("0", UrlReason::Ok, 2), ("3600", UrlReason::RateLimited, 1)] {
        for status in ["429", "503"] {
            let limited = format!("HTTP/1.1 {status} \r\nretry-after: {seconds}\r\ncontent-length: 0\r\n\r\n");
            let site = Site::new(move |_, before| match before {
                0 => Does::Says(limited.clone()),
                _ => Does::status("200"),
            })
            .await;
            let checker = site.checker(public(&["reports.example"]));
            let check = checker.check("http://reports.example/1").await;
            let expected = if status == "503" && requests == 1 { UrlReason::ServerError } else { reason };
            assert_eq!((check.reason, site.requests().len()), (expected, requests), "{status} {seconds}");
            // The rest of the host's links wait with it, or do without.
            let other = checker.check("http://reports.example/2").await;
            assert_eq!((other.reason, site.requests().len()), (reason, [0, 1, 3][requests]), "{status} {seconds}");
        }
    }
}

#[tokio::test]
async fn a_host_never_gets_more_than_two_requests_at_once() {
    let site = Site::new(|_, _| Does::Drips("HTTP/1.1 200 OK\r\n\r\n".to_owned(), 3)).await;
    let running = Arc::new(std::sync::Mutex::new((0, 0)));
    let checker = site.checker(public(&["a.example"]));
    let mut checks = checker.check_all((0..10).map(|n| format!("http://a.example/{n}")));
    while let Some(check) = checks.next().await {
        assert_eq!(check.state, UrlState::Reachable);
        let mut running = running.lock().unwrap();
        running.0 += 1;
        // A connection is made only once an earlier one is done with.
        running.1 = running.1.max(site.connections().saturating_sub(running.0));
    }
    assert!(running.lock().unwrap().1 <= 2, "{running:?}");
}

#[tokio::test]
async fn dropping_the_checks_ends_them() {
    let site = Site::new(|_, _| Does::SaysAndStays(String::new())).await;
    let checker = site.checker(public(&["a.example"]));
    let checks = checker.check_all((0..50).map(|n| format!("http://a.example/{n}")));
    while site.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    drop(checks);
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert!(site.requests().len() <= 2, "{:?}", site.requests());
}

#[tokio::test]
async fn a_proxy_gets_what_it_may_ask_and_is_exempt_itself() {
    // As a proxy, the listener sees whole URLs.
    let proxy = Site::new(|_, _| Does::status("200")).await;
    let SocketAddr::V4(address) = proxy.address else { unreachable!("bound to IPv4") };
    let settings = Settings { egress_proxy: Some(format!("http://{address}").parse().unwrap()), ..Settings::default() };
    let known = names("a.example=1.1.1.1 inside.example=10.0.0.1 gone.example=");
    let checker = proxy.checker_with(known, settings, |limits| limits.dial = None);
    for (url, rule, asked) in [
        ("http://a.example/q3", UrlRule::PublicName, 1),
        ("http://inside.example/", UrlRule::Private, 1),
        ("http://127.0.0.1/", UrlRule::Loopback, 1),
        // Only the proxy may know it.
        ("http://gone.example/", UrlRule::PublicName, 2),
    ] {
        let check = checker.check(url).await;
        assert_eq!((check.rule, proxy.requests().len()), (rule, asked), "{url}: {check:?}");
    }
    assert_eq!(proxy.requests()[0], "HEAD http://a.example/q3");
}
