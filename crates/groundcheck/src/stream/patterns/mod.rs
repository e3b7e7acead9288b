//! Patterns that go with made-up text, one a file: what to look for in a sentence that is settled, and how sure it is.
//!
//! They raise warnings of the monitor, never findings of a report: a report says what evidence says, a warning says what to look at.

mod authority;
mod certainty;
mod citations;
mod coherence;
mod evidence;
mod links;
mod publications;
mod rising;

use core::ops::Range;
use std::collections::{HashMap, HashSet};

use groundcheck_types::{
    Claim, Contradiction, MonitorPolicy, MonitorRequest, Number, SourceKind, Span, Status, Utf16Span, Warning,
    WarningPattern,
};

pub(super) use self::citations::names_a_source;
use super::texts;
use crate::detector::Detector;
use crate::document::token::{self, Kind, Token};
use crate::lexicon::Seen;
use crate::lexicon::phrases::Phrases;
use crate::verbatim::link;
use crate::verify::reasons::Language;
use crate::verify::spoken::Spoken;
use crate::verify::words::{self, Stem};

/// A segment is at most so many characters (document 4: the last hundred).
const SEGMENT_CHARS: usize = 100;

/// A sentence that is settled, with its claims.
pub(super) struct Settled<'a> {
    pub(super) spoken: Spoken<'a>,
    pub(super) range: Range<usize>,
    /// Its words, for [`Phrases`].
    pub(super) words: Vec<Stem>,
    pub(super) claims: &'a [Claim],
    pub(super) contradictions: &'a [Contradiction],
    pub(super) detector: &'a Detector,
    pub(super) policy: &'a MonitorPolicy,
}

impl<'a> Settled<'a> {
    fn tokens(&self) -> &'a [Token] {
        self.spoken.tokens.get(self.range.clone()).unwrap_or_default()
    }

    fn text(&self) -> &'a str {
        self.spoken.text
    }

    /// Where the first of these phrases stands that the sentence holds.
    fn find(&self, phrases: &Phrases) -> Option<Span> {
        let run = phrases.find(&self.words)?;
        let mut words = self.tokens().iter().filter(|t| t.kind == Kind::Word).skip(run.start);
        let first = words.next()?;
        let last = if run.len() > 1 { words.nth(run.len() - 2)? } else { first };
        Some(Span { start: first.start, end: last.end })
    }

    /// The claims that nothing bears out.
    fn unfounded(&self) -> impl Iterator<Item = &'a Claim> {
        self.claims.iter().filter(|claim| claim.status != Status::Supported)
    }
}

/// A pattern found.
#[derive(Debug, Clone)]
pub(super) struct Hit {
    pub(super) pattern: WarningPattern,
    pub(super) span: Span,
    pub(super) confidence: f64,
    pub(super) claim: Option<String>,
    pub(super) contradiction: Option<Contradiction>,
    pub(super) description: Option<String>,
}

impl Hit {
    fn new(pattern: WarningPattern, span: Span, confidence: f64) -> Self {
        Hit { pattern, span, confidence, claim: None, contradiction: None, description: None }
    }

    fn about(mut self, claim: &Claim) -> Self {
        self.claim = Some(claim.id.clone());
        self.description = claim.reasons.first().map(|reason| reason.message.clone());
        self
    }

    pub(super) fn warning(self, text: &str, utf16: Utf16Span, language: Language) -> Warning {
        let whole = self.span.of(text).unwrap_or_default();
        let end = whole.char_indices().nth(SEGMENT_CHARS).map_or(whole.len(), |(at, _)| at);
        let segment = whole.get(..end).unwrap_or_default().to_owned();
        let description = self.description.unwrap_or_else(|| texts::pattern(self.pattern, &segment, language));
        Warning {
            pattern: self.pattern,
            segment,
            span: self.span,
            utf16,
            confidence: Number(self.confidence),
            claim: self.claim,
            contradiction: self.contradiction,
            description,
        }
    }
}

/// What the evidence, the question and the conversation hold that an answer may refer to.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Whether sources or facts were given.
    has_evidence: bool,
    /// Links as [`link::plain`] has them.
    links: HashSet<String>,
    /// Ids of sources in lower case, and how many sources there are.
    ids: HashSet<String>,
    sources: usize,
    /// Where the content of each source comes from, by its id.
    kinds: HashMap<String, Option<SourceKind>>,
    /// Numbers of publications that a source names.
    identifiers: HashSet<String>,
    /// Words of the question and the conversation.
    words: HashSet<Stem>,
}

impl Known {
    fn new(request: &MonitorRequest, has_evidence: bool) -> Self {
        let mut known = Known { has_evidence, sources: request.sources.len(), ..Known::default() };
        for source in &request.sources {
            known.ids.insert(crate::document::lower(source.id.trim()).into_owned());
            known.links.extend(source.url.iter().map(|url| link::plain(url)));
            known.links.extend(link::all(&source.text));
            known.identifiers.extend(publications::identifiers(&source.text));
            known.kinds.insert(source.id.clone(), source.kind);
            known.add_words(source.title.as_deref().unwrap_or_default());
        }
        let said = request.history.iter().map(|turn| turn.text.as_str()).chain(request.question.as_deref());
        for text in said {
            known.links.extend(link::all(text));
            known.identifiers.extend(publications::identifiers(text));
            known.add_words(text);
        }
        known
    }

    fn add_words(&mut self, text: &str) {
        let tokens = token::tokens_with(text, &mut Seen::new(text.len()));
        self.words.extend(words::stems(text, &tokens));
    }
}

/// Every pattern, with what it remembers of the sentences before.
#[derive(Debug)]
pub(super) struct Patterns {
    known: Known,
    rising: rising::Run,
}

impl Patterns {
    pub(super) fn new(request: &MonitorRequest, has_evidence: bool) -> Self {
        Patterns { known: Known::new(request, has_evidence), rising: rising::Run::default() }
    }

    /// What is found in the next sentence.
    pub(super) fn of(&mut self, sentence: &Settled<'_>) -> Vec<Hit> {
        let (mut hits, mut publications) = (Vec::new(), Vec::new());
        publications::find(sentence, &self.known, &mut publications);
        evidence::find(sentence, &self.known, &publications, &mut hits);
        self.rising.find(sentence, &self.known, &mut hits);
        links::find(sentence, &self.known, &mut hits);
        citations::find(sentence, &self.known, &mut hits);
        authority::find(sentence, &mut hits);
        hits.append(&mut publications);
        certainty::find(sentence, &mut hits);
        coherence::find(sentence, &mut hits);
        hits
    }
}
