//! Which of several amounts goes with which of several dates or names: `$3m and $4m in 2023 and 2022`, `rent and heating were
//! $3m and $4m, respectively`.
//!
//! Source: notes to financial statements, which tell two or three years of one thing in one sentence, most often with
//! `respectively` and often without it.

use core::ops::Range;

use groundcheck_types::ClaimKind;

use crate::claims::Quantity;
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles};

/// A name in a list of two has at most this many words.
const LONGEST_NAME: usize = 3;

/// Quantities of one kind with nothing but commas and `and` between them, as ranges of the list.
fn runs(text: &str, tokens: &[Token], quantities: &[Quantity]) -> Vec<Range<usize>> {
    let joined = |a: &Quantity, b: &Quantity| {
        let between = tokens.get(a.last as usize..b.first as usize).unwrap_or_default();
        let joint = |t: &Token| t.ch == b',' || t.lex == Lex::And || t.is_one_of(text, &["fiscal", "ו"]);
        a.kind == b.kind && !between.is_empty() && between.iter().all(joint)
    };
    let mut out = Vec::new();
    let mut start = 0;
    for at in 1..=quantities.len() {
        if at == quantities.len() || !joined(&quantities[at - 1], &quantities[at]) {
            out.push(start..at);
            start = at;
        }
    }
    out
}

/// The date that a list gives to this amount: the first of as many dates to the first of the amounts, and so on.
pub(super) fn date_of<'q>(
    text: &str,
    tokens: &[Token],
    quantities: &'q [Quantity],
    claim: &Quantity,
) -> Option<&'q Quantity> {
    let dates = |run: &Range<usize>| quantities[run.start].kind == ClaimKind::Date;
    if claim.kind == ClaimKind::Date || quantities.iter().filter(|q| q.kind == ClaimKind::Date).count() < 2 {
        return None;
    }
    let runs = runs(text, tokens, quantities);
    let at = runs.iter().position(|run| quantities[run.clone()].iter().any(|q| q.first == claim.first))?;
    let own = runs.get(at)?;
    let order = quantities[own.clone()].iter().position(|q| q.first == claim.first)?;
    let behind = runs.get(at + 1);
    let before = at.checked_sub(1).and_then(|i| runs.get(i));
    let fits = |run: &&Range<usize>| own.len() > 1 && run.len() == own.len() && dates(run);
    let run = behind.filter(fits).or(before.filter(fits))?;
    quantities.get(run.start + order)
}

/// Two things and two amounts that are said of them in order.
pub(super) struct Named {
    /// The tokens of both names.
    pub(super) names: [Range<usize>; 2],
    /// The tokens that lead up to the first amount.
    pub(super) lead: Range<usize>,
    /// Which quantities are the two amounts, and the date behind them, for each time that two are told.
    pub(super) told: Vec<([usize; 2], Option<usize>)>,
}

/// The two things that a sentence with `respectively` tells amounts of, where no list of dates says what the order is of.
pub(super) fn names(text: &str, tokens: &[Token], range: &Range<usize>, quantities: &[Quantity]) -> Option<Named> {
    tokens[range.clone()].iter().find(|t| t.roles.has(Roles::ORDERED))?;
    let runs = runs(text, tokens, quantities);
    let is_date = |run: &Range<usize>| quantities[run.start].kind == ClaimKind::Date;
    if runs.iter().any(|run| is_date(run) && run.len() > 1) {
        return None;
    }
    let told: Vec<([usize; 2], Option<usize>)> = runs
        .iter()
        .enumerate()
        .filter(|(_, run)| !is_date(run) && run.len() == 2)
        .map(|(at, run)| {
            let date = runs.get(at + 1).filter(|next| is_date(next)).map(|next| next.start);
            ([run.start, run.start + 1], date)
        })
        .collect();
    let at = told.first()?.0[0];
    let first = quantities.get(at)?.first as usize;
    let before = at.checked_sub(1).and_then(|i| quantities.get(i));
    let lead = before.map_or(range.start, |q| q.last as usize)..first;
    let and = lead.clone().rev().find(|i| tokens[*i].lex == Lex::And)?;
    let is_name = |i: &usize| tokens[*i].kind == Kind::Word && !tokens[*i].roles.has(Roles::STOP);
    let before = (lead.start..and).rev().take(LONGEST_NAME).take_while(is_name).count();
    let behind = (and + 1..lead.end).take(LONGEST_NAME).take_while(is_name).count();
    (before > 0 && behind > 0).then_some(Named { names: [and - before..and, and + 1..and + 1 + behind], lead, told })
}

/// Whether another amount behind the claim lies between it and what was at the date of this token: `21.4 hours, 2.6 hours less than in
/// 2023`.
pub(crate) fn is_base(
    (text, tokens): (&str, &[Token]),
    quantities: &[Quantity],
    claim: &Quantity,
    date: usize,
) -> bool {
    let before = tokens.get(date.saturating_sub(4)..date).unwrap_or_default().iter().rev();
    let mut before = before.skip_while(|t| t.is_one_of(text, &["in", "at", "the", "of", "during", "for", "on"]));
    if !before.next().is_some_and(|t| t.is_one_of(text, &["than"])) {
        return false;
    }
    let behind = quantities.partition_point(|q| q.first <= claim.first);
    quantities.get(behind).is_some_and(|q| q.kind != ClaimKind::Date && (q.first as usize) < date)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Conventions, extract_tokens};
    use crate::document::token::tokens;

    #[test]
    fn as_many_dates_as_amounts_go_together_in_order() {
        for (text, amount, expected) in [
            ("Fees were $4m, $5m and $6m in 2023, 2022 and 2021.", "$5m", Some("2022")),
            ("In 2023 and 2022, fees were $4m and $5m.", "$5m", Some("2022")),
            ("Losses were $4m and $5m in 2023 and 2022, and the deficit is $9m.", "$9m", None),
            ("Fees were $4m and $5m in 2023.", "$5m", None),
            ("Fees were $4m in 2023 and $5m in 2022.", "$5m", None),
        ] {
            let tokens = tokens(text);
            let found = extract_tokens(text, &tokens, Conventions::default());
            let claim = found.iter().find(|q| q.span.of(text) == Some(amount)).unwrap();
            let date = date_of(text, &tokens, &found, claim).and_then(|q| q.span.of(text));
            assert_eq!(date, expected, "{text}");
        }
    }

    #[test]
    fn two_names_go_with_two_amounts() {
        for (text, expected) in [
            ("Rent and heating were $3m and $4m, respectively, in 2022.", Some(["Rent", "heating"])),
            ("Claims for motor and home were $3m and $4m respectively.", Some(["motor", "home"])),
            ("Rent and heating were $3m and $4m in 2022.", None),
            ("General and other costs were $9m; their taxes were $3m and $4m, respectively.", None),
            ("Rent and heating were $3m and $4m in 2023 and 2022, respectively.", None),
        ] {
            let tokens = tokens(text);
            let found = extract_tokens(text, &tokens, Conventions::default());
            let named = names(text, &tokens, &(0..tokens.len()), &found);
            let name = |run: &Range<usize>| &text[tokens[run.start].start as usize..tokens[run.end - 1].end as usize];
            assert_eq!(named.map(|named| named.names.each_ref().map(name)), expected, "{text}");
        }
    }
}
