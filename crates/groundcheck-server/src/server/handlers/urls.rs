//! `POST /api/urls/check`: links in, a line for each as soon as it is known.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use groundcheck_types::UrlCheckRequest;
use tokio::sync::mpsc;

use crate::measures;
use crate::server::AppState;
use crate::server::body::{in_parts, json_body_in};
use crate::server::error::ApiError;

/// One JSON value a line.
pub const JSON_LINES: &str = "application/x-ndjson";

/// How many lines wait for a client that reads slowly.
const LINES: usize = 16;

/// Checks links.
pub async fn check(State(state): State<AppState>, request: Request) -> Result<Response, ApiError> {
    let mut admitted = state.admit()?;
    let bytes = json_body_in(request, &state, &mut admitted).await?;
    let request = UrlCheckRequest::from_json(&bytes)?;
    drop((admitted, bytes));
    let checker = state.checker.as_ref().ok_or_else(ApiError::no_link_checks)?;
    let permit = Arc::clone(&state.link_checks).try_acquire_owned().map_err(|_| ApiError::busy())?;
    let mut checks = checker.check_all(request.urls);
    let (lines, body) = mpsc::channel(LINES);
    tokio::spawn(async move {
        let _permit = permit;
        while let Some(check) = checks.next().await {
            measures::link(&check);
            // Serialising plain data with string keys cannot fail.
            let mut line = serde_json::to_vec(&check).unwrap_or_default();
            line.push(b'\n');
            // The client went away: what is under way ends with `checks`.
            if lines.send(Ok(line.into())).await.is_err() {
                return;
            }
        }
    });
    Ok(([(CONTENT_TYPE, JSON_LINES)], in_parts(body)).into_response())
}
