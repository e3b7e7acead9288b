//! The server's API, as far as the page uses it. Checking an answer never comes through here.

use gloo_net::http::{Request, RequestBuilder, Response};
use gloo_timers::callback::Timeout;
use groundcheck_types::{MentionPage, ProviderList, ReportChoices, ReportFilter, Scope, SourceReport};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use web_sys::AbortController;

use super::session;
use crate::model::address::{filter_query, query_string};
use crate::model::level::Level;
use crate::model::phase::{ErrorBody, Failure};

/// How long an answer may take.
const TIMEOUT_MS: u32 = 30_000;

/// Whether a server answers at all.
pub async fn is_up() -> bool {
    send(Request::get("/api/health")).await.is_ok()
}

/// The report on what the filter leaves.
///
/// # Errors
/// The server does not answer, refuses, or cannot be understood; so with all of these.
pub async fn report(filter: &ReportFilter) -> Result<SourceReport, Failure> {
    read(send(Request::get("/api/reports").query(filter_query(filter))).await?).await
}

/// A page of the mentions of one risk.
pub async fn mentions(filter: &ReportFilter, level: Level, after: Option<&str>) -> Result<MentionPage, Failure> {
    let mut query = filter_query(filter);
    query.push(("risk", level.as_str()));
    query.extend(after.map(|after| ("after", after)));
    read(send(Request::get("/api/reports/mentions").query(query)).await?).await
}

/// What a filter can name.
pub async fn choices() -> Result<ReportChoices, Failure> {
    read(send(Request::get("/api/reports/choices")).await?).await
}

/// Adds the example data; what it answers does not matter, the report tells.
pub async fn add_examples() -> Result<(), Failure> {
    send(Request::post("/api/examples")).await.map(|_| ())
}

/// Removes the example data.
pub async fn remove_examples() -> Result<(), Failure> {
    send(Request::delete("/api/examples")).await.map(|_| ())
}

/// Where the report is as CSV.
pub fn csv_link(filter: &ReportFilter) -> String {
    format!("/api/reports.csv{}", query_string(&filter_query(filter)))
}

/// The same as a text, for a server that asks for a token: a link cannot carry one.
pub async fn report_csv(filter: &ReportFilter) -> Result<String, Failure> {
    text(send(Request::get(&csv_link(filter))).await?).await
}

/// An entity that the server keeps facts of.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FactEntity {
    /// Its name; none where its facts hold for all.
    pub entity: Option<String>,
    /// Its periods in order.
    pub periods: Vec<String>,
}

/// The entities that the server keeps facts of.
pub async fn fact_entities() -> Result<Vec<FactEntity>, Failure> {
    #[derive(Deserialize)]
    struct Body {
        entities: Vec<FactEntity>,
    }
    let body: Body = read(send(Request::get("/api/facts/entities")).await?).await?;
    Ok(body.entities)
}

/// The facts of an entity and period, as the CSV that a request takes.
pub async fn facts(scope: &Scope) -> Result<String, Failure> {
    let pairs = [("entity", scope.entity.as_deref()), ("period", scope.period.as_deref())];
    let query: Vec<(&str, &str)> = pairs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    text(send(Request::get(&format!("/api/facts{}", query_string(&query)))).await?).await
}

/// The providers that the server can ask.
pub async fn providers() -> Result<ProviderList, Failure> {
    read(send(Request::get("/api/providers")).await?).await
}

/// A request that says who asks, where a token was given.
pub(super) fn with_token(request: RequestBuilder) -> RequestBuilder {
    match session::token() {
        Some(token) => request.header("authorization", &format!("Bearer {token}")),
        None => request,
    }
}

/// Why the server refuses.
pub(super) async fn refusal(response: Response) -> Failure {
    let status = response.status();
    let error = response.text().await.ok().and_then(|text| serde_json::from_str::<ErrorBody>(&text).ok());
    Failure::Refused(status, error.map(|body| body.error))
}

async fn send(request: RequestBuilder) -> Result<Response, Failure> {
    let request = with_token(request);
    // Without a controller there is no limit either; every browser that runs wasm has one.
    let controller = AbortController::new().ok();
    let signal = controller.as_ref().map(AbortController::signal);
    let _limit = controller.map(|controller| Timeout::new(TIMEOUT_MS, move || controller.abort()));
    let response = request.abort_signal(signal.as_ref()).send().await.map_err(|_| Failure::Away)?;
    if response.ok() { Ok(response) } else { Err(refusal(response).await) }
}

async fn text(response: Response) -> Result<String, Failure> {
    response.text().await.map_err(|_| Failure::Away)
}

async fn read<T: DeserializeOwned>(response: Response) -> Result<T, Failure> {
    serde_json::from_str(&text(response).await?).map_err(|_| Failure::Garbled)
}
