//! Everything outside `/api`: the page.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::server::AppState;
use crate::server::encoding::Encoding;
use crate::server::error::ApiError;

/// Served where this binary was built without the page.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>groundcheck</title>\
    <h1>The page is not in this binary</h1><p>Run <code>cargo xtask serve</code> to build it and serve it here.</p>\
    <p>The API works: <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

/// A file of the page, or its document for a view.
pub async fn page(State(state): State<AppState>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ApiError::method_not_allowed().await.into_response();
    }
    if !state.page.is_built() {
        let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
        return (StatusCode::SERVICE_UNAVAILABLE, headers, NOT_BUILT).into_response();
    }
    let Some(asset) = state.page.get(uri.path()) else {
        return (StatusCode::NOT_FOUND, [(CONTENT_TYPE, "text/plain; charset=utf-8")], "not found\n").into_response();
    };
    // `no-cache`: kept, but asked for each time, which the ETag makes cheap.
    let keep = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .any(|value| value.to_str().is_ok_and(|tags| tags.split(',').any(|tag| asset.etag == tag.trim())));
    let packed = Encoding::accepted(&headers).and_then(|encoding| Some((encoding, asset.packed(encoding)?)));
    let (status, body) = if known {
        (StatusCode::NOT_MODIFIED, Body::empty())
    } else {
        (StatusCode::OK, Body::from(packed.map_or(&asset.bytes, |(_, bytes)| bytes).clone()))
    };
    let mut response = (status, [(CONTENT_TYPE, asset.media_type), (CACHE_CONTROL, keep)], body).into_response();
    let own = response.headers_mut();
    own.insert(ETAG, asset.etag.clone());
    own.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some((encoding, _)) = packed.filter(|_| !known) {
        own.insert(CONTENT_ENCODING, encoding.name());
    }
    response
}
