//! A record and its document as they are typed, and what the engine makes of them.

use groundcheck::records;
use groundcheck_types::{
    ErrorCode, InputError, ProfileChoice, RecordDocument, RecordPolicy, RecordProfile, RecordReport, RecordRequest,
    RecordValue, json_error, read_json,
};

/// What parts pages in a text, as `pdftotext` writes it.
const PAGE_BREAK: char = '\u{c}';

/// What a record is checked against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProfilePick {
    /// A shipped profile, by name.
    Shipped(String),
    /// The one that is typed below.
    Own,
}

/// Everything typed in the view Records. It is kept nowhere: a record may hold account numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordDraft {
    /// The record as the model returned it.
    pub record: String,
    /// The document's text; form feeds part pages.
    pub document: String,
    /// How many pages the document has, as typed; empty for as many as the text has.
    pub pages: String,
    /// What the record should be.
    pub profile: ProfilePick,
    /// A profile of one's own, as JSON.
    pub own: String,
    /// The day of the check, `YYYY-MM-DD`.
    pub as_of: String,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Checked {
    /// There is no record yet.
    Idle,
    /// A report, and the record it is about where that is JSON at all.
    Report(Box<RecordReport>, Option<RecordValue>),
    /// Something beside the record is wrong: the document, the profile, the day.
    Failed(InputError),
}

impl Checked {
    /// The report, where there is one.
    pub fn report(&self) -> Option<&RecordReport> {
        if let Checked::Report(report, _) = self { Some(report) } else { None }
    }

    /// The error about this field, where the check failed on that.
    pub fn error_about(&self, field: &str) -> Option<&InputError> {
        match self {
            Checked::Failed(error) if error.field.as_deref().is_some_and(|f| f.starts_with(field)) => Some(error),
            _ => None,
        }
    }
}

/// The document's pages. A form feed at the end ends the last page and begins no other.
pub fn pages_of(document: &str) -> Vec<&str> {
    document.strip_suffix(PAGE_BREAK).unwrap_or(document).split(PAGE_BREAK).collect()
}

impl RecordDraft {
    /// Nothing typed.
    pub fn empty(today: &str) -> RecordDraft {
        let profile = records::profile_names().next().unwrap_or_default().to_owned();
        RecordDraft {
            record: String::new(),
            document: String::new(),
            pages: String::new(),
            profile: ProfilePick::Shipped(profile),
            own: String::new(),
            as_of: today.to_owned(),
        }
    }

    /// The draft that says what this request says, checked today.
    pub fn from_request(request: &RecordRequest, today: &str) -> RecordDraft {
        let document = &request.document;
        let text = document.pages.as_ref().map(|pages| pages.join("\n\u{c}")).or_else(|| document.text.clone());
        RecordDraft {
            record: serde_json::to_string_pretty(&request.record).unwrap_or_default(),
            document: text.unwrap_or_default(),
            pages: document.total_pages.map(|n| n.to_string()).unwrap_or_default(),
            profile: match &request.profile {
                ProfileChoice::Named(name) => ProfilePick::Shipped(name.clone()),
                ProfileChoice::Own(_) => ProfilePick::Own,
            },
            ..RecordDraft::empty(today)
        }
    }

    /// Checks it, here in the browser.
    pub fn check(&self) -> Checked {
        if self.record.trim().is_empty() {
            return Checked::Idle;
        }
        let profile = match self.profile() {
            Ok(profile) => profile,
            Err(error) => return Checked::Failed(error),
        };
        let name = match &profile {
            ProfileChoice::Named(name) => name.clone(),
            ProfileChoice::Own(own) => own.name.clone(),
        };
        let text = std::str::from_utf8(records::unfenced(self.record.as_bytes())).unwrap_or(&self.record);
        let record = match read::<RecordValue>(text) {
            Ok(record) => record,
            // What is no JSON is no record: that rejects it, it does not stop the check.
            Err(error) => return Checked::Report(Box::new(RecordReport::malformed(&name, error)), None),
        };
        match self.request(profile, record.clone()).and_then(|request| records::validate(&request)) {
            Ok(report) => Checked::Report(Box::new(report), Some(record)),
            Err(error) => Checked::Failed(error),
        }
    }

    fn profile(&self) -> Result<ProfileChoice, InputError> {
        match &self.profile {
            ProfilePick::Shipped(name) => Ok(ProfileChoice::Named(name.clone())),
            ProfilePick::Own => read::<RecordProfile>(&self.own)
                .map(|own| ProfileChoice::Own(Box::new(own)))
                .map_err(|error| InputError { field: Some(within("profile", error.field.as_deref())), ..error }),
        }
    }

    fn request(&self, profile: ProfileChoice, record: RecordValue) -> Result<RecordRequest, InputError> {
        let typed = match self.pages.trim() {
            "" => None,
            text => Some(text.parse::<u32>().map_err(|_| {
                InputError::field(ErrorCode::InvalidValue, "document.total_pages", "must be a whole number")
            })?),
        };
        let pages = pages_of(&self.document);
        let document = if pages.len() > 1 {
            let pages = pages.into_iter().map(str::to_owned).collect();
            RecordDocument { text: None, pages: Some(pages), total_pages: typed }
        } else {
            RecordDocument { text: Some(self.document.clone()), pages: None, total_pages: typed.or(Some(1)) }
        };
        let request = RecordRequest {
            profile,
            record,
            document,
            as_of: self.as_of.clone(),
            institutions: Vec::new(),
            schema: None,
            policy: RecordPolicy::default(),
            provider: None,
            model: None,
        };
        request.validate()?;
        Ok(request)
    }
}

fn within(outer: &str, inner: Option<&str>) -> String {
    inner.map_or_else(|| outer.to_owned(), |inner| format!("{outer}.{inner}"))
}

/// Reads JSON; an error says in which line.
fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, InputError> {
    read_json(text.as_bytes()).map_err(|error| match serde_json::from_str::<T>(text) {
        Err(refused) if refused.line() > 0 && error.line.is_none() => {
            json_error(text, &refused).at_line(refused.line())
        }
        _ => error,
    })
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{RecordStatus, RejectionReason};

    use super::*;

    fn draft(record: &str, document: &str) -> RecordDraft {
        let profile = ProfilePick::Shipped("bank_statement_boundaries".to_owned());
        let (record, document) = (record.to_owned(), document.to_owned());
        RecordDraft { record, document, profile, ..RecordDraft::empty("2024-12-01") }
    }

    const LONG: &str = "Westpac statement of March 2024, closing balance $1,204.10, for the account of Harbour Coffee";

    #[test]
    fn form_feeds_part_pages_and_one_at_the_end_parts_none() {
        assert_eq!(pages_of("a\u{c}b\u{c}"), ["a", "b"]);
        assert_eq!(pages_of("a\u{c}\u{c}c"), ["a", "", "c"]);
        assert_eq!(pages_of(""), [""]);
    }

    #[test]
    fn pages_count_as_parted_or_as_typed() {
        let record = r#"{"boundaries": [{"start_page": 1, "end_page": 2}]}"#;
        let status = |draft: &RecordDraft| draft.check().report().map(|r| r.summary.status);
        let mut one = draft(record, LONG);
        assert_eq!(status(&one), Some(RecordStatus::HallucinationsDetected), "page 2 of 1");
        one.pages = "2".to_owned();
        assert_eq!(status(&one), Some(RecordStatus::Clean));
        assert_eq!(status(&draft(record, &format!("{LONG}\u{c}{LONG}"))), Some(RecordStatus::Clean));
        one.pages = "two".to_owned();
        assert!(one.check().error_about("document.total_pages").is_some());
    }

    #[test]
    fn what_is_no_json_is_rejected_and_says_the_line() {
        let checked = draft("{\n  \"boundaries\": [\n}", LONG).check();
        let report = checked.report().expect("a report");
        assert_eq!(report.rejection.as_ref().map(|r| r.reason), Some(RejectionReason::Malformed));
        assert_eq!(report.errors[0].line, Some(3));
        assert_eq!(draft(" ", LONG).check(), Checked::Idle);
    }

    #[test]
    fn a_profile_of_ones_own_is_read_and_named_where_it_is_wrong() {
        let mut own = draft(r#"{"total": 7}"#, LONG);
        own.profile = ProfilePick::Own;
        own.own = r#"{"name": "receipt", "fields": [{"name": "total", "kind": "amount", "max": 5}]}"#.to_owned();
        assert_eq!(own.check().report().map(|r| r.alerts.len()), Some(1));
        own.own = "{\"name\": \"receipt\",\n \"fields\": [{\"name\": \"total\", \"kind\": \"money\"}]}".to_owned();
        let checked = own.check();
        let error = checked.error_about("profile").expect("an error about the profile");
        assert_eq!((error.field.as_deref(), error.line), (Some("profile.fields[0].kind"), Some(2)));
    }
}
