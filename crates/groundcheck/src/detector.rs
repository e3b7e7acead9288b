//! The way in: analyse an answer, once or against evidence prepared beforehand.

use groundcheck_types::{
    Claim, ClaimKind, ErrorCode, Facts, InputError, Locale, Number, Policy, PolicyOverrides, Report, Request, Source,
    Status, Verify,
};

use crate::claims::{self, Conventions, Quantity, Reader};
use crate::document::token::{self, Token};
use crate::document::{Utf16Index, sentence};
use crate::facts;
use crate::report::{self, Parts};
use crate::verify::context::{Context, Sentence};
use crate::verify::derivations::{Derivations, Spoken};
use crate::verify::facts::{PreparedFact, Scoped};
use crate::verify::prepare::Sources;
use crate::verify::reasons::{Language, Say};
use crate::verify::search::Search;
use crate::verify::subject::Surroundings;
use crate::verify::tolerance::Tolerances;
use crate::verify::words::{self, Stem};
use crate::verify::{Judgement, documents};

/// Analyses a request under the default policy and its own overrides.
///
/// # Errors
/// What [`Request::validate`] refuses, a policy out of range, facts that cannot be read.
///
/// ```
/// use groundcheck::{analyze, types::{Request, Verdict}};
///
/// let request = Request::from_json(br#"{
///     "answer": "The NOI was $1.5M for the property.",
///     "sources": [{"id": "S0", "text": "The NOI for the property was $1,200,000 in Q3 2024."}]
/// }"#).unwrap();
/// let report = analyze(&request).unwrap();
/// assert_eq!(report.verdict, Verdict::Flagged);
/// assert_eq!(report.claims[0].nearest.as_ref().unwrap().text, "$1,200,000");
/// ```
pub fn analyze(request: &Request) -> Result<Report, InputError> {
    analyze_with(request, &Policy::default())
}

/// Analyses a request under this policy and the request's own overrides.
///
/// # Errors
/// As [`analyze`].
pub fn analyze_with(request: &Request, base: &Policy) -> Result<Report, InputError> {
    request.validate()?;
    let detector = Detector::new(base.clone(), &request.sources, &request.facts, request.locale.as_ref())?;
    detector.check(request)
}

/// Sources, facts and policy, prepared once and used for many answers.
///
/// ```
/// use groundcheck::{Detector, types::{Facts, Policy, Request}};
///
/// let facts = Facts::Csv("metric,value\nNOI,1200000\n".to_owned());
/// let detector = Detector::new(Policy::default(), &[], &facts, None).unwrap();
/// let answer = Request { answer: "NOI was $1.25M.".to_owned(), ..Request::default() };
/// assert_eq!(detector.analyze(&answer).unwrap().summary.verified_claims, 1);
/// ```
#[derive(Debug, Clone)]
pub struct Detector {
    policy: Policy,
    sources: Sources,
    facts: Vec<PreparedFact>,
}

impl Detector {
    /// Prepares the evidence.
    ///
    /// # Errors
    /// Two sources with one id, too many or too large ones, facts that cannot be read.
    pub fn new(policy: Policy, sources: &[Source], facts: &Facts, locale: Option<&Locale>) -> Result<Self, InputError> {
        // The limits of sources are those of a request that holds them.
        Request::validate_sources(sources)?;
        let facts = crate::verify::facts::prepare(facts::import(facts)?);
        let conventions = locale.map(|locale| Conventions::of("", Some(locale)));
        Ok(Detector { policy, sources: Sources::prepare(sources, conventions), facts })
    }

    /// Analyses an answer against the prepared evidence. The request brings no sources and no facts of its own.
    ///
    /// # Errors
    /// As [`analyze`]; `invalid_value` for `sources` or `facts` where the request brings its own.
    pub fn analyze(&self, request: &Request) -> Result<Report, InputError> {
        request.validate()?;
        let own_facts = !matches!(&request.facts, Facts::Rows(rows) if rows.is_empty());
        for (field, own) in [("sources", !request.sources.is_empty()), ("facts", own_facts)] {
            if own {
                let message = "stand in the detector already; analyze the request without it to bring others";
                return Err(InputError::field(ErrorCode::InvalidValue, field, message));
            }
        }
        self.check(request)
    }

    /// The policy it was prepared with.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    fn check(&self, request: &Request) -> Result<Report, InputError> {
        // Whoever can ask a language model takes this out first: no report without the check that was wanted.
        if request.verify.clone().and_then(Verify::options).is_some() {
            let message = "asks a language model, which only a server can: send it to POST /api/analyze";
            return Err(InputError::field(ErrorCode::InvalidValue, "verify", message));
        }
        self.check_under(&self.policy, request)
    }

    /// Analyses an answer under another policy than the detector's: evidence is prepared the same under any.
    pub(crate) fn check_under(&self, base: &Policy, request: &Request) -> Result<Report, InputError> {
        let none = PolicyOverrides::default();
        let policy = base.with(request.policy.as_ref().unwrap_or(&none))?;
        let answer = Answer::read(request);
        let scoped = crate::verify::facts::scoped(&self.facts, request.scope.as_ref());
        let has_evidence = !self.sources.sources.is_empty() || !self.facts.is_empty();
        let tolerances = Tolerances::of(&policy);
        let say = Say(answer.language);
        let mut search = Search::new(&self.sources);
        let mut derivations = Derivations::of(answer.spoken(), tolerances, &policy, say);
        let claims = answer.claims(|quantity, context| {
            if !enabled(quantity.kind, &policy) {
                return Judgement::bare(Status::Unverifiable, say.check_disabled());
            }
            if !has_evidence {
                return Judgement::bare(Status::Unverifiable, say.no_evidence());
            }
            self.judge(quantity, context, &mut derivations, &scoped, &mut search, &tolerances, &policy, answer.language)
        });
        let parts = Parts {
            id: request.id.clone(),
            claims,
            findings: Vec::new(),
            confidence: request.confidence,
            has_evidence,
        };
        Ok(report::report(parts, &policy))
    }

    /// Facts are asked first: they are what is known. A source may still bear out what a fact does not.
    #[expect(clippy::too_many_arguments, reason = "what every claim of one answer shares")]
    fn judge(
        &self,
        quantity: &Quantity,
        context: &Context<'_>,
        derivations: &mut Derivations<'_>,
        scoped: &Scoped,
        search: &mut Search<'_>,
        tolerances: &Tolerances,
        policy: &Policy,
        language: Language,
    ) -> Judgement {
        let by_fact = if self.facts.is_empty() {
            None
        } else {
            crate::verify::facts::judge(quantity, context, &self.facts, scoped, tolerances, policy, language)
        };
        if let Some(judgement) = by_fact.as_ref().filter(|j| j.status == Status::Supported) {
            return judgement.clone();
        }
        let by_source = documents::judge(quantity, context, search, tolerances, policy, language);
        let by_source = derivations.judge(quantity, context, search, by_source);
        // A number that is part of a name is no figure to be right or wrong about.
        let holds = by_source.as_ref().is_some_and(|j| j.status == Status::Supported);
        if !holds
            && !self.facts.is_empty()
            && let Some(changed) = derivations.over_facts(quantity, context, &self.facts, scoped)
        {
            return changed;
        }
        let spoken = derivations.spoken;
        if !holds
            && let Some(quoted) =
                documents::quoted(quantity, (spoken.text, spoken.tokens), &self.sources, policy, language)
        {
            return quoted;
        }
        match (by_fact, by_source) {
            // A date that a source names holds, whatever other dates the facts have.
            (Some(_), Some(source)) if quantity.kind == ClaimKind::Date && source.status == Status::Supported => source,
            // Facts that leave open which one is meant say nothing against a source that is clear.
            (Some(fact), Some(source)) if fact.status == Status::Unsupported => source,
            (Some(fact), _) => fact,
            (None, Some(source)) => source,
            (None, None) => self.nothing_found(quantity, tolerances, language),
        }
    }

    fn nothing_found(&self, quantity: &Quantity, tolerances: &Tolerances, language: Language) -> Judgement {
        let say = Say(language);
        let mut judgement = Judgement::bare(Status::Unsupported, say.not_in_evidence());
        if let Some(mention) = documents::elsewhere(quantity, &self.sources, tolerances) {
            judgement.reasons.push(say.value_elsewhere(documents::source_id(&self.sources, mention)));
        }
        judgement
    }
}

/// Whether the policy has claims of this kind checked.
fn enabled(kind: ClaimKind, policy: &Policy) -> bool {
    match kind {
        ClaimKind::Currency => policy.verify_currency,
        ClaimKind::Percentage => policy.verify_percentages,
        ClaimKind::Date => policy.verify_dates,
        ClaimKind::Ratio => policy.verify_ratios,
        ClaimKind::Number => policy.verify_numbers,
        ClaimKind::Statement => true,
    }
}

/// An answer, read: its claims and where its sentences are.
struct Answer<'r> {
    text: &'r str,
    tokens: Vec<Token>,
    quantities: Vec<Quantity>,
    question: Vec<Stem>,
    language: Language,
}

impl<'r> Answer<'r> {
    fn read(request: &'r Request) -> Self {
        let text = request.answer.as_str();
        let tokens = token::tokens(text);
        let conventions = Conventions::of(text, request.locale.as_ref());
        let quantities = claims::extract_tokens(text, &tokens, conventions);
        let question = request.question.as_deref().map(|q| words::stems(q, &token::tokens(q))).unwrap_or_default();
        let hebrew = match &request.locale {
            Some(locale) => matches!(locale.language(), "he" | "iw"),
            None => claims::mostly_hebrew(text),
        };
        Answer {
            text,
            tokens,
            quantities,
            question,
            language: if hebrew { Language::Hebrew } else { Language::English },
        }
    }

    fn spoken(&self) -> Spoken<'_> {
        Spoken { text: self.text, tokens: &self.tokens, quantities: &self.quantities }
    }

    /// Every claim, judged.
    fn claims(&self, mut judge: impl FnMut(&Quantity, &Context<'_>) -> Judgement) -> Vec<Claim> {
        let utf16 = Utf16Index::new(self.text);
        let reader = Reader::new(self.text, &self.tokens, Conventions::default());
        let mut out = Vec::with_capacity(self.quantities.len());
        let mut next = 0;
        let mut around = Surroundings::new(self.text, &self.tokens, &self.quantities);
        for range in sentence::sentences(self.text, &self.tokens) {
            let here = self.quantities[next..].partition_point(|q| (q.first as usize) < range.end);
            let own = &self.quantities[next..next + here];
            next += here;
            let subject = around.next(range.clone(), next - here..next);
            if own.is_empty() {
                continue;
            }
            let citations = claims::citations(&reader, range.clone());
            let sentence = Sentence::read(self.text, &self.tokens, range.clone(), own);
            for quantity in own {
                let over = around.headings_over(quantity);
                let before = over.as_ref().or(subject.as_ref());
                let context = sentence.context((self.text, &self.tokens), own, quantity, &self.question, before);
                let judgement = judge(quantity, &context);
                out.push(Claim {
                    id: format!("c{}", out.len() + 1),
                    kind: quantity.kind,
                    text: quantity.span.of(self.text).unwrap_or_default().to_owned(),
                    span: quantity.span,
                    utf16: utf16.span(self.text, quantity.span),
                    value: Some(quantity.value.to_claim_value()),
                    unit: quantity.unit.map(str::to_owned),
                    comparator: quantity.comparator,
                    citations: citations.clone(),
                    status: judgement.status,
                    confidence: if judgement.status == Status::Unsupported {
                        Number(0.0)
                    } else {
                        judgement.confidence
                    },
                    evidence: judgement.evidence,
                    nearest: judgement.nearest,
                    derivation: judgement.derivation,
                    reasons: judgement.reasons,
                });
            }
        }
        out
    }
}
