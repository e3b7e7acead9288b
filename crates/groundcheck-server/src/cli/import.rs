//! `groundcheck import`: responses that were collected elsewhere, and the example data.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use groundcheck_types::{ImportedResponse, InputError};

use super::batch::{open, stopped};
use super::database::{ACTOR, DatabaseArgs};
use super::exit::Exit;
use super::{Format, PolicyArgs, fail, json_line, print, progress, show};
use crate::import::{self, Records, Stopped, examples};
use crate::render::one_line;
use crate::store::Origin;

/// Store responses that were collected elsewhere, to be checked and scored by `groundcheck analyze` or a running server.
///
/// Reads a JSON list, one object, or one object a line (JSONL). What cannot be read is reported with its line, and the rest goes in.
/// A response that is stored already, to the letter and with the same time, is not stored twice.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").required(true).args(["file", "examples", "remove_examples"]), after_long_help = "\
A response:
  {\"query\": \"Best AI companies\", \"provider\": \"openai\", \"model\": \"gpt-4o\", \"asked_at\": \"2024-12-01T10:00:00Z\",
   \"mentions\": [{\"name\": \"CompanyX\", \"why\": \"…\", \"rank\": 1, \"confidence\": 0.85,
                 \"sources\": [{\"url\": \"https://companyx.example/\", \"title\": \"…\", \"status_code\": 200}]}]}

Exit codes: 0 all is stored, 2 usage, or nothing could be read, 3 some could not be read or stored.")]
pub struct ImportArgs {
    /// The responses; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Add the example data instead: invented companies, marked as such everywhere, scored without a network.
    #[arg(long)]
    examples: bool,
    /// Remove the example data.
    #[arg(long)]
    remove_examples: bool,
    /// `json`: a line for each response once it is stored, and one for each that cannot be stored.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// No progress.
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    policy: PolicyArgs,
}

/// Runs the command.
pub fn run(args: &ImportArgs) -> Result<Exit, InputError> {
    if args.examples {
        let policy = args.policy.read()?;
        args.database.write(async |store| {
            let added = examples::add(store, &policy, ACTOR).await?;
            Ok(show(&format!("{added} responses of example data added\n"), Exit::Clean))
        })
    } else if args.remove_examples {
        args.database.write(async |store| {
            let removed = examples::remove(store, ACTOR).await?;
            Ok(show(&format!("{removed} responses of example data removed\n"), Exit::Clean))
        })
    } else {
        import(args)
    }
}

/// What became of the responses so far.
#[derive(Debug, Default)]
struct Tally {
    new: usize,
    known: usize,
    mentions: usize,
    bad: usize,
}

fn import(args: &ImportArgs) -> Result<Exit, InputError> {
    let file = args.file.clone().unwrap_or_else(|| PathBuf::from("-"));
    let progress = progress::of_file(args.quiet, &file);
    let reader = open(&file, &progress)?;
    let mut tally = Tally::default();
    let done = args.database.write(async |store| {
        let records = match Records::new(reader) {
            Ok(records) => records,
            Err(error) => return Ok(Err(Stopped::Read(error))),
        };
        let say = |said: Result<ImportedResponse, InputError>| {
            match &said {
                Ok(response) => {
                    tally.mentions += response.mentions as usize;
                    *(if response.new { &mut tally.new } else { &mut tally.known }) += 1;
                }
                Err(_) => tally.bad += 1,
            }
            progress.suspend(|| say(args.format, &said))
        };
        Ok(import::run(store, records, Origin::Import, ACTOR, say).await)
    })?;
    progress.finish_and_clear();
    let stopped = match done {
        Ok(()) => None,
        Err(Stopped::Read(error)) => Some(stopped("the input cannot be read further", &error)),
        Err(Stopped::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::NotChecked),
        Err(Stopped::Write(error)) => Some(stopped("the output cannot be written", &error)),
        Err(Stopped::Store(error)) => Some(fail(&error.into())),
    };
    if args.format == Format::Text {
        let Tally { new, known, mentions, bad } = tally;
        let mut text = format!("{new} responses stored");
        if known > 0 {
            text += &format!(", {known} were there already");
        }
        text += &format!("; {mentions} mentions");
        if bad > 0 {
            text += &format!("; {bad} could not be read or stored");
        }
        if print(&(text + "\n")).is_err() {
            return Ok(Exit::NotChecked);
        }
    }
    Ok(match (stopped, tally) {
        (Some(_), _) => Exit::NotChecked,
        (None, Tally { bad: 0, new: 0, known: 0, .. }) => Exit::BadInput,
        (None, Tally { bad: 0, .. }) => Exit::Clean,
        (None, Tally { new: 0, known: 0, .. }) => Exit::BadInput,
        _ => Exit::NotChecked,
    })
}

/// One response's line. As text, only what went wrong is worth one.
fn say(format: Format, said: &Result<ImportedResponse, InputError>) -> io::Result<()> {
    match (format, said) {
        (Format::Json, Ok(response)) => print(&json_line(response)),
        (Format::Json, Err(error)) => print(&(crate::envelope::ErrorEnvelope { error }.to_json() + "\n")),
        (Format::Text, Ok(_)) => Ok(()),
        (Format::Text, Err(error)) => {
            // A closed stderr must not stop an import.
            let _ = writeln!(io::stderr(), "groundcheck: {}", one_line(&error.to_string()));
            Ok(())
        }
    }
}
