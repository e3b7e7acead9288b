//! Files that a person picks or drops.

use groundcheck_types::{ErrorCode, InputError, REQUEST_MAX_BYTES};

/// The text of a file, or an error that names the file.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<String, InputError> {
    check_size(name, bytes.len())?;
    let text = String::from_utf8(bytes).map_err(|e| {
        let message = format!("is not UTF-8: bad byte at offset {}", e.utf8_error().valid_up_to());
        InputError::field(ErrorCode::InvalidUtf8, name, message)
    })?;
    Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
}

/// Refuses a file that no request could carry, before it is read.
pub fn check_size(name: &str, bytes: usize) -> Result<(), InputError> {
    if bytes <= REQUEST_MAX_BYTES {
        return Ok(());
    }
    let message = format!("is {bytes} bytes long, {REQUEST_MAX_BYTES} are allowed");
    Err(InputError::field(ErrorCode::RequestTooLarge, name, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_file_is_named_with_the_place() {
        let error = decode("memo.txt", b"NOI \xff 5".to_vec()).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidUtf8);
        assert_eq!(error.to_string(), "memo.txt: is not UTF-8: bad byte at offset 4");
        let error = check_size("big.txt", REQUEST_MAX_BYTES + 1).unwrap_err();
        assert_eq!((error.code, error.field.as_deref()), (ErrorCode::RequestTooLarge, Some("big.txt")));
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(decode("a.csv", b"\xef\xbb\xbfmetric,value".to_vec()).unwrap(), "metric,value");
        assert_eq!(decode("a.txt", "₪5".into()).unwrap(), "₪5");
        assert_eq!(decode("empty.txt", Vec::new()).unwrap(), "");
    }
}
