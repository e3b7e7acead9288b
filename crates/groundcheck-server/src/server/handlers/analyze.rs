//! `POST /api/analyze`: a request of the contract in, a report out, the same bytes as `groundcheck check --request`.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use groundcheck_types::{InputError, Policy, REQUEST_MAX_BYTES, Report};
use http_body_util::BodyExt;
use tokio::time::timeout;

use crate::engine;
use crate::server::AppState;
use crate::server::error::ApiError;
use crate::server::log::{Analysed, milliseconds};

/// How much of a body that is too large is still taken in, so that its sender is there to read the error.
const DRAINED_BYTES: usize = 4 * REQUEST_MAX_BYTES;

/// Checks one answer.
pub async fn analyze(State(state): State<AppState>, request: Request) -> Result<Response, ApiError> {
    if !is_json(request.headers()) {
        return Err(ApiError::not_json());
    }
    let _admitted = state.admitted.try_acquire().map_err(|_| ApiError::busy())?;
    let body = timeout(state.limits.body, read(request.into_body()));
    let bytes = body.await.map_err(|_| ApiError::slow_body())??;

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

/// `application/json`, with or without parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

/// The whole body, never more of it in memory than a request may have.
async fn read(mut body: Body) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    let mut total = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::broken_body())?;
        let Some(data) = frame.data_ref() else { continue };
        total += data.len();
        if total > DRAINED_BYTES {
            break;
        }
        if total > REQUEST_MAX_BYTES {
            bytes = Vec::new();
        } else {
            bytes.extend_from_slice(data);
        }
    }
    if total > REQUEST_MAX_BYTES { Err(InputError::request_too_large().into()) } else { Ok(bytes) }
}
