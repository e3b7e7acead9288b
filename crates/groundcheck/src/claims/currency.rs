//! Amounts of money: `$1.2M`, `EUR 5m`, `890,000,000 USD`, `12 US dollars`, `₪ 5`, `10 אש״ח`, `20 dollars 43 cents`.
//!
//! Source: document 2, "Currency Claims". Cents count in the major unit.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::numeral::{self, Numeral, Suffixes};
use super::reader::Reader;
use super::{Quantity, Value};
use crate::lexicon::{Lex, currency};

/// Letters that make `$` another country's dollar, glued before it.
const DOLLARS: &[(&str, &str)] = &[
    ("US", "USD"),
    ("U", "USD"),
    ("C", "CAD"),
    ("CA", "CAD"),
    ("CDN", "CAD"),
    ("A", "AUD"),
    ("AU", "AUD"),
    ("NZ", "NZD"),
    ("HK", "HKD"),
    ("S", "SGD"),
    ("SG", "SGD"),
    ("NT", "TWD"),
    ("R", "BRL"),
    ("MX", "MXN"),
    ("MEX", "MXN"),
];

/// What a prefix says: the currency and a scale (`MUSD`).
struct Unit {
    iso: &'static str,
    power: u8,
    /// The token after it.
    end: usize,
}

/// Money whose sign or code stands before the number, also in accounting's parentheses: `($5,000)`.
pub(crate) fn prefixed(reader: &Reader<'_>, i: usize) -> Option<Quantity> {
    if reader.ch(i) == b'(' {
        return in_parentheses(reader, i);
    }
    let sign_first = numeral::minus(reader, i);
    let unit = prefix(reader, sign_first.unwrap_or(i))?;
    // `$ -5`, `$(5)`
    let sign_second = numeral::minus(reader, unit.end).filter(|_| sign_first.is_none());
    let parenthesis = sign_first.is_none() && reader.ch(unit.end) == b'(';
    let at = if parenthesis { unit.end + 1 } else { sign_second.unwrap_or(unit.end) };
    let mut amount = numeral::numeral(reader, at, Suffixes::Money).filter(|n| !n.in_words || unit.power == 0)?;
    // `5 $10 bills`: a sign glued to the next number belongs to that one, which is this one.
    if parenthesis {
        if reader.ch(amount.end) != b')' {
            return None;
        }
        amount.end += 1;
        scale_behind(reader, &mut amount)?;
    }
    // `IRR 14.5%`, `NPV 2.1x`: letters that happen to be a currency's too. `EUR/USD 1.0850` is a rate.
    let other = matches!(reader.lex(amount.end), Lex::Percent | Lex::BasisPoints | Lex::Times);
    let rate = i > 1 && reader.ch(i - 1) == b'/' && matches!(reader.lex(i - 2), Lex::Code(_));
    if reader.is_word(i) && (other || rate) {
        return None;
    }
    let negative = sign_first.is_some() || sign_second.is_some() || parenthesis;
    Some(money(reader, i, amount, unit.iso, unit.power, negative))
}

/// Words before a bracket that make it the value itself rather than a remark on what stands before.
const SAYS: &[&str] = &[
    "was", "were", "is", "are", "be", "of", "to", "at", "by", "from", "held", "had", "has", "totaled", "totalled",
    "reported", "posted", "recorded", "reached", "came", "showed", "paid", "the", "a", "cost", "earned", "lost",
];

/// `cash was (£1,500,000)` is negative; `spending (£1,500,000) rose` is a remark, as is `($1.2 million)` with a word inside.
fn in_parentheses(reader: &Reader<'_>, i: usize) -> Option<Quantity> {
    let unit = prefix(reader, i + 1)?;
    let amount = numeral::numeral(reader, unit.end, Suffixes::Money)?;
    let bare = amount.end == unit.end + 1 && reader.is_number(unit.end);
    let before = i.checked_sub(1).map_or("", |k| if reader.is_word(k) { reader.word(k) } else { "" });
    // `a deposit of 25% (£3,607.50)` tells the same twice.
    let minus = |k: usize| k.checked_sub(2).is_some_and(|sign| numeral::minus(reader, sign).is_some());
    let share = i.checked_sub(1).is_some_and(|k| reader.lex(k) == Lex::Percent && !minus(k));
    // `14 sheets at €9.40 (€131.60)` tells what they come to.
    let told = i.checked_sub(1).is_some_and(|k| reader.is_number(k));
    let remark = share || told || (!before.is_empty() && !SAYS.contains(&before.to_ascii_lowercase().as_str()));
    if reader.ch(amount.end) != b')' || !bare || remark {
        return None;
    }
    let mut amount = Numeral { end: amount.end + 1, ..amount };
    scale_behind(reader, &mut amount)?;
    // Nothing behind the bracket belongs to it but its scale.
    amount.has_decimals = true;
    Some(money(reader, i, amount, unit.iso, unit.power, true))
}

/// `$(1.2) million`, `$(1.2)M`: the scale may stand behind the bracket.
fn scale_behind(reader: &Reader<'_>, amount: &mut Numeral) -> Option<()> {
    let power = match reader.lex(amount.end) {
        Lex::Scale(power) => Some(power),
        Lex::Suffix(power) if reader.glued(amount.end) => Some(power),
        _ => None,
    };
    if let Some(power) = power.filter(|_| amount.scale == Decimal::ONE) {
        let factor = numeral_scale(power);
        amount.value = amount.value.checked_mul(factor).and_then(super::digits::bounded)?;
        amount.step = amount.step.checked_mul(factor)?;
        amount.end += 1;
    }
    Some(())
}

/// The sign or code that starts at `i`, with a country's letters before a dollar sign.
fn prefix(reader: &Reader<'_>, i: usize) -> Option<Unit> {
    let is_dollar = |k: usize| reader.ch(k) == b'$' && reader.word(k) == "$";
    let word = reader.word(i);
    if reader.is_word(i) && is_dollar(i + 1) {
        let close = reader.glued(i + 1);
        let code = match reader.lex(i) {
            Lex::Code(place) => Some(currency::iso(place)),
            _ if close => {
                DOLLARS.iter().find(|(letters, _)| *letters == word.to_ascii_uppercase()).map(|(_, iso)| *iso)
            }
            // `c $ 1.34`, `hk $ 10`; never `a $ 5 note`.
            _ if word == "c" => Some("CAD"),
            _ if word.eq_ignore_ascii_case("hk") => Some("HKD"),
            _ => None,
        };
        return code.map(|iso| Unit { iso, power: 0, end: i + 2 });
    }
    let mut end = i + 1;
    let (place, power) = match reader.lex(i) {
        Lex::Code(place) => (place, 0),
        Lex::ScaledCode(place, power) if word.is_ascii() => (place, power),
        // `Rs. 20`, `NIS 5`, `sen 100`; never `dollars 5`.
        Lex::Currency(place) | Lex::SubUnit(place)
            if matches!(word.to_ascii_lowercase().as_str(), "rs" | "nis" | "sen" | "rmb") =>
        {
            if reader.ch(end) == b'.' && reader.glued(end) {
                end += 1;
            }
            (place, 0)
        }
        _ => return None,
    };
    // `USD$ 15`, `US$`: the sign repeats the code.
    if is_dollar(end) && reader.is_word(i) {
        end += 1;
    }
    Some(Unit { iso: currency::iso(place), power, end })
}

/// The letters of `HK$` or `NT$`, which mean nothing by themselves.
pub(crate) fn is_dollar_prefix(reader: &Reader<'_>, i: usize) -> bool {
    reader.ch(i + 1) == b'$' && reader.is_word(i) && prefix(reader, i).is_some()
}

/// Money whose word, code or sign stands behind the number.
pub(crate) fn suffixed(reader: &Reader<'_>, amount: &Numeral) -> Option<Quantity> {
    let i = if reader.ch(amount.end) == b'-' && reader.glued(amount.end) { amount.end + 1 } else { amount.end };
    // The scale may follow the suffix rule of money: `5m €`.
    if let Lex::Suffix(power) = reader.lex(i)
        && power == 6
        && reader.glued(i)
        && matches!(reader.lex(i + 1), Lex::Code(_) | Lex::Currency(_))
    {
        let again = numeral::numeral(reader, first_digit(reader, amount), Suffixes::Money)?;
        let mut again = Numeral { first: amount.first, ..again };
        if amount.value.is_sign_negative() {
            again.value = -again.value;
        }
        return if again.end > amount.end { suffixed(reader, &again) } else { None };
    }
    let (iso, power, mut end, hundredth) = suffix(reader, i, amount)?;
    let mut amount = *amount;
    if hundredth {
        amount.value /= Decimal::ONE_HUNDRED;
        amount.step /= Decimal::ONE_HUNDRED;
    } else if let Some(late) = late_scale(reader, end).filter(|_| amount.scale == Decimal::ONE) {
        amount.value = amount.value.checked_mul(late).and_then(super::digits::bounded)?;
        amount.step = amount.step.checked_mul(late)?;
        end += 1;
    }
    amount.end = end;
    if let Some((hundredths, end)) = spoken_hundredths(reader, end).filter(|_| !hundredth && amount.in_words) {
        amount.value += Decimal::new(i64::from(hundredths), 2);
        amount.step = Decimal::new(1, 2);
        amount.end = end;
    }
    let negative = amount.value.is_sign_negative();
    amount.value = amount.value.abs();
    Some(money(reader, amount.first, amount, iso, power, negative))
}

/// The hundredths that people say without naming them: the fifty of `nineteen pounds fifty a plot`.
fn spoken_hundredths(reader: &Reader<'_>, i: usize) -> Option<(u8, usize)> {
    let (hundredths, end) = match (reader.lex(i), reader.lex(i + 2)) {
        (Lex::Tens(tens), Lex::Unit(n @ 1..)) if reader.ch(i + 1) == b'-' => (tens + n, i + 3),
        (Lex::Teen(n) | Lex::Tens(n), _) => (n, i + 1),
        _ => return None,
    };
    let is_price = reader.ends(end) || matches!(reader.lex(end), Lex::Article | Lex::Per) || reader.word(end) == "each";
    is_price.then_some((hundredths, end))
}

/// `75 USD million`, `1.5 EUR bn`; a letter alone may be anything.
fn late_scale(reader: &Reader<'_>, i: usize) -> Option<Decimal> {
    match reader.lex(i) {
        Lex::Scale(power) => Some(numeral_scale(power)),
        Lex::Suffix(power) if reader.word(i).len() > 1 => Some(numeral_scale(power)),
        _ => None,
    }
}

fn first_digit(reader: &Reader<'_>, amount: &Numeral) -> usize {
    numeral::minus(reader, amount.first).unwrap_or(amount.first)
}

fn numeral_scale(power: u8) -> Decimal {
    super::digits::power_of_ten(power)
}

/// The unit behind a number: ISO code, scale, the token after it, and whether it is a hundredth.
fn suffix(reader: &Reader<'_>, i: usize, amount: &Numeral) -> Option<(&'static str, u8, usize, bool)> {
    let mut at = i;
    // `Hong Kong dollars`, `New Zealand dollars`
    if matches!(reader.word(at), "Hong" | "hong" | "New" | "new") && matches!(reader.lex(at + 1), Lex::Country(_)) {
        at += 1;
    }
    if let Lex::Country(country) = reader.lex(at) {
        return matches!(reader.lex(at + 1), Lex::Currency(_))
            .then(|| (currency::of_country(country), 0, at + 2, false));
    }
    match reader.lex(at) {
        Lex::Currency(place) => {
            // Hebrew and some others put the country behind: `דולר אמריקאי`, `לירות שטרלינג`.
            if let Lex::Country(country) = reader.lex(at + 1)
                && !reader.word(at + 1).is_ascii()
            {
                return Some((currency::of_country(country), 0, at + 2, false));
            }
            // `שקלים חדשים`, their full name.
            let new = matches!(reader.word(at + 1), "חדש" | "חדשים");
            // `a pound of`, `won` and other words of two meanings ask for nothing more: a number stands before.
            let weight = place == currency::GBP && reader.lex(at + 1) == Lex::Of;
            (!weight).then(|| (currency::iso(place), 0, at + 1 + usize::from(new), false))
        }
        Lex::ScaledCode(place, power) => Some((currency::iso(place), power, at + 1, false)),
        Lex::SubUnit(place) => {
            let lone_c = reader.word(at) == "c" && !(reader.ends(at + 1) || reader.glued(at));
            // `35.7 C` are degrees.
            (!lone_c && reader.word(at) != "C").then(|| (currency::iso(place), 0, at + 1, true))
        }
        Lex::Code(place) => {
            // `1 $10 bill`, `3 USD50 cards`: it belongs to the number behind it.
            let next = reader.is_number(at + 1) && reader.glued(at + 1) && !reader.glued(at);
            let sign_before =
                amount.first > 0 && reader.glued(amount.first) && matches!(reader.lex(amount.first - 1), Lex::Code(_));
            // `due 2022 $ 500`, `2019 $'000`: a year, then an amount or a heading's unit.
            let year = reader.ch(at) == b'$' && !reader.glued(at) && super::date::is_year(reader.word(amount.first));
            (!next && !sign_before && !year).then(|| (currency::iso(place), 0, at + 1, false))
        }
        // `45p a mile`, but `1080p`.
        _ if reader.word(at) == "p" && reader.glued(at) => {
            let picture = PICTURES.iter().any(|lines| amount.value == Decimal::from(*lines));
            let pence = !picture && !amount.in_words && amount.value < Decimal::ONE_THOUSAND;
            pence.then_some(("GBP", 0, at + 1, true))
        }
        _ if reader.word(at) == "לירות" || reader.word(at) == "לירה" => {
            (reader.lex(at + 1) != Lex::None).then_some(("GBP", 0, at + 2, false))
        }
        _ => None,
    }
}

/// How many lines pictures have: `720p`.
const PICTURES: [u16; 9] = [144, 240, 360, 480, 540, 576, 720, 900, 960];

/// The finished amount, with hundredths behind it: `20 dollars 43 cents`, `$20 and 43c`, `15 dollars 50`.
fn money(reader: &Reader<'_>, first: usize, amount: Numeral, iso: &'static str, power: u8, negative: bool) -> Quantity {
    let scale = numeral_scale(power);
    let mut value = amount.value.checked_mul(scale).and_then(super::digits::bounded).unwrap_or(amount.value);
    let mut step = amount.step.checked_mul(scale).unwrap_or(amount.step);
    let mut end = amount.end;
    if let Some((hundredths, after)) = hundredths(reader, &amount) {
        value += hundredths;
        step = Decimal::new(1, 2);
        end = after;
    }
    let value = if negative { -value } else { value };
    reader.quantity(first, end, ClaimKind::Currency, Value::Number(value), Some(iso), step)
}

fn hundredths(reader: &Reader<'_>, amount: &Numeral) -> Option<(Decimal, usize)> {
    if amount.has_decimals || amount.scale != Decimal::ONE {
        return None;
    }
    let and = reader.lex(amount.end) == Lex::And && reader.ch(amount.end) != b'&';
    let at = amount.end + usize::from(and);
    let small = numeral::numeral(reader, at, Suffixes::Cautious)?;
    if small.has_decimals || small.value >= Decimal::ONE_HUNDRED || small.value < Decimal::ONE {
        return None;
    }
    let part = small.value / Decimal::ONE_HUNDRED;
    if matches!(reader.lex(small.end), Lex::SubUnit(_)) {
        return Some((part, small.end + 1));
    }
    // Without the word: two figures that end the clause.
    let two = small.value >= Decimal::TEN && small.end == at + 1;
    (two && reader.ends(small.end) && (and || !reader.starts_line(at))).then_some((part, small.end))
}

/// Hebrew writes one shekel as `שקל`, one and a half as `שקל וחצי`.
pub(crate) fn bare(reader: &Reader<'_>, i: usize) -> Option<Quantity> {
    let word = reader.word(i);
    if !reader.is_word(i) {
        return None;
    }
    let one = Numeral {
        first: i,
        end: i + 1,
        value: Decimal::ONE,
        step: Decimal::ONE,
        scale: Decimal::ONE,
        in_words: true,
        has_decimals: true,
    };
    // `a dollar`, where nothing follows that it could price.
    if let (Lex::Article, Lex::Currency(place)) = (reader.lex(i), reader.lex(i + 1)) {
        return reader
            .ends(i + 2)
            .then(|| money(reader, i, Numeral { end: i + 2, ..one }, currency::iso(place), 0, false));
    }
    if word.is_ascii() {
        return None;
    }
    if word == "שנקל" {
        return Some(money(reader, i, Numeral { value: Decimal::TWO, ..one }, "ILS", 0, false));
    }
    if word == "לירה" && reader.word(i + 1) == "שטרלינג" {
        return Some(money(reader, i, Numeral { end: i + 2, ..one }, "GBP", 0, false));
    }
    let (place, unit) = match reader.lex(i) {
        Lex::Currency(place) if word == "שקל" => (place, Decimal::ONE),
        Lex::SubUnit(place) if word == "אגורה" => (place, Decimal::new(1, 2)),
        _ => return None,
    };
    let iso = currency::iso(place);
    if reader.lex(i + 1) == Lex::Unit(1) {
        return Some(money(reader, i, Numeral { end: i + 2, value: unit, ..one }, iso, 0, false));
    }
    if reader.lex(i + 1) == Lex::Half {
        let half = Numeral { end: i + 2, value: unit + unit * Decimal::new(5, 1), ..one };
        return Some(money(reader, i, half, iso, 0, false));
    }
    // `שער השקל` and `לכל שקל` name the currency; alone in its clause the word is an amount.
    let alone = (i == 0 || reader.ends(i - 1)) && reader.ends(i + 1);
    alone.then(|| money(reader, i, Numeral { value: unit, ..one }, iso, 0, false))
}
