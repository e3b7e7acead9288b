//! The way in: analyse an answer, once or against evidence prepared beforehand.

use groundcheck_types::{ErrorCode, Fact, Facts, InputError, Locale, Policy, Report, Request, ReviewDraft, Source};

/// Analyses a request under the default policy and its own overrides.
///
/// # Errors
/// What [`Request::validate`] refuses, a policy out of range, facts that cannot be read.
pub fn analyze(request: &Request) -> Result<Report, InputError> {
    analyze_with(request, &Policy::default())
}

/// Analyses a request under this policy and the request's own overrides.
///
/// # Errors
/// As [`analyze`].
pub fn analyze_with(request: &Request, base: &Policy) -> Result<Report, InputError> {
    request.validate()?;
    let detector = Detector::new(base.clone(), &request.sources, &request.facts, request.locale.as_ref())?;
    let _ = detector;
    Err(InputError::whole(ErrorCode::Internal, "not built yet"))
}

/// Sources, facts and policy, prepared once and used for many answers.
#[derive(Debug, Clone)]
pub struct Detector {
    policy: Policy,
}

impl Detector {
    /// Prepares the evidence.
    ///
    /// # Errors
    /// Two sources with one id, too many of them, facts that cannot be read.
    pub fn new(policy: Policy, _sources: &[Source], _facts: &Facts, _locale: Option<&Locale>) -> Result<Self, InputError> {
        Ok(Detector { policy })
    }

    /// Analyses an answer against the prepared evidence. The request brings no sources and no facts of its own.
    ///
    /// # Errors
    /// As [`analyze`]; `invalid_value` for `sources` or `facts` where the request brings its own.
    pub fn analyze(&self, _request: &Request) -> Result<Report, InputError> {
        Err(InputError::whole(ErrorCode::Internal, "not built yet"))
    }

    /// The policy it was prepared with.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }
}

/// Facts as one fact a metric: wide rows and CSV are split; the index is what `evidence.fact` names.
///
/// # Errors
/// `invalid_csv` with the line, `invalid_value` naming the fact, `too_many`.
pub fn import_facts(_facts: &Facts) -> Result<Vec<Fact>, InputError> {
    Ok(Vec::new())
}

/// What a flagged answer brings to the review queue; `None` where its disposition is not `review`.
#[must_use]
pub fn review_draft(_answer: &str, _report: &Report) -> Option<ReviewDraft> {
    None
}

/// The answer with every contradicted claim replaced by the nearest value that the evidence has for it.
#[must_use]
pub fn corrected_answer(answer: &str, _report: &Report) -> String {
    answer.to_owned()
}
