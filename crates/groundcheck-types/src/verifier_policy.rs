//! Every threshold of the LLM verifier, apart from [`Policy`](crate::Policy): only whoever asks a model needs them.
//!
//! Source: document 5, "Configuration" and "Grounding Score Calculation"; the target is the upstream toolkit's.

use core::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::policy::{FromSetting, InRange, Setting, SettingUnit, policy};
use crate::{ErrorCode, InputError, Number};

policy! {
    /// Every threshold of the LLM verifier, with its default.
    ///
    /// ```
    /// use groundcheck_types::{Number, VerifierPolicy, VerifierPolicyOverrides};
    ///
    /// let overrides = VerifierPolicyOverrides { max_claims: Some(Number(3.0)), ..Default::default() };
    /// let policy = VerifierPolicy::default().with(&overrides).unwrap();
    /// assert_eq!((policy.max_claims, policy.min_claim_chars), (Number(3.0), Number(15.0)));
    /// ```
    VerifierPolicy, VerifierPolicyOverrides, VERIFIER_SETTINGS;

    /// The fewest characters, without citation marks, that make a sentence a claim.
    min_claim_chars: Number = 15.0, 1.0..=1_000.0, "HALLUCINATION_VERIFIER_MIN_CLAIM_CHARS" Plain;
    /// The most claims of an answer that are verified, the first ones; the others are counted.
    max_claims: Number = 10.0, 1.0..=1_000.0, "HALLUCINATION_VERIFIER_MAX_CLAIMS" Plain;
    /// How much the posterior must exceed the prior for cited evidence to count as used; a claim whose posterior is that much lower is contradicted.
    evidence_use_threshold: Number = 0.15, 0.0..=1.0, "HALLUCINATION_VERIFIER_EVIDENCE_USE" Plain;
    /// The confidence that a claim must exceed to be grounded (method `evidence_use`).
    confidence_threshold: Number = 0.45, 0.0..=1.0, "HALLUCINATION_VERIFIER_CONFIDENCE" Plain;
    /// The posterior above which the verifier counts as sure (method `evidence_use`).
    sure_posterior_threshold: Number = 0.70, 0.0..=1.0, "HALLUCINATION_VERIFIER_SURE_POSTERIOR" Plain;
    /// The posterior that the evidence should lift a claim to (methods `budget` and `directional`).
    target_posterior: Number = 0.95, 0.0..=1.0, "HALLUCINATION_VERIFIER_TARGET_POSTERIOR" Plain;
    /// The posterior under which a claim is never supported (method `directional`).
    lowest_supported_posterior: Number = 0.50, 0.0..=1.0, "HALLUCINATION_VERIFIER_LOWEST_POSTERIOR" Plain;
    /// The share of claims that must be grounded for the answer to be.
    grounding_ratio_threshold: Number = 0.70, 0.0..=1.0, "HALLUCINATION_VERIFIER_GROUNDING_RATIO" Plain;
    /// The share of a passage's word runs above which it counts as a copy of the cited text and is redacted with it.
    copy_overlap_ratio: Number = 0.50, 0.0..=1.0, "HALLUCINATION_VERIFIER_COPY_OVERLAP" Plain;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_refused_by_name() {
        let mut overrides = VerifierPolicyOverrides::default();
        overrides.set("HALLUCINATION_VERIFIER_MAX_CLAIMS", "25").unwrap();
        assert_eq!(VerifierPolicy::default().with(&overrides).unwrap().max_claims, Number(25.0));
        assert!(overrides.set("HALLUCINATION_VERIFIER_MAX_CLAIMS", "0").is_err());
        assert!(overrides.set("HALLUCINATION_VERIFIER_MAX", "1").is_err());
        for setting in VERIFIER_SETTINGS {
            assert!(crate::SETTINGS.iter().all(|other| other.name != setting.name), "{}", setting.name);
        }
    }
}
