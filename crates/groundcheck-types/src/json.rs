use serde::de::DeserializeOwned;

use crate::limits::REQUEST_MAX_BYTES;
use crate::{ErrorCode, InputError, path};

/// Reads JSON of at most the size of a request, as every place takes it; an error names the field.
///
/// A byte order mark is skipped. Half of a surrogate pair (`\ud83d`: a text cut inside an emoji, as JavaScript writes it) is
/// read as U+FFFD, one UTF-16 unit for one, so that every offset stays as it is.
///
/// # Errors
/// `request_too_large`, `invalid_utf8`, `invalid_json`, or what is wrong with a field.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, InputError> {
    if bytes.len() > REQUEST_MAX_BYTES {
        return Err(InputError::request_too_large());
    }
    let text = core::str::from_utf8(bytes).map_err(|e| {
        InputError::whole(ErrorCode::InvalidUtf8, format!("is not text: its byte {} is not UTF-8", e.valid_up_to()))
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let failed = match read(text) {
        // serde_json refuses such an escape; looking for one costs only where something was wrong.
        Err(error) if error.code == ErrorCode::InvalidJson => error,
        result => return result,
    };
    without_lone_surrogates(text).map_or(Err(failed), |text| read(&text))
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, InputError> {
    serde_json::from_str(text).map_err(|e| json_error(text, &e))
}

/// What `serde_json` refused in this text: not JSON, or something wrong with a field, which the error names.
#[must_use]
pub fn json_error(text: &str, error: &serde_json::Error) -> InputError {
    if error.is_data() {
        InputError::from_serde(&path::at(text, error.line(), error.column()), &error.to_string())
    } else {
        InputError::whole(ErrorCode::InvalidJson, format!("is not valid JSON: {error}"))
    }
}

/// The JSON text with `\ufffd` for each escape of a surrogate without its other half; `None` where there is none.
fn without_lone_surrogates(text: &str) -> Option<String> {
    let mut whole = String::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = text[at..].find('\\') {
        let start = at + found;
        let (end, lone) = match (escaped_unit(text, start), escaped_unit(text, start + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => (start + 12, false),
            (Some(0xD800..=0xDFFF), _) => (start + 6, true),
            // Another escape, which may be of a backslash: both its characters are done with.
            _ => (start + 1 + text[start + 1..].chars().next().map_or(0, char::len_utf8), false),
        };
        if lone {
            whole.push_str(&text[copied..start]);
            whole.push_str("\\ufffd");
            copied = end;
        }
        at = end;
    }
    (copied > 0).then(|| whole + &text[copied..])
}

/// The UTF-16 unit that is escaped (`\uXXXX`) at this byte.
fn escaped_unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_surrogate_pair_is_one_replacement_character() {
        for (json, read) in [
            (r#""cut \ud83d""#, "cut \u{fffd}"),
            (r#""\ude00 5%""#, "\u{fffd} 5%"),
            (r#""\uD83D\uD83D\uDE00""#, "\u{fffd}\u{1f600}"),
            (r#""\udc00\ud800x\n""#, "\u{fffd}\u{fffd}x\n"),
            (r#""\ud83d\u0041""#, "\u{fffd}A"),
            (r#""\\ud83d \ud83d""#, "\\ud83d \u{fffd}"),
        ] {
            assert_eq!(read_json::<String>(json.as_bytes()).as_deref(), Ok(read), "{json}");
        }
    }

    #[test]
    fn other_mistakes_stay_mistakes() {
        for json in [r#""\ud83d"#, r#""\ud83""#, r#""\ud83d" x"#, r#""\q""#, "\"\\", r#""\u+123""#] {
            assert_eq!(read_json::<String>(json.as_bytes()).unwrap_err().code, ErrorCode::InvalidJson, "{json}");
        }
    }
}
