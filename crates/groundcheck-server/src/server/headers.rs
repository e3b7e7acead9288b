//! What a browser may do with what it gets from here: as little as the page needs.

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::middleware::Next;
use axum::response::Response;

use super::AppState;
use crate::store::reviews::Entered;

const FIXED: [(HeaderName, HeaderValue); 5] = [
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
];

/// Sets the security headers on every response; `no-store` where a handler does not say how long its answer keeps.
pub async fn secure(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in FIXED {
        headers.insert(name, value);
    }
    headers.insert(CONTENT_SECURITY_POLICY, state.page.content_security_policy().clone());
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The header that names the item which an answer or a record entered the queue as. Its report is the same with and without.
const REVIEW_ID: &str = "groundcheck-review-id";

/// A response about something that may have entered the queue.
pub(super) fn with_review(mut response: Response, entered: Option<Entered>) -> Response {
    if let Some(id) = entered.and_then(Entered::id) {
        response.headers_mut().insert(REVIEW_ID, HeaderValue::from(id));
    }
    response
}
