//! An answer as its claims are read and judged, sentence by sentence: the whole of it at once, or while it is being written.

use core::ops::Range;

use groundcheck_types::{Claim, NotChecked, Number, Request, Span, Status, Utf16Span};

use crate::claims::{self, Conventions, Extraction, Quantity, Reader};
use crate::document::token::{self, Token};
use crate::document::{Utf16Index, sentence, tables};
use crate::lexicon::Seen;
use crate::verify::Judgement;
use crate::verify::asked::Asked;
use crate::verify::beside;
use crate::verify::context::Sentence;
use crate::verify::facts::PreparedFact;
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
}

impl<'r> Answer<'r> {
    /// Reads an answer; `seen` are words met in the sources.
    pub(crate) fn read(request: &'r Request, asked: &Asked, mut seen: Seen) -> Self {
        let text = request.answer.as_str();
        let tokens = token::tokens_with(text, &mut seen);
        let Extraction { found, moments, .. } = claims::extract_all(text, &tokens, asked.conventions);
        Answer { text, utf16: Utf16Index::new(text), tokens, quantities: found, moments }
    }

    /// Every claim, judged.
    pub(crate) fn claims(
        &self,
        facts: &[PreparedFact],
        asked: &Asked,
        search: &mut Search<'_>,
        street: &mut Street<'_>,
    ) -> Vec<Claim> {
        let spoken =
            Spoken { text: self.text, tokens: &self.tokens, quantities: &self.quantities, moments: &self.moments };
        let mut around = Surroundings::default();
        around.add_tables(tables(self.text));
        let mut out = Vec::with_capacity(self.quantities.len() + self.moments.len());
        let mut next = 0;
        for range in sentence::sentences(self.text, &self.tokens) {
            if street.cancel.is_cancelled() {
                break;
            }
            let here = self.quantities[next..].partition_point(|q| (q.first as usize) < range.end);
            let own = next..next + here;
            next = own.end;
            let at = Place { spoken, range, own };
            let judging = Judging { facts, asked, search, street };
            at.claims(&mut around, judging, |quantity| self.utf16.span(self.text, quantity.span), &mut out);
        }
        out
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
    pub(crate) facts: &'j [PreparedFact],
    pub(crate) asked: &'j Asked,
    pub(crate) search: &'j mut Search<'s>,
    pub(crate) street: &'j mut Street<'m>,
}

impl Place<'_> {
    /// Adds the claims of the next sentence, judged.
    pub(crate) fn claims(
        self,
        around: &mut Surroundings,
        judging: Judging<'_, '_, '_>,
        mut utf16: impl FnMut(&Quantity) -> Utf16Span,
        out: &mut Vec<Claim>,
    ) {
        let Place { spoken, range, own } = self;
        let Judging { facts, asked, search, street } = judging;
        let known = (facts, search.sources());
        let subject = around.next(spoken, range.clone(), own.clone());
        let own = spoken.quantities.get(own).unwrap_or_default();
        let moments = claims::moments_within(spoken.moments, range.clone());
        if own.is_empty() && moments.is_empty() {
            return;
        }
        let Spoken { text, tokens, .. } = spoken;
        let citations = claims::citations(&Reader::new(text, tokens, Conventions::default()), range.clone());
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
            let mut prior = Prior::of(&said, &context, known, spoken, asked);
            if let Some(meant) = meant.as_ref().filter(|_| prior.judgement.status != Status::Supported) {
                let other = Prior::of(meant, &context, known, spoken, asked);
                if other.judgement.status == Status::Supported {
                    prior = other;
                }
            }
            let beside = beside::of(text, tokens, said.first as usize..said.last as usize, &context.range);
            asking.push(Asking { quantity: said, meant, context, prior, in_table, beside });
        }
        let decided = street.sentence(&asking, (text, tokens), search, asked);
        for ((quantity, asking), decided) in claims::in_order(own, moments).zip(asking).zip(decided) {
            let number = out.len() + 1;
            let (judged, probability, candidates) = match decided {
                Some(decided) => (decided.judgement, Some(decided.probability), decided.candidates),
                None => (asking.prior.judgement, None, Vec::new()),
            };
            let claim = claim((number, quantity), (text, tokens), utf16(quantity), citations.clone(), judged);
            out.push(Claim { probability, candidates, ..claim });
        }
        for quantity in claims::in_order(own, moments).skip(room) {
            let number = out.len() + 1;
            let judged = Judgement::bare(Status::Unverifiable, Say(asked.language).too_many());
            out.push(claim((number, quantity), (text, tokens), utf16(quantity), citations.clone(), judged));
        }
    }
}

/// The claim of this number that a value of the answer makes.
pub(crate) fn claim(
    (number, quantity): (usize, &Quantity),
    (text, tokens): (&str, &[Token]),
    utf16: Utf16Span,
    citations: Vec<String>,
    judgement: Judgement,
) -> Claim {
    Claim {
        id: format!("c{number}"),
        kind: quantity.kind,
        text: quantity.span.of(text).unwrap_or_default().to_owned(),
        span: quantity.span,
        utf16,
        value: Some(quantity.value.to_claim_value()),
        unit: quantity.unit.or_else(|| measured::of(text, tokens, quantity)?.symbol()).map(str::to_owned),
        comparator: quantity.comparator,
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
