//! Fractions in words: `two thirds`, `three and a half`, `one over twenty`, `two thirds of a million`.

use rust_decimal::Decimal;

use super::super::digits::{bounded, power_of_ten};
use super::super::reader::Reader;
use super::{DEEPEST, Numeral, Suffixes, nested};
use crate::lexicon::Lex;

/// `two thirds`, `one fifth`, `three and a half`, `one over twenty`, `two out of five`.
pub(super) fn word_fraction(reader: &Reader<'_>, numeral: &mut Numeral, depth: u8) {
    let i = numeral.end;
    let joined = if reader.ch(i) == b'-' { i + 1 } else { i };
    // `Two quarters` of a year are no half, nor are `four quarters` one, or `the last three quarters` 0.75.
    let of = |at: usize| reader.word(at + 1).eq_ignore_ascii_case("of");
    let last = || i > 1 && is_some_of_many(reader.word(i - 2)) && numeral.value == Decimal::from(3) && !of(joined);
    let several = numeral.value == Decimal::TWO || numeral.value > Decimal::from(3) || last();
    let times = reader.lex(joined) == Lex::Denominator(4) && several;
    let below = denominator(reader, joined, numeral.value == Decimal::ONE).filter(|_| !times);
    if let Some((denominator, end)) = below {
        if let Some(value) = numeral.value.checked_div(denominator).and_then(bounded) {
            numeral.value = value;
            numeral.end = end;
            numeral.has_decimals = true;
            of_scale(reader, numeral);
        }
        return;
    }
    if reader.has_vav(i) {
        and_part(reader, numeral);
        return;
    }
    if reader.lex(i) == Lex::And {
        // `three and a half`, `one hundred and three quarters`, `two and one fourth`
        let (count, at) = match (reader.lex(i + 1), reader.lex(i + 2), reader.lex(i + 3)) {
            (Lex::Article, ..) => (1, i + 2),
            (Lex::Unit(n @ 1..=9), ..) => (n, i + 2),
            // `two and fifty-four hundredths`
            (Lex::Tens(tens), _, Lex::Unit(n)) if reader.ch(i + 2) == b'-' => (tens + n, i + 4),
            (Lex::Tens(tens), Lex::Unit(n), _) => (tens + n, i + 3),
            (Lex::Tens(tens), ..) => (tens, i + 2),
            _ => return,
        };
        if let Some((denominator, end)) = denominator(reader, at, count == 1)
            && let Some(part) = Decimal::from(count).checked_div(denominator)
        {
            // `three million and a half` is half a million more.
            let unit = if denominator == Decimal::TWO || numeral.scale >= power_of_ten(6) {
                numeral.scale
            } else {
                Decimal::ONE
            };
            numeral.value += part * unit;
            numeral.end = end;
            numeral.has_decimals = true;
        }
        return;
    }
    if depth < DEEPEST {
        one_over(reader, numeral, depth);
    }
}

/// Whether the times behind this word are some of many: `the first three quarters`.
fn is_some_of_many(word: &str) -> bool {
    ["first", "last", "past", "previous", "next", "these", "those"].iter().any(|own| own.eq_ignore_ascii_case(word))
}

/// `שלוש וחצי`, and of a scale its part: `שלושה מיליון וחצי` are three and a half million.
pub(super) fn and_part(reader: &Reader<'_>, numeral: &mut Numeral) {
    let i = numeral.end;
    let part = match reader.lex(i) {
        _ if !reader.has_vav(i) => return,
        Lex::Half => Decimal::TWO,
        Lex::Quarter => Decimal::from(4),
        Lex::Denominator(n) if n > 1 => Decimal::from(n),
        _ => return,
    };
    if let Some(value) = numeral.scale.checked_div(part).and_then(|part| numeral.value.checked_add(part)) {
        numeral.value = value;
        numeral.end = i + 1;
        numeral.has_decimals = true;
    }
}

/// `half of them`, `a third of customers`, `שליש מהלקוחות`; never `the second half of 2023` or `half of the year`.
pub(super) fn part_of(reader: &Reader<'_>, i: usize) -> Option<Numeral> {
    let article = reader.lex(i) == Lex::Article;
    let at = i + usize::from(article);
    let whole = reader.word(at + 1);
    // Hebrew writes `of the` onto the next word.
    let hebrew = !article && !reader.has_vav(at) && (whole.starts_with("מה") || matches!(whole, "מכלל" | "מכל"));
    let divisor = match reader.lex(at) {
        Lex::Half => 2,
        Lex::Quarter if article || hebrew => 4,
        Lex::Ordinal(n @ 3..) if article => n,
        Lex::Denominator(3) if hebrew => 3,
        _ => return None,
    };
    let of = reader.lex(at + 1) == Lex::Of;
    let the = reader.lex(if of { at + 2 } else { at + 1 }) == Lex::The;
    if !hebrew {
        // `the latter half of`, `half of the year`, `half of one percent`
        let named = !article && i > 0 && reader.is_word(i - 1) && is_one_of_halves(reader, i - 1);
        let of_what = at + 1 + usize::from(of) + usize::from(the);
        let other = reader.is_number(of_what)
            || matches!(reader.lex(of_what), Lex::Year | Lex::Fiscal | Lex::Month(_) | Lex::Quarter | Lex::Unit(_));
        // `a third fewer`, `a third off`, `a third the size`
        let alone = || reader.ends(at + 2) || reader.word(at + 2) == "than";
        let differs =
            COMPARED.contains(&reader.word(at + 1)) || (COMPARED_ALONE.contains(&reader.word(at + 1)) && alone());
        let compares = article && divisor > 2 && (the || differs);
        if named || other || !(of || (the && divisor == 2) || compares) {
            return None;
        }
    }
    let value = Decimal::ONE.checked_div(Decimal::from(divisor))?;
    Some(Numeral { first: i, end: at + 1, value, step: value, scale: Decimal::ONE, in_words: true, has_decimals: true })
}

/// What follows a part that something differs by, and what does so only where nothing follows that it is said of: `a third smaller`, but
/// not `a third smaller house`.
const COMPARED: &[&str] = &["fewer", "less", "more", "off"];
const COMPARED_ALONE: &[&str] =
    &["lower", "higher", "smaller", "larger", "bigger", "cheaper", "longer", "shorter", "again"];

/// Before `half`: which one of two it is.
fn is_one_of_halves(reader: &Reader<'_>, i: usize) -> bool {
    const WHICH: &[&str] = &["latter", "last", "other", "better", "back", "front", "top", "bottom", "upper", "lower"];
    matches!(reader.lex(i), Lex::Ordinal(_) | Lex::The) || WHICH.contains(&reader.word(i))
}

/// `nine out of ten patients`, `one in five users`, `1 in 5 adults`; never `one in five years`.
fn so_many_of(reader: &Reader<'_>, numeral: &mut Numeral) {
    const TIMES: &[&str] = &["year", "month", "week", "day", "hour", "minute", "quarter", "decade"];
    let i = numeral.end;
    let is_in = matches!(reader.word(i), "in" | "מכל");
    let mut at = match reader.word(i) {
        "in" | "מתוך" | "מכל" => i + 1,
        "out" if reader.lex(i + 1) == Lex::Of => i + 2,
        _ => return,
    };
    let every = reader.word(at) == "every";
    at += usize::from(every);
    let below = match reader.lex(at) {
        Lex::Unit(n @ 2..) | Lex::Teen(n @ 10) | Lex::Tens(n @ 20) => Some(u32::from(n)),
        Lex::Hundred => Some(100),
        _ => reader.word(at).parse().ok().filter(|n| matches!(n, 2..=10 | 20 | 100 | 1000)),
    };
    let Some(below) = below.map(Decimal::from).filter(|below| numeral.value < *below) else { return };
    let worded = numeral.in_words && !reader.is_number(at);
    let next = reader.word(at + 1).trim_end_matches('s');
    let other = matches!(reader.lex(at + 1), Lex::Percent | Lex::Scale(_) | Lex::Currency(_) | Lex::Unit(_))
        || reader.ch(at + 1) == b'-'
        || TIMES.contains(&next);
    let one = is_in && numeral.value == Decimal::ONE;
    if other || !(worded || every || one) || numeral.scale != Decimal::ONE || numeral.has_decimals {
        return;
    }
    if let Some(value) = numeral.value.checked_div(below) {
        numeral.value = value;
        numeral.end = at + 1;
        numeral.has_decimals = true;
    }
}

/// `one over twenty`, `1 over 3`, `one out of three`
pub(super) fn one_over(reader: &Reader<'_>, numeral: &mut Numeral, depth: u8) {
    so_many_of(reader, numeral);
    let i = numeral.end;
    let out_of = reader.word(i) == "out" && reader.lex(i + 1) == Lex::Of;
    if numeral.value != Decimal::ONE || !(reader.lex(i) == Lex::Over || out_of) {
        return;
    }
    let at = if out_of { i + 2 } else { i + 1 };
    let Some(below) = nested(reader, at, Suffixes::Cautious, depth + 1) else { return };
    // `1 over 3 years` counts years.
    let counted = reader.is_word(below.end) && !reader.ends(below.end);
    if let Some(value) = numeral.value.checked_div(below.value).and_then(bounded).filter(|_| !counted) {
        numeral.value = value;
        numeral.end = below.end;
        numeral.has_decimals = true;
    }
}

/// `two thirds of a million`
fn of_scale(reader: &Reader<'_>, numeral: &mut Numeral) {
    let i = numeral.end;
    if reader.lex(i) == Lex::Of
        && reader.lex(i + 1) == Lex::Article
        && let Lex::Scale(power) = reader.lex(i + 2)
        && let Some(value) = numeral.value.checked_mul(power_of_ten(power)).and_then(bounded)
    {
        numeral.value = value;
        numeral.end = i + 3;
    }
}

/// What the words at `i` divide by, and where they end. A singular (`third`) only after one; `second` and `first` are never
/// denominators, and `third quarter` is a date.
pub(super) fn denominator(reader: &Reader<'_>, i: usize, singular: bool) -> Option<(Decimal, usize)> {
    let word = |divisor: Decimal| Some((divisor, i + 1));
    match reader.lex(i) {
        Lex::Denominator(n) if n > 1 => word(Decimal::from(n)),
        Lex::ScaleDenominator(power) => word(power_of_ten(power)),
        Lex::Half | Lex::Quarter if singular => {
            word(if reader.lex(i) == Lex::Half { Decimal::TWO } else { Decimal::from(4) })
        }
        Lex::Ordinal(n) if singular && n > 2 && reader.lex(i + 1) != Lex::Quarter => word(Decimal::from(n)),
        Lex::Tens(_) => compound(reader, i, singular),
        _ => None,
    }
}

/// `twenty-firsts`, `thirty fifths`; after one also `twenty-first`, where nothing follows that it could count: one twenty-first
/// birthday is no fraction.
fn compound(reader: &Reader<'_>, i: usize, singular: bool) -> Option<(Decimal, usize)> {
    let Lex::Tens(tens) = reader.lex(i) else { return None };
    let hyphen = reader.ch(i + 1) == b'-';
    let at = if hyphen { i + 2 } else { i + 1 };
    let unit = match reader.lex(at) {
        Lex::Denominator(n @ 1..=9) => n,
        Lex::Ordinal(n @ 1..=9) if singular && hyphen && (reader.lex(at + 1) == Lex::Of || reader.ends(at + 1)) => {
            u16::from(n)
        }
        _ => return None,
    };
    Some((Decimal::from(u16::from(tens) + unit), at + 1))
}
