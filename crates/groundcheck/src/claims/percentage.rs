//! Shares of a hundred: `85 %`, `12.5 per cent`, `8 percentage points`, `50 basis points` (0.5), `12 אחוז`.
//!
//! Source: document 2, "Percentage Claims".

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::numeral::Numeral;
use super::reader::Reader;
use super::{Quantity, Value};
use crate::lexicon::Lex;

/// The percentage whose number has been read.
pub(crate) fn percentage(reader: &Reader<'_>, amount: &Numeral) -> Option<Quantity> {
    // `a 5-percent share`, and the `5\%` of LaTeX.
    let joined = matches!(reader.ch(amount.end), b'-' | b'\\') && reader.glued(amount.end);
    let i = amount.end + usize::from(joined);
    let (end, divisor) = unit(reader, i)?;
    let value = amount.value / divisor;
    Some(reader.quantity(
        amount.first,
        end,
        ClaimKind::Percentage,
        Value::Number(value),
        Some("%"),
        amount.step / divisor,
    ))
}

/// One past the unit, and what the number is divided by.
fn unit(reader: &Reader<'_>, i: usize) -> Option<(usize, Decimal)> {
    let hundred = Decimal::ONE_HUNDRED;
    match reader.lex(i) {
        // `percent points`, `% points`
        Lex::Percent => Some((i + 1 + usize::from(reader.lex(i + 1) == Lex::Points), Decimal::ONE)),
        Lex::BasisPoints => Some((i + 1, hundred)),
        Lex::Basis if matches!(reader.lex(i + 1), Lex::Points | Lex::Point) => Some((i + 2, hundred)),
        Lex::Per => {
            let word = reader.word(i);
            if word.eq_ignore_ascii_case("percentage") {
                let points = matches!(reader.lex(i + 1), Lex::Points | Lex::Point);
                return Some((i + 1 + usize::from(points), Decimal::ONE));
            }
            let cent = reader.word(i + 1).eq_ignore_ascii_case("cent");
            cent.then_some((i + 2, Decimal::ONE))
        }
        // Hebrew: `נקודות אחוז`, `נקודות בסיס`
        Lex::Points if reader.lex(i + 1) == Lex::Percent => Some((i + 2, Decimal::ONE)),
        Lex::Points if reader.lex(i + 1) == Lex::Basis => Some((i + 2, hundred)),
        _ => None,
    }
}
