//! What the view Reports shows: figures, or why there are none. Nothing scored is never shown as no risk.

use groundcheck_types::{InputError, ReportFilter, SourceReport};
use serde::Deserialize;

/// An error as the API writes it.
#[derive(Debug, Deserialize)]
pub struct ErrorBody {
    /// What is wrong.
    pub error: InputError,
}

/// Why the server gave nothing.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// It does not answer.
    Away,
    /// It answered that it cannot, with this status and, where it is one of the contract's, this error.
    Refused(u16, Option<InputError>),
    /// It answered something that this page cannot read.
    Garbled,
}

impl Failure {
    /// Whether the server wants to know who asks.
    pub fn needs_token(&self) -> bool {
        matches!(self, Failure::Refused(401, _))
    }
}

/// What stands in the view.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// The first answer is awaited.
    Loading,
    /// There is no answer about this filter.
    Failed(Failure),
    /// Nothing is stored.
    Empty,
    /// Responses are stored, and none of their mentions is scored.
    Unscored,
    /// Something is scored, and nothing of it fits the filter.
    NothingFits,
    /// Figures.
    Report,
}

impl Phase {
    /// What to show, given the last report with the filter it was asked for, the filter that is wanted, and what failed last.
    pub fn of(last: Option<(&ReportFilter, &SourceReport)>, wanted: &ReportFilter, failed: Option<&Failure>) -> Phase {
        match (last, failed) {
            // Figures about something else would be taken for an answer.
            (Some((asked, _)), Some(failure)) if asked != wanted => Phase::Failed(failure.clone()),
            (Some((_, report)), _) => Phase::of_report(report),
            (None, Some(failure)) => Phase::Failed(failure.clone()),
            (None, None) => Phase::Loading,
        }
    }

    fn of_report(report: &SourceReport) -> Phase {
        if report.mentions > 0 {
            Phase::Report
        } else if report.stored.responses == 0 {
            Phase::Empty
        } else if report.stored.scored == 0 {
            Phase::Unscored
        } else {
            Phase::NothingFits
        }
    }
}

/// When to ask again while responses wait, in milliseconds: soon as long as their number changes, ever later while it does not.
pub fn next_poll(last: u32, moved: bool) -> u32 {
    if moved { POLL_FIRST_MS } else { (last + last / 2).clamp(POLL_FIRST_MS, POLL_MOST_MS) }
}

/// The first time to wait.
pub const POLL_FIRST_MS: u32 = 3_000;
/// The longest time to wait.
pub const POLL_MOST_MS: u32 = 30_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fixture::source_report as report;

    #[test]
    fn nothing_scored_is_no_report_of_no_risk() {
        let wanted = ReportFilter::default();
        let phase = |responses, scored, mentions| {
            let mut report = report();
            (report.stored.responses, report.stored.scored, report.mentions) = (responses, scored, mentions);
            Phase::of(Some((&wanted, &report)), &wanted, None)
        };
        assert_eq!(phase(0, 0, 0), Phase::Empty);
        assert_eq!(phase(4, 0, 0), Phase::Unscored);
        assert_eq!(phase(4, 9, 0), Phase::NothingFits);
        assert_eq!(phase(4, 9, 9), Phase::Report);
        assert_eq!(Phase::of(None, &wanted, None), Phase::Loading);
    }

    #[test]
    fn figures_never_stand_for_a_filter_they_are_not_about() {
        let (wanted, report) = (ReportFilter::default(), report());
        let other = ReportFilter { provider: Some("ollama".to_owned()), ..wanted.clone() };
        let failure = Failure::Away;
        assert_eq!(Phase::of(Some((&wanted, &report)), &wanted, Some(&failure)), Phase::Report);
        assert_eq!(Phase::of(Some((&wanted, &report)), &other, Some(&failure)), Phase::Failed(Failure::Away));
        assert_eq!(Phase::of(None, &wanted, Some(&failure)), Phase::Failed(Failure::Away));
        // While the answer is awaited the figures stay, marked as such.
        assert_eq!(Phase::of(Some((&wanted, &report)), &other, None), Phase::Report);
    }

    #[test]
    fn asking_again_slows_down_while_nothing_moves() {
        let mut wait = next_poll(0, true);
        assert_eq!(wait, POLL_FIRST_MS);
        for _ in 0..20 {
            wait = next_poll(wait, false);
        }
        assert_eq!(wait, POLL_MOST_MS);
        assert_eq!(next_poll(wait, true), POLL_FIRST_MS);
    }
}
