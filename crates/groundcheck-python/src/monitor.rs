//! An answer that is checked while it is written.

use std::sync::{Mutex, PoisonError};

use groundcheck_types::{ErrorCode, InputError};
use pyo3::{PyResult, Python, pyclass, pymethods};

use crate::border::released;

/// One answer, pushed piece by piece. A `Detector` makes it.
#[pyclass(frozen, module = "groundcheck_engine._native")]
#[derive(Debug)]
pub(crate) struct Monitor {
    growing: Mutex<Growing>,
    interruption_threshold: f64,
}

/// What has been pushed so far.
#[derive(Debug)]
struct Growing {
    /// `None` once the answer has ended, or a piece of it could not be read to its end.
    engine: Option<groundcheck::Monitor>,
    /// Up to where everything was settled when that was last told.
    settled_to: u32,
}

impl Monitor {
    pub(crate) fn of(engine: groundcheck::Monitor) -> Monitor {
        let interruption_threshold = engine.policy().interruption_threshold.0;
        Monitor { growing: Mutex::new(Growing { engine: Some(engine), settled_to: 0 }), interruption_threshold }
    }

    /// Does something with the engine, which is put back if it is still there afterwards.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Option<groundcheck::Monitor>, &mut u32) -> Result<T, InputError> + Send,
    ) -> PyResult<T> {
        // The lock is waited for without the GIL: whoever holds it may be waiting for the GIL.
        released(py, || {
            let mut growing = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
            let mut engine = growing.engine.take();
            let done = work(&mut engine, &mut growing.settled_to);
            growing.engine = engine;
            done
        })
    }
}

/// The error of an answer that takes no more pieces.
fn ended() -> InputError {
    InputError::whole(ErrorCode::Internal, "the answer has ended")
}

#[pymethods]
impl Monitor {
    /// Takes the next piece; what it brought, or `None` where that is nothing.
    fn push_json(&self, py: Python<'_>, piece: &str) -> PyResult<Option<String>> {
        self.with(py, |engine, settled_to| {
            let update = engine.as_mut().ok_or_else(ended)?.push(piece)?;
            let brings = update.brings_more_than(*settled_to);
            *settled_to = update.settled_to;
            Ok(brings.then(|| update.to_json()))
        })
    }

    /// The confidence of a warning above which the answer should be interrupted.
    #[getter]
    fn interruption_threshold(&self) -> f64 {
        self.interruption_threshold
    }

    /// Ends the answer and returns its `MonitorReport`.
    fn finish_json(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |engine, _| Ok(engine.take().ok_or_else(ended)?.finish()?.to_json()))
    }
}
