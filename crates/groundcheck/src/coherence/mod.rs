//! Whether an answer fits the conversation before it, and itself: contradicting values, days, denials and names, and terms that get
//! another meaning.
//!
//! Source: document 4, component 5. A false alarm here accuses somebody of contradicting themselves, so two statements are only
//! compared where they are about the same thing in the same words and of the same time; what is rounded, told in another unit, asked,
//! supposed, quoted or corrected contradicts nothing.

mod cues;
mod definitions;
mod memory;
mod names;
mod negation;
mod statement;
mod texts;
mod values;

use groundcheck_types::{CoherenceCheck, Contradiction, Finding, Locale, Request, Turn};

pub(crate) use self::memory::Memory;
use crate::claims::{self, Conventions};
use crate::document::{Utf16Index, sentence, token};
use crate::lexicon::Seen;
use crate::verify::reasons::Language;
use crate::verify::spoken::Spoken;

/// Compares what an answer says with the conversation before it, oldest turn first, and with itself.
///
/// ```
/// use groundcheck::coherence;
/// use groundcheck::types::{ContradictionKind, Role, Turn};
///
/// let before = Turn { role: Role::Assistant, text: "The NOI of Oak Plaza was $1.2M in 2023.".into() };
/// let check = coherence::check("In 2023 the NOI of Oak Plaza was $1.5M.", &[before], None);
/// assert_eq!(check.contradictions[0].kind, ContradictionKind::Number);
/// ```
#[must_use]
pub fn check(answer: &str, history: &[Turn], locale: Option<&Locale>) -> CoherenceCheck {
    let mut memory = Memory::of(history, locale);
    let (hebrew, _) = claims::answer_is_hebrew(answer, locale);
    let language = if hebrew { Language::Hebrew } else { Language::English };
    let contradictions = read(&mut memory, answer, None, locale, language);
    CoherenceCheck { coherent: contradictions.is_empty(), contradictions }
}

/// Reads a whole text into the memory; returns what contradicts what was known before it, or itself.
fn read(
    memory: &mut Memory,
    text: &str,
    turn: Option<u32>,
    locale: Option<&Locale>,
    language: Language,
) -> Vec<Contradiction> {
    let tokens = token::tokens_with(text, &mut Seen::new(text.len()));
    let conventions = match locale {
        Some(locale) => Conventions::of("", Some(locale)),
        None => Conventions::without_locale(claims::answer_is_hebrew(text, None).0),
    };
    let quantities = claims::extract_tokens(text, &tokens, conventions);
    let spoken = Spoken { text, tokens: &tokens, quantities: &quantities, moments: &[] };
    let utf16 = Utf16Index::new(text);
    let mut next = 0;
    let mut found = Vec::new();
    for range in sentence::sentences(text, &tokens) {
        let here = quantities.get(next..).unwrap_or_default().partition_point(|q| (q.first as usize) < range.end);
        let own = next..next + here;
        next = own.end;
        found.extend(memory.read(spoken, range, own, turn, |span| utf16.span(text, span), language));
    }
    found
}

/// What contradicts an earlier turn, or the answer itself, as findings of a report. Only where there is a conversation: what an answer
/// says beside sources is for them to judge.
pub(crate) fn findings(request: &Request, language: Language) -> Vec<Finding> {
    if request.history.is_empty() {
        return Vec::new();
    }
    let mut memory = Memory::of(&request.history, request.locale.as_ref());
    let found = read(&mut memory, &request.answer, None, request.locale.as_ref(), language);
    found.into_iter().map(finding).collect()
}

fn finding(contradiction: Contradiction) -> Finding {
    let before = contradiction.contradicts;
    Finding {
        r#type: if before.turn.is_some() { "contradicts_earlier_turn" } else { "contradicts_itself" }.to_owned(),
        severity: contradiction.severity,
        description: contradiction.description,
        detected_value: contradiction.claim.text,
        expected_value: Some(before.text),
        confidence: contradiction.confidence,
        source: "answer".to_owned(),
        span: Some(contradiction.claim.span),
    }
}
