//! `groundcheck report`: document 1's report on what is stored.

use clap::{Args, ValueEnum};
use groundcheck_types::{InputError, ReportFilter, SourceReport};

use super::database::DatabaseArgs;
use super::exit::Exit;
use super::{ColorChoice, print, print_parts};
use crate::render::{self, Style};
use crate::report::csv::Table;
use crate::report::{self, csv, html};
use crate::store::Store;

/// Report on stored mentions: totals, average reliability, risks, providers and models compared, mentions of high risk.
///
/// Counts what `groundcheck analyze` has scored, and says how much is not scored yet.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck report --provider openai --from 2024-12-01
  groundcheck report --format html > report.html
  groundcheck report --format csv --table models

Exit codes: 0 it is printed, 2 usage, 3 it could not be read or printed.")]
pub struct ReportArgs {
    /// How to print it.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    /// Which table, as CSV.
    #[arg(long, value_enum, default_value_t = Table::Mentions, value_name = "TABLE")]
    table: Table,
    /// Only answers to this query, to the letter.
    #[arg(long, value_name = "TEXT")]
    query: Option<String>,
    /// Only this provider's.
    #[arg(long, value_name = "NAME")]
    provider: Option<String>,
    /// Only this model's.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Only those asked on this day (UTC) or later.
    #[arg(long, value_name = "YYYY-MM-DD")]
    from: Option<String>,
    /// Only those asked on this day or earlier.
    #[arg(long, value_name = "YYYY-MM-DD")]
    to: Option<String>,
    /// When to colour the text.
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// For people.
    Text,
    /// The whole report for programs, as GET /api/reports gives it.
    Json,
    /// One table for spreadsheets.
    Csv,
    /// One file to send around.
    Html,
}

/// Runs the command.
pub fn run(args: &ReportArgs) -> Result<Exit, InputError> {
    let filter = filter(args);
    let written = args.database.read(async |store| Ok(Some(write(args, store, &filter).await?)))?;
    // Where there is no database yet, there is nothing to report.
    let written = written.unwrap_or_else(|| print(&printed(args, &report::nothing(&filter))));
    Ok(written.map_or(Exit::NotChecked, |()| Exit::Clean))
}

fn filter(args: &ReportArgs) -> ReportFilter {
    ReportFilter {
        query: args.query.clone(),
        provider: args.provider.clone(),
        model: args.model.clone(),
        from: args.from.clone(),
        to: args.to.clone(),
    }
}

async fn write(args: &ReportArgs, store: &Store, filter: &ReportFilter) -> Result<std::io::Result<()>, InputError> {
    if args.format == ReportFormat::Csv && args.table == Table::Mentions {
        return print_parts(csv::mentions(store.clone(), filter.clone())).await;
    }
    Ok(print(&printed(args, &report::source_report(store, filter).await?)))
}

fn printed(args: &ReportArgs, report: &SourceReport) -> String {
    match (args.format, args.table) {
        (ReportFormat::Text, _) => render::source_report(report, Style::detect(args.color.for_stdout())),
        // Serialising plain data with string keys cannot fail.
        (ReportFormat::Json, _) => serde_json::to_string_pretty(report).unwrap_or_default() + "\n",
        (ReportFormat::Html, _) => html::report(report),
        (ReportFormat::Csv, Table::Days) => {
            csv::DAYS.to_owned() + &report.days.iter().map(csv::day).collect::<String>()
        }
        (ReportFormat::Csv, Table::Models) => {
            csv::MODELS.to_owned() + &report.models.iter().map(csv::model).collect::<String>()
        }
        (ReportFormat::Csv, Table::Mentions) => csv::MENTIONS.to_owned(),
    }
}
