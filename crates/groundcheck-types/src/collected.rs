//! Responses that were collected elsewhere: what `groundcheck import` and `POST /api/import` take and give.
//!
//! Source: document 1, "Structured response" (`name`, `why`, `sources`, `confidence`) and "Database schema" (`brand_name`,
//! `rank_position`, `explanation`, `is_valid`, `is_accessible`, `status_code`): both spellings are read.

use serde::{Deserialize, Serialize};

use crate::{ErrorCode, InputError, Number, SOURCES_MAX, read_json};

/// One response of a provider to a query.
///
/// ```
/// use groundcheck_types::CollectedResponse;
///
/// let json = r#"{"query": "Best AI companies", "provider": "openai", "model": "gpt-4o",
///     "mentions": [{"name": "CompanyX", "why": "Leading in its field.", "confidence": 0.85}]}"#;
/// let response = CollectedResponse::from_json(json.as_bytes()).unwrap();
/// assert_eq!(response.mentions[0].name, "CompanyX");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectedResponse {
    /// What was asked.
    pub query: String,
    /// Who answered.
    pub provider: String,
    /// Which of the provider's models.
    pub model: String,
    /// When it was asked: RFC 3339, or a day (`2024-12-01`, UTC); the time of the import where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_at: Option<String>,
    /// The answer as it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_response: Option<String>,
    /// What went in, in the provider's tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_tokens: Option<u32>,
    /// What came out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion_tokens: Option<u32>,
    /// What it cost, in US dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<Number>,
    /// What the answer names, by rank.
    pub mentions: Vec<CollectedMention>,
}

/// What a response names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectedMention {
    /// Its name; `brand_name` is read too.
    #[serde(alias = "brand_name")]
    pub name: String,
    /// Why it is named; `explanation` is read too.
    #[serde(default, alias = "explanation", skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Its place in the answer, from 1; its place in this list where it is not said. `rank_position` is read too.
    #[serde(default, alias = "rank_position", skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// How sure the model says it is, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Number>,
    /// What the model says it knows that from.
    #[serde(default)]
    pub sources: Vec<CollectedSource>,
}

/// A source as the model gave it. With `status_code` or `is_accessible` its link counts as checked: by the status where there is one,
/// else as reachable where that is said, and as unknown where not. It is then not asked until somebody wants all asked anew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectedSource {
    /// Its address, which may be anything.
    pub url: String,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether it was found to be a URL; groundcheck judges that itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_valid: Option<bool>,
    /// Whether it was found to be there. False says little: sites refuse robots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_accessible: Option<bool>,
    /// The last status that was received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_code: Option<u16>,
    /// When it was checked: as `asked_at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_at: Option<String>,
}

impl CollectedResponse {
    /// Reads and checks a response.
    ///
    /// # Errors
    /// What is no JSON, has another shape or breaks a limit, naming the field. Whether a time is one is not looked at here.
    pub fn from_json(bytes: &[u8]) -> Result<Self, InputError> {
        let response: CollectedResponse = read_json(bytes)?;
        response.validate()?;
        Ok(response)
    }

    /// Whether all values are in their ranges.
    ///
    /// # Errors
    /// The first one that is not, by its field.
    pub fn validate(&self) -> Result<(), InputError> {
        let is_said = |field: String, text: &str| {
            let wrong = || InputError::field(ErrorCode::InvalidValue, field, "is empty");
            if text.trim().is_empty() { Err(wrong()) } else { Ok(()) }
        };
        for (field, text) in [("query", &self.query), ("provider", &self.provider), ("model", &self.model)] {
            is_said(field.to_owned(), text)?;
        }
        let out_of_range = |field: String, range: &str| {
            Err(InputError::field(ErrorCode::InvalidValue, field, format!("must be {range}")))
        };
        let too_many = |field: String, count: usize| {
            let message = format!("has {count} entries; {SOURCES_MAX} are allowed");
            Err(InputError::field(ErrorCode::TooMany, field, message))
        };
        if self.cost_usd.is_some_and(|cost| !cost.0.is_finite() || cost.0 < 0.0) {
            return out_of_range("cost_usd".to_owned(), "0 or more");
        }
        if self.mentions.len() > SOURCES_MAX {
            return too_many("mentions".to_owned(), self.mentions.len());
        }
        for (at, mention) in self.mentions.iter().enumerate() {
            is_said(format!("mentions[{at}].name"), &mention.name)?;
            if mention.rank == Some(0) {
                return out_of_range(format!("mentions[{at}].rank"), "1 or more");
            }
            if mention.confidence.is_some_and(|confidence| !(0.0..=1.0).contains(&confidence.0)) {
                return out_of_range(format!("mentions[{at}].confidence"), "from 0 to 1");
            }
            if mention.sources.len() > SOURCES_MAX {
                return too_many(format!("mentions[{at}].sources"), mention.sources.len());
            }
            for (number, source) in mention.sources.iter().enumerate() {
                if source.status_code.is_some_and(|status| !(100..=999).contains(&status)) {
                    return out_of_range(format!("mentions[{at}].sources[{number}].status_code"), "from 100 to 999");
                }
            }
        }
        Ok(())
    }
}

/// A response that is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedResponse {
    /// The line of the input that it began on, counted from 1.
    pub line: u32,
    /// Its id in the store.
    pub response_id: u64,
    /// False where it was stored already, to the letter and with the same time; it is not stored twice then.
    pub new: bool,
    /// How many mentions it has.
    pub mentions: u32,
}

/// What became of an import: `POST /api/import`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportSummary {
    /// What is stored now, in the order of the input.
    pub responses: Vec<ImportedResponse>,
    /// What could not be read or stored, each with its line.
    pub errors: Vec<InputError>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(mention: &str) -> String {
        format!(r#"{{"query": "q", "provider": "p", "model": "m", "mentions": [{{"name": "A"}}, {mention}]}}"#)
    }

    #[test]
    fn both_spellings_of_document_1_are_read() {
        let rows = with(
            r#"{"brand_name": "B", "explanation": "x", "rank_position": 7, "confidence": 1, "sources":
            [{"url": "u", "title": "t", "description": "d", "is_valid": true, "is_accessible": false, "status_code": 404}]}"#,
        );
        let answer = rows.replace("brand_name", "name").replace("explanation", "why").replace("rank_position", "rank");
        let read = CollectedResponse::from_json(rows.as_bytes()).unwrap();
        assert_eq!(read, CollectedResponse::from_json(answer.as_bytes()).unwrap());
        assert_eq!((read.mentions[1].rank, read.mentions[0].rank), (Some(7), None));
        assert_eq!(CollectedResponse::from_json(&serde_json::to_vec(&read).unwrap()).unwrap(), read);
    }

    #[test]
    fn what_is_wrong_is_named() {
        use ErrorCode as E;
        for (json, code, field) in [
            (with(r#"{"name": "B", "rnk": 1}"#), E::UnknownField, "mentions[1].rnk"),
            (with(r#"{"why": "x"}"#), E::MissingField, "mentions[1].name"),
            (with(r#"{"name": " "}"#), E::InvalidValue, "mentions[1].name"),
            (with(r#"{"name": "B", "rank": 0}"#), E::InvalidValue, "mentions[1].rank"),
            (with(r#"{"name": "B", "confidence": 1.01}"#), E::InvalidValue, "mentions[1].confidence"),
            (with(r#"{"name": "B", "brand_name": "B"}"#), E::InvalidValue, "mentions[1].brand_name"),
            (
                with(r#"{"name": "B", "sources": [{"url": "u", "status_code": 20}]}"#),
                E::InvalidValue,
                "mentions[1].sources[0].status_code",
            ),
            (with(r#"{"name": "B", "sources": [{"link": "u"}]}"#), E::UnknownField, "mentions[1].sources[0].link"),
            (with(r#"{"name": "B"}"#).replace("\"q\"", "\"\""), E::InvalidValue, "query"),
            (with(r#"{"name": "B"}"#).replace("\"model\": \"m\", ", ""), E::MissingField, "model"),
            (
                with(r#"{"name": "B"}"#).replace("\"mentions\"", "\"cost_usd\": -1, \"mentions\""),
                E::InvalidValue,
                "cost_usd",
            ),
        ] {
            let error = CollectedResponse::from_json(json.as_bytes()).unwrap_err();
            assert_eq!(error.code, code, "{json}: {error}");
            // serde names a field that is there twice in its message only.
            if !json.contains("brand_name") {
                assert_eq!(error.field.as_deref(), Some(field), "{json}: {error}");
            }
        }
    }
}
