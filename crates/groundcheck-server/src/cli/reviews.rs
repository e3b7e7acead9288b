//! `groundcheck reviews`: the review queue.

use clap::{Args, Subcommand, ValueEnum};
use groundcheck_types::{
    BulkOutcome, BulkRow, ClaimDecision, ErrorCode, InputError, ReviewChange, ReviewFilter, ReviewKind, ReviewStatus,
    Risk, Status,
};
use serde::de::DeserializeOwned;
use serde::de::value::StrDeserializer;

use super::database::{ACTOR, DatabaseArgs};
use super::exit::Exit;
use super::{Format, OutputArgs, print_parts, show};
use crate::render;
use crate::review::export;
use crate::review::queue::{self, ChangedItem, PAGE, PAGE_MAX};
use crate::store::Store;

/// The review queue: what was flagged and waits for a person, and what people said of it.
///
/// Servers send flagged answers and records, and mentions of high risk, to it (HALLUCINATION_REVIEW_QUEUE).
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck reviews list --status pending --risk high
  groundcheck reviews show 7
  groundcheck reviews decide 7 --status rejected --claim c2=contradicted --note 'last year'\\''s figure'
  groundcheck reviews decide 8 9 10 --status approved
  groundcheck reviews export --provider openai > cases.jsonl && groundcheck measure cases.jsonl

Statuses: pending, reviewed (someone is working on it), approved (correct: a false positive), rejected (a hallucination).

Exit codes: 0 done; 1 decide: some were not changed, because the item does not exist or someone else changed it first; 2 usage or no
such item; 3 the database could not be read or written.")]
pub struct ReviewsArgs {
    #[command(subcommand)]
    command: ReviewsCommand,
    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Debug, Subcommand)]
enum ReviewsCommand {
    /// List items, worst first, then oldest.
    List {
        #[command(flatten)]
        filter: FilterArgs,
        /// Start after this item: the `next` of the previous page.
        #[arg(long, value_name = "PLACE")]
        after: Option<String>,
        /// How many.
        #[arg(long, value_name = "N", default_value_t = PAGE as u16, value_parser = clap::value_parser!(u16).range(1..=PAGE_MAX as i64))]
        most: u16,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Show an item with everything needed to judge it.
    Show {
        /// Its id.
        id: u64,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Decide, assign or annotate items; each item is changed separately.
    Decide(DecideArgs),
    /// Print decided answers as labelled cases for `measure`, or the queue for spreadsheets.
    Export {
        #[command(flatten)]
        filter: FilterArgs,
        /// The format to print.
        #[arg(long, value_enum, default_value_t = ExportFormat::Jsonl)]
        format: ExportFormat,
    },
}

#[derive(Debug, Args)]
struct DecideArgs {
    /// The ids of the items.
    #[arg(value_name = "ID", required = true)]
    ids: Vec<u64>,
    /// Their new status: pending, reviewed, approved or rejected.
    #[arg(long, value_name = "STATUS", value_parser = word::<ReviewStatus>)]
    status: Option<ReviewStatus>,
    /// Who they are assigned to; an empty text for no one.
    #[arg(long, value_name = "NAME")]
    assignee: Option<String>,
    /// A note; an empty text removes it.
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// What it should say.
    #[arg(long, value_name = "TEXT")]
    corrected_value: Option<String>,
    /// What a claim of the answer is, such as c2=contradicted: supported, contradicted, unsupported or unverifiable. All of them
    /// together take the place of earlier ones.
    #[arg(long = "claim", value_name = "CLAIM=STATUS", value_parser = decision)]
    claims: Vec<ClaimDecision>,
    /// The version that was looked at; if the item has changed since, nothing is changed. By default the latest.
    #[arg(long, value_name = "N")]
    version: Option<u32>,
    /// How to print what came of it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// A labelled case a line.
    Jsonl,
    /// A row an item.
    Csv,
}

/// Which items.
#[derive(Debug, Args)]
struct FilterArgs {
    /// Only those with this status: pending, reviewed, approved or rejected.
    #[arg(long, value_name = "STATUS", value_parser = word::<ReviewStatus>)]
    status: Option<ReviewStatus>,
    /// Only those about this: answer, record or mention.
    #[arg(long, value_name = "KIND", value_parser = word::<ReviewKind>)]
    kind: Option<ReviewKind>,
    /// Only those of this risk: low, medium, high or critical.
    #[arg(long, value_name = "RISK", value_parser = word::<Risk>)]
    risk: Option<Risk>,
    /// Only those assigned to this person; an empty text for unassigned ones.
    #[arg(long, value_name = "NAME")]
    assignee: Option<String>,
    /// Only this provider's.
    #[arg(long, value_name = "NAME")]
    provider: Option<String>,
    /// Only this model's.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Only those that entered on this day (UTC) or later.
    #[arg(long, value_name = "YYYY-MM-DD")]
    from: Option<String>,
    /// Only those that entered on this day or earlier.
    #[arg(long, value_name = "YYYY-MM-DD")]
    to: Option<String>,
}

impl FilterArgs {
    fn filter(&self) -> ReviewFilter {
        let FilterArgs { status, kind, risk, assignee, provider, model, from, to } = self;
        ReviewFilter {
            status: *status,
            kind: *kind,
            risk: *risk,
            assignee: assignee.clone(),
            provider: provider.clone(),
            model: model.clone(),
            from: from.clone(),
            to: to.clone(),
        }
    }
}

/// A value of the contract by its name; what is refused is answered with all names.
fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let read = T::deserialize(StrDeserializer::<serde::de::value::Error>::new(text));
    // serde: unknown variant `pendin`, expected one of `pending`, `reviewed`
    read.map_err(|error| match error.to_string().split_once("expected ") {
        Some((_, names)) => format!("expected {}", names.replace('`', "")),
        None => error.to_string(),
    })
}

fn decision(text: &str) -> Result<ClaimDecision, String> {
    let (claim, status) = text.split_once('=').ok_or("expected a claim and its status, such as c2=contradicted")?;
    let status: Status = word(status).map_err(|_| "expected supported, contradicted, unsupported or unverifiable")?;
    Ok(ClaimDecision { claim: claim.to_owned(), status, corrected_value: None, note: None })
}

/// Runs the command.
pub fn run(args: &ReviewsArgs) -> Result<Exit, InputError> {
    let database = &args.database;
    match &args.command {
        ReviewsCommand::List { filter, after, most, output } => {
            let (filter, most) = (filter.filter(), usize::from(*most));
            let page =
                database.read(async |store| Ok(Some(queue::page(store, &filter, after.as_deref(), most).await?)))?;
            let page = page.unwrap_or_default();
            Ok(show(&output.text(&page, |style| render::review_page(&page, style)), Exit::Clean))
        }
        ReviewsCommand::Show { id, output } => {
            let item = database.read(async |store| queue::item(store, *id).await)?.ok_or_else(|| missing(*id))?;
            Ok(show(&output.text(&item, |style| render::review_item(&item, style)), Exit::Clean))
        }
        ReviewsCommand::Decide(decide) => decided(database, decide),
        ReviewsCommand::Export { filter, format } => {
            let filter = filter.filter();
            let written = database.read(async |store| {
                Ok(Some(match format {
                    ExportFormat::Jsonl => print_parts(export::cases(store.clone(), &filter)?).await?,
                    ExportFormat::Csv => print_parts(export::table(store.clone(), &filter)?).await?,
                }))
            })?;
            Ok(written.unwrap_or(Ok(())).map_or(Exit::NotChecked, |()| Exit::Clean))
        }
    }
}

fn missing(id: u64) -> InputError {
    InputError::field(ErrorCode::InvalidValue, "id", format!("{id} does not match any item in the review queue"))
}

fn decided(database: &DatabaseArgs, args: &DecideArgs) -> Result<Exit, InputError> {
    let change = |version| ReviewChange {
        version,
        status: args.status,
        assignee: args.assignee.clone(),
        note: args.note.clone(),
        corrected_value: args.corrected_value.clone(),
        decisions: (!args.claims.is_empty()).then(|| args.claims.clone()),
    };
    change(0).validate()?;
    let rows = database.read(async |store| {
        let mut rows = Vec::new();
        for id in &args.ids {
            rows.push(decided_one(store, *id, args.version, &change).await?);
        }
        Ok(Some(rows))
    })?;
    let none = |id: &u64| BulkRow { id: *id, outcome: BulkOutcome::Missing, version: None };
    let rows: Vec<BulkRow> = rows.unwrap_or_else(|| args.ids.iter().map(none).collect());
    let all = rows.iter().all(|row| row.outcome == BulkOutcome::Changed);
    let exit = if all { Exit::Clean } else { Exit::NotClean };
    Ok(show(&args.format.text(&rows, || render::review_changes(&rows)), exit))
}

async fn decided_one(
    store: &Store,
    id: u64,
    version: Option<u32>,
    change: impl Fn(u32) -> ReviewChange,
) -> Result<BulkRow, InputError> {
    let missing = BulkRow { id, outcome: BulkOutcome::Missing, version: None };
    let version = match version {
        Some(version) => version,
        None => match queue::item(store, id).await? {
            Some(item) => item.summary.version,
            None => return Ok(missing),
        },
    };
    Ok(match queue::change(store, id, change(version), ACTOR).await? {
        ChangedItem::Changed(item) => {
            BulkRow { id, outcome: BulkOutcome::Changed, version: Some(item.summary.version) }
        }
        ChangedItem::Conflict(conflict) => {
            BulkRow { id, outcome: BulkOutcome::Conflict, version: Some(conflict.item.summary.version) }
        }
        ChangedItem::Missing => missing,
    })
}
