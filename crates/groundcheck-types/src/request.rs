use core::fmt;
use std::collections::HashMap;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};

use crate::limits::{
    ANSWER_MAX_BYTES, HISTORY_MAX_TURNS, ID_MAX_BYTES, REQUEST_MAX_BYTES, REVIEW_NAME_MAX_BYTES, SOURCE_NUMBERS_MAX,
    SOURCES_MAX,
};
use crate::{ErrorCode, Facts, InputError, Number, PolicyOverrides, Verify, read_json};

/// Where a source's content comes from (document 4); decides how far it can be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SourceKind {
    /// Seen by the caller itself.
    DirectObservation,
    /// Read from a file.
    FileContent,
    /// Concluded from something else.
    Inference,
    /// Said by the user.
    UserStatement,
    /// Not known.
    #[default]
    Unknown,
}

/// A document that the answer may rest on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// Unique in the request; evidence and citation markers name it.
    pub id: String,
    /// Its whole text; tables as pipes, Markdown, CSV, HTML or aligned text.
    pub text: String,
    /// Its title, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where it can be found, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Where its content comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SourceKind>,
}

/// Which facts apply: only those of this entity and period, and those that name none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scope {
    /// The entity: a property, a company, or its number.
    #[serde(deserialize_with = "crate::fact::label", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::fact::Label>"))]
    pub entity: Option<String>,
    /// The period: `2024-Q3`, `Q3 2024`, `December 2024`, `FY2024`.
    #[serde(deserialize_with = "crate::fact::label", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::fact::Label>"))]
    pub period: Option<String>,
}

/// Who said a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
    /// The operator's instructions.
    System,
    /// A tool's result.
    Tool,
}

/// One earlier turn of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// Who said it.
    pub role: Role,
    /// What was said.
    pub text: String,
}

/// A BCP 47 language tag: `en`, `en-GB`, `he`. Decides the order of day and month and the language of reasons.
///
/// ```
/// use groundcheck_types::Locale;
/// assert_eq!("he-IL".parse::<Locale>().unwrap().language(), "he");
/// assert!("not a tag".parse::<Locale>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct Locale(String);

impl Locale {
    /// The primary language, in lower case.
    #[must_use]
    pub fn language(&self) -> &str {
        self.0.split('-').next().unwrap_or_default()
    }

    /// The tag: language in lower case, the rest as given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl core::str::FromStr for Locale {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split('-');
        let language = parts.next().unwrap_or_default();
        let good = (2..=3).contains(&language.len())
            && language.bytes().all(|b| b.is_ascii_alphabetic())
            && parts.all(|p| (1..=8).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_alphanumeric()));
        if good {
            let rest = &text[language.len()..];
            Ok(Locale(language.to_ascii_lowercase() + rest))
        } else {
            Err("expected a language tag such as en, en-GB or he".to_owned())
        }
    }
}

impl<'de> Deserialize<'de> for Locale {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TagVisitor;
        impl Visitor<'_> for TagVisitor {
            type Value = Locale;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Locale, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(TagVisitor)
    }
}

impl From<Locale> for String {
    fn from(locale: Locale) -> String {
        locale.0
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An answer and what it should rest on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Request {
    /// Comes back in the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The LLM's answer; not empty, at most 256 KiB.
    pub answer: String,
    /// What was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The documents it should rest on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// Known values: facts, wide rows, or a CSV table.
    #[serde(default)]
    pub facts: Facts,
    /// Which facts apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// The conversation so far, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Turn>,
    /// The caller's own confidence in the answer, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Number>,
    /// The language and region the answer is written for; read off the answer's letters where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<Locale>,
    /// The day the answer was given, `2024-12-01`; the engine has no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<String>,
    /// Thresholds and switches that differ from the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyOverrides>,
    /// Whether, or how, a language model is asked about the answer's sentences; only `POST /api/analyze` can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verify: Option<Verify>,
    /// Whether the report of a flagged answer has an instruction for the model to write it again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub retry_prompt: bool,
    /// Who gave the answer, for figures by provider; it changes nothing about the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Which of the provider's models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Request {
    /// Reads and validates a request from JSON bytes, as HTTP and the command line take it.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field: see [`ErrorCode`].
    pub fn from_json(bytes: &[u8]) -> Result<Request, InputError> {
        let request: Request = read_json(bytes)?;
        request.validate()?;
        Ok(request)
    }

    /// Checks the limits and values that types alone do not.
    ///
    /// # Errors
    /// The first thing wrong with it, naming the field.
    pub fn validate(&self) -> Result<(), InputError> {
        Request::validate_answer(&self.answer)?;
        let total = self.answer.len()
            + self.sources.iter().map(|s| s.text.len()).sum::<usize>()
            + self.history.iter().map(|t| t.text.len()).sum::<usize>();
        if total > REQUEST_MAX_BYTES {
            return Err(InputError::request_too_large());
        }
        Request::validate_history(&self.history)?;
        if self.id.as_ref().is_some_and(|id| id.len() > ID_MAX_BYTES) {
            let message = format!("is longer than {ID_MAX_BYTES} bytes");
            return Err(InputError::field(ErrorCode::InvalidValue, "id", message));
        }
        is_name("provider", self.provider.as_deref())?;
        is_name("model", self.model.as_deref())?;
        Request::validate_sources(&self.sources)?;
        if self.confidence.is_some_and(|c| !(0.0..=1.0).contains(&c.0)) {
            return Err(InputError::field(ErrorCode::InvalidValue, "confidence", "must be from 0 to 1"));
        }
        if self.as_of.as_ref().is_some_and(|day| !is_day(day)) {
            return Err(InputError::field(ErrorCode::InvalidValue, "as_of", "expected a day such as 2024-12-01"));
        }
        if let Some(Verify::Options(options)) = &self.verify {
            let inside = |field: String| format!("verify.{field}");
            return options.validate().map_err(|error| InputError { field: error.field.map(inside), ..error });
        }
        Ok(())
    }

    /// Checks the answer: that there is one, and how long it is.
    ///
    /// # Errors
    /// `empty_answer` or `answer_too_large`.
    pub fn validate_answer(answer: &str) -> Result<(), InputError> {
        if answer.trim().is_empty() {
            return Err(InputError::field(ErrorCode::EmptyAnswer, "answer", "is empty"));
        }
        if answer.len() > ANSWER_MAX_BYTES {
            let message = format!("is {} bytes long, {ANSWER_MAX_BYTES} are allowed", answer.len());
            return Err(InputError::field(ErrorCode::AnswerTooLarge, "answer", message));
        }
        Ok(())
    }

    /// Checks the conversation: how many turns, and how long.
    ///
    /// # Errors
    /// `too_many` or `request_too_large`.
    pub fn validate_history(history: &[Turn]) -> Result<(), InputError> {
        if history.len() > HISTORY_MAX_TURNS {
            let message = format!("holds {}, {HISTORY_MAX_TURNS} are allowed", history.len());
            return Err(InputError::field(ErrorCode::TooMany, "history", message));
        }
        if history.iter().map(|t| t.text.len()).sum::<usize>() > REQUEST_MAX_BYTES {
            return Err(InputError::request_too_large());
        }
        Ok(())
    }

    /// Checks the sources: how many, how long, and that each has an id of its own.
    ///
    /// # Errors
    /// `too_many`, `request_too_large`, `invalid_value` or `duplicate_source_id`, naming the field.
    pub fn validate_sources(sources: &[Source]) -> Result<(), InputError> {
        if sources.len() > SOURCES_MAX {
            let message = format!("holds {}, {SOURCES_MAX} are allowed", sources.len());
            return Err(InputError::field(ErrorCode::TooMany, "sources", message));
        }
        let total = sources.iter().map(|s| s.text.len()).sum::<usize>();
        if total > REQUEST_MAX_BYTES {
            return Err(InputError::request_too_large());
        }
        let numbers = sources.iter().map(|s| numbers_in(&s.text)).sum::<usize>();
        if numbers > SOURCE_NUMBERS_MAX {
            let message = format!(
                "hold {numbers} numbers, {SOURCE_NUMBERS_MAX} are allowed: leave out sources that the answer does not use"
            );
            return Err(InputError::field(ErrorCode::TooMany, "sources", message));
        }
        let mut seen: HashMap<&str, usize> = HashMap::with_capacity(sources.len());
        for (i, source) in sources.iter().enumerate() {
            let field = || format!("sources[{i}].id");
            if source.id.trim().is_empty() || source.id.len() > ID_MAX_BYTES {
                let message = format!("must be from 1 to {ID_MAX_BYTES} bytes long");
                return Err(InputError::field(ErrorCode::InvalidValue, field(), message));
            }
            if let Some(first) = seen.insert(&source.id, i) {
                let message = format!("is the id of sources[{first}] too: {:?}", source.id);
                return Err(InputError::field(ErrorCode::DuplicateSourceId, field(), message));
            }
        }
        Ok(())
    }
}

/// How many numbers a text prints in digits, by their runs, with the points and commas inside them.
fn numbers_in(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let begins = |at: usize| match bytes.get(at.wrapping_sub(1)) {
        Some(b'.' | b',') => !is_digit(at.wrapping_sub(2)),
        Some(before) => !before.is_ascii_digit(),
        None => true,
    };
    (0..bytes.len()).filter(|at| is_digit(*at) && begins(*at)).count()
}

/// Checks the name of a provider or a model.
pub(crate) fn is_name(field: &str, name: Option<&str>) -> Result<(), InputError> {
    if name.is_some_and(|name| name.trim().is_empty() || name.len() > REVIEW_NAME_MAX_BYTES) {
        let message = format!("must be from 1 to {REVIEW_NAME_MAX_BYTES} bytes long");
        return Err(InputError::field(ErrorCode::InvalidValue, field, message));
    }
    Ok(())
}

/// Whether the text is a day of the civil calendar, as `YYYY-MM-DD`.
pub(crate) fn is_day(text: &str) -> bool {
    let bytes = text.as_bytes();
    let shaped = bytes.len() == 10
        && bytes.iter().enumerate().all(|(i, b)| if i == 4 || i == 7 { *b == b'-' } else { b.is_ascii_digit() });
    if !shaped {
        return false;
    }
    let number = |range: core::ops::Range<usize>| text[range].parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(0..4), number(5..7), number(8..10));
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_as_they_are_printed() {
        for (text, numbers) in [
            ("", 0),
            ("none", 0),
            ("1;2;3", 3),
            ("$1,234,567.89", 1),
            ("1. First: 5.", 2),
            ("2024-05-17 at 7:30", 5),
            (".5 and ,5", 2),
            ("x1y2", 2),
            ("עמוד 3, שורה 4", 2),
        ] {
            assert_eq!(numbers_in(text), numbers, "{text}");
        }
        let source = |text: String| Source { id: "S".to_owned(), text, title: None, url: None, kind: None };
        let most = "1;".repeat(SOURCE_NUMBERS_MAX);
        assert_eq!(Request::validate_sources(&[source(most.clone())]), Ok(()));
        let error = Request::validate_sources(&[source(most + "1")]).unwrap_err();
        assert_eq!((error.code, error.field.as_deref()), (ErrorCode::TooMany, Some("sources")));
    }

    #[test]
    fn each_bad_input_names_its_field() {
        use ErrorCode as E;
        let big = format!(r#"{{"answer": "{}"}}"#, "x".repeat(300 * 1024));
        let cases: &[(&str, E, Option<&str>)] = &[
            (r#"{"answer": ""}"#, E::EmptyAnswer, Some("answer")),
            (r#"{"answer": " \n"}"#, E::EmptyAnswer, Some("answer")),
            (r"{}", E::MissingField, Some("answer")),
            (&big, E::AnswerTooLarge, Some("answer")),
            (r#"{"answer": "x", "surces": []}"#, E::UnknownField, Some("surces")),
            (r#"{"answer": "x", "sources": [{"id": "a", "txt": ""}]}"#, E::UnknownField, Some("sources[0].txt")),
            (
                r#"{"answer": "x", "sources": [{"id": "a", "text": ""}, {"id": "a", "text": ""}]}"#,
                E::DuplicateSourceId,
                Some("sources[1].id"),
            ),
            (r#"{"answer": "x", "facts": [{"metric": "a", "value": NaN}]}"#, E::InvalidJson, None),
            (
                r#"{"answer": "x", "facts": [{"metric": "a", "value": 1, "uni": 1}]}"#,
                E::UnknownField,
                Some("facts[0].uni"),
            ),
            (r#"{"answer": "x", "facts": [{"metric": "a"}]}"#, E::MissingField, Some("facts[0].value")),
            (r#"{"answer": "x", "confidence": 2}"#, E::InvalidValue, Some("confidence")),
            (r#"{"answer": "x", "as_of": "2023-02-29"}"#, E::InvalidValue, Some("as_of")),
            (r#"{"answer": "x", "locale": "english please"}"#, E::InvalidValue, Some("locale")),
            (r#"{"answer": "x", "policy": {"tolerance": 1}}"#, E::UnknownField, Some("policy.tolerance")),
            (r#"{"answer": 3}"#, E::InvalidValue, Some("answer")),
            (r#"{"answer": "x""#, E::InvalidJson, None),
            (r#"{"answer": "x"} x"#, E::InvalidJson, None),
        ];
        for (json, code, field) in cases {
            let error = Request::from_json(json.as_bytes()).unwrap_err();
            let shown = &json[..json.len().min(80)];
            assert_eq!((error.code, error.field.as_deref()), (*code, *field), "{shown}: {error}");
        }
        assert_eq!(Request::from_json(b"{\"answer\": \"\xff\"}").unwrap_err().code, E::InvalidUtf8);
    }
}
