//! Who may ask: tokens, names, rates, and what is counted.

use crate::support::{Folder, Server, groundcheck, request, run, run_with};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Every route that must not answer without a token, with one that would.
const CLOSED: [(&str, &str); 8] = [
    ("POST", "/api/analyze"),
    ("GET", "/api/facts/entities"),
    ("POST", "/api/urls/check"),
    ("GET", "/api/openapi.json"),
    ("GET", "/api/nothing"),
    ("GET", "/metrics"),
    ("PATCH", "/api/reviews/1"),
    ("GET", "/api/audit"),
];

fn token(folder: &Folder, name: &str) -> (String, String) {
    let file = folder.path().join("tokens").display().to_string();
    let ran = run(&["token", name, "--file", &file]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    (ran.stdout.trim_end().to_owned(), file)
}

#[test]
fn an_address_of_the_network_needs_a_token() {
    let ran = run(&["serve", "--host", "0.0.0.0", "--port", "0"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("--token-file"), "{ran:?}");
    let ran = run_with(groundcheck().args(["serve", "--host", "0.0.0.0"]).env("GROUNDCHECK_TOKEN", "short"), b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("GROUNDCHECK_TOKEN") && !ran.stderr.contains("short\""), "{ran:?}");
}

#[test]
fn with_a_token_nothing_but_the_page_and_health_is_open() {
    let folder = Folder::new();
    let (token, file) = token(&folder, "night-batch");
    let server = Server::start(&mut groundcheck(), &["--token-file", &file]);
    let body = request("The NOI was $1.5M.").to_string();
    let with = |value: &str| {
        let value = value.to_owned();
        move |server: &Server, method: &str, path: &str, body: &[u8]| {
            server.send(method, path, &[JSON, ("authorization", &value)], body)
        }
    };
    for (method, path) in CLOSED {
        let answer = server.send(method, path, &[JSON], body.as_bytes());
        assert_eq!(answer.status, 401, "{method} {path}: {answer:?}");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        assert_eq!(answer.error().1.as_deref(), Some("authorization"));
        let wrong = with("Bearer gc_0000000000000000000000000000000000000000000")(&server, method, path, b"");
        assert_eq!(wrong.status, 401, "{method} {path}");
        let right = with(&format!("Bearer {token}"))(&server, method, path, body.as_bytes());
        assert_ne!(right.status, 401, "{method} {path}: {right:?}");
    }
    assert_eq!(server.get("/api/health").status, 200);
    assert_ne!(server.get("/").status, 401);
    let report = with(&format!("Bearer {token}"))(&server, "POST", "/api/analyze", body.as_bytes());
    assert_eq!((report.status, &report.json()["verdict"]), (200, &"flagged".into()));
    // A cookie is no token: a browser sends it along for any page.
    let cookie = format!("token={token}");
    assert_eq!(server.send("GET", "/metrics", &[("cookie", &cookie)], b"").status, 401);
    let (code, log) = server.stop();
    assert_eq!(code, Some(0));
    assert!(!log.contains(&token) && !log.contains("gc_"), "{log}");
}

#[test]
fn who_guesses_is_turned_away_for_a_while_and_nobody_else() {
    let folder = Folder::new();
    let (token, file) = token(&folder, "day");
    let server = Server::start(&mut groundcheck(), &["--token-file", &file, "--trusted-proxy", "127.0.0.1"]);
    let ask = |token: &str, from: &str| {
        let bearer = format!("Bearer {token}");
        server.send("GET", "/metrics", &[("authorization", &bearer), ("x-forwarded-for", from)], b"")
    };
    for _ in 0..10 {
        assert_eq!(ask("gc_a_guess", "203.0.113.1").status, 401);
    }
    let locked = ask(&token, "203.0.113.1");
    assert_eq!(locked.status, 429, "the right one is not looked at either");
    assert!(locked.header("retry-after").and_then(|s| s.parse::<u64>().ok()).is_some_and(|s| s >= 1));
    assert_eq!(ask(&token, "203.0.113.2").status, 200);
}

#[test]
fn two_hundred_requests_under_names_of_their_own_are_still_one_callers() {
    let server = Server::start(&mut groundcheck(), &["--requests-per-minute", "100"]);
    let mut statuses = Vec::new();
    for at in 0..200 {
        let from = format!("203.0.113.{at}");
        statuses.push(server.send("GET", "/api/health", &[("x-forwarded-for", &from)], b"").status);
    }
    // A minute's hundred, and what came back while the test ran.
    let passed = statuses.iter().filter(|status| **status == 200).count();
    assert!((100..190).contains(&passed), "{passed}");
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 200 - passed);
}

#[test]
fn other_names_are_answered_to_where_the_operator_says_so() {
    let server = Server::start(&mut groundcheck(), &["--allow-host", "checks.corp"]);
    let ask = |host: &str| server.send("GET", "/api/health", &[("host", host)], b"").status;
    assert_eq!(ask("checks.corp"), 200);
    assert_eq!(ask("checks.corp:443"), 200);
    assert_eq!(ask("evil.example"), 421);
    assert_eq!(ask("203.0.113.7"), 421);
}

#[test]
fn a_name_has_one_token_and_a_broken_file_says_where() {
    let folder = Folder::new();
    let (_, file) = token(&folder, "day");
    assert_eq!(run(&["token", "night", "--file", &file]).code, Some(0));
    let again = run(&["token", "day", "--file", &file]);
    assert_eq!(again.code, Some(2), "{again:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 2);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let broken = folder.file("broken", "day 12\n");
    let ran = run(&["serve", "--token-file", &broken]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("line 1"), "{ran:?}");
}

#[test]
fn metrics_count_what_was_asked_and_name_no_text() {
    let server = Server::new();
    assert_eq!(server.analyze(request("The NOI of Canary Wharf was $1.5M.").to_string().as_bytes()).status, 200);
    server.get("/api/canary-path");
    let metrics = server.get("/metrics");
    assert_eq!(metrics.status, 200);
    assert!(metrics.header("content-type").is_some_and(|kind| kind.starts_with("text/plain; version=0.0.4")));
    for line in [
        "groundcheck_http_requests_total{route=\"/api/analyze\",method=\"POST\",status=\"200\"} 1",
        "groundcheck_analyses_total{verdict=\"flagged\"} 1",
        "groundcheck_claims_total{status=\"contradicted\"} 1",
        "groundcheck_analysis_duration_seconds_count 1",
        "groundcheck_store_up 1",
        "groundcheck_jobs{kind=\"score\",state=\"failed\"} 0",
    ] {
        assert!(metrics.body.lines().any(|have| have == line), "{line}\n{}", metrics.body);
    }
    assert!(!metrics.body.to_lowercase().contains("canary"), "{}", metrics.body);
}
