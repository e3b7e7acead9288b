//! `groundcheck facts`: known values that checks with a scope rest on.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use groundcheck::import_facts;
use groundcheck_types::{Fact, InputError, Scope};

use super::database::{ACTOR, DatabaseArgs};
use super::exit::Exit;
use super::show;
use crate::store::Store;
use crate::store::facts::FactEntity;
use crate::{fact_table, input};

/// Known values for checks that name an entity or a period.
#[derive(Debug, Args)]
pub struct FactsArgs {
    #[command(subcommand)]
    command: FactsCommand,
    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Debug, Subcommand)]
enum FactsCommand {
    /// Store facts from tables: CSV with a header line, the sheets of a workbook, or JSON where the name ends in .json; tall or wide.
    ///
    /// Takes the columns entity, metric, period, value, unit; or one row for each entity and period with a column for
    /// each metric; or the columns account_name and amount of an income statement. What was stored for the same entity,
    /// metric and period is replaced.
    Import {
        /// The tables; all of them are stored or none is.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// List what is stored: entities and their periods, or the facts of one entity.
    List {
        /// The facts of this entity, and those that name none.
        #[arg(long, value_name = "NAME")]
        entity: Option<String>,
    },
    /// Print everything as a table that `import` takes.
    Export {
        /// How to print it.
        #[arg(long, value_enum, default_value_t = Table::Csv)]
        format: Table,
    },
    /// Remove all facts.
    Clear,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Table {
    /// CSV with a header line.
    Csv,
    /// A JSON list.
    Json,
}

/// Runs the command.
pub fn run(args: &FactsArgs) -> Result<Exit, InputError> {
    let text = match &args.command {
        FactsCommand::Import { files } => {
            read(files).and_then(|facts| args.database.write(async |store| import(store, facts).await))
        }
        FactsCommand::List { entity: None } => {
            args.database.read(async |store| Ok(listed(&store.fact_entities().await?)))
        }
        FactsCommand::List { entity } => args.database.read(async |store| {
            let scope = Scope { entity: entity.clone(), period: None };
            Ok(fact_table::csv(&store.facts_in(&scope).await?))
        }),
        FactsCommand::Export { format } => args.database.read(async |store| {
            let facts = store.facts_in(&Scope::default()).await?;
            Ok(match format {
                Table::Csv => fact_table::csv(&facts),
                // Serialising plain data of string keys and finite numbers cannot fail.
                Table::Json => serde_json::to_string_pretty(&facts).unwrap_or_default() + "\n",
            })
        }),
        FactsCommand::Clear => args.database.write(async |store| {
            let removed = store.clear_facts(ACTOR).await?;
            Ok(format!("{removed} facts removed\n"))
        }),
    };
    Ok(show(&text?, Exit::Clean))
}

fn read(files: &[PathBuf]) -> Result<Vec<Fact>, InputError> {
    let mut facts = Vec::new();
    for file in files {
        let of_file = import_facts(&input::read_facts(file)?).map_err(|mut error| {
            // With several tables, `facts` does not say which.
            error.field = Some(match error.field {
                Some(field) => format!("{}: {field}", file.display()),
                None => file.display().to_string(),
            });
            error
        })?;
        facts.extend(of_file);
    }
    Ok(facts)
}

async fn import(store: &Store, mut facts: Vec<Fact>) -> Result<String, InputError> {
    let all = facts.len();
    // A wide table has columns of names and notes beside those of values.
    facts.retain(|fact| groundcheck::is_fact_value(&fact.value));
    store.import_facts(&facts, ACTOR).await?;
    let left_out = match all - facts.len() {
        0 => String::new(),
        n => format!("; {n} cells left out that are neither a number nor a date"),
    };
    Ok(format!("{} facts stored{left_out}\n", facts.len()))
}

/// One line an entity.
fn listed(entities: &[FactEntity]) -> String {
    let line = |entity: &FactEntity| {
        let name = entity.entity.as_deref().unwrap_or("(every entity)");
        let periods = if entity.periods.is_empty() { "always".to_owned() } else { entity.periods.join(", ") };
        format!("{}: {} facts, {}\n", shown(name), entity.facts, shown(&periods))
    };
    entities.iter().map(line).collect()
}

/// On one line, without what a terminal would obey.
fn shown(text: &str) -> String {
    crate::render::one_line(text)
}
