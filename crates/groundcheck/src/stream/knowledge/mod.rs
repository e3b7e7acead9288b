//! What a question needs, and what of it is at hand.
//!
//! Source: document 4, "Pre-Generation Knowledge Verification": explicit requirements (names, metrics, periods) and implicit ones (the
//! kind of value that `how much` asks for, how things stand now). Something is at hand where a source, a fact or the conversation has
//! it; that it stands there is no proof that the answer does, but that it stands nowhere is proof enough. A metric of somebody in a
//! period is asked for [`together`]: that each of them stands somewhere does not answer it.

mod at_hand;
mod owner;
mod question;
mod together;

use groundcheck_types::{
    Alternative, AlternativeAction, InputError, KnowledgeCheck, KnowledgeRequest, Policy, Requirement, RequirementKind,
    Source, Span,
};

use self::at_hand::{AtHand, Shelf};
use self::question::{Needed, Question};
use super::texts;
use crate::cancel::Cancel;
use crate::claims::Conventions;
use crate::detector::Detector;
use crate::document::token::{self, Token};
use crate::verify::facts::FactTable;
use crate::verify::prepare::Sources;
use crate::verify::reasons::Language;
use crate::verify::words::{self, Stem};

/// What a question needs, what of it is missing, and what to do instead.
///
/// # Errors
/// What [`KnowledgeRequest::validate`] refuses, and facts that cannot be read.
///
/// ```
/// use groundcheck::{required_knowledge, types::{KnowledgeRequest, RequirementKind}};
///
/// let request = KnowledgeRequest::from_json(br#"{
///     "question": "What was the NOI of Oak Plaza in 2023?",
///     "sources": [{"id": "S0", "text": "The NOI of Oak Plaza was $1.2M in 2022."}]
/// }"#).unwrap();
/// let check = required_knowledge(&request).unwrap();
/// let missing = &check.required[check.missing[0] as usize];
/// assert_eq!((missing.kind, missing.text.as_str()), (RequirementKind::Period, "2023"));
/// assert!(missing.alternatives[0].text.contains("2022"));
/// ```
pub fn required_knowledge(request: &KnowledgeRequest) -> Result<KnowledgeCheck, InputError> {
    request.validate()?;
    let detector = Detector::new(Policy::default(), &request.sources, &request.facts, request.locale.as_ref())?;
    Ok(check(&detector, request))
}

fn check(detector: &Detector, request: &KnowledgeRequest) -> KnowledgeCheck {
    let question = Question::read(request);
    let turn = |text: &String| Source { id: "history".into(), text: text.clone(), title: None, url: None, kind: None };
    let turns: Vec<Source> = request.history.iter().map(|said| turn(&said.text)).collect();
    let conventions = request.locale.as_ref().map(|locale| Conventions::of("", Some(locale)));
    let said = Sources::prepare(&turns, FactTable::default(), conventions, Cancel::default());
    let shelves = [Shelf::of(detector.sources(), &request.sources), Shelf::of(&said, &turns)];
    let at_hand = AtHand { detector, shelves };
    let anything = detector.has_evidence() || !request.history.is_empty();

    let mut needs: Vec<(Needed, Vec<String>)> = Vec::new();
    for needed in question.needs() {
        let known = |(other, _): &(Needed, Vec<String>)| other.span.overlaps(needed.span) && other.kind == needed.kind;
        if !needs.iter().any(known) {
            let found_in = at_hand.find(&needed.need);
            needs.push((needed, found_in));
        }
    }
    let mut required: Vec<Requirement> = Vec::new();
    for (needed, found_in) in &needs {
        let text = needed.span.of(&request.question).unwrap_or_default().to_owned();
        let known = if found_in.is_empty() { at_hand.known_for(needed) } else { None };
        required.push(question.requirement(needed.kind, needed.span, needed.implicit, text, found_in.clone(), known));
    }
    crate::sort::by_key(&mut required, |requirement| requirement.span.start);
    // Combinations follow their parts.
    for (asked, span, text) in together::combinations(&needs, &question) {
        let (found_in, known) = at_hand.together(&asked);
        required.push(question.requirement(RequirementKind::Combination, span, false, text, found_in, known));
    }

    let missing: Vec<u32> =
        (0..).zip(&required).filter(|(_, requirement)| !requirement.available).map(|(at, _)| at).collect();
    let verified = missing.is_empty() && anything;
    let named: Vec<(RequirementKind, &str)> =
        required.iter().filter(|r| !r.available).map(|r| (r.kind, r.text.as_str())).collect();
    let limitation = (!verified).then(|| texts::limitation(&named, anything, question.language));
    KnowledgeCheck { verified, required, missing, limitation }
}

impl Question<'_> {
    /// What it needs there, found in these sources or nowhere; `known` is what is there instead.
    fn requirement(
        &self,
        kind: RequirementKind,
        span: Span,
        implicit: bool,
        text: String,
        found_in: Vec<String>,
        known: Option<String>,
    ) -> Requirement {
        let available = !found_in.is_empty();
        let alternatives = if available { Vec::new() } else { alternatives(kind, &text, known, self.language) };
        let utf16 = self.utf16.span(self.text, span);
        Requirement { kind, utf16, text, span, implicit, available, found_in, alternatives }
    }
}

/// What to do where this is not at hand; `known` is what is there instead.
fn alternatives(kind: RequirementKind, what: &str, known: Option<String>, language: Language) -> Vec<Alternative> {
    use AlternativeAction as A;
    let first = if kind == RequirementKind::Recency { Some(A::LookUp) } else { None };
    let actions =
        known.iter().map(|_| A::AnswerForKnown).chain(first).chain([A::AddSource, A::AskUser, A::StateLimitation]);
    actions
        .map(|action| Alternative { action, text: texts::alternative(action, what, known.as_deref(), language) })
        .collect()
}

/// A name as it is looked for: its words, each by any of its stems. A Hebrew word has one with and one without the letter that may be
/// written onto it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Name(Vec<Vec<Stem>>);

impl Name {
    fn of(name: &str) -> Self {
        Name::spoken(name, &token::tokens(name))
    }

    fn spoken(text: &str, tokens: &[Token]) -> Self {
        let mut words = Vec::new();
        for token in tokens {
            let mut stems = Vec::new();
            words::push_stems(text, token, &mut stems);
            if words::is_hebrew(text, token) {
                words.extend(Some(stems).filter(|stems| !stems.is_empty()));
            } else {
                words.extend(stems.into_iter().map(|stem| vec![stem]));
            }
        }
        Name(words)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether every word is among those that stand there.
    fn stands_where(&self, stands: impl Fn(Stem) -> bool) -> bool {
        !self.0.is_empty() && self.0.iter().all(|word| word.iter().any(|stem| stands(*stem)))
    }

    /// Whether they have a word in common.
    fn shares(&self, other: &Name) -> bool {
        self.0.iter().flatten().any(|stem| other.has(*stem))
    }

    /// Whether the other has all of its words.
    fn is_within(&self, other: &Name) -> bool {
        self.stands_where(|stem| other.has(stem))
    }

    /// Whether one of its words has this stem.
    fn has(&self, stem: Stem) -> bool {
        self.0.iter().any(|word| word.contains(&stem))
    }
}
