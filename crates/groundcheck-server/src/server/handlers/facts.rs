//! The stored facts: what a scope can name, and the facts themselves.

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use groundcheck_types::Scope;
use serde_json::{Value, json};

use crate::fact_table;
use crate::server::AppState;
use crate::server::body::CSV;
use crate::server::error::ApiError;
use crate::server::query::values;

/// `GET /api/facts/entities`: the entities that there are stored facts of, each with its periods.
pub async fn entities(State(state): State<AppState>) -> Result<Json<Value>, ApiError> {
    let entities = match &state.store {
        Some(store) => store.fact_entities().await?,
        None => Vec::new(),
    };
    Ok(Json(json!({ "entities": entities })))
}

/// `GET /api/facts`: the facts of an entity and period as a CSV table, and those that hold for all of them.
pub async fn table(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    let (mut entity, mut period) = (None, None);
    for (name, value) in values(&query.unwrap_or_default(), &["entity", "period"])? {
        *if name == "entity" { &mut entity } else { &mut period } = Some(value);
    }
    let mut facts = match &state.store {
        Some(store) => store.facts_in(&Scope { entity, period: None }).await?,
        None => Vec::new(),
    };
    if let Some(period) = period {
        let is_same = |other: &str| other.trim().eq_ignore_ascii_case(period.trim());
        facts.retain(|fact| fact.period.as_deref().is_none_or(is_same));
    }
    Ok(([(CONTENT_TYPE, CSV)], fact_table::csv(&facts)).into_response())
}
