//! The days of a sentence: the clause of each, what it is told with, and whether it begins a time or ends it.

use core::ops::Range;

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::clause::{self, End};
use super::limits;
use crate::claims::{self, MonthDay, Quantity};
use crate::document::token::Token;
use crate::lexicon::{Lex, Roles};

/// The days of a sentence, read once for all its claims.
#[derive(Debug, Default)]
pub(super) struct Days {
    /// Of a sentence that tells several days and no other time, the clause of each, in order.
    clauses: Vec<Range<usize>>,
    /// What is told of each date, by its first token, in order.
    told: Vec<(u32, Told)>,
    /// The first tokens of those that leave their year open, in order.
    yearless: Vec<usize>,
    /// The sentence's amounts, each with its first token.
    amounts: Vec<(usize, Decimal)>,
}

/// What a sentence tells of one of its days.
#[derive(Debug, Clone, Default)]
pub(crate) struct Told {
    /// Which end of a time it is.
    pub(crate) limit: Option<End>,
    /// Whether something was moved away from it, or is told not to be on it.
    pub(crate) superseded: bool,
    /// The other end of that time, and which one it is itself.
    pub(crate) partner: Option<(MonthDay, End)>,
    /// Amounts of its sentence, each with whether nothing parts them: `$400 is due on 5 March`.
    pub(crate) with: Vec<(Decimal, bool)>,
}

/// A day is looked up by at most this many amounts of its sentence.
const MOST_WITH: usize = 4;
/// What stands further apart, in tokens, is not told together.
const FAR: usize = 32;

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
        let told = (0..dates.len()).filter(|at| is_day(&dates[*at])).map(|at| {
            let clause = clauses.get(at).unwrap_or(range);
            let partner = limits::partner(text, tokens, &dates, at);
            let partner = partner.and_then(|(day, own)| Some((day.value.month_day()?, own)));
            let limit = limits::end_of(text, tokens, clause, &dates, at);
            let superseded = limits::may_be_superseded(text, tokens, clause, dates[at]);
            (dates[at].first, Told { limit, superseded, partner, with: Vec::new() })
        });
        let amounts = quantities.iter().filter(|q| q.kind != ClaimKind::Date);
        Days {
            told: told.collect(),
            yearless: moments.iter().filter(|q| !is_time(q)).map(|day| day.first as usize).collect(),
            amounts: amounts.filter_map(|q| Some((q.first as usize, q.value.number()?))).take(MOST_WITH).collect(),
            clauses,
        }
    }

    /// The clause of the date that begins with this token, where its sentence tells several days and no other time.
    pub(super) fn clause_of(&self, first: usize) -> Option<&Range<usize>> {
        let at = self.clauses.partition_point(|clause| clause.end <= first);
        self.clauses.get(at).filter(|clause| clause.contains(&first))
    }

    /// What is told of the day that begins with this token.
    pub(super) fn told(&self, tokens: &[Token], first: u32) -> Told {
        let Ok(at) = self.told.binary_search_by_key(&first, |(own, _)| *own) else { return Told::default() };
        let own = first as usize;
        let parts = |t: &Token| matches!(t.ch, b',' | b';') || t.lex == Lex::And || t.roles.has(Roles::JOINT);
        let joined = |other: usize| {
            let between = tokens.get(other.min(own)..other.max(own)).unwrap_or_default();
            between.len() < FAR && !between.iter().any(parts)
        };
        let with = self.amounts.iter().map(|(amount, value)| (*value, joined(*amount)));
        Told { with: with.collect(), ..self.told[at].1.clone() }
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
