//! What each answer of a host comes to.

use groundcheck_types::{UrlCheck, UrlReason, UrlRule, UrlState};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{Does, Site, names, public};

async fn check(does: Does) -> (UrlCheck, Vec<String>) {
    let site = Site::new(move |_, _| does.clone()).await;
    let check = site.checker(public(&["reports.example"])).check("http://reports.example/q3").await;
    (check, site.requests())
}

#[tokio::test]
async fn every_status_has_its_outcome() {
    for (status, state, reason, requests) in [
        ("200", UrlState::Reachable, UrlReason::Ok, 1),
        ("204", UrlState::Reachable, UrlReason::Ok, 1),
        ("206", UrlState::Reachable, UrlReason::Ok, 1),
        ("416", UrlState::Reachable, UrlReason::Ok, 1),
        ("404", UrlState::Unreachable, UrlReason::NotFound, 2),
        ("410", UrlState::Unreachable, UrlReason::Gone, 1),
        ("400", UrlState::Unknown, UrlReason::UnexpectedStatus, 1),
        ("401", UrlState::Unknown, UrlReason::NeedsLogin, 1),
        ("403", UrlState::Unknown, UrlReason::Forbidden, 2),
        ("405", UrlState::Unknown, UrlReason::MethodNotAllowed, 2),
        ("407", UrlState::Unknown, UrlReason::NeedsLogin, 1),
        ("408", UrlState::Unknown, UrlReason::TimedOut, 1),
        ("418", UrlState::Unknown, UrlReason::UnexpectedStatus, 1),
        ("429", UrlState::Unknown, UrlReason::RateLimited, 1),
        ("451", UrlState::Unknown, UrlReason::Forbidden, 1),
        ("500", UrlState::Unknown, UrlReason::ServerError, 1),
        ("501", UrlState::Unknown, UrlReason::MethodNotAllowed, 2),
        ("502", UrlState::Unknown, UrlReason::ServerError, 1),
        ("503", UrlState::Unknown, UrlReason::ServerError, 1),
        ("504", UrlState::Unknown, UrlReason::TimedOut, 1),
        ("999", UrlState::Unknown, UrlReason::Forbidden, 1),
        ("304", UrlState::Unknown, UrlReason::UnexpectedStatus, 1),
        // Nowhere to go.
        ("302", UrlState::Unknown, UrlReason::UnexpectedStatus, 1),
    ] {
        let (check, asked) = check(Does::status(status)).await;
        assert_eq!((check.state, check.reason), (state, reason), "{status}: {check:?}");
        assert_eq!(check.status_code, status.parse().ok());
        assert_eq!(asked, ["HEAD /q3", "GET /q3"][..requests], "{status}");
        assert_eq!(check.final_url.as_deref(), Some("http://reports.example/q3"));
        assert_eq!((check.checked_at.len(), check.cached), (20, false));
    }
}

#[tokio::test]
async fn a_get_decides_where_a_head_says_little_and_asks_for_a_kilobyte() {
    for head in ["403", "404", "405", "501"] {
        let site = Site::new(move |asked, _| Does::status(if asked.method == "HEAD" { head } else { "206" })).await;
        let check = site.checker(public(&["reports.example"])).check("http://reports.example/").await;
        assert_eq!((check.state, check.status_code), (UrlState::Reachable, Some(206)), "{head}");
        let asked = site.asked();
        assert_eq!((asked[0].header("range"), asked[1].header("range")), (None, Some("bytes=0-1023")));
        for request in asked {
            assert_eq!(request.header("host"), Some("reports.example"));
            assert_eq!(request.header("accept-encoding"), Some("identity"));
            assert!(request.header("user-agent").is_some_and(|agent| agent.starts_with("groundcheck/")));
            assert_eq!(
                (request.header("referer"), request.header("cookie"), request.header("authorization")),
                (None, None, None)
            );
        }
    }
}

#[tokio::test]
async fn the_chain_of_redirects_is_told_and_ends_at_the_sixth() {
    let site = Site::new(|asked, _| match asked.path.strip_prefix("/").and_then(|path| path.parse::<u32>().ok()) {
        Some(0) => Does::status("200"),
        Some(left) => Does::sends_on(302, &format!("/{}", left - 1)),
        None => Does::sends_on(307, "/loop"),
    })
    .await;
    let checker = site.checker(public(&["reports.example"]));
    let check = checker.check("http://reports.example/5#part").await;
    assert_eq!((check.state, check.redirects.len()), (UrlState::Reachable, 5));
    assert_eq!(check.redirects[1].url, "http://reports.example/3");
    assert_eq!(check.canonical_url.as_deref(), Some("http://reports.example/5"));
    assert_eq!(check.final_url.as_deref(), Some("http://reports.example/0"));
    for path in ["6", "loop"] {
        let before = site.connections();
        let check = checker.check(&format!("http://reports.example/{path}")).await;
        assert_eq!((check.state, check.reason), (UrlState::Unknown, UrlReason::TooManyRedirects), "{path}");
        assert_eq!((check.redirects.len(), site.connections() - before), (6, 6));
    }
}

#[tokio::test]
async fn a_place_to_go_that_is_too_long_is_refused_and_not_kept_whole() {
    let site = Site::new(|_, _| Does::sends_on(302, &format!("/{}", "a".repeat(100_000)))).await;
    let check = site.checker(public(&["reports.example"])).check("http://reports.example/").await;
    assert_eq!((check.state, check.rule), (UrlState::Unreachable, UrlRule::TooLong));
    assert!(check.redirects[0].url.len() <= 2_048);
}

#[tokio::test]
async fn no_host_no_answer_and_no_connection_are_three_things() {
    let site = Site::new(|_, _| Does::Closes).await;
    let check = site.checker(names("gone.example=")).check("http://gone.example/").await;
    assert_eq!((check.state, check.reason), (UrlState::Unreachable, UrlReason::NoSuchHost));

    let (check, asked) = check_twice(&site).await;
    assert_eq!((check.state, check.reason, check.status_code), (UrlState::Unknown, UrlReason::BrokenResponse, None));
    assert_eq!(asked, ["HEAD /", "GET /"], "some servers break off over a HEAD");

    // The port is taken, so that no other test gets it, and nobody listens.
    let taken = tokio::net::TcpSocket::new_v4().unwrap();
    taken.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let nobody = taken.local_addr().unwrap();
    let checker =
        site.checker_with(public(&["reports.example"]), Default::default(), |limits| limits.dial = Some(nobody));
    let check = checker.check("http://reports.example/").await;
    assert_eq!((check.state, check.reason), (UrlState::Unknown, UrlReason::ConnectFailed));

    // Plain HTTP where TLS was to be.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let plain = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
    });
    let checker =
        site.checker_with(public(&["reports.example"]), Default::default(), |limits| limits.dial = Some(plain));
    let check = checker.check("https://reports.example/").await;
    assert_eq!((check.state, check.reason), (UrlState::Unknown, UrlReason::TlsFailed));
}

async fn check_twice(site: &Site) -> (UrlCheck, Vec<String>) {
    let check = site.checker(public(&["reports.example"])).check("http://reports.example/").await;
    (check, site.requests())
}
