//! What multiplies a numeral: `million`, `k`, `hundred`, `dozen`, `lakh crore`.

use rust_decimal::Decimal;

use super::super::digits::{bounded, power_of_ten};
use super::super::reader::Reader;
use super::{Numeral, Suffixes};
use crate::lexicon::Lex;

/// Applies the scale words and suffixes behind the number: `million`, `k`, `hundred`, `dozen`, `lakh crore`.
pub(super) fn scaled(reader: &Reader<'_>, numeral: &mut Numeral, suffixes: Suffixes) -> Option<()> {
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
        numeral.value = numeral.value.checked_mul(factor).and_then(bounded)?;
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
