//! `POST /api/records/validate`: a record and its document in, a report out, the same bytes as `groundcheck records --request`.
//!
//! What the report does not accept enters the review queue first, masked, as answers do; all are added to the day's figures, which
//! `GET /api/records/monitoring` tells.

use axum::extract::{RawQuery, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use groundcheck_types::{MonitoringFilter, RecordMonitoring, RecordRequest};

use crate::measures;
use crate::monitoring::record_monitoring;
use crate::review::enter;
use crate::server::AppState;
use crate::server::access::Caller;
use crate::server::body::json_body_in;
use crate::server::error::ApiError;
use crate::server::headers::with_review;
use crate::server::query::values;
use crate::store::record_sums::Validated;

/// Checks one record. One that is rejected is no failed request: its report says so.
pub async fn validate(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let mut admitted = state.admit()?;
    let bytes = json_body_in(request, &state, &mut admitted).await?;
    let policy = state.policy();
    let is_stored = state.store.is_some();
    let check = move || {
        let record = RecordRequest::from_json(&bytes)?;
        let report = groundcheck::records::validate(&record)?;
        let enters = is_stored && enter::wants_record(&report, &policy);
        let new = enters.then(|| enter::record(&bytes, &record, &report));
        Ok((report, record.provider, new))
    };
    let (report, provider, new) = state.in_turn(state.analysis_by(), check).await?;
    measures::record(&report, state.provider_label(provider.as_deref()));
    let review = match &state.store {
        Some(store) => {
            let validated = Validated { provider: provider.as_deref(), profile: &report.profile, report: &report };
            store.add_validated(validated, new.as_ref(), caller.actor()).await?
        }
        None => None,
    };
    Ok(with_review(([(CONTENT_TYPE, "application/json")], report.to_json()).into_response(), review))
}

/// How it has gone.
pub async fn monitoring(
    State(state): State<AppState>,
    RawQuery(query): RawQuery,
) -> Result<Json<RecordMonitoring>, ApiError> {
    let mut filter = MonitoringFilter::default();
    for (name, value) in values(&query.unwrap_or_default(), &["provider", "profile", "from", "to"])? {
        match name {
            "provider" => filter.provider = Some(value),
            "profile" => filter.profile = Some(value),
            "from" => filter.from = Some(value),
            _ => filter.to = Some(value),
        }
    }
    Ok(Json(record_monitoring(state.store()?, &filter).await?))
}
