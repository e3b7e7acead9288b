use serde::{Deserialize, Serialize};

use super::profile::ProfileChoice;
use super::value::RecordValue;
use crate::limits::{DOCUMENT_PAGES_MAX, INSTITUTIONS_MAX, PROFILE_TEXT_MAX_CHARS, REQUEST_MAX_BYTES};
use crate::request::{is_day, is_name};
use crate::{ErrorCode, InputError, read_json};

/// The document that a record was read from: its text, or its pages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordDocument {
    /// All of its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The text of each page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Vec<String>>,
    /// How many pages it has. Needed for a record with parts where `pages` is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_pages: Option<u32>,
}

impl RecordDocument {
    /// How many pages it has, as far as that is known.
    #[must_use]
    pub fn page_count(&self) -> Option<u32> {
        let listed = self.pages.as_ref().map(|pages| u32::try_from(pages.len()).unwrap_or(u32::MAX));
        self.total_pages.or(listed)
    }

    /// Its texts, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.text.iter().chain(self.pages.iter().flatten()).map(String::as_str)
    }
}

/// The settings of document 3 ("Configurable Parameters"), each with its default there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordPolicy {
    /// How many critical alerts are still no rejection.
    pub critical_threshold: u32,
    /// How many high alerts are a rejection.
    pub high_severity_threshold: u32,
    /// The earliest year of a document.
    pub min_statement_year: u32,
    /// How many years after `as_of` a year may be.
    pub max_future_years: u32,
    /// How many characters a document must at least have.
    pub min_content_length: u32,
    /// How many letters and digits an account number must at least have.
    pub min_account_length: u32,
    /// How many it may have at most; an IBAN whose check digits hold may have more.
    pub max_account_length: u32,
}

impl Default for RecordPolicy {
    fn default() -> Self {
        RecordPolicy {
            critical_threshold: 0,
            high_severity_threshold: 3,
            min_statement_year: 1950,
            max_future_years: 1,
            min_content_length: 50,
            min_account_length: 4,
            max_account_length: 20,
        }
    }
}

impl RecordPolicy {
    fn validate(&self) -> Result<(), InputError> {
        for (field, value, low, high) in [
            ("critical_threshold", self.critical_threshold, 0, 1_000),
            // Without it no number of high alerts would be a rejection, or none at all one.
            ("high_severity_threshold", self.high_severity_threshold, 1, 1_000),
            ("min_statement_year", self.min_statement_year, 1_000, 9_999),
            ("max_future_years", self.max_future_years, 0, 1_000),
            ("min_content_length", self.min_content_length, 0, 1_000_000),
            ("min_account_length", self.min_account_length, 1, 1_000),
            ("max_account_length", self.max_account_length, self.min_account_length, 1_000),
        ] {
            if !(low..=high).contains(&value) {
                let message = format!("must be from {low} to {high}");
                return Err(InputError::field(ErrorCode::InvalidValue, format!("policy.{field}"), message));
            }
        }
        Ok(())
    }
}

/// A record, the document it was read from, and what it should be.
///
/// ```
/// use groundcheck_types::RecordRequest;
///
/// let error = RecordRequest::from_json(br#"{"profile": "bank_statement", "record": {}, "document": {"text": "x"}}"#);
/// assert_eq!(error.unwrap_err().field.as_deref(), Some("as_of"));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordRequest {
    /// What the record should be: the name of a shipped profile, or a profile.
    pub profile: ProfileChoice,
    /// The record as the model returned it.
    pub record: RecordValue,
    /// A JSON Schema that the record must fit besides: draft 2020-12, without the keywords that the engine does not check, which are
    /// refused by name. A record that does not fit is malformed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<RecordValue>,
    /// The document that it was read from.
    pub document: RecordDocument,
    /// The day of the check, `2024-12-01`: what is in the future depends on it, and the engine has no clock.
    pub as_of: String,
    /// Names that are known besides those of the profile's lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub institutions: Vec<String>,
    /// Settings that differ from the defaults.
    #[serde(default)]
    pub policy: RecordPolicy,
    /// Who made the record, for figures by provider; it changes nothing about the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Which of the provider's models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

impl RecordRequest {
    /// Reads and validates a request.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field. What is wrong with the record itself is no error: its report rejects it.
    pub fn from_json(bytes: &[u8]) -> Result<RecordRequest, InputError> {
        let request: RecordRequest = read_json(bytes)?;
        request.validate()?;
        Ok(request)
    }

    /// Checks the limits and values that types alone do not.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn validate(&self) -> Result<(), InputError> {
        let invalid = |field: &str, message: String| Err(InputError::field(ErrorCode::InvalidValue, field, message));
        let document = &self.document;
        if document.texts().map(str::len).sum::<usize>() > REQUEST_MAX_BYTES {
            return Err(InputError::request_too_large());
        }
        match (&document.text, &document.pages) {
            (None, None) => {
                let message = "has neither a text nor pages: a record without its document cannot be checked";
                return Err(InputError::field(ErrorCode::MissingField, "document.text", message));
            }
            (Some(_), Some(_)) => return invalid("document.pages", "is given beside the text; give one".to_owned()),
            _ => {}
        }
        let listed = document.pages.as_ref().map_or(0, Vec::len);
        if listed > DOCUMENT_PAGES_MAX {
            let message = format!("holds {listed}, {DOCUMENT_PAGES_MAX} are allowed");
            return Err(InputError::field(ErrorCode::TooMany, "document.pages", message));
        }
        if let Some(total) = document.total_pages
            && (total as usize > DOCUMENT_PAGES_MAX || (total as usize) < listed.max(1))
        {
            let message = format!("must be from 1 to {DOCUMENT_PAGES_MAX}, and as many as there are pages");
            return invalid("document.total_pages", message);
        }
        if document.pages.as_ref().is_some_and(Vec::is_empty) && document.total_pages.is_none() {
            return invalid("document.pages", "is empty: a document has a page".to_owned());
        }
        if !is_day(&self.as_of) {
            return invalid("as_of", "expected a day such as 2024-12-01".to_owned());
        }
        if self.institutions.len() > INSTITUTIONS_MAX {
            let message = format!("holds {}, {INSTITUTIONS_MAX} are allowed", self.institutions.len());
            return Err(InputError::field(ErrorCode::TooMany, "institutions", message));
        }
        if self.institutions.iter().any(|name| name.chars().nth(PROFILE_TEXT_MAX_CHARS).is_some()) {
            return invalid("institutions", format!("a name is longer than {PROFILE_TEXT_MAX_CHARS} characters"));
        }
        is_name("provider", self.provider.as_deref())?;
        is_name("model", self.model.as_deref())?;
        if let ProfileChoice::Own(profile) = &self.profile {
            profile.validate()?;
        }
        self.policy.validate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str =
        r#"{"profile": "bank_statement", "record": {}, "document": {"text": "x"}, "as_of": "2024-12-01"}"#;

    #[test]
    fn each_bad_input_names_its_field_and_shows_no_account() {
        assert!(RecordRequest::from_json(WHOLE.as_bytes()).is_ok());
        let account = "4111111111111111";
        for (from, to, code, field) in [
            (r#""as_of": "2024-12-01""#, r#""as_of": "4111111111111111""#, ErrorCode::InvalidValue, "as_of"),
            (r#""as_of": "2024-12-01""#, r#""as_of": 4111111111111111"#, ErrorCode::InvalidValue, "as_of"),
            (r#""as_of""#, r#""4111111111111111""#, ErrorCode::UnknownField, "••••••••••••1111"),
            (r#""record": {}, "#, "", ErrorCode::MissingField, "record"),
            (r#"{"text": "x"}"#, "{}", ErrorCode::MissingField, "document.text"),
            (r#"{"text": "x"}"#, r#""4111111111111111""#, ErrorCode::InvalidValue, "document"),
            (r#"{"text": "x"}"#, r#"{"text": "x", "pages": []}"#, ErrorCode::InvalidValue, "document.pages"),
            (r#"{"text": "x"}"#, r#"{"pages": []}"#, ErrorCode::InvalidValue, "document.pages"),
            (
                r#"{"text": "x"}"#,
                r#"{"pages": ["a", "b"], "total_pages": 1}"#,
                ErrorCode::InvalidValue,
                "document.total_pages",
            ),
            (r#"{"text": "x"}"#, r#"{"text": "x", "total_pages": 0}"#, ErrorCode::InvalidValue, "document.total_pages"),
            (
                r#"{"text": "x"}"#,
                r#"{"text": "x", "total_pages": 4111111111111111}"#,
                ErrorCode::InvalidValue,
                "document.total_pages",
            ),
            (
                r#"{"text": "x"}"#,
                r#"{"text": "x"}, "policy": {"high_severity_threshold": 0}"#,
                ErrorCode::InvalidValue,
                "policy.high_severity_threshold",
            ),
            (
                r#"{"text": "x"}"#,
                r#"{"text": "x"}, "policy": {"max_account_length": 3}"#,
                ErrorCode::InvalidValue,
                "policy.max_account_length",
            ),
            (r#""bank_statement""#, "7", ErrorCode::InvalidValue, "profile"),
            (r#""bank_statement""#, r#"{"name": "x"}"#, ErrorCode::MissingField, "profile.fields"),
            (
                r#""bank_statement""#,
                r#"{"name": "x", "fields": [{"name": "a", "kind": "acount"}]}"#,
                ErrorCode::InvalidValue,
                "profile.fields[0].kind",
            ),
            (
                r#""bank_statement""#,
                r#"{"name": "x", "fields": [], "rules": [{"order": {"first": "a", "last": "b"}}]}"#,
                ErrorCode::InvalidValue,
                "profile.rules[0]",
            ),
        ] {
            let json = WHOLE.replacen(from, to, 1);
            let error = RecordRequest::from_json(json.as_bytes()).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (code, Some(field)), "{json}");
            assert!(!serde_json::to_string(&error).unwrap().contains(&account[..5]), "{error}");
        }
    }
}
