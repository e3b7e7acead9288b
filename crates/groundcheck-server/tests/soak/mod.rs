//! A mixed load with faults turned on by a seed, on either database, and on two servers that share one: what was acknowledged is there at
//! the end, once; nothing was done twice; the audit trail is whole; memory and descriptors do not grow. Some seconds in every test run, as
//! long as wanted by `cargo xtask soak`.

mod client;
mod faults;
mod known;
mod ledger;
mod load;
mod process;

use std::env;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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

/// What a run shares: the servers of the moment, what was acknowledged, whether it is over.
pub(crate) struct Soak {
    database: Database,
    provider: Fake,
    mood: faults::Mood,
    /// A place for each, empty while nobody is there.
    servers: Vec<Mutex<Option<Server>>>,
    /// Whose turn it is to be asked.
    turn: AtomicUsize,
    known: Mutex<Known>,
    lives: Mutex<Lives>,
    over: AtomicBool,
    is_long: bool,
    folder: Folder,
}

impl Soak {
    fn new(database: Database, servers: usize, is_long: bool) -> Self {
        let mood = faults::Mood::default();
        let soak = Soak {
            provider: mood.provider(),
            mood,
            database,
            servers: (0..servers).map(|_| Mutex::default()).collect(),
            turn: AtomicUsize::default(),
            known: Mutex::default(),
            lives: Mutex::default(),
            over: AtomicBool::new(false),
            is_long,
            folder: Folder::new(),
        };
        soak.set_clock("+0");
        (0..servers).for_each(|place| soak.start(place));
        if !soak.database.is_sqlite() {
            ledger::begin(&soak.database.address);
        }
        soak
    }

    /// Starts a server, in the place of one that was killed.
    fn start(&self, place: usize) {
        let providers = self.folder.file("providers.toml", entry("compatible", &self.provider.url(), ""));
        let arguments = ["--database", &self.database.address, "--providers", &providers];
        let mut command = limitable();
        if self.database.is_sqlite() {
            faults::set_clock_by(&mut command, &self.folder.path().join("clock"));
        }
        let server = Server::start(&mut command, &arguments);
        lock(&self.lives).begin(server.id());
        *lock(&self.servers[place]) = Some(server);
    }

    /// How far the servers' clock is from the right time. Written beside and renamed, since it may be read at any moment.
    fn set_clock(&self, offset: &str) {
        let next = self.folder.file("clock.next", format!("{offset}\n"));
        std::fs::rename(next, self.folder.path().join("clock")).expect("the clock is set");
    }

    /// The next server's address, in turn, as a balancer in front of the servers chooses it; none if no server is there.
    fn address(&self) -> Option<SocketAddr> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let places = (0..self.servers.len()).map(|more| &self.servers[(turn + more) % self.servers.len()]);
        { places }.find_map(|place| lock(place).as_ref().map(|server| server.address))
    }

    /// Whether a server of this address is there.
    fn is_there(&self, address: SocketAddr) -> bool {
        self.servers.iter().any(|place| lock(place).as_ref().is_some_and(|server| server.address == address))
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

fn soak(database: Database, servers: usize) {
    let minutes: Option<f64> = env::var(MINUTES).ok().and_then(|minutes| minutes.parse().ok());
    let seed = env::var(SEED).ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let time = minutes.map_or(SHORT, |minutes| Duration::from_secs_f64(60.0 * minutes));
    let soak = Soak::new(database, servers, minutes.is_some());
    soak.run(time, seed);
    println!("seed {seed}, {} s, {servers} servers on {}", time.as_secs(), soak.database.address);
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
        for place in &self.servers {
            let mut server = lock(place);
            let server = server.as_mut().expect("a server");
            assert!(server.is_running(), "it died by itself");
            known.prove_by(server);
        }
        let lives = lock(&self.lives);
        println!("{lives}");
        lives.prove();
        // One that is asked to end does, with what it was doing done.
        for place in &self.servers {
            let server = lock(place).take().expect("a server");
            assert_eq!(server.stop().0, Some(0));
        }
        if !self.database.is_sqlite() {
            ledger::prove(&self.database.address, &known, self.servers.len(), self.is_long);
        }
        let audit = run_with(groundcheck().args(["audit", "verify", "--database", &self.database.address]), b"");
        assert_eq!(audit.code, Some(0), "{audit:?}");
        println!("audit: {}", audit.stdout.trim_end());
    }
}

#[test]
fn a_mixed_load_with_faults_loses_nothing_on_sqlite() {
    soak(databases::sqlite(), 1);
}

#[test]
fn a_mixed_load_with_faults_loses_nothing_on_postgres() {
    soak(databases::postgres(), 1);
}

#[test]
fn two_servers_on_one_postgres_lose_nothing_and_do_nothing_twice() {
    soak(databases::postgres(), 2);
}
