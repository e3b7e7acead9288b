//! How long it is from one day to another, or from one time of the day to another: the answer's own, and the sources'.

use groundcheck_types::{ClaimKind, Span};
use rust_decimal::Decimal;

use super::dates;
use super::operand::{InAnswer, Operand};
use super::operation::Operation;
use super::query::Query;
use crate::claims::{MonthDay, Period, Value, to_f64};
use crate::lexicon::labels::{AGED, DIED};
use crate::lexicon::measure::{Measure, measure};
use crate::verify::clock::{self, DAY};
use crate::verify::prepare::Sources;

/// So many days or times of the sources, and of the answer, are set against each other.
const MOST_PRINTED: usize = 24;
const MOST_OWN: usize = 6;
/// And so many lengths of time.
const MOST_LENGTHS: usize = 10;

/// A day, a year or a time of the day that the answer tells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnTime {
    pub(crate) when: When,
    pub(crate) at: u32,
    pub(crate) beside: bool,
}

/// When something was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Date(Period),
    /// A day of a year that is left to the reader.
    Day(MonthDay),
    /// Minutes since midnight.
    Clock(u16),
}

impl When {
    pub(crate) fn of(value: Value) -> Option<Self> {
        match value {
            Value::Number(_) => None,
            Value::Period(period) => Some(When::Date(period)),
            Value::Day(day) => Some(When::Day(day)),
            Value::Time(time) => clock::minute(time).map(When::Clock),
        }
    }
}

/// Lengths of time that the claim may be, each with its two operands, which join the others.
pub(crate) fn find(
    query: &Query<'_, '_>,
    own: &[OwnTime],
    operands: &mut Vec<Operand>,
    sources: &Sources,
) -> Vec<(Operation, [usize; 2], f64)> {
    if query.kind() == ClaimKind::Time {
        return ends(query, own, operands, sources);
    }
    if query.kind() != ClaimKind::Number {
        return Vec::new();
    }
    let tells_age = query.context.measure.is_none() && tells_age(query);
    let age = || if tells_age { measure("year") } else { None };
    let Some(unit) = query.context.measure.or_else(age) else { return Vec::new() };
    let (Some(minute), Some(day)) = (measure("minute"), measure("day")) else { return Vec::new() };
    if unit.is_unlike(minute) {
        return Vec::new();
    }
    let of_unit = |from: Measure| {
        if from == unit { Some(1.0) } else { from.converted(Decimal::ONE, unit).map(to_f64) }
    };
    let mut out = Vec::new();
    for (from, clocks) in [(minute, true), (day, false)] {
        let Some(factor) = of_unit(from).filter(|factor| *factor > 0.0) else { continue };
        // Minutes told in years, and days in minutes, are no times that people tell.
        if (clocks && factor < 1e-3) || (!clocks && factor > 48.0) {
            continue;
        }
        let times = gather(query, own, clocks, operands, sources);
        for (i, (a, one)) in times.iter().enumerate() {
            for (b, other) in times.iter().skip(i + 1) {
                let printed = |o: usize| operands.get(o).is_some_and(|o| !o.is_own());
                if printed(*a) && printed(*b) && !same_source(operands, *a, *b) {
                    continue;
                }
                let gap = (one - other).abs();
                let operation = if clocks { Operation::Minutes } else { Operation::Days };
                // Nobody is 88 before the birthday.
                let length = if tells_age { libm::floor(gap * factor) } else { gap * factor };
                out.push((operation, [*a, *b], length));
                if clocks && gap > 0.0 {
                    out.push((operation, [*a, *b], (f64::from(DAY) - gap) * factor));
                }
            }
        }
    }
    out
}

/// Whether the claim is how old somebody is: `aged 58`, `died at 87`, `lived to the age of 85`.
fn tells_age(query: &Query<'_, '_>) -> bool {
    let before = query.context.sentence.get(..query.context.claim_at).unwrap_or_default().trim_end();
    let mut words = before.rsplit(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).take(3);
    match (words.next(), words.next()) {
        (Some(word), _) if AGED.contains(&word) => true,
        (Some("of" | "at"), Some(word)) => word == "age" || DIED.contains(&word),
        _ => false,
    }
}

/// Times of the day so long after another one, or before it, each with its two operands: `departs at 9:40 and takes 70 minutes`.
fn ends(
    query: &Query<'_, '_>,
    own: &[OwnTime],
    operands: &mut Vec<Operand>,
    sources: &Sources,
) -> Vec<(Operation, [usize; 2], f64)> {
    let Some(minute) = measure("minute") else { return Vec::new() };
    let lasts = |(at, operand): (usize, &Operand)| {
        let own = operand.measure.filter(|own| own.lasts())?;
        let factor = if own == minute { 1.0 } else { to_f64(own.converted(Decimal::ONE, minute)?) };
        let length = operand.value.abs() * factor;
        (length > 0.0 && length < f64::from(DAY)).then_some((at, length))
    };
    let lengths: Vec<(usize, f64)> = operands.iter().enumerate().filter_map(lasts).take(MOST_LENGTHS).collect();
    if lengths.is_empty() {
        return Vec::new();
    }
    let times = gather(query, own, true, operands, sources);
    let mut out = Vec::with_capacity(2 * times.len() * lengths.len());
    for (time, start) in &times {
        for (at, length) in &lengths {
            for (operation, end) in [(Operation::Later, start + length), (Operation::Earlier, start - length)] {
                out.push((operation, [*time, *at], (end + f64::from(DAY)) % f64::from(DAY)));
            }
        }
    }
    out
}

fn same_source(operands: &[Operand], a: usize, b: usize) -> bool {
    let source = |at: usize| operands.get(at).and_then(|o| o.timed).map(|(source, _)| source);
    source(a) == source(b)
}

/// The times of one sort, as operands and in minutes or days.
fn gather(
    query: &Query<'_, '_>,
    own: &[OwnTime],
    clocks: bool,
    operands: &mut Vec<Operand>,
    sources: &Sources,
) -> Vec<(usize, f64)> {
    let mut out: Vec<(usize, f64)> = Vec::new();
    let claim = query.asked.span;
    let dated = || sources.mentions.iter().take(8 * MOST_PRINTED).filter(|m| m.kind == ClaimKind::Date);
    let year = dates::some_year(query.asked.span, own, dated().filter_map(|m| m.value.period()));
    let when = |when: When| match when {
        When::Clock(_) => None,
        When::Date(period) => Some(period),
        When::Day(own) => Period::day(year, own.month, own.day),
    };
    let number = |own: When| match own {
        When::Clock(minute) => clocks.then(|| f64::from(minute)),
        When::Date(_) | When::Day(_) => when(own).filter(|_| !clocks).and_then(day),
    };
    let mut add = |told: When, own: Option<InAnswer>, timed: Option<(u32, Span)>, out: &mut Vec<(usize, f64)>| {
        let Some(value) = number(told).filter(|value| out.iter().all(|(_, own)| own != value)) else { return };
        let weight = match own {
            Some(InAnswer { beside: true, .. }) => 3_000,
            Some(_) => 1_800,
            None => 1_500,
        };
        operands.push(Operand { value, own, timed, time: when(told), weight, ..Operand::BLANK });
        out.push((operands.len() - 1, value));
    };
    let told = |time: &&OwnTime| number(time.when).is_some() && !(claim.start..claim.end).contains(&time.at);
    let nearest = own.iter().rev().filter(told).take(MOST_OWN);
    for time in nearest {
        let (beside, before) = (time.beside, time.at < claim.start);
        let own = InAnswer { at: time.at, beside, before, ..InAnswer::default() };
        add(time.when, Some(own), None, &mut out);
    }
    let most = out.len() + MOST_PRINTED;
    if clocks {
        let all = (0..sources.sources.len()).filter_map(|source| u32::try_from(source).ok());
        for clock in all.flat_map(|source| sources.clocks.of_source(source)).take(4 * MOST_PRINTED) {
            if out.len() < most {
                add(When::Clock(clock.minute), None, Some((clock.source, clock.span)), &mut out);
            }
        }
    } else {
        for mention in dated() {
            let source = sources.places.get(mention.place as usize).map_or(0, |place| place.source);
            if let (true, Some(when)) = (out.len() < most, When::of(mention.value)) {
                add(when, None, Some((source, mention.span)), &mut out);
            }
        }
    }
    out
}

/// The days since the epoch; of a year or a month its middle.
fn day(period: Period) -> Option<f64> {
    const YEAR: f64 = 365.25;
    match period {
        Period::Day(..) => period.day_number().map(|day| {
            #[expect(clippy::cast_precision_loss, reason = "within some million days")]
            let day = day as f64;
            day
        }),
        Period::Year(year) | Period::Fiscal(year) => Some((f64::from(year) - 1970.0) * YEAR),
        Period::Month(year, month) => Some((f64::from(year) - 1970.0 + f64::from(month) / 12.0) * YEAR),
        Period::Quarter(..) | Period::Half(..) => None,
    }
}
