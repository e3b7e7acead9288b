//! The review queue's filter and pages as they stand in an address.

use groundcheck_types::{ErrorCode, InputError, ReviewFilter};
use serde::de::DeserializeOwned;
use url::form_urlencoded;

use super::query::values;
use crate::review::queue::{PAGE, PAGE_MAX};
use crate::store::read_word;

/// What an address says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Params {
    /// Which items.
    pub(super) filter: ReviewFilter,
    /// Behind which one.
    pub(super) after: Option<String>,
    /// Before which row of the audit.
    pub(super) before: Option<u64>,
    /// How many.
    pub(super) most: usize,
}

impl Params {
    /// Reads the query of an address; `more` names what it may say beside the filter. What is empty is not said, but for the assignee:
    /// an empty one is nobody.
    ///
    /// # Errors
    /// `unknown_field` or `invalid_value`, naming the parameter.
    pub(super) fn read(query: &str, more: &[&str]) -> Result<Self, InputError> {
        let names = [&["status", "kind", "risk", "assignee", "provider", "model", "from", "to"], more].concat();
        let mut params = Params::of(query, &names)?;
        let nobody = |(name, value): (_, std::borrow::Cow<'_, str>)| name == "assignee" && value.is_empty();
        if form_urlencoded::parse(query.as_bytes()).any(nobody) {
            params.filter.assignee = Some(String::new());
        }
        Ok(params)
    }

    /// As [`Params::read`], for pages of the audit.
    ///
    /// # Errors
    /// As [`Params::read`].
    pub(super) fn read_audit(query: &str) -> Result<Self, InputError> {
        Params::of(query, &["before", "most"])
    }

    fn of(query: &str, names: &[&str]) -> Result<Self, InputError> {
        let mut params = Params { most: PAGE, ..Params::default() };
        let filter = &mut params.filter;
        for (name, value) in values(query, names)? {
            match name {
                "status" => filter.status = Some(word(name, &value, "pending, reviewed, approved or rejected")?),
                "kind" => filter.kind = Some(word(name, &value, "answer, record or mention")?),
                "risk" => filter.risk = Some(word(name, &value, "low, medium, high or critical")?),
                "assignee" => filter.assignee = Some(value),
                "provider" => filter.provider = Some(value),
                "model" => filter.model = Some(value),
                "from" => filter.from = Some(value),
                "to" => filter.to = Some(value),
                "after" => params.after = Some(value),
                "before" => {
                    params.before = Some(value.parse().map_err(|_| wrong(name, "must be the number of a row"))?);
                }
                _ => {
                    let most = value.parse().ok().filter(|most| (1..=PAGE_MAX).contains(most));
                    params.most = most.ok_or_else(|| wrong(name, &format!("must be from 1 to {PAGE_MAX}")))?;
                }
            }
        }
        Ok(params)
    }
}

fn word<T: DeserializeOwned>(name: &str, value: &str, words: &str) -> Result<T, InputError> {
    read_word(value).ok_or_else(|| wrong(name, &format!("must be {words}")))
}

fn wrong(name: &str, message: &str) -> InputError {
    InputError::field(ErrorCode::InvalidValue, name, message)
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{ReviewKind, ReviewStatus, Risk};

    use super::*;

    #[test]
    fn an_address_says_which_items() {
        let query = "status=pending&kind=record&risk=critical&assignee=&provider=a%26b&model=&from=2024-12-01&most=100";
        let Params { filter, most, .. } = Params::read(query, &["most"]).unwrap();
        let expected = ReviewFilter {
            status: Some(ReviewStatus::Pending),
            kind: Some(ReviewKind::Record),
            risk: Some(Risk::Critical),
            assignee: Some(String::new()),
            provider: Some("a&b".to_owned()),
            from: Some("2024-12-01".to_owned()),
            ..ReviewFilter::default()
        };
        assert_eq!((filter, most), (expected, 100));
        assert_eq!(Params::read("", &[]).unwrap().filter, ReviewFilter::default());
        assert_eq!(Params::read("assignee=dana", &[]).unwrap().filter.assignee.as_deref(), Some("dana"));
        assert_eq!(Params::read_audit("before=7").unwrap().before, Some(7));
        for (query, field) in [
            ("status=open", "status"),
            ("kind=answers", "kind"),
            ("risk=grave", "risk"),
            ("most=101", "most"),
            ("most=0", "most"),
            ("after=1:2", "after"),
            ("status=pending&status=pending", "status"),
            ("stauts=pending", "stauts"),
        ] {
            let more: &[&str] = if field == "most" { &["most"] } else { &[] };
            assert_eq!(Params::read(query, more).unwrap_err().field.as_deref(), Some(field), "{query}");
        }
        assert!(Params::read_audit("before=x").is_err());
    }
}
