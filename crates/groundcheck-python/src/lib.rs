//! The engine of groundcheck for Python: JSON in, JSON text out.
//!
//! Each export reads its input, calls the engine and writes the result; rules live in the `groundcheck` crate. As in `groundcheck-wasm`,
//! text crosses the border and not objects: the bytes are those of HTTP and the command line by construction, unknown fields are refused by
//! the very same code, and Python's own parser makes objects of text faster than anything that calls back into Python. `python/` turns
//! objects into text and back.
//!
//! While the engine works, the GIL is released. A failure is raised as the package's `GroundcheckError`, a panic too.

mod border;
mod detector;
mod monitor;
mod scorer;

use pyo3::pymodule;

/// What the package `groundcheck_engine` calls. Everything takes JSON as UTF-8 bytes.
#[pymodule(name = "_native")]
mod native {
    use groundcheck_types::{KnowledgeRequest, REQUEST_MAX_BYTES, RecordRequest, Request, SCHEMA_VERSION};
    use pyo3::types::{PyModule, PyModuleMethods};
    use pyo3::{Bound, PyResult, Python, pyfunction};

    use crate::border::released;

    #[pymodule_export]
    use crate::detector::Detector;
    #[pymodule_export]
    use crate::monitor::Monitor;
    #[pymodule_export]
    use crate::scorer::Scorer;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("SCHEMA_VERSION", SCHEMA_VERSION)?;
        module.add("REQUEST_MAX_BYTES", REQUEST_MAX_BYTES)
    }

    /// Analyses a request and returns the report.
    #[pyfunction]
    fn analyze_json(py: Python<'_>, request: &[u8]) -> PyResult<String> {
        released(py, || Ok(groundcheck::analyze(&Request::from_json(request)?)?.to_json()))
    }

    /// Analyses a request and returns its answer with what the evidence contradicts corrected.
    #[pyfunction]
    fn corrected_json(py: Python<'_>, request: &[u8]) -> PyResult<String> {
        released(py, || Ok(groundcheck::corrected(&Request::from_json(request)?)?.to_json()))
    }

    /// Says whether what a question needs to be known is at hand.
    #[pyfunction]
    fn required_knowledge_json(py: Python<'_>, request: &[u8]) -> PyResult<String> {
        released(py, || Ok(groundcheck::required_knowledge(&KnowledgeRequest::from_json(request)?)?.to_json()))
    }

    /// Checks a record against its document and returns the report.
    #[pyfunction]
    fn validate_record_json(py: Python<'_>, request: &[u8]) -> PyResult<String> {
        released(py, || Ok(groundcheck::records::validate(&RecordRequest::from_json(request)?)?.to_json()))
    }

    /// Panics: what the package's tests need to see.
    #[cfg(feature = "trap")]
    #[pyfunction]
    fn trap(py: Python<'_>) -> PyResult<String> {
        released(py, || panic!("a trap for tests"))
    }
}
