//! A request's body: JSON, in bounded memory and time.

use axum::body::Body;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use groundcheck_types::{InputError, REQUEST_MAX_BYTES};
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::AppState;
use super::error::ApiError;

/// How much of a body that is too large is still taken in, so that its sender is there to read the error.
const DRAINED_BYTES: usize = 4 * REQUEST_MAX_BYTES;

/// The whole body of a request that says it is JSON.
pub(super) async fn json_body(request: Request, state: &AppState) -> Result<Vec<u8>, ApiError> {
    if !is_json(request.headers()) {
        return Err(ApiError::not_json());
    }
    timeout(state.limits.body, read(request.into_body())).await.map_err(|_| ApiError::slow_body())?
}

/// `application/json`, with or without parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

/// The whole body, never more of it in memory than a request may have.
async fn read(mut body: Body) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    let mut total = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::broken_body())?;
        let Some(data) = frame.data_ref() else { continue };
        total += data.len();
        if total > DRAINED_BYTES {
            break;
        }
        if total > REQUEST_MAX_BYTES {
            bytes = Vec::new();
        } else {
            bytes.extend_from_slice(data);
        }
    }
    if total > REQUEST_MAX_BYTES { Err(InputError::request_too_large().into()) } else { Ok(bytes) }
}
