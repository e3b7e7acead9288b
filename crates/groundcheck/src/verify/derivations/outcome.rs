//! An operation carried out: what it gives beside what the sentence says, and whether that may be what is meant at all.

use groundcheck_types::{ClaimKind, Comparator, Nearest, Policy, Status};
use rust_decimal::Decimal;

use super::formula::{self, Formula};
use super::operation::{Direction, Operation};
use crate::claims::{Quantity, Value};
use crate::verify::Judgement;
use crate::verify::evidence::{evidence, source_id};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::readings::half;
use crate::verify::reasons::Say;
use crate::verify::tolerance::{Tolerances, difference_percent};

/// Whether a result is so many times the claim, or such a part of it, that hardly these operands are meant: wells less what they cost.
pub(super) fn is_far(claimed: Decimal, actual: Decimal) -> bool {
    let (claimed, actual) = (claimed.abs(), actual.abs());
    let more = |a: Decimal, b: Decimal| b.checked_mul(FAR).is_some_and(|most| a > most);
    more(claimed, actual) || more(actual, claimed)
}

/// Results this many times apart are of other things.
const FAR: Decimal = Decimal::from_parts(20, 0, 0, false, 0);
/// Those that go another way and are this many times apart, too.
const NEAR: Decimal = Decimal::from_parts(3, 0, 0, false, 0);

/// The claimed value with the sign that the sentence's words give it.
pub(super) fn signed(operation: Operation, claimed: Decimal, actual: Decimal) -> Decimal {
    match operation {
        Operation::PercentChange(Direction::Down) | Operation::Difference(Direction::Down) => -claimed.abs(),
        Operation::PercentChange(Direction::Either)
        | Operation::Difference(Direction::Either)
        | Operation::HalfDifference
            if claimed.is_sign_positive() && actual.is_sign_negative() =>
        {
            -claimed
        }
        _ => claimed,
    }
}

/// An operation carried out.
pub(super) struct Outcome<'s> {
    pub(super) operation: Operation,
    pub(super) cells: Vec<&'s Mention>,
    /// What the sentence says, with the sign of its direction.
    pub(super) stated: Decimal,
    pub(super) actual: Decimal,
}

impl Outcome<'_> {
    /// Whether the sentence may mean this result, which is another one than it tells: a part is no more than its whole, and who tells the
    /// other way tells how far it was all the same.
    pub(super) fn may_be_meant(&self) -> bool {
        let hundred = Decimal::ONE_HUNDRED;
        let too_much =
            self.operation == Operation::Share && self.actual.abs() > hundred && self.stated.abs() <= hundred;
        let turned = matches!(self.operation, Operation::PercentChange(_) | Operation::Difference(_))
            && self.stated.is_sign_negative() != self.actual.is_sign_negative();
        let near = |of: Decimal, by: Decimal| of.abs().checked_mul(NEAR).is_some_and(|most| by.abs() <= most);
        let alike = near(self.stated, self.actual) && near(self.actual, self.stated);
        // `6 + 27 + 34 + 8` over the columns of a row, `640 kWh + 89 days`
        let sort = |a: &&Mention, b: &&Mention| a.kind == b.kind && a.measure == b.measure;
        let timed = |m: &&Mention| !m.periods.is_empty() || m.part.is_some();
        let across = |cells: &[&Mention]| {
            let row = cells.windows(2).all(|pair| pair[0].place == pair[1].place && pair[0].column != pair[1].column);
            cells.len() > 2 && row && cells[0].column.is_some() && !cells.iter().all(timed)
        };
        let several = matches!(self.operation, Operation::Sum | Operation::Average);
        let mixed = several && (!self.cells.windows(2).all(|pair| sort(&pair[0], &pair[1])) || across(&self.cells));
        !too_much && !mixed && (!turned || alike)
    }

    /// Whether the claim is the result as rounded as it is told.
    pub(super) fn is_exact(&self, claim: &Quantity) -> bool {
        self.stated.checked_sub(self.actual).is_some_and(|gap| gap.abs() <= half(claim.step))
    }

    pub(super) fn holds(&self, claim: &Quantity, hedge: Option<Comparator>, tolerances: &Tolerances) -> bool {
        let kind = self.kind(claim);
        if self.is_exact(claim) {
            return true;
        }
        // To the digit what another base gives: near to the right one by chance.
        let mistaken = formula::mistaken(self.operation, &self.cells)
            .is_some_and(|v| self.stated.checked_sub(v).is_some_and(|gap| gap.abs() <= half(claim.step)));
        !mistaken
            && self.stated.is_sign_negative() == self.actual.is_sign_negative()
            && tolerances.holds(kind, self.stated, claim.step, self.actual, hedge)
    }

    /// What the value is, whatever it looks like in the answer: `0.32` may be a ratio.
    fn kind(&self, claim: &Quantity) -> ClaimKind {
        match self.operation {
            // Money for each of something is money.
            Operation::Ratio if claim.kind != ClaimKind::Currency => ClaimKind::Ratio,
            _ => claim.kind,
        }
    }

    pub(super) fn judgement(
        &self,
        claim: &Quantity,
        status: Status,
        sources: &Sources,
        policy: &Policy,
        say: Say,
    ) -> Judgement {
        let formula = Formula { operation: self.operation, cells: &self.cells, claim, kind: self.kind(claim), sources };
        let shown = formula.result(self.actual);
        let formula = formula.text(self.actual);
        let evidence: Vec<_> = self.cells.iter().map(|cell| evidence(sources, cell, cell.span, cell.value)).collect();
        let source = self.cells.first().map_or("", |cell| source_id(sources, cell));
        // The other way: the sign is the point.
        let turned = self.stated.is_sign_negative() && !self.actual.is_sign_negative();
        let at = evidence.first();
        let nearest = Nearest {
            value: Value::Number(self.actual.round_dp(4)).to_claim_value(),
            text: if turned { format!("+{shown}") } else { shown },
            difference_percent: difference_percent(self.stated, self.actual),
            source: at.and_then(|e| e.source.clone()),
            fact: None,
            // It stands nowhere; the evidence says where its operands do.
            span: None,
            utf16: None,
        };
        let reason = match status {
            Status::Supported => say.derived(source, &formula),
            _ => say.derived_otherwise(source, &formula),
        };
        Judgement {
            status,
            confidence: policy.document_confidence,
            evidence,
            nearest: Some(nearest),
            derivation: Some(formula),
            reasons: vec![reason],
        }
    }
}
