//! A worker that reads files for the page, so that a long PDF does not hold it up and a damaged one ends nothing but the worker.
//!
//! It says `"ready"`, then answers the bytes of each file with JSON: `null` where it is none of the kinds that are read,
//! `{"error": "…"}` where it cannot be read, or `{"parts": [{"place": "page 1", "text": "…"}], "without_text": [3]}`.

use groundcheck_files::{kind, read};
use serde_json::{Value, json};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Uint8Array, global};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    let scope: DedicatedWorkerGlobalScope = global().unchecked_into();
    let own = scope.clone();
    let answer = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = Uint8Array::new(&event.data()).to_vec();
        // Nobody is left to tell where the page does not listen any more.
        let _ = own.post_message(&JsValue::from_str(&answer(&bytes).to_string()));
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    // It answers for as long as the worker runs.
    answer.forget();
    let _ = scope.post_message(&JsValue::from_str("ready"));
}

fn answer(bytes: &[u8]) -> Value {
    let Some(kind) = kind(bytes) else { return Value::Null };
    match read(kind, bytes) {
        Ok(contents) => {
            let parts: Vec<Value> =
                contents.parts.into_iter().map(|part| json!({ "place": part.place, "text": part.text })).collect();
            json!({ "parts": parts, "without_text": contents.without_text })
        }
        Err(error) => json!({ "error": error.to_string() }),
    }
}
