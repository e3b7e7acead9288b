//! What a claim speaks of: the words and periods of its sentence, its own clause first.

use groundcheck_types::ClaimKind;

use super::clause;
use super::stance::Stance;
use super::words::{self, Stem};
use crate::claims::{Period, Quantity, Value};
use crate::document::token::Token;
use crate::lexicon::Lex;

/// How labels name both directions of a value, in lower case.
const BOTH_WAYS: &[&str] =
    &["(loss", "(income", "(benefit", "(expense", "(used", "(gain", "(decrease", "(increase", "/(", "(deficit"];

/// How a sentence names a change, in lower case.
const CHANGES: &[&str] = &[
    "increase",
    "decrease",
    "change",
    "decline",
    "growth",
    "reduction",
    "grew",
    "rose",
    "fell",
    "drop",
    "גידול",
    "ירידה",
    "עלי",
    "שינוי",
];

/// A sentence, read once for all its claims.
#[derive(Debug)]
pub(crate) struct Sentence {
    range: core::ops::Range<usize>,
    /// In lower case, for names of several words.
    lower: String,
    /// Where it starts in the text, in bytes.
    start: usize,
    /// The words that carry a subject, each with its token; the words of amounts are left out.
    stems: Vec<(usize, Stem)>,
    /// The clause of each amount.
    clauses: Vec<core::ops::Range<usize>>,
    /// The dates, each with its token.
    periods: Vec<(usize, Period)>,
    outflow: bool,
    of_somebody: bool,
    names: Vec<Stem>,
}

/// What a claim speaks of.
#[derive(Debug, Clone)]
pub(crate) struct Context<'s> {
    /// Words of the claim's own clause. Sorted.
    pub(crate) near: Vec<Stem>,
    /// Words of the rest of its sentence, and of the question. Sorted.
    pub(crate) far: Vec<Stem>,
    /// The periods that its clause names, or where it names none its sentence.
    pub(crate) periods: Vec<Period>,
    /// The periods that its sentence names.
    pub(crate) all_periods: Vec<Period>,
    /// Whether the sentence says which way money goes: `a loss of`, `paid`.
    pub(crate) outflow: bool,
    /// Whether the sentence quotes a label that leaves the sign open: `gains (losses)`.
    pub(crate) both_ways: bool,
    /// The names in its sentence. Sorted.
    pub(crate) names: &'s [Stem],
    /// What the claim's clause says beside the value.
    pub(crate) stance: Stance,
    /// Whether the sentence speaks of a change by name.
    pub(crate) of_change: bool,
    /// How many amounts (claims that are no dates) the sentence holds.
    pub(crate) amounts: usize,
    /// Whether the claim is a plain number, which counts something.
    pub(crate) is_count: bool,
    /// What it counts: the stores of `214 stores`.
    pub(crate) noun: Option<Stem>,
    /// Whether it is about somebody by name: `for Oak Plaza`, `Oak Plaza's`.
    pub(crate) of_another: bool,
    /// The sentence in lower case, and where in it the claim starts.
    pub(crate) sentence: &'s str,
    pub(crate) claim_at: usize,
    /// The tokens of its sentence.
    pub(crate) range: core::ops::Range<usize>,
}

impl Sentence {
    /// Reads the sentence of these tokens; `quantities` are its own.
    pub(crate) fn read(text: &str, tokens: &[Token], range: core::ops::Range<usize>, quantities: &[Quantity]) -> Self {
        let (start, end) = (tokens[range.start].start as usize, tokens[range.end - 1].end as usize);
        let lower = text.get(start..end).unwrap_or_default().to_lowercase();
        let dates = quantities.iter().filter_map(|q| match q.value {
            Value::Period(period) => Some((q.first as usize, period)),
            Value::Number(_) => None,
        });
        Sentence {
            stems: stems_outside(text, tokens, range.clone(), quantities),
            clauses: clause::clauses(text, tokens, &range, quantities),
            periods: dates.collect(),
            outflow: words::is_outflow(&lower),
            of_somebody: of_somebody(text, &tokens[range.clone()]),
            names: words::names(text, &tokens[range.clone()]),
            lower,
            start,
            range,
        }
    }

    /// What one of its claims speaks of; `question` are the words of what was asked. Sorted.
    pub(crate) fn context(&self, text: &str, tokens: &[Token], claim: &Quantity, question: &[Stem]) -> Context<'_> {
        let first = claim.first as usize;
        let clause = self.clauses.iter().find(|c| c.contains(&first)).unwrap_or(&self.range);
        let mut near = Vec::new();
        let mut far = question.to_vec();
        for (token, stem) in &self.stems {
            if clause.contains(token) { near.push(*stem) } else { far.push(*stem) }
        }
        for stems in [&mut near, &mut far] {
            stems.sort_unstable();
            stems.dedup();
        }
        far.retain(|stem| near.binary_search(stem).is_err());
        let own: Vec<Period> = self.periods.iter().filter(|(t, _)| clause.contains(t)).map(|(_, p)| *p).collect();
        let all_periods: Vec<Period> = self.periods.iter().map(|(_, p)| *p).collect();
        let periods = if own.is_empty() { all_periods.clone() } else { own };
        let before = text.get(self.start..claim.span.start as usize).unwrap_or_default();
        // Lower case letters may be longer or shorter than their capitals, outside ASCII.
        let claim_at = if self.lower.is_ascii() { before.len() } else { before.to_lowercase().len() };
        Context {
            near,
            far,
            periods,
            all_periods,
            outflow: self.outflow,
            both_ways: BOTH_WAYS.iter().any(|label| self.lower.contains(label)),
            names: &self.names,
            stance: stance(text, tokens, clause, claim),
            of_change: CHANGES.iter().any(|word| self.lower.contains(word)),
            amounts: self.clauses.len(),
            of_another: self.of_somebody,
            is_count: claim.kind == ClaimKind::Number,
            noun: if claim.kind == ClaimKind::Number {
                words::noun_behind(text, tokens, claim.last as usize)
            } else {
                None
            },
            sentence: &self.lower,
            claim_at: claim_at.min(self.lower.len()),
            range: self.range.clone(),
        }
    }
}

/// What a clause says beside the value in it. A relative clause (`which is not reflected in the table`) is about something else.
pub(crate) fn stance(text: &str, tokens: &[Token], clause: &core::ops::Range<usize>, value: &Quantity) -> Stance {
    let (first, last) = (value.first as usize, value.last as usize);
    let parts =
        |i: &usize| matches!(tokens[*i].text(text), "which" | "that" | "although" | "because" | "since" | "who");
    let start = (clause.start..first).rev().find(parts).unwrap_or(clause.start);
    let end = (last..clause.end).find(parts).unwrap_or(clause.end);
    let (before, behind) = (lower(text, tokens, &(start..first)), lower(text, tokens, &(last..end)));
    let mut stance = Stance::of(&format!("{before} {behind}"));
    stance.change = Stance::is_change(&before, &behind);
    stance
}

/// A run of tokens in lower case.
pub(crate) fn lower(text: &str, tokens: &[Token], range: &core::ops::Range<usize>) -> String {
    let (Some(first), Some(last)) = (tokens.get(range.start), range.end.checked_sub(1).and_then(|i| tokens.get(i)))
    else {
        return String::new();
    };
    text.get(first.start as usize..last.end as usize).unwrap_or_default().to_lowercase()
}

/// Whether a name in capitals follows `for`, `of` or `at`, or owns something: `for Oak Plaza`, `Oak Plaza's`.
fn of_somebody(text: &str, tokens: &[Token]) -> bool {
    let name = |token: &Token| {
        let word = token.text(text);
        token.lex == Lex::None
            && word.len() > 2
            && word.starts_with(char::is_uppercase)
            && word.contains(char::is_lowercase)
    };
    tokens.windows(2).any(|pair| {
        let lead = matches!(pair[0].text(text), "for" | "of" | "at") && name(&pair[1]);
        lead || (name(&pair[1]) && pair[1].text(text).ends_with("'s"))
    })
}

/// The stems of a run of tokens without those of its amounts. Sorted.
pub(crate) fn outside_claims(
    text: &str,
    tokens: &[Token],
    range: core::ops::Range<usize>,
    quantities: &[Quantity],
) -> Vec<Stem> {
    let mut stems: Vec<Stem> =
        stems_outside(text, tokens, range, quantities).into_iter().map(|(_, stem)| stem).collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

fn stems_outside(
    text: &str,
    tokens: &[Token],
    range: core::ops::Range<usize>,
    quantities: &[Quantity],
) -> Vec<(usize, Stem)> {
    let mut out = Vec::new();
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
                out.extend(stems.drain(..).map(|stem| (i, stem)));
                i += 1;
            }
        }
    }
    out
}
