//! What the one who asks brings: `For 12 people you'd pay $276`, where the source has $23 for each.
//!
//! The value that the claim's words point at, by what the sentence tells beside the claim; and the number of things itself, which no
//! source can know. Only ever to bear a claim out, or to leave a number alone.

use groundcheck_types::{ClaimKind, ClaimValue, Status};
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;

use super::Derivations;
use super::implied::{LEAST_DIGITS, significant};
use crate::claims::Quantity;
use crate::verify::Judgement;
use crate::verify::context::Context;
use crate::verify::documents::{evidence, half, printed, source_id, unit_differs};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::comparable;

/// At most this many amounts of a sentence are tried.
const MOST_BESIDE: usize = 8;
/// At most this many values of one size are looked at.
const MOST_EQUAL: usize = 64;
/// How a number of things is told that the one who asks brings, in lower case.
const ASKED: &[&str] = &[
    "you",
    "you'd",
    "you'll",
    "your",
    "would",
    "if",
    "for",
    "a",
    "an",
    "we",
    "come",
    "comes",
    "spending",
    "booking",
    "staying",
    "driving",
    "buying",
    "each",
    "on",
    "תשלמו",
    "תשלם",
    "תשלמי",
    "אם",
    "עבור",
    "על",
    "יעלה",
    "תעלה",
    "יעלו",
    "עולות",
    "עולים",
    "יסתכם",
    "בסך",
    "הזמנת",
    "ל",
];

/// How a value and what is told beside it give the claim.
#[derive(Debug, Clone, Copy)]
enum By {
    Times,
    Over,
    Of,
    More,
    Less,
}

impl By {
    const ALL: [By; 5] = [By::Times, By::Over, By::Of, By::More, By::Less];

    fn apply(self, value: Decimal, told: &Quantity) -> Option<Decimal> {
        let by = told.value.number().filter(|by| *by > Decimal::ZERO && *by != Decimal::ONE)?;
        let share = told.kind == ClaimKind::Percentage;
        let part = || value.checked_mul(by)?.checked_div(Decimal::ONE_HUNDRED);
        match self {
            By::Times if !share => value.checked_mul(by),
            By::Over if !share => value.checked_div(by),
            By::Of if share => part(),
            By::More if share => value.checked_add(part()?),
            By::Less if share => value.checked_sub(part()?),
            _ => None,
        }
    }

    fn text(self, value: &str, by: &str, result: &str) -> String {
        match self {
            By::Times | By::Of => format!("{value} × {by} = {result}"),
            By::Over => format!("{value} / {by} = {result}"),
            By::More => format!("{value} × (100 % + {by}) = {result}"),
            By::Less => format!("{value} × (100 % − {by}) = {result}"),
        }
    }
}

impl Derivations<'_> {
    /// What bears the claim out by the printed value that its words point at and an amount that its sentence tells.
    pub(super) fn with_given(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        judged: &Judgement,
        sources: &Sources,
    ) -> Option<Judgement> {
        let contradicted = judged.status == Status::Contradicted && judged.derivation.is_none();
        let measured = claim.kind == ClaimKind::Currency || context.measure.is_some();
        if !contradicted || !measured || significant(claim, claim.step) < LEAST_DIGITS {
            return None;
        }
        let at = nearest(judged, claim, sources)?;
        let (claimed, own) = (claim.value.number()?, at.value.number()?);
        let is_it = |v: Decimal| claimed.checked_sub(v).is_some_and(|gap| gap.abs() <= half(claim.step));
        let cues = self.own_cues(claim, &context.range);
        let asked = self.is_asked(claim, context);
        let told = self.amounts(claim, context).filter(|q| {
            let counts = q.kind == ClaimKind::Number && (asked || cues.each);
            let share = q.kind == ClaimKind::Percentage && (cues.lies() || cues.result);
            (counts || share) && q.first != claim.first
        });
        let (by, told) =
            told.flat_map(|q| By::ALL.map(|by| (by, q))).find(|(by, q)| by.apply(own, q).is_some_and(is_it))?;
        let text = |q: &Quantity| q.span.of(self.spoken.text).unwrap_or_default();
        let formula = by.text(printed(sources, at), text(told), text(claim));
        let reason = self.say.derived(source_id(sources, at), &formula);
        Some(Judgement::derived(vec![evidence(sources, at, at.span, at.value)], formula, reason, self.policy))
    }

    /// Whether the claim is the number of things that the one who asks brings: as many times a printed value is what the answer
    /// then tells in its sentence.
    pub(crate) fn is_given(&self, claim: &Quantity, context: &Context<'_>, sources: &Sources) -> bool {
        let number = claim.value.number().filter(|n| *n > Decimal::ONE && n.fract().is_zero());
        let Some(number) = number.filter(|_| claim.kind == ClaimKind::Number) else { return false };
        let asked = self.is_asked(claim, context);
        let all = self.spoken.quantities;
        let from = all.partition_point(|q| q.first <= claim.first);
        let behind = all.get(from..).unwrap_or_default().iter().take_while(|q| (q.first as usize) < context.range.end);
        let is_of_each = |result: &Quantity| {
            let each = result.value.number().and_then(|v| v.checked_div(number));
            let gap = half(result.step).checked_div(number).unwrap_or_default();
            let range = each.and_then(|each| Some((each, each.checked_sub(gap)?, each.checked_add(gap)?)));
            range.is_some_and(|(_, low, high)| {
                let mut equal = sources.sized(low, high).take(MOST_EQUAL);
                equal.any(|m| m.kind == result.kind && comparable(result, m) && !unit_differs(result, m, sources))
            })
        };
        let results = behind.filter(|q| q.kind == ClaimKind::Currency && significant(q, q.step) >= LEAST_DIGITS);
        asked && results.take(MOST_BESIDE).any(is_of_each)
    }

    /// Whether the sentence speaks of a case that somebody asks about.
    fn is_asked(&self, claim: &Quantity, context: &Context<'_>) -> bool {
        let range = context.range.start..(claim.last as usize + 1).min(context.range.end);
        let before = self.spoken.tokens.get(range).unwrap_or_default();
        before.iter().any(|t| t.is_one_of(self.spoken.text, ASKED))
    }

    /// The amounts of the claim's sentence.
    fn amounts(&self, claim: &Quantity, context: &Context<'_>) -> impl Iterator<Item = &Quantity> {
        let (all, range) = (self.spoken.quantities, &context.range);
        let start = all.partition_point(|q| (q.first as usize) < range.start);
        let end = all.partition_point(|q| (q.first as usize) < range.end);
        let own = all.partition_point(|q| q.first < claim.first);
        let start = start.max(own.saturating_sub(MOST_BESIDE));
        all.get(start..end).unwrap_or_default().iter().take(2 * MOST_BESIDE)
    }
}

/// The value that a judgement sets against the claim.
fn nearest<'s>(judged: &Judgement, claim: &Quantity, sources: &'s Sources) -> Option<&'s Mention> {
    let nearest = judged.nearest.as_ref()?;
    let ClaimValue::Number(value) = &nearest.value else { return None };
    let value = Decimal::from_f64(value.0)?;
    let gap = value.abs().checked_div(Decimal::from(1_000_000))?;
    let mut alike = sources.sized(value.checked_sub(gap)?, value.checked_add(gap)?).take(MOST_EQUAL);
    alike.find(|m| {
        Some(m.span) == nearest.span && Some(source_id(sources, m)) == nearest.source.as_deref() && comparable(claim, m)
    })
}
