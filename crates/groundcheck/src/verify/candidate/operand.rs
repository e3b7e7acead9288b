//! What formulas compute with: values of the sources that the claim's words reach, and the numbers that the answer itself has told.

use groundcheck_types::{ClaimKind, Span};
use rust_decimal::Decimal;

use super::look_up::LookUp;
use super::query::Query;
use crate::claims::{Period, Quantity, Value, to_f64};
use crate::lexicon::Stem;
use crate::lexicon::measure::Measure;
use crate::verify::prepare::Sources;
use crate::verify::score::look_up as features;
use crate::verify::search::finest;

/// So many values of the sources are computed with.
const MOST_PRINTED: usize = 16;
/// And so many of the answer's own.
const MOST_OWN: usize = 9;
/// Of them so many of its own sentence come first.
const MOST_BESIDE: usize = 6;

/// A value to compute with.
#[derive(Debug, Clone)]
pub(crate) struct Operand {
    pub(crate) value: f64,
    pub(crate) shown: Decimal,
    pub(crate) kind: ClaimKind,
    pub(crate) unit: Option<&'static str>,
    pub(crate) measure: Option<Measure>,
    pub(crate) noun: Option<Stem>,
    pub(crate) from: From,
    pub(crate) time: Option<Period>,
    /// How well a number of the answer holds by itself, in thousandths of a logit.
    pub(crate) held: i32,
    /// How much speaks for it, in thousandths of nothing in particular: only sorts.
    pub(crate) weight: i32,
}

/// Where an operand is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    /// A value of the sources: its place among the look-ups, its place (row or sentence), column and source.
    Printed { look_up: u32, mention: u32, place: u32, column: Option<u32>, source: u32, at: u32 },
    /// A number of the answer, by its first byte; whether it is of the claim's sentence, and whether before the claim.
    Own { at: u32, beside: bool, before: bool },
    /// A day or a time of the day of the sources.
    Timed { source: u32, span: Span },
}

impl Operand {
    /// Whether it is a plain number of a table, which may be money, a percentage or anything.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.from, From::Printed { column: Some(_), .. })
            && self.kind == ClaimKind::Number
            && self.unit.is_none()
            && self.measure.is_none()
    }

    pub(crate) fn is_own(&self) -> bool {
        matches!(self.from, From::Own { .. })
    }

    /// The value of a mention, as one of the look-ups.
    pub(crate) fn printed(look_ups: &[LookUp], at: usize, sources: &Sources) -> Option<Self> {
        let look_up = look_ups.get(at)?;
        let mention = sources.mentions.get(look_up.mention as usize)?;
        let place = sources.places.get(mention.place as usize)?;
        let shown = mention.value.number()?;
        let f = &look_up.features;
        let positive = |feature: usize| i32::from(f[feature].max(0));
        let weight = positive(features::NEAR_OWN)
            + positive(features::NEAR_ALL)
            + positive(features::FAR_ALL) / 2
            + positive(features::LABEL_SAID) / 2
            + positive(features::COLUMN_SAID) / 2
            + positive(features::FIT_SHARE)
            + positive(features::IN_PERIOD) * 300
            - positive(features::NAMES_OTHER) * 200;
        Some(Operand {
            value: to_f64(shown),
            shown,
            kind: mention.kind,
            unit: mention.unit,
            measure: mention.measure,
            noun: mention.noun,
            from: From::Printed {
                look_up: u32::try_from(at).unwrap_or(u32::MAX),
                mention: look_up.mention,
                place: mention.place,
                column: mention.column,
                source: place.source,
                at: mention.span.start,
            },
            time: finest(mention).next(),
            held: 0,
            weight,
        })
    }
}

/// A number of the answer.
#[derive(Debug, Clone)]
pub(crate) struct Own<'q> {
    pub(crate) quantity: &'q Quantity,
    pub(crate) measure: Option<Measure>,
    pub(crate) noun: Option<Stem>,
    /// Whether it stands in the claim's sentence.
    pub(crate) beside: bool,
    /// How far what agrees with it stands above what does not, in thousandths of a logit.
    pub(crate) held: i32,
}

/// What a claim may be computed from, what speaks most for itself first.
pub(crate) fn choose(query: &Query<'_, '_>, look_ups: &[LookUp], own: &[Own<'_>], sources: &Sources) -> Vec<Operand> {
    let blind = (0..look_ups.len()).filter(|at| look_ups.get(*at).is_some_and(|l| !l.by_value));
    let out: Vec<Operand> = blind.filter_map(|at| Operand::printed(look_ups, at, sources)).collect();
    let mut order: Vec<(i32, usize)> = out.iter().enumerate().map(|(at, operand)| (operand.weight, at)).collect();
    crate::sort::by_number(&mut order, |(weight, _)| u64::from(i32::MAX.abs_diff(*weight)));
    let mut kept: Vec<Operand> = Vec::with_capacity(MOST_PRINTED + MOST_OWN);
    for (_, at) in order {
        let Some(operand) = out.get(at) else { continue };
        // A value that is printed twice in the same words is one.
        let twin = |k: &Operand| k.value == operand.value && k.kind == operand.kind && k.weight == operand.weight;
        if !kept.iter().any(twin) {
            kept.push(operand.clone());
        }
        if kept.len() >= MOST_PRINTED {
            break;
        }
    }
    kept.extend(own_numbers(query, own));
    kept
}

fn own_numbers(query: &Query<'_, '_>, own: &[Own<'_>]) -> Vec<Operand> {
    let claim = query.asked.span;
    let mut order: Vec<(u32, &Own<'_>)> = own
        .iter()
        .filter(|o| o.quantity.span != claim && o.quantity.value.number().is_some_and(|v| !v.is_zero()))
        .map(|o| (o.quantity.span.start.abs_diff(claim.start), o))
        .collect();
    crate::sort::by_number(&mut order, |(gap, o)| u64::from(*gap) + if o.beside { 0 } else { 1 << 32 });
    let beside = order.iter().filter(|(_, o)| o.beside).take(MOST_BESIDE).count();
    let far = order.iter().filter(|(_, o)| !o.beside).take(MOST_OWN - beside);
    let near = order.iter().filter(|(_, o)| o.beside).take(beside);
    let operand = |(gap, o): &(u32, &Own<'_>)| {
        let shown = match o.quantity.value {
            Value::Number(shown) => shown,
            Value::Period(_) | Value::Day(_) => Decimal::ZERO,
        };
        let near = i32::try_from(*gap).unwrap_or(i32::MAX).min(1_000);
        Operand {
            value: to_f64(shown),
            shown,
            kind: o.quantity.kind,
            unit: o.quantity.unit,
            measure: o.measure,
            noun: o.noun,
            from: From::Own {
                at: o.quantity.span.start,
                beside: o.beside,
                before: o.quantity.span.start < claim.start,
            },
            time: None,
            held: o.held,
            weight: if o.beside { 3_400 - near / 2 } else { 2_200 - near },
        }
    };
    near.chain(far).map(operand).collect()
}
