//! Answers of the server that come bit by bit. `EventSource` cannot send the token in a header, so the body is read as it comes in.

use gloo_net::http::Request;
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Reflect, Uint8Array};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{AbortController, ReadableStreamDefaultReader};

use super::api;
use crate::model::phase::Failure;
use crate::model::sse::{Event, EventReader};

/// Ends a request: the server notices, and stops what it does for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stopper(Option<AbortController>);

impl Stopper {
    /// One for a request to come.
    pub fn new() -> Stopper {
        // Every browser that runs wasm has it.
        Stopper(AbortController::new().ok())
    }

    /// Ends the request, if it is still under way.
    pub fn stop(&self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

/// Posts JSON and shows each event of the answer until the last one, or until `each` says that it has seen enough.
///
/// # Errors
/// The server does not answer, refuses, or breaks off.
pub async fn post(
    path: &str,
    json: String,
    stopper: &Stopper,
    mut each: impl FnMut(Event) -> bool,
) -> Result<(), Failure> {
    let signal = stopper.0.as_ref().map(AbortController::signal);
    let request = Request::post(path).header("content-type", "application/json").header("accept", "text/event-stream");
    let request = api::with_token(request).abort_signal(signal.as_ref()).body(json).map_err(|_| Failure::Garbled)?;
    let response = request.send().await.map_err(|_| Failure::Away)?;
    if !response.ok() {
        return Err(api::refusal(response).await);
    }
    let body = response.body().ok_or(Failure::Garbled)?;
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut events = EventReader::default();
    loop {
        let read = JsFuture::from(reader.read()).await.map_err(|_| Failure::Away)?;
        let of = |name: &str| Reflect::get(&read, &name.into()).ok();
        if of("done").is_none_or(|done| done.is_truthy()) {
            return Ok(());
        }
        let chunk = of("value").and_then(|value| value.dyn_into::<Uint8Array>().ok()).ok_or(Failure::Garbled)?;
        for event in events.push(&chunk.to_vec()) {
            if !each(event) {
                stopper.stop();
                return Ok(());
            }
        }
    }
}
