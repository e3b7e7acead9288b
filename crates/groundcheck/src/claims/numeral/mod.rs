//! Numerals: digits or words, with scale, fraction and sign.
//!
//! `two and a half million`, `322 hundred`, `1.2 bn`, `one hundred and three quarters`, `1 414 021 100`, `three lakh crore`.

mod fraction;
mod in_digits;
mod in_words;
mod scale;

use rust_decimal::Decimal;

use super::reader::Reader;
use crate::document::token::Kind;
use crate::lexicon::Lex;

pub(super) use in_digits::exponent;
use in_digits::in_digits;
use in_words::in_words;
use scale::scaled;

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

/// A numeral with a sign before it: `-5`, `minus five`, `(5)%`; a mere `(5)` is left to the tables.
pub(crate) fn signed(reader: &Reader<'_>, i: usize) -> Option<Numeral> {
    if let Some(at) = minus(reader, i) {
        let mut numeral = numeral(reader, at, Suffixes::Cautious)?;
        numeral.first = i;
        numeral.value = -numeral.value;
        return Some(numeral);
    }
    in_parentheses(reader, i).or_else(|| numeral(reader, i, Suffixes::Cautious))
}

/// `(3.2)%`, `(2.4) million`: accounting's minus around digits whose unit stands behind the bracket.
fn in_parentheses(reader: &Reader<'_>, i: usize) -> Option<Numeral> {
    if reader.ch(i) != b'(' || !reader.is_number(i + 1) {
        return None;
    }
    let inner = numeral(reader, i + 1, Suffixes::Cautious)?;
    let unit = reader.lex(inner.end + 1);
    let is_unit = matches!(unit, Lex::Scale(_) | Lex::Percent | Lex::Per | Lex::BasisPoints | Lex::Basis | Lex::Points);
    if reader.ch(inner.end) != b')' || !is_unit {
        return None;
    }
    let mut whole = Numeral { first: i, end: inner.end + 1, value: -inner.value, ..inner };
    scaled(reader, &mut whole, Suffixes::Cautious)?;
    Some(whole)
}

/// Where the number starts, if a minus sign stands at `i`. A hyphen that joins words, or the ends of a range, is no sign.
pub(crate) fn minus(reader: &Reader<'_>, i: usize) -> Option<usize> {
    if reader.lex(i) == Lex::Minus {
        // `plus or minus 2 points` is how far off it may be.
        let either = i > 1
            && reader.word(i - 2).eq_ignore_ascii_case("plus")
            && (reader.word(i - 1).eq_ignore_ascii_case("or") || reader.ch(i - 1) == b'/');
        return (!either).then_some(i + 1);
    }
    let hyphen = reader.is_dash(i) && reader.glued(i + 1);
    // `ב-3%` and `ב -3%` are `in 3%`; only a second one is a sign: `ב־-3%`. `של -3%` is `of -3%`.
    let letter = |k: usize| k > 0 && reader.is_hebrew_prefix(k - 1) && reader.word(k - 1).chars().nth(1).is_none();
    let second = i > 1 && reader.is_dash(i - 1) && reader.is_hebrew_prefix(i - 2);
    // `NOI **-5%**`, and `NOI**-5%**` too, but not `**5**-**7**`.
    let apart = !reader.glued(i) || (reader.is_word(i - 1) && !reader.touches(i));
    let free = (i == 0 || apart && !letter(i))
        || second
        || matches!(reader.ch(i - 1), b'(' | b'|' | b':' | b',' | b'"' | b'$');
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
