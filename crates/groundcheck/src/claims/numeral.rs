//! Numerals: digits or words, with scale, fraction and sign.
//!
//! `two and a half million`, `322 hundred`, `1.2 bn`, `one hundred and three quarters`, `1 414 021 100`, `three lakh crore`.

use rust_decimal::Decimal;

use super::digits::{self, power_of_ten};
use super::reader::Reader;
use crate::document::token::Kind;
use crate::lexicon::Lex;

/// A numeral with its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numeral {
    /// The first token, a sign included.
    pub(crate) first: usize,
    /// One past the last token.
    pub(crate) end: usize,
    /// Scale and sign applied.
    pub(crate) value: Decimal,
    /// What one step in the last stated digit is worth.
    pub(crate) step: Decimal,
    /// The scale word or suffix, 1 where there is none.
    pub(crate) scale: Decimal,
    /// Whether its first digit is written as a word.
    pub(crate) in_words: bool,
    /// Whether a decimal mark stands in it.
    pub(crate) has_decimals: bool,
}

/// How far suffixes that are also units of measure may be taken for scales.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suffixes {
    /// `5m` may be metres: only `M`, `k`, `bn` …
    Cautious,
    /// Beside a currency: `€5m` is five million.
    Money,
}

/// A numeral with a sign before it: `-5`, `minus five`, `(5)` is left to the tables.
pub(crate) fn signed(reader: &Reader<'_>, i: usize) -> Option<Numeral> {
    if let Some(at) = minus(reader, i) {
        let mut numeral = numeral(reader, at, Suffixes::Cautious)?;
        numeral.first = i;
        numeral.value = -numeral.value;
        return Some(numeral);
    }
    numeral(reader, i, Suffixes::Cautious)
}

/// Where the number starts, if a minus sign stands at `i`. A hyphen that joins words, or the ends of a range, is no sign.
pub(crate) fn minus(reader: &Reader<'_>, i: usize) -> Option<usize> {
    if reader.lex(i) == Lex::Minus {
        return Some(i + 1);
    }
    let hyphen = reader.is_dash(i) && reader.glued(i + 1);
    let free = i == 0 || !reader.glued(i) || matches!(reader.ch(i - 1), b'(' | b'|' | b':' | b',' | b'"');
    // `5 -3` is read as a range or a subtraction, never as five and minus three.
    let after_number = i > 0 && reader.is_number(i - 1) && !reader.glued(i);
    (hyphen && free && !after_number).then_some(i + 1)
}

/// A numeral without a sign.
pub(crate) fn numeral(reader: &Reader<'_>, i: usize, suffixes: Suffixes) -> Option<Numeral> {
    nested(reader, i, suffixes, 0)
}

/// Numerals hold numerals (`6 crore and two hundred`, `one over twenty`), but only this deep: the cost stays linear.
const DEEPEST: u8 = 1;

fn nested(reader: &Reader<'_>, i: usize, suffixes: Suffixes, depth: u8) -> Option<Numeral> {
    match reader.tokens.get(i)?.kind {
        Kind::Number => in_digits(reader, i, suffixes, depth),
        Kind::Word => in_words(reader, i, depth),
        _ => None,
    }
}

fn in_digits(reader: &Reader<'_>, i: usize, suffixes: Suffixes, depth: u8) -> Option<Numeral> {
    let (read, mut end) = spaced_groups(reader, i)?;
    let mut value = read.value;
    let mut step = digits::step(read.decimals);
    let mut has_decimals = read.decimals > 0;
    if let Some((power_end, raised)) = raised(reader, end, value) {
        value = raised;
        end = power_end;
        has_decimals = true;
    } else if let Some((exponent_end, power)) = exponent(reader, end) {
        let factor = power_of_ten(power.unsigned_abs());
        value = if power < 0 { value.checked_div(factor)? } else { value.checked_mul(factor)? };
        end = exponent_end;
    } else if let Some((fraction_end, numerator, denominator)) = fraction(reader, i, end) {
        // `2 1/4`, `4/5`
        let part = Decimal::from(numerator).checked_div(Decimal::from(denominator))?;
        value = if reader.ch(end) == b'/' { part } else { value + part };
        end = fraction_end;
        has_decimals = true;
        step = Decimal::new(1, 2);
    } else if reader.is_number(end) && reader.glued(end) && reader.tokens[end].ch == b'/' {
        // `2½`
        value += digits::read(reader.word(end), false)?.value;
        end += 1;
        has_decimals = true;
    }
    let mut numeral = Numeral { first: i, end, value, step, scale: Decimal::ONE, in_words: false, has_decimals };
    // `2 and a half million`
    if reader.lex(end) == Lex::And && reader.lex(end + 1) == Lex::Article && reader.lex(end + 2) == Lex::Half {
        numeral.value += Decimal::new(5, 1);
        numeral.end = end + 3;
    }
    scaled(reader, &mut numeral, suffixes)?;
    if depth < DEEPEST {
        remainder(reader, &mut numeral, depth);
        one_over(reader, &mut numeral, depth);
    }
    Some(numeral)
}

/// More groups than this are a list of codes.
const MOST_GROUPS: usize = 6;

/// `1 414 021 100`: groups of three joined by single spaces. Two ordinary spaces are asked for, or one that does not break.
fn spaced_groups(reader: &Reader<'_>, i: usize) -> Option<(digits::Digits, usize)> {
    let raw = reader.word(i);
    let plain = raw.len() <= 3 && raw.bytes().all(|b| b.is_ascii_digit()) && !raw.starts_with('0');
    if plain {
        let mut end = i + 1;
        let mut no_break = false;
        while reader.is_number(end) && end - i < MOST_GROUPS {
            let (before, token) = (&reader.tokens[end - 1], &reader.tokens[end]);
            let gap = reader.text.get(before.end as usize..token.start as usize).unwrap_or_default();
            let group = token.text(reader.text);
            let whole = group.split(['.', ',']).next().unwrap_or_default();
            let joined = matches!(gap, " " | "\u{a0}" | "\u{202f}" | "\u{2009}");
            if !joined || whole.len() != 3 || group.matches(['.', ',']).count() > 1 {
                break;
            }
            no_break |= gap != " ";
            end += 1;
            if group.len() > 3 {
                no_break |= group.contains(',');
                break;
            }
        }
        if end - i > 2 || (end - i == 2 && no_break) {
            let joined: String = (i..end).map(|k| reader.word(k)).collect();
            let decimal_comma = joined.contains(',');
            if let Some(read) = digits::read(&joined, decimal_comma) {
                return Some((read, end));
            }
        }
    }
    digits::read(raw, reader.conventions.comma_decimal).map(|read| (read, i + 1))
}

/// `e10`, `e+14`, `x10^6` behind a number.
fn exponent(reader: &Reader<'_>, i: usize) -> Option<(usize, i8)> {
    let small = |text: &str| text.parse::<i8>().ok().filter(|n| *n <= 24);
    if reader.glued(i) && reader.word(i).eq_ignore_ascii_case("e") && reader.glued(i + 1) {
        let (at, negative) = match reader.ch(i + 1) {
            b'+' => (i + 2, false),
            b'-' => (i + 2, true),
            _ => (i + 1, false),
        };
        let power = small(reader.word(at)).filter(|_| reader.is_number(at))?;
        return Some((at + 1, if negative { -power } else { power }));
    }
    let times = reader.lex(i) == Lex::Times || reader.ch(i) == b'x';
    if times && reader.word(i + 1) == "10" && reader.ch(i + 2) == b'^' && reader.is_number(i + 3) {
        return Some((i + 4, small(reader.word(i + 3))?));
    }
    None
}

/// `1.1^23`, `2.5^-1`: small whole powers.
fn raised(reader: &Reader<'_>, i: usize, base: Decimal) -> Option<(usize, Decimal)> {
    if reader.ch(i) != b'^' || !reader.glued(i) {
        return None;
    }
    let mut at = i + 1;
    let mut negative = false;
    while at < i + 4 && matches!(reader.ch(at), b'+' | b'-') {
        negative ^= reader.ch(at) == b'-';
        at += 1;
    }
    let power = reader.word(at).parse::<u8>().ok().filter(|n| reader.is_number(at) && *n <= 64)?;
    let mut value = Decimal::ONE;
    for _ in 0..power {
        value = value.checked_mul(base)?;
    }
    let value = if negative { Decimal::ONE.checked_div(value)? } else { value };
    Some((at + 1, value))
}

/// `1/4` behind a whole number, or the `/5` of `4/5`; the digits must be short so that dates and ids stay out.
fn fraction(reader: &Reader<'_>, first: usize, end: usize) -> Option<(usize, u32, u32)> {
    let small = |i: usize| {
        let raw = reader.word(i);
        (reader.is_number(i) && raw.len() <= 2).then(|| raw.parse::<u32>().ok()).flatten()
    };
    let closes = |at: usize, d: u32| (d > 1 && reader.ch(at) != b'/' && !reader.is_number(at)).then_some(());
    if reader.ch(end) == b'/' && reader.glued(end) && reader.glued(end + 1) && end == first + 1 {
        let (n, d) = (small(first)?, small(end + 1)?);
        closes(end + 2, d)?;
        return (n < d || matches!(d, 2 | 3 | 4 | 5 | 8 | 10)).then_some((end + 2, n, d));
    }
    if reader.is_number(end) && reader.ch(end + 1) == b'/' && reader.glued(end + 1) && reader.glued(end + 2) {
        let (n, d) = (small(end)?, small(end + 2)?);
        closes(end + 3, d)?;
        return (n < d).then_some((end + 3, n, d));
    }
    None
}

/// Applies the scale words and suffixes behind the number: `million`, `k`, `hundred`, `dozen`, `lakh crore`.
fn scaled(reader: &Reader<'_>, numeral: &mut Numeral, suffixes: Suffixes) -> Option<()> {
    loop {
        let i = numeral.end;
        // `10-million` reads like `10 million`.
        let at = if reader.ch(i) == b'-' && matches!(reader.lex(i + 1), Lex::Scale(_)) { i + 1 } else { i };
        let factor = match reader.lex(at) {
            Lex::Scale(power) => power_of_ten(power),
            Lex::Hundred => Decimal::ONE_HUNDRED,
            Lex::Dozen => Decimal::from(12),
            Lex::Suffix(power) if numeral.scale == Decimal::ONE && is_suffix(reader, at, suffixes) => {
                power_of_ten(power)
            }
            _ => return Some(()),
        };
        numeral.value = numeral.value.checked_mul(factor)?;
        numeral.step = numeral.step.checked_mul(factor)?;
        numeral.scale = numeral.scale.checked_mul(factor)?;
        numeral.end = at + 1;
    }
}

/// `500K`, `1.2 bn`; a lone small letter may be a unit of measure.
fn is_suffix(reader: &Reader<'_>, i: usize, suffixes: Suffixes) -> bool {
    let word = reader.word(i);
    let glued = reader.glued(i);
    let free_after = !(reader.glued(i + 1) && (reader.is_number(i + 1) || reader.is_word(i + 1)));
    let fits = match word {
        "k" | "K" => true,
        "M" | "B" => glued || suffixes == Suffixes::Money || reader.ends(i + 1),
        "b" | "MM" => glued || suffixes == Suffixes::Money,
        "T" | "m" | "mm" => suffixes == Suffixes::Money,
        "t" => false,
        // Longer ones are scales and nothing else.
        _ => word.len() > 1,
    };
    fits && free_after
}

/// `3 hundred and 21`, `6 crore and two hundred`, `3 million and a half`.
fn remainder(reader: &Reader<'_>, numeral: &mut Numeral, depth: u8) {
    if numeral.scale == Decimal::ONE || numeral.has_decimals {
        return;
    }
    let and = reader.lex(numeral.end) == Lex::And;
    let at = numeral.end + usize::from(and);
    if and && reader.lex(at) == Lex::Article && reader.lex(at + 1) == Lex::Half {
        numeral.value += numeral.scale * Decimal::new(5, 1);
        numeral.end = at + 2;
        return;
    }
    let follows = reader.is_word(at) || (and && reader.is_number(at));
    let rest = if follows { nested(reader, at, Suffixes::Cautious, depth + 1) } else { None };
    if let Some(rest) =
        rest.filter(|r| r.value < numeral.scale && (and || r.value > Decimal::ONE) && !is_counted(reader, r.end))
    {
        numeral.value += rest.value;
        numeral.step = rest.step;
        numeral.end = rest.end;
    }
}

/// Whether what stands there makes the number before it a quantity of its own.
fn is_counted(reader: &Reader<'_>, i: usize) -> bool {
    matches!(reader.lex(i), Lex::Percent | Lex::SubUnit(_) | Lex::Hundred | Lex::Scale(_))
}

/// A running total of number words.
#[derive(Default)]
struct Words {
    /// What scales have closed: the million of `two million three`.
    total: Decimal,
    /// The smallest scale closed so far; a larger one multiplies everything.
    last_scale: Option<Decimal>,
    /// The group under way, under a thousand.
    group: u32,
    /// Whether the group holds anything.
    open: bool,
    /// What the `hundred` of the group was worth, so that no second one follows `and`.
    hundreds: bool,
}

fn in_words(reader: &Reader<'_>, i: usize, depth: u8) -> Option<Numeral> {
    if let Some(numeral) = half_or_article(reader, i) {
        return Some(numeral);
    }
    let mut words = Words::default();
    let mut end = i;
    let mut at = i;
    loop {
        // Hyphens join (`twenty-one`), also with spaces around them; `and` only before a smaller number.
        let mut next = at;
        if end > i {
            let hyphen = reader.ch(next) == b'-' && reader.is_word(next + 1);
            if hyphen || (reader.lex(next) == Lex::And && continues_after_and(reader, next + 1, &words)) {
                next += 1;
            }
        }
        if !words.take(reader.lex(next)) {
            break;
        }
        at = next + 1;
        end = at;
    }
    if end == i {
        return None;
    }
    let mut value = words.value()?;
    let mut has_decimals = false;
    // `two point five`
    if reader.lex(end) == Lex::Point {
        let mut decimals = 0_u32;
        let mut fraction = 0_i64;
        while let Lex::Unit(digit) = reader.lex(end + 1 + decimals as usize) {
            if decimals == 9 {
                break;
            }
            fraction = fraction * 10 + i64::from(digit);
            decimals += 1;
        }
        if decimals > 0 {
            value += Decimal::new(fraction, decimals);
            end += 1 + decimals as usize;
            has_decimals = true;
        }
    }
    let scale = words.last_scale.unwrap_or(Decimal::ONE);
    let mut numeral = Numeral { first: i, end, value, step: Decimal::ONE, scale, in_words: true, has_decimals };
    if words.last_scale.is_none() || has_decimals {
        word_fraction(reader, &mut numeral, depth);
        numeral.scale = Decimal::ONE;
        scaled(reader, &mut numeral, Suffixes::Cautious)?;
    } else {
        word_fraction(reader, &mut numeral, depth);
        if reader.lex(numeral.end) == Lex::Dozen {
            numeral.value = numeral.value.checked_mul(Decimal::from(12))?;
            numeral.end += 1;
        }
    }
    Some(numeral)
}

/// `half a million`, `a dozen`, `a hundred`, `quarter million`.
fn half_or_article(reader: &Reader<'_>, i: usize) -> Option<Numeral> {
    let part = match reader.lex(i) {
        Lex::Half => Decimal::new(5, 1),
        Lex::Quarter => Decimal::new(25, 2),
        Lex::Article => Decimal::ONE,
        _ => return None,
    };
    let at = if part < Decimal::ONE && reader.lex(i + 1) == Lex::Article { i + 2 } else { i + 1 };
    let large = |i: usize| matches!(reader.lex(i), Lex::Scale(_) | Lex::Dozen | Lex::Hundred);
    // `a half million`
    let (part, at) = match (reader.lex(i), reader.lex(at)) {
        (Lex::Article, Lex::Half) => (Decimal::new(5, 1), at + 1),
        (Lex::Article, Lex::Quarter) => (Decimal::new(25, 2), at + 1),
        _ => (part, at),
    };
    // `a hundredth`, `a millionth`
    if let (Lex::Article, Lex::Denominator(100) | Lex::ScaleDenominator(_)) = (reader.lex(i), reader.lex(i + 1)) {
        let value = Decimal::ONE.checked_div(denominator(reader, i + 1, true)?)?;
        return Some(Numeral {
            first: i,
            end: i + 2,
            value,
            step: value,
            scale: Decimal::ONE,
            in_words: true,
            has_decimals: true,
        });
    }
    // `hundreds of`, `thousands of` count nothing; `a hundred` does.
    if !large(at) || reader.word(at).ends_with('s') {
        return None;
    }
    let mut numeral = Numeral {
        first: i,
        end: at,
        value: part,
        step: part,
        scale: Decimal::ONE,
        in_words: true,
        has_decimals: false,
    };
    scaled(reader, &mut numeral, Suffixes::Cautious)?;
    Some(numeral)
}

/// After `and`: a number smaller than the last hundred or scale, so that `3 hundred and 2 hundred` stay two.
fn continues_after_and(reader: &Reader<'_>, i: usize, words: &Words) -> bool {
    if !words.hundreds && words.last_scale.is_none() {
        return false;
    }
    let small = matches!(reader.lex(i), Lex::Unit(1..=9) | Lex::Teen(_) | Lex::Tens(_));
    let second_hundred = words.hundreds && words.open && reader.lex(i + 1) == Lex::Hundred;
    // `one hundred and three quarters` is a hundred and a fraction.
    small && !second_hundred && !matches!(reader.lex(i + 1), Lex::Denominator(_))
}

impl Words {
    /// Adds a word; `false` where it does not go on.
    fn take(&mut self, lex: Lex) -> bool {
        match lex {
            Lex::Unit(n) if !self.open || (n > 0 && self.group.is_multiple_of(10) && self.group % 100 != 10) => {
                self.group += u32::from(n);
            }
            Lex::Teen(n) if !self.open || self.group.is_multiple_of(100) => self.group += u32::from(n),
            // Hebrew: `ארבעה עשר` is four-ten.
            Lex::Teen(10) if (1..=9).contains(&self.group) => self.group += 10,
            Lex::Tens(n) if !self.open || self.group.is_multiple_of(100) => self.group += u32::from(n),
            // `one twenty two` is 122.
            Lex::Tens(n) if (1..=9).contains(&self.group) => self.group = self.group * 100 + u32::from(n),
            Lex::Hundred if self.open && !self.hundreds && (1..=99).contains(&self.group) => {
                self.group *= 100;
                self.hundreds = true;
            }
            // `three cr twelve lac`: a crore is also abbreviated among words.
            Lex::Scale(power) | Lex::Suffix(power @ 7) => return self.scale(power_of_ten(power)),
            _ => return false,
        }
        self.open = true;
        true
    }

    fn scale(&mut self, factor: Decimal) -> bool {
        let larger = self.last_scale.is_some_and(|last| factor > last);
        let closed = if larger {
            // `two hundred thousand million`, `three lakh crore`
            (self.total + Decimal::from(self.group)).checked_mul(factor)
        } else if self.open {
            Decimal::from(self.group).checked_mul(factor).and_then(|group| self.total.checked_add(group))
        } else if self.last_scale.is_some() {
            // `three lakh crore` with the larger one second is above; `thousand millions` here.
            self.total.checked_mul(factor)
        } else {
            None
        };
        let Some(total) = closed else { return false };
        *self = Words { total, last_scale: Some(factor), ..Words::default() };
        true
    }

    fn value(&self) -> Option<Decimal> {
        self.total.checked_add(Decimal::from(self.group))
    }
}

/// `two thirds`, `one fifth`, `three and a half`, `one over twenty`, `two out of five`.
fn word_fraction(reader: &Reader<'_>, numeral: &mut Numeral, depth: u8) {
    let i = numeral.end;
    let joined = if reader.ch(i) == b'-' { i + 1 } else { i };
    if let Some(denominator) = denominator(reader, joined, numeral.value == Decimal::ONE) {
        if let Some(value) = numeral.value.checked_div(denominator) {
            numeral.value = value;
            numeral.end = joined + 1;
            numeral.has_decimals = true;
            of_scale(reader, numeral);
        }
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
        if let Some(denominator) = denominator(reader, at, count == 1)
            && let Some(part) = Decimal::from(count).checked_div(denominator)
        {
            // `three million and a half` is half a million more.
            let unit = if denominator == Decimal::TWO || numeral.scale >= power_of_ten(6) {
                numeral.scale
            } else {
                Decimal::ONE
            };
            numeral.value += part * unit;
            numeral.end = at + 1;
            numeral.has_decimals = true;
        }
        return;
    }
    if depth < DEEPEST {
        one_over(reader, numeral, depth);
    }
}

/// `one over twenty`, `1 over 3`, `one out of three`
fn one_over(reader: &Reader<'_>, numeral: &mut Numeral, depth: u8) {
    let i = numeral.end;
    let out_of = reader.word(i) == "out" && reader.lex(i + 1) == Lex::Of;
    if numeral.value != Decimal::ONE || !(reader.lex(i) == Lex::Over || out_of) {
        return;
    }
    let at = if out_of { i + 2 } else { i + 1 };
    let Some(below) = nested(reader, at, Suffixes::Cautious, depth + 1) else { return };
    // `1 over 3 years` counts years.
    let counted = reader.is_word(below.end) && !reader.ends(below.end);
    if let Some(value) = numeral.value.checked_div(below.value).filter(|_| !counted) {
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
        && let Some(value) = numeral.value.checked_mul(power_of_ten(power))
    {
        numeral.value = value;
        numeral.end = i + 3;
    }
}

/// What the word divides by. A singular (`third`) only after one; `second` and `first` are never denominators, and
/// `third quarter` is a date.
fn denominator(reader: &Reader<'_>, i: usize, singular: bool) -> Option<Decimal> {
    match reader.lex(i) {
        Lex::Denominator(n) if n > 1 => Some(Decimal::from(n)),
        Lex::ScaleDenominator(power) => Some(power_of_ten(power)),
        Lex::Half | Lex::Quarter if singular => {
            Some(if reader.lex(i) == Lex::Half { Decimal::TWO } else { Decimal::from(4) })
        }
        Lex::Ordinal(n) if singular && n > 2 && reader.lex(i + 1) != Lex::Quarter => Some(Decimal::from(n)),
        _ => None,
    }
}
