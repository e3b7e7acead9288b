//! `GET /api/health` and `GET /api/ready`: whether the server is up, and whether it can do its work.
//!
//! The first is for whoever would start the server anew: that helps nobody whose database is away, so it is a 200 all the same. The
//! second is for whoever would send requests elsewhere, and says so by its status.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use groundcheck_types::{ErrorCode, SCHEMA_VERSION};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::server::AppState;
use crate::server::error::Refused;
use crate::server::state::Readiness;

/// Where it can be asked: open to all, and answered where every place is taken.
pub const PATHS: [&str; 2] = ["/api/health", "/api/ready"];

/// How long the database may take to answer whoever only asks whether the server is up.
const PATIENCE: Duration = Duration::from_millis(500);

/// The same for whoever asks whether it is ready: others may be writing.
const READY_PATIENCE: Duration = Duration::from_secs(2);

/// For so long it is not found out again: anybody may ask, and each time something is written.
const READY_KEEPS: Duration = Duration::from_secs(1);

/// Notes that nothing could be stored.
pub async fn watch(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let refused = response.extensions().get::<Refused>();
    if refused.is_some_and(|refused| refused.0 == ErrorCode::StorageUnavailable) {
        state.storage_failed.store(true, Ordering::Release);
    }
    response
}

/// Why nothing can be stored, as the database says now.
async fn trouble(state: &AppState, patience: Duration) -> Option<String> {
    let store = state.store.as_ref()?;
    let trouble = match tokio::time::timeout(patience, store.probe()).await {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("the database did not answer in time".to_owned()),
    };
    state.storage_failed.store(trouble.is_some(), Ordering::Release);
    trouble
}

/// That the server is up, what it is, and whether it can store anything, which it asks the database again where a request found that it
/// cannot.
pub async fn health(State(state): State<AppState>) -> Json<Value> {
    let failed = state.storage_failed.load(Ordering::Acquire);
    let trouble = if failed { trouble(&state, PATIENCE).await } else { None };
    Json(answer(&state, trouble))
}

/// Whether it can do its work, as the status says too.
pub async fn ready(State(state): State<AppState>) -> Response {
    // Whoever asks meanwhile waits for the same answer.
    let mut known = state.readiness.lock().await;
    let trouble = match &*known {
        Some(Readiness { at, trouble }) if at.elapsed() < READY_KEEPS => trouble.clone(),
        _ => {
            let trouble = trouble(&state, READY_PATIENCE).await;
            *known = Some(Readiness { at: Instant::now(), trouble: trouble.clone() });
            trouble
        }
    };
    drop(known);
    let status = if trouble.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    (status, Json(answer(&state, trouble))).into_response()
}

fn answer(state: &AppState, trouble: Option<String>) -> Value {
    let mut answer = json!({
        "status": if trouble.is_some() { "degraded" } else { "ok" },
        "version": env!("CARGO_PKG_VERSION"),
        "schema_version": SCHEMA_VERSION,
        "page": if state.page.is_built() { "embedded" } else { "missing" },
    });
    if let Some(trouble) = trouble {
        answer["storage"] = trouble.into();
    }
    answer
}
