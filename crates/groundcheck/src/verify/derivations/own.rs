//! The answer's own arithmetic: a result that the sentence tells as one, whose operands stand before it and are printed: `€34.90 and
//! €7.50, so €42.40 in total`, `80 m² at $46.15 each come to $3,692`.
//!
//! Only the number of things may be the reader's own. A result is only ever borne out so: an answer may count in something else.

use core::ops::Range;

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::Derivations;
use super::implied::{LEAST_DIGITS, significant};
use crate::claims::Quantity;
use crate::document::token::Token;
use crate::verify::Judgement;
use crate::verify::context::Context;
use crate::verify::documents::{evidence, half, source_id, unit_differs};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::comparable;

/// Operands stand at most this many tokens before the result.
const REACH: usize = 60;
/// What says so of a value stands at most this many tokens beside it.
const NEAR: usize = 3;
/// At most this many amounts beside the result are tried with each other.
const MOST_BESIDE: usize = 8;
/// At most this many values of an operand's size are looked at.
const MOST_EQUAL: usize = 64;
/// How a result is told.
const SAYS_RESULT: &[&str] = &[
    "total",
    "totals",
    "altogether",
    "together",
    "makes",
    "making",
    "comes",
    "come",
    "adds",
    "works",
    "sum",
    "equals",
    "i.e",
    "ie",
    "סה\"כ",
    "סך",
    "יחד",
    "ביחד",
    "כלומר",
    "דהיינו",
    "יסתכם",
    "תסתכם",
    "מסתכם",
];
/// How the price of each is told.
const EACH: &[&str] = &["each", "per", "at", "every", "apiece", "a", "an", "כל", "לכל", "ליום", "לחודש"];

/// How two amounts give a third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Times,
    Of,
}

impl Sign {
    const ALL: [Sign; 3] = [Sign::Times, Sign::Of, Sign::Plus];

    /// What the two give; nothing where one of them is 1 or 0, which give the other one again or nothing.
    fn apply(self, a: &Quantity, b: &Quantity) -> Option<Decimal> {
        let value = |q: &Quantity| q.value.number().filter(|v| *v != Decimal::ONE && !v.is_zero());
        let (a, b) = (value(a)?, value(b)?);
        match self {
            Sign::Plus => a.checked_add(b),
            Sign::Times => a.checked_mul(b),
            Sign::Of => a.checked_mul(b)?.checked_div(Decimal::ONE_HUNDRED),
        }
    }

    /// Whether the first and the second may give a result of this sort so; of money alone, as counts are of many things.
    fn fits(self, a: &Quantity, b: &Quantity, result: &Quantity) -> bool {
        let money = |q: &Quantity| q.kind == ClaimKind::Currency && q.unit == result.unit;
        let first = match self {
            Sign::Plus => money(a),
            Sign::Times => a.kind == ClaimKind::Number,
            Sign::Of => a.kind == ClaimKind::Percentage,
        };
        first && money(b) && result.kind == ClaimKind::Currency
    }

    /// Which of the two a source must print: what is paid for each, what the share is.
    fn needs(self) -> (bool, bool) {
        match self {
            Sign::Plus => (true, true),
            Sign::Times => (false, true),
            Sign::Of => (true, false),
        }
    }

    fn text(self, [a, b, result]: [&str; 3]) -> String {
        match self {
            Sign::Plus => format!("{a} + {b} = {result}"),
            Sign::Times | Sign::Of => format!("{a} × {b} = {result}"),
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
        let few = significant(claim, claim.step) < LEAST_DIGITS;
        if claim.kind != ClaimKind::Currency || few || !self.tells_result(claim, &context.range) {
            return None;
        }
        let beside: Vec<(&Quantity, Option<&Mention>)> =
            self.before(claim).into_iter().map(|q| (q, printed_as(q, sources))).collect();
        let pairs = || beside.iter().flat_map(|a| beside.iter().map(move |b| (a, b)));
        let signs = Sign::ALL.into_iter().flat_map(|sign| pairs().map(move |(a, b)| (sign, a, b)));
        let is_it = |v: Decimal| claimed.checked_sub(v).is_some_and(|gap| gap.abs() <= half(claim.step));
        let (sign, (a, at_a), (b, at_b)) = signs.into_iter().find(|(sign, (a, at_a), (b, at_b))| {
            let (first, second) = sign.needs();
            let printed = (at_a.is_some() || !first) && (at_b.is_some() || !second);
            let fits = a.first != b.first && sign.fits(a, b, claim) && (*sign != Sign::Times || self.is_of_each(b));
            printed && fits && sign.apply(a, b).is_some_and(is_it)
        })?;
        let told = |q: &Quantity| q.span.of(self.spoken.text).unwrap_or_default();
        let formula = sign.text([told(a), told(b), told(claim)]);
        let at = || [at_a, at_b].into_iter().flatten();
        let reason = self.say.derived(source_id(sources, at().next()?), &formula);
        let evidence = at().map(|m| evidence(sources, m, m.span, m.value)).collect();
        Some(Judgement::derived(evidence, formula, reason, self.policy))
    }

    /// Whether the sentence tells the claim as a result: `in total`, `=`.
    fn tells_result(&self, claim: &Quantity, range: &Range<usize>) -> bool {
        let first = claim.first as usize;
        let near =
            range.start.max(first.saturating_sub(REACH))..range.end.min((claim.last as usize).saturating_add(NEAR));
        let tokens = self.spoken.tokens.get(near).unwrap_or_default();
        tokens.iter().any(|t| t.ch == b'=' || t.is_one_of(self.spoken.text, SAYS_RESULT))
    }

    /// Whether an amount is told as that of each: `at €50`, `418 a day`, `7 × 418`.
    fn is_of_each(&self, amount: &Quantity) -> bool {
        let from = (amount.first as usize).saturating_sub(NEAR);
        let near = self.spoken.tokens.get(from..(amount.last as usize).saturating_add(NEAR)).unwrap_or_default();
        let (text, times) = (self.spoken.text, |t: &Token| matches!(t.text(self.spoken.text), "×" | "x" | "*" | "/"));
        near.iter().any(|t| t.is_one_of(text, EACH) || times(t))
    }

    /// The amounts that stand before the claim, the nearest ones.
    fn before(&self, claim: &Quantity) -> Vec<&Quantity> {
        let from = (claim.first as usize).saturating_sub(REACH);
        let all = self.spoken.quantities;
        let start = all.partition_point(|q| (q.first as usize) < from);
        let end = all.partition_point(|q| q.first < claim.first);
        let near = all.get(start..end).unwrap_or_default().iter().rev();
        near.filter(|q| q.kind != ClaimKind::Date && q.value.number().is_some()).take(MOST_BESIDE).collect()
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
