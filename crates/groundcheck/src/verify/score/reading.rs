//! How much of what a sentence says speaks for a formula, and how much against it: the operation that it names, the way that it says the
//! value went, the times that it names, which of two it names first, and the values that it tells beside the claim.
//!
//! Source: the design, "From claim to verdict", ranking. Each of these is a feature by itself, too; small trees cannot count them.

use super::formula::{self as f, Features};
use crate::lexicon::leads::Lead;
use crate::verify::candidate::operation::Operation;

/// What speaks for a formula of these features, and what against it.
pub(super) fn of(features: &Features) -> (i16, i16) {
    let is = |operation: Operation| features[f::OPERATION] == operation as i16;
    let led_by = |feature: usize, lead: Lead| features[feature] == lead as i16;
    let mut speaks = (0, 0);
    let mut weigh = |holds: bool, fails: bool| {
        speaks.0 += i16::from(holds);
        speaks.1 += i16::from(fails && !holds);
    };
    let named = [f::HEAD_NAMES, f::BEFORE_NAMES, f::BEHIND_NAMES].map(|at| features[at]);
    weigh(named.contains(&2), named.contains(&0));
    if features[f::POINTS] == 1 {
        weigh(is(Operation::Difference), is(Operation::Change));
    }
    weigh(features[f::WAY] == 1, features[f::WAY] == -1);
    if is(Operation::Change) {
        weigh(features[f::BASE] == 1, features[f::BASE] == -1);
    }
    let are_named = features[f::YEARS] != -1;
    let other_time = are_named && (features[f::LATER_ASKED] == 0 || features[f::EARLIER_ASKED] == 0);
    let periods = features[f::PERIODS];
    weigh(periods == 1000 && !other_time, (0..1000).contains(&periods) || other_time);
    let is_part = is(Operation::Ratio) || is(Operation::Share);
    if is_part {
        weigh(features[f::TIMES_ORDER] == 1, features[f::TIMES_ORDER] == -1);
        weigh(led_by(f::SECOND_NAMED, Lead::Of), led_by(f::FIRST_NAMED, Lead::Of));
    }
    let follows = |lead: Lead| led_by(f::CLAIM_TRAIL, lead);
    let is_gap = is(Operation::Change) || is(Operation::Difference);
    // `5 points of growth` are a gap.
    weigh(follows(Lead::Of) && is_part, follows(Lead::Of) && is_gap && features[f::POINTS] != 1);
    let compares = follows(Lead::More) || follows(Lead::Less);
    weigh(compares && is_gap, compares && is(Operation::Share));
    weigh(features[f::FIRST_TOLD] == 2 && features[f::SECOND_TOLD] == 2, false);
    weigh(features[f::SAME_PLACE] == 1 || features[f::SAME_LABEL] == 1, false);
    speaks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::score::forest::MISSING;

    #[test]
    fn what_a_sentence_says_is_counted_for_and_against() {
        let change = |told: &[(usize, i16)]| {
            let mut features = [MISSING; f::FEATURES];
            features[f::OPERATION] = Operation::Change as i16;
            for (at, value) in [(f::HEAD_NAMES, 1), (f::BEFORE_NAMES, 1), (f::BEHIND_NAMES, 1), (f::YEARS, -1)] {
                features[at] = value;
            }
            told.iter().for_each(|(at, value)| features[*at] = *value);
            of(&features)
        };
        for (told, expected) in [
            (&[][..], (0, 0)),
            (&[(f::HEAD_NAMES, 2), (f::BEFORE_NAMES, 0)], (1, 0)),
            (&[(f::BEFORE_NAMES, 0)], (0, 1)),
            (&[(f::WAY, -1), (f::BASE, 1)], (1, 1)),
            (&[(f::PERIODS, 1000), (f::SAME_PLACE, 1)], (2, 0)),
            (&[(f::PERIODS, 1000), (f::YEARS, 0), (f::EARLIER_ASKED, 0)], (0, 1)),
            (&[(f::POINTS, 1)], (0, 1)),
            (&[(f::CLAIM_TRAIL, Lead::Of as i16)], (0, 1)),
            (&[(f::CLAIM_TRAIL, Lead::More as i16)], (1, 0)),
            (&[(f::CLAIM_TRAIL, Lead::And as i16)], (0, 0)),
        ] {
            assert_eq!(change(told), expected, "{told:?}");
        }
    }
}
