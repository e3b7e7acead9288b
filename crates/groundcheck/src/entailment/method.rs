//! From posterior and prior to a decision, by three methods.
//!
//! - `evidence_use`: document 5, "Grounding Score Calculation", to the letter.
//! - `budget`: the upstream toolkit's. Flagged where what is required exceeds what was observed. It cannot tell a claim that the
//!   evidence refutes from one that it proves, and is kept for comparison.
//! - `directional`, the default: information towards YES counts up, away from it down; what the evidence lowers is contradicted; a claim
//!   under one half is never supported; an interval passes only as a whole; and where no evidence was left to the prior, the evidence
//!   must have moved the verifier.
//!
//! In all of them what is not known is never a pass.

use groundcheck_types::{
    GroundingMethod, GroundingReason, InformationBudget, Number, Probability, ProbabilitySource, Status, VerifierPolicy,
};

use super::divergence::{bits, budget, directed_gap_nats, ends, kl_bernoulli_nats};

/// What posterior minus prior weighs in a cited claim's confidence. Source: document 5.
const USE_WEIGHT: f64 = 1.5;
/// What a sure posterior adds to a cited claim's confidence. Source: document 5.
const SURE_BONUS: f64 = 0.3;
/// What is left of an uncited claim's posterior where it is sure, and where it is not. Source: document 5.
const UNCITED_WEIGHTS: (f64, f64) = (0.7, 0.4);

/// What was measured about one claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// P(entailed | all evidence).
    pub posterior: Probability,
    /// P(entailed | cited evidence redacted).
    pub prior: Probability,
    /// Whether the claim cites a source.
    pub has_citations: bool,
    /// Whether redacting left no evidence at all.
    pub nothing_left: bool,
}

/// What a method makes of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decision {
    /// What the evidence says.
    pub status: Status,
    /// Why.
    pub reason: GroundingReason,
    /// How far it can be relied on that the claim is grounded, 0 to 1.
    pub confidence: f64,
    /// The upstream toolkit's numbers, whatever the method.
    pub budget: InformationBudget,
}

impl Decision {
    /// Whether the claim is grounded.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.status == Status::Supported
    }
}

/// Decides on one claim.
#[must_use]
pub fn decide(method: GroundingMethod, measured: &Measured, policy: &VerifierPolicy) -> Decision {
    let budget = budget(policy.target_posterior.0, &measured.prior, &measured.posterior);
    let (reason, confidence) = match method {
        GroundingMethod::EvidenceUse => by_evidence_use(measured, policy),
        GroundingMethod::Budget => (by_budget(measured, &budget, policy), measured.posterior.lower.0),
        GroundingMethod::Directional => (by_direction(measured, policy), measured.posterior.lower.0),
    };
    Decision { status: status(reason), reason, confidence, budget }
}

/// What the evidence says, by the reason.
pub(super) fn status(reason: GroundingReason) -> Status {
    use GroundingReason as R;
    match reason {
        R::Entailed | R::EntailedElsewhere | R::EntailedByVotes => Status::Supported,
        R::Contradicted => Status::Contradicted,
        R::NotEntailed | R::TooLittleInformation | R::EvidenceUnused | R::AddressesVerifier => Status::Unsupported,
        _ => Status::Unverifiable,
    }
}

/// Document 5's numbers for a posterior and a prior that are points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvidenceUse {
    /// max(0, p1 − p0).
    pub evidence_use: f64,
    /// Whether that exceeds the threshold; always of a claim that cites nothing.
    pub evidence_used: bool,
    /// The document's confidence, 0 to 1.
    pub confidence: f64,
    /// Whether the claim is grounded.
    pub grounded: bool,
    /// KL(p1 ‖ 0.5): what the document calls observed.
    pub observed_nats: f64,
    /// KL(p1 ‖ p0): what the document calls required.
    pub required_nats: f64,
    /// `observed_nats` − `required_nats`: the document's sign, which is not the upstream toolkit's.
    pub budget_gap_nats: f64,
    /// The same in bits.
    pub budget_gap_bits: f64,
}

/// Document 5's formulas, to the letter.
///
/// ```
/// use groundcheck::entailment::evidence_use;
/// use groundcheck::types::VerifierPolicy;
///
/// let found = evidence_use(0.9, 0.3, true, &VerifierPolicy::default());
/// assert!(found.grounded && found.confidence == 1.0);
/// ```
#[must_use]
pub fn evidence_use(p1: f64, p0: f64, has_citations: bool, policy: &VerifierPolicy) -> EvidenceUse {
    let sure = p1 > policy.sure_posterior_threshold.0;
    let evidence_use = (p1 - p0).max(0.0);
    let evidence_used = !has_citations || evidence_use > policy.evidence_use_threshold.0;
    let confidence = if has_citations {
        (evidence_use * USE_WEIGHT + if sure { SURE_BONUS } else { 0.0 }).min(1.0)
    } else {
        p1 * if sure { UNCITED_WEIGHTS.0 } else { UNCITED_WEIGHTS.1 }
    };
    let (observed_nats, required_nats) = (kl_bernoulli_nats(p1, 0.5), kl_bernoulli_nats(p1, p0));
    let budget_gap_nats = observed_nats - required_nats;
    EvidenceUse {
        evidence_use,
        evidence_used,
        confidence,
        grounded: confidence > policy.confidence_threshold.0 && evidence_used,
        observed_nats,
        required_nats,
        budget_gap_nats,
        budget_gap_bits: bits(budget_gap_nats),
    }
}

/// All of both formulas rise with p1 and fall with p0: of intervals the worst corner decides, and the best one whether it is decided.
fn by_evidence_use(measured: &Measured, policy: &VerifierPolicy) -> (GroundingReason, f64) {
    let Measured { posterior, prior, has_citations, .. } = measured;
    let worst = evidence_use(posterior.lower.0, prior.upper.0, *has_citations, policy);
    let best = evidence_use(posterior.upper.0, prior.lower.0, *has_citations, policy);
    let reason = if worst.grounded {
        entailed(measured)
    } else if best.grounded {
        GroundingReason::Undecided
    } else if is_lowered(measured, policy) {
        GroundingReason::Contradicted
    } else if posterior.upper.0 < policy.lowest_supported_posterior.0 {
        GroundingReason::NotEntailed
    } else if best.evidence_used {
        GroundingReason::TooLittleInformation
    } else {
        GroundingReason::EvidenceUnused
    };
    (reason, worst.confidence)
}

fn by_budget(measured: &Measured, budget: &InformationBudget, policy: &VerifierPolicy) -> GroundingReason {
    // A posterior of which nothing is known was not observed.
    let knows_nothing = ends(&measured.posterior) == [0.0, 1.0] || ends(&measured.prior) == [0.0, 1.0];
    if knows_nothing {
        GroundingReason::Undecided
    } else if budget.required_min_nats.0 <= budget.observed_max_nats.0 {
        entailed(measured)
    } else if measured.posterior.upper.0 < policy.lowest_supported_posterior.0 {
        GroundingReason::NotEntailed
    } else {
        GroundingReason::TooLittleInformation
    }
}

fn by_direction(measured: &Measured, policy: &VerifierPolicy) -> GroundingReason {
    let Measured { posterior, prior, has_citations, nothing_left } = measured;
    let (lowest, threshold) = (policy.lowest_supported_posterior.0, policy.evidence_use_threshold.0);
    if is_lowered(measured, policy) {
        return GroundingReason::Contradicted;
    }
    if posterior.upper.0 < lowest {
        return GroundingReason::NotEntailed;
    }
    // Votes are few, and their intervals never reach the target: a clear majority passes, and is marked.
    let target = if is_voted(measured) { lowest } else { policy.target_posterior.0 };
    let gaps = |p1: f64| ends(prior).map(|p0| directed_gap_nats(target, p0, p1));
    if gaps(posterior.upper.0).iter().all(|gap| *gap > 0.0) {
        return GroundingReason::TooLittleInformation;
    }
    let may_be_lowered = prior.upper.0 - posterior.lower.0 > threshold;
    let passes = gaps(posterior.lower.0).iter().all(|gap| *gap <= 0.0) && posterior.lower.0 >= lowest;
    if !passes || may_be_lowered {
        return GroundingReason::Undecided;
    }
    let used = posterior.lower.0 - prior.upper.0 > threshold;
    if *nothing_left && !used {
        let may_be_used = posterior.upper.0 - prior.lower.0 > threshold;
        return if may_be_used { GroundingReason::Undecided } else { GroundingReason::EvidenceUnused };
    }
    if *has_citations && !used { elsewhere(measured) } else { entailed(measured) }
}

/// Whether the evidence makes the claim less likely, over the whole of both intervals.
fn is_lowered(measured: &Measured, policy: &VerifierPolicy) -> bool {
    measured.prior.lower.0 - measured.posterior.upper.0 > policy.evidence_use_threshold.0
}

fn is_voted(measured: &Measured) -> bool {
    [measured.posterior, measured.prior].iter().any(|p| p.source == ProbabilitySource::SampledVotes)
}

fn entailed(measured: &Measured) -> GroundingReason {
    if is_voted(measured) { GroundingReason::EntailedByVotes } else { GroundingReason::Entailed }
}

fn elsewhere(measured: &Measured) -> GroundingReason {
    if is_voted(measured) { GroundingReason::EntailedByVotes } else { GroundingReason::EntailedElsewhere }
}

/// A probability that is known to be this.
#[must_use]
pub fn point(p: f64) -> Probability {
    let p = Number(if p.is_nan() { 0.0 } else { p.clamp(0.0, 1.0) });
    Probability { lower: p, upper: p, source: ProbabilitySource::Logprobs, yes_votes: None, votes: None }
}
