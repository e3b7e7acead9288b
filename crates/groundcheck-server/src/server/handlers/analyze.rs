//! `POST /api/analyze`: a request of the contract in, a report out, the same bytes as `groundcheck check --request`; where the request
//! says `verify`, a language model is asked about the answer's sentences too.
//!
//! Where the report says that a person should see the answer first, it enters the review queue before anybody is told so. Where it
//! cannot, there is no report either: a disposition of `review` that nobody will review would be worse than none, and an answer that
//! was not flagged needs no database.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use groundcheck_types::{ErrorCode, InputError, Policy, Report, Request as Answer, Risk, Verify, VerifyOptions};

use crate::engine;
use crate::measures;
use crate::review::enter;
use crate::scope;
use crate::server::AppState;
use crate::server::access::Caller;
use crate::server::body::json_body_in;
use crate::server::error::ApiError;
use crate::server::headers::with_review;
use crate::server::log::{Analysed, milliseconds};
use crate::store::Store;
use crate::store::analyses::{ClaimCounts, NewAnalysis, SentenceCounts};
use crate::store::reviews::Entered;
use crate::verifier::Job;

use super::verify::turn;

/// Checks one answer.
pub async fn analyze(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let mut admitted = state.admit()?;
    let bytes = json_body_in(request, &state, &mut admitted).await?;
    let by = state.analysis_by();
    let (bytes, mut answer) = state.in_turn(by, || Answer::from_json(&bytes).map(|answer| (bytes, answer))).await?;
    let verify = answer.verify.take().and_then(Verify::options);
    let Checked { answer, report } = check(&state, by, answer).await?;
    let report = match verify {
        None => report,
        Some(options) => {
            drop(admitted);
            verified(&state, &answer, options, report).await?
        }
    };
    let review = record(&state, &caller, &bytes, &answer, &report).await?;
    let analysed = Analysed { claims: report.claims.len(), verdict: report.verdict };
    let mut response = with_review(([(CONTENT_TYPE, "application/json")], report.to_json()).into_response(), review);
    response.extensions_mut().insert(analysed);
    Ok(response)
}

/// The report with what a language model says of the answer's sentences.
async fn verified(
    state: &AppState,
    answer: &Answer,
    options: VerifyOptions,
    report: Report,
) -> Result<Report, ApiError> {
    let (verifier, _permit) = turn(state)?;
    let inside = |error: InputError| {
        let field = error.field.map(|field| format!("verify.{field}"));
        InputError { field, ..error }
    };
    verifier.look(&options).await;
    let job = Job::after(&report, answer, options).map_err(inside)?;
    let sentences = verifier.start(job).map_err(inside)?.finish(|_| ()).await?;
    Ok(groundcheck::with_verification(report, answer, sentences, &state.policy)?)
}

/// An answer with the facts that it was checked against, and what was found.
pub(super) struct Checked {
    pub(super) answer: Answer,
    pub(super) report: Report,
}

/// Checks an answer with the stored facts of its scope.
pub(super) async fn check(state: &AppState, by: tokio::time::Instant, mut answer: Answer) -> Result<Checked, ApiError> {
    let stored = match &state.store {
        Some(store) => scope::stored_facts(&answer, store).await?,
        None => Vec::new(),
    };
    let policy = Arc::clone(&state.policy);
    state
        .in_turn_while_awaited(by, move |waiting| {
            scope::add_facts(&mut answer, stored)?;
            let start = Instant::now();
            let Some(report) = engine::analyze_unless(&answer, &policy, &|| waiting.is_abandoned())? else {
                measures::abandoned();
                tracing::warn!(ms = milliseconds(start), bytes = answer.answer.len(), "abandoned analysis");
                return Err(InputError::whole(ErrorCode::Internal, "nobody waits for this report"));
            };
            let ms = milliseconds(start);
            measures::analysis(&report, start.elapsed().as_secs_f64());
            let overridden = answer.policy.as_ref().and_then(|overrides| overrides.target_time_ms);
            let target_ms = overridden.unwrap_or(policy.target_time_ms).0;
            if ms > target_ms {
                tracing::warn!(
                    ms,
                    target_ms,
                    bytes = answer.answer.len(),
                    claims = report.claims.len(),
                    "slow analysis"
                );
            }
            Ok(Checked { answer, report })
        })
        .await
}

/// Keeps a report where reports are kept, and sends it to review where a person is to see it.
pub(in crate::server) async fn record(
    state: &AppState,
    caller: &Caller,
    request: &[u8],
    answer: &Answer,
    report: &Report,
) -> Result<Option<Entered>, InputError> {
    let Some(store) = &state.store else { return Ok(None) };
    if state.keep_analyses {
        // Whoever has the report may rely on its being kept: no report where it is not.
        keep(store, request, &state.policy, answer, report).await?;
    }
    if !enter::wants_answer(report, &state.policy, answer.policy.as_ref()) {
        return Ok(None);
    }
    let new = enter::answer(answer, report, &state.policy, None);
    Ok(Some(store.add_review(&new, caller.actor()).await?))
}

/// Stores a report.
async fn keep(
    store: &Store,
    request: &[u8],
    policy: &Policy,
    answer: &Answer,
    report: &Report,
) -> Result<(), InputError> {
    let analysis = NewAnalysis {
        request,
        // Serialising plain data with string keys cannot fail.
        policy: &serde_json::to_string(policy).unwrap_or_default(),
        report: &report.to_json(),
        verdict: report.verdict.as_str(),
        risk: report.risk.map_or("", Risk::as_str),
        reliability: report.reliability.map(|reliability| reliability.0),
        claims: ClaimCounts::of(&report.claims),
        sentences: report.coverage.as_ref().map(SentenceCounts::of),
        provider: answer.provider.as_deref(),
        model: answer.model.as_deref(),
    };
    store.save_analysis(&analysis).await?;
    Ok(())
}
