//! Hosts that are slow, endless, huge or broken: each costs a bounded time and next to no memory.

use std::time::{Duration, Instant};

use groundcheck_types::{UrlCheck, UrlReason, UrlState};

use super::{Does, Site, public};

/// The longest that one link may take in these tests.
const TOTAL: Duration = Duration::from_millis(400);

/// The check, how long it took, and how many requests it took.
async fn check(does: impl Fn(&str) -> Does + Send + Sync + 'static) -> (UrlCheck, Duration, Vec<String>) {
    let site = Site::new(move |asked, _| does(&asked.method)).await;
    let checker = site.checker_with(public(&["reports.example"]), Default::default(), |limits| limits.total = TOTAL);
    let start = Instant::now();
    let check = checker.check("http://reports.example/").await;
    (check, start.elapsed(), site.requests())
}

#[tokio::test]
async fn a_slow_host_is_unknown_when_its_time_is_over() {
    for does in [
        Does::SaysAndStays(String::new()),
        Does::SaysAndStays("HTTP/1.1 200 OK\r\nx: ".to_owned()),
        Does::Drips("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nx-slow: ".to_owned() + &"a".repeat(1_000), 20),
    ] {
        let (check, took, _) = check(move |_| does.clone()).await;
        assert_eq!((check.state, check.reason, check.status_code), (UrlState::Unknown, UrlReason::TimedOut, None));
        assert!(took >= TOTAL && took < TOTAL * 5, "{took:?}");
    }
}

#[tokio::test]
async fn redirects_and_second_tries_share_one_time() {
    let site = Site::new(|asked, before| match asked.path.as_str() {
        "/" if before < 9 => Does::Drips("HTTP/1.1 302 \r\nlocation: /\r\ncontent-length: 0\r\n\r\n".to_owned(), 2),
        _ => Does::Closes,
    })
    .await;
    let checker = site.checker_with(public(&["reports.example"]), Default::default(), |limits| limits.total = TOTAL);
    let start = Instant::now();
    let check = checker.check("http://reports.example/").await;
    assert_eq!((check.state, check.reason), (UrlState::Unknown, UrlReason::TimedOut), "{check:?}");
    assert!(start.elapsed() < TOTAL * 3 && !check.redirects.is_empty(), "{check:?}");
}

#[tokio::test]
async fn a_body_is_not_waited_for_however_long_or_large_it_is() {
    let chunk = b"10000\r\n".iter().copied().chain([b'a'; 0x10000]).chain(*b"\r\n").collect::<Vec<u8>>();
    // Nothing is unpacked, so it does not matter what this would become.
    let packed = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3].repeat(4_096);
    for body in [
        Does::Floods("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".to_owned(), chunk),
        Does::Floods("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n".to_owned(), packed),
        Does::Floods("HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n".to_owned(), vec![0; 65_536]),
        Does::SaysAndStays("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n".to_owned()),
        Does::Says("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\ncut off".to_owned()),
    ] {
        let does = move |method: &str| if method == "HEAD" { Does::status("405") } else { body.clone() };
        let (check, took, asked) = check(does).await;
        assert_eq!((check.state, check.status_code), (UrlState::Reachable, Some(200)), "{check:?}");
        assert!(took < TOTAL, "{took:?}");
        assert_eq!(asked, ["HEAD /", "GET /"]);
    }
}

#[tokio::test]
async fn what_is_no_http_is_unknown() {
    for text in [
        "",
        "\r\n\r\n",
        "220 mail.example ESMTP\r\n",
        "HTTP/9.9 200 OK\r\n\r\n",
        "HTTP/1.1 20\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "\u{0}\u{1}\u{2}",
        "<html>not found</html>",
    ] {
        let (check, took, _) = check(move |_| Does::Says(text.to_owned())).await;
        assert_eq!((check.state, check.reason), (UrlState::Unknown, UrlReason::BrokenResponse), "{text:?}: {check:?}");
        assert!(took < TOTAL, "{took:?}");
    }
    // A head without end.
    let (check, took, _) =
        check(|_| Does::Floods("HTTP/1.1 200 OK\r\n".to_owned(), b"x-more: and more\r\n".repeat(1_000))).await;
    assert_eq!(check.state, UrlState::Unknown, "{check:?}");
    assert!(took < TOTAL * 5, "{took:?}");
}
