//! `POST /api/analyze`: a request of the contract in, a report out, the same bytes as `groundcheck check --request`.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use groundcheck_types::{InputError, Policy, Report, Risk};
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

/// Checks one answer.
pub async fn analyze(State(state): State<AppState>, request: Request) -> Result<Response, ApiError> {
    let _admitted = state.admitted.try_acquire().map_err(|_| ApiError::busy())?;
    let bytes = json_body(request, &state).await?;

    let check = async {
        // Never closed, so this only waits.
        let turn = Arc::clone(&state.analyses).acquire_owned().await;
        let state = state.clone();
        let runtime = Handle::current();
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            engine::fenced(|| run(&bytes, &state, &runtime))
        })
        .await
    };
    let checked = timeout(state.limits.analysis, check).await.map_err(|_| ApiError::slow_analysis())?;
    let report = checked.map_err(|_| ApiError::internal())??;
    let analysed = Analysed { claims: report.claims.len(), verdict: report.verdict };
    let mut response = ([(CONTENT_TYPE, "application/json")], report.to_json()).into_response();
    response.extensions_mut().insert(analysed);
    Ok(response)
}

fn run(bytes: &[u8], state: &AppState, runtime: &Handle) -> Result<Report, InputError> {
    let policy = &state.policy;
    let mut request = groundcheck_types::Request::from_json(bytes)?;
    if let Some(store) = &state.store {
        runtime.block_on(scope::add_stored_facts(&mut request, store))?;
    }
    let start = Instant::now();
    let report = engine::analyze(&request, policy)?;
    let ms = milliseconds(start);
    measures::analysis(&report, start.elapsed().as_secs_f64());
    let overrides = request.policy.unwrap_or_default();
    let target_ms = overrides.target_time_ms.unwrap_or(policy.target_time_ms).0;
    if ms > target_ms {
        tracing::warn!(ms, target_ms, bytes = bytes.len(), claims = report.claims.len(), "slow analysis");
    }
    if let Some(store) = state.store.as_ref().filter(|_| state.keep_analyses) {
        // Whoever has the report may rely on its being kept: no report where it is not.
        runtime.block_on(keep(store, bytes, policy, &report))?;
    }
    Ok(report)
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
