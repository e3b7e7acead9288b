//! A collector that is away, refuses, or never answers; and none at all.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use super::collector::{Collector, Mood};
use crate::support::{Folder, Ran, SOURCE, Server, groundcheck, request, run_with};

/// More than any of these runs needs, also where the machine has much to do; far less than it takes to wait for what never comes.
const SOON: Duration = Duration::from_secs(30);

/// An address where nobody listens.
fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

fn check(variables: &[(&str, &str)]) -> (Ran, Duration) {
    let folder = Folder::new();
    let source = folder.file("source.txt", SOURCE);
    let begun = Instant::now();
    let mut command = groundcheck();
    let command = command.args(["check", "The NOI was $1.2M.", "--source", &source, "--format", "json"]);
    let ran = run_with(command.envs(variables.iter().copied()), b"");
    (ran, begun.elapsed())
}

/// The names of a process's threads.
#[cfg(target_os = "linux")]
fn threads(process: u32) -> Vec<String> {
    use std::fs;
    let tasks = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("comm")).ok()).collect()
}

#[test]
fn a_check_ends_as_it_would_and_says_once_that_there_is_no_trace() {
    let without = check(&[]).0;
    assert_eq!((without.code, without.stderr.as_str()), (Some(0), ""));
    let (hangs, refuses) = (Collector::new(Mood::Hangs), Collector::new(Mood::Refuses(401)));
    let endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";
    for (address, says) in [
        (nobody(), "the collector cannot be reached"),
        (hangs.url(), "the collector did not answer in time"),
        (refuses.url(), "the collector answered 401; see OTEL_EXPORTER_OTLP_HEADERS"),
        ("not an address\u{1}".to_owned(), "the collector's address or compression cannot be used"),
    ] {
        let (ran, took) = check(&[(endpoint, &address)]);
        assert_eq!((ran.code, &ran.stdout), (without.code, &without.stdout), "{address}: {ran:?}");
        assert!(ran.stderr.starts_with(&format!("groundcheck: no trace: {says}")), "{address}: {ran:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{address}: {ran:?}");
        assert!(took < SOON, "{address}: {took:?}");
    }
    let (ran, _) = check(&[(endpoint, &hangs.url()), ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")]);
    assert_eq!((ran.code, &ran.stdout), (without.code, &without.stdout), "{ran:?}");
    assert!(ran.stderr.contains("http/protobuf") && ran.stderr.lines().count() == 1, "{ran:?}");
    assert_eq!((hangs.connections(), refuses.connections()), (1, 1));
}

#[test]
fn a_check_sends_nothing_unless_it_is_asked_to() {
    let collector = Collector::new(Mood::Takes);
    let url = collector.url();
    let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", url.as_str());
    for variables in [
        &[("OTEL_SERVICE_NAME", "x"), ("OTEL_TRACES_SAMPLER", "always_on"), ("OTEL_EXPORTER_OTLP_HEADERS", "a=b")][..],
        &[endpoint, ("OTEL_SDK_DISABLED", "true")],
        &[endpoint, ("OTEL_TRACES_EXPORTER", "none")],
        &[endpoint, ("OTEL_TRACES_SAMPLER", "always_off")],
    ] {
        let (ran, _) = check(variables);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{variables:?}");
        assert_eq!(collector.connections(), 0, "{variables:?}");
    }
    check(&[endpoint]);
    assert_eq!(collector.connections(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_has_nobody_who_could_send_anything_unless_it_is_asked_to() {
    let sends = |name: &String| name.starts_with("OpenTelemetry");
    let off = Server::new();
    assert_eq!(off.get("/api/health").status, 200);
    let names = threads(off.id());
    assert!(names.len() > 1 && !names.iter().any(sends), "{names:?}");
    let collector = Collector::new(Mood::Takes);
    let on = Server::start(collector.used_by(&mut groundcheck()), &[]);
    assert!(threads(on.id()).iter().any(sends));
}

#[test]
fn a_server_answers_as_always_drops_spans_and_stops_in_time() {
    let (hangs, refuses) = (Collector::new(Mood::Hangs), Collector::new(Mood::Refuses(503)));
    for address in [nobody(), hangs.url(), refuses.url()] {
        let mut command = groundcheck();
        let command = command.env("OTEL_EXPORTER_OTLP_ENDPOINT", &address).env("OTEL_BSP_SCHEDULE_DELAY", "10");
        // One batch is under way for as long as the server runs, however slow the machine is.
        let command = command.env("OTEL_EXPORTER_OTLP_TIMEOUT", "600000");
        let command = command.env("OTEL_BSP_MAX_QUEUE_SIZE", "4").env("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "2");
        let server = Server::start(command, &["--no-analyze"]);
        let body = request("The NOI was $1.2M.").to_string();
        for _ in 0..50 {
            let answer = server.analyze(body.as_bytes());
            assert_eq!((answer.status, answer.json()["verdict"].as_str()), (200, Some("clean")), "{address}");
        }
        let begun = Instant::now();
        let (code, log) = server.stop();
        assert_eq!(code, Some(0), "{address}: {log}");
        assert!(begun.elapsed() < SOON, "{address}: {:?}", begun.elapsed());
        let said = |what: &str| log.lines().filter(|line| line.contains(what)).count();
        assert_eq!(said("stopped with spans that were not sent"), 1, "{address}: {log}");
        assert!(said("no traces; ") <= 1, "{address}: {log}");
    }
    // One batch was on its way all the time, and nothing else was kept for later.
    assert_eq!(hangs.heads().len(), 1);
}
