//! `POST /api/verify`: an answer and its sources in, document 5's check out; with `Accept: text/event-stream` told claim by claim.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use axum::response::{IntoResponse, Response};
use groundcheck_types::VerifyRequest;
use tokio::sync::OwnedSemaphorePermit;

use crate::server::AppState;
use crate::server::body::json_body_in;
use crate::server::error::ApiError;
use crate::server::events::{self, COMMENT, EVENT_STREAM};
use crate::verifier::{Event, Events, Job, Verifier};

/// Verifies an answer. A client that goes away stops what is under way.
pub async fn verify(State(state): State<AppState>, request: Request) -> Result<Response, ApiError> {
    let mut admitted = state.admit()?;
    let streams = accepts_events(request.headers());
    let bytes = json_body_in(request, &state, &mut admitted).await?;
    let request = VerifyRequest::from_json(&bytes)?;
    drop(bytes);
    let policy = Arc::clone(&state.policy);
    let options = request.options();
    let job =
        state.in_turn(state.analysis_by(), move || Job::new(request.answer, request.sources, options, &policy)).await?;
    drop(admitted);
    let (verifier, permit) = turn(&state)?;
    verifier.look(&job.options).await;
    let events = verifier.start(job)?;
    if !streams {
        let answer = events.finish(|_| ()).await?;
        drop(permit);
        return Ok(Json(answer).into_response());
    }
    let (parts, response) = events::response();
    tokio::spawn(tell(events, parts, permit));
    Ok(response)
}

/// Who verifies, and a place among those who have it done.
pub(super) fn turn(state: &AppState) -> Result<(Verifier, OwnedSemaphorePermit), ApiError> {
    let verifier = state.verifier.clone().ok_or_else(ApiError::no_verifying)?;
    let permit = Arc::clone(&state.verifications).try_acquire_owned().map_err(|_| ApiError::busy())?;
    Ok((verifier, permit))
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let is_stream = |media: &str| media.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(EVENT_STREAM);
    { accepted }.any(|value| value.split(',').any(is_stream))
}

/// Sends events on until the last, or until the client goes away, which drops them and so stops the asking.
async fn tell(mut events: Events, parts: events::Sender, _permit: OwnedSemaphorePermit) {
    let mut alive = events::alive().await;
    loop {
        let part = tokio::select! {
            () = parts.closed() => return,
            event = events.next() => match event {
                Some(event) => written(&event),
                None => return,
            },
            _ = alive.tick() => COMMENT,
        };
        if parts.send(Ok(part)).await.is_err() {
            return;
        }
    }
}

/// An event as it is sent.
fn written(event: &Event) -> Bytes {
    match event {
        Event::Plan(plan) => events::event("plan", plan),
        Event::Claim(claim) => events::event("claim", claim),
        Event::Done(answer) => events::event("done", answer),
        Event::Failed(error) => events::error(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_for_those_who_accept_them() {
        for (accept, streams) in [
            ("text/event-stream", true),
            ("application/json, Text/Event-Stream;q=0.9", true),
            ("application/json", false),
            ("*/*", false),
            ("text/event-streams", false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT, accept.parse().unwrap())]);
            assert_eq!(accepts_events(&headers), streams, "{accept}");
        }
    }
}
