//! `groundcheck measure`: how far the filter can be trusted.

use std::path::PathBuf;

use clap::Args;
use groundcheck_types::{InputError, Measurement, Measuring, Number};

use super::exit::Exit;
use super::{Format, PolicyArgs, batch, print, progress};
use crate::{measure, render};

/// How many wrong cases the text lists by default.
const ERRORS_SHOWN: usize = 10;

/// Measure the filter on labelled answers: confusion matrix, precision, recall, hallucination rate.
///
/// Each line is a request as `batch` takes it, with a person's judgement in `expected`: has_hallucinations, or labels of
/// single claims, or both; `tags` (a list) gives a breakdown, `note` is for people. A case is positive if its answer contains a
/// hallucination. A share of zero cases is n/a (null in JSON). Answers that cannot be verified count as not flagged, and are named.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck measure labelled.jsonl
  groundcheck measure labelled.jsonl --min-f1 0.9 --min-accuracy 0.9 --errors 50
  cat reviews.jsonl | groundcheck measure - --format json | jq .metrics

A case, on one line:
  {\"id\": \"a1\", \"answer\": \"The NOI was $1.5M.\",
   \"sources\": [{\"id\": \"S0\", \"text\": \"The NOI was $1,200,000 in Q3 2024.\"}],
   \"expected\": {\"has_hallucinations\": true, \"claims\": [{\"text\": \"$1.5M\", \"status\": \"contradicted\"}]},
   \"tags\": [\"wrong_value\"]}

Exit codes: 0 every --min-… is reached or, where none is given, the hallucination rate meets its target
(HALLUCINATION_TARGET_RATE); 1 it is missed, or n/a; 2 usage or settings; 3 some lines could not be measured, the
rest was.")]
pub struct MeasureArgs {
    /// One labelled case a line; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The lowest F1 score that passes, 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    min_f1: Option<f64>,
    /// The lowest accuracy that passes, 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    min_accuracy: Option<f64>,
    /// How many wrong cases are listed; 10 by default as text, all as JSON.
    #[arg(long, value_name = "N")]
    errors: Option<usize>,
    /// Text for people or JSON for programs.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// No progress.
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    policy: PolicyArgs,
}

/// A share as `--min-f1` takes it.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1, such as 0.9".to_owned())
}

/// Runs the command.
pub fn run(args: &MeasureArgs) -> Result<Exit, InputError> {
    let policy = args.policy.read()?;
    let progress = progress::of_file(args.quiet, &args.file);
    let reader = batch::open(&args.file, &progress)?;
    let mut measuring = Measuring::new(policy.target_rate);
    let read = measure::run(reader, &policy, &mut measuring);
    progress.finish_and_clear();
    let shown = args.errors.unwrap_or(if args.format == Format::Text { ERRORS_SHOWN } else { usize::MAX });
    let mut measurement = measuring.finish(shown);
    measurement.partial |= read.is_err();
    let printed = print(&args.format.text(&measurement, || render::measurement(&measurement)));
    Ok(match (read, printed) {
        (Err(error), _) => batch::stopped("the input cannot be read further", &error),
        // The reader went away, or the disk is full: nobody has seen the figures.
        (Ok(()), Err(_)) => Exit::NotChecked,
        (Ok(()), Ok(())) if measurement.partial => Exit::NotChecked,
        (Ok(()), Ok(())) if passes(args, &measurement) => Exit::Clean,
        (Ok(()), Ok(())) => Exit::NotClean,
    })
}

/// Whether every gate is reached. The rate is of the answers, not of the filter: on cases labelled to hold hallucinations it
/// is over any target, so a gate on the filter takes its place.
fn passes(args: &MeasureArgs, measurement: &Measurement) -> bool {
    let metrics = measurement.metrics;
    let gates = [(args.min_f1, metrics.f1), (args.min_accuracy, metrics.accuracy)];
    let reached = |(least, share): &(Option<f64>, Option<Number>)| {
        least.is_none_or(|least| share.is_some_and(|share| share.0 >= least))
    };
    if gates.iter().any(|(least, _)| least.is_some()) {
        gates.iter().all(reached)
    } else {
        measurement.claims.meets_target == Some(true)
    }
}
