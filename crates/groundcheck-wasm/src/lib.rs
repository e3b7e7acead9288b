//! The engine of groundcheck for JavaScript: JSON text in, JSON text out.
//!
//! Each export reads its input, calls the engine and writes the result; rules live in the `groundcheck` crate. Text crosses
//! the boundary, not objects, for three reasons: the bytes are those of HTTP and the command line by construction, unknown
//! fields are refused by the very same code (`serde-wasm-bindgen` reads only the fields it knows), and one string costs less
//! to pass than a property at a time. `npm/` turns objects into text and back, and keeps a trap from poisoning the next call.
//!
//! A failure is thrown as a plain object with the fields of an [`InputError`](groundcheck_types::InputError)
//! (`serde-wasm-bindgen` makes it); anything else that is thrown is a trap.
//!
//! `wasm-bindgen` must run with `--target web`, `--experimental-reset-state-function` (the package starts a new instance after a
//! trap) and `--omit-default-module-path` (the package says where the file is, bundlers must not see it twice).

#[cfg(feature = "bench")]
mod bench;
mod input;
mod monitor;

use std::sync::Arc;

use groundcheck_types::{KnowledgeRequest, MonitorRequest, Policy, Request, SCHEMA_VERSION, Source, read_json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use input::{DetectorOptions, thrown};
use monitor::Monitor;

/// Analyses a request given as JSON text, and returns the report as JSON text.
///
/// # Errors
/// What the engine refuses, as an object with the fields of an `InputError`.
#[wasm_bindgen(js_name = analyzeJson)]
pub fn analyze_json(request: &str) -> Result<String, JsValue> {
    let request = Request::from_json(request.as_bytes()).map_err(thrown)?;
    let report = groundcheck::analyze(&request).map_err(thrown)?;
    Ok(report.to_json())
}

/// Sources, facts and policy, prepared once and used for many answers.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Detector {
    engine: Arc<groundcheck::Detector>,
    /// As they were given: a monitor looks for links and marks in them.
    sources: Vec<Source>,
}

#[wasm_bindgen]
impl Detector {
    /// Prepares the evidence: `{policy?, sources?, facts?, locale?}` as JSON text.
    ///
    /// # Errors
    /// What the engine refuses, as an object with the fields of an `InputError`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<Detector, JsValue> {
        let options: DetectorOptions = read_json(options.as_bytes()).map_err(thrown)?;
        let policy = Policy::default().with(&options.policy.unwrap_or_default()).map_err(thrown)?;
        let engine = groundcheck::Detector::new(policy, &options.sources, &options.facts, options.locale.as_ref());
        Ok(Detector { engine: Arc::new(engine.map_err(thrown)?), sources: options.sources })
    }

    /// Analyses a request without sources and facts, given as JSON text, and returns the report as JSON text.
    ///
    /// # Errors
    /// What the engine refuses, as an object with the fields of an `InputError`.
    #[wasm_bindgen(js_name = analyzeJson)]
    pub fn analyze_json(&self, request: &str) -> Result<String, JsValue> {
        let request = Request::from_json(request.as_bytes()).map_err(thrown)?;
        let report = self.engine.analyze(&request).map_err(thrown)?;
        Ok(report.to_json())
    }

    /// Analyses a request without sources and facts, given as JSON text, and returns its answer with what the evidence contradicts
    /// corrected, a `Corrected` as JSON text.
    ///
    /// # Errors
    /// What the engine refuses, as an object with the fields of an `InputError`.
    #[wasm_bindgen(js_name = correctedJson)]
    pub fn corrected_json(&self, request: &str) -> Result<String, JsValue> {
        let request = Request::from_json(request.as_bytes()).map_err(thrown)?;
        let report = self.engine.analyze(&request).map_err(thrown)?;
        Ok(self.engine.corrected(&request, &report).map_err(thrown)?.to_json())
    }

    /// Watches an answer to this request, JSON text without sources and facts, while it is written.
    ///
    /// # Errors
    /// What the engine refuses, as an object with the fields of an `InputError`.
    pub fn monitor(&self, request: &str) -> Result<Monitor, JsValue> {
        let request = MonitorRequest::from_json(request.as_bytes()).map_err(thrown)?;
        let request = MonitorRequest { sources: self.sources.clone(), ..request };
        Ok(Monitor::of(groundcheck::Monitor::over(Arc::clone(&self.engine), request).map_err(thrown)?))
    }
}

/// Analyses a request given as JSON text, and returns its answer with what the evidence contradicts corrected, a `Corrected` as JSON text.
///
/// # Errors
/// What the engine refuses, as an object with the fields of an `InputError`.
#[wasm_bindgen(js_name = correctedJson)]
pub fn corrected_json(request: &str) -> Result<String, JsValue> {
    let request = Request::from_json(request.as_bytes()).map_err(thrown)?;
    Ok(groundcheck::corrected(&request).map_err(thrown)?.to_json())
}

/// Whether what a question needs to be known is at hand: a `KnowledgeRequest` and its `KnowledgeCheck`, as JSON text.
///
/// # Errors
/// What the engine refuses, as an object with the fields of an `InputError`.
#[wasm_bindgen(js_name = requiredKnowledgeJson)]
pub fn required_knowledge_json(request: &str) -> Result<String, JsValue> {
    let request = KnowledgeRequest::from_json(request.as_bytes()).map_err(thrown)?;
    Ok(groundcheck::required_knowledge(&request).map_err(thrown)?.to_json())
}

/// The version of this package.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The version of the contract; every report carries it.
#[wasm_bindgen(js_name = schemaVersion)]
#[must_use]
pub fn schema_version() -> u32 {
    SCHEMA_VERSION
}
