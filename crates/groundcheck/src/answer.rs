//! An answer as its claims are read and judged, sentence by sentence: the whole of it at once, or while it is being written.

use core::ops::Range;

use groundcheck_types::{Claim, ClaimKind, NotChecked, Number, Request, Span, Status, Utf16Span};

use crate::claims::{self, Conventions, Extraction, Quantity, Reader};
use crate::document::token::{self, Kind, Token};
use crate::document::{Utf16Index, sentence, tables};
use crate::lexicon::Seen;
use crate::verbatim::{self, EvidenceText, Found, Running, Said};
use crate::verify::Judgement;
use crate::verify::asked::Asked;
use crate::verify::beside;
use crate::verify::context::Sentence;
use crate::verify::fraction;
use crate::verify::measured;
use crate::verify::prior::Prior;
use crate::verify::reasons::Say;
use crate::verify::search::Search;
use crate::verify::spoken::Spoken;
use crate::verify::street::{Asking, MOST_CLAIMS, Street};
use crate::verify::subject::Surroundings;

/// A whole answer, read: its claims and where its sentences are.
pub(crate) struct Answer<'r> {
    text: &'r str,
    utf16: Utf16Index,
    tokens: Vec<Token>,
    quantities: Vec<Quantity>,
    /// Days without their year, and times of the day.
    moments: Vec<Quantity>,
    sentences: Vec<Range<usize>>,
}

impl<'r> Answer<'r> {
    /// Reads an answer; `seen` are words met in the sources.
    pub(crate) fn read(request: &'r Request, asked: &Asked, mut seen: Seen) -> Self {
        let text = request.answer.as_str();
        let tokens = token::tokens_with(text, &mut seen);
        let Extraction { found, moments, .. } = claims::extract_all(text, &tokens, asked.conventions);
        let sentences = sentence::sentences(text, &tokens);
        Answer { text, utf16: Utf16Index::new(text), tokens, quantities: found, moments, sentences }
    }

    /// Every claim, judged.
    pub(crate) fn claims(
        &self,
        (evidence_text, said): (&EvidenceText, &Said),
        asked: &Asked,
        search: &mut Search<'_>,
        street: &mut Street<'_>,
    ) -> Vec<Claim> {
        let spoken =
            Spoken { text: self.text, tokens: &self.tokens, quantities: &self.quantities, moments: &self.moments };
        let mut around = Surroundings::default();
        around.add_tables(tables(self.text));
        let mut running = Running::default();
        let mut out = Vec::with_capacity(self.quantities.len() + self.moments.len());
        let mut next = 0;
        for range in self.sentences.iter().cloned() {
            if street.cancel.is_cancelled() {
                break;
            }
            let here = self.quantities[next..].partition_point(|q| (q.first as usize) < range.end);
            let own = next..next + here;
            next = own.end;
            let at = Place { spoken, range, own };
            let judging = Judging { asked, search, street, evidence_text, said };
            at.claims((&mut around, &mut running), judging, |span| self.utf16.span(self.text, span), &mut out);
        }
        let mut ids = Ids::default();
        out.iter_mut().for_each(|claim| ids.give(claim));
        out
    }

    /// Where its sentences are, without the line breaks around them; those that have no word and no number are left out.
    pub(crate) fn sentences(&self) -> Vec<(Span, Utf16Span)> {
        let place = |range: Range<usize>| {
            let own = self.tokens.get(range)?;
            own.iter().find(|t| matches!(t.kind, Kind::Word | Kind::Number))?;
            let is_text = |t: &&Token| t.kind != Kind::Newline;
            let span = Span { start: own.iter().find(is_text)?.start, end: own.iter().rfind(is_text)?.end };
            Some((span, self.utf16.span(self.text, span)))
        };
        self.sentences.iter().cloned().filter_map(place).collect()
    }

    /// The numbers that none of these claims states.
    pub(crate) fn not_checked(&self, asked: &Asked, claims: &[Claim]) -> Vec<NotChecked> {
        let reader = Reader::new(self.text, &self.tokens, asked.conventions);
        let spans = claims::unclaimed(&reader, claims.iter().map(|claim| claim.span));
        let text = |span: Span| span.of(self.text).unwrap_or_default().to_owned();
        let utf16 = |span: Span| self.utf16.span(self.text, span);
        spans.into_iter().map(|span| NotChecked { text: text(span), span, utf16: utf16(span) }).collect()
    }
}

/// A sentence of an answer, by its tokens and its values.
pub(crate) struct Place<'r> {
    pub(crate) spoken: Spoken<'r>,
    pub(crate) range: Range<usize>,
    pub(crate) own: Range<usize>,
}

/// What judges the claims of a sentence.
pub(crate) struct Judging<'j, 's, 'm> {
    pub(crate) asked: &'j Asked,
    pub(crate) search: &'j mut Search<'s>,
    pub(crate) street: &'j mut Street<'m>,
    pub(crate) evidence_text: &'j EvidenceText,
    pub(crate) said: &'j Said,
}

impl Place<'_> {
    /// Adds the claims of the next sentence, judged.
    pub(crate) fn claims(
        self,
        (around, running): (&mut Surroundings, &mut Running),
        judging: Judging<'_, '_, '_>,
        mut utf16: impl FnMut(Span) -> Utf16Span,
        out: &mut Vec<Claim>,
    ) {
        let Place { spoken, range, own } = self;
        let Judging { asked, search, street, evidence_text, said } = judging;
        let subject = around.next(spoken, range.clone(), own.clone());
        let own = spoken.quantities.get(own).unwrap_or_default();
        let moments = claims::moments_within(spoken.moments, range.clone());
        let Spoken { text, tokens, .. } = spoken;
        let spans = claims::in_order(own, moments).map(|quantity| quantity.span);
        let mut verbatim = running.next((text, tokens), range.clone(), spans);
        running.add_names(text, tokens.get(range.clone()).unwrap_or_default(), &mut verbatim);
        let reads_through = running.has_few_names();
        let written = verbatim::Known { sources: search.sources(), evidence_text, said, reads_through };
        if own.is_empty() && moments.is_empty() && verbatim.is_empty() {
            return;
        }
        let first = out.len();
        let citations = claims::citations(&Reader::new(text, tokens, Conventions::default()), range.clone());
        for found in verbatim {
            let judged = if found.kind() == ClaimKind::Name || running.has_room() {
                verbatim::judge(&found, text, written, asked)
            } else {
                Some(Judgement::bare(Status::Unverifiable, Say(asked.language).too_many()))
            };
            let claim = |judged| written_claim(&found, text, utf16(found.span), citations.clone(), judged);
            out.extend(judged.map(claim));
        }
        let sentence = Sentence::read(text, tokens, range, own, moments);
        // An answer with more numbers than that is a list of values, and each of them has to cost next to nothing.
        let room = MOST_CLAIMS.saturating_sub(street.passed.claims).min(own.len() + moments.len());
        street.passed.claims += own.len() + moments.len();
        let mut asking: Vec<Asking<'_>> = Vec::with_capacity(room);
        for quantity in claims::in_order(own, moments).take(room) {
            let percentage = fraction::as_percentage(text, quantity, own);
            let said = percentage.unwrap_or_else(|| quantity.clone());
            let mut context = sentence.context((text, tokens), own, &said, &asked.question, subject.as_ref());
            let cell = around.cell_of(spoken, quantity);
            if let Some(cell) = &cell {
                context = cell.context(&context, &asked.question, subject.as_ref());
            }
            let meant = cell.as_ref().and_then(|cell| cell.meant(quantity));
            let in_table = cell.is_some();
            let prior = Prior::of(&said, &context, search.sources(), spoken, asked);
            let beside = beside::of(text, tokens, said.first as usize..said.last as usize, &context.range);
            asking.push(Asking { quantity: said, meant, context, prior, in_table, beside });
        }
        let decided = street.sentence(&asking, (text, tokens), search, asked);
        for ((quantity, asking), decided) in claims::in_order(own, moments).zip(asking).zip(decided) {
            let (judged, probability, candidates) = match decided {
                Some(decided) => (decided.judgement, Some(decided.probability), decided.candidates),
                None => (asking.prior.judgement, None, Vec::new()),
            };
            let claim = claim(quantity, (text, tokens), utf16(quantity.span), citations.clone(), judged);
            out.push(Claim { probability, candidates, ..claim });
        }
        for quantity in claims::in_order(own, moments).skip(room) {
            let judged = Judgement::bare(Status::Unverifiable, Say(asked.language).too_many());
            out.push(claim(quantity, (text, tokens), utf16(quantity.span), citations.clone(), judged));
        }
        put_in_order(out, first);
    }
}

/// Puts the claims of a sentence, those from `first` on, in the order of the answer. What holds another stands before it.
/// A number that is part of an identifier states no value.
pub(crate) fn put_in_order(claims: &mut Vec<Claim>, first: usize) {
    let identifiers: Vec<Span> =
        claims[first..].iter().filter(|c| c.kind == ClaimKind::Identifier).map(|c| c.span).collect();
    if !identifiers.is_empty() {
        let is_part = |claim: &Claim| claim.value.is_some() && identifiers.iter().any(|own| own.overlaps(claim.span));
        let own = claims.split_off(first);
        claims.extend(own.into_iter().filter(|claim| !is_part(claim)));
    }
    crate::sort::by_key(&mut claims[first..], |claim| (claim.span.start, core::cmp::Reverse(claim.span.end)));
}

/// The ids of claims in their order. Names have numbers of their own: whether one is a claim depends on the evidence, and no other
/// claim's id is to change with that.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ids {
    claims: usize,
    names: usize,
}

impl Ids {
    /// Gives the next claim its id.
    pub(crate) fn give(&mut self, claim: &mut Claim) {
        let (letter, count) =
            if claim.kind == ClaimKind::Name { ('n', &mut self.names) } else { ('c', &mut self.claims) };
        *count += 1;
        claim.id = format!("{letter}{count}");
    }
}

/// A claim of this kind at this place, without its number and its value.
fn bare(
    (kind, span): (ClaimKind, Span),
    text: &str,
    utf16: Utf16Span,
    citations: Vec<String>,
    judgement: Judgement,
) -> Claim {
    Claim {
        id: String::new(),
        kind,
        text: span.of(text).unwrap_or_default().to_owned(),
        span,
        utf16,
        value: None,
        unit: None,
        comparator: None,
        citations,
        status: judgement.status,
        confidence: if judgement.status == Status::Unsupported { Number(0.0) } else { judgement.confidence },
        evidence: judgement.evidence,
        nearest: judgement.nearest,
        derivation: judgement.derivation,
        reasons: judgement.reasons,
        probability: None,
        candidates: Vec::new(),
    }
}

/// What is right only as it is written, as a claim without its number.
pub(crate) fn written_claim(
    found: &Found,
    text: &str,
    utf16: Utf16Span,
    citations: Vec<String>,
    judgement: Judgement,
) -> Claim {
    bare((found.kind(), found.span), text, utf16, citations, judgement)
}

/// The claim that a value of the answer makes, without its number.
pub(crate) fn claim(
    quantity: &Quantity,
    (text, tokens): (&str, &[Token]),
    utf16: Utf16Span,
    citations: Vec<String>,
    judgement: Judgement,
) -> Claim {
    Claim {
        value: Some(quantity.value.to_claim_value()),
        unit: quantity.unit.or_else(|| measured::of(text, tokens, quantity)?.symbol()).map(str::to_owned),
        comparator: quantity.comparator,
        ..bare((quantity.kind, quantity.span), text, utf16, citations, judgement)
    }
}
