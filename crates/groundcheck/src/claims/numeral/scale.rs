//! What multiplies a numeral: `million`, `k`, `hundred`, `dozen`, `lakh crore`.

use rust_decimal::Decimal;

use super::super::digits::{bounded, power_of_ten};
use super::super::reader::Reader;
use super::{Numeral, Suffixes};
use crate::document::token::Kind;
use crate::lexicon::Lex;

/// Applies the scale words and suffixes behind the number: `million`, `k`, `hundred`, `dozen`, `lakh crore`.
pub(super) fn scaled(reader: &Reader<'_>, numeral: &mut Numeral, suffixes: Suffixes) -> Option<()> {
    loop {
        let i = numeral.end;
        // `10-million` reads like `10 million`.
        let at = if reader.ch(i) == b'-' && matches!(reader.lex(i + 1), Lex::Scale(_)) { i + 1 } else { i };
        let at = at + usize::from(is_broken(reader, at));
        let factor = match reader.lex(at) {
            Lex::Scale(power) => power_of_ten(power),
            Lex::Hundred => Decimal::ONE_HUNDRED,
            Lex::Dozen => Decimal::from(12),
            Lex::Suffix(power) if numeral.scale == Decimal::ONE && is_suffix(reader, at, suffixes) => {
                power_of_ten(power)
            }
            Lex::None if reader.word(at) == "מ" && is_abbreviated(reader, at) => power_of_ten(6),
            _ => return Some(()),
        };
        numeral.value = numeral.value.checked_mul(factor).and_then(bounded)?;
        numeral.step = numeral.step.checked_mul(factor)?;
        numeral.scale = numeral.scale.checked_mul(factor)?;
        numeral.end = at + 1 + usize::from(is_abbreviated(reader, at));
    }
}

/// Whether running text is broken before the scale word: `capital expenditure is $1,120` and on the next line `million, of which`.
fn is_broken(reader: &Reader<'_>, i: usize) -> bool {
    let newline = |i: usize| reader.tokens.get(i).is_none_or(|t| t.kind == Kind::Newline);
    let small = reader.word(i + 1).starts_with(char::is_lowercase);
    newline(i) && matches!(reader.lex(i + 1), Lex::Scale(_)) && small && !newline(i + 2) && i > 1 && !newline(i - 2)
}

/// Hebrew's mark of an abbreviation behind the word, before a currency: `4.5 מ' ש"ח`. Otherwise `מ'` are metres.
fn is_abbreviated(reader: &Reader<'_>, i: usize) -> bool {
    let mark = reader.ch(i + 1) == b'\'' && reader.glued(i + 1) && !reader.word(i).is_ascii();
    mark && matches!(reader.lex(i + 2), Lex::Currency(_) | Lex::Code(_))
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
        // `3.5m users`, but not `100m in 9.8 seconds`.
        "m" => suffixes == Suffixes::Money || glued && is_plural(reader, i + 1),
        "T" | "mm" => suffixes == Suffixes::Money,
        "t" => false,
        // Longer ones are scales and nothing else.
        _ => word.len() > 1,
    };
    fits && free_after
}

/// Whether a plural stands there, which what is measured in metres has none of: `users`, `people`.
fn is_plural(reader: &Reader<'_>, i: usize) -> bool {
    let word = reader.word(i);
    let plural = word.len() > 3 && word.ends_with('s') && word.bytes().all(|b| b.is_ascii_lowercase());
    reader.is_word(i) && !reader.glued(i) && (plural || word == "people")
}
