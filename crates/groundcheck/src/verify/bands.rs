//! Steps of a scale that rows are called by: `2–4 years`, `10 years or more`, `3–6 days ($ per day)`.
//!
//! Source: reading labelled answers. Leave by years of service, hire by days, fees by notice: a question says where on the scale it asks,
//! `after seven years`, and the label says so in other numbers. Such an amount in an answer is not a figure to be right or wrong about.
//!
//! ```text
//! | Service          | Leave (days) |
//! | under 2 years    | 22           |      After three years you get 25 days.
//! | 2–4 years        | 25           |            ^^^^^ only says where on the scale the sentence asks
//! | 5 years or more  | 28           |
//! ```

use rust_decimal::Decimal;

use super::context::Context;
use super::measured;
use super::prepare::Sources;
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
/// At most so many of the sources' steps are looked at for one that holds an amount.
const MOST_STEPS: usize = 1_024;

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
    fn holds(&self, value: Decimal, unit: Measure) -> Option<bool> {
        let value = if unit == self.measure { value } else { unit.converted(value, self.measure)? };
        let over = self.low.is_none_or(|low| value > low.at || (low.within && value == low.at));
        let under = self.high.is_none_or(|high| value < high.at || (high.within && value == high.at));
        Some(over && under)
    }
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
        |band: &Band| band.measure == measure && band.low != band.high && band.holds(value, measure) == Some(true);
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
                let (value, unit) = (value.parse().unwrap(), measure("years").unwrap());
                band.as_ref().and_then(|band| band.holds(value, unit))
            };
            assert!(inside.split(' ').all(|value| holds(value) == Some(true)), "{label}: {band:?}");
            assert!(outside.split(' ').all(|value| holds(value) == Some(false)), "{label}: {band:?}");
        }
        for label in ["Room 12", "2019", "Staff", "Tour 500", "4 stores"] {
            assert_eq!(Band::read(label, &tokens(label), None), None, "{label}");
        }
    }
}
