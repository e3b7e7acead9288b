//! A full disk, a file that may only be read, a damaged file, a server that is away: typed errors, and nothing is acknowledged.

use std::os::unix::fs::FileExt;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use groundcheck_server::store::{Location, Store, StoreError, SystemClock};
use groundcheck_types::{ErrorCode, InputError};

use super::databases::{Database, run, sqlite};
use super::kills::{child, number};
use super::{added, response};
use crate::support::{Folder, Server, groundcheck, run_with};

async fn open(address: &str) -> Result<Store, StoreError> {
    Store::open(&address.parse::<Location>().unwrap(), Arc::new(SystemClock)).await
}

/// Why a response cannot be stored there: it cannot be opened, or only for reading.
async fn refused(address: &str) -> StoreError {
    match open(address).await {
        Ok(store) => store.add_responses(&[response(1)], "test").await.unwrap_err(),
        Err(error) => error,
    }
}

/// The code of an error, which must be one that asks to try later.
fn code(error: StoreError) -> ErrorCode {
    assert!(error.is_unavailable(), "{error}");
    InputError::from(error).code
}

#[test]
fn a_full_disk_is_an_error_and_never_acknowledged() {
    run(sqlite(), |database| async move {
        drop(database.open_now().await);
        // No file may grow beyond 1 or 2 MB (a block is 512 or 1,024 bytes, by the shell); writing more is an error, not a signal.
        let limited = ["sh", "-c", "trap '' XFSZ; ulimit -f 2000; exec \"$0\" \"$@\""];
        let (mut child, lines) = child(&limited, "write", &database, 0);
        let lines: Vec<String> = lines.collect();
        child.wait().unwrap();
        let stored: Vec<i64> = lines.iter().filter_map(|line| number(line, "stored ")).collect();
        let error = lines.iter().find(|line| line.starts_with("error ")).unwrap_or_else(|| panic!("{lines:?}"));
        assert!(error.starts_with("error storage_unavailable "), "{error}");
        assert!(stored.len() > 5, "{}", stored.len());
        let store = database.open_now().await;
        for id in &stored {
            assert_eq!(store.response(*id).await.unwrap().unwrap().mentions.len(), 2);
        }
        assert_eq!(store.totals().await.unwrap().responses, stored.len() as i64);
        // There is room again.
        added(&store, 1_000_000).await;
    });
}

/// How large a file the process may write from now on.
#[cfg(target_os = "linux")]
pub fn limit_files(process: u32, size: &str) {
    let done = Command::new("prlimit").args([&format!("--pid={process}"), &format!("--fsize={size}:")]).status();
    assert!(done.unwrap().success());
}

/// The binary, for which a write beyond such a limit is an error and not a signal.
#[cfg(target_os = "linux")]
pub fn limitable() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_groundcheck")]);
    command
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_stores_again_once_there_is_room() {
    let folder = Folder::new();
    let database = format!("{}/full.db", folder.path().display());
    let server = Server::start(&mut limitable(), &["--database", &database]);
    let flagged = |period: &str| {
        let body = serde_json::json!({
            "answer": format!("The NOI was $1.5M in {period}."),
            "sources": [{ "id": "a", "text": format!("The NOI was $1.2M in {period}.") }],
        });
        server.send("POST", "/api/analyze", &[("content-type", "application/json")], body.to_string().as_bytes())
    };
    let status = || server.get("/api/health").json();
    assert_eq!(flagged("2021").status, 200);
    assert_eq!(status()["status"], "ok");
    limit_files(server.id(), "1000");
    for _ in 0..3 {
        let answer = flagged("2022");
        assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")), "{answer:?}");
    }
    for _ in 0..3 {
        assert_eq!(status()["status"], "degraded", "{}", status());
    }
    assert!(status()["storage"].as_str().unwrap().contains("no room left"), "{}", status());
    limit_files(server.id(), "unlimited");
    let answer = flagged("2023");
    assert_eq!(answer.status, 200, "{answer:?}");
    // What was found a moment ago is said for a second.
    let start = Instant::now();
    while status()["status"] != "ok" {
        assert!(start.elapsed() < Duration::from_secs(20), "{}", status());
    }
    // Deleted under the server's hands.
    std::fs::remove_file(&database).unwrap();
    let answer = flagged("2024");
    assert!(answer.status == 503 && answer.body.contains("deleted"), "{answer:?}");
    assert_eq!(status()["status"], "degraded");
    server.stop();
}

#[test]
fn an_empty_file_is_not_taken_for_a_new_database() {
    let folder = Folder::new();
    let empty = folder.file("empty.db", "");
    let file = std::fs::File::options().write(true).open(&empty).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(60)).unwrap();
    let ran = run_with(groundcheck().args(["serve", "--port", "0", "--database", &empty]), b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("is empty, so it is not a database; delete it, then start again"), "{}", ran.stderr);
}

#[test]
fn a_database_that_may_only_be_read_says_so() {
    run(sqlite(), |database| async move {
        let store = database.open_now().await;
        added(&store, 1).await;
        store.close().await;
        // «If the write version is greater than 2, the file must be treated as read-only» (SQLite's file format). Unlike a
        // permission, that holds for root too.
        let file = std::fs::File::options().write(true).open(&database.address).unwrap();
        file.write_all_at(&[3], 18).unwrap();
        assert_eq!(code(refused(&database.address).await), ErrorCode::StorageUnavailable);
        file.write_all_at(&[2], 18).unwrap();
        assert_eq!(open(&database.address).await.unwrap().totals().await.unwrap().responses, 1);
    });
    run(super::databases::postgres(), |database| async move {
        drop(database.open_now().await);
        let address = format!("{}&options=-c%20default_transaction_read_only%3Don", database.address);
        assert_eq!(code(refused(&address).await), ErrorCode::StorageUnavailable);
        assert_eq!(database.open_now().await.totals().await.unwrap().responses, 0);
    });
}

#[test]
fn a_damaged_file_is_not_opened() {
    run(sqlite(), |database| async move {
        let store = database.open_now().await;
        for number in 0..50 {
            added(&store, number).await;
        }
        store.close().await;
        let mut bytes = std::fs::read(&database.address).unwrap();
        // The pages behind the schema.
        let half = bytes.len() / 2;
        bytes[half..].fill(0x5a);
        std::fs::write(&database.address, bytes).unwrap();
        let error = open(&database.address).await.unwrap_err();
        assert!(error.to_string().contains("damaged"), "{error}");
        assert_eq!(code(error), ErrorCode::StorageUnavailable);
    });
    run(sqlite(), |database| async move {
        let text = database.folder.file("text.db", "This is no database. ".repeat(300));
        assert_eq!(code(open(&text).await.unwrap_err()), ErrorCode::StorageUnavailable);
    });
}

#[test]
fn a_database_that_is_away_is_an_error() {
    run(sqlite(), |database| async move {
        let file = database.folder.file("file", "x");
        assert_eq!(code(open(&format!("{file}/groundcheck.db")).await.unwrap_err()), ErrorCode::StorageUnavailable);
        let nobody = format!("postgres://me:secret@localhost/none?host={}", database.folder.path().display());
        let error = open(&nobody).await.unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
        assert_eq!(code(error), ErrorCode::StorageUnavailable);
    });
    run(super::databases::postgres(), |database: Database| async move {
        let missing = database.address.replacen("/test_", "/missing_", 1);
        assert_eq!(code(open(&missing).await.unwrap_err()), ErrorCode::StorageUnavailable);
    });
}
