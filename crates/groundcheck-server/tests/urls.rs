//! `groundcheck urls` and `POST /api/urls/check`: the binary, and pages on loopback that the operator allows.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use crate::support::{Server, groundcheck, run, run_with};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Pages on a port of loopback: `/404` answers 404 and so on; `/wait` waits for a word from the test.
struct Pages {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
    go_on: Sender<()>,
}

impl Pages {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (go_on, waits) = channel();
        let waits: Arc<Mutex<Receiver<()>>> = Arc::new(Mutex::new(waits));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let pages = Pages { port, asked: Arc::clone(&asked), go_on };
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (asked, waits) = (Arc::clone(&asked), Arc::clone(&waits));
                thread::spawn(move || {
                    let lines =
                        BufReader::new(&stream).lines().map_while(Result::ok).take_while(|line| !line.is_empty());
                    let line = lines.collect::<Vec<_>>().first().cloned().unwrap_or_default();
                    asked.lock().unwrap().push(line.clone());
                    let path = line.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
                    if path == "wait" {
                        let _ = waits.lock().unwrap().recv();
                    }
                    let status = path.parse::<u16>().unwrap_or(200);
                    let _ = write!(&stream, "HTTP/1.1 {status} \r\ncontent-length: 0\r\n\r\n");
                });
            }
        });
        pages
    }

    fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}/{path}", self.port)
    }

    fn allowed(&self, host: &str) -> String {
        format!("{host}:{}", self.port)
    }
}

fn by_url(lines: &[Value], url: &str) -> Value {
    lines.iter().find(|line| line["url"] == url).unwrap_or_else(|| panic!("{url}: {lines:?}")).clone()
}

#[test]
fn a_dry_run_says_what_may_be_asked_and_asks_nobody() {
    let urls = ["https://reports.example/q3", "http://0x7f.1/", "https:reports.example"];
    let ran = run(&[&["urls", "--dry-run"][..], &urls].concat());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let lines = ran.json_lines();
    for (line, (policy, rule, canonical)) in lines.iter().zip([
        ("allow", "public_name", json!("https://reports.example/q3")),
        ("block", "loopback", json!("http://127.0.0.1/")),
        ("invalid", "not_absolute", json!(null)),
    ]) {
        assert_eq!((&line["policy"], &line["rule"]), (&json!(policy), &json!(rule)), "{line}");
        assert_eq!(line["canonical_url"], canonical);
        let mut fields: Vec<&String> = line.as_object().unwrap().keys().collect();
        fields.sort();
        assert_eq!(fields, ["canonical_url", "message", "policy", "rule", "url"]);
    }
    assert_eq!(run(&["urls", "--dry-run", urls[0]]).code, Some(0));
    assert!(ran.stderr.is_empty(), "{ran:?}");
}

#[test]
fn addresses_given_for_a_name_are_judged_all_of_them() {
    for (answers, policy, rule) in [
        (&["reports.example=93.184.216.34"][..], "allow", "public_name"),
        (&["Reports.Example.=10.0.0.1"], "block", "private"),
        (&["reports.example=93.184.216.34,::1"], "block", "loopback"),
        (&["reports.example=93.184.216.34", "reports.example=127.0.0.1"], "block", "loopback"),
        (&["reports.example="], "allow", "public_name"),
        (&["other.example=127.0.0.1"], "allow", "public_name"),
    ] {
        let resolve: Vec<&str> = answers.iter().flat_map(|answer| ["--resolve", answer]).collect();
        let ran = run(&[&["urls", "--dry-run", "https://reports.example/"][..], &resolve].concat());
        assert_eq!((&ran.json()["policy"], &ran.json()["rule"]), (&json!(policy), &json!(rule)), "{answers:?}");
    }
}

#[test]
fn links_on_standard_input_are_answered_line_by_line() {
    let pages = Pages::new();
    let (good, gone, closed) =
        (pages.url("localhost", "a"), pages.url("localhost", "410"), pages.url("localhost", "403"));
    let input = format!("\u{feff}{good}\r\n\n  {gone}\n{good}\nhttp://127.0.0.1:{}/\n", pages.port);
    let allow = ["urls", "--resolve", "localhost=127.0.0.1", "--allow-private", &pages.allowed("localhost")];
    let ran = run_with(groundcheck().args(allow), input.as_bytes());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let lines = ran.json_lines();
    assert_eq!(lines.len(), 4);
    let good_line = by_url(&lines, &good);
    for (field, value) in [
        ("policy", json!("allow")),
        ("rule", json!("allowed_host")),
        ("state", json!("reachable")),
        ("reason", json!("ok")),
        ("status_code", json!(200)),
        ("final_url", json!(good)),
        ("redirects", json!([])),
    ] {
        assert_eq!(good_line[field], value, "{field}");
    }
    assert_eq!(
        (&by_url(&lines, &gone)["state"], &by_url(&lines, &gone)["reason"]),
        (&json!("unreachable"), &json!("gone"))
    );
    // Not the host that was allowed, though it is the same machine.
    let other = format!("http://127.0.0.1:{}/", pages.port);
    assert_eq!((&by_url(&lines, &other)["policy"], &by_url(&lines, &other)["rule"]), (&json!("block"), &json!("port")));
    assert_eq!(pages.asked.lock().unwrap().iter().filter(|line| line.contains(" /a ")).count(), 1);

    let codes = [(&[good.as_str()][..], 0), (&[&good, &closed], 3), (&[&good, &closed, &gone], 1)];
    for (urls, code) in codes {
        let ran = run(&[&allow[..], &["--format", "text"], urls].concat());
        assert_eq!(ran.code, Some(code), "{ran:?}");
        assert_eq!(ran.stdout.lines().count(), urls.len());
        assert!(ran.stdout.contains("✓ reachable    200  http://localhost"), "{ran:?}");
    }
}

#[test]
fn wrong_usage_is_told_from_a_bad_link() {
    for args in [
        &["urls", "--resolve", "reports.example", "https://a.example"][..],
        &["urls", "--allow-private", "http://wiki.corp", "https://a.example"],
        &["urls", "--egress-proxy", "proxy", "https://a.example"],
        &["urls", "--dry-run", "--format", "xml", "https://a.example"],
        &["urls"],
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}: {ran:?}");
    }
    assert_eq!(run(&["urls", "--dry-run", "not a url"]).code, Some(1));
}

#[test]
fn proxies_of_the_environment_are_not_used() {
    let (pages, proxy) = (Pages::new(), Pages::new());
    let mut command = groundcheck();
    for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        command.env(name, proxy.url("127.0.0.1", ""));
    }
    command.env("GROUNDCHECK_ALLOW_PRIVATE", format!("wiki.corp,{}", pages.allowed("localhost")));
    let ran = run_with(command.args(["urls", "--resolve", "localhost=127.0.0.1", &pages.url("localhost", "a")]), b"");
    assert_eq!((ran.code, &ran.json()["state"]), (Some(0), &json!("reachable")), "{ran:?}");
    assert_eq!((pages.asked.lock().unwrap().len(), proxy.asked.lock().unwrap().len()), (1, 0));

    // The operator's own is another matter.
    let ran = run_with(command.args(["--egress-proxy", &proxy.url("127.0.0.1", "")]), b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let asked = proxy.asked.lock().unwrap().clone();
    assert_eq!(asked, [format!("HEAD {} HTTP/1.1", pages.url("localhost", "a"))]);
}

fn server(pages: &Pages) -> Server {
    Server::start(groundcheck().env("GROUNDCHECK_ALLOW_PRIVATE", format!("127.0.0.1:{}", pages.port)), &[])
}

/// The JSON lines of a body, whatever its chunks.
fn lines(body: &str) -> Vec<Value> {
    body.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_api_answers_a_line_a_link() {
    let pages = Pages::new();
    let server = server(&pages);
    let urls = [
        pages.url("127.0.0.1", "a"),
        pages.url("127.0.0.1", "404"),
        "http://169.254.169.254/".to_owned(),
        String::new(),
    ];
    let body = json!({ "urls": urls }).to_string();
    let answer = server.send("POST", "/api/urls/check", &[JSON, ("accept-encoding", "gzip, br")], body.as_bytes());
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/x-ndjson")), "{answer:?}");
    assert_eq!(answer.header("content-encoding"), None);
    let lines = lines(&answer.body);
    assert_eq!(lines.len(), 4, "{answer:?}");
    for (url, state, reason) in [
        (&urls[0], "reachable", "ok"),
        (&urls[1], "unreachable", "not_found"),
        (&urls[2], "unreachable", "blocked"),
        (&urls[3], "unreachable", "invalid_url"),
    ] {
        let line = by_url(&lines, url);
        assert_eq!((&line["state"], &line["reason"]), (&json!(state), &json!(reason)), "{line}");
    }
    let none = server.send("POST", "/api/urls/check", &[JSON], br#"{"urls": []}"#);
    assert_eq!((none.status, lines_of(&none.body)), (200, 0));
}

fn lines_of(body: &str) -> usize {
    lines(body).len()
}

#[test]
fn lines_come_as_links_are_done() {
    let pages = Pages::new();
    let server = server(&pages);
    let body = json!({ "urls": [pages.url("127.0.0.1", "wait"), pages.url("127.0.0.1", "404")] }).to_string();
    let mut stream = server.connect();
    let head =
        "POST /api/urls/check HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n";
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with('{') {
        line.clear();
        assert!(reader.read_line(&mut line).unwrap() > 0, "the first link is told before the second is done");
    }
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["reason"], "not_found");
    pages.go_on.send(()).unwrap();
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert_eq!(lines(&rest)[0]["reason"], "ok");
}

#[test]
fn the_api_is_guarded_like_the_others() {
    let pages = Pages::new();
    let server = server(&pages);
    let path = "/api/urls/check";
    let body = json!({ "urls": [pages.url("127.0.0.1", "a")] }).to_string();
    let many = json!({ "urls": vec!["https://reports.example/"; 1_001] }).to_string();
    for (headers, body, status) in [
        (&[JSON, ("host", "evil.example")][..], body.as_str(), 421),
        (&[JSON, ("origin", "http://evil.example")], &body, 403),
        (&[("content-type", "text/plain")], &body, 415),
        (&[JSON], "{", 400),
        (&[JSON], r#"{"urls": "https://reports.example/"}"#, 422),
        (&[JSON], r#"{"links": []}"#, 422),
        (&[JSON], &many, 413),
    ] {
        assert_eq!(server.send("POST", path, headers, body.as_bytes()).status, status, "{headers:?} {status}");
    }
    assert_eq!(server.get(path).status, 405);
    assert!(pages.asked.lock().unwrap().is_empty());
}
