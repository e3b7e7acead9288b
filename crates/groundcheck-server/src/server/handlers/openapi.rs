//! `GET /api/openapi.json`.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;

use crate::server::openapi::DOCUMENT;

/// The description of every route.
pub async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")], DOCUMENT.as_str())
}
