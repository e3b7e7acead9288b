//! The dates in a table's cells: what a row is of, or what it tells.

use groundcheck_types::{ClaimKind, Span};

use super::super::prepare::{Dated, Mention, dated};
use super::headings::Heading;
use super::periods::{self, Part};
use super::{MOST_HEADINGS, Over, TableReader, is_empty};
use crate::claims::{self, Period, Quantity, Reader, Value};
use crate::document::TableCell;
use crate::lexicon::Lex;

/// So many times of the day of a cell are read.
const MOST_TIMES: usize = 4;

impl TableReader<'_> {
    /// Whether the rows below this one have dates where it has them: then those are what the table tells, `Review | 19 March`.
    pub(super) fn goes_on_in_dates(&self, row: &[TableCell], below: &[Vec<TableCell>]) -> bool {
        let fills = |row: &&Vec<TableCell>| row.iter().skip(1).any(|c| !is_empty(c));
        let Some(next) = below.iter().take(MOST_HEADINGS).find(fills) else { return true };
        let dated = |cell: &TableCell| !self.periods(Some(cell)).is_empty() || !self.days(cell).is_empty();
        row.iter().zip(next).skip(1).any(|(own, next)| dated(own) && dated(next))
    }

    /// The periods that a cell names.
    pub(super) fn periods(&self, cell: Option<&TableCell>) -> Vec<Dated> {
        let Some(cell) = cell else { return Vec::new() };
        claims::extract_tokens(self.text, self.tokens_of(cell.span), self.conventions)
            .iter()
            .filter_map(dated)
            .collect()
    }

    /// The days of a cell that leave their year open.
    pub(super) fn days(&self, cell: &TableCell) -> Vec<Quantity> {
        let tokens = self.tokens_of(cell.span);
        let mut days = Vec::new();
        if tokens.iter().any(|t| matches!(t.lex, Lex::Month(_))) {
            days = claims::extract_all(self.text, tokens, self.conventions).moments;
        } else {
            claims::add_moments(&Reader::new(self.text, tokens, self.conventions), &mut days);
        }
        days.retain(|own| own.kind == ClaimKind::Date);
        days
    }

    /// The times of the day that a cell tells.
    pub(super) fn times(&self, cell: &TableCell) -> impl Iterator<Item = Mention> {
        let told = claims::times(self.text, self.tokens_of(cell.span)).take(MOST_TIMES);
        told.map(|(time, span)| Mention::new(ClaimKind::Time, Value::Time(time), span))
    }

    /// The dates that a cell tells: a day, or the first and the last one of a time.
    pub(super) fn dates(&self, cell: &TableCell) -> Vec<Mention> {
        const MOST: usize = 2;
        let periods = self.periods(Some(cell)).into_iter().map(mention_of);
        let days = self.days(cell).into_iter().map(|day| Mention::new(day.kind, day.value, day.span));
        periods.chain(days).take(MOST).collect()
    }

    /// The parts of a year that it names without the year.
    pub(super) fn parts(&self, cell: &TableCell) -> Vec<Part> {
        periods::parts(self.text, self.tokens_of(cell.span), self.conventions)
    }
}

/// A date in a cell.
pub(super) fn mention_of(date: Dated) -> Mention {
    Mention { periods: vec![date], ..Mention::new(ClaimKind::Date, Value::Period(date.period), date.span) }
}

/// The year of `Q1` and `March` where nothing says which.
const NO_YEAR: u16 = 0;

/// What a row says of when its values are.
pub(super) struct Times<'r> {
    pub(super) periods: &'r [Dated],
    /// Parts of a year without the year.
    pub(super) parts: &'r [Part],
    /// Whether its times are all that it is called by.
    pub(super) alone: bool,
    /// Its label.
    pub(super) at: Span,
}

impl Times<'_> {
    /// When the row's value under this heading is of; where that is a part of a year and nothing says which year, of none.
    pub(super) fn under(&self, heading: &Heading, over: &Over) -> (Vec<Dated>, Option<Period>) {
        // `As of September 30, 2024` over all columns says nothing of when the row's own years are: `Fiscal 2028`.
        let own_years = over.dated_alike && self.alone && !self.periods.is_empty();
        let of_heading = if own_years { &[][..] } else { &heading.periods };
        let mut periods = periods::beside(self.periods, of_heading);
        if periods.is_empty() {
            periods.extend(&over.group.periods);
        }
        let of_row = [self.parts, &over.group.parts].into_iter().find(|parts| !parts.is_empty());
        let above = of_row.is_none();
        if above && !heading.periods.is_empty() {
            return (periods, None);
        }
        let Some(part) = periods::only(of_row.unwrap_or(&heading.parts)) else {
            // `SEGMENT DATA - 2025` over rows and columns without dates.
            if let (true, Some(year)) = (periods.is_empty(), over.year) {
                periods.push(Dated { period: Period::Year(year), span: self.at, above: false });
            }
            return (periods, None);
        };
        if !periods.is_empty() {
            periods::complete(&mut periods, part);
            return (periods, None);
        }
        // `Month 2024` over `January`, `Traffic by quarter of 2024` over `Q1`.
        let corner = over.headings.first().and_then(|corner| corner.periods.first());
        let year = corner.map(|own| own.period.year()).or(over.year);
        match year.and_then(|year| part.of(year)) {
            Some(period) => {
                let span = if above { heading.parts_at } else { self.at };
                (vec![Dated { period, span, above }], None)
            }
            None => (periods, part.of(NO_YEAR)),
        }
    }
}
