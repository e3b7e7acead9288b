//! Numerals in words: `two hundred and two thousand`, `half a million`, `two point five`, `ארבעה עשר`.

use rust_decimal::Decimal;

use super::super::digits::{bounded, power_of_ten};
use super::super::reader::Reader;
use super::fraction::{denominator, part_of, word_fraction};
use super::scale::scaled;
use super::{Numeral, Suffixes};
use crate::lexicon::Lex;

/// A running total of number words.
#[derive(Clone, Copy, Default)]
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

pub(super) fn in_words(reader: &Reader<'_>, i: usize, depth: u8) -> Option<Numeral> {
    let article = is_article_of_many(reader, i);
    if !article && let Some(numeral) = half_or_article(reader, i).or_else(|| part_of(reader, i)) {
        return Some(numeral);
    }
    let mut words = Words::default();
    if article || is_one_scale(reader, i) {
        (words.group, words.open) = (1, true);
    }
    let mut end = i + usize::from(article);
    let mut at = end;
    // Before the last word, in case that begins a denominator.
    let mut before = (Words::default(), i);
    let first = end;
    loop {
        // Hyphens join (`twenty-one`), also with spaces around them; `and` only before a smaller number.
        let mut next = at;
        if end > first {
            let hyphen = reader.ch(next) == b'-' && reader.is_word(next + 1);
            if hyphen || (reader.lex(next) == Lex::And && continues_after_and(reader, next + 1, &words)) {
                next += 1;
            }
        }
        let so_far = (words, end);
        if !words.take(reader.lex(next)) {
            break;
        }
        before = so_far;
        at = next + 1;
        end = at;
    }
    if end == first {
        return None;
    }
    // `three twenty-firsts`, but not the `twenty fifths` that are four.
    let joined = if reader.ch(before.1) == b'-' { before.1 + 1 } else { before.1 };
    if before.1 > first && denominator(reader, joined, before.0.is_one()).is_some_and(|(_, past)| past > end) {
        (words, end) = before;
    }
    if is_ordinal(reader, end) {
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
            numeral.value = numeral.value.checked_mul(Decimal::from(12)).and_then(bounded)?;
            numeral.end += 1;
        }
    }
    Some(numeral)
}

/// Whether a Hebrew scale stands for one of it: `אלף ומאתיים`, `מיליון וחצי`, `מיליון שקל`, `אלף עובדים`. Over a column `(מיליון ש"ח)` it does not.
fn is_one_scale(reader: &Reader<'_>, i: usize) -> bool {
    let Lex::Scale(_) = reader.lex(i) else { return false };
    let word = reader.word(i);
    let singular = word.starts_with(crate::lexicon::is_hebrew) && !word.ends_with(['י', 'ם']);
    let before = reader.tokens.get(i).and_then(|t| reader.text.get(..t.start as usize)).unwrap_or_default();
    let apart = !before.ends_with(['ב', 'ה', '(']);
    let goes_on = reader.has_vav(i + 1)
        && matches!(
            reader.lex(i + 1),
            Lex::Unit(_) | Lex::Teen(_) | Lex::Tens(_) | Lex::Round(_) | Lex::Half | Lex::Quarter | Lex::Denominator(_)
        );
    singular && apart && (goes_on || matches!(reader.lex(i + 1), Lex::Currency(_)) || is_counted(reader, i + 1))
}

/// Whether what stands there is a Hebrew plural that may be counted: `עובדים`, `יחידות`, `איש`.
fn is_counted(reader: &Reader<'_>, i: usize) -> bool {
    let word = reader.word(i);
    reader.is_word(i) && reader.lex(i) == Lex::None && (word == "איש" || word.ends_with("ים") || word.ends_with("ות"))
}

/// Whether the word before `end` is the first half of an ordinal: the `twenty` of `twenty-first`. A `thirty second clip` is half a
/// minute long.
fn is_ordinal(reader: &Reader<'_>, end: usize) -> bool {
    let tens = end.checked_sub(1).is_some_and(|last| matches!(reader.lex(last), Lex::Tens(_)));
    let hyphen = reader.ch(end) == b'-';
    match reader.lex(if hyphen { end + 1 } else { end }) {
        Lex::Ordinal(2) => tens && hyphen,
        Lex::Ordinal(1..=9) => tens,
        _ => false,
    }
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
    // `a quarter of a million`
    let of = part < Decimal::ONE && reader.lex(at) == Lex::Of && reader.lex(at + 1) == Lex::Article;
    let at = if of { at + 2 } else { at };
    // `a hundredth`, `a millionth`
    if let (Lex::Article, Lex::Denominator(100) | Lex::ScaleDenominator(_)) = (reader.lex(i), reader.lex(i + 1)) {
        let value = Decimal::ONE.checked_div(denominator(reader, i + 1, true)?.0)?;
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

/// Whether an article stands for the one of a hundred or a scale: `a hundred and twenty`, `a million and a half`. `a dozen` and
/// `a half million` go on in no such way.
fn is_article_of_many(reader: &Reader<'_>, i: usize) -> bool {
    reader.lex(i) == Lex::Article
        && matches!(reader.lex(i + 1), Lex::Scale(_) | Lex::Hundred)
        && !reader.word(i + 1).ends_with('s')
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
            Lex::Round(n @ ..1000) if !self.open => {
                self.group = u32::from(n);
                self.hundreds = true;
            }
            Lex::Round(n) if !self.open => {
                (self.group, self.open) = (u32::from(n / 1000), true);
                return self.scale(power_of_ten(3));
            }
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
        let Some(total) = closed.and_then(bounded) else { return false };
        *self = Words { total, last_scale: Some(factor), ..Words::default() };
        true
    }

    fn value(&self) -> Option<Decimal> {
        self.total.checked_add(Decimal::from(self.group))
    }

    fn is_one(&self) -> bool {
        self.last_scale.is_none() && self.group == 1
    }
}
