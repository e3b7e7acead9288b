//! The server's API, as far as the page uses it. Checking an answer never comes through here.

use gloo_net::http::{Request, RequestBuilder, Response};
use gloo_timers::callback::Timeout;
use groundcheck_types::{
    AuditPage, BulkChange, BulkRow, CheckReport, LearningReport, MentionPage, MuteAdd, MuteList, ProviderList,
    RecordMonitoring, ReportChoices, ReportFilter, ReviewAdd, ReviewChange, ReviewChoices, ReviewConflict,
    ReviewFilter, ReviewItem, ReviewPage, Scope, SourceReport,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use web_sys::AbortController;

use super::session;
use crate::model::address::query_string;
use crate::model::filter::{REPORT_FIELDS, REVIEW_FIELDS, query};
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
    read(send(Request::get("/api/reports").query(query(filter, &REPORT_FIELDS))).await?).await
}

/// What the kept reports of checks add up to. They have no query.
pub async fn checks(filter: &ReportFilter) -> Result<CheckReport, Failure> {
    let mut query = query(filter, &REPORT_FIELDS);
    query.retain(|(name, _)| *name != "query");
    read(send(Request::get("/api/reports/checks").query(query)).await?).await
}

/// A page of the mentions of one risk.
pub async fn mentions(filter: &ReportFilter, level: Level, after: Option<&str>) -> Result<MentionPage, Failure> {
    let mut query = query(filter, &REPORT_FIELDS);
    query.push(("risk", level.as_str().to_owned()));
    query.extend(after.map(|after| ("after", after.to_owned())));
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
    format!("/api/reports.csv{}", query_string(&query(filter, &REPORT_FIELDS)))
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

/// A page of the queue.
pub async fn reviews(filter: &ReviewFilter, after: Option<&str>) -> Result<ReviewPage, Failure> {
    let mut query = query(filter, &REVIEW_FIELDS);
    query.extend(after.map(|after| ("after", after.to_owned())));
    read(send(Request::get(&format!("/api/reviews{}", query_string(&query)))).await?).await
}

/// What the queue can be filtered by.
pub async fn review_choices() -> Result<ReviewChoices, Failure> {
    read(send(Request::get("/api/reviews/choices")).await?).await
}

/// An item with all that somebody needs to judge it.
pub async fn review(id: u64) -> Result<ReviewItem, Failure> {
    read(send(Request::get(&format!("/api/reviews/{id}"))).await?).await
}

/// What was done to an item, latest first.
pub async fn review_history(id: u64) -> Result<AuditPage, Failure> {
    read(send(Request::get(&format!("/api/reviews/{id}/history"))).await?).await
}

/// What became of a change.
pub enum Changed {
    /// It was made; the item as it is now.
    Done(Box<ReviewItem>),
    /// Somebody else was faster; the item as they left it.
    Conflict(Box<ReviewItem>),
}

/// Changes an item.
pub async fn change_review(id: u64, change: &ReviewChange) -> Result<Changed, Failure> {
    let response = answer(Request::patch(&format!("/api/reviews/{id}")), Some(change)).await?;
    if response.status() == 409 {
        let conflict: ReviewConflict = read(response).await?;
        return Ok(Changed::Conflict(conflict.item));
    }
    read(accepted(response).await?).await.map(|item| Changed::Done(Box::new(item)))
}

/// Makes the same change of many items.
pub async fn change_reviews(change: &BulkChange) -> Result<Vec<BulkRow>, Failure> {
    read(accepted(answer(Request::post("/api/reviews/bulk"), Some(change)).await?).await?).await
}

/// Sends an answer to the queue.
pub async fn add_review(add: &ReviewAdd) -> Result<(), Failure> {
    accepted(answer(Request::post("/api/reviews"), Some(add)).await?).await.map(|_| ())
}

/// Where the queue is as a file: `jsonl` or `csv`.
pub fn review_file(filter: &ReviewFilter, extension: &str) -> String {
    format!("/api/reviews.{extension}{}", query_string(&query(filter, &REVIEW_FIELDS)))
}

/// A file of the server as a text, where it asks for a token: a link cannot carry one.
pub async fn file(link: &str) -> Result<String, Failure> {
    text(send(Request::get(link)).await?).await
}

/// What is learnt from the queue.
pub async fn learning() -> Result<LearningReport, Failure> {
    read(send(Request::get("/api/reviews/learning")).await?).await
}

/// What does not enter the queue any more.
pub async fn mutes() -> Result<MuteList, Failure> {
    read(send(Request::get("/api/mutes")).await?).await
}

/// Mutes a pattern.
pub async fn mute(add: &MuteAdd) -> Result<(), Failure> {
    accepted(answer(Request::post("/api/mutes"), Some(add)).await?).await.map(|_| ())
}

/// Takes a mute back.
pub async fn unmute(fingerprint: &str) -> Result<(), Failure> {
    send(Request::delete(&format!("/api/mutes/{fingerprint}"))).await.map(|_| ())
}

/// How the validation of records has gone.
pub async fn monitoring() -> Result<RecordMonitoring, Failure> {
    read(send(Request::get("/api/records/monitoring")).await?).await
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
    accepted(answer(request, None::<&()>).await?).await
}

/// What the server answers, whatever its status.
async fn answer(request: RequestBuilder, body: Option<&impl Serialize>) -> Result<Response, Failure> {
    let request = with_token(request);
    // Without a controller there is no limit either; every browser that runs wasm has one.
    let controller = AbortController::new().ok();
    let signal = controller.as_ref().map(AbortController::signal);
    let _limit = controller.map(|controller| Timeout::new(TIMEOUT_MS, move || controller.abort()));
    let request = request.abort_signal(signal.as_ref());
    let request = match body {
        Some(body) => request.json(body),
        None => request.build(),
    };
    request.map_err(|_| Failure::Garbled)?.send().await.map_err(|_| Failure::Away)
}

/// The answer, where the server did as it was asked.
async fn accepted(response: Response) -> Result<Response, Failure> {
    if response.ok() { Ok(response) } else { Err(refusal(response).await) }
}

async fn text(response: Response) -> Result<String, Failure> {
    response.text().await.map_err(|_| Failure::Away)
}

async fn read<T: DeserializeOwned>(response: Response) -> Result<T, Failure> {
    serde_json::from_str(&text(response).await?).map_err(|_| Failure::Garbled)
}
