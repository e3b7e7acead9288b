//! What formulas compute with: values of the sources that the claim's words reach, and the numbers that the answer itself has told.

use groundcheck_types::{ClaimKind, Evidence, Span};
use rust_decimal::Decimal;

use super::again::Moved;
use super::look_up::LookUp;
use super::pattern::{Origin, Pattern};
use super::query::Query;
use crate::claims::{Period, Quantity, Value, to_f64};
use crate::lexicon::Stem;
use crate::lexicon::leads::Lead;
use crate::lexicon::measure::Measure;
use crate::verify::prepare::Sources;
use crate::verify::score::look_up as features;
use crate::verify::search::{finest, is_plain};

/// So many values of the sources are computed with, each with every other.
const MOST_PRINTED: usize = 16;
/// And so many more with those of their row, of their column, and of rows of their name in other tables.
const MOST_FARTHER: usize = 32;
/// And so many of the answer's own.
const MOST_OWN: usize = 14;
/// Of them so many of its own sentence come first.
const MOST_BESIDE: usize = 6;
/// So many more are farther away: those with which the answer opens, and those that have most of the claim's words.
const MOST_RECALLED: usize = 4;
/// Of these so many are of the answer's first sentence.
const MOST_FIRST: usize = 2;

/// A number farther away, in bytes, is no nearer than others.
const MOST_GAP: u32 = 1_000;
/// A number of the answer that is only one of a list is so many numbers away, or more.
const FAR: i16 = 20;

/// A value to compute with.
#[derive(Debug, Clone)]
pub(crate) struct Operand {
    pub(crate) value: f64,
    pub(crate) shown: Decimal,
    pub(crate) kind: ClaimKind,
    pub(crate) unit: Option<&'static str>,
    pub(crate) measure: Option<Measure>,
    pub(crate) noun: Option<Stem>,
    /// Where it is among the look-ups, as a value of the sources.
    pub(crate) look_up: Option<u32>,
    /// Where the answer tells it. What it tells exactly as the sources do is one operand and not two.
    pub(crate) own: Option<InAnswer>,
    /// The source and the place of a day or a time of the day of the sources.
    pub(crate) timed: Option<(u32, Span)>,
    /// Where the sources print it; of a number of the answer where it is looked up.
    pub(crate) printed: Option<Printed>,
    pub(crate) time: Option<Period>,
    /// Of what rose or fell over time, by a difference: the printed value that it ended at. It is told as a share of where it began.
    pub(crate) ended: Option<u32>,
    /// How well a number of the answer holds by itself, in thousandths of a logit.
    pub(crate) held: i32,
    /// How many of the claim's words a number of an earlier sentence has beside it.
    pub(crate) shared: i16,
    /// How much speaks for it, in thousandths of nothing in particular: only sorts.
    pub(crate) weight: i32,
    /// Whether so little speaks for it that it is computed with what stands in line with it alone.
    pub(crate) far: bool,
    /// Whether its table does not say what scale it is in.
    pub(crate) unscaled: bool,
    /// What another table's scale makes of it.
    pub(crate) lent: f64,
    /// Whether it is printed as amounts are.
    pub(crate) like_amount: bool,
}

/// Where a value is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Printed {
    pub(crate) mention: u32,
    pub(crate) place: u32,
    pub(crate) column: Option<u32>,
    pub(crate) source: u32,
    /// Its first byte.
    pub(crate) at: u32,
    /// What its row is called, as one number; 0 in a sentence.
    pub(crate) row: u64,
}

impl Printed {
    pub(crate) fn of(at: u32, sources: &Sources) -> Option<Self> {
        let mention = sources.mentions.get(at as usize)?;
        let place = sources.places.get(mention.place as usize)?;
        Some(Printed {
            mention: at,
            place: mention.place,
            column: mention.column,
            source: place.source,
            at: mention.span.start,
            row: if place.is_row { name(&place.labels) } else { 0 },
        })
    }
}

/// The words of a row's name, mixed into one number: rows of one name stand in several tables.
fn name(labels: &[Stem]) -> u64 {
    labels
        .iter()
        .fold(0, |mixed: u64, stem| mixed.rotate_left(17).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(stem.0))
}

/// A number of the answer: its first byte; whether it is of the claim's sentence, whether before the claim, by how many numbers, and what
/// leads to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct InAnswer {
    pub(crate) at: u32,
    pub(crate) beside: bool,
    pub(crate) before: bool,
    pub(crate) steps: i16,
    pub(crate) lead: Lead,
    /// The sign between it and the number before it, where nothing else stands there.
    pub(crate) sign: Option<Sign>,
    /// How surely a later number is computed from it.
    pub(crate) used: Certainty,
    /// How surely it is itself computed from numbers before it.
    pub(crate) result: Certainty,
}

/// How surely something is so, by what agrees with the answer's other numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Certainty {
    #[default]
    Not,
    Perhaps,
    Surely,
}

/// A sign of calculation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
    Times,
    Over,
}

impl Sign {
    /// The only sign of this text between two numbers.
    pub(crate) fn only(between: &str) -> Option<Self> {
        let mut signs = between.chars().filter(|c| !is_mark(*c));
        let sign = match signs.next()? {
            '+' => Sign::Plus,
            '-' | '−' | '–' => Sign::Minus,
            '×' | '*' | 'x' | '·' => Sign::Times,
            '/' | '÷' => Sign::Over,
            _ => return None,
        };
        signs.next().is_none().then_some(sign)
    }
}

/// What may stand beside a sign of calculation.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || matches!(c, '$' | '€' | '£' | '₪' | '¥' | '(' | ')' | '\\' | '{' | '}' | '%')
}

impl Operand {
    /// One that nothing is known of: a date of no source and not of the answer.
    pub(super) const BLANK: Operand = Operand {
        value: 0.0,
        shown: Decimal::ZERO,
        kind: ClaimKind::Date,
        unit: None,
        measure: None,
        noun: None,
        look_up: None,
        own: None,
        timed: None,
        printed: None,
        time: None,
        ended: None,
        held: 0,
        shared: 0,
        weight: 0,
        far: false,
        unscaled: false,
        lent: 1.0,
        like_amount: false,
    };

    /// Where it is from.
    pub(crate) fn from(&self) -> Origin {
        Origin {
            own: self.own.map(|own| (own.beside, own.steps)),
            column: self.printed.and_then(|printed| printed.column),
            mention: self.printed.map(|printed| printed.mention),
        }
    }

    /// Whether it is a number of the sources that says of nothing what it is.
    pub(crate) fn is_plain(&self) -> bool {
        let is_cell = self.printed.is_some_and(|printed| printed.column.is_some());
        self.look_up.is_some() && is_plain(self.kind, (self.measure, self.noun), (is_cell, self.like_amount))
    }

    pub(crate) fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// Joins what the answer tells of it.
    fn is_told(&mut self, own: &Operand) {
        self.far = false;
        if own.kind != ClaimKind::Number {
            (self.kind, self.unit) = (own.kind, own.unit.or(self.unit));
        }
        self.measure = own.measure.or(self.measure);
        self.noun = own.noun.or(self.noun);
        self.time = own.time.or(self.time);
        self.ended = own.ended.or(self.ended);
        (self.own, self.held, self.shared) = (own.own, own.held, own.shared);
        self.weight = self.weight.max(own.weight);
    }

    /// The value of a mention, as one of the look-ups.
    pub(crate) fn printed(look_ups: &[LookUp], at: usize, sources: &Sources) -> Option<Self> {
        let look_up = look_ups.get(at)?;
        let mention = sources.mentions.get(look_up.mention as usize)?;
        let printed = Printed::of(look_up.mention, sources)?;
        let shown = mention.value.number()?;
        let positive = |feature: usize| i32::from(look_up.features[feature].max(0));
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
            look_up: u32::try_from(at).ok(),
            printed: Some(printed),
            time: finest(mention).next(),
            weight,
            unscaled: mention.is_unscaled(),
            lent: mention.lent(),
            like_amount: mention.like_amount,
            ..Operand::BLANK
        })
    }
}

/// A number of the answer.
#[derive(Debug, Clone)]
pub(crate) struct Own {
    pub(crate) quantity: Quantity,
    /// How large it is, where it is a number.
    pub(crate) size: Option<f64>,
    /// What it is in.
    pub(crate) measure: Option<Measure>,
    /// What it counts.
    pub(crate) noun: Option<Stem>,
    /// Where it is looked up, by its place in [`Sources::mentions`].
    pub(crate) printed: Option<u32>,
    /// The only time that its clause names.
    pub(crate) time: Option<Period>,
    /// What leads to it.
    pub(crate) lead: Lead,
    /// The sign before it.
    pub(crate) sign: Option<Sign>,
    /// The calculation that is written out with it as the result, in bytes of the answer.
    pub(crate) calculation: core::ops::Range<u32>,
    /// How far what agrees with it stands above what does not, in thousandths of a logit.
    pub(crate) held: i32,
    /// That it is right, where it has been decided.
    pub(crate) probability: Option<f64>,
    /// Which sentence of the answer it is of.
    pub(crate) line: u32,
    /// Where it begins, marks of stress before it left out.
    pub(crate) plain_at: u32,
    /// Its place among its sentence's numbers of its kind.
    pub(crate) ordinal: usize,
    /// Whether it stands in a table of the answer.
    pub(crate) in_table: bool,
    /// The words of its clause.
    pub(crate) words: Vec<Stem>,
    /// How many times the likeliest printed value it is.
    pub(crate) factor: Option<f64>,
    /// How it seems to have come about.
    pub(crate) pattern: Option<Pattern>,
    /// What that comes to in other columns.
    pub(crate) moved: Vec<Moved>,
    /// How surely a later number is computed from it.
    pub(crate) used: Certainty,
    /// How surely it is itself computed from numbers before it.
    pub(crate) result: Certainty,
    /// The passages that it rests on, where it is supported.
    pub(crate) rests_on: Vec<Evidence>,
}

/// Which of these numbers, in the order of the answer, begins at this byte.
pub(crate) fn number_at(all: &[Own], at: u32) -> Option<usize> {
    all.binary_search_by_key(&at, |own| own.quantity.span.start).ok()
}

/// What a claim may be computed from, what speaks most for itself first.
///
/// `told` are the answer's last numbers of earlier sentences, `opening` its first ones, `beside` those of the claim's own sentence.
pub(crate) fn choose(
    query: &Query<'_, '_>,
    look_ups: &[LookUp],
    (opening, told, beside): (&[Own], &[Own], &[Own]),
    sources: &Sources,
) -> Vec<Operand> {
    let blind = (0..look_ups.len()).filter(|at| look_ups.get(*at).is_some_and(|l| !l.by_value));
    let out: Vec<Operand> = blind.filter_map(|at| Operand::printed(look_ups, at, sources)).collect();
    let mut order: Vec<(i32, usize)> = out.iter().enumerate().map(|(at, operand)| (operand.weight, at)).collect();
    crate::sort::by_number(&mut order, |(weight, _)| u64::from(i32::MAX.abs_diff(*weight)));
    let mut kept: Vec<Operand> = Vec::with_capacity(MOST_PRINTED + MOST_FARTHER + MOST_OWN);
    for (_, at) in order {
        let Some(operand) = out.get(at) else { continue };
        // A value that is printed twice in the same words is one.
        let twin = |k: &Operand| k.value == operand.value && k.kind == operand.kind && k.weight == operand.weight;
        if !kept.iter().any(twin) {
            kept.push(Operand { far: kept.len() >= MOST_PRINTED, ..operand.clone() });
        }
        if kept.len() >= MOST_PRINTED + MOST_FARTHER {
            break;
        }
    }
    for own in own_numbers(query, (opening, told, beside), sources) {
        let equal = |k: &Operand| k.own.is_none() && k.value.abs() == own.value.abs();
        let same = |k: &Operand| equal(k) && k.printed.zip(own.printed).is_some_and(|(a, b)| a.mention == b.mention);
        let alike = |k: &Operand| equal(k) && (k.kind == own.kind || k.is_plain());
        let twin = kept.iter().position(same).or_else(|| kept.iter().position(alike));
        match twin.and_then(|at| kept.get_mut(at)) {
            Some(printed) => printed.is_told(&own),
            None => kept.push(own),
        }
    }
    kept
}

/// A number of the answer as an operand; `gap` is how far off it stands in bytes, `steps` how many numbers lie between.
fn of_answer(query: &Query<'_, '_>, beside_it: bool, gap: u32, steps: i16, o: &Own, sources: &Sources) -> Operand {
    let claim = query.asked.span;
    let shown = match o.quantity.value {
        Value::Number(shown) => shown,
        Value::Period(_) | Value::Day(_) | Value::Time(_) => Decimal::ZERO,
    };
    let near = i32::try_from(gap).unwrap_or(i32::MAX).min(MOST_GAP.cast_signed());
    let start = o.quantity.span.start;
    let printed = o.printed.and_then(|at| Printed::of(at, sources));
    let mention = printed.and_then(|own| sources.mentions.get(own.mention as usize));
    Operand {
        value: to_f64(shown),
        shown,
        kind: o.quantity.kind,
        unit: o.quantity.unit,
        measure: o.measure,
        noun: o.noun,
        own: Some(InAnswer {
            at: start,
            beside: beside_it,
            before: start < claim.start,
            steps: if start < claim.start { -steps } else { steps },
            lead: o.lead,
            sign: o.sign,
            used: o.used,
            result: o.result,
        }),
        printed,
        time: o.time.or_else(|| mention.and_then(|m| finest(m).next())),
        ended: o.pattern.as_ref().and_then(|own| own.ended(sources)),
        held: o.held,
        shared: if beside_it { 0 } else { shared(query, &o.words) },
        weight: if beside_it { 3_400 - near / 2 } else { 2_200 - near },
        ..Operand::BLANK
    }
}

/// Where a printed value is among the operands; it joins them where it is not.
pub(crate) fn of_mention(
    mention: u32,
    look_ups: &[LookUp],
    operands: &mut Vec<Operand>,
    sources: &Sources,
) -> Option<usize> {
    let is_it = |o: &Operand| o.look_up.is_some() && o.printed.is_some_and(|own| own.mention == mention);
    operands.iter().position(is_it).or_else(|| {
        let look_up = look_ups.iter().position(|l| l.mention == mention)?;
        operands.push(Operand::printed(look_ups, look_up, sources)?);
        Some(operands.len() - 1)
    })
}

/// Where a number of an earlier sentence is among the operands; it joins them where it is not.
pub(crate) fn told(query: &Query<'_, '_>, own: &Own, operands: &mut Vec<Operand>, sources: &Sources) -> usize {
    let start = own.quantity.span.start;
    let known = operands.iter().position(|o| o.own.is_some_and(|own| own.at == start));
    known.unwrap_or_else(|| {
        operands.push(of_answer(query, false, MOST_GAP, FAR, own, sources));
        operands.len() - 1
    })
}

fn own_numbers(
    query: &Query<'_, '_>,
    (opening, told, beside): (&[Own], &[Own], &[Own]),
    sources: &Sources,
) -> Vec<Operand> {
    let claim = query.asked.span;
    let here = place_of(claim, beside);
    let near = nearest(beside, (claim, here), MOST_BESIDE);
    let far = nearest(told, (claim, here), MOST_OWN - near.len());
    let operand = |beside_it: bool, (gap, o): (u32, &Own)| {
        // How many numbers lie between, and which way.
        let before = |at: u32, all: &[Own]| all.partition_point(|o| o.quantity.span.start < at);
        let steps = |all: &[Own]| before(o.quantity.span.start, all).abs_diff(before(claim.start, all));
        let steps = i16::try_from(steps(told) + steps(beside)).unwrap_or(i16::MAX);
        of_answer(query, beside_it, gap, steps, o, sources)
    };
    let known: Vec<u32> = far.iter().map(|(_, own)| own.quantity.span.start).collect();
    let recalled = recalled((query, here), (opening, told), &known);
    let near = near.into_iter().map(|own| operand(true, own));
    near.chain(far.into_iter().chain(recalled).map(|own| operand(false, own))).collect()
}

/// The numbers farther away that the claim may go back to: those that the answer opens with, and those that have most of its words.
fn recalled<'o>(
    (query, here): (&Query<'_, '_>, u32),
    (opening, told): (&'o [Own], &'o [Own]),
    known: &[u32],
) -> Vec<(u32, &'o Own)> {
    let claim = query.asked.span;
    let others = || opening.iter().chain(told).filter(|own| is_operand(own, claim));
    let others = || others().filter(|own| !known.contains(&own.quantity.span.start));
    let first = opening.iter().chain(told).next().map_or(0, |own| own.line);
    let mut out: Vec<&Own> = others().filter(|own| own.line == first).take(MOST_FIRST).collect();
    let mut alike: Vec<(i16, &Own)> = others().map(|own| (shared(query, &own.words), own)).collect();
    alike.retain(|(shared, own)| *shared > 0 && !out.iter().any(|known| known.quantity.span == own.quantity.span));
    crate::sort::by_number(&mut alike, |(shared, _)| u64::from(i16::MAX.abs_diff(*shared)));
    out.extend(alike.into_iter().map(|(_, own)| own).take(MOST_RECALLED - out.len()));
    out.into_iter().map(|own| (own.plain_at.abs_diff(here), own)).collect()
}

/// Where a claim of this sentence begins, marks of stress before it left out.
fn place_of(claim: Span, beside: &[Own]) -> u32 {
    beside.iter().find(|own| own.quantity.span == claim).map_or(claim.start, |own| own.plain_at)
}

/// Whether a claim other than itself may be computed from it: not in a circle, from the result of a calculation that has the claim in it.
fn is_operand(own: &Own, claim: Span) -> bool {
    let is_circle = own.calculation.contains(&claim.start);
    own.quantity.span != claim && !is_circle && own.quantity.value.number().is_some_and(|value| !value.is_zero())
}

/// How many of the claim's words are among these.
fn shared(query: &Query<'_, '_>, words: &[Stem]) -> i16 {
    i16::try_from(query.near.iter().filter(|(stem, _)| words.contains(stem)).count()).unwrap_or(i16::MAX)
}

/// The numbers next to a claim that may be computed with, each with how far off it stands in bytes, the nearest first. They are in order.
fn nearest(all: &[Own], (claim, here): (Span, u32), most: usize) -> Vec<(u32, &Own)> {
    let is_operand = |own: &&Own| is_operand(own, claim);
    let gap = |own: &Own| own.plain_at.abs_diff(here);
    let (before, behind) = all.split_at(all.partition_point(|o| o.quantity.span.start < claim.start));
    let mut before = before.iter().rev().filter(is_operand).peekable();
    let mut behind = behind.iter().filter(is_operand).peekable();
    let mut out = Vec::with_capacity(most);
    while out.len() < most {
        let is_before = match (before.peek(), behind.peek()) {
            (Some(a), Some(b)) => gap(a) <= gap(b),
            (one, _) => one.is_some(),
        };
        let Some(own) = (if is_before { before.next() } else { behind.next() }) else { break };
        out.push((gap(own), own));
    }
    out
}
