//! `cargo xtask soak`: the server under a mixed load with faults, on both databases.

use crate::counts::Counts;
use crate::{Outcome, postgres, process};

/// How long, and from which seed.
#[derive(Debug, Default, PartialEq)]
pub struct Options {
    /// How many minutes on each database.
    pub minutes: Option<f64>,
    /// What the load and the faults come from.
    pub seed: Option<u64>,
}

/// The default: two minutes in all.
const MINUTES: f64 = 1.0;

/// Runs it, on one database after the other.
pub fn run(options: &Options) -> Outcome {
    let (minutes, seed) = (options.minutes.unwrap_or(MINUTES), options.seed.unwrap_or(1));
    postgres::ensure()?;
    println!("{minutes} minutes on SQLite, then as long on PostgreSQL; seed {seed}");
    for database in ["sqlite", "postgres"] {
        let test = format!("soak::a_mixed_load_with_faults_loses_nothing_on_{database}");
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
            return Err(format!("the soak on {database}: {complaint}"));
        }
    }
    Ok(())
}
