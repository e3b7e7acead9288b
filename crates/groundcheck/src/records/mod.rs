//! Structured output: a record that a model read from a document, checked against that document and its profile.
//!
//! Source: document 3. What it leaves open, as the design settles it: a missing or malformed field rejects the record (its "fail-safe
//! design"); a name is known by its whole name or an alias, because the document's match by words of four letters and more could never
//! find its own `anz` and `nab`; the year of the check is a parameter.
//!
//! - `profiles/` what a record of a kind holds, as data; `institutions/` the names of banks by region
//! - `reading` the record's fields and parts, and what is malformed (`errors`); `schema/` the JSON Schema that may be given beside the
//!   profile; `document` the text it is compared with
//! - `detectors/` one type of alert a file
//! - `alerts` where masking happens, `rejection` what follows

mod alerts;
mod dates;
mod detectors;
mod document;
mod errors;
mod names;
mod patterns;
mod printed;
mod profiles;
mod reading;
mod rejection;
mod schema;

use groundcheck_types::{
    ErrorCode, InputError, ProfileChoice, RecordPolicy, RecordProfile, RecordReport, RecordRequest,
};

pub use profiles::{names as profile_names, shipped as shipped_profile};

use alerts::Alerts;
use document::Document;
use reading::Reading;
use schema::Schema;

/// What every detector is given.
struct Checked<'r> {
    profile: &'r RecordProfile,
    policy: &'r RecordPolicy,
    reading: &'r Reading<'r>,
    document: &'r Document<'r>,
    /// Names that the request adds to the known ones.
    institutions: &'r [String],
    /// The year of the check.
    year: u32,
}

/// The JSON of a model's answer, without the Markdown fence that many models put around it.
///
/// ```
/// use groundcheck::records::unfenced;
///
/// assert_eq!(unfenced(b"```json\n{\"total\": 1}\n```\n"), b"{\"total\": 1}");
/// assert_eq!(unfenced(b"{}"), b"{}");
/// ```
#[must_use]
pub fn unfenced(text: &[u8]) -> &[u8] {
    let inner = text.trim_ascii().strip_prefix(b"```").and_then(|rest| rest.strip_suffix(b"```"));
    let Some(inner) = inner else { return text };
    let word = inner.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    inner.get(word..).unwrap_or_default().trim_ascii()
}

/// Checks a record against its document and profile.
///
/// The report shows no more than the last four digits of an account number. A record that is malformed is no error: its report has
/// the status `error` and rejects it.
///
/// # Errors
/// What is wrong with the request: an unknown profile or region, no document, no day, a schema with keywords that are not checked.
///
/// ```
/// use groundcheck::records;
/// use groundcheck::types::{RecordRequest, RecordStatus};
///
/// let request = RecordRequest::from_json(br#"{
///     "profile": "bank_statement_boundaries",
///     "record": {"boundaries": [{"start_page": 1, "end_page": 2}, {"start_page": 25, "end_page": 26}]},
///     "document": {"text": "Westpac. Statement period 1 March 2024 to 31 March 2024. Closing balance $1,204.10", "total_pages": 12},
///     "as_of": "2024-12-01"
/// }"#).unwrap();
/// let report = records::validate(&request).unwrap();
/// assert_eq!(report.summary.status, RecordStatus::HallucinationsDetected);
/// assert_eq!(report.summary.by_type.phantom_statement, 1);
/// ```
pub fn validate(request: &RecordRequest) -> Result<RecordReport, InputError> {
    request.validate()?;
    let own;
    let profile = match &request.profile {
        ProfileChoice::Own(profile) => profile,
        ProfileChoice::Named(name) => {
            own = Box::new(profiles::shipped(name).ok_or_else(unknown_profile)?);
            &own
        }
    };
    if let Some(at) = profile.regions.iter().position(|region| names::listed(region).is_none()) {
        let message = format!("is not one of {}", names::regions().collect::<Vec<_>>().join(", "));
        return Err(InputError::field(ErrorCode::InvalidValue, format!("profile.regions[{at}]"), message));
    }
    let schema = request.schema.as_ref().map(Schema::of).transpose()?;
    let reading = Reading::of(&request.record, profile, schema.as_ref())?;
    let document = Document::of(&request.document);
    if reading.has_parts && document.pages.is_none() {
        let message = "is missing: without it the pages of the document are unknown";
        return Err(InputError::field(ErrorCode::MissingField, "document.total_pages", message));
    }
    // `as_of` is a day, which was checked: its year has four digits.
    let year = request.as_of.get(..4).and_then(|year| year.parse().ok()).unwrap_or_default();
    let checked = Checked {
        profile,
        policy: &request.policy,
        reading: &reading,
        document: &document,
        institutions: &request.institutions,
        year,
    };
    let mut alerts = Alerts::new(profile, &reading, document.pages);
    for detector in detectors::ALL {
        detector(&checked, &mut alerts);
    }
    Ok(rejection::report(profile, &request.policy, alerts, reading.errors.clone()))
}

fn unknown_profile() -> InputError {
    let message = format!("is not one of {}", profiles::names().collect::<Vec<_>>().join(", "));
    InputError::field(ErrorCode::InvalidValue, "profile", message)
}
