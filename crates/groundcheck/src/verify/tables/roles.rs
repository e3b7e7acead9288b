//! What the cells of a column are: values, or what says which value a row holds.

use rust_decimal::Decimal;

use super::cells::currency_in;
use super::headings::Heading;
use super::periods::Part;
use super::{Scale, TableReader, is_empty};
use crate::document::TableCell;
use crate::document::lower;
use crate::lexicon::labels;
use crate::lexicon::measure::Measure;
use crate::verify::{measured, scale};

/// A column is judged by this many of its first rows.
const ROWS_READ: usize = 16;

/// What the cells of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Value,
    /// Words that name the row with its first cell: `North | Shops | 120`.
    Label,
    /// The period of the row: `North | 2024-Q3 | 120`.
    Period,
    /// What the row's values are measured in: `Subscribers | thousands | 1,204`.
    Unit,
    /// The number of a note on the row: `Revenue | 3 | 142,870`.
    Note,
}

/// What a row's values are measured in, where a column says it.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    pub(super) scale: Scale,
    pub(super) currency: Option<&'static str>,
    pub(super) percent: bool,
    pub(super) measure: Option<Measure>,
}

impl TableReader<'_> {
    /// The role of every column, by its heading and its first cells; `rows` are those under the headings.
    pub(super) fn roles(&self, headings: &[Heading], rows: &[Vec<TableCell>]) -> Vec<Role> {
        let mut roles = Vec::with_capacity(headings.len());
        let mut values_begun = false;
        for (at, heading) in headings.iter().enumerate() {
            let cells =
                || rows.iter().take(ROWS_READ).filter_map(move |row| row.get(at)).filter(|cell| !is_empty(cell));
            let is_period =
                |cell: &TableCell| !self.periods(Some(cell)).is_empty() || !self.parts_under(cell, heading).is_empty();
            let is_label = |cell: &TableCell| {
                let body = self.body(cell);
                let letters = body.chars().filter(|c| c.is_alphabetic()).count();
                let digits = body.chars().filter(char::is_ascii_digit).count();
                // `Trail pack 40L`
                letters > 2 && (digits == 0 || (letters > 3 * digits && body.starts_with(char::is_alphabetic)))
            };
            let is_called = |names: &[&str]| names.contains(&lower(&heading.text).trim());
            // `mg/L`, and once `CFU/100 mL`
            let without_digits = |cell: &&TableCell| !self.body(cell).contains(|c: char| c.is_ascii_digit());
            let role = if at == 0 || cells().next().is_none() {
                Role::Value
            } else if is_called(labels::NOTES) {
                Role::Note
            } else if is_called(labels::UNITS) && cells().filter(without_digits).count() * 2 > cells().count() {
                Role::Unit
            } else if heading_is_period(&heading.text) && cells().all(is_period) {
                Role::Period
            } else if !values_begun && cells().all(is_label) {
                Role::Label
            } else {
                values_begun = true;
                Role::Value
            };
            roles.push(role);
        }
        // `Event | Date`: where nothing else is told, the dates are.
        if !roles.iter().skip(1).any(|role| *role == Role::Value) {
            roles.iter_mut().filter(|role| **role == Role::Period).for_each(|role| *role = Role::Value);
        }
        roles
    }

    /// What a cell says that its row's values are measured in; `$` alone says that they are in no thousands.
    pub(super) fn unit(&self, cell: &TableCell) -> Unit {
        let body = self.body(cell);
        Unit {
            scale: Scale { factor: scale::headed(&body).unwrap_or(Decimal::ONE), own: true, nearby: true },
            currency: currency_in(self.text, self.tokens_of(cell.span)),
            percent: body.contains('%') || lower(&body).contains("percent"),
            measure: measured::behind(self.text, self.tokens_of(cell.span), 0),
        }
    }

    /// The parts of a year in a cell; under `Quarter` or `Month` a bare number is one too.
    pub(super) fn parts_under(&self, cell: &TableCell, heading: &Heading) -> Vec<Part> {
        let parts = self.parts(cell);
        let Ok(number) = self.body(cell).parse::<u8>() else { return parts };
        let heading = lower(&heading.text);
        let says = |words: [&str; 2]| words.iter().any(|word| heading.contains(word));
        match number {
            1..=4 if says(["quarter", "רבעון"]) => vec![Part::Quarter(number)],
            1..=12 if says(["month", "חודש"]) => vec![Part::Month(number)],
            _ => parts,
        }
    }
}

fn heading_is_period(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| labels::PERIODS.iter().any(|own| own.eq_ignore_ascii_case(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_over_the_time_of_a_row() {
        for (text, expected) in [
            ("Year", true),
            ("Fiscal year", true),
            ("Period ended", true),
            ("Maturity date", false),
            ("2019", false),
            ("", false),
        ] {
            assert_eq!(heading_is_period(text), expected, "{text}");
        }
    }
}
