//! The claims of an answer while it is being written, for who has its evidence elsewhere.

use groundcheck_types::{ANSWER_MAX_BYTES, Claim, InputError, Locale, MonitorRequest, MonitorUpdate, Span, Status};

use super::growing::{Counted, Pace, utf8};
use super::reading::{Certain, Reading};
use crate::answer::{self, Ids};
use crate::claims::{self, Conventions, Reader};
use crate::verbatim::Running;
use crate::verify::Judgement;
use crate::verify::asked;
use crate::verify::reasons::{Language, Say};

/// Finds the claims of an answer while it is being written, and judges none of them: every one is `unverifiable`, for the reason
/// `not_yet_judged`. Whoever has the evidence judges the whole answer, whose claims are these; names that no source has are added to them.
///
/// ```
/// use groundcheck::Finder;
///
/// let mut finder = Finder::new(None);
/// finder.push("The NOI was $1.2M. ").unwrap();
/// let update = finder.finish();
/// assert_eq!(update.settled[0].text, "$1.2M");
/// assert_eq!(update.settled[0].reasons[0].code.as_str(), "not_yet_judged");
/// ```
#[derive(Debug)]
pub struct Finder {
    locale: Option<Locale>,
    language: Language,
    conventions: Conventions,
    /// Whether the answer's language is certain.
    told: bool,
    text: String,
    reading: Reading,
    ids: Ids,
    running: Running,
    counted: Counted,
    pace: Pace,
}

impl Finder {
    /// For one answer, in this locale or in the one that its first letters tell.
    #[must_use]
    pub fn new(locale: Option<Locale>) -> Finder {
        let (hebrew, told) = claims::answer_is_hebrew("", locale.as_ref());
        let (language, conventions) = asked::written(hebrew, locale.as_ref());
        Finder {
            locale,
            language,
            conventions,
            told,
            text: String::new(),
            reading: Reading::new(),
            ids: Ids::default(),
            running: Running::default(),
            counted: Counted::default(),
            pace: Pace::new(),
        }
    }

    /// Takes the next piece of the answer, of any length, and returns what has settled by it. What settles is what a
    /// [`Monitor`](crate::Monitor) settles, as soon.
    ///
    /// # Errors
    /// `answer_too_large` where the answer would grow over its limit; the piece is not taken then.
    pub fn push(&mut self, piece: &str) -> Result<MonitorUpdate, InputError> {
        if self.text.len() + piece.len() > ANSWER_MAX_BYTES {
            return Err(MonitorRequest::answer_too_large());
        }
        self.text.push_str(piece);
        let text = core::mem::take(&mut self.text);
        let mut settled = Vec::new();
        while let Some(to) = self.pace.next_stop(&text) {
            self.advance(text.get(..to).unwrap_or_default(), &mut settled);
        }
        self.text = text;
        Ok(self.update(settled))
    }

    /// Ends the answer, and returns what only its end has settled.
    #[must_use]
    pub fn finish(mut self) -> MonitorUpdate {
        let text = core::mem::take(&mut self.text);
        self.tell_language(&text);
        self.reading.read(&text, true);
        let mut settled = Vec::new();
        while let Some(certain) = self.reading.last(&text, self.conventions) {
            self.settle(&text, &certain, &mut settled);
        }
        let whole = utf8(text.len());
        self.text = text;
        let update = self.update(settled);
        let utf16 = self.counted.utf16(&self.text, Span { start: whole, end: whole });
        MonitorUpdate { settled_to: whole, settled_to_utf16: utf16.start, ..update }
    }

    fn advance(&mut self, text: &str, settled: &mut Vec<Claim>) {
        if !self.told {
            self.tell_language(text);
        }
        self.reading.read(text, false);
        let before = self.reading.settled_to();
        while self.told
            && let Some(certain) = self.reading.next(text, self.conventions)
        {
            self.settle(text, &certain, settled);
        }
        self.pace.read(text.len(), before, self.reading.settled_to());
    }

    fn tell_language(&mut self, text: &str) {
        let (hebrew, told) = claims::answer_is_hebrew(text, self.locale.as_ref());
        (self.language, self.conventions) = asked::written(hebrew, self.locale.as_ref());
        self.told = told;
    }

    fn settle(&mut self, text: &str, certain: &Certain, settled: &mut Vec<Claim>) {
        let spoken = self.reading.spoken(text);
        let reader = Reader::new(text, spoken.tokens, Conventions::default());
        let citations = claims::citations(&reader, certain.range.clone());
        let own = spoken.quantities.get(certain.own.clone()).unwrap_or_default();
        let moments = claims::moments_within(spoken.moments, certain.range.clone());
        let judgement = || Judgement::bare(Status::Unverifiable, Say(self.language).not_yet_judged());
        let spans = claims::in_order(own, moments).map(|quantity| quantity.span);
        let mut found = Vec::new();
        for written in self.running.next((text, spoken.tokens), certain.range.clone(), spans) {
            let utf16 = self.counted.utf16(text, written.span);
            found.push(answer::written_claim(&written, text, utf16, citations.clone(), judgement()));
        }
        for quantity in claims::in_order(own, moments) {
            let utf16 = self.counted.utf16(text, quantity.span);
            found.push(answer::claim(quantity, (text, spoken.tokens), utf16, citations.clone(), judgement()));
        }
        answer::put_in_order(&mut found, 0);
        for mut claim in found {
            self.ids.give(&mut claim);
            settled.push(claim);
        }
    }

    fn update(&mut self, settled: Vec<Claim>) -> MonitorUpdate {
        let to = self.reading.settled_to();
        let utf16 = self.counted.utf16(&self.text, Span::new(to, to));
        MonitorUpdate {
            settled,
            warnings: Vec::new(),
            settled_to: utf8(to),
            settled_to_utf16: utf16.start,
            should_interrupt: false,
        }
    }
}
