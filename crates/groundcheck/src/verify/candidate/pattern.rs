//! How a number of the answer came about, so that it can be done again in another column, and so that nothing is told as a share of what it
//! came to.

use super::compute::Formula;
use super::operand::Operand;
use super::operation::Operation;
use crate::verify::prepare::Sources;
use crate::verify::score::over_time::last_month;
use crate::verify::search::finest;

/// How a number of the answer came about: the operation, and for each operand where it is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) operation: Operation,
    pub(crate) from: Vec<Origin>,
}

/// Where an operand is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Origin {
    /// Of the answer: in the same sentence, and so many numbers away.
    pub(crate) own: Option<(bool, i16)>,
    pub(crate) column: Option<u32>,
    pub(crate) mention: Option<u32>,
}

impl Pattern {
    /// That of a formula.
    pub(crate) fn of(formula: &Formula, operands: &[Operand]) -> Self {
        let own = formula.among(operands);
        Pattern { operation: formula.operation, from: own.map(Operand::from).collect() }
    }

    /// The later of the two printed values that this is the difference of.
    pub(super) fn ended(&self, sources: &Sources) -> Option<u32> {
        let [Origin { mention: Some(a), .. }, Origin { mention: Some(b), .. }] = *self.from else { return None };
        let ends = |at: u32| finest(sources.mentions.get(at as usize)?).next().map(last_month);
        let (of_a, of_b) = (ends(a)?, ends(b)?);
        let later = if of_a > of_b { a } else { b };
        (self.operation == Operation::Difference && of_a != of_b).then_some(later)
    }
}
