//! `GET /api/reports` and its kin: document 1's report on what is stored.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use groundcheck_types::{InputError, MentionPage, ReportChoices, SourceReport};
use tokio::sync::mpsc;

use crate::report::csv::Table;
use crate::report::{self, PAGE_MAX, csv};
use crate::server::AppState;
use crate::server::body::in_parts;
use crate::server::error::ApiError;
use crate::server::report_params::Params;
use crate::store::{RiskLevel, Store};

/// How many parts of a file wait for a client that reads slowly.
const PARTS: usize = 4;

/// The report on what the filter leaves.
pub async fn report(State(state): State<AppState>, RawQuery(query): RawQuery) -> Result<Json<SourceReport>, ApiError> {
    let params = Params::read(&query.unwrap_or_default(), &[])?;
    Ok(Json(report::source_report(state.store()?, &params.filter).await?))
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
    let (name, body) = match params.table {
        Table::Models => {
            let report = report::source_report(&store, &params.filter).await?;
            ("models", Body::from(csv::MODELS.to_owned() + &report.models.iter().map(csv::model).collect::<String>()))
        }
        Table::Days => {
            let report = report::source_report(&store, &params.filter).await?;
            ("days", Body::from(csv::DAYS.to_owned() + &report.days.iter().map(csv::day).collect::<String>()))
        }
        Table::Mentions => {
            // What is wrong with the filter or the database shows before the file begins.
            report::mention_page(&store, &params.filter, RiskLevel::High, None, 1).await?;
            let (parts, body) = mpsc::channel(PARTS);
            tokio::spawn(async move {
                if let Err(error) = send_mentions(&store, &params, &parts).await {
                    // A file that is cut off must not look whole.
                    let _ = parts.send(Err(error)).await;
                }
            });
            ("mentions", in_parts(body))
        }
    };
    let disposition = format!("attachment; filename=\"groundcheck-{name}.csv\"");
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, disposition)], body)
        .into_response())
}

async fn send_mentions(
    store: &Store,
    params: &Params,
    parts: &mpsc::Sender<Result<Bytes, InputError>>,
) -> Result<(), InputError> {
    let mut part = csv::MENTIONS.to_owned();
    for risk in [RiskLevel::High, RiskLevel::Medium, RiskLevel::Low] {
        let mut after: Option<String> = None;
        loop {
            let page = report::mention_page(store, &params.filter, risk, after.as_deref(), PAGE_MAX).await?;
            part.extend(page.mentions.iter().map(csv::mention));
            // The client went away.
            if parts.send(Ok(std::mem::take(&mut part).into())).await.is_err() {
                return Ok(());
            }
            after = page.next;
            if after.is_none() {
                break;
            }
        }
    }
    Ok(())
}
