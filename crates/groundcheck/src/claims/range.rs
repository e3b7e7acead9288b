//! Ranges: `$5-7 million`, `between 5 and 7 percent`, `10 to 12 million dollars`. Each end is a claim; they share unit and scale.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::reader::Reader;
use super::{Quantity, Value};
use crate::lexicon::{Lex, measure};

/// Gives the ends of every range the unit and the scale that only one of them carries; of ranges that end with `from` or later.
pub(crate) fn join(reader: &Reader<'_>, found: &mut [Quantity], from: usize) {
    for k in from.max(1)..found.len() {
        let (before, after) = found.split_at_mut(k);
        let (Some(low), Some(high)) = (before.last_mut(), after.first_mut()) else { continue };
        if !joined(reader, low, high) {
            continue;
        }
        let (Value::Number(low_value), Value::Number(high_value)) = (low.value, high.value) else { continue };
        match (low.kind, high.kind) {
            (ClaimKind::Number, ClaimKind::Currency)
                if names_the_line(reader, (low, low_value), (high, high_value)) || says_when(reader, low) => {}
            // `70 ₪ up to 15 km`
            (ClaimKind::Currency, ClaimKind::Number) if is_measured(reader, high) => {}
            (ClaimKind::Number, ClaimKind::Percentage | ClaimKind::Ratio)
                if tells_a_share(reader, (low, low_value), (high, high_value)) => {}
            (ClaimKind::Number, ClaimKind::Currency | ClaimKind::Percentage | ClaimKind::Ratio) => {
                low.kind = high.kind;
                low.unit = high.unit;
                // `5-50 bps`, whose unit is a hundredth, and `5-7 million`, whose scale stands once.
                share_scale(reader, low, high, low_value, high_value);
            }
            (ClaimKind::Currency, ClaimKind::Number) => {
                high.kind = ClaimKind::Currency;
                high.unit = low.unit;
                share_scale(reader, low, high, low_value, high_value);
            }
            (ClaimKind::Currency, ClaimKind::Currency) if low.unit == high.unit => {
                share_scale(reader, low, high, low_value, high_value);
            }
            (ClaimKind::Number, ClaimKind::Number) => share_scale(reader, low, high, low_value, high_value),
            _ => {}
        }
    }
}

/// A number so many times smaller than the amount behind a dash with blanks is no end of a range with it.
const FAR_APART: Decimal = Decimal::from_parts(20, 0, 0, false, 0);

/// Whether the first number names what costs so much, as in a list: `Flat 7 – $1,040`, and no end of a range: `7 – 9 dollars`,
/// `5 – 150 million dollars`, `1 – 25 dollars`.
fn names_the_line(reader: &Reader<'_>, low: (&Quantity, Decimal), high: (&Quantity, Decimal)) -> bool {
    let between = reader.text.get(low.0.span.end as usize..high.0.span.start as usize).unwrap_or_default();
    let is_spaced = between.starts_with(char::is_whitespace) && between.ends_with(char::is_whitespace);
    let is_far = low.1.abs().checked_mul(FAR_APART).is_some_and(|most| most < high.1.abs());
    let is_signed = !reader.is_number(high.0.first as usize);
    let has_scale =
        (high.0.first..high.0.last).any(|i| matches!(reader.lex(i as usize), Lex::Scale(_) | Lex::Suffix(_)));
    reader.is_dash(low.0.last as usize)
        && is_spaced
        && is_far
        && !low.1.is_zero()
        && low.0.step == Decimal::ONE
        && !has_scale
        && (is_signed || high.1.abs() >= Decimal::ONE_HUNDRED)
}

/// Whether it is the year of `from £24 a ton in 1790 to £10 in 1860`.
fn says_when(reader: &Reader<'_>, low: &Quantity) -> bool {
    let first = low.first as usize;
    let own = reader.word(first);
    let is_year = own.len() == 4 && own.starts_with(['1', '2']) && low.last as usize == first + 1;
    is_year && first.checked_sub(1).is_some_and(|at| matches!(reader.word(at), "in" | "since" | "until"))
}

/// Whether what stands behind it says what it is measured in; `$5-7 in 2024` is in no inches.
fn is_measured(reader: &Reader<'_>, own: &Quantity) -> bool {
    let word = reader.word(own.last as usize);
    !word.eq_ignore_ascii_case("in") && measure::measure(word).is_some()
}

/// Whether a dash with blanks stands between a whole and what its part is of it: `1,575 of 1,800 – 87.5%`. A range goes up, and no number
/// stands before its `of`: `growth of 5 – 7%`.
fn tells_a_share(reader: &Reader<'_>, low: (&Quantity, Decimal), high: (&Quantity, Decimal)) -> bool {
    let between = reader.text.get(low.0.span.end as usize..high.0.span.start as usize).unwrap_or_default();
    let is_spaced = between.starts_with(char::is_whitespace) && between.ends_with(char::is_whitespace);
    let before = |back: usize| (low.0.first as usize).checked_sub(back);
    let is_of = |at: usize| reader.lex(at) == Lex::Of || reader.word(at) == "מתוך";
    let is_whole = before(1).is_some_and(is_of) && before(2).is_some_and(|at| reader.is_number(at));
    reader.is_dash(low.0.last as usize) && is_spaced && (is_whole || low.1.abs() > high.1.abs())
}

/// One dash or `to` between them; `and`, and Hebrew's `ל-`, only behind `between` or `from`.
fn joined(reader: &Reader<'_>, low: &Quantity, high: &Quantity) -> bool {
    let (end, next) = (low.last as usize, high.first as usize);
    let first = low.first as usize;
    let between = || first > 0 && reader.lex(first - 1) == Lex::Between;
    // `בין 10 ל-15`, `מ-10 ל-15`
    if next == end + 2 && reader.word(end) == "ל" && reader.is_dash(end + 1) {
        return between() || first > 1 && reader.is_dash(first - 1) && reader.word(first - 2) == "מ";
    }
    if next != end + 1 {
        return false;
    }
    reader.is_dash(end) || reader.lex(end) == Lex::To || (reader.lex(end) == Lex::And && between())
}

/// Where the upper end has a scale and the lower has none, and only with it is the lower end below the upper.
fn share_scale(reader: &Reader<'_>, low: &mut Quantity, high: &Quantity, low_value: Decimal, high_value: Decimal) {
    let scale = (high.first as usize..high.last as usize).find_map(|i| match reader.lex(i) {
        Lex::Scale(power) | Lex::Suffix(power) => Some(super::digits::power_of_ten(power)),
        Lex::BasisPoints | Lex::Basis => Some(Decimal::new(1, 2)),
        _ => None,
    });
    let own = (low.first as usize..low.last as usize).any(|i| matches!(reader.lex(i), Lex::Scale(_) | Lex::Suffix(_)));
    let Some(scale) = scale.filter(|s| !own && !s.is_zero()) else { return };
    if high_value.checked_div(scale).is_some_and(|mantissa| low_value.abs() <= mantissa.abs())
        && let (Some(value), Some(step)) = (low_value.checked_mul(scale), low.step.checked_mul(scale))
    {
        low.value = Value::Number(value);
        low.step = step;
    }
}
