//! The answer's own arithmetic: a result whose operands stand beside it and are borne out, `€34.90 and €7.50, so €42.40 in all`,
//! `7 days at 418 each come to 2,926`.
//!
//! At most one operand may be the reader's own number, `for 80 m²`; then the other is a rate or a share that a source prints. A result
//! is only ever borne out so: an answer may count in something else.

use core::ops::Range;

use groundcheck_types::{ClaimKind, Status};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::Derivations;
use crate::claims::Quantity;
use crate::verify::Judgement;
use crate::verify::context::Context;
use crate::verify::documents::{evidence, half, source_id, unit_differs};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::comparable;

/// Operands stand at most this many tokens before the result.
const REACH: usize = 60;
/// At most this many amounts beside the result are tried with each other.
const MOST_BESIDE: usize = 8;
/// At most this many values of an operand's size are looked at.
const MOST_EQUAL: usize = 64;
/// A result of fewer digits must be told as one.
const TELLING_DIGITS: usize = 3;
/// A result of fewer digits is given by chance.
const LEAST_DIGITS: usize = 2;
/// How a result is told.
const SAYS_RESULT: &[&str] = &[
    "total",
    "altogether",
    "together",
    "so",
    "makes",
    "means",
    "comes",
    "adds",
    "all",
    "which",
    "i.e",
    "ie",
    "equals",
    "works",
    "over",
    "סה\"כ",
    "סך",
    "יחד",
    "כלומר",
    "דהיינו",
    "ביחד",
    "לכן",
];

/// How two amounts give a third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
    Times,
    Over,
    Of,
}

impl Sign {
    const ALL: [Sign; 5] = [Sign::Times, Sign::Of, Sign::Plus, Sign::Minus, Sign::Over];

    fn apply(self, a: Decimal, b: Decimal) -> Option<Decimal> {
        match self {
            Sign::Plus => a.checked_add(b),
            Sign::Minus => a.checked_sub(b),
            Sign::Times => a.checked_mul(b),
            Sign::Over => a.checked_div(b),
            Sign::Of => a.checked_mul(b)?.checked_div(Decimal::ONE_HUNDRED),
        }
    }

    /// Whether the first and the second may give a result of this sort so.
    fn fits(self, a: &Quantity, b: &Quantity, result: &Quantity) -> bool {
        let same = |q: &Quantity| q.kind == result.kind && (q.unit == result.unit || q.unit.is_none());
        let counts = |q: &Quantity| q.kind == ClaimKind::Number;
        match self {
            Sign::Plus | Sign::Minus => same(a) && same(b),
            Sign::Times => counts(a) && same(b) && result.kind != ClaimKind::Percentage,
            Sign::Over => same(a) && counts(b) && result.kind != ClaimKind::Percentage,
            Sign::Of => a.kind == ClaimKind::Percentage && same(b) && result.kind != ClaimKind::Percentage,
        }
    }

    fn text(self, [a, b, result]: [&str; 3]) -> String {
        match self {
            Sign::Plus => format!("{a} + {b} = {result}"),
            Sign::Minus => format!("{a} − {b} = {result}"),
            Sign::Times => format!("{a} × {b} = {result}"),
            Sign::Over => format!("{a} / {b} = {result}"),
            Sign::Of => format!("{a} × {b} = {result}"),
        }
    }
}

impl Derivations<'_> {
    /// What bears the claim out by the amounts that the answer states beside it.
    pub(super) fn own_arithmetic(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        sources: &Sources,
    ) -> Option<Judgement> {
        let claimed = claim.value.number()?;
        let digits = claimed.checked_div(claim.step).and_then(|v| v.abs().round().to_u64())?.to_string().len();
        if claim.kind == ClaimKind::Date
            || digits < LEAST_DIGITS
            || (digits < TELLING_DIGITS && !self.tells_result(&context.range))
        {
            return None;
        }
        let beside = self.beside(claim, &context.range);
        let printed: Vec<Option<&Mention>> = beside.iter().map(|q| printed_as(q, sources)).collect();
        let operands = || beside.iter().zip(&printed);
        for sign in Sign::ALL {
            for ((a, at_a), (b, at_b)) in operands().flat_map(|a| operands().map(move |b| (a, b))) {
                let own = u8::from(at_a.is_none()) + u8::from(at_b.is_none());
                let most = if matches!(sign, Sign::Plus | Sign::Minus) { 0 } else { 1 };
                if a.first == b.first || own > most || !sign.fits(a, b, claim) {
                    continue;
                }
                let value = a.value.number().zip(b.value.number()).and_then(|(a, b)| sign.apply(a, b));
                let is_it = |v: Decimal| claimed.checked_sub(v).is_some_and(|gap| gap.abs() <= half(claim.step));
                // Once a number and nothing give the number again.
                let trivial = [a, b].iter().any(|q| q.value.number().is_some_and(|v| v == Decimal::ONE || v.is_zero()));
                if trivial || !value.is_some_and(is_it) {
                    continue;
                }
                let at: Vec<&Mention> = [at_a, at_b].into_iter().flatten().copied().collect();
                let told = |q: &Quantity| q.span.of(self.spoken.text).unwrap_or_default();
                let formula = sign.text([told(a), told(b), told(claim)]);
                let reason = self.say.derived(source_id(sources, at.first()?), &formula);
                return Some(Judgement {
                    status: Status::Supported,
                    confidence: self.policy.document_confidence,
                    evidence: at.iter().map(|m| evidence(sources, m, m.span, m.value)).collect(),
                    nearest: None,
                    derivation: Some(formula),
                    reasons: vec![reason],
                });
            }
        }
        None
    }

    /// Whether the sentence tells a result: `so`, `in total`, `=`.
    fn tells_result(&self, range: &Range<usize>) -> bool {
        let tokens = self.spoken.tokens.get(range.clone()).unwrap_or_default();
        tokens.iter().any(|t| t.ch == b'=' || t.is_one_of(self.spoken.text, SAYS_RESULT))
    }

    /// The amounts of the claim's sentence and of what stands right before it, the nearest ones.
    fn beside(&self, claim: &Quantity, range: &Range<usize>) -> Vec<&Quantity> {
        let from = (claim.first as usize).saturating_sub(REACH);
        let all = self.spoken.quantities;
        let start = all.partition_point(|q| (q.first as usize) < from);
        let near = all.get(start..).unwrap_or_default();
        let near = near.iter().take_while(|q| (q.first as usize) < range.end);
        let mut near: Vec<&Quantity> = near
            .filter(|q| q.first != claim.first && q.kind != ClaimKind::Date && q.value.number().is_some())
            .collect();
        crate::sort::by_number(&mut near, |q| u64::from(q.first.abs_diff(claim.first)));
        near.truncate(MOST_BESIDE);
        near
    }
}

/// Where a source prints this very value, in its unit.
fn printed_as<'s>(value: &Quantity, sources: &'s Sources) -> Option<&'s Mention> {
    let own = value.value.number()?;
    let gap = half(value.step);
    let equal = sources.valued(own.checked_sub(gap)?, own.checked_add(gap)?).take(MOST_EQUAL);
    let mut alike = equal.filter(|m| comparable(value, m) && !unit_differs(value, m, sources));
    alike.next()
}
