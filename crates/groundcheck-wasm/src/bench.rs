//! What the bench measures that the package does not export: extraction alone, and one combined regex over the same bytes in the
//! same wasm.

use std::sync::LazyLock;

use regex::Regex;
use wasm_bindgen::prelude::wasm_bindgen;

#[path = "../../../tests/benches/throughput/baseline.rs"]
mod baseline;

static COMBINED: LazyLock<Regex> = LazyLock::new(baseline::combined);

/// A text inside the wasm, so that nothing but the reading of it is timed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Text(String);

#[wasm_bindgen]
impl Text {
    /// Takes in a text.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(text: String) -> Text {
        Text(text)
    }

    /// How many values the engine extracts.
    #[must_use]
    pub fn extract(&self) -> usize {
        groundcheck::claims::extract(&self.0, None).len()
    }

    /// How many places the combined regex finds.
    #[wasm_bindgen(js_name = matchRegex)]
    #[must_use]
    pub fn match_regex(&self) -> usize {
        baseline::matches(&COMBINED, &self.0)
    }
}
