//! `groundcheck records`: structured output against the document it was read from.

use std::path::{Path, PathBuf};

use clap::Args;
use groundcheck_types::{
    InputError, ProfileChoice, RecordPolicy, RecordReport, RecordRequest, RecordValue, Severity, read_json,
};

use super::exit::Exit;
use super::{OutputArgs, show};
use crate::store::{Clock, SystemClock};
use crate::{dates, engine, input, render};

/// Check a record that a model read from a document.
///
/// Finds phantom parts, impossible page ranges and dates, impossible account numbers, unknown names, wrong totals. What is
/// malformed is rejected. No more than the last four digits of an account number are printed.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck records statement.json --document statement.txt --profile bank_statement
  groundcheck records - --document scan.txt --pages 12 --profile bank_statement_boundaries < answer.json
  groundcheck records invoice.json --document invoice.txt --profile my_invoice.json --format json
  groundcheck records invoice.json --document invoice.txt --profile invoice --schema invoice.schema.json

Profiles: bank_statement, bank_statement_boundaries, invoice, or a JSON file with one of your own.

Exit codes: 0 not rejected and no alert of high severity (see --strict), 1 rejected or flagged, 2 bad input or usage,
3 the check failed.")]
pub struct RecordsArgs {
    /// The record as JSON, from a file; `-` for standard input.
    #[arg(value_name = "FILE", required_unless_present = "request")]
    record: Option<PathBuf>,
    /// The text of the document. Form feeds, as pdftotext writes them, separate its pages.
    #[arg(long, value_name = "FILE", required_unless_present = "request")]
    document: Option<PathBuf>,
    /// How many pages the document has, where its text does not say.
    #[arg(long, value_name = "N")]
    pages: Option<u32>,
    /// A profile's name, or a file with one (its name ends in .json).
    #[arg(long, value_name = "PROFILE", required_unless_present = "request")]
    profile: Option<String>,
    /// A JSON Schema that the record must also match.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// Known institution names in addition to those of the profile: one per line, with aliases after `|`.
    #[arg(long, value_name = "FILE")]
    institutions: Option<PathBuf>,
    /// The day of the check, such as 2024-12-01; today (UTC) by default.
    #[arg(long, value_name = "DATE")]
    as_of: Option<String>,
    /// Settings that differ from the defaults, as a JSON object.
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// A whole request of the contract as JSON (`-`: standard input), in place of all of the above.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "record", "document", "pages", "profile", "schema", "institutions", "as_of", "policy",
    ])]
    request: Option<PathBuf>,
    /// Exit with 1 also for an alert of medium severity, not only of high severity or worse.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Runs the command.
pub fn run(args: &RecordsArgs) -> Result<Exit, InputError> {
    let report = validated(args)?;
    let text = args.output.text(&report, |style| render::record_report(&report, style));
    Ok(show(&text, exit(&report, args.strict)))
}

fn exit(report: &RecordReport, strict: bool) -> Exit {
    let least = if strict { Severity::Medium } else { Severity::High };
    let grave = report.alerts.first().is_some_and(|alert| alert.severity >= least);
    if report.summary.rejection_recommended || grave { Exit::NotClean } else { Exit::Clean }
}

fn validated(args: &RecordsArgs) -> Result<RecordReport, InputError> {
    if let Some(path) = &args.request {
        let request = RecordRequest::from_json(&bytes(path)?)?;
        return engine::fenced(|| groundcheck::records::validate(&request));
    }
    engine::validate_written(request(args)?, || args.record.as_deref().map_or_else(|| Ok(Vec::new()), bytes))
}

/// The request of the arguments, its record still to be read.
fn request(args: &RecordsArgs) -> Result<RecordRequest, InputError> {
    let name = args.profile.as_deref().unwrap_or_default();
    let profile = if name.to_ascii_lowercase().ends_with(".json") {
        ProfileChoice::Own(Box::new(read_json(&input::read_bytes(Path::new(name))?)?))
    } else {
        ProfileChoice::Named(name.to_owned())
    };
    let text = |path: &Option<PathBuf>| path.as_deref().map_or_else(|| Ok(String::new()), input::read_text);
    let (document, institutions) = (text(&args.document)?, text(&args.institutions)?);
    let policy = match &args.policy {
        Some(path) => read_json(&input::read_bytes(path)?)?,
        None => RecordPolicy::default(),
    };
    let today = || dates::day_to_text(SystemClock.now().div_euclid(dates::DAY));
    let names = institutions.lines().flat_map(|line| line.split('|')).map(str::trim);
    Ok(RecordRequest {
        profile,
        record: RecordValue::Null,
        schema: args.schema.as_deref().map(|path| read_json(&input::read_bytes(path)?)).transpose()?,
        document: input::paged(document, args.pages),
        as_of: args.as_of.clone().unwrap_or_else(today),
        institutions: names.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        policy,
        provider: None,
        model: None,
    })
}

fn bytes(path: &Path) -> Result<Vec<u8>, InputError> {
    if path == Path::new("-") { input::read_stdin().map(String::into_bytes) } else { input::read_bytes(path) }
}
