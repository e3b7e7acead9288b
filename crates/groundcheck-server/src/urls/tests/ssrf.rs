//! What is never asked, and what must not be refused: no row that is refused may reach the listener.
//!
//! Facts: the special-purpose address registries, the WHATWG URL standard's readings of a host, and what clouds serve on which
//! address. `{p}` is the listener's own port, so that an address of this machine, once dialled, would be counted.

use groundcheck_types::{UrlPolicy, UrlReason, UrlRule, UrlState};

use super::{Does, PUBLIC, Site, names};
use crate::urls::{AllowedHost, Settings};

/// URL, what its names lead to, the rule that decides.
type Row = (&'static str, &'static str, UrlRule);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // Names of the public internet, whatever they look like.
    ("http://reports.example/q3?year=2024#noi", "reports.example=93.184.216.34", UrlRule::PublicName),
    ("http://reports.example:{p}/", "reports.example=93.184.216.34,2606:4700::1111", UrlRule::PublicName),
    ("http://REPORTS.example./q3", "reports.example=93.184.216.34", UrlRule::PublicName),
    ("http://127.0.0.1.reports.example/", "127.0.0.1.reports.example=1.1.1.1", UrlRule::PublicName),
    ("http://localhost.reports.example/", "localhost.reports.example=1.1.1.1", UrlRule::PublicName),
    ("http://notlocal/../@reports.example", "notlocal=1.1.1.1", UrlRule::SingleLabelName),
    ("http://mylocal.example/", "mylocal.example=1.1.1.1", UrlRule::PublicName),
    ("http://corp.example/lan", "corp.example=1.1.1.1", UrlRule::PublicName),
    ("http://reports.example/?next=http://127.0.0.1:{p}/", "reports.example=93.184.216.34", UrlRule::PublicName),
    ("http://reports.example/#@127.0.0.1:{p}/", "reports.example=93.184.216.34", UrlRule::PublicName),
    ("http://reports.example/@127.0.0.1", "reports.example=93.184.216.34", UrlRule::PublicName),
    ("http://xn--7dbcuv3a.example/", "xn--7dbcuv3a.example=93.184.216.34", UrlRule::PublicName),
    ("http://reports.example/דוח שנתי", "reports.example=93.184.216.34", UrlRule::PublicName),
    ("http://a_b.reports.example/", "a_b.reports.example=93.184.216.34", UrlRule::PublicName),
    ("http://nowhere.invalid/", "nowhere.invalid=", UrlRule::PublicName),
    // Loopback in every spelling that a URL parser reads.
    ("http://127.0.0.1:{p}/", "", UrlRule::Loopback),
    ("http://127.0.0.2:{p}/", "", UrlRule::Loopback),
    ("http://127.1:{p}/", "", UrlRule::Loopback),
    ("http://127.0.1:{p}/", "", UrlRule::Loopback),
    ("http://0177.0.0.01:{p}/", "", UrlRule::Loopback),
    ("http://0x7F.0x0.0x0.0x1:{p}/", "", UrlRule::Loopback),
    ("http://0x7f000001:{p}/", "", UrlRule::Loopback),
    ("http://017700000001:{p}/", "", UrlRule::Loopback),
    ("http://2130706433:{p}/", "", UrlRule::Loopback),
    ("http://2130706433.:{p}/", "", UrlRule::Loopback),
    ("http://127.0.0.1.:{p}/", "", UrlRule::Loopback),
    ("http://１２７.０.０.１:{p}/", "", UrlRule::Loopback),
    ("http://①②⑦.⓪.⓪.①:{p}/", "", UrlRule::Loopback),
    ("http://127。0。0。1:{p}/", "", UrlRule::Loopback),
    ("http://127%2e0%2e0%2e1:{p}/", "", UrlRule::Loopback),
    ("http://%31%32%37.0.0.1:{p}/", "", UrlRule::Loopback),
    ("http://[::1]:{p}/", "", UrlRule::Loopback),
    ("http://[0:0:0:0:0:0:0:1]:{p}/", "", UrlRule::Loopback),
    ("http://[0000::0001]:{p}/", "", UrlRule::Loopback),
    ("http://0:{p}/", "", UrlRule::Unspecified),
    ("http://0.0.0.0:{p}/", "", UrlRule::Unspecified),
    ("http://0x0:{p}/", "", UrlRule::Unspecified),
    ("http://[::]:{p}/", "", UrlRule::Unspecified),
    // IPv6 that stands for IPv4.
    ("http://[::ffff:127.0.0.1]:{p}/", "", UrlRule::EmbeddedIpv4),
    ("http://[::ffff:7f00:1]:{p}/", "", UrlRule::EmbeddedIpv4),
    ("http://[0:0:0:0:0:ffff:10.0.0.1]/", "", UrlRule::EmbeddedIpv4),
    ("http://[::127.0.0.1]:{p}/", "", UrlRule::EmbeddedIpv4),
    ("http://[::ffff:0:127.0.0.1]/", "", UrlRule::EmbeddedIpv4),
    ("http://[64:ff9b::127.0.0.1]/", "", UrlRule::EmbeddedIpv4),
    ("http://[64:ff9b:1:ffff::1]/", "", UrlRule::EmbeddedIpv4),
    ("http://[2002:7f00:1::]/", "", UrlRule::EmbeddedIpv4),
    ("http://[2001:0:53aa:64c::80ff:fffe]/", "", UrlRule::Teredo),
    // Private networks, and what lies just outside them.
    ("http://10.0.0.1/", "", UrlRule::Private),
    ("http://172.16.0.1/", "", UrlRule::Private),
    ("http://172.31.255.254/", "", UrlRule::Private),
    ("http://172.32.0.1/", "", UrlRule::PublicAddress),
    ("http://192.168.1.1/", "", UrlRule::Private),
    ("http://192.169.0.1/", "", UrlRule::PublicAddress),
    ("http://0xc0a80101/", "", UrlRule::Private),
    ("http://192.168.257/", "", UrlRule::Private),
    ("http://100.64.0.1/", "", UrlRule::SharedSpace),
    ("http://100.128.0.1/", "", UrlRule::PublicAddress),
    ("http://[fd12:3456::1]/", "", UrlRule::UniqueLocal),
    ("http://[fec0::1]/", "", UrlRule::SiteLocal),
    // Clouds.
    ("http://169.254.169.254/", "", UrlRule::LinkLocal),
    ("http://169.254.170.23/", "", UrlRule::LinkLocal),
    ("http://2852039166/", "", UrlRule::LinkLocal),
    ("http://0251.254.43518/", "", UrlRule::LinkLocal),
    ("http://[fe80::a9fe:a9fe]/", "", UrlRule::LinkLocal),
    ("http://[fd00:ec2::254]/", "", UrlRule::UniqueLocal),
    ("http://100.100.100.200/", "", UrlRule::SharedSpace),
    ("http://168.63.129.16/", "", UrlRule::PlatformService),
    ("http://192.0.0.192/", "", UrlRule::ProtocolAssignment),
    ("http://metadata.google.internal/", "metadata.google.internal=1.1.1.1", UrlRule::InternalName),
    ("http://metadata.goog/", "metadata.goog=1.1.1.1", UrlRule::InternalName),
    // Addresses that are nobody's page.
    ("http://198.18.5.5/", "", UrlRule::Benchmarking),
    ("http://203.0.113.77/", "", UrlRule::Documentation),
    ("http://[2001:db8::80]/", "", UrlRule::Documentation),
    ("http://[3fff:123::1]/", "", UrlRule::Documentation),
    ("http://192.88.99.2/", "", UrlRule::RelayAnycast),
    ("http://239.1.2.3/", "", UrlRule::Multicast),
    ("http://[ff02::1]/", "", UrlRule::Multicast),
    ("http://250.1.2.3/", "", UrlRule::Reserved),
    ("http://0377.0377.0377.0377/", "", UrlRule::Reserved),
    ("http://[5f00::1]/", "", UrlRule::Reserved),
    // Names of private networks, whatever they lead to.
    ("http://localhost:{p}/", "localhost=127.0.0.1", UrlRule::InternalName),
    ("http://LOCALHOST.:{p}/", "localhost=1.1.1.1", UrlRule::InternalName),
    ("http://ｌｏｃａｌｈｏｓｔ:{p}/", "localhost=1.1.1.1", UrlRule::InternalName),
    ("http://loc%61lhost:{p}/", "localhost=1.1.1.1", UrlRule::InternalName),
    ("http://shop.localhost/", "shop.localhost=1.1.1.1", UrlRule::InternalName),
    ("http://scanner.local/", "scanner.local=1.1.1.1", UrlRule::InternalName),
    ("http://wiki.corp/", "wiki.corp=1.1.1.1", UrlRule::InternalName),
    ("http://box.home.arpa/", "box.home.arpa=1.1.1.1", UrlRule::InternalName),
    ("http://api.default.svc/", "api.default.svc=1.1.1.1", UrlRule::InternalName),
    ("http://vault:8080/", "vault=1.1.1.1", UrlRule::SingleLabelName),
    // Public names that lead inside.
    ("http://inside.example:{p}/", "inside.example=127.0.0.1", UrlRule::Loopback),
    ("http://inside.example/", "inside.example=169.254.169.254", UrlRule::LinkLocal),
    ("http://inside.example/", "inside.example=::1", UrlRule::Loopback),
    ("http://inside.example/", "inside.example=::ffff:10.0.0.1", UrlRule::EmbeddedIpv4),
    ("http://half.example/", "half.example=93.184.216.34,10.0.0.5", UrlRule::Private),
    ("http://half.example/", "half.example=93.184.216.34,fd00::5", UrlRule::UniqueLocal),
    ("http://10.0.0.5.names.example/", "10.0.0.5.names.example=10.0.0.5", UrlRule::Private),
    // Ports, schemes, credentials.
    ("http://reports.example:22/", "reports.example=93.184.216.34", UrlRule::Port),
    ("http://reports.example:6379/", "reports.example=93.184.216.34", UrlRule::Port),
    ("http://reports.example:0/", "reports.example=93.184.216.34", UrlRule::Port),
    ("http://reports.example:65535/", "reports.example=93.184.216.34", UrlRule::Port),
    ("ftp://reports.example/", "reports.example=93.184.216.34", UrlRule::Scheme),
    ("gopher://127.0.0.1:{p}/_GET", "", UrlRule::Scheme),
    ("file:///etc/hosts", "", UrlRule::Scheme),
    ("JavaScript:alert(1)", "", UrlRule::Scheme),
    ("data:text/html,<b>", "", UrlRule::Scheme),
    ("view-source:http://127.0.0.1:{p}/", "", UrlRule::Scheme),
    ("http://reports.example@127.0.0.1:{p}/", "", UrlRule::Credentials),
    ("http://ana:secret@reports.example/", "reports.example=93.184.216.34", UrlRule::Credentials),
    ("http://reports.example%40x@localhost:{p}/", "", UrlRule::Credentials),
    ("http://@reports.example/", "reports.example=93.184.216.34", UrlRule::Credentials),
    // No URL that all readers would read alike.
    ("http://reports.example\\@127.0.0.1:{p}/", "reports.example=93.184.216.34", UrlRule::Backslash),
    ("http:\\\\127.0.0.1:{p}\\", "", UrlRule::Backslash),
    ("http:/127.0.0.1:{p}/", "", UrlRule::NotAbsolute),
    ("http:127.0.0.1:{p}", "", UrlRule::NotAbsolute),
    ("http:////127.0.0.1:{p}/", "", UrlRule::NotAbsolute),
    ("//127.0.0.1:{p}/", "", UrlRule::NoScheme),
    ("127.0.0.1/", "", UrlRule::NoScheme),
    ("http://127.0.0.1:{p}/\r\nx-more: 1", "", UrlRule::ControlCharacter),
    ("ht\ttp://127.0.0.1:{p}/", "", UrlRule::ControlCharacter),
    ("http://[::1/", "", UrlRule::Malformed),
    ("http://[::1%25lo]:{p}/", "", UrlRule::Malformed),
    ("http://127.0.0.256:{p}/", "", UrlRule::Malformed),
    ("http://1.2.3.4.5:{p}/", "", UrlRule::Malformed),
    ("http://reports example/", "", UrlRule::Malformed),
    ("http://reports.example%00.inside.example/", "", UrlRule::Malformed),
    ("http://reports.example:70000/", "", UrlRule::Malformed),
    ("http://reports..example/", "", UrlRule::LongLabel),
    ("http://./", "", UrlRule::LongLabel),
];

#[tokio::test]
async fn nothing_that_is_refused_reaches_the_listener() {
    let site = Site::new(|_, _| Does::status("200")).await;
    let with_port = |text: &str| text.replace("{p}", &site.address.port().to_string());
    let without_names = site.checker(names(""));
    for (url, dns, rule) in ROWS {
        let url = with_port(url);
        let answers = names(dns);
        let checker = if dns.is_empty() { without_names.clone() } else { site.checker(names(dns)) };
        let verdict = checker.verdict(&url, |host| answers.answers(host).to_vec());
        assert_eq!((verdict.rule, verdict.policy), (*rule, rule.policy()), "{url}: {}", verdict.message);
        assert!(!verdict.message.is_empty());
        if *rule == UrlRule::PublicAddress {
            // It would be dialled.
            continue;
        }
        let before = site.connections();
        let check = checker.check(&url).await;
        assert_eq!((check.rule, check.policy), (*rule, rule.policy()), "{url}: {check:?}");
        let expected = match rule.policy() {
            UrlPolicy::Allow if dns.ends_with('=') => (UrlState::Unreachable, UrlReason::NoSuchHost, 0),
            UrlPolicy::Allow => (UrlState::Reachable, UrlReason::Ok, 1),
            UrlPolicy::Block => (UrlState::Unreachable, UrlReason::Blocked, 0),
            UrlPolicy::Invalid => (UrlState::Unreachable, UrlReason::InvalidUrl, 0),
        };
        assert_eq!((check.state, check.reason, site.connections() - before), expected, "{url}: {check:?}");
        assert!(rule.policy() != UrlPolicy::Invalid || check.canonical_url.is_none());
    }
}

#[tokio::test]
async fn the_listener_would_have_counted_them() {
    let site = Site::new(|_, _| Does::status("200")).await;
    let port = site.address.port();
    let allowed: AllowedHost = format!("127.0.0.1:{port}").parse().unwrap();
    let settings = Settings { allowed_hosts: vec![allowed], ..Settings::default() };
    let checker = site.checker_with(names(""), settings, |_| {});
    for (url, connections) in [("http://127.0.0.1:{p}/", 1), ("http://0x7f.1:{p}/a", 2), ("http://127.0.0.2:{p}/", 2)] {
        let check = checker.check(&url.replace("{p}", &port.to_string())).await;
        assert_eq!(site.connections(), connections, "{check:?}");
    }
}

/// Where a page sends us on, what the names lead to by turns, and what decides: the rule, the state, how many requests there were.
type Redirect = (&'static str, &'static str, UrlRule, UrlState, usize);

#[rustfmt::skip]
const REDIRECTS: &[Redirect] = &[
    ("http://other.example/", "", UrlRule::PublicName, UrlState::Reachable, 2),
    ("//other.example/x", "", UrlRule::PublicName, UrlState::Reachable, 2),
    ("/elsewhere", "", UrlRule::PublicName, UrlState::Reachable, 2),
    ("../elsewhere?x=http://127.0.0.1:{p}/", "", UrlRule::PublicName, UrlState::Reachable, 2),
    ("http://127.0.0.1:{p}/", "", UrlRule::Loopback, UrlState::Unreachable, 1),
    ("//127.0.0.1:{p}/", "", UrlRule::Loopback, UrlState::Unreachable, 1),
    ("http://0x7f.1:{p}/", "", UrlRule::Loopback, UrlState::Unreachable, 1),
    ("http://[::ffff:127.0.0.1]:{p}/", "", UrlRule::EmbeddedIpv4, UrlState::Unreachable, 1),
    ("http://169.254.169.254/latest/meta-data/", "", UrlRule::LinkLocal, UrlState::Unreachable, 1),
    ("http://localhost:{p}/", "", UrlRule::InternalName, UrlState::Unreachable, 1),
    ("http://vault:8080/", "", UrlRule::SingleLabelName, UrlState::Unreachable, 1),
    ("http://other.example:22/", "", UrlRule::Port, UrlState::Unreachable, 1),
    ("http://ana:secret@other.example/", "", UrlRule::Credentials, UrlState::Unreachable, 1),
    ("file:///etc/hosts", "", UrlRule::Scheme, UrlState::Unreachable, 1),
    ("javascript:alert(1)", "", UrlRule::Scheme, UrlState::Unreachable, 1),
    ("http://other.example\\@127.0.0.1:{p}/", "", UrlRule::Backslash, UrlState::Unreachable, 1),
    ("http://[::1/", "", UrlRule::Malformed, UrlState::Unreachable, 1),
    ("http://inside.example:{p}/", "inside.example=127.0.0.1", UrlRule::Loopback, UrlState::Unreachable, 1),
    ("http://half.example/", "half.example=93.184.216.34,192.168.0.9", UrlRule::Private, UrlState::Unreachable, 1),
    // The name that sent us on leads inside when it is asked for again.
    ("http://start.example/again", "start.example=93.184.216.34 start.example=127.0.0.1", UrlRule::Loopback, UrlState::Unreachable, 1),
    ("/again", "start.example=93.184.216.34 start.example=10.0.0.1", UrlRule::Private, UrlState::Unreachable, 1),
    ("/again", "start.example=93.184.216.34 start.example=93.184.216.34,::1", UrlRule::Loopback, UrlState::Unreachable, 1),
    ("/again", "start.example=93.184.216.34 start.example=1.1.1.1", UrlRule::PublicName, UrlState::Reachable, 2),
];

#[tokio::test]
async fn redirects_are_judged_like_the_first_url() {
    let statuses = [301, 302, 303, 307, 308];
    // Each status once with the same row, and each row once with some status.
    let rows = statuses.iter().map(|_| &REDIRECTS[0]).chain(REDIRECTS);
    for ((location, dns, rule, state, requests), status) in rows.zip(statuses.into_iter().cycle()) {
        let site = Site::new({
            let location = *location;
            move |asked, _| match asked.path.as_str() {
                "/start/page" => Does::sends_on(status, &location.replace("{p}", &asked.port.to_string())),
                _ => Does::status("200"),
            }
        })
        .await;
        let known = format!("other.example={PUBLIC} {dns}");
        let known = if dns.contains("start.example=") { known } else { format!("start.example={PUBLIC} {known}") };
        let check = site.checker(names(&known)).check("http://start.example/start/page").await;
        assert_eq!((check.rule, check.state), (*rule, *state), "{location}: {check:?}");
        assert_eq!(site.connections(), *requests, "{location}: {check:?}");
        assert_eq!((check.redirects.len(), check.redirects[0].status_code), (1, status), "{location}");
        assert_eq!((check.policy, check.final_url.as_ref()), (rule.policy(), Some(&check.redirects[0].url)));
        if check.state == UrlState::Unreachable {
            assert_eq!(check.status_code, Some(status), "the last status there was");
            assert!(check.message.starts_with("it redirects: "), "{}", check.message);
        }
    }
}

#[tokio::test]
async fn a_name_that_changes_between_two_requests_is_refused() {
    let site = Site::new(|_, _| Does::status("405")).await;
    let turns = "turns.example=93.184.216.34 turns.example=127.0.0.1";
    let check = site.checker(names(turns)).check("http://turns.example/").await;
    assert_eq!(
        (check.rule, check.reason),
        (UrlRule::Loopback, UrlReason::Blocked),
        "HEAD got 405, the GET was not sent"
    );
    assert_eq!(site.requests(), ["HEAD /"]);
}
