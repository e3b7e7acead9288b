//! Every route, and what every request passes on its way in and out.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, StatusCode, Version};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, delete, get, post};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use super::error::{ApiError, panicked};
use super::handlers::{
    analyze, collect, examples, facts, files, health, import, learning, metrics, openapi, page, providers, records,
    reports, reviews, stream, urls, verify,
};
use super::{AppState, access, headers, log, traced};

/// The whole server as a service.
pub fn router(state: AppState) -> Router {
    Router::new()
        .route("/api/analyze", post(analyze::analyze))
        .route("/api/collect", post(collect::collect))
        .route("/api/facts", get(facts::table))
        .route("/api/facts/entities", get(facts::entities))
        .route("/api/files", post(files::read))
        .route("/api/health", get(health::health))
        .route("/api/providers", get(providers::providers))
        .route("/api/ready", get(health::ready))
        .route("/api/import", post(import::import))
        .route("/api/examples", post(examples::add).delete(examples::remove))
        .route("/api/mutes", get(learning::mutes).post(learning::mute))
        .route("/api/mutes/{fingerprint}", delete(learning::unmute))
        .route("/api/records/monitoring", get(records::monitoring))
        .route("/api/records/validate", post(records::validate))
        .route("/api/reports", get(reports::report))
        .route("/api/reports/mentions", get(reports::mentions))
        .route("/api/reports/checks", get(reports::checks))
        .route("/api/reports/choices", get(reports::choices))
        .route("/api/reports.csv", get(reports::table))
        .route("/api/reviews", get(reviews::page).post(reviews::add))
        .route("/api/reviews/bulk", post(reviews::change_many))
        .route("/api/reviews/choices", get(reviews::choices))
        .route("/api/reviews/learning", get(learning::learn))
        .route("/api/reviews/{id}", get(reviews::item).patch(reviews::change))
        .route("/api/reviews/{id}/history", get(reviews::history))
        .route("/api/reviews.csv", get(reviews::table))
        .route("/api/reviews.jsonl", get(reviews::cases))
        .route("/api/audit", get(reviews::audit))
        .route("/api/stream", post(stream::stream))
        .route("/api/urls/check", post(urls::check))
        .route("/api/verify", post(verify::verify))
        .route("/api/openapi.json", get(openapi::openapi))
        .route("/metrics", get(metrics::metrics))
        .route("/api", any(ApiError::not_found))
        .route("/api/{*path}", any(ApiError::not_found))
        .fallback(page::page)
        .method_not_allowed_fallback(ApiError::method_not_allowed)
        // The last layer is the first to see a request.
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(whole_answers()))
        .layer(from_fn_with_state(state.clone(), access::admit))
        .layer(from_fn_with_state(state.clone(), headers::secure))
        .layer(from_fn_with_state(state.clone(), health::watch))
        .layer(from_fn(log::log_request))
        .layer(from_fn(traced::trace))
        .with_state(state)
}

/// What is worth compressing. Lines that come one by one are not: a compressor would hold them back.
fn whole_answers() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new(urls::JSON_LINES)).and(is_quick)
}

/// In development ten megabytes of wasm take longer to compress, unoptimised, than to send to this machine.
fn is_quick(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    !cfg!(debug_assertions) || headers.get(CONTENT_TYPE).is_none_or(|media_type| media_type != "application/wasm")
}
