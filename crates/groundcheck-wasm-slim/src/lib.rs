//! The claims of an answer while it is being written, for JavaScript: text in, JSON text out.
//!
//! A crate of its own, because a page whose server has the evidence downloads a third of the engine: what finds claims, and nothing that
//! judges them. All that is said in `groundcheck-wasm` of text, errors and traps holds here.

use groundcheck_types::{ErrorCode, InputError, Locale};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// One answer, pushed piece by piece.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Finder {
    engine: groundcheck::Finder,
    /// Up to where everything was settled when that was last told.
    settled_to: u32,
}

#[wasm_bindgen]
impl Finder {
    /// For an answer in this locale, or in the one that its first letters tell.
    ///
    /// # Errors
    /// What is no language tag, as an object with the fields of an `InputError`.
    #[wasm_bindgen(constructor)]
    pub fn new(locale: Option<String>) -> Result<Finder, JsValue> {
        let read = |tag: String| tag.parse::<Locale>();
        let refused = |message: String| thrown(InputError::field(ErrorCode::InvalidValue, "locale", message));
        let locale = locale.map(read).transpose().map_err(refused)?;
        Ok(Finder { engine: groundcheck::Finder::new(locale), settled_to: 0 })
    }

    /// Takes the next piece; what it settled as JSON text, a `MonitorUpdate`, or undefined where that is nothing.
    ///
    /// # Errors
    /// What the engine refuses, as an object with the fields of an `InputError`.
    pub fn push(&mut self, piece: &str) -> Result<Option<String>, JsValue> {
        let update = self.engine.push(piece).map_err(thrown)?;
        let tells = update.settled_to != self.settled_to || !update.settled.is_empty();
        self.settled_to = update.settled_to;
        Ok(tells.then(|| update.to_json()))
    }

    /// Ends the answer and returns what only its end has settled, as JSON text.
    #[must_use]
    pub fn finish(self) -> String {
        self.engine.finish().to_json()
    }
}

/// An error as it is thrown: a plain object of the contract's fields, which nothing else that is thrown is.
fn thrown(error: InputError) -> JsValue {
    // Plain data of string keys always converts; an undefined value is read as a failure of groundcheck itself.
    error.serialize(&Serializer::json_compatible()).unwrap_or_default()
}
