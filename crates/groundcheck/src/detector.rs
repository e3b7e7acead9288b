//! The way in: analyse an answer, once or against evidence prepared beforehand.

use core::cell::Cell;

use groundcheck_types::{
    ErrorCode, Fact, Facts, InputError, Locale, Policy, PolicyOverrides, Report, Request, Scope, Source, Verify,
};

use crate::answer::Answer;
use crate::cancel::Cancel;
use crate::claims::{self, Conventions};
use crate::coherence;
use crate::document::token;
use crate::facts;
use crate::report::{self, Parts};
use crate::verbatim::{EvidenceText, Said, gaps};
use crate::verify::asked::Asked;
use crate::verify::facts::{self as listed, in_scope};
use crate::verify::given::PreparedSource;
use crate::verify::numerals::Numerals;
use crate::verify::prepare::Sources;
use crate::verify::reasons::Language;
use crate::verify::search::Search;
use crate::verify::street::Street;
use crate::verify::tolerance::Tolerances;
use crate::verify::words;

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
    analyze_until(request, base, Cancel::default())
}

/// As [`analyze_with`], for hosts that may give up: `cancelled` is asked at every sentence of the sources and every claim of the answer.
/// `None` once it says yes: there is no report in part.
///
/// # Errors
/// As [`analyze`].
///
/// ```
/// use groundcheck::{analyze_unless, types::{Policy, Request}};
///
/// let request = Request { answer: "NOI was $1.25M.".to_owned(), ..Request::default() };
/// assert!(analyze_unless(&request, &Policy::default(), &|| true).unwrap().is_none());
/// assert!(analyze_unless(&request, &Policy::default(), &|| false).unwrap().is_some());
/// ```
pub fn analyze_unless(
    request: &Request,
    base: &Policy,
    cancelled: &dyn Fn() -> bool,
) -> Result<Option<Report>, InputError> {
    // Whoever has said yes once is not asked again: what was left out until then is missing from the report.
    let is_over = Cell::new(false);
    let latched = || {
        is_over.set(is_over.get() || cancelled());
        is_over.get()
    };
    let report = analyze_until(request, base, Cancel::when(&latched))?;
    Ok(Some(report).filter(|_| !latched()))
}

/// A report; without what was still to be done, where the host gave up meanwhile.
fn analyze_until(request: &Request, base: &Policy, cancel: Cancel<'_>) -> Result<Report, InputError> {
    request.validate()?;
    let evidence = (request.sources.as_slice(), &request.facts, request.locale.as_ref());
    let detector = Detector::prepare(base.clone(), evidence, request.scope.as_ref(), cancel)?;
    refuse_verify(request)?;
    detector.check_on(&mut Street { cancel, ..Street::default() }, base, request)
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
    /// What the facts are narrowed to.
    scope: Option<Scope>,
    /// How numbers are written, where the request says it.
    conventions: Option<Conventions>,
    evidence_text: EvidenceText,
}

impl Detector {
    /// Prepares the evidence.
    ///
    /// # Errors
    /// Two sources with one id, too many or too large ones, facts that cannot be read.
    pub fn new(policy: Policy, sources: &[Source], facts: &Facts, locale: Option<&Locale>) -> Result<Self, InputError> {
        // The limits of sources are those of a request that holds them.
        Request::validate_sources(sources)?;
        Detector::prepare(policy, (sources, facts, locale), None, Cancel::default())
    }

    /// The same of sources that are known to be valid; without what was still to be read, where the host gave up meanwhile.
    fn prepare(
        policy: Policy,
        (sources, facts, locale): (&[Source], &Facts, Option<&Locale>),
        scope: Option<&Scope>,
        cancel: Cancel<'_>,
    ) -> Result<Self, InputError> {
        let facts = listed::table(facts::import(facts)?, |fact| scope.is_none_or(|scope| in_scope(fact, scope)));
        let conventions = locale.map(|locale| Conventions::of("", Some(locale)));
        Ok(Detector {
            policy,
            sources: Sources::prepare(sources, facts, conventions, cancel),
            scope: scope.cloned(),
            conventions,
            evidence_text: EvidenceText::default(),
        })
    }

    /// The same with the facts of this request's scope alone, read anew; `None` where those are all.
    pub(crate) fn narrowed(&self, request: &Request) -> Option<Detector> {
        let scope = request.scope.as_ref().filter(|scope| self.scope.as_ref() != Some(*scope))?;
        let facts = self.sources.facts();
        if facts.iter().all(|fact| in_scope(fact, scope)) {
            return None;
        }
        let table = listed::table(facts.to_vec(), |fact| in_scope(fact, scope));
        let given: Vec<Source> = self.sources.given().iter().map(PreparedSource::as_given).collect();
        Some(Detector {
            policy: self.policy.clone(),
            sources: Sources::prepare(&given, table, self.conventions, Cancel::default()),
            scope: Some(scope.clone()),
            conventions: self.conventions,
            evidence_text: EvidenceText::default(),
        })
    }

    /// Of the evidence that a request brings.
    pub(crate) fn of(request: &Request, policy: &Policy) -> Result<Self, InputError> {
        request.validate()?;
        let evidence = (request.sources.as_slice(), &request.facts, request.locale.as_ref());
        Detector::prepare(policy.clone(), evidence, request.scope.as_ref(), Cancel::default())
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
                let message = "are part of the detector already; to use others, analyze without the detector";
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

    /// [`Detector::analyze`] of a request that is known to be valid.
    pub(crate) fn check(&self, request: &Request) -> Result<Report, InputError> {
        refuse_verify(request)?;
        self.check_under(&self.policy, request)
    }

    /// Analyses an answer under another policy than the detector's: evidence is prepared the same under any.
    pub(crate) fn check_under(&self, base: &Policy, request: &Request) -> Result<Report, InputError> {
        self.check_on(&mut Street::default(), base, request)
    }

    /// [`Detector::check_under`] on this street.
    pub(crate) fn check_on(
        &self,
        street: &mut Street<'_>,
        base: &Policy,
        request: &Request,
    ) -> Result<Report, InputError> {
        if let Some(narrowed) = self.narrowed(request) {
            return narrowed.check_on(street, base, request);
        }
        let asked = self.asked(base, request)?;
        let answer = Answer::read(request, &asked, self.sources.seen.clone());
        let mut search = Search::new(&self.sources);
        let claims = answer.claims((&self.evidence_text, &Said::by(request)), &asked, &mut search, street);
        let question = request.question.as_deref().unwrap_or_default();
        let parts = Parts {
            id: request.id.clone(),
            not_checked: answer.not_checked(&asked, &claims),
            sentences: answer.sentences(),
            claims,
            findings: coherence::findings(request, asked.language),
            confidence: request.confidence,
            has_evidence: self.has_evidence(),
            gaps: gaps(question, &self.sources, &self.evidence_text, &asked),
            checks: checks(request),
        };
        Ok(report::with_prompt(report::report(parts, &asked.policy), request))
    }

    /// Every claim as the street sees it under this model.
    #[cfg(any(test, feature = "training"))]
    pub(crate) fn see(
        &self,
        request: &Request,
        model: &crate::verify::score::Model,
        chooses: bool,
    ) -> Result<Vec<crate::verify::seen::Seen>, InputError> {
        if let Some(narrowed) = self.narrowed(request) {
            return narrowed.see(request, model, chooses);
        }
        let asked = self.asked(&self.policy, request)?;
        let answer = Answer::read(request, &asked, self.sources.seen.clone());
        let mut street = Street { model: Some(model), seen: Some(Vec::new()), chooses, ..Street::default() };
        answer.claims((&self.evidence_text, &Said::by(request)), &asked, &mut Search::new(&self.sources), &mut street);
        Ok(street.seen.unwrap_or_default())
    }

    /// What all claims of this answer share, under this policy and the request's overrides.
    ///
    /// # Errors
    /// A policy out of range.
    pub(crate) fn asked(&self, base: &Policy, request: &Request) -> Result<Asked, InputError> {
        let none = PolicyOverrides::default();
        let policy = base.with(request.policy.as_ref().unwrap_or(&none))?;
        let mut given = Numerals::default();
        let question = request.question.as_deref().map(|q| (q, token::tokens(q)));
        let question = question.map(|(q, tokens)| {
            given.read(q, &tokens);
            words::stems(q, &tokens)
        });
        given.close();
        let question = question.unwrap_or_default();
        let (hebrew, _) = claims::answer_is_hebrew(&request.answer, request.locale.as_ref());
        let mut asked = Asked {
            tolerances: Tolerances::of(&policy),
            policy,
            question,
            given,
            language: Language::English,
            conventions: Conventions::default(),
        };
        asked.written(hebrew, request.locale.as_ref());
        Ok(asked)
    }

    /// What sources and facts have in writing.
    pub(crate) fn evidence_text(&self) -> &EvidenceText {
        &self.evidence_text
    }

    pub(crate) fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The facts, after wide rows are split.
    pub(crate) fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.sources.facts().iter()
    }

    /// Whether there is anything to check an answer against.
    pub(crate) fn has_evidence(&self) -> bool {
        self.sources.has_evidence()
    }
}

/// Whoever can ask a language model takes this out first: no report without the check that was wanted.
fn refuse_verify(request: &Request) -> Result<(), InputError> {
    if request.verify.clone().and_then(Verify::options).is_some() {
        let message = "asks a language model, which only a server can: send it to POST /api/analyze";
        return Err(InputError::field(ErrorCode::InvalidValue, "verify", message));
    }
    Ok(())
}

/// What runs: the conversation is looked at where there is one.
fn checks(request: &Request) -> Vec<String> {
    let mut checks = vec![report::NUMERIC.to_owned()];
    if !request.history.is_empty() {
        checks.push(report::COHERENCE.to_owned());
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_done_after_the_host_gave_up() {
        let source = |id: &str, text: String| Source { id: id.to_owned(), text, title: None, url: None, kind: None };
        let rows: String = (0..300).map(|row| format!("| row {row} | {}.5 |\n", row * 7)).collect();
        let request = Request {
            answer: (0..200).map(|at| format!("Item {at} costs ${}.25 and ${at}.\n", at * 3)).collect(),
            sources: vec![
                source("prose", (0..300).map(|at| format!("Item {at} costs ${}.\n", at * 3)).collect()),
                source("table", format!("| what | amount |\n|---|---|\n{rows}")),
            ],
            ..Request::default()
        };
        let asked = Cell::new(0);
        let give_up_at = |most: usize| {
            asked.set(0);
            let cancelled = || {
                asked.set(asked.get() + 1);
                asked.get() > most
            };
            analyze_unless(&request, &Policy::default(), &cancelled).unwrap().is_none()
        };
        assert!(!give_up_at(usize::MAX));
        let all = asked.get();
        assert!(all > 1_000, "{all}");
        for most in [0, 1, 20, 400, 620, 700, 1_000, all - 1] {
            assert!(give_up_at(most), "{most}");
            assert!(asked.get() <= most + 8, "{most}: {}", asked.get());
        }
    }
}
