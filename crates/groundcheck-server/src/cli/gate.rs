//! `groundcheck gate`: whether a file of answers may go on.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process;

use clap::Args;
use groundcheck_types::{ErrorCode, InputError};

use super::exit::Exit;
use super::{PolicyArgs, batch, print, progress, traced};
use crate::batch::Stopped;
use crate::gate::{self, Baseline, FailOn, Known, Limit, Limits, Outcome, Suite};
use crate::traces::Carried;
use crate::{input, render};

/// Where GitHub takes the summary of a step from.
const STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// Pass or fail a file of answers, for CI: limits, a baseline of known problems, reports for CI systems.
///
/// Reads one request per line, as `batch` does; give each an id that stays the same. By default the gate fails if any answer is flagged.
/// With --baseline, only problems that the baseline does not have count. An answer in which nothing could be checked does not pass, but
/// fails the gate only with --fail-on open, or if no answer could be verified. Up to 1,000 problems of an answer are listed; all count.
///
/// The result is printed as text. With --out, the --format goes to that file and the text to standard output; without it, another format goes
/// to standard output and the text to standard error. In GitHub Actions, the result is also added to the summary of the step (GITHUB_STEP_SUMMARY).
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck gate cases.jsonl
  groundcheck gate cases.jsonl --max-flagged 2% --format junit --out gate.xml
  groundcheck gate cases.jsonl --baseline known.jsonl --write-baseline
  groundcheck gate cases.jsonl --baseline known.jsonl --format github
  groundcheck gate cases.jsonl --fail-on open --format sarif --out groundcheck.sarif

A case, on one line:
  {\"id\": \"noi-q3\", \"question\": \"What was the NOI?\", \"answer\": \"The NOI was $1.5M.\",
   \"sources\": [{\"id\": \"S0\", \"text\": \"The NOI was $1,200,000 in Q3 2024.\"}]}

Exit codes: 0 passed; 1 failed: a limit is exceeded, there is no answer, or none could be verified; 2 usage, settings or
baseline; 3 some lines could not be checked, or the baseline or the result could not be written, so the answers have not
passed, whatever the others are.")]
pub struct GateArgs {
    /// One request a line, as the body of POST /api/analyze; `-` for standard input.
    #[arg(value_name = "CASES")]
    file: PathBuf,
    /// What counts as a problem.
    #[arg(long, value_enum, default_value_t = FailOn::Flagged, value_name = "WHAT")]
    fail_on: FailOn,
    /// How many answers may have new problems: a count, or a share such as 2% of the answers that are clean or flagged. Default 0, unless
    /// --max-claims is given.
    #[arg(long, value_name = "N|P%")]
    max_flagged: Option<Limit>,
    /// How many new problems there may be: a count, or a share such as 0.5% of the claims that are supported, contradicted or unsupported.
    #[arg(long, value_name = "N|P%")]
    max_claims: Option<Limit>,
    /// Known problems, which do not count.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all problems of this run to the baseline, then judge by it. Nothing is written, and the exit code is 3, if some lines could
    /// not be checked, if there is no answer, or if no answer could be verified.
    #[arg(long, requires = "baseline")]
    write_baseline: bool,
    /// How to write the result.
    #[arg(long, value_enum, default_value_t = gate::Format::Text)]
    format: gate::Format,
    /// Where it goes, instead of standard output; an existing file is replaced.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many answers are checked at once; as many as there are cores by default.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// No progress and, beside another format or --out, no text.
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    policy: PolicyArgs,
}

/// Runs the command.
pub fn run(args: &GateArgs) -> Result<Exit, InputError> {
    let policy = args.policy.read()?;
    let baseline = args.baseline.as_deref().map(|path| known(args, path)).transpose()?;
    let progress = progress::of_file(args.quiet, &args.file);
    let reader = batch::open(&args.file, &progress)?;
    // A file of an earlier run must not outlive one that breaks off.
    let mut out = args.out.as_deref().map(|out| batch::create(Some(out), &args.file)).transpose()?;
    let (mut suite, read) = batch::suite(&args.file, reader, &policy, args.jobs, args.fail_on);
    progress.finish_and_clear();
    if let Err(Stopped::Read(error) | Stopped::Write(error)) = &read {
        batch::stopped("the input cannot be read further", error);
    }
    let gone = baseline.map_or_else(Vec::new, |baseline| baseline.apply(&mut suite));
    let limits = Limits { flagged: args.max_flagged, claims: args.max_claims };
    let mut outcome = Outcome::of(&suite, limits, gone);
    let baseline = args.baseline.as_deref().filter(|_| args.write_baseline);
    let baseline = baseline.map(|path| write_baseline(path, &mut suite, limits, &mut outcome));
    add_to_step_summary(&suite, &outcome);
    traced::run_counts(&suite.tally);
    let span = Carried::here();
    let (new, known) = suite.problems();
    span.flag("groundcheck.gate.passed", outcome.passed());
    span.count("groundcheck.gate.problems.new", new);
    span.count("groundcheck.gate.problems.known", known);
    let written = write(args, out.as_mut(), &suite, &outcome);
    // Only now: the result is there whatever became of the baseline.
    if let Some(Ok(said) | Err(said)) = &baseline {
        let _ = writeln!(io::stderr(), "groundcheck: {said}");
    }
    Ok(match written {
        // Nobody has seen the result.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Exit::NotChecked,
        Err(error) => batch::stopped("the output cannot be written", &error),
        Ok(()) if outcome.not_checked > 0 || baseline.is_some_and(|baseline| baseline.is_err()) => Exit::NotChecked,
        Ok(()) if outcome.passed() => Exit::Clean,
        Ok(()) => Exit::NotClean,
    })
}

/// The known problems. A file that is yet to be written has none.
fn known(args: &GateArgs, path: &Path) -> Result<Baseline, InputError> {
    let refused = |message| Err(InputError::field(ErrorCode::InvalidSetting, "--baseline", message));
    let baseline = target(path);
    let mut others = [Some(&args.file), args.out.as_ref()].into_iter().flatten();
    if others.any(|other| target(other) == baseline || batch::is_input(path, other)) {
        return refused("is the file of cases or of the result too; one would be lost");
    }
    if args.write_baseline && path.exists() && !path.is_file() {
        return refused("is not a file that can be replaced");
    }
    if !path.exists() {
        if args.write_baseline {
            return Ok(Baseline::default());
        }
        let message = format!("{} does not exist; --write-baseline writes it", path.display());
        return Err(InputError::field(ErrorCode::UnreadableFile, "--baseline", message));
    }
    Baseline::read(&input::read_text(path)?)
}

/// The file that a path stands for, which may not exist yet: links are followed, as they are when it is written.
fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // As many links as Linux follows.
    for _ in 0..40 {
        if let Ok(path) = path.canonicalize() {
            return path;
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        match (fs::read_link(&path), path.file_name()) {
            (Ok(link), _) => path = folder.join(link),
            (Err(_), Some(name)) => return folder.join(name),
            (Err(_), None) => return path,
        }
    }
    path
}

/// Writes all problems of the run, and judges it by them. What was done, or why nothing was: then the run is judged as it was before.
fn write_baseline(path: &Path, suite: &mut Suite, limits: Limits, outcome: &mut Outcome) -> Result<String, String> {
    let why = if outcome.not_checked > 0 {
        "some lines could not be checked"
    } else if suite.cases.is_empty() {
        "there is no answer"
    } else if !suite.is_any_decided() {
        "no answer could be verified"
    } else {
        ""
    };
    if !why.is_empty() {
        return Err(format!("the baseline is not written, because {why}"));
    }
    let (new, _) = suite.problems();
    let baseline = Baseline::of(suite);
    let name = render::one_line(&path.display().to_string());
    replace(path, &baseline.to_text()).map_err(|error| format!("the baseline {name} cannot be written: {error}"))?;
    let gone: &[Known] = &outcome.gone;
    let said = format!("known problems in {name}: {} ({new} added, {} removed)", baseline.len(), gone.len());
    let left = baseline.apply(suite);
    *outcome = Outcome::of(suite, limits, left);
    Ok(said)
}

/// Replaces a file by this text, at once: whoever reads it finds all of the old text or all of the new one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = target(path);
    let permissions = fs::metadata(&path).ok().map(|about| about.permissions());
    if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.partial", process::id()));
    let partial = path.with_file_name(name);
    // A process that was killed may have had the same number.
    let _ = fs::remove_file(&partial);
    let write = |mut file: File| {
        permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    let written = File::create_new(&partial).and_then(write).and_then(|()| fs::rename(&partial, &path));
    if written.is_err() {
        let _ = fs::remove_file(&partial);
    }
    written
}

/// In GitHub Actions, adds the result to the summary of the step. Where that fails the gate still decides.
fn add_to_step_summary(suite: &Suite, outcome: &Outcome) {
    let Some(path) = env::var_os(STEP_SUMMARY).filter(|path| !path.is_empty()) else { return };
    let text = gate::Format::Markdown.write(suite, Some(outcome));
    let file = OpenOptions::new().append(true).create(true).open(path);
    if let Err(error) = file.and_then(|mut file| file.write_all(text.as_bytes())) {
        let _ = writeln!(io::stderr(), "groundcheck: the summary cannot be added to {STEP_SUMMARY}: {error}");
    }
}

/// Writes the format where it is to go, and the text for people beside it.
fn write(args: &GateArgs, out: Option<&mut impl Write>, suite: &Suite, outcome: &Outcome) -> io::Result<()> {
    let text = gate::Format::Text.write(suite, Some(outcome));
    let whole = args.format.write(suite, Some(outcome));
    match out {
        Some(out) => {
            out.write_all(whole.as_bytes())?;
            out.flush()?;
            if args.quiet { Ok(()) } else { print(&text) }
        }
        None => {
            print(&whole)?;
            if args.format != gate::Format::Text && !args.quiet {
                let _ = io::stderr().write_all(text.as_bytes());
            }
            Ok(())
        }
    }
}
