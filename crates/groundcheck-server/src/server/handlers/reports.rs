//! `GET /api/reports` and its kin: document 1's report on what is stored.

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use futures_util::stream;
use groundcheck_types::{CheckReport, MentionPage, ReportChoices, SourceReport};

use crate::report::checks::check_report;
use crate::report::csv::Table;
use crate::report::{self, csv};
use crate::server::AppState;
use crate::server::body::{CSV, file};
use crate::server::error::ApiError;
use crate::server::report_params::Params;

/// The report on what the filter leaves.
pub async fn report(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Json<SourceReport>, ApiError> {
    let params = Params::read(&query.unwrap_or_default(), &[])?;
    Ok(Json(report::source_report(state.store()?, &params.filter).await?))
}

/// What the kept reports of checks add up to.
pub async fn checks(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Json<CheckReport>, ApiError> {
    let params = Params::read(&query.unwrap_or_default(), &[])?;
    Ok(Json(check_report(state.store()?, &params.filter, state.keep_analyses).await?))
}

/// A page of the mentions of one risk.
pub async fn mentions(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Json<MentionPage>, ApiError> {
    let params = Params::read(&query.unwrap_or_default(), &["risk", "after", "most"])?;
    let page = report::mention_page(state.store()?, &params.filter, params.risk, params.after.as_deref(), params.most);
    Ok(Json(page.await?))
}

/// What a filter can name.
pub async fn choices(State(state): State<AppState>) -> Result<Json<ReportChoices>, ApiError> {
    Ok(Json(report::choices(state.store()?).await?))
}

/// A table of the report as a file.
pub async fn table(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    let params = Params::read(&query.unwrap_or_default(), &["table"])?;
    let store = state.store()?.clone();
    let (name, text) = match params.table {
        Table::Mentions => {
            return file("groundcheck-mentions.csv", CSV, csv::mentions(store, params.filter)).await;
        }
        Table::Models => {
            let report = report::source_report(&store, &params.filter).await?;
            (
                "groundcheck-models.csv",
                csv::MODELS.to_owned() + &report.models.iter().map(csv::model).collect::<String>(),
            )
        }
        Table::Days => {
            let report = report::source_report(&store, &params.filter).await?;
            ("groundcheck-days.csv", csv::DAYS.to_owned() + &report.days.iter().map(csv::day).collect::<String>())
        }
    };
    file(name, CSV, stream::iter([Ok(text)])).await
}
