//! `GET /api/health`, and what it says of the database.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use groundcheck_types::{ErrorCode, SCHEMA_VERSION};
use serde_json::{Value, json};

use crate::server::AppState;
use crate::server::error::Refused;

/// Notes that nothing could be stored.
pub async fn watch(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let refused = response.extensions().get::<Refused>();
    if refused.is_some_and(|refused| refused.0 == ErrorCode::StorageUnavailable) {
        state.storage_failed.store(true, Ordering::Release);
    }
    response
}

/// Why nothing can be stored, where a request found so; asks the database again.
async fn trouble(state: &AppState) -> Option<String> {
    let store = state.store.as_ref().filter(|_| state.storage_failed.load(Ordering::Acquire))?;
    match tokio::time::timeout(PATIENCE, store.probe()).await {
        Ok(Ok(())) => {
            state.storage_failed.store(false, Ordering::Release);
            None
        }
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("the database did not answer in time".to_owned()),
    }
}

/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_millis(500);

/// That the server is up, what it is, and whether it can store anything.
pub async fn health(State(state): State<AppState>) -> Json<Value> {
    let trouble = trouble(&state).await;
    let mut answer = json!({
        "status": if trouble.is_some() { "degraded" } else { "ok" },
        "version": env!("CARGO_PKG_VERSION"),
        "schema_version": SCHEMA_VERSION,
        "page": if state.page.is_built() { "embedded" } else { "missing" },
    });
    if let Some(trouble) = trouble {
        answer["storage"] = trouble.into();
    }
    Json(answer)
}
