//! Steps of a scale that rows and columns are called by: `2–4 years`, `10 years or more`, `3–6 days ($ per day)`.
//!
//! Source: reading labelled answers. Leave by years of service, hire by days, fees by notice: whoever asks says where on the scale they
//! are, `after seven years`, and the label says so in other numbers. A claim is about the step that holds what its sentence says, and
//! about no other; and what says only where on the scale the answer asks is no figure to be right or wrong about.
//!
//! ```text
//! | Service          | Leave (days) |
//! | under 2 years    | 22           |      After three years you get 25 days.   ->   supported
//! | 2–4 years        | 25           |      After three years you get 28 days.   ->   contradicted, 25
//! | 5 years or more  | 28           |
//! ```

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::context::Context;
use super::measured;
use super::prepare::{Mention, Place, Sources};
use super::subject::Subject;
use crate::claims::Quantity;
use crate::document::token::{EN_DASH, Kind, Token};
use crate::lexicon::measure::Measure;

/// One step: from `low` to `high` of its unit, each within it unless it is open there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Band {
    low: Option<Bound>,
    high: Option<Bound>,
    measure: Measure,
}

/// One end of a step, and whether it is still within it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bound {
    at: Decimal,
    within: bool,
}

/// What an answer says of where on a scale it asks: 7 years.
pub(crate) type Given = (Decimal, Measure);

/// Words before a number that leave what is larger out, and whether the number itself.
const BELOW: &[(&str, bool)] = &[
    ("under", false),
    ("below", false),
    ("less", false),
    ("fewer", false),
    ("up", true),
    ("within", true),
    ("until", true),
    ("עד", true),
    ("פחות", false),
    ("מתחת", false),
];
/// Words before a number that leave what is smaller out.
const ABOVE: &[(&str, bool)] = &[
    ("over", false),
    ("above", false),
    ("more", false),
    ("from", true),
    ("least", true),
    ("since", true),
    ("מעל", false),
    ("לפחות", true),
    ("יותר", false),
    ("החל", true),
];
/// Words behind a number and its unit that leave open how much more.
pub(super) const OR_MORE: &[&str] =
    &["more", "over", "above", "longer", "older", "up", "plus", "onwards", "ומעלה", "ויותר", "יותר"];
/// The same for how much less.
pub(super) const OR_LESS: &[&str] = &["less", "fewer", "under", "below", "younger", "shorter", "ומטה", "פחות"];
/// What joins the ends of a range.
const TO: &[&str] = &["to", "and", "עד"];
/// A label is read so far.
const MOST_READ: usize = 16;
/// Words before an amount that only say where on a scale something is asked, in lower case.
const ASKS: &[&str] =
    &["after", "with", "for", "at", "if", "over", "beyond", "under", "within", "aged", "אחרי", "לאחר", "של", "עם"];
/// Between a claim and what says where it asks stand at most so many other amounts.
const MOST_BETWEEN: usize = 8;
/// At most so many of the sources' steps are looked at for one that holds an amount.
const MOST_STEPS: usize = 1_024;
/// At most so many rows or columns beside one are looked at.
const MOST_BESIDE: usize = 64;

impl Band {
    /// The step that a label names; `unit` is what the heading over all labels says they are in.
    pub(crate) fn read(text: &str, tokens: &[Token], unit: Option<Measure>) -> Option<Band> {
        let tokens = tokens.get(..MOST_READ.min(tokens.len()))?;
        let number = |at: usize| {
            let token = tokens.get(at).filter(|t| t.kind == Kind::Number)?;
            token.text(text).replace(',', "").parse::<Decimal>().ok()
        };
        let first = tokens.iter().position(|t| t.kind == Kind::Number)?;
        let own = number(first)?;
        let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| t.is_one_of(text, words));
        let joined = tokens.get(first + 1).is_some_and(|t| matches!(t.ch, b'-' | EN_DASH)) || is(first + 1, TO);
        let other = if joined { number(first + 2).filter(|other| *other > own) } else { None };
        let last = if other.is_some() { first + 2 } else { first };
        let plus = tokens.get(last + 1).is_some_and(|t| t.ch == b'+');
        let measure = measured::behind(text, tokens, last + 1 + usize::from(plus)).or(unit)?;
        let at = |at: Decimal, within: bool| Some(Bound { at, within });
        if let Some(other) = other {
            return Some(Band { low: at(own, true), high: at(other, true), measure });
        }
        let led = |list: &[(&str, bool)]| {
            let said = |t: &Token| list.iter().find(|(word, _)| t.is_one_of(text, &[word])).map(|(_, within)| *within);
            tokens.get(first.saturating_sub(2)..first)?.iter().rev().find_map(said)
        };
        let behind = tokens.get(last + 1..).unwrap_or_default();
        let says = |list: &[&str]| behind.iter().any(|t| t.is_one_of(text, list));
        let (low, high) = if let Some(within) = led(BELOW) {
            (None, at(own, within))
        } else if let Some(within) = led(ABOVE) {
            (at(own, within), None)
        } else if plus || says(OR_MORE) {
            (at(own, true), None)
        } else if says(OR_LESS) {
            (None, at(own, true))
        } else {
            (at(own, true), at(own, true))
        };
        Some(Band { low, high, measure })
    }

    /// Whether so much lies on this step; `None` where it is measured in something else.
    fn holds(&self, (value, unit): Given) -> Option<bool> {
        let value = if unit == self.measure { value } else { unit.converted(value, self.measure)? };
        let over = self.low.is_none_or(|low| value > low.at || (low.within && value == low.at));
        let under = self.high.is_none_or(|high| value < high.at || (high.within && value == high.at));
        Some(over && under)
    }
}

/// The amounts of a sentence that say in a unit where on a scale it asks, each with its first token.
pub(crate) fn given(text: &str, tokens: &[Token], quantities: &[Quantity]) -> Vec<(u32, Given)> {
    let measured = quantities.iter().filter(|q| q.kind == ClaimKind::Number);
    measured.filter_map(|q| Some((q.first, (q.value.number()?, measured::of(text, tokens, q)?)))).collect()
}

/// What says for this claim where on a scale its sentence asks: the only other amount in another unit, of several the one before it where
/// the sentence begins with one (`after 3 years 25 days, after 7 years 28`), else the one behind it. Where the sentence has none, what
/// stands around it says so, if that is only one.
pub(crate) fn asked(
    own: &[(u32, Given)],
    claim: u32,
    unit: Option<Measure>,
    around: Option<&Subject>,
) -> Option<Given> {
    let told = |given: &&(u32, Given)| Some(given.1.1) != unit;
    let at = own.partition_point(|(first, _)| *first < claim);
    let before = own[..at].iter().rev().take(MOST_BETWEEN).find(told);
    let behind = own[at..].iter().filter(|(first, _)| *first != claim).take(MOST_BETWEEN).find(told);
    let of_sentence = match (before, behind) {
        (Some(before), Some(behind)) => Some(if own.first().as_ref().is_some_and(told) { before } else { behind }),
        (only, other) => only.or(other),
    };
    let of_around = || match around.map(|around| &around.given[..]) {
        Some([only]) => Some(*only),
        _ => None,
    };
    of_sentence.map(|(_, given)| *given).or_else(of_around)
}

/// Whether a value stands on the steps that the claim's sentence asks for, or on none of a scale.
pub(crate) fn allows(context: &Context<'_>, place: &Place, mention: &Mention, sources: &Sources) -> bool {
    // From one step to the next: `goes up from 22 to 25 days after 2 years`.
    let Some(given) = context.given.filter(|_| context.stance.end.is_none()) else { return true };
    let column = mention.column.and_then(|at| Some((at, sources.columns.get(at as usize)?)));
    if let (Some(own), Some((_, column))) = (&place.band, column) {
        let rows = column.rows.clone().take(MOST_BESIDE);
        let others = rows.filter_map(|row| sources.places.get(row as usize)?.band.as_deref());
        if !is_asked(given, own, others) {
            return false;
        }
    }
    let Some((at, column)) = column else { return true };
    let Some(own) = &column.band else { return true };
    let beside = |at: u32| sources.columns.get(at as usize).filter(|other| other.rows == column.rows);
    let before = (0..at).rev().take(MOST_BESIDE).map_while(beside);
    let behind = (at + 1..).take(MOST_BESIDE).map_while(beside);
    is_asked(given, own, before.chain(behind).filter_map(|other| other.band.as_deref()))
}

/// Whether a step holds what is given, or none of its scale does. Of a scale of single values, `1 year`, `3 years`, none is about 2.
fn is_asked<'b>(given: Given, own: &Band, others: impl Iterator<Item = &'b Band> + Clone) -> bool {
    if own.holds(given) != Some(false) {
        return true;
    }
    let others = others.filter(|other| *other != own);
    let is_one = |band: &Band| band.low == band.high;
    let several = others.clone().any(|other| other.measure == own.measure);
    let single = several && is_one(own) && given.1 == own.measure && others.clone().all(is_one);
    !single && !others.clone().any(|other| other.holds(given) == Some(true))
}

/// Whether an amount only says where on a scale of the sources the answer asks: `with six years at the company`.
pub(crate) fn only_asks(
    (text, tokens): (&str, &[Token]),
    claim: &Quantity,
    context: &Context<'_>,
    sources: &Sources,
) -> bool {
    let (Some(value), Some(measure)) = (claim.value.number(), context.measure) else { return false };
    let before = (claim.first as usize).checked_sub(1).and_then(|at| tokens.get(at));
    if context.amounts < 2 || !before.is_some_and(|t| t.is_one_of(text, ASKS)) {
        return false;
    }
    let holds =
        |band: &Band| band.measure == measure && band.low != band.high && band.holds((value, measure)) == Some(true);
    sources.bands.iter().take(MOST_STEPS).any(holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;
    use crate::lexicon::measure::measure;

    #[test]
    fn labels_name_steps() {
        for (label, inside, outside) in [
            ("2–4 years", "2 4 3.5", "1 5"),
            ("5 to 9 years of service", "5 9", "4.9 10"),
            ("under 2 years", "0 1.9", "2"),
            ("up to 2 years", "0 2", "2.1"),
            ("10 years or more", "10 40", "9"),
            ("10+ years", "10 11", "9"),
            ("more than 10 years", "11", "10"),
            ("2 years and under", "2 1", "3"),
            ("3 years, a year", "3", "1 5"),
            ("עד 5 שנים", "5 1", "6"),
            ("11 שנים ומעלה", "11 30", "10"),
        ] {
            let band = Band::read(label, &tokens(label), None);
            let holds = |value: &str| {
                let given = (value.parse().unwrap(), measure("years").unwrap());
                band.as_ref().and_then(|band| band.holds(given))
            };
            assert!(inside.split(' ').all(|value| holds(value) == Some(true)), "{label}: {band:?}");
            assert!(outside.split(' ').all(|value| holds(value) == Some(false)), "{label}: {band:?}");
        }
        for label in ["Room 12", "2019", "Staff", "Tour 500", "4 stores"] {
            assert_eq!(Band::read(label, &tokens(label), None), None, "{label}");
        }
    }
}
