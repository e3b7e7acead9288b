//! `GET /metrics`: what was counted, for Prometheus.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::server::AppState;
use crate::server::error::ApiError;

/// Prometheus's text format.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Everything that is counted.
pub async fn metrics(State(state): State<AppState>) -> Result<Response, ApiError> {
    let measures = state.measures.as_ref().ok_or_else(ApiError::no_measures)?;
    let text = measures.render(state.store.as_ref()).await;
    Ok(([(CONTENT_TYPE, TEXT)], text).into_response())
}
