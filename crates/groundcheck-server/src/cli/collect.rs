//! `groundcheck collect`: providers asked for ranked mentions.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use groundcheck_types::{CollectRequest, ErrorCode, InputError, MENTIONS_DEFAULT};
use indicatif::ProgressBar;
use rust_decimal::Decimal;
use serde_json::json;
use tokio::task::JoinSet;

use super::batch::stopped;
use super::database::{ACTOR, DatabaseArgs};
use super::exit::Exit;
use super::{ColorChoice, Format, json_line, progress};
use crate::collect::{Ask, Collector, Failed, Told};
use crate::llm::{Clients, Providers, Usage};
use crate::render;

/// How many questions are under way at once; each provider gets as many as its entry says.
const AT_ONCE: usize = 256;
/// How many are asked by one call.
const ASKS_MAX: usize = 100_000;

/// Ask providers for ranked mentions, and store their answers.
///
/// Every query goes to every provider, --repeat times. An answer is stored with a job to score it (groundcheck analyze); one that
/// cannot be read is stored too, without mentions, and counts as failed. A summary with tokens and cost goes to stderr.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck collect --query 'Best AI companies' --provider openai --model gpt-4o --with-sources
  groundcheck collect --query 'Best CRM' --query 'Best ERP' --provider openai=gpt-4o --provider ollama=llama3 --repeat 5
  groundcheck collect --query 'Best AI companies' --provider house --dry-run

Providers are those of --providers FILE (or GROUNDCHECK_PROVIDERS), and besides `openai` (OPENAI_API_KEY, OPENAI_BASE_URL) and
`ollama` (OLLAMA_HOST). Keys are only ever read from the environment.

Exit codes: 0 every answer is complete and stored, 2 usage or settings, 3 some failed, were cut off or only partly readable.")]
pub struct CollectArgs {
    /// What to ask; several times for several queries.
    #[arg(long, value_name = "TEXT", required = true)]
    query: Vec<String>,
    /// The provider to ask, and its model if it is not that of --model; repeat the option to ask several.
    #[arg(long, value_name = "NAME[=MODEL]", required = true)]
    provider: Vec<String>,
    /// The model of providers that name none; their entry's default where this is not given.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// How many mentions to ask for.
    #[arg(long, short, default_value_t = MENTIONS_DEFAULT, value_name = "COUNT")]
    n: u32,
    /// Ask for sources too.
    #[arg(long)]
    with_sources: bool,
    /// How often to ask each.
    #[arg(long, default_value_t = 1, value_name = "TIMES")]
    repeat: usize,
    /// How long an answer may get, in tokens, thoughts included.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    max_tokens: Option<u32>,
    /// From 0 (always the likeliest) to 2; the provider's own by default.
    #[arg(long, value_name = "NUMBER")]
    temperature: Option<f64>,
    /// Ask no provider; print the requests.
    #[arg(long)]
    dry_run: bool,
    /// How to print the answers.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// When to colour the text.
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
    /// No progress and no summary.
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    providers: ProvidersArgs,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// `--providers`, here and for the server.
#[derive(Debug, Args)]
pub(super) struct ProvidersArgs {
    /// A TOML file that lists the providers; by default the one that GROUNDCHECK_PROVIDERS names.
    #[arg(long = "providers", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl ProvidersArgs {
    /// Them.
    pub(super) fn read(&self) -> Result<Providers, InputError> {
        Providers::from_environment(self.file.as_deref())
    }

    /// A client of each.
    pub(super) fn clients(&self) -> Result<Clients, InputError> {
        Clients::new(&self.read()?)
    }
}

/// Runs the command.
pub fn run(args: CollectArgs) -> Result<Exit, InputError> {
    let collector = Collector::new(args.providers.clients()?);
    let asks = asks(&args)?;
    asks.iter().try_for_each(|ask| collector.validate(ask).map_err(as_option))?;
    let mut out = Out::new(&args, asks.len() * args.repeat);
    if args.dry_run {
        return dry_run(&asks, &collector, &args);
    }
    let done = args.database.write(async |store| {
        let collector = Arc::new(collector.with_store(store.clone()));
        Ok(ask_all(&asks, args.repeat, &collector, &mut out).await)
    })?;
    out.progress.finish_and_clear();
    let exit = match done {
        Ok(()) => out.tally.exit(),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::NotChecked,
        Err(error) => stopped("the output cannot be written", &error),
    };
    if !args.quiet {
        let _ = io::stderr().write_all(out.tally.summary().as_bytes());
    }
    Ok(exit)
}

/// What to ask once each: every query of every provider.
fn asks(args: &CollectArgs) -> Result<Vec<Ask>, InputError> {
    let wrong = |field: &str, message: &str| Err(InputError::field(ErrorCode::InvalidValue, field, message));
    if args.temperature.is_some_and(|temperature| !(0.0..=2.0).contains(&temperature)) {
        return wrong("--temperature", "must be from 0 to 2");
    }
    let count = (args.query.len() * args.provider.len()).saturating_mul(args.repeat);
    if !(1..=ASKS_MAX).contains(&count) {
        return wrong("--repeat", "must make between 1 and 100,000 questions");
    }
    let mut asks = Vec::new();
    for query in &args.query {
        for provider in &args.provider {
            let (name, model) = match provider.split_once('=') {
                Some((name, model)) => (name, Some(model.to_owned())),
                None => (provider.as_str(), args.model.clone()),
            };
            let request = CollectRequest {
                query: query.clone(),
                provider: name.to_owned(),
                model,
                n: args.n,
                with_sources: args.with_sources,
            };
            asks.push(Ask { request, max_tokens: args.max_tokens, temperature: args.temperature });
        }
    }
    Ok(asks)
}

/// The field of a request as the option that it came from.
fn as_option(error: InputError) -> InputError {
    InputError { field: error.field.map(|field| format!("--{field}")), ..error }
}

fn dry_run(asks: &[Ask], collector: &Collector, args: &CollectArgs) -> Result<Exit, InputError> {
    for ask in asks {
        let request = collector.preview(ask).map_err(as_option)?;
        let text = match args.format {
            Format::Json => format!("{request}\n"),
            Format::Text => format!("{request:#}\n"),
        };
        if let Err(error) = super::print(&text) {
            return Ok(stopped("the output cannot be written", &error));
        }
    }
    Ok(Exit::Clean)
}

async fn ask_all(asks: &[Ask], repeat: usize, collector: &Arc<Collector>, out: &mut Out) -> io::Result<()> {
    // All providers in turn, so that a slow one keeps no other waiting.
    let mut waiting = (0..repeat).flat_map(|_| asks.iter().cloned());
    let mut asked = JoinSet::new();
    loop {
        while asked.len() < AT_ONCE {
            let Some(ask) = waiting.next() else { break };
            let collector = Arc::clone(collector);
            asked.spawn(async move {
                let told = collector.collect(&ask, None, ACTOR).await;
                (ask, told)
            });
        }
        match asked.join_next().await {
            None => return Ok(()),
            Some(Ok((ask, told))) => out.write(&ask, &told)?,
            // It panicked, which is a fault of ours; the others go on.
            Some(Err(_)) => out.tally.failed += 1,
        }
    }
}

/// What came out so far.
#[derive(Debug, Default)]
struct Tally {
    whole: usize,
    partial: usize,
    failed: usize,
    mentions: usize,
    prompt_tokens: u64,
    completion_tokens: u64,
    /// Answers that do not say how many tokens they took.
    uncounted: usize,
    cost: Decimal,
    /// Answers whose cost is not known.
    unpriced: usize,
}

impl Tally {
    fn add(&mut self, told: &Result<Told, Failed>) {
        let (usage, cost) = match told {
            Ok(told) => {
                self.mentions += told.answer.mentions.len();
                let count = if told.answer.partial { &mut self.partial } else { &mut self.whole };
                *count += 1;
                let Told { answer, cost } = told;
                (Usage { prompt_tokens: answer.prompt_tokens, completion_tokens: answer.completion_tokens }, *cost)
            }
            Err(failed) => {
                self.failed += 1;
                if failed.raw_response.is_none() {
                    return;
                }
                (failed.usage, failed.cost)
            }
        };
        self.prompt_tokens = self.prompt_tokens.saturating_add(usage.prompt_tokens.unwrap_or_default());
        self.completion_tokens = self.completion_tokens.saturating_add(usage.completion_tokens.unwrap_or_default());
        self.uncounted += usize::from(usage.prompt_tokens.is_none() || usage.completion_tokens.is_none());
        match cost.and_then(|cost| self.cost.checked_add(cost)) {
            Some(sum) => self.cost = sum,
            None => self.unpriced += 1,
        }
    }

    fn exit(&self) -> Exit {
        if self.partial + self.failed == 0 { Exit::Clean } else { Exit::NotChecked }
    }

    fn summary(&self) -> String {
        let Tally { whole, partial, failed, mentions, prompt_tokens, completion_tokens, .. } = self;
        let but = |count: usize, what: &str| if count > 0 { format!(" ({count} {what})") } else { String::new() };
        format!(
            "answers: {whole} whole, {partial} partial, {failed} failed; {mentions} mentions\n\
             tokens: {prompt_tokens} in, {completion_tokens} out{}\ncost: ${}{}\n",
            but(self.uncounted, "answers do not say"),
            self.cost.normalize(),
            but(self.unpriced, "answers without a price"),
        )
    }
}

/// Where answers go.
struct Out {
    format: Format,
    style: render::Style,
    progress: ProgressBar,
    tally: Tally,
}

impl Out {
    fn new(args: &CollectArgs, count: usize) -> Self {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        let progress = progress::counted(args.quiet, count, "{wide_bar} {pos} of {len} answers, {elapsed}");
        let style = render::Style::detect(args.color.for_stdout());
        Out { format: args.format, style, progress, tally: Tally::default() }
    }

    /// Writes one answer at once.
    fn write(&mut self, ask: &Ask, told: &Result<Told, Failed>) -> io::Result<()> {
        self.tally.add(told);
        self.progress.inc(1);
        self.progress.suspend(|| match (self.format, told) {
            (Format::Json, Ok(told)) => super::print(&json_line(&told.answer)),
            (Format::Json, Err(failed)) => super::print(&format!("{}\n", failure(ask, failed))),
            (Format::Text, Ok(told)) => super::print(&render::collected(&told.answer, self.style)),
            (Format::Text, Err(failed)) => {
                let query = render::one_line(&ask.request.query);
                let error = render::one_line(&failed.error.message);
                writeln!(io::stderr(), "groundcheck: {query}: {error}").or(Ok(()))
            }
        })
    }
}

/// A line in place of an answer.
fn failure(ask: &Ask, failed: &Failed) -> serde_json::Value {
    json!({
        "query": ask.request.query,
        "provider": ask.request.provider,
        "model": failed.model,
        "error": failed.error,
        "reason": failed.reason,
        "response_id": failed.response_id,
        "raw_response": failed.raw_response,
    })
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    #[test]
    fn costs_add_up_to_the_last_digit() {
        let mut tally = Tally::default();
        let failed = |cost: Option<&str>| {
            let usage = Usage { prompt_tokens: Some(10), completion_tokens: cost.map(|_| 1) };
            let cost = cost.map(|cost| Decimal::from_str(cost).unwrap());
            let raw_response = Some(String::new());
            let error = InputError::whole(ErrorCode::AnswerUnreadable, "x");
            Failed { raw_response, usage, cost, ..Failed::from(error) }
        };
        for cost in [Some("0.1"), Some("0.2"), Some("0.0000001"), None] {
            tally.add(&Err(failed(cost)));
        }
        tally.add(&Err(Failed::from(InputError::whole(ErrorCode::ProviderFailed, "x"))));
        assert_eq!(
            tally.summary(),
            "answers: 0 whole, 0 partial, 5 failed; 0 mentions\ntokens: 40 in, 3 out (1 answers do not say)\n\
             cost: $0.3000001 (1 answers without a price)\n"
        );
        assert_eq!(tally.exit(), Exit::NotChecked);
    }
}
