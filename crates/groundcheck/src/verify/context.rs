//! What a claim speaks of: the words and periods of its sentence, its own clause first.

use groundcheck_types::ClaimKind;

use super::words::{self, Stem};
use crate::claims::{Period, Quantity, Value};
use crate::document::token::{Kind, Token};

/// What a claim speaks of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Context {
    /// Words of the claim's own clause. Sorted.
    pub(crate) near: Vec<Stem>,
    /// Words of the rest of its sentence, and of the question. Sorted.
    pub(crate) far: Vec<Stem>,
    /// The periods that its clause names, or where it names none its sentence.
    pub(crate) periods: Vec<Period>,
    /// How many amounts (claims that are no dates) the sentence holds.
    pub(crate) amounts: usize,
    /// The sentence in lower case, for names of several words, and where in it the claim starts.
    pub(crate) sentence: String,
    pub(crate) claim_at: usize,
}

/// The context of `quantities[own]` in the sentence of these tokens.
pub(crate) fn context(
    text: &str,
    tokens: &[Token],
    range: core::ops::Range<usize>,
    quantities: &[Quantity],
    own: usize,
    question: &[Stem],
) -> Context {
    let claim = &quantities[own];
    let clause = clause(tokens, &range, quantities, claim);
    let near = outside_claims(text, tokens, clause.clone(), quantities);
    let mut far = outside_claims(text, tokens, range.start..clause.start, quantities);
    far.extend(outside_claims(text, tokens, clause.end..range.end, quantities));
    far.extend(question);
    far.sort_unstable();
    far.dedup();
    far.retain(|stem| near.binary_search(stem).is_err());
    let periods_in = |range: &core::ops::Range<usize>| -> Vec<Period> {
        quantities
            .iter()
            .filter(|q| q.kind == ClaimKind::Date && range.contains(&(q.first as usize)))
            .filter_map(|q| if let Value::Period(p) = q.value { Some(p) } else { None })
            .collect()
    };
    let own_periods = periods_in(&clause);
    let periods = if own_periods.is_empty() { periods_in(&range) } else { own_periods };
    let (start, end) = (tokens[range.start].start as usize, tokens[range.end - 1].end as usize);
    Context {
        near,
        far,
        periods,
        amounts: quantities.iter().filter(|q| q.kind != ClaimKind::Date).count(),
        sentence: text.get(start..end).unwrap_or_default().to_lowercase(),
        claim_at: text.get(start..claim.span.start as usize).unwrap_or_default().to_lowercase().len(),
    }
}

/// The tokens around the claim that speak of it alone: up to a `;`, `,` or `and` that parts it from another amount.
fn clause(
    tokens: &[Token],
    range: &core::ops::Range<usize>,
    quantities: &[Quantity],
    claim: &Quantity,
) -> core::ops::Range<usize> {
    let amounts: Vec<&Quantity> =
        quantities.iter().filter(|q| q.kind != ClaimKind::Date && range.contains(&(q.first as usize))).collect();
    if amounts.len() < 2 {
        return range.clone();
    }
    let parts = |i: usize| {
        let token = &tokens[i];
        matches!(token.ch, b';' | b',') && token.kind == Kind::Punct || token.lex == crate::lexicon::Lex::And
    };
    let (first, last) = (claim.first as usize, claim.last as usize);
    let before =
        amounts.iter().filter(|q| q.last as usize <= first).map(|q| q.last as usize).max().unwrap_or(range.start);
    let after =
        amounts.iter().filter(|q| q.first as usize >= last).map(|q| q.first as usize).min().unwrap_or(range.end);
    // From the first separator behind the amount before; without one, from that amount on.
    let start = (before..first).find(|i| parts(*i)).map_or(before, |i| i + 1);
    let end = (last..after).rev().find(|i| parts(*i)).unwrap_or(if after == range.end { range.end } else { last });
    start.min(first)..end.max(last)
}

fn outside_claims(text: &str, tokens: &[Token], range: core::ops::Range<usize>, quantities: &[Quantity]) -> Vec<Stem> {
    let mut stems = Vec::new();
    let mut next = quantities.partition_point(|q| (q.last as usize) <= range.start);
    let mut i = range.start;
    while i < range.end {
        match quantities.get(next) {
            // The words of a date (`first quarter`) also name rows and columns.
            Some(q) if (q.first as usize) <= i && q.kind != ClaimKind::Date => {
                i = (q.last as usize).max(i + 1);
                next += 1;
            }
            Some(q) if (q.last as usize) <= i => next += 1,
            _ => {
                words::push_stems(text, &tokens[i], &mut stems);
                i += 1;
            }
        }
    }
    stems.sort_unstable();
    stems.dedup();
    stems
}
