//! `POST /api/analyze`: a request of the contract in, a report out, the same bytes as `groundcheck check --request`; where the request
//! says `verify`, a language model is asked about the answer's sentences too.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use groundcheck_types::{InputError, Policy, Report, Risk, Verify, VerifyOptions};
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::engine;
use crate::scope;
use crate::server::AppState;
use crate::server::body::json_body;
use crate::server::error::ApiError;
use crate::server::log::{Analysed, milliseconds};
use crate::server::measures;
use crate::store::Store;
use crate::store::analyses::NewAnalysis;
use crate::verifier::Job;

use super::verify::turn;

/// Checks one answer.
pub async fn analyze(State(state): State<AppState>, request: Request) -> Result<Response, ApiError> {
    let admitted = state.admitted.try_acquire().map_err(|_| ApiError::busy())?;
    let bytes = json_body(request, &state).await?;

    let check = async {
        // Never closed, so this only waits.
        let turn = Arc::clone(&state.analyses).acquire_owned().await;
        let state = state.clone();
        let runtime = Handle::current();
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            engine::fenced(|| run(bytes, &state, &runtime))
        })
        .await
    };
    let checked = timeout(state.limits.analysis, check).await.map_err(|_| ApiError::slow_analysis())?;
    let Checked { bytes, request, verify, report } = checked.map_err(|_| ApiError::internal())??;
    let report = match verify {
        None => report,
        Some(options) => {
            drop(admitted);
            verified(&state, &request, options, report).await?
        }
    };
    if let Some(store) = state.store.as_ref().filter(|_| state.keep_analyses) {
        // Whoever has the report may rely on its being kept: no report where it is not.
        keep(store, &bytes, &state.policy, &report).await?;
    }
    let analysed = Analysed { claims: report.claims.len(), verdict: report.verdict };
    let mut response = ([(CONTENT_TYPE, "application/json")], report.to_json()).into_response();
    response.extensions_mut().insert(analysed);
    Ok(response)
}

/// A request that rules have checked.
struct Checked {
    bytes: Vec<u8>,
    request: groundcheck_types::Request,
    /// How its sentences are still to be verified.
    verify: Option<VerifyOptions>,
    report: Report,
}

/// The report with what a language model says of the answer's sentences.
async fn verified(
    state: &AppState,
    request: &groundcheck_types::Request,
    options: VerifyOptions,
    report: Report,
) -> Result<Report, ApiError> {
    let (verifier, _permit) = turn(state)?;
    let job = Job { answer: request.answer.clone(), sources: request.sources.clone(), options };
    let inside = |error: InputError| {
        let field = error.field.map(|field| format!("verify.{field}"));
        InputError { field, ..error }
    };
    let answer = verifier.start(job).map_err(inside)?.finish(|_| ()).await?;
    Ok(groundcheck::with_verification(report, request, answer, &state.policy)?)
}

fn run(bytes: Vec<u8>, state: &AppState, runtime: &Handle) -> Result<Checked, InputError> {
    let policy = &state.policy;
    let mut request = groundcheck_types::Request::from_json(&bytes)?;
    let verify = request.verify.take().and_then(Verify::options);
    if let Some(store) = &state.store {
        runtime.block_on(scope::add_stored_facts(&mut request, store))?;
    }
    let start = Instant::now();
    let report = engine::analyze(&request, policy)?;
    let ms = milliseconds(start);
    measures::analysis(&report, start.elapsed().as_secs_f64());
    let own_target = request.policy.as_ref().and_then(|overrides| overrides.target_time_ms);
    let target_ms = own_target.unwrap_or(policy.target_time_ms).0;
    if ms > target_ms {
        tracing::warn!(ms, target_ms, bytes = bytes.len(), claims = report.claims.len(), "slow analysis");
    }
    Ok(Checked { bytes, request, verify, report })
}

/// Stores a report.
async fn keep(store: &Store, request: &[u8], policy: &Policy, report: &Report) -> Result<(), InputError> {
    let analysis = NewAnalysis {
        request,
        // Serialising plain data with string keys cannot fail.
        policy: &serde_json::to_string(policy).unwrap_or_default(),
        report: &report.to_json(),
        verdict: report.verdict.as_str(),
        risk: report.risk.map_or("", Risk::as_str),
        reliability: report.reliability.map(|reliability| reliability.0),
        provider: None,
        model: None,
    };
    store.save_analysis(&analysis).await?;
    Ok(())
}
