//! The answer's own arithmetic: a result whose operands the answer states beside it, and which the sources print.
//!
//! ```text
//! €34.90 and €7.50, so €42.40 in total         from $31.40 to $33.90, about 8 % more
//! 80 m² at $46.15 each come to $3,692          508 of 612 people answered (83 %)
//! ```
//!
//! The words beside the claim say how it comes about, and operands are of one sort. Whether each operand is told of the right thing
//! is its own claim's business; a claim whose value a source prints beside the one that it has instead is swapped, and no result.
//! Only the number of things may be the reader's own. A result is only ever borne out so, and not against a passage that speaks of
//! this very thing.

use core::ops::Range;

use groundcheck_types::{ClaimKind, Evidence, Status};
use rust_decimal::Decimal;

use super::Derivations;
use super::implied::{LEAST_DIGITS, significant};
use super::operands::end;
use super::prose::before_and_after;
use super::sign::{Operand, Sign};
use super::told_as::{self, Cues};
use crate::claims::Quantity;
use crate::lexicon::measure::Measure;
use crate::lexicon::stem;
use crate::verify::clause::{self, End};
use crate::verify::context::Context;
use crate::verify::documents::{evidence, half, printed, source_id, unit_differs};
use crate::verify::measured;
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::comparable;
use crate::verify::words::Stem;
use crate::verify::{Judgement, by_value};

/// Operands stand at most this many tokens before the result.
const REACH: usize = 60;
/// At most this many amounts beside the result are tried with each other.
const MOST_BESIDE: usize = 8;
/// At most this many values of a row or sentence are set against one of it.
const MOST_MATES: usize = 24;
/// At most this many rows are looked at for one that the sentence names.
const MOST_ROWS: usize = 64;
/// A result of so many digits comes from two amounts beside it by chance hardly ever.
const SURE_DIGITS: usize = 4;
/// At most this many values of an operand's size are looked at.
const MOST_EQUAL: usize = 64;

impl Derivations<'_> {
    /// Notes a claim that the sources imply: what follows may be reckoned from it.
    pub(crate) fn note(&mut self, claim: &Quantity, judged: Option<&Judgement>) {
        let derived = judged.filter(|judged| judged.status == Status::Supported && judged.derivation.is_some());
        if let Some(at) = derived.and_then(|judged| judged.evidence.first()) {
            let results = &mut self.carried.results;
            let behind = results.partition_point(|(first, _)| *first < claim.first);
            if results.get(behind).is_none_or(|(first, _)| *first != claim.first) {
                results.insert(behind, (claim.first, at.clone()));
            }
        }
    }

    /// What bears the claim out by the amounts that the answer states beside it; nothing where `shown`, what `judged` has instead, says
    /// all words of the claim's clause, and so speaks of this very thing.
    pub(super) fn own_arithmetic(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        (judged, shown): (Option<&Judgement>, Option<&Mention>),
        sources: &Sources,
    ) -> Option<(Judgement, Option<u32>)> {
        let few = significant(claim, claim.step) < LEAST_DIGITS && claim.kind != ClaimKind::Ratio;
        let cues = self.own_cues(claim, &context.range);
        let told = cues.result || cues.each || cues.lies() || cues.part;
        let fine = significant(claim, claim.step) >= SURE_DIGITS;
        if !(told || fine || matches!(claim.kind, ClaimKind::Ratio | ClaimKind::Currency)) {
            return None;
        }
        let contradicted = judged.is_some_and(|judged| judged.status == Status::Contradicted);
        let against = shown.filter(|_| contradicted);
        // A value that a source prints of something else is no result: two that are swapped would bear each other out.
        if against.is_some_and(|at| is_swapped(claim, at, sources)) {
            return None;
        }
        let measure = self.measure_of(claim);
        let beside = self.beside(claim, &context.range, sources);
        // What speaks of it may be no more than what it is reckoned from: `ten payments of £47.75 come to £477.50`.
        let is_operand = |at: &Mention| beside.iter().any(|own| own.at.is_some_and(|own| own.is(at)));
        if against.is_some_and(|at| speaks_of_it(at, claim, context, sources) && !is_operand(at)) {
            return None;
        }
        // What a formula over these very values gives stands: another base is another result.
        let formula = judged.filter(|judged| judged.derivation.is_some() && judged.evidence.len() == 2);
        let computed =
            |at: &Mention| formula.is_some_and(|judged| judged.evidence.iter().any(|e| e.span == Some(at.span)));
        // `You save €15 (€35 instead of €50)`: the sentence tells of no other money.
        let here = |own: &&Operand<'_>| own.quantity.first as usize >= context.range.start;
        let money = || beside.iter().filter(here).filter(|own| own.quantity.kind == ClaimKind::Currency).count();
        let saved = || claim.kind == ClaimKind::Currency && money() == 2 && self.saves(&context.range);
        let ends = |a: &Operand<'_>, b: &Operand<'_>| a.lead == Some(End::To) && b.lead == Some(End::From);
        let is_sum = |parts: [&Operand<'_>; 2]| {
            are_parts(parts, (claim, measure), &context.range)
                && parts.iter().all(|own| own.is_known())
                && self.lists_parts(claim)
                && !self.tells_no_sum(&context.range)
        };
        // A share of something else than what the passage tells of is no share of this, nor is a discount of somebody else.
        let is_share = |sign: Sign, a: &Operand<'_>| match sign {
            Sign::Of if !cues.result && contradicted => {
                a.at.zip(against).is_some_and(|(share, at)| share.place == at.place)
            }
            Sign::Off => a.at.is_some_and(|at| is_discount_of_it(at, context, sources)),
            _ => true,
        };
        let gives = |(sign, a, b): &(Sign, &Operand<'_>, &Operand<'_>)| {
            let (first, second) = sign.needs();
            // `Ten payments of £47.75 add up to £477.50, £22.78 more than the £454.72 in one go`
            let printed = (a.is_known() || !first) && (b.is_known() || !second) && (a.at.is_some() || b.at.is_some());
            let fits = sign.fits(a, b, (claim, measure), cues);
            let lies = matches!(sign, Sign::Minus | Sign::Change);
            printed
                && a.quantity.first != b.quantity.first
                && (fits || (fine && *sign == Sign::Plus))
                && sign.apply(a.value, b.value).is_some_and(|v| is_as_large(claim, v) && sign.goes(v, a, b, cues))
                && (fits || is_sum([a, b]))
                && !(a.at.is_some_and(computed) && b.at.is_some_and(computed))
                && (!few || (lies && (ends(a, b) || (fits && saved()))))
                && (*sign != Sign::Times || self.is_of_each(b.quantity))
                && is_share(*sign, a)
        };
        let pairs = || beside.iter().flat_map(|a| beside.iter().map(move |b| (a, b)));
        let found = Sign::ALL.into_iter().flat_map(|sign| pairs().map(move |(a, b)| (sign, a, b))).find(gives);
        let told = |q: &Quantity| q.span.of(self.spoken.text).unwrap_or_default();
        // `Four guests at €89`, `2% of €6,000`: that there are so many, or so much, is the reader's own.
        let factor = found.as_ref().and_then(|(sign, a, b)| match sign {
            Sign::Times => Some(a),
            Sign::Of => Some(b),
            _ => None,
        });
        let factor = factor.filter(|own| own.at.is_none()).map(|own| own.quantity.first);
        let (formula, at) = match found {
            Some((sign, a, b)) => {
                let formula = sign.text([told(a.quantity), told(b.quantity), told(claim)]);
                (formula, [a.at, b.at].into_iter().flatten().collect::<Vec<_>>())
            }
            None => {
                let listed = if cues.result && !few { self.listed_before(claim, measure, &beside) } else { None };
                // What a formula sets against the value that is told was chosen by words, and not by its place.
                let open = beside.iter().filter(|told| !told.at.is_some_and(computed)).copied();
                let open: Vec<Operand<'_>> = open.collect();
                listed.or_else(|| self.beside_one_told((claim, measure), &open, cues, context, sources))?
            }
        };
        if at.len() > 1 && at.iter().copied().all(computed) {
            return None;
        }
        let reason = self.say.derived(source_id(sources, at.first()?), &formula);
        let evidence = at.iter().map(|m| evidence(sources, m, m.span, m.value)).collect();
        Some((Judgement::derived(evidence, formula, reason, self.policy), factor))
    }

    /// How far one value that the sentence tells lies from another that the source tells in the same row or sentence: `improved by €22
    /// million to €118 million` where that was `€118 million after €96 million`.
    fn beside_one_told<'a>(
        &self,
        (claim, measure): (&Quantity, Option<Measure>),
        beside: &[Operand<'a>],
        cues: Cues,
        context: &Context<'_>,
        sources: &'a Sources,
    ) -> Option<(String, Vec<&'a Mention>)> {
        if cues.up == cues.down {
            return None;
        }
        let few = significant(claim, claim.step) < LEAST_DIGITS;
        let sign = if claim.kind == ClaimKind::Percentage && !cues.points { Sign::Change } else { Sign::Minus };
        // `Revenue was $20.7 million. That is 12.5% more than in Q2.`
        let start = self.last.range.start;
        let earlier = self.spoken.quantities.partition_point(|q| (q.first as usize) < start);
        let earlier = self.spoken.quantities.get(..earlier).unwrap_or_default().iter().rev().take(MOST_BESIDE);
        let before = earlier.into_iter().find(|q| q.kind != ClaimKind::Date).map(|q| q.first as usize);
        let from = before.filter(|_| self.goes_on(&self.last.range)).unwrap_or(start);
        let may_be = |operand: &&Operand<'a>| {
            let alike = sign == Sign::Minus && operand.is_of((claim, measure), cues);
            let based = sign == Sign::Change && operand.quantity.kind != ClaimKind::Percentage;
            (alike || based) && operand.quantity.first as usize >= from
        };
        let is_it = |v: Decimal| is_as_large(claim, v);
        beside.iter().filter(may_be).filter_map(|told| Some((told, told.at?))).find_map(|(told, at)| {
            let place = sources.places.get(at.place as usize)?;
            let own = at.value.number()?;
            let own_place = if few { 0..0 } else { place.mentions.clone() };
            let others = own_place.take(MOST_MATES).chain(named_below(at, context, sources));
            let others = others.map(|i| &sources.mentions[i as usize]);
            let alike =
                |m: &&Mention| m.span != at.span && m.kind == at.kind && m.unit == at.unit && m.measure == at.measure;
            let goes = |v: Decimal| {
                let way = if told.lead == Some(End::From) { !v.is_sign_positive() } else { v.is_sign_positive() };
                is_it(v) && way == cues.up
            };
            let is_before =
                |m: &&Mention| m.column.is_some() && m.column == at.column || is_earlier(m, at, told.lead, sources);
            let is_other = |m: &&Mention| m.value.number().and_then(|other| sign.apply(own, other)).is_some_and(goes);
            let other = others.into_iter().filter(alike).filter(is_before).find(is_other)?;
            let [a, b] = [at, other].map(|m| printed(sources, m));
            Some((sign.text([a, b, claim.span.of(self.spoken.text)?]), vec![at, other]))
        })
    }

    /// The last few amounts of the claim's sort before it, all printed, that add up to it.
    fn listed_before<'a>(
        &self,
        claim: &Quantity,
        measure: Option<Measure>,
        beside: &[Operand<'a>],
    ) -> Option<(String, Vec<&'a Mention>)> {
        let mut before = beside.iter().filter(|o| o.quantity.first < claim.first && o.is_like(claim, measure));
        let (mut sum, mut texts, mut at) = (Decimal::ZERO, Vec::new(), Vec::new());
        loop {
            let operand = before.next()?;
            sum = sum.checked_add(operand.value)?;
            texts.push(operand.quantity.span.of(self.spoken.text).unwrap_or_default());
            at.push(operand.at?);
            if texts.len() > 2 && is_as_large(claim, sum) {
                break;
            }
        }
        texts.reverse();
        at.reverse();
        let formula = format!("{} = {}", texts.join(" + "), claim.span.of(self.spoken.text).unwrap_or_default());
        Some((formula, at))
    }

    /// What an earlier claim rests on that the sources imply.
    pub(super) fn result(&self, claim: &Quantity) -> Option<&Evidence> {
        let results = &self.carried.results;
        results.binary_search_by_key(&claim.first, |(first, _)| *first).ok().and_then(|at| Some(&results.get(at)?.1))
    }

    fn measure_of(&self, quantity: &Quantity) -> Option<Measure> {
        measured::of(self.spoken.text, self.spoken.tokens, quantity)
    }

    /// The amounts that stand before the claim, the nearest first, and those behind it in its sentence.
    fn beside<'a>(&'a self, claim: &Quantity, range: &Range<usize>, sources: &'a Sources) -> Vec<Operand<'a>> {
        let from = (claim.first as usize).saturating_sub(REACH);
        let all = self.spoken.quantities;
        let start = all.partition_point(|q| (q.first as usize) < from);
        let own = all.partition_point(|q| q.first < claim.first);
        let end = all.partition_point(|q| (q.first as usize) < range.end);
        let before = all.get(start..own).unwrap_or_default().iter().rev().take(MOST_BESIDE);
        let behind = all.get(own + 1..end).unwrap_or_default().iter().take(MOST_BESIDE);
        let operand = |quantity: &'a Quantity| {
            let value = quantity.value.number().filter(|_| quantity.kind != ClaimKind::Date)?;
            let (measure, at) = (self.measure_of(quantity), printed_as(quantity, sources));
            let lead = clause::lead(self.spoken.text, self.spoken.tokens, quantity);
            Some(Operand {
                quantity,
                value,
                measure,
                lead,
                at,
                derived: self.result(quantity).is_some(),
                off: quantity.kind == ClaimKind::Percentage && self.is_off(quantity),
            })
        };
        before.chain(behind).filter_map(operand).collect()
    }
}

/// Whether both amounts are of the claim's sort and told behind it in its sentence, as its parts may be.
fn are_parts(parts: [&Operand<'_>; 2], (claim, measure): (&Quantity, Option<Measure>), range: &Range<usize>) -> bool {
    let here = |own: &Operand<'_>| {
        own.quantity.first > claim.first && (own.quantity.first as usize) < range.end && own.is_like(claim, measure)
    };
    claim.kind != ClaimKind::Percentage && parts.into_iter().all(here)
}

/// Whether a discount is told in words of the claim, beside those of any discount.
fn is_discount_of_it(share: &Mention, context: &Context<'_>, sources: &Sources) -> bool {
    let any: Vec<Stem> = told_as::OFF.iter().map(|word| stem(word)).collect();
    let words = context.near.iter().chain(&context.far).copied();
    let own: Vec<Stem> = words.filter(|word| !any.contains(word)).collect();
    by_value::shared_of(&own, share, sources) > 0
}

/// Whether the claim's value stands beside the one that a passage has instead of it: in its sentence or the next, or in its column.
fn is_swapped(claim: &Quantity, instead: &Mention, sources: &Sources) -> bool {
    let Some(claimed) = claim.value.number() else { return false };
    let source = |m: &Mention| sources.places.get(m.place as usize).map(|place| place.source);
    let beside = |m: &&Mention| {
        let column = m.column.is_some() && m.column == instead.column;
        m.span != instead.span
            && (column || (m.place.abs_diff(instead.place) <= 1 && source(m) == source(instead)))
            && m.kind == instead.kind
            && comparable(claim, m)
            && !unit_differs(claim, m, sources)
    };
    sources.about_size(claimed, half(claim.step)).take(MOST_EQUAL).any(|m| beside(&m))
}

/// Whether a result is as large as the claim, as finely as that is told.
pub(super) fn is_as_large(claim: &Quantity, result: Decimal) -> bool {
    let gap = claim.value.number().and_then(|claimed| claimed.abs().checked_sub(result.abs()));
    gap.is_some_and(|gap| gap.abs() <= half(claim.step))
}

/// Whether one value of a row or sentence was before the other one, which is the end of a change, or its start where it is told so.
fn is_earlier(one: &Mention, other: &Mention, lead: Option<End>, sources: &Sources) -> bool {
    let (before, now) = if lead == Some(End::From) { (other, one) } else { (one, other) };
    let set = before_and_after(sources, now).is_some_and(|(new, old)| new.span == now.span && old.span == before.span);
    let told = set || (before.stance.former && !now.stance.former);
    let time = |m: &Mention| m.periods.iter().map(|own| own.period).chain(m.part).map(end).max();
    time(before).zip(time(now)).map_or(told, |(before, now)| before < now || (before == now && told))
}

/// Whether a passage says all words of the claim's clause.
fn speaks_of_it(at: &Mention, claim: &Quantity, context: &Context<'_>, sources: &Sources) -> bool {
    let said = by_value::shared_of(&context.near, at, sources);
    comparable(claim, at) && said > 0 && said == context.near.len()
}

/// The values under a cell's heading in other rows that the sentence names whole: `72 fewer than Corley Bridge`.
fn named_below(cell: &Mention, context: &Context<'_>, sources: &Sources) -> Vec<u32> {
    let column = cell.column.and_then(|column| sources.columns.get(column as usize));
    let rows = column.map(|column| column.rows.clone()).unwrap_or_default().take(MOST_ROWS);
    let said = |stem: &Stem| context.near.binary_search(stem).is_ok() || context.far.binary_search(stem).is_ok();
    let named = |row: &u32| {
        let labels = sources.places.get(*row as usize).map_or(&[][..], |place| &place.labels);
        *row != cell.place && !labels.is_empty() && labels.iter().all(said)
    };
    let cells = rows.filter(named).filter_map(|row| sources.places.get(row as usize)).flat_map(|p| p.mentions.clone());
    cells.filter(|i| sources.mentions[*i as usize].column == cell.column).take(MOST_MATES).collect()
}

/// Where a source prints this very value, in its unit.
pub(super) fn printed_as<'s>(value: &Quantity, sources: &'s Sources) -> Option<&'s Mention> {
    let equal = sources.about(value.value.number()?, half(value.step)).take(MOST_EQUAL);
    let mut alike = equal.filter(|m| comparable(value, m) && !unit_differs(value, m, sources));
    alike.next()
}
