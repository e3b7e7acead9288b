//! A PostgreSQL without room or without free connections, and an SQLite file that another process writes to for longer than is waited: 503
//! while it lasts, nothing acknowledged that is not there, and all is well afterwards. The real program, the real databases.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection, SqliteConnection};

use super::postgres::{Small, run, tried};
use crate::support::{Answer, Folder, Server, groundcheck};

/// How long anything may take to be well again.
const PATIENCE: Duration = Duration::from_secs(30);

fn server(database: &str) -> Server {
    Server::start(&mut groundcheck(), &["--database", database])
}

/// Sends an answer that is stored, since it is flagged.
fn flagged(server: &Server, number: usize) -> Answer {
    let text = "The tenants, the terms and the rents of the property are listed in the annex. ".repeat(20);
    let body = json!({
        "answer": format!("The NOI was $1.5M in the year {number}. {text}"),
        "sources": [{ "id": "a", "text": format!("The NOI was $1.2M in the year {number}. {text}") }],
    });
    server.analyze(body.to_string().as_bytes())
}

fn assert_refused(answer: &Answer, why: &str) {
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")), "{answer:?}");
    assert_eq!(answer.error().0, "storage_unavailable", "{answer:?}");
    assert!(answer.body.contains(why), "{answer:?}");
}

fn health(server: &Server) -> Value {
    server.get("/api/health").json()
}

/// Asks until the server says that it is well.
fn assert_well(server: &Server) {
    let start = Instant::now();
    while health(server)["status"] != "ok" {
        assert!(start.elapsed() < PATIENCE, "{}", health(server));
    }
}

fn stored(server: &Server) -> u64 {
    server.get("/api/reviews").json()["totals"]["pending"].as_u64().expect("a count")
}

#[test]
fn a_postgres_without_room_is_a_503_until_there_is_room() {
    let postgres = Small::new(24);
    let main = postgres.address("groundcheck", "postgres");
    run(&main, "CREATE DATABASE narrow TABLESPACE small");
    let database = postgres.address("groundcheck", "narrow");
    let server = server(&database);
    assert_eq!(flagged(&server, 0).status, 200);
    run(&database, "CREATE TABLE filler (text TEXT)");
    let fill = "INSERT INTO filler SELECT repeat(md5(n::text), 20) FROM generate_series(1, 200000) AS n";
    let error = tried(&database, fill).expect_err("there is no room for it");
    assert!(error.contains("53100"), "{error}");
    // The pages that there are take some more.
    let mut acknowledged = 1;
    let refused = (1..1_000).find_map(|number| {
        let answer = flagged(&server, number);
        acknowledged += u64::from(answer.status == 200);
        (answer.status != 200).then_some(answer)
    });
    assert_refused(&refused.expect("it is full"), "no room left");
    let status = health(&server);
    assert_eq!(status["status"], "degraded", "{status}");
    let ready = server.get("/api/ready");
    assert_eq!(ready.status, 503, "{ready:?}");
    // What needs no room is answered.
    assert_eq!(stored(&server), acknowledged);
    run(&database, "DROP TABLE filler");
    let answer = flagged(&server, 1_000);
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_well(&server);
    assert_eq!(stored(&server), acknowledged + 1);
    server.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_without_free_connections_is_a_503_until_one_is_free() {
    let database = super::databases::postgres();
    const MOST: usize = 12;
    let role = format!("few_{}", std::process::id());
    run(&database.address, &format!("CREATE ROLE {role} LOGIN CONNECTION LIMIT {MOST}"));
    run(&database.address, &format!("GRANT ALL ON SCHEMA public TO {role}"));
    let address = database.address.replacen("://groundcheck@", &format!("://{role}@"), 1);
    let server = server(&address);
    assert_eq!(flagged(&server, 0).status, 200);
    let its = format!("FROM pg_stat_activity WHERE usename = '{role}' AND application_name = 'groundcheck'");
    let (mut others, start) = (Vec::new(), Instant::now());
    while others.len() < MOST {
        assert!(start.elapsed() < PATIENCE, "the server's connections do not end");
        // The server may have a new one before there is another.
        run(&database.address, &format!("SELECT pg_terminate_backend(pid, 10000) {its}"));
        others.extend(PgConnection::connect(&address).await);
    }
    let error = tried(&address, "SELECT 1").expect_err("no connection is free");
    assert!(error.contains("too many connections"), "{error}");
    assert_refused(&flagged(&server, 1), "busy");
    let status = health(&server);
    assert_eq!(status["status"], "degraded", "{status}");
    for other in others {
        other.close().await.expect("it ends");
    }
    let answer = flagged(&server, 2);
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_well(&server);
    assert_eq!(stored(&server), 2);
    server.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_another_process_keeps_busy_is_a_503_until_it_is_done() {
    let folder = Folder::new();
    let database = format!("{}/busy.db", folder.path().display());
    let server = server(&database);
    assert_eq!(flagged(&server, 0).status, 200);
    let mut other = SqliteConnection::connect(&database).await.expect("it opens");
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.expect("nobody else writes");
    let start = Instant::now();
    assert_refused(&flagged(&server, 1), "busy");
    assert!(start.elapsed() >= Duration::from_secs(4), "it did not wait for the other: {:?}", start.elapsed());
    let status = health(&server);
    assert_eq!(status["status"], "degraded", "{status}");
    // What stores nothing is answered, and what is there is read.
    let clean = json!({ "answer": "The NOI was $1.2M.", "sources": [{ "id": "a", "text": "The NOI was $1.2M." }] });
    assert_eq!(server.analyze(clean.to_string().as_bytes()).status, 200);
    assert_eq!(stored(&server), 1);
    sqlx::query("ROLLBACK").execute(&mut other).await.expect("it is undone");
    let answer = flagged(&server, 2);
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_well(&server);
    assert_eq!(stored(&server), 2);
    server.stop();
}
