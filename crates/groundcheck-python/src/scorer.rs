//! One answer of many into the columns of a table: an answer that cannot be checked is a row too.

use groundcheck_types::{ErrorCode, Facts, InputError, MonitorRequest, Policy, Report, Request, Status};
use pyo3::{IntoPyObject, PyResult, Python, pyclass, pymethods};

use crate::border::{fenced, released};

/// Policy and shared evidence, prepared once for all the answers of a process.
#[pyclass(frozen, module = "groundcheck_engine._native")]
#[derive(Debug)]
pub(crate) struct Scorer {
    policy: Policy,
    /// The evidence of all answers; `None` where each answer brings its own.
    shared: Option<groundcheck::Detector>,
}

/// What a table says of an answer. The names are those of the columns.
#[derive(Debug, IntoPyObject)]
struct Row {
    verdict: &'static str,
    verdict_reason: &'static str,
    risk: Option<&'static str>,
    action: &'static str,
    disposition: &'static str,
    claims: Option<usize>,
    supported: Option<usize>,
    contradicted: Option<usize>,
    unsupported: Option<usize>,
    unverifiable: Option<usize>,
    findings: Option<usize>,
    coverage: Option<f64>,
    reliability: Option<f64>,
    report: String,
    error: Option<RowError>,
}

/// Why an answer could not be checked.
#[derive(Debug, IntoPyObject)]
struct RowError {
    code: &'static str,
    field: Option<String>,
    line: Option<u32>,
    message: String,
}

#[pymethods]
impl Scorer {
    /// Prepares the evidence: of a request without an answer its `sources`, `facts`, `policy` and `locale`.
    #[new]
    fn new(py: Python<'_>, evidence: &[u8]) -> PyResult<Scorer> {
        released(py, || {
            let MonitorRequest { sources, facts, policy, locale, .. } = MonitorRequest::from_json(evidence)?;
            let policy = Policy::default().with(&policy.unwrap_or_default())?;
            let has_evidence = !sources.is_empty() || facts != Facts::default();
            if locale.is_some() && !has_evidence {
                let message = "is of the sources and facts given here; give each request its own";
                return Err(InputError::field(ErrorCode::InvalidValue, "locale", message));
            }
            let shared =
                has_evidence.then(|| groundcheck::Detector::new(policy.clone(), &sources, &facts, locale.as_ref()));
            Ok(Scorer { policy, shared: shared.transpose()? })
        })
    }

    /// Analyses a request. What is wrong with it is in the row, as is a panic; the id is that of its report where the request has none.
    #[pyo3(signature = (request, id=None))]
    fn score(&self, py: Python<'_>, request: &[u8], id: Option<String>) -> Row {
        py.detach(|| Row::of(self.report(request, id)))
    }
}

impl Scorer {
    fn report(&self, request: &[u8], id: Option<String>) -> Report {
        let request = match fenced(|| Request::from_json(request)) {
            Ok(request) => request,
            Err(error) => return Report::failed(id, error),
        };
        let analyzed = fenced(|| match &self.shared {
            Some(detector) => detector.analyze(&request),
            None => groundcheck::analyze_with(&request, &self.policy),
        });
        analyzed.unwrap_or_else(|error| Report::failed(request.id.or(id), error))
    }
}

impl Row {
    fn of(report: Report) -> Row {
        let json = report.to_json();
        let is_checked = report.error.is_none();
        let checked = |count: usize| is_checked.then_some(count);
        let of_status = |status: Status| checked(report.claims.iter().filter(|claim| claim.status == status).count());
        Row {
            verdict: report.verdict.as_str(),
            verdict_reason: report.verdict_reason.as_str(),
            risk: report.risk.map(|risk| risk.as_str()),
            action: report.action.as_str(),
            disposition: report.disposition.as_str(),
            claims: checked(report.claims.len()),
            supported: of_status(Status::Supported),
            contradicted: of_status(Status::Contradicted),
            unsupported: of_status(Status::Unsupported),
            unverifiable: of_status(Status::Unverifiable),
            findings: checked(report.findings.len()),
            coverage: report.coverage.as_ref().and_then(|coverage| coverage.share).map(|share| share.0),
            reliability: report.reliability.map(|reliability| reliability.0),
            report: json,
            error: report.error.map(RowError::of),
        }
    }
}

impl RowError {
    fn of(error: InputError) -> RowError {
        let InputError { code, field, line, message } = error;
        RowError { code: ErrorCode::as_str(code), field, line, message }
    }
}
