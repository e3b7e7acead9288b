//! JSON Schemas beside a profile, by table (`data/record_schemas.toml`), and schemas that are made to hurt.

use std::thread;

use groundcheck::records::validate;
use groundcheck_tests::fuzz::assert_holds_together;
use groundcheck_types::{
    ErrorCode, InputError, ProfileChoice, RecordDocument, RecordPolicy, RecordReport, RecordRequest, RecordStatus,
    RecordValue, RejectionReason,
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    case: Vec<Case>,
    refused: Vec<Refused>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    schema: String,
    #[serde(default)]
    fits: Vec<String>,
    #[serde(default)]
    wrong: Vec<(String, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    schema: String,
    field: String,
    code: Option<ErrorCode>,
}

/// The report on a record of a profile that says nothing, so that all errors are the schema's.
fn validated(schema: &str, record: &str) -> Result<RecordReport, InputError> {
    let read = |text: &str| serde_json::from_str::<RecordValue>(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let profile = json!({ "name": "any", "fields": [] });
    let request = RecordRequest {
        profile: serde_json::from_value::<ProfileChoice>(profile).unwrap(),
        record: read(record),
        schema: Some(read(schema)),
        document: RecordDocument { text: Some("x".repeat(50)), ..RecordDocument::default() },
        as_of: "2024-12-01".to_owned(),
        institutions: Vec::new(),
        policy: RecordPolicy::default(),
        provider: None,
        model: None,
    };
    let report = validate(&request)?;
    assert_holds_together(&report);
    Ok(report)
}

#[test]
fn records_fit_their_schema_or_say_where_they_do_not() {
    let table: Table = crate::data::read("record_schemas.toml");
    for Case { name, schema, fits, wrong } in &table.case {
        for record in fits {
            let report = validated(schema, record).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!((report.summary.status, report.errors), (RecordStatus::Clean, vec![]), "{name}: {record}");
        }
        for (record, path) in wrong {
            let report = validated(schema, record).unwrap_or_else(|e| panic!("{name}: {e}"));
            let paths: Vec<&str> = report.errors.iter().map(|error| error.field.as_deref().unwrap_or("")).collect();
            assert_eq!(paths, [path.as_str()], "{name}: {record}");
            assert_eq!(report.rejection.map(|rejection| rejection.reason), Some(RejectionReason::Malformed), "{name}");
        }
    }
}

#[test]
fn what_cannot_be_checked_is_refused_by_name() {
    let table: Table = crate::data::read("record_schemas.toml");
    for Refused { schema, field, code } in &table.refused {
        let error = validated(schema, "{}").unwrap_err();
        let code = code.unwrap_or(ErrorCode::InvalidValue);
        assert_eq!((error.code, error.field.as_deref()), (code, Some(field.as_str())), "{schema}: {error}");
    }
}

#[test]
fn errors_of_the_profile_and_the_schema_stand_once_each() {
    let request = json!({
        "profile": "invoice", "as_of": "2024-12-01", "document": { "text": "x".repeat(50) },
        "record": { "invoice_number": 7, "invoice_date": "2024-03-31", "total": 1 },
        "schema": { "required": ["seller_name", "buyer_name"], "properties": { "invoice_number": { "type": "string" } } },
    });
    let request = RecordRequest::from_json(request.to_string().as_bytes()).unwrap();
    let report = validate(&request).unwrap();
    let errors: Vec<(&str, ErrorCode)> =
        report.errors.iter().map(|error| (error.field.as_deref().unwrap_or(""), error.code)).collect();
    let expected = [
        ("seller_name", ErrorCode::MissingField),
        ("invoice_number", ErrorCode::InvalidValue),
        ("buyer_name", ErrorCode::MissingField),
    ];
    assert_eq!(errors, expected);
}

#[test]
fn no_error_of_a_schema_shows_an_account_number() {
    let account = "4111222233334444";
    let schema = json!({
        "properties": { "a": { "const": account }, "b": { "maximum": 4_111_222_233_334_444_u64 }, "c": { "pattern": account },
            "d": { "enum": [account] }, "e": { "type": "integer" } },
        "required": [account], "additionalProperties": false,
    });
    let record = json!({ "a": "x", "b": 9_111_222_233_334_444_u64, "c": "x", "d": account.repeat(2), "e": account,
        format!("{account}1"): account });
    let report = validated(&schema.to_string(), &record.to_string()).unwrap();
    assert_eq!(report.errors.len(), 7, "{:?}", report.errors);
    let shown = report.to_json();
    assert!(!shown.contains("12222") && !shown.contains("22333") && !shown.contains("34444"), "{shown}");
}

/// A schema that takes twice as many steps for each further level.
fn doubling(levels: usize) -> Value {
    let mut defs = json!({ "d0": { "type": "object" } });
    for level in 1..=levels {
        let below = json!({ "$ref": format!("#/$defs/d{}", level - 1) });
        let twice = if level % 8 == 0 {
            json!({ "properties": { "x": { "allOf": [below, below] } } })
        } else {
            json!({ "allOf": [below, below] })
        };
        defs[format!("d{level}")] = twice;
    }
    json!({ "$defs": defs, "$ref": format!("#/$defs/d{levels}") })
}

#[test]
fn a_schema_that_costs_too_much_is_an_error_and_no_pass() {
    let record = (0..60).fold(json!({}), |inner, _| json!({ "x": inner }));
    for schema in [
        doubling(48),
        json!({ "allOf": [{ "properties": { "x": { "$ref": "#" } } }, { "properties": { "x": { "$ref": "#" } } }] }),
    ] {
        let error = validated(&schema.to_string(), &record.to_string()).unwrap_err();
        assert_eq!((error.code, error.field.as_deref()), (ErrorCode::TooMany, Some("schema")), "{error}");
    }
    // What is long is looked at again and again.
    let long = json!({ "text": "x".repeat(1 << 20), "y".repeat(1 << 20): 1 }).to_string();
    for branch in [json!({ "properties": { "text": { "maxLength": 1 } } }), json!({ "required": ["z"] })] {
        let schema = json!({ "anyOf": vec![branch; 2_000] });
        assert_eq!(validated(&schema.to_string(), &long).unwrap_err().code, ErrorCode::TooMany);
    }
    let many = Value::from(vec![json!(1); 10_001]);
    let schemas = json!({ "anyOf": vec![json!({}); 10_001] });
    assert_eq!(validated(&schemas.to_string(), "{}").unwrap_err().code, ErrorCode::TooMany);
    let texts = json!({ "properties": { "l": { "items": { "enum": many } } } });
    let record = json!({ "l": vec![0; 10_000] });
    assert_eq!(validated(&texts.to_string(), &record.to_string()).unwrap_err().code, ErrorCode::TooMany);
}

#[test]
fn the_deepest_schemas_and_records_need_little_stack() {
    // As deep in place as allowed, at every level of the deepest record.
    let chain = (0..15).fold(json!({ "properties": { "x": { "$ref": "#" } } }), |inner, _| json!({ "anyOf": [inner] }));
    let record = (0..63).fold(json!({}), |inner, _| json!({ "x": inner }));
    let small = thread::Builder::new().stack_size(1 << 20);
    let checked = small.spawn(move || validated(&chain.to_string(), &record.to_string()).map(|report| report.errors));
    assert_eq!(checked.unwrap().join().unwrap(), Ok(vec![]));
}
