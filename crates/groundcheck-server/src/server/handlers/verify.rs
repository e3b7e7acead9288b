//! `POST /api/verify`: an answer and its sources in, document 5's check out; with `Accept: text/event-stream` told claim by claim.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use groundcheck_types::{InputError, VerifyRequest};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{MissedTickBehavior, interval};

use crate::envelope::ErrorEnvelope;
use crate::server::AppState;
use crate::server::body::{in_parts, json_body};
use crate::server::error::ApiError;
use crate::verifier::{Event, Events, Verifier};

/// Server-sent events.
const EVENT_STREAM: &str = "text/event-stream";
/// How many events wait for a client that reads slowly.
const PARTS: usize = 16;
/// How often something is sent while nothing happens, so that nobody on the way takes the connection for dead.
const ALIVE: Duration = Duration::from_secs(15);

/// Verifies an answer. A client that goes away stops what is under way.
pub async fn verify(State(state): State<AppState>, request: Request) -> Result<Response, ApiError> {
    let admitted = state.admitted.try_acquire().map_err(|_| ApiError::busy())?;
    let streams = accepts_events(request.headers());
    let bytes = json_body(request, &state).await?;
    let request = VerifyRequest::from_json(&bytes)?;
    drop((admitted, bytes));
    let (verifier, permit) = turn(&state)?;
    let events = verifier.start(request.into())?;
    if !streams {
        let answer = events.finish(|_| ()).await?;
        drop(permit);
        return Ok(Json(answer).into_response());
    }
    let (parts, body) = mpsc::channel(PARTS);
    tokio::spawn(tell(events, parts, permit));
    // Proxies that hold answers back until they are whole are asked not to.
    let headers = [(CONTENT_TYPE, EVENT_STREAM), (CACHE_CONTROL, "no-store")];
    Ok((headers, [("x-accel-buffering", "no")], in_parts(body)).into_response())
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
async fn tell(mut events: Events, parts: mpsc::Sender<Result<Bytes, InputError>>, _permit: OwnedSemaphorePermit) {
    let mut alive = interval(ALIVE);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The first tick is now.
    alive.tick().await;
    loop {
        let part = tokio::select! {
            () = parts.closed() => return,
            event = events.next() => match event {
                Some(event) => written(&event),
                None => return,
            },
            _ = alive.tick() => Bytes::from_static(b":\n\n"),
        };
        if parts.send(Ok(part)).await.is_err() {
            return;
        }
    }
}

/// An event as it is sent. JSON has no line breaks outside of texts, where they are escaped.
fn written(event: &Event) -> Bytes {
    match event {
        Event::Plan(plan) => part("plan", plan),
        Event::Claim(claim) => part("claim", claim),
        Event::Done(answer) => part("done", answer),
        Event::Failed(error) => format!("event: error\ndata: {}\n\n", ErrorEnvelope { error }.to_json()).into(),
    }
}

fn part(name: &str, data: &impl Serialize) -> Bytes {
    // Serialising plain data with string keys cannot fail.
    format!("event: {name}\ndata: {}\n\n", serde_json::to_string(data).unwrap_or_default()).into()
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
