//! Records by table (`data/records.toml`): every example of document 3 by its name, each beside a near miss.

use std::collections::{BTreeMap, BTreeSet};

use groundcheck::records::validate;
use groundcheck_tests::fuzz::assert_holds_together;
use groundcheck_types::{
    AlertType, Disposition, Fallback, ProfileChoice, RecordDocument, RecordPolicy, RecordReport, RecordRequest,
    RecordStatus, RecordValue, RejectionReason, Severity,
};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    as_of: String,
    document: String,
    record: String,
    case: Vec<Case>,
    /// By type of alert: the case that is flagged as one, and the near miss that is not.
    example: BTreeMap<String, Vec<(String, String)>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    profile: Option<String>,
    document: Option<String>,
    texts: Option<Vec<String>>,
    pages: Option<u32>,
    record: Option<String>,
    with: Option<String>,
    schema: Option<String>,
    policy: Option<String>,
    #[serde(default)]
    institutions: Vec<String>,
    #[serde(default)]
    alerts: Vec<String>,
    #[serde(default)]
    errors: Vec<String>,
    #[serde(default)]
    rejected: bool,
}

fn json<T: for<'de> Deserialize<'de>>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The clean record with some of its fields changed.
fn changed(record: &str, with: Option<&str>) -> RecordValue {
    let (RecordValue::Object(mut fields), Some(with)) = (json(record), with) else { return json(record) };
    let RecordValue::Object(changes) = json(with) else { panic!("{with} is an object") };
    for (name, value) in changes {
        match fields.iter_mut().find(|(own, _)| *own == name) {
            Some((_, own)) => *own = value,
            None => fields.push((name, value)),
        }
    }
    RecordValue::Object(fields)
}

fn request(case: &Case, table: &Table) -> RecordRequest {
    let profile = case.profile.as_deref().unwrap_or("bank_statement");
    let text = case.document.as_ref().unwrap_or(&table.document).clone();
    RecordRequest {
        profile: if profile.starts_with('{') { json(profile) } else { ProfileChoice::Named(profile.to_owned()) },
        record: changed(case.record.as_ref().unwrap_or(&table.record), case.with.as_deref()),
        document: RecordDocument {
            text: case.texts.is_none().then_some(text),
            pages: case.texts.clone(),
            total_pages: case.pages,
        },
        schema: case.schema.as_deref().map(json),
        as_of: table.as_of.clone(),
        institutions: case.institutions.clone(),
        policy: case.policy.as_deref().map(json::<RecordPolicy>).unwrap_or_default(),
        provider: None,
        model: None,
    }
}

fn report(name: &str) -> RecordReport {
    let table: Table = crate::data::read("records.toml");
    let case = table.case.iter().find(|case| case.name == name).unwrap_or_else(|| panic!("{name}"));
    validate(&request(case, &table)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn every_example_of_document_3_and_its_near_miss() {
    let table: Table = crate::data::read("records.toml");
    let mut wrong = Vec::new();
    for case in &table.case {
        let report = match validate(&request(case, &table)) {
            Ok(report) => report,
            Err(error) => {
                wrong.push(format!("{}: {error}", case.name));
                continue;
            }
        };
        let alerts: Vec<String> = report.alerts.iter().map(|alert| format!("{} {}", alert.rule, alert.path)).collect();
        let errors: Vec<String> = report.errors.iter().map(|error| error.field.clone().unwrap_or_default()).collect();
        let rejected = report.summary.rejection_recommended;
        if alerts != case.alerts || errors != case.errors || rejected != case.rejected {
            wrong.push(format!("{}: rejected {rejected}, {alerts:?}, errors {errors:?}", case.name));
        }
        assert_holds_together(&report);
    }
    assert!(wrong.is_empty(), "{} are wrong\n  {}", wrong.len(), wrong.join("\n  "));
}

#[test]
fn the_summary_is_laid_out_as_document_3_prints_it() {
    let report = report("three high alerts of different types reject");
    insta::assert_json_snapshot!("record_summary", report.summary);
    insta::assert_json_snapshot!("record_report", report);
}

#[test]
fn every_type_of_alert_has_a_detector_of_its_name() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/groundcheck/src/records/detectors");
    let files = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let stems = files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned());
    let detectors: BTreeSet<String> = stems.filter(|stem| stem != "mod").collect();
    let types: BTreeSet<String> = AlertType::ALL.iter().map(|kind| kind.as_str().to_owned()).collect();
    assert_eq!(detectors, types);
}

#[test]
fn dates_have_both_severities() {
    let severity = |name: &str| report(name).alerts[0].severity;
    assert_eq!(severity("future dates (a statement from 2035)"), Severity::High);
    assert_eq!(severity("historically impossible dates (1850)"), Severity::Medium);
}

#[test]
fn a_clean_record_says_so_and_no_more() {
    let report = report("clean document");
    assert_eq!((report.summary.status, report.disposition), (RecordStatus::Clean, Disposition::Accept));
    assert_eq!(serde_json::to_value(&report).unwrap()["rejection"], serde_json::Value::Null);
}

#[test]
fn every_example_is_flagged_as_its_type_and_its_near_miss_is_not() {
    let table: Table = crate::data::read("records.toml");
    for kind in AlertType::ALL {
        let flagged = |name: &str| report(name).alerts.iter().any(|alert| alert.r#type == *kind);
        let examples = table.example.get(kind.as_str()).unwrap_or_else(|| panic!("{kind} has examples"));
        for (example, near_miss) in examples {
            assert!(flagged(example), "{example} is a {kind}");
            assert!(!flagged(near_miss), "{near_miss} is no {kind}");
        }
    }
}

#[test]
fn the_summary_has_the_very_fields_of_document_3_in_their_order() {
    let json = serde_json::to_string(&report("three high alerts of different types reject").summary).unwrap();
    let expected = concat!(
        r#"{"status":"hallucinations_detected","total_alerts":3,"by_severity":{"critical":0,"high":3,"medium":0,"low":0},"#,
        r#""by_type":{"phantom_statement":0,"fabricated_bank":1,"invalid_page_range":0,"impossible_dates":1,"#,
        r#""nonsensical_account":1,"duplicate_boundaries":0,"missing_content":0,"inconsistent_data":0},"#,
        r#""rejection_recommended":true}"#,
    );
    assert_eq!(json, expected);
}

#[test]
fn anz_and_nab_are_known_and_a_made_up_bank_says_what_is_wrong_with_it() {
    for known in ["anz is known", "nab is known"] {
        let report = report(known);
        assert_eq!((report.alerts[0].severity, report.disposition), (Severity::Low, Disposition::Accept), "{known}");
    }
    assert_eq!(report("Bank of Atlantis").alerts[0].severity, Severity::High);
    let moons = report("a bank's name of more words than names of banks have");
    assert!(moons.alerts[0].description.ends_with("more words than names of banks have"), "{:?}", moons.alerts[0]);
}

#[test]
fn a_malformed_record_is_rejected_with_its_reason_and_what_to_do_instead() {
    let rejection = report("no fields").rejection.unwrap();
    assert_eq!((rejection.reason, rejection.fallback), (RejectionReason::Malformed, Fallback::AskAgain));
    assert_eq!(rejection.message, "The record is malformed: bank_name: is missing, and more is wrong");
}

#[test]
fn every_rule_has_a_case_and_passing_records_are_many() {
    let table: Table = crate::data::read("records.toml");
    for rule in groundcheck_types::RecordRule::ALL {
        let hits = |case: &&Case| case.alerts.iter().any(|alert| alert.split(' ').next() == Some(rule.as_str()));
        assert!(table.case.iter().any(|case| hits(&case)), "{rule} has a case in records.toml");
    }
    assert!(table.case.iter().filter(|case| case.alerts.is_empty() && case.errors.is_empty()).count() >= 25);
}
