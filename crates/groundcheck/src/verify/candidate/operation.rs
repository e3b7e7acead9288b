//! Operations: how operands give a result, what names them, and when they only repeat an operand.

use crate::lexicon::cues::Cues;

/// How operands give a result. Their numbers are a feature: a new one goes to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Difference,
    Sum,
    Ratio,
    Share,
    Change,
    Product,
    PercentOf,
    Less,
    More,
    Mean,
    ListSum,
    ListMean,
    ListCount,
    ListSpread,
    Sum3,
    Left3,
    ProductAnd,
    Product3,
    Complement,
    Constant,
    Days,
    Minutes,
    /// One of a list, in per cent of all.
    ListShare,
    /// A part of a list, in per cent of all of it.
    PartShare,
    /// A time of the day so long after another one.
    Later,
    /// And so long before it.
    Earlier,
    /// What is left of the first of a list without the others.
    ListLeft,
    /// Two columns multiplied row by row, added up.
    ListProduct,
    /// The same, over what one of the columns comes to.
    ListWeighted,
    /// Two products added up.
    TwoProducts,
    /// A date so long after another one.
    After,
    /// And so long before it.
    Before,
    /// The last day of so long a time.
    LastDay,
    /// The end of the month that is so many months after a date.
    MonthEnd,
    /// So many days from Monday to Friday after a date.
    WorkingAfter,
    /// And so many before it.
    WorkingBefore,
    /// A day after a date, or before it.
    NextDay,
    /// A week after a date, or before it.
    NextWeek,
    /// A year after a date.
    NextYear,
    /// So many per cent of what a list comes to.
    ListPercent,
    /// A list with so many per cent off.
    ListLess,
    /// A list with so many per cent put on.
    ListMore,
    /// A calculation done again in another column.
    Again,
    /// How far that is from its result before.
    AgainDifference,
    /// By how many per cent it differs.
    AgainChange,
}

/// How many operations there are.
pub(crate) const OPERATIONS: usize = Operation::AgainChange as usize + 1;

impl Operation {
    /// Whether it gives a date.
    pub(super) fn is_of_dates(self) -> bool {
        use Operation as O;
        let of_length =
            matches!(self, O::After | O::Before | O::LastDay | O::MonthEnd | O::WorkingAfter | O::WorkingBefore);
        of_length || matches!(self, O::NextDay | O::NextWeek | O::NextYear)
    }

    /// Whether its result is in the scale of its operands: a sum of millions is so many millions.
    pub(crate) fn keeps_scale(self) -> bool {
        use Operation as O;
        let of_list =
            matches!(self, O::ListSum | O::ListMean | O::ListSpread | O::ListLeft | O::ListLess | O::ListMore);
        of_list || matches!(self, O::Difference | O::Sum | O::Mean | O::Sum3 | O::Left3)
    }

    /// Whether it sets an earlier result against what a calculation gives in another column.
    pub(crate) fn sets_against(self) -> bool {
        matches!(self, Operation::AgainDifference | Operation::AgainChange)
    }

    /// Whether all its operands are told in one scale: what is added up, and what one is of another one.
    pub(super) fn is_of_one_scale(self) -> bool {
        use Operation as O;
        let is_quotient = matches!(self, O::Ratio | O::Share | O::Change | O::ListShare | O::PartShare);
        self.keeps_scale() || is_quotient
    }

    /// What says so in a sentence.
    pub(crate) fn cues(self) -> Cues {
        use Operation as O;
        match self {
            O::Difference | O::ListSpread | O::ListLeft => Cues::DIFFERENCE.and(Cues::CHANGE).and(Cues::LEFT),
            O::Sum | O::ListSum | O::Sum3 => Cues::TOTAL,
            O::Ratio => Cues::EACH.and(Cues::TIMES).and(Cues::MEAN),
            O::Share | O::ListShare | O::PartShare => Cues::SHARE,
            O::Change => Cues::CHANGE.and(Cues::DIFFERENCE),
            O::Product | O::ProductAnd | O::Product3 | O::ListProduct | O::TwoProducts => Cues::TOTAL.and(Cues::EACH),
            O::PercentOf | O::ListPercent => Cues::SHARE.and(Cues::OFF),
            O::Less | O::More | O::ListLess | O::ListMore => Cues::OFF.and(Cues::CHANGE),
            O::Mean | O::ListMean | O::ListWeighted => Cues::MEAN,
            O::ListCount => Cues::COUNT,
            O::Left3 => Cues::LEFT.and(Cues::DIFFERENCE),
            O::Complement => Cues::LEFT.and(Cues::SHARE),
            O::Constant => Cues::EACH.and(Cues::TIMES),
            O::Days | O::Minutes | O::Later | O::Earlier => Cues::TIME,
            O::After | O::Before | O::LastDay | O::MonthEnd | O::WorkingAfter | O::WorkingBefore => Cues::TIME,
            O::NextDay | O::NextWeek | O::NextYear => Cues::TIME,
            O::Again => Cues::EACH.and(Cues::SHARE),
            O::AgainDifference => Cues::DIFFERENCE.and(Cues::CHANGE),
            O::AgainChange => Cues::CHANGE.and(Cues::DIFFERENCE),
        }
    }
}

/// What is so small a share of another value adds nothing to it that anybody would tell.
const SLIGHT: f64 = 1e-3;

/// Whether a result only repeats one of its operands, since the others weigh nothing: `142,000 − 112`, `46 × 1`, `27 − 15 − 27`.
pub(super) fn is_idle(operation: Operation, sizes: &[f64]) -> bool {
    let slight = |a: f64, b: f64| a.min(b) <= SLIGHT * a.max(b);
    let same = |a: f64, b: f64| (a - b).abs() <= SLIGHT * a.max(b);
    match (operation, sizes) {
        (Operation::Difference | Operation::Sum, [a, b]) => slight(*a, *b),
        (Operation::Mean, [a, b]) => same(*a, *b),
        (Operation::Product, [a, b]) => *a == 1.0 || *b == 1.0,
        (Operation::Ratio, [_, b]) => *b == 1.0,
        (Operation::Less | Operation::More, [share, _]) => *share == 0.0,
        (Operation::PercentOf, [share, _]) => *share == 100.0,
        (Operation::Sum3, [a, b, c]) => slight(*a, *b) || slight(*b, *c) || slight(*a, *c),
        (Operation::Left3, [c, a, b]) => {
            slight(*a, *b) || slight(*b, *c) || slight(*a, *c) || same(*a, *c) || same(*b, *c)
        }
        (Operation::ProductAnd, [a, b, c]) => slight(a * b, *c),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_an_operand_is_no_result() {
        use Operation as O;
        for (operation, sizes, expected) in [
            (O::Difference, &[142_000.0, 112.0][..], true),
            (O::Difference, &[10.0, 5.0], false),
            (O::Sum, &[111_940.0, 2.0], true),
            (O::Sum, &[1_204.3, 3.1], false),
            (O::Mean, &[3.5, 3.5], true),
            (O::Mean, &[3.5, 3.6], false),
            (O::Product, &[46.0, 1.0], true),
            (O::Product, &[46.0, 2.0], false),
            (O::Ratio, &[46.0, 1.0], true),
            (O::Ratio, &[1.0, 46.0], false),
            (O::More, &[0.0, 168.0], true),
            (O::More, &[0.1, 168.0], false),
            (O::PercentOf, &[100.0, 168.0], true),
            (O::PercentOf, &[50.0, 168.0], false),
            (O::Sum3, &[15.0, 27.0, 0.0], true),
            (O::Sum3, &[15.0, 27.0, 4.0], false),
            (O::Left3, &[27.0, 15.0, 27.0], true),
            (O::Left3, &[50.0, 15.0, 27.0], false),
            (O::ProductAnd, &[40.0, 30.0, 1.0], true),
            (O::ProductAnd, &[40.0, 30.0, 50.0], false),
            // In per cent of another value it is something new.
            (O::Share, &[44.0, 100.0], false),
        ] {
            assert_eq!(is_idle(operation, sizes), expected, "{operation:?} {sizes:?}");
        }
    }
}
