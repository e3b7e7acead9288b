use serde::{Deserialize, Serialize};

use crate::text::to_text;
use crate::{Claim, Coverage, Finding, GroundedAnswer, InputError, Number, SCHEMA_VERSION, Span, Utf16Span};

/// What the checks that ran say of the answer as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verdict {
    /// Every claim those checks found is supported, and there is at least one.
    Clean,
    /// A claim is contradicted or unsupported, or a finding is medium or worse.
    Flagged,
    /// Nothing to check, or nothing to check it against; `verdict_reason` says which. Never an all-clear.
    Unverified,
    /// The check itself failed; `error` says why. Never an all-clear.
    Error,
}

impl Verdict {
    /// The verdict as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Clean => "clean",
            Verdict::Flagged => "flagged",
            Verdict::Unverified => "unverified",
            Verdict::Error => "error",
        }
    }
}

/// Why the verdict is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum VerdictReason {
    /// Clean: every claim is supported.
    AllSupported,
    /// Flagged: the evidence says something else.
    Contradicted,
    /// Flagged: no evidence says so.
    Unsupported,
    /// Flagged: a detector hit.
    Finding,
    /// Unverified: the answer holds no claim that the checks look for.
    NothingToCheck,
    /// Unverified: no sources and no facts were given.
    NoEvidence,
    /// Unverified: there is evidence, but some claim cannot be decided by it.
    Undecided,
    /// Error: see `error`.
    CheckFailed,
}

impl VerdictReason {
    /// The reason as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            VerdictReason::AllSupported => "all_supported",
            VerdictReason::Contradicted => "contradicted",
            VerdictReason::Unsupported => "unsupported",
            VerdictReason::Finding => "finding",
            VerdictReason::NothingToCheck => "nothing_to_check",
            VerdictReason::NoEvidence => "no_evidence",
            VerdictReason::Undecided => "undecided",
            VerdictReason::CheckFailed => "check_failed",
        }
    }
}

/// How much harm the answer could do as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Risk {
    /// Nothing speaks against it.
    Low,
    /// Something is not borne out.
    Medium,
    /// Something is wrong.
    High,
    /// It must not be used.
    Critical,
}

impl Risk {
    /// The risk as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Risk::Low => "low",
            Risk::Medium => "medium",
            Risk::High => "high",
            Risk::Critical => "critical",
        }
    }
}

/// Where the answer should go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Disposition {
    /// On to its reader.
    Accept,
    /// To a person first.
    Review,
    /// Nowhere.
    Reject,
}

impl Disposition {
    /// The disposition as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Disposition::Accept => "accept",
            Disposition::Review => "review",
            Disposition::Reject => "reject",
        }
    }
}

/// What to do with a flagged answer, by its risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Action {
    /// Nothing: it is not flagged.
    None,
    /// Low risk: mark the claims.
    Annotate,
    /// Medium risk: say it with less certainty.
    Rephrase,
    /// High risk: stop and reformulate.
    Interrupt,
    /// Critical risk: discard and say what is not known.
    Discard,
}

impl Action {
    /// The action as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Action::None => "none",
            Action::Annotate => "annotate",
            Action::Rephrase => "rephrase",
            Action::Interrupt => "interrupt",
            Action::Discard => "discard",
        }
    }
}

/// Summary figures over all claims of the report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// All claims found; the sum of the three counts below.
    pub total_claims: u32,
    /// Supported claims.
    pub verified_claims: u32,
    /// Contradicted and unsupported claims.
    pub unverified_claims: u32,
    /// Claims that nothing given, or allowed, could decide.
    pub unverifiable_claims: u32,
    /// Whether a claim is contradicted or unsupported.
    pub has_hallucinations: bool,
    /// `unverified_claims / (verified_claims + unverified_claims)`, 0 to 1, four decimals; null where no claim was checked.
    pub hallucination_rate: Option<Number>,
    /// What is subtracted from the caller's confidence: the policy's `flagged_penalty_points` where flagged, else 0.
    pub confidence_adjustment: Number,
    /// The caller's confidence, where given.
    pub original_confidence: Option<Number>,
    /// `original_confidence - confidence_adjustment`, not under 0, four decimals.
    pub adjusted_confidence: Option<Number>,
}

/// A number of the answer that states no value: part of a name, a version, an identifier, a phone number. The numbers of list items and
/// the markers of citations are not among them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotChecked {
    /// The number with what is written onto it: `INV-2041`, `24/7`.
    pub text: String,
    /// Where it is, in UTF-8 bytes of the answer.
    pub span: Span,
    /// The same place in UTF-16 units.
    pub utf16: Utf16Span,
}

/// Everything groundcheck says of one answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The version of this contract.
    pub schema_version: u32,
    /// The request's id, where it had one.
    pub id: Option<String>,
    /// What ran.
    pub checks: Vec<String>,
    /// What the checks that ran say.
    pub verdict: Verdict,
    /// Why.
    pub verdict_reason: VerdictReason,
    /// How much harm the answer could do; null where the check failed.
    pub risk: Option<Risk>,
    /// The mean over checked claims of (supported ? confidence : 0), four decimals; null where none was checked.
    pub reliability: Option<Number>,
    /// Every claim, in the order of the answer.
    pub claims: Vec<Claim>,
    /// The numbers of the answer that are not checked, in its order; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_checked: Vec<NotChecked>,
    /// What of the answer was checked, sentence by sentence; null where the check failed.
    #[serde(default)]
    pub coverage: Option<Coverage>,
    /// Every detector's hits.
    pub findings: Vec<Finding>,
    /// The figures.
    pub summary: Summary,
    /// Where the answer should go.
    pub disposition: Disposition,
    /// What to do with it.
    pub action: Action,
    /// The ids of the claims that a person should look at, gravest first.
    pub needs_attention: Vec<String>,
    /// What to tell the model that is to write the answer again; only where the request asks for it and something is flagged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_prompt: Option<String>,
    /// Why the check failed; null in every other report.
    pub error: Option<InputError>,
    /// What a language model said of the answer's sentences; only where `checks` names `entailment`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verification: Option<Box<GroundedAnswer>>,
}

impl Report {
    /// The report of a check that failed: no claims, verdict `error`, never accepted.
    #[must_use]
    pub fn failed(id: Option<String>, error: InputError) -> Self {
        Report {
            schema_version: SCHEMA_VERSION,
            id,
            checks: Vec::new(),
            verdict: Verdict::Error,
            verdict_reason: VerdictReason::CheckFailed,
            risk: None,
            reliability: None,
            claims: Vec::new(),
            not_checked: Vec::new(),
            coverage: None,
            findings: Vec::new(),
            summary: Summary {
                total_claims: 0,
                verified_claims: 0,
                unverified_claims: 0,
                unverifiable_claims: 0,
                has_hallucinations: false,
                hallucination_rate: None,
                confidence_adjustment: Number(0.0),
                original_confidence: None,
                adjusted_confidence: None,
            },
            disposition: Disposition::Review,
            action: Action::None,
            needs_attention: Vec::new(),
            retry_prompt: None,
            error: Some(error),
            verification: None,
        }
    }

    /// The report as the bytes that every place returns.
    #[must_use]
    pub fn to_json(&self) -> String {
        /// About what a claim takes.
        const PER_CLAIM: usize = 640;
        // Plain data without maps: writing it cannot fail.
        to_text(self, (self.claims.len() + 1) * PER_CLAIM).unwrap_or_default()
    }
}
