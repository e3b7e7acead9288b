//! The number of a cell, its sign and its unit; what may stand in the cells beside it.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::super::prepare::Mention;
use super::{Scale, TableReader};
use crate::claims::{self, Period, Value};
use crate::document::token::{Kind, Token};
use crate::document::{Table, TableCell};
use crate::lexicon::{Lex, currency};

/// One number of a cell.
pub(super) struct Cell {
    pub(super) kind: ClaimKind,
    pub(super) number: Decimal,
    pub(super) unit: Option<&'static str>,
}

impl TableReader<'_> {
    /// The currency that the table's cells carry, if they carry one.
    pub(super) fn currency(&self, table: &Table) -> Option<&'static str> {
        let first_rows = table.rows.iter().take(40).flatten();
        first_rows.filter(|c| self.body(c).contains(['$', '€', '£', '₪', '¥'])).find_map(|c| {
            let tokens = self.tokens_of(c.span);
            let found = claims::extract_tokens(self.text, tokens, self.conventions);
            let alone = || match tokens {
                [sign] if sign.kind == Kind::Punct => sign_of(sign.lex),
                _ => None,
            };
            found.iter().find_map(|q| q.unit.filter(|_| q.kind == ClaimKind::Currency)).or_else(alone)
        })
    }

    /// The number of a cell: `$ 1,452.4`, `(12.5)`, `12.5 %`, `$(1,234)`, `(1.5)%`, `-66.0 ( 66.0 )`. Where a page parts signs
    /// from numbers, `$` stands in the cell before it and `%` in the one behind.
    pub(super) fn cell(&self, row: &[TableCell], at: usize) -> Option<Cell> {
        let cell = row.get(at)?;
        let tokens = self.tokens_of(cell.span);
        if !tokens.iter().any(|t| t.kind == Kind::Number) {
            return None;
        }
        let found = claims::extract_tokens(self.text, tokens, self.conventions);
        let Some(quantity) = found.iter().find(|q| q.value.number().is_some()).or_else(|| found.first()) else {
            return self.bracketed(tokens);
        };
        let mut number = match quantity.value {
            Value::Number(number) => number,
            // A year in a body cell is still a number to somebody.
            Value::Period(Period::Year(year)) => Decimal::from(year),
            Value::Period(_) => return None,
        };
        let numbers = tokens.iter().filter(|t| t.kind == Kind::Number).count();
        let wordless = !tokens.iter().any(|t| t.kind == Kind::Word);
        let before = at.checked_sub(1).filter(|before| *before > 0).and_then(|before| row.get(before));
        let before = before.map(|cell| self.tokens_of(cell.span)).unwrap_or_default();
        let behind = row.get(at + 1).map(|cell| self.body(cell)).unwrap_or_default();
        let bracket =
            tokens.iter().any(|t| t.ch == b'(') || matches!(before, [.., last] if last.ch == b'(' && before.len() <= 2);
        if bracket && numbers == 1 && wordless && number.is_sign_positive() {
            number = -number;
        }
        let sign = match before {
            [sign] => sign_of(sign.lex),
            [sign, bracket] if bracket.ch == b'(' => sign_of(sign.lex),
            _ => None,
        };
        let percent = self.body(cell).contains('%') || matches!(behind.as_ref(), "%" | ")%" | "%)");
        let kind = match quantity.kind {
            _ if percent => ClaimKind::Percentage,
            ClaimKind::Date | ClaimKind::Number if sign.is_some() => ClaimKind::Currency,
            ClaimKind::Date => ClaimKind::Number,
            kind => kind,
        };
        Some(Cell { kind, number, unit: quantity.unit.or(sign) })
    }

    /// `(31)`: in running text a list's number, in a cell a loss of 31.
    fn bracketed(&self, tokens: &[Token]) -> Option<Cell> {
        let [open, number, close] = tokens else { return None };
        if open.ch != b'(' || close.ch != b')' || number.kind != Kind::Number {
            return None;
        }
        let read = claims::digits(number.text(self.text), self.conventions)?;
        Some(Cell { kind: ClaimKind::Number, number: -read, unit: None })
    }
}

/// The currency of a sign that stands alone.
fn sign_of(lex: Lex) -> Option<&'static str> {
    match lex {
        Lex::Code(place) | Lex::Currency(place) => Some(currency::iso(place)),
        _ => None,
    }
}

/// A row of brackets only: its label means them without their sign.
pub(super) fn all_negative(mentions: &[Mention]) -> bool {
    mentions.len() > 1 && mentions.iter().all(|m| m.value.number().is_some_and(|v| v.is_sign_negative()))
}

/// Whether a row's label makes its plain numbers percentages.
pub(super) fn row_is_percentage(label: &str) -> bool {
    label.contains('%') || label.to_lowercase().contains("percent")
}

/// What else a cell may mean: where a scale is stated, the number as printed (a count under money's scale); where none is, also
/// thousands, millions and billions of it, for a claim that names the scale beside the very same figure.
pub(super) fn also(cell: &Cell, scale: Option<Scale>, unscaled: bool) -> Vec<Decimal> {
    match scale {
        Some(_) => vec![cell.number],
        None if unscaled => Vec::new(),
        None => [1_000, 1_000_000, 1_000_000_000]
            .iter()
            .filter_map(|s| cell.number.checked_mul(Decimal::from(*s)).and_then(claims::bounded))
            .collect(),
    }
}
