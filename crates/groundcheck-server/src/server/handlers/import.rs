//! `POST /api/import`: responses that were collected elsewhere.

use axum::extract::{Request, State};
use axum::{Extension, Json};
use groundcheck_types::{ImportSummary, REQUEST_MAX_BYTES};

use super::urls::JSON_LINES;
use crate::import::{self, Records, Stopped};
use crate::server::AppState;
use crate::server::access::Caller;
use crate::server::body::{JSON, body_up_to};
use crate::server::error::ApiError;
use crate::store::Origin;

/// Stores what can be read of it; what cannot is said with its line.
pub async fn import(
    State(state): State<AppState>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Json<ImportSummary>, ApiError> {
    let mut admitted = state.admit()?;
    let store = state.store()?;
    let bytes = body_up_to(request, &state, (&[JSON, JSON_LINES], REQUEST_MAX_BYTES), Some(&mut admitted)).await?;
    let records = Records::new(bytes.as_slice()).map_err(|_| ApiError::internal())?;
    let mut summary = ImportSummary::default();
    let done = import::run(store, records, Origin::Import, caller.actor(), |said| {
        match said {
            Ok(response) => summary.responses.push(response),
            Err(error) => summary.errors.push(error),
        }
        Ok(())
    });
    let done = done.await;
    state.wake.wake();
    match done {
        Ok(()) => {}
        // Sending the same again stores only the rest.
        Err(Stopped::Store(error)) => return Err(error.into()),
        Err(Stopped::Read(_) | Stopped::Write(_)) => return Err(ApiError::internal()),
    }
    // Nothing of it could be used: that is an error, not an import.
    match summary.errors.first() {
        Some(error) if summary.responses.is_empty() => Err(error.clone().into()),
        _ => Ok(Json(summary)),
    }
}
