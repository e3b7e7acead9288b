//! An answer and its sources, read once: its claims, and what the verifier is shown for each.
//!
//! The posterior is asked over all evidence, the prior over what is left when the cited sources and all copies of them are redacted;
//! for a claim that cites nothing, over nothing. Source: document 5, "Build Verification Prompts".

use std::collections::HashMap;

use groundcheck_types::{InputError, PlannedClaim, Source, Span, VerifierPolicy};

use super::copies::{CitedText, Likeness};
use super::passages::{Passage, PassageKind, ReadSource, numbers};
use super::places::Places;
use super::prompt::{Prompt, REDACTED, prompt};
use super::statements::{Statement, Statements, statements, statements_at, verifier_addressed};
use crate::document::token::tokens;
use crate::verify::words::stems;

/// What stands for a question or an instruction.
const NOT_EVIDENCE: &str = "[NOT EVIDENCE]";
/// The share of a claim's words from which a passage that has all its numbers may state it.
const SAME_SUBJECT: f64 = 0.6;

/// Which of the two questions about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// With all evidence.
    Posterior,
    /// With the cited evidence redacted.
    Prior,
}

/// The two questions about one claim. Ask them of the same model, without its earlier answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompts {
    /// With all evidence.
    pub posterior: Prompt,
    /// With the cited evidence redacted.
    pub prior: Prompt,
}

/// What redacting a claim's citations left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redaction {
    /// Whether no evidence is left, so that only the evidence can have moved the verifier.
    pub nothing_left: bool,
    /// Whether what was cited may also stand, in other words, in what is left.
    pub prior_contaminated: bool,
}

/// An answer's claims and how to ask about them.
///
/// ```
/// use groundcheck::entailment::Plan;
/// use groundcheck::types::{Source, VerifierPolicy};
///
/// let source = |id: &str, text: &str| Source { id: id.into(), text: text.into(), title: None, url: None, kind: None };
/// let sources = [source("S0", "Rent was $1,200 a month."), source("S1", "The tower has nine floors.")];
/// let policy = VerifierPolicy::default();
/// let plan = Plan::new("The rent was $1,200 a month [S0].", &sources, &policy);
/// assert_eq!(plan.claims()[0].text, "The rent was $1,200 a month");
/// let prompts = plan.prompts(0, "4f2a90c1d7b35e68").unwrap().unwrap();
/// assert!(prompts.posterior.user.contains("(S0) Rent was $1,200 a month."));
/// assert!(prompts.prior.user.contains("(S0) [REDACTED]\n(S1) The tower has nine floors."));
/// ```
#[derive(Debug, Clone)]
pub struct Plan<'a> {
    pub(super) answer: &'a str,
    pub(super) policy: &'a VerifierPolicy,
    pub(super) sources: Vec<ReadSource<'a>>,
    pub(super) statements: Statements,
    /// Which passages are redacted, by what is cited.
    redacted: HashMap<Vec<usize>, Redacted>,
    redactions: Vec<Redaction>,
}

#[derive(Debug, Clone)]
struct Redacted {
    /// By source and passage.
    passages: Vec<Vec<bool>>,
    nothing_left: bool,
    /// Whether what is left shares words with what is not.
    kin_left: bool,
}

impl<'a> Plan<'a> {
    /// Reads an answer and its sources.
    #[must_use]
    pub fn new(answer: &'a str, sources: &'a [Source], policy: &'a VerifierPolicy) -> Self {
        Plan::over(statements(answer, sources, policy), answer, sources, policy)
    }

    /// The same, but only of those sentences that lie in one of these places of the answer, in whole or in part.
    #[must_use]
    pub fn at(answer: &'a str, sources: &'a [Source], policy: &'a VerifierPolicy, places: &[Span]) -> Self {
        let statements = statements_at(answer, sources, policy, Some(&Places::new(places)));
        Plan::over(statements, answer, sources, policy)
    }

    fn over(mut statements: Statements, answer: &'a str, sources: &'a [Source], policy: &'a VerifierPolicy) -> Self {
        let sources: Vec<ReadSource<'a>> = sources.iter().map(ReadSource::new).collect();
        for read in &sources {
            let found =
                read.addressed.iter().map(|range| verifier_addressed(&read.source.id, &read.source.text, range));
            statements.findings.extend(found);
        }
        let mut redacted: HashMap<Vec<usize>, Redacted> = HashMap::new();
        let mut redactions = Vec::with_capacity(statements.claims.len());
        for claim in &statements.claims {
            let own = redacted.entry(key(claim)).or_insert_with(|| redact(&sources, &claim.cites, policy));
            let contaminated = !own.nothing_left && (own.kin_left || stated_elsewhere(claim, &sources, own));
            redactions.push(Redaction { nothing_left: own.nothing_left, prior_contaminated: contaminated });
        }
        Plan { answer, policy, sources, statements, redacted, redactions }
    }

    /// The claims, in the order of the answer.
    #[must_use]
    pub fn claims(&self) -> &[Statement] {
        &self.statements.claims
    }

    /// How many more claims there are, which the policy leaves out.
    #[must_use]
    pub fn unchecked(&self) -> u32 {
        self.statements.unchecked
    }

    /// The ids of the sources that the claim at this place cites.
    #[must_use]
    pub fn citing(&self, claim: usize) -> Vec<String> {
        let cites = self.statements.claims.get(claim).map_or(&[][..], |claim| &claim.cites);
        cites.iter().filter_map(|place| self.sources.get(*place)).map(|read| read.source.id.clone()).collect()
    }

    /// Whether any source says anything. Where none does nobody need be asked.
    #[must_use]
    pub fn has_evidence(&self) -> bool {
        self.sources.iter().any(|read| !read.source.text.trim().is_empty())
    }

    /// The claims with what they cite, as they are announced before anybody is asked.
    #[must_use]
    pub fn planned(&self) -> Vec<PlannedClaim> {
        let planned = |(place, claim): (usize, &Statement)| PlannedClaim {
            id: claim.id.clone(),
            text: claim.text.clone(),
            span: claim.span,
            utf16: claim.utf16,
            citing: self.citing(place),
        };
        self.claims().iter().enumerate().map(planned).collect()
    }

    /// Whether the claim at this place is to be asked about: there is evidence, and the claim does not speak to the verifier.
    #[must_use]
    pub fn is_asked(&self, claim: usize) -> bool {
        self.has_evidence() && self.claims().get(claim).is_some_and(|claim| !claim.addresses_verifier)
    }

    /// What redacting left for the claim at this place.
    #[must_use]
    pub fn redaction(&self, claim: usize) -> Option<Redaction> {
        self.redactions.get(claim).copied()
    }

    /// The two questions about the claim at this place; `None` where there is none.
    ///
    /// The nonce goes into the delimiters: from 16 to 64 ASCII letters and digits that nobody can foresee, new for each call.
    ///
    /// # Errors
    /// `invalid_value` naming `nonce` where it is not such a one.
    pub fn prompts(&self, claim: usize, nonce: &str) -> Result<Option<Prompts>, InputError> {
        let posterior = self.prompt(claim, Question::Posterior, nonce)?;
        let prior = self.prompt(claim, Question::Prior, nonce)?;
        Ok(posterior.zip(prior).map(|(posterior, prior)| Prompts { posterior, prior }))
    }

    /// One of them; as [`Plan::prompts`].
    ///
    /// # Errors
    /// As [`Plan::prompts`].
    pub fn prompt(&self, claim: usize, question: Question, nonce: &str) -> Result<Option<Prompt>, InputError> {
        let Some(claim) = self.statements.claims.get(claim) else { return Ok(None) };
        let redacted = match question {
            Question::Posterior => None,
            Question::Prior => self.redacted.get(&key(claim)),
        };
        let shown = |(place, read): (usize, &ReadSource<'a>)| {
            (read.source.id.as_str(), shown(read, redacted.and_then(|r| r.passages.get(place))))
        };
        let shown: Vec<(&str, String)> = self.sources.iter().enumerate().map(shown).collect();
        prompt(shown.iter().map(|(id, text)| (*id, text.as_str())), &claim.text, nonce).map(Some)
    }
}

/// What a claim cites, whatever the order.
fn key(claim: &Statement) -> Vec<usize> {
    let mut cites = claim.cites.clone();
    crate::sort::by_key(&mut cites, |place| *place);
    cites
}

fn redact(sources: &[ReadSource<'_>], cites: &[usize], policy: &VerifierPolicy) -> Redacted {
    let mut text = CitedText::default();
    for read in cites.iter().filter_map(|place| sources.get(*place)) {
        for passage in &read.passages {
            text.add(read.text(passage));
        }
    }
    let (mut nothing_left, mut kin_left) = (true, false);
    let mut passages = Vec::with_capacity(sources.len());
    for (place, read) in sources.iter().enumerate() {
        let all = cites.is_empty() || cites.contains(&place);
        let of = |passage: &Passage| {
            if all {
                return true;
            }
            let likeness = text.likeness(read.text(passage), policy);
            let is_left = likeness != Likeness::Copy && passage.kind == PassageKind::Evidence;
            nothing_left &= !is_left;
            kin_left |= is_left && likeness == Likeness::Kin;
            likeness == Likeness::Copy
        };
        passages.push(read.passages.iter().map(of).collect());
    }
    Redacted { passages, nothing_left, kin_left }
}

/// Whether a passage that is left has the claim's numbers and most of its words.
fn stated_elsewhere(claim: &Statement, sources: &[ReadSource<'_>], redacted: &Redacted) -> bool {
    let tokens = tokens(&claim.text);
    let (words, own_numbers) = (stems(&claim.text, &tokens), numbers(&claim.text, &tokens));
    let states = |passage: &Passage| {
        let common = words.iter().filter(|word| passage.stems.binary_search(word).is_ok()).count();
        let share = f64::from(u32::try_from(common).unwrap_or(u32::MAX))
            / f64::from(u32::try_from(words.len()).unwrap_or(u32::MAX));
        passage.kind == PassageKind::Evidence
            && share >= SAME_SUBJECT
            && own_numbers.iter().all(|n| passage.numbers.contains(n))
    };
    !words.is_empty()
        && sources.iter().zip(&redacted.passages).any(|(read, redacted)| {
            read.passages.iter().zip(redacted).any(|(passage, redacted)| !redacted && states(passage))
        })
}

/// A source as the verifier sees it.
fn shown(read: &ReadSource<'_>, redacted: Option<&Vec<bool>>) -> String {
    let mut out = String::with_capacity(read.source.text.len().min(4_096));
    let mut last = "";
    for (place, passage) in read.passages.iter().enumerate() {
        let mark = if redacted.and_then(|r| r.get(place)).is_some_and(|redacted| *redacted) {
            REDACTED
        } else {
            match passage.kind {
                PassageKind::Question | PassageKind::Instruction => NOT_EVIDENCE,
                PassageKind::Evidence | PassageKind::Empty => "",
            }
        };
        let text = read.text(passage);
        if mark.is_empty() {
            out.push_str(text);
        } else if mark != last {
            out.push_str(mark);
            out.push_str(if text.ends_with('\n') { "\n" } else { " " });
        }
        last = mark;
    }
    out
}
