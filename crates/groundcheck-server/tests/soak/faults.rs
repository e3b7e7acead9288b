//! What goes wrong, and when, by a seed.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};

use super::client::connect;
use super::{Soak, lock};
use crate::provider::{Fake, Says};
use crate::store::faults::limit_files;
use crate::support::Server;

/// How many clients at once read nothing, or send half a request.
const SLOW: usize = 24;
/// A run is cut into this many pauses between faults; a pause is at least one second and at most twenty.
const FAULTS: u32 = 24;

/// How long a server is away where there are others.
const APART: Duration = Duration::from_millis(500);

/// What the provider does with its requests at the moment.
#[derive(Debug, Clone, Default)]
pub struct Mood(Arc<AtomicU8>);

impl Mood {
    /// A provider of this mood.
    pub fn provider(&self) -> Fake {
        let mood = self.clone();
        Fake::new(move |body, _| mood.says(body))
    }

    fn says(&self, body: &Value) -> Says {
        let word = if body["stream"] == true { "The NOI for the property was $1,200,000 in Q3 2024." } else { "YES" };
        let good = json!({
            "choices": [{ "index": 0, "message": { "role": "assistant", "content": word }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10 },
        });
        match self.0.load(Ordering::Relaxed) {
            0 => Says::Answers(200, "", good.to_string()),
            1 => Says::Answers(500, "", "{}".to_owned()),
            2 => Says::Answers(429, "retry-after: 1\r\n", "{}".to_owned()),
            3 => Says::BreaksOff(good.to_string()),
            4 => Says::Answers(200, "", "no JSON".to_owned()),
            _ => Says::Closes,
        }
    }
}

/// One fault after the other until the run is over.
pub fn until(soak: &Soak, end: Instant, time: Duration, seed: u64) {
    let mut dice = Rng::with_seed(seed);
    let pause = (time / FAULTS).clamp(Duration::from_secs(1), Duration::from_secs(20));
    while Instant::now() + pause < end {
        std::thread::sleep(pause);
        lock(&soak.lives).look();
        let is_first = lock(&soak.known).faults.is_empty();
        let fault = match dice.u8(..6) {
            // Where there are several servers, one of them is killed in every run.
            _ if is_first && soak.servers.len() > 1 => kill(soak, &mut dice),
            0 => kill(soak, &mut dice),
            1 if soak.database.is_sqlite() => full_disk(soak, pause / 2),
            1 | 2 if !soak.database.is_sqlite() => postgres(soak, &mut dice),
            2 | 3 => provider(soak, &mut dice),
            4 => broken_clients(soak),
            _ => clock(soak, &mut dice),
        };
        *lock(&soak.known).faults.entry(fault).or_default() += 1;
    }
    soak.mood.0.store(0, Ordering::Relaxed);
    soak.set_clock("+0");
    lock(&soak.lives).look();
}

fn kill(soak: &Soak, dice: &mut Rng) -> &'static str {
    let place = dice.usize(..soak.servers.len());
    let mut server = lock(&soak.servers[place]).take();
    assert!(server.as_mut().is_some_and(Server::is_running), "it died by itself");
    if let Some(server) = &server {
        lock(&soak.lives).end(server.id());
    }
    // Dropped, it gets a SIGKILL.
    drop(server);
    if soak.servers.len() > 1 {
        // The others have the load for themselves, and what the dead one held is in nobody's hands.
        std::thread::sleep(APART);
    }
    soak.start(place);
    "kill -9"
}

/// Where Debian's package `faketime` has what shows a process another time.
fn faketime() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib").ok()?.filter_map(Result::ok);
    folders.map(|folder| folder.path().join("faketime/libfaketime.so.1")).find(|library| library.is_file())
}

/// Has a server's clock of the day follow this file; the clock that measures how long something takes goes on as it is.
pub fn set_clock_by(command: &mut Command, file: &Path) {
    if let Some(library) = faketime() {
        command.env("LD_PRELOAD", library).env("FAKETIME_TIMESTAMP_FILE", file);
        command.env("FAKETIME_NO_CACHE", "1").env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    }
}

/// Sets the server's clock forward or back, or right again. PostgreSQL's own triggers, which watch the leases, would be at another time.
fn clock(soak: &Soak, dice: &mut Rng) -> &'static str {
    if !soak.database.is_sqlite() || faketime().is_none() {
        return "quiet";
    }
    let at = dice.usize(..3);
    soak.set_clock(["+0", "+30h", "-30h"][at]);
    ["clock right", "clock 30 h ahead", "clock 30 h behind"][at]
}

fn full_disk(soak: &Soak, time: Duration) -> &'static str {
    let process = lock(&soak.servers[0]).as_ref().map(Server::id).expect("a server");
    limit_files(process, "1000");
    std::thread::sleep(time);
    limit_files(process, "unlimited");
    "disk full"
}

/// Ends the connections of all servers, or PostgreSQL itself where nobody else uses it.
fn postgres(soak: &Soak, dice: &mut Rng) -> &'static str {
    if soak.is_long && dice.bool() {
        crate::store::postgres::restart();
        return "PostgreSQL killed";
    }
    crate::store::postgres::run(
        &soak.database.address,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    "connections ended"
}

fn provider(soak: &Soak, dice: &mut Rng) -> &'static str {
    let mood = dice.u8(..6);
    soak.mood.0.store(mood, Ordering::Relaxed);
    ["provider well", "provider 500", "provider 429", "provider breaks off", "provider babbles", "provider away"]
        [usize::from(mood)]
}

/// Clients that go away in the middle, and such that speak no HTTP.
fn broken_clients(soak: &Soak) -> &'static str {
    let Some(address) = soak.address() else { return "broken clients" };
    for bytes in [
        "POST /api/analyze HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{\"answer\": \"half",
        "POST /api/import HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nfffff\r\n{",
        "GET / HTTP/9.9\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01",
    ] {
        // Their answers do not matter; the server must go on.
        let _ = connect(address).map(|mut stream| stream.write_all(bytes.as_bytes()));
    }
    "broken clients"
}

/// Clients that ask for the page and read nothing, or send half a head, and stay, all the time.
pub fn slow_clients(soak: &Soak) {
    let mut held: Vec<TcpStream> = Vec::new();
    for round in 0_u64.. {
        if soak.is_over() {
            return;
        }
        if held.len() >= SLOW {
            held.remove(0);
        }
        if let Some(mut stream) = soak.address().and_then(connect) {
            let asks =
                if round % 2 == 0 { "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n" } else { "POST /api/analyze HT" };
            let _ = stream.write_all(asks.as_bytes());
            held.push(stream);
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}
