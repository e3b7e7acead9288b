//! `GET /api/reviews/learning`, `/api/mutes` and what hangs on it: what people's decisions teach, and what they need not see again.

use axum::extract::{Path, RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use groundcheck_types::{LearningReport, MuteAdd, MuteList, ReviewFilter};
use serde_json::{Value, json};

use crate::review::learning;
use crate::server::AppState;
use crate::server::access::Caller;
use crate::server::body::json_body;
use crate::server::error::ApiError;
use crate::server::query::values;

/// `GET /api/reviews/learning`: what the items that were decided last teach.
pub async fn learn(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Json<LearningReport>, ApiError> {
    let mut filter = ReviewFilter::default();
    for (name, value) in values(&query.unwrap_or_default(), &["provider", "from", "to"])? {
        match name {
            "provider" => filter.provider = Some(value),
            "from" => filter.from = Some(value),
            _ => filter.to = Some(value),
        }
    }
    let store = state.store()?;
    // As much in memory as the largest request.
    let _admitted = state.admit()?;
    let by = state.analysis_by();
    let decided = learning::decided(store, &filter).await?;
    let policy = state.policy();
    Ok(Json(state.in_turn(by, move || decided.learn(&policy)).await?))
}

/// `GET /api/mutes`: all of them.
pub async fn mutes(State(state): State<AppState>) -> Result<Json<MuteList>, ApiError> {
    Ok(Json(learning::mutes(state.store()?).await?))
}

/// `POST /api/mutes`: one more. 201 where it is new, 200 where it was there.
pub async fn mute(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let add = MuteAdd::from_json(&json_body(request, &state).await?)?;
    let (mute, is_new) = learning::mute(state.store()?, &add, caller.actor()).await?.ok_or_else(ApiError::no_review)?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(mute)).into_response())
}

/// `DELETE /api/mutes/{fingerprint}`: one is taken back; 0 where there is none, as after a second time.
pub async fn unmute(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    Path(fingerprint): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let removed = state.store()?.remove_mute(&fingerprint, caller.actor()).await?;
    Ok(Json(json!({ "removed": u8::from(removed) })))
}
