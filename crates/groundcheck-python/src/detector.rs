//! Evidence that is prepared once.

use std::sync::Arc;

use groundcheck_types::{ErrorCode, Facts, InputError, MonitorRequest, Policy, Request, Source};
use pyo3::{PyResult, Python, pyclass, pymethods};

use crate::border::released;
use crate::monitor::Monitor;

/// Sources, facts and policy, prepared once and used for many answers, by any number of threads at once.
#[pyclass(frozen, module = "groundcheck_engine._native")]
#[derive(Debug)]
pub(crate) struct Detector {
    engine: Arc<groundcheck::Detector>,
    /// As they were given: a monitor looks for links and marks in them.
    sources: Vec<Source>,
}

#[pymethods]
impl Detector {
    /// Prepares the evidence: of a request without an answer its `sources`, `facts`, `policy` and `locale`.
    #[new]
    fn new(py: Python<'_>, evidence: &[u8]) -> PyResult<Detector> {
        released(py, || {
            let MonitorRequest { sources, facts, policy, locale, .. } = MonitorRequest::from_json(evidence)?;
            let policy = Policy::default().with(&policy.unwrap_or_default())?;
            let engine = groundcheck::Detector::new(policy, &sources, &facts, locale.as_ref())?;
            Ok(Detector { engine: Arc::new(engine), sources })
        })
    }

    /// Analyses a request without sources and facts, and returns the report.
    fn analyze_json(&self, py: Python<'_>, request: &[u8]) -> PyResult<String> {
        released(py, || Ok(self.engine.analyze(&Request::from_json(request)?)?.to_json()))
    }

    /// Analyses a request without sources and facts, and returns its answer with what the evidence contradicts corrected.
    fn corrected_json(&self, py: Python<'_>, request: &[u8]) -> PyResult<String> {
        released(py, || {
            let request = Request::from_json(request)?;
            let report = self.engine.analyze(&request)?;
            Ok(self.engine.corrected(&request, &report)?.to_json())
        })
    }

    /// Watches an answer to this request, which has no sources and no facts, while it is written.
    fn monitor(&self, py: Python<'_>, request: &[u8]) -> PyResult<Monitor> {
        released(py, || {
            let request = MonitorRequest::from_json(request)?;
            let own = [("sources", !request.sources.is_empty()), ("facts", request.facts != Facts::default())];
            if let Some((field, _)) = own.into_iter().find(|(_, is_given)| *is_given) {
                return Err(InputError::field(ErrorCode::InvalidValue, field, "belongs to the detector's evidence"));
            }
            let request = MonitorRequest { sources: self.sources.clone(), ..request };
            Ok(Monitor::of(groundcheck::Monitor::over(Arc::clone(&self.engine), request)?))
        })
    }
}
