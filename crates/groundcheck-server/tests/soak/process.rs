//! Memory and descriptors of the servers' processes.

use std::fmt;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use super::PATIENCE;

/// A process that has this many bytes more than in its first quarter leaks.
const GROWTH: u64 = 96 << 20;
/// A process this young says nothing about memory.
const YOUNG: Duration = Duration::from_secs(60);
/// Descriptors of a server that nobody asks: its listener, its database, its runtime.
const IDLE_DESCRIPTORS: usize = 64;

/// What a process had at a time of its life.
#[derive(Debug, Clone, Copy)]
struct Sample {
    age: Duration,
    memory: u64,
    descriptors: usize,
}

/// One process.
#[derive(Debug)]
struct Life {
    process: u32,
    is_over: bool,
    begun: Instant,
    samples: Vec<Sample>,
}

/// All processes of a run.
#[derive(Debug, Default)]
pub struct Lives(Vec<Life>);

impl Lives {
    pub fn begin(&mut self, process: u32) {
        self.0.push(Life { process, is_over: false, begun: Instant::now(), samples: Vec::new() });
    }

    /// One is about to be killed.
    pub fn end(&mut self, process: u32) {
        self.0.iter_mut().filter(|life| life.process == process).for_each(|life| life.is_over = true);
    }

    /// Looks at those that run.
    pub fn look(&mut self) {
        for life in self.0.iter_mut().filter(|life| !life.is_over) {
            let age = life.begun.elapsed();
            if let Some((memory, descriptors)) = memory(life.process).zip(descriptors(life.process)) {
                life.samples.push(Sample { age, memory, descriptors });
            }
        }
    }

    /// Nothing grew in any life that was long enough to tell, and those that run have let go of what nobody needs any more.
    pub fn prove(&self) {
        for life in &self.0 {
            let Some(last) = life.samples.last().filter(|last| last.age >= YOUNG) else { continue };
            let early = life.samples.iter().filter(|sample| sample.age <= last.age / 4);
            let early = early.map(|sample| sample.memory).max().unwrap_or(last.memory);
            assert!(last.memory <= early + GROWTH, "memory grew: {early} to {last:?}");
        }
        // Connections end a moment after their clients.
        let patience = Instant::now() + PATIENCE;
        for life in self.0.iter().filter(|life| !life.is_over) {
            loop {
                let open = descriptors(life.process).expect("it runs");
                if open <= IDLE_DESCRIPTORS {
                    break;
                }
                assert!(Instant::now() < patience, "{open} descriptors are open");
                thread::sleep(Duration::from_millis(50));
            }
        }
    }
}

impl fmt::Display for Lives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} processes", self.0.len())?;
        let longest = self.0.iter().max_by_key(|life| life.samples.last().map(|last| last.age));
        let Some((first, last)) = longest.and_then(|life| life.samples.first().zip(life.samples.last())) else {
            return Ok(());
        };
        let most = self.0.iter().flat_map(|life| &life.samples).map(|s| (s.memory, s.descriptors));
        let (memory, descriptors) = most.fold((0, 0), |(m, d), (memory, open)| (m.max(memory), d.max(open)));
        let mib = |bytes: u64| bytes >> 20;
        write!(
            f,
            "; the longest: {} MiB after {} s, {} MiB after {} s; at most {} MiB and {descriptors} descriptors in any",
            mib(first.memory),
            first.age.as_secs(),
            mib(last.memory),
            last.age.as_secs(),
            mib(memory)
        )
    }
}

/// Resident memory, in bytes.
fn memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse::<u64>().ok().map(|kib| kib << 10)
}

/// How many descriptors are open.
fn descriptors(process: u32) -> Option<usize> {
    Some(fs::read_dir(format!("/proc/{process}/fd")).ok()?.count())
}
