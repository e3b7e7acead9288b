//! What the clients were answered, and whether the server still says so at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

use super::PATIENCE;
use crate::support::{Answer, Server};

/// What was acknowledged, and figures.
#[derive(Debug, Default)]
pub struct Known {
    /// Items of the review queue by their ids, and the latest version that was acknowledged.
    pub entered: BTreeMap<u64, u64>,
    /// Versions of items that a decision was acknowledged to have made.
    pub decided: BTreeSet<(u64, u64)>,
    /// The marks of mentions whose import was acknowledged.
    pub imported: BTreeSet<String>,
    /// The marks of all that were sent, also of those that nothing came back of.
    pub sent: BTreeSet<String>,
    /// Faults by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// Answers by what was asked and their status; 0 where none came.
    pub statuses: BTreeMap<(&'static str, u16), u64>,
    /// How long answered requests took, by what was asked.
    pub times: BTreeMap<&'static str, Vec<Duration>>,
    /// Answers that nothing explains.
    pub unexpected: Vec<String>,
}

/// Asks until the database is there again, which the last fault may have ended.
fn get(server: &Server, path: &str) -> Answer {
    let patience = Instant::now() + PATIENCE;
    loop {
        let answer = server.get(path);
        if answer.status != 503 || Instant::now() > patience {
            return answer;
        }
        thread::sleep(Duration::from_millis(100));
    }
}

impl Known {
    /// Whether there is something to prove.
    pub fn is_enough(&self) -> bool {
        !self.entered.is_empty() && !self.imported.is_empty()
    }

    /// Everything that was acknowledged is there, once.
    pub fn prove_by(&self, server: &Server) {
        for (id, version) in &self.entered {
            let answer = get(server, &format!("/api/reviews/{id}"));
            assert_eq!(answer.status, 200, "item {id} is lost: {answer:?}");
            let now = answer.json()["summary"]["version"].as_u64();
            assert!(now >= Some(*version), "item {id}: version {version} was acknowledged, and it is {now:?}");
        }
        // What a killed server was at is taken up again once its lease is over.
        let patience = Instant::now() + PATIENCE;
        loop {
            let pending = get(server, "/api/reports").json()["stored"]["pending"].as_u64().expect("a count");
            if pending == 0 {
                break;
            }
            assert!(Instant::now() < patience, "{pending} responses are never scored");
            thread::sleep(Duration::from_millis(100));
        }
        let table = get(server, "/api/reports.csv").whole();
        let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
        for row in table.lines().skip(1) {
            *rows.entry(row.split(',').next().unwrap_or_default()).or_default() += 1;
        }
        for mark in &self.imported {
            assert_eq!(rows.get(mark.as_str()), Some(&1), "{mark} was acknowledged");
        }
        for (mark, count) in rows {
            assert!(count == 1 && self.sent.contains(mark), "{mark} is there {count} times");
        }
        println!(
            "found again: {} items, {} mentions of {} sent",
            self.entered.len(),
            self.imported.len(),
            self.sent.len()
        );
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: u64 = self.statuses.values().sum();
        write!(f, "{total} requests")?;
        for ((asked, status), count) in &self.statuses {
            write!(f, ", {asked} {status}: {count}")?;
        }
        writeln!(f)?;
        for (asked, times) in &self.times {
            let mut times = times.clone();
            times.sort_unstable();
            let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
            writeln!(f, "{asked}: p50 {:.1} ms, p99 {:.1} ms", at(50), at(99))?;
        }
        write!(f, "faults: {:?}", self.faults)
    }
}
