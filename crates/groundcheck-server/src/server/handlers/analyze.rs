//! `POST /api/analyze`: a request of the contract in, a report out, the same bytes as `groundcheck check --request`.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use groundcheck_types::{InputError, Policy, Report};
use tokio::time::timeout;

use crate::engine;
use crate::server::AppState;
use crate::server::body::json_body;
use crate::server::error::ApiError;
use crate::server::log::{Analysed, milliseconds};

/// Checks one answer.
pub async fn analyze(State(state): State<AppState>, request: Request) -> Result<Response, ApiError> {
    let _admitted = state.admitted.try_acquire().map_err(|_| ApiError::busy())?;
    let bytes = json_body(request, &state).await?;

    let check = async {
        // Never closed, so this only waits.
        let turn = Arc::clone(&state.analyses).acquire_owned().await;
        let policy = Arc::clone(&state.policy);
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            engine::fenced(|| run(&bytes, &policy))
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

fn run(bytes: &[u8], policy: &Policy) -> Result<Report, InputError> {
    let request = groundcheck_types::Request::from_json(bytes)?;
    let start = Instant::now();
    let report = engine::analyze(&request, policy)?;
    let ms = milliseconds(start);
    let overrides = request.policy.unwrap_or_default();
    let target_ms = overrides.target_time_ms.unwrap_or(policy.target_time_ms).0;
    if ms > target_ms {
        tracing::warn!(ms, target_ms, bytes = bytes.len(), claims = report.claims.len(), "slow analysis");
    }
    Ok(report)
}
