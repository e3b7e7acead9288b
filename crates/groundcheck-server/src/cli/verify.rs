//! `groundcheck verify`: an answer's sentences against its sources, by asking a language model.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use groundcheck_types::{
    GroundedAnswer, GroundingMethod, InputError, Number, Policy, Report, Request, Severity, VERIFY_SECONDS_DEFAULT,
    VerificationPlan, VerifierUsage, VerifyOptions,
};
use indicatif::ProgressBar;

use super::collect::ProvidersArgs;
use super::database::DatabaseArgs;
use super::exit::Exit;
use super::{OutputArgs, progress, show};
use crate::llm::Clients;
use crate::verifier::{Event, Job, Verifier};
use crate::{config, input, render};

/// Ask a language model whether an answer's sentences follow from its sources.
///
/// Each sentence is asked about twice, with all sources (p1) and with those that it cites redacted (p0); what the sources changed
/// decides. With --format json it prints what POST /api/verify returns, or {"error": …} where the input is bad. What was answered is
/// kept by digest in the database, and not asked again.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck verify 'The rent is $1,200 [S0].' --source S0 --provider openai=gpt-4o-mini
  groundcheck verify @answer.txt --source decision.txt --source appeal.txt --provider house --method evidence-use
  groundcheck verify - --source reports/*.md --provider ollama=llama3 --budget-tokens 20000 --deadline 30 --format json < answer.txt

Sentences cite a source by its id, which is its file's name, or by its number: [lease.txt], [1], [S0].
Providers are those of --providers FILE (or GROUNDCHECK_PROVIDERS), and besides `openai` (OPENAI_API_KEY, OPENAI_BASE_URL), `ollama`
(OLLAMA_HOST) and `llama_cpp` (127.0.0.1:8080). One on this machine is used with its first model if you name none. `groundcheck providers probe` says whether one gives log probabilities; where it gives none, eight answers a
question are sampled and counted. Thresholds come from the environment (`groundcheck settings` lists them).

Exit codes: 0 every sentence is grounded, 1 some are not, or there is none, 2 bad input or usage, 3 some could not be verified.")]
pub struct VerifyArgs {
    /// The answer itself, `-` for standard input, or `@FILE`.
    #[arg(value_name = "ANSWER")]
    answer: String,
    /// Documents that the answer should rest on; a source's id is its file name.
    #[arg(long = "source", value_name = "FILE", num_args = 1.., required = true)]
    sources: Vec<PathBuf>,
    /// The provider to ask, and its model; by default the first provider that has its key and a default model.
    #[arg(long, value_name = "NAME[=MODEL]", value_parser = target)]
    provider: Option<Target>,
    /// How posterior and prior become a decision.
    #[arg(long, value_enum, default_value_t = Method::Directional, value_name = "METHOD")]
    method: Method,
    /// What may be spent, in US dollars; needs a provider with prices. Sentences beyond it are not verified.
    #[arg(long, value_name = "DOLLARS")]
    budget_usd: Option<f64>,
    /// How many tokens may be spent. Sentences beyond them are not verified.
    #[arg(long, value_name = "COUNT")]
    budget_tokens: Option<u64>,
    /// How long it may take, in seconds. Sentences that are not settled by then are not verified.
    #[arg(long, value_name = "SECONDS", default_value_t = VERIFY_SECONDS_DEFAULT.into())]
    deadline: f64,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    /// No progress.
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    providers: ProvidersArgs,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// A provider, and the model where one is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    provider: String,
    model: Option<String>,
}

/// `house`, `openai=gpt-4o-mini`.
#[expect(clippy::unnecessary_wraps, reason = "what clap takes")]
pub(super) fn target(text: &str) -> Result<Target, std::convert::Infallible> {
    let (provider, model) = text.split_once('=').map_or((text, None), |(provider, model)| (provider, Some(model)));
    Ok(Target { provider: provider.to_owned(), model: model.map(str::to_owned) })
}

/// Has a language model asked about what a report leaves open, and says first what that takes. The report on both, and whether each of these
/// sentences was verified.
pub(super) fn with_sentences(
    report: Report,
    request: &Request,
    options: VerifyOptions,
    (clients, database): (Clients, &DatabaseArgs),
    policy: &Policy,
) -> Result<(Report, bool), InputError> {
    let verifier_policy = config::verifier_policy()?;
    let named = |error: InputError| {
        let field = error
            .field
            .map(|field| if field == "budget_tokens" { "--budget-tokens".to_owned() } else { "--verify".to_owned() });
        InputError { field, ..error }
    };
    let answer = database.write(async |store| {
        let verifier = Verifier::new(clients).with_policy(verifier_policy).with_store(store.clone());
        verifier.look(&options).await;
        let events = verifier.start(Job::after(&report, request, options)?).map_err(named)?;
        events.finish(announce).await
    })?;
    for error in answer.verifier.iter().flat_map(|run| &run.errors) {
        eprintln!("groundcheck: {}", render::one_line(&error.to_string()));
    }
    let left_out = answer.hallucination_check.unchecked_claims > 0;
    let all = !left_out && answer.verifier.as_ref().is_some_and(|run| run.not_verified_claims == 0);
    if !all {
        eprintln!("groundcheck: some sentences were not verified; they count as not checked");
    }
    Ok((groundcheck::with_verification(report, request, answer, policy)?, all))
}

/// Options with a provider and a budget alone.
pub(super) fn options(target: Option<&Target>, budget_tokens: Option<u64>) -> VerifyOptions {
    VerifyOptions {
        provider: target.map(|target| target.provider.clone()),
        model: target.and_then(|target| target.model.clone()),
        budget_tokens,
        ..VerifyOptions::default()
    }
}

/// What is about to be asked.
fn announce(event: &Event) {
    let Event::Plan(plan) = event else { return };
    let cost = about(plan);
    let sentences = match plan.claims.len() {
        0 => return eprintln!("groundcheck: no sentence is left to ask a language model about"),
        1 => "1 sentence".to_owned(),
        count => format!("{count} sentences"),
    };
    let (provider, model) = (render::one_line(&plan.provider), render::one_line(&plan.model));
    let (calls, tokens) = (plan.calls, plan.estimated_tokens);
    let more = match plan.unchecked_claims {
        0 => String::new(),
        more => format!("; {more} more are left out, by the setting max_claims"),
    };
    eprintln!(
        "groundcheck: asking {provider} {model} about {sentences}: {calls} questions, about {tokens} tokens{cost}{more}"
    );
}

/// What a plan costs, behind what it takes; nothing where no price is known.
fn about(plan: &VerificationPlan) -> String {
    plan.estimated_cost_usd.map_or_else(String::new, |cost| format!(", about ${}", cost.0))
}

/// The methods by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// How much the answer uses its evidence: the formulas and thresholds of the method's specification, unchanged.
    EvidenceUse,
    /// The upstream toolkit's: flagged where more bits are required than observed, whichever way they point.
    Budget,
    /// Budget with a direction: what the sources lower is contradicted.
    Directional,
}

impl From<Method> for GroundingMethod {
    fn from(method: Method) -> Self {
        match method {
            Method::EvidenceUse => GroundingMethod::EvidenceUse,
            Method::Budget => GroundingMethod::Budget,
            Method::Directional => GroundingMethod::Directional,
        }
    }
}

/// Runs the command.
pub fn run(args: &VerifyArgs) -> Result<Exit, InputError> {
    let answer = verified(args)?;
    let text = args.output.text(&answer, |style| render::grounded_answer(&answer, style));
    Ok(show(&text, exit(&answer)))
}

fn verified(args: &VerifyArgs) -> Result<GroundedAnswer, InputError> {
    let clients = args.providers.clients()?;
    let job = job(args)?;
    let policy = config::verifier_policy()?;
    args.database.write(async |store| {
        let verifier = Verifier::new(clients).with_policy(policy).with_store(store.clone());
        verifier.look(&job.options).await;
        let events = verifier.start(job).map_err(as_option)?;
        let bar = progress::counted(args.quiet, 0, "{wide_bar} {pos} of {len} claims, {elapsed}{msg}");
        let done = events.finish(|event| tell(event, &bar)).await;
        bar.finish_and_clear();
        done
    })
}

fn job(args: &VerifyArgs) -> Result<Job, InputError> {
    let answer = match args.answer.as_str() {
        "-" => input::read_stdin()?,
        text => match text.strip_prefix('@') {
            Some(path) => input::read_text(path.as_ref())?,
            None => text.to_owned(),
        },
    };
    let options = VerifyOptions {
        method: args.method.into(),
        budget_usd: args.budget_usd.map(Number),
        deadline_seconds: Some(Number(args.deadline)),
        policy: None,
        ..options(args.provider.as_ref(), args.budget_tokens)
    };
    let sources = input::read_sources(&args.sources)?.tell();
    Job::new(answer, sources, options)
}

/// The field of a request as the option that it came from.
fn as_option(error: InputError) -> InputError {
    let option = |field: String| match field.as_str() {
        "deadline_seconds" => "--deadline".to_owned(),
        "model" => "--provider".to_owned(),
        "provider" | "budget_usd" | "budget_tokens" => format!("--{}", field.replace('_', "-")),
        _ => field,
    };
    InputError { field: error.field.map(option), ..error }
}

fn tell(event: &Event, bar: &ProgressBar) {
    match event {
        Event::Plan(plan) => {
            bar.set_length(u64::try_from(plan.claims.len()).unwrap_or(u64::MAX));
            let cost = about(plan);
            bar.set_message(format!(", {} questions{cost}", plan.calls));
        }
        Event::Claim(claim) => {
            bar.set_position(claim.settled.into());
            bar.set_message(format!(", {}", spent(&claim.usage)));
        }
        Event::Done(_) | Event::Failed(_) => {}
    }
}

/// `20 questions, $0.0012`.
fn spent(usage: &VerifierUsage) -> String {
    let cost = usage.cost_usd.map_or_else(String::new, |cost| format!(", ${}", cost.0));
    format!("{} questions{cost}", usage.calls)
}

/// What the check comes to. What could not be verified weighs most: nobody knows about it.
fn exit(answer: &GroundedAnswer) -> Exit {
    let check = &answer.hallucination_check;
    if answer.verifier.as_ref().is_none_or(|run| run.not_verified_claims > 0) {
        return Exit::NotChecked;
    }
    let is_clean = check.grounded_claims == check.total_claims
        && check.total_claims > 0
        && check.findings.iter().all(|finding| finding.severity < Severity::Medium);
    if is_clean { Exit::Clean } else { Exit::NotClean }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::ErrorCode;

    use super::*;

    #[test]
    fn fields_are_told_as_options() {
        for (field, option) in [
            ("deadline_seconds", "--deadline"),
            ("budget_usd", "--budget-usd"),
            ("model", "--provider"),
            ("sources[0].id", "sources[0].id"),
        ] {
            let error = as_option(InputError::field(ErrorCode::InvalidValue, field, "x"));
            assert_eq!(error.field.as_deref(), Some(option));
        }
    }
}
