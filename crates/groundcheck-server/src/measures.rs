//! What is counted for `/metrics`, one name a line here. Labels are routes and words of the contract, never a text from outside.

use std::fmt;

use groundcheck_types::{
    ErrorCode, GroundedAnswer, InputError, RecordReport, RecordStatus, Report, ReviewKind, ReviewStatus, UrlCheck,
};
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use crate::collect::{Failed, NOT_ASKED, Told};
use crate::llm::Usage;
use crate::store::jobs::JobKind;
use crate::store::{Store, StoreError};

const REQUESTS: &str = "groundcheck_http_requests_total";
const REQUEST_SECONDS: &str = "groundcheck_http_request_duration_seconds";
const ANALYSES: &str = "groundcheck_analyses_total";
const ABANDONED: &str = "groundcheck_abandoned_analyses_total";
const ANALYSIS_SECONDS: &str = "groundcheck_analysis_duration_seconds";
const CLAIMS: &str = "groundcheck_claims_total";
const RECORDS: &str = "groundcheck_records_total";
const RECORD_ALERTS: &str = "groundcheck_record_alerts_total";
const LINK_CHECKS: &str = "groundcheck_link_checks_total";
const QUESTIONS: &str = "groundcheck_provider_questions_total";
const TOKENS: &str = "groundcheck_provider_tokens_total";
const VERIFIER_CALLS: &str = "groundcheck_verifier_calls_total";
const VERIFIER_COST: &str = "groundcheck_verifier_cost_usd";
const VERIFICATIONS: &str = "groundcheck_verifications_total";
const VERIFIED_CLAIMS: &str = "groundcheck_verified_claims_total";
const KNOWN_ANSWERS: &str = "groundcheck_verifier_known_answers_total";
const STREAMS: &str = "groundcheck_streams_total";
const FIRST_DELTA: &str = "groundcheck_stream_first_delta_seconds";
const JOBS: &str = "groundcheck_jobs";
const MENTIONS: &str = "groundcheck_stored_mentions";
const REVIEWS: &str = "groundcheck_reviews";
const STORE_UP: &str = "groundcheck_store_up";
const BUILD: &str = "groundcheck_build_info";

/// Upper ends of the buckets, in seconds: an analysis takes a millisecond, a link's check up to ten seconds.
const BUCKETS: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1.0, 3.0, 10.0];

/// The counters of this process.
#[derive(Clone)]
pub struct Measures(PrometheusHandle);

impl fmt::Debug for Measures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Measures").finish_non_exhaustive()
    }
}

impl Measures {
    /// Counts from now on, for the whole process.
    ///
    /// # Errors
    /// Where something counts already.
    pub fn install() -> Result<Self, InputError> {
        let cannot =
            |e: &dyn fmt::Display| InputError::whole(ErrorCode::Internal, format!("nothing can be counted: {e}"));
        let builder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &BUCKETS)
            .map_err(|e| cannot(&e))?;
        let handle = builder.install_recorder().map_err(|e| cannot(&e))?;
        describe_counter!(REQUESTS, "HTTP requests by route, method and status.");
        describe_histogram!(REQUEST_SECONDS, Unit::Seconds, "Time to a response's head, by route.");
        describe_counter!(ANALYSES, "Answers checked over the API, by verdict.");
        describe_counter!(ABANDONED, "Analyses stopped because their client left, or already got a 503.");
        describe_histogram!(ANALYSIS_SECONDS, Unit::Seconds, "Time the engine took over an answer.");
        describe_counter!(CLAIMS, "Claims of those answers, by status.");
        describe_counter!(
            RECORDS,
            "Records validated over the API, by status, whether they were rejected, and provider."
        );
        describe_counter!(RECORD_ALERTS, "Alerts that their reports list, by type, severity and provider.");
        describe_counter!(LINK_CHECKS, "Links checked, by state, reason and whether the outcome was known already.");
        describe_counter!(QUESTIONS, "Questions to providers, by provider and what came of them.");
        describe_counter!(TOKENS, "Tokens of their answers as they count them, by provider and direction.");
        describe_counter!(VERIFIER_CALLS, "Questions of the verifier to providers, by provider and what came of them.");
        describe_gauge!(VERIFIER_COST, "What their answers cost since the start, in US dollars, by provider.");
        describe_counter!(KNOWN_ANSWERS, "Questions of the verifier whose answer was known, by provider.");
        describe_counter!(VERIFICATIONS, "Answers that were verified, by provider and whether they are grounded.");
        describe_counter!(VERIFIED_CLAIMS, "Claims of those answers, by status and reason.");
        describe_counter!(STREAMS, "Answers of providers that streamed through the monitor, by provider and ending.");
        describe_histogram!(FIRST_DELTA, Unit::Seconds, "Time from asking a provider to its first words, by provider.");
        describe_gauge!(JOBS, "Jobs in the store, by kind and state.");
        describe_gauge!(MENTIONS, "Mentions in the store, by whether they are scored.");
        describe_gauge!(REVIEWS, "Items of the review queue, by kind and status.");
        describe_gauge!(STORE_UP, "1 where the store could be read for this answer, 0 where not.");
        describe_gauge!(BUILD, "1, with the version.");
        gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        Ok(Measures(handle))
    }

    /// All of it in Prometheus's text format, what is stored included.
    pub(super) async fn render(&self, store: Option<&Store>) -> String {
        if let Some(store) = store {
            let read = stored(store).await;
            gauge!(STORE_UP).set(f64::from(u8::from(read.is_ok())));
        }
        self.0.run_upkeep();
        self.0.render()
    }
}

/// What no request counts: how it stands in the store, which other servers change too.
async fn stored(store: &Store) -> Result<(), StoreError> {
    let jobs = store.job_counts(JobKind::Score).await?;
    for (state, count) in jobs.by_state() {
        gauge!(JOBS, "kind" => JobKind::Score.as_str(), "state" => state.as_str()).set(count as f64);
    }
    let totals = store.totals().await?;
    gauge!(MENTIONS, "scored" => "true").set(totals.scored as f64);
    gauge!(MENTIONS, "scored" => "false").set((totals.mentions - totals.scored) as f64);
    let reviews = store.review_counts().await?;
    for (kind, status) in ReviewKind::ALL.iter().flat_map(|kind| ReviewStatus::ALL.iter().map(move |s| (*kind, *s))) {
        let count = reviews.iter().find(|count| (count.kind.0, count.status.0) == (kind, status));
        let items = count.map_or(0, |count| count.items);
        gauge!(REVIEWS, "kind" => kind.as_str(), "status" => status.as_str()).set(items as f64);
    }
    Ok(())
}

/// Counts a request: `route` is a pattern of the router's.
pub(super) fn request(route: &str, method: &'static str, status: u16, seconds: f64) {
    let route = route.to_owned();
    counter!(REQUESTS, "route" => route.clone(), "method" => method, "status" => status.to_string()).increment(1);
    histogram!(REQUEST_SECONDS, "route" => route).record(seconds);
}

/// Counts an answer that was checked.
pub(super) fn analysis(report: &Report, seconds: f64) {
    counter!(ANALYSES, "verdict" => report.verdict.as_str()).increment(1);
    histogram!(ANALYSIS_SECONDS).record(seconds);
    for claim in &report.claims {
        counter!(CLAIMS, "status" => claim.status.as_str()).increment(1);
    }
}

/// Counts an analysis that was stopped.
pub(super) fn abandoned() {
    counter!(ABANDONED).increment(1);
}

/// Counts a record that was validated; `provider` is one of the server's own, or a word for all others.
pub(super) fn record(report: &RecordReport, provider: String) {
    let status = match report.summary.status {
        RecordStatus::Clean => "clean",
        RecordStatus::HallucinationsDetected => "hallucinations_detected",
        RecordStatus::Error => "error",
    };
    let rejected = if report.summary.rejection_recommended { "true" } else { "false" };
    counter!(RECORDS, "status" => status, "rejected" => rejected, "provider" => provider.clone()).increment(1);
    for alert in &report.alerts {
        let (kind, severity) = (alert.r#type.as_str(), alert.severity.as_str());
        counter!(RECORD_ALERTS, "type" => kind, "severity" => severity, "provider" => provider.clone()).increment(1);
    }
}

/// Counts a link that was checked.
pub(crate) fn link(check: &UrlCheck) {
    let cached = if check.cached { "true" } else { "false" };
    let (state, reason) = (check.state.as_str(), check.reason.as_str());
    counter!(LINK_CHECKS, "state" => state, "reason" => reason, "cached" => cached).increment(1);
}

/// Counts a question to a provider; none that was refused before anybody was asked, whose provider may be any text.
pub(super) fn question(provider: &str, told: &Result<Told, Failed>) {
    let (outcome, usage) = match told {
        Ok(told) => {
            let Told { answer, .. } = told;
            let usage = Usage { prompt_tokens: answer.prompt_tokens, completion_tokens: answer.completion_tokens };
            (if answer.partial { "partial" } else { "whole" }, usage)
        }
        Err(failed) if failed.reason == NOT_ASKED => return,
        Err(failed) => (failed.reason, failed.usage),
    };
    counter!(QUESTIONS, "provider" => provider.to_owned(), "outcome" => outcome).increment(1);
    tokens(provider, usage);
}

/// Counts what an answer took.
fn tokens(provider: &str, usage: Usage) {
    for (direction, tokens) in [("in", usage.prompt_tokens), ("out", usage.completion_tokens)] {
        let counter = counter!(TOKENS, "provider" => provider.to_owned(), "direction" => direction);
        counter.increment(tokens.unwrap_or_default());
    }
}

/// Counts an answer that streamed: as it ended, `not_answered`, `not_checked`, or `abandoned` by who read it.
pub(super) fn streamed(provider: &str, ending: &'static str, usage: Usage) {
    counter!(STREAMS, "provider" => provider.to_owned(), "ending" => ending).increment(1);
    tokens(provider, usage);
}

/// Notes how long a provider's first words took.
pub(super) fn first_delta(provider: &str, seconds: f64) {
    histogram!(FIRST_DELTA, "provider" => provider.to_owned()).record(seconds);
}

/// Counts a question of the verifier.
pub(crate) fn verifier_call(provider: &str, outcome: &'static str, usage: Usage, cost: Option<Decimal>) {
    counter!(VERIFIER_CALLS, "provider" => provider.to_owned(), "outcome" => outcome).increment(1);
    tokens(provider, usage);
    if let Some(cost) = cost.and_then(|cost| cost.to_f64()) {
        gauge!(VERIFIER_COST, "provider" => provider.to_owned()).increment(cost);
    }
}

/// Counts an answer that was verified.
pub(crate) fn verified(answer: &GroundedAnswer) {
    let Some(run) = &answer.verifier else { return };
    let outcome = match (answer.success, answer.hallucination_check.overall_grounded) {
        (false, _) => "not_verified",
        (true, false) => "not_grounded",
        (true, true) => "grounded",
    };
    counter!(VERIFICATIONS, "provider" => run.provider.clone(), "outcome" => outcome).increment(1);
    counter!(KNOWN_ANSWERS, "provider" => run.provider.clone()).increment(run.usage.known.into());
    for claim in &answer.hallucination_check.claims {
        let (status, reason) = (claim.status.as_str(), claim.reason.as_str());
        counter!(VERIFIED_CLAIMS, "status" => status, "reason" => reason).increment(1);
    }
}
