//! `cargo xtask`: everything this repository needs done to it, on a machine that has rustup and Node.js.

use std::process::ExitCode;
use std::str::FromStr;

use lexopt::prelude::{Long, Short, Value, ValueExt};

mod apt;
mod audit;
mod bench;
mod browser;
mod build;
mod counts;
mod dist;
mod failures;
mod fuzz;
mod growth;
mod java;
mod node;
mod paths;
mod postgres;
mod process;
mod python;
mod rustup;
mod schema;
mod screenshot;
mod serve;
mod sizes;
mod soak;
mod stages;
mod test;
mod tools;
mod train;

/// What went wrong, in words for the person at the terminal.
pub type Outcome<T = ()> = Result<T, String>;

const HELP: &str = "\
Set-up, build, serve, test and measure groundcheck. Needs rustup and Node.js 20; installs the rest where it is missing.

Usage: cargo xtask <COMMAND>

  serve [--port N] [--dev]   build the page and the server, serve on 127.0.0.1 (--dev: quick unoptimised builds)
  test [--only STAGE]...     fmt, clippy, unit and suite tests, tests of the npm package, the Python package and the
       [--thorough]          page; --only takes one of fmt, clippy, unit, wasm, python, browser and may be repeated;
                             --thorough takes every labelled case, not some, kills and repeats more, views every page
                             in all colours, widths and languages, runs the wasm and the wheel that are released, not
                             those that are quick to build, tests the adapters of the Python package with DeepEval,
                             LangChain, LlamaIndex and Apache Spark (which needs Java 17 or later), and soaks the server
  python                     the wheel of the Python package into target/python/wheels
  build [--release]          the page into dist/, the npm package, the server with the page in it
  dist [--only PART]...      what is released, into target/dist: the program with the page in it, its licences, manual pages
                             and completions as .tar.gz, the npm package, the wheel, a bill of materials (CycloneDX)
                             for each, and SHA256SUMS; PART is program, npm or wheel
  setup                      only the set-up that build and test do by themselves
  bench [FILE]               speed of extraction and analysis, native and wasm, the sizes people download
                             and what weighs most in them; FILE is a text to use in place of the generated one
  train [--extra FILE]...    train the ranking and the decision on tests/gold and on labelled rows in FILE, and write
                             tests/gold/DECISIONS.md: the results on data left out of training (takes minutes;
                             --dry keeps the current weights)
  soak [--minutes N]         the server under a mixed load with faults (killed, disk full, database away, slow and
       [--seed N]            broken clients, provider down, the clock set), on SQLite and PostgreSQL, and two servers
       [--servers 1|2]       on one PostgreSQL: nothing acknowledged is lost, nothing is done twice
  fuzz [TARGET]...           what reads bytes from outside under libFuzzer, --minutes for each target; needs
       [--minutes N]         x86-64 Linux and a C++ compiler
  growth [--shapes N]        counts the engine's steps on texts of made-up shapes in three lengths, and finds those
         [--seed N]          that take more than twice as many once they are twice as long; needs x86-64 Linux
  schema [--check]           write the JSON Schema of the contract and the types of TypeScript and Python that follow
                             from it, or only say whether they are current
  screenshot                 draw the screenshots of the README anew
  audit                      licences, banned crates, crate sources, known advisories (cargo-deny)

Environment: SOURCE_DATE_EPOCH is the time of all files in what `dist` packs (default: that of the last commit);
GROUNDCHECK_TOOLS is the folder of the pinned tools (default ~/.cache/groundcheck/tools);
CHROME is the browser of the tests where it is not on the PATH.
";

/// A command with its own arguments.
#[derive(Debug, PartialEq)]
enum Command {
    Help,
    Serve(serve::Options),
    Test(test::Options),
    Build { release: bool },
    Python,
    Dist(dist::Options),
    Setup,
    Bench { file: Option<std::path::PathBuf> },
    Schema { check: bool },
    Train(Vec<std::ffi::OsString>),
    Soak(soak::Options),
    Fuzz(fuzz::Options),
    Growth(growth::Options),
    Screenshot,
    Audit,
}

fn parse(mut args: lexopt::Parser) -> Result<Command, lexopt::Error> {
    let name = match args.next()? {
        None | Some(Short('h') | Long("help")) => return Ok(Command::Help),
        Some(Value(name)) => name.string()?,
        Some(other) => return Err(other.unexpected()),
    };
    let mut command = match name.as_str() {
        "help" => Command::Help,
        "serve" => Command::Serve(serve::Options::default()),
        "test" => Command::Test(test::Options::default()),
        "build" => Command::Build { release: false },
        "python" => Command::Python,
        "dist" => Command::Dist(dist::Options::default()),
        "setup" => Command::Setup,
        "bench" => Command::Bench { file: None },
        "schema" => Command::Schema { check: false },
        "train" => Command::Train(Vec::new()),
        "soak" => Command::Soak(soak::Options::default()),
        "fuzz" => Command::Fuzz(fuzz::Options::default()),
        "growth" => Command::Growth(growth::Options::default()),
        "screenshot" => Command::Screenshot,
        "audit" => Command::Audit,
        _ => return Err(format!("no command {name:?}; `cargo xtask --help` lists them").into()),
    };
    while let Some(arg) = args.next()? {
        match (&mut command, arg) {
            (_, Short('h') | Long("help")) => return Ok(Command::Help),
            (Command::Serve(options), Long("port")) => options.port = Some(args.value()?.parse()?),
            (Command::Serve(options), Long("dev")) => options.dev = true,
            (Command::Test(options), Long("only")) => {
                options.only.push(args.value()?.parse_with(stages::Stage::from_str)?);
            }
            (Command::Dist(options), Long("only")) => {
                options.only.push(args.value()?.parse_with(dist::Part::from_str)?);
            }
            (Command::Test(options), Long("thorough")) => options.thorough = true,
            (Command::Build { release }, Long("release")) => *release = true,
            (Command::Schema { check }, Long("check")) => *check = true,
            (Command::Bench { file: file @ None }, Value(path)) => *file = Some(path.into()),
            (Command::Train(words), Long("extra")) => words.extend(["--extra".into(), args.value()?]),
            (Command::Soak(options), Long("minutes")) => options.minutes = Some(args.value()?.parse_with(minutes)?),
            (Command::Soak(options), Long("seed")) => options.seed = Some(args.value()?.parse()?),
            (Command::Soak(options), Long("servers")) => options.servers = Some(args.value()?.parse_with(servers)?),
            (Command::Fuzz(options), Long("minutes")) => options.minutes = Some(args.value()?.parse_with(minutes)?),
            (Command::Fuzz(options), Value(target)) => options.targets.push(target.string()?),
            (Command::Growth(options), Long("shapes")) => options.shapes = Some(args.value()?.parse()?),
            (Command::Growth(options), Long("seed")) => options.seed = Some(args.value()?.parse()?),
            (Command::Train(words), Long("dry")) => words.push("--dry".into()),
            (_, other) => return Err(other.unexpected()),
        }
    }
    Ok(command)
}

/// A length of time that ends: libFuzzer takes 0 for no limit.
fn minutes(text: &str) -> Result<f64, String> {
    let minutes: f64 = text.parse().map_err(|_| format!("{text:?} is not a number of minutes"))?;
    if minutes.is_finite() && minutes > 0.0 { Ok(minutes) } else { Err(format!("{text} minutes is not more than 0")) }
}

/// How many servers a soak can have.
fn servers(text: &str) -> Result<u8, String> {
    let servers = text.parse().ok().filter(|servers| [1, 2].contains(servers));
    servers.ok_or_else(|| format!("{text:?} is not 1 or 2"))
}

fn main() -> ExitCode {
    let command = match parse(lexopt::Parser::from_env()) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let outcome = match command {
        Command::Help => {
            print!("{HELP}");
            Ok(())
        }
        Command::Serve(options) => serve::run(&options),
        Command::Test(options) => test::run(&options),
        Command::Build { release } => build::run(release),
        Command::Python => python::run(),
        Command::Dist(options) => dist::run(&options),
        Command::Setup => build::setup(),
        Command::Bench { file } => bench::run(file.as_deref()),
        Command::Schema { check } => schema::run(check),
        Command::Train(words) => train::run(&words),
        Command::Soak(options) => soak::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Growth(options) => growth::run(&options),
        Command::Screenshot => screenshot::run(),
        Command::Audit => audit::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Command, String> {
        parse(lexopt::Parser::from_args(args)).map_err(|e| e.to_string())
    }

    #[test]
    fn commands_take_their_own_arguments() {
        assert_eq!(parsed(&[]), Ok(Command::Help));
        assert_eq!(parsed(&["test", "--help"]), Ok(Command::Help));
        assert_eq!(
            parsed(&["serve", "--port", "8080"]),
            Ok(Command::Serve(serve::Options { port: Some(8080), dev: false }))
        );
        assert_eq!(
            parsed(&["test", "--only", "wasm", "--only=fmt"]),
            Ok(Command::Test(test::Options { only: vec![stages::Stage::Wasm, stages::Stage::Fmt], thorough: false }))
        );
        assert_eq!(
            parsed(&["soak", "--minutes", "0.5", "--servers", "2"]),
            Ok(Command::Soak(soak::Options { minutes: Some(0.5), seed: None, servers: Some(2) }))
        );
        assert_eq!(
            parsed(&["growth", "--shapes", "9", "--seed", "3"]),
            Ok(Command::Growth(growth::Options { shapes: Some(9), seed: Some(3) }))
        );
        assert_eq!(
            parsed(&["fuzz", "url", "--minutes", "2"]),
            Ok(Command::Fuzz(fuzz::Options { targets: vec!["url".to_owned()], minutes: Some(2.0) }))
        );
        assert_eq!(
            parsed(&["test", "--thorough"]),
            Ok(Command::Test(test::Options { only: Vec::new(), thorough: true }))
        );
        assert_eq!(
            parsed(&["dist", "--only", "npm", "--only=program"]),
            Ok(Command::Dist(dist::Options { only: vec![dist::Part::Npm, dist::Part::Program] }))
        );
        assert_eq!(parsed(&["bench", "a.txt"]), Ok(Command::Bench { file: Some("a.txt".into()) }));
    }

    #[test]
    fn a_wrong_argument_is_an_error_and_never_ignored() {
        for args in [
            &["tests"][..],
            &["test", "--only", "lint"],
            &["serve", "--release"],
            &["dist", "--only", "server"],
            &["bench", "a", "b"],
            &["--port", "1"],
            &["soak", "--minutes", "0"],
            &["soak", "--servers", "3"],
            &["fuzz", "--minutes", "inf"],
        ] {
            assert!(parsed(args).is_err(), "{args:?}");
        }
    }

    #[test]
    fn help_names_every_stage_and_every_part() {
        for stage in stages::Stage::ALL {
            assert!(HELP.contains(stage.name()), "{}", stage.name());
        }
        for part in dist::Part::ALL {
            assert!(HELP.contains(part.name()), "{}", part.name());
        }
    }
}
