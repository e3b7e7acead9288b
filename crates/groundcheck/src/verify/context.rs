//! What a claim speaks of: the words and periods of its sentence, its own clause first.

use groundcheck_types::ClaimKind;

use super::clause;
use super::words::{self, Stem};
use crate::claims::{Period, Quantity, Value};
use crate::document::token::Token;

/// What a claim speaks of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Context {
    /// Words of the claim's own clause. Sorted.
    pub(crate) near: Vec<Stem>,
    /// Words of the rest of its sentence, and of the question. Sorted.
    pub(crate) far: Vec<Stem>,
    /// The periods that its clause names, or where it names none its sentence.
    pub(crate) periods: Vec<Period>,
    /// Whether the sentence says which way money goes: `a loss of`, `paid`.
    pub(crate) outflow: bool,
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
    let clause = own_clause(text, tokens, &range, quantities, own);
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
    let sentence = text.get(start..end).unwrap_or_default().to_lowercase();
    Context {
        near,
        far,
        periods,
        amounts: quantities.iter().filter(|q| q.kind != ClaimKind::Date).count(),
        outflow: words::is_outflow(&sentence),
        sentence,
        claim_at: text.get(start..claim.span.start as usize).unwrap_or_default().to_lowercase().len(),
    }
}

/// The clause of the claim: of a date, the one it stands in.
fn own_clause(
    text: &str,
    tokens: &[Token],
    range: &core::ops::Range<usize>,
    quantities: &[Quantity],
    own: usize,
) -> core::ops::Range<usize> {
    let first = quantities[own].first as usize;
    let clauses = clause::clauses(text, tokens, range, quantities);
    clauses.into_iter().find(|c| c.contains(&first)).unwrap_or_else(|| range.clone())
}

/// The stems of a run of tokens without those of its amounts.
pub(crate) fn outside_claims(
    text: &str,
    tokens: &[Token],
    range: core::ops::Range<usize>,
    quantities: &[Quantity],
) -> Vec<Stem> {
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
