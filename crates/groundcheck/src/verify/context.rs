//! What a claim speaks of: the words and periods of its sentence, its own clause first.

use groundcheck_types::ClaimKind;

use super::clause;
use super::duration;
use super::pairing;
use super::stance::Stance;
use super::subject::{self, Subject};
use super::trend::{self, Trend};
use super::words::{self, Stem};
use crate::claims::{Period, Quantity, Value};
use crate::document::lower;
use crate::document::token::{Kind, Token};
use crate::lexicon::Roles;
use crate::lexicon::measure::Measure;

/// What labels that name both directions of a value have in brackets, in lower case.
const BOTH_WAYS: &[&str] = &["loss", "income", "benefit", "expense", "used", "gain", "decrease", "increase", "deficit"];

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
    /// The numbers of its amounts, each with its token: what is an amount here may be part of a row's name there.
    numbers: Vec<(usize, Stem)>,
    /// The clause of each amount.
    clauses: Vec<core::ops::Range<usize>>,
    /// The dates, each with its token.
    periods: Vec<(usize, Period)>,
    outflow: bool,
    both_ways: bool,
    of_profit: bool,
    of_change: bool,
    of_somebody: bool,
    names: Vec<Stem>,
    months: Option<u8>,
    quarter: Option<u8>,
}

/// What a claim speaks of.
#[derive(Debug, Clone)]
pub(crate) struct Context<'s> {
    /// Words of the claim's own clause. Sorted.
    pub(crate) near: Vec<Stem>,
    /// Words of the rest of its sentence, and of the question. Sorted.
    pub(crate) far: Vec<Stem>,
    /// Whether its sentence says nothing but values.
    pub(crate) wordless: bool,
    /// The periods that its clause names, or where it names none its sentence.
    pub(crate) periods: Vec<Period>,
    /// Whether the sentence says which way money goes: `a loss of`, `paid`.
    pub(crate) outflow: bool,
    /// Whether the sentence quotes a label that leaves the sign open: `gains (losses)`.
    pub(crate) both_ways: bool,
    /// Whether the sentence calls something a profit.
    pub(crate) of_profit: bool,
    /// The names in its sentence. Sorted.
    pub(crate) names: &'s [Stem],
    /// What the claim's clause says beside the value.
    pub(crate) stance: Stance,
    /// The way in which it says that this level was reached.
    pub(crate) trend: Option<Trend>,
    /// Whether the sentence speaks of a change by name.
    pub(crate) of_change: bool,
    /// How many amounts (claims that are no dates) the sentence holds.
    pub(crate) amounts: usize,
    /// Whether the claim is a plain number, which counts something.
    pub(crate) is_count: bool,
    /// What it counts: the stores of `214 stores`.
    pub(crate) noun: Option<Stem>,
    /// Whether it says that it is a count, by its noun or by name: `48 tenants`, `the number of tenants is 48`.
    pub(crate) counts_things: bool,
    /// How long the time is that the sentence speaks of: 9 of `the first nine months`.
    pub(crate) months: Option<u8>,
    /// The quarter that it names without its year.
    pub(crate) quarter: Option<u8>,
    /// The unit that a plain number is measured in.
    pub(crate) measure: Option<Measure>,
    /// Whether it is about somebody by name: `for Oak Plaza`, `Oak Plaza's`.
    pub(crate) of_another: bool,
    /// The sentence in lower case, and where in it the claim starts.
    pub(crate) sentence: &'s str,
    pub(crate) claim_at: usize,
    /// The tokens of its sentence.
    pub(crate) range: core::ops::Range<usize>,
}

impl Context<'_> {
    /// The same about other words and periods.
    pub(crate) fn about(&self, near: Vec<Stem>, far: Vec<Stem>, periods: Vec<Period>) -> Self {
        Context { near, far, periods, range: self.range.clone(), ..*self }
    }
}

impl Sentence {
    /// Reads the sentence of these tokens; `quantities` are its own.
    pub(crate) fn read(text: &str, tokens: &[Token], range: core::ops::Range<usize>, quantities: &[Quantity]) -> Self {
        let (start, end) = (tokens[range.start].start as usize, tokens[range.end - 1].end as usize);
        let lower = lower(text.get(start..end).unwrap_or_default()).into_owned();
        let dates = quantities.iter().filter_map(|q| match q.value {
            Value::Period(period) => Some((q.first as usize, period)),
            Value::Number(_) => None,
        });
        let amounts = quantities.iter().filter(|q| q.kind != ClaimKind::Date);
        let numbers = amounts.flat_map(|q| q.first as usize..(q.last as usize).min(tokens.len()));
        let said = tokens[range.clone()].iter().fold(Roles::NONE, |said, token| said.and(token.roles));
        Sentence {
            stems: stems_outside(text, tokens, range.clone(), quantities),
            numbers: numbers.filter_map(|i| Some((i, words::number_in_name(text, tokens, i)?))).collect(),
            clauses: clause::clauses(text, tokens, &range, quantities),
            periods: dates.collect(),
            outflow: words::is_outflow(text, &tokens[range.clone()]),
            both_ways: both_ways(&lower),
            of_profit: said.has(Roles::PROFIT),
            of_change: said.has(Roles::CHANGE),
            of_somebody: of_somebody(text, &tokens[range.clone()]),
            names: words::names(text, &tokens[range.clone()]),
            months: duration::months(&lower).or_else(|| duration::of_periods(quantities)),
            quarter: duration::quarter(text, &tokens[range.clone()], quantities),
            lower,
            start,
            range,
        }
    }

    /// What one of its claims speaks of; `question` are the words of what was asked. Sorted.
    pub(crate) fn context(
        &self,
        (text, tokens): (&str, &[Token]),
        quantities: &[Quantity],
        claim: &Quantity,
        question: &[Stem],
        before: Option<&Subject>,
    ) -> Context<'_> {
        let first = claim.first as usize;
        let clause = self.clauses.iter().find(|c| c.contains(&first)).unwrap_or(&self.range);
        let mut near = Vec::with_capacity(self.stems.len());
        let mut far = Vec::with_capacity(question.len() + self.stems.len());
        far.extend_from_slice(question);
        let wordless = self.stems.is_empty() && question.is_empty() && before.is_none();
        let own = first..claim.last as usize;
        let numbers = self.numbers.iter().filter(|(token, _)| !own.contains(token));
        // What a value is set against does not say what it is.
        let behind = self.clauses.iter().filter(|c| c.start >= clause.end && c.start > 0);
        let other = behind.map(|c| c.start).find(|start| clause::compares(text, &tokens[start - 1]));
        for (token, stem) in self.stems.iter().chain(numbers) {
            if clause.contains(token) {
                near.push(*stem);
            } else if other.is_none_or(|other| *token < other) {
                far.push(*stem);
            }
        }
        if let Some(subject) = before {
            far.extend(&subject.stems);
            near.retain(|stem| !subject::is_empty(*stem));
        }
        for stems in [&mut near, &mut far] {
            words::sort(stems);
        }
        far.retain(|stem| near.binary_search(stem).is_err());
        let own: Vec<Period> = self.periods.iter().filter(|(t, _)| clause.contains(t)).map(|(_, p)| *p).collect();
        let mut all_periods: Vec<Period> = self.periods.iter().map(|(_, p)| *p).collect();
        if let Some(subject) = before.filter(|_| all_periods.is_empty()) {
            all_periods.clone_from(&subject.periods);
        }
        let paired = pairing::date_of(text, tokens, quantities, claim).and_then(|date| match date.value {
            Value::Period(period) => Some(period),
            Value::Number(_) => None,
        });
        let periods = match clause::from_to(text, tokens, quantities, claim, &all_periods).or(paired) {
            Some(period) => vec![period],
            None if own.is_empty() => match all_periods[..] {
                [only] if clause::is_year_before(text, &tokens[clause.clone()]) => {
                    only.year_before().into_iter().collect()
                }
                // What it was before is of no time that is named.
                [_] if clause::is_earlier(text, tokens, claim) => Vec::new(),
                _ if self.periods.is_empty() => all_periods,
                _ => {
                    let apart = clause::set_against(text, tokens, quantities, claim, &self.clauses);
                    let shared = |(token, _): &&(usize, Period)| !apart.iter().any(|apart| apart.contains(token));
                    self.periods.iter().filter(shared).map(|(_, period)| *period).collect()
                }
            },
            None => own,
        };
        let before = text.get(self.start..claim.span.start as usize).unwrap_or_default();
        let is_count = claim.kind == ClaimKind::Number;
        let noun = if is_count { words::noun_behind(text, tokens, claim.last as usize) } else { None };
        // Lower case letters may be longer or shorter than their capitals, outside ASCII.
        let claim_at = if self.lower.is_ascii() { before.len() } else { lower(before).len() };
        Context {
            counts_things: is_count && (noun.is_some() || near.iter().any(|stem| words::says_count(*stem))),
            near,
            far,
            wordless,
            periods,
            outflow: self.outflow,
            both_ways: self.both_ways,
            of_profit: self.of_profit,
            names: &self.names,
            months: self.months,
            quarter: self.quarter,
            stance: stance(text, tokens, clause, claim),
            trend: trend::of(text, tokens, self.range.start, quantities, claim),
            of_change: self.of_change,
            amounts: self.clauses.len(),
            of_another: self.of_somebody,
            is_count,
            measure: words::measure_behind(text, tokens, claim.last as usize).filter(|_| is_count),
            noun,
            sentence: &self.lower,
            claim_at: claim_at.min(self.lower.len()),
            range: self.range.clone(),
        }
    }
}

/// Whether a text in lower case quotes a label that leaves the sign open: `gains (losses)`, `income/(expense)`.
fn both_ways(lower: &str) -> bool {
    lower.match_indices('(').any(|(at, _)| {
        let inside = &lower[at + 1..];
        lower[..at].ends_with('/') || BOTH_WAYS.iter().any(|word| inside.starts_with(word))
    })
}

/// What a clause says beside the value in it. A relative clause (`which is not reflected in the table`) is about something else.
pub(crate) fn stance(text: &str, tokens: &[Token], clause: &core::ops::Range<usize>, value: &Quantity) -> Stance {
    let (first, last) = (value.first as usize, value.last as usize);
    let parts = |i: &usize| tokens[*i].roles.has(Roles::RELATIVE);
    let start = (clause.start..first).rev().find(parts).unwrap_or(clause.start);
    let end = (last..clause.end).find(parts).unwrap_or(clause.end);
    Stance::of(text, tokens.get(start..first).unwrap_or_default(), tokens.get(last..end).unwrap_or_default())
}

/// Whether a name in capitals follows `for`, `of` or `at`, or owns something: `for Oak Plaza`, `Oak Plaza's`.
fn of_somebody(text: &str, tokens: &[Token]) -> bool {
    let name = |token: &Token| token.roles.has(Roles::NAME);
    tokens.windows(2).any(|pair| {
        name(&pair[1]) && (matches!(pair[0].text(text), "for" | "of" | "at") || pair[1].text(text).ends_with("'s"))
    })
}

/// The stems of a run of tokens without those of its amounts. Sorted.
pub(crate) fn outside_claims(
    text: &str,
    tokens: &[Token],
    range: core::ops::Range<usize>,
    quantities: &[Quantity],
) -> Vec<Stem> {
    words::sorted(stems_outside(text, tokens, range, quantities).into_iter().map(|(_, stem)| stem).collect())
}

/// The stems of a run of tokens without those of its amounts, each with its token.
pub(crate) fn stems_outside(
    text: &str,
    tokens: &[Token],
    range: core::ops::Range<usize>,
    quantities: &[Quantity],
) -> Vec<(usize, Stem)> {
    let mut out = Vec::with_capacity(range.len());
    let mut stems = Vec::with_capacity(2);
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
                match tokens[i].kind {
                    Kind::Word => {
                        words::push_word(text, tokens, i, &mut stems);
                        let dated = quantities.get(next).is_some_and(|q| (q.first as usize) <= i);
                        stems.extend(words::month_name(&tokens[i]).filter(|_| !dated));
                        out.extend(stems.drain(..).map(|stem| (i, stem)));
                    }
                    Kind::Number => out.extend(words::numbered_name(text, tokens, i).map(|stem| (i, stem))),
                    Kind::Punct | Kind::Newline => {}
                }
                i += 1;
            }
        }
    }
    out
}
