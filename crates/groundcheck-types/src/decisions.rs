//! How far the statuses of labelled claims can be trusted, and how well their probabilities hold.

use serde::{Deserialize, Serialize};

use crate::{Confusion, Number, Status, StatusCounts};

/// Shares of labelled claims and answers, 0 to 1; null where there is nothing to divide by. Flagged is contradicted or unsupported, open
/// is unverifiable or not found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decisions {
    /// Claims labelled supported.
    pub right: u32,
    /// Claims labelled contradicted or unsupported.
    pub wrong: u32,
    /// Flagged ones among the right.
    pub right_flagged: Option<Number>,
    /// Flagged ones among the wrong.
    pub wrong_flagged: Option<Number>,
    /// Wrong ones that are called supported.
    pub wrong_supported: Option<Number>,
    /// Right ones that are called supported.
    pub right_confirmed: Option<Number>,
    /// Those of both that stay open.
    pub open: Option<Number>,
    /// Wrong ones among the flagged.
    pub precision: Option<Number>,
    /// Flagged ones among the good answers.
    pub right_answers_flagged: Option<Number>,
    /// By how much stated probabilities and shares of right claims differ, over ten steps, weighed by their claims.
    pub calibration_error: Option<Number>,
}

/// Stated probabilities beside what is right, in ten steps.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stated([(f64, u32, u32); 10]);

impl Stated {
    /// Counts a claim.
    pub(crate) fn add(&mut self, probability: Number, right: bool) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the ten steps")]
        let step = (probability.0 * 10.0).clamp(0.0, 9.0) as usize;
        let (stated, rights, all) = &mut self.0[step];
        *stated += probability.0;
        *rights += u32::from(right);
        *all += 1;
    }

    fn error(&self) -> Option<Number> {
        let all: u32 = self.0.iter().map(|(.., all)| all).sum();
        let off: f64 = self.0.iter().map(|(stated, rights, _)| (stated - f64::from(*rights)).abs()).sum();
        (all > 0).then(|| Number(off / f64::from(all)))
    }
}

impl Decisions {
    /// From the counts by label, the answers and the stated probabilities.
    pub(crate) fn of(expected: &[(Status, StatusCounts)], answers: Confusion, stated: &Stated) -> Self {
        let sum = |wanted: &dyn Fn(Status) -> bool, of: &dyn Fn(&StatusCounts) -> u32| -> u32 {
            expected.iter().filter(|(label, _)| wanted(*label)).map(|(_, counts)| of(counts)).sum()
        };
        let is_right = |label: Status| label == Status::Supported;
        let is_wrong = |label: Status| matches!(label, Status::Contradicted | Status::Unsupported);
        let flagged = |counts: &StatusCounts| counts.contradicted + counts.unsupported;
        let supported = |counts: &StatusCounts| counts.supported;
        let open = |counts: &StatusCounts| counts.unverifiable + counts.not_found;
        let (right, wrong) = (sum(&is_right, &StatusCounts::total), sum(&is_wrong, &StatusCounts::total));
        let share = |part: u32, whole: u32| (whole > 0).then(|| Number(f64::from(part) / f64::from(whole)));
        let (accused, caught) = (sum(&is_right, &flagged), sum(&is_wrong, &flagged));
        Decisions {
            right,
            wrong,
            right_flagged: share(accused, right),
            wrong_flagged: share(caught, wrong),
            wrong_supported: share(sum(&is_wrong, &supported), wrong),
            right_confirmed: share(sum(&is_right, &supported), right),
            open: share(sum(&is_right, &open) + sum(&is_wrong, &open), right + wrong),
            precision: share(caught, caught + accused),
            right_answers_flagged: share(answers.false_positives, answers.false_positives + answers.true_negatives),
            calibration_error: stated.error(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_what_was_labelled() {
        let counts = |supported, contradicted, unverifiable| StatusCounts {
            supported,
            contradicted,
            unverifiable,
            ..StatusCounts::default()
        };
        let expected = [(Status::Supported, counts(6, 1, 3)), (Status::Unsupported, counts(1, 3, 0))];
        let mut stated = Stated::default();
        stated.add(Number(0.9), true);
        stated.add(Number(0.95), false);
        let answers = Confusion { false_positives: 1, true_negatives: 3, ..Confusion::default() };
        let decisions = Decisions::of(&expected, answers, &stated);
        let shares = [
            (decisions.right_flagged, 0.1),
            (decisions.wrong_flagged, 0.75),
            (decisions.wrong_supported, 0.25),
            (decisions.right_confirmed, 0.6),
            (decisions.open, 3.0 / 14.0),
            (decisions.precision, 0.75),
            (decisions.right_answers_flagged, 0.25),
            (decisions.calibration_error, 0.425),
        ];
        for (at, (share, expected)) in shares.into_iter().enumerate() {
            assert!(share.is_some_and(|share| (share.0 - expected).abs() < 1e-9), "{at}: {share:?}");
        }
        assert_eq!(Decisions::of(&[], Confusion::default(), &Stated::default()), Decisions::default());
    }
}
