//! `GET /api/health` and `GET /api/ready`: whether the server is up, and whether it can do its work.
//!
//! The first is for whoever would start the server anew: that helps nobody whose database is away, so it is a 200 all the same. The
//! second is for whoever would send requests elsewhere, and says so by its status.

use std::sync::Arc;
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
use crate::traces::Carried;

/// Where it can be asked: open to all, and answered where every place is taken.
pub const PATHS: [&str; 2] = ["/api/health", "/api/ready"];

/// How long whoever only asks whether the server is up waits for the database.
const PATIENCE: Duration = Duration::from_millis(500);

/// How long the database may take to answer: others may be writing.
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
async fn probe(state: &AppState) -> Option<String> {
    let store = state.store.as_ref()?;
    let has_failed = state.storage_failed.load(Ordering::Acquire);
    let Ok(probed) = tokio::time::timeout(READY_PATIENCE, store.probe(has_failed)).await else {
        // A database that has much to do has not failed.
        return Some(late());
    };
    state.storage_failed.store(probed.is_err(), Ordering::Release);
    probed.err().map(|error| error.to_string())
}

fn late() -> String {
    "the database did not answer in time".to_owned()
}

/// Why nothing can be stored, as was found a moment ago, if that is good enough, or else as the database says now. Whoever asks meanwhile
/// waits for the same answer.
async fn trouble(state: &AppState, is_enough: fn(&Option<String>) -> bool) -> Option<String> {
    let mut known = Arc::clone(&state.readiness).lock_owned().await;
    if let Some(Readiness { at, trouble }) = &*known
        && at.elapsed() < READY_KEEPS
        && is_enough(trouble)
    {
        return trouble.clone();
    }
    // A task of its own: it is found out and kept even if the client is gone by then, so that the next one does not write again.
    let (state, part) = (state.clone(), Carried::here());
    let found = tokio::spawn(async move {
        let trouble = part.around(probe(&state)).await;
        *known = Some(Readiness { at: Instant::now(), trouble: trouble.clone() });
        trouble
    });
    found.await.unwrap_or_else(|_| Some("it could not be found out".to_owned()))
}

/// That the server is up, what it is, and whether it can store anything, which it asks the database again where a request found that it
/// cannot.
pub async fn health(State(state): State<AppState>) -> Json<Value> {
    let trouble = if state.storage_failed.load(Ordering::Acquire) {
        // That it was well a moment ago is not enough: a request has failed since.
        let found = tokio::time::timeout(PATIENCE, trouble(&state, Option::is_some)).await;
        found.unwrap_or_else(|_| Some(late()))
    } else {
        None
    };
    Json(answer(&state, trouble))
}

/// Whether it can do its work, as the status says too.
pub async fn ready(State(state): State<AppState>) -> Response {
    let trouble = trouble(&state, |_| true).await;
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
