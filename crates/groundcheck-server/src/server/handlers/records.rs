//! `POST /api/records/validate`: a record and its document in, a report out, the same bytes as `groundcheck records --request`.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use groundcheck_types::RecordRequest;
use tokio::time::timeout;

use crate::engine;
use crate::server::AppState;
use crate::server::body::json_body;
use crate::server::error::ApiError;
use crate::server::measures;

/// Checks one record. One that is rejected is no failed request: its report says so.
pub async fn validate(State(state): State<AppState>, request: Request) -> Result<Response, ApiError> {
    let _admitted = state.admitted.try_acquire().map_err(|_| ApiError::busy())?;
    let bytes = json_body(request, &state).await?;

    let check = async {
        // Never closed, so this only waits.
        let turn = Arc::clone(&state.analyses).acquire_owned().await;
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            engine::fenced(|| groundcheck::records::validate(&RecordRequest::from_json(&bytes)?))
        })
        .await
    };
    let checked = timeout(state.limits.analysis, check).await.map_err(|_| ApiError::slow_analysis())?;
    let report = checked.map_err(|_| ApiError::internal())??;
    measures::record(&report);
    Ok(([(CONTENT_TYPE, "application/json")], report.to_json()).into_response())
}
