//! A source as passages, and which of them are evidence.
//!
//! Questions and instructions assert nothing: `Is the tower leased?` must not count as evidence that it is. Upstream decides by a
//! sentence's first word and takes `May 2024 revenue was $5M.` or `Will Smith acted in it.` for questions; here a question has its mark,
//! or no end at all and the order of words of one.
//!
//! The passages of a source are all of its text: what HTML hides goes with the sentence before it.

use groundcheck_types::Source;

use super::injection::{addressed, label};
use super::words::word_start;
use crate::document::sentence::sentences;
use crate::document::spelling::{Word, hash, words};
use crate::document::token::{Kind as TokenKind, tokens};
use crate::lexicon::Stem;
use crate::verify::words::stems;

/// What a passage is to the verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassageKind {
    /// It says something.
    Evidence,
    /// It asks.
    Question,
    /// It tells somebody what to do: how to answer, which option to choose, what to say of a claim.
    Instruction,
    /// It has no words.
    Empty,
}

/// A part of a source's text.
#[derive(Debug, Clone)]
pub(super) struct Passage {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: PassageKind,
    /// Its words without endings, for telling whether it speaks of the same as a claim. Sorted.
    pub(super) stems: Vec<Stem>,
    /// Its numbers, as they are compared.
    pub(super) numbers: Vec<u64>,
}

/// A source, read once for all claims.
#[derive(Debug, Clone)]
pub(super) struct ReadSource<'a> {
    pub(super) source: &'a Source,
    pub(super) passages: Vec<Passage>,
    /// Where it speaks to the verifier.
    pub(super) addressed: Vec<core::ops::Range<usize>>,
}

impl<'a> ReadSource<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        let text = source.text.as_str();
        let addressed = addressed(text);
        let tokens = tokens(text);
        let ranges = sentences(text, &tokens);
        // The first passage begins with the text, each other with its first token.
        let starts: Vec<usize> =
            ranges.iter().skip(1).map(|range| word_start(text, tokens[range.start].start as usize)).collect();
        let mut passages = Vec::with_capacity(ranges.len());
        let mut spoken = addressed.iter().peekable();
        for (place, range) in ranges.iter().enumerate() {
            let start = if place == 0 { 0 } else { starts[place - 1] };
            let end = starts.get(place).copied().unwrap_or(text.len());
            let own = text.get(start..end).unwrap_or_default();
            while spoken.next_if(|span| span.end <= start).is_some() {}
            let speaks = spoken.peek().is_some_and(|span| span.start < end);
            let kind = if speaks { PassageKind::Instruction } else { unaddressed_kind(own) };
            let tokens = &tokens[range.clone()];
            passages.push(Passage { start, end, kind, stems: stems(text, tokens), numbers: numbers(text, tokens) });
        }
        if passages.is_empty() && !text.is_empty() {
            // Nothing that a reader sees; a model may see it.
            let kind = if addressed.is_empty() { unaddressed_kind(text) } else { PassageKind::Instruction };
            passages.push(Passage { start: 0, end: text.len(), kind, stems: Vec::new(), numbers: Vec::new() });
        }
        ReadSource { source, passages, addressed }
    }

    pub(super) fn text(&self, passage: &Passage) -> &'a str {
        self.source.text.get(passage.start..passage.end).unwrap_or_default()
    }
}

/// The numbers of a run of tokens, as they are compared: `1,200` is `1200`.
pub(super) fn numbers(text: &str, tokens: &[crate::document::token::Token]) -> Vec<u64> {
    let number = |digits: &str| hash(&digits.replace([',', '\''], ""));
    tokens.iter().filter(|t| t.kind == TokenKind::Number).map(|t| number(t.text(text))).collect()
}

/// Verbs that come before their subject in a question. `may` and `will` are names too, and such questions have their mark.
const AUXILIARIES: &[&str] =
    &["is", "are", "was", "were", "am", "do", "does", "did", "can", "could", "should", "would", "has", "have", "had"];
/// Words that ask.
const ASKING: &[&str] = &["what", "when", "where", "why", "how", "which", "whose", "whom", "who"];
/// No question without its mark is longer, in words; a longer one is a sentence that somebody did not end.
const UNMARKED_QUESTION_WORDS: usize = 8;
/// An option is no longer, in words: `A) yes`.
const OPTION_WORDS: usize = 2;

/// What one sentence of a source is to the verifier.
///
/// ```
/// use groundcheck::entailment::{PassageKind, passage_kind};
///
/// assert_eq!(passage_kind("May 2024 revenue was $5M."), PassageKind::Evidence);
/// assert_eq!(passage_kind("What was the revenue in May?"), PassageKind::Question);
/// ```
#[must_use]
pub fn passage_kind(text: &str) -> PassageKind {
    if addressed(text).is_empty() { unaddressed_kind(text) } else { PassageKind::Instruction }
}

/// The same, where it is known not to speak to the verifier.
fn unaddressed_kind(text: &str) -> PassageKind {
    let text = text.trim();
    let words = words(text);
    if words.is_empty() {
        return PassageKind::Empty;
    }
    match label(text) {
        Some("question") => return PassageKind::Question,
        Some(_) => return PassageKind::Instruction,
        None => {}
    }
    let closing = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '”' | '’' | ')' | ']' | '*' | '_' | '»');
    let bare = text.trim_end_matches(closing);
    if bare.ends_with(['?', '？', '؟', '՞']) {
        return PassageKind::Question;
    }
    if is_choice(text, &words) {
        return PassageKind::Instruction;
    }
    let ends = bare.ends_with(['.', '!', '。', '！', '…', ';', ':', '|']);
    let plain = !text.contains([',', ':', ';', '|', '=']) && !text.contains(|c: char| c.is_ascii_digit());
    if !ends && plain && words.len() <= UNMARKED_QUESTION_WORDS && asks(&words) {
        return PassageKind::Question;
    }
    PassageKind::Evidence
}

/// `Who owns it`, `What was the NOI`, `Is the property leased`; not `What remains is small`.
fn asks(words: &[Word]) -> bool {
    let is_in =
        |at: usize, list: &[&str]| words.get(at).is_some_and(|word| list.iter().any(|own| hash(own) == word.hash));
    if is_in(0, AUXILIARIES) {
        return words.len() >= 3;
    }
    is_in(0, &["who"]) || (is_in(0, ASKING) && (1..=2).any(|at| is_in(at, AUXILIARIES)) && words.len() >= 3)
}

/// `Choose one`, `A) yes`.
fn is_choice(text: &str, words: &[Word]) -> bool {
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|word| list.iter().any(|own| hash(own) == word.hash));
    let chooses = is(0, &["choose", "select", "pick", "tick", "בחר", "בחרי", "בחרו"])
        && (1..=3).any(|at| {
            is(at, &["one", "option", "options", "answer", "answers", "correct", "best", "אחת", "תשובה", "התשובה"])
        });
    let mut chars = text.chars();
    let option = chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next() == Some(')')
        && words.len() <= OPTION_WORDS
        && !text.contains(|c: char| c.is_ascii_digit());
    chooses || option
}
