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
use crate::support::{Folder, Server, groundcheck, run_with};
use known::Known;
use process::Lives;

/// How many minutes; a short run if it is not set.
const MINUTES: &str = "GROUNDCHECK_SOAK_MINUTES";
/// What the load and the faults come from.
const SEED: &str = "GROUNDCHECK_SOAK_SEED";
/// How long a run of every build takes.
const SHORT: Duration = Duration::from_secs(6);
/// How many clients ask at once.
const CLIENTS: u64 = 6;

/// Numbers from a seed, the same in each run.
pub(crate) struct Dice(u64);

impl Dice {
    pub fn of(seed: u64) -> Self {
        // No seed may be 0: xorshift would stay there.
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below this.
    pub fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) % sides.max(1)
    }
}

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
        // A write beyond a limit on files is an error then, not a signal.
        let mut command = std::process::Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_groundcheck")]);
        let server = Server::start(&mut command, &["--database", &self.database.address, "--providers", &providers]);
        lock(&self.lives).begin(server.id());
        *lock(&self.server) = Some(server);
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn run(&self, time: Duration, seed: u64) {
        let end = Instant::now() + time;
        thread::scope(|scope| {
            for number in 0..CLIENTS {
                scope.spawn(move || load::client(self, number, seed));
            }
            scope.spawn(move || faults::slow_clients(self));
            faults::until(self, end, time, seed);
            self.over.store(true, Ordering::Relaxed);
        });
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
        assert!(known.answered() > 0 && !known.entered.is_empty() && !known.imported.is_empty(), "{known}");
        {
            let server = lock(&self.server);
            let server = server.as_ref().expect("a server");
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
