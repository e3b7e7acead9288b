//! A report's filter and pages as they stand in an address.

use groundcheck_types::{ErrorCode, InputError, ReportFilter};

use super::query::values;
use crate::report::csv::Table;
use crate::report::{PAGE, PAGE_MAX};
use crate::store::{RiskLevel, read_word};

/// What an address says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Params {
    /// Which mentions.
    pub filter: ReportFilter,
    /// Of which risk, for a page of them.
    pub risk: RiskLevel,
    /// Behind which one.
    pub after: Option<String>,
    /// How many.
    pub most: usize,
    /// Which table, for a file.
    pub table: Table,
}

impl Params {
    /// Reads the query of an address; `more` names what it may say beside the filter. What is empty is not said.
    ///
    /// # Errors
    /// `unknown_field` or `invalid_value`, naming the parameter.
    pub fn read(query: &str, more: &[&str]) -> Result<Self, InputError> {
        let mut params = Params {
            filter: ReportFilter::default(),
            risk: RiskLevel::High,
            after: None,
            most: PAGE,
            table: Table::Mentions,
        };
        let wrong = |name: &str, message: String| Err(InputError::field(ErrorCode::InvalidValue, name, message));
        let names = [&["query", "provider", "model", "from", "to"], more].concat();
        for (name, value) in values(query, &names)? {
            match name {
                "query" => params.filter.query = Some(value),
                "provider" => params.filter.provider = Some(value),
                "model" => params.filter.model = Some(value),
                "from" => params.filter.from = Some(value),
                "to" => params.filter.to = Some(value),
                "risk" => match read_word(&value) {
                    Some(risk) => params.risk = risk,
                    None => return wrong(name, "must be high, medium or low".to_owned()),
                },
                "after" => params.after = Some(value),
                "table" => match value.as_str() {
                    "mentions" => params.table = Table::Mentions,
                    "models" => params.table = Table::Models,
                    "days" => params.table = Table::Days,
                    _ => return wrong(name, "must be mentions, models or days".to_owned()),
                },
                _ => match value.parse() {
                    Ok(most) if (1..=PAGE_MAX).contains(&most) => params.most = most,
                    _ => return wrong(name, format!("must be from 1 to {PAGE_MAX}")),
                },
            }
        }
        Ok(params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_what_it_says_once() {
        let params = Params::read("query=a+b%26c&provider=&most=3&risk=low", &["most", "risk"]).unwrap();
        assert_eq!((params.filter.query.as_deref(), params.filter.provider), (Some("a b&c"), None));
        assert_eq!((params.most, params.risk), (3, RiskLevel::Low));
        for (query, field) in [
            ("most=3", "most"),
            ("modell=x", "modell"),
            ("from=2024-01-01&from=2024-01-02", "from"),
            ("risk=critical", "risk"),
            ("table=all", "table"),
        ] {
            assert_eq!(Params::read(query, &["risk", "table"]).unwrap_err().field.as_deref(), Some(field), "{query}");
        }
        for most in ["0", "1001", "-1", "x"] {
            assert!(Params::read(&format!("most={most}"), &["most"]).is_err());
        }
    }
}
