//! Document 5's `hallucination_check` from what the verifier answered.

use groundcheck_types::{
    GroundedAnswer, GroundedClaim, GroundingCheck, GroundingMethod, GroundingReason, GroundingSource, Number,
    Probability, VerifierPolicy,
};

use super::method::{Measured, decide, status};
use super::plan::Plan;
use super::statements::Statement;
use super::texts::{language, overall, warning};
use crate::verify::reasons::Language;

/// What asking one question gave.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Asked {
    /// P(YES).
    Probability(Probability),
    /// An answer without usable log probabilities, and no votes.
    NoLogprobs,
    /// No answer: refused, broken, or not asked.
    #[default]
    Failed,
    /// Not asked, or not answered, before the time for the whole answer was over.
    OutOfTime,
    /// Not asked: it would have exceeded the budget.
    OverBudget,
}

impl Asked {
    /// Why there is no probability; `None` where there is one.
    fn missing(self) -> Option<GroundingReason> {
        match self {
            Asked::Probability(_) => None,
            Asked::NoLogprobs => Some(GroundingReason::NoLogprobs),
            Asked::Failed => Some(GroundingReason::VerifierFailed),
            Asked::OutOfTime => Some(GroundingReason::OutOfTime),
            Asked::OverBudget => Some(GroundingReason::OverBudget),
        }
    }
}

/// The reasons why a claim is not verified, what went wrong before what gave nothing.
const MISSING: [GroundingReason; 4] = [
    GroundingReason::VerifierFailed,
    GroundingReason::OutOfTime,
    GroundingReason::OverBudget,
    GroundingReason::NoLogprobs,
];

/// What asking both questions about a claim gave.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AskedClaim {
    /// With all evidence.
    pub posterior: Asked,
    /// With the cited evidence redacted.
    pub prior: Asked,
}

impl Plan<'_> {
    /// What follows for one claim: results can be shown as they come in. `None` where there is no such claim.
    #[must_use]
    pub fn claim(&self, place: usize, asked: AskedClaim, method: GroundingMethod) -> Option<GroundedClaim> {
        let claim = self.statements.claims.get(place)?;
        Some(self.grounded(claim, place, asked, method, language(self.answer)))
    }

    /// What follows for the answer; what is missing at the end of `asked` counts as failed.
    #[must_use]
    pub fn check(&self, asked: &[AskedClaim], method: GroundingMethod) -> GroundingCheck {
        let language = language(self.answer);
        let claims: Vec<GroundedClaim> = (self.claims().iter().enumerate())
            .map(|(place, claim)| {
                self.grounded(claim, place, asked.get(place).copied().unwrap_or_default(), method, language)
            })
            .collect();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (total, grounded) = (count(claims.len()), count(claims.iter().filter(|claim| claim.grounded).count()));
        let ratio = grounding_ratio(grounded, total);
        GroundingCheck {
            overall_grounded: is_grounded(grounded, total, self.policy),
            grounded_claims: grounded,
            total_claims: total,
            grounding_ratio: ratio.map(Number),
            claims,
            method,
            unchecked_claims: self.statements.unchecked,
            findings: self.statements.findings.clone(),
        }
    }

    /// The check as document 5 lays it out, with the answer and its sources.
    #[must_use]
    pub fn answer(&self, check: GroundingCheck) -> GroundedAnswer {
        let ungrounded = check.total_claims - check.grounded_claims.min(check.total_claims);
        let warning = overall(ungrounded, check.total_claims, check.unchecked_claims, language(self.answer));
        let source = |read: &super::passages::ReadSource<'_>| GroundingSource {
            id: read.source.id.clone(),
            title: read.source.title.clone(),
            url: read.source.url.clone(),
        };
        GroundedAnswer {
            success: check.claims.is_empty() || !check.claims.iter().all(|claim| claim.reason.is_not_verified()),
            response: self.answer.to_owned(),
            sources: self.sources.iter().map(source).collect(),
            hallucination_check: check,
            warning,
            verifier: None,
        }
    }

    fn grounded(
        &self,
        claim: &Statement,
        place: usize,
        asked: AskedClaim,
        method: GroundingMethod,
        language: Language,
    ) -> GroundedClaim {
        let redaction = self.redaction(place);
        let known = |asked: Asked| if let Asked::Probability(p) = asked { Some(p) } else { None };
        let (posterior, prior) = (known(asked.posterior), known(asked.prior));
        let decision = posterior.zip(prior).map(|(posterior, prior)| {
            let nothing_left = redaction.is_none_or(|r| r.nothing_left);
            decide(
                method,
                &Measured { posterior, prior, has_citations: !claim.cites.is_empty(), nothing_left },
                self.policy,
            )
        });
        // What is no evidence cannot support anything, whatever the verifier says.
        let reason = if claim.addresses_verifier {
            GroundingReason::AddressesVerifier
        } else if !self.has_evidence() {
            GroundingReason::NoEvidence
        } else if let Some(decision) = decision {
            decision.reason
        } else {
            let missing = [asked.posterior.missing(), asked.prior.missing()];
            MISSING
                .into_iter()
                .find(|reason| missing.contains(&Some(*reason)))
                .unwrap_or(GroundingReason::VerifierFailed)
        };
        let status = status(reason);
        let grounded = status == groundcheck_types::Status::Supported;
        let relied_on = decision.filter(|decision| decision.reason == reason);
        GroundedClaim {
            text: claim.text.clone(),
            citing: self.citing(place),
            p1: posterior.map(|p| p.lower),
            p0: prior.map(|p| p.upper),
            confidence: Number(relied_on.map_or(0.0, |decision| decision.confidence.clamp(0.0, 1.0))),
            grounded,
            warning: (!grounded).then(|| warning(reason, language).to_owned()),
            id: claim.id.clone(),
            span: claim.span,
            utf16: claim.utf16,
            status,
            reason,
            posterior,
            prior,
            budget: decision.map(|decision| decision.budget),
            prior_contaminated: redaction.is_some_and(|r| r.prior_contaminated),
        }
    }
}

/// The share of claims that are grounded; `None` where there is no claim.
#[must_use]
pub fn grounding_ratio(grounded: u32, total: u32) -> Option<f64> {
    (total > 0).then(|| f64::from(grounded.min(total)) / f64::from(total))
}

/// Whether so many grounded claims make the answer grounded: 70 % by document 5, and never of an answer without claims.
#[must_use]
pub fn is_grounded(grounded: u32, total: u32, policy: &VerifierPolicy) -> bool {
    grounding_ratio(grounded, total).is_some_and(|ratio| ratio >= policy.grounding_ratio_threshold.0)
}
