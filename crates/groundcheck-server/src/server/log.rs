//! One log line a request, readable alone: what was asked, what came of it, how long it took. Never a word of an answer, a source,
//! a fact or an error message, which can quote them; a path only as the route that it matched.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use groundcheck_types::Verdict;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;

use super::error::Refused;
use crate::measures;
use crate::traces::Carried;

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// What an analysis came to, left in its response for the log line.
#[derive(Debug, Clone, Copy)]
pub struct Analysed {
    /// How many claims it found.
    pub claims: usize,
    /// What it says.
    pub verdict: Verdict,
}

/// Sends log lines to stderr from now on.
pub fn init(format: LogFormat) {
    // Where stderr is a file on a full disk, a line is lost. To say so on stderr again would be a panic.
    let lines = tracing_subscriber::fmt().with_writer(io::stderr).with_target(false).log_internal_errors(false);
    // rmcp tells of every message it gets, with what is in it.
    let quiet = Targets::new().with_default(LevelFilter::INFO).with_target("rmcp", LevelFilter::ERROR);
    // An error says that there is a subscriber already, which then stays.
    let _ = match format {
        LogFormat::Text => {
            tracing::subscriber::set_global_default(lines.with_ansi(io::stderr().is_terminal()).finish().with(quiet))
        }
        LogFormat::Json => {
            tracing::subscriber::set_global_default(lines.json().flatten_event(true).finish().with(quiet))
        }
    };
}

/// Logs a request when its response is ready, and gives it a number that the response carries too.
pub async fn log_request(request: Request, next: Next) -> Response {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let request_id = NEXT.fetch_add(1, Ordering::Relaxed);
    let start = Instant::now();
    let method = method_name(request.method());
    let route = request.extensions().get::<MatchedPath>().map_or("page".to_owned(), |path| path.as_str().to_owned());
    let mut response = next.run(request).await;
    response.headers_mut().insert("x-request-id", HeaderValue::from(request_id));

    let ms = milliseconds(start);
    let status = response.status().as_u16();
    measures::request(&route, method, status, start.elapsed().as_secs_f64());
    let analysed = response.extensions().get::<Analysed>();
    let claims = analysed.map(|analysed| analysed.claims);
    let verdict = analysed.map(|analysed| analysed.verdict.as_str());
    let error = response.extensions().get::<Refused>().map(|refused| refused.0.as_str());
    let trace_id = Carried::here().trace_id();
    if response.status().is_server_error() {
        tracing::error!(request_id, method, route, status, ms, claims, verdict, error, trace_id, "request failed");
    } else {
        tracing::info!(request_id, method, route, status, ms, claims, verdict, error, trace_id, "request");
    }
    response
}

/// Milliseconds since then, to the microsecond.
pub(super) fn milliseconds(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1e6).round() / 1e3
}

/// A method of the client's own making could hold anything.
pub(super) fn method_name(method: &axum::http::Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "OPTIONS" => "OPTIONS",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        _ => "other",
    }
}
