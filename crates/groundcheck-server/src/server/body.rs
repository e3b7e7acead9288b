//! Bodies: a request's, JSON in bounded memory and time; and a response's that goes out in parts.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use futures_util::{Stream, StreamExt as _, TryStreamExt as _, stream};
use groundcheck_types::{InputError, REQUEST_MAX_BYTES};
use http_body_util::BodyExt;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::AppState;
use super::error::ApiError;
use super::state::Admitted;

/// A body of the parts that are sent, which ends with its sender; an error breaks it off, so that what is missing shows.
///
/// It may be asked for more after its end, as compression does.
pub(super) fn in_parts(mut parts: mpsc::Receiver<Result<Bytes, InputError>>) -> Body {
    Body::from_stream(stream::poll_fn(move |context| parts.poll_recv(context)))
}

/// A file to be saved, of parts that are made as they are asked for.
///
/// # Errors
/// That of the first part: what is wrong from the start shows before the file begins. A later one breaks it off.
pub(super) async fn file(
    name: &str,
    media_type: &str,
    parts: impl Stream<Item = Result<String, InputError>> + Send + 'static,
) -> Result<Response, ApiError> {
    let mut parts = Box::pin(parts);
    let first = parts.try_next().await?;
    // It may be asked for more after its end, as compression does.
    let parts = stream::iter(first.map(Ok)).chain(parts).fuse();
    let headers =
        [(CONTENT_TYPE, media_type.to_owned()), (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))];
    Ok((headers, Body::from_stream(parts.map_ok(Bytes::from))).into_response())
}

/// So many times what is allowed is still taken in of a body that is too large, so that its sender is there to read the error.
const DRAINED: usize = 4;

/// The one type of most bodies.
pub(super) const JSON: &str = "application/json";
/// The type of files of any kind.
pub(super) const OCTETS: &str = "application/octet-stream";
/// The type of tables.
pub(super) const CSV: &str = "text/csv; charset=utf-8";

/// The whole body of a request that says it is JSON.
pub(super) async fn json_body(request: Request, state: &AppState) -> Result<Vec<u8>, ApiError> {
    body_up_to(request, state, (&[JSON], REQUEST_MAX_BYTES), None).await
}

/// The same, with room in memory taken as it arrives.
pub(super) async fn json_body_in(
    request: Request,
    state: &AppState,
    room: &mut Admitted<'_>,
) -> Result<Vec<u8>, ApiError> {
    body_up_to(request, state, (&[JSON], REQUEST_MAX_BYTES), Some(room)).await
}

/// The whole body of a request that says it is of one of these types, none of which a form can send, up to so many bytes.
pub(super) async fn body_up_to(
    request: Request,
    state: &AppState,
    (types, most): (&[&str], usize),
    room: Option<&mut Admitted<'_>>,
) -> Result<Vec<u8>, ApiError> {
    if !types.contains(&media_type(request.headers()).as_str()) {
        return Err(ApiError::wrong_type(types));
    }
    timeout(state.limits.body, read(request.into_body(), most, room)).await.map_err(|_| ApiError::slow_body())?
}

/// The type in lower case, without its parameters.
fn media_type(headers: &HeaderMap) -> String {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The whole body, never more of it in memory than this.
async fn read(mut body: Body, most: usize, mut room: Option<&mut Admitted<'_>>) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    let mut total = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::broken_body())?;
        let Some(data) = frame.data_ref() else { continue };
        total += data.len();
        if total > DRAINED * most {
            break;
        }
        if total > most {
            bytes = Vec::new();
        } else {
            if let Some(room) = &mut room {
                room.take(data.len())?;
            }
            bytes.extend_from_slice(data);
        }
    }
    if total > most { Err(InputError::request_too_large().into()) } else { Ok(bytes) }
}
