//! A claim taken apart: what it asks, which candidates are found and ranked by, and what it says, which is only held against candidates that were
//! found and ranked without it, or marked as found by it.
//!
//! Source: the design, "From claim to verdict". Whoever looks for evidence with the claimed value in hand finds what agrees with it.

use groundcheck_types::{ClaimKind, Comparator};
use rust_decimal::Decimal;

use super::dates::Grain;
use super::spoken::Spoken;
use crate::claims::{Period, Quantity, Value, to_f64};
use crate::document::lower;
use crate::lexicon::leads::Lead;
use crate::lexicon::{Lex, Stem, look_up};
use crate::verify::beside::Beside;
use crate::verify::context::Context;
use crate::verify::prepare::Sources;
use crate::verify::search::Search;

/// What a claim asks: all of it but its value.
#[derive(Debug)]
pub(crate) struct Query<'c, 's> {
    /// The claim with its value struck out.
    pub(crate) asked: Quantity,
    pub(crate) context: &'c Context<'s>,
    /// The words of its clause, in the sources' own forms, each with what it tells.
    pub(crate) near: Vec<(Stem, u32)>,
    /// Those of the rest of its sentence.
    pub(crate) far: Vec<(Stem, u32)>,
    /// Those of the question.
    pub(crate) question: Vec<(Stem, u32)>,
    /// All of them. Sorted.
    pub(crate) all: Vec<(Stem, u32)>,
    /// Its place among the sentence's claims of its sort, from 0, and how many these are.
    pub(crate) ordinal: (usize, usize),
    /// The words next to it.
    pub(crate) beside: Beside,
    /// What its sentence says of how it comes about.
    pub(crate) spoken: Spoken,
    /// What leads to it.
    pub(crate) lead: Lead,
    /// What follows it.
    pub(crate) trail: Lead,
    /// How it is written.
    pub(crate) form: Form,
}

/// How a number or a date is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Form {
    /// The day of the week that a date is stated with, from 0 for Monday.
    weekday: Option<u8>,
    /// Whether a number is written as those that only name something are: five digits or more, in no groups, and not rounded to thousands.
    only_digits: bool,
}

impl Form {
    const LEAST_DIGITS: usize = 5;

    pub(crate) fn of(value: Value, text: &str) -> Self {
        Form {
            weekday: Grain::of(value).and_then(|_| weekday(text)),
            only_digits: text.len() >= Self::LEAST_DIGITS
                && text.bytes().all(|byte| byte.is_ascii_digit())
                && !text.ends_with("000"),
        }
    }

    pub(crate) fn has_weekday(self) -> bool {
        self.weekday.is_some()
    }

    /// The day of the week that a date is on, where it is told with another.
    pub(crate) fn other_weekday(self, value: Value) -> Option<u8> {
        let of_date = value.period().and_then(Period::day_number).map(of_day)?;
        self.weekday.filter(|own| *own != of_date).map(|_| of_date)
    }

    /// Whether the same date is told with another day of the week elsewhere, or with none where this one is wrong.
    pub(crate) fn is_another_weekday(self, other: Self, value: Value) -> bool {
        match (self.weekday, other.weekday) {
            (Some(own), Some(other)) => own != other,
            (Some(_), None) => self.other_weekday(value).is_some(),
            _ => false,
        }
    }
}

/// What a claim says.
#[derive(Debug, Clone)]
pub(crate) struct Claimed {
    /// As it is read, and as its table's heading may mean it.
    pub(crate) readings: Vec<Quantity>,
}

/// The day of the week that a text begins with.
fn weekday(text: &str) -> Option<u8> {
    let word = text.split(|c: char| !c.is_alphabetic()).next()?;
    match look_up(&lower(word)) {
        Lex::Weekday(day) => Some(day),
        _ => None,
    }
}

/// Of a day since 1 January 1970, a Thursday.
fn of_day(number: i64) -> u8 {
    u8::try_from((number + 3).rem_euclid(7)).unwrap_or(0)
}

/// Takes a claim apart: the only place that does.
pub(crate) fn split<'c, 's>(
    quantity: &Quantity,
    meant: Option<Quantity>,
    context: &'c Context<'s>,
    (ordinal, beside): ((usize, usize), Beside),
    search: &Search<'_>,
) -> (Query<'c, 's>, Claimed) {
    let blank = match quantity.value {
        Value::Number(_) => Value::Number(Decimal::ZERO),
        Value::Period(_) | Value::Day(_) | Value::Time(_) => Value::Period(Period::Year(0)),
    };
    let asked = Quantity { value: blank, step: Decimal::ZERO, ..quantity.clone() };
    let sources = search.sources();
    let weighed = |stem: Stem| (stem, sources.term(stem).map_or(0, |term| term.weight));
    // `maintain` of a source that has `maintenance`
    let of_root = |(stem, weight): (Stem, u32)| -> Vec<(Stem, u32)> {
        let root = if weight == 0 { context.forms.root_of(stem) } else { None };
        let kin: Vec<(Stem, u32)> =
            root.into_iter().flat_map(|root| sources.roots.of(root)).map(weighed).filter(|(_, w)| *w > 0).collect();
        if kin.is_empty() { vec![(stem, weight)] } else { kin }
    };
    let near: Vec<(Stem, u32)> = search.in_their_words(context).into_iter().map(weighed).flat_map(of_root).collect();
    let asks = |stem: &Stem| context.question.binary_search(stem).is_ok();
    let far: Vec<(Stem, u32)> =
        context.far.iter().filter(|stem| !asks(stem)).copied().map(weighed).flat_map(of_root).collect();
    let question: Vec<(Stem, u32)> = context.question.iter().copied().map(weighed).collect();
    let mut all: Vec<(Stem, u32)> = near.iter().chain(&far).chain(&question).copied().collect();
    crate::sort::by_number(&mut all, |(stem, _)| u64::from(stem.0));
    all.dedup();
    let length = (quantity.span.end - quantity.span.start) as usize;
    let spoken = Spoken::of(context.sentence, context.claim_at..context.claim_at + length);
    let lead = Lead::before(context.sentence, context.claim_at);
    let trail = Lead::after(context.sentence, context.claim_at + length);
    let own = context.sentence.get(context.claim_at..context.claim_at + length).unwrap_or_default();
    let form = Form::of(quantity.value, own);
    let query = Query { asked, context, near, far, question, all, ordinal, beside, spoken, lead, trail, form };
    (query, Claimed { readings: core::iter::once(quantity.clone()).chain(meant).collect() })
}

impl Query<'_, '_> {
    pub(crate) fn kind(&self) -> ClaimKind {
        self.asked.kind
    }

    /// Whether it only names something, as the number of an order does: another one close to it is another thing.
    pub(crate) fn is_identifier(&self) -> bool {
        let counts = self.context.measure.is_some() || self.context.noun.is_some() || self.asked.unit.is_some();
        self.form.only_digits && !counts && self.asked.comparator.is_none()
    }

    /// Whether it has this word anywhere.
    pub(crate) fn says(&self, stem: Stem) -> bool {
        self.all.binary_search_by_key(&stem, |(own, _)| *own).is_ok()
    }
}

/// How many words no source has, and how many there are.
pub(crate) fn unknown(words: &[(Stem, u32)], sources: &Sources) -> (usize, usize) {
    let unknown = |stem: Stem| sources.term(stem).is_none() && !sources.titles.have(stem);
    (words.iter().filter(|(stem, weight)| *weight == 0 && unknown(*stem)).count(), words.len())
}

impl Claimed {
    /// As it is read.
    pub(crate) fn first(&self) -> &Quantity {
        // There is always one: `split` puts it there.
        &self.readings[0]
    }

    /// How much it is, where it is a number or a time of the day.
    pub(crate) fn number(&self) -> Option<f64> {
        size(self.first().value)
    }
}

/// A number as it is, a time of the day in minutes since midnight.
pub(crate) fn size(value: Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(to_f64(number)),
        Value::Time(time) => Some(f64::from(time.seconds) / 60.0),
        Value::Period(_) | Value::Day(_) => None,
    }
}

/// How far a value told so may lie from what it is told of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Told {
    pub(crate) value: f64,
    /// What one step in its last digit is worth.
    pub(crate) step: f64,
    /// Rounding excuses so much.
    pub(crate) rounding: f64,
    /// The actual value may be so much larger, and so much smaller, by what the claim says: `more than 40` of 41, and not of 39.
    pub(crate) hedged: [f64; 2],
    /// The policy's tolerance, as a share of the actual value.
    pub(crate) tolerance: f64,
    /// The same where it is more than by default: then what is within it is taken for the same.
    pub(crate) raised: f64,
    /// Values so far apart are told alike: half a day, where a time leaves out which half.
    pub(crate) cycle: Option<f64>,
    /// Results so far off may be taken for it by chance.
    pub(crate) about: f64,
}

/// How far a claim of a kind may be off by the policy.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tolerance {
    /// As a share of the actual value.
    pub(crate) ratio: f64,
    /// Whether that is more than by default.
    pub(crate) is_raised: bool,
    /// Days that a date may be off.
    pub(crate) days: i64,
    /// Whether not even zeros at its end excuse anything.
    pub(crate) is_exact: bool,
}

/// A result this far off, as a share, may still be taken for the claimed value by chance.
const ABOUT_SHARE: f64 = 0.3;
/// Rounding as told by zeros at a number's end excuses at most this share.
const ZEROS_RATIO: f64 = 0.006;
/// `about` excuses this share.
const HEDGED_RATIO: f64 = 0.03;
/// `more than` and `less than` excuse as much as the number is rounded to, and at most this share.
const BEYOND_RATIO: f64 = 0.1;
/// Half of a step, and a little for what is rounded half up or half to even.
const HALF_STEP: f64 = 0.51;

impl Told {
    /// How this number is told.
    pub(crate) fn of(quantity: &Quantity, tolerance: Tolerance) -> Option<Self> {
        if let Value::Time(time) = quantity.value {
            // About seven is a quarter of an hour off, at most.
            const ABOUT: f64 = 15.0;
            let excused = if quantity.comparator == Some(Comparator::About) { ABOUT } else { 0.0 };
            const HALF_A_DAY: f64 = 720.0;
            let (value, cycle) = (size(quantity.value)?, (!time.is_sure).then_some(HALF_A_DAY));
            let about = ABOUT_SHARE * value;
            return Some(Told {
                value,
                step: 0.0,
                rounding: 0.0,
                hedged: [excused, excused],
                tolerance: 0.0,
                raised: 0.0,
                cycle,
                about,
            });
        }
        if let Some(grain) = Grain::of(quantity.value) {
            const SAME: f64 = 0.5;
            let value = grain.number(quantity.value)?;
            #[expect(clippy::cast_precision_loss, reason = "some days")]
            let days = if grain == Grain::Day { tolerance.days as f64 } else { 0.0 };
            let about = grain.about();
            return Some(Told {
                value,
                step: 0.0,
                rounding: days + SAME,
                hedged: [0.0; 2],
                tolerance: 0.0,
                raised: 0.0,
                cycle: None,
                about,
            });
        }
        let (value, step) = (to_f64(quantity.value.number()?), to_f64(quantity.step).abs());
        let (mut rounding, mut coarser) = (step * HALF_STEP, step);
        while step >= 1.0 && (value / (coarser * 10.0)).fract() == 0.0 && coarser * 10.0 <= value.abs() {
            coarser *= 10.0;
        }
        if coarser > step && !tolerance.is_exact {
            rounding = rounding.max((coarser / 2.0).min(ZEROS_RATIO * value.abs()));
        }
        let hedge = HEDGED_RATIO * value.abs();
        // `More than 60,000` are 63,000, too.
        let beyond = coarser.min(BEYOND_RATIO * value.abs()).max(hedge);
        let hedged = match quantity.comparator {
            Some(Comparator::About) => [hedge, hedge],
            Some(Comparator::MoreThan) => [beyond, 0.0],
            Some(Comparator::LessThan) => [0.0, beyond],
            _ => [0.0, 0.0],
        };
        // Whoever tolerates more than usual takes it for the same.
        let raised = if tolerance.is_raised { tolerance.ratio } else { 0.0 };
        let about = ABOUT_SHARE * value.abs();
        Some(Told { value, step, rounding, hedged, tolerance: tolerance.ratio, raised, cycle: None, about })
    }

    /// How well an actual value agrees.
    pub(crate) fn agrees(&self, actual: f64) -> Agreement {
        let larger = actual.abs() - self.value.abs();
        let larger = self.cycle.map_or(larger, |cycle| larger - libm::round(larger / cycle) * cycle);
        let gap = larger.abs();
        let [up, down] = self.hedged;
        if gap <= EQUAL * self.value.abs().max(1.0) {
            Agreement::Exact
        } else if gap <= self.rounding
            || gap <= self.raised * actual.abs() * (1.0 + EQUAL)
            || (larger <= up && -larger <= down)
        {
            Agreement::Rounded
        } else if gap <= self.tolerance * actual.abs() {
            Agreement::Tolerated
        } else {
            Agreement::None
        }
    }

    /// How far off a value may be that agrees, at most.
    pub(crate) fn excused(&self) -> f64 {
        let raised = self.raised * self.value.abs() / (1.0 - self.raised.min(MOST_RAISED));
        self.hedged.iter().copied().fold(self.rounding.max(raised), f64::max)
    }

    /// How far the actual value is off, in thousandths of it, a thousand at most.
    pub(crate) fn off(&self, actual: f64) -> i16 {
        let gap = (self.value.abs() - actual.abs()).abs();
        let share = gap / actual.abs().max(self.value.abs()).max(f64::MIN_POSITIVE);
        thousandths(share)
    }
}

/// Values are looked for as if no more than this share were tolerated.
const MOST_RAISED: f64 = 0.9;
/// Two values closer than this share are one.
const EQUAL: f64 = 1e-9;

/// A share in thousandths.
#[expect(clippy::cast_possible_truncation, reason = "clamped to what an i16 holds")]
pub(crate) fn thousandths(share: f64) -> i16 {
    (share * 1000.0).clamp(-30_000.0, 30_000.0) as i16
}

/// How well a candidate's value agrees with what is claimed, the best last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Agreement {
    #[default]
    None,
    /// Off by less than the policy tolerates.
    Tolerated,
    /// The same as far as it is told.
    Rounded,
    /// The very same.
    Exact,
}

impl Agreement {
    /// Whether the value is the one that is claimed, as far as it is told.
    pub(crate) fn holds(self) -> bool {
        self >= Agreement::Rounded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::extract;

    #[test]
    fn a_hedge_excuses_one_side() {
        for (text, actual, expected) in [
            ("about 40.0", 40.9, Agreement::Rounded),
            ("about 40.0", 39.1, Agreement::Rounded),
            ("more than 40.0", 40.9, Agreement::Rounded),
            ("more than 40.0", 39.1, Agreement::None),
            ("less than 40.0", 39.1, Agreement::Rounded),
            ("less than 40.0", 40.9, Agreement::None),
            ("40.0", 40.9, Agreement::None),
            ("40.0", 40.04, Agreement::Rounded),
            ("more than 40.0", 40.0, Agreement::Exact),
            ("more than 60,000", 63_000.0, Agreement::Rounded),
            ("more than 60,000", 69_000.0, Agreement::None),
            ("less than 100", 96.0, Agreement::Rounded),
            ("less than 100", 85.0, Agreement::None),
            ("about 60,000", 63_000.0, Agreement::None),
        ] {
            let told = Told::of(&extract(text, None)[0], Tolerance::default()).unwrap();
            assert_eq!(told.agrees(actual), expected, "{text}: {actual}");
        }
    }
}
