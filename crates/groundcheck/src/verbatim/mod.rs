//! Claims that are right only as they are written: quotations, identifiers, links, citation marks, names. One file a kind.
//!
//! Numbers are judged by what is around them, these by their letters: a source has them or it has not. Finding them reads the answer
//! alone, so that they settle while it is being written; what the evidence has is read once, when the first of them is judged.

mod align;
mod check_digit;
mod citation;
mod gaps;
mod identifier;
mod index;
pub(crate) mod link;
mod name;
mod named;
mod names;
mod numbering;
mod quotation;
mod section;
mod table;
mod text;
mod written;

use core::ops::Range;

use groundcheck_types::{ClaimKind, Evidence, Span, Status};

pub(crate) use self::citation::numbered;
pub(crate) use self::gaps::gaps;
use self::identifier::Yields;
use self::index::{At, Index};
use self::names::MOST_READ_FOR;
use self::quotation::Voice;
use self::written::Written;
pub(crate) use self::written::{EvidenceText, Known, Said};
use crate::document::spelling::letters;
use crate::document::token::{Kind, Token};
use crate::lexicon::Lex;
use crate::lexicon::verbatim::{HEBREW_PREFIXES, VISITED};
use crate::verify::asked::Asked;
use crate::verify::prepare::Sources;
use crate::verify::prior::enabled;
use crate::verify::reasons::Say;
use crate::verify::street::MOST_CLAIMS;
use crate::verify::{Judgement, confidence_in};

/// Something that is right only as it is written.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) span: Span,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    Quotation(quotation::Quoted),
    Identifier {
        sought: identifier::Sought,
        /// Whether its check digit fits, where it has one.
        checked: Option<bool>,
        /// To which numbers it yields.
        yields: Yields,
    },
    Link,
    Citation(citation::Cited),
    Name(name::Sought),
}

impl Found {
    /// What kind of claim it is.
    pub(crate) fn kind(&self) -> ClaimKind {
        match self.what {
            What::Quotation(_) => ClaimKind::Quotation,
            What::Identifier { .. } => ClaimKind::Identifier,
            What::Link => ClaimKind::Link,
            What::Citation(_) => ClaimKind::Citation,
            What::Name(_) => ClaimKind::Name,
        }
    }
}

/// What one sentence leaves for the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Running {
    /// A quotation that is not closed.
    open: Option<quotation::Open>,
    /// Whose words the sentence before announces, where it ends in a colon or is a block quote itself.
    introduces: Voice,
    /// The sentence before, by its tokens.
    before: Option<Range<usize>>,
    /// How many were judged.
    judged: u32,
    /// How many names there were.
    names: u32,
    /// Whether the answer has had a list of sources of its own.
    lists: citation::Lists,
    /// Whether the sentence before is English.
    english: bool,
}

impl Running {
    /// Whether one more is judged: an answer of nothing else has to cost next to nothing.
    pub(crate) fn has_room(&mut self) -> bool {
        self.judged = self.judged.saturating_add(1);
        self.judged as usize <= MOST_CLAIMS
    }

    /// What the next sentence has, in its order; `claimed` are its numbers.
    pub(crate) fn next(
        &mut self,
        (text, tokens): (&str, &[Token]),
        range: Range<usize>,
        claimed: impl Iterator<Item = Span>,
    ) -> Vec<Found> {
        let own = tokens.get(range.clone()).unwrap_or_default();
        let mut out = Vec::new();
        quotation::find(text, tokens, range.clone(), &mut self.open, self.introduces, &mut out);
        let last = own.iter().rfind(|t| t.kind != Kind::Newline && !matches!(t.ch, b'*' | b'"'));
        let goes_on = own.iter().find(|t| t.kind != Kind::Newline).is_some_and(|t| t.ch == b'>');
        self.introduces = if last.is_some_and(|t| t.ch == b':') {
            quotation::announced(text, own)
        } else if goes_on {
            self.introduces
        } else {
            Voice::Unsaid
        };
        citation::find(text, tokens, range.clone(), self.before.replace(range), &mut self.lists, &mut out);
        if let Some((first, last)) = own.first().zip(own.last()) {
            let sentence = Span { start: first.start, end: last.end };
            links(sentence, text, &mut out);
            let mut codes = Vec::new();
            identifier::find(sentence.of(text).unwrap_or_default(), sentence.start, &mut codes);
            // What is a link, a mark or code is no identifier, too; nor is a part of a number.
            let numbers: Vec<Span> = claimed.collect();
            let code = |t: &Token| t.lex == Lex::Opaque && t.text(text).starts_with('`');
            let hidden: Vec<Span> =
                own.iter().filter(|t| code(t)).map(|t| Span { start: t.start, end: t.end }).collect();
            let taken = |found: &Found| {
                let span = found.span;
                let yields = match found.what {
                    What::Identifier { yields, .. } => yields,
                    _ => Yields::Never,
                };
                let others =
                    out.iter().filter(|found| !matches!(found.what, What::Quotation(_))).map(|found| found.span);
                let cuts =
                    |number: &Span| number.overlaps(span) && (number.start < span.start || number.end > span.end);
                let holds = |number: &Span| number.start <= span.start && number.end >= span.end;
                let is_number = numbers.iter().any(|number| match yields {
                    Yields::Never => cuts(number),
                    Yields::ToTheWhole => cuts(number) || holds(number),
                    Yields::ToAny => number.overlaps(span),
                });
                others.chain(hidden.iter().copied()).any(|other| other.overlaps(span)) || is_number
            };
            let free: Vec<Found> = codes.into_iter().filter(|found| !taken(found)).collect();
            out.extend(free);
        }
        crate::sort::by_key(&mut out, |found| (found.span.start, core::cmp::Reverse(found.span.end)));
        out
    }

    /// Adds the names of a sentence to what else was found in it. Which of them are claims only the evidence tells.
    pub(crate) fn add_names(&mut self, text: &str, sentence: &[Token], found: &mut Vec<Found>) {
        let mut names = Vec::new();
        self.english = name::is_english(text, sentence, self.english);
        name::find(text, sentence, self.english, &mut names);
        crate::sort::by_key(&mut names, |name| name.span.start);
        // Both go through the sentence, so that each name is held against what is near it alone.
        let mut taken: Vec<Span> = found.iter().map(|found| found.span).collect();
        crate::sort::by_key(&mut taken, |span| span.start);
        let mut taken = taken.into_iter().peekable();
        let mut end = 0;
        for name in names {
            while let Some(span) = taken.next_if(|span| span.start < name.span.end) {
                end = end.max(span.end);
            }
            if end <= name.span.start {
                self.names = self.names.saturating_add(1);
                found.push(name);
            }
        }
    }

    /// Whether the names so far are few enough to be looked for by reading short sources through.
    pub(crate) fn has_few_names(&self) -> bool {
        self.names <= MOST_READ_FOR
    }
}

fn links(sentence: Span, text: &str, out: &mut Vec<Found>) {
    let mut before = "";
    for (piece, span) in text::pieces(sentence.of(text).unwrap_or_default()) {
        let sent = is_called(core::mem::replace(&mut before, piece), VISITED);
        let (inside, piece) = link::inside(piece);
        let start = sentence.start as usize + span.start as usize + inside;
        let is_host = link::is_host(piece) && (sent || piece.matches('.').count() >= 2);
        if link::may_be(piece) || is_host {
            out.push(Found { span: Span::new(start, start + piece.len()), what: What::Link });
        }
    }
}

/// Whether a word is one of these, in any case, in the plural's or Hebrew's clothes: `Sections`, `בסעיף`.
fn is_called(word: &str, names: &[&str]) -> bool {
    let word = word.trim_end_matches(['.', ':', '#', ',']);
    let is = |word: &str| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    if is(word) {
        return true;
    }
    let mut rest = word;
    for _ in 0..2 {
        match rest.strip_prefix(HEBREW_PREFIXES) {
            Some(shorter) if is(shorter) => return true,
            Some(shorter) => rest = shorter,
            None => return false,
        }
    }
    false
}

/// What the evidence says of what is written so; nothing where it makes no claim.
pub(crate) fn judge(found: &Found, text: &str, known: Known<'_>, asked: &Asked) -> Option<Judgement> {
    if let What::Name(name) = &found.what {
        return names::missing(name, found.span.of(text).unwrap_or_default(), known, asked);
    }
    Some(judge_claim(found, text, known, asked))
}

fn judge_claim(found: &Found, text: &str, known: Known<'_>, asked: &Asked) -> Judgement {
    let Known { sources, evidence_text, said, .. } = known;
    let say = Say(asked.language);
    if !enabled(found.kind(), &asked.policy) {
        return Judgement::bare(Status::Unverifiable, say.check_disabled());
    }
    let by_text = matches!(found.what, What::Quotation(_) | What::Citation(_));
    let none = if by_text { !sources.has_text } else { !sources.has_evidence() };
    if let What::Identifier { checked: Some(false), sought, .. } = &found.what
        && (none || identifier::held(sought, &evidence_text.written(sources).index).is_none())
    {
        return Judgement::bare(Status::Contradicted, say.wrong_check_digit());
    }
    if none {
        return Judgement::bare(Status::Unverifiable, say.no_evidence());
    }
    let judging = Judging { known: evidence_text.written(sources), sources, said, asked, say };
    match &found.what {
        What::Quotation(quoted) => judging.quotation(quoted),
        What::Identifier { sought, .. } => judging.identifier(sought),
        What::Link => judging.link(found.span.of(text).unwrap_or_default()),
        What::Citation(cited) => judging.citation(cited),
        What::Name(_) => judging.open(),
    }
}

struct Judging<'j> {
    known: &'j Written,
    sources: &'j Sources,
    said: &'j Said,
    asked: &'j Asked,
    say: Say,
}

impl Judging<'_> {
    fn same(&self, at: At) -> Judgement {
        let evidence = self.known.evidence(at, self.sources);
        let reason = self.say.verbatim(self.say.name_of(&evidence));
        Judgement::supported(evidence, reason, &self.asked.policy)
    }

    fn near(&self, at: At) -> Judgement {
        let evidence = self.known.evidence(at, self.sources);
        let reason = self.say.misquotes(self.say.name_of(&evidence), &evidence.text);
        Judgement {
            confidence: confidence_in(core::slice::from_ref(&evidence), &self.asked.policy),
            evidence: vec![evidence],
            ..Judgement::bare(Status::Contradicted, reason)
        }
    }

    fn missing(&self) -> Judgement {
        Judgement::bare(Status::Unsupported, self.say.not_in_evidence())
    }

    fn open(&self) -> Judgement {
        Judgement::bare(Status::Unverifiable, self.say.undecided())
    }

    fn asked_for(&self) -> Judgement {
        Judgement::bare(Status::Unverifiable, self.say.in_question())
    }

    fn quotation(&self, quoted: &quotation::Quoted) -> Judgement {
        let fit = quotation::compare(quoted, &self.known.index, |at| self.known.text(self.sources, at));
        let passage = |words| self.known.index.passage(words);
        // Nobody says what the cells of the list of facts are side by side.
        let given = |at: &At| (at.text as usize) != self.sources.given().len() || self.sources.table().is_none();
        let listed = |words: &Range<usize>| passage(words.clone()).is_some_and(|at| !given(&at));
        match fit {
            quotation::Fit::Same(words) | quotation::Fit::Near(words) if listed(&words) => self.open(),
            quotation::Fit::Same(words) => passage(words).map_or_else(|| self.missing(), |at| self.same(at)),
            _ if self.said.index().find(&quoted.runs).is_some() => self.asked_for(),
            quotation::Fit::Near(words) => passage(words).map_or_else(|| self.missing(), |at| self.near(at)),
            quotation::Fit::None if quoted.voice == Voice::Said => self.missing(),
            quotation::Fit::None | quotation::Fit::Open => self.open(),
        }
    }

    /// In which sources these words stand, or nearly so: a bit for each; `None` where that cannot be told.
    fn holders(&self, quoted: &quotation::Quoted) -> Option<u64> {
        let index = &self.known.index;
        let texts = |at: usize| if at < self.sources.given().len() { citation::bit(at) } else { 0 };
        let same = index.finds(&quoted.runs).fold(0, |bits, words| bits | texts(index.text_of(words.start) as usize));
        if same != 0 || quoted.voice != Voice::Said {
            return (same != 0).then_some(same);
        }
        match quotation::compare(quoted, index, |at| self.known.text(self.sources, at)) {
            quotation::Fit::Same(words) | quotation::Fit::Near(words) => {
                Some(texts(index.text_of(words.start) as usize)).filter(|bits| *bits != 0)
            }
            // Words that nobody said are wrong themselves; whose they are meant to be may still be right.
            quotation::Fit::None | quotation::Fit::Open => None,
        }
    }

    fn identifier(&self, sought: &identifier::Sought) -> Judgement {
        let index = &self.known.index;
        match identifier::held(sought, index) {
            Some(at) => self.same(at),
            None if identifier::held(sought, self.said.index()).is_some() => self.asked_for(),
            None if identifier::is_printed(sought, index) => self.open(),
            None => match identifier::near(sought, index) {
                Some(at) => self.near(at),
                None if identifier::may_be_held(sought, index) => self.open(),
                None if identifier::is_sure(sought, index) => self.missing(),
                None => self.open(),
            },
        }
    }

    fn link(&self, link: &str) -> Judgement {
        let plain = link::plain(link);
        let doi = |index: &Index| identifier::doi(link).and_then(|doi| index.code(&letters(doi)));
        let held = |index: &Index| index.link(&plain).or_else(|| index.on_host(&plain)).or_else(|| doi(index));
        match held(&self.known.index) {
            Some(at) => self.same(at),
            None if held(self.said.index()).is_some() => self.asked_for(),
            // A path above a known one, or one that is written with codes, may be there.
            None if self.known.index.is_above(&plain) || plain.contains('%') => self.open(),
            None => self.missing(),
        }
    }

    fn citation(&self, cited: &citation::Cited) -> Judgement {
        let source = |at: usize| {
            let source = self.sources.given().get(at);
            let id = source.map(|source| source.id.clone());
            let text = source.and_then(|source| source.title.clone()).or_else(|| id.clone()).unwrap_or_default();
            Evidence { source: id, text, ..Evidence::default() }
        };
        let quoted = cited.quoted.as_ref().and_then(|quoted| self.holders(quoted));
        let (status, evidence, reason) = match citation::compare(cited, self.known.named(self.sources), quoted) {
            citation::Fit::Has(at) => {
                let evidence = source(at);
                let reason = self.say.cited_fits(self.say.name_of(&evidence));
                (Status::Unverifiable, vec![evidence], reason)
            }
            citation::Fit::Lacks(at) => {
                let evidence = source(at);
                let reason = self.say.cited_differs(self.say.name_of(&evidence));
                (Status::Unsupported, vec![evidence], reason)
            }
            citation::Fit::Misquoted(at) => {
                let evidence = source(at);
                let reason = self.say.cited_has_no_such_words(self.say.name_of(&evidence));
                (Status::Unsupported, vec![evidence], reason)
            }
            citation::Fit::Unknown(id) if !self.known.is_marked(&id, self.sources) => {
                (Status::Unsupported, Vec::new(), self.say.unknown_citation(&id))
            }
            citation::Fit::Unknown(_) | citation::Fit::Open => return self.open(),
        };
        Judgement { evidence, ..Judgement::bare(status, reason) }
    }
}
