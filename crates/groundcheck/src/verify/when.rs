//! The days of a sentence and the clause of each.

use core::ops::Range;

use groundcheck_types::ClaimKind;

use super::clause;
use super::limits;
use crate::claims::{self, Quantity};
use crate::document::token::Token;

/// The days of a sentence, read once for all its claims.
#[derive(Debug, Default)]
pub(super) struct Days {
    /// Of a sentence that tells several days and no other time, the clause of each, in order.
    clauses: Vec<Range<usize>>,
    /// The first tokens of those that leave their year open, in order.
    yearless: Vec<usize>,
}

impl Days {
    /// Reads a sentence; `quantities` are its own, `moments` its days without their year and its times of the day.
    pub(super) fn read(
        text: &str,
        tokens: &[Token],
        range: &Range<usize>,
        quantities: &[Quantity],
        moments: &[Quantity],
    ) -> Self {
        let is_time = |q: &Quantity| q.kind == ClaimKind::Time;
        // Most sentences tell none.
        if moments.iter().all(is_time) && !quantities.iter().any(|q| q.value.month_day().is_some()) {
            return Days::default();
        }
        let dates = claims::in_order(quantities, moments).filter(|q| q.kind == ClaimKind::Date);
        let dates: Vec<&Quantity> = dates.collect();
        let is_day = |date: &&Quantity| date.value.month_day().is_some();
        let clauses =
            if dates.len() > 1 && dates.iter().all(is_day) { clauses(text, tokens, range, &dates) } else { Vec::new() };
        Days { yearless: moments.iter().filter(|q| !is_time(q)).map(|day| day.first as usize).collect(), clauses }
    }

    /// The clause of the date that begins with this token, where its sentence tells several days and no other time.
    pub(super) fn clause_of(&self, first: usize) -> Option<&Range<usize>> {
        let at = self.clauses.partition_point(|clause| clause.end <= first);
        self.clauses.get(at).filter(|clause| clause.contains(&first))
    }

    /// Whether one that leaves its year open stands among these tokens.
    pub(super) fn any_yearless_in(&self, range: &Range<usize>) -> bool {
        let at = self.yearless.partition_point(|day| *day < range.start);
        self.yearless.get(at).is_some_and(|day| *day < range.end)
    }
}

/// The tokens that speak of each time of the day of a sentence, in order: beside its amounts each has a clause of its own.
pub(crate) fn clauses_of_times(
    text: &str,
    tokens: &[Token],
    range: &Range<usize>,
    quantities: &[Quantity],
    moments: &[Quantity],
) -> Vec<Range<usize>> {
    if !moments.iter().any(|q| q.kind == ClaimKind::Time) {
        return Vec::new();
    }
    let values: Vec<&Quantity> = claims::in_order(quantities, moments).filter(|q| q.kind != ClaimKind::Date).collect();
    let clauses = clause::clauses_of(text, tokens, range, &values, quantities);
    clauses
        .into_iter()
        .zip(values)
        .filter(|(_, value)| value.kind == ClaimKind::Time)
        .map(|(clause, _)| clause)
        .collect()
}

/// The clauses of the dates of a sentence that tells several, in order; the first and the last day of one time share theirs.
pub(super) fn clauses(text: &str, tokens: &[Token], range: &Range<usize>, dates: &[&Quantity]) -> Vec<Range<usize>> {
    let mut clauses = clause::clauses_of_dates(text, tokens, range, dates);
    limits::share_clauses(text, tokens, dates, &mut clauses);
    clauses
}
