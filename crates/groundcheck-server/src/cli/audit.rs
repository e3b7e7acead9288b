//! `groundcheck audit`: who changed what, and whether that is still what was written.

use clap::{Args, Subcommand};
use groundcheck_types::{AuditVerification, InputError};

use super::database::DatabaseArgs;
use super::exit::Exit;
use super::{Format, OutputArgs, show};
use crate::render;
use crate::review::queue::{self, PAGE, PAGE_MAX};

/// Who changed what, and whether the record was altered afterwards.
///
/// Each row has a digest of itself and the row before it, which shows whether a row was changed, removed, added or moved. Anyone who can
/// write to the database could recompute all digests; keep the digest that `verify` prints elsewhere and pass it to --expect to detect that too.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck audit verify
  groundcheck audit verify --expect \"$(cat last-week.digest)\"
  groundcheck audit list --most 100 --format json | jq '.events[] | select(.action == \"review.change\")'

Exit codes: 0 it is printed, and intact; 1 verify: it is not intact, the first damaged row is named; 2 usage;
3 it could not be read or printed.")]
pub struct AuditArgs {
    #[command(subcommand)]
    command: AuditCommand,
    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Debug, Subcommand)]
enum AuditCommand {
    /// Read all rows and say whether they are what was written.
    Verify {
        /// A digest that was kept: one of the rows must have it.
        #[arg(long, value_name = "DIGEST")]
        expect: Option<String>,
        /// How to print it.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Print rows, latest first.
    List {
        /// Only rows before this one.
        #[arg(long, value_name = "NUMBER")]
        before: Option<u64>,
        /// How many.
        #[arg(long, value_name = "N", default_value_t = PAGE as u16, value_parser = clap::value_parser!(u16).range(1..=PAGE_MAX as i64))]
        most: u16,
        #[command(flatten)]
        output: OutputArgs,
    },
}

/// Runs the command.
pub fn run(args: &AuditArgs) -> Result<Exit, InputError> {
    match &args.command {
        AuditCommand::Verify { expect, format } => {
            let verified = args.database.read(async |store| Ok(Some(store.verify_audit(expect.as_deref()).await?)))?;
            // Where nothing is stored, nobody has done anything.
            let verification = verified.unwrap_or_else(|| AuditVerification {
                rows: 0,
                head: String::new(),
                broken: None,
                error: None,
            });
            let exit = if verification.error.is_none() { Exit::Clean } else { Exit::NotClean };
            Ok(show(&format.text(&verification, || render::audit_verification(&verification)), exit))
        }
        AuditCommand::List { before, most, output } => {
            let most = usize::from(*most);
            let page = args.database.read(async |store| Ok(Some(queue::audit(store, *before, most).await?)))?;
            let page = page.unwrap_or_default();
            Ok(show(&output.text(&page, |style| render::audit_page(&page, style)), Exit::Clean))
        }
    }
}
