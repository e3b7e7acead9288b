//! JSON Schema (draft 2020-12) of the contract, generated from the types themselves.
//!
//! Checked in under `crates/groundcheck-types/schema/`; a test regenerates it and fails where it differs.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

use crate::{
    Attribution, AuditPage, AuditVerification, BulkChange, BulkRow, CoherenceCheck, CollectRequest, CollectedAnswer,
    CollectedResponse, EntailmentAnswers, EntailmentQuestions, EntailmentRequest, GroundedAnswer, ImportSummary,
    InputError, KnowledgeCheck, KnowledgeRequest, LabelledCase, LearningReport, Measurement, MonitorPolicy,
    MonitorReport, MonitorRequest, MonitorUpdate, MuteAdd, MuteList, Policy, ProviderList, RecordMonitoring,
    RecordReport, RecordRequest, Report, ReportChoices, Request, ReviewAdd, ReviewChange, ReviewChoices,
    ReviewConflict, ReviewDraft, ReviewItem, ReviewPage, SettledClaim, SourceReport, StreamAnswer, StreamDelta,
    StreamInterruption, StreamRequest, StreamStart, UrlCheck, UrlCheckRequest, UrlVerdict, VerificationPlan,
    VerifierPolicy, VerifyRequest,
};

fn generate<T: JsonSchema>() -> Value {
    let generator: SchemaGenerator = SchemaSettings::draft2020_12().into_generator();
    generator.into_root_schema_for::<T>().to_value()
}

/// Every schema of the contract with the file name it is checked in as.
#[must_use]
pub fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("request.schema.json", generate::<Request>()),
        ("report.schema.json", generate::<Report>()),
        ("error.schema.json", generate::<InputError>()),
        ("policy.schema.json", generate::<Policy>()),
        ("review.schema.json", generate::<ReviewDraft>()),
        ("review_item.schema.json", generate::<ReviewItem>()),
        ("review_page.schema.json", generate::<ReviewPage>()),
        ("review_choices.schema.json", generate::<ReviewChoices>()),
        ("review_add.schema.json", generate::<ReviewAdd>()),
        ("review_change.schema.json", generate::<ReviewChange>()),
        ("review_conflict.schema.json", generate::<ReviewConflict>()),
        ("review_bulk.schema.json", generate::<BulkChange>()),
        ("review_bulk_row.schema.json", generate::<BulkRow>()),
        ("learning_report.schema.json", generate::<LearningReport>()),
        ("mute_add.schema.json", generate::<MuteAdd>()),
        ("mute_list.schema.json", generate::<MuteList>()),
        ("audit_page.schema.json", generate::<AuditPage>()),
        ("audit_verification.schema.json", generate::<AuditVerification>()),
        ("record_monitoring.schema.json", generate::<RecordMonitoring>()),
        ("labelled_case.schema.json", generate::<LabelledCase>()),
        ("measurement.schema.json", generate::<Measurement>()),
        ("collect_request.schema.json", generate::<CollectRequest>()),
        ("collected_answer.schema.json", generate::<CollectedAnswer>()),
        ("provider_list.schema.json", generate::<ProviderList>()),
        ("collected_response.schema.json", generate::<CollectedResponse>()),
        ("import_summary.schema.json", generate::<ImportSummary>()),
        ("record_request.schema.json", generate::<RecordRequest>()),
        ("record_report.schema.json", generate::<RecordReport>()),
        ("source_report.schema.json", generate::<SourceReport>()),
        ("report_choices.schema.json", generate::<ReportChoices>()),
        ("url_check.schema.json", generate::<UrlCheck>()),
        ("url_check_request.schema.json", generate::<UrlCheckRequest>()),
        ("url_verdict.schema.json", generate::<UrlVerdict>()),
        ("grounded_answer.schema.json", generate::<GroundedAnswer>()),
        ("verifier_policy.schema.json", generate::<VerifierPolicy>()),
        ("verify_request.schema.json", generate::<VerifyRequest>()),
        ("verification_plan.schema.json", generate::<VerificationPlan>()),
        ("entailment_request.schema.json", generate::<EntailmentRequest>()),
        ("entailment_questions.schema.json", generate::<EntailmentQuestions>()),
        ("entailment_answers.schema.json", generate::<EntailmentAnswers>()),
        ("settled_claim.schema.json", generate::<SettledClaim>()),
        ("monitor_request.schema.json", generate::<MonitorRequest>()),
        ("monitor_update.schema.json", generate::<MonitorUpdate>()),
        ("monitor_report.schema.json", generate::<MonitorReport>()),
        ("monitor_policy.schema.json", generate::<MonitorPolicy>()),
        ("stream_request.schema.json", generate::<StreamRequest>()),
        ("stream_start.schema.json", generate::<StreamStart>()),
        ("stream_delta.schema.json", generate::<StreamDelta>()),
        ("stream_interruption.schema.json", generate::<StreamInterruption>()),
        ("stream_answer.schema.json", generate::<StreamAnswer>()),
        ("knowledge_request.schema.json", generate::<KnowledgeRequest>()),
        ("knowledge_check.schema.json", generate::<KnowledgeCheck>()),
        ("attribution.schema.json", generate::<Attribution>()),
        ("coherence_check.schema.json", generate::<CoherenceCheck>()),
    ]
}
