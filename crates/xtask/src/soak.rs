//! `cargo xtask soak`: the server under a mixed load with faults, on both databases, and two servers on one PostgreSQL.

use crate::counts::Counts;
use crate::{Outcome, apt, paths, postgres, process};

/// How long, and from which seed.
#[derive(Debug, Default, PartialEq)]
pub struct Options {
    /// How many minutes each run takes.
    pub minutes: Option<f64>,
    /// How many servers share a database: 1 on SQLite and on PostgreSQL, 2 on PostgreSQL; all three where nobody says.
    pub servers: Option<u8>,
    /// What the load and the faults come from.
    pub seed: Option<u64>,
}

/// The default: three minutes in all.
const MINUTES: f64 = 1.0;

/// A run: how many servers, on what, and its test.
const RUNS: [(u8, &str, &str); 3] = [
    (1, "a server on SQLite", "a_mixed_load_with_faults_loses_nothing_on_sqlite"),
    (1, "a server on PostgreSQL", "a_mixed_load_with_faults_loses_nothing_on_postgres"),
    (2, "two servers on one PostgreSQL", "two_servers_on_one_postgres_lose_nothing_and_do_nothing_twice"),
];

/// Runs it, one after the other.
pub fn run(options: &Options) -> Outcome {
    let (minutes, seed) = (options.minutes.unwrap_or(MINUTES), options.seed.unwrap_or(1));
    postgres::ensure()?;
    if paths::on_path("faketime").is_none()
        && let Err(error) = apt::install(&["faketime"])
    {
        println!("{error}; the clock is left alone");
    }
    let runs = RUNS.iter().filter(|(servers, ..)| options.servers.is_none_or(|wanted| wanted == *servers));
    for (_, what, test) in runs {
        println!("{minutes} minutes, {what}; seed {seed}");
        let test = format!("soak::{test}");
        let test = [
            "test",
            "--locked",
            "--package=groundcheck-server",
            "--test=server",
            "--",
            &test,
            "--exact",
            "--nocapture",
        ];
        let mut cargo = process::cargo(&test);
        cargo.env("GROUNDCHECK_SOAK_MINUTES", minutes.to_string()).env("GROUNDCHECK_SOAK_SEED", seed.to_string());
        let mut counts = Counts::default();
        let ended_well = process::run_lines(&mut cargo, |line| counts.add_cargo_line(line))?;
        if let Some(complaint) = counts.complaint(ended_well) {
            return Err(format!("the soak of {what}: {complaint}"));
        }
    }
    Ok(())
}
