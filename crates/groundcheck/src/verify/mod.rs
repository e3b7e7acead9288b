//! Claims against evidence: sources, and facts as one more table. What neither speaks of is unsupported, never silently fine.

pub(crate) mod asked;
pub(crate) mod bands;
mod before;
pub(crate) mod beside;
pub(crate) mod by_size;
pub(crate) mod candidate;
mod caption;
pub(crate) mod clause;
mod clock;
pub(crate) mod context;
pub(crate) mod decide;
pub(crate) mod direction;
mod duration;
pub(crate) mod evidence;
pub(crate) mod facts;
pub(crate) mod format;
mod forms;
pub(crate) mod fraction;
pub(crate) mod given;
mod glossary;
mod likeliest;
mod limits;
pub(crate) mod measured;
pub(crate) mod names;
pub(crate) mod numerals;
mod pairing;
pub(crate) mod parallel;
mod passages;
pub(crate) mod prepare;
pub(crate) mod prior;
pub(crate) mod readings;
pub(crate) mod reasons;
pub(crate) mod refers;
pub(crate) mod rivals;
mod roots;
mod scale;
pub(crate) mod score;
pub(crate) mod search;
#[cfg(any(test, feature = "training"))]
pub(crate) mod seen;
pub(crate) mod spoken;
pub(crate) mod stance;
pub(crate) mod street;
pub(crate) mod subject;
mod tables;
mod titles;
pub(crate) mod tolerance;
pub(crate) mod trend;
mod when;
pub(crate) mod words;

use groundcheck_types::{Evidence, Nearest, Number, Policy, Reason, Status};

/// What the evidence says of one claim.
#[derive(Debug, Clone)]
pub(crate) struct Judgement {
    pub(crate) status: Status,
    pub(crate) confidence: Number,
    pub(crate) evidence: Vec<Evidence>,
    pub(crate) nearest: Option<Nearest>,
    pub(crate) derivation: Option<String>,
    pub(crate) reasons: Vec<Reason>,
}

impl Judgement {
    /// What this passage of a document bears out.
    pub(crate) fn supported(evidence: Evidence, reason: Reason, policy: &Policy) -> Self {
        Judgement {
            confidence: confidence_in(core::slice::from_ref(&evidence), policy),
            evidence: vec![evidence],
            ..Judgement::bare(Status::Supported, reason)
        }
    }

    /// What follows from these passages by this formula.
    pub(crate) fn derived(evidence: Vec<Evidence>, formula: String, reason: Reason, policy: &Policy) -> Self {
        Judgement {
            confidence: confidence_in(&evidence, policy),
            evidence,
            derivation: Some(formula),
            ..Judgement::bare(Status::Supported, reason)
        }
    }

    /// A status that rests on nothing found.
    pub(crate) fn bare(status: Status, reason: Reason) -> Self {
        Judgement {
            status,
            confidence: Number(0.0),
            evidence: Vec::new(),
            nearest: None,
            derivation: None,
            reasons: vec![reason],
        }
    }
}

/// How much what these passages say is relied on: a fact's own confidence where the first of them is one.
pub(crate) fn confidence_in(evidence: &[Evidence], policy: &Policy) -> Number {
    match evidence.first() {
        Some(Evidence { fact: Some(_), .. }) => policy.fact_confidence,
        _ => policy.document_confidence,
    }
}
