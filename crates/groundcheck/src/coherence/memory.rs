//! What was said so far, by what it is about.

use core::ops::Range;
use std::collections::{HashMap, VecDeque};

use groundcheck_types::{
    ClaimKind, Contradiction, ContradictionKind, Locale, Number, Role, Severity, Span, Stated, Turn, Utf16Span,
};

use super::cues::Cues;
use super::statement::{self, At, Statement, What};
use super::{definitions, names, negation, texts, values};
use crate::claims::{Period, Value};
use crate::document::token::{Kind, Token};
use crate::verify::context::Sentence;
use crate::verify::reasons::Language;
use crate::verify::spoken::Spoken;
use crate::verify::subject::Surroundings;
use crate::verify::words::{self, Stem};

/// Of what was said of one thing, so many statements are remembered, the last ones.
const REMEMBERED: usize = 16;
/// A correction holds for its sentence and this many behind it.
const CORRECTED: usize = 2;
/// A sentence is told in at most this many bytes.
const LONGEST_QUOTE: usize = 240;
/// A longer sentence asserts too much to be denied as a whole, in words that carry a subject.
const LONGEST_ASSERTION: usize = 12;

/// The statements of a conversation, as far as they can be contradicted. What a sentence costs does not grow with them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Memory {
    by_topic: HashMap<(u8, Vec<Stem>), VecDeque<Statement>>,
    around: Surroundings,
    /// The text under way, and for how many more sentences a correction in it holds.
    turn: Option<u32>,
    correcting: usize,
    role: Option<Role>,
}

impl Memory {
    /// What these turns state.
    pub(crate) fn of(history: &[Turn], locale: Option<&Locale>) -> Self {
        let mut memory = Memory::default();
        for (turn, said) in history.iter().enumerate() {
            memory.role = Some(said.role);
            let turn = u32::try_from(turn).ok();
            super::read(&mut memory, &said.text, turn, locale, Language::English);
            memory.around = Surroundings::default();
            memory.correcting = 0;
        }
        memory.role = None;
        memory.turn = None;
        memory
    }

    /// Reads the next sentence of a text; returns what it contradicts.
    pub(crate) fn read(
        &mut self,
        spoken: Spoken<'_>,
        range: Range<usize>,
        own: Range<usize>,
        turn: Option<u32>,
        mut utf16: impl FnMut(Span) -> Utf16Span,
        language: Language,
    ) -> Vec<Contradiction> {
        self.turn = turn;
        let Some(tokens) = spoken.tokens.get(range.clone()) else { return Vec::new() };
        let cues = Cues::of(spoken.text, tokens);
        if cues.corrects() {
            self.correcting = CORRECTED + 1;
        }
        let corrects = self.correcting > 0;
        self.correcting = self.correcting.saturating_sub(1);
        let statements = self.statements(spoken, range, own, &cues, &mut utf16);
        let mut found = Vec::new();
        for statement in statements {
            found.extend(self.compare(&statement, corrects, language));
            self.remember(statement);
        }
        found
    }

    /// What a sentence states.
    fn statements(
        &mut self,
        spoken: Spoken<'_>,
        range: Range<usize>,
        own: Range<usize>,
        cues: &Cues,
        utf16: &mut impl FnMut(Span) -> Utf16Span,
    ) -> Vec<Statement> {
        let text = spoken.text;
        let subject = self.around.next(spoken, range.clone(), own.clone());
        let (Some(tokens), Some(quantities)) = (spoken.tokens.get(range.clone()), spoken.quantities.get(own)) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        if !cues.claims() {
            return out;
        }
        let role = self.role.unwrap_or(Role::Assistant);
        let (turn, whole, past) = (self.turn, quote(text, tokens), statement::tells_of_past(text, tokens));
        let mut state = |what: What, topic: Vec<Stem>, periods: Vec<Period>, span: Span| {
            let at = At { turn, role, span, utf16: utf16(span), text: whole.clone() };
            let topic = statement::topic(topic);
            if !topic.is_empty() {
                out.push(Statement { at, what, topic, periods, past, withdrawn: false });
            }
        };
        let span_of = |run: Range<usize>| tokens.get(run).map_or(Span::default(), span);
        if let Some((term, meaning, run)) = definitions::read(text, tokens) {
            state(What::Definition(words::sorted(meaning)), term, Vec::new(), span_of(run));
            return out;
        }
        let dates: Vec<Period> = quantities.iter().filter_map(|q| q.value.period()).collect();
        if let Some((topic, name, run)) = names::read(text, tokens).filter(|_| dates.is_empty()) {
            state(What::Named(name), topic, Vec::new(), span_of(run));
            return out;
        }
        let amounts = quantities.len() - dates.len();
        if amounts == 0 {
            let mut stems = crate::verify::context::outside_claims(text, spoken.tokens, range.clone(), quantities);
            if let Some(subject) = &subject {
                stems.extend(&subject.stems);
            }
            let once = tokens.iter().any(|t| t.kind == Kind::Word && is_once(t.text(text)));
            if let ([date], true) = (quantities, once) {
                let Value::Period(period) = date.value else { return out };
                state(What::Day(period), without_days(text, spoken, date, stems), Vec::new(), date.span);
                return out;
            }
            let said = statement::topic(stems.clone()).len();
            let fits = (negation::LEAST_WORDS..=LONGEST_ASSERTION).contains(&said);
            if fits && !cues.is_unsure() {
                let denied = statement::denies(text, tokens);
                // `Version 4` is another thing than `Version 3`.
                let of_date = |i: &usize| quantities.iter().any(|q| (q.first as usize..q.last as usize).contains(i));
                let numbers = range.clone().filter(|i| !of_date(i));
                let numbers = numbers.filter_map(|i| words::number_in_name(text, spoken.tokens, i));
                let stems = stems.into_iter().filter(|stem| !statement::is_denial(*stem)).chain(numbers).collect();
                state(What::Assertion { denied }, stems, dates, span(tokens));
            }
            return out;
        }
        let sentence = Sentence::read(text, spoken.tokens, range, quantities, &[]);
        for quantity in quantities.iter().filter(|q| q.kind != ClaimKind::Date) {
            if is_beside(text, spoken.tokens, quantity.first as usize, quantity.last as usize) {
                continue;
            }
            let context = sentence.context((text, spoken.tokens), quantities, quantity, &[], subject.as_ref());
            let mut topic = context.near.clone();
            if let Some(subject) = &subject {
                topic.extend(&subject.stems);
            }
            topic.retain(|stem| Some(*stem) != context.noun && !words::is_month(*stem));
            // What a number counts is told apart by its own field.
            topic.extend(context.noun);
            state(
                What::Value(quantity.clone(), context.stance, context.noun),
                topic,
                context.periods.clone(),
                quantity.span,
            );
        }
        out
    }

    /// What a statement contradicts; a correction contradicts nothing, and withdraws what it corrects.
    fn compare(&mut self, claim: &Statement, corrects: bool, language: Language) -> Option<Contradiction> {
        let known = self.by_topic.get_mut(&key(claim))?;
        let mut periods = known.iter().filter(|s| !s.withdrawn).map(|s| &s.periods).filter(|p| !p.is_empty());
        let one_period = match periods.next() {
            None => true,
            Some(first) => periods.all(|other| other == first),
        };
        for before in known.iter_mut().filter(|s| !s.withdrawn) {
            if !claim.is_about(before) {
                continue;
            }
            let Some((kind, severity, confidence)) = weigh(claim, before, one_period) else { continue };
            if corrects {
                before.withdrawn = true;
                continue;
            }
            return Some(Contradiction {
                kind,
                description: texts::description(kind, &claim.at.text, &before.at.text, before.at.turn, language),
                claim: stated(&claim.at),
                contradicts: stated(&before.at),
                severity,
                confidence: Number(confidence),
            });
        }
        None
    }

    fn remember(&mut self, statement: Statement) {
        let known = self.by_topic.entry(key(&statement)).or_default();
        known.push_back(statement);
        if known.len() > REMEMBERED {
            known.pop_front();
        }
    }
}

/// Which kind of contradiction it is, if it is one, how grave and how sure.
fn weigh(claim: &Statement, before: &Statement, one_period: bool) -> Option<(ContradictionKind, Severity, f64)> {
    let (kind, found) = match claim.what {
        What::Value(..) => (ContradictionKind::Number, values::contradicts(claim, before, one_period)),
        What::Day(_) => (ContradictionKind::Date, values::other_day(claim, before)),
        What::Assertion { .. } => (ContradictionKind::Negation, negation::contradicts(claim, before)),
        What::Named(_) => (ContradictionKind::Name, names::contradicts(claim, before)),
        What::Definition(_) => (ContradictionKind::Definition, definitions::contradicts(claim, before)),
    };
    found.map(|(severity, confidence)| (kind, severity, confidence))
}

/// Only statements of one sort about the same are compared.
fn key(statement: &Statement) -> (u8, Vec<Stem>) {
    let sort = match statement.what {
        What::Value(..) => 0,
        What::Day(_) => 1,
        What::Assertion { .. } => 2,
        What::Named(_) => 3,
        What::Definition(_) => 4,
    };
    (sort, statement.topic.clone())
}

fn stated(at: &At) -> Stated {
    Stated { turn: at.turn, span: at.span, utf16: at.utf16, text: at.text.clone() }
}

fn is_once(word: &str) -> bool {
    values::ONCE.iter().any(|own| own.eq_ignore_ascii_case(word))
}

/// Words of the date itself say nothing of what it is the date of.
fn without_days(text: &str, spoken: Spoken<'_>, date: &crate::claims::Quantity, stems: Vec<Stem>) -> Vec<Stem> {
    let own = spoken.tokens.get(date.first as usize..date.last as usize).unwrap_or_default();
    let said = statement::stems(text, own);
    stems.into_iter().filter(|stem| !said.contains(stem) && !words::is_month(*stem)).collect()
}

/// Whether a value is only told beside another one, or stands in quotation marks: `from 5`, `than 5`, `between 5 and 7`, `5–7`.
fn is_beside(text: &str, tokens: &[Token], first: usize, last: usize) -> bool {
    let before = first.checked_sub(1).and_then(|i| tokens.get(i));
    // `ב-5` and `כ־5` are values of their own.
    let prefix = first.checked_sub(2).and_then(|i| tokens.get(i)).is_some_and(|t| words::is_hebrew(text, t));
    let before = before.filter(|t| t.ch != b'-' || !prefix);
    let behind = tokens.get(last);
    let lead = ["from", "than", "between", "versus", "vs", "against", "לעומת", "בין"];
    before.is_some_and(|t| {
        t.is_one_of(text, &lead) || matches!(t.ch, b'"' | b'-' | b'(') || t.ch == crate::document::token::EN_DASH
    }) || behind.is_some_and(|t| matches!(t.ch, b'"' | b'-') || t.ch == crate::document::token::EN_DASH)
}

/// Where a run of tokens stands.
fn span(tokens: &[Token]) -> Span {
    let mut own = tokens.iter().filter(|t| t.kind != Kind::Newline);
    let Some(first) = own.next() else { return Span::default() };
    Span { start: first.start, end: own.next_back().map_or(first.end, |t| t.end) }
}

/// A sentence as it is told; a long one by its beginning.
fn quote(text: &str, tokens: &[Token]) -> String {
    let span = span(tokens);
    let whole = span.of(text).unwrap_or_default();
    whole.get(..whole.floor_char_boundary(LONGEST_QUOTE)).unwrap_or_default().to_owned()
}
