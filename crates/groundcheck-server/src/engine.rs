//! The one call into the engine, shared by `check`, `batch`, HTTP and agents' tools so that all give the same bytes.
//!
//! The engine promises not to panic. Should it, the answer was not checked: that is an `internal` error, never a report.

use std::io::{self, Write as _};
use std::panic::{self, AssertUnwindSafe};

use groundcheck::Detector;
use groundcheck_types::{
    Corrected, ErrorCode, Facts, InputError, Locale, Policy, RecordReport, RecordRequest, Report, Request, Source,
    read_json,
};

use crate::traces;

/// Analyses a request under this policy and the request's own overrides.
///
/// # Errors
/// Whatever the contract refuses, or `internal` where the engine panicked.
pub fn analyze(request: &Request, base: &Policy) -> Result<Report, InputError> {
    traces::analysis(request, |report| Some(report), || fenced(|| groundcheck::analyze_with(request, base)))
}

/// As [`analyze`], given up once `cancelled` says so; `None` then.
///
/// # Errors
/// As [`analyze`].
pub fn analyze_unless(
    request: &Request,
    base: &Policy,
    cancelled: &dyn Fn() -> bool,
) -> Result<Option<Report>, InputError> {
    traces::analysis(request, Option::as_ref, || fenced(|| groundcheck::analyze_unless(request, base, cancelled)))
}

/// The report on a request, and its answer with what can be corrected.
///
/// # Errors
/// As [`analyze`].
pub fn corrected(request: &Request, base: &Policy) -> Result<(Report, Corrected), InputError> {
    traces::analysis(request, |(report, _)| Some(report), || fenced(|| groundcheck::corrected_with(request, base)))
}

/// Validates a record as a model wrote it: its JSON, fenced or not. A text that is no JSON gets a report that rejects it. What is wrong
/// with the rest of the request is said before the text is fetched.
///
/// # Errors
/// What is wrong with the request, or what fetching the text gave.
pub fn validate_written(
    mut request: RecordRequest,
    written: impl FnOnce() -> Result<Vec<u8>, InputError>,
) -> Result<RecordReport, InputError> {
    request.validate()?;
    let unread = fenced(|| groundcheck::records::validate(&request))?;
    match read_json(groundcheck::records::unfenced(&written()?)) {
        Ok(record) => {
            request.record = record;
            fenced(|| groundcheck::records::validate(&request))
        }
        Err(error) => Ok(RecordReport::malformed(&unread.profile, error)),
    }
}

/// Runs this; a panic in it becomes an `internal` error.
///
/// # Errors
/// Its own, or `internal`.
pub fn fenced<T>(run: impl FnOnce() -> Result<T, InputError>) -> Result<T, InputError> {
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        Err(InputError::whole(ErrorCode::Internal, "groundcheck failed on this input, which was not checked"))
    })
}

/// Replaces the default panic message, which can quote the text at hand: an answer has no place in a log.
pub fn silence_panics() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
        // A literal message holds no input; a formatted one (`String`) may.
        let message = info.payload().downcast_ref::<&'static str>().copied().unwrap_or("(message withheld)");
        // Once there are logs, each of their lines is one record; before, standard error is all there is, and it may be closed.
        if tracing::dispatcher::has_been_set() {
            tracing::error!(place, message, "internal error");
        } else {
            let _ = writeln!(io::stderr(), "groundcheck: internal error{place}: {message}");
        }
    }));
}

/// What a [`Detector`] is prepared from.
#[derive(Debug, PartialEq)]
struct Evidence {
    sources: Vec<Source>,
    facts: Facts,
    locale: Option<Locale>,
}

/// The detectors prepared last: in a log, neighbouring answers often rest on the same documents.
#[derive(Debug)]
pub struct Prepared {
    base: Policy,
    /// Latest first.
    kept: Vec<(Evidence, Detector)>,
}

/// How many prepared detectors each worker keeps.
const KEPT: usize = 2;

impl Prepared {
    /// None prepared yet; requests are analysed under this policy and their own overrides.
    #[must_use]
    pub fn new(base: Policy) -> Self {
        Prepared { base, kept: Vec::new() }
    }

    /// As [`analyze`], and gives the same report.
    ///
    /// # Errors
    /// As [`analyze`].
    pub fn analyze(&mut self, mut request: Request) -> Result<Report, InputError> {
        request.validate()?;
        let evidence = Evidence {
            sources: std::mem::take(&mut request.sources),
            facts: std::mem::take(&mut request.facts),
            locale: request.locale.clone(),
        };
        let (evidence, detector) = match self.kept.iter().position(|(kept, _)| *kept == evidence) {
            Some(at) => self.kept.remove(at),
            None => {
                let Evidence { sources, facts, locale } = &evidence;
                let detector = fenced(|| Detector::new(self.base.clone(), sources, facts, locale.as_ref()))?;
                (evidence, detector)
            }
        };
        let report = fenced(|| detector.analyze(&request));
        self.kept.truncate(KEPT - 1);
        self.kept.insert(0, (evidence, detector));
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_that_says_nothing_of_the_input() {
        let answer = "The NOI was $1.5M.";
        let error = fenced::<Report>(|| panic!("inside {answer:?}")).unwrap_err();
        assert_eq!(error.code, ErrorCode::Internal);
        assert!(!error.to_string().contains("NOI"), "{error}");
    }

    #[test]
    fn prepared_evidence_is_kept_for_the_next_answers_only() {
        let request = |id: &str, text: &str| Request {
            answer: "The NOI was $1.5M.".to_owned(),
            sources: vec![Source { id: id.to_owned(), text: text.to_owned(), title: None, url: None, kind: None }],
            ..Request::default()
        };
        let mut prepared = Prepared::new(Policy::default());
        for id in ["a", "b", "a", "c", "b"] {
            let request = request(id, "The NOI was $1.2M.");
            assert_eq!(prepared.analyze(request.clone()), analyze(&request, &Policy::default()));
            assert!(prepared.kept.len() <= KEPT);
            assert_eq!(prepared.kept[0].0.sources, request.sources);
        }
    }
}
