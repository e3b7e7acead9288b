//! `GET /api/health`.

use axum::Json;
use axum::extract::State;
use groundcheck_types::SCHEMA_VERSION;
use serde_json::{Value, json};

use crate::server::AppState;

/// That the server is up, and what it is.
pub async fn health(State(state): State<AppState>) -> Json<Value> {
    Json(json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "schema_version": SCHEMA_VERSION,
        "page": if state.page.is_built() { "embedded" } else { "missing" },
    }))
}
