//! What asking a language model about an answer's sentences gives: document 5's `hallucination_check`, and the numbers behind it.
//!
//! The document's own fields stand first, in its order and under its names; what it leaves out follows.

use serde::{Deserialize, Serialize};

use crate::{Finding, Number, Span, Status, Utf16Span, VerifierRun};

/// How posterior and prior become a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GroundingMethod {
    /// The formulas and thresholds of the evidence-use specification, unchanged.
    EvidenceUse,
    /// The upstream toolkit's: flagged where the bits that are required exceed those observed, whichever way they point.
    Budget,
    /// Budget with a direction: what the evidence lowers is contradicted, and an interval passes only as a whole.
    #[default]
    Directional,
}

impl GroundingMethod {
    /// All of them.
    pub const ALL: &[GroundingMethod] =
        &[GroundingMethod::EvidenceUse, GroundingMethod::Budget, GroundingMethod::Directional];

    /// The method as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            GroundingMethod::EvidenceUse => "evidence_use",
            GroundingMethod::Budget => "budget",
            GroundingMethod::Directional => "directional",
        }
    }
}

/// Where a probability comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ProbabilitySource {
    /// From the first answer token's log probabilities.
    Logprobs,
    /// Counted over sampled answers: an estimate, not a measurement.
    SampledVotes,
}

/// P(YES) as a closed interval from 0 to 1; a point where both ends are the same.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Probability {
    /// The lower end.
    pub lower: Number,
    /// The upper end.
    pub upper: Number,
    /// Where it comes from.
    pub source: ProbabilitySource,
    /// How many sampled answers said YES; null for log probabilities.
    pub yes_votes: Option<u32>,
    /// How many sampled answers there were; null for log probabilities.
    pub votes: Option<u32>,
}

/// What the evidence had to tell, and what it told, as information; intervals where posterior or prior is one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InformationBudget {
    /// KL(target ‖ prior), at the prior where it is least.
    pub required_min_nats: Number,
    /// KL(target ‖ prior), at the prior where it is most.
    pub required_max_nats: Number,
    /// KL(posterior ‖ prior), where it is least.
    pub observed_min_nats: Number,
    /// KL(posterior ‖ prior), where it is most.
    pub observed_max_nats: Number,
    /// `required_min_nats` − `observed_max_nats`; above 0 the evidence told too little.
    pub budget_gap_min_nats: Number,
    /// `required_max_nats` − `observed_min_nats`.
    pub budget_gap_max_nats: Number,
    /// The same in bits.
    pub required_min_bits: Number,
    /// The same in bits.
    pub required_max_bits: Number,
    /// The same in bits.
    pub observed_min_bits: Number,
    /// The same in bits.
    pub observed_max_bits: Number,
    /// The same in bits.
    pub budget_gap_min_bits: Number,
    /// The same in bits.
    pub budget_gap_max_bits: Number,
}

/// Why a claim is grounded or not, for programs. Stable once shipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum GroundingReason {
    /// The evidence lifts the claim as far as the method asks.
    Entailed,
    /// The evidence entails it, and does so without the passages that it cites.
    EntailedElsewhere,
    /// A clear majority of sampled answers says so; no log probabilities bear it out.
    EntailedByVotes,
    /// The evidence makes it less likely than it is without.
    Contradicted,
    /// The verifier says that the evidence does not entail it.
    NotEntailed,
    /// The verifier says YES, but not by as much as the method asks.
    TooLittleInformation,
    /// The verifier says much the same with the evidence and without: nothing shows that it rests on it.
    EvidenceUnused,
    /// The probabilities are known only as intervals, and these decide nothing.
    Undecided,
    /// The provider gave no usable log probabilities.
    NoLogprobs,
    /// The claim speaks to the verifier; what that says of it is not relied on.
    AddressesVerifier,
    /// The verifier was not reached, or did not answer.
    VerifierFailed,
    /// The time for the whole answer was over before the verifier had answered.
    OutOfTime,
    /// Asking would have exceeded the budget.
    OverBudget,
    /// There were no sources to verify it with.
    NoEvidence,
}

impl GroundingReason {
    /// The reason as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        use GroundingReason as R;
        match self {
            R::Entailed => "entailed",
            R::EntailedElsewhere => "entailed_elsewhere",
            R::EntailedByVotes => "entailed_by_votes",
            R::Contradicted => "contradicted",
            R::NotEntailed => "not_entailed",
            R::TooLittleInformation => "too_little_information",
            R::EvidenceUnused => "evidence_unused",
            R::Undecided => "undecided",
            R::NoLogprobs => "no_logprobs",
            R::AddressesVerifier => "addresses_verifier",
            R::VerifierFailed => "verifier_failed",
            R::OutOfTime => "out_of_time",
            R::OverBudget => "over_budget",
            R::NoEvidence => "no_evidence",
        }
    }

    /// Whether the claim was not verified: asking failed, was stopped, or gave nothing that could be read. Such a claim is never grounded.
    #[must_use]
    pub fn is_not_verified(self) -> bool {
        use GroundingReason as R;
        matches!(self, R::VerifierFailed | R::OutOfTime | R::OverBudget | R::NoLogprobs)
    }
}

/// One sentence of the answer and what the verifier says of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroundedClaim {
    /// The sentence without its citation marks and its final stop.
    pub text: String,
    /// The ids of the sources that it cites.
    pub citing: Vec<String>,
    /// The posterior, P(entailed | all evidence): its lower end where it is an interval; null where it is not known.
    pub p1: Option<Number>,
    /// The prior, P(entailed | cited evidence redacted): its upper end where it is an interval; null where it is not known.
    pub p0: Option<Number>,
    /// How far it can be relied on that the claim is grounded, 0 to 1; by the method's own formula.
    pub confidence: Number,
    /// Whether it is grounded. Never where something failed or is not known.
    pub grounded: bool,
    /// What to tell the reader, in the answer's language; null where it is grounded.
    pub warning: Option<String>,
    /// `s1`, `s2` … in the order of the answer.
    pub id: String,
    /// Where it stands in the answer, in UTF-8 bytes, with the citation marks inside it.
    pub span: Span,
    /// The same in UTF-16 code units.
    pub utf16: Utf16Span,
    /// What the evidence says.
    pub status: Status,
    /// Why.
    pub reason: GroundingReason,
    /// The posterior as it was measured; null where it is not known.
    pub posterior: Option<Probability>,
    /// The prior as it was measured; null where it is not known.
    pub prior: Option<Probability>,
    /// The budget in nats and bits; null where posterior or prior is not known.
    pub budget: Option<InformationBudget>,
    /// Whether what the claim cites may also stand, in other words, in what was not redacted, so that the prior may be too high.
    pub prior_contaminated: bool,
}

/// The check of an answer's sentences by a language model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroundingCheck {
    /// Whether enough of the claims are grounded; never where there is none.
    pub overall_grounded: bool,
    /// How many claims are grounded.
    pub grounded_claims: u32,
    /// How many were to be verified.
    pub total_claims: u32,
    /// `grounded_claims` / `total_claims`; null where there is no claim.
    pub grounding_ratio: Option<Number>,
    /// The claims, in the order of the answer.
    pub claims: Vec<GroundedClaim>,
    /// The method that decided.
    pub method: GroundingMethod,
    /// How many claims were left out, for `max_claims`.
    pub unchecked_claims: u32,
    /// Citations that name no source or several, and texts that speak to the verifier.
    pub findings: Vec<Finding>,
}

/// A source of an answer that was verified, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroundingSource {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: Option<String>,
    /// Where it can be found.
    pub url: Option<String>,
}

/// An answer with the check of its sentences by a language model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroundedAnswer {
    /// Whether the check was carried out: false where no claim could be verified.
    pub success: bool,
    /// The answer.
    pub response: String,
    /// What it was verified with.
    pub sources: Vec<GroundingSource>,
    /// The check.
    pub hallucination_check: GroundingCheck,
    /// What to tell the reader, in the answer's language; null where all claims are grounded.
    pub warning: Option<String>,
    /// Who was asked, and what it took; null where the caller asked by itself.
    pub verifier: Option<VerifierRun>,
}
