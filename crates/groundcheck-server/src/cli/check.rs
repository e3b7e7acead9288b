//! `groundcheck check`: one answer.

use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use groundcheck_types::{ErrorCode, Facts, InputError, Number, Policy, Report, Request, Scope, Verdict};

use super::collect::ProvidersArgs;
use super::database::DatabaseArgs;
use super::exit::Exit;
use super::verify::{Target, options, target, with_sentences};
use super::{ColorChoice, Format, OutputArgs, PolicyArgs, show};
use crate::gate::{self, Case, Checked, FailOn, Origin, Suite};
use crate::{engine, input, render, scope};

/// Check one answer against sources and facts.
///
/// Shows the answer with its claims underlined, and for each claim why it is right or wrong, with the nearest value that the evidence
/// has. With --format json it prints the report that POST /api/analyze returns, or {"error": …} where the input is bad; with --format prompt
/// what to tell the model that is to write the answer again; with --format junit, sarif, github or markdown what is flagged, for a CI
/// system. `groundcheck gate` does this for many answers.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck check 'The NOI was $1.5M.' --source lease.txt
  groundcheck check answer.txt --facts metrics.csv --entity 1 --period 2024-Q3 --confidence 0.9
  groundcheck check @answer.txt --source q3.xlsx report.pdf
  groundcheck check - --source reports/*.md --format json < answer.txt
  groundcheck check --request request.json --format json
  groundcheck check answer.txt --source lease.txt --format prompt
  groundcheck check answer.txt --source lease.txt --verify=ollama=llama3.2
  groundcheck check @answer.md --source lease.txt --format github

Exit codes: 0 clean, 1 flagged or unverified, 2 bad input or usage, 3 the check failed, or --verify could not verify every sentence.")]
pub struct CheckArgs {
    /// The answer itself, `-` for standard input, or `@FILE`; the name of a file that exists is read as well.
    #[arg(value_name = "ANSWER", required_unless_present_any = ["answer_file", "request"])]
    answer: Option<String>,
    /// The answer, from a file.
    #[arg(long, value_name = "FILE", conflicts_with = "answer")]
    answer_file: Option<PathBuf>,
    /// Documents that the answer should rest on: text, PDF, XLSX, XLS, ODS, DOCX or HTML. A source's id is its file name; each page of
    /// a PDF and each sheet of a workbook is a source of its own.
    #[arg(long = "source", value_name = "FILE", num_args = 1..)]
    sources: Vec<PathBuf>,
    /// Known values: a CSV table with a header line, a workbook (XLSX, XLS, ODS) or a JSON list; tall or wide.
    #[arg(long, value_name = "FILE")]
    facts: Option<PathBuf>,
    /// What was asked.
    #[arg(long, value_name = "TEXT")]
    question: Option<String>,
    /// Only facts of this entity (and those that name none); stored facts too.
    #[arg(long, value_name = "NAME")]
    entity: Option<String>,
    /// Only facts of this period (and those that name none); stored facts too.
    #[arg(long, value_name = "PERIOD")]
    period: Option<String>,
    /// Your own confidence in the answer, 0 to 1; the report says what is left of it.
    #[arg(long, value_name = "N")]
    confidence: Option<f64>,
    /// Language and region of the answer, such as en, en-GB or he; read off its letters by default.
    #[arg(long, value_name = "TAG")]
    locale: Option<String>,
    /// The day the answer was given, such as 2024-12-01.
    #[arg(long, value_name = "DATE")]
    as_of: Option<String>,
    /// A whole request of the contract as JSON (`-`: standard input), in place of all of the above.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "answer", "answer_file", "sources", "facts", "question", "entity", "period", "confidence", "locale", "as_of",
    ])]
    request: Option<PathBuf>,
    /// Which claims the text lists; the answer is shown whole. JSON always has all of them.
    #[arg(long, value_enum, default_value_t = Only::All)]
    only: Only,
    /// Print the answer with what contradicts one place of the evidence for sure replaced; each replacement goes to stderr.
    ///
    /// With --format json, an object with `answer` and `corrections`. The exit code is that of the answer as it was.
    #[arg(long, conflicts_with = "only")]
    corrected: bool,
    /// Ask a language model about the sentences that stay open, too: the provider, and its model; by default the first that is ready.
    /// What it takes is printed first. See `groundcheck verify`.
    #[arg(long, value_name = "NAME[=MODEL]", num_args = 0..=1, require_equals = true, value_parser = target, conflicts_with = "corrected")]
    verify: Option<Option<Target>>,
    /// What --verify may spend, in tokens. Sentences beyond it are not verified.
    #[arg(long, value_name = "COUNT", requires = "verify")]
    budget_tokens: Option<u64>,
    #[command(flatten)]
    providers: ProvidersArgs,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    policy: PolicyArgs,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    format: CheckFormat,
    /// When to colour the text.
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
}

/// What is printed of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For the model: what to correct when it writes the answer again. Nothing where nothing is flagged.
    Prompt,
    /// JUnit XML: a flagged answer is a failed test.
    Junit,
    /// SARIF 2.1.0: a flagged claim is a result, at its place in the answer's file.
    Sarif,
    /// GitHub's workflow commands: a flagged claim is an annotation.
    Github,
    /// For a summary or a comment.
    Markdown,
}

impl CheckFormat {
    /// The format of CI systems, where it is one.
    fn of_gate(self) -> Option<gate::Format> {
        match self {
            CheckFormat::Text | CheckFormat::Json | CheckFormat::Prompt => None,
            CheckFormat::Junit => Some(gate::Format::Junit),
            CheckFormat::Sarif => Some(gate::Format::Sarif),
            CheckFormat::Github => Some(gate::Format::Github),
            CheckFormat::Markdown => Some(gate::Format::Markdown),
        }
    }
}

impl CheckArgs {
    /// How the result and its errors are printed.
    pub(super) fn output(&self) -> OutputArgs {
        let format = if self.format == CheckFormat::Json { Format::Json } else { Format::Text };
        OutputArgs { format, color: self.color }
    }
}

/// Claims by what the evidence says of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Every claim.
    All,
    /// What is contradicted, unsupported or to be checked.
    Problems,
}

/// Runs the command.
pub fn run(args: &CheckArgs) -> Result<Exit, InputError> {
    let policy = args.policy.read()?;
    let mut request = match &args.request {
        // The error itself is that of the API, which knows no file.
        Some(path) => input::read_request(path).inspect_err(|_| {
            eprintln!("groundcheck: the request in {} is refused", render::one_line(&path.display().to_string()));
        })?,
        None => request(args)?,
    };
    if request.scope.is_some() {
        args.database.read(async |store| scope::add_stored_facts(&mut request, store).await)?;
    }
    if let Some(warning) = scope::warning(&request)? {
        eprintln!("groundcheck: {}", render::one_line(&warning));
    }
    if args.corrected {
        if !matches!(args.format, CheckFormat::Text | CheckFormat::Json) {
            let message = "prints the answer as text or JSON; leave --format out, or say text or json";
            return Err(InputError::field(ErrorCode::InvalidValue, "--corrected", message));
        }
        return corrected(args, &request, &policy);
    }
    if args.format == CheckFormat::Prompt {
        request.retry_prompt = true;
    }
    let mut report = engine::analyze(&request, &policy)?;
    let mut all_verified = true;
    if let Some(target) = &args.verify {
        let options = options(target.as_ref(), args.budget_tokens);
        let asked = (args.providers.clients()?, &args.database);
        (report, all_verified) = with_sentences(report, &request, options, asked, &policy)?;
    }
    // What nobody could verify is no all-clear.
    let is_flagged = report.verdict == Verdict::Flagged;
    let exit = if all_verified || is_flagged { Exit::of_verdict(report.verdict) } else { Exit::NotChecked };
    if args.format == CheckFormat::Prompt {
        return Ok(prompt(&report, exit));
    }
    if let Some(format) = args.format.of_gate() {
        let suite = suite(args, &request, &report);
        return Ok(show(&format.write(&suite, None), exit));
    }
    let text = args.output().text(&report, |style| {
        if args.only == Only::Problems {
            render::problems(&request, &report, style)
        } else {
            render::report(&request, &report, style)
        }
    });
    let text = if args.format == CheckFormat::Text { uncommanded(text) } else { text };
    Ok(show(&text, exit))
}

/// Runners of CI systems read commands out of what is printed, and an answer may have a line that looks like one.
fn uncommanded(text: String) -> String {
    let is_obeyed = ["GITHUB_ACTIONS", "TF_BUILD"].iter().any(|name| env::var_os(name).is_some());
    if is_obeyed { render::uncommanding(&text) } else { text }
}

/// The answer as the only case of a run.
fn suite(args: &CheckArgs, request: &Request, report: &Report) -> Suite {
    let origin = match (&args.request, answer_file(args)) {
        (Some(path), _) => Origin { file: (path != Path::new("-")).then(|| path.clone()), answer: None },
        (None, Some(path)) => Origin { file: Some(path.to_owned()), answer: Some(request.answer.clone()) },
        (None, None) => Origin::default(),
    };
    let mut suite = Suite::new(origin, FailOn::Flagged);
    let mut case = Case::new(1, request, report, FailOn::Flagged);
    case.id = case.id.or_else(|| Some("answer".to_owned()));
    suite.add(Checked { case, report: report.clone() });
    suite
}

/// Prints what a model is to be told that writes the answer again.
fn prompt(report: &Report, exit: Exit) -> Exit {
    let text = report.retry_prompt.as_deref().map(printed);
    if text.is_none() {
        eprintln!("groundcheck: nothing is flagged, so there is nothing to correct");
    }
    show(&uncommanded(text.unwrap_or_default()), exit)
}

/// Prints the corrected answer, and says what was replaced.
fn corrected(args: &CheckArgs, request: &Request, policy: &Policy) -> Result<Exit, InputError> {
    let (report, corrected) = engine::corrected(request, policy)?;
    if args.output().format == Format::Text {
        for correction in &corrected.corrections {
            eprintln!(
                "groundcheck: {} → {}",
                render::one_line(&correction.text),
                render::one_line(&correction.replacement)
            );
        }
        if corrected.corrections.is_empty() {
            eprintln!("groundcheck: nothing is certain enough to be replaced");
        }
    }
    let text = args.output().text(&corrected, |_| printed(&corrected.answer));
    Ok(show(&text, Exit::of_verdict(report.verdict)))
}

/// The answer as it is; for a terminal, which its text must not command, with markers for what cannot be seen.
fn printed(answer: &str) -> String {
    let is_terminal = io::stdout().is_terminal();
    let mut text = if is_terminal { render::visible(answer).into_owned() } else { answer.to_owned() };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn request(args: &CheckArgs) -> Result<Request, InputError> {
    let locale = args.locale.as_deref().map(str::parse).transpose();
    let scope = Scope { entity: args.entity.clone(), period: args.period.clone() };
    let request = Request {
        answer: answer(args)?,
        question: args.question.clone(),
        sources: input::read_sources(&args.sources)?.tell(),
        facts: args.facts.as_deref().map_or_else(|| Ok(Facts::default()), input::read_facts)?,
        scope: (scope != Scope::default()).then_some(scope),
        confidence: args.confidence.map(Number),
        locale: locale.map_err(|message| InputError::field(ErrorCode::InvalidValue, "locale", message))?,
        as_of: args.as_of.clone(),
        ..Request::default()
    };
    request.validate()?;
    Ok(request)
}

/// The file that the answer is read from, where there is one.
fn answer_file(args: &CheckArgs) -> Option<&Path> {
    match (&args.answer_file, args.answer.as_deref()) {
        (Some(path), _) => Some(path),
        (None, Some("-") | None) => None,
        (None, Some(text)) => text.strip_prefix('@').or_else(|| names_file(text).then_some(text)).map(Path::new),
    }
}

fn answer(args: &CheckArgs) -> Result<String, InputError> {
    let text = args.answer.as_deref().unwrap_or_default();
    if let Some(path) = answer_file(args) {
        if args.answer_file.is_none() && !text.starts_with('@') {
            eprintln!("groundcheck: reading the answer from the file {}", render::one_line(text));
        }
        return input::read_text(path);
    }
    if text == "-" {
        return input::read_stdin();
    }
    if is_like_a_file(text) {
        eprintln!("groundcheck: no file {} is there; this text is checked as the answer", render::one_line(text));
    }
    Ok(text.to_owned())
}

/// Whether this looks like the name of a file that is not there: one word that ends as files of text do.
fn is_like_a_file(text: &str) -> bool {
    let ends = Path::new(text).extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_lowercase();
    !text.contains(char::is_whitespace) && ["txt", "md", "json", "jsonl", "html", "csv"].contains(&ends.as_str())
}

/// Whether this is the name of a file and not an answer: one word with a suffix, under which a file exists.
fn names_file(text: &str) -> bool {
    let path = Path::new(text);
    !text.contains(char::is_whitespace) && path.extension().is_some() && path.is_file()
}
