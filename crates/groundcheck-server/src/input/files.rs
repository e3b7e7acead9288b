//! Reading files and standard input, never more than a request may hold.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use groundcheck::import_facts;
use groundcheck_files::{FileError, Kind};
use groundcheck_types::{
    ErrorCode, FILE_MAX_BYTES, FactRow, Facts, InputError, PolicyOverrides, REQUEST_MAX_BYTES, Request, json_error,
};
use serde::de::DeserializeOwned;

/// A file's bytes.
///
/// # Errors
/// `unreadable_file` naming the file, `request_too_large`.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, InputError> {
    read_up_to(path, REQUEST_MAX_BYTES)?.ok_or_else(InputError::request_too_large)
}

/// A file's bytes, or `None` where there are more than these.
pub(super) fn read_up_to(path: &Path, most: usize) -> Result<Option<Vec<u8>>, InputError> {
    let name = path.display().to_string();
    File::open(path).and_then(|file| read_limited(file, most)).map_err(|e| unreadable(&name, &e))
}

/// A file's text, without its byte order mark.
///
/// # Errors
/// As [`read_bytes`], and `invalid_utf8` naming the file and the line.
pub fn read_text(path: &Path) -> Result<String, InputError> {
    into_text(read_bytes(path)?, &path.display().to_string())
}

/// All of standard input as text, without its byte order mark.
///
/// # Errors
/// As [`read_text`], naming `stdin`.
pub fn read_stdin() -> Result<String, InputError> {
    let bytes = read_limited(io::stdin().lock(), REQUEST_MAX_BYTES).map_err(|e| unreadable("stdin", &e))?;
    into_text(bytes.ok_or_else(InputError::request_too_large)?, "stdin")
}

/// A whole contract request from a file (`-`: standard input), read exactly as the body of `POST /api/analyze`.
///
/// # Errors
/// `unreadable_file`, or what [`Request::from_json`] refuses.
pub fn read_request(path: &Path) -> Result<Request, InputError> {
    let bytes = if path == Path::new("-") {
        let read = read_limited(io::stdin().lock(), REQUEST_MAX_BYTES).map_err(|e| unreadable("stdin", &e))?;
        read.ok_or_else(InputError::request_too_large)?
    } else {
        read_bytes(path)?
    };
    Request::from_json(&bytes)
}

/// Facts from a file: JSON where its name ends in `.json`, the sheets of a workbook, else CSV with a header line.
///
/// # Errors
/// As [`read_text`]; `unreadable_file` for a damaged workbook and for other files that are not text; for JSON `invalid_json` naming the file, or what the contract refuses, naming the field (`facts[0].value`).
/// CSV is read by the engine, which says `invalid_csv` with the line.
pub fn read_facts(path: &Path) -> Result<Facts, InputError> {
    let name = path.display().to_string();
    let bytes = read_up_to(path, FILE_MAX_BYTES)?.ok_or_else(|| not_readable(&name, FileError::TooLarge))?;
    if let Some(kind @ (Kind::Workbook | Kind::Pdf | Kind::Docx)) = groundcheck_files::kind(&bytes) {
        if kind != Kind::Workbook {
            let message = format!("is a {kind}: facts come as CSV, JSON or a workbook");
            return Err(InputError::field(ErrorCode::UnreadableFile, name, message));
        }
        let contents = groundcheck_files::read(kind, &bytes).map_err(|error| not_readable(&name, error))?;
        let mut rows = Vec::new();
        for sheet in contents.parts {
            let place = sheet.place.map_or_else(|| name.clone(), |place| format!("{name} · {place}"));
            let facts = import_facts(&Facts::Csv(sheet.text));
            let facts = facts.map_err(|error| InputError { field: Some(place), ..error })?;
            rows.extend(facts.into_iter().map(FactRow::Tall));
        }
        return Ok(Facts::Rows(rows));
    }
    if bytes.len() > REQUEST_MAX_BYTES {
        return Err(InputError::request_too_large());
    }
    let text = into_text(bytes, &name)?;
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    if is_json { from_json(&text, path, "facts") } else { Ok(Facts::Csv(text)) }
}

/// Policy overrides from a JSON file: the bare object, or the settings that the page exports, `{"policy": {…}, "locale": …}`.
///
/// # Errors
/// As [`read_text`]; `invalid_json` naming the file, or what the contract refuses, naming the field (`policy.target_rate`).
pub fn read_policy(path: &Path) -> Result<PolicyOverrides, InputError> {
    /// What the page exports. The locale is the page's own; here `--locale` says it.
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Exported {
        policy: PolicyOverrides,
        #[serde(default, rename = "locale")]
        _locale: Option<groundcheck_types::Locale>,
    }
    let text = read_text(path)?;
    let wrapped = serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|value| value.get("policy").is_some());
    if wrapped {
        return from_json::<Exported>(&text, path, "settings").map(|exported| exported.policy);
    }
    from_json(&text, path, "policy")
}

/// Reads JSON as the request's field `field`.
fn from_json<T: DeserializeOwned>(text: &str, path: &Path, field: &str) -> Result<T, InputError> {
    serde_json::from_str(text).map_err(|e| {
        let error = json_error(text, &e);
        if error.code == ErrorCode::InvalidJson {
            return InputError { field: Some(path.display().to_string()), ..error }.at_line(e.line());
        }
        let inside = match error.field.as_deref() {
            None => field.to_owned(),
            Some(index) if index.starts_with('[') => format!("{field}{index}"),
            Some(name) => format!("{field}.{name}"),
        };
        InputError { field: Some(inside), ..error }
    })
}

/// Reads everything, or `None` where there are more bytes than these.
fn read_limited(reader: impl Read, most: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= most).then_some(bytes))
}

pub(super) fn into_text(bytes: Vec<u8>, name: &str) -> Result<String, InputError> {
    let text = String::from_utf8(bytes).map_err(|e| {
        let good = e.utf8_error().valid_up_to();
        let line = 1 + e.as_bytes()[..good].iter().filter(|b| **b == b'\n').count();
        let message = format!("is not text: its byte {good} is not UTF-8");
        InputError::field(ErrorCode::InvalidUtf8, name, message).at_line(line)
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

pub(super) fn not_readable(name: &str, error: FileError) -> InputError {
    InputError::field(ErrorCode::UnreadableFile, name, error.to_string())
}

fn unreadable(name: &str, error: &io::Error) -> InputError {
    InputError::field(ErrorCode::UnreadableFile, name, format!("cannot be read: {error}"))
}
