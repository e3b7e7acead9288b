//! Arguments, exit codes and where errors go.

mod access;
mod analyze;
mod audit;
mod backup;
mod batch;
mod check;
mod collect;
mod database;
mod exit;
mod facts;
mod gate;
mod health;
mod import;
mod manual;
mod mcp;
mod measure;
mod progress;
mod providers;
mod records;
mod report;
mod reviews;
mod serve;
mod settings;
mod traced;
mod urls;
mod verify;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use futures_util::{Stream, TryStreamExt as _};
use groundcheck_types::{InputError, Policy};
use serde::Serialize;

use crate::config;
use crate::envelope::ErrorEnvelope;
use crate::render::Style;
use exit::Exit;
use traced::traced;

const EXAMPLES: &str = "\
Examples:
  groundcheck check 'The NOI was $1.5M.' --source lease.txt --source q3.md
  ask-llm 'NOI in Q3?' | groundcheck check - --facts metrics.csv --entity 'Maple Court'
  groundcheck batch answers.jsonl --out reports.jsonl
  groundcheck gate cases.jsonl --baseline known.jsonl --format junit --out gate.xml
  groundcheck measure labelled.jsonl --min-f1 0.9
  groundcheck records statement.json --document statement.txt --profile bank_statement
  groundcheck facts import metrics.csv
  groundcheck urls https://example.com/report
  groundcheck collect --query 'Best AI companies' --provider openai=gpt-4o --with-sources
  groundcheck verify @answer.txt --source decision.txt --provider openai=gpt-4o-mini
  groundcheck providers probe openai --model gpt-4o-mini
  groundcheck import responses.jsonl && groundcheck analyze && groundcheck report
  groundcheck reviews list --status pending
  groundcheck serve --open
  groundcheck health http://127.0.0.1:8787
  groundcheck mcp --no-links

Settings come from the environment (`groundcheck settings` lists them), then --policy FILE, then
the request's own policy; the last one wins. Data is stored in the file or PostgreSQL database
that --database names, else DATABASE_URL, else in the user's data folder (GROUNDCHECK_DATA).
If OTEL_EXPORTER_OTLP_ENDPOINT names a collector, serve, check, batch, gate and verify send it
OpenTelemetry traces, with no text in them.

Exit codes:
  0  clean: at least one claim was checked, and every one is supported
  1  flagged, or unverified: nothing to check, or nothing to check it against
  2  wrong usage, a bad setting or a bad input; nothing was checked
  3  some answers could not be checked";

/// Which parts of an LLM answer can be trusted: checks its numbers against documents and facts.
#[derive(Debug, Parser)]
#[command(name = "groundcheck", version, after_long_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(Box<check::CheckArgs>),
    Batch(batch::BatchArgs),
    Gate(gate::GateArgs),
    Serve(serve::ServeArgs),
    Health(health::HealthArgs),
    Mcp(mcp::McpArgs),
    Measure(measure::MeasureArgs),
    Settings(settings::SettingsArgs),
    Token(access::TokenArgs),
    Facts(facts::FactsArgs),
    Backup(backup::BackupArgs),
    Restore(backup::RestoreArgs),
    Urls(urls::UrlsArgs),
    Collect(collect::CollectArgs),
    Verify(Box<verify::VerifyArgs>),
    Providers(providers::ProvidersListArgs),
    Import(import::ImportArgs),
    Analyze(analyze::AnalyzeArgs),
    Report(report::ReportArgs),
    Records(Box<records::RecordsArgs>),
    Reviews(reviews::ReviewsArgs),
    Audit(audit::AuditArgs),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

/// `--policy`, which every command takes.
#[derive(Debug, Args)]
struct PolicyArgs {
    /// Thresholds and switches that differ from the environment's, as a JSON object.
    #[arg(long = "policy", value_name = "FILE")]
    policy_file: Option<std::path::PathBuf>,
}

impl PolicyArgs {
    fn read(&self) -> Result<Policy, InputError> {
        config::base_policy(self.policy_file.as_deref())
    }
}

/// Text for people or JSON for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl Format {
    /// What is printed: a line of JSON, or what is shown to people.
    fn text(self, value: &impl Serialize, shown: impl FnOnce() -> String) -> String {
        match self {
            Format::Text => shown(),
            Format::Json => json_line(value),
        }
    }
}

/// `--format` and `--color`.
#[derive(Debug, Args)]
struct OutputArgs {
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// When to colour the text.
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
}

impl OutputArgs {
    /// As [`Format::text`].
    fn text(&self, value: &impl Serialize, shown: impl FnOnce(Style) -> String) -> String {
        self.format.text(value, || shown(Style::detect(self.color.for_stdout())))
    }
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Also into a pipe.
    Always,
    /// Not at all.
    Never,
}

impl ColorChoice {
    fn for_stdout(self) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                io::stdout().is_terminal()
                    && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
            }
        }
    }
}

/// Parses the arguments and runs the command.
pub fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Check(args) => traced("groundcheck check", || in_json(args.output().format, check::run(&args))),
        Command::Records(args) => in_json(args.output.format, records::run(&args)),
        Command::Batch(args) => traced("groundcheck batch", || batch::run(&args)),
        Command::Gate(args) => traced("groundcheck gate", || gate::run(&args)),
        Command::Serve(args) => serve::run(&args),
        Command::Health(args) => health::run(&args),
        Command::Mcp(args) => mcp::run(&args),
        Command::Measure(args) => measure::run(&args),
        Command::Settings(args) => settings::run(&args),
        Command::Token(args) => access::run(&args),
        Command::Facts(args) => facts::run(&args),
        Command::Backup(args) => backup::back_up(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Urls(args) => urls::run(args),
        Command::Collect(args) => collect::run(args),
        Command::Verify(args) => traced("groundcheck verify", || in_json(args.output.format, verify::run(&args))),
        Command::Providers(args) => providers::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Reviews(args) => reviews::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    };
    done.unwrap_or_else(|error| fail(&error)).into()
}

/// Says what was wrong on stderr, and how the program ends.
fn fail(error: &InputError) -> Exit {
    // A closed stderr must not turn an error into a panic.
    let _ = writeln!(io::stderr(), "groundcheck: {}", crate::render::one_line(&error.to_string()));
    Exit::of_error(error)
}

/// For programs, what was wrong is an output too.
fn in_json(format: Format, done: Result<Exit, InputError>) -> Result<Exit, InputError> {
    if let (Err(error), Format::Json) = (&done, format) {
        let _ = print(&(ErrorEnvelope { error }.to_json() + "\n"));
    }
    done
}

/// A value as a line of JSON.
fn json_line(value: &impl Serialize) -> String {
    // Serialising plain data of string keys and finite numbers cannot fail.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Writes parts to stdout as they come.
async fn print_parts(parts: impl Stream<Item = Result<String, InputError>>) -> Result<io::Result<()>, InputError> {
    let mut parts = std::pin::pin!(parts);
    while let Some(part) = parts.try_next().await? {
        if let Err(error) = print(&part) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

/// Writes the whole output to stdout and returns `exit`, or [`Exit::NotChecked`] where writing failed: nobody has seen it then.
fn show(text: &str, exit: Exit) -> Exit {
    print(text).map_or(Exit::NotChecked, |()| exit)
}

/// Writes to stdout; a reader that has gone away (`| head`) is no error worth a message.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
