//! The monitor: pushes in, settled claims and warnings out.

use std::sync::Arc;

use groundcheck_types::{
    ANSWER_MAX_BYTES, Claim, InputError, MonitorPolicy, MonitorReport, MonitorRequest, MonitorUpdate, Policy, Span,
    Warning,
};

use super::growing::{Counted, Pace, utf8};
use super::patterns::{Patterns, Settled};
use super::reading::{Certain, Reading};
use crate::answer::{Ids, Judging, Place};
use crate::claims;
use crate::coherence::Memory;
use crate::detector::Detector;
use crate::document::token;
use crate::risk;
use crate::verbatim::{Running, Said};
use crate::verify::asked::Asked;
use crate::verify::search::{Search, Tables};
use crate::verify::street::{Passed, Street};

/// Watches an answer while it is being written (document 4, "Real-Time Generation Monitor").
///
/// Claims come out once, when they are settled, in the answer's order, and stand so in the final report. What a pushed character costs
/// does not grow with the answer; apart from the answer's own text (at most 256 KiB) and what was read of it, nothing is kept.
///
/// ```
/// use groundcheck::{Monitor, analyze, types::MonitorRequest};
///
/// let request = MonitorRequest::from_json(br#"{"facts": [{"metric": "occupancy_rate", "value": 85}]}"#).unwrap();
/// let mut monitor = Monitor::new(request.clone()).unwrap();
/// for token in ["Occupancy ", "was 9", "5%", ".", " That is more than in the year before, as far as is known to us today, and so on."] {
///     monitor.push(token).unwrap();
/// }
/// assert!(monitor.should_interrupt());
///
/// let text = monitor.text().to_owned();
/// let finished = monitor.finish().unwrap();
/// assert_eq!(finished.report.to_json(), analyze(&request.with_answer(text)).unwrap().to_json());
/// ```
#[derive(Debug)]
pub struct Monitor {
    detector: Arc<Detector>,
    request: MonitorRequest,
    policy: MonitorPolicy,
    asked: Asked,
    /// Whether the answer's language is certain.
    told: bool,
    text: String,
    reading: Reading,
    passed: Passed,
    /// What one sentence leaves for the next.
    running: Running,
    said: Said,
    tables: Tables,
    memory: Memory,
    patterns: Patterns,
    /// How many claims are settled.
    settled: usize,
    ids: Ids,
    counted: Counted,
    warnings: Vec<Warning>,
    interrupts: bool,
    pace: Pace,
}

impl Monitor {
    /// A monitor of one answer, with evidence of its own.
    ///
    /// # Errors
    /// As [`crate::analyze`].
    pub fn new(request: MonitorRequest) -> Result<Monitor, InputError> {
        request.validate()?;
        let (sources, facts) = (&request.sources, &request.facts);
        let detector = Detector::new(Policy::default(), sources, facts, request.locale.as_ref())?;
        Monitor::over(Arc::new(detector), request)
    }

    /// A monitor of one answer against evidence that is prepared already. What the request brings of sources and facts must be what the
    /// detector was prepared with, or nothing: cited links and marks are looked for in it.
    ///
    /// # Errors
    /// A policy out of range.
    pub fn over(detector: Arc<Detector>, request: MonitorRequest) -> Result<Monitor, InputError> {
        let policy = MonitorPolicy::default().with(request.monitor.as_ref().unwrap_or(&Default::default()))?;
        let bare = request.without_evidence(String::new());
        let said = Said::by(&bare);
        let detector = detector.narrowed(&bare).map_or(detector, Arc::new);
        let mut asked = detector.asked(detector.policy(), &bare)?;
        let (hebrew, told) = claims::answer_is_hebrew("", request.locale.as_ref());
        asked.written(hebrew, request.locale.as_ref());
        let memory = if policy.check_history {
            Memory::of(&request.history, request.locale.as_ref())
        } else {
            Memory::default()
        };
        let patterns = Patterns::new(&request, detector.has_evidence());
        let tables = Tables::of(detector.sources());
        Ok(Monitor {
            detector,
            request,
            policy,
            asked,
            told,
            text: String::new(),
            reading: Reading::new(),
            passed: Passed::default(),
            running: Running::default(),
            said,
            tables,
            memory,
            patterns,
            settled: 0,
            ids: Ids::default(),
            counted: Counted::default(),
            warnings: Vec::new(),
            interrupts: false,
            pace: Pace::new(),
        })
    }

    /// Takes the next piece of the answer, of any length, and returns what it brought.
    ///
    /// # Errors
    /// `answer_too_large` where the answer would grow over its limit; the piece is not taken then.
    pub fn push(&mut self, token: &str) -> Result<MonitorUpdate, InputError> {
        if self.text.len() + token.len() > ANSWER_MAX_BYTES {
            return Err(MonitorRequest::answer_too_large());
        }
        let (known, mut settled) = (self.warnings.len(), Vec::new());
        self.text.push_str(token);
        while let Some(to) = self.pace.next_stop(&self.text) {
            self.advance(to, &mut settled);
        }
        Ok(self.update(settled, known))
    }

    /// The answer so far.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Every warning so far.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Whether a warning is more certain than the policy's `interruption_threshold`.
    #[must_use]
    pub fn should_interrupt(&self) -> bool {
        self.interrupts
    }

    /// The thresholds in force.
    #[must_use]
    pub fn policy(&self) -> &MonitorPolicy {
        &self.policy
    }

    /// What the answer so far would become by the response protocol if it were interrupted here.
    ///
    /// # Errors
    /// As [`Monitor::finish`].
    pub fn interrupted(&self) -> Result<groundcheck_types::SafeResponse, InputError> {
        let report = self.report()?;
        Ok(risk::respond(&self.text, &report, &self.warnings, &self.policy, &self.request.sources))
    }

    /// Ends the answer. The report is that of analysing the whole answer with this request, byte for byte.
    ///
    /// # Errors
    /// As [`crate::analyze`]: an answer without any text is none.
    pub fn finish(mut self) -> Result<MonitorReport, InputError> {
        let report = self.report()?;
        let (hebrew, _) = claims::answer_is_hebrew(&self.text, self.request.locale.as_ref());
        self.asked.written(hebrew, self.request.locale.as_ref());
        let text = core::mem::take(&mut self.text);
        self.reading.read(&text, true);
        while let Some(certain) = self.reading.last(&text, self.asked.conventions) {
            let end = self.reading.tokens.get(certain.range.clone()).and_then(<[_]>::last).map_or(0, |last| last.end);
            let rest = report.claims.get(self.settled..).unwrap_or_default();
            let own = self.settled..self.settled + rest.iter().take_while(|claim| claim.span.start < end).count();
            self.warn(&text, certain, report.claims.get(own.clone()).unwrap_or_default());
            self.settled = own.end;
        }
        let response = risk::respond(&text, &report, &self.warnings, &self.policy, &self.request.sources);
        let should_interrupt = self.should_interrupt();
        Ok(MonitorReport { report, warnings: self.warnings, should_interrupt, response })
    }

    fn report(&self) -> Result<groundcheck_types::Report, InputError> {
        let request = self.request.without_evidence(self.text.clone());
        request.validate()?;
        self.detector.check(&request)
    }

    fn update(&mut self, settled: Vec<Claim>, known: usize) -> MonitorUpdate {
        let to = self.reading.settled_to();
        let utf16 = self.counted.utf16(&self.text, Span::new(to, to));
        MonitorUpdate {
            settled,
            warnings: self.warnings.get(known..).unwrap_or_default().to_vec(),
            settled_to: utf8(to),
            settled_to_utf16: utf16.start,
            should_interrupt: self.should_interrupt(),
        }
    }

    /// Reads up to this byte and settles what can be settled.
    fn advance(&mut self, to: usize, settled: &mut Vec<Claim>) {
        let whole = core::mem::take(&mut self.text);
        let text = whole.get(..to).unwrap_or_default();
        if !self.told {
            let (hebrew, told) = claims::answer_is_hebrew(text, self.request.locale.as_ref());
            self.asked.written(hebrew, self.request.locale.as_ref());
            self.told = told;
        }
        self.reading.read(text, false);
        let before = self.reading.settled_to();
        while self.told
            && let Some(certain) = self.reading.next(text, self.asked.conventions)
        {
            let first = settled.len();
            self.settle(text, &certain, settled);
            self.warn(text, certain, settled.get(first..).unwrap_or_default());
        }
        self.pace.read(to, before, self.reading.settled_to());
        self.text = whole;
    }

    /// Judges the claims of a sentence.
    fn settle(&mut self, text: &str, certain: &Certain, settled: &mut Vec<Claim>) {
        let Reading { around, .. } = &mut self.reading;
        let mut around_now = core::mem::take(around);
        let spoken = self.reading.spoken(text);
        let mut search = Search::with(self.detector.sources(), core::mem::take(&mut self.tables));
        let mut street = Street::going_on(core::mem::take(&mut self.passed));
        let place = Place { spoken, range: certain.range.clone(), own: certain.own.clone() };
        let judging = Judging {
            asked: &self.asked,
            search: &mut search,
            street: &mut street,
            evidence_text: self.detector.evidence_text(),
            said: &self.said,
        };
        let counted = &mut self.counted;
        let mut claims = Vec::new();
        place.claims((&mut around_now, &mut self.running), judging, |span| counted.utf16(text, span), &mut claims);
        self.passed = street.passed;
        self.tables = search.into_tables();
        self.reading.around = around_now;
        for mut claim in claims {
            self.settled += 1;
            self.ids.give(&mut claim);
            settled.push(claim);
        }
    }

    /// Looks for every pattern in a sentence, with its claims.
    fn warn(&mut self, text: &str, certain: Certain, claims: &[Claim]) {
        let spoken = self.reading.spoken(text);
        let mut counted = self.counted;
        let contradictions = self.memory.read(
            spoken,
            certain.range.clone(),
            certain.own,
            None,
            |span| counted.utf16(text, span),
            self.asked.language,
        );
        let own = spoken.tokens.get(certain.range.clone()).unwrap_or_default();
        let sentence = Settled {
            words: token::spoken(text, own),
            spoken,
            range: certain.range,
            claims,
            contradictions: &contradictions,
            detector: &self.detector,
            policy: &self.policy,
        };
        let mut hits = self.patterns.of(&sentence);
        crate::sort::by_key(&mut hits, |hit| hit.span.start);
        for hit in hits {
            let utf16 = counted.utf16(text, hit.span);
            self.interrupts |= hit.confidence > self.policy.interruption_threshold.0;
            self.warnings.push(hit.warning(text, utf16, self.asked.language));
        }
        self.counted = counted;
    }
}
