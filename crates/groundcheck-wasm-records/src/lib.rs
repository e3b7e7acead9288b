//! Records for JavaScript: JSON text in, JSON text out.
//!
//! A crate of its own, because whoever checks answers does not download what checks records: a second `.wasm` in the npm package of
//! `groundcheck-wasm`, loaded where it is asked for. All that is said there of text, errors and traps holds here.

use groundcheck_types::{InputError, RecordRequest};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Checks a record against its document, given as JSON text, and returns the report as JSON text.
///
/// # Errors
/// What the engine refuses, as an object with the fields of an `InputError`.
#[wasm_bindgen(js_name = validateRecordJson)]
pub fn validate_record_json(request: &str) -> Result<String, JsValue> {
    let request = RecordRequest::from_json(request.as_bytes()).map_err(thrown)?;
    let report = groundcheck::records::validate(&request).map_err(thrown)?;
    Ok(report.to_json())
}

/// An error as it is thrown: a plain object of the contract's fields, which nothing else that is thrown is.
#[expect(clippy::needless_pass_by_value, reason = "taken by `map_err`")]
fn thrown(error: InputError) -> JsValue {
    // Plain data of string keys always converts; an undefined value is read as a failure of groundcheck itself.
    error.serialize(&Serializer::json_compatible()).unwrap_or_default()
}
