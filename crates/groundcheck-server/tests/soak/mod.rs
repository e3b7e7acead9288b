//! A mixed load with faults turned on by a seed, on either database: what was acknowledged is there at the end, once; the audit trail is
//! whole; memory and descriptors do not grow. Some seconds in every test run, as long as wanted by `cargo xtask soak`.

mod client;
mod faults;
mod known;
mod load;
mod process;

use std::env;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::provider::{Fake, entry};
use crate::store::databases::{self, Database};
use crate::store::faults::limitable;
use crate::support::{Folder, Server, groundcheck, run_with};
use known::Known;
use process::Lives;

/// How many minutes; a short run if it is not set.
const MINUTES: &str = "GROUNDCHECK_SOAK_MINUTES";
/// What the load and the faults come from.
const SEED: &str = "GROUNDCHECK_SOAK_SEED";
/// How long a run of every build takes.
const SHORT: Duration = Duration::from_secs(6);
/// How long anything at the end of a run may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many clients ask at once.
const CLIENTS: u64 = 6;

/// What a run shares: the server of the moment, what was acknowledged, whether it is over.
pub(crate) struct Soak {
    database: Database,
    provider: Fake,
    mood: faults::Mood,
    server: Mutex<Option<Server>>,
    known: Mutex<Known>,
    lives: Mutex<Lives>,
    over: AtomicBool,
    is_long: bool,
    folder: Folder,
}

impl Soak {
    fn new(database: Database, is_long: bool) -> Self {
        let mood = faults::Mood::default();
        let soak = Soak {
            provider: mood.provider(),
            mood,
            database,
            server: Mutex::default(),
            known: Mutex::default(),
            lives: Mutex::default(),
            over: AtomicBool::new(false),
            is_long,
            folder: Folder::new(),
        };
        soak.start();
        soak
    }

    /// Starts the server, in the place of one that was killed.
    fn start(&self) {
        let providers = self.folder.file("providers.toml", entry("compatible", &self.provider.url(), ""));
        let arguments = ["--database", &self.database.address, "--providers", &providers];
        let server = Server::start(&mut limitable(), &arguments);
        lock(&self.lives).begin(server.id());
        *lock(&self.server) = Some(server);
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn run(&self, time: Duration, seed: u64) {
        let end = Instant::now() + time;
        thread::scope(|scope| {
            // Also when a fault fails the test: the clients go on until then.
            let _over = Over(&self.over);
            for number in 0..CLIENTS {
                scope.spawn(move || load::client(self, number, seed));
            }
            scope.spawn(move || faults::slow_clients(self));
            faults::until(self, end, time, seed);
            // A busy machine may need longer until there is something to prove.
            let patience = Instant::now() + PATIENCE;
            while !lock(&self.known).is_enough() && Instant::now() < patience {
                thread::sleep(Duration::from_millis(100));
            }
        });
    }
}

/// Says when it is dropped that the run is over.
struct Over<'s>(&'s AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What is inside, also where another thread failed while it had it: that failure is the test's.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn soak(database: Database) {
    let minutes: Option<f64> = env::var(MINUTES).ok().and_then(|minutes| minutes.parse().ok());
    let seed = env::var(SEED).ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let time = minutes.map_or(SHORT, |minutes| Duration::from_secs_f64(60.0 * minutes));
    let soak = Soak::new(database, minutes.is_some());
    soak.run(time, seed);
    println!("seed {seed}, {} s, {}", time.as_secs(), soak.database.address);
    soak.prove();
}

impl Soak {
    /// What holds at the end.
    fn prove(&self) {
        let known = lock(&self.known);
        println!("{known}");
        let (some, count) = (known.unexpected.iter().take(5).collect::<Vec<_>>(), known.unexpected.len());
        assert!(count == 0, "{count} answers that nothing explains: {some:#?}");
        assert!(known.is_enough(), "{known}");
        {
            let mut server = lock(&self.server);
            let server = server.as_mut().expect("a server");
            assert!(server.is_running(), "it died by itself");
            known.prove_by(server);
            let lives = lock(&self.lives);
            println!("{lives}");
            lives.prove(server.id());
        }
        // One that is asked to end does, with what it was doing done.
        let server = lock(&self.server).take().expect("a server");
        assert_eq!(server.stop().0, Some(0));
        let audit = run_with(groundcheck().args(["audit", "verify", "--database", &self.database.address]), b"");
        assert_eq!(audit.code, Some(0), "{audit:?}");
        println!("audit: {}", audit.stdout.trim_end());
    }
}

#[test]
fn a_mixed_load_with_faults_loses_nothing_on_sqlite() {
    soak(databases::sqlite());
}

#[test]
fn a_mixed_load_with_faults_loses_nothing_on_postgres() {
    soak(databases::postgres());
}
