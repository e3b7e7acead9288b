//! Errors over HTTP: the contract's [`InputError`] in its envelope, and the status it travels with.

use std::any::Any;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use groundcheck_types::{ErrorCode, InputError};

use crate::envelope::ErrorEnvelope;
use crate::store::StoreError;

/// An error as a response.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    error: InputError,
    /// After how many seconds it may be tried again.
    retry_after: Option<u64>,
}

/// The error code of a response, for its log line. Not the message: it can quote the request.
#[derive(Debug, Clone, Copy)]
pub struct Refused(pub ErrorCode);

/// The one table of statuses by error code.
fn status_of(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::AnswerTooLarge | ErrorCode::RequestTooLarge | ErrorCode::TooMany => StatusCode::PAYLOAD_TOO_LARGE,
        // It can be read, and is not what the contract says.
        ErrorCode::InvalidValue
        | ErrorCode::MissingField
        | ErrorCode::UnknownField
        | ErrorCode::EmptyAnswer
        | ErrorCode::DuplicateSourceId
        | ErrorCode::InvalidCsv
        | ErrorCode::ModelUnknown => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::TimedOut | ErrorCode::StorageUnavailable | ErrorCode::ProviderLimited => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        ErrorCode::ProviderRefused | ErrorCode::ProviderFailed | ErrorCode::AnswerUnreadable => StatusCode::BAD_GATEWAY,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    }
}

impl From<InputError> for ApiError {
    fn from(error: InputError) -> Self {
        let status = status_of(error.code);
        ApiError { status, error, retry_after: (status == StatusCode::SERVICE_UNAVAILABLE).then_some(1) }
    }
}

impl From<ApiError> for InputError {
    fn from(error: ApiError) -> Self {
        error.error
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        InputError::from(error).into()
    }
}

impl ApiError {
    /// An error about the HTTP request itself, before its body is looked at.
    fn http(status: StatusCode, field: &str, message: &str) -> Self {
        ApiError { status, error: InputError::field(ErrorCode::InvalidValue, field, message), retry_after: None }
    }

    /// 404 for a path under `/api`.
    pub async fn not_found() -> Self {
        ApiError::http(StatusCode::NOT_FOUND, "path", "is not a route; GET /api/openapi.json lists them")
    }

    /// 404 for an item of the review queue.
    pub(super) fn no_review() -> Self {
        ApiError::http(StatusCode::NOT_FOUND, "id", "does not match any item in the review queue")
    }

    /// 405.
    pub async fn method_not_allowed() -> Self {
        ApiError::http(StatusCode::METHOD_NOT_ALLOWED, "method", "is not allowed on this route")
    }

    /// 415: a browser sends JSON to another site only with its consent, what forms can send without asking.
    pub(super) fn wrong_type(types: &[&str]) -> Self {
        let message = format!("must be {}", types.join(" or "));
        ApiError::http(StatusCode::UNSUPPORTED_MEDIA_TYPE, "content-type", &message)
    }

    /// 421: a name that is not this machine's points here.
    pub(super) fn misdirected() -> Self {
        let message = "is not a name of this server; use localhost, 127.0.0.1 or [::1], or start it with --allow-host";
        ApiError::http(StatusCode::MISDIRECTED_REQUEST, "host", message)
    }

    /// 403: a page of another site asks.
    pub(super) fn foreign_origin() -> Self {
        ApiError::http(StatusCode::FORBIDDEN, "origin", "is not this server")
    }

    /// 401: this server asks for a token.
    pub(super) fn no_token() -> Self {
        let message = "is missing; this server requires `Authorization: Bearer TOKEN`";
        ApiError::http(StatusCode::UNAUTHORIZED, "authorization", message)
    }

    /// 401: not one of the tokens.
    pub(super) fn wrong_token() -> Self {
        ApiError::http(StatusCode::UNAUTHORIZED, "authorization", "is not a valid token for this server")
    }

    /// 429: too many requests, or wrong tokens.
    pub(super) fn too_often(wait: Duration) -> Self {
        let error = InputError::whole(ErrorCode::TimedOut, "too many requests; nothing was done, try again later");
        // A part of a second is a second: whoever waits it out must not be turned away again.
        let seconds = wait.as_secs().saturating_add(1);
        ApiError { status: StatusCode::TOO_MANY_REQUESTS, error, retry_after: Some(seconds) }
    }

    /// 408: the body did not arrive.
    pub(super) fn slow_body() -> Self {
        let error = InputError::whole(ErrorCode::TimedOut, "the request did not arrive in time");
        ApiError { status: StatusCode::REQUEST_TIMEOUT, error, retry_after: None }
    }

    /// 400: the connection broke inside the body.
    pub(super) fn broken_body() -> Self {
        InputError::whole(ErrorCode::InvalidJson, "the request broke off").into()
    }

    /// 503: too much to do already.
    pub(super) fn busy() -> Self {
        InputError::whole(ErrorCode::TimedOut, "the server is busy; nothing was checked, try again").into()
    }

    /// 404: this process counts nothing.
    pub(super) fn no_measures() -> Self {
        ApiError::http(StatusCode::NOT_FOUND, "path", "is not a route here: nothing is counted")
    }

    /// 503: this server asks nobody.
    pub(super) fn no_link_checks() -> Self {
        InputError::whole(ErrorCode::TimedOut, "this server checks no links; nothing was checked").into()
    }

    /// 503: this server has nobody to ask, or nowhere to keep what they say.
    pub(super) fn no_collecting() -> Self {
        let message = "this server has no providers, or no database for their answers; no question was sent";
        InputError::whole(ErrorCode::StorageUnavailable, message).into()
    }

    /// 502: this server has nobody to ask.
    pub(super) fn no_verifying() -> Self {
        InputError::whole(ErrorCode::ProviderRefused, "this server asks no providers; nothing was verified").into()
    }

    /// 502: this server has nobody to ask.
    pub(super) fn no_streaming() -> Self {
        InputError::whole(ErrorCode::ProviderRefused, "this server has no providers; no question was sent").into()
    }

    /// 503: this server stores nothing.
    pub(super) fn no_store() -> Self {
        InputError::whole(ErrorCode::StorageUnavailable, "this server has no database").into()
    }

    /// 503: the analysis took too long.
    pub(super) fn slow_analysis() -> Self {
        InputError::whole(ErrorCode::TimedOut, "the check did not finish in time; there is no result").into()
    }

    /// 500.
    pub(super) fn internal() -> Self {
        InputError::whole(ErrorCode::Internal, "groundcheck failed on this request; nothing was checked").into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response<Body> {
        let body = ErrorEnvelope { error: &self.error }.to_json();
        let mut response = (self.status, [(CONTENT_TYPE, "application/json")], body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response.extensions_mut().insert(Refused(self.error.code));
        response
    }
}

/// What a handler that panicked answers. The panic's own text may hold the request's and goes nowhere.
pub(super) fn panicked(_: Box<dyn Any + Send>) -> Response<Body> {
    ApiError::internal().into_response()
}
