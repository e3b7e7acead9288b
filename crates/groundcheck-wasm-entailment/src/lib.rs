//! Verifying an answer by a language model that the embedder asks, for JavaScript: JSON text in, JSON text out.
//!
//! A crate of its own, as that of records: a further `.wasm` in the npm package of `groundcheck-wasm`, loaded where it is asked for. All
//! that is said there of text, errors and traps holds here. Sends nothing and has no randomness: the package around it draws the nonce.

use groundcheck::entailment;
use groundcheck_types::{
    EntailmentAnswers, EntailmentRequest, GroundedAnswer, InputError, Policy, Report, Request, read_json,
};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// What to ask a model about an answer: an `EntailmentRequest` and its `EntailmentQuestions`, as JSON text.
///
/// # Errors
/// What the engine refuses, as an object with the fields of an `InputError`.
#[wasm_bindgen(js_name = questionsJson)]
pub fn questions_json(request: &str, nonce: &str) -> Result<String, JsValue> {
    let request = EntailmentRequest::from_json(request.as_bytes()).map_err(thrown)?;
    let questions = entailment::questions(&request, nonce).map_err(thrown)?;
    Ok(questions.to_json())
}

/// What follows from a model's answers: an `EntailmentRequest`, its `EntailmentAnswers` and the `GroundedAnswer`, as JSON text.
///
/// # Errors
/// As [`questions_json`].
#[wasm_bindgen(js_name = groundingJson)]
pub fn grounding_json(request: &str, answers: &str) -> Result<String, JsValue> {
    let request = EntailmentRequest::from_json(request.as_bytes()).map_err(thrown)?;
    let answers = EntailmentAnswers::from_json(answers.as_bytes()).map_err(thrown)?;
    Ok(entailment::grounding(&request, &answers).map_err(thrown)?.to_json())
}

/// A `Request`, the `Report` on it and the `GroundedAnswer` of its sentences, as JSON text; the report on both, as JSON text.
///
/// # Errors
/// As [`questions_json`]; `invalid_json` naming `report` or `verified` where one of them is none.
#[wasm_bindgen(js_name = withVerificationJson)]
pub fn with_verification_json(request: &str, report: &str, verified: &str) -> Result<String, JsValue> {
    let request = Request::from_json(request.as_bytes()).map_err(thrown)?;
    let read = |field: &str| {
        let field = field.to_owned();
        move |error: InputError| thrown(InputError { field: Some(field), ..error })
    };
    let report: Report = read_json(report.as_bytes()).map_err(read("report"))?;
    let verified: GroundedAnswer = read_json(verified.as_bytes()).map_err(read("verified"))?;
    let policy = Policy::default();
    Ok(groundcheck::with_verification(report, &request, verified, &policy).map_err(thrown)?.to_json())
}

/// Whether a sampled answer says YES or NO; undefined where it says neither.
#[wasm_bindgen]
#[must_use]
pub fn vote(answer: &str) -> Option<bool> {
    entailment::vote(answer)
}

/// An error as it is thrown: a plain object of the contract's fields, which nothing else that is thrown is.
#[expect(clippy::needless_pass_by_value, reason = "taken by `map_err`")]
fn thrown(error: InputError) -> JsValue {
    // Plain data of string keys always converts; an undefined value is read as a failure of groundcheck itself.
    error.serialize(&Serializer::json_compatible()).unwrap_or_default()
}
