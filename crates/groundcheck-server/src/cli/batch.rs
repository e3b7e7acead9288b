//! `groundcheck batch`: many answers, as a filter.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::{Args, ValueEnum};
use groundcheck_types::{ErrorCode, InputError, Policy};
use indicatif::ProgressBar;

use super::exit::Exit;
use super::{PolicyArgs, progress, traced};
use crate::batch::{self, Stopped, Tally};
use crate::gate::{self, FailOn, Origin, Suite};

/// Check many answers: one request per line in (JSONL), one report per line out, in the same order.
///
/// A line that cannot be checked gives a report with verdict `error` and its line number in error.line; the other lines are still checked.
/// A summary goes to stderr. Reports are written as they come, so memory stays bounded whatever the size of the input. With --format junit,
/// sarif, github or markdown, what is flagged is written for a CI system instead, once all lines are checked; `groundcheck gate` decides by it.
/// Until then, every answer's outcome and problems are in memory, and up to 1,000 problems of an answer are listed; the others are counted.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck batch answers.jsonl --out reports.jsonl
  zcat answers.jsonl.gz | groundcheck batch | jq -c 'select(.verdict == \"flagged\")'
  groundcheck batch answers.jsonl --format sarif --out groundcheck.sarif
  rdd.pipe('groundcheck batch --quiet --jobs 1 --exit-zero', checkCode=True)   # a partition of Spark

Exit codes: 0 every answer is clean, 1 some are flagged or unverified (or there was none), 2 usage or settings,
3 some could not be checked. With --exit-zero, 0 where every line has a report.")]
pub struct BatchArgs {
    /// One request a line, as the body of POST /api/analyze; `-` for standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Where the reports go, instead of standard output; an existing file is replaced.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How to write the result.
    #[arg(long, value_enum, default_value_t = BatchFormat::Json)]
    format: BatchFormat,
    /// How many answers are checked at once; as many as there are cores by default.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// No progress and no summary.
    #[arg(long, short)]
    quiet: bool,
    /// Exit with 0 once every line has its report, whatever the reports say: for programs that take another code for a broken run, such
    /// as Spark's `pipe`. A run that could not read or write to the end, or has wrong settings, still exits with 2 or 3.
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    policy: PolicyArgs,
}

/// What is written of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BatchFormat {
    /// A report a line, for programs.
    Json,
    /// JUnit XML: a flagged answer is a failed test.
    Junit,
    /// SARIF 2.1.0: a flagged claim is a result.
    Sarif,
    /// GitHub's workflow commands: a flagged claim is an annotation.
    Github,
    /// For a summary or a comment.
    Markdown,
}

impl BatchFormat {
    /// The format of the run as a whole; none where every report is written by itself.
    fn whole(self) -> Option<gate::Format> {
        match self {
            BatchFormat::Json => None,
            BatchFormat::Junit => Some(gate::Format::Junit),
            BatchFormat::Sarif => Some(gate::Format::Sarif),
            BatchFormat::Github => Some(gate::Format::Github),
            BatchFormat::Markdown => Some(gate::Format::Markdown),
        }
    }
}

/// Runs the command.
pub fn run(args: &BatchArgs) -> Result<Exit, InputError> {
    let policy = args.policy.read()?;
    let progress = progress::of_file(args.quiet, &args.file);
    let reader = open(&args.file, &progress)?;
    let mut out = create(args.out.as_deref(), &args.file)?;
    let (tally, result) = match args.format.whole() {
        None => batch::run(reader, &mut out, &policy, jobs(args.jobs)),
        Some(format) => whole(args, reader, &mut out, &policy, format),
    };
    progress.finish_and_clear();
    traced::run_counts(&tally);
    let exit = match &result {
        Ok(()) if args.exit_zero => Exit::Clean,
        Ok(()) => exit_of(&tally),
        // `| head` has what it wanted. Not all was checked, so it is no success either.
        Err(Stopped::Write(e)) if e.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::NotChecked),
        Err(Stopped::Write(e)) => stopped("the output cannot be written", e),
        Err(Stopped::Read(e)) => stopped("the input cannot be read further", e),
    };
    if !args.quiet {
        let _ = io::stderr().write_all(tally.summary(&policy).as_bytes());
    }
    Ok(exit)
}

/// Checks everything, and writes the run as a whole.
fn whole(
    args: &BatchArgs,
    reader: impl BufRead + Send + 'static,
    out: &mut impl Write,
    policy: &Policy,
    format: gate::Format,
) -> (Tally, Result<(), Stopped>) {
    let (suite, read) = suite(&args.file, reader, policy, args.jobs, FailOn::Flagged);
    let text = format.write(&suite, None);
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Stopped::Write);
    (suite.tally, read.and(written))
}

/// Checks every line of a file and keeps what is wrong with it.
pub(super) fn suite(
    file: &Path,
    reader: impl BufRead + Send + 'static,
    policy: &Policy,
    at_once: Option<NonZeroUsize>,
    fail_on: FailOn,
) -> (Suite, Result<(), Stopped>) {
    let origin = Origin { file: (file != Path::new("-")).then(|| file.to_owned()), answer: None };
    let mut suite = Suite::new(origin, fail_on);
    let check = move |line, prepared: &mut _| gate::check(line, prepared, fail_on);
    let read = batch::run_with(reader, policy, jobs(at_once), check, &mut suite);
    if let Err(why) = &read {
        suite.stopped(why);
    }
    (suite, read)
}

/// How many answers are checked at once.
fn jobs(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

fn exit_of(tally: &Tally) -> Exit {
    if tally.errors > 0 {
        Exit::NotChecked
    } else if tally.answers > 0 && tally.clean == tally.answers {
        Exit::Clean
    } else {
        Exit::NotClean
    }
}

pub(super) fn stopped(what: &str, error: &io::Error) -> Exit {
    let _ = writeln!(io::stderr(), "groundcheck: stopped early: {what}: {error}");
    Exit::NotChecked
}

pub(super) fn open(file: &Path, progress: &ProgressBar) -> Result<impl BufRead + Send + 'static, InputError> {
    let reader: Box<dyn Read + Send> = if file == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file).map_err(|e| unusable(file, "read", &e))?)
    };
    Ok(BufReader::with_capacity(256 * 1024, progress.wrap_read(reader)))
}

pub(super) fn create(out: Option<&Path>, file: &Path) -> Result<BufWriter<Box<dyn Write>>, InputError> {
    let writer: Box<dyn Write> = match out {
        None => Box::new(io::stdout()),
        Some(path) => {
            // Creating it would empty the input before the first line is read.
            if is_input(path, file) {
                let message = "is the input too; it would be lost";
                return Err(InputError::field(ErrorCode::InvalidSetting, "--out", message));
            }
            Box::new(File::create(path).map_err(|e| unusable(path, "written", &e))?)
        }
    };
    Ok(BufWriter::with_capacity(256 * 1024, writer))
}

/// Whether the output is the file that is read, by whatever name: itself, a link to it, or standard input.
#[cfg(unix)]
pub(super) fn is_input(out: &Path, file: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let identity = |about: fs::Metadata| (about.dev(), about.ino());
    let stdin = || File::from(io::stdin().as_fd().try_clone_to_owned().ok()?).metadata().ok();
    let input = if file == Path::new("-") { stdin() } else { fs::metadata(file).ok() };
    let same = |(out, input): (fs::Metadata, fs::Metadata)| out.is_file() && identity(out) == identity(input);
    fs::metadata(out).ok().zip(input).is_some_and(same)
}

/// Whether the output is the file that is read, by its name.
#[cfg(not(unix))]
pub(super) fn is_input(out: &Path, file: &Path) -> bool {
    out.canonicalize().is_ok_and(|out| file.canonicalize().is_ok_and(|file| out == file))
}

pub(super) fn unusable(path: &Path, how: &str, error: &io::Error) -> InputError {
    InputError::field(ErrorCode::UnreadableFile, path.display().to_string(), format!("cannot be {how}: {error}"))
}
