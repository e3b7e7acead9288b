//! `groundcheck mcp`: the tools of an agent, over standard input and output.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use groundcheck_types::{ErrorCode, InputError};

use super::PolicyArgs;
use super::database::DatabaseArgs;
use super::exit::Exit;
use super::urls::LinkArgs;
use crate::mcp::{self, Tools};
use crate::scope;
use crate::server::log::{self, LogFormat};
use crate::urls::SystemResolver;

/// Give an agent the tools check_answer, check_links and validate_record (Model Context Protocol).
///
/// An agent's client starts this and talks to it over standard input and output; it ends with its input. Nothing is stored, and only
/// check_links sends anything: a request to the host of each link. Logs go to standard error.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Configuration of a client:
  {\"mcpServers\": {\"groundcheck\": {\"command\": \"groundcheck\", \"args\": [\"mcp\"]}}}

Examples:
  groundcheck mcp --no-links
  groundcheck mcp --policy strict.json --database facts.db
  npx @modelcontextprotocol/inspector groundcheck mcp

Exit codes: 0 the input has ended, 2 a bad setting or usage, 3 the client does not speak the protocol.")]
pub struct McpArgs {
    /// Leave out check_links, so that nothing is ever sent.
    #[arg(long)]
    no_links: bool,
    /// The longest one check may take, in milliseconds.
    #[arg(long, default_value_t = 10_000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_out_ms: u64,
    /// How log lines on stderr are written.
    #[arg(long, value_enum, default_value_t = LogFormat::Text, value_name = "FORMAT")]
    log_format: LogFormat,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    links: LinkArgs,
    #[command(flatten)]
    policy: PolicyArgs,
}

/// Runs the command: returns when standard input ends.
pub fn run(args: &McpArgs) -> Result<Exit, InputError> {
    let policy = args.policy.read()?;
    let database = args.database.clone();
    let stored = move |request: &_| database.read(async |store| scope::stored_facts(request, store).await);
    let tools = Tools::new(policy, Duration::from_millis(args.time_out_ms)).with_stored_facts(Arc::new(stored));
    log::init(args.log_format);
    if io::stdin().is_terminal() {
        tracing::warn!(
            "waiting for an MCP client on standard input; `groundcheck mcp --help` shows how to configure one"
        );
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|e| InputError::whole(ErrorCode::Internal, format!("cannot start: {e}")))?;
    let served = runtime.block_on(async {
        let tools = if args.no_links { tools } else { with_links(tools, &args.links)? };
        mcp::serve(tools, tokio::io::stdin(), tokio::io::stdout()).await
    });
    // A thread that still reads standard input, or a check that nobody waits for, is left behind: the process is about to end.
    runtime.shutdown_background();
    served.map(|()| Exit::Clean)
}

/// The tools with the one that asks links, where it can.
fn with_links(tools: Tools, links: &LinkArgs) -> Result<Tools, InputError> {
    match links.checker(Arc::new(SystemResolver::new())) {
        Ok(checker) => Ok(tools.with_checker(checker)),
        // The rest does without.
        Err(error) if error.code == ErrorCode::Internal => {
            tracing::warn!(%error, "links cannot be checked");
            Ok(tools)
        }
        Err(error) => Err(error),
    }
}
