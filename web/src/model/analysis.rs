//! One analysis: what was checked and what came of it, and the headline that says so.

use groundcheck_types::{Claim, Correction, InputError, Report, Verdict};

/// What came of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// There is no answer yet.
    Idle,
    /// The engine's report.
    Checked(Box<Report>),
    /// The input could not be checked.
    Failed(InputError),
}

/// One analysis: the answer it is of, what came of it, and how long it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The answer as it was analysed; spans are into this.
    pub answer: String,
    /// What came of it.
    pub outcome: Outcome,
    /// What could be written in the place of wrong claims, in the order of the answer.
    pub corrections: Vec<Correction>,
    /// In milliseconds.
    pub took: f64,
}

impl Analysis {
    /// The report, where there is one.
    pub fn report(&self) -> Option<&Report> {
        if let Outcome::Checked(report) = &self.outcome { Some(report) } else { None }
    }

    /// The claims; none where there is no report.
    pub fn claims(&self) -> &[Claim] {
        self.report().map_or(&[], |r| &r.claims)
    }

    /// What could be written in the place of this claim.
    pub fn replacement(&self, claim: &Claim) -> Option<String> {
        self.corrections.iter().find(|c| c.claim == claim.id).map(|c| c.replacement.clone())
    }

    /// Why there is no report, where the check failed.
    pub fn error(&self) -> Option<&InputError> {
        match &self.outcome {
            Outcome::Failed(error) => Some(error),
            Outcome::Checked(report) => report.error.as_ref(),
            Outcome::Idle => None,
        }
    }
}

/// The verdict as the page says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Headline {
    /// Nothing is typed.
    Idle,
    /// Every claim found is supported.
    Clean,
    /// Something does not hold.
    Flagged,
    /// Nothing could be said.
    Unverified,
    /// The check failed.
    Error,
}

impl Headline {
    /// The headline of an analysis.
    pub fn of(analysis: &Analysis) -> Headline {
        match &analysis.outcome {
            Outcome::Idle => Headline::Idle,
            Outcome::Failed(_) => Headline::Error,
            Outcome::Checked(report) => match report.verdict {
                Verdict::Clean => Headline::Clean,
                Verdict::Flagged => Headline::Flagged,
                Verdict::Unverified => Headline::Unverified,
                Verdict::Error => Headline::Error,
            },
        }
    }

    /// The class it is drawn with.
    pub fn as_str(self) -> &'static str {
        match self {
            Headline::Idle => "idle",
            Headline::Clean => "clean",
            Headline::Flagged => "flagged",
            Headline::Unverified => "unverified",
            Headline::Error => "error",
        }
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{ErrorCode, VerdictReason};

    use super::*;
    use crate::i18n::EN;
    use crate::model::fixture::report;

    fn analysis(outcome: Outcome) -> Analysis {
        Analysis { answer: "x".into(), outcome, corrections: Vec::new(), took: 0.0 }
    }

    #[test]
    fn only_a_clean_report_is_called_clean() {
        let failed = InputError::whole(ErrorCode::Internal, "broken");
        let checked = |verdict, verdict_reason| {
            Outcome::Checked(Box::new(Report { verdict, verdict_reason, ..report(Vec::new()) }))
        };
        for (outcome, headline, why) in [
            (Outcome::Idle, Headline::Idle, EN.why_idle),
            (Outcome::Failed(failed.clone()), Headline::Error, EN.why_check_failed),
            (Outcome::Checked(Box::new(Report::failed(None, failed))), Headline::Error, EN.why_check_failed),
            (checked(Verdict::Clean, VerdictReason::AllSupported), Headline::Clean, EN.why_all_supported),
            (
                checked(Verdict::Unverified, VerdictReason::NothingToCheck),
                Headline::Unverified,
                EN.why_nothing_to_check,
            ),
            (checked(Verdict::Unverified, VerdictReason::NoEvidence), Headline::Unverified, EN.why_no_evidence),
            (checked(Verdict::Flagged, VerdictReason::Unsupported), Headline::Flagged, EN.why_unsupported),
        ] {
            let analysis = analysis(outcome);
            assert_eq!(Headline::of(&analysis), headline, "{analysis:?}");
            assert_eq!(EN.why_of(&analysis), why);
        }
    }

    #[test]
    fn a_failed_report_has_its_error_and_no_claims() {
        let error = InputError::whole(ErrorCode::Internal, "broken");
        let failed = analysis(Outcome::Checked(Box::new(Report::failed(None, error.clone()))));
        assert_eq!(failed.error(), Some(&error));
        assert!(failed.claims().is_empty());
        assert!(analysis(Outcome::Idle).error().is_none());
    }
}
