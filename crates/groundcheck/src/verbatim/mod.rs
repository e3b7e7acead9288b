//! Claims that are right only as they are written: quotations, identifiers, links, citation marks, names. One file a kind.
//!
//! Numbers are judged by what is around them, these by their letters: a source has them or it has not. Finding them reads the answer
//! alone, so that they settle while it is being written; what the evidence has is read once, when the first of them is judged.

mod align;
mod citation;
mod identifier;
mod index;
pub(crate) mod link;
mod name;
mod names;
mod quotation;
mod section;
mod table;
mod text;

use core::ops::Range;
use std::sync::OnceLock;

use groundcheck_types::{ClaimKind, Evidence, Request, Span, Status};

use self::citation::Named;
pub(crate) use self::citation::numbered;
use self::identifier::Yields;
use self::index::{At, Index};
use self::names::{Fit, Names};
use self::quotation::Voice;
use crate::document::spelling::letters;
use crate::document::token::{Kind, Token};
use crate::lexicon::Lex;
use crate::lexicon::verbatim::{HEBREW_PREFIXES, VISITED};
use crate::verify::Judgement;
use crate::verify::asked::Asked;
use crate::verify::evidence;
use crate::verify::facts::PreparedFact;
use crate::verify::prepare::Sources;
use crate::verify::prior::enabled;
use crate::verify::reasons::{Say, subject};
use crate::verify::street::MOST_CLAIMS;

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
        citation::find(text, tokens, range.clone(), self.before.replace(range), &mut out);
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
}

/// Adds the names of a sentence to what else was found in it. Which of them are claims only the evidence tells.
pub(crate) fn add_names(text: &str, sentence: &[Token], found: &mut Vec<Found>) {
    let mut names = Vec::new();
    name::find(text, sentence, &mut names);
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
            found.push(name);
        }
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

/// What sources and facts have in writing; read when the first quotation, identifier, link or mark of an answer is judged.
#[derive(Debug, Clone, Default)]
pub(crate) struct EvidenceText(OnceLock<Box<Written>>);

impl EvidenceText {
    fn written(&self, sources: &Sources, facts: &[PreparedFact]) -> &Written {
        self.0.get_or_init(|| Box::new(Written::of(sources, facts)))
    }
}

/// What claims are judged by.
#[derive(Clone, Copy)]
pub(crate) struct Known<'k> {
    pub(crate) sources: &'k Sources,
    pub(crate) facts: &'k [PreparedFact],
    pub(crate) evidence_text: &'k EvidenceText,
    pub(crate) said: &'k Said,
}

#[derive(Debug, Clone)]
struct Written {
    index: Index,
    /// What citation marks name; read when the first of them is judged.
    named: OnceLock<Named>,
    /// Read when the first name is judged that is not written so.
    names: OnceLock<Names>,
    /// The facts' own words.
    facts: Vec<String>,
}

impl Written {
    fn of(sources: &Sources, facts: &[PreparedFact]) -> Written {
        let facts: Vec<String> = facts.iter().map(|prepared| subject(&prepared.fact)).collect();
        let texts = sources.sources.iter().map(|source| (source.text.as_str(), source.url.as_deref()));
        let titles = sources.sources.iter().map(|source| (source.title.as_deref().unwrap_or_default(), None));
        let rows = facts.iter().map(|fact| (fact.as_str(), None));
        let index = Index::of(texts.chain(titles).chain(rows));
        Written { index, named: OnceLock::new(), names: OnceLock::new(), facts }
    }

    fn named(&self, sources: &Sources) -> &Named {
        let texts = || sources.sources.iter().map(|source| (source.id.as_str(), source.text.as_str()));
        self.named.get_or_init(|| Named::of(texts()))
    }

    /// Whether it has, or may have, this name.
    fn may_have(&self, name: &name::Sought, sources: &Sources) -> bool {
        let texts = || {
            let own = (0..2 * sources.sources.len() + self.facts.len()).map(|number| self.text(sources, number));
            let named = sources.sources.iter().flat_map(|source| [Some(source.id.as_str()), source.url.as_deref()]);
            own.chain(named.flatten())
        };
        let names = || self.names.get_or_init(|| Names::of(texts()));
        match name.fit(&self.index, |at| self.text(sources, at)) {
            Fit::Has | Fit::Open => true,
            Fit::Mixed => name.may_be_misspelt(&self.index, names()),
            Fit::None => name.may_be_in(names()),
        }
    }

    /// The text with this number: sources, their titles, facts.
    fn text<'s>(&'s self, sources: &'s Sources, number: usize) -> &'s str {
        let count = sources.sources.len();
        let source = |at: usize| sources.sources.get(at);
        match number {
            at if at < count => source(at).map_or("", |source| source.text.as_str()),
            at if at < 2 * count => source(at - count).and_then(|source| source.title.as_deref()).unwrap_or_default(),
            at => self.facts.get(at - 2 * count).map_or("", String::as_str),
        }
    }

    /// Whether a source numbers its own parts like this: `[12]`, `C5`.
    fn is_marked(&self, id: &str, sources: &Sources) -> bool {
        let is_number = id.bytes().all(|b| b.is_ascii_digit());
        self.named(sources).is_marked(id) || (!is_number && self.index.code(&letters(id)).is_some())
    }

    /// A place as evidence.
    fn evidence(&self, at: At, sources: &Sources) -> Evidence {
        let count = sources.sources.len();
        let text = at.text as usize;
        if let Some(source) = sources.sources.get(text) {
            if at.span.start < at.span.end {
                return evidence::quote(source, at.span);
            }
            let url = source.url.clone().unwrap_or_default();
            return Evidence { source: Some(source.id.clone()), text: url, ..Evidence::default() };
        }
        match sources.sources.get(text - count) {
            Some(source) => Evidence {
                source: Some(source.id.clone()),
                text: source.title.clone().unwrap_or_default(),
                ..Evidence::default()
            },
            None => {
                let fact = text - 2 * count;
                let text = self.facts.get(fact).cloned().unwrap_or_default();
                Evidence { fact: u32::try_from(fact).ok(), text, ..Evidence::default() }
            }
        }
    }
}

/// What the question and the earlier turns have in writing.
#[derive(Debug, Default)]
pub(crate) struct Said {
    texts: Vec<String>,
    index: OnceLock<Index>,
    names: OnceLock<Names>,
}

impl Said {
    pub(crate) fn by(request: &Request) -> Said {
        let turns = request.history.iter().map(|turn| turn.text.as_str());
        Said {
            texts: request.question.as_deref().into_iter().chain(turns).map(str::to_owned).collect(),
            index: OnceLock::new(),
            names: OnceLock::new(),
        }
    }

    fn may_have(&self, name: &name::Sought) -> bool {
        name.is_in(self.index())
            || name.may_be_in(self.names.get_or_init(|| Names::of(self.texts.iter().map(String::as_str))))
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(self.texts.iter().map(|text| (text.as_str(), None))))
    }
}

/// What the evidence says of what is written so; nothing where it makes no claim.
pub(crate) fn judge(found: &Found, text: &str, known: Known<'_>, asked: &Asked) -> Option<Judgement> {
    if let What::Name(name) = &found.what {
        return missing_name(name, known, asked);
    }
    Some(judge_claim(found, text, known, asked))
}

/// A name that nobody has; that one is there, or may be, says nothing of what is said about it.
fn missing_name(name: &name::Sought, known: Known<'_>, asked: &Asked) -> Option<Judgement> {
    let Known { sources, facts, evidence_text, said } = known;
    if !enabled(ClaimKind::Name, &asked.policy) || !sources.has_text {
        return None;
    }
    let written = evidence_text.written(sources, facts);
    if !name.may_be_looked_up(&written.index) {
        return None;
    }
    let name = name.large(&written.index, |at| written.text(sources, at));
    let is_missing = name.is_sure() && !said.may_have(&name) && !written.may_have(&name, sources);
    is_missing.then(|| Judgement::bare(Status::Unsupported, Say(asked.language).unknown_name()))
}

fn judge_claim(found: &Found, text: &str, known: Known<'_>, asked: &Asked) -> Judgement {
    let Known { sources, facts, evidence_text, said } = known;
    let say = Say(asked.language);
    if !enabled(found.kind(), &asked.policy) {
        return Judgement::bare(Status::Unverifiable, say.check_disabled());
    }
    let by_text = matches!(found.what, What::Quotation(_) | What::Citation(_));
    let none = if by_text { !sources.has_text } else { !sources.has_text && facts.is_empty() };
    if let What::Identifier { checked: Some(false), sought, .. } = &found.what
        && (none || identifier::held(sought, &evidence_text.written(sources, facts).index).is_none())
    {
        return Judgement::bare(Status::Contradicted, say.wrong_check_digit());
    }
    if none {
        return Judgement::bare(Status::Unverifiable, say.no_evidence());
    }
    let judging = Judging { known: evidence_text.written(sources, facts), sources, said, asked, say };
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
        let reason = self.say.verbatim(&where_of(&evidence, self.say));
        Judgement::supported(evidence, reason, &self.asked.policy)
    }

    fn near(&self, at: At) -> Judgement {
        let evidence = self.known.evidence(at, self.sources);
        let reason = self.say.misquotes(&where_of(&evidence, self.say), &evidence.text);
        Judgement {
            confidence: self.asked.policy.document_confidence,
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
        match fit {
            quotation::Fit::Same(words) => passage(words).map_or_else(|| self.missing(), |at| self.same(at)),
            _ if self.said.index().find(&quoted.runs).is_some() => self.asked_for(),
            quotation::Fit::Near(words) => passage(words).map_or_else(|| self.missing(), |at| self.near(at)),
            quotation::Fit::None if quoted.voice == Voice::Said => self.missing(),
            quotation::Fit::None | quotation::Fit::Open => self.open(),
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
            let source = self.sources.sources.get(at);
            let id = source.map(|source| source.id.clone());
            let text = source.and_then(|source| source.title.clone()).or_else(|| id.clone()).unwrap_or_default();
            Evidence { source: id, text, ..Evidence::default() }
        };
        let (status, evidence, reason) = match citation::compare(cited, self.known.named(self.sources)) {
            citation::Fit::Has(at) => {
                let evidence = source(at);
                let reason = self.say.cited_fits(&where_of(&evidence, self.say));
                (Status::Unverifiable, vec![evidence], reason)
            }
            citation::Fit::Lacks(at) => {
                let evidence = source(at);
                let reason = self.say.cited_differs(&where_of(&evidence, self.say));
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

/// What the evidence is called in a reason.
fn where_of(evidence: &Evidence, say: Say) -> String {
    evidence.source.clone().unwrap_or_else(|| say.the_facts().to_owned())
}
