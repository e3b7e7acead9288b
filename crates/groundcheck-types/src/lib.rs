//! The wire contract of groundcheck, `schema_version` 1: the same JSON in wasm, over HTTP and on the command line.
//!
//! - [`Request`]: an answer and what it should rest on; [`Request::from_json`] refuses unknown fields by name.
//! - [`Report`]: every claim with its [`Status`], [`Evidence`] and [`Reason`]s, and what follows from them.
//! - [`Corrected`]: the answer with its wrong claims corrected, each [`Correction`] checked again.
//! - [`Policy`]: every threshold, each with its unit in its name; [`PolicyOverrides`] is what a request may change.
//! - [`LabelledCase`] and [`Measurement`]: what measuring the filter on labelled answers takes and gives.
//! - [`UrlCheck`]: a cited link, asked: its [`UrlState`] and [`UrlReason`], and the [`UrlRule`] that let it be asked or not.
//! - [`CollectRequest`] and [`CollectedAnswer`]: asking a provider for mentions.
//! - [`CollectedResponse`]: an answer that was collected elsewhere, with its mentions and sources.
//! - [`SourceReport`]: how far collected mentions can be relied on, by risk, model and day.
//! - [`RecordRequest`] and [`RecordReport`]: structured output, the document it was read from, and which [`RecordRule`]s it breaks.
//! - [`GroundingCheck`]: what a language model says of an answer's sentences; [`VerifierPolicy`] its thresholds; [`VerifyRequest`]
//!   asks a server for it; [`EntailmentRequest`], [`EntailmentQuestions`] and [`EntailmentAnswers`] are for callers that ask a model.
//! - [`ReviewItem`], [`ReviewChange`] and [`ReviewPage`]: the queue of what people are to judge; [`LearningReport`] what it teaches.
//! - [`MonitorRequest`], [`MonitorUpdate`] and [`MonitorReport`]: an answer checked while it is written; [`KnowledgeCheck`] what its
//!   question needs, [`Attribution`] what its claims rest on, [`CoherenceCheck`] whether it fits the conversation, [`SafeResponse`] what
//!   goes out instead.
//! - [`StreamRequest`]: a provider's answer checked while it streams, told as [`StreamStart`], [`StreamDelta`], [`MonitorUpdate`],
//!   [`StreamInterruption`] and [`StreamAnswer`].
//! - [`InputError`]: the one error a bad input gives, naming the field, the same in all places.
//!
//! This crate knows nothing about text, numbers in text or verification: it is data, its limits and its errors.
//!
//! ```
//! use groundcheck_types::Request;
//!
//! let request = Request::from_json(br#"{"answer": "The NOI was $1.5M."}"#).unwrap();
//! assert_eq!(request.answer, "The NOI was $1.5M.");
//!
//! let error = Request::from_json(br#"{"answer": "x", "sorces": []}"#).unwrap_err();
//! assert_eq!(error.field.as_deref(), Some("sorces"));
//! ```

mod attribution;
mod check_report;
mod claim;
mod coherence;
mod collect;
mod collected;
mod correction;
mod coverage;
mod decisions;
mod entailment;
mod error;
mod evidence;
mod fact;
mod finding;
mod grounding;
mod json;
mod knowledge;
mod labelled;
mod limits;
mod masking;
mod measure;
mod monitor;
mod monitor_policy;
mod named;
mod number;
mod path;
mod policy;
mod record;
mod reliability;
mod report;
mod request;
mod response;
mod review;
mod scalar;
#[cfg(feature = "schema")]
pub mod schema;
mod source_report;
mod span;
mod stream;
mod text;
mod url_check;
mod verification;
mod verifier_policy;

pub use attribution::{Attribution, AttributionState};
pub use check_report::{CheckReport, CheckRow};
pub use claim::{Candidate, Claim, ClaimKind, ClaimValue, Comparator, Reason, ReasonCode, Status};
pub use coherence::{CoherenceCheck, Contradiction, ContradictionKind, Stated};
pub use collect::{
    AnswerMention, AnswerSource, CollectRequest, CollectedAnswer, MENTIONS_DEFAULT, MENTIONS_MAX, ModelLogprobs,
    ProviderInfo, ProviderKind, ProviderList, QUERY_MAX_BYTES,
};
pub use collected::{CollectedMention, CollectedResponse, CollectedSource, ImportSummary, ImportedResponse};
pub use correction::{Corrected, Correction};
pub use coverage::{Coverage, Extent, Gap, SentenceCoverage};
pub use decisions::Decisions;
pub use entailment::{
    AnswerLogprobs, AnswerVotes, EntailmentAnswer, EntailmentAnswers, EntailmentQuestion, EntailmentQuestions,
    EntailmentRequest, QuestionKind, TopLogprob,
};
pub use error::{ErrorCode, InputError};
pub use evidence::{Evidence, Nearest};
pub use fact::{Fact, FactRow, FactValue, Facts};
pub use finding::{Finding, Severity};
pub use grounding::{
    GroundedAnswer, GroundedClaim, GroundingCheck, GroundingMethod, GroundingReason, GroundingSource,
    InformationBudget, Probability, ProbabilitySource,
};
pub use json::{json_error, read_json};
pub use knowledge::{Alternative, AlternativeAction, KnowledgeCheck, KnowledgeRequest, Requirement, RequirementKind};
pub use labelled::{Expected, ExpectedClaim, LabelledCase, label_places};
pub use limits::{
    ANSWER_MAX_BYTES, DOCUMENT_PAGES_MAX, FACTS_MAX, FILE_MAX_BYTES, HISTORY_MAX_TURNS, ID_MAX_BYTES, INSTITUTIONS_MAX,
    PROFILE_ENTRIES_MAX, PROFILE_TEXT_MAX_CHARS, RECORD_ALERTS_MAX, REQUEST_MAX_BYTES, REVIEW_BULK_MAX,
    REVIEW_DECISIONS_MAX, REVIEW_NAME_MAX_BYTES, REVIEW_TEXT_MAX_BYTES, SOURCE_NUMBERS_MAX, SOURCES_MAX, URL_MAX_CHARS,
    URLS_MAX,
};
pub use masking::{masked, masked_account};
pub use measure::{
    ClaimCounts, Confusion, ExpectedRow, KindRow, Measurement, Measuring, Metrics, Mistake, StatusCounts, TagRow,
    WrongCase, WrongClaim,
};
pub use monitor::{MonitorReport, MonitorRequest, MonitorUpdate, Warning, WarningPattern};
pub use monitor_policy::{MONITOR_SETTINGS, MonitorPolicy, MonitorPolicyOverrides};
pub use number::Number;
pub use policy::{Policy, PolicyOverrides, SETTINGS, Setting, SettingUnit};
pub use record::{
    AlertCounts, AlertType, CheckedAgainst, ConsistencyRule, Fallback, FieldKind, MonitoringFilter, MonitoringRow,
    PartsRule, ProfileChoice, RecordAlert, RecordDocument, RecordField, RecordMonitoring, RecordPolicy, RecordProfile,
    RecordReport, RecordRequest, RecordRule, RecordStatus, RecordSummary, RecordValue, Rejection, RejectionReason,
    SeverityCounts, SuspiciousPattern,
};
pub use reliability::Reliability;
pub use report::{Action, Disposition, NotChecked, Report, Risk, Summary, Verdict, VerdictReason};
pub use request::{Locale, Request, Role, Scope, Source, SourceKind, Turn};
pub use response::{Edit, EditKind, SafeResponse};
pub use review::{
    AuditEvent, AuditPage, AuditVerification, BulkChange, BulkOutcome, BulkRow, BulkTarget, ClaimDecision,
    FlaggedClaim, LearningReport, Mute, MuteAdd, MuteList, PrecisionGroup, PrecisionRow, ReviewAdd, ReviewChange,
    ReviewChoices, ReviewConflict, ReviewContent, ReviewDraft, ReviewFilter, ReviewItem, ReviewKind, ReviewPage,
    ReviewStatus, ReviewSummary, ReviewedCounts, StatusTotals, Suggestion, SuggestionEffect,
};
pub use source_report::{
    CitedSource, DayRow, MentionPage, MentionRow, ModelName, ModelRow, ReportChoices, ReportFilter, RiskCounts,
    SourceReport, StoredTotals,
};
pub use span::{Span, Utf16Span};
pub use stream::{
    STREAM_SECONDS_DEFAULT, STREAM_SECONDS_MAX, StreamAnswer, StreamDelta, StreamEnding, StreamInterruption,
    StreamRequest, StreamStart, TEMPERATURE_MAX,
};
pub use url_check::{UrlCheck, UrlCheckRequest, UrlPolicy, UrlReason, UrlRedirect, UrlRule, UrlState, UrlVerdict};
pub use verification::{
    LogprobSupport, PlannedClaim, SettledClaim, VERIFY_SECONDS_DEFAULT, VERIFY_SECONDS_MAX, VERIFY_USD_MAX,
    VerificationPlan, VerifierRun, VerifierUsage, Verify, VerifyOptions, VerifyRequest, VerifySentences,
};
pub use verifier_policy::{VERIFIER_SETTINGS, VerifierPolicy, VerifierPolicyOverrides};

/// The version of this contract; every report carries it.
pub const SCHEMA_VERSION: u32 = 1;
