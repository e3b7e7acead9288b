//! Plain numbers: what carries no unit, and is no label, date or ordinal.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::numeral::Numeral;
use super::reader::Reader;
use super::{Quantity, Value};
use crate::lexicon::Lex;

/// The plain number that has been read.
pub(crate) fn number(reader: &Reader<'_>, amount: &Numeral) -> Option<Quantity> {
    // `21st`, `3rd`: a place in an order.
    if reader.lex(amount.end) == Lex::OrdinalSuffix && reader.glued(amount.end) {
        return None;
    }
    if amount.in_words && is_pronoun(reader, amount) || is_frame(reader, amount) {
        return None;
    }
    // `forty-five (45)`, `45 (forty-five)`: said twice, claimed once.
    let end = repeated(reader, amount).unwrap_or(amount.end);
    Some(reader.quantity(amount.first, end, ClaimKind::Number, Value::Number(amount.value), None, amount.step))
}

/// Where to go on when nothing was claimed: past an ordinal's suffix or a number's digits.
pub(crate) fn skip(reader: &Reader<'_>, i: usize) -> usize {
    let ordinal = reader.is_number(i) && reader.lex(i + 1) == Lex::OrdinalSuffix && reader.glued(i + 1);
    i + 1 + usize::from(ordinal)
}

/// `one` where it stands for a thing: `this one`, `one of the`, `one another`, `no one`.
fn is_pronoun(reader: &Reader<'_>, amount: &Numeral) -> bool {
    if amount.value != Decimal::ONE || amount.end != amount.first + 1 || !reader.word(amount.first).is_ascii() {
        return false;
    }
    const BEFORE: &[&str] = &[
        "this", "that", "the", "which", "each", "every", "any", "some", "another", "other", "last", "first", "next",
        "new", "old", "only", "no", "such", "as", "number",
    ];
    const BEHIND: &[&str] = &[
        "of", "another", "can", "should", "must", "could", "would", "day", "such", "is", "was", "has", "to", "who",
        "that", "hand",
    ];
    let before = amount.first.checked_sub(1).map_or("", |i| reader.word(i)).to_ascii_lowercase();
    let behind = reader.word(amount.end).to_ascii_lowercase();
    BEFORE.contains(&before.as_str()) || BEHIND.contains(&behind.as_str())
}

/// The largest count that only frames what is said.
const LARGEST_FRAME: Decimal = Decimal::from_parts(12, 0, 0, false, 0);

/// A count that frames what is said and claims nothing itself: `the three years`, `less than one year`, `top 3`, `the two districts`.
/// `48 stores`, `for 5 years` and `12 of the 14` are none.
fn is_frame(reader: &Reader<'_>, amount: &Numeral) -> bool {
    if amount.value > LARGEST_FRAME || amount.value < Decimal::ONE || !amount.value.is_integer() {
        return false;
    }
    const SPANS: &[&str] = &[
        "year",
        "years",
        "quarter",
        "quarters",
        "month",
        "months",
        "week",
        "weeks",
        "day",
        "days",
        "period",
        "periods",
        "decades",
        "השנים",
        "החודשים",
        "הרבעונים",
    ];
    const POINTING: &[&str] = &["the", "these", "those", "all", "both"];
    const FRAMING: &[&str] = &["past", "last", "next", "previous", "prior", "than"];
    const SUPERLATIVES: &[&str] = &["highest", "largest", "lowest", "biggest", "smallest", "best", "worst"];
    let before = amount.first.checked_sub(1).map_or("", |i| reader.word(i)).to_ascii_lowercase();
    let behind = reader.word(amount.end).to_ascii_lowercase();
    let is = |word: &str, list: &[&str]| list.contains(&word);
    let span = is(&behind, SPANS) && (is(&before, POINTING) || is(&before, FRAMING) || !behind.is_ascii());
    let plural = behind.ends_with('s') && !reader.is_number(amount.end);
    span || before == "top" || is(&behind, SUPERLATIVES) || (amount.in_words && is(&before, POINTING) && plural)
}

fn repeated(reader: &Reader<'_>, amount: &Numeral) -> Option<usize> {
    if reader.ch(amount.end) != b'(' {
        return None;
    }
    let again = super::numeral::numeral(reader, amount.end + 1, super::numeral::Suffixes::Cautious)?;
    let same = again.value == amount.value && again.in_words != amount.in_words;
    (same && reader.ch(again.end) == b')').then_some(again.end + 1)
}
