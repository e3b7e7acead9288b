//! `GET /api/facts/entities`: what a scope can name.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::server::AppState;
use crate::server::error::ApiError;

/// The entities that there are stored facts of, each with its periods.
pub async fn fact_entities(State(state): State<AppState>) -> Result<Json<Value>, ApiError> {
    let entities = match &state.store {
        Some(store) => store.fact_entities().await?,
        None => Vec::new(),
    };
    Ok(Json(json!({ "entities": entities })))
}
