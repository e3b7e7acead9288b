//! The operations of the answer's own arithmetic: how two amounts beside a result give it, and which words must say so.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::pairs::same_time;
use super::told_as::Cues;
use crate::claims::Quantity;
use crate::lexicon::measure::Measure;
use crate::verify::clause::End;
use crate::verify::prepare::Mention;

/// How two amounts give a third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
    Times,
    /// A share times its whole.
    Of,
    /// What is left when a share is off: `15% off: £11.05 instead of £13.00`.
    Off,
    Over,
    Share,
    /// In percent of the second.
    Change,
}

/// An amount beside the claim and where a source prints it.
#[derive(Clone, Copy)]
pub(super) struct Operand<'a> {
    pub(super) quantity: &'a Quantity,
    pub(super) value: Decimal,
    pub(super) measure: Option<Measure>,
    /// Which end of a change it is said to be.
    pub(super) lead: Option<End>,
    pub(super) at: Option<&'a Mention>,
    /// Whether it is a result itself, which the sources imply.
    pub(super) derived: bool,
    /// Whether it is a percentage that is taken off something.
    pub(super) off: bool,
}

impl Operand<'_> {
    /// Whether the sources print it or imply it.
    pub(super) fn is_known(&self) -> bool {
        self.at.is_some() || self.derived
    }

    pub(super) fn is_like(&self, other: &Quantity, measure: Option<Measure>) -> bool {
        self.quantity.kind == other.kind && self.quantity.unit == other.unit && self.measure == measure
    }

    /// Whether both may be of one time: applicants of one year are no part of another's.
    pub(super) fn is_beside(&self, other: &Operand<'_>) -> bool {
        self.at.zip(other.at).is_some_and(|(a, b)| same_time(a, b))
    }

    /// Whether it may be an operand of a difference or a sum that is told so: percentages lie points apart.
    pub(super) fn is_of(&self, (result, measure): (&Quantity, Option<Measure>), cues: Cues) -> bool {
        if cues.points { self.quantity.kind == ClaimKind::Percentage } else { self.is_like(result, measure) }
    }
}

impl Sign {
    pub(super) const ALL: [Sign; 8] =
        [Sign::Times, Sign::Of, Sign::Off, Sign::Plus, Sign::Minus, Sign::Change, Sign::Share, Sign::Over];

    /// What the two give; nothing where one of them is 1 or 0, which give the other one again or nothing.
    pub(super) fn apply(self, a: Decimal, b: Decimal) -> Option<Decimal> {
        let tells = |v: Decimal| v != Decimal::ONE && !v.is_zero();
        if !tells(a) || !tells(b) {
            return None;
        }
        let hundred = Decimal::ONE_HUNDRED;
        match self {
            Sign::Plus => a.checked_add(b),
            Sign::Minus => a.checked_sub(b),
            Sign::Times => a.checked_mul(b),
            Sign::Of => a.checked_mul(b)?.checked_div(hundred),
            Sign::Off => hundred.checked_sub(a)?.checked_mul(b)?.checked_div(hundred),
            Sign::Over => a.checked_div(b),
            Sign::Share => a.checked_mul(hundred)?.checked_div(b).filter(|share| *share < hundred),
            Sign::Change => a.checked_sub(b)?.checked_mul(hundred)?.checked_div(b),
        }
    }

    /// Whether the first and the second may give a result of this sort so, by what is said of it.
    pub(super) fn fits(
        self,
        a: &Operand<'_>,
        b: &Operand<'_>,
        (result, measure): (&Quantity, Option<Measure>),
        cues: Cues,
    ) -> bool {
        let alike = || a.is_like(b.quantity, b.measure);
        let of_result = |operand: &Operand<'_>| operand.is_of((result, measure), cues);
        let share = result.kind == ClaimKind::Percentage && !cues.points;
        let money = result.kind == ClaimKind::Currency;
        let count = |operand: &Operand<'_>| operand.quantity.kind == ClaimKind::Number;
        match self {
            Sign::Plus => cues.result && !share && of_result(a) && of_result(b),
            Sign::Minus => cues.lies() && !share && alike() && of_result(a),
            Sign::Times => (cues.result || cues.each) && count(a) && money && of_result(b),
            // `€6,000 of goods at 0.35 %, that is €21`: hardly anything else gives it to the digit.
            Sign::Of => a.quantity.kind == ClaimKind::Percentage && !a.off && money && of_result(b),
            Sign::Off => a.off && money && of_result(b),
            Sign::Over if result.kind == ClaimKind::Ratio => alike(),
            Sign::Over => cues.each && money && of_result(a) && count(b),
            Sign::Share => share && cues.part && alike() && a.quantity.kind != ClaimKind::Percentage && a.is_beside(b),
            Sign::Change => share && cues.lies() && alike() && a.quantity.kind != ClaimKind::Percentage,
        }
    }

    /// Whether the way that the result goes is the one that is told, and from the second to the first where that is told.
    pub(super) fn goes(self, result: Decimal, a: &Operand<'_>, b: &Operand<'_>, cues: Cues) -> bool {
        let told = a.lead == Some(End::To) || b.lead == Some(End::From);
        let turned = a.lead == Some(End::From) || b.lead == Some(End::To);
        match self {
            Sign::Minus | Sign::Change if turned => false,
            Sign::Minus if !told => !result.is_sign_negative(),
            Sign::Minus | Sign::Change if cues.up == cues.down => true,
            Sign::Minus | Sign::Change => result.is_sign_positive() == cues.up,
            _ => true,
        }
    }

    /// Which of the two a source must print: what is paid for each, what the share is.
    pub(super) fn needs(self) -> (bool, bool) {
        match self {
            Sign::Times => (false, true),
            Sign::Of => (true, false),
            Sign::Off => (true, true),
            Sign::Plus | Sign::Minus | Sign::Over | Sign::Share | Sign::Change => (true, true),
        }
    }

    pub(super) fn text(self, [a, b, result]: [&str; 3]) -> String {
        match self {
            Sign::Plus => format!("{a} + {b} = {result}"),
            Sign::Minus => format!("{a} − {b} = {result}"),
            Sign::Times | Sign::Of => format!("{a} × {b} = {result}"),
            Sign::Off => format!("{b} × (100 % − {a}) = {result}"),
            Sign::Over | Sign::Share => format!("{a} / {b} = {result}"),
            Sign::Change => format!("({a} − {b}) / {b} = {result}"),
        }
    }
}
