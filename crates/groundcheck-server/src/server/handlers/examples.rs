//! `POST` and `DELETE /api/examples`: the example data, added and removed.

use axum::extract::State;
use axum::{Extension, Json};
use serde_json::{Value, json};

use crate::import::examples;
use crate::server::AppState;
use crate::server::access::Caller;
use crate::server::error::ApiError;

/// Adds it, scored; a second time changes nothing.
pub async fn add(State(state): State<AppState>, Extension(caller): Extension<Caller>) -> Result<Json<Value>, ApiError> {
    let added = examples::add(state.store()?, &state.policy, caller.actor()).await?;
    Ok(Json(json!({ "added": added })))
}

/// Removes it.
pub async fn remove(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Value>, ApiError> {
    let removed = examples::remove(state.store()?, caller.actor()).await?;
    Ok(Json(json!({ "removed": removed })))
}
