//! `POST /api/stream`: a question and its evidence in, a provider's answer out as it is said, checked on its way.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use groundcheck_types::StreamRequest;

use crate::server::AppState;
use crate::server::access::Caller;
use crate::server::body::json_body_in;
use crate::server::error::ApiError;
use crate::server::events;
use crate::server::relay::Relay;
use crate::traces::Carried;

/// Streams an answer. A client that goes away stops the provider.
pub async fn stream(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let mut admitted = state.admit()?;
    let bytes = json_body_in(request, &state, &mut admitted).await?;
    let by = state.analysis_by();
    let request = state.in_turn(by, move || StreamRequest::from_json(&bytes)).await?;
    let permit = Arc::clone(&state.streams).try_acquire_owned().map_err(|_| ApiError::busy())?;
    let relay = Relay::prepare(&state, caller, request, by).await?;
    drop(admitted);
    let (sender, response) = events::response();
    let part = Carried::here();
    tokio::spawn(async move {
        let _permit = permit;
        part.around(relay.run(sender)).await;
    });
    Ok(response)
}
