//! `groundcheck providers`: who can be asked, and what they can do.

use std::fmt::Write as _;

use clap::{Args, Subcommand};
use groundcheck_types::{InputError, ProviderInfo};
use tokio::time::Duration;

use super::collect::ProvidersArgs;
use super::database::block_on;
use super::exit::Exit;
use super::{Format, in_json, show};
use crate::render::one_line;
use crate::verifier::probe::{Probe, probe};

/// List the providers that can be asked; `probe` asks one what it can do.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck providers
  groundcheck providers probe house
  groundcheck providers probe openai --model gpt-4o-mini --format json

Providers are those of --providers FILE (or GROUNDCHECK_PROVIDERS), and besides `openai` (OPENAI_API_KEY, OPENAI_BASE_URL), `ollama`
(OLLAMA_HOST) and `llama_cpp` (127.0.0.1:8080). Those on this machine are asked which models they have. Neither keys nor addresses are shown.

Exit codes: 0 listed, or the endpoint answers, 2 wrong usage or settings, 3 the endpoint does not answer.")]
#[command(args_conflicts_with_subcommands = true)]
pub struct ProvidersListArgs {
    #[command(subcommand)]
    command: Option<ProvidersCommand>,
    #[command(flatten)]
    list: ListArgs,
}

#[derive(Debug, Subcommand)]
enum ProvidersCommand {
    /// List them.
    List(ListArgs),
    /// Ask one for a single word, and say what came back: whether it is there, which model answers, log probabilities, latency.
    ///
    /// Costs as much as one question of one token.
    Probe(ProbeArgs),
}

#[derive(Debug, Args)]
struct ListArgs {
    /// How to print them.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    providers: ProvidersArgs,
}

#[derive(Debug, Args)]
struct ProbeArgs {
    /// The provider to ask.
    #[arg(value_name = "NAME")]
    name: String,
    /// Which of its models; its default where this is not given.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// How long it may take, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=600))]
    deadline: u64,
    /// How to print what it can do.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    providers: ProvidersArgs,
}

/// Runs the command.
pub fn run(args: &ProvidersListArgs) -> Result<Exit, InputError> {
    let (done, format) = match &args.command {
        None => (list(&args.list), args.list.format),
        Some(ProvidersCommand::List(args)) => (list(args), args.format),
        Some(ProvidersCommand::Probe(args)) => (probed(args), args.format),
    };
    in_json(format, done)
}

fn list(args: &ListArgs) -> Result<Exit, InputError> {
    let clients = args.providers.clients()?;
    block_on(clients.look())?;
    let list = clients.list();
    Ok(show(&args.format.text(&list, || list.providers.iter().map(line).collect()), Exit::Clean))
}

/// `house       vllm        configured llama-3.1-8b, llama-3.1-70b`.
fn line(provider: &ProviderInfo) -> String {
    let ready = match (provider.ready, provider.here) {
        (_, Some(false)) => "not running",
        (false, _) => "no key",
        (true, Some(true)) => "running",
        (true, None) => "configured",
    };
    let models = if provider.models.is_empty() { "no default model".to_owned() } else { provider.models.join(", ") };
    format!("{:<16} {:<11} {ready:<11} {}\n", provider.name, provider.kind.as_str(), one_line(&models))
}

fn probed(args: &ProbeArgs) -> Result<Exit, InputError> {
    let clients = args.providers.clients()?;
    let (client, model) = clients.find(&args.name, args.model.as_deref())?;
    let probe = block_on(probe(client, &model, Duration::from_secs(args.deadline)))?;
    let exit = if probe.error.is_none() { Exit::Clean } else { Exit::NotChecked };
    Ok(show(&args.format.text(&probe, || shown(&probe)), exit))
}

fn shown(probe: &Probe) -> String {
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    let mut out = format!("{} {}\n", probe.provider, one_line(&probe.model));
    // Writing to a String cannot fail.
    let _ = writeln!(out, "  reachable     {}", yes(probe.reachable));
    if let Some(error) = &probe.error {
        let _ = writeln!(out, "  error         {}", one_line(&error.message));
    }
    if let Some(model) = &probe.answering_model {
        let _ = writeln!(out, "  answers as    {}", one_line(model));
    }
    let _ = writeln!(out, "  logprobs      {}", probe.logprobs.as_str());
    if let Some(count) = probe.top_logprobs {
        let _ = writeln!(out, "  top_logprobs  {count}");
    }
    if probe.error.is_none() {
        let how = if probe.logprobs.is_missing() { "by counting sampled answers" } else { "by log probabilities" };
        let _ = writeln!(out, "  verifies      {how}\n  latency       {} ms", probe.latency_ms);
    }
    out
}
