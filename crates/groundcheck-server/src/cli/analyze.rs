//! `groundcheck analyze`: links checked, mentions scored.

use std::sync::Arc;

use clap::Args;
use groundcheck_types::InputError;
use serde_json::json;

use super::database::DatabaseArgs;
use super::exit::Exit;
use super::urls::LinkArgs;
use super::{Format, PolicyArgs, print, progress};
use crate::analysis::{Event, Links, Remembered, Settings, Until, Wake, Worker};
use crate::dates;
use crate::server::shutdown_signal;
use crate::store::jobs::JobKind;
use crate::store::reports::Filter;
use crate::store::{Millis, Store};
use crate::urls::{StoredCache, SystemResolver};

/// Check the links of stored responses and score their mentions; what is scored already is left alone.
///
/// May be stopped and started again at any time, and run in several places on one database at once: each response is scored once,
/// and what an interrupted run left unfinished is taken over by the others. What failed before is tried again.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Exit codes: 0 all is scored and nothing is of high risk, 1 some mentions are of high risk, or nothing is stored, 2 usage,
3 some could not be scored, or it stopped early.")]
pub struct AnalyzeArgs {
    /// Ask every link anew and score everything again.
    #[arg(long)]
    recheck: bool,
    /// Ask no server: links that were not checked before count as unknown, until an analysis with --recheck.
    #[arg(long, conflicts_with = "recheck")]
    offline: bool,
    /// How many responses are in hand at once.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=1024))]
    at_once: u16,
    /// After how many seconds other processes may take over this one's unfinished responses if it dies.
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=3600))]
    lease: u32,
    /// How to print the summary.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// No progress and no summary.
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    links: LinkArgs,
    #[command(flatten)]
    policy: PolicyArgs,
}

/// Runs the command.
pub fn run(args: &AnalyzeArgs) -> Result<Exit, InputError> {
    let policy = Arc::new(args.policy.read()?);
    args.database.write(async |store| {
        let cache = Arc::new(StoredCache::new(store.clone()));
        let checker = args.links.remembering(Arc::new(SystemResolver::new()), cache)?;
        let links: Arc<dyn Links> = if args.offline { Arc::new(Remembered::by(checker)) } else { Arc::new(checker) };
        store.retry_failed_jobs(JobKind::Score).await?;
        if args.recheck {
            store.repeat_jobs(JobKind::Score, &dates::to_text(store.now())).await?;
        }
        let settings = Settings { lease_ms: Millis::from(args.lease) * 1_000, at_once: usize::from(args.at_once) };
        let worker = Worker::new(store.clone(), links, policy, settings, Wake::default());
        let to_do = store.job_counts(JobKind::Score).await?.pending();
        let progress = progress::counted(args.quiet, to_do, "{wide_bar} {pos} of {len} responses, {eta} left");
        let mut done = Done::default();
        let stop = async {
            // Where the process may not listen to signals, they end it, and the leases run out.
            match shutdown_signal() {
                Ok(signal) => signal.await,
                Err(_) => std::future::pending().await,
            }
        };
        let stopped = std::cell::Cell::new(false);
        let stop = async {
            stop.await;
            stopped.set(true);
        };
        let worked = worker.run(Until::Done, stop, |event| {
            done.add(event);
            progress.set_position(done.responses);
        });
        let worked = worked.await;
        progress.finish_and_clear();
        worked?;
        summary(args, store, &done, stopped.get()).await
    })
}

/// What was done here.
#[derive(Debug, Default)]
struct Done {
    responses: u64,
    risks: [usize; 3],
    links: [usize; 3],
}

impl Done {
    fn add(&mut self, event: &Event) {
        if let Event::Scored { risks, links, .. } = event {
            self.responses += 1;
            self.risks.iter_mut().zip(risks).for_each(|(sum, of_one)| *sum += of_one);
            self.links.iter_mut().zip(links).for_each(|(sum, of_one)| *sum += of_one);
        }
    }
}

async fn summary(args: &AnalyzeArgs, store: &Store, done: &Done, stopped: bool) -> Result<Exit, InputError> {
    let jobs = store.job_counts(JobKind::Score).await?;
    let (waiting, failed) = (jobs.pending(), jobs.failed);
    let parts = store.report_parts(&Filter::default()).await?;
    let all_high: i64 = parts.iter().map(|part| part.high).sum();
    let [high, medium, low] = done.risks;
    let [reachable, unreachable, unknown] = done.links;
    let text = match args.format {
        Format::Json => {
            let summary = json!({
                "responses": done.responses,
                "risk": { "high": high, "medium": medium, "low": low },
                "links": { "reachable": reachable, "unreachable": unreachable, "unknown": unknown },
                "pending": waiting, "failed": failed, "high_risk_stored": all_high,
            });
            format!("{summary}\n")
        }
        Format::Text => {
            let mut text = format!(
                "{} responses scored: {high} mentions of high risk, {medium} of medium, {low} of low\n\
                 {} links asked: {reachable} reachable, {unreachable} unreachable, {unknown} unknown\n",
                done.responses,
                reachable + unreachable + unknown,
            );
            if waiting > 0 {
                text += &format!("{waiting} responses are not scored yet\n");
            }
            if failed > 0 {
                text += &format!("{failed} responses could not be scored\n");
            }
            if parts.is_empty() {
                text += "nothing is scored, so the risk is unknown\n";
            }
            text
        }
    };
    if !args.quiet && print(&text).is_err() {
        return Ok(Exit::NotChecked);
    }
    Ok(if stopped || waiting > 0 || failed > 0 {
        Exit::NotChecked
    } else if all_high > 0 || parts.is_empty() {
        Exit::NotClean
    } else {
        Exit::Clean
    })
}
