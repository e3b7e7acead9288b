//! A command's span, where the environment names a collector. Whatever becomes of it, the command ends as it would without.

use std::io::{self, Write as _};
use std::time::Duration;

use groundcheck_types::InputError;

use super::exit::Exit;
use crate::batch::Tally;
use crate::traces::{self, Carried, Process, Span, SpanKind, Tracing};

/// The longest that a command waits for the collector.
const FLUSH: Duration = Duration::from_secs(2);

/// Runs a command as a span of this name.
pub(super) fn traced(name: &'static str, run: impl FnOnce() -> Result<Exit, InputError>) -> Result<Exit, InputError> {
    let Some(tracing) = begin(Process::Command) else { return run() };
    let span = Span::of_caller(name, SpanKind::Internal, traces::of_environment());
    span.word("process.executable.name", "groundcheck");
    let done = {
        let _part = span.enter();
        run()
    };
    span.count("process.exit.code", done.as_ref().map_or_else(Exit::of_error, |exit| *exit).code());
    if let Err(error) = &done {
        span.failed(error.code.as_str());
    }
    drop(span);
    if let Err(why) = tracing.finish(FLUSH) {
        warn(&why);
    }
    done
}

/// Spans, where there are any; where there should be and cannot, one line on standard error says why.
pub(super) fn begin(process: Process) -> Option<Tracing> {
    process.begin().unwrap_or_else(|why| {
        if process == Process::Server {
            tracing::warn!("no traces: {why}");
        } else {
            warn(&why);
        }
        None
    })
}

/// What a run over many answers came to.
pub(super) fn run_counts(tally: &Tally) {
    let span = Carried::here();
    for (key, count) in [
        ("groundcheck.answers.count", tally.answers),
        ("groundcheck.answers.verdict.clean", tally.clean),
        ("groundcheck.answers.verdict.flagged", tally.flagged),
        ("groundcheck.answers.verdict.unverified", tally.unverified),
        ("groundcheck.answers.verdict.error", tally.errors),
        ("groundcheck.claims.count", tally.claims),
    ] {
        span.count(key, count);
    }
}

fn warn(why: &str) {
    // A closed stderr is no reason to fail.
    let _ = writeln!(io::stderr(), "groundcheck: no trace: {why}");
}
