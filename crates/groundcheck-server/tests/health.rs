//! `groundcheck health` and `GET /api/ready` against real servers: ready, unable to store, busy, none, and something else altogether.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, Ran, Server, groundcheck, run, run_with};

fn health(address: SocketAddr, args: &[&str]) -> Ran {
    run_with(groundcheck().args(["health", &format!("http://{address}")]).args(args), b"")
}

/// Something that gives every connection this answer, or none at all.
fn stranger(answer: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let mut kept = Vec::new();
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            if answer.is_empty() {
                kept.push(stream);
                continue;
            }
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}

#[test]
fn a_server_that_is_ready_is_a_0() {
    let server = Server::new();
    let ran = health(server.address, &[]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    assert!(ran.stdout.starts_with(concat!("ready: groundcheck ", env!("CARGO_PKG_VERSION"))), "{ran:?}");
    let json = health(server.address, &["--format", "json"]).json();
    assert_eq!((&json["status"], &json["schema_version"]), (&"ok".into(), &1.into()));
}

#[test]
fn no_token_is_needed() {
    let token = "gc_0123456789012345678901234567890123456789012";
    let server = Server::start(groundcheck().env("GROUNDCHECK_TOKEN", token), &[]);
    assert_eq!(server.get("/api/facts").status, 401);
    assert_eq!(health(server.address, &[]).code, Some(0));
}

#[test]
fn a_server_whose_database_is_gone_is_up_and_not_ready() {
    let folder = Folder::new();
    let database = format!("{}/gone.db", folder.path().display());
    let server = Server::start(&mut groundcheck(), &["--database", &database]);
    std::fs::remove_file(&database).unwrap();
    let ran = health(server.address, &[]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stdout.starts_with("not ready: degraded: ") && ran.stdout.contains("deleted"), "{ran:?}");
    let json = health(server.address, &["--format", "json"]).json();
    assert_eq!(json["status"], "degraded", "{json}");
    assert_eq!(server.get("/api/ready").status, 503);
    // Starting it anew would not help, so that it is up all the same.
    let live = health(server.address, &["--live"]);
    assert_eq!(live.code, Some(0), "{live:?}");
    assert!(live.stdout.starts_with("up: degraded: ") && live.stdout.contains("deleted"), "{live:?}");
    let up = server.get("/api/health");
    assert_eq!((up.status, &up.json()["status"]), (200, &"degraded".into()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_is_ready_again_once_there_is_room() {
    use crate::store::faults::{limit_files, limitable};
    let server = Server::start(&mut limitable(), &[]);
    assert_eq!(server.get("/api/ready").status, 200);
    let until = |code: i32| {
        let start = Instant::now();
        while health(server.address, &[]).code != Some(code) {
            assert!(start.elapsed() < Duration::from_secs(20), "it never was a {code}");
        }
    };
    limit_files(server.id(), "1000");
    until(1);
    limit_files(server.id(), "unlimited");
    until(0);
}

#[test]
fn who_asks_often_is_told_what_was_found_a_moment_ago() {
    let folder = Folder::new();
    let database = format!("{}/kept.db", folder.path().display());
    let server = Server::start(&mut groundcheck(), &["--database", &database]);
    let start = Instant::now();
    assert_eq!(server.get("/api/ready").status, 200);
    std::fs::remove_file(&database).unwrap();
    let again = server.get("/api/ready").status;
    // A machine that is busy may have taken a second for this.
    assert!(again == 200 || start.elapsed() >= Duration::from_secs(1), "{again}");
}

#[tokio::test]
async fn a_database_that_has_much_to_do_has_not_failed() {
    use sqlx::Connection as _;
    let folder = Folder::new();
    let database = format!("{}/busy.db", folder.path().display());
    let server = Server::start(&mut groundcheck(), &["--database", &database]);
    let mut other = sqlx::SqliteConnection::connect(&database).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let ready = server.get("/api/ready");
    assert_eq!((ready.status, &ready.json()["status"]), (503, &"degraded".into()));
    assert!(ready.body.contains("did not answer in time"), "{ready:?}");
    assert_eq!(server.get("/api/health").json()["status"], "ok");
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    let start = Instant::now();
    while server.get("/api/ready").status != 200 {
        assert!(start.elapsed() < Duration::from_secs(20), "it never was ready again");
    }
}

#[test]
fn a_busy_server_is_up_and_not_ready() {
    let answer = "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 56\r\n\r\n{\"error\":{\"code\":\"busy\",\"message\":\"too many requests\"}} ";
    let ran = health(stranger(answer), &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "not ready: busy: too many requests\n"), "{ran:?}");
    let live = health(stranger(answer), &["--live"]);
    assert_eq!((live.code, live.stdout.as_str()), (Some(0), "up: busy: too many requests\n"), "{live:?}");
}

#[test]
fn a_server_that_takes_no_more_requests_this_minute_is_there() {
    let server = Server::start(&mut groundcheck(), &["--requests-per-minute", "1"]);
    assert!((0..100).any(|_| server.get("/api/ready").status == 429), "it never was too much");
    let ran = health(server.address, &[]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stdout.starts_with("not ready: busy: "), "{ran:?}");
    assert_eq!(health(server.address, &["--live"]).code, Some(0));
    let answer = "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 51\r\n\r\n{\"error\":{\"code\":\"busy\",\"message\":\"wait a minute\"}}";
    let ran = health(stranger(answer), &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "not ready: busy: wait a minute\n"), "{ran:?}");
}

#[test]
fn where_no_server_answers_it_is_a_3() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let page = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";
    let other = "HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{\"status\":\"ok\"}";
    let elsewhere = "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n";
    let away = "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 4\r\n\r\naway";
    for address in
        [nobody, stranger(page), stranger(other), stranger(elsewhere), stranger(away), stranger("nonsense\r\n\r\n")]
    {
        let ran = health(address, &[]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(3), ""), "{ran:?}");
        assert!(ran.stderr.contains("there is no groundcheck server") && ran.stderr.lines().count() == 1, "{ran:?}");
    }
    let silent = health(stranger(""), &["--time-out-ms", "200"]);
    assert_eq!(silent.code, Some(3), "{silent:?}");
    assert!(silent.stderr.contains("no answer within 200 ms"), "{silent:?}");
}

#[test]
fn a_wrong_address_is_wrong_usage_and_no_password_is_shown() {
    for url in ["127.0.0.1:8787", "http://127.0.0.1:8787/api/health", "ftp://127.0.0.1"] {
        assert_eq!(run(&["health", url]).code, Some(2), "{url}");
    }
    for url in
        ["http://me:hunter2@127.0.0.1:1", "http://127.0.0.1:1/?token=hunter2", "http://127.0.0.1:1/#hunter2", "hunter2"]
    {
        for format in ["text", "json"] {
            let ran = run(&["health", url, "--format", format]);
            assert_eq!(ran.code, Some(2), "{url}: {ran:?}");
            let shown = ran.stdout + &ran.stderr;
            assert!(shown.contains("must be") && !shown.contains("hunter2"), "{url}: {shown}");
        }
    }
}

/// What a service manager is sent, as systemd takes it: datagrams on a socket that a variable names.
#[cfg(target_os = "linux")]
#[test]
fn a_service_manager_hears_when_it_is_ready_and_when_it_stops() {
    let folder = Folder::new();
    let path = folder.path().join("notify");
    let socket = std::os::unix::net::UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let heard = || {
        let mut bytes = [0; 4096];
        let length = socket.recv(&mut bytes).expect("the server says something");
        String::from_utf8(bytes[..length].to_vec()).unwrap()
    };
    let server = Server::start(groundcheck().env("NOTIFY_SOCKET", &path), &[]);
    let ready = heard();
    assert!(ready.contains("READY=1\n") && ready.contains(&format!("STATUS=at http://{}", server.address)), "{ready}");
    server.terminate();
    assert_eq!(heard(), "STOPPING=1\n");
    assert_eq!(server.finish().0, Some(0));
}
