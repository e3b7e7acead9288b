//! The API over a real socket: errors, limits, who may ask, stopping.

use std::io::{Read, Write};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use groundcheck_server::server::page::Page;
use groundcheck_server::server::{AppState, Limits, router, serve};
use groundcheck_types::Policy;
use http_body_util::BodyExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tower::ServiceExt;

use crate::support::{Answer, Server, groundcheck, request, run};

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn health_says_what_runs() {
    let health = Server::new().get("/api/health").json();
    assert_eq!(health["status"], "ok");
    assert_eq!(health["schema_version"], 1);
    assert!(["embedded", "missing"].contains(&health["page"].as_str().unwrap()), "{health}");
}

#[test]
fn openapi_describes_every_route_that_answers() {
    let server = Server::new();
    let document = server.get("/api/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let answer = server.send(&method.to_uppercase(), path, &[JSON], b"{");
            // That there is no such item says a route, too.
            let is_route = answer.status != 404 || answer.error().1.as_deref() != Some("path");
            assert!(is_route && answer.status != 405, "{method} {path}: {}", answer.status);
        }
    }
    for name in ["Request", "Report", "InputError", "Claim"] {
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
}

#[test]
fn wrong_requests_get_a_typed_error_and_a_fitting_status() {
    let server = Server::new();
    let body = request("The NOI was $1.5M.").to_string();
    let form = ("content-type", "application/x-www-form-urlencoded");
    for (method, path, header, status, field) in [
        ("GET", "/api/nothing", JSON, 404, "path"),
        ("POST", "/api", JSON, 404, "path"),
        ("GET", "/api/analyze", JSON, 405, "method"),
        ("DELETE", "/api/health", JSON, 405, "method"),
        ("POST", "/", JSON, 405, "method"),
        ("POST", "/api/analyze", form, 415, "content-type"),
        ("POST", "/api/analyze", ("content-type", "text/plain; x=application/json"), 415, "content-type"),
        ("POST", "/api/analyze", ("accept", "application/json"), 415, "content-type"),
        ("POST", "/api/analyze", ("host", "evil.example"), 421, "host"),
        ("GET", "/", ("host", "evil.example:8787"), 421, "host"),
        ("GET", "/api/health", ("host", "127.0.0.1.nip.io"), 421, "host"),
        ("GET", "http://evil.example/api/health", JSON, 421, "host"),
        ("POST", "/api/analyze", ("origin", "http://evil.example"), 403, "origin"),
        ("POST", "/api/analyze", ("origin", "null"), 403, "origin"),
    ] {
        let answer = server.send(method, path, &[header], body.as_bytes());
        assert_eq!(answer.status, status, "{method} {path}: {answer:?}");
        assert_eq!(answer.error(), ("invalid_value".to_owned(), Some(field.to_owned())), "{method} {path}");
    }
    for header in [("content-type", "Application/JSON; charset=utf-8"), ("origin", "http://localhost:8787")] {
        let answer = server.send(
            "POST",
            "/api/analyze",
            &[JSON, header][usize::from(header.0 == "content-type")..],
            body.as_bytes(),
        );
        assert_eq!(answer.status, 200, "{header:?}: {answer:?}");
    }
}

#[test]
fn statuses_follow_the_error_code() {
    let server = Server::new();
    for (body, status) in [
        ("{", 400),
        (r#"{"answer": ""}"#, 422),
        (r#"{"answer": 3}"#, 422),
        (r#"{"answer": "x", "as_of": "today"}"#, 422),
    ] {
        assert_eq!(server.analyze(body.as_bytes()).status, status, "{body}");
    }
    let big = request(&"x".repeat(300 * 1024)).to_string();
    assert_eq!(server.analyze(big.as_bytes()).status, 413);
    let huge = vec![b' '; 20 * 1024 * 1024];
    let answer = server.analyze(&huge);
    assert_eq!((answer.status, answer.error().0.as_str()), (413, "request_too_large"));
}

#[test]
fn every_response_carries_the_security_headers() {
    let server = Server::new();
    let answers = [
        server.get("/"),
        server.get("/gone.js"),
        server.get("/api/health"),
        server.get("/api/nothing"),
        server.send("POST", "/api/health", &[], b""),
        server.analyze(b"{"),
        server.send("GET", "/", &[("host", "evil.example")], b""),
        server.send("GET", "/", &[("origin", "http://evil.example")], b""),
    ];
    for answer in answers {
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{answer:?}");
        }
        let csp = answer.header("content-security-policy").unwrap_or_default();
        assert!(csp.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"), "{csp}");
        assert!(csp.contains("frame-ancestors 'none'") && !csp.contains("'unsafe-inline'"), "{csp}");
        assert!(answer.header("permissions-policy").is_some() && answer.header("cache-control").is_some());
        assert!(answer.header("x-request-id").is_some());
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn only_loopback_addresses_are_served() {
    for host in ["0.0.0.0", "192.0.2.1", "::", "example.com"] {
        let ran = run(&["serve", "--host", host, "--port", "0"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{host}: {ran:?}");
        assert!(ran.stderr.starts_with("groundcheck: --host: "), "{}", ran.stderr);
    }
    let server = Server::start(&mut groundcheck(), &["--host", "localhost"]);
    assert!(server.address.ip().is_loopback());
    // The port is taken now.
    let port = server.address.port().to_string();
    assert_eq!(run(&["serve", "--port", &port]).code, Some(2));
}

#[test]
fn a_request_in_flight_is_answered_before_the_server_ends() {
    let server = Server::new();
    let body = request("The NOI was $1.5M.").to_string();
    let (first, rest) = body.split_at(20);
    let mut stream = server.connect();
    let head =
        "POST /api/analyze HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nexpect: 100-continue\r\n";
    write!(stream, "{head}content-length: {}\r\n\r\n", body.len()).unwrap();
    // Once the server asks for the body, the request is in its hands.
    let mut asked = [0; 25];
    stream.read_exact(&mut asked).unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(first.as_bytes()).unwrap();
    server.terminate();
    stream.write_all(rest.as_bytes()).unwrap();
    let answer = Answer::read(stream);
    assert_eq!((answer.status, answer.json()["verdict"].as_str()), (200, Some("flagged")), "{answer:?}");
    assert_eq!(server.finish().0, Some(0));
}

#[test]
fn an_idle_connection_does_not_keep_the_server_up() {
    let server = Server::new();
    let _idle = server.connect();
    let mut half = server.connect();
    half.write_all(b"GET /api/hea").unwrap();
    assert_eq!(server.get("/api/health").status, 200);
    assert_eq!(server.stop().0, Some(0));
}

#[test]
fn broken_http_does_not_disturb_others() {
    let server = Server::new();
    for bytes in [
        &b"\x16\x03\x01\x00"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST /api/analyze HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n{",
    ] {
        let mut stream = server.connect();
        stream.write_all(bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        // Whatever it says, it ends.
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }
    assert_eq!(server.get("/api/health").status, 200);
}

/// A server under limits of its own, with a page of eight megabytes.
struct Limited {
    address: std::net::SocketAddr,
    stop: tokio::sync::oneshot::Sender<()>,
    served: tokio::task::JoinHandle<()>,
}

impl Limited {
    async fn start(limits: Limits) -> Limited {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let large = [("large.wasm".to_owned(), vec![b'.'; 8 * 1024 * 1024].into())];
        let app = router(AppState::new(Policy::default(), Page::new(large), limits));
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let served = tokio::spawn(serve(listener, app, async { drop(stopped.await) }, limits));
        Limited { address, stop, served }
    }

    async fn send(&self, head: &str) -> tokio::net::TcpStream {
        let mut stream = tokio::net::TcpStream::connect(self.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        stream
    }

    /// What is answered to `GET path`; empty where the connection is closed.
    async fn get(&self, path: &str) -> String {
        let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let mut answer = Vec::new();
        let _ = self.send(&head).await.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    async fn finish(self) {
        self.stop.send(()).unwrap();
        self.served.await.unwrap();
    }
}

#[tokio::test]
async fn a_slow_client_loses_its_connection_and_others_are_not_kept_waiting() {
    let limits = Limits { head: Duration::from_secs(3), connections: 1, ..Limits::default() };
    let server = Limited::start(limits).await;
    // The only place is taken by a head that never ends.
    let mut slow = server.send("GET /api/health HTTP/1.1\r\nhost: localho").await;
    let answer = server.get("/api/openapi.json").await;
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after: 1"), "{answer}");
    assert!(server.get("/api/health").await.starts_with("HTTP/1.1 200"));
    // One with a body is turned away too, whether or not it reads the answer before the connection is closed.
    let body = "x".repeat(4 * 1024 * 1024);
    let head = format!("POST /api/analyze HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
    let _ = stream.write_all((head + &body).as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 503"));
    let mut nothing = Vec::new();
    let _ = slow.read_to_end(&mut nothing).await;
    assert!(!nothing.starts_with(b"HTTP/1.1 200"));
    server.finish().await;
}

/// Between one look and the next.
const PAUSE: Duration = Duration::from_millis(10);

#[tokio::test]
async fn clients_that_read_nothing_leave_room_for_others_and_lose_their_places() {
    let limits = Limits {
        write: Duration::from_millis(300),
        connections: 6,
        connections_per_peer: 4,
        spare_connections: 4,
        ..Limits::default()
    };
    let server = Limited::start(limits).await;
    let mut unread = Vec::new();
    for _ in 0..40 {
        unread.push(server.send("GET /large.wasm HTTP/1.1\r\nhost: localhost\r\n\r\n").await);
    }
    // The spare places are of those who are turned away at once.
    let patient = async {
        while !server.get("/api/health").await.starts_with("HTTP/1.1 200") {
            tokio::time::sleep(PAUSE).await;
        }
        // In time the places of those who read nothing are free.
        while !server.get("/api/openapi.json").await.starts_with("HTTP/1.1 200") {
            tokio::time::sleep(PAUSE).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), patient).await.unwrap();
    drop(unread);
    server.finish().await;
}

/// One request to the routes, without a socket, under limits of its own.
async fn analyze_under(limits: Limits, body: Body) -> (StatusCode, serde_json::Value) {
    let request = Request::post("/api/analyze").header("host", "localhost").header(JSON.0, JSON.1).body(body).unwrap();
    let response = router(AppState::new(Policy::default(), Page::new([]), limits)).oneshot(request).await.unwrap();
    let status = response.status();
    assert_eq!(response.headers().contains_key("retry-after"), status == StatusCode::SERVICE_UNAVAILABLE);
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap())
}

#[tokio::test]
async fn what_takes_too_long_or_is_too_much_is_a_typed_error_never_a_report() {
    let short = Duration::from_millis(5);
    let body = || Body::from(request("The NOI was $1.5M.").to_string());
    // No analysis ever gets its turn.
    let waiting = analyze_under(Limits { analyses: 0, analysis: short, ..Limits::default() }, body()).await;
    let full = analyze_under(Limits { admitted: 0, ..Limits::default() }, body()).await;
    // There is room for a kibibyte, and the body has more.
    let large = Body::from(request(&"The NOI was $1.5M. ".repeat(80)).to_string());
    let large = analyze_under(Limits { admitted_bytes: 1024, ..Limits::default() }, large).await;
    // A body that never comes.
    let (_sender, endless) = http_body_util::channel::Channel::<axum::body::Bytes>::new(1);
    let endless = Body::new(endless);
    let slow = analyze_under(Limits { body: short, ..Limits::default() }, endless).await;
    for ((status, json), expected) in [
        (waiting, StatusCode::SERVICE_UNAVAILABLE),
        (full, StatusCode::SERVICE_UNAVAILABLE),
        (large, StatusCode::SERVICE_UNAVAILABLE),
        (slow, StatusCode::REQUEST_TIMEOUT),
    ] {
        assert_eq!(status, expected, "{json}");
        assert_eq!(json["error"]["code"], "timed_out", "{json}");
    }
    let roomy = Limits { admitted_bytes: 1024, ..Limits::default() };
    let (status, json) = analyze_under(roomy, body()).await;
    assert_eq!((status, json["verdict"].as_str()), (StatusCode::OK, Some("flagged")));
}

#[tokio::test]
async fn an_analysis_that_nobody_waits_for_gives_its_turn_back() {
    let limits = Limits { analyses: 1, analysis: Duration::from_secs(2), ..Limits::default() };
    let routes = router(AppState::new(Policy::default(), Page::new([]), limits));
    let ask = async |body: serde_json::Value| {
        let request = Request::post("/api/analyze").header("host", "localhost").header(JSON.0, JSON.1);
        let request = request.body(Body::from(body.to_string())).unwrap();
        routes.clone().oneshot(request).await.unwrap().status()
    };
    let short = request("The NOI was $1.5M.");
    // Many seconds of work on any machine.
    let mut long = request(&"The NOI was $1.5M, the rent 2,350, the fee 17.25 and the rate 3.4%. ".repeat(3_800));
    let text =
        "Net operating income fell, while rents in the north of the town rose to 2,350 dollars a month. ".repeat(3_500);
    let source = |at: usize| serde_json::json!({ "id": format!("S{at}"), "text": format!("Town {at}. {text}") });
    long["sources"] = (0..20).map(source).collect();
    assert_eq!(ask(long).await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(ask(short).await, StatusCode::OK);
}
