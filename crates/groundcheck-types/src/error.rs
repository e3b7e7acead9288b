use core::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::REQUEST_MAX_BYTES;
use crate::masking::masked_digits;

/// What was wrong with an input, for programs. Stable once shipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum ErrorCode {
    /// Not JSON at all, or cut off.
    InvalidJson,
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// A field that the contract does not have.
    UnknownField,
    /// A field that must be there is not.
    MissingField,
    /// A field of the wrong type, or a value out of its range.
    InvalidValue,
    /// The answer is empty or only white space.
    EmptyAnswer,
    /// The answer is longer than [`ANSWER_MAX_BYTES`](crate::ANSWER_MAX_BYTES).
    AnswerTooLarge,
    /// The request is larger than [`REQUEST_MAX_BYTES`](crate::REQUEST_MAX_BYTES).
    RequestTooLarge,
    /// More sources, facts or turns than the contract allows.
    TooMany,
    /// Two sources share one id, so evidence could not say which it means.
    DuplicateSourceId,
    /// A table of facts that cannot be read; `line` says where.
    InvalidCsv,
    /// A setting (an environment variable or a command line value) that cannot be used; `field` names it.
    InvalidSetting,
    /// A file that cannot be read; `field` names it.
    UnreadableFile,
    /// The check did not finish in its time.
    TimedOut,
    /// The database is busy, full, read-only, damaged or away. Nothing was stored.
    StorageUnavailable,
    /// A provider was not asked, or refuses: its key is missing or not accepted.
    ProviderRefused,
    /// A provider asks to be left alone for now, or what was paid for is used up.
    ProviderLimited,
    /// A provider cannot be reached, is out of order, or answers in a way that cannot be understood.
    ProviderFailed,
    /// A provider has no such model.
    ModelUnknown,
    /// A model answered, but not in the form that it was asked for. Its answer is kept.
    AnswerUnreadable,
    /// Something in groundcheck itself failed. The answer was not checked.
    Internal,
}

impl ErrorCode {
    /// The code as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorCode::InvalidJson => "invalid_json",
            ErrorCode::InvalidUtf8 => "invalid_utf8",
            ErrorCode::UnknownField => "unknown_field",
            ErrorCode::MissingField => "missing_field",
            ErrorCode::InvalidValue => "invalid_value",
            ErrorCode::EmptyAnswer => "empty_answer",
            ErrorCode::AnswerTooLarge => "answer_too_large",
            ErrorCode::RequestTooLarge => "request_too_large",
            ErrorCode::TooMany => "too_many",
            ErrorCode::DuplicateSourceId => "duplicate_source_id",
            ErrorCode::InvalidCsv => "invalid_csv",
            ErrorCode::InvalidSetting => "invalid_setting",
            ErrorCode::UnreadableFile => "unreadable_file",
            ErrorCode::TimedOut => "timed_out",
            ErrorCode::StorageUnavailable => "storage_unavailable",
            ErrorCode::ProviderRefused => "provider_refused",
            ErrorCode::ProviderLimited => "provider_limited",
            ErrorCode::ProviderFailed => "provider_failed",
            ErrorCode::ModelUnknown => "model_unknown",
            ErrorCode::AnswerUnreadable => "answer_unreadable",
            ErrorCode::Internal => "internal",
        }
    }
}

/// Why an input could not be checked: one shape in wasm (thrown), over HTTP (`{"error": …}`) and on the command line.
///
/// ```
/// use groundcheck_types::{ErrorCode, Request};
///
/// let error = Request::from_json(br#"{"answer": ""}"#).unwrap_err();
/// assert_eq!(error.code, ErrorCode::EmptyAnswer);
/// assert_eq!(error.to_string(), "answer: is empty");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputError {
    /// What was wrong, for programs.
    pub code: ErrorCode,
    /// The field, as a path such as `facts[0].value`, or the setting's or the file's name; null where no single one is at fault.
    pub field: Option<String>,
    /// The line of the input, counted from 1, where the input has lines.
    pub line: Option<u32>,
    /// What was wrong, for people; does not repeat the field's name or the line.
    pub message: String,
}

impl InputError {
    /// An error about one field.
    #[must_use]
    pub fn field(code: ErrorCode, field: impl Into<String>, message: impl Into<String>) -> Self {
        InputError { code, field: Some(field.into()), line: None, message: message.into() }
    }

    /// An error about the input as a whole.
    #[must_use]
    pub fn whole(code: ErrorCode, message: impl Into<String>) -> Self {
        InputError { code, field: None, line: None, message: message.into() }
    }

    /// The error of an input over [`REQUEST_MAX_BYTES`]: the same on all ways in, also where nobody has read it to its end.
    #[must_use]
    pub fn request_too_large() -> Self {
        let message = format!("the request is larger than the {REQUEST_MAX_BYTES} bytes that are allowed");
        InputError::whole(ErrorCode::RequestTooLarge, message)
    }

    /// The same error, at this line (counted from 1).
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = Some(u32::try_from(line).unwrap_or(u32::MAX));
        self
    }

    /// An error of serde, with the path to the value that it was reading (empty where it was the whole input).
    ///
    /// serde tells an unknown or missing field only in its message; this reads it back so that `field` names it. What it quotes stood in
    /// the input, and a number in a wrong place may be that of an account: no more than four of its digits are shown.
    pub(crate) fn from_serde(path: &str, message: &str) -> Self {
        let join = |name: &str| if path.is_empty() { name.to_owned() } else { [path, ".", name].concat() };
        let quoted =
            |prefix: &str| message.strip_prefix(prefix).and_then(|rest| rest.split('`').next()).map(str::to_owned);
        if let Some(name) = quoted("unknown field `") {
            let message = "is not a known field".to_owned();
            return InputError::field(ErrorCode::UnknownField, join(&masked_digits(&name)), message);
        }
        if let Some(name) = quoted("missing field `") {
            return InputError::field(ErrorCode::MissingField, join(&name), "is missing");
        }
        // serde_json adds a position of its own; `line` and `field` say it better.
        let message = message.split(" at line ").next().unwrap_or(message);
        InputError {
            code: ErrorCode::InvalidValue,
            field: (!path.is_empty()).then(|| path.to_owned()),
            line: None,
            message: masked_digits(&plain(message)),
        }
    }
}

/// What serde says of a value, in words of JSON: `must be a string, not the number 5`.
fn plain(message: &str) -> String {
    if message.starts_with("invalid length ") && message.contains(", expected struct ") {
        return "must be an object, not a list".to_owned();
    }
    let refused = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    if let Some((got, wanted)) = refused.and_then(|rest| rest.rsplit_once(", expected ")) {
        return format!("must be {}, not {}", wanted_in_json(wanted), got_in_json(got));
    }
    let variant = message.strip_prefix("unknown variant `").and_then(|rest| rest.split_once("`, expected "));
    if let Some((got, wanted)) = variant {
        return format!("must be {wanted}, not `{got}`");
    }
    match message.strip_prefix("duplicate field `").and_then(|rest| rest.split_once('`')) {
        Some((name, _)) => format!("has the field `{name}` twice"),
        None => message.to_owned(),
    }
}

/// What serde wants, as JSON calls it.
fn wanted_in_json(wanted: &str) -> String {
    match wanted {
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "f32" | "f64" | "a floating point number" => "a number".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        _ if wanted.starts_with("struct ") || wanted.starts_with("struct variant ") => "an object".to_owned(),
        _ => wanted.to_owned(),
    }
}

/// What serde got, as JSON calls it.
fn got_in_json(got: &str) -> String {
    let value = got.split_once('`').and_then(|(_, rest)| rest.strip_suffix('`'));
    match (got, value) {
        ("map", _) => "an object".to_owned(),
        ("sequence", _) => "a list".to_owned(),
        ("unit" | "null" | "unit value" | "Option value", _) => "null".to_owned(),
        (_, Some(value)) if got.starts_with("boolean") => value.to_owned(),
        (_, Some(value)) => format!("the number {value}"),
        _ => match got.strip_prefix("string ") {
            Some(text) => format!("the string {text}"),
            None => got.to_owned(),
        },
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    #[test]
    fn what_serde_refuses_is_told_in_words_of_json() {
        for (message, plain) in [
            ("invalid type: integer `5`, expected a string", "must be a string, not the number 5"),
            (
                "invalid type: string \"x, expected y\", expected f64",
                "must be a number, not the string \"x, expected y\"",
            ),
            ("invalid type: map, expected a sequence", "must be a list, not an object"),
            ("invalid type: null, expected struct Request", "must be an object, not null"),
            ("invalid type: boolean `true`, expected u32", "must be a whole number, 0 or more, not true"),
            ("unknown variant `wiki`, expected `web` or `mail`", "must be `web` or `mail`, not `wiki`"),
            ("duplicate field `id`", "has the field `id` twice"),
            ("anything else", "anything else"),
        ] {
            assert_eq!(super::plain(message), plain, "{message}");
        }
    }
}
