//! Amounts that are told in two units, or by a unit alone: `3 h 40 min`, `5 ft 11 in`, `an hour and a half`, `half an hour`, `שעתיים`.
//!
//! Each is one amount, in the smallest unit that it names. Source: how people write how long, how high and how heavy something is.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::numeral::{Numeral, Suffixes, numeral};
use super::reader::Reader;
use super::{Quantity, Value};
use crate::lexicon::measure::{Measure, measure, pair};
use crate::lexicon::{Lex, is_hebrew};

/// A unit of time is told with one that it has so many of at most: `after 7 years 25 days` are two amounts.
const MOST_PARTS_OF_TIME: u32 = 60;
/// Any other unit with one that it has so many of: the grams of a kilogram.
const MOST_PARTS: u32 = 1_000;
/// Nobody tells a larger amount in two units; a product with it stays far below what a decimal can hold.
const LARGEST: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);
/// A unit's name of so many letters may be a short form, with a full stop behind it: `hr.`
const LONGEST_SHORT: usize = 3;

/// An amount under way: so many of a unit, up to a token.
#[derive(Debug, Clone, Copy)]
struct Amount {
    value: Decimal,
    step: Decimal,
    unit: Measure,
    end: usize,
}

/// The rest of an amount whose first number has been read: `3 h` and 40 min.
pub(super) fn compound(reader: &Reader<'_>, number: &Numeral) -> Option<Quantity> {
    let unit = unit(reader, number.end)?;
    let plain = number.scale == Decimal::ONE && !number.value.is_sign_negative();
    let amount = Amount { value: number.value, step: number.step, unit, end: number.end + 1 };
    let whole = with_parts(reader, amount).filter(|_| plain)?;
    Some(quantity(reader, number.first, whole))
}

/// An amount that begins with no number of its unit: `half an hour`, `an hour and 20 minutes`, `שעה ורבע`, `שבועיים`.
pub(super) fn unnumbered(reader: &Reader<'_>, i: usize) -> Option<Quantity> {
    let one = |unit, end| Amount { value: Decimal::ONE, step: Decimal::ONE, unit, end };
    match reader.lex(i) {
        // `half an hour`, but not `an hour and a half an hour ago`
        Lex::Half if reader.lex(i + 1) == Lex::Article => {
            let half =
                Amount { value: Decimal::new(5, 1), step: Decimal::new(1, 1), ..one(unit(reader, i + 2)?, i + 3) };
            let apart = i == 0 || reader.lex(i - 1) != Lex::Article;
            apart.then(|| quantity(reader, i, half))
        }
        // `חצי שעה`, `רבע שעה`
        Lex::Half | Lex::Quarter if !reader.has_vav(i) && reader.word(i).starts_with(is_hebrew) => {
            let value = fraction(reader.lex(i))?;
            let unit = unit(reader, i + 1).filter(|unit| unit.lasts())?;
            Some(quantity(reader, i, Amount { value, step: Decimal::new(1, 2), unit, end: i + 2 }))
        }
        // `שעה ורבע`
        Lex::Half | Lex::Quarter if reader.has_vav(i) && i > 0 && is_apart(reader, i - 1) => {
            let unit = unit(reader, i - 1).filter(|unit| unit.lasts())?;
            let whole = with_parts(reader, one(unit, i))?;
            Some(quantity(reader, i - 1, whole))
        }
        // `a quarter of an hour`
        Lex::Article | Lex::Quarter if part_of_unit(reader, i).is_some() => {
            let (unit, end) = part_of_unit(reader, i)?;
            let value = Decimal::new(25, 2);
            Some(quantity(reader, i, Amount { value, step: Decimal::new(1, 2), unit, end }))
        }
        Lex::Article => {
            let unit = unit(reader, i + 1).filter(|unit| unit.lasts())?;
            let whole = with_parts(reader, one(unit, i + 2))?;
            Some(quantity(reader, i, whole))
        }
        Lex::Pair(two) if !is_yearly(reader, i) => {
            let two = Amount { value: Decimal::TWO, ..one(pair(two)?, i + 1) };
            Some(quantity(reader, i, with_parts(reader, two).unwrap_or(two)))
        }
        // `שעה ו-20 דקות`, from its number
        _ if reader.is_number(i) => {
            let at = (0..i)
                .rev()
                .take(2)
                .find(|k| !reader.is_dash(*k))
                .filter(|k| reader.word(*k) == "ו")?
                .checked_sub(1)?;
            let unit = unit(reader, at).filter(|unit| unit.lasts() && is_apart(reader, at))?;
            let whole = with_parts(reader, one(unit, at + 1))?;
            Some(quantity(reader, at, whole))
        }
        _ => None,
    }
}

/// `דוחות שנתיים` are annual reports, `לפני שנתיים` is two years ago.
fn is_yearly(reader: &Reader<'_>, i: usize) -> bool {
    let before = if i > 0 { reader.word(i - 1) } else { "" };
    before.ends_with("ים") || before.ends_with("ות")
}

fn quantity(reader: &Reader<'_>, first: usize, Amount { value, step, unit, end }: Amount) -> Quantity {
    let quantity = reader.quantity(first, end, ClaimKind::Number, Value::Number(value), None, step);
    Quantity { measure: Some(unit), ..quantity }
}

/// The unit that a quarter is of, and one past it: `a quarter of an hour`.
fn part_of_unit(reader: &Reader<'_>, i: usize) -> Option<(Measure, usize)> {
    let at = i + usize::from(reader.lex(i) == Lex::Article);
    let of_a = (reader.lex(at), reader.lex(at + 1), reader.lex(at + 2)) == (Lex::Quarter, Lex::Of, Lex::Article);
    Some((unit(reader, at + 3).filter(|_| of_a)?, at + 4))
}

/// The unit that a token names.
fn unit(reader: &Reader<'_>, i: usize) -> Option<Measure> {
    if reader.is_word(i) { measure(reader.word(i)) } else { None }
}

/// Whether no number stands before the token: `three hours`, `5 hours` are not one hour.
fn is_apart(reader: &Reader<'_>, i: usize) -> bool {
    i == 0 || !(reader.is_number(i - 1) || matches!(reader.lex(i - 1), Lex::Unit(_) | Lex::Teen(_) | Lex::Tens(_)))
}

/// The amount with all its smaller parts; `None` where it has none.
#[inline(never)]
fn with_parts(reader: &Reader<'_>, mut amount: Amount) -> Option<Amount> {
    let first = amount.end;
    while let Some(more) = with_part(reader, amount) {
        let is_fraction = more.unit == amount.unit;
        amount = more;
        if is_fraction {
            break;
        }
    }
    (amount.end > first).then_some(amount)
}

/// The amount with the next part of it: `and a half`, `40 min`, `and 15 minutes`. Not put into each of its callers: some download this.
#[inline(never)]
fn with_part(reader: &Reader<'_>, amount: Amount) -> Option<Amount> {
    let Amount { value, unit: larger, end, .. } = amount;
    // `1 hr. 5 min.`
    let is_short = end > 0 && reader.word(end - 1).len() <= LONGEST_SHORT;
    let end = end + usize::from(is_short && reader.ch(end) == b'.' && reader.glued(end) && reader.is_number(end + 1));
    let comma = reader.ch(end) == b',';
    let after = end + usize::from(comma);
    let (joined, at) = joint(reader, after);
    if joined && !comma {
        let part = match (reader.lex(at), reader.lex(at + 1)) {
            (Lex::Article, own) => fraction(own).map(|part| (part, at + 2)),
            (Lex::Unit(3), Lex::Denominator(4)) => Some((Decimal::new(75, 2), at + 2)),
            (own, _) if reader.has_vav(at) => fraction(own).map(|part| (part, at + 1)),
            _ => None,
        };
        if let Some((part, end)) = part {
            return Some(Amount { value: value + part, step: Decimal::new(25, 2), unit: larger, end });
        }
    }
    // `שנתיים וחודשיים`
    if let (true, Lex::Pair(two)) = (joined, reader.lex(at)) {
        return sum(amount, Amount { value: Decimal::TWO, step: Decimal::ONE, unit: pair(two)?, end: at + 1 });
    }
    let next = numeral(reader, at, Suffixes::Cautious)?;
    let whole = next.value.is_integer() && next.scale == Decimal::ONE;
    let (unit, end) = smaller(reader, larger, &next, !joined && !comma)?;
    // `flour 2 kg and 350 g of sugar` are two amounts.
    let together = larger.lasts() || !comma && (!joined || reader.ends(end));
    if whole && together { sum(amount, Amount { value: next.value, step: next.step, unit, end }) } else { None }
}

/// Both as one, in the unit of the part; `None` where that is none of the larger unit, or they are as many as make one of it.
#[inline(never)]
fn sum(amount: Amount, part: Amount) -> Option<Amount> {
    let most = if amount.unit.lasts() { MOST_PARTS_OF_TIME } else { MOST_PARTS };
    let parts = Decimal::from(amount.unit.parts(part.unit).filter(|parts| *parts <= most)?);
    if amount.value > LARGEST || part.value >= parts {
        return None;
    }
    Some(Amount { value: amount.value * parts + part.value, ..part })
}

/// Whether `and` joins the next part, and where that begins.
fn joint(reader: &Reader<'_>, at: usize) -> (bool, usize) {
    if reader.lex(at) == Lex::And {
        return (true, at + 1);
    }
    // `ו-40 דקות`, `ו40`
    if reader.word(at) == "ו" {
        return (true, at + 1 + usize::from(reader.is_dash(at + 1)));
    }
    (reader.has_vav(at), at)
}

/// The unit of the smaller part, and one past it. `3h40` and `3 h 40 m` leave no doubt that they go on in minutes.
fn smaller(reader: &Reader<'_>, larger: Measure, next: &Numeral, close: bool) -> Option<(Measure, usize)> {
    let hours = Some(larger) == measure("hours");
    if hours && close && reader.word(next.end) == "m" {
        return Some((measure("minutes")?, next.end + 1));
    }
    if let Some(unit) = unit(reader, next.end) {
        return Some((unit, next.end + 1));
    }
    let two_digits = reader.is_number(next.first) && reader.word(next.first).len() == 2 && next.end == next.first + 1;
    (hours && close && two_digits && reader.glued(next.first)).then(|| Some((measure("minutes")?, next.end))).flatten()
}

fn fraction(part: Lex) -> Option<Decimal> {
    match part {
        Lex::Half => Some(Decimal::new(5, 1)),
        Lex::Quarter => Some(Decimal::new(25, 2)),
        _ => None,
    }
}
