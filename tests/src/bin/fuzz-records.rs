//! Checks records from seed after seed for some minutes: none may make the engine panic, and none that is malformed may pass.

use std::env;
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use groundcheck_tests::fuzz::run;

/// How often it says how far it is.
const SAID_EVERY: Duration = Duration::from_secs(60);

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let (mut minutes, mut seed) = (10.0, SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs());
    let args: Vec<String> = env::args().skip(1).collect();
    for pair in args.chunks(2) {
        match pair {
            [name, value] if name == "--minutes" => minutes = value.parse()?,
            [name, value] if name == "--seed" => seed = value.parse()?,
            other => return Err(format!("expected --minutes N or --seed N, got {other:?}").into()),
        }
    }
    let (start, mut said) = (Instant::now(), Instant::now());
    let end = start + Duration::from_secs_f64(minutes * 60.0);
    let counts = run(seed, |counts| {
        let now = Instant::now();
        if now - said >= SAID_EVERY {
            said = now;
            println!("{counts}");
        }
        now < end
    });
    match counts {
        Ok(counts) => {
            println!("seed {seed}, {:.1} minutes, {counts}; no panic, no malformed record passed", minutes);
            Ok(ExitCode::SUCCESS)
        }
        Err(case) => {
            eprintln!("{case}");
            Ok(ExitCode::FAILURE)
        }
    }
}
