//! `POST /api/collect`: a question to one of the server's providers, its answer stored.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::{Extension, Json};
use groundcheck_types::{CollectRequest, CollectedAnswer};
use tokio::time::Instant;

use crate::collect::Ask;
use crate::measures;
use crate::server::AppState;
use crate::server::access::Caller;
use crate::server::body::json_body_in;
use crate::server::error::ApiError;
use crate::traces::Carried;

/// Asks now, and answers when the provider has.
pub async fn collect(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Json<CollectedAnswer>, ApiError> {
    let by = Instant::now() + state.limits.collect;
    let mut admitted = state.admit()?;
    let bytes = json_body_in(request, &state, &mut admitted).await?;
    let ask: Ask = CollectRequest::from_json(&bytes)?.into();
    drop((admitted, bytes));
    let collector = Arc::clone(state.collector.as_ref().ok_or_else(ApiError::no_collecting)?);
    let permit = Arc::clone(&state.collects).try_acquire_owned().map_err(|_| ApiError::busy())?;
    let wake = state.wake();
    let part = Carried::here();
    // In a task of its own: an answer that is paid for is stored, also where nobody waits for it any more.
    let asking = tokio::spawn(async move {
        let _permit = permit;
        let told = part.around(collector.collect(&ask, Some(by), caller.actor())).await;
        measures::question(&ask.request.provider, &told);
        // What it stored is to be scored, also where nobody waits for it.
        wake.wake();
        told
    });
    let told = asking.await.map_err(|_| ApiError::internal())?;
    told.map(|told| Json(told.answer)).map_err(|failed| failed.error.into())
}
