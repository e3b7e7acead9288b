//! The answer's own arithmetic: a result whose operands the answer states beside it, and which the sources print.
//!
//! ```text
//! €34.90 and €7.50, so €42.40 in total         from $31.40 to $33.90, about 8 % more
//! 80 m² at $46.15 each come to $3,692          508 of 612 people answered (83 %)
//! ```
//!
//! The words beside the claim say how it comes about, and operands are of one sort. Whether each operand is told of the right thing
//! is its own claim's business. Only the number of things may be the reader's own. A result is only ever borne out so, and not
//! against a passage that speaks of this very thing.

use core::ops::Range;

use groundcheck_types::{ClaimKind, Evidence, Status};
use rust_decimal::Decimal;

use super::Derivations;
use super::implied::{LEAST_DIGITS, significant};
use super::operands::end;
use super::pairs::same_time;
use super::prose::before_and_after;
use super::reckoned::shown;
use super::told_as::Cues;
use crate::claims::Quantity;
use crate::lexicon::measure::Measure;
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
/// A sentence with one of these tells of no sum unless it says so.
const NO_SUM: &[&str] = &["difference", "gap", "average", "averaged", "mean", "less", "minus", "net", "הפרש", "ממוצע"];
/// A result of so many digits comes from two amounts beside it by chance hardly ever.
const SURE_DIGITS: usize = 4;
/// At most this many values of an operand's size are looked at.
const MOST_EQUAL: usize = 64;

/// How a sentence begins that tells more of the amount before it.
const GOES_ON: &[&str] = &["that", "this", "it", "which", "זה", "זו", "זוהי", "כלומר", "מדובר"];

/// How two amounts give a third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
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
struct Operand<'a> {
    quantity: &'a Quantity,
    value: Decimal,
    measure: Option<Measure>,
    /// Which end of a change it is said to be.
    lead: Option<End>,
    at: Option<&'a Mention>,
    /// Whether it is a result itself, which the sources imply.
    derived: bool,
    /// Whether it is a percentage that is taken off something.
    off: bool,
}

impl Operand<'_> {
    fn is_like(&self, other: &Quantity, measure: Option<Measure>) -> bool {
        self.quantity.kind == other.kind && self.quantity.unit == other.unit && self.measure == measure
    }

    /// Whether both may be of one time: applicants of one year are no part of another's.
    fn is_beside(&self, other: &Operand<'_>) -> bool {
        self.at.zip(other.at).is_some_and(|(a, b)| same_time(a, b))
    }

    /// Whether it may be an operand of a difference or a sum that is told so: percentages lie points apart.
    fn is_of(&self, (result, measure): (&Quantity, Option<Measure>), cues: Cues) -> bool {
        if cues.points { self.quantity.kind == ClaimKind::Percentage } else { self.is_like(result, measure) }
    }
}

impl Sign {
    const ALL: [Sign; 8] =
        [Sign::Times, Sign::Of, Sign::Off, Sign::Plus, Sign::Minus, Sign::Change, Sign::Share, Sign::Over];

    /// What the two give; nothing where one of them is 1 or 0, which give the other one again or nothing.
    fn apply(self, a: Decimal, b: Decimal) -> Option<Decimal> {
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
    fn fits(
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
            Sign::Of => a.quantity.kind == ClaimKind::Percentage && money && of_result(b),
            Sign::Off => a.off && money && of_result(b),
            Sign::Over if result.kind == ClaimKind::Ratio => alike(),
            Sign::Over => cues.each && money && of_result(a) && count(b),
            Sign::Share => share && cues.part && alike() && a.quantity.kind != ClaimKind::Percentage && a.is_beside(b),
            Sign::Change => share && cues.lies() && alike() && a.quantity.kind != ClaimKind::Percentage,
        }
    }

    /// Whether the way that the result goes is the one that is told, and from the second to the first where that is told.
    fn goes(self, result: Decimal, a: &Operand<'_>, b: &Operand<'_>, cues: Cues) -> bool {
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
    fn needs(self) -> (bool, bool) {
        match self {
            Sign::Times => (false, true),
            Sign::Of => (true, false),
            Sign::Off => (true, true),
            Sign::Plus | Sign::Minus | Sign::Over | Sign::Share | Sign::Change => (true, true),
        }
    }

    fn text(self, [a, b, result]: [&str; 3]) -> String {
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

    /// What bears the claim out by the amounts that the answer states beside it; nothing where `judged` has a passage that says all
    /// words of the claim's clause, and so speaks of this very thing.
    pub(super) fn own_arithmetic(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        judged: Option<&Judgement>,
        sources: &Sources,
    ) -> Option<(Judgement, Option<u32>)> {
        let few = significant(claim, claim.step) < LEAST_DIGITS && claim.kind != ClaimKind::Ratio;
        let ends = |a: &Operand<'_>, b: &Operand<'_>| a.lead == Some(End::To) && b.lead == Some(End::From);
        let cues = self.own_cues(claim, &context.range);
        let told = cues.result || cues.each || cues.lies() || cues.part;
        let sure = significant(claim, claim.step) >= SURE_DIGITS;
        if !(told || sure || matches!(claim.kind, ClaimKind::Ratio | ClaimKind::Currency)) {
            return None;
        }
        let measure = self.measure_of(claim);
        let beside = self.beside(claim, &context.range, sources);
        // What speaks of it may be no more than what it is reckoned from: `ten payments of £47.75 come to £477.50`.
        let is_operand = |at: &Mention| {
            beside.iter().any(|own| own.at.is_some_and(|own| own.span == at.span && own.place == at.place))
        };
        let speaks = judged.is_some_and(|judged| {
            speaks_of_it(judged, claim, context, sources) && !shown(judged, sources).is_some_and(is_operand)
        });
        if speaks {
            return None;
        }
        // What a formula over these very values gives stands: another base is another result.
        let computed = |at: &Mention| {
            let formula = judged.filter(|judged| judged.derivation.is_some() && judged.evidence.len() == 2);
            formula.is_some_and(|judged| judged.evidence.iter().any(|e| e.span == Some(at.span)))
        };
        // `You save €15 (€35 instead of €50)`: the sentence tells of no other money.
        let here = |own: &&Operand<'_>| own.quantity.first as usize >= context.range.start;
        let money = beside.iter().filter(here).filter(|own| own.quantity.kind == ClaimKind::Currency).count();
        let alone = claim.kind == ClaimKind::Currency && money == 2;
        let pairs = || beside.iter().flat_map(|a| beside.iter().map(move |b| (a, b)));
        let signs = Sign::ALL.into_iter().flat_map(|sign| pairs().map(move |(a, b)| (sign, a, b)));
        let is_it = |v: Decimal| is_as_large(claim, v);
        let own = self.spoken.tokens.get(context.range.clone()).unwrap_or_default();
        let no_sum = own.iter().any(|t| t.is_one_of(self.spoken.text, NO_SUM));
        let found = signs.into_iter().find(|(sign, a, b)| {
            let (first, second) = sign.needs();
            // `Ten payments of £47.75 add up to £477.50, £22.78 more than the £454.72 in one go`
            let known = |operand: &Operand<'_>| operand.at.is_some() || operand.derived;
            let printed = (known(a) || !first) && (known(b) || !second) && (a.at.is_some() || b.at.is_some());
            let apart = a.quantity.first != b.quantity.first;
            let fits = apart && sign.fits(a, b, (claim, measure), cues);
            let lies = matches!(sign, Sign::Minus | Sign::Change);
            let sure = apart
                && (*sign != Sign::Plus || !no_sum)
                && is_sure(*sign, [a, b], (claim, measure), &context.range)
                && known(a)
                && known(b);
            printed
                && (fits || sure)
                && !(a.at.is_some_and(computed) && b.at.is_some_and(computed))
                && (!few || (lies && (ends(a, b) || (fits && alone))))
                && (*sign != Sign::Times || self.is_of_each(b.quantity))
                && sign.apply(a.value, b.value).is_some_and(|v| is_it(v) && sign.goes(v, a, b, cues))
        });
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
        let first = self.spoken.tokens.get(self.last.range.clone()).and_then(|own| own.first());
        let goes_on = first.is_some_and(|t| t.begins_as_one_of(self.spoken.text, GOES_ON));
        let from = if goes_on { 0 } else { self.last.range.start };
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

/// Whether a sum or a difference of two amounts of the claim's sentence needs no word that says it is one: it is told to so many digits
/// that chance gives it hardly ever.
fn is_sure(
    sign: Sign,
    operands: [&Operand<'_>; 2],
    (claim, measure): (&Quantity, Option<Measure>),
    range: &Range<usize>,
) -> bool {
    let here = |own: &Operand<'_>| own.quantity.first as usize >= range.start && own.is_like(claim, measure);
    matches!(sign, Sign::Plus | Sign::Minus)
        && claim.kind != ClaimKind::Percentage
        && significant(claim, claim.step) >= SURE_DIGITS
        && operands.into_iter().all(here)
}

/// Whether a result is as large as the claim, as finely as that is told.
fn is_as_large(claim: &Quantity, result: Decimal) -> bool {
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

/// Whether the passage that a judgement sets against the claim says all words of its clause.
fn speaks_of_it(judged: &Judgement, claim: &Quantity, context: &Context<'_>, sources: &Sources) -> bool {
    let shown = if judged.status == Status::Contradicted { shown(judged, sources) } else { None };
    let Some(mention) = shown.filter(|m| comparable(claim, m)) else { return false };
    let said = by_value::shared_of(&context.near, mention, sources);
    said > 0 && said == context.near.len()
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
    let own = value.value.number()?;
    let gap = half(value.step);
    let equal = sources.valued(own.checked_sub(gap)?, own.checked_add(gap)?).take(MOST_EQUAL);
    let mut alike = equal.filter(|m| comparable(value, m) && !unit_differs(value, m, sources));
    alike.next()
}
