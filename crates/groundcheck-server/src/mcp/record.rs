//! `validate_record`: a record that a model read from a document, checked against that document and a profile.

use groundcheck::records::{profile_names, shipped_profile, validate};
use groundcheck_types::{InputError, RecordReport, RecordRequest};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::schema;
use crate::input::paged;
use crate::render::{self, Style};
use crate::store::{Clock as _, SystemClock};
use crate::{dates, engine};

pub(super) const NAME: &str = "validate_record";
pub(super) const TITLE: &str = "Validate a record read from a document";
pub(super) const DESCRIPTION: &str = "\
Checks structured data that a model extracted from a document (a bank statement, an invoice) against the document's text: impossible dates \
and page ranges, account numbers and amounts that the document does not have, unknown names, totals that do not add up, missing or \
malformed fields. Use it before extracted data is stored or acted on. The result says whether to reject the record, and lists each alert \
with its field. Nothing leaves this machine, and at most the last four digits of an account number are shown.";

/// How many alerts, and how many errors, are listed; the summary counts all of them.
const LISTED: usize = 100;

/// What to validate.
#[derive(Debug)]
pub(super) struct Call {
    request: RecordRequest,
    /// What the model wrote, where it was given as a text.
    written: Option<String>,
}

impl Call {
    /// Reads the arguments: a request of the contract, in which the record and the document may be texts and the day of the check may
    /// be left out for today.
    ///
    /// # Errors
    /// Whatever the contract refuses, naming the field.
    pub(super) fn read(mut arguments: JsonObject) -> Result<Self, InputError> {
        arguments.retain(|name, value| name == "record" || !value.is_null());
        if let Some(Value::String(text)) = arguments.get_mut("document") {
            let document = paged(std::mem::take(text), None);
            // Serialising plain data with string keys cannot fail.
            arguments.insert("document".to_owned(), serde_json::to_value(document).unwrap_or_default());
        }
        let today = || dates::day_to_text(SystemClock.now().div_euclid(dates::DAY));
        arguments.entry("as_of").or_insert_with(|| Value::String(today()));
        let written = match arguments.get_mut("record") {
            Some(record @ Value::String(_)) => match record.take() {
                Value::String(text) => Some(text),
                _ => None,
            },
            _ => None,
        };
        let request = RecordRequest::from_json(&serde_json::to_vec(&arguments).unwrap_or_default())?;
        Ok(Call { request, written })
    }

    /// Validates it: the text, and the report with its lists cut.
    ///
    /// # Errors
    /// What is wrong with the request. What is wrong with the record is no error: its report rejects it.
    pub(super) fn validate(self) -> Result<(String, RecordReport), InputError> {
        let request = self.request;
        let mut report = match self.written {
            Some(text) => engine::validate_written(request, || Ok(text.into_bytes()))?,
            None => engine::fenced(|| validate(&request))?,
        };
        report.alerts.truncate(LISTED);
        let errors = report.errors.len().saturating_sub(LISTED);
        report.errors.truncate(LISTED);
        let mut text = render::record_report(&report, Style::PLAIN);
        if errors > 0 {
            text.push_str(&format!("and {errors} more errors\n"));
        }
        Ok((text, report))
    }
}

/// A shipped profile with the fields that its records must have: `invoice` (with seller_name, total).
fn named(name: &str) -> String {
    let Some(profile) = shipped_profile(name) else { return format!("`{name}`") };
    let mut required: Vec<String> =
        profile.fields.iter().filter(|field| field.required).map(|field| field.name.clone()).collect();
    if let Some(parts) = profile.parts.filter(|parts| parts.required) {
        required.push(format!("{}[].{}, {}[].{}", parts.field, parts.start, parts.field, parts.end));
    }
    if required.is_empty() { format!("`{name}`") } else { format!("`{name}` (with {})", required.join(", ")) }
}

/// The arguments: what a model needs of the contract's request; the rest of it is taken too.
pub(super) fn input() -> JsonObject {
    let names = ["profile", "record", "document", "as_of", "schema", "institutions", "policy"];
    let mut contract = schema::only(schema::input::<RecordRequest>(), &names);
    contract.insert("required".to_owned(), json!(["profile", "record", "document"]));
    let built_in: Vec<String> = profile_names().map(named).collect();
    let profile = json!({
        "anyOf": [{ "type": "string" }, { "type": "object" }],
        "description": format!(
            "What the record should be: {}; or a profile of your own as an object with `name`, `fields` (each with `name` and `kind`: name, \
             account, date, period, amount, count or text) and `rules`.",
            built_in.join("; "),
        ),
    });
    let record = json!({
        "anyOf": [{ "type": "object" }, { "type": "array" }, { "type": "string" }],
        "description": "The record: an object, or the model's JSON text exactly as it wrote it.",
    });
    let document = json!({
        "anyOf": [{ "type": "string" }, {
            "type": "object",
            "properties": {
                "pages": { "type": "array", "items": { "type": "string" }, "description": "The text of each page." },
                "text": { "type": "string", "description": "All of its text, in place of the pages." },
                "total_pages": { "type": "integer", "description": "How many pages it has, where `pages` is not given." },
            },
        }],
        "description": "The text of the document that the record was read from; best by its pages.",
    });
    let as_of =
        json!({ "type": "string", "description": "The day of the check, such as 2024-12-01; today (UTC) by default." });
    let own_schema = json!({ "type": "object", "description": "A JSON Schema that the record must match as well." });
    let policy = json!({ "type": "object", "description": "Settings that differ from the defaults, such as {\"high_severity_threshold\": 5}." });
    let changed = [
        ("profile", profile),
        ("record", record),
        ("document", document),
        ("as_of", as_of),
        ("schema", own_schema),
        ("policy", policy),
    ];
    changed.into_iter().fold(contract, |schema, (name, property)| schema::with(schema, name, property))
}
