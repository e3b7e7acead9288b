//! `/api/reviews` and what hangs on it: the queue, its items, what people decide, and the queue as files.

use axum::extract::{Path, RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use groundcheck_types::{
    AuditPage, BulkChange, BulkRow, ReviewAdd, ReviewChange, ReviewChoices, ReviewItem, ReviewPage,
};

use super::analyze::{Checked, check};
use super::urls::JSON_LINES;
use crate::review::queue::{self, ChangedItem};
use crate::review::{enter, export};
use crate::server::AppState;
use crate::server::access::Caller;
use crate::server::body::{CSV, file, json_body, json_body_in};
use crate::server::error::{ApiError, Refused};
use crate::server::headers::with_review;
use crate::server::review_params::Params;
use crate::store::reviews::{Entered, NewReview};

/// `GET /api/reviews`: a page of the queue.
pub async fn page(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Json<ReviewPage>, ApiError> {
    let params = Params::read(&query.unwrap_or_default(), &["after", "most"])?;
    let page = queue::page(state.store()?, &params.filter, params.after.as_deref(), params.most);
    Ok(Json(page.await?))
}

/// `GET /api/reviews/choices`: what there is to filter by.
pub async fn choices(State(state): State<AppState>) -> Result<Json<ReviewChoices>, ApiError> {
    Ok(Json(queue::choices(state.store()?).await?))
}

/// `POST /api/reviews`: an answer that somebody sends, whatever its verdict. 201 where it is new, 200 where it was there.
pub async fn add(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let mut admitted = state.admit()?;
    let bytes = json_body_in(request, &state, &mut admitted).await?;
    let store = state.store()?;
    let by = state.analysis_by();
    let ReviewAdd { request, note } = state.in_turn(by, move || ReviewAdd::from_json(&bytes)).await?;
    let Checked { answer, report } = check(&state, by, request).await?;
    // Somebody wants it seen, whatever was muted.
    let new = NewReview { can_be_muted: false, ..enter::answer(&answer, &report, &state.policy, note) };
    let entered = store.add_review(&new, caller.actor()).await?;
    let id = entered.id().and_then(|id| u64::try_from(id).ok()).unwrap_or(0);
    let item = queue::item(store, id).await?.ok_or_else(ApiError::no_review)?;
    let status = if matches!(entered, Entered::New(_)) { StatusCode::CREATED } else { StatusCode::OK };
    Ok(with_review((status, Json(item)).into_response(), Some(entered)))
}

/// `GET /api/reviews/{id}`: an item with all that somebody needs to judge it.
pub async fn item(State(state): State<AppState>, Path(id): Path<String>) -> Result<Json<ReviewItem>, ApiError> {
    let item = queue::item(state.store()?, number(&id)?).await?;
    Ok(Json(item.ok_or_else(ApiError::no_review)?))
}

/// `GET /api/reviews/{id}/history`: who did what to it.
pub async fn history(
    State(state): State<AppState>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<AuditPage>, ApiError> {
    let params = Params::read_audit(&query.unwrap_or_default())?;
    let page = queue::history(state.store()?, number(&id)?, params.before, params.most).await?;
    Ok(Json(page.ok_or_else(ApiError::no_review)?))
}

/// `PATCH /api/reviews/{id}`: a change of one item; 409 with the item as it is where somebody else was first.
pub async fn change(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let change = ReviewChange::from_json(&json_body(request, &state).await?)?;
    match queue::change(state.store()?, number(&id)?, change, caller.actor()).await? {
        ChangedItem::Changed(item) => Ok(Json(item).into_response()),
        ChangedItem::Missing => Err(ApiError::no_review()),
        ChangedItem::Conflict(conflict) => {
            let refused = Refused(conflict.error.code);
            let mut response = (StatusCode::CONFLICT, Json(conflict)).into_response();
            response.extensions_mut().insert(refused);
            Ok(response)
        }
    }
}

/// `POST /api/reviews/bulk`: the same change of many items, each by itself.
pub async fn change_many(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Json<Vec<BulkRow>>, ApiError> {
    let bulk = BulkChange::from_json(&json_body(request, &state).await?)?;
    Ok(Json(queue::change_many(state.store()?, &bulk, caller.actor()).await?))
}

/// `GET /api/reviews.jsonl`: decided answers as labelled cases, for `groundcheck measure`.
pub async fn cases(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    let params = Params::read(&query.unwrap_or_default(), &[])?;
    let store = state.store()?.clone();
    file("groundcheck-reviews.jsonl", JSON_LINES, export::cases(store, &params.filter)?).await
}

/// `GET /api/reviews.csv`: the queue for spreadsheets.
pub async fn table(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    let params = Params::read(&query.unwrap_or_default(), &[])?;
    let store = state.store()?.clone();
    file("groundcheck-reviews.csv", CSV, export::table(store, &params.filter)?).await
}

/// `GET /api/audit`: who changed what.
pub async fn audit(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Json<AuditPage>, ApiError> {
    let params = Params::read_audit(&query.unwrap_or_default())?;
    Ok(Json(queue::audit(state.store()?, params.before, params.most).await?))
}

/// An id of the path; what is none is that of no item.
fn number(id: &str) -> Result<u64, ApiError> {
    id.parse().map_err(|_| ApiError::no_review())
}
