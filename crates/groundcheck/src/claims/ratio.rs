//! Multiples: `1.25x`, `1.05:1`, `1.25 to 1`, `DSCR 1.25`, `ratio of 1.25`.
//!
//! Source: document 2, "Ratio Claims".

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::numeral::{self, Numeral, Suffixes};
use super::reader::Reader;
use super::{Quantity, Value};
use crate::document::token::Kind;
use crate::lexicon::Lex;

/// Whether the clause under way speaks of a ratio, so that a plain number in it is one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Context {
    /// The token of the last ratio word in this sentence.
    word: Option<usize>,
}

/// How many tokens behind the ratio word its value may stand.
const REACH: usize = 14;

/// Right behind the ratio word a number with decimals is its value, whatever follows: `DSCR 1.25 today`.
const AT_ONCE: usize = 2;

impl Context {
    /// Takes notice of a token, in order.
    pub(crate) fn see(&mut self, reader: &Reader<'_>, i: usize) {
        let Some(token) = reader.tokens.get(i) else { return };
        let ends = token.kind == Kind::Newline || (matches!(token.ch, b'.' | b'!' | b'?') && !reader.glued(i + 1));
        if ends {
            self.word = None;
        } else if matches!(token.lex, Lex::RatioWord) {
            self.word = Some(i);
        }
    }
}

/// The ratio whose number has been read.
pub(crate) fn ratio(reader: &Reader<'_>, amount: &Numeral, context: &Context) -> Option<Quantity> {
    let multiple = |end, value| {
        Some(reader.quantity(amount.first, end, ClaimKind::Ratio, Value::Number(value), None, amount.step))
    };
    let i = amount.end;
    if let Some(end) = times(reader, i) {
        return multiple(end, amount.value);
    }
    // `1.05:1`, `1.25 to 1`
    let colon = reader.ch(i) == b':' && reader.glued(i + 1);
    let worded = reader.word(i).eq_ignore_ascii_case("to") && context.word.is_some();
    // `1.5-to-1`
    let joined = reader.ch(i) == b'-' && reader.word(i + 1).eq_ignore_ascii_case("to") && reader.ch(i + 2) == b'-';
    if colon || worded || joined {
        let below = numeral::numeral(reader, if joined { i + 3 } else { i + 1 }, Suffixes::Cautious)?;
        let one = below.value == Decimal::ONE && !below.has_decimals;
        if one && amount.scale == Decimal::ONE {
            return multiple(below.end, amount.value);
        }
        if colon {
            return multiple(below.end, amount.value.checked_div(below.value)?);
        }
    }
    let word = context.word?;
    let near = amount.first > word && amount.first - word <= REACH;
    (near
        && amount.scale == Decimal::ONE
        && !amount.in_words
        && !is_operand(reader, amount)
        && (stands_alone(reader, amount) || (amount.has_decimals && amount.first - word <= AT_ONCE)))
        .then(|| multiple(i, amount.value))?
}

/// `x` or `times` behind a number; `x 4`, `x10` and `4 × £390` are products.
fn times(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let sign = reader.lex(i) == Lex::Times || reader.ch(i) == b'x';
    if !sign || reader.is_number(i + 1) || matches!(reader.lex(i + 1), Lex::Code(_) | Lex::Currency(_)) {
        return None;
    }
    let word = reader.word(i);
    // `three times a day`, `tried 3 times`: only with a comparison or a multiple behind.
    if word.eq_ignore_ascii_case("times") {
        let next = reader.word(i + 1).to_ascii_lowercase();
        const OF_RATIOS: &[&str] = &[
            "ebitda", "earnings", "revenue", "sales", "interest", "coverage", "leverage", "book", "more", "higher",
            "larger", "greater", "as", "the", "its", "their",
        ];
        return OF_RATIOS.contains(&next.as_str()).then_some(i + 1);
    }
    Some(i + 1)
}

/// An `=` this many tokens off is of the same calculation.
const CALCULATED: usize = 8;

/// Whether it is calculated with: `Current ratio = 986.0 / 380.0 = 2.59`. A sign beside it and an `=` on its line say so.
fn is_operand(reader: &Reader<'_>, amount: &Numeral) -> bool {
    let ends_line = |i: &usize| reader.tokens.get(*i).is_none_or(|token| token.kind == Kind::Newline);
    let before = || (amount.first.saturating_sub(CALCULATED)..amount.first).rev().take_while(|i| !ends_line(i));
    let behind = || (amount.end..amount.end + CALCULATED).take_while(|i| !ends_line(i));
    let stands_beside =
        |i: &usize| !matches!(reader.ch(*i), b'(' | b')' | b'$') && !matches!(reader.lex(*i), Lex::Currency(_));
    let is_sign = |i: usize| matches!(reader.word(i), "/" | "×" | "*" | "+" | "÷" | "−");
    let has_sign =
        before().find(stands_beside).is_some_and(is_sign) || behind().find(stands_beside).is_some_and(is_sign);
    has_sign && before().chain(behind()).any(|i| reader.ch(i) == b'=')
}

/// A number that counts no noun: decimals, or what a clause or a preposition ends.
fn stands_alone(reader: &Reader<'_>, amount: &Numeral) -> bool {
    if amount.value.abs() >= Decimal::ONE_THOUSAND {
        return false;
    }
    const JOINTS: &[&str] = &[
        "in", "at", "as", "for", "and", "or", "to", "from", "on", "by", "compared", "versus", "vs", "against", "while",
        "which", "but", "with", "during", "was", "is", "under", "over", "above", "below",
    ];
    reader.ends(amount.end)
        || JOINTS.contains(&reader.word(amount.end).to_ascii_lowercase().as_str())
        || !reader.is_word(amount.end)
        || !reader.word(amount.end).is_ascii()
}
