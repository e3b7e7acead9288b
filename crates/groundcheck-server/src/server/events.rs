//! Server-sent events as they go out, each with one line of JSON as its data.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use groundcheck_types::InputError;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::body::in_parts;
use crate::envelope::ErrorEnvelope;

/// Their type.
pub(super) const EVENT_STREAM: &str = "text/event-stream";
/// How many events wait for a client that reads slowly.
const PARTS: usize = 16;
/// How often something is sent while nothing happens, so that nobody on the way takes the connection for dead.
const ALIVE: Duration = Duration::from_secs(15);
/// What is sent then.
pub(super) const COMMENT: Bytes = Bytes::from_static(b":\n\n");

/// Where events go. It is closed once the client has gone away.
pub(super) type Sender = mpsc::Sender<Result<Bytes, InputError>>;

/// A response of the events that are sent.
pub(super) fn response() -> (Sender, Response) {
    let (sender, body) = mpsc::channel(PARTS);
    // Proxies that hold answers back until they are whole are asked not to.
    let headers = [(CONTENT_TYPE, EVENT_STREAM), (CACHE_CONTROL, "no-store")];
    (sender, (headers, [("x-accel-buffering", "no")], in_parts(body)).into_response())
}

/// Ticks whenever something is to be sent, the first time not at once.
pub(super) async fn alive() -> Interval {
    let mut alive = interval(ALIVE);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    alive.tick().await;
    alive
}

/// An event. JSON has no line breaks outside of texts, where they are escaped.
pub(super) fn event(name: &str, data: &impl Serialize) -> Bytes {
    // Serialising plain data with string keys cannot fail.
    format!("event: {name}\ndata: {}\n\n", serde_json::to_string(data).unwrap_or_default()).into()
}

/// The last event where something failed.
pub(super) fn error(error: &InputError) -> Bytes {
    event("error", &ErrorEnvelope { error })
}
