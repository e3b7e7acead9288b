//! An answer that is checked while it is written.

use groundcheck_types::MonitorUpdate;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::input::thrown;

/// One answer, pushed piece by piece. A `Detector` makes it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Monitor {
    engine: groundcheck::Monitor,
    /// Up to where everything was settled when that was last told.
    settled_to: u32,
}

impl Monitor {
    pub(crate) fn of(engine: groundcheck::Monitor) -> Monitor {
        Monitor { engine, settled_to: 0 }
    }

    /// Most pieces bring nothing: no text crosses the boundary for them.
    fn tells(&mut self, update: &MonitorUpdate) -> bool {
        let tells = update.brings_more_than(self.settled_to);
        self.settled_to = update.settled_to;
        tells
    }
}

#[wasm_bindgen]
impl Monitor {
    /// Takes the next piece; what it brought as JSON text, or undefined where that is nothing.
    ///
    /// # Errors
    /// What the engine refuses, as an object with the fields of an `InputError`.
    pub fn push(&mut self, piece: &str) -> Result<Option<String>, JsValue> {
        let update = self.engine.push(piece).map_err(thrown)?;
        Ok(self.tells(&update).then(|| update.to_json()))
    }

    /// Whether a warning so far is above the threshold.
    #[wasm_bindgen(js_name = shouldInterrupt)]
    #[must_use]
    pub fn should_interrupt(&self) -> bool {
        self.engine.should_interrupt()
    }

    /// The confidence of a warning above which the answer should be interrupted.
    #[wasm_bindgen(js_name = interruptionThreshold)]
    #[must_use]
    pub fn interruption_threshold(&self) -> f64 {
        self.engine.policy().interruption_threshold.0
    }

    /// Ends the answer and returns its `MonitorReport` as JSON text.
    ///
    /// # Errors
    /// What the engine refuses, as an object with the fields of an `InputError`.
    pub fn finish(self) -> Result<String, JsValue> {
        Ok(self.engine.finish().map_err(thrown)?.to_json())
    }
}
