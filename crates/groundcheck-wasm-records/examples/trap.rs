//! The package as it is with `trap()` beside it, so that a test can kill an instance.

use groundcheck_wasm_records as _;
use wasm_bindgen::prelude::wasm_bindgen;

/// Kills this instance, as a fault in the engine or a lack of memory would.
///
/// # Panics
/// Always.
#[wasm_bindgen]
pub fn trap() {
    panic!("asked to trap");
}
