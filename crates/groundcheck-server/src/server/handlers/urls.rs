//! `POST /api/urls/check`: links in, a line for each as soon as it is known.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use groundcheck_types::{UrlCheck, UrlCheckRequest, UrlState};
use tokio::sync::mpsc;

use crate::measures;
use crate::server::AppState;
use crate::server::body::{in_parts, json_body_in};
use crate::server::error::ApiError;
use crate::traces::{Span, SpanKind};

/// One JSON value a line.
pub const JSON_LINES: &str = "application/x-ndjson";

/// How many lines wait for a client that reads slowly.
const LINES: usize = 16;

/// Checks links.
pub async fn check(State(state): State<AppState>, request: Request) -> Result<Response, ApiError> {
    let mut admitted = state.admit()?;
    let bytes = json_body_in(request, &state, &mut admitted).await?;
    let request = UrlCheckRequest::from_json(&bytes)?;
    drop((admitted, bytes));
    let checker = state.checker.as_ref().ok_or_else(ApiError::no_link_checks)?;
    let permit = Arc::clone(&state.link_checks).try_acquire_owned().map_err(|_| ApiError::busy())?;
    let mut checks = checker.check_all(request.urls);
    let (lines, body) = mpsc::channel(LINES);
    let mut span = LinksSpan::begin();
    tokio::spawn(async move {
        let _permit = permit;
        while let Some(check) = checks.next().await {
            measures::link(&check);
            span.add(&check);
            // Serialising plain data with string keys cannot fail.
            let mut line = serde_json::to_vec(&check).unwrap_or_default();
            line.push(b'\n');
            // The client went away: what is under way ends with `checks`.
            if lines.send(Ok(line.into())).await.is_err() {
                return;
            }
        }
    });
    Ok(([(CONTENT_TYPE, JSON_LINES)], in_parts(body)).into_response())
}

/// The span of all links of a request: how many came to what, never which.
struct LinksSpan {
    span: Span,
    states: [usize; 3],
    known: usize,
}

impl LinksSpan {
    fn begin() -> Self {
        LinksSpan { span: Span::part("check links", SpanKind::Internal), states: [0; 3], known: 0 }
    }

    fn add(&mut self, check: &UrlCheck) {
        self.states[match check.state {
            UrlState::Reachable => 0,
            UrlState::Unreachable => 1,
            UrlState::Unknown => 2,
        }] += 1;
        self.known += usize::from(check.cached);
    }
}

impl Drop for LinksSpan {
    fn drop(&mut self) {
        let [reachable, unreachable, unknown] = self.states;
        self.span.count("groundcheck.links.count", reachable + unreachable + unknown);
        self.span.count("groundcheck.links.reachable", reachable);
        self.span.count("groundcheck.links.unreachable", unreachable);
        self.span.count("groundcheck.links.unknown", unknown);
        self.span.count("groundcheck.links.known", self.known);
    }
}
