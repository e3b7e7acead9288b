//! What a claim speaks of: the words and periods of its sentence, its own clause first.

use std::borrow::Cow;

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::clause::{self, End};
use super::forms::Forms;
use super::stance::{self, Stance};
use super::subject::{self, Subject};
use super::tables::Part;
use super::trend::{self, Trend};
use super::when::{self, Days};
use super::words::{self, Stem};
use super::{duration, measured, names, pairing};
use crate::claims::{Period, Quantity, Value};
use crate::document::lower;
use crate::document::token::Token;
use crate::lexicon::measure::Measure;
use crate::lexicon::{Lex, Roles};

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
    /// Those of its label: `Output: `, `**Oak Plaza** – `.
    label: Vec<(usize, Stem)>,
    /// The clause of each amount.
    clauses: Vec<core::ops::Range<usize>>,
    /// What it tells of its days.
    days: Days,
    /// The clauses of its times of the day, in order.
    times: Vec<core::ops::Range<usize>>,
    /// The dates.
    dates: Vec<Date>,
    /// The brackets that hold an amount and a date of their own.
    asides: Vec<core::ops::Range<usize>>,
    outflow: bool,
    both_ways: bool,
    of_profit: bool,
    of_change: bool,
    of_before: bool,
    /// Whether semicolons part it.
    in_parts: bool,
    names: Vec<Stem>,
    forms: Forms,
    designators: Vec<(usize, Stem)>,
    months: Option<u8>,
    part: Option<Part>,
}

/// A date of a sentence.
#[derive(Debug)]
struct Date {
    token: usize,
    period: Period,
    /// Whether it is a day that stands behind the amount of its clause: `The fee is $5 as of 1 May 2024, and 40 users are included`. No
    /// later clause is about it.
    settled: bool,
}

/// What a claim speaks of.
#[derive(Debug, Clone)]
pub(crate) struct Context<'s> {
    /// Words of the claim's own clause. Sorted.
    pub(crate) near: Vec<Stem>,
    /// Words of the rest of its sentence, and of the question. Sorted.
    pub(crate) far: Vec<Stem>,
    /// Those of the question alone. Sorted.
    pub(crate) question: &'s [Stem],
    /// Whether its sentence says nothing but values.
    pub(crate) wordless: bool,
    /// The periods that its clause names, or where it names none its sentence.
    pub(crate) periods: Vec<Period>,
    /// What it is set against: 2023 of `21.4 hours, 2.6 hours less than in 2023`. It was not so then.
    pub(crate) base: Option<Period>,
    /// Whether the sentence says which way money goes: `a loss of`, `paid`.
    pub(crate) outflow: bool,
    /// Whether the sentence quotes a label that leaves the sign open: `gains (losses)`.
    pub(crate) both_ways: bool,
    /// Whether the sentence calls something a profit.
    pub(crate) of_profit: bool,
    /// The names in its sentence. Sorted.
    pub(crate) names: &'s [Stem],
    /// Other forms of the words in it and in what it goes on from.
    pub(crate) forms: Cow<'s, Forms>,
    /// What its clause tells things of one name apart by: the A of `Class A`.
    pub(crate) designators: Vec<Stem>,
    /// What the claim's clause says beside the value.
    pub(crate) stance: Stance,
    /// The way in which it says that this level was reached.
    pub(crate) trend: Option<Trend>,
    /// The value that it is told with as a range or a part, and whether that stands before it.
    pub(crate) partner: Option<(Decimal, bool)>,
    /// What it is said to have been before: the 24 of `from 24 to 17`.
    pub(crate) from: Option<Decimal>,
    /// Whether the sentence speaks of a change by name.
    pub(crate) of_change: bool,
    /// Whether it speaks of what was before.
    pub(crate) of_before: bool,
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
    /// The quarter or month that it names without its year.
    pub(crate) part: Option<Part>,
    /// The unit that a plain number is measured in.
    pub(crate) measure: Option<Measure>,
    /// The sentence in lower case, and where in it the claim starts.
    pub(crate) sentence: &'s str,
    pub(crate) claim_at: usize,
    /// The tokens of its sentence.
    pub(crate) range: core::ops::Range<usize>,
}

impl Context<'_> {
    /// The same about other words and periods.
    pub(crate) fn about(&self, near: Vec<Stem>, far: Vec<Stem>, periods: Vec<Period>) -> Self {
        let designators = self.designators.clone();
        let forms = self.forms.clone();
        Context { near, far, periods, designators, forms, range: self.range.clone(), ..*self }
    }
}

impl Sentence {
    /// Reads the sentence of these tokens; `quantities` are its own, `moments` its days without their year and its times of the day.
    pub(crate) fn read(
        text: &str,
        tokens: &[Token],
        range: core::ops::Range<usize>,
        quantities: &[Quantity],
        moments: &[Quantity],
    ) -> Self {
        let (start, end) = (tokens[range.start].start as usize, tokens[range.end - 1].end as usize);
        let lower = lower(text.get(start..end).unwrap_or_default()).into_owned();
        let amounts = || quantities.iter().filter(|q| q.kind != ClaimKind::Date);
        let clauses = clause::clauses(text, tokens, &range, quantities);
        let dates = quantities.iter().filter_map(|q| {
            let period = q.value.period()?;
            let amount = || amounts().nth(clauses.partition_point(|c| c.end <= q.first as usize));
            let settled = matches!(period, Period::Day(..)) && amount().is_some_and(|a| a.last <= q.first);
            Some(Date { token: q.first as usize, period, settled })
        });
        let numbers = amounts().flat_map(|q| q.first as usize..(q.last as usize).min(tokens.len()));
        let said = tokens[range.clone()].iter().fold(Roles::NONE, |said, token| said.and(token.roles));
        let stems = words::stems_outside(text, tokens, range.clone(), quantities);
        // Most sentences say no length, which their words' roles tell all at once.
        let lasts = Roles::MEASURE.and(Roles::YEAR).and(Roles::ENDED).and(Roles::HEBREW);
        let may_last =
            said.has(lasts) || tokens[range.clone()].iter().any(|t| matches!(t.lex, Lex::Quarter | Lex::Half));
        let months = if may_last { duration::months(&lower) } else { None };
        let label = clause::label(text, tokens, &range, quantities);
        Sentence {
            label: stems.iter().filter(|(i, _)| label.contains(i)).copied().collect(),
            stems,
            numbers: numbers.filter_map(|i| Some((i, words::number_in_name(text, tokens, i)?))).collect(),
            days: Days::read(text, tokens, &range, quantities, moments),
            times: when::clauses_of_times(text, tokens, &range, quantities, moments),
            dates: dates.collect(),
            asides: clause::asides(tokens, &range, quantities),
            clauses,
            outflow: words::is_outflow(text, &tokens[range.clone()]),
            both_ways: both_ways(&lower),
            of_profit: said.has(Roles::PROFIT),
            of_change: said.has(Roles::CHANGE),
            of_before: said.has(Roles::BEFORE),
            in_parts: tokens[range.clone()].iter().any(parts),
            names: names::of(text, &tokens[range.clone()]),
            forms: Forms::read(text, &tokens[range.clone()]),
            designators: words::designators(text, tokens, range.clone()),
            months: months.or_else(|| duration::of_periods(quantities)),
            part: duration::part(text, &tokens[range.clone()], quantities),
            lower,
            start,
            range,
        }
    }

    /// Whether it names its quarter or month only of a value that the claim is set against: `3.18 %, after 3.24 % in the fourth quarter`.
    fn names_part_of_another(
        &self,
        (text, tokens): (&str, &[Token]),
        quantities: &[Quantity],
        claim: &Quantity,
    ) -> bool {
        let against = clause::set_against(text, tokens, quantities, claim, &self.clauses);
        let is_part = |t: &Token| matches!(t.lex, Lex::Quarter | Lex::QuarterLetter | Lex::Month(_));
        let named = || self.range.clone().filter(|i| tokens.get(*i).is_some_and(is_part));
        named().next().is_some() && named().all(|i| against.iter().any(|other| other.contains(&i)))
    }

    /// What one of its claims speaks of; `question` are the words of what was asked. Sorted.
    pub(crate) fn context<'s>(
        &'s self,
        (text, tokens): (&str, &[Token]),
        quantities: &[Quantity],
        claim: &Quantity,
        question: &'s [Stem],
        before: Option<&Subject>,
    ) -> Context<'s> {
        let first = claim.first as usize;
        let of_day = match claim.kind {
            ClaimKind::Date => self.days.clause_of(first),
            ClaimKind::Time => self.times.iter().find(|clause| clause.contains(&first)),
            _ => None,
        };
        let of_amount = || self.clauses.iter().find(|c| c.contains(&first));
        let clause = of_day.or_else(of_amount).unwrap_or(&self.range);
        let mut near = Vec::with_capacity(self.stems.len());
        let mut far = Vec::with_capacity(question.len() + self.stems.len());
        far.extend_from_slice(question);
        let wordless = self.stems.is_empty() && question.is_empty() && before.is_none();
        let own = first..claim.last as usize;
        let numbers = self.numbers.iter().filter(|(token, _)| !own.contains(token));
        // What a value is set against does not say what it is.
        let behind = self.clauses.iter().filter(|c| c.start >= clause.end && c.start > 0);
        let other = behind.map(|c| c.start).find(|start| clause::compares(text, &tokens[start - 1]));
        // `Acme wants 30 % on order; Birch wants half of it`: a part with a name of its own speaks of nobody else.
        let segment = if self.in_parts { segment(tokens, &self.range, first) } else { self.range.clone() };
        let named =
            self.in_parts && tokens.get(segment.clone()).unwrap_or_default().iter().any(|t| t.roles.has(Roles::NAME));
        // The month of a day without its year is a word of its sentence for all but the day itself.
        let month = if matches!(claim.value, Value::Day(_)) { own.clone() } else { 0..0 };
        for (token, stem) in self.stems.iter().filter(|(token, _)| !month.contains(token)).chain(numbers) {
            if clause.contains(token) {
                near.push(*stem);
            } else if other.is_none_or(|other| *token < other) && (!named || segment.contains(token)) {
                far.push(*stem);
            }
        }
        // `$5 of rent, compared with $4`, `the yield of A is 5 % and of B 6 %`: what it is called stands with the one before.
        let stance = stance(text, tokens, clause, claim, quantities);
        let ends = stance.end == Some(End::To);
        let from = if ends { clause::start_of_change(text, tokens, quantities, claim) } else { None };
        let unnamed = || !self.stems.iter().any(|(i, _)| clause.contains(i) && tokens[*i].lex == Lex::None);
        if let Some(before) = self.clause_before(clause) {
            let rated = || clause::is_only_rated(tokens, clause, claim, |at| self.stems.iter().any(|(i, _)| *i == at));
            let all = || Some(before.clone()).filter(|_| (stance.former && unnamed()) || rated());
            let said = clause::left_out(text, tokens, clause, claim, before).or_else(all).unwrap_or_default();
            near.extend(self.stems.iter().filter(|(token, _)| said.contains(token)).map(|(_, stem)| *stem));
        }
        // `- **Trail pack** – $129, 1,180 g`: the label is every value's.
        let aside =
            || tokens.get(clause.start.saturating_sub(1)..first).unwrap_or_default().iter().any(|t| t.ch == b'(');
        let says = |i: &usize| clause.contains(i) && tokens[*i].end - tokens[*i].start > LONGEST_UNIT;
        if !self.label.is_empty() && !self.stems.iter().any(|(i, _)| says(i)) && !aside() {
            near.extend(self.label.iter().filter(|(i, _)| segment.contains(i)).map(|(_, stem)| *stem));
        }
        if let Some(subject) = before {
            far.extend(subject.stems.iter().filter(|stem| !subject::is_other_quarter(**stem, &near)));
            subject::drop_empty(&mut near);
        }
        let forms = match before {
            Some(before) if !before.forms.is_empty() => Cow::Owned(self.forms.clone().and(&before.forms)),
            _ => Cow::Borrowed(&self.forms),
        };
        let before_other = |at: usize| at < first || other.is_none();
        let whose = self.designators.iter().filter(|(at, _)| !clause.contains(at) && before_other(*at));
        far.extend(whose.map(|(_, stem)| *stem));
        for stems in [&mut near, &mut far] {
            words::sort(stems);
        }
        far.retain(|stem| near.binary_search(stem).is_err());
        let turns = claim.kind != ClaimKind::Date && (stance.end.is_some() || stance.change);
        let periods = self.periods((text, tokens), quantities, claim, clause, (stance.end, turns), before);
        let is_base = |d: &&Date| pairing::is_base((text, tokens), quantities, claim, d.token);
        let base = self.dates.iter().find(is_base).map(|d| d.period).filter(|_| stance.end.is_none() && !stance.change);
        let measure = measured::of(text, tokens, claim);
        let before = text.get(self.start..claim.span.start as usize).unwrap_or_default();
        let is_count = claim.kind == ClaimKind::Number;
        let noun = if is_count { words::noun_behind(text, tokens, claim.last as usize) } else { None };
        // Lower case letters may be longer or shorter than their capitals.
        let claim_at = if self.lower.is_ascii() { before.len() } else { lower(before).len() };
        let partner = clause::partner(text, tokens, quantities, claim)
            .and_then(|(other, before)| Some((other.value.number()?, before)));
        Context {
            counts_things: is_count && (noun.is_some() || near.iter().any(|stem| words::says_count(*stem))),
            near,
            far,
            question,
            wordless,
            periods,
            base,
            outflow: self.outflow,
            both_ways: self.both_ways,
            of_profit: self.of_profit,
            names: &self.names,
            forms,
            designators: words::sorted(
                self.designators.iter().filter(|(i, _)| clause.contains(i)).map(|(_, stem)| *stem).collect(),
            ),
            months: self.months,
            part: self.part.filter(|_| !self.names_part_of_another((text, tokens), quantities, claim)),
            stance,
            trend: trend::of(text, tokens, self.range.start, quantities, claim),
            from: from.and_then(|q| q.value.number()),
            partner,
            of_change: self.of_change,
            of_before: self.of_before,
            amounts: self.clauses.len(),
            is_count,
            measure,
            noun,
            sentence: &self.lower,
            claim_at: claim_at.min(self.lower.len()),
            range: self.range.clone(),
        }
    }

    /// The periods that one of its claims is about: those of its own clause, else those of the sentence, else those of what stands around
    /// it. `end` is the end of a change that it is, and `turns` whether it is one or an end of one.
    fn periods(
        &self,
        (text, tokens): (&str, &[Token]),
        quantities: &[Quantity],
        claim: &Quantity,
        clause: &core::ops::Range<usize>,
        (end, turns): (Option<End>, bool),
        around: Option<&Subject>,
    ) -> Vec<Period> {
        let first = claim.first as usize;
        // Behind a day whose year is left open no day before it says when: `born on 1 May 2020, on 3 June it weighed 4 kg`.
        let since = |d: &Date| matches!(d.period, Period::Day(..)) && self.days.any_yearless_in(&(d.token..first));
        // `Has more than doubled since 2020, to 1,019`: when that began is not when it was so.
        let begins = |d: &Date| {
            let lead = d.token.checked_sub(1).and_then(|i| tokens.get(i));
            turns && lead.is_some_and(|t| t.is_one_of(text, &["since", "מאז"]))
        };
        // `21.4 hours, 2.6 hours less than in 2023`: it was not so in 2023.
        let begins = |d: &Date| begins(d) || pairing::is_base((text, tokens), quantities, claim, d.token);
        let own = self.dates.iter().filter(|d| clause.contains(&d.token) && !since(d) && !begins(d));
        let own: Vec<Period> = own.map(|d| d.period).collect();
        // `€7 million (2017: €16 million)`: the date in brackets is the other amount's.
        let aside = |token: &usize| self.asides.iter().any(|aside| aside.contains(token) && !aside.contains(&first));
        let dates = || self.dates.iter().filter(|date| !aside(&date.token) && !begins(date));
        let mut all_periods: Vec<Period> = dates().map(|d| d.period).collect();
        if let Some(subject) = around.filter(|_| all_periods.is_empty()) {
            all_periods.clone_from(&subject.periods);
        }
        let paired = pairing::date_of(text, tokens, quantities, claim).and_then(|date| date.value.period());
        // Of several changes in a sentence each is between its own dates.
        let behind = self.clauses.iter().find(|c| c.start >= clause.end);
        let change = match end {
            Some(End::To) => self.clause_before(clause).map(|before| before.start..clause.end),
            Some(End::From) => behind.map(|behind| clause.start..behind.end),
            _ => None,
        };
        let told: Vec<Period> = change.map_or_else(Vec::new, |change| {
            dates().filter(|date| change.contains(&date.token)).map(|date| date.period).collect()
        });
        let ends = if told.len() > 1 { &told } else { &all_periods };
        match clause::from_to(text, tokens, quantities, claim, ends).or(paired) {
            Some(period) => vec![period],
            None if own.is_empty() => match all_periods[..] {
                [only] if clause::is_year_before(text, &tokens[clause.clone()]) => {
                    only.year_before().into_iter().collect()
                }
                // Of a day whose year is left open it is told, and of no other.
                _ if self.days.any_yearless_in(clause) => Vec::new(),
                // What it was before is of no time that is named.
                [_] if clause::is_earlier(text, tokens, claim) => Vec::new(),
                _ if dates().next().is_none() => all_periods,
                _ => {
                    let apart = clause::set_against(text, tokens, quantities, claim, &self.clauses);
                    let shared = |date: &&Date| {
                        let settled = date.settled && date.token < clause.start;
                        !settled && !apart.iter().any(|apart| apart.contains(&date.token))
                    };
                    let shared: Vec<Period> = dates().filter(shared).map(|date| date.period).collect();
                    // `104, vs. 117 in 2023`, under a heading that says when.
                    if shared.is_empty() {
                        around.map(|around| around.periods.clone()).unwrap_or_default()
                    } else {
                        shared
                    }
                }
            },
            None => own,
        }
    }

    /// The clause before this one.
    fn clause_before(&self, clause: &core::ops::Range<usize>) -> Option<&core::ops::Range<usize>> {
        self.clauses.iter().take_while(|c| c.start < clause.start).last()
    }
}

/// The g of `1,180 g` says nothing of what was weighed; in bytes.
const LONGEST_UNIT: u32 = 2;
/// Whether a mark parts a sentence into segments.
fn parts(token: &Token) -> bool {
    token.ch == b';'
}

/// The part of a sentence between semicolons that holds this token.
fn segment(tokens: &[Token], range: &core::ops::Range<usize>, at: usize) -> core::ops::Range<usize> {
    let parts = |i: &usize| tokens.get(*i).is_some_and(parts);
    let start = (range.start..at).rev().find(parts).map_or(range.start, |i| i + 1);
    start..(at..range.end).find(parts).unwrap_or(range.end)
}

/// Whether a text in lower case quotes a label that leaves the sign open: `gains (losses)`, `income/(expense)`.
fn both_ways(lower: &str) -> bool {
    lower.match_indices('(').any(|(at, _)| {
        let inside = &lower[at + 1..];
        lower[..at].ends_with('/') || BOTH_WAYS.iter().any(|word| inside.starts_with(word))
    })
}

/// What a clause says beside the value in it. A relative clause (`which is not reflected in the table`) is about something else.
pub(crate) fn stance(
    text: &str,
    tokens: &[Token],
    clause: &core::ops::Range<usize>,
    value: &Quantity,
    quantities: &[Quantity],
) -> Stance {
    let (first, last) = (value.first as usize, value.last as usize);
    let parts = |i: &usize| tokens[*i].roles.has(Roles::RELATIVE);
    let start = (clause.start..first).rev().find(parts).unwrap_or(clause.start);
    let end = (last..clause.end).find(parts).unwrap_or(clause.end);
    let (before, behind) = (tokens.get(start..first).unwrap_or_default(), tokens.get(last..end).unwrap_or_default());
    let mut stance = Stance::of(text, before, behind).hedged(before, value.comparator);
    stance.whole = stance::is_whole(text, tokens.get(..first).unwrap_or_default());
    stance.end = clause::end_of_change(text, tokens, quantities, value);
    // `From 11.9% to 10.3% on higher costs` is led by the verb before it.
    if stance.end == Some(End::To) {
        stance.up = trend::of(text, tokens, 0, quantities, value).map(|way| way.up);
    }
    stance.former = clause::is_former(text, tokens, quantities, value, clause, stance.end);
    stance
}

/// The stems of a run of tokens without those of its amounts. Sorted.
pub(crate) fn outside_claims(
    text: &str,
    tokens: &[Token],
    range: core::ops::Range<usize>,
    quantities: &[Quantity],
) -> Vec<Stem> {
    words::sorted(words::stems_outside(text, tokens, range, quantities).into_iter().map(|(_, stem)| stem).collect())
}
