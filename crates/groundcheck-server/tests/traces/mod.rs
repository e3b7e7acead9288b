//! Traces, as a collector receives them: whose they are, what is in them, what is not, and that nobody waits for them.

pub mod collector;
mod command;
mod outages;
mod providers;

use serde_json::json;

use crate::support::{Folder, Server, groundcheck, request, run};
use collector::{Collector, Mood};

/// The type of a request's body.
const JSON: (&str, &str) = ("content-type", "application/json");
/// A caller's trace and span.
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN: &str = "00f067aa0ba902b7";
/// What must be in no span.
const CANARY: &str = "canary7734";

#[test]
fn a_request_is_a_part_of_its_callers_trace_and_its_work_is_part_of_it() {
    let collector = Collector::new(Mood::Takes);
    let server = Server::start(collector.used_by(&mut groundcheck()), &["--no-analyze", "--log-format", "json"]);
    let caller = format!("00-{TRACE}-{SPAN}-01");
    let body = request("The NOI was $1.5M for the property.").to_string();
    let headers = [JSON, ("traceparent", &caller), ("tracestate", CANARY), ("baggage", CANARY)];
    let answer = server.send("POST", "/api/analyze?x=1", &headers, body.as_bytes());
    assert_eq!((answer.status, answer.json()["verdict"].as_str()), (200, Some("flagged")));
    let (code, log) = server.stop();
    assert_eq!(code, Some(0), "{log}");

    let http = collector.span("POST /api/analyze");
    assert_eq!((http.trace.as_str(), http.parent.as_str(), http.kind), (TRACE, SPAN, 2));
    for (key, value) in [
        ("http.request.method", "POST"),
        ("http.route", "/api/analyze"),
        ("http.response.status_code", "200"),
        ("network.protocol.version", "1.1"),
        ("url.scheme", "http"),
    ] {
        assert_eq!(http.of(key), value, "{http:?}");
    }
    assert_eq!(http.attributes.len(), 5, "{http:?}");
    assert!(!http.is_error && http.nanos > 0, "{http:?}");

    let analysis = collector.span("analyze");
    assert_eq!((analysis.trace.as_str(), &analysis.parent, analysis.kind), (TRACE, &http.id, 1));
    for (key, value) in [
        ("groundcheck.answer.bytes", "35"),
        ("groundcheck.sources.count", "1"),
        ("groundcheck.sources.bytes", "51"),
        ("groundcheck.verdict", "flagged"),
        ("groundcheck.risk", "high"),
        ("groundcheck.action", "interrupt"),
        ("groundcheck.claims.count", "1"),
        ("groundcheck.claims.kind.currency", "1"),
        ("groundcheck.claims.status.contradicted", "1"),
    ] {
        assert_eq!(analysis.of(key), value, "{key} of {analysis:?}");
    }
    let stored = collector.span("write reviews");
    assert_eq!((stored.of("db.system.name"), &stored.parent, stored.kind), ("sqlite", &http.id, 3));
    assert_eq!(collector.resource()["service.name"], "groundcheck");
    assert_eq!(collector.resource()["service.version"], env!("CARGO_PKG_VERSION"));
    assert!(log.contains(&format!("\"trace_id\":\"{TRACE}\"")), "{log}");
    assert!(!collector.bytes().contains(CANARY));
}

#[test]
fn a_caller_that_is_not_valid_is_ignored_and_one_that_does_not_sample_is_obeyed() {
    let collector = Collector::new(Mood::Takes);
    let server = Server::start(collector.used_by(&mut groundcheck()), &["--no-analyze"]);
    let health = |caller: &str| server.send("GET", "/api/health", &[("traceparent", caller)], b"").status;
    assert_eq!(health(&format!("00-{TRACE}-{SPAN}-00")), 200);
    assert_eq!(health(&format!("00-{TRACE}-{SPAN}")), 200);
    assert_eq!(health("no caller"), 200);
    let twice = format!("00-{TRACE}-{SPAN}-01");
    let answer = server.send("GET", "/api/health", &[("traceparent", &twice), ("traceparent", &twice)], b"");
    assert_eq!(answer.status, 200);
    assert_eq!(server.stop().0, Some(0));
    let spans = collector.spans();
    let roots: Vec<_> = spans.iter().filter(|span| span.name == "GET /api/health").collect();
    assert_eq!(roots.len(), 3, "{spans:?}");
    assert!(roots.iter().all(|span| span.parent.is_empty() && span.trace != TRACE), "{roots:?}");
}

#[test]
fn errors_and_what_is_no_route_are_spans_without_a_word_of_them() {
    let collector = Collector::new(Mood::Takes);
    let server = Server::start(collector.used_by(&mut groundcheck()), &["--no-analyze"]);
    assert_eq!(server.analyze(format!("{{\"{CANARY}").as_bytes()).status, 400);
    server.get(&format!("/{CANARY}?{CANARY}"));
    assert_eq!(server.get(&format!("/api/{CANARY}")).status, 404);
    server.send(CANARY, "/", &[], b"");
    assert_eq!(server.send("POST", "/api/verify", &[JSON], br#"{"answer":"x","sources":[]}"#).status / 100, 4);
    assert_eq!(server.stop().0, Some(0));
    let refused = collector.span("POST /api/analyze");
    assert_eq!((refused.of("groundcheck.error.code"), refused.is_error), ("invalid_json", false));
    assert_eq!(refused.of("http.response.status_code"), "400");
    assert_eq!(collector.span("GET").of("http.route"), "");
    assert_eq!(collector.span("GET /api/{*path}").of("http.response.status_code"), "404");
    assert_eq!(collector.span("HTTP").of("http.request.method"), "_OTHER");
    assert!(!collector.bytes().contains(CANARY));
}

#[test]
fn what_is_written_to_know_whether_it_is_ready_is_a_span() {
    let collector = Collector::new(Mood::Takes);
    let server = Server::start(collector.used_by(&mut groundcheck()), &["--no-analyze"]);
    assert_eq!(server.get("/api/ready").status, 200);
    assert_eq!(server.stop().0, Some(0));
    let (http, write) = (collector.span("GET /api/ready"), collector.span("write store"));
    assert_eq!(
        (&write.parent, write.of("db.system.name"), write.of("groundcheck.store.part")),
        (&http.id, "sqlite", "store")
    );
}

#[test]
fn links_are_counted_and_not_named() {
    let collector = Collector::new(Mood::Takes);
    let server = Server::start(collector.used_by(&mut groundcheck()), &["--no-analyze"]);
    let urls = [format!("http://127.0.0.1/{CANARY}?{CANARY}"), format!("ftp://{CANARY}.example/")];
    let answer = server.send("POST", "/api/urls/check", &[JSON], json!({ "urls": urls }).to_string().as_bytes());
    assert_eq!(answer.whole().lines().count(), 2);
    assert_eq!(server.stop().0, Some(0));
    let (http, links) = (collector.span("POST /api/urls/check"), collector.span("check links"));
    assert_eq!((&links.parent, links.of("groundcheck.links.count")), (&http.id, "2"));
    let sum = ["reachable", "unreachable", "unknown"].map(|state| links.of(&format!("groundcheck.links.{state}")));
    assert_eq!(sum.iter().map(|count| count.parse::<u32>().unwrap()).sum::<u32>(), 2, "{links:?}");
    assert!(!collector.bytes().contains(CANARY));
}

#[test]
fn nothing_that_was_checked_or_shown_to_get_in_reaches_the_collector() {
    let folder = Folder::new();
    let tokens = folder.path().join("tokens").display().to_string();
    let token = run(&["token", CANARY, "--file", &tokens]).stdout.trim().to_owned();
    let bearer = format!("Bearer {}", token.lines().last().unwrap());
    let collector = Collector::new(Mood::Takes);
    let mut command = groundcheck();
    let given = "OTEL_EXPORTER_OTLP_HEADERS";
    let command = collector.used_by(&mut command).env(given, "x-key=key%204711").env("OTEL_SERVICE_NAME", "checks");
    let command = command.env("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=here");
    let server = Server::start(command, &["--token-file", &tokens, "--keep-analyses", "--no-analyze"]);
    let mail = format!("{CANARY}@{CANARY}.example");
    let everywhere = json!({
        "id": CANARY,
        "answer": format!("The {CANARY} was $1.5M, says {mail} on https://{CANARY}.example/{CANARY}?q={CANARY}."),
        "question": CANARY,
        "sources": [{ "id": CANARY, "text": format!("The {CANARY} was $1.2M."), "title": CANARY, "url": CANARY }],
        "facts": [{ "entity": CANARY, "metric": CANARY, "value": CANARY }],
        "scope": { "entity": CANARY },
        "history": [{ "role": "user", "text": CANARY }],
        "provider": CANARY,
        "model": CANARY,
    });
    let headers = [JSON, ("authorization", bearer.as_str()), ("user-agent", CANARY), ("cookie", CANARY)];
    let answer = server.send("POST", "/api/analyze", &headers, everywhere.to_string().as_bytes());
    assert_eq!(answer.status, 200, "{answer:?}");
    let wrong = [JSON, ("authorization", "Bearer canary7734"), ("x-forwarded-for", CANARY), ("referer", CANARY)];
    assert_eq!(server.send("POST", "/api/analyze", &wrong, b"{}").status, 401);
    assert_eq!(server.stop().0, Some(0));
    let bytes = collector.bytes();
    assert!(collector.spans().iter().any(|span| span.name == "write analyses"), "{:?}", collector.spans());
    for hidden in [CANARY, bearer.trim_start_matches("Bearer "), "NOI", "4711"] {
        assert!(!bytes.contains(hidden), "{hidden} in {bytes}");
    }
    assert_eq!(collector.resource()["service.name"], "checks");
    assert_eq!(collector.resource()["deployment.environment.name"], "here");
    let head = &collector.heads()[0];
    assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n") && head.contains("x-key: key 4711\r\n"), "{head}");
    assert!(head.contains("content-type: application/x-protobuf\r\n"), "{head}");
}
