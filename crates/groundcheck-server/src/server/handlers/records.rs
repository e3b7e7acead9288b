//! `POST /api/records/validate`: a record and its document in, a report out, the same bytes as `groundcheck records --request`.
//!
//! What the report does not accept enters the review queue first, masked, as answers do.

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use groundcheck_types::RecordRequest;

use crate::review::enter;
use crate::server::AppState;
use crate::server::access::Caller;
use crate::server::body::json_body;
use crate::server::error::ApiError;
use crate::server::handlers::reviews::with_review;
use crate::server::measures;

/// Checks one record. One that is rejected is no failed request: its report says so.
pub async fn validate(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let _admitted = state.admitted.try_acquire().map_err(|_| ApiError::busy())?;
    let bytes = json_body(request, &state).await?;
    let policy = state.policy();
    let is_stored = state.store.is_some();
    let check = move || {
        let record = RecordRequest::from_json(&bytes)?;
        let report = groundcheck::records::validate(&record)?;
        let enters = is_stored && enter::wants_record(&report, &policy);
        let new = enters.then(|| enter::record(&bytes, &record, &report));
        Ok((report, new))
    };
    let (report, new) = state.in_turn(state.analysis_by(), check).await?;
    measures::record(&report);
    let review = match (&state.store, new) {
        (Some(store), Some(new)) => Some(store.add_review(&new, caller.actor()).await?),
        _ => None,
    };
    Ok(with_review(([(CONTENT_TYPE, "application/json")], report.to_json()).into_response(), review))
}
