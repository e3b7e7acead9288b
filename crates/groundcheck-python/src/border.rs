//! What every call has in common: the engine works without the GIL, and whatever goes wrong is raised as one class.

use std::panic::{AssertUnwindSafe, catch_unwind};

use groundcheck_types::{ErrorCode, InputError};
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use pyo3::{Py, PyErr, PyResult, Python};

/// Does the work while other threads of Python run.
///
/// The engine never panics by its rules. Should it, then Python must not see pyo3's `PanicException`, which `except Exception` lets
/// through: the error says that nothing was checked.
pub(crate) fn released<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, InputError> + Send) -> PyResult<T> {
    py.detach(|| fenced(work)).map_err(|error| raised(py, error))
}

/// Does the work; a panic in it becomes an `internal` error.
pub(crate) fn fenced<T>(work: impl FnOnce() -> Result<T, InputError>) -> Result<T, InputError> {
    let failed = || InputError::whole(ErrorCode::Internal, "groundcheck failed on this input, which was not checked");
    // What the work was changing when it panicked is dropped by its owner: see `Monitor`.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(failed()))
}

/// An error as it is raised: an instance of the package's `GroundcheckError`.
fn raised(py: Python<'_>, error: InputError) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match CLASS.import(py, "groundcheck_engine.errors", "GroundcheckError") {
        Ok(class) => PyErr::from_type(class.clone(), (error.code.as_str(), error.message, error.field, error.line)),
        Err(error) => error,
    }
}
