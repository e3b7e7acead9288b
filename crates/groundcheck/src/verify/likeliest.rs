//! Printed and computed values in one list, the likeliest first.

use super::candidate::compute::Formula;
use super::candidate::look_up::LookUp;
use super::score::decision::Known;
use super::score::shares;

/// A formula with a smaller share of all candidates is one of many that give the value by chance: nobody is sent to look at it.
pub(super) const LEAST_SHARE: f64 = 0.02;

/// A candidate of either sort.
#[derive(Clone, Copy)]
pub(super) enum Either<'a> {
    Printed(&'a LookUp),
    Computed(&'a Formula),
}

impl Either<'_> {
    /// What the ranking says.
    pub(super) fn weighed(&self) -> i32 {
        match self {
            Either::Printed(look_up) => look_up.score,
            Either::Computed(formula) => formula.score,
        }
    }

    pub(super) fn agrees(&self) -> bool {
        match self {
            Either::Printed(look_up) => look_up.agreement.holds(),
            Either::Computed(formula) => formula.agreement.holds(),
        }
    }
}

/// Printed and computed values together, each with its share of all, the likeliest first.
pub(super) fn all<'a>(known: &'a Known<'_, '_, '_>) -> Vec<(Either<'a>, f64)> {
    let printed = known.look_ups.iter().filter(|l| l.comparable).map(Either::Printed);
    let every: Vec<Either<'_>> = printed.chain(known.computed.formulas.iter().map(Either::Computed)).collect();
    let shares = shares(every.iter().map(Either::weighed));
    let mut every: Vec<(Either<'_>, f64)> = every.into_iter().zip(shares).collect();
    crate::sort::by_number(&mut every, |(one, _)| u64::from(i32::MAX.abs_diff(one.weighed())));
    every
}

pub(super) fn share_of(formula: &Formula, all: &[(Either<'_>, f64)]) -> f64 {
    let own = |one: &Either<'_>| matches!(one, Either::Computed(other) if core::ptr::eq(*other, formula));
    all.iter().find(|(one, _)| own(one)).map_or(0.0, |(_, share)| *share)
}
