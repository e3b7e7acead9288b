//! Hosts that are slow, endless, huge or broken: each costs a bounded time and next to no memory.

use std::time::{Duration, Instant};

use groundcheck_types::{UrlCheck, UrlReason, UrlState};

use super::{Does, Site, public};

/// The longest that a link may take where its time is to run out,
const SHORT: Duration = Duration::from_millis(400);
/// where it is not, however busy the machine is, and the longest that a test waits at all. What hangs, drips or floods does so for longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The check, how long it took, and how many requests it took.
async fn check(
    total: Duration,
    does: impl Fn(&str) -> Does + Send + Sync + 'static,
) -> (UrlCheck, Duration, Vec<String>) {
    let site = Site::new(move |asked, _| does(&asked.method)).await;
    let checker = site.checker_with(public(&["reports.example"]), Default::default(), |limits| limits.total = total);
    let start = Instant::now();
    let check = checker.check("http://reports.example/").await;
    (check, start.elapsed(), site.requests())
}

#[tokio::test]
async fn a_slow_host_is_unknown_when_its_time_is_over() {
    for does in [
        Does::SaysAndStays(String::new()),
        Does::SaysAndStays("HTTP/1.1 200 OK\r\nx: ".to_owned()),
        Does::Drips("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nx-slow: ".to_owned() + &"a".repeat(10_000), 20),
    ] {
        let (check, took, _) = check(SHORT, move |_| does.clone()).await;
        assert_eq!((check.state, check.reason, check.status_code), (UrlState::Unknown, UrlReason::TimedOut, None));
        assert!(took >= SHORT && took < PATIENCE, "{took:?}");
    }
}

#[tokio::test]
async fn redirects_and_second_tries_share_one_time() {
    // Nine redirects of more than 0.4 s each. The first is there within 3 s, all are not.
    let redirect = "HTTP/1.1 302 \r\nlocation: /\r\ncontent-length: 0\r\n\r\n";
    let site = Site::new(move |asked, before| match asked.path.as_str() {
        "/" if before < 9 => Does::Drips(redirect.to_owned(), 10),
        _ => Does::Closes,
    })
    .await;
    let total = Duration::from_secs(3);
    let checker = site.checker_with(public(&["reports.example"]), Default::default(), |limits| limits.total = total);
    let check = checker.check("http://reports.example/").await;
    assert_eq!((check.state, check.reason), (UrlState::Unknown, UrlReason::TimedOut), "{check:?}");
    assert!(!check.redirects.is_empty(), "{check:?}");
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
        let (check, took, asked) = check(PATIENCE, does).await;
        assert_eq!((check.state, check.status_code), (UrlState::Reachable, Some(200)), "{check:?}");
        assert!(took < PATIENCE, "{took:?}");
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
        let (check, took, _) = check(PATIENCE, move |_| Does::Says(text.to_owned())).await;
        assert_eq!((check.state, check.reason), (UrlState::Unknown, UrlReason::BrokenResponse), "{text:?}: {check:?}");
        assert!(took < PATIENCE, "{took:?}");
    }
    // A head without end.
    let head = Does::Floods("HTTP/1.1 200 OK\r\n".to_owned(), b"x-more: and more\r\n".repeat(1_000));
    let (check, took, _) = check(PATIENCE, move |_| head.clone()).await;
    assert_eq!(check.state, UrlState::Unknown, "{check:?}");
    assert!(took < PATIENCE, "{took:?}");
}
