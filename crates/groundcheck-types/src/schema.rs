//! JSON Schema (draft 2020-12) of the contract, generated from the types themselves.
//!
//! Checked in as `crates/groundcheck-types/contract.schema.json`; a test regenerates it and fails where it differs. `OpenAPI` and the
//! types of the npm and the Python package come from it.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::{
    Attribution, AuditPage, AuditVerification, BulkChange, BulkRow, CheckReport, CoherenceCheck, CollectRequest,
    CollectedAnswer, CollectedResponse, Corrected, EntailmentAnswers, EntailmentQuestions, EntailmentRequest,
    GroundedAnswer, ImportSummary, InputError, KnowledgeCheck, KnowledgeRequest, LabelledCase, LearningReport,
    Measurement, MonitorPolicy, MonitorReport, MonitorRequest, MonitorUpdate, MuteAdd, MuteList, Policy, ProviderList,
    RecordMonitoring, RecordReport, RecordRequest, Report, ReportChoices, Request, ReviewAdd, ReviewChange,
    ReviewChoices, ReviewConflict, ReviewDraft, ReviewItem, ReviewPage, SettledClaim, SourceReport, StreamAnswer,
    StreamDelta, StreamInterruption, StreamRequest, StreamStart, UrlCheck, UrlCheckRequest, UrlVerdict,
    VerificationPlan, VerifierPolicy, VerifyRequest,
};

/// Refers to these types, which the generator takes in.
macro_rules! messages {
    ($generator:expr; $($message:ty),+ $(,)?) => { vec![$($generator.subschema_for::<$message>()),+] };
}

fn messages(generator: &mut SchemaGenerator) -> Vec<Schema> {
    messages![
        generator;
        Attribution, AuditPage, AuditVerification, BulkChange, BulkRow, CheckReport, CoherenceCheck, CollectRequest,
        CollectedAnswer, CollectedResponse, Corrected, EntailmentAnswers, EntailmentQuestions, EntailmentRequest,
        GroundedAnswer, ImportSummary, InputError, KnowledgeCheck, KnowledgeRequest, LabelledCase, LearningReport,
        Measurement, MonitorPolicy, MonitorReport, MonitorRequest, MonitorUpdate, MuteAdd, MuteList, Policy,
        ProviderList, RecordMonitoring, RecordReport, RecordRequest, Report, ReportChoices, Request, ReviewAdd,
        ReviewChange, ReviewChoices, ReviewConflict, ReviewDraft, ReviewItem, ReviewPage, SettledClaim, SourceReport,
        StreamAnswer, StreamDelta, StreamInterruption, StreamRequest, StreamStart, UrlCheck, UrlCheckRequest,
        UrlVerdict, VerificationPlan, VerifierPolicy, VerifyRequest,
    ]
}

/// The contract as one schema: a document of it is any of the messages named under `anyOf`, and every type stands under `$defs`.
///
/// ```
/// let contract = groundcheck_types::schema::contract();
/// assert!(contract["$defs"]["Report"]["properties"]["claims"].is_object());
/// ```
#[must_use]
pub fn contract() -> Value {
    schema(SchemaSettings::draft2020_12())
}

/// The same as groundcheck writes it: what is required is always there, null where it has nothing to say. [`contract`] is what it reads.
///
/// ```
/// let [read, written] = [groundcheck_types::schema::contract(), groundcheck_types::schema::contract_as_written()];
/// let required = |contract: &serde_json::Value| contract["$defs"]["Claim"]["required"].to_string().contains("nearest");
/// assert_eq!((required(&read), required(&written)), (false, true));
/// ```
#[must_use]
pub fn contract_as_written() -> Value {
    schema(SchemaSettings::draft2020_12().for_serialize())
}

fn schema(settings: SchemaSettings) -> Value {
    let mut generator = settings.into_generator();
    let messages = messages(&mut generator);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Contract",
        "description": "What groundcheck reads and writes as JSON.",
        "anyOf": messages,
        "$defs": generator.take_definitions(true),
    })
}
